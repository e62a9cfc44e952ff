"""`Review`: a finished game looked at again, its costliest moves first, each to be tried again."""

from __future__ import annotations

import html
import os
import threading
import time
from collections.abc import Sequence
from typing import Any, Self

from theatre_lab.bots import warm
from theatre_lab.bots.search import Estimate, StopFlag
from theatre_lab.core.background import in_background
from theatre_lab.core.errors import BadInput, TheatreLabError
from theatre_lab.core.match import Match
from theatre_lab.core.options import expect_bool, expect_int
from theatre_lab.core.records import GameRecord
from theatre_lab.lab import review as lab
from theatre_lab.widgets._base import Args, IntentWidget
from theatre_lab.widgets._lookback import Lookback, by_name
from theatre_lab.widgets._nested import Nested
from theatre_lab.widgets._words import Advice, Json, part_json, plural

__all__ = ["Review"]

_OFTEN = 0.25
"""Seconds between two words on the progress."""
_OUTLOOK = ("Win", "Score")
_KINDS = (
    (False, "known", "What you could know", "Graded from what {name} knew at that moment."),
    (True, "open", "In hindsight", "Graded with all cards open, as nobody could see them then."),
)
_DEALS = {
    False: "Hidden cards are dealt anew: trying again gives nothing away.",
    True: "Every card lies as it really lay.",
}


class Review(Lookback):
    """The review of a player's finished game: the costliest moves, what was better and why, and another try.

    `source` is a match, a record, what `load` reads, or a review that is done (`theatre_lab.review`). Otherwise the
    thinking begins at once, in a thread of its own: no cell waits for it, `stop()` ends it and keeps what it has.
    `iterations`, `seed` and `backend` are those of `theatre_lab.review`; rules that are still being compiled are waited
    for. From what was known, and in hindsight: the two are never shown together.

    >>> from theatre_lab.bots import get_bot
    >>> from theatre_lab.games import get_game
    >>> from theatre_lab.lab.simulate import play_game
    >>> bots = [get_bot("random", 2), get_bot("greedy", 1)]
    >>> game = play_game(get_game("cabaret"), bots, seed=3, options={"rounds": 1})
    >>> review = Review(game, iterations=8, backend="lists").wait()
    >>> len(review.found.decisions) > 5
    True
    """

    _bundle = "review.js"
    _play_label = "Try it again"

    def __init__(
        self,
        source: Match | GameRecord | str | os.PathLike[str] | lab.Review,
        player: int = 0,
        *,
        iterations: int | None = None,
        seed: int = 0,
        backend: str | None = None,
    ) -> None:
        done = isinstance(source, lab.Review)
        match = source.match if isinstance(source, lab.Review) else lab.finished(source)
        self._player = source.player if isinstance(source, lab.Review) else lab.expect_player(match, player)
        lab.expect_terms(iterations, seed, backend)
        self._how: dict[str, Any] = {"iterations": iterations, "seed": seed, "backend": backend}
        self._found: lab.Review | None = source if isinstance(source, lab.Review) else None
        self._trouble = ""
        self._progress, self._note, self._told = (0, 1), "", 0.0
        self._hindsight, self._index, self._tries = False, 0, 0
        self._stop = StopFlag()
        self._stopped = threading.Event()
        self._done = threading.Event()
        super().__init__(match)
        if done:
            self._done.set()
        else:
            in_background(self._think, name="theatre_lab review")

    # ------------------------------------------------------------- reading

    @property
    def found(self) -> lab.Review:
        """The review. BadInput while it is still being made."""
        if self._found is None:
            raise BadInput(self._trouble or "the review is not done yet; wait() waits for it")
        return self._found

    # ------------------------------------------------------------- doing

    def wait(self, seconds: float = 600.0) -> Self:
        """Wait until the review is done. BadInput when it is not by then, or has failed."""
        if not self._done.wait(seconds):
            raise BadInput(f"the review is not done within {seconds:g} seconds")
        if self._trouble:
            raise BadInput(self._trouble)
        return self

    def stop(self) -> Self:
        """End the thinking now, and show what has been graded so far."""
        self._stopped.set()
        self._stop.set()
        return self

    def in_hindsight(self, on: bool = True) -> Self:
        """Show the grades with all cards open, or those from what was known."""
        with self._lock:
            self._hindsight, self._index = expect_bool("on", on), 0
            self._choice = self._show.Choice()
        self._refresh()
        return self

    def look(self, index: int) -> Self:
        """Show a costly move: 0 is the costliest. BadInput names one that there is not."""
        costly = self.found.costly(self._hindsight)
        if not costly:
            raise BadInput("no move was costly: there is none to look at")
        with self._lock:
            self._index = expect_int("index", index, 0, len(costly) - 1)
            self._choice = self._show.Choice()
        self._refresh()
        return self

    # ------------------------------------------------------------- thinking

    def _think(self) -> None:
        try:
            if self._how["backend"] is None:
                self._wait_for_rules()
            found = lab.review(self._match, self._player, progress=self._tell, stop=self._stop, **self._how)
        except Exception as error:
            with self._lock:
                words = str(error) if isinstance(error, TheatreLabError) else f"{type(error).__name__}: {error}"
                self._trouble = f"The review has failed. {words}"
                self._ply += 1
        else:
            with self._lock:
                self._found = found
                self._ply += 1
        try:
            self._refresh()
        finally:
            self._done.set()

    def _wait_for_rules(self) -> None:
        """Until the rules are compiled; if they cannot be, the review thinks on lists."""
        warmup = warm(self._match.game)
        while not warmup.wait(_OFTEN) and warmup.error is None and not self._stopped.is_set():
            count = f": {warmup.done} of {warmup.total} rules compiled" if warmup.total else ""
            self._note = f"Warming up{count}."
            self._refresh()
        self._note = ""
        if not warmup.ready:
            self._how["backend"] = "lists"

    def _tell(self, done: int, total: int) -> None:
        now = time.monotonic()
        self._progress = done, total
        if now - self._told >= _OFTEN and done < total:
            self._told = now
            self._refresh()

    # ------------------------------------------------------------- the position

    def _decision(self) -> lab.Decision | None:
        if self._found is None:
            return None
        costly = self._found.costly(self._hindsight)
        return costly[self._index] if costly else None

    def _at(self) -> int:
        decision = self._decision()
        return self._match.ply if decision is None else decision.ply

    def _seen_by(self) -> int:
        return self._player

    def _restart(self, opponent: str) -> Match:
        decision = self._decision()
        if decision is None:
            raise BadInput("there is no move to try again")
        self._tries += 1
        return decision.retry(opponent, hindsight=self._hindsight, seed=self._how["seed"] + self._tries)

    # ------------------------------------------------------------- the model

    def _content(self) -> Json:
        name, found = self._match.names[self._player], self._found
        stage = "failed" if self._trouble else "thinking" if found is None else "done"
        decision = self._decision()
        best = None if decision is None else self._better(decision)
        return {
            "stage": stage,
            "heading": f"Review: {name}",
            "progress": self._progress_json() if stage == "thinking" else None,
            "trouble": self._trouble,
            "stopped": found is not None and not found.is_whole,
            "kinds": [] if found is None else [self._kind_json(found, *kind) for kind in _KINDS],
            "moves": [] if found is None else self._moves(found),
            "first": lab.COSTLIEST,
            "verdict": None if decision is None else self._verdict(decision),
            "position": None if decision is None else self._position(best),
            "deal": _DEALS[self._hindsight],
            "say": self._spoken(),
        }

    def _progress_json(self) -> Json:
        done, total = self._progress
        stopping = " It stops now." if self._stopped.is_set() else ""
        return {
            "done": done,
            "total": total,
            "text": f"Looking again at every decision of {by_name(self._match.names[self._player])}.{stopping}",
            "note": self._note or "You may go on working meanwhile.",
        }

    def _kind_json(self, found: lab.Review, hindsight: bool, kind: str, label: str, note: str) -> Json:
        summary = found.summary(hindsight)
        return {
            "id": kind,
            "label": label,
            "note": note.format(name=by_name(found.name)),
            "summary": f"{_begun(summary)}.",
            "on": hindsight == self._hindsight,
        }

    def _moves(self, found: lab.Review) -> list[Json]:
        rows = []
        costly = found.costly(self._hindsight)
        moments = self._moments([decision.ply for decision in costly])
        for index, decision in enumerate(costly):
            grade = decision.grade(self._hindsight)
            if grade is not None:
                rows.append(
                    {
                        "when": moments[index],
                        "played": _begun(self._named(decision.text)),
                        "better": self._named(grade.best.text),
                        "cost": lab.lost_by(grade),
                        "on": index == self._index,
                    }
                )
        return rows

    def _moments(self, plies: Sequence[int]) -> list[str]:
        """When each of these decisions fell, without what is the same all through the game."""
        told = [
            self._show.when(self._match.game.view(self._states[ply], self._player)).split(" · ")
            for ply in (*plies, 0, self._match.ply)
        ]
        constant = set.intersection(*map(set, told))
        return [" · ".join(piece for piece in each if piece not in constant) for each in told[: len(plies)]]

    def _advice(self, text: str) -> Advice:
        advice: Advice = self._show.advice(self._view(), text)
        return advice

    def _better(self, decision: lab.Decision) -> Advice | None:
        grade = decision.grade(self._hindsight)
        return None if grade is None else self._advice(grade.best.text)

    def _verdict(self, decision: lab.Decision) -> Json | None:
        grade = decision.grade(self._hindsight)
        if grade is None:
            return None
        rows = [self._estimate_json(each, each == grade.played) for each in grade.compared]
        return {
            "played": self._answer_json(grade.played, False),
            "best": self._answer_json(grade.best, not self._hindsight),
            "cost": f"It {lab.cost(grade)}.",
            "heads": list(getattr(self._show, "OUTLOOK", _OUTLOOK)),
            "rows": rows,
            "note": f"{plural(grade.best.visits, 'game')} played ahead each, under the same luck.",
        }

    def _answer_json(self, estimate: Estimate, is_advised: bool) -> Json:
        """A move with what it brings at once; what speaks for it besides is said of the better one, and not of a move
        that only open cards recommend."""
        advice = self._advice(estimate.text)
        parts = [part_json(part) for part in advice.parts]
        return {
            "text": self._named(advice.text) if is_advised else f"{_begun(self._named(estimate.text))}.",
            "parts": parts,
            "total": sum(part["points"] for part in parts),
        }

    def _estimate_json(self, estimate: Estimate, is_played: bool) -> Json:
        return {
            "text": _begun(self._named(estimate.text)),
            "played": is_played,
            "win": f"{estimate.win_chance:.0%}",
            "score": f"{estimate.score:.1f}".replace("-", "−"),
        }

    def _spoken(self) -> str:
        found = self._found
        if self._trouble:
            return self._trouble
        if found is None:
            return "The review is being made."
        decision = self._decision()
        grade = None if decision is None else decision.grade(self._hindsight)
        kind = next(label for hindsight, _, label, _ in _KINDS if hindsight == self._hindsight)
        if decision is None or grade is None:
            return f"{kind}: {found.summary(self._hindsight)}."
        move = f"Move {self._index + 1}: played {decision.text}, better was {grade.best.text}"
        return f"{kind}. {self._named(move)}: {lab.cost(grade)}."

    # ------------------------------------------------------------- intents

    def _intent_stop(self, _args: Args) -> None:
        self.stop()
        self._refresh()

    def _intent_kind(self, args: Args) -> None:
        self.in_hindsight(args.text("kind") == "open")

    def _intent_look(self, args: Args) -> None:
        self.look(args.index("index", len(self.found.costly(self._hindsight))))

    # ------------------------------------------------------------- forms without a front end

    def _lines(self) -> list[str]:
        if self._found is None:
            return [
                self._trouble or f"Review of {self._match.game.title}, {self._match.names[self._player]}: under way"
            ]
        return [repr(self._found)]

    def _as_html(self) -> str:
        if self._found is None:
            return f"<p>{html.escape(self._lines()[0])}</p>"
        return self._found._repr_html_()


class InnerReview(Nested, Review):
    """A review inside another widget, which draws it and speaks for it."""

    def __init__(self, match: Match, player: int, outer: IntentWidget) -> None:
        self._outer = outer
        super().__init__(match, player)


def _begun(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
