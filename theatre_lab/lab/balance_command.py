"""The work of `theatre-lab balance`: measure with progress bars, keep every slice, write the report."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from theatre_lab.bots.levels import LEVELS
from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.core.options import expect_choice, expect_int, show
from theatre_lab.core.records import write_text
from theatre_lab.lab.balance import Balance
from theatre_lab.lab.balance_text import balance_text

__all__ = ["run_balance"]


def run_balance(
    game: str,
    *,
    games: int,
    level: str,
    cards: int,
    tables: str,
    seed: int,
    workers: int | None,
    out: Path | None = None,
    text: Path | None = None,
    bars: bool = True,
) -> Balance:
    """Measure the balance of a game and return the report; `out` keeps it as it grows, `text` gets it as Markdown.

    A report in `out` is gone on from when it is of the same cards, level and seed. Interrupted, what there is counts.
    OptionError says which number or name does not fit, BadInput what is wrong with a file.
    """
    from theatre_lab.lab.the_theatre_balance import GAME, measure

    if game != GAME:
        raise OptionError(f"there is no balance to measure in {show(game)}; known: {GAME}")
    expect_int("games", games, 0, 1_000_000)
    expect_int("cards", cards, 0, 10_000_000)
    expect_choice("level", level, tuple(LEVELS))
    sizes = _table_sizes(tables)
    report = Balance.load(out) if out is not None and out.exists() else None
    with _bars(bars) as progress, contextlib.suppress(KeyboardInterrupt):
        for found in measure(
            games=games,
            level=level,
            cards=cards,
            seed=seed,
            workers=workers,
            tables=sizes,
            known=report,
            progress=progress,
        ):
            report = found
            if out is not None:
                report.save(out)
    if report is None:
        raise OptionError("stopped before anything was measured")
    if text is not None:
        write_text(text, balance_text(report))
    return report


def _table_sizes(text: str) -> tuple[int, ...]:
    sizes = []
    for part in text.split(","):
        if part.strip() not in ("2", "3", "4"):
            raise BadInput(f"players must be table sizes like 2,3,4, not {show(text)}")
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
