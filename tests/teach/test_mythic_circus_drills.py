"""Mythic Circus's drills, the scenes and stored positions they are made from, and what the lesson asks."""

from __future__ import annotations

from functools import partial

import pytest
from teach.asking import questions_of

import theatre_lab as tl
from theatre_lab.core.compiled import can_compile, compiled_backend, list_backend
from theatre_lab.core.errors import BadInput, IllegalAction
from theatre_lab.core.near_best import is_near_best
from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS
from theatre_lab.teach.drills import drill_of
from theatre_lab.teach.mythic_circus import rehearsal
from theatre_lab.teach.mythic_circus.hiring import hire_chances, hire_positions, position_of
from theatre_lab.teach.mythic_circus.scene import Scene
from theatre_lab.widgets import Predict

TRAINED = ["MC-S2", "MC-P0", "MC-P1", "MC-F1", "MC-F2", "MC-F3", "MC-W1", "MC-W2", "MC-W3", "MC-H1", "MC-E1", "MC-E2"]
TRAINED += [f"MC-A{number}" for number in range(1, 13)]
questions = partial(questions_of, "mythic-circus")


@pytest.mark.parametrize("clause", TRAINED)
def test_every_rule_that_can_be_asked_about_has_a_drill(clause: str) -> None:
    assert drill_of("mythic-circus", clause) is not None


def test_a_scene_is_played_by_the_rules() -> None:
    scene = Scene.of(hand=["Golem", "Faun"], stage=["Goblin"], deck=["Unicorn"])
    with pytest.raises(IllegalAction, match="MC-A4"):
        scene.play("stage Golem")
    scene.play("labor Golem", "stage Unicorn", "stage Faun")
    assert scene.show().tp == 1 + 6 + 2
    assert scene.values() == {"stage Goblin": 1, "stage Faun": 2, "stage Unicorn": 6}


def test_a_wounded_minotaur_performs_like_a_fresh_one() -> None:
    scene = Scene.of(stage=["Minotaur", "Minotaur!", "Faun", "Faun"])
    assert scene.values() == {"stage Minotaur": 1, "stage Minotaur!": 1, "stage Faun": 3}
    assert scene.show().tp == 8


def test_hires_are_judged_by_the_engine() -> None:
    backend = list_backend(MYTHIC_CIRCUS)
    note = max(hire_positions(), key=lambda each: max(each["chances"].values()) - min(each["chances"].values()))
    again = hire_chances(position_of(note), backend, worlds=60, games=1)
    best, worst = (pick(note["chances"], key=note["chances"].get) for pick in (max, min))
    assert again[best] > again[worst]
    assert set(again) == set(note["chances"])


@pytest.mark.skipif(not can_compile(), reason="20,000 games need numba")
@pytest.mark.parametrize("number", [0, -1])
def test_the_stored_chances_are_what_playing_on_gives(number: int) -> None:
    note = hire_positions()[number]
    again = hire_chances(position_of(note), compiled_backend(MYTHIC_CIRCUS), worlds=note["games"] // 20, games=20)
    assert {name: round(chance, 3) for name, chance in again.items()} == note["chances"]


def test_every_stored_position_is_a_fair_question_and_stands_there_once() -> None:
    assert len(hire_positions()) >= 24
    assert all(hire_positions().count(note) == 1 for note in hire_positions())
    for note in hire_positions():
        state = position_of(note)
        legal = {MYTHIC_CIRCUS.action_text(state, action) for action in MYTHIC_CIRCUS.legal_actions(state)}
        assert {f"hire {name}" for name in note["chances"] if name != "nobody"} | {"end"} == legal
        best = max(note["chances"].values())
        near = [name for name, chance in note["chances"].items() if is_near_best(chance, best, in_points=False)]
        assert 2 * len(near) <= len(note["chances"])


def test_whoever_hires_nearly_the_best_is_right() -> None:
    several = [q for q in questions("whom-to-hire", 1, 60) if len(q["answer"]) > 1]
    question = several[0]
    assert all(Predict([question]).answer(name).right == 1 for name in question["answer"])
    wrong = next(name for name in question["options"] if name not in question["answer"])
    assert Predict([question]).answer(wrong).right == 0


def test_a_rehearsal_begins_where_it_is_told_and_goes_on_by_the_rules() -> None:
    match = rehearsal(hand=["Golem", "Faun"], deck=["Unicorn"], stage={1: ["Goblin"]}, vp=[3, 4], seed=2)
    assert match.practice
    assert match.scores == [3, 4]
    assert match.seats == ["human", "greedy"]
    for action in ("labor Golem", "stage Faun", "stage Unicorn", "done", "end"):
        match.play(action)
    assert match.to_move == 1
    assert match.view(1).as_dict()["seats"][1]["hand_count"] == 5, "gnomes for whoever was given no cards"
    match.undo()
    with pytest.raises(BadInput, match="Gollem"):
        rehearsal(hand=["Gollem"])


def test_an_opponent_of_a_rehearsal_keeps_the_cards_it_was_given() -> None:
    match = rehearsal(hand={0: ["Golem"], 1: ["Werewolf"]})
    seat = match.view(1).as_dict()["seats"][1]
    assert (seat["hand"], seat["deck_count"]) == (["Werewolf"], 0)


def test_the_first_lesson_asks_about_no_worker_whose_value_is_not_taught_yet() -> None:
    where, tp = tl.drill("mythic-circus", "where"), tl.drill("mythic-circus", "tp")
    assert all(where(n)["card"] != "Faun" for n in range(60))
    assert not any("Faun" in str(tp(n)["hint"]) for n in range(20))
    assert any(tl.drill("mythic-circus", "where", level=2)(n)["card"] == "Faun" for n in range(60))


def test_a_question_on_hiring_shows_the_whole_supply_and_counts_its_choices() -> None:
    question = tl.drill("mythic-circus", "whom-to-hire")(0)
    assert len(question["board"]["supply"]) == 10
    assert "Which of these five choices is best?" in question["prompt"]
    assert len(question["options"]) == 5


def test_two_of_one_type_are_refused_in_words_that_fit_a_question() -> None:
    asked = [tl.drill("mythic-circus", "hire")(n) for n in range(40)]
    assert any("two " in question["prompt"] and question["answer"] == "no" for question in asked)
    assert not any("have hired" in question["solution"] for question in asked)
