"""Every game's rule book holds exactly the clauses of its rules, each in plain words."""

from __future__ import annotations

import re

import pytest

from theatre_lab.core.clauses import Clause, Clauses
from theatre_lab.core.errors import BadInput
from theatre_lab.games import game_names, get_game

# The groups of clauses of each rule book, and the numbers in each group.
GROUPS = {
    "overture": ("OV", "S1-3 T1-4 L1-3 G1-3 P1-8 X1-4 H1-6 E1-2"),
    "cabaret": ("CB", "C1-2 S1-3 T1-8 E1-4"),
    "the-theatre": ("TT", "C1-3 S1-1 A1-3 W1-1 R1-5 B1-6 D1-4 F1-5"),
    "the-theatre-draft": ("TT", "C1-3 S1-1 A1-3 W1-1 R1-5 B1-6 D1-4 F1-5"),
    "mythic-circus": ("MC", "S1-3 P0-1 F1-4 W1-3 H1-1 E1-2 A1-12"),
}


def clause_ids(name: str) -> set[str]:
    prefix, groups = GROUPS[name]
    spans = (re.fullmatch(r"([A-Z])(\d+)-(\d+)", group) for group in groups.split())
    return {f"{prefix}-{m[1]}{n}" for m in spans if m for n in range(int(m[2]), int(m[3]) + 1)}


@pytest.mark.parametrize("name", game_names())
def test_the_rule_book_is_whole(name: str) -> None:
    if name in GROUPS:
        assert set(get_game(name).clauses) == clause_ids(name)
    assert len(get_game(name).clauses) > 0


@pytest.mark.parametrize("name", game_names())
def test_every_clause_is_titled_and_worded_for_people(name: str) -> None:
    for clause_id, clause in get_game(name).clauses.items():
        assert clause.id == clause_id
        assert re.fullmatch(r"[A-Z]{2}-[A-Z]+\d+", clause_id)
        assert 2 <= len(clause.title) <= 60
        assert clause.title[0].isupper() or clause.title[0].isdigit()
        assert clause.text[-1] in '.!?"”'
        assert 20 <= len(clause.text) <= 1200


def test_a_clause_cannot_be_listed_twice() -> None:
    clause = Clause("OV-P1", "Patron", "A Patron is worth 3.")
    with pytest.raises(BadInput, match="OV-P1 is listed twice"):
        Clauses([clause, clause])
