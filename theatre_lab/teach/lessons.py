"""The notebooks as lessons: which there are, and where each rule is taught, read from the notebooks themselves."""

from __future__ import annotations

import functools
import html
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.games import game_names, get_game
from theatre_lab.lab.notebooks import notebook_folder

__all__ = ["Lesson", "LessonList", "Place", "lessons", "taught_in"]

_CLAUSE = re.compile(r"\b[A-Z]{2}-[A-Z]+\d+\b")
_INVITATION = "tl.why("
"""A line that invites to ask names a clause without teaching it."""
_HEADING = re.compile(r"^#+\s+(.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Lesson:
    """A notebook that teaches a game: its file name, the game's name and title, and what it promises.

    >>> lesson = lessons()[0]
    >>> lesson.notebook, lesson.title
    ('01-overture.ipynb', 'Overture')
    >>> lesson.promise.partition(":")[0]
    'You run a theatre for one night'
    """

    notebook: str
    game: str
    title: str
    promise: str


@dataclass(frozen=True)
class Place:
    """Where something is taught: a notebook's file name and the heading there.

    >>> taught_in("OV-P4").heading
    'Kids and Teachers (OV-P4, OV-P5)'
    """

    notebook: str
    heading: str


class LessonList(Sequence[Lesson]):
    """The lessons there are; a notebook shows them as a list of links.

    >>> lessons()[0].game
    'overture'
    """

    def __init__(self, found: Sequence[Lesson]) -> None:
        self._lessons = tuple(found)

    def __getitem__(self, index: Any) -> Any:
        return self._lessons[index]

    def __len__(self) -> int:
        return len(self._lessons)

    def __repr__(self) -> str:
        if not self._lessons:
            return "no lessons in this folder"
        return "\n".join(f"{lesson.title}: {lesson.notebook}\n  {lesson.promise}" for lesson in self._lessons)

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<li><a href="{html.escape(lesson.notebook)}"><b>{html.escape(lesson.title)}</b></a>: '
            f"{html.escape(lesson.promise)}</li>"
            for lesson in self._lessons
        )
        return f"<ul>{rows}</ul>" if rows else html.escape(repr(self))


def lessons() -> LessonList:
    """The notebooks that teach a game, in their order. Only what lies in the package's folder is listed.

    >>> lessons()[0].notebook
    '01-overture.ipynb'
    """
    return LessonList(list(_find_lessons(_folder())))


def _folder() -> Path | None:
    try:
        return notebook_folder()
    except BadInput:
        return None


def _find_lessons(folder: Path | None) -> Iterator[Lesson]:
    for path in sorted(folder.glob("[0-9][0-9]-*.ipynb")) if folder else []:
        name = path.stem[3:]
        if name in game_names():
            yield Lesson(path.name, name, get_game(name).title, _promise(_texts(path)))


def _texts(path: Path) -> list[str]:
    """The texts of a notebook's cells that are no code."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]


def _promise(texts: Sequence[str]) -> str:
    """The first paragraph after the first heading, without its markup: at most two sentences."""
    paragraphs = [text for text in "\n".join(texts[:1]).split("\n\n") if text.strip() and not text.startswith("#")]
    plain = re.sub(r"[*_`]", "", " ".join(paragraphs[0].split())) if paragraphs else ""
    return " ".join(re.split(r"(?<=[.!?])\s", plain)[:2])


def taught_in(clause: str) -> Place | None:
    """Where a clause is first named in a lesson; None when no notebook here teaches it.

    >>> taught_in("OV-P4").notebook
    '01-overture.ipynb'
    """
    folder = _folder()
    return _places(folder).get(clause) if folder else None


@functools.cache
def _places(folder: Path) -> dict[str, Place]:
    found: dict[str, Place] = {}
    for lesson in _find_lessons(folder):
        path, heading = folder / lesson.notebook, lesson.title
        for text in _texts(path):
            for line in text.splitlines():
                if title := _HEADING.match(line):
                    heading = re.sub(r"[*_`]", "", title.group(1)).strip()
                for clause in _CLAUSE.findall("" if _INVITATION in line else line):
                    found.setdefault(clause, Place(path.name, heading))
    return found
