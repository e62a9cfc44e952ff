"""Two players made of rules alone: one takes what gains most at once, one also weighs what a seat may become.

Compilable like the rules. `policy_action` is what playouts use, `candidates` what a search looks at, `greedy_action`
what the greedy bot plays. Values are in twelve-hundredths of a point: a gain of one point counts 1200, and a weight
of 100 counts as much as a point while all twelve rounds are ahead, and less and less until the last.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.stream import below
from theatre_lab.games.overture.rules import (
    CARD_NUMBERS,
    DISCARD,
    DISCARDING,
    DRAW_DECK,
    DRAW_LOBBY,
    DRAWING,
    HAND,
    ROUNDS,
    SEAT,
    SEAT_WIDTH,
    hand_limit,
    legal_actions,
)
from theatre_lab.games.overture.scoring import (
    AWAY,
    CRITIC,
    FRIENDS,
    FULL_TABLES,
    INTIMATE_VENUE,
    KID,
    LEFT,
    LOVEBIRDS,
    NO_RULE,
    NOISY,
    PANORAMA,
    R_ROYAL,
    RIGHT,
    ROYAL_APPROVAL,
    SHORT,
    TALL,
    TEACHER,
    VIP,
    WANDERING_CRITICS,
    count_at_table,
    count_occupied_neighbours,
    intimate_points,
    is_paired,
    row_points,
    seat_points,
    table_points,
    wandering_points,
)
from theatre_lab.games.overture.theatres import (
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
from theatre_lab.games.overture.weights import GREEDY, WEIGHTS

POINT = 1200
UNLIKELY = -1000000
WIDTH = 8
"""How many seatings a search looks at."""

W_NOISY, W_TALL, W_SHORT, W_VIP, W_FRIENDS, W_PAIR, W_PAIR_BACK = 0, 1, 2, 3, 4, 5, 6
W_KID_HALF, W_KID_OPEN, W_TEACHER_KIDS, W_TEACHER_OPEN, W_TEACHER_TABLE, W_KID_TABLE = 7, 8, 9, 10, 11, 12
W_AISLE, W_FRONT, W_BACK, W_FRIENDS_SEAT, W_PAIR_SEAT, W_CAP_SEAT, W_HOUSE = 13, 14, 15, 16, 17, 18, 19
W_KIND = 20
W_DECK, W_DECK_EARLY, W_KEEP_LOVEBIRDS = 28, 29, 30


def _touches(card: int, other: int) -> int:
    """Can seating the card change what a neighbour earns by type and traits?"""
    kinds = (card // 5, other // 5)
    if other == 0:
        return 0
    if card % 5 in (NOISY, TALL) or other % 5 == SHORT:
        return 1
    return int(
        kinds in ((KID, VIP), (KID, KID), (KID, TEACHER), (TEACHER, KID), (FRIENDS, FRIENDS), (LOVEBIRDS, LOVEBIRDS))
    )


TOUCHES = tuple(tuple(_touches(card, other) for other in range(CARD_NUMBERS)) for card in range(CARD_NUMBERS))


# ------------------------------------------------------------------ what a seating gains at once


def gain_of_seat(s: Any, board: Any, card: Any, seat: Any, other: Any) -> Any:
    """What the patron on the seat `other` gains when the card takes `seat` (which is empty)."""
    before = int(seat_points(s, board, other)) if other != seat else 0
    board[seat] = card
    after = int(seat_points(s, board, other))
    board[seat] = 0
    return after - before


def gain_along(s: Any, board: Any, card: Any, seat: Any, way: Any) -> Any:
    """What a line of Lovebirds, or of Kids with a Teacher at its end, gains beyond the neighbour seat."""
    step = STEPS[s.theatre][way]
    link = LOVEBIRDS if card // 5 == LOVEBIRDS else KID
    other = step[seat]
    if board[other] // 5 != link:
        return 0
    points = 0
    other = step[other]
    while board[other] // 5 == link:
        points += gain_of_seat(s, board, card, seat, other)
        other = step[other]
    if link == KID and board[other] // 5 == TEACHER:
        points += gain_of_seat(s, board, card, seat, other)
    return points


def is_neighbour(s: Any, seat: Any, other: Any) -> Any:
    """Do the two seats neighbour each other?"""
    for near in NEIGHBOURS[s.theatre][seat]:
        if near == other:
            return True
    return False


def gain_at_table(s: Any, board: Any, card: Any, seat: Any) -> Any:
    """What the others at the table gain who are no neighbours of the seat."""
    points = 0
    for other in range(SEATS[s.theatre]):
        is_there = TABLE[s.theatre][other] == TABLE[s.theatre][seat] and board[other] > 0
        if is_there and other != seat and not is_neighbour(s, seat, other):
            points += gain_of_seat(s, board, card, seat, other)
    return points


def gain_afar(s: Any, board: Any, card: Any, seat: Any) -> Any:
    """What patrons gain who are no neighbours of the seat, house rule aside."""
    kind = card // 5
    if kind == LOVEBIRDS:
        return gain_along(s, board, card, seat, LEFT) + gain_along(s, board, card, seat, RIGHT)
    if kind != KID and kind != TEACHER:
        return 0
    if HAS_TABLES[s.theatre]:
        return gain_at_table(s, board, card, seat)
    points = 0
    for way in range(AWAY + 1):
        points += gain_along(s, board, card, seat, way)
    return points


def wandering_total(s: Any, board: Any) -> Any:
    """What all Critics of The Promenade earn by its house rule."""
    critics = 0
    last = NOWHERE
    for seat in range(SEATS[s.theatre]):
        if board[seat] // 5 == CRITIC:
            critics += 1
            last = seat
    return critics * wandering_points(s, board, last)


def near_house_points(s: Any, board: Any, seat: Any) -> Any:
    """The part of the house rule's points that can change when somebody takes the seat."""
    house = HOUSE[s.theatre]
    points = 0
    if house == INTIMATE_VENUE:
        points += intimate_points(s, board, seat)
        for other in NEIGHBOURS[s.theatre][seat]:
            if other == NOWHERE:
                break
            points += intimate_points(s, board, other)
    elif house == ROYAL_APPROVAL:
        points += s.rule[R_ROYAL]
        for other in range(SEATS[s.theatre]):
            if board[other] > 0:
                return points
        points -= s.rule[R_ROYAL]
    elif house == WANDERING_CRITICS:
        points += wandering_total(s, board)
    elif house == PANORAMA:
        points += row_points(s, board, ROW[s.theatre][seat])
    elif house == FULL_TABLES:
        points += table_points(s, board, TABLE[s.theatre][seat])
    return points


def house_gain(s: Any, board: Any, card: Any, seat: Any) -> Any:
    """What the house rule adds when the card takes the seat."""
    house = HOUSE[s.theatre]
    if house == NO_RULE or (house == WANDERING_CRITICS and card // 5 != CRITIC):
        return 0
    before = int(near_house_points(s, board, seat))
    board[seat] = card
    after = int(near_house_points(s, board, seat))
    board[seat] = 0
    return after - before


def seating_gain(s: Any, board: Any, card: Any, seat: Any) -> Any:
    """What the whole house gains when the card takes this empty seat: exact, from the patrons it can touch."""
    points = gain_of_seat(s, board, card, seat, seat)
    for other in NEIGHBOURS[s.theatre][seat]:
        if other == NOWHERE:
            break
        if TOUCHES[card][board[other]]:
            points += gain_of_seat(s, board, card, seat, other)
    return points + gain_afar(s, board, card, seat) + house_gain(s, board, card, seat)


# ------------------------------------------------------------------ what a seat may become


def prospects_around(s: Any, board: Any, w: Any, card: Any, seat: Any) -> Any:
    """What empty seats and Friends next to the seat promise or threaten."""
    row = ROW[s.theatre][seat]
    empty = 0
    before = 0
    behind = 0
    friends = 0
    for other in NEIGHBOURS[s.theatre][seat]:
        if other == NOWHERE:
            break
        if board[other] == 0:
            empty += 1
            if ROW[s.theatre][other] > row:
                behind += 1
            elif ROW[s.theatre][other] < row:
                before += 1
        elif board[other] // 5 == FRIENDS:
            friends += 1
    kind = card // 5
    trait = card % 5
    value = 0
    if trait == NOISY:
        value += w[W_NOISY] * empty
    elif trait == TALL:
        value += w[W_TALL] * behind
    elif trait == SHORT:
        value += w[W_SHORT] * before
    if kind == VIP:
        value += w[W_VIP] * empty
    if kind == FRIENDS:
        value += w[W_FRIENDS] * empty
    else:
        value += w[W_FRIENDS_SEAT] * friends
    return value


def is_free(board: Any, seat: Any) -> Any:
    """Is this a real seat, and empty?"""
    return seat != NOWHERE and board[seat] == 0


def prospects_of_pairs(s: Any, board: Any, w: Any, card: Any, seat: Any) -> Any:
    """Lovebirds that may still find a partner; others that take the seat of one."""
    to_left = STEPS[s.theatre][LEFT][seat]
    to_right = STEPS[s.theatre][RIGHT][seat]
    if card // 5 == LOVEBIRDS:
        if board[to_left] // 5 == LOVEBIRDS or board[to_right] // 5 == LOVEBIRDS:
            return 0
        if not is_free(board, to_left) and not is_free(board, to_right):
            return 0
        return w[W_PAIR_BACK] if IS_BACK[s.theatre][seat] else w[W_PAIR]
    value = 0
    if board[to_left] // 5 == LOVEBIRDS and not is_paired(s, board, to_left):
        value += w[W_PAIR_SEAT] * (1 + IS_BACK[s.theatre][to_left])
    if board[to_right] // 5 == LOVEBIRDS and not is_paired(s, board, to_right):
        value += w[W_PAIR_SEAT] * (1 + IS_BACK[s.theatre][to_right])
    return value


def end_of_kids(s: Any, board: Any, seat: Any, way: Any) -> Any:
    """The first seat that way that holds no Kid."""
    step = STEPS[s.theatre][way]
    other = step[seat]
    while board[other] // 5 == KID:
        other = step[other]
    return other


def is_half_capped(board: Any, one: Any, other: Any) -> Any:
    """Does a Teacher sit at the one end, and is the other free?"""
    return board[one] // 5 == TEACHER and is_free(board, other)


def prospects_of_kid(s: Any, board: Any, w: Any, seat: Any) -> Any:
    """A Kid that Teachers may still cap, across and lengthwise."""
    value = 0
    for way in range(0, AWAY + 1, 2):
        one = end_of_kids(s, board, seat, way)
        other = end_of_kids(s, board, seat, way + 1)
        if is_free(board, one) and is_free(board, other):
            value += w[W_KID_OPEN]
        elif is_half_capped(board, one, other) or is_half_capped(board, other, one):
            value += w[W_KID_HALF]
    return value


def count_kids(s: Any, board: Any, seat: Any, way: Any) -> Any:
    """How many Kids sit in a line that way."""
    step = STEPS[s.theatre][way]
    kids = 0
    other = step[seat]
    while board[other] // 5 == KID:
        kids += 1
        other = step[other]
    return kids


def prospects_of_caps(s: Any, board: Any, w: Any, card: Any, seat: Any) -> Any:
    """A Teacher with Kids or room for them beside; others that block a Teacher's line of Kids."""
    value = 0
    for way in range(AWAY + 1):
        near = STEPS[s.theatre][way][seat]
        if card // 5 == TEACHER:
            if is_free(board, near):
                value += w[W_TEACHER_OPEN]
            elif board[near] // 5 == KID and is_free(board, end_of_kids(s, board, seat, way)):
                value += w[W_TEACHER_KIDS] * count_kids(s, board, seat, way)
        elif board[near] // 5 == KID and board[end_of_kids(s, board, seat, way)] // 5 == TEACHER:
            value += w[W_CAP_SEAT] * count_kids(s, board, seat, way)
    return value


def prospects_of_table(s: Any, board: Any, w: Any, card: Any, seat: Any) -> Any:
    """A Kid or a Teacher at a table with empty seats (OV-P8)."""
    kind = card // 5
    if kind != KID and kind != TEACHER:
        return 0
    table = TABLE[s.theatre][seat]
    empty = -1
    for other in range(SEATS[s.theatre]):
        if TABLE[s.theatre][other] == table and board[other] == 0:
            empty += 1
    if kind == TEACHER:
        return w[W_TEACHER_TABLE] * empty
    return 0 if count_at_table(s, board, table, TEACHER) > 0 else w[W_KID_TABLE] * empty


def cost_of_seat(s: Any, w: Any, kind: Any, seat: Any) -> Any:
    """What it costs to seat somebody where others would be better placed."""
    value = 0
    if kind != CRITIC:
        value += w[W_AISLE] * IS_AISLE[s.theatre][seat]
    if kind != VIP:
        value += w[W_FRONT] * IS_FRONT[s.theatre][seat]
    if kind != LOVEBIRDS:
        value += w[W_BACK] * IS_BACK[s.theatre][seat]
    return value


def count_empty_in_row(s: Any, board: Any, row: Any) -> Any:
    """How many seats of the row are empty."""
    empty = 0
    for seat in range(SEATS[s.theatre]):
        if ROW[s.theatre][seat] == row and board[seat] == 0:
            empty += 1
    return empty


def prospects_of_house(s: Any, board: Any, kind: Any, seat: Any) -> Any:
    """How far the seat helps towards the house rule, in units of its weight."""
    house = HOUSE[s.theatre]
    if house == INTIMATE_VENUE:
        return count_occupied_neighbours(s, board, seat)
    if house == WANDERING_CRITICS:
        return IS_AISLE[s.theatre][seat] if kind == CRITIC else 0
    if house == PANORAMA:
        return 6 - count_empty_in_row(s, board, ROW[s.theatre][seat])
    if house == FULL_TABLES:
        return count_at_table(s, board, TABLE[s.theatre][seat], 0)
    return 0


def prospects(s: Any, board: Any, w: Any, card: Any, seat: Any) -> Any:
    """All that the card on this empty seat may lead to, by the weights `w`."""
    kind = card // 5
    value = w[W_KIND + kind] + cost_of_seat(s, w, kind, seat)
    value += prospects_around(s, board, w, card, seat) + prospects_of_pairs(s, board, w, card, seat)
    if HAS_TABLES[s.theatre]:
        value += prospects_of_table(s, board, w, card, seat)
    elif kind == KID:
        value += prospects_of_kid(s, board, w, seat)
    else:
        value += prospects_of_caps(s, board, w, card, seat)
    return value + w[W_HOUSE] * prospects_of_house(s, board, kind, seat)


# ------------------------------------------------------------------ values of actions


def seating_value(s: Any, w: Any, card: Any, seat: Any, ahead: Any) -> Any:
    """The worth of the mover's card on an empty seat with so many rounds ahead after it."""
    board = s.board[s.player]
    return POINT * seating_gain(s, board, card, seat) + ahead * prospects(s, board, w, card, seat)


def best_value(s: Any, w: Any, card: Any, ahead: Any) -> Any:
    """The worth of the card on the best empty seat of the mover's house."""
    best = UNLIKELY
    for seat in range(SEATS[s.theatre]):
        if s.board[s.player][seat] == 0:
            value = seating_value(s, w, card, seat, ahead)
            if value > best:
                best = value
    return best


def deck_value(s: Any, w: Any, ahead: Any) -> Any:
    """What a blind draw is worth; a first of two draws is blind, since the lobby can wait."""
    if s.held[s.player] < hand_limit(s) - 1:
        return -UNLIKELY
    return 12 * (w[W_DECK] + w[W_DECK_EARLY] * ahead)


def draw_value(s: Any, w: Any, action: Any) -> Any:
    """What a draw promises."""
    ahead = ROUNDS - 1 - int(s.turn)
    if action == DRAW_DECK:
        return deck_value(s, w, ahead)
    return best_value(s, w, int(s.lobby[action - DRAW_LOBBY]), ahead)


def keep_value(s: Any, w: Any, card: Any) -> Any:
    """What it is worth to have the card next round."""
    value = best_value(s, w, card, max(ROUNDS - 2 - int(s.turn), 0))
    return value + w[W_KEEP_LOVEBIRDS] if card // 5 == LOVEBIRDS else value


def action_value(s: Any, w: Any, action: Any) -> Any:
    """What an action promises, by the weights `w`."""
    if s.phase == DRAWING:
        return draw_value(s, w, action)
    if s.phase == DISCARDING:
        return -keep_value(s, w, action - DISCARD)
    place = action - SEAT
    return seating_value(s, w, place // SEAT_WIDTH, place % SEAT_WIDTH, ROUNDS - 1 - int(s.turn))


def weighted_action(s: Any, w: Any, out: Any, rng: Any) -> Any:
    """The action that promises most by the weights `w`, by lot among equals."""
    n = legal_actions(s, out)
    if n == 1:
        return int(out[0])
    if s.phase == DRAWING and s.held[s.player] < hand_limit(s) - 1 and out[0] == DRAW_DECK:
        return DRAW_DECK
    best = 2 * UNLIKELY
    choice = 0
    ties = 0
    for k in range(n):
        value = action_value(s, w, out[k])
        if value > best:
            best = value
            choice = int(out[k])
            ties = 1
        elif value == best:
            ties += 1
            if below(rng, ties) == 0:
                choice = int(out[k])
    return choice


def policy_action(s: Any, out: Any, rng: Any) -> Any:
    """The action of a player who weighs prospects: what playouts use."""
    return weighted_action(s, WEIGHTS, out, rng)


def greedy_action(s: Any, out: Any, rng: Any) -> Any:
    """The action that gains most at once."""
    return weighted_action(s, GREEDY, out, rng)


# ------------------------------------------------------------------ what a search looks at


def insert_candidate(out: Any, n: Any, action: Any, value: Any) -> Any:
    """Put the action among the best n, kept in `out` with their values WIDTH further on; return how many there are."""
    i = int(n)
    if n == WIDTH:
        if out[2 * WIDTH - 1] >= value:
            return n
        i = WIDTH - 1
    while i > 0 and out[WIDTH + i - 1] < value:
        out[i] = out[i - 1]
        out[WIDTH + i] = out[WIDTH + i - 1]
        i -= 1
    out[i] = action
    out[WIDTH + i] = value
    return min(n + 1, WIDTH)


def candidates(s: Any, out: Any, rng: Any) -> Any:
    """The actions worth a search: the most promising seatings; the first of two draws is blind."""
    if s.phase == DRAWING:
        n = legal_actions(s, out)
        if s.held[s.player] < hand_limit(s) - 1 and out[0] == DRAW_DECK:
            return 1
        return n
    if s.phase == DISCARDING:
        return legal_actions(s, out)
    n = 0
    for i in range(s.held[s.player]):
        card = int(s.hand[HAND * s.player + i])
        if i == 0 or s.hand[HAND * s.player + i - 1] != card:
            for seat in range(SEATS[s.theatre]):
                if s.board[s.player][seat] == 0:
                    value = seating_value(s, WEIGHTS, card, seat, ROUNDS - 1 - int(s.turn))
                    n = insert_candidate(out, n, SEAT + SEAT_WIDTH * card + seat, value)
    return n
