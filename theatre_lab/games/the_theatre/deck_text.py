"""Decks and card sets as text, for files and for copying: JSON, or one line a card (`2 Button (Charm)`)."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import show
from theatre_lab.core.records import parse_json, read_text
from theatre_lab.games.the_theatre.cards import Card, parse_card, set_one
from theatre_lab.games.the_theatre.decks import parse_deck

__all__ = ["read_card_file", "read_cards", "write_cards"]

_COUNTED = re.compile(r"(\d{1,3}) *x? +(?=\S)")
_WITH_CARDS = re.compile(r'\s*\{\s*"cards"\s*:')
_MOST_COPIES = 150


def write_cards(cards: Sequence[Card]) -> str:
    """The cards as text, one line each specific card with the number of its copies, by rank and name.

    A card of the built-in set is written by its name, any other as a JSON object.

    >>> print(write_cards(read_cards("Button (Charm)\\nTupp (Luck)\\nButton (Charm)")))
    2 Button (Charm)
    1 Tupp (Luck)
    """
    copies = Counter(cards)
    ordered = sorted(copies, key=lambda card: (card.rank, card.text))
    return "\n".join(f"{copies[card]} {_one(card)}" for card in ordered)


def _one(card: Card) -> str:
    return card.text if set_one().get(card.text) == card else json.dumps(card.as_dict(), ensure_ascii=False)


def read_cards(text: str, known: Mapping[str, Card] | None = None) -> list[Card]:
    """The cards of a text: JSON (a list of cards, or an object with a list `cards`), or one card a line.

    A line is a card as `Name (Suit)` of the known ones (default: the built-in set) or as a JSON object, perhaps with
    the number of copies before it; blank lines and lines that begin with # are skipped. BadInput names the card or
    the line at fault.

    >>> [card.text for card in read_cards("# my deck\\n2 Button (Charm)\\nTupp (Luck)")]
    ['Button (Charm)', 'Button (Charm)', 'Tupp (Luck)']
    """
    body = text.removeprefix("\ufeff")
    if body.lstrip().startswith("["):
        return parse_deck(_whole_json(body), "cards", known)
    if _WITH_CARDS.match(body):
        return parse_deck(_whole_json(body)["cards"], "cards", known)
    if body.lstrip().startswith("{"):
        whole = _json_or_none(body)
        if isinstance(whole, dict) and "cards" in whole:
            return parse_deck(whole["cards"], "cards", known)
    return [
        card for number, line in enumerate(body.splitlines(), 1) for card in _read_line(line.strip(), number, known)
    ]


def _whole_json(text: str) -> Any:
    """The value of a JSON text; BadInput names the line at fault."""
    try:
        return parse_json(text)
    except BadInput as error:
        raise BadInput(f"{_broken_line(text)}{error}") from None


def _broken_line(text: str) -> str:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return f"line {error.lineno}: "
    except (ValueError, RecursionError):
        pass
    return ""


def read_card_file(path: str | os.PathLike[str], known: Mapping[str, Card] | None = None) -> list[Card]:
    """The cards of a text file, as `read_cards` reads them; BadInput names the file, and what is wrong with it.

    >>> from tempfile import TemporaryDirectory
    >>> from theatre_lab.games.the_theatre.cards import set_one
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "mine.txt").write_text("2 Newton (Agility)")
    ...     [card.text for card in read_card_file(Path(folder, "mine.txt"), set_one())]
    ['Newton (Agility)', 'Newton (Agility)']
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "mine.txt").write_text("2 Nobody (Agility)")
    ...     read_card_file(Path(folder, "mine.txt"), set_one())
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: mine.txt: line 1: 'Nobody (Agility)' is not in the built-in set; did you mean
    'Newton (Agility)'?
    """
    name = Path(path).name
    text = read_text(path)
    try:
        return read_cards(text, known)
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None


def _json_or_none(text: str) -> Any:
    try:
        return parse_json(text)
    except BadInput:
        return None


def _read_line(line: str, number: int, known: Mapping[str, Card] | None) -> list[Card]:
    if not line or line.startswith("#"):
        return []
    where = f"line {number}"
    counted = _COUNTED.match(line)
    count = int(counted[1]) if counted else 1
    entry: Any = line[counted.end() :] if counted else line
    if not 1 <= count <= _MOST_COPIES:
        raise BadInput(f"{where}: the number of copies is from 1 to {_MOST_COPIES}, not {count}")
    if entry.startswith("{"):
        try:
            entry = parse_json(entry)
        except BadInput as error:
            raise BadInput(f"{where}: {show(entry)} is {error}") from None
    return [parse_card(entry, where, known)] * count
