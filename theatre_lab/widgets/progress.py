"""`ProgressPanel`: which rules are known, which are due, and the file that keeps it; and practice of what is due."""

from __future__ import annotations

import functools
import os
from datetime import UTC
from typing import Self

from theatre_lab.core.clauses import Clauses
from theatre_lab.core.errors import BadInput, TheatreLabError
from theatre_lab.core.options import show
from theatre_lab.games import game_names, get_game
from theatre_lab.teach.practice import Practice
from theatre_lab.teach.progress import STAGES, Mastery, Progress, trained_rules
from theatre_lab.widgets._base import Args, IntentWidget, refusal, refusal_of
from theatre_lab.widgets._words import Json, plural
from theatre_lab.widgets.predict import Predict

__all__ = ["ProgressPanel", "practice", "progress"]

FILE = "theatre-lab-progress.json"


class ProgressPanel(IntentWidget):
    """What a learner knows, rule by rule and game by game, with buttons to keep it in a file and to take it up again.

    `progress` is the Progress shown; it follows each answer of a drill that notes its answers there.

    >>> panel = ProgressPanel()
    >>> _ = panel.progress.answer("OV-P4", True)
    >>> panel.due(), panel.mastery("OV-P4").stage
    ([], 'learning')
    """

    _bundle = "progress.js"

    def __init__(self, progress: Progress | None = None) -> None:
        self.progress = Progress() if progress is None else progress
        if not isinstance(self.progress, Progress):
            raise BadInput(f"progress must be a Progress, not {show(progress)}")
        self._refusal: Json | None = None
        self._ply = 0
        self._said = ""
        super().__init__(_every_clause())
        self.progress.on_change(self._changed)

    # ------------------------------------------------------------- reading and keeping

    def due(self, game: str | None = None) -> list[str]:
        """The rules that are due now; of one game if it is named."""
        return self.progress.due(game)

    def mastery(self, clause: str) -> Mastery:
        """How well a rule is known."""
        return self.progress.mastery(clause)

    def save(self, path: str | os.PathLike[str]) -> Self:
        """Write the progress to a file."""
        self.progress.save(path)
        return self

    def load(self, source: str | os.PathLike[str]) -> Self:
        """Take up the progress of a file, or of its text. BadInput says what is wrong; nothing is changed then."""
        self.progress.replace(Progress.load(source, clock=self.progress.clock))
        self._said = f"Progress loaded: {plural(len(self.progress.asked), 'rule')}."
        return self._changed()

    # ------------------------------------------------------------- inside

    def _changed(self) -> Self:
        self._ply += 1
        self._refresh()
        return self

    def _refresh(self) -> None:
        games = [self._game(name) for name in game_names() if trained_rules(name) and _is_own_book(name)]
        due = len(self.progress.due())
        asked = len(self.progress.asked)
        self.model = {
            "ply": self._ply,
            "title": "Your progress",
            "note": f"{plural(asked, 'rule')} practised, {due} due now" if asked else "Nothing practised yet.",
            "games": games,
            "refusal": self._refusal,
            "say": self._said,
        }

    def _game(self, name: str) -> Json:
        rules = [self._row(clause, get_game(name).clauses[clause].title) for clause in trained_rules(name)]
        counts = {stage: sum(row["stage"] == stage for row in rules) for stage in STAGES}
        return {"name": name, "title": get_game(name).title, "rules": rules, "counts": counts}

    def _row(self, clause: str, title: str) -> Json:
        known = self.progress.mastery(clause)
        return {
            "id": clause,
            "title": title,
            "stage": known.stage,
            "level": known.level,
            "asked": known.asked,
            "right": known.right,
            "due": self._when(known),
            "now": known.due is not None and known.is_due,
        }

    def _when(self, known: Mastery) -> str:
        if known.due is None:
            return ""
        if known.is_due:
            return "due now"
        is_today = known.due.date() == self.progress.clock().astimezone(UTC).date()
        return "due today" if is_today else f"due {known.due.day} {known.due:%b %Y}"

    def _clear_refusal(self) -> None:
        self._refusal = None

    def _refuse(self, error: TheatreLabError, _intent: str) -> None:
        self._refusal = refusal_of(error, "file")
        self._ply += 1
        self._refresh()

    def _intent_save(self, _args: Args) -> None:
        self.send({"kind": "download", "id": self._answering, "name": FILE, "text": self.progress.to_json()})

    def _intent_load(self, args: Args) -> None:
        text = args.text("text")
        if not text.lstrip().startswith("{"):
            self._refusal = refusal(
                "file", "That does not work.", "This file holds no progress; choose one saved here."
            )
            self._changed()
            return
        self.load(text)

    # ------------------------------------------------------------- forms without a front end

    def _as_text(self) -> str:
        return repr(self.progress)

    def _as_html(self) -> str:
        return self.progress._repr_html_()


def _is_own_book(game: str) -> bool:
    """Whether no game before this one has the same rules: a draft is shown under its game."""
    clauses = dict(get_game(game).clauses)
    earlier = game_names()[: game_names().index(game)]
    return all(dict(get_game(other).clauses) != clauses for other in earlier)


def _every_clause() -> Clauses:
    found = {clause.id: clause for name in game_names() for clause in get_game(name).clauses.values()}
    return Clauses(found.values())


@functools.cache
def _of_this_kernel() -> Progress:
    """What is noted as long as the kernel runs, for who names no progress of their own."""
    return Progress()


def progress(source: str | os.PathLike[str] | Progress | None = None) -> ProgressPanel:
    """What you know, rule by rule: a panel of what `practice` noted so far, of a file or its text, or of the one given.

    >>> progress(Progress()).due()
    []
    """
    if source is None or isinstance(source, Progress):
        return ProgressPanel(_of_this_kernel() if source is None else source)
    return ProgressPanel(Progress.load(source))


def practice(
    game: str, progress: Progress | ProgressPanel | None = None, *, seed: int = 0, rounds: int | None = None
) -> Predict:
    """Questions on a game's rules, what is due first.

    The answers are noted in `progress`; where it is left out, in the one that `progress()` shows.

    >>> practice("cabaret", Progress()).question["clause"]
    'CB-C1'
    """
    kept = _of_this_kernel() if progress is None else getattr(progress, "progress", progress)
    questions = Practice(game, kept, seed=seed)
    return Predict(questions, title=f"Practice: {get_game(game).title}", rounds=rounds, progress=kept)
