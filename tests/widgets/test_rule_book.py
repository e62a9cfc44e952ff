"""The rule book as a widget, and the entries that every widget looks up."""

from __future__ import annotations

import json
from typing import Any

import pytest
from widgets.test_messages import send

import theatre_lab as tl
from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.games import game_names, get_game
from theatre_lab.widgets import Predict, RuleBook, SeatingGrid, table
from theatre_lab.widgets._base import IntentWidget


def look_up(widget: IntentWidget, rule: Any) -> list[Any]:
    sent: list[Any] = []
    widget.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    widget._receive(widget, {"kind": "lookup", "rule": rule}, [])
    return sent


@pytest.mark.parametrize("game", game_names())
def test_every_rule_can_be_turned_to(game: str) -> None:
    book = RuleBook(game)
    for clause in get_game(game).clauses:
        entry = book.turn_to(clause).model["entry"]
        assert entry["id"] == clause
        assert "".join(piece["text"] for piece in entry["pieces"]) == book[clause].text
        assert entry["example"]["lines"]
        assert clause in repr(book)
    json.dumps(book.model)
    assert len(book.model["found"]) == len(book)


def test_the_name_in_the_package_gives_a_book() -> None:
    book = tl.rules("cabaret")
    assert isinstance(book, RuleBook)
    assert book["CB-T2"].title == "Never follow"
    assert book.search("shortage")[0].id == "CB-T4"
    assert list(book) == list(get_game("cabaret").clauses)
    with pytest.raises(KeyError, match="no rule 'CB-P2'"):
        book["CB-P2"]
    with pytest.raises(OptionError, match="there is no game 'cabarett'; did you mean 'cabaret'"):
        tl.rules("cabarett")


def test_a_search_in_the_browser_shows_what_it_finds() -> None:
    book = RuleBook("cabaret")
    send(book, "find", words="shortage")
    assert book.model["found"][0]["id"] == "CB-T4"
    assert book.model["say"] == "3 rules found"
    send(book, "find", words="qwertyuiop")
    assert book.model["found"] == []
    send(book, "find", words="")
    assert len(book.model["found"]) == 17
    send(book, "open", rule="CB-T6")
    assert book.model["entry"]["title"] == "The prize"
    assert book.model["say"] == "CB-T6, The prize"


def test_a_rule_of_another_game_is_refused_in_place() -> None:
    book = RuleBook("cabaret")
    send(book, "open", rule="OV-P4")
    assert book.model["refusal"]["where"] == "book"
    assert "no rule 'OV-P4' in the book of Cabaret" in book.model["refusal"]["text"]
    assert book.model["entry"]["id"] == "CB-C1"
    with pytest.raises(BadInput, match="no rule 'OV-P4'"):
        book.turn_to("OV-P4")
    with pytest.raises(BadInput, match="search takes words, not 7"):
        book.find(7)  # type: ignore[arg-type]


def test_changed_numbers_are_marked_in_list_and_entry() -> None:
    book = RuleBook("overture", {"kid_capped": 5})
    assert [row["id"] for row in book.model["found"] if row["changed"]] == ["OV-P4"]
    entry = book.turn_to("OV-P4").model["entry"]
    assert entry["changes"] == ["a capped Kid, all in all: here 5 instead of 4"]
    assert [line["here"] for line in entry["example"]["lines"]] == ["5", "5", ""]
    assert not [row for row in RuleBook("overture").model["found"] if row["changed"]]


def test_pictures_come_with_the_entry() -> None:
    board = RuleBook("overture").turn_to("OV-P4").model["entry"]["example"]["board"]
    assert board["mark"] == ["A2", "A3", "C3"]
    assert RuleBook("overture").turn_to("OV-T1").model["entry"]["example"]["board"] is None


def test_without_a_browser_the_whole_book_is_there() -> None:
    shown = RuleBook("mythic-circus")._repr_html_()
    for clause in get_game("mythic-circus").clauses.values():
        assert clause.id in shown
        assert clause.title in shown
    assert "<script" not in shown


# ------------------------------------------------------------------ looking up from any widget


@pytest.mark.parametrize(
    "make",
    [
        lambda: SeatingGrid(seats={"A1": "Kid"}),
        lambda: table(theatre="blackbox", seed=3, pace=0),
        lambda: Predict([{"prompt": "?", "kind": "number", "answer": 1}]),
    ],
)
def test_any_widget_answers_with_the_entry_and_stays_as_it_is(make: Any) -> None:
    widget = make()
    before = json.dumps(widget.model)
    (message,) = look_up(widget, "OV-P4")
    assert (message["kind"], message["rule"]) == ("entry", "OV-P4")
    assert message["entry"]["example"]["situation"].startswith("Two Kids")
    assert {see["id"] for see in message["entry"]["see"]} >= {"OV-P5", "OV-P8"}
    assert (json.dumps(widget.model), widget.status) == (before, "")


def test_the_numbers_in_force_are_told() -> None:
    grid = SeatingGrid(seats={"A1": "Kid"}, rules={"kid_capped": 5})
    assert look_up(grid, "OV-P4")[0]["entry"]["changes"] == ["a capped Kid, all in all: here 5 instead of 4"]
    played = table(theatre="blackbox", seed=3, pace=0)
    assert look_up(played, "OV-P4")[0]["entry"]["changes"] == []


@pytest.mark.parametrize("rule", [None, 7, "OV-P99", "__class__", "x" * 5000, ["OV-P4"]])
def test_a_rule_that_does_not_exist_gets_one_clear_error(rule: object) -> None:
    grid = SeatingGrid(seats={"A1": "Kid"})
    assert look_up(grid, rule) == []
    assert grid.status.startswith("there is no rule")
    assert len(grid.status) < 200
