"""Every point of a house as a `Part` with its clause, made from the same functions that score it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from theatre_lab.core.game import Part
from theatre_lab.games.overture import scoring
from theatre_lab.games.overture.cards import TRAITS, TYPES, card_name
from theatre_lab.games.overture.scoring import (
    CRITIC,
    FRIENDS,
    FULL_TABLES,
    INTIMATE_VENUE,
    KID,
    LOVEBIRDS,
    NOISY,
    PANORAMA,
    ROYAL_APPROVAL,
    SHORT,
    TALL,
    TEACHER,
    VIP,
    WANDERING_CRITICS,
)
from theatre_lab.games.overture.theatres import FRONT_NEIGHBOURS, HAS_TABLES, HOUSE, NEIGHBOURS, NOWHERE, THEATRES

__all__ = ["HOUSE_CLAUSES", "house_parts", "seat_parts"]

_TYPE_CLAUSE = ("", "OV-P1", "OV-P2", "OV-P3", "OV-P4", "OV-P5", "OV-P6", "OV-P7")
HOUSE_CLAUSES = ("OV-H1", "OV-H2", "OV-H3", "OV-H4", "OV-H5", "OV-H6")
"""The clause of each house rule, in the order of `HOUSE_RULES`."""

Reason = tuple[str, int, str]


def _neighbours(s: Any, board: Any, seat: int) -> Iterator[tuple[str, int]]:
    for other in NEIGHBOURS[s.theatre][seat]:
        if other != NOWHERE and board[other]:
            yield THEATRES[s.theatre].seats[other], board[other]


def _vip(s: Any, board: Any, seat: int) -> Iterator[Reason]:
    yield "OV-P2", scoring.vip_front_points(s, seat), "a front seat"
    for name, other in _neighbours(s, board, seat):
        without_noise, without_kid = other - other % 5, NOISY if other % 5 == NOISY else 0
        yield "OV-P2", scoring.vip_neighbour_points(s, without_noise), f"next to the Kid on {name}"
        yield "OV-P2", scoring.vip_neighbour_points(s, without_kid), f"next to the Noisy {TYPES[other // 5]} on {name}"


def _lovebirds(s: Any, board: Any, seat: int) -> Iterator[Reason]:
    partner = scoring.partner_of(s, board, seat)
    if partner != NOWHERE:
        name = THEATRES[s.theatre].seats[partner]
        yield "OV-P3", scoring.pair_points(s, board, seat), f"paired with the Lovebirds on {name}"
        yield "OV-P3", scoring.pair_back_points(s, board, seat), "paired on a back seat"


def _kid(s: Any, board: Any, seat: int) -> Iterator[Reason]:
    if HAS_TABLES[s.theatre]:
        yield "OV-P8", scoring.capped_points(s, board, seat), "capped: a Teacher at the table"
    else:
        yield "OV-P4", scoring.capped_points(s, board, seat), "capped: Teachers at both ends"


def _teacher(s: Any, board: Any, seat: int) -> Iterator[Reason]:
    kids = scoring.kids_capped(s, board, seat)
    points = s.rule[scoring.R_TEACHER_KID] * kids
    clause, where = ("OV-P8", "at the table") if HAS_TABLES[s.theatre] else ("OV-P5", "capped")
    yield clause, points, f"{kids} Kid{'s' if kids != 1 else ''} {where}"


def _critic(s: Any, board: Any, seat: int) -> Iterator[Reason]:
    yield "OV-P6", scoring.critic_aisle_points(s, board, seat), "an aisle seat in peace"


def _friends(s: Any, board: Any, seat: int) -> Iterator[Reason]:
    for name, other in _neighbours(s, board, seat):
        if other // 5 == FRIENDS:
            yield "OV-P7", s.rule[scoring.R_FRIENDS_FRIEND], f"Friends next door on {name}"


_BONUSES = {VIP: _vip, LOVEBIRDS: _lovebirds, KID: _kid, TEACHER: _teacher, CRITIC: _critic, FRIENDS: _friends}


def _view(s: Any, board: Any, seat: int) -> Iterator[Reason]:
    if board[seat] % 5 == SHORT:
        points = scoring.view_points(s, board, seat)
        blocked = scoring.count_tall_in_front(s, board, seat) > 0
        yield "OV-X2", points, "Short: a Tall patron in front" if blocked else "Short: nobody in front"
        return
    for other in FRONT_NEIGHBOURS[s.theatre][seat]:
        if board[other] % 5 == TALL:
            yield (
                "OV-X1",
                s.rule[scoring.R_TALL],
                f"behind the Tall {TYPES[board[other] // 5]} on {THEATRES[s.theatre].seats[other]}",
            )


def _noise(s: Any, board: Any, seat: int) -> Iterator[Reason]:
    for name, other in _neighbours(s, board, seat):
        yield "OV-X4", scoring.noise_points(s, other), f"noise from {TRAITS[other % 5]} {TYPES[other // 5]} on {name}"


def _reasons(s: Any, board: Any, seat: int) -> Iterator[Reason]:
    kind = board[seat] // 5
    yield _TYPE_CLAUSE[kind], scoring.base_points(s, kind), f"{TYPES[kind]}, wherever seated"
    if kind in _BONUSES:
        yield from _BONUSES[kind](s, board, seat)
    yield from _view(s, board, seat)
    yield "OV-X3", scoring.spectacles_points(s, board, seat), "Bespectacled, not on a back seat"
    yield from _noise(s, board, seat)


def seat_parts(s: Any, board: Any, seat: int) -> list[Part]:
    """The parts of one seat, house rule aside; none when it is empty. They add up to `scoring.seat_points`.

    >>> from theatre_lab.games.overture import OVERTURE, board_state
    >>> s = board_state("grand-empress", {"A3": "Bespectacled VIP"})
    >>> [(part.rule, part.points) for part in seat_parts(s, s.board[0], 2)]
    [('OV-P2', 3), ('OV-P2', 2), ('OV-X3', 2)]
    """
    if not board[seat]:
        return []
    name = THEATRES[s.theatre].seats[seat]
    return [Part(name, rule, points, text) for rule, points, text in _reasons(s, board, seat) if points]


def _house_reasons(s: Any, board: Any) -> Iterator[tuple[str, int, str]]:
    theatre = THEATRES[s.theatre]
    house = HOUSE[s.theatre]
    for seat, name in enumerate(theatre.seats):
        if house == INTIMATE_VENUE:
            yield name, scoring.intimate_points(s, board, seat), "three or more neighbours"
        elif house == WANDERING_CRITICS:
            yield name, scoring.wandering_points(s, board, seat), "a Critic among three or more on aisles"
        elif house == ROYAL_APPROVAL and seat == scoring.royal_seat(s, board):
            yield name, s.rule[scoring.R_ROYAL], f"the best patron of the house: {card_name(board[seat])}"
    if house == PANORAMA:
        for row in range(scoring.ROWS):
            yield f"row {chr(65 + row)}", scoring.row_points(s, board, row), "a full row"
    elif house == FULL_TABLES:
        for table, seats in enumerate(theatre.tables):
            yield f"table {seats[0]}-{seats[-1]}", scoring.table_points(s, board, table), "a full table"


def house_parts(s: Any, board: Any) -> list[Part]:
    """The parts of the theatre's house rule; they add up to `scoring.house_points`.

    >>> from theatre_lab.games.overture import board_state
    >>> s = board_state("opera-house", {"A1": "VIP", "A2": "Critic"})
    >>> house_parts(s, s.board[0])
    [Part(who='A1', rule='OV-H3', points=3, text='the best patron of the house: VIP')]
    """
    clause = HOUSE_CLAUSES[HOUSE[s.theatre]]
    return [Part(who, clause, points, text) for who, points, text in _house_reasons(s, board) if points]
