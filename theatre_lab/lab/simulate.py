"""Let bots play many games and say how they did, with intervals.

Game i of a run depends on the seed and on i alone, so the games are the same whatever the number of workers.
The same deal is played once for every rotation of the bots through the seats before the next is dealt; what a game
turns from deal to deal, such as The Theatre's starter decks, comes out evenly.
"""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from theatre_lab.bots import choose, get_bot
from theatre_lab.bots.levels import LEVELS
from theatre_lab.bots.search import warm
from theatre_lab.core.compiled import backend_name
from theatre_lab.core.errors import OptionError
from theatre_lab.core.game import Game
from theatre_lab.core.match import Match
from theatre_lab.core.options import expect_bool, expect_int, expect_list, show
from theatre_lab.core.stream import below, new_stream
from theatre_lab.games import get_game

__all__ = ["BotSummary", "GameResult", "Simulation", "play_game", "simulate"]

_DEAL, _BOTS = 11, 12
_CHUNK = 16


@dataclass(frozen=True)
class GameResult:
    """One finished game: which bot (an index) sat in each seat, the scores and winners by seat, its length."""

    index: int
    seating: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    actions: int

    def score_of(self, bot: int) -> int:
        """The score of a bot, by its place in the list of bots."""
        return self.scores[self.seating.index(bot)]

    def win_of(self, bot: int) -> float:
        """The bot's share of the win: 1 alone, 1/2 for one of two winners, 0 for a loser."""
        return 1 / len(self.winners) if self.seating.index(bot) in self.winners else 0.0


@dataclass(frozen=True)
class BotSummary:
    """How one bot did: games played, wins (shared ones split), win rate and mean score with 95 % intervals."""

    bot: str
    played: int
    wins: float
    win_rate: float
    win_low: float
    win_high: float
    score: float
    score_low: float
    score_high: float


@dataclass(frozen=True, repr=False)
class Simulation:
    """The result of `simulate`: what was asked, every game, and a summary of each bot in the order given."""

    game: str
    options: Mapping[str, Any]
    games: int
    seed: int
    backend: str
    bots: tuple[BotSummary, ...]
    results: tuple[GameResult, ...]

    def as_dict(self) -> dict[str, Any]:
        """The summary as plain JSON data."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "games": self.games,
            "seed": self.seed,
            "backend": self.backend,
            "bots": [dict(vars(bot)) for bot in self.bots],
        }

    def __repr__(self) -> str:
        title = get_game(self.game).title
        lines = [f"{title}, {self.games} games, seed {self.seed}, on {self.backend} (95 % intervals)"]
        width = max(len(bot.bot) for bot in self.bots)
        for bot in self.bots:
            wins = f"wins {bot.win_rate:6.1%} ({bot.win_low:.1%} to {bot.win_high:.1%})"
            score = f"score {bot.score:.1f} ({bot.score_low:.1f} to {bot.score_high:.1f})"
            lines.append(f"  {bot.bot:<{width}}  {wins}   {score}")
        return "\n".join(lines)


def play_game(game: Game, bots: Sequence[Any], *, seed: int, options: Mapping[str, Any]) -> Match:
    """Let bots (one a seat) play one game to its end. BotError names a bot that fails.

    >>> match = play_game(get_game("overture"), [get_bot("random"), get_bot("random", 1)], seed=3, options={})
    >>> match.is_over
    True
    """
    match = Match(game, len(bots), seed=seed, **options)
    while (player := match.to_move) is not None:
        match.play(choose(bots[player], match.view(player)))
    return match


@dataclass(frozen=True)
class _Plan:
    game: str
    bots: tuple[str, ...]
    seed: int
    options: Mapping[str, Any]
    rotate: bool

    def play(self, index: int) -> GameResult:
        count = len(self.bots)
        deal, turn = divmod(index, count) if self.rotate else (index, 0)
        seating = tuple((seat + turn) % count for seat in range(count))
        luck = below(new_stream(self.seed, _DEAL, deal), 1 << 30)
        bots = [
            get_bot(self.bots[bot], below(new_stream(self.seed, _BOTS, index, seat), 1 << 30))
            for seat, bot in enumerate(seating)
        ]
        game = get_game(self.game)
        options = game.series_options(count, game.check_options(count, self.options), deal)
        match = play_game(game, bots, seed=luck, options=options)
        return GameResult(index, seating, tuple(match.scores), tuple(match.winners), match.ply)

    def play_many(self, indices: Sequence[int]) -> list[GameResult]:
        return [self.play(index) for index in indices]


def simulate(
    game: str,
    bots: Sequence[str],
    *,
    games: int = 100,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    workers: int | None = None,
    rotate: bool = True,
    progress: bool = False,
    **more: Any,
) -> Simulation:
    """Let named bots play `games` games of a kind and sum up how each did.

    The game's options may stand in `options` or beside the rest (`theatre="rotunda"`). One bot a player; with `rotate`
    they change seats from game to game, each deal played once in every rotation. `workers` processes share the games
    (one by default, 0 for one a core); the games are the same. With `progress` a bar is shown on stderr. The answer
    names the backend: bots that search think on the compiled rules where numba is installed, all others on lists.
    OptionError says what does not fit.

    >>> simulate("overture", ["greedy", "random"], games=4, seed=1, theatre="rotunda").bots[0].played
    4
    """
    kind = get_game(game)
    names = tuple(expect_list("bots", bots))
    expect_int("the number of bots", len(names), kind.min_players, kind.max_players)
    for name in names:
        get_bot(name)
    options = {} if options is None else options
    if not isinstance(options, Mapping):
        raise OptionError(f"options must be a mapping like {{'rounds': 1}}, not {show(options)}")
    options = {**options, **more}
    checked = kind.check_options(len(names), options)
    count = expect_int("games", games, 1, 10_000_000)
    plan = _Plan(game, names, expect_int("seed", seed, -(2**63), 2**63 - 1), options, expect_bool("rotate", rotate))
    backend, shared_by = _backend_of(names), _worker_count(workers)
    if backend == "compiled" and shared_by > 1:
        warm(kind).wait()
    results = list(_with_progress(_run(plan, count, shared_by), count, progress))
    summaries = tuple(_summary(name, bot, results) for bot, name in enumerate(names))
    return Simulation(game, checked, count, plan.seed, backend, summaries, tuple(results))


def _backend_of(bots: Sequence[str]) -> str:
    """What the bots think on: the compiled rules wherever one of them searches and numba is there."""
    searches = any(name in LEVELS and LEVELS[name].share > 0 for name in bots)
    return backend_name() if searches else "lists"


def _worker_count(workers: int | None) -> int:
    if workers is None:
        return 1
    return expect_int("workers", workers, 0, 1024) or os.cpu_count() or 1


def _run(plan: _Plan, count: int, workers: int) -> Iterator[GameResult]:
    if workers == 1 or count <= _CHUNK:
        yield from map(plan.play, range(count))
        return
    chunks = [range(start, min(start + _CHUNK, count)) for start in range(0, count, _CHUNK)]
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(min(workers, len(chunks)), mp_context=context) as pool:
        for results in pool.map(plan.play_many, chunks):
            yield from results


def _with_progress(results: Iterator[GameResult], count: int, progress: bool) -> Iterator[GameResult]:
    if not progress:
        return results
    from tqdm import tqdm

    return iter(tqdm(results, total=count, unit="game", smoothing=0.05))


def _summary(name: str, bot: int, results: Sequence[GameResult]) -> BotSummary:
    wins = sum(result.win_of(bot) for result in results)
    scores = [result.score_of(bot) for result in results]
    win_low, win_high = _wilson(wins, len(results))
    score_low, score_high = _mean_interval(scores)
    mean = sum(scores) / len(scores)
    return BotSummary(name, len(results), wins, wins / len(results), win_low, win_high, mean, score_low, score_high)


def _wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a win rate, also for shared wins counted in parts."""
    from scipy.stats import norm

    z = float(norm.ppf(0.975))
    rate, spread = wins / games, z * z / games
    half = z * (rate * (1 - rate) / games + spread / (4 * games)) ** 0.5
    middle = rate + spread / 2
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


def _mean_interval(scores: Sequence[int]) -> tuple[float, float]:
    """Student's 95 % interval of a mean score; the score itself where nothing varies."""
    mean = statistics.fmean(scores)
    if len(set(scores)) == 1:
        return mean, mean
    from scipy.stats import t

    half = float(t.ppf(0.975, len(scores) - 1)) * statistics.stdev(scores) / len(scores) ** 0.5
    return mean - half, mean + half
