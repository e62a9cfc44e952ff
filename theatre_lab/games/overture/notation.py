"""Overture's actions in words, and why an action is refused.

>>> from theatre_lab.api import new_match
>>> s = new_match("overture", 2, theatre="blackbox", seed=1).state
>>> action = parse_action(s, "seat Tall Kid B3")
>>> action, action_text(s, action)
(579, 'seat Tall Kid B3')
>>> refusal(s, action)
('OV-T1', 'First draw until you hold 3 cards.')
>>> parse_action(s, "seat VIP Z9")
Traceback (most recent call last):
theatre_lab.core.errors.NotationError: The Blackbox has no seat 'Z9'; its seats run from A1 to E4
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.errors import NotationError
from theatre_lab.core.options import show
from theatre_lab.games.overture import rules
from theatre_lab.games.overture.cards import card_name, parse_card
from theatre_lab.games.overture.theatres import SEATS, THEATRES, parse_seat

__all__ = ["action_text", "describe_action", "parse_action", "refusal"]


def _seating(action: int) -> tuple[int, int]:
    return divmod(action - rules.SEAT, rules.SEAT_WIDTH)


def action_text(s: Any, action: int) -> str:
    """An action in notation: `draw lobby 1`, `seat Tall Kid B3`, `discard VIP`."""
    if action >= rules.SEAT:
        card, seat = _seating(action)
        return f"seat {card_name(card)} {THEATRES[s.theatre].seats[seat]}"
    if action >= rules.DISCARD:
        return f"discard {card_name(action - rules.DISCARD)}"
    return "draw deck" if action == rules.DRAW_DECK else f"draw lobby {action - rules.DRAW_LOBBY}"


def parse_action(s: Any, text: str) -> int:
    """The action a text means in this theatre, legal or not; NotationError otherwise."""
    verb, _, rest = text.partition(" ")
    if text == "draw deck":
        return rules.DRAW_DECK
    if verb == "draw" and rest in ("lobby 0", "lobby 1", "lobby 2"):
        return rules.DRAW_LOBBY + int(rest[-1])
    if verb == "discard":
        return rules.DISCARD + parse_card(rest)
    if verb == "seat" and " " in rest:
        card, _, seat = rest.rpartition(" ")
        return rules.SEAT + rules.SEAT_WIDTH * parse_card(card) + parse_seat(THEATRES[s.theatre], seat)
    raise NotationError(
        f"{show(text)} is no action of Overture; write 'draw deck', 'draw lobby 1', 'seat Tall Kid B3' or 'discard VIP'"
    )


def describe_action(s: Any, action: int) -> str:
    """An action for the log, as everybody may read it: a blind draw or a discard names no card.

    >>> from theatre_lab.games.overture import board_state
    >>> describe_action(board_state("blackbox", {}), parse_action(board_state("blackbox", {}), "seat Tall Kid B3"))
    'seats a Tall Kid on B3'
    """
    if action >= rules.SEAT:
        card, seat = _seating(action)
        return f"seats {_with_article(card_name(card))} on {THEATRES[s.theatre].seats[seat]}"
    if action >= rules.DISCARD:
        return "discards a card face down"
    if action == rules.DRAW_DECK:
        return "draws from the deck"
    card = s.lobby[action - rules.DRAW_LOBBY]
    return f"takes {_with_article(card_name(card))} from the lobby" if card else "takes a card from the lobby"


def _with_article(name: str) -> str:
    return name if name.endswith(("Lovebirds", "Friends")) else f"a {name}"


def refusal(s: Any, action: int) -> tuple[str, str]:
    """The clause and the reason why an action is not legal now."""
    if s.phase == rules.OVER:
        return "OV-E1", "The game is over: all twelve rounds are played."
    if action >= rules.SEAT:
        return _refuse_seating(s, *_seating(action))
    if action >= rules.DISCARD:
        return _refuse_discard(s, action - rules.DISCARD)
    return _refuse_draw(s, action)


def _refuse_draw(s: Any, action: int) -> tuple[str, str]:
    if s.phase == rules.DISCARDING:
        return "OV-T4", "You have seated already; now one of the cards left must be discarded."
    if s.phase == rules.SEATING:
        limit = rules.hand_limit(s)
        if s.held[s.player] >= limit:
            return "OV-T1", f"Your hand is full with {limit} cards; now seat one of them."
        return "OV-T1", "There is nothing left to draw; now seat a card."
    slot = action - rules.DRAW_LOBBY
    if action == rules.DRAW_DECK:
        return "OV-T1", "The deck is empty; take a card from the lobby."
    if slot >= rules.LOBBY_SIZE:
        return "OV-L1", "The lobby has three slots: 0, 1 and 2."
    if not s.lobby[slot]:
        return "OV-L2", f"Lobby slot {slot} is empty."
    if slot == 0:
        return "OV-L1", f"The {card_name(s.lobby[0])} in slot 0 is frozen while the deck has cards; take slot 1 or 2."
    return "OV-T2", "You have been to the lobby this turn; when two play, the other draw comes from the deck."


def _holds(s: Any, card: int) -> bool:
    first = rules.HAND * s.player
    return card in s.hand[first : first + s.held[s.player]]


def _refuse_seating(s: Any, card: int, seat: int) -> tuple[str, str]:
    if s.phase == rules.DRAWING:
        return "OV-T1", f"First draw until you hold {rules.hand_limit(s)} cards."
    if s.phase == rules.DISCARDING:
        return "OV-T4", "You have seated this turn; now discard one of the cards left."
    if not _holds(s, card):
        return "OV-T3", f"There is no {card_name(card)} in your hand."
    if seat >= SEATS[s.theatre]:
        return "OV-G3", f"{THEATRES[s.theatre].name} has only {SEATS[s.theatre]} seats."
    return "OV-T3", f"Seat {THEATRES[s.theatre].seats[seat]} is taken; choose an empty one."


def _refuse_discard(s: Any, card: int) -> tuple[str, str]:
    if s.phase != rules.DISCARDING:
        if s.players > 2:
            return "OV-T4", "Nobody discards when more than two play."
        return "OV-T4", "You discard at the end of the turn, after seating a patron."
    return "OV-T4", f"There is no {card_name(card)} in your hand."
