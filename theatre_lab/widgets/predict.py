"""`Predict`: a question first, the answer after; the same piece for every rule of every game."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from theatre_lab.core.errors import BadInput, BadMessage, TheatreLabError
from theatre_lab.core.game import Part
from theatre_lab.core.options import refuse_unknown, show
from theatre_lab.games import get_game
from theatre_lab.teach.progress import Progress, expect_clause
from theatre_lab.widgets._base import Args, IntentWidget, refusal, refusal_of
from theatre_lab.widgets._words import part_json, signed
from theatre_lab.widgets.presenters import presenter

__all__ = ["Predict"]

Question = Mapping[str, Any]
Value = str | int

_KEYS = (
    "prompt", "clause", "kind", "answer", "options", "min", "max", "board", "cards", "card",
    "hint", "solution", "parts", "values", "game",
)  # fmt: skip
_KINDS = ("choice", "number", "seat")


class Predict(IntentWidget):
    """Predict, then check: a question, hints on demand, then the answer with its reasons.

    `questions` is a function from 0, 1, 2, ... to a question (examples without end), or a list of questions;
    `rounds` ends a function's questions. `on_answer(question, given, right)` is told of every answer. With `progress`
    each answer about a rule is noted there: a look at the solution counts as a wrong answer, a hint makes a right one
    count less. A question is a
    mapping with `prompt`, `kind` ("choice", "number" or "seat") and `answer` (or a list of right answers); it may carry
    `options` (choice), `min` and `max` (number), `game` (whose cards and rules, Overture's if
    not said), `board` (in Overture `theatre`, `seats`, `mark`), `card`, `cards`, `clause`,
    `hint` (a text or a list), `solution`, `parts` (the reasons) and `values` (points to write on seats afterwards).
    The answer never reaches the browser before it was given. BadInput says what is wrong with a question.

    >>> drill = Predict([{"prompt": "What is a VIP worth on a front seat?", "kind": "number", "answer": 5}])
    >>> drill.answer(3).right, drill.asked
    (0, 1)
    >>> print(drill)
    Predict 1: What is a VIP worth on a front seat?
    Your answer: 3. Not quite: 5.
    0 of 1 right
    """

    _bundle = "predict.js"

    def __init__(
        self,
        questions: Callable[[int], Question] | Sequence[Question],
        *,
        title: str = "Predict",
        rounds: int | None = None,
        on_answer: Callable[[Question, Value, bool], object] | None = None,
        progress: Progress | None = None,
    ) -> None:
        if not callable(questions) and (not isinstance(questions, Sequence) or not questions):
            raise BadInput("questions must be a function from a number to a question, or a list that holds some")
        self._questions = questions
        self._rounds = rounds if callable(questions) else len(questions)
        self._title = title
        self._on_answer = on_answer
        self._progress = _check_progress(progress)
        self._ply = self._number = self._hints_shown = 0
        self._stage = "ask"
        self._given: Value | None = None
        self._refusal: dict[str, Any] | None = None
        self._begin()
        super().__init__(get_game(self._game()).clauses)

    # ------------------------------------------------------------- reading

    @property
    def asked(self) -> int:
        """How many questions have been answered."""
        return len(self.history)

    @property
    def right(self) -> int:
        """How many answers were right."""
        return sum(entry["right"] for entry in self.history)

    @property
    def streak(self) -> int:
        """How many answers in a row were right, up to now."""
        count = 0
        for entry in reversed(self.history):
            if not entry["right"]:
                break
            count += 1
        return count

    # ------------------------------------------------------------- doing

    def answer(self, value: Value) -> Self:
        """Answer the question. BadInput when it takes no such answer."""
        if self._stage != "ask":
            raise BadInput("this question is answered already; go on to the next")
        given = self._check_answer(value)
        right = given in self._answers()
        self._stage, self._given = "checked", given
        self.history.append({"n": self._number, "given": given, "right": right})
        self._note(right)
        if self._on_answer is not None:
            self._on_answer(self.question, given, right)
        return self._changed()

    def hint(self) -> Self:
        """Show the next hint."""
        if self._hints_shown < len(self._hints()):
            self._hints_shown += 1
        return self._changed()

    def show(self) -> Self:
        """Show the solution without an answer."""
        if self._stage == "ask":
            self._stage = "shown"
            self._note(False)
        return self._changed()

    def next(self) -> Self:
        """Go on to the next question."""
        if self._is_last():
            raise BadInput("this was the last question; restart() begins again")
        self._pose(self._number + 1)
        return self._changed()

    def restart(self) -> Self:
        """Begin again with the first question and an empty tally."""
        self._begin()
        return self._changed()

    # ------------------------------------------------------------- inside

    def _begin(self) -> None:
        self.history: list[dict[str, Any]] = []
        self._pose(0)

    def _pose(self, number: int) -> None:
        question = self._questions(number) if callable(self._questions) else self._questions[number]
        self.question = _check_question(question)
        self._show: Any = presenter(self._game())
        self._picture = _picture(self._show, self.question)
        self._number, self._stage, self._given, self._hints_shown = number, "ask", None, 0

    def _note(self, right: bool) -> None:
        clause = self.question.get("clause")
        if self._progress is not None and clause is not None:
            self._progress.answer(clause, right, helped=self._hints_shown > 0)

    def _changed(self) -> Self:
        self._ply += 1
        self._refresh()
        return self

    def _game(self) -> str:
        return str(self.question.get("game", "overture"))

    def _is_last(self) -> bool:
        return self._rounds is not None and self._number + 1 >= self._rounds

    def _hints(self) -> list[str]:
        hint = self.question.get("hint")
        return [] if not hint else [hint] if isinstance(hint, str) else list(hint)

    def _answers(self) -> list[Value]:
        answer = self.question["answer"]
        return list(answer) if isinstance(answer, (list, tuple)) else [answer]

    def _check_answer(self, value: object) -> Value:
        kind = self.question["kind"]
        if kind == "number":
            if type(value) is not int:
                raise BadInput(f"the answer is a whole number, not {show(value)}")
            return value
        if kind == "seat":
            seats = self._show.board_seats(self._picture["board"])
            if not isinstance(value, str) or value not in seats:
                raise BadInput(f"the answer is one of {', '.join(seats)}, not {show(value)}")
            return value
        for option in _options(self.question):
            if value in (option["value"], option["label"]) and not isinstance(value, bool):
                chosen: Value = option["value"]
                return chosen
        labels = ", ".join(option["label"] for option in _options(self.question))
        raise BadInput(f"the answer is one of {labels}, not {show(value)}")

    def _parts(self) -> list[dict[str, Any]]:
        return [_part(part) for part in self.question.get("parts", ())]

    def _board(self) -> dict[str, Any] | None:
        """The picture, once the question is answered with what came of each place."""
        board: dict[str, Any] | None = self._picture["board"]
        if board is None or self._stage == "ask":
            return board
        return board | {"values": dict(self.question.get("values", {}))}

    def _refresh(self) -> None:
        question, open_ = self.question, self._stage == "ask"
        parts = [] if open_ else self._parts()
        picture = self._picture | {"board": self._board()}
        self.model = {
            "ply": self._ply,
            "game": self._game(),
            "title": self._title,
            "number": self._number,
            "question": {
                "prompt": question["prompt"],
                "clause": question.get("clause"),
                "kind": question["kind"],
                "options": _options(question),
                "min": question.get("min"),
                "max": question.get("max"),
                **picture,
            },
            "stage": self._stage,
            "given": self._given,
            "right": self.history[-1]["right"] if self._stage == "checked" else None,
            "answers": [] if open_ else self._answers(),
            "hints": self._hints()[: self._hints_shown],
            "moreHints": self._hints_shown < len(self._hints()),
            "solution": None if open_ else question.get("solution"),
            "parts": parts,
            "total": sum(part["points"] for part in parts) if parts else None,
            "tally": {"right": self.right, "asked": self.asked, "streak": self.streak},
            "last": self._is_last(),
            "refusal": self._refusal,
            "say": self._spoken(),
        }

    def _spoken(self) -> str:
        if self._stage == "ask":
            hints = self._hints()[: self._hints_shown]
            return f"Hint: {hints[-1]}" if hints else str(self.question["prompt"])
        return self._verdict()

    def _verdict(self) -> str:
        labels = {option["value"]: option["label"] for option in _options(self.question)}
        answers = " or ".join(str(labels.get(answer, answer)) for answer in self._answers())
        solution = f" {self.question['solution']}" if self.question.get("solution") else ""
        if self._stage == "shown":
            return f"The solution: {answers}.{solution}"
        verdict = "Right" if self.history[-1]["right"] else f"Not quite: {answers}"
        return f"Your answer: {labels.get(self._given, self._given)}. {verdict}.{solution}"

    def _clear_refusal(self) -> None:
        self._refusal = None

    def _refuse(self, error: TheatreLabError, _intent: str) -> None:
        self._refusal = refusal_of(error, "answer")
        self._refresh()

    def _intent_answer(self, args: Args) -> None:
        value = args.values.get("value")
        if not isinstance(value, (str, int)) or isinstance(value, bool):
            self._refusal = refusal("answer", "That is no answer.", f"{show(value)} does not answer the question.")
            raise BadMessage(f"an answer is a number or a text, not {show(value)}")
        self.answer(value)

    def _intent_hint(self, _args: Args) -> None:
        self.hint()

    def _intent_show(self, _args: Args) -> None:
        self.show()

    def _intent_next(self, _args: Args) -> None:
        self.next()

    def _intent_restart(self, _args: Args) -> None:
        self.restart()

    # ------------------------------------------------------------- forms without a front end

    def _lines(self) -> list[str]:
        question = self.question
        lines = [f"{self._title} {self._number + 1}: {question['prompt']}"]
        if question["kind"] == "choice":
            lines.append(f"Choose: {', '.join(option['label'] for option in _options(question))}")
        shown = [card["name"] for card in self._picture["cards"]]
        if self._picture["card"]:
            shown.insert(0, self._picture["card"]["name"])
        if shown:
            lines.append(f"Cards: {', '.join(shown)}")
        return lines

    def _ending(self) -> list[str]:
        lines = [f"Hint: {hint}" for hint in self._hints()[: self._hints_shown]]
        if self._stage != "ask":
            lines.append(self._verdict())
            lines += [f"{signed(p['points'])} {p['text']} ({p['rule']})" for p in self._parts()]
        if self.asked:
            lines.append(f"{self.right} of {self.asked} right")
        return lines

    def _as_text(self) -> str:
        board = self._board()
        drawn = [] if board is None else [self._show.board_text(board)]
        return "\n".join([*self._lines(), *drawn, *self._ending()])

    def _as_html(self) -> str:
        board = self._board()
        drawn = "" if board is None else self._show.board_html(board)
        before = "".join(f"<p>{html.escape(line)}</p>" for line in self._lines())
        return before + drawn + "".join(f"<p>{html.escape(line)}</p>" for line in self._ending())


def _check_progress(progress: object) -> Progress | None:
    inner = getattr(progress, "progress", progress)
    if inner is not None and not isinstance(inner, Progress):
        raise BadInput(f"progress must be a Progress, not {show(progress)}")
    return inner


def _check_question(question: object) -> Question:
    if not isinstance(question, Mapping):
        raise BadInput(f"a question is a mapping, not {show(question)}")
    refuse_unknown("key of a question", question, _KEYS)
    missing = [key for key in ("prompt", "kind", "answer") if key not in question]
    if missing:
        raise BadInput(f"a question needs {', '.join(missing)}: {show(dict(question))}")
    kind = question["kind"]
    if kind not in _KINDS:
        raise BadInput(f"kind must be one of {', '.join(_KINDS)}, not {show(kind)}")
    if kind == "choice" and not question.get("options"):
        raise BadInput("a choice needs options")
    if kind == "seat" and not question.get("board"):
        raise BadInput("a question for a seat needs a board")
    if question.get("clause") is not None:
        expect_clause(question["clause"])
    return question


def _options(question: Question) -> list[dict[str, Any]]:
    return [
        {"value": option["value"], "label": str(option.get("label", option["value"]))}
        if isinstance(option, Mapping)
        else {"value": option, "label": str(option)}
        for option in question.get("options") or ()
    ]


def _picture(shown: Any, question: Question) -> dict[str, Any]:
    board = question.get("board")
    card = question.get("card")
    return {
        "board": None if board is None else shown.board_picture(board),
        "card": None if card is None else shown.face_of(card),
        "cards": [shown.face_of(name) for name in question.get("cards") or ()],
    }


def _part(part: Part | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(part, Part):
        return part_json(part)
    return {key: part[key] for key in ("who", "rule", "points", "text")}
