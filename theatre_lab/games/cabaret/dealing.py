"""Dealing unseen performers to hands that were shown to lack some genres. Compilable.

First every card is put into some hand that may hold it: limited hands take first, and should a card
find no place, cards move along from hand to hand until it does. As long as at most one hand is
limited, that is an even draw. With more of them random exchanges follow: each moves a few cards
around in a ring if every hand may hold what it gets. An exchange is as likely as its reversal, and
exchanges connect all possible deals, so that the deals become equally likely.

>>> from collections import Counter
>>> from theatre_lab.core.stream import new_stream
>>> from theatre_lab.games.cabaret import CABARET, show_state
>>> from theatre_lab.games.cabaret.cards import card_names
>>> hands = [["S9"], ["S3", "A1", "A5"], ["S4", "D2", "D3"]]
>>> s = show_state(["Singers", "Actors", "Dancers"], hands)
>>> s.lacks[1:3] = [0b100, 0b010]  # seat 1 was shown to hold no Dancers, seat 2 no Actors
>>> seen = CABARET.view(s, 0).state
>>> unseen = [card for card in range(RANKS * seen.players) if seen.place[card] == UNSEEN]
>>> card_names(s, unseen)
['S3', 'S4', 'A1', 'A5', 'D2', 'D3']
>>> deals = Counter()
>>> for seed in range(200):
...     world, buffer, rng = seen.copy(), list(unseen), new_stream(seed)
...     deal_constrained(world, 0, buffer, len(buffer), rng)
...     mix_hands(world, 0, buffer, len(buffer), rng)
...     deals[" ".join(card_names(s, [card for card in unseen if world.place[card] == HAND + 1]))] += 1
>>> sorted(deals), min(deals.values()) > 70
(['S3 A1 A5', 'S4 A1 A5'], True)
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.stream import below, shuffle
from theatre_lab.games.cabaret.scoring import RANKS

__all__ = [
    "ASIDE",
    "HAND",
    "ON_STAGE",
    "PILE",
    "UNSEEN",
    "deal_constrained",
    "mix_hands",
]

UNSEEN = 0
HAND = 1
PILE = 7
ASIDE = 13
ON_STAGE = 14

EXCHANGES_A_CARD = 12


def may_hold(s: Any, seat: Any, card: Any) -> bool:
    """CB-T3: was the hand never shown to lack the card's genre?"""
    return bool((s.lacks[seat] >> (card // RANKS)) & 1 == 0)


def cards_held(s: Any, seat: Any) -> int:
    """How many performers lie in the hand now."""
    n = 0
    for card in range(RANKS * s.players):
        if s.place[card] == HAND + seat:
            n += 1
    return n


def deal_constrained(s: Any, player: Any, buffer: Any, n: Any, rng: Any) -> None:
    """Deal the n cards of the buffer to all hands but the player's, limited hands first."""
    shuffle(buffer, n, rng)
    left = n
    for seat in range(s.players):
        if seat != player and s.lacks[seat] != 0:
            left -= fill_hand(s, seat, buffer, n)
    shuffle(buffer, n, rng)  # the cards passed over lie too far back now
    for seat in range(s.players):
        if seat != player and s.lacks[seat] == 0:
            left -= fill_hand(s, seat, buffer, n)
    for _ in range(left):
        squeeze_in(s, player)


def fill_hand(s: Any, seat: Any, buffer: Any, n: Any) -> int:
    """Fill the hand with the first free cards of the buffer that it may hold; return how many."""
    taken = 0
    for i in range(n):
        if taken == s.hand_size[seat]:
            break
        if s.place[buffer[i]] == UNSEEN and may_hold(s, seat, buffer[i]):
            s.place[buffer[i]] = HAND + seat
            taken += 1
    return taken


def squeeze_in(s: Any, player: Any) -> None:
    """Place one card that no hand with room may hold, by passing cards along from hand to hand."""
    giver = UNSEEN
    for _ in range(s.players):
        seat = pass_on(s, player, giver)
        if cards_held(s, seat) <= s.hand_size[seat]:
            break
        giver = HAND + seat


def pass_on(s: Any, player: Any, giver: Any) -> int:
    """Move a card from a place one step nearer to a hand with room; return the receiver."""
    near = hands_with_room(s, player)
    for _ in range(s.players):
        for card in range(RANKS * s.players):
            if s.place[card] == giver:
                for seat in range(s.players):
                    if (near >> seat) & 1 == 1 and may_hold(s, seat, card):
                        s.place[card] = HAND + seat
                        return seat
        near = widen(s, player, near)
    return int(player)


def hands_with_room(s: Any, player: Any) -> int:
    """The seats (bits) other than the player's whose hands are not full."""
    seats = 0
    for seat in range(s.players):
        if seat != player and cards_held(s, seat) < s.hand_size[seat]:
            seats |= 1 << seat
    return seats


def widen(s: Any, player: Any, near: Any) -> int:
    """The near seats (bits), and those that hold a card which one of the near hands may take."""
    wider = int(near)
    for card in range(RANKS * s.players):
        holder = s.place[card] - HAND
        if 0 <= holder < s.players and holder != player:
            for seat in range(s.players):
                if (near >> seat) & 1 == 1 and may_hold(s, seat, card):
                    wider |= 1 << holder
    return wider


def limited_hands(s: Any, player: Any) -> int:
    """How many other hands were shown to lack a genre."""
    n = 0
    for seat in range(s.players):
        if seat != player and s.lacks[seat] != 0 and s.hand_size[seat] > 0:
            n += 1
    return n


def mix_hands(s: Any, player: Any, buffer: Any, n: Any, rng: Any) -> None:
    """Make all deals equally likely by random exchanges, where more than one hand is limited."""
    if limited_hands(s, player) < 2:
        return
    longest = min(int(n), int(s.players) - 1)
    for _ in range(EXCHANGES_A_CARD * n):
        length = 2 + below(rng, longest - 1)
        for i in range(length):
            j = i + below(rng, n - i)
            card = buffer[i]
            buffer[i] = buffer[j]
            buffer[j] = card
        exchange(s, buffer, length)


def exchange(s: Any, buffer: Any, length: Any) -> None:
    """Move the first cards of the buffer around in a ring, if each hand may hold what it gets."""
    for i in range(length):
        receiver = s.place[buffer[(i + 1) % length]] - HAND
        if not may_hold(s, receiver, buffer[i]):
            return
    first = s.place[buffer[0]]
    for i in range(length - 1):
        s.place[buffer[i]] = s.place[buffer[i + 1]]
    s.place[buffer[length - 1]] = first
