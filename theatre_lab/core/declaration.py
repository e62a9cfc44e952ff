"""How a game declares its state: once, as a class of fields with shapes and widths.

The class is the list form (slots holding ints, nested lists and packed arrays, with a copy made to measure); the
same declaration gives the compiled form its record type, field by field.

>>> class State(Record):
...     turn: int = short()
...     score: int = long()
...     rule: list[int] = fixed(3)
...     names: Any = label()
>>> s = State()
>>> s.names = ["Ann", "Ben"]
>>> t = s.copy()
>>> t.rule is s.rule, t.names is s.names, t.as_dict()
(True, True, {'turn': 0, 'score': 0, 'rule': [0, 0, 0]})
>>> State.fields["rule"] == Field((3,), width=2, is_fixed=True), State.fields["score"].range
(True, (-2147483648, 2147483647))
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, MutableSequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, dataclass_transform

__all__ = ["Field", "Label", "Packed", "Record", "byte", "fixed", "label", "long", "short", "zeros"]

_RANGES = {1: (-128, 127), 2: (-32768, 32767), 4: (-(2**31), 2**31 - 1)}
_CODES = {2: "h", 4: "i"}

Packed = MutableSequence[int]
"""The type of a packed field: a sequence of numbers that is no list."""


@dataclass(frozen=True)
class Field:
    """One field of a record: its shape (`()` for a single number), its width in bytes, and how it is copied.

    `is_fixed`: a game sets it once and never changes it, so that copies share it. `is_packed`: its rows are arrays of
    machine numbers in the list form too. `by_seat`: it has a row a player, and the rows of seats that nobody sits on
    never change, so that copies share these.
    """

    shape: tuple[int, ...]
    width: int
    is_fixed: bool = False
    is_packed: bool = False
    by_seat: bool = False

    @property
    def range(self) -> tuple[int, int]:
        """The smallest and the largest number that fits."""
        low, high = _RANGES[self.width]
        return (0 if self.is_packed and self.width == 1 else low), high

    @property
    def row(self) -> Field:
        """What one row of a field with rows is."""
        return replace(self, shape=self.shape[1:], by_seat=False)

    def filled(self, values: Any) -> Any:
        """A number as it is, or nested lists of numbers in the form that a record holds: packed where the field is.

        >>> byte(2).filled([1, 2]), byte(2, packed=True).filled([1, 2])
        ([1, 2], bytearray(b'\\x01\\x02'))
        """
        if not self.shape:
            return values
        if len(self.shape) > 1:
            return [self.row.filled(each) for each in values]
        if not self.is_packed:
            return list(values)
        return bytearray(values) if self.width == 1 else array(_CODES[self.width], values)


def byte(*shape: int, packed: bool = False, by_seat: bool = False) -> Any:
    """A field of numbers from -128 to 127.

    `packed` is for long fields that rules seldom touch: a copy then takes the same time for any length, while reading
    a number takes twice as long as from a list. Packed bytes hold 0 to 127.

    `by_seat` is for fields with a row a player, of which those beyond `players` stay all zeros.

    >>> class State(Record):
    ...     players: int = byte()
    ...     deck: Packed = byte(3, packed=True)
    ...     board: list[list[int]] = byte(2, 3, by_seat=True)
    >>> s = State()
    >>> s.players, s.deck[1] = 1, 7
    >>> t = s.copy()
    >>> t.as_dict()["deck"], t.board[0] is s.board[0], t.board[1] is s.board[1]
    ([0, 7, 0], False, True)
    """
    return Field(shape, 1, False, packed, by_seat)


def short(*shape: int, packed: bool = False, by_seat: bool = False) -> Any:
    """A field of numbers from -32,768 to 32,767; `packed` and `by_seat` are those of `byte`."""
    return Field(shape, 2, False, packed, by_seat)


def long(*shape: int, packed: bool = False, by_seat: bool = False) -> Any:
    """A field of numbers of 32 bits; `packed` and `by_seat` are those of `byte`."""
    return Field(shape, 4, False, packed, by_seat)


def fixed(*shape: int, width: int = 2) -> Any:
    """A field that is set when a game begins and never changes; copies share it."""
    return Field(shape, width, True)


class Label:
    """A declared slot for what only people need: `label()`.

    >>> class State(Record):
    ...     names: Any = label()
    ...     turn: int = byte()
    >>> State.labels, list(State.fields), State().names
    (('names',), ['turn'], None)
    """


def label() -> Any:
    """A slot for texts that only people need (the names of a player's own cards): `None` until it is set.

    Copies share it; no rule reads it, and the compiled form leaves it out.
    """
    return Label()


def zeros(shape: tuple[int, ...]) -> Any:
    """Nested lists of zeros, or 0 for the empty shape.

    >>> zeros((2, 3)), zeros(())
    ([[0, 0, 0], [0, 0, 0]], 0)
    """
    if not shape:
        return 0
    if len(shape) == 1:
        return [0] * shape[0]
    return [zeros(shape[1:]) for _ in range(shape[0])]


def _copy_code(expression: str, field: Field) -> str:
    if not field.shape or field.is_fixed:
        return expression
    if len(field.shape) == 1:
        return f"{expression}[:]" if field.is_packed and field.width > 1 else f"{expression}.copy()"
    return _copied_rows([f"{expression}[{i}]" for i in range(field.shape[0])], field)


def _copied_rows(rows: list[str], field: Field) -> str:
    copies = [_copy_code(row, field.row) for row in rows]
    if field.by_seat:
        copies = [f"{copy} if seats > {i} else {row}" for i, (row, copy) in enumerate(zip(rows, copies, strict=True))]
    return "[" + ", ".join(copies) + "]"


def _copy_function(fields: Mapping[str, Field], labels: tuple[str, ...]) -> Any:
    lines = []
    if seats := max((field.shape[0] for field in fields.values() if field.by_seat), default=0):
        lines.append(f"seats = self.players or {seats}")
    for name, field in fields.items():
        if len(field.shape) > 1 and not field.is_fixed:
            rows = [f"row{i}" for i in range(field.shape[0])]
            lines.append(f"[{', '.join(rows)}] = self.{name}")
            lines.append(f"new.{name} = {_copied_rows(rows, field)}")
        else:
            lines.append(f"new.{name} = {_copy_code('self.' + name, field)}")
    lines += [f"new.{name} = self.{name}" for name in labels]
    scope: dict[str, Any] = {}
    exec("\n    ".join(["def copy(self):", "new = make(cls)", *lines, "return new"]), scope)
    return scope["copy"]


def _plain(value: Any) -> Any:
    """A field's value as numbers and lists, whatever form it has: a list of numbers as it is."""
    if isinstance(value, (bytearray, array)):
        return list(value)
    if isinstance(value, list) and value and not isinstance(value[0], int):
        return [_plain(row) for row in value]
    return value


@dataclass_transform(eq_default=False)
class _RecordType(type):
    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        fields = {key: value for key, value in namespace.items() if isinstance(value, Field)}
        labels = tuple(key for key, value in namespace.items() if isinstance(value, Label))
        for key in (*fields, *labels):
            del namespace[key]
        namespace["__slots__"] = (*fields, *labels)
        namespace["fields"] = fields
        namespace["labels"] = labels
        copy = _copy_function(fields, labels)
        copy.__doc__ = "An independent copy."
        if fields:
            namespace["copy"] = copy
        cls = super().__new__(mcs, name, bases, namespace)
        copy.__globals__.update(cls=cls, make=object.__new__)
        return cls


class Record(metaclass=_RecordType):
    """A state: slots of numbers and nested lists, all zero when made.

    >>> class State(Record):
    ...     player: int = byte()
    ...     hand: list[list[int]] = byte(2, 3)
    >>> s = State()
    >>> t = s.copy()
    >>> t.hand[1][2] = 7
    >>> s.hand, s == t, t.as_dict()["hand"]
    ([[0, 0, 0], [0, 0, 0]], False, [[0, 0, 0], [0, 0, 7]])
    """

    fields: ClassVar[Mapping[str, Field]] = {}
    labels: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        for name, field in self.fields.items():
            setattr(self, name, field.filled(zeros(field.shape)))
        for name in self.labels:
            setattr(self, name, None)

    def copy(self) -> Self:
        """An independent copy."""
        raise NotImplementedError

    def as_dict(self) -> dict[str, Any]:
        """Every field by name as numbers and lists, labels aside; not to be written to: some are the record's own."""
        return {name: _plain(getattr(self, name)) for name in self.fields}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in (*self.fields, *self.labels))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value}" for name, value in self.as_dict().items())
        return f"{type(self).__name__}({shown})"
