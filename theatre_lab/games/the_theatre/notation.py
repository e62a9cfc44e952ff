"""How The Theatre's actions and luck are written and read, and named in a log.

>>> from theatre_lab.api import new_match
>>> s = new_match("the-theatre", 2, seed=1).state
>>> action = parse_action(s, "play Newton (Agility)")
>>> action_text(s, action), action_sentence(s, action)
('play Newton (Agility)', 'plays Newton (Agility)')
>>> card_number(s, "Newton (Agility)", player=1) == action, card_number(s, "Nobody (Luck)", player=1)
(True, None)
>>> chance_texts(s, [action, action]), parse_chance(s, ["Newton (Agility)"]) == [action]
(['Newton (Agility)', 'Newton (Agility)'], True)
>>> parse_action(s, "play Nobody (Luck)")
Traceback (most recent call last):
theatre_lab.core.errors.NotationError: no deck of this game holds 'Nobody (Luck)'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theatre_lab.core.errors import NotationError
from theatre_lab.core.options import show
from theatre_lab.games.the_theatre.cards import PRINTS, SUITS, parse_name
from theatre_lab.games.the_theatre.rules import (
    CARD_NUMBERS,
    DEALING_SUITS,
    DECK_WIDTH,
    KEEP,
    PLACE_SAP,
    PRINT_COUNT,
    REMOVE_BOOST,
    TAKE_GAMBLE,
)

__all__ = ["action_sentence", "action_text", "card_number", "chance_texts", "owner_of", "parse_action", "parse_chance"]

_PLAIN = {PLACE_SAP: "sap", TAKE_GAMBLE: "gamble", KEEP: "keep"}
_BY_TEXT = {text: action for action, text in _PLAIN.items()}


def owner_of(card: int) -> int:
    """The player whose deck the card belongs to.

    >>> owner_of(1), owner_of(151)
    (0, 1)
    """
    return (card - 1) // DECK_WIDTH


def removed_print(action: int) -> str | None:
    """The print whose Boost token the action removes; None for another action."""
    if REMOVE_BOOST <= action < REMOVE_BOOST + PRINT_COUNT:
        return PRINTS[action - REMOVE_BOOST]
    return None


def action_text(s: Any, action: int) -> str:
    """An action in notation."""
    if action < CARD_NUMBERS:
        return f"play {s.cards[action].text}"
    token = removed_print(action)
    return f"remove {token}" if token else _PLAIN[action]


def action_sentence(s: Any, action: int) -> str:
    """An action for a log, after the player's name."""
    if action < CARD_NUMBERS:
        return f"plays {s.cards[action].text}"
    token = removed_print(action)
    if token:
        return f"removes a Boost token from {token}"
    if action == PLACE_SAP:
        return "lays a Sap token"
    return "gambles" if action == TAKE_GAMBLE else "keeps the card"


def card_number(s: Any, text: str, player: int) -> int | None:
    """The number of the specific card, in the player's deck when it is there, else in another; None in no deck."""
    owners = [player, *(other for other in range(s.players) if other != player)]
    for owner in owners:
        first = 1 + DECK_WIDTH * owner
        for card in range(first, first + s.kinds[owner]):
            if s.cards[card].text == text:
                return card
    return None


def parse_action(s: Any, text: str) -> int:
    """The action that a text means; NotationError when it means nothing in this game."""
    if text in _BY_TEXT:
        return _BY_TEXT[text]
    verb, _, rest = text.partition(" ")
    if verb == "play" and rest:
        parse_name(rest)
        card = card_number(s, rest, s.player)
        if card is None:
            raise NotationError(f"no deck of this game holds {show(rest)}")
        return card
    if verb == "remove" and rest:
        if rest not in PRINTS:
            raise NotationError(f"{show(rest)} is no print; the prints are {', '.join(PRINTS)}")
        return REMOVE_BOOST + PRINTS.index(rest)
    raise NotationError(f"{show(text)} is no action; write play Name (Suit), sap, remove Print, gamble or keep")


def chance_texts(s: Any, cards: Sequence[int]) -> list[str]:
    """The suits, or the cards of a shuffled deck, as a record writes them."""
    if s.phase == DEALING_SUITS:
        return [SUITS[suit - 1] for suit in cards]
    return [s.cards[card].text for card in cards]


def parse_chance(s: Any, texts: Sequence[str]) -> list[int]:
    """The suits or cards that a record's entry names; NotationError for one that is not due here."""
    if s.phase == DEALING_SUITS:
        for text in texts:
            if text not in SUITS:
                raise NotationError(f"{show(text)} is no suit; the suits are {', '.join(SUITS)}")
        return [SUITS.index(text) + 1 for text in texts]
    return [_deck_card(s, text) for text in texts]


def _deck_card(s: Any, text: str) -> int:
    parse_name(text)
    card = card_number(s, text, s.player)
    if card is None or owner_of(card) != s.player:
        raise NotationError(f"the deck of player {s.player + 1} holds no {show(text)}")
    return card
