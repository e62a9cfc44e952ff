"""The Theatre as functions over one declared state: acts, rounds, sub-choices, hidden information, the end.

A card is a number, 1 + 150 x owner + its place among the owner's specific cards; 0 is no card or, in a
concealed state, an unknown one. Two copies of a specific card have one number.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.declaration import Packed, Record, byte, fixed, label, short
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.stream import shuffle
from theatre_lab.games.the_theatre.cards import Card
from theatre_lab.games.the_theatre.scoring import (
    BOOST,
    GAMBLE,
    R_ACT_ROUNDS,
    R_GAMBLE,
    R_SAP_REMOVES,
    R_WINNER_LEADS,
    SAP,
    SUIT_CARDS,
    boost_points,
    card_value,
    combo_points,
    combo_worth,
    factor,
    finisher_points,
    sap_points,
    standing_card,
    suit_points,
)

PLAYERS = 4
DECK_WIDTH = 150
CARD_NUMBERS = 1 + PLAYERS * DECK_WIDTH
HAND_WIDTH = 8
PRINT_COUNT = 9

SHUFFLING_DECK, SHUFFLING_FOR_ACT, DEALING_SUITS, SHUFFLING_FOR_GAMBLE = 0, 1, 2, 3
CHOOSING_CARD, CHOOSING_SAP, CHOOSING_GAMBLE, OVER = 4, 5, 6, 7

PLAYING, GAMBLING, REVEALING = 0, 1, 2

PLACE_SAP = CARD_NUMBERS
REMOVE_BOOST = PLACE_SAP + 1
TAKE_GAMBLE = REMOVE_BOOST + PRINT_COUNT
KEEP = TAKE_GAMBLE + 1
ACTION_SPACE = KEEP + 1
MAX_ACTIONS = 16
MAX_CARDS = DECK_WIDTH

SHOWN_PRINTED, SHOWN_SUIT, SHOWN_BOOST, SHOWN_SAP, SHOWN_COMBO, SHOWN_FINISHER = 0, 1, 2, 3, 4, 5
SHOWN_FACTOR, SHOWN_VALUE, SHOWN_WIDTH = 6, 7, 8


class State(Record):
    """A game of The Theatre. Lists of cards hold zeros after their count; hands are kept sorted."""

    players: int = byte()
    open_suits: int = byte()
    phase: int = byte()
    stage: int = byte()
    """Of a round: PLAYING, GAMBLING, REVEALING."""
    player: int = byte()
    """Who decides, or whose deck is to be shuffled."""
    leader: int = byte()
    act: int = short()
    """From 1; 0 before the first."""
    turn: int = byte()
    """The round of the act, from 0."""
    seated: int = byte()
    """How many seats from the leader on this stage of the round has dealt with."""
    is_revealed: int = byte()
    """1 once the gambled cards of the round lie face up."""
    line: list[int] = byte(5)
    """The suit cards of the act, 1 to 5 in the order of SUITS; 0 face down or not dealt."""
    boosts: list[int] = byte(9)
    saps: list[int] = byte(9)
    combo: list[int] = byte(4)
    """What Combo adds to each player's card of this round."""
    next_combo: list[int] = byte(4)
    out_in: list[int] = short(4)
    """The act in whose draw the player was eliminated; 0 who still plays."""
    held: list[int] = byte(4)
    hand: list[int] = short(32)
    """Player p's hand from 8 p on."""
    is_hand_known: list[int] = byte(4)
    """1 when all can work out the hand: the rest of the unseen cards had run out before a reshuffle."""
    deck_count: list[int] = short(4)
    deck: Packed = short(600, packed=True)
    """Player p's deck from 150 p on, the next card last."""
    breakroom_count: list[int] = short(4)
    dismissed_count: list[int] = short(4)
    breakroom: Packed = byte(601, packed=True)
    """How many copies of each card lie in its owner's breakroom."""
    dismissed: Packed = byte(601, packed=True)
    played: list[int] = short(4)
    gambled: list[int] = short(4)
    """The card drawn by a gamble; in a concealed state 0 while it lies face down."""
    has_gambled: list[int] = byte(4)
    shown_act: int = short()
    """The last finished round, for all to look back on: its act, round, suit, leader, winner, cards and values."""
    shown_turn: int = byte()
    shown_suit: int = byte()
    shown_leader: int = byte()
    shown_winner: int = byte()
    """1 + the winner; 0 after a tie."""
    shown_card: list[int] = short(4)
    shown_gamble: list[int] = short(4)
    """The Gamble card that the shown card replaced."""
    shown_part: list[int] = short(32)
    """Of player p from 8 p on: printed value, suit, Boost, Sap, Combo, Finisher, factor, value."""
    rule: list[int] = fixed(11)
    value_of: list[int] = fixed(601, width=1)
    suit_of: list[int] = fixed(601, width=1)
    print_of: list[int] = fixed(601, width=1)
    ability_of: list[int] = fixed(601, width=1)
    rank_of: list[int] = fixed(601, width=1)
    copies_of: list[int] = fixed(601, width=1)
    kinds: list[int] = fixed(4)
    """How many specific cards each player's deck began with."""
    deck_total: list[int] = fixed(4)
    cards: dict[int, Card] = label()
    """The definition of each card number."""


# ------------------------------------------------------------------ questions


def is_over(s: Any) -> Any:
    """Has the game ended?"""
    return s.phase == OVER


def to_move(s: Any) -> Any:
    """The player who is to decide."""
    return int(s.player)


def is_out(s: Any, player: Any) -> Any:
    """Is the player eliminated?"""
    return s.out_in[player] > 0


def seat_from_leader(s: Any, steps: Any) -> Any:
    """The player so many seats clockwise from the leader."""
    return (int(s.leader) + int(steps)) % int(s.players)


def count_boosts(s: Any) -> Any:
    """How many Boost tokens lie in the play area."""
    n = 0
    for token in range(PRINT_COUNT):
        n += s.boosts[token]
    return n


def may_gamble(s: Any, player: Any) -> Any:
    """Is the player offered a gamble: a Gamble card played, and a card to draw (TT-B6)?"""
    if s.rule[R_GAMBLE] == 0 or s.played[player] == 0 or s.ability_of[s.played[player]] != GAMBLE:
        return False
    return s.deck_count[player] + s.breakroom_count[player] > 0


def count_remaining(s: Any) -> Any:
    """How many players are not eliminated."""
    n = 0
    for player in range(s.players):
        if s.out_in[player] == 0:
            n += 1
    return n


def cards_on_stage(s: Any, player: Any) -> Any:
    """How many of the player's cards lie in the play area."""
    n = 0
    if s.played[player] > 0:
        n += 1
    if s.has_gambled[player]:
        n += 1
    return n


def legal_actions(s: Any, out: Any) -> Any:
    """Write the legal actions into `out`; return how many."""
    n = 0
    if s.phase == CHOOSING_CARD:
        first = HAND_WIDTH * int(s.player)
        for place in range(first, first + int(s.held[s.player])):
            if place == first or s.hand[place] != s.hand[place - 1]:
                out[n] = s.hand[place]
                n += 1
    elif s.phase == CHOOSING_SAP:
        out[0] = PLACE_SAP
        n = 1
        for token in range(PRINT_COUNT):
            if s.boosts[token] > 0:
                out[n] = REMOVE_BOOST + token
                n += 1
    elif s.phase == CHOOSING_GAMBLE:
        out[0] = TAKE_GAMBLE
        out[1] = KEEP
        n = 2
    return n


# ------------------------------------------------------------------ piles


def draw_card(s: Any, player: Any) -> Any:
    """Take the top card of the player's deck."""
    s.deck_count[player] -= 1
    place = DECK_WIDTH * int(player) + int(s.deck_count[player])
    card = int(s.deck[place])
    s.deck[place] = 0
    return card


def add_to_hand(s: Any, player: Any, card: Any) -> None:
    """Put a card into the hand, which stays sorted."""
    first = HAND_WIDTH * int(player)
    place = first + int(s.held[player])
    while place > first and s.hand[place - 1] > card:
        s.hand[place] = s.hand[place - 1]
        place -= 1
    s.hand[place] = card
    s.held[player] += 1


def remove_from_hand(s: Any, player: Any, card: Any) -> None:
    """Take one copy of a card out of the hand."""
    place = HAND_WIDTH * int(player)
    last = place + int(s.held[player]) - 1
    while s.hand[place] != card:
        place += 1
    while place < last:
        s.hand[place] = s.hand[place + 1]
        place += 1
    s.hand[last] = 0
    s.held[player] -= 1


def breakroom_into_deck(s: Any, player: Any) -> None:
    """Put the player's breakroom into the deck, which is to be shuffled."""
    first = 1 + DECK_WIDTH * int(player)
    place = DECK_WIDTH * int(player) + int(s.deck_count[player])
    for card in range(first, first + int(s.kinds[player])):
        for _ in range(s.breakroom[card]):
            s.deck[place] = card
            place += 1
        s.breakroom[card] = 0
    s.deck_count[player] += s.breakroom_count[player]
    s.breakroom_count[player] = 0


def put_away(s: Any, player: Any, card: Any, has_won: Any) -> None:
    """A card leaves the play area for its owner's breakroom or, dismissed, the game (TT-R4)."""
    if has_won:
        s.breakroom[card] += 1
        s.breakroom_count[player] += 1
    else:
        s.dismissed[card] += 1
        s.dismissed_count[player] += 1


# ------------------------------------------------------------------ acts


def begin_act(s: Any) -> None:
    """Clear the play area and let everybody draw (TT-A1, TT-A3)."""
    s.act += 1
    s.turn = 0
    for token in range(PRINT_COUNT):
        s.boosts[token] = 0
        s.saps[token] = 0
    for player in range(s.players):
        s.combo[player] = 0
        s.next_combo[player] = 0
        s.is_hand_known[player] = 0
    for place in range(SUIT_CARDS):
        s.line[place] = 0
    draw_hands(s, 0)


def draw_hands(s: Any, first: Any) -> None:
    """Each player from the first on draws; stops where a deck has to be shuffled before (TT-A2)."""
    for player in range(first, s.players):
        if s.out_in[player] == 0:
            if s.deck_count[player] < s.rule[R_ACT_ROUNDS]:
                breakroom_into_deck(s, player)
                s.player = player
                s.phase = SHUFFLING_FOR_ACT
                return
            draw_hand(s, player)
    judge(s)


def draw_hand(s: Any, player: Any) -> None:
    """Draw a card for each round of the act (TT-A1)."""
    for _ in range(s.rule[R_ACT_ROUNDS]):
        add_to_hand(s, player, draw_card(s, player))


def draw_after_shuffle(s: Any) -> None:
    """The player whose breakroom was shuffled in draws, or is eliminated (TT-A2); then the others draw."""
    player = int(s.player)
    if s.deck_count[player] < s.rule[R_ACT_ROUNDS]:
        s.out_in[player] = s.act
    else:
        draw_hand(s, player)
    draw_hands(s, player + 1)


def judge(s: Any) -> None:
    """After all have drawn: is the game over (TT-W1)? Otherwise the suits are dealt."""
    if count_remaining(s) <= 1:
        s.phase = OVER
        return
    while is_out(s, s.leader):
        s.leader = seat_from_leader(s, 1)
    s.player = s.leader
    s.phase = DEALING_SUITS


# ------------------------------------------------------------------ rounds


def begin_round(s: Any) -> None:
    """The leader is to play (TT-R1); the stage was cleared as the last round ended."""
    s.is_revealed = 0
    s.stage = PLAYING
    s.seated = 0
    find_player(s)


def continue_round(s: Any) -> None:
    """Go on from the next seat: to a decision, or to the end of the round (TT-R1, TT-R3, TT-B6)."""
    if s.stage == PLAYING and not find_player(s):
        s.stage = GAMBLING
        s.seated = 0
    if s.stage == GAMBLING and not find_gambler(s):
        s.stage = REVEALING
        s.seated = 0
        s.is_revealed = 1
    if s.stage == REVEALING and not reveal_cards(s):
        resolve_round(s)


def find_player(s: Any) -> Any:
    """Ask the next player for a card; False when all have played (TT-R1)."""
    while s.seated < s.players:
        player = seat_from_leader(s, s.seated)
        if s.out_in[player] == 0:
            s.player = player
            s.phase = CHOOSING_CARD
            return True
        s.seated += 1
    return False


def find_gambler(s: Any) -> Any:
    """Ask the next owner of a Gamble card, in playing order; False when all have chosen (TT-B6)."""
    while s.seated < s.players:
        player = seat_from_leader(s, s.seated)
        if may_gamble(s, player):
            s.player = player
            s.phase = CHOOSING_GAMBLE
            return True
        s.seated += 1
    return False


def reveal_cards(s: Any) -> Any:
    """Play the gambled cards in order (TT-B6); True when one of them waits for a choice."""
    while s.seated < s.players:
        player = seat_from_leader(s, s.seated)
        s.seated += 1
        if s.has_gambled[player] and take_effect(s, player, s.gambled[player]):
            return True
    return False


def take_effect(s: Any, player: Any, card: Any) -> Any:
    """What a card does as it is played (TT-R2, TT-B3, TT-B4); True when its owner has to choose."""
    ability = s.ability_of[card]
    if ability == BOOST:
        s.boosts[s.print_of[card]] += 1
    elif ability == SAP:
        if s.rule[R_SAP_REMOVES] and count_boosts(s) > 0:
            s.player = player
            s.phase = CHOOSING_SAP
            return True
        s.saps[s.print_of[card]] += 1
    else:
        s.next_combo[player] = combo_worth(s, card)
    return False


def draw_gamble(s: Any) -> None:
    """The player draws the gambled card face down; then the next one chooses (TT-B6)."""
    player = int(s.player)
    s.gambled[player] = draw_card(s, player)
    s.has_gambled[player] = 1
    s.seated += 1
    continue_round(s)


def best_player(s: Any) -> Any:
    """Who has the single highest value; -1 when several tie for it (TT-R4)."""
    best = -1
    most = 0
    is_tied = False
    for player in range(s.players):
        if s.out_in[player] == 0:
            value = card_value(s, player, standing_card(s, player))
            if best < 0 or value > most:
                best = player
                most = value
                is_tied = False
            elif value == most:
                is_tied = True
    if is_tied:
        return -1
    return best


def show_values(s: Any, winner: Any) -> None:
    """Keep the round and how each value came about for all to look back on."""
    s.shown_act = s.act
    s.shown_turn = s.turn
    s.shown_suit = s.line[s.turn] if s.turn < SUIT_CARDS else 0
    s.shown_leader = s.leader
    s.shown_winner = winner + 1
    for player in range(s.players):
        card = standing_card(s, player)
        s.shown_card[player] = card
        s.shown_gamble[player] = s.played[player] if s.has_gambled[player] else 0
        first = SHOWN_WIDTH * player
        if card > 0:
            s.shown_part[first + SHOWN_PRINTED] = s.value_of[card]
            s.shown_part[first + SHOWN_SUIT] = suit_points(s, card)
            s.shown_part[first + SHOWN_BOOST] = boost_points(s, card)
            s.shown_part[first + SHOWN_SAP] = sap_points(s, card)
            s.shown_part[first + SHOWN_COMBO] = combo_points(s, player)
            s.shown_part[first + SHOWN_FINISHER] = finisher_points(s, card)
            s.shown_part[first + SHOWN_FACTOR] = factor(s, card)
            s.shown_part[first + SHOWN_VALUE] = card_value(s, player, card)
        else:
            for part in range(SHOWN_WIDTH):
                s.shown_part[first + part] = 0


def resolve_round(s: Any) -> None:
    """Compare the values, put the cards away and go on to the next round or act (TT-R3, TT-R4)."""
    winner = best_player(s)
    show_values(s, winner)
    for player in range(s.players):
        if s.played[player] > 0:
            put_away(s, player, s.played[player], player == winner)
        if s.has_gambled[player]:
            put_away(s, player, s.gambled[player], player == winner)
        s.combo[player] = s.next_combo[player]
        s.next_combo[player] = 0
        s.played[player] = 0
        s.gambled[player] = 0
        s.has_gambled[player] = 0
    if winner >= 0 and s.rule[R_WINNER_LEADS]:
        s.leader = winner
    s.turn += 1
    if s.turn == s.rule[R_ACT_ROUNDS]:
        begin_act(s)
    else:
        begin_round(s)


# ------------------------------------------------------------------ decisions


def apply(s: Any, action: Any) -> None:
    """Carry out a legal action and all that follows from it."""
    if s.phase == CHOOSING_CARD:
        play_card(s, action)
    elif s.phase == CHOOSING_SAP:
        choose_sap(s, action)
    else:
        choose_gamble(s, action)


def play_card(s: Any, card: Any) -> None:
    """Lay a card from the hand on the stage (TT-R1, TT-R2)."""
    player = int(s.player)
    remove_from_hand(s, player, card)
    s.played[player] = card
    s.seated += 1
    if not take_effect(s, player, card):
        continue_round(s)


def choose_sap(s: Any, action: Any) -> None:
    """A Sap places its token or removes a Boost token (TT-B3)."""
    if action == PLACE_SAP:
        s.saps[s.print_of[standing_card(s, s.player)]] += 1
    else:
        s.boosts[action - REMOVE_BOOST] -= 1
    continue_round(s)


def choose_gamble(s: Any, action: Any) -> None:
    """Gamble or keep; the breakroom is shuffled in when the deck is empty (TT-B6)."""
    player = int(s.player)
    if action == KEEP:
        s.seated += 1
        continue_round(s)
    elif s.deck_count[player] > 0:
        draw_gamble(s)
    else:
        breakroom_into_deck(s, player)
        s.is_hand_known[player] = 1
        s.phase = SHUFFLING_FOR_GAMBLE


# ------------------------------------------------------------------ luck


def chance(s: Any, cards: Any) -> Any:
    """Write the pile that is to be shuffled into `cards` and return its size; -1 when none is."""
    if s.phase == DEALING_SUITS:
        for suit in range(SUIT_CARDS):
            cards[suit] = suit + 1
        return SUIT_CARDS
    if s.phase > DEALING_SUITS and s.phase != SHUFFLING_FOR_GAMBLE:
        return -1
    first = DECK_WIDTH * int(s.player)
    n = int(s.deck_count[s.player])
    for place in range(n):
        cards[place] = s.deck[first + place]
    return n


def set_chance(s: Any, cards: Any, n: Any) -> None:
    """Put the due pile into this order, the first drawn first, and go on."""
    if s.phase == DEALING_SUITS:
        for place in range(SUIT_CARDS):
            s.line[place] = cards[place]
        begin_round(s)
        return
    last = DECK_WIDTH * int(s.player) + int(n) - 1
    for place in range(n):
        s.deck[last - place] = cards[place]
    if s.phase == SHUFFLING_FOR_ACT:
        draw_after_shuffle(s)
    elif s.phase == SHUFFLING_FOR_GAMBLE:
        draw_gamble(s)
    elif s.player + 1 < s.players:
        s.player += 1
    else:
        begin_act(s)


# ------------------------------------------------------------------ hidden information


def is_face_down(s: Any, player: Any) -> Any:
    """Does a gambled card of the player lie face down, unknown to its owner too?"""
    return s.has_gambled[player] == 1 and s.is_revealed == 0


def sees_hand(s: Any, viewer: Any, player: Any) -> Any:
    """Does the viewer know the player's hand: the own one, or one that can be worked out?"""
    return viewer == player or s.is_hand_known[player] == 1


def conceal(s: Any, player: Any) -> None:
    """Erase what the player may not know: other hands, decks, face-down cards and suits."""
    for other in range(s.players):
        first = DECK_WIDTH * other
        for place in range(first, first + int(s.deck_count[other])):
            s.deck[place] = 0
        if not sees_hand(s, player, other):
            first = HAND_WIDTH * other
            for place in range(first, first + int(s.held[other])):
                s.hand[place] = 0
        if is_face_down(s, other):
            s.gambled[other] = 0
    if not s.open_suits:
        for place in range(int(s.turn) + 1, SUIT_CARDS):
            s.line[place] = 0


def collect_unseen(s: Any, viewer: Any, player: Any, buffer: Any) -> Any:
    """Write the cards of the player that the viewer cannot place into the buffer; return how many."""
    n = 0
    first = 1 + DECK_WIDTH * int(player)
    for card in range(first, first + int(s.kinds[player])):
        unseen = int(s.copies_of[card]) - s.breakroom[card] - s.dismissed[card]
        if s.played[player] == card:
            unseen -= 1
        if s.is_revealed and s.has_gambled[player] and s.gambled[player] == card:
            unseen -= 1
        if sees_hand(s, viewer, player):
            unseen -= count_in_hand(s, player, card)
        for _ in range(unseen):
            buffer[n] = card
            n += 1
    return n


def count_in_hand(s: Any, player: Any, card: Any) -> Any:
    """How many copies of a card the player holds."""
    n = 0
    first = HAND_WIDTH * int(player)
    for place in range(first, first + int(s.held[player])):
        if s.hand[place] == card:
            n += 1
    return n


def deal_unseen(s: Any, viewer: Any, player: Any, buffer: Any, rng: Any) -> None:
    """Deal the player's unseen cards at random to hand, face-down card and deck."""
    n = collect_unseen(s, viewer, player, buffer)
    shuffle(buffer, n, rng)
    if not sees_hand(s, viewer, player):
        held = int(s.held[player])
        s.held[player] = 0
        for _ in range(held):
            n -= 1
            add_to_hand(s, player, buffer[n])
    if is_face_down(s, player):
        n -= 1
        s.gambled[player] = buffer[n]
    first = DECK_WIDTH * int(player)
    for place in range(n):
        s.deck[first + place] = buffer[place]


def deal_unseen_suits(s: Any, buffer: Any, rng: Any) -> None:
    """Put the suits not seen yet in a random order into the face-down rest of the line."""
    n = 0
    for suit in range(1, SUIT_CARDS + 1):
        is_seen = False
        for place in range(SUIT_CARDS):
            if s.line[place] == suit:
                is_seen = True
        if not is_seen:
            buffer[n] = suit
            n += 1
    shuffle(buffer, n, rng)
    for place in range(SUIT_CARDS):
        if s.line[place] == 0:
            n -= 1
            s.line[place] = buffer[n]


def determinize(s: Any, player: Any, buffer: Any, rng: Any) -> None:
    """Fill a concealed state with a random world that fits what the player was shown."""
    for other in range(s.players):
        deal_unseen(s, player, other, buffer, rng)
    if s.line[0] > 0:
        deal_unseen_suits(s, buffer, rng)


# ------------------------------------------------------------------ judging


def score(s: Any, player: Any) -> Any:
    """The player's cards that are not dismissed."""
    return int(s.deck_total[player]) - int(s.dismissed_count[player])


def payoff(s: Any, player: Any) -> Any:
    """The share of the win: the last one standing, or most cards among those eliminated last (TT-W1)."""
    if count_remaining(s) > 0:
        return WHOLE_WIN if s.out_in[player] == 0 else 0
    most = -1
    winners = 0
    for other in range(s.players):
        if s.out_in[other] == s.act:
            if s.deck_count[other] > most:
                most = int(s.deck_count[other])
                winners = 0
            if s.deck_count[other] == most:
                winners += 1
    if s.out_in[player] == s.act and s.deck_count[player] == most:
        return WHOLE_WIN // winners
    return 0
