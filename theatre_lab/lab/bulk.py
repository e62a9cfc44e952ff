"""Games between bots that do not search, played whole: on lists at once, compiled when that is worth its start.

The games are the same on both backends and for any number of threads: the luck of a game, and that of each of its
bots, depends on the seed and on the game's number alone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
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
from theatre_lab.core.declaration import Record
from theatre_lab.core.errors import BotError
from theatre_lab.core.game import Game, Lot
from theatre_lab.core.match import lot_stream
from theatre_lab.lab.openings import Labels, Openings
from theatre_lab.lab.results import GameResult, SeatParts, points_by_clause

__all__ = [
    "Drawn",
    "Fixture",
    "PlayedGames",
    "Series",
    "WholeGames",
    "compiled_if_ready",
    "compiled_soon",
    "get_ready",
    "give_way",
    "moves_by_lot",
]

LOADING = 4.0
"""A run that takes so many seconds on lists is worth reading compiled code from disk, which takes one or two."""
COMPILING = 60.0
"""A run that takes so many seconds on lists is worth compiling for, which takes about a minute."""
_YIELD, _LONGEST_YIELD = 2.0, 0.1
"""While code is being compiled, games on lists leave it so many times their own time, in pieces of so many seconds."""
_SMALL = 512
"""A last state of at most so many bytes is kept for when its parts are asked for. To a larger one the game is played
again: compiled, that takes less time than the breakdown."""
_WORD = (1 << 64) - 1


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
    Seeds go from 0 to 2**62.

    >>> fixture = Fixture(index=5, deal=2, seating=(1, 0), luck=11, seeds=(3, 4))
    >>> [("ann", "ben")[bot] for bot in fixture.seating]
    ['ben', 'ann']
    """

    index: int
    deal: int
    seating: tuple[int, ...]
    luck: int
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class Series:
    """The games of a run between so many bots: game i is decided by the seed and by i alone.

    With `rotate` the bots move on by a seat from game to game, and each deal is played once in every rotation.

    >>> from theatre_lab.core.compiled import list_backend
    >>> from theatre_lab.games import get_game
    >>> series = Series(seed=7, players=2)
    >>> first, second = (series.fixture(index, list_backend(get_game("overture"))) for index in range(2))
    >>> first.seating, second.seating, first.luck == second.luck, first.seeds == second.seeds
    ((0, 1), (1, 0), True, False)
    """

    seed: int
    players: int
    rotate: bool = True

    def fixture(self, index: int, backend: Backend) -> Fixture:
        """Game `index`, drawn on a backend: the same on any."""
        drawn = self.draw(range(index, index + 1), backend)
        deals, seats, lucks, seeds = map(_plain, drawn.columns)
        return Fixture(index, deals[0], tuple(seats), lucks[0], tuple(seeds))

    def draw(self, games: range, backend: Backend) -> Drawn:
        """Games that follow each other, drawn on a backend: the same on any."""
        count, seats = len(games), len(games) * self.players
        drawn = Drawn(games, *(backend.integers(n) for n in (count, seats, count, seats)))
        backend.bind(bulk_kernel).seed_games(
            _words(backend, _bits(self.seed)),
            games.start,
            self.players if self.rotate else 1,
            _words(backend, [0] * bulk_kernel.WORDS),
            backend.integers(1),
            drawn.columns,
        )
        return drawn


@dataclass(frozen=True)
class Drawn:
    """Games that are still to be played, in columns: `deals` and `lucks` by game, `seats` and `seeds` seat by seat.

    They mean what they mean in a `Fixture`; a column is an array where the games are compiled, or else a list.

    >>> drawn = Drawn(range(2), deals=[0, 0], seats=[0, 1, 1, 0], lucks=[5, 5], seeds=[6, 7, 8, 9])
    >>> drawn[1:]
    Drawn(indices=range(1, 2), deals=[0], seats=[1, 0], lucks=[5], seeds=[8, 9])
    """

    indices: Sequence[int]
    deals: Any
    seats: Any
    lucks: Any
    seeds: Any

    @property
    def columns(self) -> tuple[Any, Any, Any, Any]:
        """Deals, seats, lucks and seeds."""
        return self.deals, self.seats, self.lucks, self.seeds

    def __getitem__(self, games: slice) -> Drawn:
        """Some that follow each other."""
        players = len(self.seeds) // len(self.lucks)
        first, last, _ = games.indices(len(self.lucks))
        seats = slice(first * players, last * players)
        return Drawn(self.indices[games], self.deals[games], self.seats[seats], self.lucks[games], self.seeds[seats])


class PlayedGames:
    """Games of a run that are over, in order. What is known of each game is listed only when somebody asks for it.

    `columns` holds the lengths in actions, by game, and for every bot, game by game, its share of the win and its
    score; `parts_of` tells the points by clause of the game in a place.

    >>> from theatre_lab.core.compiled import list_backend
    >>> from theatre_lab.games import get_game
    >>> game = get_game("overture")
    >>> games = WholeGames(game, ["greedy", "random"], game.check_options(2, {"theatre": "rotunda"}), {}, (0, 100))
    >>> played = games.play_series(Series(seed=7, players=2), range(3, 6), list_backend(game))
    >>> len(played), played.first, len(played.up_to(2)), [game.seating for game in played.results()]
    (3, 3, 2, [(1, 0), (0, 1), (1, 0)])
    >>> played.points_of(bot=1) == [game.score_of(1) for game in played.results()], played.shares_of(bot=0)
    (True, [1.0, 1.0, 1.0])
    """

    def __init__(
        self, drawn: Drawn, columns: tuple[Any, Any, Any], parts_of: Callable[[int], tuple[SeatParts, ...]]
    ) -> None:
        self._drawn, self._parts_of = drawn, parts_of
        self._lengths, self._shares, self._points = columns
        self._players = len(self._shares) // len(self._lengths)

    def __len__(self) -> int:
        return len(self._lengths)

    def up_to(self, count: int) -> PlayedGames:
        """The first games, so many."""
        seats = count * self._players
        columns = self._lengths[:count], self._shares[:seats], self._points[:seats]
        return PlayedGames(self._drawn[:count], columns, self._parts_of)

    @property
    def first(self) -> int:
        """The number of the first game."""
        return int(self._drawn.indices[0])

    def shares_of(self, bot: int) -> list[float]:
        """A bot's share of the win in each game."""
        return _plain(self._shares[bot :: self._players])

    def points_of(self, bot: int) -> list[int]:
        """A bot's score in each game."""
        return _plain(self._points[bot :: self._players])

    def results(self) -> list[GameResult]:
        """The games one by one, with the points by clause worked out late."""
        lengths, shares, points, deals, seats = map(
            _plain, (self._lengths, self._shares, self._points, self._drawn.deals, self._drawn.seats)
        )
        results = []
        for place, index in enumerate(self._drawn.indices):
            first = place * self._players
            seating = tuple(seats[first : first + self._players])
            result = GameResult(
                index,
                deals[place],
                seating,
                tuple(points[first + bot] for bot in seating),
                tuple(seat for seat, bot in enumerate(seating) if shares[first + bot] > 0),
                lengths[place],
            )
            results.append(result.with_late_parts(partial(self._parts_of, place)))
        return results


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
        self._length = game.series_length(len(bots), self._options)
        self._lots = _countable(game.lots(len(bots), self._options_of(0)), self._length)
        self._openings: dict[str, Openings] = {}

    def play(self, fixtures: Sequence[Fixture], backend: Backend) -> list[GameResult]:
        """Play these games on a backend. BotError names a bot whose policy answers with an illegal action."""
        drawn = Drawn(
            [fixture.index for fixture in fixtures],
            backend.integers([fixture.deal for fixture in fixtures]),
            backend.integers([bot for fixture in fixtures for bot in fixture.seating]),
            backend.integers([fixture.luck for fixture in fixtures]),
            backend.integers([seed for fixture in fixtures for seed in fixture.seeds]),
        )
        return self._play(drawn, backend).results()

    def play_series(self, series: Series, games: range, backend: Backend) -> PlayedGames:
        """Play games of a series on a backend. BotError as for `play`."""
        return self._play(series.draw(games, backend), backend)

    def _play(self, drawn: Drawn, backend: Backend) -> PlayedGames:
        if isinstance(backend, CompiledBackend) and backend.dtype.itemsize > _SMALL:
            _, _, columns = self._run(drawn, backend, keeps=False)
            return PlayedGames(drawn, columns, partial(self._parts_again, drawn, backend))
        worlds, labels_of, columns = self._run(drawn, backend, keeps=True)

        def parts_of(place: int) -> tuple[SeatParts, ...]:
            return self._parts(backend, worlds, place, labels_of(place))

        if isinstance(backend, CompiledBackend):
            return PlayedGames(drawn, columns, parts_of)
        told = [parts_of(place) for place in range(len(drawn.lucks))]  # a state of lists is too large to be kept
        return PlayedGames(drawn, columns, told.__getitem__)

    def _run(
        self, drawn: Drawn, backend: Backend, *, keeps: bool
    ) -> tuple[Any, Callable[[int], Labels], tuple[Any, Any, Any]]:
        """Play the games; the worlds with the last states (if kept, else with the very last), labels, and results."""
        count, seats = len(drawn.lucks), len(drawn.seats)
        bound, numbers = backend.bind(bulk_kernel), backend.integers
        codes, shuffles, streams = begun = numbers(count), numbers(count), numbers(seats)
        lots = self._lots or ()
        bound.begin_games(
            (drawn.deals, drawn.lucks, drawn.seeds),
            max(self._length, 1),
            (numbers([lot.of for lot in lots]), numbers([lot.kept for lot in lots])),
            numbers(max((lot.of for lot in lots), default=0)),
            _words(backend, [0] * bulk_kernel.WORDS),
            numbers(1),
            begun,
        )
        openings, begins, labels = self._open(drawn, _plain(codes), backend)
        worlds = backend.worlds((count if keeps else 1) + 1)
        results = numbers(count), backend.reals(seats), numbers(seats)
        out = numbers(self.game.max_actions)
        played = bound.play_whole_games(
            worlds,
            int(keeps),
            (openings, numbers(begins), shuffles),
            (numbers(self.careless), drawn.seats, streams),
            results,
            out,
            numbers(self.game.max_cards),
            numbers(1),
            numbers(1),
        )
        if played < count:
            self._refuse(drawn, played, backend.load(worlds, played if keeps else 0), int(out[0]))
        return worlds, lambda place: labels[begins[place]], results

    def _refuse(self, drawn: Drawn, place: int, state: Any, action: int) -> None:
        mover, index = int(self.game.rules.to_move(state)), drawn.indices[place]
        name = self.bots[int(drawn.seats[place * len(self.bots) + mover])]
        try:
            choose(_Answer(name, action), self.game.view(state, mover))
        except BotError as error:
            raise BotError(f"{error} (game {index} of this series)") from None
        raise BotError(f"the bot {name!r} answered with the illegal action {action} (game {index} of this series)")

    # ------------------------------------------------------------- beginnings

    def _open(self, drawn: Drawn, codes: list[int], backend: Backend) -> tuple[Any, list[int], Sequence[Labels]]:
        """The states before the first shuffle, as matches of these seeds have them."""
        starts: Sequence[Hashable] = codes
        if self._lots is None:  # then no two games are known to begin alike
            starts = list(zip(_plain(drawn.deals), _plain(drawn.lucks), strict=True))
        elif not self._length:
            starts = list(zip(_plain(drawn.deals), codes, strict=True))
        openings = self._openings.get(backend.name) or self._openings.setdefault(backend.name, Openings(backend))
        return openings.find(starts, lambda k: self._lay(int(drawn.deals[k]), int(drawn.lucks[k])))

    def _lay(self, deal: int, luck: int) -> Record:
        players = len(self.bots)
        options = self.game.draw_options(players, self._options_of(deal), lot_stream(luck))
        return self.game.new_state(players, options, self._numbers)

    def _options_of(self, deal: int) -> dict[str, Any]:
        return self.game.series_options(len(self.bots), dict(self._options), deal)

    # ------------------------------------------------------------- points by clause

    def _parts_again(self, drawn: Drawn, backend: Backend, place: int) -> tuple[SeatParts, ...]:
        worlds, labels_of, _ = self._run(drawn[place : place + 1], backend, keeps=False)
        return self._parts(backend, worlds, 0, labels_of(0))

    def _parts(self, backend: Backend, worlds: Any, place: int, labels: Labels) -> tuple[SeatParts, ...]:
        state = backend.load(worlds, place)
        for name, value in zip(state.labels, labels, strict=True):
            setattr(state, name, value)
        return tuple(points_by_clause(self.game, state, seat) for seat in range(len(self.bots)))


@dataclass(frozen=True)
class _Answer:
    """A bot that has answered already."""

    name: str
    action: int

    def __call__(self, view: object) -> int:
        return self.action


# ------------------------------------------------------------------ numbers in arrays


def _plain(column: Any) -> list[Any]:
    """A list, or an array, as a list of Python's own numbers."""
    return column.tolist() if hasattr(column, "tolist") else list(column)


def _bits(number: int) -> list[int]:
    """A number of any size as `new_stream` takes it: 64 bits after 64 bits."""
    number = 2 * number if number >= 0 else -2 * number - 1
    words = [number & _WORD]
    while number := number >> 64:
        words.append(number & _WORD)
    return words


def _words(backend: Backend, values: Sequence[int]) -> Any:
    """These numbers of 64 bits without a sign."""
    words = backend.integers(len(values))
    if isinstance(backend, CompiledBackend):
        words = words.view("u8")
    for place, value in enumerate(values):
        words[place] = value
    return words


def _countable(lots: tuple[Lot, ...] | None, length: int) -> tuple[Lot, ...] | None:
    """The draws, if what comes of them and of a series of this length can be told in one number of 62 bits."""
    outcomes = max(length, 1) * prod(lot.of ** max(lot.kept, 1) for lot in lots or ())
    return lots if outcomes < 1 << 62 else None


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
        games.play_series(Series(seed=1, players=players), range(1), backend)

    def total(backend: Backend) -> int:
        bound = backend.bind(bulk_kernel)
        return sum(reachable(bound, name) for name in ("seed_games", "begin_games", "play_whole_games"))

    return Warmup(game, exercise, total)


def _is_on_disk(backend: Backend) -> bool:
    """Is there code of `play_whole_games`, which is compiled last?"""
    if not isinstance(backend, CompiledBackend):
        return False
    place = backend.bind(bulk_kernel).play_whole_games.stats.cache_path
    return place is not None and any(Path(place).glob("*play_whole_games*.nbi"))
