"""Every table of The Dinner Playhouse counts when it is full, and only then (OV-H6)."""

from __future__ import annotations

import pytest

from theatre_lab.games.overture.boards import answer_board
from theatre_lab.games.overture.rules import State
from theatre_lab.games.overture.scoring import board_points
from theatre_lab.games.overture.theatres import THEATRE_IDS, THEATRES

DINNER = THEATRE_IDS.index("dinner-playhouse")
TABLES = THEATRES[DINNER].tables


@pytest.mark.parametrize("table", TABLES, ids="".join)
def test_a_full_table_counts_in_parts_and_in_the_total(table: tuple[str, ...]) -> None:
    full = answer_board({"theatre": "dinner-playhouse", "seats": dict.fromkeys(table, "Patron")})
    short = answer_board({"theatre": "dinner-playhouse", "seats": dict.fromkeys(table[1:], "Patron")})
    assert (full["house_bonus"], short["house_bonus"]) == (3, 0)
    assert full["total"] == sum(full["seat_vp"].values()) + 3


@pytest.mark.parametrize("table", TABLES, ids="".join)
def test_the_rules_that_are_played_count_it_too(table: tuple[str, ...]) -> None:
    from theatre_lab.games import get_game

    game = get_game("overture")
    s = game.new_state(2, {"theatre": "dinner-playhouse"}, game.check_rules(None))
    assert isinstance(s, State)
    seats = [THEATRES[DINNER].seats.index(seat) for seat in table]
    for seat in seats[1:]:
        s.board[0][seat] = 5
    before = board_points(s, s.board[0])
    s.board[0][seats[0]] = 5
    assert board_points(s, s.board[0]) == before + 3 + 3
