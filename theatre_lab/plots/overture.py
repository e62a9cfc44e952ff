"""Plots of an Overture house: who sits where, and what each seat is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Part, total
from theatre_lab.core.match import Match
from theatre_lab.core.options import show
from theatre_lab.core.records import GameRecord
from theatre_lab.games.overture import OVERTURE, board_state
from theatre_lab.games.overture.breakdown import house_parts, seat_parts
from theatre_lab.games.overture.cards import TRAITS, TYPES, card_name
from theatre_lab.games.overture.theatres import THEATRES, Theatre
from theatre_lab.plots.scores import as_match
from theatre_lab.plots.theme import DIVERGING, GOLD, INK, QUIET, SEAT, SEAT_LINE, Chart, escape, signed

__all__ = ["heat_map", "house_heat_map", "seat_places"]

_TABLE_GAP, _BOX_GAP, _ROW_BREAK = 0.38, 0.22, 0.3
_LEAST_RANGE = 6
_SHORT_TRAITS = {"Bespectacled": "Bespect."}


# ------------------------------------------------------------------ where the seats stand


def _row(seat: str) -> int:
    return ord(seat[0]) - 65


def _column(seat: str) -> int:
    return int(seat[1:]) - 1


def _is_staggered(theatre: Theatre) -> bool:
    return any(
        _row(other) != _row(seat) and _column(other) != _column(seat)
        for seat, others in theatre.neighbours.items()
        for other in others
    )


def _staggered_columns(theatre: Theatre) -> dict[str, float]:
    """Seats of a staggered house stand midway between those behind them."""
    xs: dict[str, float] = {}
    for seat in reversed(theatre.seats):
        behind = [xs[other] for other in theatre.neighbours[seat] if _row(other) == _row(seat) + 1]
        xs[seat] = sum(behind) / len(behind) if behind else float(_column(seat))
    return xs


def _straight_columns(theatre: Theatre) -> dict[str, float]:
    boxes = {_column(seat) for seat, labels in theatre.labels.items() if "box" in labels}
    used = {_column(seat) for seat in theatre.seats}
    xs, x = [], 0.0
    for column in range(max(used) + 1):
        x += _BOX_GAP if column in boxes and column > 0 else 0.0
        xs.append(x)
        x += (1.0 if column in used else _TABLE_GAP) + (_BOX_GAP if column in boxes and column == 0 else 0.0)
    return {seat: xs[_column(seat)] for seat in theatre.seats}


def _row_places(theatre: Theatre) -> list[float]:
    joined = {
        _row(seat)
        for seat, others in theatre.neighbours.items()
        if any(_row(other) == _row(seat) + 1 for other in others)
    }
    ys, y = [], 0.0
    for row in range(len(theatre.plan)):
        ys.append(y)
        y += 1.0 if row in joined else 1.0 + _ROW_BREAK
    return ys


def seat_places(theatre: Theatre) -> dict[str, tuple[float, float]]:
    """Where each seat stands in the room: x from the left, y from the stage, in seats.

    >>> seat_places(THEATRES[0])["B3"]
    (2.0, 1.0)
    """
    xs = _staggered_columns(theatre) if _is_staggered(theatre) else _straight_columns(theatre)
    ys = _row_places(theatre)
    return {seat: (round(xs[seat], 4), round(ys[_row(seat)], 4)) for seat in theatre.seats}


# ------------------------------------------------------------------ the heat map


def _colour(points: int, most: int) -> str:
    step = round(3 * max(-1.0, min(1.0, points / most)))
    return DIVERGING[3 + (step or (points > 0) - (points < 0))]


def _text_on(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 120 else "#FFFFFF"


def _rectangle(x: float, y: float, half: float, **look: Any) -> dict[str, Any]:
    return {"type": "rect", "x0": x - half, "x1": x + half, "y0": y - half, "y1": y + half, "layer": "below", **look}


def _edges(theatre: Theatre, seat: str, x: float, y: float, width: float) -> list[dict[str, Any]]:
    """Gold edges, as on the board: above for a front seat, below for a back one, at the side for an aisle."""
    labels, lines = theatre.labels[seat], []
    if "front" in labels:
        lines.append((x - 0.4, y - 0.46, x + 0.4, y - 0.46))
    if "back" in labels:
        lines.append((x - 0.4, y + 0.46, x + 0.4, y + 0.46))
    if "aisle" in labels:
        at_wall = x < 0.01 or x > width - 0.01
        side = -0.46 if (x < width / 2 - 0.01) == at_wall else 0.46
        lines.append((x + side, y - 0.4, x + side, y + 0.4))
    return [
        {"type": "line", "x0": x0, "y0": y0, "x1": x1, "y1": y1, "line": {"color": GOLD, "width": 3}}
        for x0, y0, x1, y1 in lines
    ]


def _hover(theatre: Theatre, seat: str, card: int, parts: Sequence[Part]) -> str:
    labels = ", ".join(theatre.labels[seat]) or "no label"
    if not card:
        return f"<b>{seat}</b> ({labels}): empty"
    lines = [f"{signed(part.points)}  {escape(part.text)} ({part.rule})" for part in parts]
    return "<br>".join([f"<b>{escape(card_name(card))}</b> on {seat} ({labels}): {signed(total(parts))}", *lines])


def _label(card: int, points: int) -> str:
    trait = TRAITS[card % 5]
    name = f"{_SHORT_TRAITS.get(trait, trait)}<br>{TYPES[card // 5]}" if trait else TYPES[card // 5]
    return f"<b>{str(points).replace('-', '−')}</b><br><span style='font-size:10px'>{name}</span>"


def _picture(state: Any, board: Sequence[int], owner: str) -> Chart:
    theatre = THEATRES[state.theatre]
    places = seat_places(theatre)
    width = max(x for x, _ in places.values())
    parts = {seat: seat_parts(state, board, i) for i, seat in enumerate(theatre.seats)}
    points = {seat: total(reasons) for seat, reasons in parts.items()}
    cards = dict(zip(theatre.seats, board, strict=False))
    most = max(_LEAST_RANGE, *(abs(value) for value in points.values()))
    fills = {seat: _colour(points[seat], most) if cards[seat] else SEAT for seat in theatre.seats}
    shapes = []
    for seat, (x, y) in places.items():
        shapes.append(_rectangle(x, y, 0.46, fillcolor=fills[seat], line={"color": SEAT_LINE, "width": 1}))
        shapes += _edges(theatre, seat, x, y, width)
    seats = {
        "type": "scatter",
        "mode": "markers+text",
        "marker": {"size": 62, "symbol": "square", "color": "rgba(0,0,0,0)"},
        "x": [places[seat][0] for seat in theatre.seats],
        "y": [places[seat][1] for seat in theatre.seats],
        "text": [_label(cards[seat], points[seat]) if cards[seat] else seat for seat in theatre.seats],
        "textfont": {
            "color": [_text_on(fills[seat]) if cards[seat] else QUIET for seat in theatre.seats],
            "size": [15 if cards[seat] else 11 for seat in theatre.seats],
        },
        "hovertext": [_hover(theatre, seat, cards[seat], parts[seat]) for seat in theatre.seats],
        "hoverinfo": "text",
        "hoverlabel": {"align": "left"},
    }
    by_house = house_parts(state, board)
    whole = sum(points.values()) + total(by_house)
    return Chart(
        [seats, _scale(most)],
        _room(theatre, places, shapes),
        title=f"{owner}: {whole} points".replace("-", "−"),
        subtitle=_subtitle(theatre, by_house),
        words=_words(theatre, cards, points, by_house),
    )


def _subtitle(theatre: Theatre, by_house: Sequence[Part]) -> str:
    bonus = f", {signed(total(by_house))} by the house rule ({by_house[0].rule})" if by_house else ""
    return f"{theatre.name}: what each seat is worth{bonus}"


def _words(
    theatre: Theatre, cards: Mapping[str, int], points: Mapping[str, int], by_house: Sequence[Part]
) -> list[str]:
    rows: dict[str, list[str]] = {}
    for seat in theatre.seats:
        worth = f"{seat} {card_name(cards[seat])} {signed(points[seat])}" if cards[seat] else f"{seat} empty"
        rows.setdefault(seat[0], []).append(worth)
    bonus = [f"house rule, {part.who}: {signed(part.points)} ({part.rule})" for part in by_house]
    return [", ".join(row) for row in rows.values()] + bonus


def _scale(most: int) -> dict[str, Any]:
    """The colour bar: a point that is not seen carries it."""
    stops = [[i / 7 + edge / 7 * 0.999, colour] for i, colour in enumerate(DIVERGING) for edge in (0, 1)]
    stops[-1][0] = 1
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [None],
        "y": [None],
        "hoverinfo": "skip",
        "marker": {
            "color": [0],
            "cmin": -most,
            "cmax": most,
            "colorscale": stops,
            "showscale": True,
            "colorbar": {"title": {"text": "points"}, "thickness": 12, "len": 0.8, "outlinewidth": 0},
        },
    }


def _room(theatre: Theatre, places: Mapping[str, tuple[float, float]], shapes: list[dict[str, Any]]) -> dict[str, Any]:
    right, bottom = (max(place[i] for place in places.values()) for i in (0, 1))
    rows = {seat[0]: y for seat, (_, y) in places.items()}
    signs = [{"x": right / 2, "y": -0.8, "text": "STAGE", "showarrow": False, "font": {"color": GOLD, "size": 12}}]
    signs += [
        {"x": -0.75, "y": y, "text": row, "showarrow": False, "font": {"color": QUIET}} for row, y in rows.items()
    ]
    blank = {"visible": False, "fixedrange": True}
    return {
        "shapes": shapes,
        "annotations": signs,
        "showlegend": False,
        "height": round(110 + 74 * (bottom + 1.6)),
        "width": round(150 + 74 * (right + 1.6)),
        "margin": {"l": 10, "r": 10, "t": 84, "b": 16},
        "xaxis": {**blank, "range": [-1, right + 0.6]},
        "yaxis": {**blank, "range": [bottom + 0.6, -1], "scaleanchor": "x"},
        "hovermode": "closest",
    }


def heat_map(theatre: str, seats: Mapping[str, str], *, title: str = "This house") -> Chart:
    """Any house as a heat map: the seats at their place in the room, with the points each patron earns itself.

    `theatre` is a theatre's id, `seats` maps seats to cards. What the house rule adds stands in the title.

    >>> heat_map("opera-house", {"A1": "Bespectacled VIP"})
    This house: 10 points: The Opera House: what each seat is worth, +3 by the house rule (OV-H3)
      A1 Bespectacled VIP +7, A2 empty, A3 empty, A4 empty, A5 empty
      B1 empty, B2 empty, B3 empty, B4 empty, B5 empty
      C1 empty, C2 empty, C3 empty, C4 empty, C5 empty
      D1 empty, D2 empty, D3 empty, D4 empty, D5 empty
      house rule, A1: +3 (OV-H3)
    """
    state = board_state(theatre, seats)
    return _picture(state, state.board[0], title)


def house_heat_map(source: Match | GameRecord, player: int = 0) -> Chart:
    """The house of one player of a game of Overture, as a heat map.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("overture", ["Ann", "Ben"], theatre="rotunda", seed=6)
    >>> for action in ("draw deck", "draw deck", "seat VIP A2"): match.play(action)
    >>> print(repr(house_heat_map(match)).splitlines()[0])
    Ann: 5 points: The Rotunda: what each seat is worth
    """
    match = as_match(source)
    if match.game is not OVERTURE:
        raise BadInput(f"a house is something of Overture; this is a game of {show(match.game.title)}")
    match.breakdown(player)
    return _picture(match.state, match.state.board[player], match.names[player])
