"""A tree for every action at the root of a search, and sequential halving among them.

The iterations go to rounds (Karnin, Koren and Somekh, 2013): in each the actions still in the running are looked at
equally often, and after it the worse half drops out (of an odd number the middle one stays): most iterations compare
what is hard to tell apart. The trees share nothing, so several threads can grow them; how many do changes no answer.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from theatre_lab.bots import kernel
from theatre_lab.core.compiled import Backend

__all__ = ["Root", "Tree", "halve", "rounds"]

_PIECE = 32
"""So many iterations of a tree go by, compiled, before the thread looks at the clock and turns to its next tree."""


@dataclass(frozen=True)
class Root:
    """Where a search begins: a state as `player` sees it, or the true one if `is_open`.

    `weights` are exploration, win, margin and own score; `rng` the stream that gives the n-th iteration of every tree
    its luck; `stop` an array of one number that ends the search when it is not 0. A tree of so many `nodes` goes on
    without new ones. With `is_plain` games are played out as level medium plays.

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
    nodes: int = 50_000
    is_plain: bool = False

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

    def scratch(self) -> tuple[Any, ...]:
        """Arrays that a thread writes on while it grows trees."""
        backend, game = self.backend, self.backend.game
        return (
            backend.integers(game.max_actions),
            backend.small(game.action_space),
            backend.integers(game.max_cards),
            backend.reals(3 * game.max_players),
        )


class Tree:
    """What a search knows about one action: `visits`, and the sums of wins and scores found in them.

    >>> from theatre_lab.core.compiled import list_backend
    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> view = Match(get_game("cabaret"), 2, rounds=1, seed=1).view(0)
    >>> root = Root(list_backend(view.game), view.state, 0, False, (0.7, 1, 0, 0), [5], [0])
    >>> [tree] = root.trees(view.actions()[:1], 10)
    >>> tree.grow(4, root.scratch()); tree.visits, 0 <= tree.won <= 4
    (4, True)
    """

    def __init__(self, root: Root, worlds: Any, place: int, action: int, iterations: int) -> None:
        backend = root.backend
        self.action, self.root = action, root
        self._kernel, self._worlds, self._place = backend.bind(kernel), worlds, place
        nodes = min(iterations, root.nodes) + 2
        self._visits, self._available = backend.small(nodes), backend.small(nodes)
        self._links = tuple(backend.small(nodes) for _ in range(5))
        self._sums = tuple(backend.reals(nodes) for _ in range(3))
        self.bounds, self._weights = backend.reals(2), backend.reals(len(root.weights))
        self.bounds[kernel.LOW], self.bounds[kernel.HIGH] = 1e9, -1e9
        for number, weight in enumerate(root.weights):
            self._weights[number] = weight
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

    def grow(self, iterations: int, scratch: tuple[Any, ...]) -> None:
        """Look at the action so many times more, unless the search was stopped."""
        self._size = self._kernel.search(
            self._worlds, self._place, self.root.player, self.action, iterations, self._size, self._visits,
            self._available, self._links, self._sums, self.bounds, self._weights, *scratch, self.root.is_open,
            self.root.is_plain, self.root.stop, self._rng, self._luck,
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


def halve(
    root: Root,
    actions: Sequence[int],
    iterations: int,
    *,
    even: bool = False,
    threads: int = 1,
    seconds: float | None = None,
) -> list[Tree]:
    """Look at these actions so many times in all; their trees, that of the best action first.

    Those of the last round come first, the best of them at the head, then the others in the order in which they dropped
    out. With `even` all are looked at equally often. Of a limit of `seconds` every round has its share, too.

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
    scratches = [root.scratch() for _ in range(threads)]
    dropped: list[Tree] = []
    start = time.perf_counter()
    for done, (size, share) in enumerate(plan, 1):
        field, dropped = field[:size], field[size:] + dropped
        end = math.inf if seconds is None else start + seconds * done / len(plan)
        _grow(field, share, scratches, _Clock(root.stop, end))
        everyone = field + dropped
        bounds = [
            min(tree.bounds[kernel.LOW] for tree in everyone),
            max(tree.bounds[kernel.HIGH] for tree in everyone),
        ]
        field.sort(key=lambda tree: -tree.value(bounds))
        if root.stop[0]:
            break
    return field + dropped


@dataclass
class _Clock:
    """Is a round over before all its iterations are done?"""

    stop: Any
    end: float
    is_ended: bool = False

    @property
    def is_over(self) -> bool:
        return self.is_ended or bool(self.stop[0]) or time.perf_counter() >= self.end


def _grow(field: Sequence[Tree], iterations: int, scratches: Sequence[tuple[Any, ...]], clock: _Clock) -> None:
    """Look at all of the field equally often, so many times in all, in as many threads as there are scratch arrays."""
    shares = [(tree, iterations // len(field) + (n < iterations % len(field))) for n, tree in enumerate(field)]
    parts = [part for n in range(len(scratches)) if (part := shares[n :: len(scratches)])]
    with ThreadPoolExecutor(max(len(parts) - 1, 1)) as pool:
        others = [pool.submit(_take_turns, *each, clock) for each in zip(parts[1:], scratches[1:], strict=False)]
        try:
            _take_turns(parts[0], scratches[0], clock)
            for other in others:
                other.result()
        finally:
            clock.is_ended = True


def _take_turns(shares: Sequence[tuple[Tree, int]], scratch: tuple[Any, ...], clock: _Clock) -> None:
    """Look at every tree's action once, then in pieces in turn: a stop finds all looked at."""
    left = {tree: share for tree, share in shares if share}
    piece = 1
    while left:
        for tree, share in list(left.items()):
            if clock.is_over:
                return
            tree.grow(min(piece, share), scratch)
            left[tree] = share - piece
        left = {tree: share for tree, share in left.items() if share > 0}
        piece = 1 if tree.root.backend.name == "lists" else _PIECE
