"""A position made to order, to play on from: for "try it" cells of a lesson."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theatre_lab.core.match import HUMAN, Match
from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state

__all__ = ["rehearsal"]


def rehearsal(*, opponent: str = "greedy", seed: int = 0, practice: bool = True, **position: Any) -> Match:
    """A match of two that begins in this position, you in the first seat; everything may be taken back.

    Without cards of its own in hand and deck the opponent has ten gnomes. `position` is what `circus_state` takes:
    `hand`, `deck`, `discard`, `stage`, `labor`, `vp`, `supply`, `phase`.
    BadInput (or a kind of it) names what does not fit.

    >>> match = rehearsal(hand=["Golem", "Faun"], deck=["Unicorn"])
    >>> match.play("labor Golem")
    >>> match.legal_actions()
    ['stage Faun', 'labor Faun', 'stage Unicorn', 'labor Unicorn', 'done']
    """
    names, seats = ["You", opponent.capitalize()], [HUMAN, opponent]
    begun = Match(MYTHIC_CIRCUS, names, seats=seats, seed=seed)
    match = begun.redealt(0, 0, seed=seed, seats=seats, practice=practice)
    match.state = circus_state(**(position | _filled(position)))
    return match


def _filled(position: Mapping[str, Any]) -> dict[str, Any]:
    """The hands and decks of the position, the opponent's filled with gnomes if there are none."""
    piles = {zone: position.get(zone, ()) for zone in ("hand", "deck")}
    told = {zone: dict(pile) if isinstance(pile, Mapping) else {0: pile} for zone, pile in piles.items()}
    if not any(1 in pile for pile in told.values()):
        told["hand"][1] = ["Working Gnome"] * 4 + ["Daring Gnome"]
        told["deck"][1] = ["Working Gnome"] * 3 + ["Daring Gnome", "Mischievous Gnome"]
    return told
