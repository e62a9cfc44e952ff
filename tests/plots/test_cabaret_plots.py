"""Cabaret's plots show the game that was played."""

from __future__ import annotations

import random

import pytest

from theatre_lab import plots
from theatre_lab.api import new_match
from theatre_lab.core.errors import BadInput
from theatre_lab.core.match import Match
from theatre_lab.lab.chances import win_chances


@pytest.fixture(scope="module")
def played() -> Match:
    """A random game of four, two rounds, with mimes."""
    match = new_match("cabaret", ["Ann", "Ben", "Cy", "Dee"], seed=8, rounds=2)
    rng = random.Random(3)
    while not match.is_over:
        match.play(rng.choice(match.legal_actions()))
    return match


def test_bars_add_up_to_what_the_rounds_scored(played: Match) -> None:
    chart = plots.points_by_show(played)
    for player, name in enumerate(played.names):
        bars = [trace for trace in chart.data if trace.legendgroup == str(player)]
        performers = sum(sum(trace.y) for trace in bars if not trace.name.endswith("mimes"))
        assert performers == sum(part.points for part in played.breakdown(player) if part.rule == "CB-E1"), name


def test_every_show_is_drawn_once_and_tells_its_cards(played: Match) -> None:
    chart = plots.points_by_show(played)
    shows = [show for trace in chart.data if not trace.name.endswith("mimes") for show in trace.x]
    assert len(shows) == len(set(shows))
    empty = 24 - len(shows)
    assert ("nobody" in repr(chart)) == (empty > 0)
    assert all(
        f"Show {show}:" in text for trace in chart.data for show, text in zip(trace.x, trace.hovertext, strict=True)
    )


def test_mimes_and_hands_run_as_they_did(played: Match) -> None:
    chart = plots.hands_and_mimes(played)
    mimes = [trace for trace in chart.data if trace.yaxis == "y"]
    hands = [trace for trace in chart.data if trace.yaxis == "y2"]
    assert [trace.y[-1] for trace in mimes] == played.state.mimes[:4]
    assert [trace.y[-1] for trace in hands] == played.state.hand_size[:4]
    for player, (own, hand) in enumerate(zip(mimes, hands, strict=True)):
        played_mimes = sum(ply.text == "mime" for ply in played.history if ply.player == player)
        assert sum(size == 10 for size in own.marker.size) == played_mimes
        assert hand.y[11] + hand.y[23] == played_mimes


def test_chances_are_shares_and_end_with_the_winner(played: Match) -> None:
    plies = [0, 48, 92, 96]
    chances = win_chances(played, plies, games=6, seed=1)
    assert all(sum(each) == pytest.approx(1) for each in chances)
    assert [player for player in range(4) if chances[-1][player] > 0] == played.winners
    assert chances == win_chances(played, plies, games=6, seed=1)


def test_the_chart_of_chances_has_a_point_before_every_show() -> None:
    match = new_match("cabaret", ["Ann", "Ben"], seed=3, rounds=1)
    for _ in range(5):
        match.play(match.legal_actions()[0])
    chart = plots.win_chance_over_shows(match, games=3)
    assert [list(trace.x) for trace in chart.data] == [[1, 2, 3], [1, 2, 3]]
    assert all(0 <= value <= 1 for trace in chart.data for value in trace.y)


def test_what_cannot_be_drawn_is_said() -> None:
    with pytest.raises(BadInput, match="no show of this game is finished"):
        plots.points_by_show(new_match("cabaret", 3, seed=1))
    with pytest.raises(BadInput, match="for Cabaret, not for Overture"):
        plots.hands_and_mimes(new_match("overture", 2, seed=1))
    with pytest.raises(BadInput, match="plies must be numbers from 0 to 0"):
        win_chances(new_match("cabaret", 3, seed=1), [1])
