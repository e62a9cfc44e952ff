"""The work of `theatre-lab balance`: measure with progress bars, keep every slice, write the report."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from theatre_lab.bots.levels import LEVELS
from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.core.options import expect_choice, expect_int, show
from theatre_lab.core.records import read_text
from theatre_lab.games import get_game
from theatre_lab.lab.balance import Balance

__all__ = ["STUDIES", "Study", "run_balance"]


@dataclass(frozen=True)
class Study:
    """What is measured of a game: where, by which level, and how many games each part has unless it is said.

    A part that a game has not is None.

    >>> study = STUDIES["mythic-circus"]
    >>> study.module, study.plans is None, study.seats is None
    ('mythic_circus_balance', False, True)
    """

    module: str
    level: str
    games: int
    cards: int | None = None
    plans: int | None = None
    seats: int | None = None


STUDIES = {
    "overture": Study("overture_balance", "medium", 10_000),
    "cabaret": Study("cabaret_balance", "medium", 10_000, cards=10_000),
    "the-theatre": Study("the_theatre_balance", "hard", 480, cards=10_000, seats=4000),
    "mythic-circus": Study("mythic_circus_balance", "medium", 10_000, plans=480),
}


def run_balance(
    game: str,
    *,
    games: int | None = None,
    level: str | None = None,
    cards: int | None = None,
    plans: int | None = None,
    seats: int | None = None,
    tables: str | None = None,
    seed: int = 0,
    workers: int | None = None,
    out: Path | None = None,
    bars: bool = True,
    on_stop: Callable[[], None] | None = None,
) -> Balance:
    """Measure the balance of a game and return the report; `out` keeps it as it grows.

    What is left out is as in `STUDIES`; `tables` are table sizes with commas between, all when left out. A report in
    `out` is gone on from when it is of the same material, level and seed. Interrupted, what there is counts, and
    `on_stop` is called; KeyboardInterrupt when there is nothing. OptionError says which number or name does not fit,
    BadInput what is wrong with a file.

    >>> asked = {"level": "easy", "tables": "2", "workers": 1, "bars": False}
    >>> run_balance("the-theatre", games=1, cards=0, seats=0, **asked)
    balance of the-theatre
    2 players, base 4, easy: 1 game
      The Paw Parade       100.0% (20.7% to 100.0%)
      The Long Encore        0.0% (0.0% to 79.3%)
    >>> run_balance("overture", games=0, **asked)
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: nothing was measured: no games were asked for
    >>> run_balance("chess")
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: there is no balance to measure in 'chess'; known: overture, cabaret,
    the-theatre, mythic-circus
    """
    if game not in STUDIES:
        raise OptionError(f"there is no balance to measure in {show(game)}; known: {', '.join(STUDIES)}")
    study = STUDIES[game]
    asked = {
        "games": expect_int("games", study.games if games is None else games, 0, 1_000_000),
        **_part(game, "cards", cards, study.cards),
        **_part(game, "plans", plans, study.plans),
        **_part(game, "seats", seats, study.seats),
        "level": expect_choice("level", study.level if level is None else level, tuple(LEVELS)),
        "seed": seed,
        "workers": None if workers is None else expect_int("workers", workers, 0, 1024),
        "tables": _table_sizes(game, tables),
    }
    report = _kept(out) if out is not None and out.exists() else None
    measure = import_module(f"theatre_lab.lab.{study.module}").measure
    try:
        with _bars(bars) as progress:
            for found in measure(known=report, progress=progress, **asked):
                report = found
                if out is not None:
                    report.save(out)
    except KeyboardInterrupt:
        if report is None:
            raise KeyboardInterrupt("stopped before the first part was finished: there is nothing to report") from None
        if on_stop is not None:
            on_stop()
    if report is None:
        raise OptionError("nothing was measured: no games were asked for")
    return report


def _kept(out: Path) -> Balance:
    """The report to go on from in a file that is there; BadInput names the file and what to do."""
    named = show(str(out), limit=300)
    if not read_text(out).strip():
        raise BadInput(f"{named} is empty, no report to go on from; delete it, or write to another file")
    try:
        return Balance.load(out)
    except BadInput as error:
        raise BadInput(f"{named} holds no report to go on from: {error}; write to another file") from None


def _part(game: str, name: str, asked: int | None, usual: int | None) -> dict[str, int]:
    """The number of games of a part that not every game has."""
    if usual is None:
        if asked is not None:
            raise OptionError(f"{game} has no {name} to measure; leave --{name} out")
        return {}
    return {name: expect_int(name, usual if asked is None else asked, 0, 10_000_000)}


def _table_sizes(game: str, text: str | None) -> tuple[int, ...]:
    kind = get_game(game)
    known = [str(size) for size in range(kind.min_players, kind.max_players + 1)]
    if text is None:
        return tuple(map(int, known))
    sizes = []
    for part in text.split(","):
        if part.strip() not in known:
            raise BadInput(
                f"players must be table sizes like {','.join(known)}, not {show(part.strip())}: "
                f"{kind.title} is for {known[0]} to {known[-1]} players"
            )
        sizes.append(int(part))
    return tuple(dict.fromkeys(sizes))


@contextlib.contextmanager
def _bars(shown: bool) -> Iterator[Callable[[str], Callable[[int, int], None]] | None]:
    """Gives a bar on stderr for each part of the work, one after the other."""
    if not shown:
        yield None
        return
    from tqdm import tqdm

    open_bars: list[Any] = []

    def begin(name: str) -> Callable[[int, int], None]:
        for old in open_bars:
            old.close()
        bar: Any = tqdm(desc=name, unit="game", smoothing=0.05)
        open_bars[:] = [bar]

        def tell(played: int, asked: int) -> None:
            bar.total = asked
            bar.update(played - bar.n)

        return tell

    try:
        yield begin
    finally:
        for bar in open_bars:
            bar.close()
