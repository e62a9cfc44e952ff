"""Plots of The Theatre: how each value came about, cards kept and lost, and what a gamble may bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Part, View
from theatre_lab.core.match import Match
from theatre_lab.core.options import expect_int
from theatre_lab.core.records import GameRecord
from theatre_lab.games.the_theatre import THE_THEATRE, rules
from theatre_lab.games.the_theatre.breakdown import shown_parts
from theatre_lab.games.the_theatre.odds import LOSES, TIES, WINS, GambleOdds, gamble_odds
from theatre_lab.plots.scores import as_match
from theatre_lab.plots.theme import COLOURS, DASHES, DIVERGING, GOLD, INK, MARKERS, QUIET, Chart, escape, signed

__all__ = ["cards_over_acts", "gamble_outcomes", "value_build_up"]

_PRINTED, _SUIT, _BOOST, _SAP, _COMBO, _FINISHER, _FACTOR = range(7)
_KINDS = ("printed", "Desired Suit", "Boost", "Sap", "Combo", "Finisher", "multiplied")
_PATTERNS = ("", "/", "x", ".", "-", "\\", "+")


@dataclass(frozen=True)
class _Round:
    """A finished round: its act and number, values and cards a player (None who was out), winner, cards left."""

    act: int
    number: int
    values: tuple[int | None, ...]
    cards: tuple[str, ...]
    parts: tuple[tuple[Part, ...], ...]
    sums: tuple[tuple[int, ...], ...]
    winner: int | None
    left: tuple[int, ...]


def _rounds(match: Match) -> list[_Round]:
    if match.game is not THE_THEATRE:
        raise BadInput(f"this plot is of The Theatre, not of {match.game.title}")
    after = [ply.before for ply in match.history[1:]] + [match.state]
    found: list[_Round] = []
    for s in after:
        if s.shown_act and (not found or (found[-1].act, found[-1].number) != (s.shown_act, s.shown_turn + 1)):
            found.append(_round(s))
    return found


def _round(s: Any) -> _Round:
    played = range(s.players)
    cards = []
    for p in played:
        card = s.cards[s.shown_card[p]].text if s.shown_card[p] else ""
        swapped = f" instead of {s.cards[s.shown_gamble[p]].text}" if s.shown_gamble[p] else ""
        cards.append(card + swapped)
    first = [rules.SHOWN_WIDTH * p for p in played]
    return _Round(
        act=s.shown_act,
        number=s.shown_turn + 1,
        values=tuple(s.shown_part[first[p] + rules.SHOWN_VALUE] if s.shown_card[p] else None for p in played),
        cards=tuple(cards),
        parts=tuple(tuple(shown_parts(s, p)) for p in played),
        sums=tuple(_sums(s.shown_part[first[p] : first[p] + rules.SHOWN_VALUE + 1]) for p in played),
        winner=s.shown_winner - 1 if s.shown_winner else None,
        left=tuple(rules.score(s, p) for p in played),
    )


def _sums(numbers: Sequence[int]) -> tuple[int, ...]:
    """What each kind of part brought, multiplication as what it added."""
    added = tuple(numbers[:_FACTOR])
    return (*added, numbers[rules.SHOWN_VALUE] - sum(added))


def _told(played: _Round, player: int, name: str) -> str:
    lines = "".join(f"<br>{signed(part.points)}  {escape(part.text)}" for part in played.parts[player])
    end = "wins" if played.winner == player else "a tie" if played.winner is None else "does not win"
    return f"<b>{escape(played.cards[player])}</b>, {escape(name)}: {played.values[player]}, {end}{lines}"


def value_build_up(source: Match | GameRecord, player: int = 0) -> Chart:
    """How the value of each of a player's cards came about, round by round, beside the best value of the others.

    A star marks the rounds that the player won. Hovering tells the card and its reasons.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("the-theatre", ["Ann", "Ben"], seed=4, leader=0)
    >>> for _ in range(2): match.play(match.legal_actions()[0])
    >>> print(repr(value_build_up(match)).splitlines()[0])
    How each value came about: Ann, 1 round, 0 won
    """
    match = as_match(source)
    rounds = _rounds(match)
    expect_int("player", player, 0, len(match.names) - 1)
    name = match.names[player]
    mine = [played for played in rounds if played.values[player] is not None]
    places = [f"{played.act}.{played.number}" for played in mine]
    data: list[dict[str, Any]] = []
    for kind, label in enumerate(_KINDS):
        heights = [played.sums[player][kind] for played in mine]
        if any(heights):
            data.append(
                {
                    "type": "bar",
                    "name": label,
                    "x": places,
                    "y": heights,
                    "marker": {
                        "color": COLOURS[(1, 0, 2, 3, 4, 5, 6)[kind]],
                        "pattern": _pattern(_PATTERNS[kind]),
                    },
                    "hovertext": [_told(played, player, name) for played in mine],
                    "hoverinfo": "text",
                }
            )
    data.append(_best_others(mine, places, player, match.names))
    won = [i for i, played in enumerate(mine) if played.winner == player]
    data.append(
        {
            "type": "scatter",
            "mode": "markers",
            "name": "won",
            "x": [places[i] for i in won],
            "y": [_above(mine[i], player) for i in won],
            "marker": {"symbol": "star", "size": 12, "color": GOLD},
            "hovertext": [_told(mine[i], player, name) for i in won],
            "hoverinfo": "text",
        }
    )
    layout = {
        "barmode": "relative",
        "height": 430,
        "xaxis": {"title": {"text": "act.round"}, "type": "category"},
        "yaxis": {"title": {"text": "value"}},
        "legend": {"orientation": "h", "x": 0, "xanchor": "left", "y": -0.22, "yanchor": "top"},
        "margin": {"l": 24, "r": 28, "t": 84, "b": 110},
    }
    count = f"{len(mine)} round{'' if len(mine) == 1 else 's'}"
    words = [
        f"{place}: {played.cards[player]} {_sum_words(played.parts[player])}{' won' if played.winner == player else ''}"
        for place, played in zip(places, mine, strict=True)
    ]
    subtitle = f"{name}, {count}, {len(won)} won"
    return Chart(data, layout, title="How each value came about", subtitle=subtitle, words=words)


def _pattern(shape: str) -> dict[str, Any]:
    """Hatching tells the bars apart where colours do not."""
    return {"shape": shape, "fillmode": "overlay", "fgcolor": INK, "fgopacity": 0.5, "size": 6}


def _above(played: _Round, player: int) -> int:
    return sum(points for points in played.sums[player] if points > 0) + 1


def _sum_words(parts: Sequence[Part]) -> str:
    points = [part.points for part in parts]
    terms = " ".join([*(str(first).replace("-", "−") for first in points[:1]), *(signed(more) for more in points[1:])])
    return terms if len(points) == 1 else f"{terms} = {sum(points)}".replace("-", "−") if points else "0"


def _best_others(mine: Sequence[_Round], places: Sequence[str], player: int, names: Sequence[str]) -> dict[str, Any]:
    best, told = [], []
    for played in mine:
        others = [(value, p) for p, value in enumerate(played.values) if p != player and value is not None]
        value, who = max(others)
        best.append(value)
        told.append(_told(played, who, names[who]))
    return {
        "type": "scatter",
        "mode": "markers",
        "name": "best of the others",
        "x": list(places),
        "y": best,
        "marker": {"symbol": "line-ew-open", "size": 15, "line": {"width": 3}, "color": "#F5ECD6"},
        "hovertext": told,
        "hoverinfo": "text",
    }


def cards_over_acts(source: Match | GameRecord) -> Chart:
    """How many cards each player still has after every round: kept while rounds are won, lost while they are not.

    A dotted line marks the beginning of an act. Who falls below five cards in all cannot draw again.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("the-theatre", ["Ann", "Ben"], seed=4, leader=0)
    >>> for _ in range(2): match.play(match.legal_actions()[0])
    >>> cards_over_acts(match)
    Cards kept and lost: Ann 15, Ben 14
      Ann: 16, 15
      Ben: 15, 14
    """
    match = as_match(source)
    rounds = _rounds(match)
    begun = [int(match.state.deck_total[p]) for p in range(len(match.names))]
    places = list(range(len(rounds) + 1))
    data = []
    for player, name in enumerate(match.names):
        left = [begun[player], *(played.left[player] for played in rounds)]
        told = [f"{escape(name)} begins with {begun[player]} cards"]
        for at, played in enumerate(rounds):
            lost = left[at] - left[at + 1]
            deed = _told(played, player, name) if played.values[player] is not None else f"{escape(name)} is out"
            told.append(f"act {played.act}, round {played.number}: {left[at + 1]} left ({signed(-lost)})<br>{deed}")
        data.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": escape(name),
                "x": places,
                "y": left,
                "hovertext": told,
                "hoverinfo": "text",
                "line": {"color": COLOURS[player], "width": 2.5, "dash": DASHES[player], "shape": "hv"},
                "marker": {"size": 7, "symbol": MARKERS[player]},
            }
        )
    starts = [at for at, played in enumerate(rounds) if played.number == 1]
    lines = [
        {
            "type": "line",
            "x0": at + 0.5,
            "x1": at + 0.5,
            "yref": "paper",
            "y0": 0,
            "y1": 1,
            "line": {"color": QUIET, "width": 1, "dash": "dot"},
        }
        for at in starts
    ]
    notes = [
        {
            "x": at + 0.6,
            "y": 1,
            "yref": "paper",
            "text": f"act {rounds[at].act}",
            "showarrow": False,
            "xanchor": "left",
            "yanchor": "top",
            "font": {"color": QUIET, "size": 12},
        }
        for at in starts
    ]
    layout = {
        "height": 400,
        "shapes": lines,
        "annotations": notes,
        "showlegend": True,
        "xaxis": {"title": {"text": "rounds played"}, "tickformat": "d"},
        "yaxis": {"title": {"text": "cards not dismissed"}, "rangemode": "tozero"},
    }
    words = [
        f"{name}: {', '.join(map(str, [begun[p], *(played.left[p] for played in rounds)]))}"
        for p, name in enumerate(match.names)
    ]
    ends = ", ".join(f"{name} {score}" for name, score in zip(match.names, match.scores, strict=True))
    return Chart(data, layout, title="Cards kept and lost", subtitle=ends, words=words)


_FATE_COLOUR = {WINS: GOLD, TIES: QUIET, LOSES: DIVERGING[1]}


def gamble_outcomes(source: View | GambleOdds) -> Chart:
    """Every card that a gamble may bring, its value on the stage, and whether it would win.

    The source is the view of a player who has a Gamble card on the stage, or its odds.

    >>> from theatre_lab.games.the_theatre.odds import Outcome
    >>> drawn = (Outcome("Zenith (Charm)", 2, 7, "wins"), Outcome("Wick (Luck)", 1, 1, "loses"))
    >>> gamble_outcomes(GambleOdds(2, "loses", drawn))
    What a gamble may bring: 2 of 3 would win; 0 cards ahead on average, −1 for keeping
      Zenith (Charm) ×2: 7, wins
      Wick (Luck): 1, loses
    """
    odds = source if isinstance(source, GambleOdds) else gamble_odds(source.state, source.player)
    labels = [f"{each.card} ×{each.copies}" if each.copies > 1 else each.card for each in odds.outcomes]
    data = []
    for index, fate in enumerate((WINS, TIES, LOSES)):
        rows = [(label, each) for label, each in zip(labels, odds.outcomes, strict=True) if each.fate == fate]
        if rows:
            data.append(
                {
                    "type": "bar",
                    "orientation": "h",
                    "name": fate,
                    "y": [escape(label) for label, _ in rows],
                    "x": [each.value for _, each in rows],
                    "text": [str(each.value).replace("-", "−") for _, each in rows],
                    "textposition": "outside",
                    "cliponaxis": False,
                    "hovertext": [f"{escape(label)}: {each.value}, {fate}" for label, each in rows],
                    "hoverinfo": "text",
                    "marker": {
                        "color": _FATE_COLOUR[fate],
                        "pattern": _pattern(("", "x", "/")[index]),
                    },
                }
            )
    layout = {
        "height": 170 + 24 * len(labels),
        "showlegend": True,
        "yaxis": {
            "autorange": "reversed",
            "ticks": "",
            "categoryorder": "array",
            "categoryarray": list(map(escape, labels)),
        },
        "xaxis": {"title": {"text": "value on the stage"}},
    }
    swing = f"{odds.gamble_swing:+.2g}".replace("-", "−") if odds.gamble_swing else "0"
    subtitle = (
        f"{odds.count(WINS)} of {odds.cards} would win; {swing} cards ahead on average, "
        f"{signed(odds.keep_swing)} for keeping"
    )
    words = [
        f"{label}: {each.value}, {each.fate}".replace("-", "−")
        for label, each in zip(labels, odds.outcomes, strict=True)
    ]
    return Chart(data, layout, title="What a gamble may bring", subtitle=subtitle, words=words)
