"""The eight theatres as tables of whole numbers, read from `data/theatres.json`.

Seats are numbered in reading order from the stage (A1 first); `NOWHERE` (24) lies off every theatre and is
always empty, so that no rule has to ask whether a neighbour exists.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from theatre_lab.core.errors import NotationError
from theatre_lab.core.options import show

__all__ = ["NOWHERE", "THEATRES", "THEATRE_IDS", "Theatre", "parse_seat"]

NOWHERE = 24
_WIDTH = NOWHERE + 1


@dataclass(frozen=True)
class Theatre:
    """One theatre: its id, name, house rule (or None), plan and seats.

    `seats` are the names in seat order; `labels` give each seat's set of front, back, aisle, box;
    `neighbours` and `front_neighbours` list seat names; `tables` lists the seats of each table.

    >>> blackbox = THEATRES[THEATRE_IDS.index("blackbox")]
    >>> blackbox.name, blackbox.seats[:3], blackbox.neighbours["A1"], blackbox.labels["A1"]
    ('The Blackbox', ('A1', 'A2', 'A3'), ('A2', 'B1'), ('front',))
    """

    id: str
    name: str
    house_rule: str | None
    plan: tuple[tuple[str, ...], ...]
    seats: tuple[str, ...]
    labels: Mapping[str, tuple[str, ...]]
    neighbours: Mapping[str, tuple[str, ...]]
    front_neighbours: Mapping[str, tuple[str, ...]]
    tables: tuple[tuple[str, ...], ...]

    def seat(self, name: str) -> int:
        """The number of a seat; NotationError when the theatre has none of that name.

        >>> THEATRES[0].seat("B3")
        7
        """
        return parse_seat(self, name)


_LABELS = {"F": "front", "B": "back", "A": "aisle", "X": "box"}


def _read(entry: dict[str, Any]) -> Theatre:
    plan = tuple(tuple(row.split()) for row in entry["plan"])
    labels = {
        f"{chr(65 + row)}{column + 1}": tuple(_LABELS[mark] for mark in cell if mark in _LABELS)
        for row, cells in enumerate(plan)
        for column, cell in enumerate(cells)
        if cell != "."
    }
    return Theatre(
        id=entry["id"],
        name=entry["name"],
        house_rule=entry["house_rule"],
        plan=plan,
        seats=tuple(labels),
        labels=labels,
        neighbours={seat: tuple(entry["neighbours"].get(seat, ())) for seat in labels},
        front_neighbours={seat: tuple(entry["front_neighbours"].get(seat, ())) for seat in labels},
        tables=tuple(tuple(table) for table in entry["tables"]),
    )


THEATRES = tuple(
    _read(entry) for entry in json.loads(files(__package__).joinpath("data/theatres.json").read_text(encoding="utf-8"))
)
THEATRE_IDS = tuple(theatre.id for theatre in THEATRES)


def parse_seat(theatre: Theatre, name: object) -> int:
    """The number of a seat of the theatre; NotationError when it has none of that name.

    >>> parse_seat(THEATRES[0], "A2")
    1
    >>> parse_seat(THEATRES[0], "Z9")
    Traceback (most recent call last):
    theatre_lab.core.errors.NotationError: The Grand Empress has no seat 'Z9'; its seats run from A1 to D5
    """
    if not isinstance(name, str) or name not in theatre.labels:
        raise NotationError(
            f"{theatre.name} has no seat {show(name)}; its seats run from {theatre.seats[0]} to {theatre.seats[-1]}"
        )
    return theatre.seats.index(name)


def _pad(numbers: list[int], width: int) -> tuple[int, ...]:
    return tuple(numbers + [NOWHERE] * (width - len(numbers)))


def _per_seat(theatre: Theatre, value: Any, empty: Any) -> tuple[Any, ...]:
    rows = [value(seat) for seat in theatre.seats]
    return tuple(rows + [empty] * (_WIDTH - len(rows)))


def _neighbour_table(theatre: Theatre) -> tuple[tuple[int, ...], ...]:
    index = theatre.seats.index
    return _per_seat(theatre, lambda seat: _pad([index(s) for s in theatre.neighbours[seat]], 7), _pad([], 7))


def _front_table(theatre: Theatre) -> tuple[tuple[int, ...], ...]:
    index = theatre.seats.index
    return _per_seat(theatre, lambda seat: _pad([index(s) for s in theatre.front_neighbours[seat]], 3), _pad([], 3))


def _step_table(theatre: Theatre, down: int, right: int) -> tuple[int, ...]:
    def step(seat: str) -> int:
        target = f"{chr(ord(seat[0]) + down)}{int(seat[1:]) + right}"
        return theatre.seats.index(target) if target in theatre.neighbours[seat] else NOWHERE

    return _per_seat(theatre, step, NOWHERE)


def _label_table(label: str) -> tuple[tuple[int, ...], ...]:
    return tuple(_per_seat(t, lambda seat, t=t: int(label in t.labels[seat]), 0) for t in THEATRES)


def _table_of(theatre: Theatre) -> tuple[int, ...]:
    owner = {seat: number for number, table in enumerate(theatre.tables) for seat in table}
    return _per_seat(theatre, lambda seat: owner.get(seat, -1), -1)


SEATS = tuple(len(theatre.seats) for theatre in THEATRES)
NEIGHBOURS = tuple(_neighbour_table(theatre) for theatre in THEATRES)
FRONT_NEIGHBOURS = tuple(_front_table(theatre) for theatre in THEATRES)
STEPS = tuple(
    tuple(_step_table(theatre, down, right) for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0)))
    for theatre in THEATRES
)
"""For each theatre and direction (left, right, to the stage, away) the neighbour of each seat there."""
IS_FRONT = _label_table("front")
IS_BACK = _label_table("back")
IS_AISLE = _label_table("aisle")
ROW = tuple(_per_seat(theatre, lambda seat: ord(seat[0]) - 65, -1) for theatre in THEATRES)
TABLE = tuple(_table_of(theatre) for theatre in THEATRES)
HAS_TABLES = tuple(int(bool(theatre.tables)) for theatre in THEATRES)
HOUSE_RULES = ("", "intimate-venue", "royal-approval", "wandering-critics", "panorama", "full-tables")
HOUSE = tuple(HOUSE_RULES.index(theatre.house_rule or "") for theatre in THEATRES)
