"""Cabaret's rules over its declared state. Compilable.

A genre's number inside a game is the seat of the player whose agent has it. A performer is
`12 * genre + rank - 1`, the action of playing a card is the card, and `MIME` is every mime.

>>> from theatre_lab.core.stream import new_stream
>>> from theatre_lab.games.cabaret import CABARET
>>> from theatre_lab.games.cabaret.cards import card_names, parse_performer
>>> options = {"agents": ["Singers", "Actors", "Dancers"], "leader": 0, "rounds": 1}
>>> s = CABARET.new_state(3, CABARET.check_options(3, options), CABARET.check_rules(None))
>>> deck = [0] * 72
>>> n = chance(s, deck)
>>> n, s.phase == DEAL_DUE
(36, True)
>>> set_chance(s, deck, n)
>>> chance(s, deck), to_move(s), s.hand_size[:3], is_over(s)
(-1, 0, [12, 12, 12], False)
>>> out = [0] * 72
>>> card_names(s, out[: legal_actions(s, out)])
['S1', 'S4', 'S7', 'S10', 'A1', 'A4', 'A7', 'A10', 'D1', 'D4', 'D7', 'D10']
>>> apply(s, out[0])
>>> to_move(s), next_seat(s, 2), show_winner(s)
(1, 0, 0)
>>> card_names(s, out[: legal_actions(s, out)])
['A2', 'A5', 'A8', 'A11', 'D2', 'D5', 'D8', 'D11']
>>> rank_of(parse_performer(s, "S12")), rank_of(MIME)
(12, 0)
>>> apply(s, parse_performer(s, "A2"))
>>> is_cancelled(s, s.show, 0), show_winner(s)
(False, 1)
>>> [score(s, seat) for seat in range(3)], [payoff(s, seat) for seat in range(3)]
([6, 6, 6], [20, 20, 20])
>>> seen = s.copy()
>>> conceal(seen, 0)
>>> [seen.place[card] == s.place[card] for card in (0, 1)]
[True, False]
>>> world = seen.copy()
>>> determinize(world, 0, [0] * 72, new_stream(1))
>>> world == s
False
>>> conceal(world, 0)
>>> world == seen
True
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.declaration import Packed, Record, byte, fixed, long, short
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.games.cabaret.dealing import (
    ASIDE,
    HAND,
    ON_STAGE,
    PILE,
    UNSEEN,
    deal_constrained,
    mix_hands,
)
from theatre_lab.games.cabaret.scoring import RANKS, card_points, mime_points, payment_points

__all__ = [
    "DEAL_DUE",
    "MIME",
    "OVER",
    "PLAYING",
    "R_MIMES_EACH",
    "R_SHOWS",
    "State",
    "apply",
    "chance",
    "conceal",
    "determinize",
    "is_cancelled",
    "is_over",
    "legal_actions",
    "next_seat",
    "payoff",
    "rank_of",
    "score",
    "set_chance",
    "show_winner",
    "to_move",
]

MIME = 72

DEAL_DUE = 0
PLAYING = 1
OVER = 2

RULES = 5
R_MIMES_EACH = 2
R_SHOWS = 3
R_CANCEL = 4


class State(Record):
    """A game of Cabaret. Lists of six go by seat; in shows 0 is no card, otherwise the card + 1.

    >>> from theatre_lab.games.cabaret import show_state
    >>> from theatre_lab.games.cabaret.cards import parse_performer
    >>> s = show_state(["Singers", "Actors"], [["S12", "A1"], ["S3", "A7"]])
    >>> apply(s, parse_performer(s, "A1"))
    >>> s.turn, s.show[:2], s.hand_size[:2], s.place[12] == ON_STAGE
    (1, [13, 0], [1, 2], True)
    """

    players: int = byte()
    agent: list[int] = fixed(6, width=1)
    """The genre each seat represents, as its index in the fixed order of genres."""
    stars: list[int] = fixed(12, width=1)
    rule: list[int] = fixed(RULES)
    all_genres: int = byte()
    rounds: int = short()
    first_leader: int = byte()

    phase: int = byte()
    round_index: int = short()
    show_index: int = byte()
    leader: int = byte()
    turn: int = byte()

    place: list[int] = byte(72)
    """Where every performer is: `UNSEEN`, or `HAND`, `PILE` plus a seat, `ASIDE`, `ON_STAGE`."""
    hand_size: list[int] = byte(6)
    lacks: list[int] = byte(6)
    """The genres (bits) that a hand was shown not to hold this round."""
    show: list[int] = byte(6)
    staged: int = byte()
    """The genres (bits) in the current show."""

    mimes: list[int] = byte(6)
    mimes_to_win: int = byte()
    """Mimes in the current show that its winner will get."""
    mimes_aside: int = byte()

    last_show: list[int] = byte(6)
    last_leader: int = byte()
    last_winner: int = byte()
    """The seat that won the last show plus 1, 0 for nobody."""

    points: list[int] = long(6)
    """What finished rounds scored, without mimes."""
    last_round: list[int] = long(6)
    """What the last finished round scored, without mimes."""
    mimes_paid: list[int] = long(6)
    """How many mimes shortages paid for."""
    times_scored: Packed = short(432, packed=True)
    """In how many finished rounds the player had the card in the pile, at `72 * player + card`."""


def is_over(s: Any) -> bool:
    """Has the game ended?"""
    return bool(s.phase == OVER)


def to_move(s: Any) -> int:
    """The player who is to play a card."""
    return int(s.turn)


def legal_actions(s: Any, out: Any) -> int:
    """CB-T1, CB-T2, CB-T3: the performers of genres not in the show, or else a mime."""
    if s.phase != PLAYING:
        return 0
    n = 0
    mine = HAND + s.turn
    place = s.place
    for genre in range(s.players):
        if (s.staged >> genre) & 1 == 0:
            for card in range(RANKS * genre, RANKS * genre + RANKS):
                if place[card] == mine:
                    out[n] = card
                    n += 1
    if n == 0:
        out[0] = MIME
        n = 1
    return n


def apply(s: Any, action: Any) -> None:
    """Play a performer or a mime; the last card of a show ends it."""
    player = s.turn
    if action == MIME:
        play_mime(s, player)
    else:
        play_performer(s, player, action)
    s.show[player] = action + 1
    s.turn = next_seat(s, player)
    if s.turn == s.leader:
        end_show(s, player)


def next_seat(s: Any, player: Any) -> int:
    """CB-S3: clockwise is the next higher seat, then seat 0."""
    if player + 1 == s.players:
        return 0
    return int(player + 1)


def play_performer(s: Any, player: Any, card: Any) -> None:
    """CB-T1, CB-T2: put a performer of the hand into the show."""
    s.place[card] = ON_STAGE
    s.hand_size[player] -= 1
    s.staged |= 1 << (card // RANKS)


def play_mime(s: Any, player: Any) -> None:
    """CB-T3: put a mime into the show, which tells everybody what the hand cannot hold."""
    s.lacks[player] |= ((1 << s.players) - 1) & ~s.staged
    if s.mimes[player] == 0:
        pay_mimes(s)
    s.mimes[player] -= 1
    s.mimes_to_win += 1


def pay_mimes(s: Any) -> None:
    """CB-T4: pay for every collection, then give everybody the mimes of the beginning again."""
    for player in range(s.players):
        s.mimes_paid[player] += s.mimes[player]
        s.mimes[player] = s.rule[R_MIMES_EACH]
    s.mimes_to_win = 0
    s.mimes_aside = 0


def rank_of(card: Any) -> int:
    """CB-T5: a performer's rank; a mime's is 0."""
    if card == MIME:
        return 0
    return int(card % RANKS + 1)


def is_cancelled(s: Any, cards: Any, player: Any) -> bool:
    """CB-T5: does another card of this show (by seat) have the rank of the player's card?"""
    if s.rule[R_CANCEL] == 0 or cards[player] == 0:
        return False
    rank = rank_of(cards[player] - 1)
    for other in range(s.players):
        if other != player and cards[other] != 0 and rank_of(cards[other] - 1) == rank:
            return True
    return False


def show_winner(s: Any) -> int:
    """CB-T5: the seat whose card is winning the show as it lies, or -1 when all cards cancel."""
    winner = -1
    best = -1
    player = int(s.leader)
    for _ in range(s.players):
        if s.show[player] != 0 and not is_cancelled(s, s.show, player):
            rank = rank_of(s.show[player] - 1)
            if rank > best:
                best = rank
                winner = player
        player = next_seat(s, player)
    return winner


def end_show(s: Any, last: Any) -> None:
    """CB-T6, CB-T7, CB-T8: hand out the show, and begin the next one or end the round."""
    winner = show_winner(s)
    s.last_leader = s.leader
    s.last_winner = winner + 1
    if winner < 0:
        clear_stage(s, ASIDE)
        s.mimes_aside += s.mimes_to_win
        s.leader = last
    else:
        clear_stage(s, PILE + winner)
        s.mimes[winner] += s.mimes_to_win
        s.leader = winner
    s.mimes_to_win = 0
    s.staged = 0
    s.turn = s.leader
    s.show_index += 1
    if s.show_index == s.rule[R_SHOWS]:
        end_round(s)


def clear_stage(s: Any, destination: Any) -> None:
    """Move the performers of the show to a pile or aside, and remember the show."""
    for player in range(s.players):
        card = s.show[player] - 1
        if card != MIME:
            s.place[card] = destination
        s.last_show[player] = s.show[player]
        s.show[player] = 0


def end_round(s: Any) -> None:
    """CB-E1, CB-E2, CB-E3: score the piles; the next deal is due then, or the game is over."""
    for player in range(s.players):
        s.last_round[player] = 0
    for card in range(RANKS * s.players):
        player = s.place[card] - PILE
        if 0 <= player < s.players:
            s.last_round[player] += card_points(s, player, card)
            s.times_scored[MIME * player + card] += 1
    for player in range(s.players):
        s.points[player] += s.last_round[player]
    s.round_index += 1
    if s.round_index == s.rounds:
        s.phase = OVER
    else:
        gather_cards(s)


def gather_cards(s: Any) -> None:
    """CB-T7, CB-S3: all performers return to the deck, and the start moves to the next seat."""
    for card in range(RANKS * s.players):
        s.place[card] = UNSEEN
    for player in range(s.players):
        s.hand_size[player] = 0
        s.lacks[player] = 0
    s.show_index = 0
    s.leader = (s.first_leader + s.round_index) % s.players
    s.turn = s.leader
    s.phase = DEAL_DUE


def chance(s: Any, cards: Any) -> int:
    """CB-S2: at the start of a round the whole deck is shuffled."""
    if s.phase != DEAL_DUE:
        return -1
    n = RANKS * int(s.players)
    for card in range(n):
        cards[card] = card
    return n


def set_chance(s: Any, cards: Any, n: Any) -> None:
    """CB-S2: deal the deck in this order, player 0 first."""
    for i in range(n):
        s.place[cards[i]] = HAND + i % s.players
    for player in range(s.players):
        s.hand_size[player] = RANKS
    s.phase = PLAYING


def conceal(s: Any, player: Any) -> None:
    """Forget which performers the other hands hold."""
    for card in range(RANKS * s.players):
        holder = s.place[card] - HAND
        if 0 <= holder < s.players and holder != player:
            s.place[card] = UNSEEN


def determinize(s: Any, player: Any, buffer: Any, rng: Any) -> None:
    """Deal the unseen performers to the other hands, each into a hand that may hold it.

    All deals that fit the hand sizes and the genres shown to be missing (CB-T3) are equally likely.
    """
    if s.phase == DEAL_DUE:
        return
    n = 0
    for card in range(RANKS * s.players):
        if s.place[card] == UNSEEN:
            buffer[n] = card
            n += 1
    deal_constrained(s, player, buffer, n, rng)
    mix_hands(s, player, buffer, n, rng)


def score(s: Any, player: Any) -> int:
    """CB-E4: finished rounds, payments and the mimes still owned."""
    return int(s.points[player]) + payment_points(s, player) + mime_points(s, player)


def payoff(s: Any, player: Any) -> int:
    """CB-E4: the highest score wins; equals share the win."""
    own = score(s, player)
    winners = 0
    for other in range(s.players):
        their = score(s, other)
        if their > own:
            return 0
        if their == own:
            winners += 1
    return WHOLE_WIN // winners
