"""Predict-then-check drills: for every whole number a question made by the engine, the same one every time.

A drill is a callable `f(n) -> question`; the widget `Predict` asks its questions one after the other. A question is a
plain dict with `prompt`, `kind` (`choice`, `number` or `seat`), `answer` (or a list of right answers), a `hint` or
several, a `solution` in a sentence and, where points are at stake, the engine's own `parts`.
"""

from __future__ import annotations

import importlib
import importlib.util
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import expect_choice, expect_int, show
from theatre_lab.core.stream import below, new_stream
from theatre_lab.games import get_game

__all__ = [
    "LEVELS",
    "Drill",
    "DrillSpec",
    "Luck",
    "NoExample",
    "Question",
    "drill",
    "drill_names",
    "drill_of",
    "numeric_choice",
    "typed_or_chosen",
]

Question = dict[str, Any]
LEVELS = (1, 2, 3)
"""1: one rule, little else in sight. 2: other theatres and traits. 3: a crowded house, and numbers to type."""
_TRIES = 400
Thing = TypeVar("Thing")


class NoExample(Exception):
    """The luck drawn gives no example worth asking; the drill draws again.

    >>> from theatre_lab.teach.the_theatre.scene import one_of
    >>> one_of(Luck(1), name="Nobody")
    Traceback (most recent call last):
    theatre_lab.teach.drills.NoExample
    """


class Luck:
    """Draws from a seeded stream, in the words that drills use.

    >>> Luck(1, 2).pick("abc") == Luck(1, 2).pick("abc")
    True
    """

    def __init__(self, seed: int, *path: int) -> None:
        self._stream = new_stream(seed, *path)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return below(self._stream, n)

    def pick(self, things: Sequence[Thing]) -> Thing:
        """One of the things."""
        if not things:
            raise NoExample
        return things[self.below(len(things))]

    def happens(self, hundredths: int) -> bool:
        """True in so many cases of a hundred."""
        return self.below(100) < hundredths

    def shuffled(self, things: Sequence[Thing]) -> list[Thing]:
        """All the things in a random order."""
        order = list(things)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


Maker = Callable[[Luck, int], Question]


@dataclass(frozen=True)
class DrillSpec:
    """A kind of drill: its name, a title of a few words, the clauses it trains and the maker of its questions.

    `make(luck, level)` returns a question, or raises NoExample when the luck gives none.

    >>> spec = drill("overture", "kid").specs[0]
    >>> spec.name, spec.title, spec.clauses
    ('kid', 'Kids between Teachers', ('OV-P4',))
    """

    name: str
    title: str
    clauses: tuple[str, ...]
    make: Maker


@dataclass(frozen=True)
class Drill:
    """Unlimited questions on one or more subjects, asked in turn: call it with 0, 1, 2, …

    Equal drills ask equal questions.

    >>> kids = drill("overture", "kid", seed=1)
    >>> kids
    <drill overture/kid: Kids between Teachers (OV-P4), level 1, seed 1>
    >>> kids(0) == kids(0), kids(0)["clause"]
    (True, 'OV-P4')
    """

    game: str
    specs: tuple[DrillSpec, ...]
    seed: int = 0
    level: int = 1

    @property
    def title(self) -> str:
        """The subjects in a few words."""
        return ", ".join(spec.title for spec in self.specs)

    def __call__(self, n: int) -> Question:
        """Question number n. BadInput for anything but a whole number from 0."""
        if type(n) is not int or n < 0:
            raise BadInput(f"questions are counted 0, 1, 2, …; there is no question {show(n)}")
        round_, subject = divmod(n, len(self.specs))
        spec = self.specs[subject]
        name = zlib.crc32(spec.name.encode())
        for attempt in range(_TRIES):
            try:
                question = spec.make(Luck(self.seed, name, self.level, round_, attempt), self.level)
            except NoExample:
                continue
            return {"game": self.game, "clause": next(iter(spec.clauses), None), **question}
        raise BadInput(f"the drill {spec.name!r} found no example for question {n} of seed {self.seed}")

    def __repr__(self) -> str:
        names = "+".join(spec.name for spec in self.specs)
        clauses = ", ".join(clause for spec in self.specs for clause in spec.clauses)
        told = f"{self.title} ({clauses})" if clauses else self.title
        return f"<drill {self.game}/{names}: {told}, level {self.level}, seed {self.seed}>"


def _specs(game: str) -> Mapping[str, DrillSpec]:
    module = f"theatre_lab.teach.{get_game(game).name.replace('-', '_')}"
    if importlib.util.find_spec(module) is None:
        return {}
    drills: Mapping[str, DrillSpec] = importlib.import_module(module).DRILLS
    return drills


def drill_names(game: str = "overture") -> list[str]:
    """The names of a game's drills, in the order of its rule book.

    >>> drill_names("overture")[:4]
    ['seat-names', 'labels', 'neighbours', 'patron']
    """
    return list(_specs(game))


def drill_of(game: str, clause: str) -> str | None:
    """The name of the first drill that trains a clause; None when there is none.

    >>> drill_of("overture", "OV-X2"), drill_of("overture", "OV-S1")
    ('short', None)
    """
    return next((spec.name for spec in _specs(game).values() if clause in spec.clauses), None)


def drill(game: str, *names: str, seed: int = 0, level: int = 1) -> Drill:
    """The drill of that name, or the first one that trains the clause of that id; of several names, all in turn.

    `level` is 1, 2 or 3. OptionError says what does not exist and what does.

    >>> drill("overture", "OV-X2", level=2)
    <drill overture/short: Short patrons (OV-X2), level 2, seed 0>
    >>> drill("overture", "kid", "teacher")(1)["clause"]
    'OV-P5'
    """
    specs = _specs(game)
    if not specs:
        raise BadInput(f"there are no drills for {game!r} yet")
    if not names:
        raise BadInput(f"name one drill or more: {', '.join(specs)}")
    chosen = [specs[expect_choice("drill", drill_of(game, name) or name, list(specs))] for name in names]
    number = expect_int("seed", seed, -(2**63), 2**63 - 1)
    return Drill(game, tuple(chosen), number, expect_int("level", level, LEVELS[0], LEVELS[-1]))


def numeric_choice(
    luck: Luck, answer: int, mistakes: Sequence[int], *, least: int | None = None, surely: Sequence[int] = ()
) -> list[int]:
    """The answer among three other numbers, sorted: `surely` these, then what mistakes lead to, then near ones.

    >>> numeric_choice(Luck(1), 4, [1, 4, 1])
    [1, 3, 4, 5]
    """
    near = [answer - 1, answer + 1, answer + 2, answer - 2, answer + 3]
    options = [answer]
    for value in [*surely, *luck.shuffled(list(dict.fromkeys(mistakes))), *near]:
        if len(options) < 4 and value not in options and (least is None or value >= least):
            options.append(value)
    return sorted(options)


def typed_or_chosen(luck: Luck, answer: int, mistakes: Sequence[int], level: int, *, least: int = 0) -> Question:
    """The rest of a question after a whole number: four choices, or from level 3 on a field to type in.

    >>> typed_or_chosen(Luck(1), 4, [1], 3)
    {'kind': 'number', 'min': 0, 'max': 12, 'answer': 4}
    """
    if level >= LEVELS[-1]:
        return {"kind": "number", "min": least, "max": max(answer, 9, *mistakes) + 3, "answer": answer}
    options = numeric_choice(luck, answer, mistakes, least=least)
    shown = [{"value": value, "label": str(value).replace("-", "−")} for value in options]
    return {"kind": "choice", "options": shown, "answer": answer}
