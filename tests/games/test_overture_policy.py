"""Overture's players made of rules: gains are exact, choices legal, and each plays better than the one before."""

from __future__ import annotations

import random

import pytest

from theatre_lab.bots import get_bot
from theatre_lab.core.stream import new_stream
from theatre_lab.games import get_game
from theatre_lab.games.overture import policy, rules, scoring
from theatre_lab.games.overture.policy import WIDTH, candidates, policy_action, seating_gain
from theatre_lab.games.overture.theatres import SEATS, THEATRE_IDS

GAME = get_game("overture")


def new_state(players: int, theatre: str, seed: int, changed: dict[str, int] | None = None) -> rules.State:
    state = GAME.new_state(players, {"theatre": theatre}, GAME.check_rules(changed))
    GAME.resolve_chance(state, new_stream(seed))
    return state


@pytest.mark.parametrize("theatre", THEATRE_IDS)
@pytest.mark.parametrize("is_changed", [False, True])
def test_a_gain_is_the_difference_of_scores(theatre: str, is_changed: bool) -> None:
    luck = random.Random(7)
    changed = {number.key: luck.randint(-5, 5) for number in GAME.rule_numbers} if is_changed else None
    s = new_state(2, theatre, 1, changed)
    for _ in range(40):
        board = [0] * len(s.board[0])
        for seat in range(SEATS[s.theatre]):
            if luck.random() < 0.6:
                board[seat] = luck.choice([luck.randrange(5, 40), 15, 20, 25, 35, 30])
        for seat in range(SEATS[s.theatre]):
            if board[seat] == 0:
                card = luck.randrange(5, 40)
                before = scoring.board_points(s, board)
                gain = seating_gain(s, board, card, seat)
                assert board[seat] == 0
                board[seat] = card
                assert scoring.board_points(s, board) - before == gain
                board[seat] = 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_choices_and_candidates_are_legal(players: int) -> None:
    s, rng = new_state(players, "dinner-playhouse", players), new_stream(players)
    out = [0] * GAME.max_actions
    while not rules.is_over(s):
        legal = GAME.legal_actions(s)
        looked_at = out[: candidates(s, out, rng)]
        assert looked_at
        assert len(set(looked_at)) == len(looked_at)
        assert set(looked_at) <= set(legal)
        if s.phase == rules.SEATING:
            assert len(looked_at) == min(WIDTH, len(legal))
        action = policy_action(s, out, rng)
        assert action in legal
        rules.apply(s, action)


def test_the_policys_seating_leads_the_candidates() -> None:
    s, rng = new_state(2, "blackbox", 3), new_stream(1)
    out = [0] * GAME.max_actions
    while not rules.is_over(s):
        action = policy_action(s, out, rng)
        if s.phase == rules.SEATING:
            weights = policy.WEIGHTS
            candidates(s, out, rng)
            assert policy.action_value(s, weights, action) == policy.action_value(s, weights, out[0])
        rules.apply(s, action)


def test_the_first_of_two_draws_is_blind() -> None:
    s = new_state(2, "rotunda", 2)
    out = [0] * GAME.max_actions
    assert out[: candidates(s, out, new_stream(1))] == [rules.DRAW_DECK]
    assert policy_action(s, out, new_stream(1)) == rules.DRAW_DECK


def mean_score(play: object, games: int) -> float:
    total = 0
    for game in range(games):
        s, rng = new_state(2, THEATRE_IDS[game % 8], game), new_stream(game)
        out = [0] * GAME.max_actions
        while not rules.is_over(s):
            rules.apply(s, play(s, out, rng))  # type: ignore[operator]
        total += rules.score(s, 0) + rules.score(s, 1)
    return total / (2 * games)


def test_weighing_prospects_beats_gains_alone_which_beat_luck() -> None:
    def at_random(s: rules.State, out: list[int], rng: list[int]) -> int:
        return GAME.legal_actions(s)[rng[0] % len(GAME.legal_actions(s))] if policy.below(rng, 2) >= 0 else 0

    luck, greedy, weighing = (mean_score(play, 16) for play in (at_random, policy.greedy_action, policy_action))
    assert luck + 10 < greedy
    assert greedy + 3 < weighing


def test_the_greedy_bot_looks_at_gains_alone() -> None:
    s = new_state(2, "ziegfeld-runway", 5)
    view = GAME.view(s, 0)
    expected = policy.greedy_action(s.copy(), [0] * GAME.max_actions, new_stream(4))
    assert get_bot("greedy", 4)(view) == expected
