"""A good seating quickly, by annealing: exchange two seats or two cards, and keep a loss less and less often."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

from theatre_lab.games.overture.scoring import board_points
from theatre_lab.games.overture.theatres import SEATS

__all__ = ["anneal"]

_WARM, _COLD = 2.0, 0.2


def anneal(
    s: Any, board: Sequence[int], spare: Sequence[int] = (), *, steps: int = 2000, seed: int = 0
) -> tuple[list[int], int]:
    """The best house met on a walk of so many steps from this one, and its points by the rules.

    `s` tells the theatre and the rule numbers; `spare` cards may take the place of seated ones. The same seed walks the
    same way.

    >>> from theatre_lab.games.overture import board_state
    >>> s = board_state("grand-empress", {"C3": "VIP", "C2": "Kid"})
    >>> anneal(s, s.board[0], steps=200)[1]
    6
    """
    luck = random.Random(seed)
    seats, cards, rest = SEATS[s.theatre], list(board), list(spare)
    points = int(board_points(s, cards))
    best, most = list(cards), points
    for step in range(steps):
        heat = _WARM * (_COLD / _WARM) ** (step / steps)
        seat = luck.randrange(seats)
        other = luck.randrange(seats + len(rest))
        if other < seats:
            _swap_seats(cards, seat, other)
        elif cards[seat]:
            cards[seat], rest[other - seats] = rest[other - seats], cards[seat]
        changed = int(board_points(s, cards))
        if changed >= points or luck.random() < math.exp((changed - points) / heat):
            points = changed
            if points > most:
                best, most = list(cards), points
        elif other < seats:
            _swap_seats(cards, seat, other)
        elif cards[seat]:
            cards[seat], rest[other - seats] = rest[other - seats], cards[seat]
    return best, most


def _swap_seats(cards: list[int], seat: int, other: int) -> None:
    cards[seat], cards[other] = cards[other], cards[seat]
