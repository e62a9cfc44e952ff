"""Games between bots that do not search, played whole: on lists at once, compiled when that is worth its start.

The games are the same on both backends and for any number of threads: the luck of a game, and that of each of its
bots, depends on the seed and on the game's number alone.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from theatre_lab.bots import bulk_kernel, choose
from theatre_lab.bots.levels import LEVELS
from theatre_lab.core.background import in_browser
from theatre_lab.core.compiled import (
    Backend,
    CompiledBackend,
    Warmup,
    can_compile,
    compiled_backend,
    game_functions,
    list_backend,
    reachable,
)
from theatre_lab.core.errors import BotError
from theatre_lab.core.game import Game
from theatre_lab.core.match import lot_stream, luck_stream
from theatre_lab.core.stream import new_stream
from theatre_lab.lab.results import GameResult, SeatParts, points_by_clause

__all__ = ["Fixture", "WholeGames", "compiled_if_ready", "compiled_soon", "get_ready", "give_way", "moves_by_lot"]

LOADING = 4.0
"""A run that takes so many seconds on lists is worth reading compiled code from disk, which takes one or two."""
COMPILING = 60.0
"""A run that takes so many seconds on lists is worth compiling for, which takes about a minute."""
_YIELD, _LONGEST_YIELD = 2.0, 0.1
"""While code is being compiled, games on lists leave it so many times their own time, in pieces of so many seconds."""
_REMEMBERED = 64


# ------------------------------------------------------------------ who plays so


def moves_by_lot(game: Game, bots: Sequence[object]) -> tuple[int, ...] | None:
    """How many moves of a hundred each bot makes by lot; None when one of them searches, or is no bot of ours.

    A game without a policy of its own has only random bots here, and one that judges games by more than its rules none.

    >>> from theatre_lab.games import get_game
    >>> moves_by_lot(get_game("overture"), ["random", "easy", "medium"])
    (100, 25, 0)
    >>> moves_by_lot(get_game("overture"), ["hard", "easy"]) is None
    True
    """
    if (type(game).scores, type(game).winners) != (Game.scores, Game.winners):
        return None
    found = [_moves_by_lot(game, bot) for bot in bots]
    return tuple(number for number in found if number is not None) if None not in found else None


def _moves_by_lot(game: Game, bot: object) -> int | None:
    if bot == "random":
        return bulk_kernel.ALWAYS
    if {"greedy_action", "policy_action"}.isdisjoint(game_functions(game)):
        return None
    if bot == "greedy":
        return 0
    level = LEVELS.get(bot) if isinstance(bot, str) else None
    if level is None or level.share:
        return None
    return game.careless if level.careless else 0


# ------------------------------------------------------------------ the games


@dataclass(frozen=True)
class Fixture:
    """Which bot sits where in game `index` of a series, and with which luck.

    `seating` names a bot (by its place in the list) for every seat and `seeds` its seed; `luck` is the match's seed.

    >>> fixture = Fixture(index=5, deal=2, seating=(1, 0), luck=11, seeds=(3, 4))
    >>> [("ann", "ben")[bot] for bot in fixture.seating]
    ['ben', 'ann']
    """

    index: int
    deal: int
    seating: tuple[int, ...]
    luck: int
    seeds: tuple[int, ...]


class WholeGames:
    """Plays games between bots that do not search, several at a time, from threads too.

    `options` are those asked for, checked; `careless` is what `moves_by_lot` says.

    >>> from theatre_lab.core.compiled import list_backend
    >>> from theatre_lab.games import get_game
    >>> game = get_game("overture")
    >>> games = WholeGames(game, ["greedy", "random"], game.check_options(2, {"theatre": "rotunda"}), {}, (0, 100))
    >>> [result] = games.play([Fixture(0, 0, (0, 1), luck=5, seeds=(6, 7))], list_backend(game))
    >>> result.scores[0] > result.scores[1], sum(points for _, points in result.parts[0]) == result.scores[0]
    (True, True)
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        options: Mapping[str, Any],
        rules: Mapping[str, int],
        careless: Sequence[int],
    ) -> None:
        self.game, self.bots, self.careless = game, bots, careless
        self._options, self._numbers = dict(options), game.check_rules(rules)
        self._asked, self._checked, self._starts = _Memory(self._ask), _Memory(self._check), _Memory(self._start)

    def play(self, fixtures: Sequence[Fixture], backend: Backend) -> list[GameResult]:
        """Play these games on a backend. BotError names a bot whose policy answers with an illegal action."""
        game, players, count = self.game, len(self.bots), len(fixtures)
        starts = [self._opening(fixture) for fixture in fixtures]
        worlds = backend.worlds(count + 1)
        for place, start in enumerate(starts):
            start.lay(backend, worlds, place)
        careless = [self.careless[bot] for fixture in fixtures for bot in fixture.seating]
        streams = [new_stream(seed)[0] for fixture in fixtures for seed in fixture.seeds]
        results = lengths, payoffs, scores = [backend.integers(n) for n in (count, count * players, count * players)]
        backend.bind(bulk_kernel).play_whole_games(
            worlds,
            count,
            (backend.integers(careless), backend.integers(streams)),
            backend.integers([luck_stream(fixture.luck)[0] for fixture in fixtures]),
            tuple(results),
            backend.integers(game.max_actions),
            backend.integers(game.max_cards),
            backend.integers(1),
            backend.integers(1),
        )
        for place, fixture in enumerate(fixtures):
            if lengths[place] < 0:
                self._refuse(fixture, backend.load(worlds, place), int(scores[place * players]))
        ends = _Ends(game, backend, worlds, [start.state for start in starts])
        return [
            GameResult(
                fixture.index,
                fixture.deal,
                fixture.seating,
                tuple(int(scores[place * players + seat]) for seat in range(players)),
                tuple(seat for seat in range(players) if payoffs[place * players + seat] > 0),
                int(lengths[place]),
            ).with_late_parts(partial(ends.parts_of, place))
            for place, fixture in enumerate(fixtures)
        ]

    def _refuse(self, fixture: Fixture, state: Any, action: int) -> None:
        mover = int(self.game.rules.to_move(state))
        name = self.bots[fixture.seating[mover]]
        try:
            choose(_Answer(name, action), self.game.view(state, mover))
        except BotError as error:
            raise BotError(f"{error} (game {fixture.index} of this series)") from None
        raise BotError(
            f"the bot {name!r} answered with the illegal action {action} (game {fixture.index} of this series)"
        )

    # ------------------------------------------------------------- beginnings

    def _opening(self, fixture: Fixture) -> _Start:
        """The state before the first shuffle, as a match of this luck has it."""
        checked = self._checked(self._asked(fixture.deal))
        start: _Start = self._starts(self.game.draw_options(len(self.bots), dict(checked), lot_stream(fixture.luck)))
        return start

    def _ask(self, deal: int) -> dict[str, Any]:
        return self.game.series_options(len(self.bots), dict(self._options), deal)

    def _check(self, options: dict[str, Any]) -> dict[str, Any]:
        return self.game.check_options(len(self.bots), options)

    def _start(self, options: dict[str, Any]) -> _Start:
        return _Start(self.game.new_state(len(self.bots), options, self._numbers))


class _Start:
    """A state before its first shuffle, in both forms."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self._world: Any = None

    def lay(self, backend: Backend, worlds: Any, place: int) -> None:
        """Write a copy into `worlds[place]`."""
        if not isinstance(backend, CompiledBackend):
            backend.store(worlds, place, self.state)
            return
        if self._world is None:
            self._world = backend.world(self.state)
        worlds[place] = self._world


@dataclass(frozen=True)
class _Answer:
    """A bot that has answered already."""

    name: str
    action: int

    def __call__(self, view: object) -> int:
        return self.action


class _Memory:
    """A function that remembers its last answers, by equality: equal options are common, and slow to work out anew."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function
        self._known: tuple[tuple[Any, Any], ...] = ()

    def __call__(self, question: Any) -> Any:
        for known, answer in self._known:
            if known == question:
                return answer
        answer = self._function(question)
        self._known = (*self._known[-_REMEMBERED + 1 :], (question, answer))
        return answer


# ------------------------------------------------------------------ parts by clause


class _Ends:
    """The last states of some games; the points by clause are told when somebody asks.

    Compiled, a game takes less time than its breakdown, and most who ask for many games never ask for that. Until then
    the states are kept compressed, in some hundred bytes a game.
    """

    def __init__(self, game: Game, backend: Backend, worlds: Any, starts: Sequence[Any]) -> None:
        self._game, self._backend, self._count, self._players = game, backend, len(starts), int(starts[0].players)
        self._starts = starts if game.state_type.labels else []
        self._told: list[tuple[SeatParts, ...]] = []
        self._kept = b""
        if isinstance(backend, CompiledBackend):
            self._kept = zlib.compress(worlds.tobytes(), 1)
        else:
            self._told = self._tell(worlds, self._starts)

    def parts_of(self, place: int) -> tuple[SeatParts, ...]:
        """The parts of the game in this place, seat by seat."""
        kept, starts = self._kept, self._starts  # read first: another thread may be done with them meanwhile
        if not self._told:
            worlds = self._backend.worlds(self._count + 1)
            worlds.view("u1")[:] = bytearray(zlib.decompress(kept))
            self._told, self._kept, self._starts = self._tell(worlds, starts), b"", []
        return self._told[place]

    def _tell(self, worlds: Any, starts: Sequence[Any]) -> list[tuple[SeatParts, ...]]:
        told: list[tuple[SeatParts, ...]] = []
        for place in range(self._count):
            state = self._backend.load(worlds, place)
            for name in state.labels:
                setattr(state, name, getattr(starts[place], name))
            told.append(tuple(points_by_clause(self._game, state, seat) for seat in range(self._players)))
        return told


# ------------------------------------------------------------------ getting ready


class _NotThereError(Exception):
    """There is no compiled code on disk, and the run is too short to compile for."""


_warmups: dict[int, Warmup] = {}
_lock = threading.Lock()


def compiled_if_ready(game: Game) -> Backend | None:
    """The game compiled, if this process can play it so at once.

    >>> from theatre_lab.games.overture.game import Overture
    >>> compiled_if_ready(Overture()) is None
    True
    """
    warmup = _warmups.get(id(game))
    return compiled_backend(game) if warmup is not None and warmup.ready else None


def compiled_soon(game: Game, seconds: float) -> bool:
    """Is the game being made ready for compiled play?

    Begins with it, in the background, where a run has so many seconds on lists before it: long enough for reading the
    code from disk, or even for compiling it.

    >>> from theatre_lab.games import get_game
    >>> compiled_soon(get_game("overture"), seconds=0.1)
    False
    """
    if seconds < LOADING or in_browser() or not can_compile():
        return False
    with _lock:
        warmup = _warmups.get(id(game))
        if warmup is None or (isinstance(warmup.error, _NotThereError) and seconds >= COMPILING):
            warmup = _warmups[id(game)] = _warm(game, may_compile=seconds >= COMPILING)
    return warmup.error is None


def get_ready(game: Game) -> Backend:
    """The game on the backend that plays whole games fastest, waited for: some seconds, or a minute where nothing is
    compiled yet.

    >>> from unittest.mock import patch
    >>> from theatre_lab.games.overture.game import Overture
    >>> with patch("theatre_lab.lab.bulk.can_compile", return_value=False):
    ...     get_ready(Overture()).name
    'lists'
    """
    while compiled_soon(game, COMPILING) and not _warmups[id(game)].wait():
        pass
    return compiled_if_ready(game) or list_backend(game)


def give_way(game: Game, seconds: float) -> None:
    """After a game of so many seconds leave the machine to the compiler for a while, if it is at work for this game.

    >>> from theatre_lab.games.overture.game import Overture
    >>> give_way(Overture(), seconds=60.0)  # nothing is being compiled for this one: no wait
    """
    warmup = _warmups.get(id(game))
    if warmup is not None and warmup.error is None:
        warmup.wait(min(_YIELD * seconds, _LONGEST_YIELD))


def _warm(game: Game, *, may_compile: bool) -> Warmup:
    def exercise(backend: Backend) -> None:
        if not may_compile and not _is_on_disk(backend):
            raise _NotThereError
        players = game.min_players
        options = game.check_options(players, {})
        games = WholeGames(game, ["random"] * players, options, {}, [bulk_kernel.ALWAYS] * players)
        games.play([Fixture(0, 0, tuple(range(players)), 1, tuple(range(players)))], backend)

    return Warmup(game, exercise, lambda backend: reachable(backend.bind(bulk_kernel), "play_whole_games"))


def _is_on_disk(backend: Backend) -> bool:
    """Is there code of `play_whole_games`, which is compiled last?"""
    if not isinstance(backend, CompiledBackend):
        return False
    place = backend.bind(bulk_kernel).play_whole_games.stats.cache_path
    return place is not None and any(Path(place).glob("*play_whole_games*.nbi"))
