"""Cabaret's cards by name, and the table of stars.

>>> from theatre_lab.api import new_match
>>> s = new_match("cabaret", 2, agents=["Singers", "Dancers"], seed=1).state
>>> genre_name(s, 1), parse_performer(s, "D12"), card_names(s, [11, 12, 23])
('Dancers', 23, ['S12', 'D1', 'D12'])
>>> parse_performer(s, "A3")
Traceback (most recent call last):
theatre_lab.core.errors.NotationError: A3 is not in this game: nobody represents the Actors; the genres are S, D
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from theatre_lab.core.errors import NotationError
from theatre_lab.core.options import show
from theatre_lab.games.cabaret.rules import MIME
from theatre_lab.games.cabaret.scoring import RANKS

__all__ = [
    "GENRES",
    "LETTERS",
    "card_name",
    "card_names",
    "genre_name",
    "parse_performer",
    "printed_stars",
]

GENRES = ("Singers", "Actors", "Musicians", "Magicians", "Dancers", "Jugglers")
"""The six genres in their fixed order."""

LETTERS = "SAMGDJ"
"""The letter of each genre in notation."""

_RANK_TEXTS = tuple(str(rank) for rank in range(1, RANKS + 1))


@cache
def printed_stars() -> tuple[int, ...]:
    """CB-C2: the stars of ranks 1 to 12, black ones negative.

    >>> printed_stars()
    (5, 5, 4, 4, 3, 3, 2, 2, 1, 1, -1, -2)
    """
    path = Path(__file__).with_name("data") / "cabaret_stars.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(int(row["stars"]) for row in csv.DictReader(file))


def genre_name(s: Any, seat: int) -> str:
    """The genre that the player at the seat represents."""
    return GENRES[s.agent[seat]]


def card_name(s: Any, card: int) -> str:
    """A card in notation: `S12`, or `*` for a mime.

    >>> from theatre_lab.games.cabaret import show_state
    >>> s = show_state(["Singers", "Actors"], [[], []])
    >>> card_name(s, 11), card_name(s, 12), card_name(s, MIME)
    ('S12', 'A1', '*')
    """
    if card == MIME:
        return "*"
    genre, rank = divmod(card, RANKS)
    return f"{LETTERS[s.agent[genre]]}{rank + 1}"


def card_names(s: Any, cards: Iterable[int]) -> list[str]:
    """Cards in notation, in the order given."""
    return [card_name(s, card) for card in cards]


def parse_performer(s: Any, text: object) -> int:
    """The performer that a text names; NotationError when this game has none of that name."""
    letters = [LETTERS[s.agent[seat]] for seat in range(s.players)]
    if not isinstance(text, str) or text[:1] not in LETTERS or text[1:] not in _RANK_TEXTS:
        raise NotationError(
            f"{show(text)} is no performer; write a genre's letter ({', '.join(letters)}) "
            f"and a rank from 1 to 12, like {letters[0]}12"
        )
    if text[0] not in letters:
        genre = GENRES[LETTERS.index(text[0])]
        raise NotationError(
            f"{text} is not in this game: nobody represents the {genre}; the genres are {', '.join(letters)}"
        )
    return RANKS * letters.index(text[0]) + int(text[1:]) - 1
