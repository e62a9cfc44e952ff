"""The levels easy, medium, hard and expert, for every game.

Medium is greedy, easy is greedy and careless; hard and expert search, at most about a tenth of a second a decision and
three tenths when compiled and warm on two cores. A game may say that a level plays games out in the plain way (its
`plain_levels`). A level's choice depends on its seed and on the view alone.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from theatre_lab.bots.basic import greedy_choice, policy_of
from theatre_lab.bots.search import Analysis, StopFlag, Weights, analyse, backend_now, default_weights, view_digest
from theatre_lab.core.compiled import Backend, compiled_backend
from theatre_lab.core.game import Game, View
from theatre_lab.core.stream import below, new_stream

__all__ = ["LEVELS", "Level", "LevelBot"]

LIST_SHARE = 25
"""On lists, where an iteration takes some thirty times as long, a level has this part of its iterations."""
HINT_ITERATIONS = 400
"""An analysis has at least so many, whatever the level."""
FEWEST = 16


@dataclass(frozen=True)
class Level:
    """How strong a level is: its share of the game's `thinking` iterations in thousandths (unless the game's
    `thinking_shares` say otherwise), whether it makes the game's `careless` moves, and its limit of seconds a decision
    in live play.

    >>> from theatre_lab.games import get_game
    >>> game = get_game("overture")
    >>> from theatre_lab.core.compiled import list_backend
    >>> LEVELS["medium"].iterations(game, list_backend(game)), LEVELS["hard"].iterations(game, list_backend(game))
    (0, 16)
    >>> LEVELS["easy"].careless, LEVELS["medium"].careless, LEVELS["hard"].seconds
    (True, False, 1.5)
    >>> LEVELS["expert"].iterations(game, list_backend(game)), game.thinking * 8 // LIST_SHARE
    (51, 51)
    """

    name: str
    share: int
    careless: bool
    seconds: float

    def iterations(self, game: Game, backend: Backend) -> int:
        """The search's budget for a decision; 0 when the level does not search."""
        if not self.share:
            return 0
        return _budget(game.thinking * game.thinking_shares.get(self.name, self.share) // 1000, backend)

    def weights(self, game: Game) -> Weights:
        """What its search strives for, and how it plays games out.

        >>> from theatre_lab.games import get_game
        >>> game = get_game("the-theatre")
        >>> LEVELS["hard"].weights(game).plain, LEVELS["expert"].weights(game).plain
        (True, False)
        """
        return replace(default_weights(game), plain=self.name in game.plain_levels)


def _budget(iterations: int, backend: Backend) -> int:
    """So many iterations, fewer on lists, and never so few that nothing can be seen."""
    return max(iterations // LIST_SHARE if backend.name == "lists" else iterations, FEWEST)


LEVELS = {
    level.name: level
    for level in (
        Level("easy", 0, True, 1.0),
        Level("medium", 0, False, 1.0),
        Level("hard", 1000, False, 1.5),
        Level("expert", 3000, False, 3.0),
    )
}


class LevelBot:
    """A player of a given level.

    With `live` it never waits for compilation (it thinks on lists until that is done) and limits its time; without,
    its choices depend only on its seed, the view and the backend. `stop()` ends its thinking at once.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> view = Match(get_game("overture"), 2, theatre="blackbox", seed=1).view(0)
    >>> bot = LevelBot("easy", seed=4)
    >>> bot(view) in view.actions(), bot(view) == LevelBot("easy", seed=4)(view)
    (True, True)
    """

    def __init__(self, name: str, seed: int = 0, live: bool = False, backend: Backend | None = None) -> None:
        self.name = name
        self.seed = seed
        self.live = live
        self.level = LEVELS[name]
        self._backend = backend
        self._flags: set[StopFlag] = set()
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"<bot {self.name}, seed {self.seed}>"

    def __call__(self, view: View) -> int:
        """The action of its choice, as a number."""
        actions = view.actions()
        rng = new_stream(self.seed, view_digest(view))
        if len(actions) == 1:
            return actions[0]
        if self.level.share == 0:
            is_careless = below(rng, 100) < (view.game.careless if self.level.careless else 0)
            return actions[below(rng, len(actions))] if is_careless else greedy_choice(view, rng)
        promising = _promising(view, rng)
        if len(promising) == 1:
            return promising[0]
        found = self._analyse(view, self.level.iterations(view.game, self.backend(view.game)))
        return found.action if found.best is not None else greedy_choice(view, rng)

    def analyse(self, view: View) -> Analysis:
        """What the level thinks of the position: visits, win chance and expected score of every action it looks at."""
        backend = self.backend(view.game)
        return self._analyse(view, max(self.level.iterations(view.game, backend), _budget(HINT_ITERATIONS, backend)))

    def stop(self) -> None:
        """End all thinking that is going on; the move is made with what was found so far."""
        with self._lock:
            for flag in self._flags:
                flag.set()

    def backend(self, game: Game) -> Backend:
        """What it thinks on."""
        if self._backend is not None:
            return self._backend
        return backend_now(game) if self.live else compiled_backend(game)

    def _analyse(self, view: View, iterations: int) -> Analysis:
        flag = StopFlag()
        with self._lock:
            self._flags.add(flag)
        try:
            return analyse(
                view, iterations=iterations, seed=self.seed, weights=self.level.weights(view.game),
                backend=self.backend(view.game), stop=flag, seconds=self.level.seconds if self.live else None,
            )  # fmt: skip
        finally:
            with self._lock:
                self._flags.discard(flag)


def _promising(view: View, rng: list[int]) -> list[int]:
    """The actions that a search would look at."""
    candidates = policy_of(view.game, "candidates")
    if candidates is None:
        return view.actions()
    out = [0] * view.game.max_actions
    return out[: candidates(view.state.copy(), out, rng)]
