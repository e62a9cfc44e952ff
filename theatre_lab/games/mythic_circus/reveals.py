"""What an action would show to a player: the ground on which a move can no longer be taken back."""

from __future__ import annotations

from typing import Any

from theatre_lab.games.mythic_circus import actions, rules, state
from theatre_lab.games.mythic_circus.cards import ABILITY, DRAW_AT_LABOR, KINDS
from theatre_lab.games.mythic_circus.knowledge import unplaced
from theatre_lab.games.mythic_circus.notation import named_card, verb_of
from theatre_lab.games.mythic_circus.state import State

__all__ = ["reveals"]


def reveals(s: Any, action: int, player: int) -> bool:
    """Would the action (luck aside) show the player a card that they could not know?

    The active player learns by drawing, all others by what leaves the hand.

    >>> from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state
    >>> s = circus_state(hand=["Golem", "Goblin"], deck=["Faun", "Fairy"])
    >>> golem, goblin = (MYTHIC_CIRCUS.parse_action(s, text) for text in ("labor Golem", "stage Goblin"))
    >>> reveals(s, golem, 0), reveals(s, goblin, 0), reveals(s, goblin, 1)
    (True, False, True)
    """
    view = s.copy()
    rules.conceal(view, player)
    if player == s.active:
        return _shows_drawn(view, _draws(s, action))
    return not _is_hand_certain(view) and _shows_hand(view, action)


def _draws(s: State, action: int) -> int:
    verb, card = verb_of(action), named_card(action)
    if verb == "labor" and ABILITY[card] == DRAW_AT_LABOR:
        return s.rule[state.R_GOLEM_DRAWS]
    if verb == "swap":
        return s.rule[state.R_GOBLIN_DRAWS]
    if action == actions.DRAW_TWO:
        return s.rule[state.R_SPHINX_DRAWS]
    return s.rule[state.R_HAND_SIZE] if action == actions.END else 0


def _open_kinds(view: State, owner: int) -> int:
    return sum(unplaced(view, owner, card) > 0 for card in range(KINDS))


def _shows_drawn(view: State, draws: int) -> bool:
    """Is some of the unknown deck drawn, and are there different cards in it?"""
    player = view.active
    unknown = view.deck_size[player] - view.known_top[player]
    drawn = min(draws, view.deck_size[player]) - view.known_top[player]
    return 0 < drawn < unknown and _open_kinds(view, player) > 1


def _is_hand_certain(view: State) -> bool:
    """Does an onlooker know the active player's hand anyway?"""
    player = view.active
    unknown = view.hand_size[player] - sum(view.hand[player])
    in_deck = view.deck_size[player] - view.known_top[player]
    return unknown == 0 or in_deck == 0 or _open_kinds(view, player) < 2


def _shows_hand(view: State, action: int) -> bool:
    """Does a card leave the hand that was not known to be there?"""
    if action == actions.END:
        return True
    leaves_hand = verb_of(action) in ("rise", "stage", "labor", "swap", "discard")
    return leaves_hand and view.hand[view.active][named_card(action)] == 0
