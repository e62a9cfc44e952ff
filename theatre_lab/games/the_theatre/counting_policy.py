"""A player who counts what the others have left, takes ties into account, and spares good cards: what playouts use.

Compilable like the rules, and using nothing but what the player to move may know. Its row of weights stands in
`weights`. Values are in tenths of a point here, chances in thousandths.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.stream import below
from theatre_lab.games.the_theatre.policy import (
    best_of_others,
    count_rivals,
    count_unseen,
    gamble_appeal,
    is_suit_to_come,
    promise,
    sap_appeal,
    still_to_play,
    value_if_played,
    value_without_suit,
)
from theatre_lab.games.the_theatre.rules import CHOOSING_CARD, CHOOSING_SAP, DECK_WIDTH, legal_actions
from theatre_lab.games.the_theatre.scoring import (
    FINISHER,
    GAMBLE,
    R_ACT_ROUNDS,
    R_DESIRED_SUIT,
    R_FINISHER,
    is_desired,
)
from theatre_lab.games.the_theatre.weights import WEIGHTS

# ------------------------------------------------------------- weights: places in a row

W_NOW, W_LATER, W_PROMISE = 0, 1, 2
"""What a thousandth of the chance to win now counts, and one to win later; a tenth of what the card promises others."""
W_STEEP, W_ABOVE = 3, 4
"""Now: thousandths a point above the mean of a rival's unseen cards; how far above it a rival's card is, in tenths."""
W_STEEP_LATER, W_ABOVE_LATER, W_SUIT_LATER = 5, 6, 7
"""The same of a later round, and what the hope for the Desired Suit adds to the card, in tenths."""
W_TIE, W_TIE_OF_MANY = 8, 9
"""Hundredths of a win that a tie is worth against the only rival, whom it costs a card too, and against more."""
W_SPARE, W_GAMBLER = 10, 11
"""What a hundredth of the chance to lose a card costs for each point of its value; a tenth of what a Gamble card is
the better by."""
W_GAMBLE, W_GAMBLE_TIED = 12, 13
"""A card is gambled away above a third of so many hundredths, where it would lose and where it would tie."""

SURE, LEAST, MOST = 1000, 40, 960
"""A certain win, and the least and the most that a chance against one rival is taken for."""
LOWEST = -(10**8)
"""Below every appeal."""


# ------------------------------------------------------------- what the others have


def mean_unseen(s: Any, rival: Any) -> Any:
    """The mean values of a rival's unseen cards, Finishers as printed: in this round, and without a Desired Suit."""
    cards = 0
    desired = 0
    total = 0
    first = 1 + DECK_WIDTH * int(rival)
    for card in range(first, first + int(s.kinds[rival])):
        copies = count_unseen(s, rival, card)
        if copies > 0:
            cards += copies
            total += copies * value_without_suit(s, card)
            if is_desired(s, card):
                desired += copies
    if cards == 0:
        return 0, 0
    now = total + desired * int(s.rule[R_DESIRED_SUIT])
    return 10 * now // cards + 10 * int(s.combo[rival]), 10 * total // cards


def mean_of_rivals(s: Any, player: Any) -> Any:
    """The mean of `mean_unseen` over the rivals, in this round over those who have yet to play; 0 without any."""
    waiting = 0
    rivals = 0
    total_now = 0
    total = 0
    for other in range(s.players):
        if other != player and s.out_in[other] == 0:
            now, later = mean_unseen(s, other)
            rivals += 1
            total += later
            if s.played[other] == 0:
                waiting += 1
                total_now += now
    return total_now // max(waiting, 1), total // max(rivals, 1)


# ------------------------------------------------------------- playing a card


def chance_above(value: Any, mean: Any, steep: Any, rivals: Any) -> Any:
    """A guess at the chance that a value beats the cards of so many rivals, who have such a mean."""
    one = min(max(SURE // 2 + steep * (value - mean) // 10, LEAST), MOST)
    chance_of_all = SURE
    for _ in range(rivals):
        chance_of_all = chance_of_all * one // SURE
    return chance_of_all


def win_now(s: Any, player: Any, card: Any, weights: Any, stage: Any, rivals: Any, mean: Any) -> Any:
    """A guess at the chance that the card wins this round; a tie counts as a part of a win."""
    value = value_if_played(s, player, card)
    won = SURE
    if value < stage:
        return 0
    if value == stage:
        won = 10 * int(weights[W_TIE if rivals == 1 else W_TIE_OF_MANY])
    above = mean + int(weights[W_ABOVE])
    return won * chance_above(10 * value, above, int(weights[W_STEEP]), still_to_play(s, player)) // SURE


def win_later(s: Any, card: Any, weights: Any, rivals: Any, mean: Any) -> Any:
    """A guess at the chance that the card wins a later round of the act."""
    value = 10 * value_without_suit(s, card)
    if is_suit_to_come(s, s.suit_of[card]):
        value += int(weights[W_SUIT_LATER])
    if s.ability_of[card] == FINISHER:
        value += 10 * int(s.rule[R_FINISHER]) * (int(s.rule[R_ACT_ROUNDS]) - 1)
    return chance_above(value, mean + int(weights[W_ABOVE_LATER]), int(weights[W_STEEP_LATER]), rivals)


def weighted_card(
    s: Any, player: Any, card: Any, weights: Any, stage: Any, rivals: Any, mean_now: Any, mean_later: Any
) -> Any:
    """How much better the card is played now than later."""
    now = win_now(s, player, card, weights, stage, rivals, mean_now)
    later = win_later(s, card, weights, rivals, mean_later)
    appeal = int(weights[W_NOW]) * now - int(weights[W_LATER]) * later
    appeal += 10 * int(weights[W_PROMISE]) * promise(s, player, card)
    appeal -= int(weights[W_SPARE]) * int(s.value_of[card]) * (SURE - now) // 10
    if s.ability_of[card] == GAMBLE:
        appeal += 10 * int(weights[W_GAMBLER])
    return appeal


# ------------------------------------------------------------- choosing


def weighted_action(s: Any, weights: Any, out: Any, rng: Any) -> Any:
    """The most promising action by these weights, by lot among equals; `out` is scratch room."""
    n = legal_actions(s, out)
    if n == 1:
        return int(out[0])
    player = int(s.player)
    is_card = s.phase == CHOOSING_CARD
    stage = best_of_others(s, player) if is_card else 0
    mean_now, mean_later = mean_of_rivals(s, player) if is_card else (0, 0)
    rivals = count_rivals(s, player)
    best = LOWEST
    choice = 0
    ties = 0
    for k in range(n):
        if is_card:
            appeal = weighted_card(s, player, int(out[k]), weights, stage, rivals, mean_now, mean_later)
        elif s.phase == CHOOSING_SAP:
            appeal = sap_appeal(s, out[k])
        else:
            appeal = gamble_appeal(s, out[k], int(weights[W_GAMBLE]), int(weights[W_GAMBLE_TIED]))
        if appeal > best:
            best = appeal
            choice = int(out[k])
            ties = 1
        elif appeal == best:
            ties += 1
            if below(rng, ties) == 0:
                choice = int(out[k])
    return choice


def policy_action(s: Any, out: Any, rng: Any) -> Any:
    """The action by the row WEIGHTS: what playouts use. `out` is scratch room.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.core.stream import new_stream
    >>> from theatre_lab.games.the_theatre import THE_THEATRE
    >>> s = Match(THE_THEATRE, 2, seed=1).view(0).state
    >>> policy_action(s, [0] * 16, new_stream(1)) in THE_THEATRE.legal_actions(s)
    True
    """
    return weighted_action(s, WEIGHTS, out, rng)
