"""The three hiring plans: legal in every position, seen from the view alone, and different from one another."""

from __future__ import annotations

from collections import Counter

import pytest

import theatre_lab as tl
from theatre_lab.bots import choose
from theatre_lab.bots.plans import PLANS, faun_parade, golem_foundry, wolf_pack
from theatre_lab.core.match import Match
from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state
from theatre_lab.lab.simulate import play_game


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_plan_plays_whole_games(plan: object, players: int) -> None:
    match = play_game(MYTHIC_CIRCUS, [plan] * players, seed=players, options={})
    assert match.is_over
    assert max(match.scores) >= 10


def hires(match: Match, player: int) -> Counter[str]:
    return Counter(p.text.removeprefix("hire ") for p in match.history if p.player == player and "hire" in p.text)


def test_each_plan_hires_its_own_troupe() -> None:
    match = play_game(MYTHIC_CIRCUS, [golem_foundry, faun_parade, wolf_pack], seed=5, options={})
    golems, fauns, wolves = (hires(match, player) for player in range(3))
    assert golems["Golem"] > fauns["Golem"]
    assert fauns["Faun"] > golems["Faun"] + wolves["Faun"]
    assert wolves["Werewolf"] > golems["Werewolf"] + fauns["Werewolf"]


def test_the_parade_waits_for_two_points_unless_one_wins() -> None:
    small = {"stage": ["Unicorn"], "phase": "begin"}
    assert faun_parade(MYTHIC_CIRCUS.view(circus_state(**small), 0)) == "pass"
    assert faun_parade(MYTHIC_CIRCUS.view(circus_state(vp=[9, 0], **small), 0)) == "perform"
    large = circus_state(stage=["Unicorn", "Unicorn"], phase="begin")
    assert faun_parade(MYTHIC_CIRCUS.view(large, 0)) == "perform"


def test_nobody_is_hired_beyond_the_plan() -> None:
    rich = circus_state(discard=["Golem"] * 3, labor=["Golem", "Golem"], supply={"Mermaid": 0}, phase="hire")
    view = MYTHIC_CIRCUS.view(rich, 0)
    assert golem_foundry(view) == "hire Fairy"
    poor = circus_state(discard=["Golem"] * 3, labor=["Golem"], phase="hire")
    assert choose(golem_foundry, MYTHIC_CIRCUS.view(poor, 0)) == MYTHIC_CIRCUS.parse_action(poor, "end")


def test_a_plan_is_found_by_its_name() -> None:
    names = ["theatre_lab.bots.plans:wolf_pack", "greedy"]
    assert tl.simulate("mythic-circus", names, games=2, seed=1).bots[0].played == 2
