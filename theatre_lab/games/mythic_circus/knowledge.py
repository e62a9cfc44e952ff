"""What a player may know: erasing the rest, and filling it in again at random.

Every card that leaves a hand, a stage or a pile is seen by all, and so is every hire: what a player's
hand and deck hold together is public. Of a hand everybody knows what was seen going into it (a Phoenix
that rose, a card that a Mermaid had put on top) and, whenever a deck runs out and is shuffled anew, all
of it; of a deck, the cards that Mermaids put on top.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.stream import shuffle
from theatre_lab.games.mythic_circus.cards import KINDS
from theatre_lab.games.mythic_circus.state import State


def known_in_deck(s: State, player: int, card: int) -> int:
    """How many of the cards known on top of the player's deck are of this kind."""
    number = 0
    for i in range(s.deck_size[player] - s.known_top[player], s.deck_size[player]):
        if s.deck[player][i] == card:
            number += 1
    return number


def unplaced(s: State, player: int, card: int) -> int:
    """How many cards of this kind lie among those whose place (hand or deck) is open.

    On a state whose hidden hands have been concealed this is what an onlooker cannot place; for a hand
    that is known it is what the deck holds below its known top.
    """
    at_labor = 0
    if player == s.active:
        at_labor = int(s.labor[card])
    placed = s.discard[player][card] + s.stage[player][card] + s.hand[player][card] + at_labor
    return s.owned[player][card] - placed - known_in_deck(s, player, card)


def conceal(s: State, player: int) -> None:
    """Erase all that the player may not know."""
    for owner in range(s.players):
        for i in range(s.deck_size[owner] - s.known_top[owner]):
            s.deck[owner][i] = 0
        if owner != player:
            for card in range(KINDS):
                s.hand[owner][card] = s.seen[owner][card]


def determinize(s: State, player: int, buffer: list[int], rng: Any) -> None:
    """Fill a concealed state with a random world that fits everything the player was ever shown."""
    for owner in range(s.players):
        n = 0
        held = 0
        for card in range(KINDS):
            held += s.hand[owner][card]
            for _ in range(unplaced(s, owner, card)):
                buffer[n] = card
                n += 1
        shuffle(buffer, n, rng)
        in_deck = s.deck_size[owner] - s.known_top[owner]
        for i in range(in_deck):
            s.deck[owner][i] = buffer[i]
        for i in range(in_deck, in_deck + s.hand_size[owner] - held):
            s.hand[owner][buffer[i]] += 1
