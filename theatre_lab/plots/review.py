"""Plots of a reviewed game."""

from __future__ import annotations

from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import show
from theatre_lab.lab.review import KINDS, POINTS, Decision, Grade, Review, cost, lost_by
from theatre_lab.plots.theme import COLOURS, GOLD, ON_HOUSE, Chart, escape

__all__ = ["regrets"]

_TITLES = ("what was known then", "in hindsight")
_INKS = (COLOURS[1], COLOURS[4])


def regrets(review: Review) -> Chart:
    """What each decision gave away, over the game: from what was known then above, in hindsight below.

    The two are never added up. The costliest moves of each kind are gold and marked with a star; good moves stand at
    their small remainder, or at 0. BadInput when it is no review.

    >>> from theatre_lab.bots import get_bot
    >>> from theatre_lab.games import get_game
    >>> from theatre_lab.lab.review import review
    >>> from theatre_lab.lab.simulate import play_game
    >>> bots = [get_bot("greedy"), get_bot("random", 1)]
    >>> game = play_game(get_game("cabaret"), bots, seed=3, options={"rounds": 1})
    >>> regrets(review(game, player=1, iterations=4, backend="lists")).layout.yaxis.title.text
    'points'
    """
    if not isinstance(review, Review):
        raise BadInput(f"this plot needs a review, not {show(review)}; review(match) makes one")
    data, words = [], []
    for place, (hindsight, title) in enumerate(KINDS):
        data += _traces(review, hindsight, place)
        words.append(f"{title}: {review.summary(hindsight)}")
        for decision in review.costliest(hindsight=hindsight):
            if grade := decision.grade(hindsight):
                words.append(f"  decision {decision.ply + 1}: {lost_by(grade)}")
    subtitle = f"{review.name}, {review.title}: what each decision gave away"
    return Chart(data, _layout(review), title="Review", subtitle=subtitle, words=words)


def _traces(review: Review, hindsight: bool, place: int) -> list[dict[str, Any]]:
    """The bars of one kind of grade, and the stars over its costliest."""
    told = [(each, grade) for each in review.graded(hindsight) if (grade := each.grade(hindsight)) is not None]
    costliest = review.costliest(hindsight=hindsight)
    axes = {"xaxis": "x", "yaxis": "y" if place == 0 else "y2"}
    bars = {
        "type": "bar",
        "name": _TITLES[place],
        "x": [each.ply + 1 for each, _ in told],
        "y": [grade.regret for _, grade in told],
        "hovertext": [_hover(each, grade) for each, grade in told],
        "hoverinfo": "text",
        "marker": {"color": [GOLD if each in costliest else _INKS[place] for each, _ in told], "line": {"width": 0}},
        "width": 0.8,
        **axes,
    }
    marked = [(each, grade) for each, grade in told if each in costliest]
    stars = {
        "type": "scatter",
        "mode": "markers+text",
        "name": f"costliest, {_TITLES[place]}",
        "x": [each.ply + 1 for each, _ in marked],
        "y": [grade.regret for _, grade in marked],
        "text": [f"{costliest.index(each) + 1}" for each, _ in marked],
        "textposition": "top center",
        "textfont": {"color": GOLD, "size": 13},
        "cliponaxis": False,
        "marker": {"symbol": "star", "size": 10, "color": GOLD},
        "hoverinfo": "skip",
        **axes,
    }
    return [bars, stars]


def _hover(decision: Decision, grade: Grade) -> str:
    head = f"<b>decision {decision.ply + 1}</b>: {escape(decision.text)}"
    if grade.is_good:
        return f"{head}<br>good"
    return f"{head}<br>better: {escape(grade.best.text)}<br>{escape(cost(grade))}"


def _layout(review: Review) -> dict[str, Any]:
    in_points = review.unit == POINTS
    scale = {
        "title": {"text": review.unit},
        "tickformat": "" if in_points else ".0%",
        "rangemode": "tozero",
    }
    most = max((d.ply + 1 for d in review.decisions), default=1)
    return {
        "height": 460,
        "xaxis": {"title": {"text": "decision"}, "tickformat": "d", "anchor": "y2", "range": [0, most + 1]},
        "yaxis": {**scale, "domain": [0.54, 0.9], "range": _span(review, False)},
        "yaxis2": {**scale, "domain": [0, 0.4], "range": _span(review, True)},
        "annotations": [_heading(title, y) for (_, title), y in zip(KINDS, (0.92, 0.42), strict=True)],
        "showlegend": False,
    }


def _span(review: Review, hindsight: bool) -> list[float]:
    """From 0 to a little above the costliest move, so that its number has room."""
    least = 1.0 if review.unit == POINTS else 0.1
    most = max((grade.regret for each in review.decisions if (grade := each.grade(hindsight))), default=0.0)
    return [0.0, 1.3 * max(most, least)]


def _heading(title: str, y: float) -> dict[str, Any]:
    return {
        "text": title, "x": 0, "y": y, "xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom",
        "showarrow": False, "font": {"color": ON_HOUSE, "size": 13},
    }  # fmt: skip
