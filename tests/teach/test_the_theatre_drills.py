"""The Theatre's drills: well formed, answered by the engine, varied; and a lesson that names every rule."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import partial

import pytest
from teach.asking import questions_of, values_of

import theatre_lab as tl
from theatre_lab.core.errors import IllegalAction
from theatre_lab.games.the_theatre import THE_THEATRE
from theatre_lab.games.the_theatre.cards import set_one
from theatre_lab.games.the_theatre.decks import check_deck, deck_weight, wanted_weight
from theatre_lab.lab.notebooks import notebook_folder
from theatre_lab.teach import drill, drill_names, taught_in
from theatre_lab.teach.drills import LEVELS, drill_of
from theatre_lab.teach.the_theatre.scene import Scene
from theatre_lab.widgets import Predict

NAMES = drill_names("the-theatre")
TRAINED = ["TT-R1", "TT-R2", "TT-R3", "TT-R4", "TT-A1", "TT-A2", "TT-A3", "TT-W1"]
TRAINED += ["TT-D1", "TT-D2", "TT-D3", "TT-F1", "TT-F2"]
TRAINED += [f"TT-B{number}" for number in range(1, 7)]
questions = partial(questions_of, "the-theatre")


@pytest.mark.parametrize("clause", TRAINED)
def test_every_rule_that_can_be_asked_about_has_a_drill(clause: str) -> None:
    assert drill_of("the-theatre", clause) is not None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_every_question_is_well_formed_and_answerable(name: str, level: int) -> None:
    for question in questions(name, level, 25):
        asked = Predict([question])
        before = json.dumps(asked.model)
        assert question["prompt"].endswith("?")
        assert question["clause"] in THE_THEATRE.clauses
        assert question["solution"][-1] in ".!"
        assert "values" not in question or question["values"]
        if question["kind"] == "choice":
            assert values_of(question).count(question["answer"]) == 1
        else:
            assert question["min"] <= question["answer"] <= question["max"]
        assert question["solution"] not in before, "the solution is not in the browser before the answer"
        parts = question.get("parts", [])
        if parts and isinstance(question["answer"], int):
            assert sum(part.points for part in parts) == question["answer"]
        assert asked.answer(question["answer"]).right == 1


@pytest.mark.parametrize("name", NAMES)
def test_no_answer_is_always_right(name: str) -> None:
    given = Counter(str(question["answer"]) for question in questions(name, 1, 60))
    assert len(given) > 1
    assert given.most_common(1)[0][1] < 50


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_asks_the_same(name: str) -> None:
    assert drill("the-theatre", name, seed=3)(2) == drill("the-theatre", name, seed=3)(2)


def test_a_scene_is_played_by_the_rules() -> None:
    scene = Scene.new(2, suit="Charm")
    cards = set_one()
    scene.hold(0, cards["Button (Charm)"])
    scene.hold(1, cards["Mosley (Luck)"])
    with pytest.raises(IllegalAction, match="not in your hand"):
        scene.play("play Marlowe (Luck)")
    scene.play("play Button (Charm)", "play Mosley (Luck)")
    assert scene.shown_values() == {"Ada": 6, "Ben": 4}


def test_a_mended_deck_is_legal_and_no_other_change_mends_it() -> None:
    for question in questions("mend", 1, 25):
        counts = [int(count) for count in re.findall(r"(\d+) of rank", question["prompt"])]
        legal = []
        for option in question["options"]:
            verb, amount, rank = re.fullmatch(r"(put in|take out) (\d) cards? of rank (\d)", option).groups()  # type: ignore[union-attr]
            after = list(counts)
            after[int(rank) - 1] += int(amount) if verb == "put in" else -int(amount)
            legal.append(deck_weight(after) == wanted_weight(4))
        assert [option for option, right in zip(question["options"], legal, strict=True) if right] == [
            question["answer"]
        ]


def test_swaps_keep_the_weight() -> None:
    for question in questions("swap", 2, 25):
        counts = [int(count) for count in re.findall(r"(\d+) of rank", question["solution"])]
        base = int(re.search(r"begins with (\d+)", question["prompt"])[1])  # type: ignore[index]
        assert deck_weight(counts) == wanted_weight(base)
        assert question["answer"] in (*counts, sum(counts))


def test_lists_are_judged_like_the_validator_does() -> None:
    for question in questions("deck-list", 1, 25):
        faults = check_deck([set_one()[name] for name in question["cards"]], 1)
        assert (question["answer"] == "Yes") == (not faults)
        assert len(faults) <= 1


def test_every_clause_is_named_in_the_notebook() -> None:
    cells = json.loads((notebook_folder() / "03-the-theatre.ipynb").read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    named = set(re.findall(r"TT-[A-Z]\d+", text))
    clauses = set(tl.get_game("the-theatre").clauses)
    assert sorted(clauses - named) == [], "rules without a place in the lesson"
    assert sorted(named - clauses) == [], "rules that do not exist"
    assert all(taught_in(clause) for clause in clauses)


def test_the_lesson_uses_every_drill() -> None:
    text = (notebook_folder() / "03-the-theatre.ipynb").read_text(encoding="utf-8")
    assert [name for name in NAMES if f'\\"{name}\\"' not in text] == []
