"""A sensible player, simple and quick: each card where it wins most now compared with later; saps and gambles by odds.

Compilable like the rules, and using nothing but what the player to move may know. Chances are in hundredths.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.stream import below
from theatre_lab.games.the_theatre.rules import (
    CHOOSING_CARD,
    CHOOSING_SAP,
    DECK_WIDTH,
    HAND_WIDTH,
    KEEP,
    PLACE_SAP,
    REMOVE_BOOST,
    count_in_hand,
    is_face_down,
    legal_actions,
)
from theatre_lab.games.the_theatre.scoring import (
    BOOST,
    COMBO_1,
    COMBO_2,
    FINISHER,
    R_ACT_ROUNDS,
    R_BOOST,
    R_DESIRED_SUIT,
    R_FINISHER,
    R_SAP,
    SAP,
    SUIT_CARDS,
    boost_points,
    card_value,
    combo_worth,
    sap_points,
    standing_card,
)

NOBODY = -10000
USUAL_VALUE = 6
SLOPE = 9
LIKELY_COMBO = 8
TOKEN = 5
BEHIND, TIED = 100, 200
"""Losing costs a card more, winning saves one: a gamble is worth it above a chance of a third, in a tie of two."""


# ------------------------------------------------------------------ chances


def token_of_itself(s: Any, card: Any) -> Any:
    """What a card adds to its own value by the token it places."""
    if s.ability_of[card] == BOOST:
        return int(s.rule[R_BOOST])
    if s.ability_of[card] == SAP:
        return int(s.rule[R_SAP])
    return 0


def value_if_played(s: Any, player: Any, card: Any) -> Any:
    """The value the card would have in this round, its own token included."""
    return card_value(s, player, card) + token_of_itself(s, card)


def best_of_others(s: Any, player: Any) -> Any:
    """The highest value on the stage among the other players; NOBODY when they have not played."""
    best = NOBODY
    for other in range(s.players):
        if other != player and s.played[other] > 0:
            value = USUAL_VALUE
            if not is_face_down(s, other):
                value = card_value(s, other, standing_card(s, other))
            if value > best:
                best = value
    return best


def still_to_play(s: Any, player: Any) -> Any:
    """How many of the other players have yet to play in this round."""
    n = 0
    for other in range(s.players):
        if other != player and s.out_in[other] == 0 and s.played[other] == 0:
            n += 1
    return n


def chance_against(value: Any, rivals: Any) -> Any:
    """A guess at the chance that a value beats so many unknown cards."""
    one = min(max(50 + SLOPE * (value - USUAL_VALUE), 4), 96)
    chance_of_all = 100
    for _ in range(rivals):
        chance_of_all = chance_of_all * one // 100
    return chance_of_all


def chance_now(s: Any, player: Any, value: Any) -> Any:
    """A guess at the chance that a value wins this round."""
    if value <= best_of_others(s, player):
        return 0
    return chance_against(value, still_to_play(s, player))


def is_suit_to_come(s: Any, suit: Any) -> Any:
    """Has the suit not been turned yet in this act?"""
    for place in range(min(int(s.turn) + 1, SUIT_CARDS)):
        if s.line[place] == suit:
            return False
    return True


def value_without_suit(s: Any, card: Any) -> Any:
    """The printed value with the tokens of the card's print, its own included."""
    return int(s.value_of[card]) + boost_points(s, card) + sap_points(s, card) + token_of_itself(s, card)


def value_later(s: Any, card: Any) -> Any:
    """The best value to hope for when the card is kept for a later round of the act."""
    value = value_without_suit(s, card)
    if is_suit_to_come(s, s.suit_of[card]):
        value += int(s.rule[R_DESIRED_SUIT]) - 1
    if s.ability_of[card] == FINISHER:
        value += int(s.rule[R_FINISHER]) * (int(s.rule[R_ACT_ROUNDS]) - 1)
    return value


def count_rivals(s: Any, player: Any) -> Any:
    """How many other players are in the game."""
    n = 0
    for other in range(s.players):
        if other != player and s.out_in[other] == 0:
            n += 1
    return n


# ------------------------------------------------------------------ playing a card


def count_print_in_hand(s: Any, player: Any, token: Any) -> Any:
    """How many cards of a print the player holds."""
    n = 0
    first = HAND_WIDTH * int(player)
    for place in range(first, first + int(s.held[player])):
        if s.print_of[s.hand[place]] == token:
            n += 1
    return n


def promise(s: Any, player: Any, card: Any) -> Any:
    """What the card does for the player's later cards of the act."""
    if s.held[player] < 2:
        return 0
    if s.ability_of[card] == COMBO_1 or s.ability_of[card] == COMBO_2:
        return LIKELY_COMBO * combo_worth(s, card)
    if s.ability_of[card] == BOOST:
        return TOKEN * int(s.rule[R_BOOST]) * (count_print_in_hand(s, player, s.print_of[card]) - 1)
    if s.ability_of[card] == SAP:
        return TOKEN * int(s.rule[R_SAP]) * (count_print_in_hand(s, player, s.print_of[card]) - 1)
    return 0


def card_appeal(s: Any, player: Any, card: Any) -> Any:
    """How much better the card is played now than later."""
    now = chance_now(s, player, value_if_played(s, player, card))
    later = chance_against(value_later(s, card), count_rivals(s, player))
    return 4 * now - 3 * later + 2 * promise(s, player, card)


# ------------------------------------------------------------------ Sap and Gamble


def margin(s: Any, player: Any) -> Any:
    """How far the player's card on the stage is ahead of the best other one."""
    others = best_of_others(s, player)
    if others == NOBODY:
        others = USUAL_VALUE
    return card_value(s, player, standing_card(s, player)) - others


def sap_appeal(s: Any, action: Any) -> Any:
    """What a choice for a Sap does to this round and to the rest of the player's hand."""
    player = int(s.player)
    if action == PLACE_SAP:
        token = s.print_of[standing_card(s, player)]
        s.saps[token] += 1
        lead = margin(s, player)
        s.saps[token] -= 1
    else:
        token = action - REMOVE_BOOST
        s.boosts[token] -= 1
        lead = margin(s, player)
        s.boosts[token] += 1
    wins = 40 if lead > 0 else 0
    return wins + 2 * min(max(lead, -5), 5) - TOKEN * count_print_in_hand(s, player, token)


def count_unseen(s: Any, player: Any, card: Any) -> Any:
    """How many copies of a player's card are in hand or deck, while all cards on the stage lie open."""
    copies = int(s.copies_of[card]) - s.breakroom[card] - s.dismissed[card]
    if s.played[player] == card:
        copies -= 1
    return copies


def chance_of_gamble(s: Any, player: Any) -> Any:
    """The chance that a card from the player's deck (or the breakroom, if that is empty) beats the stage."""
    best = best_of_others(s, player)
    from_breakroom = s.deck_count[player] == 0
    cards = 0
    good = 0
    first = 1 + DECK_WIDTH * int(player)
    for card in range(first, first + int(s.kinds[player])):
        copies = int(s.breakroom[card])
        if not from_breakroom:
            copies = count_unseen(s, player, card) - count_in_hand(s, player, card)
        cards += copies
        if value_if_played(s, player, card) > best:
            good += copies
    if cards == 0:
        return 0
    return 100 * good // cards


def gamble_appeal(s: Any, action: Any, behind: Any, tied: Any) -> Any:
    """Above 0 when a gamble promises more than the card on the stage: three times its chance more than is told here."""
    if action == KEEP:
        return 0
    lead = margin(s, s.player)
    if lead > 0:
        return -1
    return 3 * chance_of_gamble(s, s.player) - (tied if lead == 0 else behind)


# ------------------------------------------------------------------ choosing


def action_appeal(s: Any, action: Any) -> Any:
    """How promising an action looks, comparable among the actions of one decision."""
    if s.phase == CHOOSING_CARD:
        return card_appeal(s, int(s.player), action)
    if s.phase == CHOOSING_SAP:
        return sap_appeal(s, action)
    return gamble_appeal(s, action, BEHIND, TIED)


def greedy_action(s: Any, out: Any, rng: Any) -> Any:
    """The most promising action, by lot among equals: what the bots greedy, easy and medium play."""
    best = NOBODY
    choice = 0
    ties = 0
    n = legal_actions(s, out)
    for k in range(n):
        appeal = action_appeal(s, out[k])
        if appeal > best:
            best = appeal
            choice = int(out[k])
            ties = 1
        elif appeal == best:
            ties += 1
            if below(rng, ties) == 0:
                choice = int(out[k])
    return choice
