"""Checks for options and rule numbers: each refusal names the option, the value and what would be right."""

from __future__ import annotations

import difflib
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from theatre_lab.core.errors import OptionError

__all__ = [
    "RuleNumber",
    "as_index",
    "check_rule_numbers",
    "expect_bool",
    "expect_choice",
    "expect_int",
    "expect_list",
    "refuse_unknown",
    "show",
]


_LISTED = 30


def show(value: object, limit: int = 60) -> str:
    """A value as a refusal may quote it: one short line, whatever it is.

    >>> show("x" * 100)[-3:], show([1, 2])
    ('...', '[1, 2]')
    """
    if isinstance(value, (list, tuple, dict)) and len(value) > 20:
        return f"a {type(value).__name__} of {len(value)} entries"
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return "a huge number"
    try:
        text = repr(value)
    except RecursionError:
        return "something nested too deeply"
    except ValueError:
        return f"a {type(value).__name__} with a huge number"
    return text if len(text) <= limit else text[: limit - 3] + "..."


def refuse_unknown(what: str, given: Iterable[object], known: Sequence[str]) -> None:
    """Raise OptionError when a key is not among the known ones, and suggest the nearest (or the first of many).

    >>> refuse_unknown("option", ["theater"], ["theatre"])
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: there is no option 'theater'; did you mean 'theatre'?
    """
    for key in given:
        if key not in known:
            near = difflib.get_close_matches(str(key)[:60], known, n=1)
            more = [f"and {len(known) - _LISTED} more"] if len(known) > _LISTED else []
            listed = ", ".join([*known[:_LISTED], *more]) or "none"
            hint = f"did you mean {near[0]!r}?" if near else f"known: {listed}"
            raise OptionError(f"there is no {what} {show(key)}; {hint}")


def expect_int(name: str, value: object, low: int, high: int) -> int:
    """The value, when it is a whole number from low to high; otherwise OptionError.

    >>> expect_int("rounds", 3, 1, 1000)
    3
    >>> expect_int("rounds", True, 1, 1000)
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: rounds must be a whole number from 1 to 1000, not True
    """
    if type(value) is not int or not low <= value <= high:
        raise OptionError(f"{name} must be a whole number from {low} to {high}, not {show(value)}")
    return value


def as_index(value: object) -> int | None:
    """The value as an int when it is a whole number of any library (bool aside), otherwise None.

    >>> as_index(3), as_index(True), as_index("3")
    (3, None, None)
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def expect_bool(name: str, value: object) -> bool:
    """The value, when it is true or false; otherwise OptionError.

    >>> expect_bool("practice", 1)
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: practice must be true or false, not 1
    """
    if type(value) is not bool:
        raise OptionError(f"{name} must be true or false, not {show(value)}")
    return value


def expect_choice(name: str, value: object, choices: Sequence[str]) -> str:
    """The value, when it is one of the choices; otherwise OptionError with the nearest one.

    >>> expect_choice("level", "hrad", ["easy", "hard"])
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: level must be one of easy, hard, not 'hrad'; did you mean 'hard'?
    """
    if not isinstance(value, str) or value not in choices:
        near = difflib.get_close_matches(str(value)[:60], choices, n=1) if isinstance(value, str) else []
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise OptionError(f"{name} must be one of {', '.join(choices)}, not {show(value)}{hint}")
    return value


def expect_list(name: str, value: object, length: int | None = None, of: str = "") -> list[Any]:
    """The value, when it is a list (of that length); otherwise OptionError, which may say what it is a list `of`.

    >>> expect_list("hands", ("VIP", "Kid"), 2)
    ['VIP', 'Kid']
    """
    if not isinstance(value, (list, tuple)):
        raise OptionError(f"{name} must be a list{of and f' of {of}'}, not {show(value)}")
    if length is not None and len(value) != length:
        raise OptionError(f"{name} must have {length} entries, not {len(value)}")
    return list(value)


@dataclass(frozen=True)
class RuleNumber:
    """One number of the rules that a variant may change: its key, default, range, clause and meaning.

    >>> RuleNumber("noisy", -1, -20, 20, "OV-X4", "a noisy neighbour").default
    -1
    """

    key: str
    default: int
    low: int
    high: int
    clause: str
    meaning: str


def check_rule_numbers(known: Sequence[RuleNumber], changed: Mapping[str, Any] | None) -> list[int]:
    """All rule numbers in order, with the changed ones in place; OptionError names a bad one.

    >>> numbers = [RuleNumber("noisy", -1, -20, 20, "OV-X4", "a noisy neighbour")]
    >>> check_rule_numbers(numbers, {"noisy": 0}), check_rule_numbers(numbers, None)
    ([0], [-1])
    """
    changed = {} if changed is None else changed
    if not isinstance(changed, Mapping):
        raise OptionError(f"rules must be an object of rule numbers, not {show(changed)}")
    refuse_unknown("rule number", changed, [number.key for number in known])
    return [
        expect_int(f"rule number {number.key!r}", changed[number.key], number.low, number.high)
        if number.key in changed
        else number.default
        for number in known
    ]
