"""A quick sensible way to play Cabaret, for playouts and the greedy bot. Compilable.

It uses what the player to move may know and nothing else. A card is worth what the show brings if it
wins, times the chance that it does, less a share of what it brings the player who is winning instead,
and less the strength that leaves the hand. The weights are hundredths of a point; they come from
matches of many settings against each other.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.stream import below
from theatre_lab.games.cabaret.dealing import HAND, PILE
from theatre_lab.games.cabaret.rules import MIME, legal_actions, next_seat, rank_of, show_winner
from theatre_lab.games.cabaret.scoring import R_MIME, RANKS, card_points

__all__ = ["policy_action"]

POINT = 100
OTHERS_POINT = 17
RANK_KEPT = 30
WIN = 210
LATER_CARD = 84
STARS_SPENT = 14
SURE = 1000


def policy_action(s: Any, out: Any, rng: Any) -> int:
    """A good legal action; equals are decided by lot.

    >>> from theatre_lab.core.stream import new_stream
    >>> from theatre_lab.games.cabaret import show_state
    >>> from theatre_lab.games.cabaret.cards import card_name
    >>> s = show_state(["Singers", "Actors"], [["S12", "A1"], ["S3", "A7"]], rounds=1)
    >>> card_name(s, policy_action(s, [0] * 72, new_stream(1)))
    'A1'
    """
    n = legal_actions(s, out)
    pick = int(out[0])
    if n == 1:
        return pick
    best = appraise_card(s, pick) * 8 + below(rng, 8)
    for i in range(1, n):
        value = appraise_card(s, out[i]) * 8 + below(rng, 8)
        if value > best:
            best = value
            pick = int(out[i])
    return pick


def appraise_card(s: Any, card: Any) -> int:
    """What playing a performer is worth to the player to move."""
    player = int(s.turn)
    s.show[player] = card + 1
    winner = show_winner(s)
    later = later_players(s, player)
    chance_to_hold = 0
    if winner >= 0:
        chance_to_hold = hold_chance(s, winner, s.staged | (1 << (card // RANKS)), later)
    spent = STARS_SPENT * card_points(s, player, card)
    if winner == player:
        prize = POINT * stage_points(s, player) + WIN + LATER_CARD * later
        value = (chance_to_hold * prize + (SURE - chance_to_hold) * spent) // SURE
    elif winner >= 0:
        value = spent - chance_to_hold * OTHERS_POINT * stage_points(s, winner) // SURE
    else:
        value = spent
    s.show[player] = 0
    return value - RANK_KEPT * rank_of(card)


def later_players(s: Any, player: Any) -> int:
    """How many are to play in this show after the player."""
    n = 0
    seat = next_seat(s, player)
    while seat != s.leader:
        n += 1
        seat = next_seat(s, seat)
    return n


def stage_points(s: Any, player: Any) -> int:
    """What the cards of the show are worth in the player's hands."""
    points = int(s.rule[R_MIME]) * int(s.mimes_to_win)
    for seat in range(s.players):
        if s.show[seat] != 0 and s.show[seat] != MIME + 1:
            points += card_points(s, player, s.show[seat] - 1)
    return points


def hold_chance(s: Any, winner: Any, staged: Any, later: Any) -> int:
    """The chance, in thousandths, that as many later cards all stay below the winning one.

    `staged` are the genres (bits) that cannot come any more.
    """
    rank = rank_of(s.show[winner] - 1)
    unseen = 0
    higher = 0
    for card in range(RANKS * s.players):
        may_come = (staged >> (card // RANKS)) & 1 == 0
        if may_come and s.place[card] < PILE and s.place[card] != HAND + s.turn:
            unseen += 1
            if rank_of(card) >= rank:
                higher += 1
    chance_left = SURE
    if unseen > 0:
        for _ in range(later):
            chance_left = chance_left * (unseen - higher) // unseen
    return chance_left
