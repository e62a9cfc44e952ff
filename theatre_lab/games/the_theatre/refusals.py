"""Why an action is not legal now: the clause and a reason in words."""

from __future__ import annotations

from typing import Any

from theatre_lab.games.the_theatre import rules
from theatre_lab.games.the_theatre.notation import owner_of, removed_print

__all__ = ["refusal"]

_WAITING = {
    rules.CHOOSING_CARD: ("TT-R1", "It is time to play a card from your hand."),
    rules.CHOOSING_SAP: ("TT-B3", "First say what your Sap does: place its token, or remove a Boost token."),
    rules.CHOOSING_GAMBLE: ("TT-B6", "First say whether you gamble or keep your card."),
}


def refusal(s: Any, action: int) -> tuple[str, str]:
    """The clause and the reason why an action is not legal now.

    >>> from theatre_lab.api import new_match
    >>> from theatre_lab.games.the_theatre.notation import parse_action
    >>> s = new_match("the-theatre", 2, seed=1).state
    >>> refusal(s, parse_action(s, "gamble"))
    ('TT-R1', 'There is no gamble to decide now. It is time to play a card from your hand.')
    """
    if s.phase == rules.OVER:
        return "TT-W1", "The game is over: the last act has found its winner."
    if s.phase not in _WAITING:
        return "TT-A1", "The cards are being shuffled; nobody decides right now."
    if action < rules.CARD_NUMBERS and s.phase == rules.CHOOSING_CARD:
        return _refuse_card(s, action)
    token = removed_print(action)
    if token and s.phase == rules.CHOOSING_SAP:
        return "TT-B3", f"No Boost token of {token} lies in the play area."
    if (token or action == rules.PLACE_SAP) and s.phase != rules.CHOOSING_SAP:
        return _WAITING[s.phase][0], _no_sap(s)
    if action in (rules.TAKE_GAMBLE, rules.KEEP) and s.phase != rules.CHOOSING_GAMBLE:
        return _WAITING[s.phase][0], f"There is no gamble to decide now. {_WAITING[s.phase][1]}"
    return _WAITING[s.phase]


def _no_sap(s: Any) -> str:
    return f"No Sap waits for a choice now. {_WAITING[s.phase][1]}"


def _refuse_card(s: Any, card: int) -> tuple[str, str]:
    if card not in s.cards:
        return "TT-R1", "That is no card of this game."
    name = s.cards[card].text
    if owner_of(card) != s.player:
        return "TT-S1", f"{name} is in the deck of player {owner_of(card) + 1}, not in yours."
    if s.dismissed[card] == s.copies_of[card]:
        return "TT-R4", f"{name} has been dismissed and is out of the game."
    if s.breakroom[card] and s.breakroom[card] + s.dismissed[card] == s.copies_of[card]:
        return "TT-R4", f"{name} rests in your breakroom."
    return "TT-R1", f"{name} is not in your hand."
