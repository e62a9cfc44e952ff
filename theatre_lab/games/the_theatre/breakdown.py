"""Why a card has its value and a player their score: parts with clauses, from the functions that compute them.

>>> from theatre_lab.api import new_match
>>> from theatre_lab.games.the_theatre.notation import card_number
>>> match = new_match("the-theatre", 2, leader=0, seed=1)
>>> needle = card_number(match.state, "Needle (Will)", 0)
>>> [(part.rule, part.points, part.text) for part in card_parts(match.state, 0, needle)]
[('TT-R3', 2, 'printed on the card'), ('TT-B1', 3, 'the Desired Suit is Will')]
>>> match.play("play Needle (Will)")
>>> match.play("play Newton (Agility)")
>>> match.play("keep")
>>> [(part.rule, part.points) for part in shown_parts(match.state, 0)]
[('TT-R3', 2), ('TT-B1', 3)]
>>> [(part.points, part.text) for part in score_parts(match.state, 0)]
[(4, '4 cards in hand'), (11, '11 cards in the deck'), (1, '1 card in the breakroom')]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theatre_lab.core.game import Part
from theatre_lab.games.the_theatre import rules, scoring
from theatre_lab.games.the_theatre.cards import SUITS

__all__ = ["card_parts", "score_parts", "shown_parts"]


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _value_parts(s: Any, card: int, numbers: Sequence[int], suit: int) -> list[Part]:
    """Parts from numbers in the order of the state's `shown_part`, which end with the factor."""
    definition = s.cards[card]
    printed, desired, boost, sap, combo, finisher, factor = numbers
    reasons = (
        ("TT-R3", printed, "printed on the card"),
        ("TT-B1", desired, f"the Desired Suit is {SUITS[suit - 1] if suit else 'none'}"),
        ("TT-B2", boost, f"Boost on {definition.print}"),
        ("TT-B2", sap, f"Sap on {definition.print}"),
        ("TT-B4", combo, "Combo of the card before"),
        ("TT-B5", finisher, "Finisher: the cards played before it in this act"),
        ("TT-R3", sum(numbers[:6]) * (factor - 1), f"multiplied by {factor}"),
    )
    return [Part(definition.text, rule, points, text) for rule, points, text in reasons if points]


def card_parts(s: Any, player: int, card: int) -> list[Part]:
    """The parts of the value that a card has, or would have, for the player in this round as things stand.

    They add up to `scoring.card_value`.
    """
    numbers = (
        s.value_of[card],
        scoring.suit_points(s, card),
        scoring.boost_points(s, card),
        scoring.sap_points(s, card),
        scoring.combo_points(s, player),
        scoring.finisher_points(s, card),
        scoring.factor(s, card),
    )
    return _value_parts(s, card, numbers, scoring.desired_suit(s))


def shown_parts(s: Any, player: int) -> list[Part]:
    """The parts of the value that the player's card had in the last finished round; none for who was out."""
    card = s.shown_card[player]
    if not card:
        return []
    first = rules.SHOWN_WIDTH * player
    return _value_parts(s, card, s.shown_part[first : first + rules.SHOWN_FACTOR + 1], s.shown_suit)


def score_parts(s: Any, player: int) -> list[Part]:
    """Where the player's cards that are not dismissed lie; the parts add up to the score."""
    piles = (
        ("hand", "TT-A1", s.held[player], "in hand"),
        ("deck", "TT-A2", s.deck_count[player], "in the deck"),
        ("breakroom", "TT-R4", s.breakroom_count[player], "in the breakroom"),
        ("stage", "TT-R1", rules.cards_on_stage(s, player), "in the play area"),
    )
    return [Part(who, rule, count, f"{_plural(count, 'card')} {where}") for who, rule, count, where in piles if count]
