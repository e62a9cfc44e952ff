"""What the sensible player of playouts does otherwise than the one that level medium plays by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from theatre_lab.bots import choose, get_bot
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.stream import new_stream, shuffle
from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state, rules
from theatre_lab.games.mythic_circus.policy import greedy_action, policy_action

Play = Callable[[Any, Any, Any], Any]


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


def share_of_wins(games: int) -> float:
    """What `policy_action` wins of games of two against `greedy_action`, every deal in both seats."""
    out, cards, won = [0] * MYTHIC_CIRCUS.max_actions, [0] * MYTHIC_CIRCUS.max_cards, 0
    for game in range(games):
        rng, seat = new_stream(game // 2), game % 2
        s = MYTHIC_CIRCUS.new_state(2, MYTHIC_CIRCUS.check_options(2, {}), MYTHIC_CIRCUS.check_rules(None))
        while not rules.is_over(s):
            n = rules.chance(s, cards)
            if n >= 0:
                shuffle(cards, n, rng)
                rules.set_chance(s, cards, n)
            else:
                play = policy_action if rules.to_move(s) == seat else greedy_action
                rules.apply(s, int(play(s, out, rng)))
        won += rules.payoff(s, seat)
    return won / WHOLE_WIN / games


def test_the_player_of_playouts_beats_the_greedy_one() -> None:
    assert share_of_wins(300) > 0.55
