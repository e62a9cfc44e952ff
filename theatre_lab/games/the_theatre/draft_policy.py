"""A sensible drafter: take what is worth most beyond the price of its circles, and what fits the own deck.

Compilable like the rules. Worth is counted as in `draft_rules`, in tenths of a point of value.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.stream import below
from theatre_lab.games.the_theatre.draft_rules import (
    GIVE_LEAD,
    GIVING_LEAD,
    PASS,
    RANKS,
    ROW_WIDTH,
    SKIP,
    TAKE,
    TAKE_FOR_TWO,
    TAKE_PAIR,
    UNEVEN_SUITS,
    card_worth,
    circles_left,
    fit_of_two,
    fit_with_picks,
    legal_actions,
    pair_of_cards,
    round_rank,
    suit_count,
)
from theatre_lab.games.the_theatre.scoring import SUIT_CARDS

CIRCLE_PRICE = (48, 91, 190, 382)
SKIP_APPEAL = -8
UNWANTED = -10000


def evenness(s: Any, player: Any, card: Any) -> Any:
    """What the card does for even suits: a deck in the making counts as large as its circles will make it."""
    n = int(s.pick_count[player])
    surplus = SUIT_CARDS * suit_count(s, player, s.suit_of[card]) - n
    return -(2 * UNEVEN_SUITS * surplus // (SUIT_CARDS * (n + int(circles_left(s, player)) + 1)))


def appeal_of_card(s: Any, card: Any) -> Any:
    """What the card is worth to the player to move."""
    player = int(s.player)
    fit = fit_with_picks(s, player, card, s.pick_count[player])
    return card_worth(s, card) + fit + evenness(s, player, card)


def appeal_of_pair(s: Any, action: Any) -> Any:
    """What the two cards of the row are worth that the action takes."""
    rank = round_rank(s)
    first = ROW_WIDTH * rank
    last = first + int(s.row_count[rank])
    for place in range(first, last):
        for later in range(place + 1, last):
            one = int(s.row[place])
            other = int(s.row[later])
            if pair_of_cards(one, other) == action:
                return appeal_of_card(s, one) + appeal_of_card(s, other) + fit_of_two(s, one, other)
    return UNWANTED


def appeal_of_lead(s: Any, seat: Any) -> Any:
    """The first lead is good for its owner when three or four play, and slightly bad when two do."""
    if (seat == s.player) == (s.players > 2):
        return 1
    return 0


def draft_appeal(s: Any, action: Any) -> Any:
    """What an action gains beyond the price of the circles it marks."""
    if s.phase == GIVING_LEAD:
        return appeal_of_lead(s, action - GIVE_LEAD)
    if action == SKIP:
        return SKIP_APPEAL
    if action == PASS:
        return SKIP_APPEAL - 1
    rank = round_rank(s)
    if action >= TAKE_PAIR:
        return appeal_of_pair(s, action) - CIRCLE_PRICE[min(rank + 1, RANKS - 1)]
    if action > TAKE_FOR_TWO:
        return appeal_of_card(s, action - TAKE_FOR_TWO) - 2 * CIRCLE_PRICE[max(rank - 1, 0)]
    return appeal_of_card(s, action - TAKE) - CIRCLE_PRICE[rank]


def policy_action(s: Any, out: Any, rng: Any) -> Any:
    """The action that gains most, by lot among equals."""
    best = UNWANTED
    choice = 0
    ties = 0
    n = legal_actions(s, out)
    for k in range(n):
        appeal = draft_appeal(s, out[k])
        if appeal > best:
            best = appeal
            choice = int(out[k])
            ties = 1
        elif appeal == best:
            ties += 1
            if below(rng, ties) == 0:
                choice = int(out[k])
    return choice
