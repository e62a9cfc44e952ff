"""The question that every point and every refusal answers: why?"""

from __future__ import annotations

import difflib
import html
from dataclasses import dataclass

from theatre_lab.core.clauses import Clause
from theatre_lab.core.errors import BadInput, TheatreLabError
from theatre_lab.core.game import Game, Part
from theatre_lab.core.options import show
from theatre_lab.games import game_names, get_game
from theatre_lab.teach.drills import drill_of
from theatre_lab.teach.lessons import Place, taught_in

__all__ = ["Why", "why"]


@dataclass(frozen=True, repr=False)
class Why:
    """A rule as the answer to "why?": the clause, what was said about this case, where it is taught and trained.

    `said` is the engine's own reason (empty when only the rule was asked for), `place` where a notebook teaches the
    rule, `drill` the name of a drill that trains it (empty when there is none).
    """

    game: str
    clause: Clause
    said: str = ""
    place: Place | None = None
    drill: str = ""

    def _lines(self) -> list[tuple[str, str]]:
        lines = [("Here", self.said)] if self.said else []
        if self.place:
            lines.append(("Taught in", f"{self.place.notebook}, “{self.place.heading}”"))
        if self.drill:
            lines.append(("Train it", f'tl.drill("{self.game}", "{self.drill}")'))
        return lines

    def __repr__(self) -> str:
        head = f"{self.clause.id} {self.clause.title} ({get_game(self.game).title})"
        return "\n".join([head, f"  {self.clause.text}", *(f"  {label}: {text}" for label, text in self._lines())])

    def _repr_html_(self) -> str:
        title = f"<b>{html.escape(self.clause.title)}</b> <code>{html.escape(self.clause.id)}</code>"
        lines = "".join(f"<br><i>{label}:</i> {html.escape(text)}" for label, text in self._lines())
        return f"<p>{title}<br>{html.escape(self.clause.text)}{lines}</p>"


def why(subject: str | Part | BaseException) -> Why:
    """The rule behind a clause id, a rule's title, a part of a score, or a refused move.

    BadInput says what is not known, and what comes nearest.

    >>> why("OV-P1").clause.text
    'A Patron is worth 3, anywhere.'
    >>> why(Part("A2", "OV-P4", 3, "capped: Teachers at both ends")).said
    '+3 for A2: capped: Teachers at both ends'
    >>> why("OV-P99")
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: there is no rule 'OV-P99'; did you mean OV-P8, ...?
    """
    if isinstance(subject, Part):
        sign = f"{subject.points:+d}".replace("-", "−")
        return _answer(subject.rule, f"{sign} for {subject.who}: {subject.text}")
    if isinstance(subject, BaseException):
        return _answer(_clause_of(subject), str(getattr(subject, "reason", subject)))
    if not isinstance(subject, str):
        raise BadInput(f"ask why about a clause id, a part or a refusal, not {show(subject)}")
    return _answer(subject, "")


def _clause_of(error: BaseException) -> str:
    clause = getattr(error, "clause", None)
    if isinstance(clause, str):
        return clause
    if isinstance(error, TheatreLabError):
        raise BadInput(f"no rule of a game stands behind this error; it says: {error}")
    raise BadInput(f"{type(error).__name__} is no refusal of a game; it says: {show(str(error))}")


def _answer(asked: str, said: str) -> Why:
    game, clause = _find(asked.strip())
    drill = drill_of(game.name, clause.id)
    return Why(game.name, clause, said, taught_in(clause.id), drill or "")


def _find(asked: str) -> tuple[Game, Clause]:
    games = [get_game(name) for name in game_names()]
    for game in games:
        if asked.upper() in game.clauses:
            return game, game.clauses[asked.upper()]
    by_title = [(g, c) for g in games for c in g.clauses.values() if c.title.lower() == asked.lower()]
    titled = list({clause.id: (game, clause) for game, clause in reversed(by_title)}.values())
    if len(titled) == 1:
        return titled[0]
    known = list(dict.fromkeys(name for game in games for name in game.clauses))
    near = difflib.get_close_matches(asked.upper(), known, n=3, cutoff=0.5) or [c.id for _, c in titled[:3]]
    advice = f"did you mean {', '.join(near)}?" if near else "a rule is named like OV-P4"
    raise BadInput(f"there is no rule {show(asked)}; {advice}")
