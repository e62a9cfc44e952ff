"""How a game declares its state: once, as a class of fields with shapes and widths.

The class is the list form (slots holding ints and nested lists, with a fast hand-written copy); the
same declaration gives the compiled form its record type, field by field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, dataclass_transform

__all__ = ["Field", "Label", "Record", "byte", "fixed", "label", "long", "short", "zeros"]

_RANGES = {1: (-128, 127), 2: (-32768, 32767), 4: (-(2**31), 2**31 - 1)}


@dataclass(frozen=True)
class Field:
    """One field of a record: its shape (`()` for a single number), its width in bytes, and whether a
    game sets it once and never changes it (copies then share it)."""

    shape: tuple[int, ...]
    width: int
    is_fixed: bool = False

    @property
    def range(self) -> tuple[int, int]:
        """The smallest and the largest number that fits."""
        return _RANGES[self.width]


def byte(*shape: int) -> Any:
    """A field of numbers from -128 to 127."""
    return Field(shape, 1)


def short(*shape: int) -> Any:
    """A field of numbers from -32,768 to 32,767."""
    return Field(shape, 2)


def long(*shape: int) -> Any:
    """A field of numbers of 32 bits."""
    return Field(shape, 4)


def fixed(*shape: int, width: int = 2) -> Any:
    """A field that is set when a game begins and never changes; copies share it."""
    return Field(shape, width, True)


class Label:
    """A declared slot for what only people need: `label()`."""


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
        return f"{expression}.copy()"
    inner = Field(field.shape[1:], field.width)
    return "[" + ", ".join(_copy_code(f"{expression}[{i}]", inner) for i in range(field.shape[0])) + "]"


def _copy_function(fields: Mapping[str, Field], labels: tuple[str, ...]) -> Any:
    lines = "".join(f"    new.{name} = {_copy_code('self.' + name, field)}\n" for name, field in fields.items())
    lines += "".join(f"    new.{name} = self.{name}\n" for name in labels)
    scope: dict[str, Any] = {}
    exec(f"def copy(self):\n    new = make(cls)\n{lines}    return new\n", scope)
    return scope["copy"]


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
            setattr(self, name, zeros(field.shape))
        for name in self.labels:
            setattr(self, name, None)

    def copy(self) -> Self:
        """An independent copy."""
        raise NotImplementedError

    def as_dict(self) -> dict[str, Any]:
        """Every field by name, labels aside (the record's own lists, not copies)."""
        return {name: getattr(self, name) for name in self.fields}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in (*self.fields, *self.labels))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value}" for name, value in self.as_dict().items())
        return f"{type(self).__name__}({shown})"
