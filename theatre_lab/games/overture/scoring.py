"""What a house is worth: one small function a clause, over a board (a card, or 0, a seat).

Every function takes the state `s` for its theatre and rule numbers. Points of several reasons are
summed in `seat_points`; `breakdown.py` makes the parts for people from the same functions.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.games.overture.theatres import (
    FRONT_NEIGHBOURS,
    HAS_TABLES,
    HOUSE,
    IS_AISLE,
    IS_BACK,
    IS_FRONT,
    NEIGHBOURS,
    NOWHERE,
    ROW,
    SEATS,
    STEPS,
    TABLE,
)

PATRON, VIP, LOVEBIRDS, KID, TEACHER, CRITIC, FRIENDS = 1, 2, 3, 4, 5, 6, 7
TALL, SHORT, BESPECTACLED, NOISY = 1, 2, 3, 4
LEFT, RIGHT, TO_STAGE, AWAY = 0, 1, 2, 3
NO_RULE, INTIMATE_VENUE, ROYAL_APPROVAL, WANDERING_CRITICS, PANORAMA, FULL_TABLES = 0, 1, 2, 3, 4, 5
ROWS = 5
TABLES = 6

R_PATRON, R_VIP, R_VIP_FRONT, R_VIP_KID, R_VIP_NOISY, R_LOVEBIRDS, R_PAIR, R_PAIR_BACK = 0, 1, 2, 3, 4, 5, 6, 7
R_KID, R_KID_CAPPED, R_TEACHER, R_TEACHER_KID, R_CRITIC, R_CRITIC_AISLE, R_FRIENDS, R_FRIENDS_FRIEND = (
    8,
    9,
    10,
    11,
    12,
    13,
    14,
    15,
)
R_TALL, R_SHORT_VIEW, R_SHORT_BLOCKED, R_SPECTACLES, R_NOISY = 16, 17, 18, 19, 20
R_INTIMATE, R_ROYAL, R_WANDERING, R_PANORAMA, R_FULL_TABLE = 21, 22, 23, 24, 25


# ------------------------------------------------------------------ what sits where


def count_noisy_neighbours(s: Any, board: Any, seat: Any) -> Any:
    """How many Noisy patrons neighbour the seat."""
    n = 0
    for other in NEIGHBOURS[s.theatre][seat]:
        if other == NOWHERE:
            break
        if board[other] % 5 == NOISY:
            n += 1
    return n


def count_neighbours_of(s: Any, board: Any, seat: Any, kind: Any) -> Any:
    """How many patrons of a type neighbour the seat."""
    n = 0
    for other in NEIGHBOURS[s.theatre][seat]:
        if other == NOWHERE:
            break
        if board[other] // 5 == kind:
            n += 1
    return n


def count_occupied_neighbours(s: Any, board: Any, seat: Any) -> Any:
    """How many neighbour seats are taken."""
    n = 0
    for other in NEIGHBOURS[s.theatre][seat]:
        if other == NOWHERE:
            break
        if board[other] > 0:
            n += 1
    return n


def count_tall_in_front(s: Any, board: Any, seat: Any) -> Any:
    """How many Tall patrons sit on the front neighbour seats."""
    n = 0
    for other in FRONT_NEIGHBOURS[s.theatre][seat]:
        if other == NOWHERE:
            break
        if board[other] % 5 == TALL:
            n += 1
    return n


def has_clear_view(s: Any, board: Any, seat: Any) -> Any:
    """Are all front neighbour seats empty, or are there none (OV-X2)?"""
    for other in FRONT_NEIGHBOURS[s.theatre][seat]:
        if other == NOWHERE:
            break
        if board[other] > 0:
            return False
    return True


# ------------------------------------------------------------------ pairs and caps


def is_paired(s: Any, board: Any, seat: Any) -> Any:
    """Do the Lovebirds on this seat have a partner, pairs being made along the row from the left (OV-P3)?"""
    return partner_of(s, board, seat) != NOWHERE


def partner_of(s: Any, board: Any, seat: Any) -> Any:
    """The seat of the partner of the Lovebirds on this seat, or NOWHERE (OV-P3)."""
    to_left = STEPS[s.theatre][LEFT]
    before = 0
    other = to_left[seat]
    while board[other] // 5 == LOVEBIRDS:
        before += 1
        other = to_left[other]
    if before % 2 == 1:
        return to_left[seat]
    other = STEPS[s.theatre][RIGHT][seat]
    if board[other] // 5 == LOVEBIRDS:
        return other
    return NOWHERE


def kids_to_teacher(s: Any, board: Any, seat: Any, way: Any) -> Any:
    """Walk over Kids from a seat: how many until a Teacher; -1 when no Teacher ends the line."""
    step = STEPS[s.theatre][way]
    kids = 0
    other = step[seat]
    while board[other] // 5 == KID:
        kids += 1
        other = step[other]
    if board[other] // 5 == TEACHER:
        return kids
    return -1


def is_capped_in_line(s: Any, board: Any, seat: Any) -> Any:
    """Is the Kid between two Teachers across or lengthwise (OV-P4)?"""
    if kids_to_teacher(s, board, seat, LEFT) >= 0 and kids_to_teacher(s, board, seat, RIGHT) >= 0:
        return True
    return kids_to_teacher(s, board, seat, TO_STAGE) >= 0 and kids_to_teacher(s, board, seat, AWAY) >= 0


def count_at_table(s: Any, board: Any, table: Any, kind: Any) -> Any:
    """How many of a type sit at the table; any patron when the type is 0."""
    n = 0
    for seat in range(SEATS[s.theatre]):
        if TABLE[s.theatre][seat] == table and board[seat] > 0 and (kind == 0 or board[seat] // 5 == kind):
            n += 1
    return n


def is_capped_at_table(s: Any, board: Any, seat: Any) -> Any:
    """Does a Teacher sit at the Kid's table (OV-P8)?"""
    return count_at_table(s, board, TABLE[s.theatre][seat], TEACHER) > 0


def is_capped(s: Any, board: Any, seat: Any) -> Any:
    """Is the Kid on this seat capped, by its theatre's rule (OV-P4, OV-P8)?"""
    if HAS_TABLES[s.theatre]:
        return is_capped_at_table(s, board, seat)
    return is_capped_in_line(s, board, seat)


def kids_capped_in_line(s: Any, board: Any, seat: Any, way: Any) -> Any:
    """How many Kids the Teacher on this seat caps in one direction (OV-P5)."""
    kids = kids_to_teacher(s, board, seat, way)
    if kids > 0:
        return kids
    return 0


def kids_capped(s: Any, board: Any, seat: Any) -> Any:
    """How many Kids the Teacher on this seat caps (OV-P5, OV-P8)."""
    if HAS_TABLES[s.theatre]:
        return count_at_table(s, board, TABLE[s.theatre][seat], KID)
    kids = 0
    for way in range(4):
        kids += kids_capped_in_line(s, board, seat, way)
    return kids


# ------------------------------------------------------------------ points, clause by clause


def base_points(s: Any, kind: Any) -> Any:
    """What a patron of the type is worth by itself (OV-P1 to OV-P7)."""
    rule = s.rule
    if kind == PATRON:
        return rule[R_PATRON]
    if kind == VIP:
        return rule[R_VIP]
    if kind == LOVEBIRDS:
        return rule[R_LOVEBIRDS]
    if kind == KID:
        return rule[R_KID]
    if kind == TEACHER:
        return rule[R_TEACHER]
    if kind == CRITIC:
        return rule[R_CRITIC]
    return rule[R_FRIENDS]


def vip_front_points(s: Any, seat: Any) -> Any:
    """A VIP on a front seat (OV-P2)."""
    return s.rule[R_VIP_FRONT] * IS_FRONT[s.theatre][seat]


def vip_neighbour_points(s: Any, other: Any) -> Any:
    """What one neighbour costs a VIP: as a Kid, and as a Noisy patron (OV-P2)."""
    points = 0
    if other // 5 == KID:
        points += s.rule[R_VIP_KID]
    if other % 5 == NOISY:
        points += s.rule[R_VIP_NOISY]
    return points


def pair_points(s: Any, board: Any, seat: Any) -> Any:
    """Lovebirds with a partner (OV-P3)."""
    return s.rule[R_PAIR] if is_paired(s, board, seat) else 0


def pair_back_points(s: Any, board: Any, seat: Any) -> Any:
    """Lovebirds with a partner on a back seat (OV-P3)."""
    return s.rule[R_PAIR_BACK] if IS_BACK[s.theatre][seat] and is_paired(s, board, seat) else 0


def capped_points(s: Any, board: Any, seat: Any) -> Any:
    """What capping adds to a Kid (OV-P4, OV-P8)."""
    return s.rule[R_KID_CAPPED] - s.rule[R_KID] if is_capped(s, board, seat) else 0


def critic_aisle_points(s: Any, board: Any, seat: Any) -> Any:
    """A Critic on an aisle seat with no Noisy neighbour (OV-P6)."""
    if IS_AISLE[s.theatre][seat] and count_noisy_neighbours(s, board, seat) == 0:
        return s.rule[R_CRITIC_AISLE]
    return 0


def type_points(s: Any, board: Any, seat: Any) -> Any:
    """All that the primary type of the patron on this seat earns (OV-P)."""
    kind = board[seat] // 5
    points = int(base_points(s, kind))
    if kind == VIP:
        points += vip_front_points(s, seat)
        for other in NEIGHBOURS[s.theatre][seat]:
            if other == NOWHERE:
                break
            points += vip_neighbour_points(s, board[other])
    elif kind == LOVEBIRDS:
        points += pair_points(s, board, seat) + pair_back_points(s, board, seat)
    elif kind == KID:
        points += capped_points(s, board, seat)
    elif kind == TEACHER:
        points += s.rule[R_TEACHER_KID] * kids_capped(s, board, seat)
    elif kind == CRITIC:
        points += critic_aisle_points(s, board, seat)
    elif kind == FRIENDS:
        points += s.rule[R_FRIENDS_FRIEND] * count_neighbours_of(s, board, seat, FRIENDS)
    return points


def view_points(s: Any, board: Any, seat: Any) -> Any:
    """What the patrons in front add or cost (OV-X1 for most, OV-X2 for a Short patron)."""
    if board[seat] % 5 != SHORT:
        return s.rule[R_TALL] * count_tall_in_front(s, board, seat)
    if count_tall_in_front(s, board, seat) > 0:
        return s.rule[R_SHORT_BLOCKED]
    if has_clear_view(s, board, seat):
        return s.rule[R_SHORT_VIEW]
    return 0


def spectacles_points(s: Any, board: Any, seat: Any) -> Any:
    """A Bespectacled patron anywhere but on a back seat (OV-X3)."""
    if board[seat] % 5 == BESPECTACLED and not IS_BACK[s.theatre][seat]:
        return s.rule[R_SPECTACLES]
    return 0


def noise_points(s: Any, other: Any) -> Any:
    """What one neighbour's noise costs (OV-X4)."""
    if other % 5 == NOISY:
        return s.rule[R_NOISY]
    return 0


def seat_points(s: Any, board: Any, seat: Any) -> Any:
    """All that the patron on this seat earns by type and traits, house rule aside (OV-P, OV-X); 0 when empty."""
    if board[seat] == 0:
        return 0
    points = type_points(s, board, seat) + view_points(s, board, seat) + spectacles_points(s, board, seat)
    for other in NEIGHBOURS[s.theatre][seat]:
        if other == NOWHERE:
            break
        points += noise_points(s, board[other])
    return points


# ------------------------------------------------------------------ house rules


def intimate_points(s: Any, board: Any, seat: Any) -> Any:
    """A patron with 3 or more occupied neighbour seats in The Blackbox (OV-H2)."""
    if board[seat] > 0 and count_occupied_neighbours(s, board, seat) >= 3:
        return s.rule[R_INTIMATE]
    return 0


def royal_seat(s: Any, board: Any) -> Any:
    """The seat of the best patron, of equals nearest the stage, then leftmost; NOWHERE if nobody sits (OV-H3)."""
    best = NOWHERE
    most = 0
    for seat in range(SEATS[s.theatre]):
        if board[seat] > 0:
            points = seat_points(s, board, seat)
            if best == NOWHERE or points > most:
                best = seat
                most = points
    return best


def critics_on_aisles(s: Any, board: Any) -> Any:
    """How many Critics sit on aisle seats."""
    n = 0
    for seat in range(SEATS[s.theatre]):
        if board[seat] // 5 == CRITIC and IS_AISLE[s.theatre][seat]:
            n += 1
    return n


def wandering_points(s: Any, board: Any, seat: Any) -> Any:
    """A Critic in The Promenade when 3 or more Critics sit on aisle seats (OV-H4)."""
    if board[seat] // 5 == CRITIC and critics_on_aisles(s, board) >= 3:
        return s.rule[R_WANDERING]
    return 0


def row_points(s: Any, board: Any, row: Any) -> Any:
    """A completely filled row of The Amphitheater (OV-H5)."""
    seats = 0
    for seat in range(SEATS[s.theatre]):
        if ROW[s.theatre][seat] == row:
            if board[seat] == 0:
                return 0
            seats += 1
    return s.rule[R_PANORAMA] if seats > 0 else 0


def table_points(s: Any, board: Any, table: Any) -> Any:
    """A table of The Dinner Playhouse with 4 patrons (OV-H6)."""
    return s.rule[R_FULL_TABLE] if count_at_table(s, board, table, 0) == 4 else 0


def house_points(s: Any, board: Any) -> Any:
    """All that the theatre's house rule adds (OV-H)."""
    house = HOUSE[s.theatre]
    points = 0
    if house == INTIMATE_VENUE:
        for seat in range(SEATS[s.theatre]):
            points += intimate_points(s, board, seat)
    elif house == ROYAL_APPROVAL:
        if royal_seat(s, board) != NOWHERE:
            points += s.rule[R_ROYAL]
    elif house == WANDERING_CRITICS:
        for seat in range(SEATS[s.theatre]):
            points += wandering_points(s, board, seat)
    elif house == PANORAMA:
        for row in range(ROWS):
            points += row_points(s, board, row)
    elif house == FULL_TABLES:
        for table in range(TABLES):
            points += table_points(s, board, table)
    return points


def board_points(s: Any, board: Any) -> Any:
    """A house's victory points."""
    points = house_points(s, board)
    for seat in range(SEATS[s.theatre]):
        if board[seat] > 0:
            points += seat_points(s, board, seat)
    return points


# ------------------------------------------------------------------ tie-breakers


def noisy_seated(s: Any, board: Any) -> Any:
    """How many Noisy patrons sit in the house (OV-E2)."""
    n = 0
    for seat in range(SEATS[s.theatre]):
        if board[seat] % 5 == NOISY:
            n += 1
    return n


def types_seated(s: Any, board: Any) -> Any:
    """How many different primary types sit in the house (OV-E2)."""
    n = 0
    for kind in range(PATRON, FRIENDS + 1):
        for seat in range(SEATS[s.theatre]):
            if board[seat] // 5 == kind:
                n += 1
                break
    return n
