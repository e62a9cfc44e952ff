"""Plain JSON data read into frozen dataclasses, every value checked against the type that its field declares."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import refuse_unknown, show

__all__ = ["built"]

T = TypeVar("T")
_LARGEST = 2**53
"""Whole numbers beyond this are exact in no other program."""


def built(kind: type[T], data: object, where: str) -> T:
    """The dataclass of JSON data. BadInput names the place at fault and what would be right there.

    Fields may be of whole numbers, numbers, texts, None, tuples of such, and other dataclasses; a field with a default
    may be missing.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Row:
    ...     name: str
    ...     wins: tuple[int, ...]
    >>> built(Row, {"name": "a", "wins": [1, 2]}, "row 1").wins
    (1, 2)
    >>> built(Row, {"name": "a", "wins": [1, "2"]}, "row 1")
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: row 1: wins, entry 2 must be a whole number, not '2'
    """
    if not isinstance(data, Mapping):
        raise BadInput(f"{where} must be an object, not {show(data)}")
    known = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    refuse_unknown(f"key in {where}:", data, list(known))
    for name, field in known.items():
        if name not in data and field.default is dataclasses.MISSING:
            raise BadInput(f"{where} lacks {name!r}")
    hints = get_type_hints(kind)
    return kind(**{name: _value(hints[name], value, f"{where}: {name}") for name, value in data.items()})


def _value(kind: Any, value: object, where: str) -> Any:
    if dataclasses.is_dataclass(kind):
        return built(kind, value, where)  # type: ignore[arg-type]
    if get_origin(kind) is types.UnionType:
        inner = next(each for each in get_args(kind) if each is not types.NoneType)
        return None if value is None else _value(inner, value, where)
    if get_origin(kind) is tuple:
        return _entries(get_args(kind), value, where)
    if kind is int and (type(value) is not int or abs(value) > _LARGEST):
        raise BadInput(f"{where} must be a whole number, not {show(value)}")
    # Not a number and infinity are refused too: no comparison with them holds.
    if kind is float and (type(value) not in (int, float) or not abs(value) <= _LARGEST):  # type: ignore[arg-type]
        raise BadInput(f"{where} must be a number, not {show(value)}")
    if kind is str and not isinstance(value, str):
        raise BadInput(f"{where} must be a text, not {show(value)}")
    return value


def _entries(kinds: tuple[Any, ...], value: object, where: str) -> tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise BadInput(f"{where} must be a list, not {show(value)}")
    if kinds[-1] is Ellipsis:
        return tuple(_value(kinds[0], each, f"{where}, entry {i}") for i, each in enumerate(value, 1))
    if len(value) != len(kinds):
        raise BadInput(f"{where} must have {len(kinds)} entries, not {len(value)}")
    pairs = zip(kinds, value, strict=True)
    return tuple(_value(kind, each, f"{where}, entry {i}") for i, (kind, each) in enumerate(pairs, 1))
