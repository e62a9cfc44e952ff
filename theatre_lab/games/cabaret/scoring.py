"""Cabaret's points: one small function a clause. Compilable.

>>> from theatre_lab.games.cabaret import show_state
>>> from theatre_lab.games.cabaret.cards import parse_performer
>>> s = show_state(["Singers", "Actors"], [["S12", "A1"], ["S3", "A7"]], all_genres=True)
>>> own, other = parse_performer(s, "S3"), parse_performer(s, "A7")
>>> own_genre_points(s, 0, own), own_genre_points(s, 0, other)
(4, 0)
>>> all_genres_points(s, 0, own), all_genres_points(s, 0, other)
(4, 2)
>>> card_points(s, 0, own), card_points(s, 0, other)
(8, 2)
>>> mime_points(s, 0), payment_points(s, 0)
(6, 0)
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "R_MIME",
    "R_OWN",
    "all_genres_points",
    "card_points",
    "mime_points",
    "own_genre_points",
    "payment_points",
]

RANKS = 12
R_MIME = 0
R_OWN = 1


def own_genre_points(s: Any, player: Any, card: Any) -> int:
    """CB-E1: the stars of a performer of the player's own genre."""
    if card // RANKS == player:
        return int(s.stars[card % RANKS])
    return 0


def all_genres_points(s: Any, player: Any, card: Any) -> int:
    """CB-E2: what the variant adds: other genres score once, the own genre once more."""
    if s.all_genres == 0:
        return 0
    if card // RANKS == player:
        return int(s.stars[card % RANKS]) * (int(s.rule[R_OWN]) - 1)
    return int(s.stars[card % RANKS])


def card_points(s: Any, player: Any, card: Any) -> int:
    """What a performer in the player's scoring pile is worth at the end of a round."""
    return own_genre_points(s, player, card) + all_genres_points(s, player, card)


def mime_points(s: Any, player: Any) -> int:
    """CB-E4: the mimes in the player's collection."""
    return int(s.rule[R_MIME]) * int(s.mimes[player])


def payment_points(s: Any, player: Any) -> int:
    """CB-T4: what mime shortages paid the player so far."""
    return int(s.rule[R_MIME]) * int(s.mimes_paid[player])
