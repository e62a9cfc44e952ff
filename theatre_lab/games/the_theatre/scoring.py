"""What a played card is worth: one small function a clause, and the two steps of TT-R3.

A card is a number, 1 + 150 x owner + its place among the owner's specific cards; 0 is no card.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.options import RuleNumber

NO_ABILITY, BOOST, SAP, COMBO_1, COMBO_2, FINISHER, GAMBLE = 0, 1, 2, 3, 4, 5, 6
SUIT_CARDS = 5

RULE_NUMBERS = (
    RuleNumber("desired_suit", 3, -20, 20, "TT-B1", "added to a card of the Desired Suit"),
    RuleNumber("boost", 1, -20, 20, "TT-B2", "added for each Boost token of the card's print"),
    RuleNumber("sap", -1, -20, 20, "TT-B2", "added for each Sap token of the card's print"),
    RuleNumber("combo_1", 1, -20, 20, "TT-B4", "what Combo +1 adds to its owner's next card"),
    RuleNumber("combo_2", 2, -20, 20, "TT-B4", "what Combo +2 adds to its owner's next card"),
    RuleNumber("finisher", 1, -20, 20, "TT-B5", "added to a Finisher for each card its owner played before in the act"),
    RuleNumber(
        "suit_factor", 1, -5, 5, "TT-R3", "multiplies the value of a card of the Desired Suit, after all additions"
    ),
    RuleNumber(
        "act_rounds", 5, 1, 7, "TT-A3", "rounds in an act, and cards drawn for it; rounds after the fifth have no suit"
    ),
    RuleNumber("sap_removes", 1, 0, 1, "TT-B3", "1: a Sap may remove a Boost token instead; 0: it may not"),
    RuleNumber("gamble", 1, 0, 1, "TT-B6", "1: Gamble cards may gamble; 0: the ability does nothing"),
    RuleNumber("winner_leads", 1, 0, 1, "TT-R4", "1: the winner of a round leads the next; 0: the leader stays"),
)
"""The rule numbers in the order of the state's field `rule`."""

R_DESIRED_SUIT, R_BOOST, R_SAP, R_COMBO_1, R_COMBO_2, R_FINISHER = 0, 1, 2, 3, 4, 5
R_SUIT_FACTOR, R_ACT_ROUNDS, R_SAP_REMOVES, R_GAMBLE, R_WINNER_LEADS = 6, 7, 8, 9, 10


def desired_suit(s: Any) -> Any:
    """The Desired Suit of this round, 1 to 5; 0 when there is no suit card for it (TT-R1, TT-R5)."""
    if s.turn < SUIT_CARDS:
        return int(s.line[s.turn])
    return 0


def is_desired(s: Any, card: Any) -> Any:
    """Is the card of this round's Desired Suit?"""
    return card > 0 and s.suit_of[card] == desired_suit(s)


def standing_card(s: Any, player: Any) -> Any:
    """The card that counts for the player: the gambled one once revealed, else the one played; 0 when there is none."""
    if s.is_revealed and s.has_gambled[player]:
        return int(s.gambled[player])
    return int(s.played[player])


def suit_points(s: Any, card: Any) -> Any:
    """The bonus of the Desired Suit (TT-B1)."""
    return int(s.rule[R_DESIRED_SUIT]) if is_desired(s, card) else 0


def boost_points(s: Any, card: Any) -> Any:
    """What the Boost tokens of the card's print add (TT-B2)."""
    return int(s.rule[R_BOOST]) * int(s.boosts[s.print_of[card]])


def sap_points(s: Any, card: Any) -> Any:
    """What the Sap tokens of the card's print take away (TT-B2)."""
    return int(s.rule[R_SAP]) * int(s.saps[s.print_of[card]])


def combo_points(s: Any, player: Any) -> Any:
    """What the Combo card its owner played the round before adds (TT-B4)."""
    return int(s.combo[player])


def finisher_points(s: Any, card: Any) -> Any:
    """What a Finisher gains: one card of its owner was played in each earlier round of the act (TT-B5)."""
    return int(s.rule[R_FINISHER]) * int(s.turn) if s.ability_of[card] == FINISHER else 0


def combo_worth(s: Any, card: Any) -> Any:
    """What the card promises its owner's next card (TT-B4)."""
    if s.ability_of[card] == COMBO_1:
        return int(s.rule[R_COMBO_1])
    if s.ability_of[card] == COMBO_2:
        return int(s.rule[R_COMBO_2])
    return 0


def additions(s: Any, player: Any, card: Any) -> Any:
    """Everything that is added to the printed value, at once (TT-R3)."""
    return (
        suit_points(s, card)
        + boost_points(s, card)
        + sap_points(s, card)
        + combo_points(s, player)
        + finisher_points(s, card)
    )


def factor(s: Any, card: Any) -> Any:
    """What multiplies the value after the additions (TT-R3); 1 by the printed rules."""
    times = int(s.rule[R_SUIT_FACTOR])
    return times if times != 1 and is_desired(s, card) else 1


def card_value(s: Any, player: Any, card: Any) -> Any:
    """The value the card has, or would have, for the player in this round as things stand (TT-R3)."""
    return (int(s.value_of[card]) + additions(s, player, card)) * factor(s, card)
