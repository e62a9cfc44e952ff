"""The draft as functions over one declared state: circles, rows, skips, the lead (TT-F).

A card is the number of a specific card of the pool, from 1 in the order of their texts; 0 is no card or, in
a concealed state, an unknown one. Ranks are counted from 0 here. Lists "of player p and rank r" hold them at 4 p + r.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.declaration import Packed, Record, byte, fixed, label, short
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.options import RuleNumber
from theatre_lab.core.stream import shuffle
from theatre_lab.games.the_theatre.cards import Card
from theatre_lab.games.the_theatre.scoring import BOOST, SAP, SUIT_CARDS

RANKS = 4
POOL_WIDTH = 1000
KINDS_WIDTH = 401
ROW_WIDTH = 8
PICKS_WIDTH = 64
COPIES = 2

SHUFFLING, CHOOSING, GIVING_LEAD, OVER = 0, 1, 2, 3

TAKE = 0
TAKE_FOR_TWO = 400
SKIP = 801
PASS = 802
GIVE_LEAD = 803
TAKE_PAIR = 807
ACTION_SPACE = TAKE_PAIR + 400 * 401 // 2
MAX_ACTIONS = 64
MAX_CARDS = POOL_WIDTH

RULE_NUMBERS = (
    RuleNumber("row_spare", 2, 0, 4, "TT-F2", "cards in the row beyond one for each player"),
    RuleNumber("pairs_per_rank", 2, 0, 4, "TT-F2", "how often a player may take two cards of a rank for one circle"),
    RuleNumber("doubles_per_rank", 2, 0, 4, "TT-F2", "how often a player may take a card of a rank for two circles"),
    RuleNumber("skips", 1, 0, 4, "TT-F2", "how often a player may skip"),
    RuleNumber("idle_rounds", 4, 4, 40, "TT-F5", "rounds in a row without a card taken that end the draft"),
)
"""The rule numbers in the order of the state's field `rule`."""

R_ROW_SPARE, R_PAIRS, R_DOUBLES, R_SKIPS, R_IDLE_ROUNDS = 0, 1, 2, 3, 4

RANK_WORTH = (18, 47, 131, 303)
VALUE_WORTH = 10
ABILITY_WORTH = (0, 3, -8, 6, 30, 19, 3)
BOOST_FIT = 2
SAP_FIT = -1
UNEVEN_SUITS = 46
"""A deck's estimated worth, in tenths of a point of value: fitted to the games that simulated drafts led to.

A Boost or Sap counts for every other card of its print. Suits that stand unevenly in a deck cost: every act desires
each suit once.
"""


class State(Record):
    """A draft of The Theatre."""

    players: int = byte()
    phase: int = byte()
    player: int = byte()
    """Who decides."""
    due_rank: int = byte()
    """The rank whose deck is shuffled next, before the draft begins."""
    leader: int = byte()
    next_leader: int = byte()
    """1 + the last player who skipped in this round; 0 when nobody did."""
    final_leader: int = byte()
    """1 + who leads the game; 0 before the last decision."""
    turn: int = short()
    """The round, from 0."""
    seated: int = byte()
    """How many seats from the leader on this round has dealt with."""
    has_taken: int = byte()
    """1 once somebody took a card in this round."""
    idle: int = byte()
    """Rounds in a row in which nobody took a card."""
    circles: list[int] = byte(16)
    """Unmarked circles of player p and rank r."""
    pairs: list[int] = byte(16)
    """How often player p took two cards of rank r for one circle."""
    doubles: list[int] = byte(16)
    """How often player p took a card of rank r for two circles."""
    skips: list[int] = byte(4)
    row_count: list[int] = byte(4)
    row: list[int] = short(32)
    """The row of rank r from 8 r on."""
    pick_count: list[int] = byte(4)
    picks: list[int] = short(256)
    """The cards player p took, in order, from 64 p on."""
    stock_count: list[int] = short(4)
    stock: Packed = short(1000, packed=True)
    """The deck of rank r from `stock_first[r]` on, the next card last."""
    unseen: Packed = short(401, packed=True)
    """How many copies of each card its rank's deck still holds."""
    stock_first: list[int] = fixed(4)
    rule: list[int] = fixed(5)
    kinds: int = fixed()
    value_of: list[int] = fixed(401, width=1)
    suit_of: list[int] = fixed(401, width=1)
    print_of: list[int] = fixed(401, width=1)
    ability_of: list[int] = fixed(401, width=1)
    rank_of: list[int] = fixed(401, width=1)
    """From 0."""
    cards: dict[int, Card] = label()
    """The definition of each card number."""


# ------------------------------------------------------------------ questions


def is_over(s: Any) -> Any:
    """Has the draft ended?"""
    return s.phase == OVER


def to_move(s: Any) -> Any:
    """The player who is to decide."""
    return int(s.player)


def round_rank(s: Any) -> Any:
    """The rank of this round, from 0."""
    return int(s.turn) % RANKS


def slot(player: Any, rank: Any) -> Any:
    """Where lists of player and rank hold theirs."""
    return RANKS * int(player) + int(rank)


def circles_left(s: Any, player: Any) -> Any:
    """How many circles the player has to mark."""
    n = 0
    for rank in range(RANKS):
        n += s.circles[slot(player, rank)]
    return n


def all_circles_left(s: Any) -> Any:
    """How many circles all players have to mark."""
    n = 0
    for player in range(s.players):
        n += circles_left(s, player)
    return n


def copies_taken(s: Any, player: Any, card: Any) -> Any:
    """How many copies of the card the player has taken."""
    n = 0
    first = PICKS_WIDTH * int(player)
    for place in range(first, first + int(s.pick_count[player])):
        if s.picks[place] == card:
            n += 1
    return n


def may_take(s: Any, player: Any) -> Any:
    """Has the player a circle for one card of this round's rank?"""
    return s.circles[slot(player, round_rank(s))] >= 1


def may_take_pair(s: Any, player: Any) -> Any:
    """May the player take two cards for a circle of the next higher rank?"""
    rank = round_rank(s)
    if rank + 1 == RANKS or s.pairs[slot(player, rank)] >= s.rule[R_PAIRS]:
        return False
    return s.circles[slot(player, rank + 1)] >= 1


def may_take_for_two(s: Any, player: Any) -> Any:
    """May the player take a card for two circles of the next lower rank?"""
    rank = round_rank(s)
    if rank == 0 or s.doubles[slot(player, rank)] >= s.rule[R_DOUBLES]:
        return False
    return s.circles[slot(player, rank - 1)] >= 2


def may_skip(s: Any, player: Any) -> Any:
    """Has the player a skip left, and a circle?"""
    return s.skips[player] < s.rule[R_SKIPS] and circles_left(s, player) > 0


def pair_action(first: Any, second: Any) -> Any:
    """The action that takes two cards, the lower number first."""
    return TAKE_PAIR + int(second) * (int(second) - 1) // 2 + int(first) - 1


def pair_of_cards(one: Any, other: Any) -> Any:
    """The action that takes two cards in any order."""
    if one < other:
        return pair_action(one, other)
    return pair_action(other, one)


def is_first_in_row(s: Any, place: Any) -> Any:
    """Does no earlier place of the row hold a copy of the card there?"""
    for earlier in range(ROW_WIDTH * round_rank(s), place):
        if s.row[earlier] == s.row[place]:
            return False
    return True


def takes(s: Any, out: Any) -> Any:
    """Write the cards that the player to move may take, alone or in pairs; return how many actions."""
    player = int(s.player)
    n = 0
    first = ROW_WIDTH * round_rank(s)
    last = first + int(s.row_count[round_rank(s)])
    for place in range(first, last):
        card = int(s.row[place])
        if is_first_in_row(s, place) and copies_taken(s, player, card) < COPIES:
            if may_take(s, player):
                out[n] = TAKE + card
                n += 1
            if may_take_for_two(s, player):
                out[n] = TAKE_FOR_TWO + card
                n += 1
            if may_take_pair(s, player):
                n = pairs_with(s, out, n, place, last)
    return n


def pairs_with(s: Any, out: Any, n: Any, place: Any, last: Any) -> Any:
    """Write the pairs of the card at a place with a later one of the row, each pair of cards once."""
    player = int(s.player)
    card = int(s.row[place])
    for later in range(place + 1, last):
        other = int(s.row[later])
        if other == card:
            if copies_taken(s, player, card) == 0 and is_second_in_row(s, place, later):
                out[n] = pair_action(card, card)
                n += 1
        elif is_first_in_row(s, later) and copies_taken(s, player, other) < COPIES:
            out[n] = pair_of_cards(card, other)
            n += 1
    return n


def is_second_in_row(s: Any, place: Any, later: Any) -> Any:
    """Is the later place the next one with a copy of the same card?"""
    for between in range(place + 1, later):
        if s.row[between] == s.row[later]:
            return False
    return True


def has_take(s: Any, player: Any) -> Any:
    """May the player take anything in this round (TT-F5)?"""
    rank = round_rank(s)
    first = ROW_WIDTH * rank
    last = first + int(s.row_count[rank])
    can_single = may_take(s, player) or may_take_for_two(s, player)
    can_pair = may_take_pair(s, player)
    room = 0
    for place in range(first, last):
        card = int(s.row[place])
        free = COPIES - int(copies_taken(s, player, card))
        for earlier in range(first, place):
            if s.row[earlier] == card:
                free -= 1
        if free > 0:
            room += 1
    return (can_single and room >= 1) or (can_pair and room >= 2)


def legal_actions(s: Any, out: Any) -> Any:
    """Write the legal actions into `out`; return how many."""
    if s.phase == GIVING_LEAD:
        for player in range(s.players):
            out[player] = GIVE_LEAD + player
        return int(s.players)
    if s.phase != CHOOSING:
        return 0
    n = takes(s, out)
    if n == 0:
        out[n] = PASS
        n += 1
    if may_skip(s, s.player):
        out[n] = SKIP
        n += 1
    return n


# ------------------------------------------------------------------ rounds


def row_size(s: Any) -> Any:
    """How many cards a full row has (TT-F2)."""
    return int(s.players) + int(s.rule[R_ROW_SPARE])


def draw_stock(s: Any, rank: Any) -> Any:
    """The top card of a rank's deck."""
    s.stock_count[rank] -= 1
    place = int(s.stock_first[rank]) + int(s.stock_count[rank])
    card = int(s.stock[place])
    s.stock[place] = 0
    s.unseen[card] -= 1
    return card


def fill_row(s: Any, rank: Any) -> None:
    """Lay cards out until the row is full or the rank's deck is empty."""
    while s.row_count[rank] < row_size(s) and s.stock_count[rank] > 0:
        s.row[ROW_WIDTH * int(rank) + int(s.row_count[rank])] = draw_stock(s, rank)
        s.row_count[rank] += 1


def begin_draft(s: Any) -> None:
    """The first round: the row of the first rank, and the first choice."""
    fill_row(s, 0)
    find_chooser(s)


def find_chooser(s: Any) -> None:
    """Go on to the next player who has something to decide, through as many rounds as it takes (TT-F3, TT-F5)."""
    while True:
        if s.seated == s.players:
            if is_last_idle_round(s):
                ask_for_lead(s)
                return
            next_round(s)
        player = (int(s.leader) + int(s.seated)) % int(s.players)
        if circles_left(s, player) > 0 and (has_take(s, player) or may_skip(s, player)):
            s.player = player
            s.phase = CHOOSING
            return
        s.seated += 1


def is_last_idle_round(s: Any) -> Any:
    """Count the round when nobody took a card; True when the draft ends with it (TT-F5)."""
    if s.has_taken:
        s.idle = 0
    else:
        s.idle += 1
    return s.idle >= s.rule[R_IDLE_ROUNDS]


def next_round(s: Any) -> None:
    """The lead moves on, and the row of the next rank is laid out (TT-F2, TT-F3)."""
    if s.next_leader > 0:
        s.leader = s.next_leader - 1
    else:
        s.leader = (s.leader + 1) % s.players
    s.next_leader = 0
    s.turn += 1
    s.seated = 0
    s.has_taken = 0
    fill_row(s, round_rank(s))


def ask_for_lead(s: Any) -> None:
    """The leader of the round keeps the lead or gives it away (TT-F4)."""
    s.player = s.leader
    s.phase = GIVING_LEAD


def take_from_row(s: Any, card: Any) -> None:
    """The player to move takes a copy of the card; its place in the row is refilled (TT-F2)."""
    player = int(s.player)
    s.picks[PICKS_WIDTH * player + int(s.pick_count[player])] = card
    s.pick_count[player] += 1
    rank = round_rank(s)
    place = ROW_WIDTH * rank
    while s.row[place] != card:
        place += 1
    last = ROW_WIDTH * rank + int(s.row_count[rank]) - 1
    while place < last:
        s.row[place] = s.row[place + 1]
        place += 1
    s.row[last] = 0
    s.row_count[rank] -= 1


def mark(s: Any, rank: Any, n: Any) -> None:
    """The player to move marks circles of the rank."""
    s.circles[slot(s.player, rank)] -= n


def take_pair(s: Any, action: Any) -> None:
    """Take two cards of the row for one circle of the next higher rank."""
    rank = round_rank(s)
    first = ROW_WIDTH * rank
    last = first + int(s.row_count[rank])
    one = 0
    other = 0
    for place in range(first, last):
        for later in range(place + 1, last):
            if pair_of_cards(s.row[place], s.row[later]) == action:
                one = int(s.row[place])
                other = int(s.row[later])
    take_from_row(s, min(one, other))
    take_from_row(s, max(one, other))
    s.pairs[slot(s.player, rank)] += 1
    mark(s, rank + 1, 1)


def apply(s: Any, action: Any) -> None:
    """Carry out a legal action and all that follows from it."""
    if s.phase == GIVING_LEAD:
        s.final_leader = action - GIVE_LEAD + 1
        s.phase = OVER
        return
    if action == SKIP:
        s.skips[s.player] += 1
        s.next_leader = s.player + 1
    elif action != PASS:
        take_cards(s, action)
        if all_circles_left(s) == 0:
            ask_for_lead(s)
            return
    s.seated += 1
    find_chooser(s)


def take_cards(s: Any, action: Any) -> None:
    """Take one card or two, mark the circles, and refill the row (TT-F2)."""
    rank = round_rank(s)
    if action >= TAKE_PAIR:
        take_pair(s, action)
    elif action > TAKE_FOR_TWO:
        take_from_row(s, action - TAKE_FOR_TWO)
        s.doubles[slot(s.player, rank)] += 1
        mark(s, rank - 1, 2)
    else:
        take_from_row(s, action - TAKE)
        mark(s, rank, 1)
    s.has_taken = 1
    fill_row(s, rank)


# ------------------------------------------------------------------ luck and hidden information


def chance(s: Any, cards: Any) -> Any:
    """Write the rank's deck that is to be shuffled into `cards` and return its size; -1 when none is."""
    if s.phase != SHUFFLING:
        return -1
    n = int(s.stock_count[s.due_rank])
    first = int(s.stock_first[s.due_rank])
    for place in range(n):
        cards[place] = s.stock[first + place]
    return n


def set_chance(s: Any, cards: Any, n: Any) -> None:
    """Put the due deck into this order, the top card first; after the last one the draft begins."""
    last = int(s.stock_first[s.due_rank]) + int(n) - 1
    for place in range(n):
        s.stock[last - place] = cards[place]
    s.due_rank += 1
    if s.due_rank == RANKS:
        begin_draft(s)


def conceal(s: Any, player: Any) -> None:
    """Erase the order of the decks, which is all that is hidden, and from everybody."""
    for rank in range(RANKS):
        first = int(s.stock_first[rank])
        for place in range(first, first + int(s.stock_count[rank])):
            s.stock[place] = 0


def determinize(s: Any, player: Any, buffer: Any, rng: Any) -> None:
    """Put the cards that are not seen yet in a random order into the decks of their ranks."""
    for rank in range(RANKS):
        n = 0
        for card in range(1, int(s.kinds) + 1):
            if s.rank_of[card] == rank:
                for _ in range(s.unseen[card]):
                    buffer[n] = card
                    n += 1
        shuffle(buffer, n, rng)
        first = int(s.stock_first[rank])
        for place in range(n):
            s.stock[first + place] = buffer[place]


# ------------------------------------------------------------------ judging


def card_worth(s: Any, card: Any) -> Any:
    """This project's rough estimate of what a card is worth in a deck (an aid, no rule of the game)."""
    return RANK_WORTH[s.rank_of[card]] + VALUE_WORTH * int(s.value_of[card]) + ABILITY_WORTH[s.ability_of[card]]


def fit_of_ability(s: Any, card: Any) -> Any:
    """What the card's ability does for another card of its print."""
    if s.ability_of[card] == BOOST:
        return BOOST_FIT
    if s.ability_of[card] == SAP:
        return SAP_FIT
    return 0


def fit_of_two(s: Any, one: Any, other: Any) -> Any:
    """What two cards of a deck do for one another by Boost or Sap."""
    if s.print_of[one] != s.print_of[other]:
        return 0
    return fit_of_ability(s, one) + fit_of_ability(s, other)


def fit_with_picks(s: Any, player: Any, card: Any, n: Any) -> Any:
    """What a card and the first n cards that the player took do for one another."""
    worth = 0
    first = PICKS_WIDTH * int(player)
    for place in range(first, first + int(n)):
        worth += fit_of_two(s, card, s.picks[place])
    return worth


def fit_worth(s: Any, player: Any) -> Any:
    """What the player's cards do for one another."""
    worth = 0
    for n in range(int(s.pick_count[player])):
        worth += fit_with_picks(s, player, s.picks[PICKS_WIDTH * int(player) + n], n)
    return worth


def suit_count(s: Any, player: Any, suit: Any) -> Any:
    """How many cards of a suit the player has taken."""
    n = 0
    first = PICKS_WIDTH * int(player)
    for place in range(first, first + int(s.pick_count[player])):
        if s.suit_of[s.picks[place]] == suit:
            n += 1
    return n


def suits_worth(s: Any, player: Any) -> Any:
    """What unevenly drafted suits cost: a number below 0, or 0."""
    n = int(s.pick_count[player])
    if n == 0:
        return 0
    squares = 0
    for suit in range(1, SUIT_CARDS + 1):
        squares += suit_count(s, player, suit) * suit_count(s, player, suit)
    return -(UNEVEN_SUITS * (SUIT_CARDS * squares - n * n) // (SUIT_CARDS * n))


def score(s: Any, player: Any) -> Any:
    """The estimated worth of the player's cards so far; a draft itself has no points."""
    worth = fit_worth(s, player) + suits_worth(s, player)
    first = PICKS_WIDTH * int(player)
    for place in range(first, first + int(s.pick_count[player])):
        worth += card_worth(s, s.picks[place])
    return worth


def payoff(s: Any, player: Any) -> Any:
    """The share of the best estimated deck, in parts of `WHOLE_WIN`; the game itself is still to be played."""
    mine = score(s, player)
    equal = 0
    for other in range(s.players):
        worth = score(s, other)
        if worth > mine:
            return 0
        if worth == mine:
            equal += 1
    return WHOLE_WIN // equal
