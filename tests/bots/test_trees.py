"""Sequential halving: the iterations all go out, the better half goes on, and few or none left do no harm."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theatre_lab.bots import analyse
from theatre_lab.bots.trees import Pool, Tree, halve
from theatre_lab.core.compiled import list_backend
from theatre_lab.core.match import Match
from theatre_lab.games import get_game

GAME = get_game("cabaret")
VIEW = Match(GAME, 2, rounds=1, seed=1).view(0)
WINS_ALONE = (0.7, 1.0, 0.0, 0.0)


def trees(count: int, iterations: int, stop: list[int] | None = None) -> list[Tree]:
    lists = list_backend(GAME)
    return [
        Tree(lists, VIEW.state, 0, [0, 0], iterations, WINS_ALONE, [5 + place], stop or [0]) for place in range(count)
    ]


class Scripted(Tree):
    """Its children are worth what a list says, whatever is played."""

    def __init__(self, worth: list[float]) -> None:
        self.children = len(worth)
        self.visits = [0] * (1 + len(worth))
        self.sums = tuple([0.0] * (1 + len(worth)) for _ in range(3))
        self.bounds, self.weights = [0.0, 1.0], WINS_ALONE
        self.fields: list[list[int]] = []
        self._worth, self._stop = worth, [0]

    def grow(self, field: Any, iterations: int) -> None:
        self.fields.append(sorted(field))
        for done in range(iterations):
            child = field[done % len(field)]
            self.visits[child] += 1
            self.sums[0][child] += self._worth[child - 1]


@settings(deadline=None, max_examples=25)
@given(count=st.integers(1, 2), iterations=st.integers(0, 90))
def test_all_iterations_are_spent_and_none_more(count: int, iterations: int) -> None:
    grown = trees(count, iterations)
    pool, order = halve(grown, iterations)
    assert sum(pool.visits[1:]) == iterations
    assert sorted(order) == list(range(1, grown[0].children + 1))
    if iterations:
        assert pool.visits[order[0]] > 0


def test_the_better_half_goes_on_until_two_are_left() -> None:
    tree = Scripted([0.1, 0.9, 0.3, 0.8, 0.2, 0.7, 0.4, 0.6])
    pool, order = halve([tree], 240)
    assert tree.fields == [[1, 2, 3, 4, 5, 6, 7, 8], [2, 4, 6, 8], [2, 4]]
    assert order == [2, 4, 6, 8, 7, 3, 5, 1]
    assert [pool.visits[child] for child in order] == [70, 70, 30, 30, 10, 10, 10, 10]
    assert pool.value(2) == pytest.approx(0.9)


def test_an_odd_one_goes_on_too() -> None:
    tree = Scripted([0.5, 0.4, 0.3, 0.2, 0.1])
    _, order = halve([tree], 90)
    assert tree.fields == [[1, 2, 3, 4, 5], [1, 2, 3], [1, 2]]
    assert order == [1, 2, 3, 4, 5]


def test_evenly_means_one_round_and_still_the_best_one() -> None:
    tree = Scripted([0.1, 0.2, 0.9])
    pool, order = halve([tree], 30, even=True)
    assert tree.fields == [[1, 2, 3]]
    assert pool.visits[1:] == [10, 10, 10]
    assert order == [3, 2, 1]


def test_few_iterations_choose_among_those_that_were_visited() -> None:
    tree = Scripted([0.1, 0.4, 0.2, 0.9])
    pool, order = halve([tree], 3)
    assert pool.visits == [0, 1, 1, 1, 0]
    assert order == [2, 3, 1, 4]


def test_several_trees_are_judged_together() -> None:
    one, other = Scripted([0.9, 0.6, 0.0]), Scripted([0.0, 0.6, 0.2])
    pool, order = halve([one, other], 120)
    assert order[0] == 2
    assert one.fields == other.fields == [[1, 2, 3], [1, 2]]
    assert pool.visits[1:] == [50, 50, 20]


def test_what_is_stopped_is_ordered_by_what_was_found() -> None:
    stopped = trees(1, 500, stop=[1])
    pool, order = halve(stopped, 500)
    assert sum(pool.visits[1:]) == 0
    assert order[0] == 1
    assert Pool(stopped).value(1) < 0


def test_a_search_says_which_action_is_best_not_which_was_visited_most() -> None:
    found = analyse(VIEW, iterations=48, backend=list_backend(GAME), even=True)
    assert {estimate.visits for estimate in found.estimates} == {4}
    scores = [estimate.score for estimate in found.estimates]
    assert found.score == max(scores) > min(scores)
    assert (found.win_chance, found.score) == (found.estimates[0].win_chance, found.estimates[0].score)
