"""A worked example of a rule: a small position, what is claimed about it, and the engine that must agree."""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from theatre_lab.core.errors import IllegalAction, TheatreLabError
from theatre_lab.core.game import Game, Part
from theatre_lab.games import game_names, get_game

__all__ = ["Answers", "Example", "Numbers", "Shown", "examples_of", "family", "illustrate", "refused_by", "terms_of"]

Numbers = Mapping[str, int]
"""Changed rule numbers; empty for the rules as printed."""


@dataclass(frozen=True)
class Answers:
    """What the engine says about a position: an answer to each question, its reasons, and a picture (a question's).

    >>> from theatre_lab.core.game import Part
    >>> answers = Answers({"seat": "3"}, [Part("A1", "OV-P1", 3, "Patron, wherever seated")])
    >>> answers.said["seat"], answers.parts[0].rule, answers.board
    ('3', 'OV-P1', None)
    """

    said: Mapping[str, str]
    parts: Sequence[Part] = ()
    board: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Example:
    """A worked example of a clause.

    `situation` describes the position, `claims` gives the answer to each question about it, and `ask(numbers)` sets the
    position up under these changed rule numbers and lets the engine answer the same questions.

    >>> examples_of("overture")["OV-P1"].faults()
    []
    """

    clause: str
    situation: str
    claims: Mapping[str, str]
    ask: Callable[[Numbers], Answers]

    def faults(self) -> list[str]:
        """Where the engine does not say what is claimed; empty for a true example."""
        said = self.ask({}).said
        asked = list(dict.fromkeys([*self.claims, *said]))
        return [
            f"{self.clause}: {question}: claimed {self.claims.get(question)!r}, the engine says {said.get(question)!r}"
            for question in asked
            if self.claims.get(question) != said.get(question)
        ]


@dataclass(frozen=True)
class Line:
    """A question about an example, the answer by the printed rules, and the answer here where that differs."""

    question: str
    answer: str
    here: str = ""


@dataclass(frozen=True)
class Shown:
    """An example as it is shown: the lines with the answers under the rules in force, reasons and picture.

    >>> shown = illustrate(examples_of("overture")["OV-P1"], {})
    >>> shown.situation
    'A Patron in the last row and one in the first.'
    >>> [(line.answer, line.here) for line in shown.lines]
    [('3', ''), ('3', '')]
    """

    situation: str
    lines: tuple[Line, ...]
    parts: tuple[Part, ...] = ()
    board: Mapping[str, Any] | None = None
    note: str = ""


def illustrate(example: Example, numbers: Numbers | None = None) -> Shown:
    """The example under the rules in force: where changed numbers change an answer, both answers are given.

    >>> shown = illustrate(examples_of("overture")["OV-P1"], {"patron": 5})
    >>> shown.lines[0].answer, shown.lines[0].here
    ('3', '5')
    """
    try:
        answers = example.ask(numbers or {})
    except TheatreLabError:
        lines = tuple(Line(question, answer) for question, answer in example.claims.items())
        return Shown(
            example.situation, lines, note="This example needs the printed numbers; with yours it cannot happen."
        )
    lines = tuple(
        Line(question, answer, here if (here := answers.said.get(question, "")) != answer else "")
        for question, answer in example.claims.items()
    )
    return Shown(example.situation, lines, tuple(answers.parts), answers.board)


def refused_by(game: Game, state: Any, text: str) -> str:
    """What the rules say to an action: `allowed`, or `refused` with the clause.

    >>> from theatre_lab.games.cabaret import CABARET, show_state
    >>> refused_by(CABARET, show_state(["Singers", "Actors"], [["S12"], ["A7"]]), "mime")
    'refused (CB-T1)'
    """
    try:
        game.require_legal(state, game.parse_action(state, text), text)
    except IllegalAction as error:
        return f"refused ({error.clause})"
    return "allowed"


def family(game: str) -> list[Game]:
    """The games that share a rule book, the one named first.

    >>> [game.name for game in family("the-theatre-draft")]
    ['the-theatre-draft', 'the-theatre']
    """
    named = get_game(game)
    others = [other for name in game_names() if (other := get_game(name)) is not named]
    return [named, *(other for other in others if dict(other.clauses) == dict(named.clauses))]


@functools.cache
def examples_of(game: str) -> Mapping[str, Example]:
    """The worked examples of a game's rule book by clause; empty for a game that has none.

    >>> examples_of("cabaret")["CB-T8"].faults()
    []
    """
    module = _module_of(game)
    return {} if module is None else {example.clause: example for example in module.EXAMPLES}


@functools.cache
def terms_of(game: str) -> Mapping[str, str]:
    """The words of a game's rule book that a rule explains, with that rule; empty for a game without examples.

    >>> terms_of("cabaret")["shortage"]
    'CB-T4'
    """
    module = _module_of(game)
    terms: Mapping[str, str] = {} if module is None else module.TERMS
    return terms


def _module_of(game: str) -> Any:
    for member in family(game):
        name = f"theatre_lab.teach.examples.{member.name.replace('-', '_')}"
        if importlib.util.find_spec(name) is not None:
            return importlib.import_module(name)
    return None
