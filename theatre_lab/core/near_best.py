"""When a move is as good as the best: what drills and reviews count as right."""

from __future__ import annotations

__all__ = ["NEAR_POINTS", "NEAR_WIN_CHANCE", "is_near_best"]

NEAR_POINTS = 0.5
"""Points that a move may fall behind the best and still count as good."""
NEAR_WIN_CHANCE = 0.035
"""Chance of winning (0 to 1) that a move may fall behind the best and still count as good."""
_ROUNDING = 1e-9


def is_near_best(worth: float, best: float, *, in_points: bool = True) -> bool:
    """Does a move of this worth count as good when the best is worth `best`?

    Worths are points, or with `in_points=False` chances of winning.

    >>> is_near_best(4.5, 5), is_near_best(4, 5), is_near_best(0.47, 0.5, in_points=False)
    (True, False, True)
    """
    return best - worth <= (NEAR_POINTS if in_points else NEAR_WIN_CHANCE) + _ROUNDING
