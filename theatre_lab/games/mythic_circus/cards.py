"""The thirteen kinds of card, read from the data file: what they cost, earn and can do."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from theatre_lab.core.errors import BadInput

__all__ = ["CARDS", "KINDS", "NAMES", "Card"]

ABILITIES = (
    "",
    "attack",
    "discard-then-draw",
    "draw-at-labor",
    "discard-to-decktop",
    "counts-others",
    "two-injuries",
    "summon-under-4",
    "rise",
    "injure-unicorns",
    "draw-two-discard-two",
)
(
    NO_ABILITY,
    ATTACK,
    SWAP,
    DRAW_AT_LABOR,
    RECALL,
    COUNTS_OTHERS,
    TWO_INJURIES,
    SUMMON,
    RISE,
    CHARGE,
    DRAW_AND_DISCARD,
) = range(len(ABILITIES))

NOT_ALLOWED = -1


@dataclass(frozen=True)
class Card:
    """A kind of worker card.

    `labor` is what it earns at labor, `performance` what it adds on stage before its ability counts;
    -1 where it may not be sent there. `ability` is one of `ABILITIES`, as an index.

    >>> CARDS[GOLEM]
    Card(name='Golem', cost=3, labor=2, performance=-1, is_hireable=True, ability=3)
    """

    name: str
    cost: int
    labor: int
    performance: int
    is_hireable: bool
    ability: int


def _value(row: dict[str, str], allowed: str, column: str) -> int:
    """What a card is worth in a place: -1 where it may not go, 0 where its ability alone counts."""
    if row[allowed] == "no":
        return NOT_ALLOWED
    return 0 if row[column] == "others-on-stage" else int(row[column])


def _load() -> tuple[Card, ...]:
    path = Path(__file__).parent / "data" / "mythic_circus_cards.csv"
    cards = []
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["ability"] not in ABILITIES:
                raise BadInput(f"{path.name}: {row['name']} has the unknown ability {row['ability']!r}")
            cards.append(
                Card(
                    name=row["name"],
                    cost=int(row["cost"]),
                    labor=_value(row, "at_labor", "labor"),
                    performance=_value(row, "stage", "performance"),
                    is_hireable=row["hireable"] == "yes",
                    ability=ABILITIES.index(row["ability"]),
                )
            )
    return tuple(cards)


CARDS = _load()
"""All kinds, in the order of the data file; a card's number is its place here."""
NAMES = tuple(card.name for card in CARDS)
KINDS = len(CARDS)

WORKING_GNOME = NAMES.index("Working Gnome")
DARING_GNOME = NAMES.index("Daring Gnome")
MISCHIEVOUS_GNOME = NAMES.index("Mischievous Gnome")
GOLEM = NAMES.index("Golem")
MERMAID = NAMES.index("Mermaid")
FAUN = NAMES.index("Faun")
MINOTAUR = NAMES.index("Minotaur")
FAIRY = NAMES.index("Fairy")
PHOENIX = NAMES.index("Phoenix")
UNICORN = NAMES.index("Unicorn")

ABILITY = tuple(card.ability for card in CARDS)
HIREABLE = tuple(int(card.is_hireable) for card in CARDS)
