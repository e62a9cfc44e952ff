"""Plots of balance: what decks win against the field, and what single cards do for the decks they are in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.lab.balance import HIGH, LOW, MOST_POINTS, Effect, EffectResult, FieldResult
from theatre_lab.plots.theme import COLOURS, GOLD, MARKERS, QUIET, Chart, escape, signed

__all__ = ["card_effects", "deck_rates"]

_NAMED = 3


def deck_rates(*fields: FieldResult) -> Chart:
    """What each deck wins against the others, with its 95 % interval; one mark a number of players.

    50 % is even everywhere: with more than two players a share of the wins is turned into a rate against one other
    (see `FieldResult`). BadInput without a result.

    >>> from theatre_lab.lab.balance import stored_balance
    >>> chart = deck_rates(*stored_balance("the-theatre").fields)
    >>> chart.layout.xaxis.tickformat
    '.0%'
    """
    if not fields:
        raise BadInput("there is nothing to plot: give at least one result, as in deck_rates(*balance.fields)")
    names = list(dict.fromkeys(rate.factor for field in fields for rate in field.rates))
    data, words = [], []
    for number, field in enumerate(fields):
        lift = 0.2 * (number - (len(fields) - 1) / 2)
        data.append(_rates(field, [names.index(rate.factor) + lift for rate in field.rates], number))
        for rate in field.rates:
            words.append(f"{field.players} players, {rate.factor}: {_share(rate.rate, rate.low, rate.high)}")
    layout = {
        "height": 150 + 62 * len(names),
        "xaxis": {"title": {"text": "wins against the field"}, "tickformat": ".0%"},
        "yaxis": {
            "tickmode": "array",
            "tickvals": list(range(len(names))),
            "ticktext": [escape(name) for name in names],
            "range": [len(names) - 0.5, -0.5],
        },
        "shapes": [_upright(0.5, QUIET, "dot"), _upright(LOW, GOLD, "dash"), _upright(HIGH, GOLD, "dash")],
        "showlegend": True,
    }
    return Chart(data, layout, title="Decks against the field", subtitle=_games(fields), words=words)


def _rates(field: FieldResult, heights: Sequence[float], number: int) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": f"{field.players} players",
        "x": [rate.rate for rate in field.rates],
        "y": list(heights),
        "error_x": {
            "array": [rate.high - rate.rate for rate in field.rates],
            "arrayminus": [rate.rate - rate.low for rate in field.rates],
            "color": COLOURS[number % len(COLOURS)],
            "thickness": 2,
            "width": 5,
        },
        "marker": {"size": 10, "symbol": MARKERS[number % len(MARKERS)], "color": COLOURS[number % len(COLOURS)]},
        "hovertext": [
            f"<b>{escape(rate.factor)}</b>, {field.players} players<br>{_share(rate.rate, rate.low, rate.high)}"
            for rate in field.rates
        ],
        "hoverinfo": "text",
    }


def _games(fields: Sequence[FieldResult]) -> str:
    played = ", ".join(f"{field.games} games of {field.players}" for field in fields)
    levels = " and ".join(dict.fromkeys(field.level for field in fields))
    return f"bots of level {levels}; {played}"


def _share(rate: float, low: float, high: float) -> str:
    return f"{rate:.1%} ({low:.1%} to {high:.1%})"


def card_effects(effect: EffectResult) -> Chart:
    """How much more a deck wins with each card than without it, in points of a hundred, with 95 % intervals; sorted.

    >>> from theatre_lab.lab.balance import stored_balance
    >>> chart = card_effects(stored_balance("the-theatre").effects[0])
    >>> list(chart.data[0].y) == sorted(chart.data[0].y)
    True
    """
    ranked = sorted(effect.effects, key=lambda each: each.points)
    places = list(range(1, len(ranked) + 1))
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
    outside = sum(abs(each.points) > MOST_POINTS for each in ranked)
    words = [
        f"least: {'; '.join(f'{each.factor} {_points(each)}' for each in ranked[:_NAMED])}",
        f"most: {'; '.join(f'{each.factor} {_points(each)}' for each in ranked[-_NAMED:])}",
        f"{outside} of {len(ranked)} beyond {MOST_POINTS:g} points",
    ]
    layout = {
        "height": 400,
        "xaxis": {"title": {"text": "cards, from the least to the most"}, "showticklabels": False},
        "yaxis": {"title": {"text": "points of the win share"}},
        "shapes": [_level(0, QUIET, "dot"), _level(-MOST_POINTS, GOLD, "dash"), _level(MOST_POINTS, GOLD, "dash")],
        "showlegend": False,
    }
    told = f"random decks of {effect.players} players, bots of level {effect.level}, {effect.games} games"
    return Chart(data, layout, title="What a card does for its deck", subtitle=told, words=words)


def _points(each: Effect) -> str:
    return f"{signed(round(each.points, 1))} ({signed(round(each.low, 1))} to {signed(round(each.high, 1))})"


def _upright(x: float, colour: str, dash: str) -> dict[str, Any]:
    line = {"color": colour, "width": 1, "dash": dash}
    return {"type": "line", "x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper", "line": line}


def _level(y: float, colour: str, dash: str) -> dict[str, Any]:
    line = {"color": colour, "width": 1, "dash": dash}
    return {"type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": y, "y1": y, "line": line}
