"""Trees of one search side by side, and sequential halving among the actions at their root.

The iterations go to rounds (Karnin, Koren and Somekh, 2013): in each the actions still in the running are visited
equally often, in all trees, and after it the worse half drops out: most iterations compare what is hard to tell apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from theatre_lab.bots import kernel
from theatre_lab.core.compiled import Backend

__all__ = ["Pool", "Tree", "halve"]


class Tree:
    """One tree of a search: its arrays, and a child of the root for every action to be compared, numbered from 1.

    `weights` are exploration, win, margin and own score; `terms` what `kernel` reads under that name; `rng` is the
    tree's own stream; `stop` an array of one number that ends its growth when it is not 0. There is room for so many
    `iterations`.

    >>> from theatre_lab.core.compiled import list_backend
    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> view = Match(get_game("overture"), 2, theatre="blackbox", seed=1).view(0)
    >>> tree = Tree(list_backend(view.game), view.state, 0, [0, 0], 4, (0.7, 1, 0, 0), [5], [0])
    >>> tree.children, [tree.action(child) for child in range(1, 1 + tree.children)]
    (1, [0])
    """

    def __init__(
        self,
        backend: Backend,
        state: Any,
        player: int,
        terms: Sequence[int],
        iterations: int,
        weights: Sequence[float],
        rng: Sequence[int],
        stop: Any,
    ) -> None:
        game = backend.game
        self._kernel = backend.bind(kernel)
        self._worlds = backend.worlds(2)
        backend.store(self._worlds, 0, state)
        nodes = iterations + game.max_actions + 1
        self.visits, self._available = backend.small(nodes), backend.small(nodes)
        self._links = tuple(backend.small(nodes) for _ in range(5))
        self.sums = tuple(backend.reals(nodes) for _ in range(3))
        self.bounds, self.weights = backend.reals(2), backend.reals(len(weights))
        self.bounds[kernel.LOW], self.bounds[kernel.HIGH] = 1e9, -1e9
        for place, weight in enumerate(weights):
            self.weights[place] = weight
        self._out, self._terms = backend.integers(game.max_actions), backend.integers(terms)
        self._scratch = (
            backend.small(game.action_space),
            backend.integers(game.max_cards),
            backend.reals(3 * game.max_players),
            backend.integers(iterations + 1),
        )
        self._stop, self._rng, self._luck = stop, backend.integers(rng), backend.integers(1)
        self._player = player
        self._progress, self._field = backend.integers(2), backend.integers(game.max_actions)
        self.children = int(
            self._kernel.open_root(
                self._worlds[0], self.visits, self._available, self._links, self._terms, self._out, self._rng,
                self._progress,
            )
        )  # fmt: skip

    @property
    def is_stopped(self) -> bool:
        """Was it told to end?"""
        return bool(self._stop[0])

    def action(self, child: int) -> int:
        """The action that a child of the root stands for."""
        return int(self._links[kernel.ACTIONS][child])

    def grow(self, field: Sequence[int], iterations: int) -> None:
        """Visit these children of the root in turn, so many iterations in all.

        >>> from theatre_lab.core.compiled import list_backend
        >>> from theatre_lab.core.match import Match
        >>> from theatre_lab.games import get_game
        >>> match = Match(get_game("cabaret"), 2, rounds=1, seed=1)
        >>> tree = Tree(list_backend(match.game), match.view(0).state, 0, [0, 0], 4, (0.7, 1, 0, 0), [5], [0])
        >>> tree.grow([1, 2], 4); [int(tree.visits[child]) for child in (1, 2, 3)]
        [2, 2, 0]
        """
        for place, child in enumerate(field):
            self._field[place] = child
        self._kernel.search(
            self._worlds, self._player, iterations, self.visits, self._available, self._links, self.sums, self.bounds,
            self.weights, self._out, *self._scratch, self._terms, self._stop, self._rng, self._luck, self._progress,
            self._field, len(field),
        )  # fmt: skip


class Pool:
    """What several trees found out about the root's children, added up: `visits`, `won` and `scored` by child; place 0
    is the root's.

    >>> from theatre_lab.core.compiled import list_backend
    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> match = Match(get_game("cabaret"), 2, rounds=1, seed=1)
    >>> tree = Tree(list_backend(match.game), match.view(0).state, 0, [0, 0], 4, (0.7, 1, 0, 0), [5], [0])
    >>> tree.grow([1, 2], 4)
    >>> pool = Pool([tree])
    >>> pool.visits[1], 0 <= pool.value(1) <= 1, pool.value(3)
    (2, True, -inf)
    """

    def __init__(self, trees: Sequence[Tree]) -> None:
        children = range(trees[0].children + 1)
        self.visits = [sum(int(tree.visits[child]) for tree in trees) for child in children]
        self._sums = [[sum(float(tree.sums[kind][child]) for tree in trees) for child in children] for kind in range(3)]
        self.won, self.scored, _ = self._sums
        self._bounds = [
            min(float(tree.bounds[kernel.LOW]) for tree in trees),
            max(float(tree.bounds[kernel.HIGH]) for tree in trees),
        ]
        self._weights = trees[0].weights

    def value(self, child: int) -> float:
        """The mean worth of a child; less than any other where it was never visited."""
        if not self.visits[child]:
            return -math.inf
        return float(kernel.value_of(child, self.visits, self._sums, self._bounds, self._weights))


def halve(trees: Sequence[Tree], iterations: int, *, even: bool = False) -> tuple[Pool, list[int]]:
    """Grow the trees by so many iterations in all; what they found, and the root's children, the best first.

    With `even` there is one round, so that all are visited equally often.

    >>> from theatre_lab.core.compiled import list_backend
    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> match = Match(get_game("cabaret"), 2, rounds=1, seed=1)
    >>> tree = Tree(list_backend(match.game), match.view(0).state, 0, [0, 0], 48, (0.7, 1, 0, 0), [5], [0])
    >>> pool, order = halve([tree], 48)
    >>> tree.children, [pool.visits[child] for child in order]
    (12, [13, 13, 7, 3, 3, 3, 1, 1, 1, 1, 1, 1])
    """
    field = list(range(1, trees[0].children + 1))
    dropped: list[int] = []
    rounds = 1 if even else max((len(field) - 1).bit_length(), 1)
    while True:
        share = _share(iterations, rounds, len(trees) * len(field))
        _grow(trees, field, share)
        iterations, rounds = iterations - share, rounds - 1
        pool = Pool(trees)
        field.sort(key=lambda child: (-pool.value(child), child))
        if not rounds or not iterations or trees[0].is_stopped:
            return pool, field + dropped
        half = (len(field) + 1) // 2
        field, dropped = field[:half], field[half:] + dropped


def _share(iterations: int, rounds: int, once: int) -> int:
    """How many of the iterations the next of so many rounds has; a visit of every child in every tree takes `once`."""
    share = iterations // rounds
    return iterations if rounds == 1 else min(max(share - share % once, once), iterations)


def _grow(trees: Sequence[Tree], field: Sequence[int], iterations: int) -> None:
    shares = [iterations // len(trees) + (place < iterations % len(trees)) for place in range(len(trees))]
    if len(trees) == 1:
        trees[0].grow(field, iterations)
        return
    with ThreadPoolExecutor(len(trees) - 1) as pool:
        others = [pool.submit(tree.grow, field, share) for tree, share in zip(trees[1:], shares[1:], strict=True)]
        trees[0].grow(field, shares[0])
        for other in others:
            other.result()
