"""Overture as functions over one declared state: dealing, turns, hidden information, the end.

A card is a number (see `cards.py`), 0 is nobody or, in a concealed state, an unknown card.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.declaration import Record, byte, fixed
from theatre_lab.core.stream import below, shuffle
from theatre_lab.games.overture.cards import COPIES
from theatre_lab.games.overture.scoring import board_points, noisy_seated, types_seated
from theatre_lab.games.overture.theatres import SEATS

DEALING, DRAWING, SEATING, DISCARDING, OVER = 0, 1, 2, 3, 4
ROUNDS = 12
DECK_SIZE = 56
LOBBY_SIZE = 3
CARD_NUMBERS = 40

DRAW_DECK = 0
DRAW_LOBBY = 1
DISCARD = 8
SEAT = 48
SEAT_WIDTH = 25
ACTION_SPACE = SEAT + SEAT_WIDTH * CARD_NUMBERS
MAX_ACTIONS = 3 * SEAT_WIDTH
MAX_CARDS = DECK_SIZE + CARD_NUMBERS


class State(Record):
    """A game of Overture. Card lists hold cards up to their count and zeros after it; hands are kept sorted."""

    players: int = byte()
    theatre: int = byte()
    phase: int = byte()
    player: int = byte()
    turn: int = byte()
    """The round, from 0 to 12."""
    lobby_draws: int = byte()
    """How many of this turn's draws came from the lobby."""
    drawn: int = byte()
    """How many cards have left the deck: the next card is `deck[drawn]`."""
    deck_count: int = byte()
    """How many cards the deck held when it was shuffled."""
    ghosts: int = byte()
    held: list[int] = byte(4)
    deck: list[int] = byte(56)
    lobby: list[int] = byte(3)
    ghost: list[int] = byte(14)
    hand: list[list[int]] = byte(4, 3)
    bin: list[int] = byte(48)
    """Player p's discard of round r at 12 p + r."""
    board: list[list[int]] = byte(4, 25)
    taken: list[int] = byte(96)
    """The lobby cards player p took in round r, at 24 p + 2 r and the place after it: public for ever."""
    seated: list[int] = byte(48)
    """The card player p seated in round r, at 12 p + r: public."""
    tossed: list[int] = byte(48)
    """1 where player p discarded in round r, at 12 p + r: public."""
    rule: list[int] = fixed(26)


# ------------------------------------------------------------------ cards in hands


def add_to_hand(s: Any, player: Any, card: Any) -> None:
    """Put a card into a hand, which stays sorted."""
    hand = s.hand[player]
    i = int(s.held[player])
    while i > 0 and hand[i - 1] > card:
        hand[i] = hand[i - 1]
        i -= 1
    hand[i] = card
    s.held[player] += 1


def take_from_hand(s: Any, player: Any, card: Any) -> None:
    """Take a card that is there out of a hand, which stays sorted."""
    hand = s.hand[player]
    last = int(s.held[player]) - 1
    i = 0
    while hand[i] != card:
        i += 1
    while i < last:
        hand[i] = hand[i + 1]
        i += 1
    hand[last] = 0
    s.held[player] -= 1


def deck_left(s: Any) -> Any:
    """How many cards the deck holds."""
    return s.deck_count - s.drawn


def next_card(s: Any) -> Any:
    """Take the top card of a deck that has one."""
    card = s.deck[s.drawn]
    s.drawn += 1
    return card


# ------------------------------------------------------------------ luck


def chance(s: Any, cards: Any) -> Any:
    """The whole deck is shuffled once, before the deal (OV-S2)."""
    if s.phase != DEALING:
        return -1
    n = 0
    for card in range(CARD_NUMBERS):
        for _ in range(COPIES[card]):
            cards[n] = card
            n += 1
    return n


def set_chance(s: Any, cards: Any, n: Any) -> None:
    """Deal from this deck: a card each, a ghost with 3 players, then the lobby (OV-S2)."""
    for i in range(n):
        s.deck[i] = cards[i]
    s.deck_count = n
    for player in range(s.players):
        add_to_hand(s, player, next_card(s))
    if s.players == 3:
        remove_ghost(s)
    for slot in range(LOBBY_SIZE):
        s.lobby[slot] = next_card(s)
    begin_turn(s)


def remove_ghost(s: Any) -> None:
    """With 3 players a card leaves the game unseen (OV-S2, OV-S3)."""
    s.ghost[s.ghosts] = next_card(s)
    s.ghosts += 1


# ------------------------------------------------------------------ a turn


def hand_limit(s: Any) -> Any:
    """How many cards a player draws up to (OV-T1)."""
    return 3 if s.players == 2 else 2


def can_draw_lobby(s: Any, slot: Any) -> Any:
    """May the player take this lobby card (OV-T2, OV-L1)?"""
    if s.lobby[slot] == 0:
        return False
    if deck_left(s) == 0:
        return True
    return slot > 0 and not (s.players == 2 and s.lobby_draws > 0)


def can_draw(s: Any) -> Any:
    """Is anything drawable (OV-T1)?"""
    return deck_left(s) > 0 or s.lobby[0] > 0 or s.lobby[1] > 0 or s.lobby[2] > 0


def begin_turn(s: Any) -> None:
    """The player to move begins to draw (OV-T1)."""
    s.lobby_draws = 0
    go_on_drawing(s)


def go_on_drawing(s: Any) -> None:
    """Draw on while the hand is short and anything is drawable; then seat (OV-T1)."""
    if s.held[s.player] < hand_limit(s) and can_draw(s):
        s.phase = DRAWING
    elif s.held[s.player] > 0 and has_empty_seat(s, s.player):
        s.phase = SEATING
    else:
        end_turn(s)


def has_empty_seat(s: Any, player: Any) -> Any:
    """Does the player's house have an empty seat?"""
    for seat in range(SEATS[s.theatre]):
        if s.board[player][seat] == 0:
            return True
    return False


def draw_from_lobby(s: Any, slot: Any) -> None:
    """Take a lobby card; the cards left of it move right and the deck refills slot 0 (OV-L2)."""
    card = s.lobby[slot]
    s.taken[24 * s.player + 2 * s.turn + min(int(s.lobby_draws), 1)] = card
    s.lobby_draws += 1
    add_to_hand(s, s.player, card)
    i = int(slot)
    while i > 0:
        s.lobby[i] = s.lobby[i - 1]
        i -= 1
    if deck_left(s) > 0:
        s.lobby[0] = next_card(s)
    else:
        s.lobby[0] = 0


def seat_patron(s: Any, card: Any, seat: Any) -> None:
    """Seat a card of the hand (OV-T3); with 2 players a surplus is discarded next (OV-T4)."""
    take_from_hand(s, s.player, card)
    s.board[s.player][seat] = card
    s.seated[12 * s.player + s.turn] = card
    if s.players == 2 and s.held[s.player] > 1:
        s.phase = DISCARDING
    else:
        end_turn(s)


def discard(s: Any, card: Any) -> None:
    """Discard a card of the hand face down (OV-T4)."""
    take_from_hand(s, s.player, card)
    s.bin[12 * s.player + s.turn] = card
    s.tossed[12 * s.player + s.turn] = 1
    end_turn(s)


def end_turn(s: Any) -> None:
    """Pass to the next player; after the last one a round ends (OV-S3), after round 12 the game (OV-E1)."""
    s.player += 1
    if s.player == s.players:
        s.player = 0
        s.turn += 1
        if s.players == 3 and deck_left(s) > 0:
            remove_ghost(s)
    if s.turn == ROUNDS:
        s.phase = OVER
    else:
        begin_turn(s)


# ------------------------------------------------------------------ decisions


def is_over(s: Any) -> Any:
    """Are all twelve rounds played (OV-E1)?"""
    return s.phase == OVER


def to_move(s: Any) -> Any:
    """The player whose turn it is."""
    return s.player


def is_repeat(cards: Any, i: Any) -> Any:
    """Is this card of a sorted hand the same as the one before it?"""
    return i > 0 and cards[i - 1] == cards[i]


def legal_draws(s: Any, out: Any) -> Any:
    """Write the draws that are open now into `out`; return how many (OV-T1, OV-T2, OV-L1)."""
    n = 0
    if deck_left(s) > 0:
        out[n] = DRAW_DECK
        n += 1
    for slot in range(LOBBY_SIZE):
        if can_draw_lobby(s, slot):
            out[n] = DRAW_LOBBY + slot
            n += 1
    return n


def legal_seatings(s: Any, out: Any) -> Any:
    """Write every card of the hand on every empty seat into `out`; return how many (OV-T3)."""
    n = 0
    hand = s.hand[s.player]
    board = s.board[s.player]
    for i in range(s.held[s.player]):
        if not is_repeat(hand, i):
            first = SEAT + SEAT_WIDTH * int(hand[i])
            for seat in range(SEATS[s.theatre]):
                if board[seat] == 0:
                    out[n] = first + seat
                    n += 1
    return n


def legal_discards(s: Any, out: Any) -> Any:
    """Write the cards that may be discarded into `out`; return how many (OV-T4)."""
    n = 0
    hand = s.hand[s.player]
    for i in range(s.held[s.player]):
        if not is_repeat(hand, i):
            out[n] = DISCARD + hand[i]
            n += 1
    return n


def legal_actions(s: Any, out: Any) -> Any:
    """Write what the player may do now into `out`; return how many."""
    if s.phase == DRAWING:
        return legal_draws(s, out)
    if s.phase == SEATING:
        return legal_seatings(s, out)
    if s.phase == DISCARDING:
        return legal_discards(s, out)
    return 0


def apply(s: Any, action: Any) -> None:
    """Carry out a legal action and what follows from it."""
    if action >= SEAT:
        seat_patron(s, (action - SEAT) // SEAT_WIDTH, (action - SEAT) % SEAT_WIDTH)
    elif action >= DISCARD:
        discard(s, action - DISCARD)
    else:
        if action == DRAW_DECK:
            add_to_hand(s, s.player, next_card(s))
        else:
            draw_from_lobby(s, action - DRAW_LOBBY)
        go_on_drawing(s)


# ------------------------------------------------------------------ the end


def score(s: Any, player: Any) -> Any:
    """The victory points of the player's house as it stands."""
    return board_points(s, s.board[player])


def beats(s: Any, a: Any, b: Any) -> Any:
    """Does player a stand before player b (OV-E2)?"""
    margin = int(score(s, a)) - int(score(s, b))
    if margin == 0:
        margin = int(noisy_seated(s, s.board[a])) - int(noisy_seated(s, s.board[b]))
    if margin == 0 and s.players > 2:
        margin = int(types_seated(s, s.board[a])) - int(types_seated(s, s.board[b]))
    if margin == 0:
        return a > b
    return margin > 0


def payoff(s: Any, player: Any) -> Any:
    """12 for the winner, 0 for the others: there is always one winner (OV-E2)."""
    for other in range(s.players):
        if other != player and beats(s, other, player):
            return 0
    return 12


# ------------------------------------------------------------------ hidden information


def conceal(s: Any, player: Any) -> None:
    """Erase what is hidden from the player: the deck, ghosts, and the others' hands and discards (OV-L3)."""
    for i in range(DECK_SIZE):
        s.deck[i] = 0
    for i in range(s.ghosts):
        s.ghost[i] = 0
    for other in range(s.players):
        if other != player:
            for i in range(3):
                s.hand[other][i] = 0
            for i in range(ROUNDS):
                s.bin[12 * other + i] = 0


def follow_known(s: Any, other: Any, choices: Any) -> Any:
    """Work out where the lobby cards that `other` took may lie now, and write them into hand and discards.

    Such a card stays in the hand until it is seated or may have been the discard; in round r, bit r of `choices`
    says which card went. Returns how many known cards the hand then begins with (OV-L3).
    """
    hand = s.hand[other]
    known = 0
    for i in range(3):
        hand[i] = 0
    for turn in range(min(int(s.turn) + 1, ROUNDS)):
        for draw in range(2):
            if s.taken[24 * other + 2 * turn + draw] > 0:
                hand[known] = s.taken[24 * other + 2 * turn + draw]
                known += 1
        if s.seated[12 * other + turn] > 0:
            known = forget_known(hand, known, s.seated[12 * other + turn])
        if s.tossed[12 * other + turn]:
            gone = 0
            which = (choices >> turn) & 1
            if known == 2 or (known == 1 and which == 0):
                gone = int(hand[which])
                known = forget_known(hand, known, gone)
            s.bin[12 * other + turn] = gone
    return known


def forget_known(hand: Any, known: Any, card: Any) -> Any:
    """Strike a card from the known cards of a hand, if it is one of them; return how many are left."""
    for i in range(known):
        if hand[i] == card:
            hand[i] = hand[known - 1]
            hand[known - 1] = 0
            return known - 1
    return known


def count_placed(s: Any, player: Any, seen: Any) -> Any:
    """Count every card with a known or assumed place into `seen`, from its 57th entry on; do they fit the deck?"""
    for card in range(CARD_NUMBERS):
        seen[DECK_SIZE + card] = 0
    for i in range(LOBBY_SIZE):
        seen[DECK_SIZE + s.lobby[i]] += 1
    for other in range(s.players):
        for i in range(3):
            seen[DECK_SIZE + s.hand[other][i]] += 1
        for turn in range(ROUNDS):
            seen[DECK_SIZE + s.bin[ROUNDS * other + turn]] += 1
        for seat in range(SEATS[s.theatre]):
            seen[DECK_SIZE + s.board[other][seat]] += 1
    for card in range(1, CARD_NUMBERS):
        if seen[DECK_SIZE + card] > COPIES[card]:
            return False
    return True


def place_known(s: Any, player: Any, choices: Any, buffer: Any) -> Any:
    """Place every lobby card the others took; does the deck hold enough copies for that?"""
    for other in range(s.players):
        if other != player:
            follow_known(s, other, choices)
    return count_placed(s, player, buffer)


def deal_unseen(s: Any, player: Any, buffer: Any, rng: Any) -> None:
    """Shuffle all cards without a known place, and deal them to where unknown cards lie."""
    n = 0
    for card in range(1, CARD_NUMBERS):
        for _ in range(COPIES[card] - buffer[DECK_SIZE + card]):
            buffer[n] = card
            n += 1
    shuffle(buffer, n, rng)
    for other in range(s.players):
        if other != player:
            for i in range(s.held[other]):
                if s.hand[other][i] == 0:
                    n -= 1
                    s.hand[other][i] = buffer[n]
            sort_hand(s.hand[other], int(s.held[other]))
            for turn in range(ROUNDS):
                if s.tossed[ROUNDS * other + turn] and s.bin[ROUNDS * other + turn] == 0:
                    n -= 1
                    s.bin[ROUNDS * other + turn] = buffer[n]
    for i in range(s.ghosts):
        n -= 1
        s.ghost[i] = buffer[n]
    for i in range(s.drawn, s.deck_count):
        n -= 1
        s.deck[i] = buffer[n]


def sort_hand(hand: Any, held: Any) -> None:
    """Sort the first cards of a hand by number."""
    for i in range(1, held):
        card = hand[i]
        j = i
        while j > 0 and hand[j - 1] > card:
            hand[j] = hand[j - 1]
            j -= 1
        hand[j] = card


def determinize(s: Any, player: Any, buffer: Any, rng: Any) -> None:
    """Fill a concealed state with a random world that fits all the player was shown (OV-L3)."""
    if s.phase == DEALING:
        return
    tries = 0
    while tries < 64 and not place_known(s, player, below(rng, 1 << ROUNDS), buffer):
        tries += 1
    if tries == 64:
        choices = 0
        while choices < (1 << ROUNDS) - 1 and not place_known(s, player, choices, buffer):
            choices += 1
    deal_unseen(s, player, buffer, rng)
