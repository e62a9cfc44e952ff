"""Games between bots that do not search, played whole: on lists at once, compiled when that is worth its start.

The games are the same on both backends and for any number of threads: the luck of a game, and that of each of its
bots, depends on the seed and on the game's number alone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

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
from theatre_lab.core.game import Game, View
from theatre_lab.core.match import _LOT, _LUCK, Match, lot_stream
from theatre_lab.core.stream import new_stream
from theatre_lab.lab.openings import Labels, Openings, known_length, known_lots
from theatre_lab.lab.results import GameResult, SeatParts, points_by_clause, win_share

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
_ROOM = 1 << 26
"""So many bytes of last states a run keeps. Where there is no more room, games are played again, too."""
_PLACE = 8
"""Bytes that tell which opening a kept game had."""
_NOT_OVER = -1
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

    >>> from theatre_lab.core.compiled import list_backend
    >>> from theatre_lab.games import get_game
    >>> drawn = Series(seed=7, players=2).draw(range(1, 4), list_backend(get_game("overture")))
    >>> drawn.deals, drawn.seats, len(drawn.lucks), len(drawn.seeds)
    ([0, 1, 1], [1, 0, 0, 1, 1, 0], 3, 6)
    """

    games: range
    deals: Any
    seats: Any
    lucks: Any
    seeds: Any

    @property
    def columns(self) -> tuple[Any, Any, Any, Any]:
        """Deals, seats, lucks and seeds."""
        return self.deals, self.seats, self.lucks, self.seeds


class PlayedGames:
    """Games of a series that are over, in order. What is known of each is listed only when somebody asks for it.

    `columns` holds the lengths in actions, by game, and for every bot, game by game, among how many it shares the win
    (0 for a loser) and its score; `parts_of` tells the points by clause of the game in a place.

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
        self,
        series: Series,
        games: range,
        backend: Backend,
        columns: tuple[Any, Any, Any],
        parts_of: Callable[[int], tuple[SeatParts, ...]],
    ) -> None:
        self._series, self._games, self._backend, self._parts_of = series, games, backend, parts_of
        self._lengths, self._sharing, self._points = columns

    def __len__(self) -> int:
        return len(self._games)

    def up_to(self, count: int) -> PlayedGames:
        """The first games, so many."""
        seats = count * self._series.players
        columns = self._lengths[:count], self._sharing[:seats], self._points[:seats]
        return PlayedGames(self._series, self._games[:count], self._backend, columns, self._parts_of)

    @property
    def first(self) -> int:
        """The number of the first game."""
        return self._games.start

    def shares_of(self, bot: int) -> list[float]:
        """A bot's share of the win in each game."""
        shares = [win_share(sharing) for sharing in range(self._series.players + 1)]
        return [shares[sharing] for sharing in _plain(self._sharing[bot :: self._series.players])]

    def points_of(self, bot: int) -> list[int]:
        """A bot's score in each game."""
        return _plain(self._points[bot :: self._series.players])

    def results(self) -> list[GameResult]:
        """The games one by one, with the points by clause worked out late."""
        drawn, players = self._series.draw(self._games, self._backend), self._series.players
        lengths, sharing, points, deals, seats, lucks = map(
            _plain, (self._lengths, self._sharing, self._points, drawn.deals, drawn.seats, drawn.lucks)
        )
        results = []
        for place, index in enumerate(self._games):
            first = place * players
            seating = tuple(seats[first : first + players])
            result = GameResult(
                index,
                deals[place],
                seating,
                tuple(points[first + bot] for bot in seating),
                tuple(seat for seat, bot in enumerate(seating) if sharing[first + bot]),
                lengths[place],
                seed=lucks[place],
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
    >>> [result] = games.play_series(Series(seed=5, players=2), range(1), list_backend(game)).results()
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
        self._options, self._rules, self._numbers = dict(options), dict(rules), game.check_rules(rules)
        self._length = known_length(game, len(bots), self._options)
        self._lots = known_lots(game, len(bots), self._options, self._length)
        self._openings: dict[str, Openings] = {}
        self._room, self._lock = _ROOM, threading.Lock()

    def play_series(self, series: Series, games: range, backend: Backend) -> PlayedGames:
        """Play games of a series on a backend.

        BotError names a bot whose policy fails or answers with an illegal action, and the game; any other error is
        told as it is.
        """
        keeps = self._may_keep(backend, len(games))
        worlds, labels_of, columns = self._run(series.draw(games, backend), backend, keeps=keeps)
        parts_of: Callable[[int], tuple[SeatParts, ...]] = partial(self._parts_again, series, games, backend)
        if keeps:
            parts_of = partial(self._kept_parts, backend, worlds, labels_of)
        if not isinstance(backend, CompiledBackend):  # a state of lists is too large to be kept
            parts_of = [parts_of(place) for place in range(len(games))].__getitem__
        return PlayedGames(series, games, backend, columns, parts_of)

    def _may_keep(self, backend: Backend, count: int) -> bool:
        """Is there room for so many last states? It is theirs then."""
        if not isinstance(backend, CompiledBackend):
            return True
        if backend.dtype.itemsize > _SMALL:
            return False
        wanted = count * (backend.dtype.itemsize + _PLACE)
        with self._lock:
            if wanted > self._room:
                return False
            self._room -= wanted
        return True

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
            (_LUCK, _LOT),
            max(self._length, 1),
            (numbers([lot.of for lot in lots]), numbers([lot.kept for lot in lots])),
            numbers(max((lot.of for lot in lots if lot.kept), default=0)),
            _words(backend, [0] * bulk_kernel.WORDS),
            numbers(1),
            begun,
        )
        openings, begins, labels = self._open(drawn, _plain(codes), backend)
        worlds = backend.worlds((count if keeps else 1) + 1)
        results = lengths, _, _ = numbers([_NOT_OVER] * count), numbers(seats), numbers(seats)
        games = openings, numbers(begins), shuffles
        bots = numbers(self.careless), drawn.seats, streams
        out, cards = numbers(self.game.max_actions), numbers(self.game.max_cards)
        try:
            done = bound.play_whole_games(worlds, int(keeps), games, bots, results, out, cards, numbers(1), numbers(1))
        except Exception as error:
            self._refuse(drawn, _plain(lengths).index(_NOT_OVER), error)
        if done < count:
            self._refuse(drawn, done, BotError(f"a bot answered with {int(out[0])}, an illegal action"))
        return worlds, lambda place: labels[begins[place]], tuple(map(_narrow, results))

    # ------------------------------------------------------------- beginnings

    def _open(self, drawn: Drawn, codes: list[int], backend: Backend) -> tuple[Any, list[int], Sequence[Labels]]:
        """The states before the first shuffle, as matches of these seeds have them."""
        starts: Sequence[Hashable] = codes
        if self._lots is None:  # then no two games are known to begin alike
            starts = list(zip(_plain(drawn.deals), _plain(drawn.lucks), strict=True))
        openings = self._openings.get(backend.name) or self._openings.setdefault(backend.name, Openings(backend))
        return openings.find(starts, lambda k: self._lay(int(drawn.deals[k]), int(drawn.lucks[k])))

    def _lay(self, deal: int, luck: int) -> Record:
        players = len(self.bots)
        options = self.game.draw_options(players, self._options_of(deal), lot_stream(luck))
        return self.game.new_state(players, options, self._numbers)

    def _options_of(self, deal: int) -> dict[str, Any]:
        return self.game.series_options(len(self.bots), dict(self._options), deal)

    # ------------------------------------------------------------- what went wrong

    def _refuse(self, drawn: Drawn, place: int, error: Exception) -> NoReturn:
        """Tell what went wrong in a game: with the bot's name, if the game as a match shows that a bot erred."""
        where = f"(game {drawn.games[place]} of this series, seed {int(drawn.lucks[place])})"
        try:
            self._play_match(drawn, place)
        except BotError as told:
            raise BotError(f"{told} {where}") from told.__cause__
        except Exception as told:
            error = told
        error.add_note(where)
        raise error

    def _play_match(self, drawn: Drawn, place: int) -> None:
        """Play one of the games decision by decision, on lists, with the same luck."""
        players = len(self.bots)
        seats = range(place * players, (place + 1) * players)
        bots = [self._at_table(int(drawn.seats[seat]), int(drawn.seeds[seat])) for seat in seats]
        options = self._options_of(int(drawn.deals[place]))
        match = Match(self.game, players, seed=int(drawn.lucks[place]), rules=self._rules, **options)
        while (player := match.to_move) is not None:
            match.play(choose(bots[player], match.view(player)))

    def _at_table(self, bot: int, seed: int) -> _AtTable:
        action, out, rng = list_backend(self.game).bind(bulk_kernel).bot_action, self.game.max_actions, new_stream(seed)
        return _AtTable(self.bots[bot], lambda view: int(action(view.state.copy(), self.careless[bot], [0] * out, rng)))

    # ------------------------------------------------------------- points by clause

    def _parts_again(self, series: Series, games: range, backend: Backend, place: int) -> tuple[SeatParts, ...]:
        drawn = series.draw(games[place : place + 1], backend)
        worlds, labels_of, _ = self._run(drawn, backend, keeps=False)
        return self._kept_parts(backend, worlds, labels_of, 0)

    def _kept_parts(
        self, backend: Backend, worlds: Any, labels_of: Callable[[int], Labels], place: int
    ) -> tuple[SeatParts, ...]:
        state = backend.load(worlds, place)
        for name, value in zip(state.labels, labels_of(place), strict=True):
            setattr(state, name, value)
        return tuple(points_by_clause(self.game, state, seat) for seat in range(len(self.bots)))


@dataclass(frozen=True)
class _AtTable:
    """A bot of whole games as one that is asked at a table."""

    name: str
    play: Callable[[View], int]

    def __call__(self, view: View) -> int:
        return self.play(view)


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


def _narrow(column: Any) -> Any:
    """The same numbers, in as few bytes each as hold all of an array."""
    if not hasattr(column, "astype"):
        return column
    least, most = int(column.min()), int(column.max())
    width = next(width for width in (1, 2, 4, 8) if -(1 << 8 * width - 1) <= least and most < 1 << 8 * width - 1)
    return column.astype(f"i{width}")


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
        return reachable(backend.bind(bulk_kernel), "seed_games", "begin_games", "play_whole_games")

    return Warmup(game, exercise, total)


def _is_on_disk(backend: Backend) -> bool:
    """Is there code of `play_whole_games`, which is compiled last?"""
    if not isinstance(backend, CompiledBackend):
        return False
    place = backend.bind(bulk_kernel).play_whole_games.stats.cache_path
    return place is not None and any(Path(place).glob("*play_whole_games*.nbi"))
