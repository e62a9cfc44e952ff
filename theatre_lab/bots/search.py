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
from dataclasses import dataclass, replace
from typing import Any

from theatre_lab.bots import kernel
from theatre_lab.bots.trees import Root, Tree, halve
from theatre_lab.core.background import Deadline, in_browser
from theatre_lab.core.compiled import Backend, Warmup, compiled_backend, list_backend, reachable
from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Game, View
from theatre_lab.core.options import expect_int, show
from theatre_lab.core.stream import new_stream

__all__ = [
    "Analysis", "Estimate", "StopFlag", "Weights", "analyse", "analyse_open", "backend_now", "view_digest", "warm",
]  # fmt: skip

_LONGEST = 100_000
"""A search may be told to take so many seconds at most: a day and more."""
_DOUBT = 8
"""As if so many more visits of the best action had been like the mean of all."""
THREADS = 2
"""So many actions are looked at side by side when compiled."""


@dataclass(frozen=True)
class Weights:
    """What a search strives for: the share of the win, the margin over the best other player, the own score.

    Points count relative to the span of the scores met; `explore` scales the exploration term. Below an action a tree
    of so many `nodes` grows at most; with 0 the game's policy plays on at once. With `plain` games are played out as
    level medium plays, where the game has a better policy for that.

    >>> from theatre_lab.games import get_game
    >>> default_weights(get_game("mythic-circus"))
    Weights(explore=0.7, win=1.0, margin=0.0, score=0.0, nodes=0, plain=False)
    >>> gains = default_weights(get_game("cabaret"))
    >>> gains.score > gains.win
    True
    """

    explore: float = 0.7
    win: float = 1.0
    margin: float = 0.0
    score: float = 0.0
    nodes: int = Root.nodes
    plain: bool = False


@dataclass(frozen=True)
class Estimate:
    """What the search found out about one action: visits, the player's win chance (0 to 1) and expected score.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> match = Match(get_game("overture"), 2, theatre="blackbox", seed=1)
    >>> match.play("draw deck")
    >>> found = analyse(match.view(0), iterations=9, even=True, backend=list_backend(match.game))
    >>> sorted((each.action, each.text, each.visits) for each in found.estimates)
    [(0, 'draw deck', 3), (2, 'draw lobby 1', 3), (3, 'draw lobby 2', 3)]
    >>> max(each.win_chance for each in found.estimates) <= 1
    True
    """

    action: int
    text: str
    visits: int
    win_chance: float
    score: float


@dataclass(frozen=True)
class Analysis:
    """The outcome of a search.

    `estimates` holds every action that was looked at: those of the last round, the best at the head, then the others in
    the order in which they dropped out. `action` is the best one; `win_chance` and `score` are what the player to move
    may expect: the best one's, drawn towards the mean of all iterations while it has few; `seconds` the time used.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> view = Match(get_game("overture"), 2, theatre="blackbox", seed=1).view(0)
    >>> found = analyse(view, iterations=12, backend=list_backend(view.game))
    >>> found.backend, found.best == found.estimates[0], found.best.action == found.action
    ('lists', True, True)
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
    """Ends searches at once, from any thread, after `set`.

    >>> flag = StopFlag()
    >>> flag.set()
    """

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

    def cell(self, backend: Backend, seconds: float | None = None) -> Any:
        """An array of one number that a running search looks at; on lists it may run out by itself."""
        with self._lock:
            cell = backend.integers([int(self._is_set)])
            if seconds is not None:
                cell = Deadline(cell, seconds)
            self._cells.append(cell)
            return cell


def view_digest(view: View) -> int:
    """A number made from all that the view shows: the same for equal views, in every process.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> match = Match(get_game("overture"), 2, theatre="blackbox", seed=1)
    >>> view_digest(match.view(0)) == view_digest(match.view(0)) != view_digest(match.view(1))
    True
    """
    return _digest(view.game, view.player, view.state)


def _digest(game: Game, player: int, state: Any) -> int:
    text = repr((game.name, player, list(state.as_dict().items())))
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
    actions: Sequence[int] = (),
    even: bool = False,
) -> Analysis:
    """Search from a view in which its player is to move; equal views and seeds give equal answers on a backend.

    `iterations` is the budget; `seconds` a limit of time besides, for live play only, since it makes the
    answer depend on the machine. Without a backend the compiled one is used (and waited for). With `actions` only
    these legal actions are compared; with `even` all are tried equally often, instead of half of them dropping out
    again and again (`trees.halve`). With fewer iterations than actions the last ones are not looked at.
    BadInput when it is not the view's player who decides, or names what does not fit.

    >>> from theatre_lab.core.compiled import list_backend
    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> view = Match(get_game("cabaret"), 2, rounds=1, seed=1).view(0)
    >>> found = analyse(view, iterations=16, seed=1, backend=list_backend(view.game))
    >>> found.action in view.actions(), found.iterations
    (True, 16)
    """
    if not isinstance(view, View):
        raise BadInput(f"a search begins from a view, such as match.view(0), not from {show(view)}")
    if not view.is_to_move:
        raise BadInput(f"player {view.player} is not to move: there is nothing to search for")
    return _search(
        view.game, view.state, view.player, False, actions, even, iterations, seed, weights, backend, stop, seconds
    )


def analyse_open(
    game: Game,
    state: Any,
    *,
    iterations: int,
    seed: int = 0,
    weights: Weights | None = None,
    backend: Backend | None = None,
    stop: StopFlag | None = None,
    actions: Sequence[int] = (),
    even: bool = False,
) -> Analysis:
    """Search for the player to move with all cards open: a look back at a game, never what a bot plays by.

    `state` is the true state; shuffles that are still to come stay luck. The rest is as for `analyse`.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> match = Match(get_game("overture"), 2, theatre="blackbox", seed=1)
    >>> lists = list_backend(match.game)
    >>> analyse_open(match.game, match.state, iterations=6, backend=lists, even=True).iterations
    6
    """
    if game.rules.is_over(state):
        raise BadInput("the game is over: there is nothing to search for")
    mover = int(game.rules.to_move(state))
    return _search(game, state, mover, True, actions, even, iterations, seed, weights, backend, stop, None)


def _check(game: Game, actions: object, backend: object, stop: object, seconds: object) -> None:
    """BadInput names the first of these that does not fit."""
    if isinstance(actions, str) or not isinstance(actions, Sequence):
        raise BadInput(f"actions must be a list of the numbers of legal actions, not {show(actions)}")
    if backend is not None and (not isinstance(backend, Backend) or backend.game is not game):
        raise BadInput(f"a backend is what list_backend(game) or compiled_backend(game) makes for {game.title}")
    if stop is not None and not isinstance(stop, StopFlag):
        raise BadInput(f"stop must be a StopFlag, not {show(stop)}")
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (is_number and 0 < seconds <= _LONGEST):  # type: ignore[operator]
        raise BadInput(f"seconds must be a number above 0 and at most {_LONGEST:,}, not {show(seconds)}")


def _compared(game: Game, state: Any, actions: Sequence[int], backend: Backend) -> list[int]:
    """The actions to look at: those given, or else the game's candidates. BadInput for one that is not legal."""
    legal = game.legal_actions(state) if actions else []
    for action in actions:
        if action not in legal:
            raise BadInput(f"{show(action)} is not the number of a legal action")
    if actions:
        return list(dict.fromkeys(map(int, actions)))
    out = backend.integers(game.max_actions)
    n = int(backend.bind(kernel).candidates(backend.world(state), out, backend.integers(new_stream(0))))
    return [int(out[k]) for k in range(n)]


def _search(
    game: Game,
    state: Any,
    player: int,
    is_open: bool,
    actions: Sequence[int],
    even: bool,
    iterations: int,
    seed: int,
    weights: Weights | None,
    backend: Backend | None,
    stop: StopFlag | None,
    seconds: float | None,
) -> Analysis:
    expect_int("iterations", iterations, 1, 1_000_000_000)
    expect_int("seed", seed, -(2**127), 2**127)
    _check(game, actions, backend, stop, seconds)
    backend = backend or compiled_backend(game)
    weights = weights or default_weights(game)
    stop = stop or StopFlag()
    start = time.perf_counter()
    numbers = (weights.explore, weights.win, weights.margin, weights.score)
    rng = new_stream(seed, _digest(game, player, state))
    cell = stop.cell(backend, seconds if in_browser() else None)
    root = Root(backend, state, player, is_open, numbers, rng, cell, weights.nodes, weights.plain)
    compared = _compared(game, state, actions, backend)
    timer = threading.Timer(seconds, stop.set) if seconds is not None and not in_browser() else None
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        threads = 1 if backend.name == "lists" else THREADS
        trees = halve(root, compared, iterations, even=even, threads=threads, seconds=seconds)
    finally:
        if timer is not None:
            timer.cancel()
    estimates = tuple(_estimate(game, state, tree) for tree in trees if tree.visits)
    return _analysis(game, state, estimates, backend.name, time.perf_counter() - start)


def default_weights(game: Game) -> Weights:
    """Win, and where points are what players strive for, win by much with a high score."""
    weights = Weights(explore=0.2, win=0.3, margin=0.2, score=0.7) if game.gains_are_points else Weights()
    return weights if game.grows_trees else replace(weights, nodes=0)


def _estimate(game: Game, state: Any, tree: Tree) -> Estimate:
    text = game.action_text(state, tree.action)
    return Estimate(tree.action, text, tree.visits, tree.won / tree.visits, tree.scored / tree.visits)


def _analysis(game: Game, state: Any, estimates: tuple[Estimate, ...], backend: str, seconds: float) -> Analysis:
    if not estimates:
        return Analysis(game.legal_actions(state)[0], (), 0.0, 0.0, 0, backend, seconds)
    iterations = sum(estimate.visits for estimate in estimates)
    win_chance, score = (_expected(estimates, iterations, name) for name in ("win_chance", "score"))
    return Analysis(estimates[0].action, estimates, win_chance, score, iterations, backend, seconds)


def _expected(estimates: Sequence[Estimate], iterations: int, name: str) -> float:
    """What the best action promises: the best of few estimates, taken as it is, would promise too much."""
    best = estimates[0]
    mean = sum(estimate.visits * float(getattr(estimate, name)) for estimate in estimates) / iterations
    return float((best.visits * getattr(best, name) + _DOUBT * mean) / (best.visits + _DOUBT))


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
    """The best backend that can be used without waiting; compiling begins, if it has not.

    >>> from theatre_lab.games import get_game
    >>> game = get_game("overture")
    >>> backend_now(game).name == "lists" or warm(game).ready
    True
    """
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
    return reachable(backend.bind(kernel), "candidates", "plant", "search")
