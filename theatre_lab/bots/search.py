"""Tree search from one player's view, on either backend: what is each action worth, and which is best?

>>> from theatre_lab.core.compiled import list_backend
>>> from theatre_lab.core.match import Match
>>> from theatre_lab.games import get_game
>>> view = Match(get_game("overture"), 2, theatre="blackbox", seed=1).view(0)
>>> analysis = analyse(view, iterations=12, backend=list_backend(view.game))
>>> analysis.iterations, sum(estimate.visits for estimate in analysis.estimates)
(12, 12)
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from theatre_lab.bots import kernel
from theatre_lab.core.compiled import Backend, Warmup, compiled_backend, list_backend, reachable
from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Game, View
from theatre_lab.core.stream import new_stream

__all__ = ["Analysis", "Estimate", "StopFlag", "Weights", "analyse", "backend_now", "view_digest", "warm"]

THREADS = 2
"""Trees grown side by side when compiled, each from its own stream; their statistics are added up."""


@dataclass(frozen=True)
class Weights:
    """What a search strives for: the share of the win, the margin over the best other player, the own score.

    Points count relative to the span of the scores met; `explore` scales the exploration term.
    """

    explore: float = 0.7
    win: float = 1.0
    margin: float = 0.0
    score: float = 0.0


@dataclass(frozen=True)
class Estimate:
    """What the search found out about one action: visits, the player's win chance (0 to 1) and expected score."""

    action: int
    text: str
    visits: int
    win_chance: float
    score: float


@dataclass(frozen=True)
class Analysis:
    """The outcome of a search.

    `estimates` holds every action that was looked at, the most visited first; `action` is the best one;
    `win_chance` and `score` are what the player to move may expect; `seconds` the time used.
    """

    action: int
    estimates: tuple[Estimate, ...]
    win_chance: float
    score: float
    iterations: int
    backend: str
    seconds: float

    @property
    def best(self) -> Estimate | None:
        """The estimate of the best action; None when the search was stopped before it began."""
        return self.estimates[0] if self.estimates else None


class StopFlag:
    """Ends searches at once, from any thread, after `set`."""

    def __init__(self) -> None:
        self._cells: list[Any] = []
        self._is_set = False
        self._lock = threading.Lock()

    def set(self) -> None:
        """Stop every search that looks at this flag, now and later."""
        with self._lock:
            self._is_set = True
            for cell in self._cells:
                cell[0] = 1

    def cell(self, backend: Backend) -> Any:
        """An array of one number that a running search looks at."""
        with self._lock:
            cell = backend.integers([int(self._is_set)])
            self._cells.append(cell)
            return cell


def view_digest(view: View) -> int:
    """A number made from all that the view shows: the same for equal views, in every process."""
    text = repr((view.game.name, view.player, list(view.state.as_dict().items())))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def analyse(
    view: View,
    *,
    iterations: int,
    seed: int = 0,
    weights: Weights | None = None,
    backend: Backend | None = None,
    stop: StopFlag | None = None,
    seconds: float | None = None,
) -> Analysis:
    """Search from a view in which its player is to move; equal views and seeds give equal answers on a backend.

    `iterations` is the budget; `seconds` a limit of time besides, for live play only, since it makes the
    answer depend on the machine. Without a backend the compiled one is used (and waited for). BadInput when it is
    not the view's player who decides.
    """
    if not view.is_to_move:
        raise BadInput(f"player {view.player} is not to move: there is nothing to search for")
    backend = backend or compiled_backend(view.game)
    weights = weights or default_weights(view.game)
    stop = stop or StopFlag()
    start = time.perf_counter()
    trees = 1 if backend.name == "lists" else THREADS
    shares = [iterations // trees + (tree < iterations % trees) for tree in range(trees)]
    digest = view_digest(view)
    jobs = [
        _Tree(backend, view, share, weights, new_stream(seed, digest, tree), stop.cell(backend))
        for tree, share in enumerate(shares)
    ]
    timer = threading.Timer(seconds, stop.set) if seconds is not None else None
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        _grow(jobs)
    finally:
        if timer is not None:
            timer.cancel()
    return _summary(view, jobs, backend.name, time.perf_counter() - start)


def default_weights(game: Game) -> Weights:
    """Win, and where points are what players strive for, win by much with a high score."""
    return Weights(explore=0.2, win=0.3, margin=0.2, score=0.7) if game.gains_are_points else Weights()


class _Tree:
    """One tree of a search: its arrays and what was found."""

    def __init__(
        self, backend: Backend, view: View, iterations: int, weights: Weights, rng: list[int], stop: Any
    ) -> None:
        game = view.game
        self.kernel = backend.bind(kernel)
        self.worlds = backend.worlds(2)
        backend.store(self.worlds, 0, view.state)
        nodes = iterations + game.max_actions + 1
        self.visits, self.available = backend.small(nodes), backend.small(nodes)
        self.links = tuple(backend.small(nodes) for _ in range(5))
        self.sums = tuple(backend.reals(nodes) for _ in range(3))
        self.bounds = backend.reals(2)
        self.bounds[kernel.LOW], self.bounds[kernel.HIGH] = 1e9, -1e9
        self.weights = backend.reals(4)
        for place, weight in enumerate((weights.explore, weights.win, weights.margin, weights.score)):
            self.weights[place] = weight
        self.scratch = (
            backend.integers(game.max_actions),
            backend.small(game.action_space),
            backend.integers(game.max_cards),
            backend.reals(3 * game.max_players),
            backend.integers(iterations + 1),
        )
        self.stop, self.rng, self.luck = stop, backend.integers(rng), backend.integers(1)
        self.me, self.iterations = view.player, iterations

    def grow(self) -> None:
        self.kernel.search(
            self.worlds, self.me, self.iterations, self.visits, self.available, self.links, self.sums, self.bounds,
            self.weights, *self.scratch, self.stop, self.rng, self.luck,
        )  # fmt: skip

    def branches(self) -> list[tuple[int, int, float, float]]:
        """The root's actions with their visits, wins and points."""
        _, first, sibling, actions, _ = self.links
        won, scored, _ = self.sums
        found = []
        node = int(first[0])
        while node:
            if self.visits[node]:
                found.append((int(actions[node]), int(self.visits[node]), float(won[node]), float(scored[node])))
            node = int(sibling[node])
        return found


def _grow(jobs: Sequence[_Tree]) -> None:
    if len(jobs) == 1:
        jobs[0].grow()
        return
    with ThreadPoolExecutor(len(jobs) - 1) as pool:
        others = [pool.submit(job.grow) for job in jobs[1:]]
        jobs[0].grow()
        for other in others:
            other.result()


def _summary(view: View, jobs: Sequence[_Tree], backend: str, seconds: float) -> Analysis:
    totals: dict[int, list[float]] = {}
    for job in jobs:
        for action, *numbers in job.branches():
            sums = totals.setdefault(action, [0, 0.0, 0.0])
            for place, number in enumerate(numbers):
                sums[place] += number
    order = sorted(totals, key=lambda action: (-totals[action][0], action))
    estimates = tuple(
        Estimate(
            action, view.game.action_text(view.state, action), int(visits := totals[action][0]),
            totals[action][1] / visits, totals[action][2] / visits,
        )
        for action in order
    )  # fmt: skip
    iterations = sum(estimate.visits for estimate in estimates)
    action = estimates[0].action if estimates else view.actions()[0]
    won = sum(totals[action][1] for action in order)
    scored = sum(totals[action][2] for action in order)
    count = max(iterations, 1)
    return Analysis(action, estimates, won / count, scored / count, iterations, backend, seconds)


# ------------------------------------------------------------------ getting ready

_warmups: dict[int, Warmup] = {}
_lock = threading.Lock()


def warm(game: Game) -> Warmup:
    """Begin to compile the game's rules and search in the background, once a process; its progress.

    >>> from theatre_lab.games import get_game
    >>> warm(get_game("overture")) is warm(get_game("overture"))
    True
    """
    with _lock:
        if id(game) not in _warmups:
            _warmups[id(game)] = Warmup(game, lambda backend: _exercise(game, backend), _count)
        return _warmups[id(game)]


def backend_now(game: Game) -> Backend:
    """The best backend that can be used without waiting; compiling begins, if it has not."""
    return compiled_backend(game) if warm(game).ready else list_backend(game)


def _exercise(game: Game, backend: Backend) -> None:
    """Let the compiled search run once, so that everything it needs is compiled or read from disk."""
    players = game.min_players
    options = game.draw_options(players, game.check_options(players, {}), new_stream(0))
    state = game.new_state(players, options, game.check_rules(None))
    game.resolve_chance(state, new_stream(1))
    mover = int(game.rules.to_move(state))
    analyse(game.view(state, mover), iterations=2, backend=backend)


def _count(backend: Backend) -> int:
    return reachable(backend.bind(kernel), "search")
