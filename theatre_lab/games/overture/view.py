"""What a player may know of a game of Overture, as plain data."""

from __future__ import annotations

from typing import Any

from theatre_lab.games.overture import rules
from theatre_lab.games.overture.cards import card_name
from theatre_lab.games.overture.theatres import THEATRES

__all__ = ["PHASES", "describe_view", "known_in_hand"]

PHASES = ("dealing", "drawing", "seating", "discarding", "over")


def _cards(cards: Any) -> list[str]:
    return [card_name(card) for card in cards if card > 0]


def cards_in_hand(s: Any, player: int) -> list[str]:
    """The names of the cards in a player's hand, as far as the state shows them."""
    return _cards(s.hand[rules.HAND * player : rules.HAND * (player + 1)])


def known_in_hand(s: Any, player: int) -> list[str]:
    """The cards everybody knows to be in the player's hand, because they came from the lobby (OV-L3).

    >>> from theatre_lab.api import set_up
    >>> match = set_up("overture", 3, theatre="blackbox", lobby=["VIP", "Teacher", "Critic"], seed=1)
    >>> match.play("draw lobby 1")
    >>> known_in_hand(match.state, 0), known_in_hand(match.state, 1)
    (['Teacher'], [])
    """
    if s.players > 2:
        scratch = s.copy()
        rules.follow_known(scratch, player, 0)
        return sorted(cards_in_hand(scratch, player))
    if s.phase == rules.OVER or player != s.player:
        return []
    place = rules.taken_place(s, player, s.turn)
    known = _cards(s.taken[place : place + rules.draws_a_turn(s)])
    seated = s.seated[rules.ROUNDS * player + s.turn]
    if seated and card_name(seated) in known:
        known.remove(card_name(seated))
    return sorted(known)


def describe_view(s: Any, player: int) -> dict[str, Any]:
    """The view of one player as JSON data, from a state concealed for that player.

    Keys: `theatre`, `phase` (see PHASES), `to_move`, `round` (1 to 12), `hand`, `discards` (the viewer's own),
    `lobby` (three names or None, slot 0 first), `deck_count`, `ghosts`, `hand_counts`, `discard_counts`,
    `houses` (seat name to card name, a player), `known` (cards known to be in each hand), `scores`.

    >>> from theatre_lab.api import set_up
    >>> view = set_up("overture", 2, theatre="blackbox", round=2, houses=[{"A1": "VIP"}], hands=[["Critic"]],
    ...                seed=1).view(0)
    >>> data = describe_view(view.state, view.player)
    >>> data["phase"], data["hand"], data["hand_counts"], data["houses"]
    ('drawing', ['Critic'], [1, 1], [{'A1': 'VIP'}, {}])
    """
    seats = THEATRES[s.theatre].seats
    is_over = s.phase == rules.OVER
    bins = [s.bin[rules.ROUNDS * p : rules.ROUNDS * (p + 1)] for p in range(s.players)]
    return {
        "theatre": THEATRES[s.theatre].id,
        "players": s.players,
        "viewer": player,
        "phase": PHASES[s.phase],
        "to_move": None if is_over else s.player,
        "round": min(s.turn + 1, rules.ROUNDS),
        "hand": cards_in_hand(s, player),
        "discards": _cards(bins[player]),
        "lobby": [card_name(card) if card else None for card in s.lobby],
        "deck_count": rules.deck_left(s),
        "ghosts": s.ghosts,
        "hand_counts": s.held[: s.players],
        "discard_counts": [sum(card != 0 for card in cards) for cards in bins],
        "houses": [
            {name: card_name(s.board[p][seat]) for seat, name in enumerate(seats) if s.board[p][seat]}
            for p in range(s.players)
        ],
        "known": [cards_in_hand(s, p) if p == player else known_in_hand(s, p) for p in range(s.players)],
        "scores": [rules.score(s, p) for p in range(s.players)],
    }
