"""Plots of balance: what seats win, what decks and plans win against the field, and what single cards change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import show
from theatre_lab.lab.balance import HIGH, LOW, MOST_POINTS, Effect, EffectResult, FieldResult, Rate, SeatResult
from theatre_lab.plots.theme import COLOURS, GOLD, MARKERS, QUIET, Chart, escape, signed

__all__ = ["card_effects", "deck_rates", "seat_rates"]

_NAMED = 3


def seat_rates(*seats: SeatResult) -> Chart:
    """What each seat wins in every setting of one table size, with its 95 % interval; one mark a seat.

    50 % is even everywhere: with more than two players a share of the wins is turned into a rate against one other
    (see `FieldResult`). BadInput without a result, or with results of several table sizes.

    >>> from theatre_lab.lab.balance import stored_balance
    >>> report = stored_balance("overture")
    >>> chart = seat_rates(*[found for found in report.seats if found.players == 3])
    >>> [trace.name for trace in chart.data]
    ['seat 1', 'seat 2', 'seat 3']
    """
    if not seats:
        raise BadInput("there is nothing to plot: give at least one result, as in seat_rates(*balance.seats)")
    for found in seats:
        _expect(found, SeatResult, "the seats of a balance report: seat_rates(*balance.seats)")
    players = {found.players for found in seats}
    if len(players) > 1:
        raise BadInput(
            f"the results must be of one table size, not of {' and '.join(map(str, sorted(players)))} players"
        )
    rows = [found.rates() for found in seats]
    data, words = [], []
    for number in range(seats[0].players):
        lift = 0.2 * (number - (seats[0].players - 1) / 2)
        marks = [(height + lift, rates[number], seats[height].setting) for height, rates in enumerate(rows) if rates]
        data.append(_marks(f"seat {number + 1}", number, marks))
    for found, rates in zip(seats, rows, strict=True):
        told = "; ".join(f"{rate.factor} {_share(rate)}" for rate in rates)
        words.append(f"{found.setting}: {told}")
    levels = " and ".join(dict.fromkeys(found.level for found in seats))
    games = " or ".join(str(count) for count in dict.fromkeys(found.games for found in seats))
    subtitle = f"{seats[0].players} bots of level {levels}, {games} games each"
    names = [found.setting for found in seats]
    return _rates_chart(data, names, "wins against one other", "What each seat wins", subtitle, words)


def deck_rates(*fields: FieldResult) -> Chart:
    """What each deck or plan wins against the others, with its 95 % interval; one mark a number of players.

    50 % is even everywhere: with more than two players a share of the wins is turned into a rate against one other
    (see `FieldResult`). BadInput without a result.

    >>> from theatre_lab.lab.balance import stored_balance
    >>> chart = deck_rates(*stored_balance("the-theatre").fields)
    >>> chart.layout.xaxis.tickformat
    '.0%'
    """
    if not fields:
        raise BadInput("there is nothing to plot: give at least one result, as in deck_rates(*balance.fields)")
    for field in fields:
        _expect(field, FieldResult, "the fields of a balance report: deck_rates(*balance.fields)")
    names = list(dict.fromkeys(rate.factor for field in fields for rate in field.rates))
    data, words = [], []
    for number, field in enumerate(fields):
        lift = 0.2 * (number - (len(fields) - 1) / 2)
        table = f"{field.players} players"
        data.append(_marks(table, number, [(names.index(rate.factor) + lift, rate, table) for rate in field.rates]))
        words += [f"{table}, {rate.factor}: {_share(rate)}" for rate in field.rates]
    title = "Plans against the field" if fields[0].base is None else "Decks against the field"
    return _rates_chart(data, names, "wins against the field", title, _games(fields), words)


def _expect(found: object, kind: type, told: str) -> None:
    if not isinstance(found, kind):
        raise BadInput(f"this plot takes {told}; not {show(found)}")


def _rates_chart(
    data: list[dict[str, Any]], names: Sequence[str], axis: str, title: str, subtitle: str, words: list[str]
) -> Chart:
    """A row a name, with the even rate and the limits of balance as upright lines."""
    marks = len(data)
    layout = {
        "height": 150 + max(62, 8 + 18 * marks) * len(names),
        "xaxis": {"title": {"text": axis}, "tickformat": ".0%"},
        "yaxis": {
            "tickmode": "array",
            "tickvals": list(range(len(names))),
            "ticktext": [escape(name) for name in names],
            "range": [len(names) - 0.5, -0.5],
        },
        "shapes": [_upright(0.5, QUIET, "dot"), _upright(LOW, GOLD, "dash"), _upright(HIGH, GOLD, "dash")],
        "showlegend": True,
    }
    return Chart(data, layout, title=title, subtitle=subtitle, words=words)


def _marks(name: str, number: int, rows: Sequence[tuple[float, Rate, str]]) -> dict[str, Any]:
    """A series of rates with their intervals: height, rate and what stands beside its name when pointed at."""
    rates = [rate for _, rate, _ in rows]
    colour = COLOURS[number % len(COLOURS)]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": [rate.rate for rate in rates],
        "y": [height for height, _, _ in rows],
        "error_x": {
            "array": [rate.high - rate.rate for rate in rates],
            "arrayminus": [rate.rate - rate.low for rate in rates],
            "color": colour,
            "thickness": 2,
            "width": 5,
        },
        "marker": {"size": 10, "symbol": MARKERS[number % len(MARKERS)], "color": colour},
        "hovertext": [f"<b>{escape(rate.factor)}</b>, {escape(beside)}<br>{_share(rate)}" for _, rate, beside in rows],
        "hoverinfo": "text",
    }


def _games(fields: Sequence[FieldResult]) -> str:
    played = ", ".join(f"{field.games} games of {field.players}" for field in fields)
    levels = " and ".join(dict.fromkeys(field.level for field in fields))
    return f"bots of level {levels}; {played}"


def _share(rate: Rate) -> str:
    return f"{rate.rate:.1%} ({rate.low:.1%} to {rate.high:.1%})"


def card_effects(effect: EffectResult) -> Chart:
    """How much more a deck or a hand wins with each card than without it, in points of a hundred, with 95 % intervals;
    sorted.

    >>> from theatre_lab.lab.balance import stored_balance
    >>> chart = card_effects(stored_balance("the-theatre").effects[0])
    >>> list(chart.data[0].y) == sorted(chart.data[0].y)
    True
    """
    _expect(effect, EffectResult, "the effects of a balance report, one at a time: card_effects(balance.effects[0])")
    ranked = sorted(effect.effects, key=lambda each: each.points)
    places = list(range(1, len(ranked) + 1))
    is_dealt = effect.base is None
    data = [
        {
            "type": "scatter",
            "mode": "markers",
            "name": "cards",
            "x": places,
            "y": [each.points for each in ranked],
            "error_y": {
                "array": [each.high - each.points for each in ranked],
                "arrayminus": [each.points - each.low for each in ranked],
                "color": QUIET,
                "thickness": 1.2,
                "width": 0,
            },
            "marker": {"size": 8, "color": COLOURS[0]},
            "hovertext": [f"<b>{escape(each.factor)}</b><br>{_points(each)}" for each in ranked],
            "hoverinfo": "text",
        }
    ]
    limits = [] if is_dealt else [_level(-MOST_POINTS, GOLD, "dash"), _level(MOST_POINTS, GOLD, "dash")]
    words = [
        f"least: {'; '.join(f'{each.factor} {_points(each)}' for each in ranked[:_NAMED])}",
        f"most: {'; '.join(f'{each.factor} {_points(each)}' for each in ranked[-_NAMED:])}",
    ]
    if not is_dealt:
        outside = sum(abs(each.points) > MOST_POINTS for each in ranked)
        words.append(f"{outside} of {len(ranked)} beyond {MOST_POINTS:g} points")
    layout = {
        "height": 400,
        "xaxis": {"title": {"text": "cards, from the least to the most"}, **_card_axis(ranked, is_dealt)},
        "yaxis": {"title": {"text": "points of the win share"}},
        "shapes": [_level(0, QUIET, "dot"), *limits],
        "showlegend": False,
    }
    dealt = f"one round under {effect.setting}," if effect.setting else "random decks of"
    told = f"{dealt} {effect.players} players, bots of level {effect.level}, {effect.games} games"
    title = "What a dealt card does for its player" if is_dealt else "What a card does for its deck"
    return Chart(data, layout, title=title, subtitle=told, words=words)


def _card_axis(ranked: Sequence[Effect], is_named: bool) -> dict[str, Any]:
    """Names below the dots where there are few enough to read."""
    if not is_named:
        return {"showticklabels": False}
    places = list(range(1, len(ranked) + 1))
    return {"tickmode": "array", "tickvals": places, "ticktext": [escape(each.factor) for each in ranked]}


def _points(each: Effect) -> str:
    return f"{signed(round(each.points, 1))} ({signed(round(each.low, 1))} to {signed(round(each.high, 1))})"


def _upright(x: float, colour: str, dash: str) -> dict[str, Any]:
    line = {"color": colour, "width": 1, "dash": dash}
    return {"type": "line", "x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper", "line": line}


def _level(y: float, colour: str, dash: str) -> dict[str, Any]:
    line = {"color": colour, "width": 1, "dash": dash}
    return {"type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": y, "y1": y, "line": line}
