"""Drills: the right answer is the engine's, it is on offer once, and nothing gives it away beforehand."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import asdict
from typing import Any

import pytest

from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.core.game import Part
from theatre_lab.games.overture import OVERTURE, board_state, scoring
from theatre_lab.games.overture.boards import answer_board
from theatre_lab.games.overture.theatres import THEATRE_IDS, THEATRES
from theatre_lab.teach import drill, drill_names
from theatre_lab.teach.drills import LEVELS, NoExample, drill_of

SEEDS = 200
NAMES = drill_names("overture")
SCORING = [*(f"OV-P{i}" for i in range(1, 9)), *(f"OV-X{i}" for i in range(1, 5)), *(f"OV-H{i}" for i in range(2, 7))]
OTHERS = ["OV-G1", "OV-G2", "OV-G3", "OV-L1", "OV-L2", "OV-L3", "OV-T1", "OV-T2", "OV-T3", "OV-T4"]
OTHERS += ["OV-S2", "OV-S3", "OV-E2"]
POINTS = ["vip", "lovebirds", "kid", "teacher", "critic", "friends", "tables", "tall", "short", "bespectacled", "noisy"]
HOUSES = ["blackbox", "promenade", "amphitheater", "dinner-playhouse"]
KEYS = {
    "prompt", "clause", "kind", "answer", "options", "min", "max", "board", "cards", "card",
    "hint", "solution", "parts", "values", "game",
}  # fmt: skip


def questions(name: str, level: int, count: int = SEEDS) -> list[dict[str, Any]]:
    """One question of each of so many seeds."""
    return [drill("overture", name, seed=seed, level=level)(0) for seed in range(count)]


def options_of(question: dict[str, Any]) -> list[Any]:
    return [option["value"] if isinstance(option, dict) else option for option in question.get("options", ())]


def answers_of(question: dict[str, Any]) -> list[Any]:
    answer = question["answer"]
    return answer if isinstance(answer, list) else [answer]


def house(question: dict[str, Any]) -> dict[str, Any]:
    """The board as the command line scores it."""
    board = question["board"]
    return answer_board({"theatre": board["theatre"], "seats": board["seats"]})


# ------------------------------------------------------------------ every drill


@pytest.mark.parametrize("clause", SCORING + OTHERS)
def test_every_rule_that_can_be_asked_about_has_a_drill(clause: str) -> None:
    assert drill_of("overture", clause) is not None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_every_question_is_well_formed(name: str, level: int) -> None:
    for question in questions(name, level, 60):
        assert set(question) <= KEYS
        assert question["prompt"].endswith("?")
        assert question["clause"] is None or question["clause"] in OVERTURE.clauses
        options = options_of(question)
        labels = [
            str(option["label"] if isinstance(option, dict) else option) for option in question.get("options", ())
        ]
        if question["kind"] == "choice":
            assert 2 <= len(options) <= 5
            assert options.count(question["answer"]) == 1
            assert len(set(labels)) == len(labels), "two options read alike"
        elif question["kind"] == "number":
            assert question["min"] <= question["answer"] <= question["max"]
        else:
            assert question["kind"] == "seat"
            seats = THEATRES[THEATRE_IDS.index(question["board"]["theatre"])].seats
            assert set(answers_of(question)) <= set(seats)
        json.dumps({**question, "parts": [asdict(part) for part in question.get("parts", ())]})


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_hints_do_not_give_the_answer_away(name: str, level: int) -> None:
    for question in questions(name, level, 60):
        hints = question["hint"] if isinstance(question["hint"], list) else [question["hint"]]
        assert hints
        words = set(re.findall(r"[\w’-]+", " ".join(hints)))
        assert not any(char.isdigit() for hint in hints for char in hint)
        if question["kind"] != "choice" or any(isinstance(value, int) for value in options_of(question)):
            assert not words & {str(answer) for answer in answers_of(question)}


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_is_not_always_the_same(name: str) -> None:
    for level in LEVELS:
        given = [str(question["answer"]) for question in questions(name, level, 60)]
        assert max(given.count(answer) for answer in given) < 0.8 * len(given)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_asks_the_same_and_another_asks_something_else(name: str) -> None:
    first = [drill("overture", name, seed=5)(n) for n in range(8)]
    assert first == [drill("overture", name, seed=5)(n) for n in range(8)]
    assert first != [drill("overture", name, seed=6)(n) for n in range(8)]
    assert len({json.dumps(question, default=str) for question in first}) > 3, "questions repeat themselves"


def test_questions_do_not_depend_on_the_order_of_sets() -> None:
    code = (
        "from theatre_lab.teach import drill, drill_names\n"
        "print([drill('overture', name, seed=3, level=2)(1) for name in drill_names('overture')])"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]


# ------------------------------------------------------------------ right answers, worked out another way


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", POINTS)
def test_a_patrons_points_are_what_the_house_scores(name: str, level: int) -> None:
    for question in questions(name, level):
        (seat,) = question["board"]["mark"]
        scored = house(question)
        assert question["answer"] == scored["seat_vp"][seat]
        assert [(part.rule, part.points) for part in question["parts"]] == [
            (part["rule"], part["vp"]) for part in scored["parts"][seat]
        ]
        assert question["values"] == scored["seat_vp"]


@pytest.mark.parametrize("name", POINTS)
def test_the_rule_has_a_say_in_most_questions_but_not_in_all(name: str) -> None:
    clause = drill("overture", name).specs[0].clauses[0]
    base = 1 if clause.startswith("OV-P") and clause != "OV-P8" else 0
    says = [sum(part.rule == clause for part in question["parts"]) > base for question in questions(name, 1)]
    assert 0.4 * SEEDS < sum(says) < 0.9 * SEEDS


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("name", POINTS)
def test_who_forgets_the_rule_finds_his_answer_among_the_options(name: str, level: int) -> None:
    clause = drill("overture", name).specs[0].clauses[0]
    skip = 1 if clause.startswith("OV-P") and clause != "OV-P8" else 0
    for question in questions(name, level, 60):
        said = [part.points for part in question["parts"] if part.rule == clause][skip:]
        if sum(said):
            assert question["answer"] - sum(said) in options_of(question)


@pytest.mark.parametrize("level", LEVELS)
def test_patrons_together(level: int) -> None:
    for question in questions("patron", level):
        scored = house(question)["seat_vp"]
        assert question["answer"] == sum(scored[seat] for seat in question["board"]["mark"])
        cards = {question["board"]["seats"][seat].split()[-1] for seat in question["board"]["mark"]}
        assert cards == {"Patron"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", HOUSES)
def test_what_the_house_rule_adds(name: str, level: int) -> None:
    for question in questions(name, level):
        assert question["answer"] == house(question)["house_bonus"]
        assert question["board"]["theatre"] == name


@pytest.mark.parametrize("level", LEVELS)
def test_the_royal_favour_goes_to_the_best_nearest_the_stage_then_leftmost(level: int) -> None:
    for question in questions("opera-house", level):
        scored = house(question)["seat_vp"]
        best = max(scored.values())
        assert question["answer"] == min(seat for seat, points in scored.items() if points == best)


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_card_would_score_here(level: int) -> None:
    kinds = set()
    for question in questions("here", level):
        (seat,) = question["board"]["mark"]
        before = house(question)
        board = question["board"]
        after = answer_board({"theatre": board["theatre"], "seats": {**board["seats"], seat: question["card"]}})
        if question["prompt"].startswith("What would"):
            kinds.add("own")
            assert question["answer"] == after["seat_vp"][seat]
        else:
            kinds.add("whole")
            assert question["answer"] == after["total"] - before["total"]
        assert sum(part.points for part in question["parts"]) == question["answer"]
    assert kinds == ({"own"} if level == 1 else {"own", "whole"})


@pytest.mark.parametrize("level", LEVELS)
def test_best_seats_are_all_those_nearly_as_good_as_the_best(level: int) -> None:
    for question in questions("best-seat", level, 60):
        board, before = question["board"], house(question)["total"]
        seats = THEATRES[THEATRE_IDS.index(board["theatre"])].seats
        gains = {
            seat: answer_board({"theatre": board["theatre"], "seats": {**board["seats"], seat: question["card"]}})[
                "total"
            ]
            - before
            for seat in seats
            if seat not in board["seats"]
        }
        assert set(question["answer"]) == {seat for seat, gain in gains.items() if gain >= max(gains.values()) - 0.5}
        assert question["values"] == gains
        assert sum(part.points for part in question["parts"]) == max(gains.values())
        assert len(question["answer"]) < len(gains) / 2


@pytest.mark.parametrize("level", LEVELS)
def test_seats_labels_and_neighbours(level: int) -> None:
    for question in questions("labels", level):
        theatre = THEATRES[THEATRE_IDS.index(question["board"]["theatre"])]
        (seat,) = question["board"]["mark"]
        told = set(re.findall("front|back|aisle|box", question["answer"]))
        assert told == set(theatre.labels[seat])
    for question in questions("seat-names", level):
        assert question["answer"] in question["prompt"]
    for question in questions("neighbours", level):
        theatre = THEATRES[THEATRE_IDS.index(question["board"]["theatre"])]
        (seat,) = question["board"]["mark"]
        if question["prompt"].startswith("How many"):
            assert question["answer"] == len(theatre.neighbours[seat])
        else:
            assert [o for o in options_of(question) if o in theatre.neighbours[seat]] == [question["answer"]]


def test_what_may_be_drawn() -> None:
    for question in questions("lobby", 3):
        prompt, answer = question["prompt"], question["answer"]
        if "The deck is empty" in prompt:
            assert answer == "slot 0, slot 1 or slot 2"
        elif "Two play" in prompt and "You have taken a lobby card" in prompt:
            assert answer == "only the deck"
        else:
            assert answer == "the deck, slot 1 or slot 2"


@pytest.mark.parametrize("level", LEVELS)
def test_the_lobby_moves_up(level: int) -> None:
    for question in questions("slide", level):
        taken, asked = (int(number) for number in re.findall(r"slot (\d)", question["prompt"])[1:])
        lobby = question["cards"]
        kept = ["a new card from the deck", *(card for slot, card in enumerate(lobby) if slot != taken)]
        assert question["answer"] == kept[asked]


@pytest.mark.parametrize("level", LEVELS)
def test_what_comes_next(level: int) -> None:
    seen = set()
    for question in questions("turn", level):
        prompt, answer = question["prompt"], question["answer"]
        held = int(re.search(r"hold (\d)", prompt).group(1))
        two, seated = "Two play" in prompt, "have just seated" in prompt
        if "just discarded" in prompt or (seated and not two):
            right = "nothing: the turn is over"
        elif seated:
            right = "discard a card"
        else:
            right = "seat a card" if held == (3 if two else 2) else "draw a card"
        assert answer == right
        seen.add(answer)
    assert len(seen) == 4


def test_which_rule_says_no() -> None:
    seen = set()
    for question in questions("refused", 2):
        prompt, clause = question["prompt"], question["answer"]
        seen.add(clause)
        action = re.search(r"You try: (.+)\. Which", prompt).group(1)
        if "You are drawing" in prompt:
            expected = {"draw lobby 0": {"OV-L1"}, "draw lobby 1": {"OV-T2"}}.get(action, {"OV-T1", "OV-T4"})
        elif "You are to seat" in prompt:
            expected = {"OV-T1", "OV-T3", "OV-T4"}
        else:
            expected = {"OV-T4"}
        assert clause in expected
        assert f"({clause})" in question["solution"]
    assert seen >= {"OV-L1", "OV-T1", "OV-T3", "OV-T4"}


def test_ghosts_and_the_deck_of_three() -> None:
    for question in questions("ghosts", 1, 40):
        number = int(re.search(r"round (\d+)", question["prompt"]).group(1))
        assert question["answer"] == number + 1
    for level in (2, 3):
        for question in questions("ghosts", level, 40):
            number = int(re.search(r"round (\d+)", question["prompt"]).group(1))
            assert question["answer"] == 49 - 4 * number


@pytest.mark.parametrize("level", LEVELS)
def test_what_you_know_of_a_hand(level: int) -> None:
    for question in questions("hidden", level, 80):
        prompt, answer = question["prompt"], question["answer"]
        known = re.findall(r"held an? ([A-Z][\w ]+)\. Then|held ([A-Z][\w ]+)\. Then", prompt)
        cards = [next(filter(None, groups)) for groups in known if "card you did not" not in "".join(groups)]
        cards += [
            c for groups in re.findall(r"takes a ([\w ]+) from|takes ([A-Z][\w ]+) from", prompt) for c in groups if c
        ]
        for groups in re.findall(r"seats a ([\w ]+) on|seats ([A-Z][\w ]+) on", prompt):
            for card in filter(None, groups):
                if card in cards:
                    cards.remove(card)
        assert [answer] == (cards or ["nothing"])


@pytest.mark.parametrize("level", LEVELS)
def test_who_wins(level: int) -> None:
    for question in questions("ties", level, 80):
        rows = re.findall(r"(\w+) ha(?:ve|s) (−?\d+) points?, (\d+) Noisy, (\d+) types?", question["prompt"])
        two = len(rows) == 2
        order = [
            (int(points.replace("−", "-")), int(noisy), 0 if two else int(types), chair, name)
            for chair, (name, points, noisy, types) in enumerate(rows)
        ]
        assert question["answer"] == max(order)[-1]
        assert options_of(question) == [row[0] for row in rows]


# ------------------------------------------------------------------ asking for drills


def test_several_drills_take_turns() -> None:
    both = drill("overture", "kid", "OV-P5", seed=4)
    assert [both(n)["clause"] for n in range(4)] == ["OV-P4", "OV-P5", "OV-P4", "OV-P5"]
    assert both(2) == drill("overture", "kid", seed=4)(1)


def test_a_wrong_name_is_told_with_the_right_ones() -> None:
    with pytest.raises(OptionError, match="kid"):
        drill("overture", "kids")
    with pytest.raises(BadInput, match="name one drill or more"):
        drill("overture")
    with pytest.raises(OptionError, match="overture"):
        drill("chess", "kid")


@pytest.mark.parametrize("level", [0, 4, "1", True])
def test_a_wrong_level_is_refused(level: Any) -> None:
    with pytest.raises(OptionError, match="level"):
        drill("overture", "kid", level=level)


@pytest.mark.parametrize("n", [-1, 1.0, "0", True, None])
def test_a_wrong_question_number_is_refused(n: Any) -> None:
    with pytest.raises(BadInput, match="counted 0, 1, 2"):
        drill("overture", "kid")(n)


def test_a_drill_that_finds_nothing_says_so() -> None:
    from theatre_lab.teach.drills import Drill, DrillSpec

    def never(_luck: Any, _level: int) -> dict[str, Any]:
        raise NoExample

    with pytest.raises(BadInput, match="'never' found no example for question 3"):
        Drill("overture", (DrillSpec("never", "Never", (), never),))(3)


def test_parts_are_the_engines_own() -> None:
    question = drill("overture", "kid", seed=11)(0)
    s = board_state(question["board"]["theatre"], question["board"]["seats"])
    seat = THEATRES[s.theatre].seat(question["board"]["mark"][0])
    assert all(isinstance(part, Part) for part in question["parts"])
    assert sum(part.points for part in question["parts"]) == scoring.seat_points(s, s.board[0], seat)
