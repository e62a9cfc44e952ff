"""Plots of Mythic Circus: their numbers are the game's, they read as text, and other games are refused."""

from __future__ import annotations

import pytest

import theatre_lab as tl
from theatre_lab import plots
from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.core.match import Match
from theatre_lab.teach import demonstration


@pytest.fixture(scope="module")
def played() -> Match:
    match = demonstration(tl.new_match("mythic-circus", ["Ann", "<b>Ben</b>", "Cleo"], seed=6))
    match.names = ["Ann", "<b>Ben</b>", "Cleo"]
    return match


def texts(match: Match, player: int, verb: str) -> list[str]:
    return [ply.text.removeprefix(f"{verb} ") for ply in match.history if ply.player == player and verb in ply.text]


def test_points_and_shows_are_those_of_the_game(played: Match) -> None:
    chart = plots.shows_over_turns(played)
    points = [trace for trace in chart.data if trace.yaxis is None]
    below = [trace for trace in chart.data if trace.yaxis == "y2"]
    assert [trace.y[-1] for trace in points] == played.scores
    for player in range(3):
        stars = sum(symbol == "star" for symbol in below[player].marker.symbol)
        assert stars == texts(played, player, "perform").count("perform") > 0
        assert repr(chart).splitlines()[1 + player].count("TP") == stars
    assert "<b>Ben" not in points[1].name
    assert not any("<b>Ben" in hover for hover in points[1].hovertext)


def test_the_troupe_ends_as_the_game_left_it(played: Match) -> None:
    for player in range(3):
        chart = plots.deck_over_turns(played, player)
        ends = {trace.name: trace.y[-1] for trace in chart.data if trace.y[-1]}
        assert ends == played.view(player).as_dict()["seats"][player]["owned"]


def test_every_hire_has_its_mark(played: Match) -> None:
    chart = plots.hires_over_turns(played)
    for player, trace in enumerate(chart.data):
        assert sorted(trace.y) == sorted(texts(played, player, "hire"))
    assert f"Ann {len(texts(played, 0, 'hire'))}" in repr(chart)


def test_what_workers_brought_adds_up(played: Match) -> None:
    chart = plots.worker_earnings(played, 1)
    shown, labor = chart.data
    paid = 0
    for ply, after in zip(played.history, [*(ply.before for ply in played.history), played.state][1:], strict=True):
        if ply.player == 1 and ply.text.startswith("labor "):
            paid += after.points - ply.before.points
    assert sum(labor.x) == paid > 0
    told = plots.shows_over_turns(played).data[3]
    assert sum(shown.x) == sum(tp for tp, hover in zip(told.y, told.hovertext, strict=True) if "VP<br>" in hover)


def test_other_games_and_players_are_refused(played: Match) -> None:
    with pytest.raises(BadInput, match="of Mythic Circus, not of Overture"):
        plots.shows_over_turns(tl.new_match("overture", theatre="rotunda", seed=1))
    for plot in (plots.deck_over_turns, plots.worker_earnings):
        with pytest.raises(OptionError, match="player"):
            plot(played, 3)
