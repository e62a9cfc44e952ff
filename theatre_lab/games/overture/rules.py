"""Overture as functions over one declared state: dealing, turns, hidden information, the end.

A card is a number (see `cards.py`), 0 is nobody or, in a concealed state, an unknown card.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.declaration import Packed, Record, byte, fixed
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.stream import below, shuffle
from theatre_lab.games.overture.cards import COPIES
from theatre_lab.games.overture.scoring import board_points, noisy_seated, types_seated
from theatre_lab.games.overture.theatres import SEATS

DEALING, DRAWING, SEATING, DISCARDING, OVER = 0, 1, 2, 3, 4
ROUNDS = 12
DECK_SIZE = 56
LOBBY_SIZE = 3
CARD_NUMBERS = 40
HAND = 3
HIDDEN = -1
HISTORIES = 1 << ROUNDS

DRAW_DECK = 0
DRAW_LOBBY = 1
DISCARD = 8
SEAT = 48
SEAT_WIDTH = 25
ACTION_SPACE = SEAT + SEAT_WIDTH * CARD_NUMBERS
MAX_ACTIONS = 3 * SEAT_WIDTH
MAX_CARDS = DECK_SIZE + CARD_NUMBERS


class State(Record):
    """A game of Overture. Card lists hold cards up to their count and zeros after it; hands are kept sorted.

    Flat lists, because a state is copied far more often than it is read: a copy takes about a microsecond.
    """

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
    """How many cards have left the game unseen; which ones, nobody ever learns."""
    held: list[int] = byte(4)
    deck: Packed = byte(56, packed=True)
    lobby: list[int] = byte(3)
    hand: list[int] = byte(12)
    """Player p's hand from 3 p on."""
    bin: list[int] = byte(24)
    """Player p's discard of round r at 12 p + r (with 2 players); HIDDEN when it is unknown which card it was."""
    board: list[list[int]] = byte(4, 25, by_seat=True)
    taken: Packed = byte(48, packed=True)
    """The lobby cards player p took in round r, from `taken_place` on: public for ever."""
    seated: Packed = byte(48, packed=True)
    """The card player p seated in round r, at 12 p + r: public."""
    rule: list[int] = fixed(26)


# ------------------------------------------------------------------ cards in hands


def add_to_hand(s: Any, player: Any, card: Any) -> None:
    """Put a card into a hand, which stays sorted."""
    first = HAND * player
    i = first + int(s.held[player])
    while i > first and s.hand[i - 1] > card:
        s.hand[i] = s.hand[i - 1]
        i -= 1
    s.hand[i] = card
    s.held[player] += 1


def take_from_hand(s: Any, player: Any, card: Any) -> None:
    """Take a card that is there out of a hand, which stays sorted."""
    i = HAND * player
    last = i + int(s.held[player]) - 1
    while s.hand[i] != card:
        i += 1
    while i < last:
        s.hand[i] = s.hand[i + 1]
        i += 1
    s.hand[last] = 0
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
    go_on_drawing(s)


def remove_ghost(s: Any) -> None:
    """With 3 players a card leaves the game unseen (OV-S2, OV-S3)."""
    s.drawn += 1
    s.ghosts += 1


# ------------------------------------------------------------------ a turn


def hand_limit(s: Any) -> Any:
    """How many cards a player draws up to (OV-T1)."""
    return 3 if s.players == 2 else 2


def draws_a_turn(s: Any) -> Any:
    """How many cards a turn's drawing adds to the one left from the turn before (OV-T1)."""
    return 2 if s.players == 2 else 1


def taken_place(s: Any, player: Any, turn: Any) -> Any:
    """Where `taken` keeps the first lobby card that the player took in the round."""
    return (ROUNDS * int(player) + int(turn)) * draws_a_turn(s)


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


def go_on_drawing(s: Any) -> None:
    """Draw on while the hand is short and anything is drawable; then seat (OV-T1).

    A turn in which neither is possible is over at once.
    """
    while s.phase != OVER:
        if s.held[s.player] < hand_limit(s) and can_draw(s):
            s.phase = DRAWING
            return
        if s.held[s.player] > 0 and has_empty_seat(s, s.player):
            s.phase = SEATING
            return
        pass_on(s)


def has_empty_seat(s: Any, player: Any) -> Any:
    """Does the player's house have an empty seat?"""
    for seat in range(SEATS[s.theatre]):
        if s.board[player][seat] == 0:
            return True
    return False


def draw_from_lobby(s: Any, slot: Any) -> None:
    """Take a lobby card; the cards left of it move right and the deck refills slot 0 (OV-L2)."""
    card = s.lobby[slot]
    s.taken[taken_place(s, s.player, s.turn) + s.lobby_draws] = card
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
    s.seated[ROUNDS * s.player + s.turn] = card
    if s.players == 2 and s.held[s.player] > 1:
        s.phase = DISCARDING
    else:
        end_turn(s)


def discard(s: Any, card: Any) -> None:
    """Discard a card of the hand face down (OV-T4)."""
    take_from_hand(s, s.player, card)
    s.bin[ROUNDS * s.player + s.turn] = card
    end_turn(s)


def end_turn(s: Any) -> None:
    """The next player begins, if the game is not over."""
    pass_on(s)
    go_on_drawing(s)


def pass_on(s: Any) -> None:
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
        s.lobby_draws = 0


# ------------------------------------------------------------------ decisions


def is_over(s: Any) -> Any:
    """Are all twelve rounds played (OV-E1)?"""
    return s.phase == OVER


def to_move(s: Any) -> Any:
    """The player whose turn it is."""
    return s.player


def is_repeat(s: Any, player: Any, i: Any) -> Any:
    """Is card i of the player's sorted hand the same as the one before it?"""
    return i > 0 and s.hand[HAND * player + i - 1] == s.hand[HAND * player + i]


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
    board = s.board[s.player]
    for i in range(s.held[s.player]):
        if not is_repeat(s, s.player, i):
            first = SEAT + SEAT_WIDTH * int(s.hand[HAND * s.player + i])
            for seat in range(SEATS[s.theatre]):
                if board[seat] == 0:
                    out[n] = first + seat
                    n += 1
    return n


def legal_discards(s: Any, out: Any) -> Any:
    """Write the cards that may be discarded into `out`; return how many (OV-T4)."""
    n = 0
    for i in range(s.held[s.player]):
        if not is_repeat(s, s.player, i):
            out[n] = DISCARD + s.hand[HAND * s.player + i]
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
    """`WHOLE_WIN` for the winner, 0 for the others: there is always one winner (OV-E2)."""
    for other in range(s.players):
        if other != player and beats(s, other, player):
            return 0
    return WHOLE_WIN


# ------------------------------------------------------------------ hidden information


def conceal(s: Any, player: Any) -> None:
    """Erase what is hidden from the player: the deck, and the others' hands and discards (OV-L3)."""
    for i in range(DECK_SIZE):
        s.deck[i] = 0
    for other in range(s.players):
        if other != player:
            for i in range(HAND):
                s.hand[HAND * other + i] = 0
    for i in range(2 * ROUNDS):
        if i // ROUNDS != player and s.bin[i] != 0:
            s.bin[i] = HIDDEN


def follow_known(s: Any, other: Any, choices: Any) -> Any:
    """Work out where the lobby cards that `other` took may lie now, and write them into hand and discards.

    Such a card stays in the hand until it is seated or may have been the discard; in round r, bit r of `choices`
    says which card went. Returns how many known cards the hand then begins with (OV-L3), or -1 when a card was
    seated that this history leaves no place for.
    """
    known = 0
    for i in range(HAND):
        s.hand[HAND * other + i] = 0
    for turn in range(min(int(s.turn) + 1, ROUNDS)):
        known = take_known(s, other, turn, known)
        if s.seated[ROUNDS * other + turn] > 0:
            known = forget_known(s, other, known, s.seated[ROUNDS * other + turn])
            if known > most_left(s, other, turn):
                return -1
        if s.players == 2 and s.bin[ROUNDS * other + turn] != 0:
            known = toss_known(s, other, turn, known, (choices >> turn) & 1)
    return known


def most_left(s: Any, other: Any, turn: Any) -> Any:
    """At most how many cards are left in hand after the round's seating: a second one is discarded next (OV-T4)."""
    if s.players == 2 and (s.bin[ROUNDS * other + turn] != 0 or (turn == s.turn and other == s.player)):
        return 2
    return 1


def take_known(s: Any, other: Any, turn: Any, known: Any) -> Any:
    """Add the lobby cards taken in a round to the known cards of a hand; return how many there are then."""
    place = taken_place(s, other, turn)
    for draw in range(draws_a_turn(s)):
        if s.taken[place + draw] > 0:
            s.hand[HAND * other + known] = s.taken[place + draw]
            known += 1
    return known


def toss_known(s: Any, other: Any, turn: Any, known: Any, which: Any) -> Any:
    """Let one of the two cards left after seating be the discard: the known card of this index, or an unknown one."""
    s.bin[ROUNDS * other + turn] = HIDDEN
    if which < known:
        s.bin[ROUNDS * other + turn] = s.hand[HAND * other + which]
        return forget_known(s, other, known, s.hand[HAND * other + which])
    return known


def forget_known(s: Any, other: Any, known: Any, card: Any) -> Any:
    """Strike a card from the known cards of a hand, if it is one of them; return how many are left."""
    first = HAND * other
    for i in range(first, first + known):
        if s.hand[i] == card:
            s.hand[i] = s.hand[first + known - 1]
            s.hand[first + known - 1] = 0
            return known - 1
    return known


def count_placed(s: Any, seen: Any) -> Any:
    """Count every card with a known or assumed place into `seen`, from its 57th entry on; do they fit the deck?"""
    for card in range(CARD_NUMBERS):
        seen[DECK_SIZE + card] = 0
    for i in range(LOBBY_SIZE):
        seen[DECK_SIZE + s.lobby[i]] += 1
    for i in range(HAND * s.players):
        seen[DECK_SIZE + s.hand[i]] += 1
    for i in range(2 * ROUNDS):
        if s.bin[i] > 0:
            seen[DECK_SIZE + s.bin[i]] += 1
    for player in range(s.players):
        for seat in range(SEATS[s.theatre]):
            seen[DECK_SIZE + s.board[player][seat]] += 1
    for card in range(1, CARD_NUMBERS):
        if seen[DECK_SIZE + card] > COPIES[card]:
            return False
    return True


def place_known(s: Any, player: Any, choices: Any, buffer: Any) -> Any:
    """Place every lobby card the others took; is there a place for each, and does the deck hold enough copies?"""
    fits = True
    for other in range(s.players):
        if other != player and follow_known(s, other, choices) < 0:
            fits = False
    return count_placed(s, buffer) and fits


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
            for i in range(HAND * other, HAND * other + s.held[other]):
                if s.hand[i] == 0:
                    n -= 1
                    s.hand[i] = buffer[n]
            sort_hand(s, other)
    for i in range(2 * ROUNDS):
        if s.bin[i] == HIDDEN:
            n -= 1
            s.bin[i] = buffer[n]
    for i in range(s.drawn, s.deck_count):
        n -= 1
        s.deck[i] = buffer[n]


def sort_hand(s: Any, player: Any) -> None:
    """Sort a hand by card number."""
    first = HAND * player
    for i in range(first + 1, first + s.held[player]):
        card = s.hand[i]
        j = i
        while j > first and s.hand[j - 1] > card:
            s.hand[j] = s.hand[j - 1]
            j -= 1
        s.hand[j] = card


def determinize(s: Any, player: Any, buffer: Any, rng: Any) -> None:
    """Fill a concealed state with a random world that fits all the player was shown (OV-L3).

    Which known cards were discarded is tried in a random order, until the deck holds enough copies of everything.
    """
    if s.phase == DEALING:
        return
    history = below(rng, HISTORIES)
    step = 2 * below(rng, HISTORIES // 2) + 1
    for _ in range(HISTORIES):
        if place_known(s, player, history, buffer):
            break
        history = (history + step) % HISTORIES
    deal_unseen(s, player, buffer, rng)
