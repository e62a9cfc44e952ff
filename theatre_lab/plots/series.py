"""Plots of many games: rates and ratings with their intervals, and how they narrow with the number of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import expect_choice, show
from theatre_lab.games import get_game
from theatre_lab.lab.compare import Comparison
from theatre_lab.lab.intervals import wilson_of_deals
from theatre_lab.lab.ratings import Ladder
from theatre_lab.lab.results import Simulation, by_deal
from theatre_lab.plots.scores import hatching
from theatre_lab.plots.theme import COLOURS, GOLD, MARKERS, ON_HOUSE, QUIET, Chart, escape

__all__ = ["compare_bots", "compare_seats", "differences", "interval_over_games", "mean_points", "rating_ladder"]

Row = tuple[str, float, float, float]
"""A name, a number, and the two ends of its 95 % interval."""
Measure = Literal["win_rate", "score"]


def compare_bots(result: Simulation, measure: Measure = "win_rate") -> Chart:
    """The bots of a simulation side by side: win rate or mean score, with its 95 % interval.

    >>> from theatre_lab.lab.simulate import simulate
    >>> compare_bots(simulate("overture", ["greedy", "random"], games=4, seed=1, options={"theatre": "rotunda"}))
    Win rate: Overture, 4 games, lines show 95 % intervals
      greedy: 100% (28% to 100%)
      random: 0% (0% to 72%)
    """
    return _compared(result, measure, by_seat=False)


def compare_seats(result: Simulation, measure: Measure = "win_rate") -> Chart:
    """What each seat brought whoever sat in it: with equal bots, the advantage of a seat. The line is a fair share.

    The games of a deal count as one trial.

    >>> from theatre_lab.lab.simulate import simulate
    >>> compare_seats(simulate("overture", ["greedy", "greedy"], games=4, seed=1, options={"theatre": "rotunda"}))
    Win rate: Overture, 4 games, lines show 95 % intervals
      seat 1: 50% (8% to 92%)
      seat 2: 50% (8% to 92%)
    """
    chart = _compared(result, measure, by_seat=True)
    if measure == "win_rate":
        chart.add_vline(1 / len(result.bots), line={"color": GOLD, "dash": "dot", "width": 1.5})
    return chart


def _compared(result: Simulation, measure: Measure, *, by_seat: bool) -> Chart:
    expect_choice("measure", measure, ("win_rate", "score"))
    _expect_simulation(result)
    summaries = result.by_seat() if by_seat else result.bots
    if measure == "win_rate":
        rows = [(row.bot, row.win_rate, row.win_low, row.win_high) for row in summaries]
        axis = {"title": {"text": "share of wins"}, "tickformat": ".0%", "range": [-0.02, 1.02]}
        told, title = "{:.0%}", "Win rate"
    else:
        rows = [(row.bot, row.score, row.score_low, row.score_high) for row in summaries]
        axis, told, title = {"title": {"text": "mean score"}}, "{:.1f}", "Mean score"
    subtitle = f"{get_game(result.game).title}, {result.games} games, lines show 95 % intervals"
    return _dots(rows, told, axis, title, subtitle)


def _expect_simulation(result: object) -> None:
    if not isinstance(result, Simulation):
        raise BadInput(f"this plot takes what simulate() returned, not {show(result)}")


def differences(comparison: Comparison, measure: Measure = "win_rate") -> Chart:
    """The second run less the first, for each bot or seat: what crosses the line may be luck.

    >>> from theatre_lab.lab.compare import compare
    >>> from theatre_lab.lab.simulate import simulate
    >>> runs = [simulate("overture", [bot, "random"], games=20, seed=1) for bot in ("easy", "greedy")]
    >>> print(repr(differences(compare(*runs), "score")).splitlines()[0])
    Change of the mean score: Overture, second run less first, lines show 95 % intervals
    """
    expect_choice("measure", measure, ("win_rate", "score"))
    if not isinstance(comparison, Comparison):
        raise BadInput(f"this plot takes what compare() returned, not {show(comparison)}")
    if measure == "win_rate":
        rows = [(row.name, row.win_rate, row.win_low, row.win_high) for row in comparison.differences]
        told, ticks, title, label = "{:+.1%}", "+.0%", "win rate", "share of wins"
    else:
        rows = [(row.name, row.score, row.score_low, row.score_high) for row in comparison.differences]
        told, ticks, title, label = "{:+.1f}", "+~g", "mean score", "mean score"
    axis = {"title": {"text": f"change of the {label}"}, "tickformat": ticks}
    subtitle = f"{get_game(comparison.game).title}, second run less first, lines show 95 % intervals"
    chart = _dots(rows, told, axis, f"Change of the {title}", subtitle)
    chart.add_vline(0, line={"color": GOLD, "dash": "dot", "width": 1.5})
    return chart


def rating_ladder(ladder: Ladder) -> Chart:
    """The ratings of a ladder with their 95 % intervals, the strongest on top.

    >>> from theatre_lab.lab.ratings import Ladder
    >>> from theatre_lab.bots.ratings import Rating
    >>> rating_ladder(Ladder("overture", (Rating("hard", 1312.4, 1250, 1380), Rating("easy", 1000, 1000, 1000)), (), 0))
    Ratings: Overture, easy stands at 1000, lines show 95 % intervals
      hard: 1312 (1250 to 1380)
      easy: 1000 (1000 to 1000)
    """
    if not isinstance(ladder, Ladder):
        raise BadInput(f"this plot takes what ladder() returned, not {show(ladder)}")
    rows = [(row.bot, row.rating, row.low, row.high) for row in ladder.ratings]
    subtitle = f"{get_game(ladder.game).title}, {ladder.held} stands at 1000, lines show 95 % intervals"
    return _dots(rows, "{:.0f}", {"title": {"text": "rating"}}, "Ratings", subtitle)


def _dots(rows: Sequence[Row], told: str, axis: dict[str, Any], title: str, subtitle: str) -> Chart:
    """A point and an interval a row, from top to bottom."""

    def tell(number: float) -> str:
        text = told.format(number)
        return text.replace("-", "−" if any(digit in text for digit in "123456789") else "")

    words = [f"{name}: {tell(mid)} ({tell(low)} to {tell(high)})" for name, mid, low, high in rows]
    data = [
        {
            "type": "scatter",
            "mode": "markers+text",
            "y": [f"{escape(name)}  #{i + 1}" if _is_twin(name, rows) else escape(name)],
            "x": [mid],
            "text": [tell(mid)],
            "textposition": "top center",
            "cliponaxis": False,
            "error_x": {"type": "data", "array": [high - mid], "arrayminus": [mid - low], "thickness": 2, "width": 6},
            "marker": {"size": 13, "color": COLOURS[i % len(COLOURS)], "symbol": MARKERS[i % len(MARKERS)]},
            "hovertext": [escape(words[i])],
            "hoverinfo": "text",
            "textfont": {"color": ON_HOUSE},
        }
        for i, (name, mid, low, high) in enumerate(rows)
    ]
    layout = {
        "height": 150 + 60 * len(rows),
        "showlegend": False,
        "xaxis": axis,
        "yaxis": {"range": [len(rows) - 0.5, -0.7]},
    }
    return Chart(data, layout, title=title, subtitle=subtitle, words=words)


def _is_twin(name: str, rows: Sequence[Row]) -> bool:
    return sum(row[0] == name for row in rows) > 1


def mean_points(results: Mapping[str, Simulation]) -> Chart:
    """What each rule brings a player in a game on average, in several simulations of one game side by side.

    `results` maps names to simulations. BadInput when there is none, or when they are of different games.

    >>> from theatre_lab.lab.simulate import simulate
    >>> plain = simulate("overture", ["greedy", "greedy"], games=2, seed=1, options={"theatre": "rotunda"})
    >>> print(repr(mean_points({"as printed": plain})).splitlines()[0])
    Mean points by rule: as printed 60.2
    """
    if not isinstance(results, Mapping):
        raise BadInput(
            f"this plot takes simulations by name, such as {{'as printed': simulate(...)}}, not {show(results)}"
        )
    for result in results.values():
        _expect_simulation(result)
    games = {result.game for result in results.values()}
    if len(games) != 1:
        raise BadInput("the simulations to compare must be of one game, and one at least")
    clauses = get_game(games.pop()).clauses
    means = {name: result.mean_points() for name, result in results.items()}
    used = [clause for clause in clauses if any(clause in each for each in means.values())]
    rows = [f"{escape(clauses[clause].title)}  <span style='color:{QUIET}'>{clause}</span>" for clause in used]
    data = [
        {
            "type": "bar",
            "orientation": "h",
            "name": escape(name),
            "y": rows,
            "x": [each.get(clause, 0.0) for clause in used],
            "text": [_mean(each.get(clause, 0.0)) for clause in used],
            "textposition": "outside",
            "cliponaxis": False,
            "hoverinfo": "text",
            "hovertext": [f"{escape(name)}: {_mean(each.get(c, 0.0))} by {c} {clauses[c].title}" for c in used],
            "marker": {"color": COLOURS[i % len(COLOURS)], "pattern": hatching(i)},
        }
        for i, (name, each) in enumerate(means.items())
    ]
    layout = {
        "yaxis": {"autorange": "reversed", "ticks": "outside", "ticklen": 7, "tickcolor": "rgba(0,0,0,0)"},
        "xaxis": {"title": {"text": "points a game"}, "zeroline": True},
        "height": 150 + len(used) * (20 + 18 * len(means)),
        "showlegend": len(means) > 1,
    }
    words = [
        f"{clauses[c].title} ({c}): " + ", ".join(f"{name} {_mean(each.get(c, 0.0))}" for name, each in means.items())
        for c in used
    ]
    subtitle = ", ".join(f"{name} {sum(each.values()):.1f}".replace("-", "−") for name, each in means.items())
    return Chart(data, layout, title="Mean points by rule", subtitle=subtitle, words=words)


def _mean(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")


def interval_over_games(result: Simulation, bot: int = 0) -> Chart:
    """A bot's win rate after so many games, with its 95 % interval: how many games are enough?

    `bot` counts the bots from 0. BadInput when there is no such bot.

    >>> from theatre_lab.lab.simulate import simulate
    >>> interval_over_games(simulate("overture", ["greedy", "random"], games=8, seed=1))
    Win rate of greedy after so many games: Overture, the band is the 95 % interval
      8 games: 100% (46% to 100%)
    """
    _expect_simulation(result)
    if type(bot) is not int or not 0 <= bot < len(result.bots):
        raise BadInput(f"bots are counted from 0 to {len(result.bots) - 1}; there is no bot {bot!r}")
    shares, deals = [game.win_of(bot) for game in result.results], [game.deal for game in result.results]
    deal = max(Counter(deals).values())  # a step ends with a deal
    steps = sorted({min(-(-round(len(shares) * k / 60) // deal) * deal, len(shares)) for k in range(1, 61)} - {0})
    rates = [sum(shares[:n]) / n for n in steps]
    ends = [wilson_of_deals(by_deal(shares[:n], deals[:n])) for n in steps]
    ends = [(min(low, rate), max(high, rate)) for rate, (low, high) in zip(rates, ends, strict=True)]
    told = [
        f"{n} games: {rate:.0%} ({low:.0%} to {high:.0%})"
        for n, rate, (low, high) in zip(steps, rates, ends, strict=True)
    ]
    hover = {"hovertext": told, "hoverinfo": "text"}
    line = {"type": "scatter", "mode": "lines", "x": steps}
    band = {"color": QUIET, "width": 1}
    data = [
        {**line, "y": [low for low, _ in ends], "line": band, "hoverinfo": "skip", "name": "from"},
        {
            **line, "y": [high for _, high in ends], "line": band, "hoverinfo": "skip", "name": "to",
            "fill": "tonexty", "fillcolor": "rgba(185, 194, 220, 0.25)",
        },
        {**line, **hover, "y": rates, "line": {"color": GOLD, "width": 2.5}, "name": "win rate"},
    ]  # fmt: skip
    layout = {
        "height": 360,
        "showlegend": False,
        "xaxis": {"title": {"text": "games"}, "rangemode": "tozero"},
        "yaxis": {"title": {"text": "share of wins"}, "tickformat": ".0%", "range": [-0.02, 1.02]},
    }
    quarters = sorted({steps[len(steps) * k // 4 - 1] for k in range(1, 5)}) if len(steps) >= 16 else [steps[-1]]
    words = [told[steps.index(n)] for n in quarters]
    title = f"Win rate of {escape(result.bots[bot].bot)} after so many games"
    subtitle = f"{get_game(result.game).title}, the band is the 95 % interval"
    return Chart(data, layout, title=title, subtitle=subtitle, words=words)
