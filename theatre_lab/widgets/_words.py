"""Words and small shapes that every game's presenter shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Part
from theatre_lab.core.options import show

__all__ = ["Advice", "Json", "listed", "part_json", "plain", "plural", "signed", "whole_number"]

Json = dict[str, Any]

_DIGITS = 9


def signed(points: int) -> str:
    """Points with their sign, a true minus for a loss.

    >>> signed(3), signed(0), signed(-2)
    ('+3', '0', '−2')
    """
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def plain(points: int) -> str:
    """Points as a reader writes them, with a true minus.

    >>> plain(-2), plain(3)
    ('−2', '3')
    """
    return str(points).replace("-", "−")


def listed(names: Sequence[str]) -> str:
    """Names as a phrase.

    >>> listed(["Ann"]), listed(["Ann", "Ben", "Cy"])
    ('Ann', 'Ann, Ben and Cy')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def plural(count: int, word: str) -> str:
    """A count with its word.

    >>> plural(1, "point"), plural(3, "point")
    ('1 point', '3 points')
    """
    return f"{count} {word}{'' if abs(count) == 1 else 's'}".replace("-", "−")


def whole_number(key: str, text: object) -> int:
    """The number that was written into a field of a form; BadInput names the field when it is none.

    >>> whole_number("rounds", " 3 ")
    3
    """
    told = str(text).strip()
    if not told.isdecimal():
        raise BadInput(f"{key} must be a whole number, not {show(text)}")
    if len(told) > _DIGITS:
        raise BadInput(f"{key} must be a whole number of at most {_DIGITS} digits, not {show(text)}")
    return int(told)


def part_json(part: Part) -> Json:
    """A part as the front end reads it.

    >>> part_json(Part("A1", "OV-P2", 3, "VIP, wherever seated"))
    {'who': 'A1', 'rule': 'OV-P2', 'points': 3, 'text': 'VIP, wherever seated'}
    """
    return {"who": part.who, "rule": part.rule, "points": part.points, "text": part.text}


@dataclass(frozen=True)
class Advice:
    """A hint: the action in notation, what it is in words, and its reasons in points.

    >>> from theatre_lab.api import new_match
    >>> from theatre_lab.widgets.presenters import presenter
    >>> match = new_match("overture", 2, theatre="blackbox", seed=1)
    >>> for action in ("draw lobby 1", "draw deck"): match.play(action)
    >>> hint = presenter("overture").advice(match.view(0), "seat Noisy Patron A1")
    >>> hint.text, [(part.rule, part.points) for part in hint.parts]
    ('Seat Noisy Patron on A1', [('OV-P1', 3)])
    """

    action: str
    text: str
    parts: tuple[Part, ...] = ()
