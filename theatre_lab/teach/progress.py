"""Progress: how well each rule is known, and when it is due again.

The schedule is FSRS's, from the library `fsrs`; its random spread of dates is off, so that the same answers at the same
times give the same dates. Nothing is stored but what `save` writes.
"""

from __future__ import annotations

import functools
import html
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Self

from fsrs import Card, Rating, Scheduler, State

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import expect_int, refuse_unknown, show
from theatre_lab.core.records import parse_json, read_text, write_text
from theatre_lab.games import game_names, get_game
from theatre_lab.teach.drills import LEVELS, drill, drill_names, drill_of
from theatre_lab.teach.example import examples_of, family

__all__ = ["FORMAT", "STAGES", "Clock", "Mastery", "Progress", "expect_clause", "practice_order", "trained_rules"]

FORMAT = "theatre-lab/progress@1"
_FAMILY, _VERSION = FORMAT.split("@")
STAGES = ("new", "learning", "known", "mastered")
"""How well a rule is known: never asked; asked; remembered for a day or more; for three weeks, at the hardest level."""
MASTERED_DAYS = 21
UP_AFTER = 2
"""So many right answers in a row make the questions harder; one wrong answer makes them easier."""
_LONGEST = 1_000_000
_CLOCK_SLACK = timedelta(days=1)
_MOST = 10**6
_KEYS = ("level", "run", "asked", "right", "state", "step", "stability", "difficulty", "due", "last")

Clock = Callable[[], datetime]
_SCHEDULER = Scheduler(enable_fuzzing=False)


@dataclass(frozen=True)
class Mastery:
    """How well a rule is known.

    `stage` is one of STAGES, `level` the difficulty (1 to 3) of its next question, `right` of `asked` answers were
    right, `recall` is the chance (0 to 1) that it is remembered now, `due` when it is to be asked again (None: never
    asked), `is_due` whether that is now.

    >>> Progress().mastery("OV-P4")
    Mastery(clause='OV-P4', stage='new', level=1, asked=0, right=0, recall=0.0, due=None, is_due=True)
    """

    clause: str
    stage: str = "new"
    level: int = 1
    asked: int = 0
    right: int = 0
    recall: float = 0.0
    due: datetime | None = None
    is_due: bool = True


@dataclass
class _Known:
    """What is kept of one rule."""

    card: Card
    level: int = LEVELS[0]
    run: int = 0
    asked: int = 0
    right: int = 0


def trained_rules(game: str) -> list[str]:
    """The rules of a game that practice can ask about, by a drill or by the worked example, in the order of its book.

    >>> trained_rules("cabaret")[:2]
    ['CB-C1', 'CB-C2']
    """
    drilled = {clause for member in family(game) for clause in member.clauses if drill_of(member.name, clause)}
    return [clause for clause in get_game(game).clauses if clause in drilled or clause in examples_of(game)]


def practice_order(game: str) -> list[str]:
    """The trained rules in the order in which they matter: as the lesson drills them, what only sets up a game last.

    >>> practice_order("overture")[:3], practice_order("overture")[-1]
    (['OV-G3', 'OV-G1', 'OV-G2'], 'OV-S1')
    """
    drilled = [
        clause
        for member in family(game)
        for name in drill_names(member.name)
        for clause in drill(member.name, name).specs[0].clauses
    ]
    trained = trained_rules(game)
    order = [clause for clause in dict.fromkeys([*drilled, *trained]) if clause in trained]
    return sorted(order, key=_sets_up)


def _sets_up(clause: str) -> bool:
    return clause.partition("-")[2].startswith("S")


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Progress:
    """What a learner knows, rule by rule; `clock` tells the time (the computer's, in UTC, by default).

    >>> noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    >>> progress = Progress(clock=lambda: noon)
    >>> progress.answer("OV-P4", True).stage
    'learning'
    >>> progress.mastery("OV-P4").due.isoformat()
    '2026-01-01T12:10:00+00:00'
    >>> Progress.load(progress.to_json(), clock=lambda: noon) == progress
    True
    """

    def __init__(self, *, clock: Clock | None = None) -> None:
        self.clock = clock or _utc_now
        self._known: dict[str, _Known] = {}
        self._listeners: list[Callable[[], object]] = []

    # ------------------------------------------------------------- reading

    def mastery(self, clause: str) -> Mastery:
        """How well a rule is known now. BadInput when there is no such rule."""
        clause = expect_clause(clause)
        known = self._known.get(clause)
        if known is None:
            return Mastery(clause)
        now = self._now()
        return Mastery(
            clause,
            _stage(known),
            known.level,
            known.asked,
            known.right,
            _SCHEDULER.get_card_retrievability(known.card, now),
            known.card.due,
            known.card.due <= now,
        )

    def due(self, game: str | None = None) -> list[str]:
        """The rules asked before that are due now, the longest overdue first; of one game if it is named."""
        clauses = _all_rules() if game is None else dict.fromkeys(get_game(game).clauses)
        now = self._now()
        waiting = [(known.card.due, clause) for clause, known in self._known.items() if clause in clauses]
        return [clause for due, clause in sorted(waiting) if due <= now]

    def next_rule(self, game: str, after: str = "") -> str:
        """The rule to ask next: what is due first, then the first new one, then what is due soonest; not `after`.

        BadInput when nothing can be asked about the game.
        """
        trained = trained_rules(game)
        if not trained:
            raise BadInput(f"there is nothing to practise for {game!r} yet")
        new = [clause for clause in practice_order(game) if clause not in self._known]
        later = sorted((known.card.due, clause) for clause, known in self._known.items() if clause in trained)
        order = [*(clause for clause in self.due(game) if clause in trained), *new, *(clause for _, clause in later)]
        return next((clause for clause in order if clause != after), order[0])

    def level(self, clause: str) -> int:
        """The difficulty, 1 to 3, of the rule's next question."""
        return self.mastery(clause).level

    @property
    def asked(self) -> list[str]:
        """The rules asked so far, in the order of their books."""
        return [clause for clause in _all_rules() if clause in self._known]

    # ------------------------------------------------------------- answering

    def answer(self, clause: str, right: bool, *, helped: bool = False) -> Mastery:
        """Note an answer about a rule; `helped` says that a hint came first. BadInput when there is no such rule."""
        clause = expect_clause(clause)
        now = self._now()
        known = self._known.setdefault(clause, _Known(Card(card_id=0, due=now)))
        rating = Rating.Again if not right else Rating.Hard if helped else Rating.Good
        known.card, _ = _SCHEDULER.review_card(known.card, rating, now)
        known.asked += 1
        known.right += right
        _adapt(known, right, helped)
        for listener in list(self._listeners):
            listener()
        return self.mastery(clause)

    def on_change(self, listener: Callable[[], object]) -> None:
        """Call the listener after each answer."""
        self._listeners.append(listener)

    def replace(self, other: Progress) -> None:
        """Take over all that another progress holds."""
        self._known = dict(other._known)
        for listener in list(self._listeners):
            listener()

    # ------------------------------------------------------------- keeping

    def to_json(self) -> str:
        """All that is kept, as the text of a file."""
        rules = {clause: _as_json(self._known[clause]) for clause in self.asked}
        return json.dumps({"format": FORMAT, "rules": rules}, indent=1) + "\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file, whole or not at all. BadInput says why it cannot be written."""
        write_text(path, self.to_json())

    @classmethod
    def load(cls, source: str | os.PathLike[str], *, clock: Clock | None = None) -> Self:
        """The progress of a file, or of its text. BadInput says in a sentence what is wrong with it."""
        progress = cls(clock=clock)
        progress._known = _read(_text_of(source), progress._now())
        return progress

    # ------------------------------------------------------------- inside

    def _now(self) -> datetime:
        now = self.clock()
        if not isinstance(now, datetime) or now.tzinfo is None:
            raise BadInput(f"the clock must tell a time with its zone, not {show(now)}")
        return now.astimezone(UTC)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Progress):
            return NotImplemented
        return self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def _lines(self) -> list[str]:
        due = set(self.due())
        lines = []
        for clause in self.asked:
            known = self.mastery(clause)
            when = "due now" if clause in due else f"due {known.due:%Y-%m-%d}" if known.due else ""
            lines.append(f"{clause}: {known.stage}, level {known.level}, {known.right} of {known.asked} right, {when}")
        return lines

    def __repr__(self) -> str:
        if not self._known:
            return "Progress: nothing answered yet"
        return "\n".join([f"Progress: {len(self._known)} rules, {len(self.due())} due now", *self._lines()])

    def _repr_html_(self) -> str:
        head, *rows = repr(self).split("\n")
        listed = "".join(f"<li>{html.escape(row)}</li>" for row in rows)
        return f"<p>{html.escape(head)}</p>" + (f"<ul>{listed}</ul>" if rows else "")


# ------------------------------------------------------------------ rules


@functools.cache
def _all_rules() -> dict[str, None]:
    """The ids of all rules, in the order of their books."""
    return {clause: None for name in game_names() for clause in get_game(name).clauses}


def expect_clause(clause: object) -> str:
    """The id of a rule of any game, in its own spelling; BadInput when there is no such rule.

    >>> expect_clause("ov-p4")
    'OV-P4'
    """
    if not isinstance(clause, str) or clause.upper() not in _all_rules():
        raise BadInput(f"there is no rule {show(clause)}; a rule is named like OV-P4")
    return clause.upper()


def _stage(known: _Known) -> str:
    if known.card.state != State.Review:
        return "learning"
    is_firm = (known.card.stability or 0) >= MASTERED_DAYS and known.level == LEVELS[-1]
    return "mastered" if is_firm else "known"


def _adapt(known: _Known, right: bool, helped: bool) -> None:
    """Harder after some right answers in a row, easier after a wrong one; an answer after a hint changes nothing."""
    if not right:
        known.level, known.run = max(LEVELS[0], known.level - 1), 0
    elif not helped:
        known.run += 1
        if known.run >= UP_AFTER and known.level < LEVELS[-1]:
            known.level, known.run = known.level + 1, 0


# ------------------------------------------------------------------ the file


def _as_json(known: _Known) -> dict[str, Any]:
    card = known.card
    return {
        "level": known.level,
        "run": known.run,
        "asked": known.asked,
        "right": known.right,
        "state": card.state.value,
        "step": card.step,
        "stability": card.stability,
        "difficulty": card.difficulty,
        "due": card.due.isoformat(),
        "last": card.last_review.isoformat() if card.last_review else None,
    }


def _text_of(source: object) -> str:
    if not isinstance(source, (str, os.PathLike)):
        raise BadInput(f"progress is kept in a file: give its name or its text, not {show(source)}")
    text = os.fspath(source)
    if not text.lstrip().startswith("{"):
        text = _file_text(text)
    if len(text) > _LONGEST:
        raise BadInput(f"a progress file has at most {_LONGEST} characters; this one has {len(text)}")
    return text


def _file_text(path: str) -> str:
    if "\n" in path or "\0" in path:
        raise BadInput(f"this is neither progress nor a file's name: {show(path)}")
    return read_text(path)


def _read(text: str, now: datetime) -> dict[str, _Known]:
    try:
        data = parse_json(text)
    except BadInput as error:
        raise BadInput(f"this is no whole progress file: {error}") from None
    if not isinstance(data, Mapping):
        raise BadInput(f"a progress file holds an object, not {show(data)}")
    _check_format(data.get("format"))
    refuse_unknown("key of a progress file", data, ["format", "rules"])
    rules = data.get("rules")
    if not isinstance(rules, Mapping):
        raise BadInput(f"a progress file holds its rules as an object, not {show(rules)}")
    for clause in rules:
        if clause != (known := expect_clause(clause)):
            raise BadInput(f"a progress file names each rule once, in its own spelling: {known!r}, not {clause!r}")
    return {clause: _read_rule(clause, entry, now) for clause, entry in rules.items()}


def _check_format(given: object) -> None:
    family_, at, version = given.partition("@") if isinstance(given, str) else ("", "", "")
    if family_ != _FAMILY or not at:
        raise BadInput(f"a progress file begins with format {FORMAT!r}, not {show(given)}")
    if version != _VERSION:
        hint = (
            "it was written by a newer version; bring this one up to date" if version.isdecimal() else "no such version"
        )
        raise BadInput(f"this version reads progress files of format {FORMAT!r}, not {show(given)}: {hint}")


def _read_rule(clause: str, entry: object, now: datetime) -> _Known:
    if not isinstance(entry, Mapping):
        raise BadInput(f"{clause} must be an object, not {show(entry)}")
    refuse_unknown(f"key of {clause}", entry, _KEYS)
    missing = [key for key in _KEYS if key not in entry]
    if missing:
        raise BadInput(f"{clause} lacks {', '.join(missing)}")
    asked = expect_int(f"{clause}: asked", entry["asked"], 1, _MOST)
    state = State(expect_int(f"{clause}: state", entry["state"], 1, 3))
    last = _time(clause, "last", entry["last"])
    if last > now + _CLOCK_SLACK:
        raise BadInput(f"{clause} was last answered on {last:%Y-%m-%d}, which is still to come; look at the clock")
    card = Card(
        card_id=0,
        state=state,
        step=None if state == State.Review else expect_int(f"{clause}: step", entry["step"], 0, 1),
        stability=_real(clause, "stability", entry["stability"], 0.001, 36500),
        difficulty=_real(clause, "difficulty", entry["difficulty"], 1, 10),
        due=_time(clause, "due", entry["due"]),
        last_review=last,
    )
    return _Known(
        card,
        level=expect_int(f"{clause}: level", entry["level"], LEVELS[0], LEVELS[-1]),
        run=expect_int(f"{clause}: run", entry["run"], 0, _MOST),
        asked=asked,
        right=expect_int(f"{clause}: right", entry["right"], 0, asked),
    )


def _time(clause: str, key: str, value: object) -> datetime:
    try:
        time = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        time = None
    if time is None or time.tzinfo is None or not 2000 <= time.year <= 2200:
        raise BadInput(f"{clause}: {key} must be a time like 2026-01-01T12:00:00+00:00, not {show(value)}")
    return time.astimezone(UTC)


def _real(clause: str, key: str, value: object, low: float, high: float) -> float:
    if type(value) not in (int, float) or not low <= value <= high:  # type: ignore[operator]
        raise BadInput(f"{clause}: {key} must be a number from {low} to {high}, not {show(value)}")
    return float(value)  # type: ignore[arg-type]
