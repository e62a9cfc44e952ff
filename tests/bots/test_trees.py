"""Sequential halving: the iterations all go out, the better half goes on, and few or none left do no harm."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theatre_lab.bots import analyse
from theatre_lab.bots.trees import Root, Tree, halve, rounds
from theatre_lab.core.compiled import compiled_backend, list_backend
from theatre_lab.core.match import Match
from theatre_lab.core.optional import need
from theatre_lab.games import get_game

GAME = get_game("cabaret")
VIEW = Match(GAME, 2, rounds=1, seed=1).view(0)
WINS_ALONE = (0.7, 1.0, 0.0, 0.0)


def root(stop: int = 0) -> Root:
    return Root(list_backend(GAME), VIEW.state, 0, False, WINS_ALONE, [5], [stop])


class ScriptedTree(Tree):
    """Its action is worth what a list says, whatever is played."""

    def __init__(self, action: int, worth: float, told: list[int]) -> None:
        self.action, self._worth, self._told, self._count = action, worth, told, 0
        self.bounds = [0.0, 1.0]

    @property
    def visits(self) -> int:
        return self._count

    def value(self, bounds: Any) -> float:
        return self._worth if self._count else -1.0

    def grow(self, iterations: int) -> None:
        self._count += iterations
        self._told.extend([self.action] * iterations)


@dataclasses.dataclass(frozen=True)
class Scripted(Root):
    """A root whose actions, numbered from 1, are worth what a list says; it notes what was looked at."""

    worth: tuple[float, ...] = ()
    told: list[int] = dataclasses.field(default_factory=list)

    def trees(self, actions: Any, iterations: int) -> list[Tree]:
        return [ScriptedTree(action, self.worth[action - 1], self.told) for action in actions]


def scripted(*worth: float) -> Scripted:
    return Scripted(**{field.name: getattr(root(), field.name) for field in dataclasses.fields(Root)}, worth=worth)


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
    assert found.score == max(scores) > min(scores)


@pytest.mark.parametrize("name", ["overture", "cabaret", "mythic-circus", "the-theatre"])
def test_both_backends_find_the_same(name: str) -> None:
    need("numba", "a compiled search")
    game = get_game(name)
    match = Match(game, 2, seed=3)
    for _ in range(4):
        match.play(match.legal_actions()[0])
    view = match.view(match.to_move)
    lists, compiled = (
        analyse(view, iterations=60, seed=2, backend=backend)
        for backend in (list_backend(game), compiled_backend(game))
    )
    assert lists.estimates == compiled.estimates
