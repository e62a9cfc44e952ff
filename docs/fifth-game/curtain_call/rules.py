"""The rules of Curtain Call: whole numbers and lists, so that the same functions run as they stand and compiled."""

from __future__ import annotations

from typing import Any

from theatre_lab.core.declaration import Record, byte, short
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.stream import shuffle

RANKS, COPIES = 6, 4
CARDS = RANKS * COPIES
MOST_PLAYERS = 4
BOW = 0
"""The action; playing a card is its rank, 1 to 6."""
DEALING, PLAYING, OVER = 0, 1, 2
R_HAND, R_BILLING = 0, 1
"""Places in `rule`."""


class State(Record):
    """A position. Cards of a rank are alike, so a hand and a line are counts by rank."""

    players: int = byte()
    phase: int = byte()
    turn: int = byte()
    deck: list[int] = byte(CARDS)
    """In the order of drawing; drawn cards are 0."""
    drawn: int = byte()
    hand: list[list[int]] = byte(MOST_PLAYERS, RANKS + 1)
    line: list[list[int]] = byte(MOST_PLAYERS, RANKS + 1)
    bows: list[list[int]] = byte(MOST_PLAYERS, RANKS + 1)
    """How many lines of each length a player has bowed with."""
    gone: list[int] = byte(RANKS + 1)
    """How many cards of each rank have left the game with a bow."""
    billed: list[int] = byte(MOST_PLAYERS)
    """How often a player had top billing."""
    rule: list[int] = short(2)


def size(counts: Any) -> Any:
    """How many cards a hand or a line holds."""
    n = 0
    for rank in range(1, RANKS + 1):
        n += counts[rank]
    return n


def highest(counts: Any) -> Any:
    """The highest rank in a line, which is its last card; 0 for an empty one."""
    best = 0
    for rank in range(1, RANKS + 1):
        if counts[rank] > 0:
            best = rank
    return best


# ------------------------------------------------------------------ turns


def is_over(s: Any) -> Any:
    """Has the game ended?"""
    return s.phase == OVER


def to_move(s: Any) -> Any:
    """The player who is to decide."""
    return s.turn


def legal_actions(s: Any, out: Any) -> Any:
    """CC-T2, CC-T3: write what the player to move may do into `out`; return how many."""
    n = 0
    if s.phase != PLAYING:
        return n
    last = highest(s.line[s.turn])
    if last > 0:
        out[n] = BOW
        n += 1
    for rank in range(last + 1, RANKS + 1):
        if s.hand[s.turn][rank] > 0:
            out[n] = rank
            n += 1
    return n


def apply(s: Any, action: Any) -> None:
    """Carry out a legal action, and hand the turn on."""
    player = s.turn
    if action == BOW:
        s.billed[player] += has_top_billing(s, player)
        s.bows[player][size(s.line[player])] += 1
        for rank in range(RANKS + 1):
            s.gone[rank] += s.line[player][rank]
            s.line[player][rank] = 0
    else:
        s.hand[player][action] -= 1
        s.line[player][action] += 1
        draw(s, player)
    pass_turn(s)


def draw(s: Any, player: Any) -> None:
    """CC-T2: a card from the deck, as long as there is one."""
    if s.drawn < CARDS:
        s.hand[player][s.deck[s.drawn]] += 1
        s.deck[s.drawn] = 0
        s.drawn += 1


def pass_turn(s: Any) -> None:
    """CC-T1, CC-E1: the next player who holds a card; without one the game is over."""
    for step in range(1, s.players + 1):
        player = (s.turn + step) % s.players
        if size(s.hand[player]) > 0:
            s.turn = player
            return
    s.phase = OVER


# ------------------------------------------------------------------ luck and secrets


def chance(s: Any, cards: Any) -> Any:
    """CC-S1: before the deal the whole deck is due to be shuffled; later nothing is."""
    if s.phase != DEALING:
        return -1
    for i in range(CARDS):
        cards[i] = 1 + i // COPIES
    return CARDS


def set_chance(s: Any, cards: Any, n: Any) -> None:
    """CC-S1: lay the shuffled deck down and deal, one card at a time."""
    for i in range(n):
        s.deck[i] = cards[i]
    for _ in range(s.rule[R_HAND]):
        for player in range(s.players):
            draw(s, player)
    s.phase = PLAYING


def conceal(s: Any, player: Any) -> None:
    """What a player may not know: the order of the deck, and others' hands but for their sizes, kept at rank 0."""
    for i in range(CARDS):
        s.deck[i] = 0
    for other in range(s.players):
        if other != player:
            n = size(s.hand[other]) + s.hand[other][0]
            for rank in range(RANKS + 1):
                s.hand[other][rank] = 0
            s.hand[other][0] = n


def determinize(s: Any, player: Any, buffer: Any, rng: Any) -> None:
    """Deal what the player cannot see at random: CC-T2 tells nothing about the hands of others."""
    n = unseen(s, player, buffer)
    shuffle(buffer, n, rng)
    k = 0
    for other in range(s.players):
        if other != player:
            for _ in range(s.hand[other][0]):
                s.hand[other][buffer[k]] += 1
                k += 1
            s.hand[other][0] = 0
    for i in range(s.drawn, CARDS):
        s.deck[i] = buffer[k]
        k += 1


def unseen(s: Any, player: Any, buffer: Any) -> Any:
    """Write the cards that lie in the deck or in other hands into `buffer`; return how many."""
    n = 0
    for rank in range(1, RANKS + 1):
        left = COPIES - s.hand[player][rank] - s.gone[rank]
        for other in range(s.players):
            left -= s.line[other][rank]
        for _ in range(left):
            buffer[n] = rank
            n += 1
    return n


# ------------------------------------------------------------------ points


def line_points(length: Any) -> Any:
    """CC-P1: 1 for the first card, 2 for the second, and so on."""
    return length * (length + 1) // 2


def has_top_billing(s: Any, player: Any) -> Any:
    """CC-P2: 1 if the player's last card is higher than every other line's."""
    for other in range(s.players):
        if other != player and highest(s.line[other]) >= highest(s.line[player]):
            return 0
    return 1


def score(s: Any, player: Any) -> Any:
    """Bows, top billing, and the line as it stands."""
    points = s.rule[R_BILLING] * s.billed[player] + line_points(size(s.line[player]))
    for length in range(1, RANKS + 1):
        points += s.bows[player][length] * line_points(length)
    return points


def payoff(s: Any, player: Any) -> Any:
    """CC-E1: a whole win for the highest score, shared by equals."""
    best = score(s, player)
    winners = 1
    for other in range(s.players):
        if other != player:
            if score(s, other) > best:
                return 0
            if score(s, other) == best:
                winners += 1
    return WHOLE_WIN // winners
