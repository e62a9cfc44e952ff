"""What each seat wins when equal bots play: the part of a balance report that every game has.

Level medium plays compiled, thousands of games a minute; any other level by `simulate`. Game number k of a table size
has the same luck in every setting, so that settings differ by their rules and not by their deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from theatre_lab.bots import kernel
from theatre_lab.core.compiled import Backend, compiled_backend
from theatre_lab.core.errors import OptionError
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.stream import below, new_stream
from theatre_lab.games import get_game
from theatre_lab.lab.balance import Balance, FieldResult, SeatResult
from theatre_lab.lab.simulate import simulate

__all__ = [
    "Setting",
    "Told",
    "begin",
    "check_known",
    "measure_seats",
    "measure_settings",
    "quick_game",
    "report_to_grow",
    "told_further",
    "with_parts",
]

QUICK = "medium"
"""The level that does not search and makes no careless moves; its games run compiled, one call each."""
QUICK_SLICE, SLICE = 1000, 24
"""Games after which what is known is told: of level medium at most so many, of the others always so many."""
_SEATS, _SERIES = 33, 34
Told = Callable[[int, int], None]
"""Called with the number of games played and of games asked for."""


@dataclass(frozen=True)
class Setting:
    """What a table agrees on: a name for the report, and the options of a game for so many players.

    >>> rotunda = Setting("rotunda", lambda players: {"theatre": "rotunda"})
    >>> rotunda.options(3), Setting("as printed").options(3)
    ({'theatre': 'rotunda'}, {})
    """

    name: str
    options: Callable[[int], Mapping[str, Any]] = field(default=lambda players: {})


def measure_seats(
    game: str,
    setting: Setting,
    players: int,
    *,
    games: int,
    level: str = QUICK,
    seed: int = 0,
    workers: int | None = None,
    known: SeatResult | None = None,
    told: Told | None = None,
) -> Iterator[SeatResult]:
    """Let equal bots play a setting; after each slice of games what is known so far.

    A measurement goes on where `known` ended, and is the same as in one go. Of level medium exactly the games that were
    asked for are played: the luck of each follows from the seed and its number alone. Other levels play whole slices,
    so a few more games may be played than were asked for. OptionError when `known` has another level or seed.

    >>> rotunda = Setting("rotunda", lambda players: {"theatre": "rotunda"})
    >>> *_, found = measure_seats("overture", rotunda, 2, games=24, level="easy", seed=1)
    >>> found.games, sum(found.wins) == 24 * WHOLE_WIN
    (24, True)
    >>> [found.games for found in measure_seats("overture", rotunda, 2, games=3, seed=1)]
    [0, 3]
    """
    backend = compiled_backend(get_game(game))
    found = SeatResult(setting.name, players, level, seed, backend.name)
    if known is not None and known.games:
        check_known(known, level, seed)
        found = known
    yield found
    while found.games < games:
        tell = told_further(told, found.games, games) if told is not None else None
        if level == QUICK:
            found = _quick_slice(backend, setting, found, min(QUICK_SLICE, games - found.games), tell)
        else:
            found = _slice(game, setting, found, workers, tell)
        yield found


def check_known(found: SeatResult | FieldResult, level: str, seed: int) -> None:
    """OptionError unless what is known can be gone on with at this level and seed.

    >>> rotunda = Setting("rotunda", lambda players: {"theatre": "rotunda"})
    >>> *_, found = measure_seats("overture", rotunda, 2, games=24, level="random", seed=1)
    >>> check_known(found, "random", 1)
    >>> check_known(found, "random", 2)
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: the report holds games of level 'random' with seed 1, not of 'random' with
    seed 2; ask for the same, or write to another file
    """
    if found.games and (found.level, found.seed) != (level, seed):
        raise OptionError(
            f"the report holds games of level {found.level!r} with seed {found.seed}, not of {level!r} with seed "
            f"{seed}; ask for the same, or write to another file"
        )


def told_further(told: Told, done: int, games: int) -> Told:
    """Tells about a slice as a part of the whole: so many games are done already.

    >>> told_further(lambda played, games: print(f"{played} of {games}"), done=40, games=100)(20, 60)
    60 of 100
    """
    return lambda played, _: told(done + played, max(games, done + played))


def _quick_slice(backend: Backend, setting: Setting, found: SeatResult, count: int, told: Told | None) -> SeatResult:
    for index in range(count):
        rng = new_stream(found.seed, _SEATS, found.players, found.games)
        state = begin(backend, found.players, setting.options(found.players), rng, deal=found.games)
        found = found.plus(*quick_game(backend, state, rng))
        if told is not None and (index % 50 == 49 or index + 1 == count):
            told(index + 1, count)
    return found


def _slice(game: str, setting: Setting, found: SeatResult, workers: int | None, told: Told | None) -> SeatResult:
    run = simulate(
        game,
        [found.level] * found.players,
        games=SLICE,
        seed=below(new_stream(found.seed, _SERIES, found.players, found.games), 1 << 30),
        options=setting.options(found.players),
        workers=workers,
        rotate=False,
        progress=told if told is not None else False,
    )
    if not run.is_complete:
        raise KeyboardInterrupt
    for result in run.results:
        share = WHOLE_WIN // len(result.winners)
        payoffs = [share if seat in result.winners else 0 for seat in range(found.players)]
        found = found.plus(payoffs, result.scores)
    return replace(found, backend=run.backend)


# ------------------------------------------------------------------ one quick game


def begin(backend: Backend, players: int, options: Mapping[str, Any], rng: list[int], deal: int = 0) -> Any:
    """The state before the first stroke of luck in a deal of a series with these options.

    The stream draws what is left to lot; what has to come out evenly takes turns from deal to deal.

    >>> from theatre_lab.core.compiled import list_backend
    >>> s = begin(list_backend(get_game("cabaret")), 3, {"rounds": 1}, new_stream(1))
    >>> s.players, s.rounds
    (3, 1)
    """
    game = backend.game
    checked = game.series_options(players, game.check_options(players, options), deal)
    return game.new_state(players, game.draw_options(players, checked, rng), game.check_rules(None))


def quick_game(backend: Backend, state: Any, rng: list[int]) -> tuple[list[int], list[int]]:
    """Play a state to its end as level medium does, in all seats: payoffs in parts of `WHOLE_WIN`, and scores.

    >>> from theatre_lab.core.compiled import list_backend
    >>> backend, luck = list_backend(get_game("mythic-circus")), new_stream(1)
    >>> payoffs, scores = quick_game(backend, begin(backend, 2, {}, luck), luck)
    >>> sum(payoffs) == WHOLE_WIN, max(scores) >= 10
    (True, True)
    """
    game, players = backend.game, int(state.players)
    worlds = backend.worlds(2)
    backend.store(worlds, 0, state)
    totals = backend.integers(2 * players)
    out, cards = backend.integers(game.max_actions), backend.integers(game.max_cards)
    backend.bind(kernel).policy_games(worlds, 1, out, cards, totals, backend.integers(rng), True)
    numbers = [int(number) for number in totals]
    return numbers[:players], numbers[players:]


# ------------------------------------------------------------------ the report


def report_to_grow(game: str, digest: str, known: Balance | None) -> Balance:
    """The report to go on from, or an empty one; OptionError when the known one is of other material.

    >>> report_to_grow("overture", "0f", known=None).seats
    ()
    >>> report_to_grow("overture", "0f", known=Balance("overture", "1a"))
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: the report is of other cards, decks or rules; write to another file
    """
    if known is None:
        return Balance(game, digest)
    if known.game != game:
        raise OptionError(f"the report is of {known.game}, not of {game}; write to another file")
    if known.digest != digest:
        raise OptionError("the report is of other cards, decks or rules; write to another file")
    return known


def measure_settings(
    report: Balance,
    settings: Sequence[Setting],
    tables: Iterable[int],
    *,
    progress: Callable[[str], Told] | None = None,
    **asked: Any,
) -> Iterator[Balance]:
    """All settings at all table sizes, as `measure_seats` does one; the report as it grows.

    >>> rotunda = Setting("rotunda", lambda players: {"theatre": "rotunda"})
    >>> report = Balance("overture", "0f")
    >>> *_, report = measure_settings(report, [rotunda], [2, 3], games=24, level="random", seed=1)
    >>> [(found.setting, found.players, found.games) for found in report.seats]
    [('rotunda', 2, 24), ('rotunda', 3, 24)]
    """
    for players in tables:
        for setting in settings:
            known = report.seat(setting.name, players)
            told = progress(f"{setting.name}, {players} players") if progress else None
            for found in measure_seats(report.game, setting, players, known=known, told=told, **asked):
                if found.games:
                    others = [one for one in report.seats if (one.setting, one.players) != (setting.name, players)]
                    report = with_parts(report, [setting.name for setting in settings], seats=(*others, found))
                    yield report


def with_parts(report: Balance, settings: Sequence[str] = (), **parts: Any) -> Balance:
    """The report with some of its parts replaced, each in the order of table sizes and then of the settings' names.

    >>> rotunda = Setting("rotunda", lambda players: {"theatre": "rotunda"})
    >>> small = [one for n in (3, 2) for one in measure_seats("overture", rotunda, n, games=0, level="random", seed=1)]
    >>> [one.players for one in with_parts(Balance("overture", "0f"), ["rotunda"], seats=small).seats]
    [2, 3]
    """

    def place(row: Any) -> tuple[int, int]:
        setting = getattr(row, "setting", "")
        return row.players, settings.index(setting) if setting in settings else 0

    ordered: dict[str, Any] = {name: tuple(sorted(rows, key=place)) for name, rows in parts.items()}
    return replace(report, **ordered)
