"""What holds for the drills of every game: well formed, right when answered right, varied, and never given away."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from teach.asking import questions_of, values_of

from theatre_lab.games import get_game
from theatre_lab.lab.notebooks import notebook_folder
from theatre_lab.teach import drill, drill_names, lessons, taught_in
from theatre_lab.teach.drills import LEVELS
from theatre_lab.widgets import Predict

GAMES = [lesson.game for lesson in lessons()]
DRILLS = [(game, name) for game in GAMES for name in drill_names(game)]
WITHOUT_NUMBERS = ("overture", "cabaret")
"""Games whose hints name no number."""
KEYS = {
    "prompt", "clause", "kind", "answer", "options", "min", "max", "board", "cards", "card",
    "hint", "solution", "parts", "values", "game",
}  # fmt: skip
every_drill = pytest.mark.parametrize(("game", "name"), DRILLS)
every_level = pytest.mark.parametrize("level", LEVELS)


def answers_of(question: dict[str, Any]) -> list[Any]:
    answer = question["answer"]
    return answer if isinstance(answer, list) else [answer]


def labels_of(question: dict[str, Any]) -> list[str]:
    return [str(option["label"] if isinstance(option, dict) else option) for option in question.get("options", ())]


@every_level
@every_drill
def test_every_question_is_well_formed(game: str, name: str, level: int) -> None:
    for question in questions_of(game, name, level, 20):
        options, right = values_of(question), answers_of(question)
        assert set(question) <= KEYS
        assert question["prompt"].endswith("?")
        assert question["clause"] is None or question["clause"] in get_game(game).clauses
        assert question["solution"][-1] in ".!)"
        assert "values" not in question or question["values"]
        if question["kind"] == "choice":
            assert len(options) >= 2
            assert 0 < len(right) < len(options)
            assert all(options.count(answer) == 1 for answer in right)
            assert len(set(labels_of(question))) == len(options), "two options read alike"
        elif question["kind"] == "number":
            assert question["min"] <= right[0] <= question["max"]
        else:
            assert question["kind"] == "seat"


@every_level
@every_drill
def test_the_right_answer_counts_and_the_browser_does_not_have_it_before(game: str, name: str, level: int) -> None:
    for question in questions_of(game, name, level, 8):
        asked = Predict([question])
        assert question["solution"] not in json.dumps(asked.model)
        assert asked.answer(answers_of(question)[0]).right == 1


@every_drill
def test_hints_do_not_give_the_answer_away(game: str, name: str) -> None:
    """A number in a hint may be the answer by chance, but not as a rule; some games' hints hold no number at all."""
    given = asked = 0
    for question in [each for level in LEVELS for each in questions_of(game, name, level, 15)]:
        hints = question["hint"] if isinstance(question["hint"], list) else [question["hint"]]
        assert hints
        assert game not in WITHOUT_NUMBERS or not any(char.isdigit() for hint in hints for char in hint)
        if question["kind"] != "choice" or any(isinstance(value, int) for value in values_of(question)):
            words = set(re.findall(r"[\w’-]+", " ".join(hints)))
            asked += 1
            given += bool(words & {str(answer) for answer in answers_of(question)})
    assert given <= (0 if game in WITHOUT_NUMBERS else asked / 3)


@every_level
@every_drill
def test_the_answer_is_not_always_the_same(game: str, name: str, level: int) -> None:
    given = Counter(str(question["answer"]) for question in questions_of(game, name, level, 40))
    assert given.most_common(1)[0][1] < 0.85 * 40


@every_drill
def test_the_same_seed_asks_the_same_and_another_asks_something_else(game: str, name: str) -> None:
    first = [drill(game, name, seed=5)(n) for n in range(8)]
    assert first == [drill(game, name, seed=5)(n) for n in range(8)]
    assert first != [drill(game, name, seed=6)(n) for n in range(8)]
    assert len({json.dumps(question, default=str) for question in first}) > 2, "questions repeat themselves"


def test_questions_do_not_depend_on_the_order_of_sets() -> None:
    code = (
        "from theatre_lab.teach import drill, drill_names\n"
        f"for game in {GAMES}: print([drill(game, name, seed=3, level=2)(1) for name in drill_names(game)])"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0]
    assert told[0] == told[1]


def lesson_of(game: str) -> list[dict[str, Any]]:
    """The cells of a game's notebook."""
    (name,) = [lesson.notebook for lesson in lessons() if lesson.game == game]
    cells: list[dict[str, Any]] = json.loads((notebook_folder() / name).read_text(encoding="utf-8"))["cells"]
    return cells


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_names_every_clause_and_no_other(game: str) -> None:
    text = "\n".join("".join(cell["source"]) for cell in lesson_of(game) if cell["cell_type"] == "markdown")
    clauses = set(get_game(game).clauses)
    named = set(re.findall(rf"{min(clauses)[:2]}-[A-Z]\d+", text))
    assert sorted(clauses - named) == [], "rules without a place in the lesson"
    assert sorted(named - clauses) == [], "rules that do not exist"
    assert all(taught_in(clause) for clause in clauses)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_uses_every_drill(game: str) -> None:
    text = "\n".join("".join(cell["source"]) for cell in lesson_of(game) if cell["cell_type"] == "code")
    assert [name for name in drill_names(game) if f'"{name}"' not in text] == []
