"""The Theatre's cards: what a card is, how one is written, and Set 1 of this project.

A *specific card* is a name with a suit. It is written `Name (Suit)`, or as an object with every field of
TT-C1; the built-in set is read from `data/set1.json` when first asked for.

>>> box = set_one()
>>> len(box)
56
>>> newton = box["Newton (Agility)"]
>>> newton.rank, newton.ability, newton.print
(2, 'Gamble', 'Slither')
>>> differing_fields(newton, box["Sibyl (Luck)"])
['name', 'suit', 'rank', 'value', 'role', 'job']
>>> from dataclasses import replace
>>> same_card_twice([newton, newton, replace(newton, rank=4)]) == [(newton, replace(newton, rank=4))]
True
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from theatre_lab.core.errors import BadInput, NotationError
from theatre_lab.core.options import expect_choice, expect_int, refuse_unknown, show

__all__ = [
    "ABILITIES",
    "PRINTS",
    "SUITS",
    "Card",
    "differing_fields",
    "parse_card",
    "parse_name",
    "same_card_twice",
    "set_one",
]

SUITS = ("Charm", "Luck", "Agility", "Will", "Strength")
PRINTS = ("Paw", "Hoof", "Claw", "Talon", "Slither", "Webbed", "Fin", "Float", "Skitter")
ABILITIES = ("none", "Boost", "Sap", "Combo +1", "Combo +2", "Finisher", "Gamble")

_FIELDS = ("name", "suit", "print", "rank", "value", "ability", "role", "job")
_IN_NO_NAME = (" + ", "(", ")")
LONGEST_NAME = 80
"""So many letters a card's name may have."""


@dataclass(frozen=True)
class Card:
    """The definition of one specific card (TT-C1).

    >>> card = Card("Figaro", "Charm", "Paw", 2, 4, "none", "Performer", "Juggling")
    >>> card.text, card.as_dict()["value"]
    ('Figaro (Charm)', 4)
    """

    name: str
    suit: str
    print: str
    rank: int
    value: int
    ability: str
    role: str
    job: str

    @property
    def text(self) -> str:
        """The specific card in notation."""
        return f"{self.name} ({self.suit})"

    def as_dict(self) -> dict[str, Any]:
        """The card as a record writes it."""
        return dict(vars(self))


def parse_name(text: object) -> tuple[str, str]:
    """The name and the suit of `Name (Suit)`; NotationError when it is not written so.

    >>> parse_name("Old Bess (Will)")
    ('Old Bess', 'Will')
    >>> parse_name("Old Bess")
    Traceback (most recent call last):
    theatre_lab.core.errors.NotationError: 'Old Bess' is no card; write Name (Suit), as in 'Dabble (Will)'
    """
    if isinstance(text, str) and text.endswith(")") and " (" in text:
        name, _, suit = text[:-1].rpartition(" (")
        if suit in SUITS:
            return name, suit
        raise NotationError(f"{show(text)} names no suit; the suits are {', '.join(SUITS)}")
    raise NotationError(f"{show(text)} is no card; write Name (Suit), as in 'Dabble (Will)'")


def _check_name(name: object, where: str) -> str:
    if not isinstance(name, str) or not name.strip():
        raise BadInput(f"{where}: name must be a text, not {show(name)}")
    if not name.isprintable():
        raise BadInput(f"{where}: the name {show(name)} must be one line of signs that can be printed")
    if len(name) > LONGEST_NAME:
        raise BadInput(f"{where}: the name {show(name)} has {len(name)} letters; {LONGEST_NAME} are the most")
    for part in _IN_NO_NAME:
        if part in name:
            raise BadInput(f"{where}: the name {show(name)} must not hold {part!r}, the notation needs it (TT-C1)")
    if name.endswith(" for two"):
        raise BadInput(f"{where}: the name {show(name)} must not end in ' for two', the notation needs it (TT-C1)")
    return name


def _check_ability(ability: object, where: str) -> str:
    if isinstance(ability, str) and "chaos" in ability.lower():
        raise BadInput(
            f"{where}: the ability {show(ability)} cannot be played: Chaos belongs to a later set, whose rules "
            f"are not published yet (TT-C2); use one of {', '.join(ABILITIES)}"
        )
    return expect_choice(f"{where}: ability", ability, ABILITIES)


def _check_text(key: str, value: object, where: str) -> str:
    if not isinstance(value, str):
        raise BadInput(f"{where}: {key} must be a text, not {show(value)}")
    return value


def _from_object(entry: Mapping[str, Any], where: str) -> Card:
    refuse_unknown(f"card field in {where}:", entry, _FIELDS)
    missing = [key for key in _FIELDS if key not in entry]
    if missing:
        raise BadInput(f"{where}: a card object needs {', '.join(missing)} too (TT-C1)")
    return Card(
        name=_check_name(entry["name"], where),
        suit=expect_choice(f"{where}: suit", entry["suit"], SUITS),
        print=expect_choice(f"{where}: print", entry["print"], PRINTS),
        rank=expect_int(f"{where}: rank", entry["rank"], 1, 4),
        value=expect_int(f"{where}: value", entry["value"], -99, 99),
        ability=_check_ability(entry["ability"], where),
        role=_check_text("role", entry["role"], where),
        job=_check_text("job", entry["job"], where),
    )


def parse_card(entry: object, where: str = "card", known: Mapping[str, Card] | None = None) -> Card:
    """The card of an object with every field of TT-C1, of a `Card`, or of the text `Name (Suit)` of a known one.

    `known` are the cards that a text may name (default: the built-in set), `where` begins the message of the
    BadInput that refuses anything else.

    >>> parse_card({"name": "Ned", "suit": "Luck"}, "card 3")
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: card 3: a card object needs print, rank, value, ability, role, job too (TT-C1)
    """
    if isinstance(entry, Card):
        return _from_object(entry.as_dict(), where)
    if isinstance(entry, Mapping):
        return _from_object(entry, where)
    if isinstance(entry, str):
        return _from_text(entry, where, set_one() if known is None else known)
    raise BadInput(f"{where}: a card is an object or a text like 'Dabble (Will)', not {show(entry)}")


def _from_text(text: str, where: str, known: Mapping[str, Card]) -> Card:
    if text in known:
        return known[text]
    near = difflib.get_close_matches(text[:60], list(known), n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    try:
        parse_name(text)
    except NotationError as error:
        raise BadInput(f"{where}: {error}{hint}") from None
    place = "the built-in set" if known is set_one() else "the card set"
    remedy = hint or "; write the card as an object with all its fields"
    raise BadInput(f"{where}: {show(text)} is not in {place}{remedy}")


def differing_fields(first: Card, second: Card) -> list[str]:
    """The fields in which two cards differ."""
    return [key for key in _FIELDS if getattr(first, key) != getattr(second, key)]


def same_card_twice(cards: Iterable[Card]) -> list[tuple[Card, Card]]:
    """The pairs of different definitions of one specific card (TT-C1): the first one met, and each that differs."""
    first: dict[str, Card] = {}
    pairs: dict[tuple[Card, Card], None] = {}
    for card in cards:
        known = first.setdefault(card.text, card)
        if known != card:
            pairs[known, card] = None
    return list(pairs)


@cache
def set_one() -> Mapping[str, Card]:
    """The 56 specific cards of the built-in Set 1 by their text; a box holds two copies of each."""
    entries = json.loads(files(__package__).joinpath("data/set1.json").read_text(encoding="utf-8"))["cards"]
    return {card.text: card for card in (_from_object(entry, "Set 1") for entry in entries)}
