"""A sensible player: seat where the house gains most at once, draw what would gain most, discard what would gain least.

Compilable like the rules. `policy_action` is what greedy bots and playouts use.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.stream import below
from theatre_lab.games.overture.cards import COPIES
from theatre_lab.games.overture.rules import (
    CARD_NUMBERS,
    DISCARD,
    DISCARDING,
    DRAW_DECK,
    DRAW_LOBBY,
    DRAWING,
    SEAT,
    SEAT_WIDTH,
    legal_actions,
)
from theatre_lab.games.overture.scoring import board_points
from theatre_lab.games.overture.theatres import SEATS

UNLIKELY = -1000


def seating_gain(s: Any, board: Any, card: Any, seat: Any) -> Any:
    """What the whole house gains when the card takes this empty seat."""
    before = int(board_points(s, board))
    board[seat] = card
    after = int(board_points(s, board))
    board[seat] = 0
    return after - before


def best_gain(s: Any, board: Any, card: Any) -> Any:
    """The most that the card can gain the house at once."""
    best = UNLIKELY
    for seat in range(SEATS[s.theatre]):
        if board[seat] == 0:
            gain = seating_gain(s, board, card, seat)
            if gain > best:
                best = gain
    return best


def count_unseen(s: Any, card: Any) -> Any:
    """How many copies of the card are not in the lobby, the houses or the mover's hand."""
    left = int(COPIES[card])
    for slot in range(3):
        if s.lobby[slot] == card:
            left -= 1
    for i in range(3):
        if s.hand[3 * s.player + i] == card:
            left -= 1
    for player in range(s.players):
        for seat in range(SEATS[s.theatre]):
            if s.board[player][seat] == card:
                left -= 1
    return max(left, 0)


def blind_gain(s: Any, board: Any) -> Any:
    """What a card drawn blindly can gain on average, in hundredths of a point."""
    points = 0
    cards = 0
    for card in range(5, CARD_NUMBERS):
        copies = count_unseen(s, card)
        if copies > 0:
            points += copies * best_gain(s, board, card)
            cards += copies
    if cards == 0:
        return 0
    return 100 * points // cards


def draw_value(s: Any, action: Any) -> Any:
    """What a draw promises, in hundredths of a point."""
    board = s.board[s.player]
    if action == DRAW_DECK:
        return blind_gain(s, board)
    return 100 * best_gain(s, board, s.lobby[action - DRAW_LOBBY])


def action_value(s: Any, action: Any) -> Any:
    """What an action promises at once, in hundredths of a point; a discard counts what the house would lose."""
    board = s.board[s.player]
    if s.phase == DRAWING:
        return draw_value(s, action)
    if s.phase == DISCARDING:
        return -100 * best_gain(s, board, action - DISCARD)
    return 100 * seating_gain(s, board, (action - SEAT) // SEAT_WIDTH, (action - SEAT) % SEAT_WIDTH)


def policy_action(s: Any, out: Any, rng: Any) -> Any:
    """The action that promises most at once, by lot among equals."""
    best = UNLIKELY * 1000
    choice = 0
    ties = 0
    n = legal_actions(s, out)
    for k in range(n):
        value = action_value(s, out[k])
        if value > best:
            best = value
            choice = int(out[k])
            ties = 1
        elif value == best:
            ties += 1
            if below(rng, ties) == 0:
                choice = int(out[k])
    return choice
