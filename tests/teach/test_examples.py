"""The worked examples: one a clause, and the engine must agree with every claim."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from theatre_lab.games import game_names, get_game
from theatre_lab.teach.example import Example, examples_of, family, illustrate, refused_by

ALL = [(game, clause) for game in game_names() for clause in get_game(game).clauses]


@pytest.mark.parametrize(("game", "clause"), ALL)
def test_the_engine_agrees_with_the_example(game: str, clause: str) -> None:
    example = examples_of(game)[clause]
    assert example.claims, "an example claims something"
    assert example.faults() == []


@pytest.mark.parametrize("game", game_names())
def test_each_clause_has_one_example_in_the_order_of_the_book(game: str) -> None:
    assert list(examples_of(game)) == list(get_game(game).clauses)


@pytest.mark.parametrize("game", game_names())
def test_examples_are_told_in_whole_sentences(game: str) -> None:
    for example in examples_of(game).values():
        assert example.situation[0].isupper(), example.clause
        assert example.situation.endswith((".", "?")), example.clause


@pytest.mark.parametrize(("game", "clause"), ALL)
def test_reasons_shown_name_the_clause_they_illustrate(game: str, clause: str) -> None:
    shown = illustrate(examples_of(game)[clause])
    cited = {part.rule for part in shown.parts}
    assert cited <= set(get_game(game).clauses)
    # TT-R4 compares values, OV-H1 is the absence of points, MC-F1 adds up: the rest cite their own clause.
    if shown.parts and clause not in ("TT-R4", "OV-H1", "CB-C2"):
        assert clause in cited


def test_a_false_claim_is_noticed() -> None:
    example = examples_of("overture")["OV-P1"]
    wrong = replace(example, claims={**example.claims, "Patron on D2": "4"})
    assert wrong.faults() == ["OV-P1: Patron on D2: claimed '4', the engine says '3'"]
    unasked = replace(example, claims={"Patron on D2": "3"})
    assert len(unasked.faults()) == 1
    invented = replace(example, claims={**example.claims, "Patron on C2": "3"})
    assert len(invented.faults()) == 1


def test_changed_numbers_give_both_answers() -> None:
    lines = illustrate(examples_of("overture")["OV-P4"], {"kid_capped": 5}).lines
    assert [(line.question, line.answer, line.here) for line in lines] == [
        ("Kid on A2", "4", "5"),
        ("Kid on A3", "4", "5"),
        ("Kid on C3", "1", ""),
    ]


def test_an_example_that_cannot_happen_with_changed_numbers_says_so() -> None:
    shown = illustrate(examples_of("cabaret")["CB-T4"], {"mimes_each": 1})
    assert "needs the printed numbers" in shown.note
    assert [line.answer for line in shown.lines] == list(examples_of("cabaret")["CB-T4"].claims.values())


def test_the_draft_shares_its_book_with_the_game() -> None:
    assert [game.name for game in family("the-theatre")] == ["the-theatre", "the-theatre-draft"]
    assert [game.name for game in family("cabaret")] == ["cabaret"]
    assert examples_of("the-theatre-draft") == examples_of("the-theatre")


@pytest.mark.parametrize(("text", "verdict"), [("mime", "refused (CB-T1)"), ("play S12", "allowed")])
def test_refusals_name_the_clause(text: str, verdict: str) -> None:
    game: Any = get_game("cabaret")
    from theatre_lab.games.cabaret import show_state

    assert refused_by(game, show_state(["Singers", "Actors"], [["S12"], ["A7"]]), text) == verdict


def test_an_example_is_plain_data_and_an_engine() -> None:
    example = examples_of("mythic-circus")["MC-F1"]
    assert isinstance(example, Example)
    assert example.ask({}).said == example.claims
