"""Every point of a score as a `Part` with its clause, from the functions that score it."""

from __future__ import annotations

from typing import Any

from theatre_lab.core.game import Part
from theatre_lab.games.cabaret import rules, scoring
from theatre_lab.games.cabaret.cards import card_name

__all__ = ["score_parts"]


def score_parts(s: Any, player: int) -> list[Part]:
    """The player's points as they stand: finished rounds card by card, payments, mimes owned.

    >>> from theatre_lab.games.cabaret import show_state
    >>> score_parts(show_state(["Singers", "Actors"], [["S12"], ["A9"]]), 0)
    [Part(who='mimes', rule='CB-E4', points=6, text='3 mimes owned')]
    """
    parts = _card_parts(s, player) + _mime_parts(s, player)
    return [part for part in parts if part.points]


def _card_parts(s: Any, player: int) -> list[Part]:
    parts = []
    for card in range(scoring.RANKS * s.players):
        times = s.times_scored[rules.MIME * player + card]
        if times:
            name = card_name(s, card)
            own = scoring.own_genre_points(s, player, card)
            more = scoring.all_genres_points(s, player, card)
            is_own = card // scoring.RANKS == player
            why = "again for your own genre" if is_own else "for another genre"
            parts.append(Part(name, "CB-E1", times * own, f"{_stars(own)}{_rounds(times)}"))
            parts.append(Part(name, "CB-E2", times * more, f"{_stars(more)} {why}{_rounds(times)}"))
    return parts


def _mime_parts(s: Any, player: int) -> list[Part]:
    paid = _count(s.mimes_paid[player])
    owned = _count(s.mimes[player])
    return [
        Part("mimes", "CB-T4", scoring.payment_points(s, player), f"{paid} paid at a shortage"),
        Part("mimes", "CB-E4", scoring.mime_points(s, player), f"{owned} owned"),
    ]


def _count(mimes: int) -> str:
    return "1 mime" if mimes == 1 else f"{mimes} mimes"


def _stars(points: int) -> str:
    noun = "star" if abs(points) == 1 else "stars"
    return f"{abs(points)} {'gold' if points > 0 else 'black'} {noun}"


def _rounds(times: int) -> str:
    return "" if times == 1 else f", in {times} rounds"
