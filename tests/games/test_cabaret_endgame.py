"""The end of a round solved exactly: against brute force that plays by the rules alone, on both backends."""

from __future__ import annotations

import random
from typing import Any

import pytest

from theatre_lab.core.compiled import can_compile, compiled_backend
from theatre_lab.games.cabaret import CABARET, rules, show_state
from theatre_lab.games.cabaret.cards import GENRES, LETTERS
from theatre_lab.games.cabaret.endgame import (
    SEARCH_CARDS,
    STACK,
    cards_left,
    gains_of,
    is_solvable,
    look_ahead,
    solve_action,
)

SHOWS = {2: (1, 2, 3, 4), 3: (1, 2, 3), 4: (1, 2), 5: (1,), 6: (1,)}


def position(seed: int) -> Any:
    """The end of a round with open cards: full hands and cards too many, few mimes, sometimes a show begun."""
    rng = random.Random(seed)
    players = rng.choice([2, 2, 3, 3, 3, 4, 4, 5, 6])
    shows = rng.choice(SHOWS[players])
    ranks = rng.choice([range(1, 13), range(8, 13)])
    deck = [f"{LETTERS[genre]}{rank}" for genre in range(players) for rank in ranks]
    rng.shuffle(deck)
    hands = [[deck.pop() for _ in range(shows + rng.choice([0, 0, 1]))] for _ in range(players)]
    s = show_state(
        GENRES[:players],
        hands,
        mimes=[rng.choice([0, 0, 1, 3]) for _ in range(players)],
        changed={"cancel": rng.choice([1, 1, 0]), "mime": rng.choice([2, 2, -3])},
        all_genres=rng.random() < 0.4,
        rounds=rng.choice([1, 3]),
        leader=rng.randrange(players),
    )
    s.show_index = 12 - shows
    for _ in range(rng.randrange(players)):
        rules.apply(s, rng.choice(CABARET.legal_actions(s)))
    return s


def brute(s: Any, round_index: int) -> tuple[list[int], int]:
    """Everyone's score at the end of the round and the first best action, by trying everything on copies."""
    if rules.is_over(s) or s.round_index != round_index:
        return CABARET.scores(s), -1
    best: tuple[int, list[int], int] | None = None
    for action in CABARET.legal_actions(s):
        after = s.copy()
        rules.apply(after, action)
        scores, _ = brute(after, round_index)
        lead = s.players * scores[s.turn] - sum(scores)
        if best is None or lead > best[0]:
            best = (lead, scores, action)
    assert best is not None
    return best[1], best[2]


def pile_points(s: Any, seat: int) -> int:
    return int(CABARET.view(s, seat).as_dict()["pile_points"][seat])


@pytest.mark.parametrize("seed", range(60))
def test_the_solver_finds_what_brute_force_finds(seed: int) -> None:
    s = position(seed)
    before, stack = s.copy(), [0] * STACK
    assert is_solvable(s)
    scores, action = brute(s, s.round_index)
    assert solve_action(s, stack) == action
    assert s == before, "the solver left traces"
    found = [CABARET.scores(s)[p] + pile_points(s, p) + gains_of(stack[0], p) for p in range(s.players)]
    assert found == scores


def test_the_positions_hold_what_is_hard() -> None:
    """Mimes that must be played, shortages and cancelled shows occur among the positions that are compared."""
    forced = shortages = cancelled = 0
    for seed in range(60):
        s = position(seed)
        while not rules.is_over(s) and rules.chance(s, [0] * 72) < 0:
            actions = CABARET.legal_actions(s)
            if actions == [rules.MIME]:
                forced += 1
                shortages += s.mimes[s.turn] == 0
            rules.apply(s, actions[-1])
            cancelled += s.turn == s.leader and s.last_winner == 0
    assert forced >= 20
    assert shortages >= 10
    assert cancelled >= 2


@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
def test_compiled_and_on_lists_it_is_the_same() -> None:
    backend = compiled_backend(CABARET)
    for seed in range(40):
        s = position(seed)
        stack, compiled_stack = [0] * STACK, backend.integers(STACK)
        assert backend.rules.solve_action(backend.world(s), compiled_stack) == solve_action(s, stack)
        assert [gains_of(compiled_stack[0], p) for p in range(6)] == [gains_of(stack[0], p) for p in range(6)]


def test_hidden_hands_long_endings_and_huge_stars_are_not_taken_on() -> None:
    s = position(3)
    assert is_solvable(s)
    rules.conceal(s, s.turn)
    assert not is_solvable(s)
    whole = show_state(["Singers", "Actors"], [[f"S{i}" for i in range(1, 13)], [f"A{i}" for i in range(1, 13)]])
    assert not is_solvable(whole)
    huge = show_state(
        ["Singers", "Actors"], [["S1"], ["A1"]], stars=[99] * 12, changed={"own_genre": 10}, all_genres=True
    )
    huge.show_index = 11
    assert not is_solvable(huge)


def test_looking_ahead_plays_the_round_to_its_end_or_not_at_all() -> None:
    ended = 0
    for seed in range(30):
        s = position(seed)
        near = cards_left(s) <= SEARCH_CARDS[s.players]
        scores, _ = brute(s, s.round_index)
        before = s.copy()
        look_ahead(s, [0] * 72)
        if near:
            assert CABARET.scores(s) == scores
            assert s.round_index == before.round_index + 1
            ended += 1
        else:
            assert s == before
    assert ended > 20
