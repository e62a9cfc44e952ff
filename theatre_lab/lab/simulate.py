"""Let bots play many games and say how they did, with intervals.

Game i of a run depends on the seed and on i alone, so the games are the same whatever the number of workers.
The same deal is played once for every rotation of the bots through the seats before the next is dealt; what a game
turns from deal to deal, such as The Theatre's starter decks, comes out evenly.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import os
import pickle
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from theatre_lab.bots import Bot, choose, get_bot
from theatre_lab.bots.levels import LEVELS
from theatre_lab.bots.own import OWN_MODULES, is_own, load_bot, version_of
from theatre_lab.bots.search import warm
from theatre_lab.core.background import in_browser
from theatre_lab.core.compiled import backend_name, list_backend
from theatre_lab.core.errors import BotError, OptionError
from theatre_lab.core.game import Game
from theatre_lab.core.match import Match
from theatre_lab.core.options import expect_bool, expect_int, show
from theatre_lab.games import add_games, added_games, get_game
from theatre_lab.lab.bulk import (
    Fixture,
    PlayedGames,
    Series,
    WholeGames,
    compiled_if_ready,
    compiled_soon,
    give_way,
    moves_by_lot,
)
from theatre_lab.lab.processes import Pace, expect_to_be_guarded, in_processes
from theatre_lab.lab.results import BotSummary, GameResult, Simulation, points_by_clause, summary_of

__all__ = ["BotSummary", "GameResult", "Simulation", "check_bot", "name_of", "play_game", "simulate"]

_CHUNK = 16
"""So many games at most are given to a worker at once; fewer where a run is short, so that all workers end together."""
_THREAD_CHUNK = 1024
"""So many at most of compiled games."""
_PIECE = 0.3
"""A chunk of compiled games takes about so many seconds at most, in which nobody can stop it."""
_TURN = 1.0
"""Whoever lends workers is given games for about so many seconds at once."""
_LOOK = 0.1
"""Seconds between two looks at `stop` where games are waited for."""
_SAMPLE = 3
"""After so many games it is told how long the rest will take."""
_POOLING = 2.0
"""A rest of so many seconds is worth starting processes, where nothing is compiled."""
_PATIENCE = 5.0
"""Seconds that are waited for games before one that failed."""
_SHARES, _THREAD_SHARES = 4, 8
"""A run is cut into so many chunks a worker at least, as far as the games go."""
_AHEAD = 4
"""So many chunks a worker wait in a queue: enough to keep it busy, few enough to stop soon."""
_TRIES = 4
"""A chunk whose worker dies is given out again, so many times in all."""
Told = Callable[[int, int], None]
"""Called with the number of games played and of games asked for."""
Games = list[GameResult] | PlayedGames
"""Some games of a run, one after the other."""


class Client(Protocol):
    """What has executors to give, such as a `dask.distributed.Client`."""

    def get_executor(self) -> Executor: ...


def play_game(
    game: Game,
    bots: Sequence[Any],
    *,
    seed: int,
    options: Mapping[str, Any],
    rules: Mapping[str, int] | None = None,
) -> Match:
    """Let bots (one a seat) play one game to its end, maybe under changed rules. BotError names a bot that fails.

    >>> match = play_game(get_game("overture"), [get_bot("random"), get_bot("random", 1)], seed=3, options={})
    >>> match.is_over
    True
    """
    match = Match(game, len(bots), seed=seed, rules=rules, **options)
    while (player := match.to_move) is not None:
        match.play(choose(bots[player], match.view(player)))
    return match


@dataclass(frozen=True)
class _Plan:
    """What game i is: which bots sit where, with which luck and options."""

    game: str
    bots: tuple[str | Bot, ...]
    seed: int
    options: Mapping[str, Any]
    rotate: bool
    rules: Mapping[str, int]
    packages: tuple[str, ...] = ()
    """Packages with games of others that a worker has to know."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """Which version of its file a bot of the user's comes from, by the bot's name."""

    def fixture(self, index: int) -> Fixture:
        return self.series().fixture(index, list_backend(self.kind()))

    def series(self) -> Series:
        return Series(self.seed, len(self.bots), self.rotate)

    def kind(self) -> Game:
        for package in set(self.packages) - set(added_games()):
            add_games(package)
        return get_game(self.game)

    def whole_games(self) -> WholeGames | None:
        """For games that can be played whole, without a match: those of bots that do not search."""
        game = self.kind()
        careless = moves_by_lot(game, self.bots)
        if careless is None:
            return None
        names = [bot for bot in self.bots if isinstance(bot, str)]
        options = game.check_options(len(names), self.options)
        return WholeGames(game, names, options, self.rules, careless)

    def play(self, index: int) -> GameResult:
        """Game `index` as a match."""
        game, fixture, count = self.kind(), self.fixture(index), len(self.bots)
        bots = [self.bot(bot, seed) for bot, seed in zip(fixture.seating, fixture.seeds, strict=True)]
        options = game.series_options(count, game.check_options(count, self.options), fixture.deal)
        try:
            match = play_game(game, bots, seed=fixture.luck, options=options, rules=self.rules)
        except BotError as error:
            raise BotError(f"{error} (game {index} of this series, seed {fixture.luck})") from error.__cause__
        parts = tuple(points_by_clause(game, match.state, seat) for seat in range(count))
        scores, winners = tuple(match.scores), tuple(match.winners)
        return GameResult(index, fixture.deal, fixture.seating, scores, winners, match.ply, parts, fixture.luck)

    def bot(self, place: int, seed: int) -> Bot:
        """A bot by its place in the list, fresh where it has a name."""
        bot = self.bots[place]
        if not isinstance(bot, str):
            return bot
        return load_bot(bot, self.versions[bot]) if is_own(bot) else get_bot(bot, seed)

    def play_many(self, indices: range) -> Games:
        whole = self.whole_games()
        if whole is None:
            return [self.play(index) for index in indices]
        backend = compiled_if_ready(whole.game) or list_backend(whole.game)
        return whole.play_series(self.series(), indices, backend).results()


def simulate(
    game: str,
    bots: Sequence[str | Bot],
    *,
    games: int = 100,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    rules: Mapping[str, int] | None = None,
    workers: int | None = None,
    executor: Executor | Client | None = None,
    rotate: bool = True,
    progress: bool | Told = False,
    stop: threading.Event | None = None,
    **more: Any,
) -> Simulation:
    """Let bots play `games` games of a kind and sum up how each did.

    A bot is a name (`"hard"`), a function of your own from a view to an action, or the name of such a function
    (`"my_bots.py:careful"`). The game's options may stand in `options` or beside the rest (`theatre="rotunda"`),
    changed rule numbers in `rules`. One bot a player; with `rotate` they change seats from game to game, each deal
    played once in every rotation.

    `workers` share the games (one by default, 0 for one a core; one in a browser), or those of any
    `concurrent.futures` executor or Dask client; the games are the same, and a worker that dies loses none. With
    `progress` a bar is shown on stderr, or a function of yours is called with (played, asked). Setting `stop`, or
    interrupting, ends the run and keeps the games that were played; before the first one is over, OptionError or
    KeyboardInterrupt says so.

    Where no bot searches (`random`, `greedy`, `easy`, `medium`), a long run goes over to compiled code as soon as
    that is ready, and the workers are threads; the games are the same as on lists. Otherwise they are
    processes, and in a script the call stands under `if __name__ == "__main__":`, since each process reads the script.

    Rates have Wilson's interval, scores a bootstrap or Student's; the games of a deal count as one trial, since they
    share their luck.

    The answer names the backend whose choices the games hold: that of the bots that search, which is the compiled
    rules where numba is installed, or else lists. OptionError says what does not fit, BotError which bot erred.

    >>> simulate("overture", ["greedy", "random"], games=4, seed=1, theatre="rotunda").bots[0].played
    4
    >>> simulate("overture", ["greedy", lambda view: view.actions()[0]], games=2).bots[1].bot
    'lambda'
    """
    kind = get_game(game)
    players = _check_bots(kind, bots)
    options = {} if options is None else options
    if not isinstance(options, Mapping):
        raise OptionError(f"options must be a mapping like {{'rounds': 1}}, not {show(options)}")
    options = {**options, **more}
    checked = kind.check_options(len(players), options)
    kind.check_rules(rules)
    count = expect_int("games", games, 1, 10_000_000)
    luck = expect_int("seed", seed, -(2**63), 2**63 - 1)
    versions = {bot: version_of(bot) for bot in players if isinstance(bot, str) and is_own(bot)}
    plan = _Plan(
        game, players, luck, options, expect_bool("rotate", rotate), dict(rules or {}), added_games(), versions
    )
    backend, shared_by = _backend_of(players), _worker_count(workers)
    _check_followers(progress, stop)
    if shared_by > 1 and executor is None:
        expect_to_be_guarded()
    played = _collect(_run(plan, count, shared_by, executor), count, progress, stop)
    if not played:
        raise OptionError("stopped before the first game was over: there is nothing to sum up")
    each_deal = len(players) if plan.rotate else 1
    deals = [index // each_deal for games in played for index in _indices_of(games)]
    summaries = tuple(
        summary_of(name_of(bot), _joined(played, _shares_of, place), _joined(played, _points_of, place), deals)
        for place, bot in enumerate(players)
    )
    total = sum(map(len, played))
    told = Simulation(game, checked, total, count, luck, backend, summaries, (), plan.rules)
    return told.with_late_results(lambda: tuple(result for games in played for result in _one_by_one(games)))


def _check_bots(game: Game, bots: object) -> tuple[str | Bot, ...]:
    if not isinstance(bots, (list, tuple)) or not all(isinstance(bot, str) or callable(bot) for bot in bots):
        raise OptionError(f"bots must be a list of names or functions like ['hard', 'easy'], not {show(bots)}")
    expect_int("the number of bots", len(bots), game.min_players, game.max_players)
    for bot in bots:
        check_bot(bot)
    return tuple(bots)


def check_bot(bot: str | Bot) -> None:
    """OptionError unless this is a bot that can play: a known name, a function, or the name of one that is there.

    >>> check_bot("hrad")
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: there is no bot 'hrad'; did you mean 'hard'?
    """
    if isinstance(bot, type):
        raise OptionError(f"the bot {bot.__name__} is a class; give an instance of it, such as {bot.__name__}()")
    if isinstance(bot, str):
        load_bot(bot) if is_own(bot) else get_bot(bot)


def _check_followers(progress: object, stop: object) -> None:
    if not isinstance(progress, bool) and not callable(progress):
        raise OptionError(f"progress must be True, False or a function of (played, asked), not {show(progress)}")
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise OptionError(f"stop must be a threading.Event, not {show(stop)}")


def name_of(bot: str | Bot) -> str:
    """What a bot is called in results: its name, or that of the function.

    >>> name_of("hard"), name_of(get_bot("easy")), name_of(lambda view: 0)
    ('hard', 'easy', 'lambda')
    """
    if isinstance(bot, str):
        return bot
    return str(getattr(bot, "name", None) or getattr(bot, "__name__", "bot")).strip("<>")


def _backend_of(bots: Sequence[str | Bot]) -> str:
    """What the bots think on: the compiled rules wherever one of them searches and numba is there."""
    searches = any(isinstance(bot, str) and bot in LEVELS and LEVELS[bot].share > 0 for bot in bots)
    return backend_name() if searches else "lists"


def _worker_count(workers: int | None) -> int:
    if workers is None:
        return 1
    asked = expect_int("workers", workers, 0, 1024) or os.cpu_count() or 1
    return 1 if in_browser() else asked


# ------------------------------------------------------------------ what came out


def _shares_of(games: Games, bot: int) -> list[float]:
    return games.shares_of(bot) if isinstance(games, PlayedGames) else [game.win_of(bot) for game in games]


def _points_of(games: Games, bot: int) -> list[int]:
    return games.points_of(bot) if isinstance(games, PlayedGames) else [game.score_of(bot) for game in games]


def _one_by_one(games: Games) -> list[GameResult]:
    return games.results() if isinstance(games, PlayedGames) else games


def _first_of(games: Games) -> int:
    return games.first if isinstance(games, PlayedGames) else games[0].index


def _indices_of(games: Games) -> Iterable[int]:
    if isinstance(games, PlayedGames):
        return range(games.first, games.first + len(games))
    return (game.index for game in games)


def _up_to(games: Games, count: int) -> Games:
    return games.up_to(count) if isinstance(games, PlayedGames) else games[:count]


def _joined(played: Sequence[Games], numbers_of: Callable[[Games, int], Sequence[float]], bot: int) -> list[float]:
    return [number for games in played for number in numbers_of(games, bot)]


# ------------------------------------------------------------------ running


def _run(plan: _Plan, count: int, workers: int, executor: Executor | Client | None) -> Iterator[Games | None]:
    """The games in the order in which they come in, and None where they are waited for."""
    if executor is not None:
        yield from _run_lent(plan, _Lent.of(executor), count, os.cpu_count() or 1)
    elif (whole := plan.whole_games()) is not None:
        yield from _run_whole(plan, whole, count, workers)
    elif workers == 1 or count <= (1 if _backend_of(plan.bots) == "compiled" else _CHUNK):
        yield from ([plan.play(index)] for index in range(count))
    else:
        _check_can_travel(plan)
        if _backend_of(plan.bots) == "compiled":
            warmup = warm(plan.kind())
            while not warmup.wait(_LOOK) and warmup.error is None:
                yield None
        yield from in_processes(plan.play_many, range(count), workers, _chunk(count, workers))


def _run_lent(plan: _Plan, lender: _Lent, count: int, workers: int) -> Iterator[Games | None]:
    """Games by the workers of an executor, as many at once as seem to take a second."""
    pace, start, played = Pace(_chunk(count, workers), _TURN), time.monotonic(), 0
    with contextlib.closing(_shared(plan.play_many, range(count), lender, workers, pace.size)) as coming:
        for some in coming:
            if some is not None:
                played += len(some)
                pace.time(pace.size(), (time.monotonic() - start) * workers / played * pace.size())
            yield some


def _run_whole(plan: _Plan, whole: WholeGames, count: int, workers: int) -> Iterator[Games | None]:
    """Games of bots that do not search: on lists until compiled code is ready, if that is worth it, then in threads."""
    game, spent, play = whole.game, 0.0, partial(whole.play_series, plan.series())
    for index in range(count):
        if (backend := compiled_if_ready(game)) is not None:
            most = _chunk(count - index, workers, _THREAD_CHUNK, _THREAD_SHARES)
            timed = _Timed(partial(play, backend=backend), most)
            yield from _shared(timed.play, range(index, count), _Threads(workers), workers, timed.size)
            return
        left = spent / index * (count - index) if index >= _SAMPLE else 0.0
        if compiled_soon(game, left / workers):
            give_way(game, spent / index)
        elif workers > 1 and left > _POOLING:
            yield from in_processes(plan.play_many, range(index, count), workers, _chunk(count - index, workers))
            return
        start = time.monotonic()
        played = play(range(index, index + 1), list_backend(game))
        spent += time.monotonic() - start
        yield played


class _Timed:
    """Plays games, and says how many at once take about `_PIECE` seconds, `most` at most."""

    def __init__(self, play: Callable[[range], PlayedGames], most: int) -> None:
        self._play, self._pace = play, Pace(most, _PIECE, _CHUNK)
        self.size = self._pace.size

    def play(self, games: range) -> PlayedGames:
        start = time.monotonic()
        played = self._play(games)
        self._pace.time(len(games), time.monotonic() - start)
        return played


def _check_can_travel(plan: _Plan) -> None:
    for bot in plan.bots:
        try:
            pickle.dumps(bot)
            module = "" if isinstance(bot, str) else str(getattr(bot, "__module__", ""))
            own = module == "__main__" or module.startswith(OWN_MODULES)
        except Exception:
            own = True
        if own:
            raise OptionError(
                f"the bot {name_of(bot)!r} cannot be sent to other processes: put it into a file and give its name "
                "('my_bots.py:careful'), or use one worker"
            )


class _Lent:
    """An executor of the caller's, who also ends it."""

    can_be_long = True
    """May a chunk take long, so that others are to look up while it is waited for?"""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor

    @classmethod
    def of(cls, executor: Executor | Client) -> _Lent:
        lent: Any = executor.get_executor() if hasattr(executor, "get_executor") else executor
        if not hasattr(lent, "submit"):
            raise OptionError(f"executor must be a concurrent.futures executor or a Dask client, not {show(executor)}")
        return cls(lent)

    def close(self) -> None:
        """It is not ours to close."""


class _Threads(_Lent):
    """Threads of our own, for compiled code, which holds no lock."""

    can_be_long = False

    def __init__(self, workers: int) -> None:
        super().__init__(ThreadPoolExecutor(workers, thread_name_prefix="games"))

    def close(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)


def _shared(
    play: Callable[[range], Games], games: range, lender: _Lent, workers: int, size: Callable[[], int]
) -> Generator[Games | None, None, None]:
    """Chunks of games, of the size that is told when one is given out to a worker; a chunk counts once, when it comes
    back whole, and is given out again when its worker dies. None where chunks that can be long are waited for."""
    again: deque[range] = deque()
    tries: dict[range, int] = {}
    running: dict[Future[Games], range] = {}
    try:
        while games or again or running:
            lost: list[tuple[range, BaseException]] = []
            while (games or again) and len(running) < _AHEAD * workers and not lost:
                if again:
                    chunk = again.popleft()
                else:
                    count = size()
                    chunk, games = games[:count], games[count:]
                tries[chunk] = tries.get(chunk, 0) + 1
                try:
                    running[lender.executor.submit(play, chunk)] = chunk
                except concurrent.futures.BrokenExecutor as gone:
                    lost.append((chunk, gone))
            done: set[Future[Games]] = set()
            if not lost:
                limit = _LOOK if lender.can_be_long else None
                done, _ = concurrent.futures.wait(running, limit, concurrent.futures.FIRST_COMPLETED)
                if not done:
                    yield None
            for future in sorted(done, key=lambda future: running[future].start):
                chunk, error = running.pop(future), future.exception()
                if error is None:
                    yield future.result()
                elif _is_loss(error):
                    lost.append((chunk, error))
                else:
                    raise _first_error(running, chunk, error)
            if lost:
                for chunk, error in lost:
                    if tries[chunk] >= _TRIES:
                        raise OptionError(
                            f"the workers died {_TRIES} times over games {chunk[0]} to {chunk[-1]}"
                        ) from error
                again.extendleft(chunk for chunk, _ in lost)
    finally:
        for future in running:
            future.cancel()
        lender.close()


def _first_error(running: Mapping[Future[Any], range], chunk: range, error: BaseException) -> BaseException:
    """The error of the earliest chunk that fails: which one comes back first is luck.

    Waits for the chunks before the one that failed, but not for long; what a dead worker had is not waited for.
    """
    earlier = sorted(
        (future for future in running if running[future].start < chunk.start), key=lambda future: running[future].start
    )
    with contextlib.suppress(KeyboardInterrupt):
        concurrent.futures.wait(earlier, timeout=_PATIENCE)
    for future in earlier:
        found = future.exception() if future.done() and not future.cancelled() else None
        if found is not None and not _is_loss(found):
            return found
    return error


def _chunk(count: int, workers: int, most: int = _CHUNK, shares: int = _SHARES) -> int:
    """How many games are given out at once.

    >>> _chunk(24, 2), _chunk(10_000, 2), _chunk(3, 8)
    (3, 16, 1)
    """
    return max(1, min(most, count // (shares * workers)))


def _is_loss(error: BaseException) -> bool:
    """Did the worker die, rather than the game fail?"""
    return isinstance(error, (concurrent.futures.BrokenExecutor, concurrent.futures.CancelledError)) or type(
        error
    ).__name__ in ("KilledWorker", "CommClosedError", "FutureCancelledError")


def _collect(
    games: Iterator[Games | None], count: int, progress: bool | Told, stop: threading.Event | None
) -> list[Games]:
    """All games in order; those so far when stopped or interrupted."""
    told, close = _teller(count, progress)
    played: list[Games] = []
    before = 0
    try:
        for some in games:
            if some is None:
                if stop is not None and stop.is_set():
                    break
                continue
            played.append(some)
            if told is not None or stop is not None:
                until = _tell(before, len(some), count, told, stop)
                if until is not None:
                    played[-1] = _up_to(some, until - before)
                    break
            before += len(some)
    except KeyboardInterrupt:
        if not played:
            raise KeyboardInterrupt("stopped before the first game was over: there is nothing to sum up") from None
    finally:
        close()
        if isinstance(games, Iterator):
            getattr(games, "close", lambda: None)()
    return sorted(played, key=_first_of)


def _tell(before: int, more: int, count: int, told: Told | None, stop: threading.Event | None) -> int | None:
    """Tell of each game that came in; how many count where the run was stopped: all, if it was before they came."""
    is_over = stop is not None and stop.is_set()
    for played in range(before + 1, before + more + 1):
        if told is not None:
            told(played, count)
        if stop is not None and stop.is_set() and not is_over:
            return played
    return before + more if is_over else None


def _teller(count: int, progress: bool | Told) -> tuple[Told | None, Callable[[], None]]:
    if callable(progress):
        return progress, lambda: None
    if not progress:
        return None, lambda: None
    from tqdm import tqdm

    bar = tqdm(total=count, unit="game", smoothing=0.05)

    def tell(played: int, asked: int) -> None:
        bar.update(played - bar.n)

    return tell, bar.close
