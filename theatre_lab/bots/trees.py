"""A tree for every action at the root of a search, and sequential halving among them.

The iterations go to rounds (Karnin, Koren and Somekh, 2013): in each the actions still in the running are looked at
equally often, and after it the worse half drops out: most iterations compare what is hard to tell apart. The trees
share nothing, so several threads can grow them, and how many do changes no answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from theatre_lab.bots import kernel
from theatre_lab.core.compiled import Backend

__all__ = ["Root", "Tree", "halve", "rounds"]

_MOST_NODES = 200_000
"""A tree that has so many nodes goes on without new ones."""
_PIECE = 32
"""So many iterations of a tree go by, compiled, before the thread turns to its next one: if the search is stopped, all
have been looked at."""


@dataclass(frozen=True)
class Root:
    """Where a search begins: a state as `player` sees it, or the true one if `is_open`.

    `weights` are exploration, win, margin and own score; `rng` the stream that gives the n-th iteration of every tree
    its luck; `stop` an array of one number that ends the search when it is not 0.

    >>> from theatre_lab.core.compiled import list_backend
    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> view = Match(get_game("cabaret"), 2, rounds=1, seed=1).view(0)
    >>> root = Root(list_backend(view.game), view.state, 0, False, (0.7, 1, 0, 0), [5], [0])
    >>> len(halve(root, view.actions(), 24)) == len(view.actions())
    True
    """

    backend: Backend
    state: Any
    player: int
    is_open: bool
    weights: Sequence[float]
    rng: Sequence[int]
    stop: Any

    def trees(self, actions: Sequence[int], iterations: int) -> list[Tree]:
        """A tree for each of these actions, with room for so many iterations each.

        >>> from theatre_lab.core.compiled import list_backend
        >>> from theatre_lab.core.match import Match
        >>> from theatre_lab.games import get_game
        >>> view = Match(get_game("cabaret"), 2, rounds=1, seed=1).view(0)
        >>> root = Root(list_backend(view.game), view.state, 0, False, (0.7, 1, 0, 0), [5], [0])
        >>> [tree.action for tree in root.trees([3, 4], 10)]
        [3, 4]
        """
        worlds = self.backend.worlds(1 + len(actions))
        self.backend.store(worlds, 0, self.state)
        return [Tree(self, worlds, place, action, iterations) for place, action in enumerate(actions, 1)]


class Tree:
    """What a search knows about one action: `visits`, and the sums of wins and scores found in them.

    >>> from theatre_lab.core.compiled import list_backend
    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> view = Match(get_game("cabaret"), 2, rounds=1, seed=1).view(0)
    >>> root = Root(list_backend(view.game), view.state, 0, False, (0.7, 1, 0, 0), [5], [0])
    >>> [tree] = root.trees(view.actions()[:1], 10)
    >>> tree.grow(4); tree.visits, 0 <= tree.won <= 4
    (4, True)
    """

    def __init__(self, root: Root, worlds: Any, place: int, action: int, iterations: int) -> None:
        backend, game = root.backend, root.backend.game
        self.action, self.root = action, root
        self._kernel, self._worlds, self._place = backend.bind(kernel), worlds, place
        nodes = min(iterations, _MOST_NODES) + 2
        self._visits, self._available = backend.small(nodes), backend.small(nodes)
        self._links = tuple(backend.small(nodes) for _ in range(5))
        self._sums = tuple(backend.reals(nodes) for _ in range(3))
        self.bounds, self._weights = backend.reals(2), backend.reals(len(root.weights))
        self.bounds[kernel.LOW], self.bounds[kernel.HIGH] = 1e9, -1e9
        for number, weight in enumerate(root.weights):
            self._weights[number] = weight
        self._scratch = (
            backend.integers(game.max_actions),
            backend.small(game.action_space),
            backend.integers(game.max_cards),
            backend.reals(3 * game.max_players),
        )
        self._rng, self._luck = backend.integers(root.rng), backend.integers(1)
        self._size = self._kernel.plant(worlds[0], action, self._visits, self._links)

    @property
    def visits(self) -> int:
        """How many iterations looked at the action."""
        return int(self._visits[kernel.ACTION])

    @property
    def won(self) -> float:
        """The sum of the player's shares of the win."""
        return float(self._sums[0][kernel.ACTION])

    @property
    def scored(self) -> float:
        """The sum of the player's scores."""
        return float(self._sums[1][kernel.ACTION])

    def value(self, bounds: Sequence[float]) -> float:
        """The action's mean worth, with scores between these bounds; less than any other if it was never looked at."""
        if not self.visits:
            return -math.inf
        return float(kernel.value_of(kernel.ACTION, self._visits, self._sums, bounds, self._weights))

    def grow(self, iterations: int) -> None:
        """Look at the action so many times more."""
        self._size = self._kernel.search(
            self._worlds, self._place, self.root.player, self.action, iterations, self._size, self._visits,
            self._available, self._links, self._sums, self.bounds, self._weights, *self._scratch, self.root.is_open,
            self.root.stop, self._rng, self._luck,
        )  # fmt: skip


def rounds(actions: int, iterations: int, *, even: bool = False) -> Iterator[tuple[int, int]]:
    """How many of so many actions are in the running in each round, and the round's iterations; with `even` one round.

    >>> list(rounds(5, 600))
    [(5, 200), (3, 198), (2, 202)]
    >>> list(rounds(5, 600, even=True)), list(rounds(5, 3))
    ([(5, 600)], [(5, 3)])
    """
    left = 1 if even else max((actions - 1).bit_length(), 1)
    while left and iterations:
        share = iterations // left
        if left > 1:
            share = min(max(share - share % actions, actions), iterations)
        yield actions, share
        iterations, left, actions = iterations - share, left - 1, (actions + 1) // 2


def halve(root: Root, actions: Sequence[int], iterations: int, *, even: bool = False, threads: int = 1) -> list[Tree]:
    """Look at these actions so many times in all; their trees, that of the best action first.

    With `even` all are looked at equally often.

    >>> from theatre_lab.core.compiled import list_backend
    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> view = Match(get_game("cabaret"), 2, rounds=1, seed=1).view(0)
    >>> root = Root(list_backend(view.game), view.state, 0, False, (0.7, 1, 0, 0), [5], [0])
    >>> [tree.visits for tree in halve(root, view.actions(), 48)]
    [13, 13, 7, 3, 3, 3, 1, 1, 1, 1, 1, 1]
    """
    plan = list(rounds(len(actions), iterations, even=even))
    field = root.trees(actions, sum(-(-share // size) for size, share in plan))
    dropped: list[Tree] = []
    for size, share in plan:
        field, dropped = field[:size], field[size:] + dropped
        _grow(field, share, threads, 1 if root.backend.name == "lists" else _PIECE)
        everyone = field + dropped
        bounds = [
            min(tree.bounds[kernel.LOW] for tree in everyone),
            max(tree.bounds[kernel.HIGH] for tree in everyone),
        ]
        field.sort(key=lambda tree: -tree.value(bounds))
        if root.stop[0]:
            break
    return field + dropped


def _grow(field: Sequence[Tree], iterations: int, threads: int, piece: int) -> None:
    """Look at all of the field equally often, so many times in all."""
    shares = [(tree, iterations // len(field) + (n < iterations % len(field))) for n, tree in enumerate(field)]
    parts = [part for n in range(threads) if (part := shares[n::threads])]
    if len(parts) == 1:
        _take_turns(parts[0], piece)
        return
    with ThreadPoolExecutor(len(parts) - 1) as pool:
        others = [pool.submit(_take_turns, part, piece) for part in parts[1:]]
        _take_turns(parts[0], piece)
        for other in others:
            other.result()


def _take_turns(shares: Sequence[tuple[Tree, int]], piece: int) -> None:
    for done in range(0, max(share for _, share in shares), piece):
        for tree, share in shares:
            if done < share:
                tree.grow(min(piece, share - done))
