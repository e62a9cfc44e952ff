"""What the sensible player of playouts does otherwise than the one that level medium plays by."""

from __future__ import annotations

from typing import Any

import pytest
from games.duel import Play, share_of_wins

from theatre_lab.bots import choose, get_bot
from theatre_lab.core.stream import new_stream
from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state
from theatre_lab.games.mythic_circus.policy import greedy_action, policy_action


def chosen(play: Play, **told: Any) -> str:
    s = circus_state(**told)
    return MYTHIC_CIRCUS.action_text(s, int(play(s, [0] * MYTHIC_CIRCUS.max_actions, new_stream(1))))


@pytest.mark.parametrize(
    ("vp", "stage", "patient", "greedy"),
    [
        (0, ["Unicorn"], "pass", "pass"),
        (0, ["Unicorn", "Phoenix", "Daring Gnome"], "perform", "perform"),
        (6, ["Unicorn", "Phoenix", "Daring Gnome"], "pass", "perform"),
        (6, ["Unicorn", "Unicorn", "Phoenix"], "perform", "perform"),
        (8, ["Unicorn", "Phoenix", "Daring Gnome"], "perform", "perform"),
        (9, ["Unicorn"], "perform", "perform"),
    ],
)
def test_near_the_end_a_small_show_waits_unless_it_wins(vp: int, stage: list[str], patient: str, greedy: str) -> None:
    """MC-F1: 11 TP earn 2 VP, 16 earn 3."""
    told = {"vp": [vp, 0], "stage": stage, "phase": "begin"}
    assert (chosen(policy_action, **told), chosen(greedy_action, **told)) == (patient, greedy)


@pytest.mark.parametrize("name", ["greedy", "medium"])
def test_bots_that_do_not_search_play_the_greedy_way(name: str) -> None:
    s = circus_state(vp=[6, 0], stage=["Unicorn", "Phoenix", "Daring Gnome"], phase="begin")
    view = MYTHIC_CIRCUS.view(s, 0)
    assert MYTHIC_CIRCUS.action_text(s, int(choose(get_bot(name, 1), view))) == "perform"


def test_the_player_of_playouts_beats_the_greedy_one() -> None:
    assert share_of_wins(MYTHIC_CIRCUS, policy_action, greedy_action, 300) > 0.55
