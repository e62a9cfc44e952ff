"""The patrons: a card is one small number, 5 x type + trait; 0 is nobody (an empty seat, or a hidden card)."""

from __future__ import annotations

import csv
import difflib
from importlib.resources import files

from theatre_lab.core.errors import NotationError
from theatre_lab.core.options import show

__all__ = ["CARDS", "COPIES", "DECK", "TRAITS", "TYPES", "card_name", "parse_card"]

TYPES = ("Nobody", "Patron", "VIP", "Lovebirds", "Kid", "Teacher", "Critic", "Friends")
TRAITS = ("", "Tall", "Short", "Bespectacled", "Noisy")
CARDS = len(TYPES) * len(TRAITS)


def _read_copies() -> tuple[int, ...]:
    copies = [0] * CARDS
    table = files(__package__).joinpath("data/deck.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(table.splitlines()):
        for trait, column in enumerate(("clean", "Tall", "Short", "Bespectacled", "Noisy")):
            copies[5 * TYPES.index(row["type"]) + trait] = int(row[column])
    return tuple(copies)


COPIES = _read_copies()
"""How many of each card the deck holds, by card number."""
DECK = tuple(card for card in range(CARDS) for _ in range(COPIES[card]))
"""The 56 cards, sorted."""


def card_name(card: int) -> str:
    """The card's name.

    >>> card_name(21), card_name(10)
    ('Tall Kid', 'VIP')
    """
    trait, kind = TRAITS[card % 5], TYPES[card // 5]
    return f"{trait} {kind}" if trait else kind


_BY_NAME = {card_name(card): card for card in range(5, CARDS)}


def parse_card(name: object) -> int:
    """The number of the card of that name, any type with any trait; NotationError otherwise.

    >>> parse_card("Tall Kid")
    21
    >>> parse_card("Tall Dog")
    Traceback (most recent call last):
    theatre_lab.core.errors.NotationError: 'Tall Dog' is no patron; write a type (Patron, VIP, Lovebirds, Kid, \
Teacher, Critic, Friends), with Tall, Short, Bespectacled or Noisy before it or nothing
    """
    card = _BY_NAME.get(name) if isinstance(name, str) else None
    if card is None:
        near = difflib.get_close_matches(name[:60], list(_BY_NAME), n=1, cutoff=0.75) if isinstance(name, str) else []
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise NotationError(
            f"{show(name)} is no patron; write a type ({', '.join(TYPES[1:])}), "
            f"with Tall, Short, Bespectacled or Noisy before it or nothing{hint}"
        )
    return card
