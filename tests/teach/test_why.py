"""Why: the rule behind a clause id, a point or a refusal, and where it is taught."""

from __future__ import annotations

from typing import Any

import pytest

import theatre_lab as tl
from theatre_lab.core.errors import BadInput, IllegalAction, OptionError, UndoRefused
from theatre_lab.core.game import Part
from theatre_lab.games import game_names, get_game
from theatre_lab.teach import why


@pytest.mark.parametrize("game", game_names())
def test_every_clause_of_every_game_can_be_asked_about(game: str) -> None:
    clauses = get_game(game).clauses
    for clause in clauses.values():
        answer = why(clause.id)
        assert answer.clause == clause
        assert answer.clause in get_game(answer.game).clauses.values()
        assert clause.text in repr(answer)
    assert len(clauses) > 10


def test_a_refusal_is_explained_in_the_engines_words() -> None:
    match = tl.new_match("overture", 2, theatre="rotunda", seed=4)
    with pytest.raises(IllegalAction) as refused:
        match.play("draw lobby 0")
    answer = tl.why(refused.value)
    assert answer.clause.id == "OV-L1"
    assert answer.said == refused.value.reason
    assert "frozen" in answer.said


def test_every_part_of_a_game_is_explained() -> None:
    match = tl.new_match("overture", 2, theatre="opera-house", seed=4)
    for action in ("draw deck", "draw deck"):
        match.play(action)
    match.play(next(action for action in match.legal_actions() if action.startswith("seat")))
    parts = match.breakdown(0)
    assert parts
    for part in parts:
        answer = why(part)
        assert answer.clause.id == part.rule
        assert part.text in answer.said
        assert part.who in answer.said


def test_it_tells_where_a_rule_is_taught_and_trained() -> None:
    answer = why("ov-x2")
    assert answer.place is not None
    assert (answer.place.notebook, answer.place.heading) == ("01-overture.ipynb", "Short (OV-X2)")
    assert answer.drill == "short"
    assert tl.drill("overture", answer.drill).specs[0].clauses[0] == "OV-X2"
    assert 'tl.drill("overture", "short")' in repr(answer)


def test_a_rule_is_found_by_its_title() -> None:
    assert why("friends").clause.id == "OV-P7"


@pytest.mark.parametrize(
    ("subject", "complaint"),
    [
        ("OV-P99", "there is no rule 'OV-P99'; did you mean OV-P"),
        ("", "there is no rule ''"),
        ("the weather", "there is no rule 'the weather'; a rule is named like OV-P4"),
        (7, "a clause id, a part or a refusal, not 7"),
        (None, "not None"),
        (UndoRefused("Ben has decided since."), "no rule of a game stands behind this error; it says: Ben has"),
        (OptionError("unknown theatre"), "it says: unknown theatre"),
        (KeyError("x"), "KeyError is no refusal of a game"),
    ],
)
def test_what_is_not_known_is_told(subject: Any, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        why(subject)
    assert complaint in str(refused.value)


def test_html_is_escaped() -> None:
    answer = why(Part("<script>alert(1)</script>", "OV-P1", 3, 'a "Patron" & <b>more</b>'))
    shown = answer._repr_html_()
    assert "<script>" not in shown
    assert "<b>more</b>" not in shown
    assert "&lt;script&gt;" in shown
    assert "OV-P1" in shown


def test_a_title_that_two_games_share_is_one_rule() -> None:
    assert tl.why("Gamble").clause.id == "TT-B6"
    assert tl.why("gamble").game == "the-theatre"


def test_a_suggestion_names_each_rule_once() -> None:
    with pytest.raises(BadInput, match=r"did you mean (TT-\w+) \(.+?\), (?!\1)"):
        tl.why("TT-Z1")


@pytest.mark.parametrize(
    ("clause", "heading"), [("OV-P2", "VIP (OV-P2)"), ("CB-T2", "Never follow (CB-T1, CB-T2)"), ("TT-R4", "1. A round")]
)
def test_an_invitation_to_ask_is_no_lesson(clause: str, heading: str) -> None:
    place = tl.why(clause).place
    assert place is not None
    assert place.heading == heading


@pytest.mark.parametrize(
    ("words", "suggested"),
    [
        ("lobby", "OV-T2 (One visit to the lobby)"),
        ("what is a gamble", "TT-B6 (Gamble)"),
        ("shortige", "CB-T4 (Mime shortage)"),
        ("hire a golem", "MC-H1 (Hire)"),
    ],
)
def test_words_that_are_no_title_lead_to_the_nearest_rules(words: str, suggested: str) -> None:
    with pytest.raises(BadInput, match=r"did you mean .+\?$") as refused:
        tl.why(words)
    assert suggested in str(refused.value)


def test_changed_numbers_are_told_and_marked() -> None:
    answer = tl.why("OV-P4", rules={"kid_capped": 5})
    assert "Changed: a capped Kid, all in all: here 5 instead of 4" in repr(answer)
    assert "Kid on A2: 4 (here: 5)" in repr(answer)
    assert "here 5 instead of 4" in answer._repr_html_()
    assert "Changed" not in repr(tl.why("OV-P4"))


def test_a_match_brings_its_own_numbers() -> None:
    match = tl.new_match("cabaret", 3, rules={"mimes_each": 4})
    assert "here 4 instead of 3" in repr(tl.why("CB-S1", match))
    assert "Changed" not in repr(tl.why("CB-T1", match))


def test_a_number_that_does_not_exist_is_told() -> None:
    with pytest.raises(OptionError, match="there is no rule number 'kid_caped'; did you mean 'kid_capped'"):
        tl.why("OV-P4", rules={"kid_caped": 5})
    with pytest.raises(BadInput, match="there is no rule 'OV-P4'"):
        tl.why("OV-P4", tl.new_match("cabaret", 3))
