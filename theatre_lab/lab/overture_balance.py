"""Overture's balance: what each seat wins and how much is scored, theatre by theatre."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from theatre_lab.games.overture.cards import COPIES
from theatre_lab.games.overture.game import OVERTURE
from theatre_lab.games.overture.theatres import THEATRES
from theatre_lab.lab.balance import Balance, digest_of
from theatre_lab.lab.seat_balance import Setting, Told, measure_settings, report_to_grow

__all__ = ["SETTINGS", "material_digest", "measure"]


def _in_theatre(theatre: str) -> Callable[[int], dict[str, str]]:
    return lambda players: {"theatre": theatre}


SETTINGS = tuple(Setting(theatre.name, _in_theatre(theatre.id)) for theatre in THEATRES)
"""Every theatre (OV-S1)."""


def material_digest() -> str:
    """A fingerprint of what decides games: the theatres, the deck and the rule numbers.

    >>> len(material_digest())
    16
    """
    theatres = [[theatre.id, theatre.house_rule, theatre.plan, theatre.neighbours] for theatre in THEATRES]
    return digest_of([theatres, COPIES, OVERTURE.check_rules(None)])


def measure(
    *,
    games: int,
    level: str,
    seed: int,
    workers: int | None,
    tables: Iterable[int],
    known: Balance | None = None,
    progress: Callable[[str], Told] | None = None,
) -> Iterator[Balance]:
    """Measure every theatre at every table size, `games` games each; the report as it grows, from `known` on.

    >>> found = measure(games=24, level="random", seed=1, workers=1, tables=[2])
    >>> [(seats.setting, seats.games) for seats in list(found)[-1].seats][:2]
    [('The Grand Empress', 24), ('The Blackbox', 24)]
    """
    report = report_to_grow(OVERTURE.name, material_digest(), known)
    asked: dict[str, Any] = {"games": games, "level": level, "seed": seed, "workers": workers}
    yield from measure_settings(report, SETTINGS, tables, progress=progress, **asked)
