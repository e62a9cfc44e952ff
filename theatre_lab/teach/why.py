"""The question that every point and every refusal answers: why?"""

from __future__ import annotations

import difflib
import html
from collections.abc import Mapping
from dataclasses import dataclass

from theatre_lab.core.clauses import Clause
from theatre_lab.core.errors import BadInput, TheatreLabError
from theatre_lab.core.game import Game, Part
from theatre_lab.core.match import Match
from theatre_lab.core.options import show
from theatre_lab.games import game_names, get_game
from theatre_lab.teach.example import family
from theatre_lab.teach.lessons import Place
from theatre_lab.teach.rule_book import Entry, nearest_rules, rule_book

__all__ = ["Why", "why"]


@dataclass(frozen=True, repr=False)
class Why:
    """A rule as the answer to "why?": its entry in the rule book, and what was said about this case.

    `said` is the engine's own reason, empty when only the rule was asked for.

    >>> reason = why("OV-P4")
    >>> reason.game, reason.clause.title, reason.place.notebook, reason.drill, reason.said
    ('overture', 'Kid', '01-overture.ipynb', 'kid', '')
    """

    entry: Entry
    said: str = ""

    @property
    def game(self) -> str:
        """The game's name."""
        return self.entry.game

    @property
    def clause(self) -> Clause:
        """The rule."""
        return self.entry.clause

    @property
    def place(self) -> Place | None:
        """Where a notebook teaches the rule."""
        return self.entry.place

    @property
    def drill(self) -> str:
        """The name of a drill that trains the rule; empty when there is none."""
        return self.entry.drill

    def _lines(self) -> list[str]:
        said = [f"Here: {self.said}"] if self.said else []
        return [*said, *self.entry.lines(), f'Rule book: tl.rules("{self.game}")']

    def __repr__(self) -> str:
        head = f"{self.clause.id} {self.clause.title} ({get_game(self.game).title})"
        return "\n".join([head, f"  {self.clause.text}", *(f"  {line}" for line in self._lines())])

    def _repr_html_(self) -> str:
        title = f"<b>{html.escape(self.clause.title)}</b> <code>{html.escape(self.clause.id)}</code>"
        lines = "".join(f"<br>{_line(line)}" for line in self._lines())
        return f"<p>{title}<br>{html.escape(self.clause.text)}{lines}</p>"


def _line(text: str) -> str:
    label, colon, rest = text.partition(": ")
    if not colon or label.startswith(" "):
        indent = len(text) - len(text.lstrip(" "))
        return "&emsp;" * (indent // 2) + html.escape(text.strip())
    return f"<i>{html.escape(label)}:</i> {html.escape(rest)}"


def why(subject: str | Part | BaseException, rules: Mapping[str, int] | Match | None = None) -> Why:
    """The rule behind a clause id, a rule's title, a part of a score, or a refused move.

    With changed rule numbers (`rules`, a mapping or the match that is played) the answer marks them. BadInput says
    what is not known, and what comes nearest.

    >>> why("OV-P1").clause.text
    'A Patron is worth 3, anywhere.'
    >>> why(Part("A2", "OV-P4", 3, "capped: Teachers at both ends")).said
    '+3 for A2: capped: Teachers at both ends'
    >>> why("lobby")
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: there is no rule 'lobby'; did you mean OV-T2 (One visit to the lobby), ...?
    """
    if isinstance(subject, Part):
        sign = f"{subject.points:+d}".replace("-", "−")
        return _answer(subject.rule, f"{sign} for {subject.who}: {subject.text}", rules)
    if isinstance(subject, BaseException):
        return _answer(_clause_of(subject), str(getattr(subject, "reason", subject)), rules)
    if not isinstance(subject, str):
        raise BadInput(f"ask why about a clause id, a part or a refusal, not {show(subject)}")
    return _answer(subject, "", rules)


def _clause_of(error: BaseException) -> str:
    clause = getattr(error, "clause", None)
    if isinstance(clause, str):
        return clause
    if isinstance(error, TheatreLabError):
        raise BadInput(f"no rule of a game stands behind this error; it says: {error}")
    raise BadInput(f"{type(error).__name__} is no refusal of a game; it says: {show(str(error))}")


def _answer(asked: str, said: str, rules: Mapping[str, int] | Match | None) -> Why:
    game, clause = _find(asked.strip(), rules)
    return Why(rule_book(game.name, rules)[clause.id], said)


def _find(asked: str, rules: Mapping[str, int] | Match | None) -> tuple[Game, Clause]:
    games = [get_game(name) for name in game_names()]
    if isinstance(rules, Match):
        games = family(rules.game.name)
    for game in games:
        if asked.upper() in game.clauses:
            return game, game.clauses[asked.upper()]
    by_title = [(g, c) for g in games for c in g.clauses.values() if c.title.lower() == asked.lower()]
    titled = list({clause.id: (game, clause) for game, clause in reversed(by_title)}.values())
    if len(titled) == 1:
        return titled[0]
    raise BadInput(f"there is no rule {show(asked)}; {_advice(asked, titled, games)}")


def _advice(asked: str, titled: list[tuple[Game, Clause]], games: list[Game]) -> str:
    """What comes nearest to something that is no rule: of the same title, of a similar id, or about these words."""
    near = titled[:3]
    if not near and "-" in asked:
        known = {name: (game, game.clauses[name]) for game in reversed(games) for name in game.clauses}
        near = [known[name] for name in difflib.get_close_matches(asked.upper()[:40], known, n=3, cutoff=0.5)]
    near = near or nearest_rules(asked, games)
    if not near:
        return "a rule is named like OV-P4"
    listed = [f"{clause.id} ({clause.title})" for _, clause in near]
    return f"did you mean {' or '.join([', '.join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)}?"
