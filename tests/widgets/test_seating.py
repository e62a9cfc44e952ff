"""SeatingGrid and Predict from Python: what lessons do in cells."""

from __future__ import annotations

import json
from typing import Any

import pytest
from widgets.test_messages import send

from theatre_lab.core.errors import BadInput, IllegalAction, NotationError, OptionError
from theatre_lab.core.game import Part, total
from theatre_lab.games.overture import OVERTURE, board_state
from theatre_lab.games.overture.theatres import THEATRE_IDS, THEATRES
from theatre_lab.widgets import Predict, SeatingGrid


@pytest.mark.parametrize("theatre", THEATRE_IDS)
def test_every_preview_is_the_change_of_the_engines_score(theatre: str) -> None:
    seats = dict(zip(THEATRES[THEATRE_IDS.index(theatre)].seats[1:14:2], PATRONS, strict=True))
    grid = SeatingGrid(theatre, seats)
    now = OVERTURE.scores(board_state(theatre, seats))[0]
    assert grid.total == now == total(grid.parts)
    for card in ("Noisy Kid", "Tall Teacher", "Short Lovebirds", "Bespectacled Critic", "VIP"):
        for seat, answer in grid.preview(card).items():
            after = OVERTURE.scores(board_state(theatre, seats | {seat: card}))[0]
            assert answer["delta"] == after - now, (card, seat)


PATRONS = ["Teacher", "Noisy Kid", "Friends", "Tall Critic", "Lovebirds", "VIP", "Critic"]


def test_reasons_of_a_preview_add_up() -> None:
    grid = SeatingGrid("promenade", {"A1": "Critic", "A5": "Critic", "B2": "Kid", "B1": "Teacher"}, select="Critic")
    for answer in grid.model["preview"]["seats"].values():
        assert sum(part["points"] for part in answer["parts"]) == answer["delta"]
        assert all(part["rule"] in grid.rules for part in answer["parts"])
    third = grid.model["preview"]["seats"]["C1"]
    assert [part for part in third["parts"] if part["rule"] == "OV-H4"]


def test_the_methods_tell_one_story() -> None:
    grid = SeatingGrid("rotunda")
    assert grid.seat("VIP", "A3").seats == {"A3": "VIP"}
    assert grid.move("A3", "C1").seats == {"C1": "VIP"}
    assert grid.remove("C1").seats == {}
    assert grid.seat("Kid", "B2").clear().seats == {}
    assert grid.change_theatre("blackbox").theatre == "blackbox"


@pytest.mark.parametrize(
    ("do", "error", "words"),
    [
        (lambda: SeatingGrid("opera"), OptionError, "opera-house"),
        (lambda: SeatingGrid(seats={"Z1": "Kid"}), NotationError, "A1 to D5"),
        (lambda: SeatingGrid(seats={"A1": "Dog"}), NotationError, "seat A1"),
        (lambda: SeatingGrid(cards=["Dog"]), NotationError, "Dog"),
        (lambda: SeatingGrid(rules={"vip": 100}), OptionError, "vip"),
        (lambda: SeatingGrid().seat("Kid", "Z9"), NotationError, "Z9"),
        (lambda: SeatingGrid(seats={"A1": "Kid"}).seat("VIP", "A1"), IllegalAction, "The Kid sits on A1"),
        (lambda: SeatingGrid().move("A1", "A2"), BadInput, "nobody sits on A1"),
        (lambda: SeatingGrid().remove("A1"), BadInput, "nobody sits on A1"),
        (lambda: SeatingGrid().select("Dog"), NotationError, "Dog"),
    ],
)
def test_a_mistake_in_a_cell_is_one_clear_error(do: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        do()


def test_a_picture_refuses_every_change_from_the_browser() -> None:
    grid = SeatingGrid(seats={"A1": "Kid"}, sandbox=False)
    for intent, args in [
        ("drop", {"card": "VIP", "seat": "A2"}),
        ("move", {"seat": "A1", "to": "A2"}),
        ("remove", {"seat": "A1"}),
        ("clear", {}),
        ("pick", {"seat": "A1"}),
        ("press", {"seat": "A2"}),
    ]:
        send(grid, intent, **args)
        assert grid.seats == {"A1": "Kid"}


def test_picking_up_shows_where_else_it_would_score() -> None:
    grid = SeatingGrid(seats={"A1": "VIP", "A2": "Kid"})
    send(grid, "press", seat="A1")
    preview = grid.model["preview"]
    assert preview["card"]["name"] == "VIP"
    assert preview["seats"]["A4"]["delta"] == 5
    send(grid, "press", seat="A4")
    assert grid.seats == {"A4": "VIP", "A2": "Kid"}


def test_changed_rule_numbers_reach_faces_and_scores() -> None:
    grid = SeatingGrid(seats={"A1": "VIP"}, rules={"vip": 7, "vip_front": 0})
    assert grid.total == 7
    assert next(face for face in grid.model["types"] if face["type"] == "VIP")["base"] == 7


def test_the_text_form_is_stable_and_carries_the_state() -> None:
    one, two = (SeatingGrid(seats={"A1": "VIP"}) for _ in range(2))
    assert repr(one) == repr(two)
    assert one._repr_html_() == two._repr_html_()
    texts = [repr(one), repr(one.select("Kid")), repr(one.seat("Kid", "B1")), repr(one.remove("A1"))]
    assert len(set(texts)) == len(texts)
    assert "VIP 5" in texts[0]
    assert "best:" in texts[1]


# ------------------------------------------------------------------ predict, then check


def ask(**changes: Any) -> dict[str, Any]:
    return {
        "prompt": "What does the Kid score?",
        "kind": "number",
        "answer": 4,
        "board": {"theatre": "grand-empress", "seats": {"A1": "Teacher", "A2": "Kid", "A3": "Teacher"}},
        "solution": "It is capped.",
        "parts": [Part("A2", "OV-P4", 4, "capped: Teachers at both ends")],
        "values": {"A2": 4},
        "hint": ["Look along the row.", "Two Teachers."],
    } | changes


def test_the_browser_learns_the_answer_only_afterwards() -> None:
    drill = Predict([ask(answer=4321, values={"A2": 4321})])
    text = json.dumps(drill.model)
    assert "4321" not in text
    assert "capped" not in text
    assert "Look along" not in text
    drill.hint()
    assert "Look along" in json.dumps(drill.model)
    assert "Two Teachers" not in json.dumps(drill.model)
    drill.answer(3)
    assert "4321" in json.dumps(drill.model)


def test_the_tally_counts_answers_and_streaks() -> None:
    told = []
    drill = Predict(lambda n: ask(answer=n), on_answer=lambda q, given, right: told.append((q["answer"], given, right)))
    drill.answer(0).next().answer(1).next().answer(7).next().answer(3)
    assert (drill.right, drill.asked, drill.streak) == (3, 4, 1)
    assert told[2] == (2, 7, False)
    assert drill.history[0] == {"n": 0, "given": 0, "right": True}


def test_showing_the_solution_is_not_an_answer() -> None:
    drill = Predict([ask()]).show()
    assert drill.asked == 0
    assert drill.model["solution"] == "It is capped."
    with pytest.raises(BadInput, match="answered already"):
        drill.answer(4)


def test_any_of_several_right_answers_is_right() -> None:
    choice = ask(kind="choice", options=["VIP", {"value": 2, "label": "two"}], answer=["VIP", 2])
    assert Predict([choice]).answer("two").right == 1
    assert Predict([choice]).answer("VIP").right == 1
    assert Predict([ask(kind="seat", answer=["B1", "B2"])]).answer("B2").right == 1


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (7, "a question is a mapping"),
        ({"prompt": "?"}, "needs kind, answer"),
        (ask(kind="guess"), "kind must be one of"),
        (ask(kind="choice"), "options"),
        (ask(kind="seat", board=None), "board"),
        (ask(answr=3), "did you mean 'answer'"),
        (ask(board={"theatre": "opera"}), "opera-house"),
        (ask(board={"seats": {"A1": "Dog"}}), "Dog"),
        (ask(cards=["Dog"]), "Dog"),
    ],
)
def test_a_faulty_question_is_named(question: Any, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Predict([question])


@pytest.mark.parametrize("value", ["4", 4.0, True, None, [4]])
def test_an_answer_of_the_wrong_kind_is_refused(value: Any) -> None:
    drill = Predict([ask()])
    with pytest.raises(BadInput, match="whole number"):
        drill.answer(value)
    assert drill.asked == 0


def test_the_last_question_ends_and_can_begin_again() -> None:
    drill = Predict(lambda n: ask(answer=n), rounds=2).answer(0).next().answer(1)
    assert drill.model["last"]
    with pytest.raises(BadInput, match="last question"):
        drill.next()
    assert drill.restart().asked == 0


def test_the_text_form_of_a_question_hides_its_answer() -> None:
    drill = Predict([ask(answer=4321)])
    before = repr(drill)
    assert "4321" not in before
    assert "Teacher" in before
    after = repr(drill.answer(4321))
    assert "Right" in after
    assert "OV-P4" in after
    assert "4321" in drill._repr_html_()
