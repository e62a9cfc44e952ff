"""Overture's scoring on boards of any kind: what holds whatever is seated where."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theatre_lab.core.game import total
from theatre_lab.games.overture import OVERTURE, board_state, scoring
from theatre_lab.games.overture.cards import CARDS, TRAITS, TYPES, card_name
from theatre_lab.games.overture.theatres import THEATRE_IDS, THEATRES, Theatre

Board = dict[str, str]
cards = st.integers(5, CARDS - 1).map(card_name)


@st.composite
def houses(draw: st.DrawFn) -> tuple[Theatre, Board]:
    theatre = draw(st.sampled_from(THEATRES))
    return theatre, draw(st.dictionaries(st.sampled_from(theatre.seats), cards, max_size=16))


def score(theatre: Theatre, board: Board, **rules: int) -> int:
    return OVERTURE.scores(board_state(theatre.id, board, rules))[0]


def mirrored(theatre: Theatre, board: Board) -> Board:
    width = len(theatre.plan[0])
    return {f"{seat[0]}{width + 1 - int(seat[1:])}": card for seat, card in board.items()}


@settings(max_examples=150, deadline=None)
@given(houses())
def test_parts_add_up_and_cite_their_clauses(house: tuple[Theatre, Board]) -> None:
    theatre, board = house
    s = board_state(theatre.id, board)
    parts = OVERTURE.breakdown(s, 0)
    assert total(parts) == score(theatre, board)
    for seat, name in enumerate(theatre.seats):
        mine = [part for part in parts if part.who == name and not part.rule.startswith("OV-H")]
        assert total(mine) == scoring.seat_points(s, s.board[0], seat)
        assert bool(mine) <= (name in board)
    assert all(part.points and part.text and part.rule in OVERTURE.clauses for part in parts)


@settings(max_examples=100, deadline=None)
@given(houses(), st.randoms())
def test_the_order_of_seating_does_not_matter(house: tuple[Theatre, Board], random: Any) -> None:
    theatre, board = house
    shuffled = list(board.items())
    random.shuffle(shuffled)
    assert score(theatre, dict(shuffled)) == score(theatre, board)


@settings(max_examples=150, deadline=None)
@given(houses())
def test_a_symmetrical_theatre_may_be_mirrored(house: tuple[Theatre, Board]) -> None:
    theatre, board = house
    if theatre.id == "amphitheater":
        assert any(row != row[::-1] for row in theatre.plan)
    else:
        assert score(theatre, mirrored(theatre, board)) == score(theatre, board)


@settings(max_examples=150, deadline=None)
@given(houses(), st.sampled_from(range(1, len(TYPES))), st.data())
def test_a_trait_helps_or_harms_as_its_name_says(house: tuple[Theatre, Board], kind: int, data: st.DataObject) -> None:
    theatre, board = house
    seat = data.draw(st.sampled_from(theatre.seats))
    plain = score(theatre, {**board, seat: TYPES[kind]})
    tall, _, spectacles, noisy = (score(theatre, {**board, seat: f"{trait} {TYPES[kind]}"}) for trait in TRAITS[1:])
    assert tall <= plain
    assert spectacles >= plain
    assert noisy <= plain
    neighbours = [name for name in theatre.neighbours[seat] if name in board]
    assert (noisy == plain) == (not neighbours)


@settings(max_examples=150, deadline=None)
@given(houses(), st.data())
def test_a_patron_apart_from_all_others_adds_exactly_3(house: tuple[Theatre, Board], data: st.DataObject) -> None:
    theatre, board = house
    seat = data.draw(st.sampled_from(theatre.seats))
    lonely = {name: card for name, card in board.items() if name not in (seat, *theatre.neighbours[seat])}
    gain = score(theatre, {**lonely, seat: "Patron"}) - score(theatre, lonely)
    if theatre.house_rule in ("panorama", "full-tables"):
        assert gain >= 3
    elif theatre.house_rule == "royal-approval":
        assert gain == (3 if lonely else 6)
    else:
        assert gain == 3


@settings(max_examples=100, deadline=None)
@given(houses())
def test_without_house_rules_a_house_is_the_sum_of_its_separate_parts(house: tuple[Theatre, Board]) -> None:
    """Rows that no neighbourhood joins score alone what they score together."""
    theatre, board = house
    off = dict.fromkeys(("intimate", "royal", "wandering", "panorama", "full_table"), 0)
    groups: list[set[str]] = []
    for seat in theatre.seats:
        joined = [g for g in groups if g & set(theatre.neighbours[seat])]
        groups = [g for g in groups if g not in joined] + [{seat}.union(*joined)]
    alone = sum(score(theatre, {s: c for s, c in board.items() if s in group}, **off) for group in groups)
    assert alone == score(theatre, board, **off)


@pytest.mark.parametrize("number", OVERTURE.rule_numbers, ids=lambda n: n.key)
def test_every_rule_number_counts_on_some_board(number: Any) -> None:
    full: dict[str, list[Board]] = {}
    for theatre in THEATRES:
        names = [card_name(card) for card in range(5, CARDS)]
        boards = [{seat: names[(i * 7 + k) % len(names)] for i, seat in enumerate(theatre.seats)} for k in range(9)]
        boards += [dict.fromkeys(theatre.seats, kind) for kind in ("Lovebirds", "Critic", "Patron", "Short Patron")]
        boards.append({seat: ("Teacher", "Kid", "Teacher")[i % 3] for i, seat in enumerate(theatre.seats)})
        boards.append({theatre.seats[0]: "Short Patron"})
        full[theatre.id] = boards
    changed = [
        theatre_id
        for theatre_id, boards in full.items()
        for board in boards
        if score(THEATRES[THEATRE_IDS.index(theatre_id)], board, **{number.key: number.high})
        != score(THEATRES[THEATRE_IDS.index(theatre_id)], board)
    ]
    assert changed
    only = {"intimate": 1, "royal": 2, "wandering": 3, "panorama": 4, "full_table": 5}.get(number.key)
    if only is not None:
        assert set(changed) == {THEATRE_IDS[only]}
