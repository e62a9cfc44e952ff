"""Sequential halving: the iterations all go out, the better half goes on, and few or none left do no harm."""

from __future__ import annotations

import dataclasses
import itertools
import math
import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theatre_lab.bots import analyse, get_bot
from theatre_lab.bots.search import Weights
from theatre_lab.bots.trees import Root, Tree, halve, rounds
from theatre_lab.core.compiled import can_compile, compiled_backend, list_backend
from theatre_lab.core.errors import OptionError
from theatre_lab.core.match import Match
from theatre_lab.games import get_game

GAME = get_game("cabaret")
VIEW = Match(GAME, 2, rounds=1, seed=1).view(0)
WINS_ALONE = (0.7, 1.0, 0.0, 0.0)


def root(stop: int = 0) -> Root:
    return Root(list_backend(GAME), VIEW.state, 0, False, WINS_ALONE, [5], [stop])


class ScriptedTree(Tree):
    """Its action is worth what a list says, whatever is played."""

    root: Scripted

    def __init__(self, root: Scripted, action: int) -> None:
        self.root, self.action, self._count = root, action, 0
        self.bounds = [0.0, 1.0]

    @property
    def visits(self) -> int:
        return self._count

    def value(self, bounds: Any) -> float:
        return self.root.worth[self.action - 1] if self._count else -1.0

    def grow(self, iterations: int, scratch: object) -> None:
        self.root.look(self.action)
        self._count += iterations
        self.root.told.extend([self.action] * iterations)


@dataclasses.dataclass(frozen=True)
class Scripted(Root):
    """A root whose actions, numbered from 1, are worth what a list says; it notes what was looked at."""

    worth: tuple[float, ...] = ()
    told: list[int] = dataclasses.field(default_factory=list)
    look: Callable[[int], object] = id

    def trees(self, actions: Any, iterations: int) -> list[Tree]:
        return [ScriptedTree(self, action) for action in actions]


def scripted(*worth: float, look: Callable[[int], object] = id) -> Scripted:
    fields = {field.name: getattr(root(), field.name) for field in dataclasses.fields(Root)}
    return Scripted(**fields, worth=worth, look=look)


def halved(script: Scripted, iterations: int, **how: Any) -> list[tuple[int, int]]:
    """The actions, the best first, and how often each was looked at."""
    return [(tree.action, tree.visits) for tree in halve(script, range(1, 1 + len(script.worth)), iterations, **how)]


@settings(deadline=None, max_examples=25)
@given(iterations=st.integers(0, 90))
def test_all_iterations_are_spent_and_none_more(iterations: int) -> None:
    trees = halve(root(), VIEW.actions(), iterations)
    assert sum(tree.visits for tree in trees) == iterations
    assert sorted(tree.action for tree in trees) == sorted(VIEW.actions())
    assert bool(trees[0].visits) == bool(iterations)


@given(st.integers(1, 40), st.integers(0, 3000), st.booleans())
def test_rounds_hold_all_iterations_and_halve_the_field(actions: int, iterations: int, even: bool) -> None:
    plan = list(rounds(actions, iterations, even=even))
    assert sum(share for _, share in plan) == iterations
    assert all(share > 0 for _, share in plan)
    sizes = [size for size, _ in plan]
    assert sizes[:1] == [actions][: len(plan)]
    assert all(after == (before + 1) // 2 for before, after in itertools.pairwise(sizes))
    if iterations >= 40 * actions:
        assert sizes[-1] == (actions if even else min(actions, 2))


def test_the_better_half_goes_on_until_two_are_left() -> None:
    script = scripted(0.1, 0.9, 0.3, 0.8, 0.2, 0.7, 0.4, 0.6)
    assert halved(script, 240) == [(2, 70), (4, 70), (6, 30), (8, 30), (7, 10), (3, 10), (5, 10), (1, 10)]
    assert set(script.told[:80]) == {1, 2, 3, 4, 5, 6, 7, 8}
    assert set(script.told[80:160]) == {2, 4, 6, 8}
    assert set(script.told[160:]) == {2, 4}


def test_an_odd_one_goes_on_too() -> None:
    assert halved(scripted(0.5, 0.4, 0.3, 0.2, 0.1), 90) == [(1, 31), (2, 31), (3, 16), (4, 6), (5, 6)]


def test_evenly_means_one_round_and_still_the_best_one() -> None:
    assert halved(scripted(0.1, 0.2, 0.9), 30, even=True) == [(3, 10), (2, 10), (1, 10)]


def test_few_iterations_choose_among_those_that_were_looked_at() -> None:
    assert halved(scripted(0.1, 0.4, 0.2, 0.9), 3) == [(2, 1), (3, 1), (1, 1), (4, 0)]


def test_what_was_stopped_before_it_began_knows_nothing() -> None:
    trees = halve(root(stop=1), VIEW.actions(), 500)
    assert sum(tree.visits for tree in trees) == 0
    assert trees[0].value([0.0, 1.0]) < 0


def test_actions_take_turns_so_that_a_stop_finds_all_looked_at() -> None:
    script = scripted(0.1, 0.4, 0.2)
    halved(script, 9, even=True)
    assert script.told == [1, 2, 3] * 3


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_any_number_of_threads_finds_the_same(threads: int) -> None:
    alone = [(tree.action, tree.visits, tree.won) for tree in halve(root(), VIEW.actions(), 70)]
    assert [
        (tree.action, tree.visits, tree.won) for tree in halve(root(), VIEW.actions(), 70, threads=threads)
    ] == alone


def test_the_best_action_is_told_not_the_one_looked_at_most() -> None:
    found = analyse(VIEW, iterations=48, backend=list_backend(GAME), even=True)
    assert {estimate.visits for estimate in found.estimates} == {4}
    scores = [estimate.score for estimate in found.estimates]
    assert scores[0] == max(scores) > min(scores)


def test_a_limit_of_time_is_shared_out_among_the_rounds() -> None:
    script = scripted(0.1, 0.9, 0.3, 0.8, 0.2, 0.7, 0.4, 0.6, look=lambda action: time.sleep(0.001))
    found = halved(script, 1_000_000, seconds=0.3)
    looks = dict(found)
    assert found[0][0] == 2
    assert looks[2] > 1.5 * looks[6] > 1.5 * looks[1] > 0


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_all_threads(threads: int) -> None:
    def interrupt(action: int) -> None:
        if len(script.told) > 40:
            raise KeyboardInterrupt
        time.sleep(0.0005)

    script = scripted(0.1, 0.9, 0.3, 0.8, look=interrupt)
    with pytest.raises(KeyboardInterrupt):
        halved(script, 1_000_000, threads=threads)
    assert len(script.told) < 60


@pytest.mark.parametrize("nodes", [0, 3])
def test_a_full_tree_goes_on_without_new_nodes(nodes: int) -> None:
    small = dataclasses.replace(root(), nodes=nodes)
    assert sum(tree.visits for tree in halve(small, VIEW.actions(), 200)) == 200


def test_without_a_tree_an_action_is_worth_what_the_policy_makes_of_it() -> None:
    match = Match(GAME, 2, rounds=2, seed=4)
    action = match.legal_actions()[0]
    told = analyse(
        match.view(0), iterations=80, actions=match.view(0).actions()[:1], weights=Weights(nodes=0),
        backend=list_backend(GAME),
    )  # fmt: skip
    match.play(action)
    policy, scores = get_bot("greedy"), []
    for seed in range(80):
        again = match.redealt(1, 0, seed=seed)
        while not again.is_over:
            again.play(policy(again.view(again.to_move)))
        scores.append(again.scores[0])
    error = statistics.stdev(scores) * math.sqrt(2 / 80)
    assert abs(statistics.mean(scores) - told.estimates[0].score) < 3 * error
    worst = analyse(match.view(1), iterations=80, backend=list_backend(GAME), weights=Weights(win=0, score=-1, nodes=0))
    assert worst.score < analyse(match.view(1), iterations=80, backend=list_backend(GAME)).score


def test_few_iterations_promise_no_more_than_they_know() -> None:
    few, many = (analyse(VIEW, iterations=n, backend=list_backend(GAME)) for n in (12, 400))
    for found in (few, many):
        mean = sum(each.visits * each.score for each in found.estimates) / found.iterations
        assert mean < found.score < found.estimates[0].score
    best = few.estimates[0]
    mean = sum(each.score for each in few.estimates) / 12
    assert best.visits == 1
    assert few.score == pytest.approx((best.score + 8 * mean) / 9)


@pytest.mark.parametrize("iterations", [-1, 2.0])
def test_a_number_of_iterations_that_is_none_is_refused(iterations: Any) -> None:
    with pytest.raises(OptionError, match="iterations must be a whole number"):
        analyse(VIEW, iterations=iterations, backend=list_backend(GAME))


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
@pytest.mark.parametrize("name", ["overture", "cabaret", "mythic-circus", "the-theatre"])
def test_both_backends_find_the_same(name: str) -> None:
    game = get_game(name)
    match = Match(game, 2, seed=3)
    for _ in range(4):
        match.play(match.legal_actions()[0])
    view = match.view(match.to_move)
    lists, compiled = (
        analyse(view, iterations=60, seed=2, backend=backend)
        for backend in (list_backend(game), compiled_backend(game))
    )
    assert [(each.action, each.visits) for each in lists.estimates] == [
        (each.action, each.visits) for each in compiled.estimates
    ]
    for one, other in zip(lists.estimates, compiled.estimates, strict=True):
        assert (one.win_chance, one.score) == pytest.approx((other.win_chance, other.score))
