"""How strong each bot is, as it was measured: the ladder of each game, kept beside the bots.

Made anew by `benchmarks/studies/ratings.py`; see `lab.ratings` for what the numbers mean.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

__all__ = ["ANCHOR", "ANCHORED", "Rating", "rating_of", "ratings"]

ANCHORED, ANCHOR = "easy", 1000.0
"""Level easy stands at 1000 in every game."""
FILE = "ratings.json"


@dataclass(frozen=True)
class Rating:
    """A bot's rating with its 95 % interval.

    >>> print(Rating("hard", 1312.4, 1280.0, 1345.2))
    1312 (1280 to 1345)
    """

    bot: str
    rating: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.rating:.0f} ({self.low:.0f} to {self.high:.0f})"


@functools.cache
def _stored() -> dict[str, Any]:
    source = resources.files("theatre_lab.bots").joinpath(FILE)
    stored: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    return stored


def ratings(game: str) -> tuple[Rating, ...]:
    """The measured ladder of a game, the strongest first; empty for a game that was never measured.

    >>> [row.bot for row in ratings("overture")][-1]
    'random'
    >>> ratings("chess")
    ()
    """
    rows = _stored().get(game, {}).get("ratings", {})
    return tuple(sorted((Rating(bot, *numbers) for bot, numbers in rows.items()), key=lambda row: -row.rating))


def rating_of(game: str, bot: str) -> Rating | None:
    """The measured rating of a bot by name; None where it was never measured.

    >>> rating_of("overture", "easy").rating, rating_of("overture", "nobody")
    (1000, None)
    """
    return next((row for row in ratings(game) if row.bot == bot), None)
