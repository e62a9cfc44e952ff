"""Is a game's material fair? How often each factor wins against the field, and what its presence changes.

A *factor* is anything that a player can bring to a game or be dealt: a starter deck, a card in a deck. Two questions
are asked of many games by bots: how often does a player with this factor win against players with the others
(`FieldResult`), and by how much does the share of the win differ between players with and without it (`EffectResult`)?
Both come with 95 % intervals. Reports are kept as JSON with the counts they rest on; `stored_balance` reads the one
that the package carries.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import show
from theatre_lab.core.records import parse_json, write_text
from theatre_lab.lab.intervals import wilson

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["Balance", "Effect", "EffectResult", "FieldResult", "Rate", "Slice", "presence_effects", "stored_balance"]

FORMAT = "theatre-lab/balance@1"
LOW, HIGH = 0.45, 0.55
"""A factor that wins between these against the field is in balance."""
MOST_POINTS = 5.0
"""So many percentage points at most may the presence of a factor move the share of the win."""


# ------------------------------------------------------------------ against the field


@dataclass(frozen=True)
class Rate:
    """How often a factor wins against the field: 0.5 is even, `low` to `high` the 95 % interval, from `games` games."""

    factor: str
    rate: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Slice:
    """Some games of a field: how many, and for every factor the games it took part in and its wins (shares)."""

    games: int
    played: tuple[int, ...]
    wins: tuple[float, ...]


@dataclass(frozen=True)
class FieldResult:
    """Factors that met each other in all orders at one table size, played by bots of one level.

    With two players a rate is the share of the wins. With n players a share p stands for the rate
    (n - 1) p / ((n - 1) p + 1 - p) against one other, so that 50 % is even at every table.

    >>> field = FieldResult(4, 5, "hard", 7, "lists", ("a", "b"), (Slice(40, (40, 40), (10.0, 12.0)),))
    >>> [(rate.factor, rate.rate) for rate in field.rates], field.games
    ([('a', 0.5), ('b', 0.5625)], 40)
    """

    players: int
    base: int
    level: str
    seed: int
    backend: str
    factors: tuple[str, ...]
    slices: tuple[Slice, ...]

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(part.games for part in self.slices)

    @property
    def rates(self) -> tuple[Rate, ...]:
        """Every factor's rate with Wilson's 95 % interval, in the factors' order; none without games of its own."""
        found = []
        for place, factor in enumerate(self.factors):
            played = sum(part.played[place] for part in self.slices)
            wins = sum(part.wins[place] for part in self.slices)
            if played:
                low, high = wilson(wins, played)
                rate, low, high = (self._against_field(share) for share in (wins / played, low, high))
                found.append(Rate(factor, rate, low, high, played))
        return tuple(found)

    def _against_field(self, share: float) -> float:
        """A share of the win as a rate against a single other player: a fair share is 0.5 at every table size."""
        odds = (self.players - 1) * share
        return odds / (odds + 1 - share)


# ------------------------------------------------------------------ presence


@dataclass(frozen=True)
class Effect:
    """What the presence of a factor changes: the difference in the share of the win, in percentage points.

    `low` to `high` is the 95 % interval of this one factor, `wide_low` to `wide_high` the one that holds for all
    factors of a list at once (Bonferroni).
    """

    factor: str
    points: float
    low: float
    high: float
    wide_low: float
    wide_high: float
    decks_with: int
    decks_without: int


@dataclass(frozen=True)
class EffectResult:
    """The effects of all factors in random material at one table size, the worst first."""

    players: int
    base: int
    level: str
    seed: int
    games: int
    effects: tuple[Effect, ...]


def presence_effects(
    factors: Sequence[str], present: ArrayLike, shares: ArrayLike, strata: ArrayLike, tables: ArrayLike
) -> tuple[Effect, ...]:
    """The effect of each factor's presence, the lowest first.

    There is a row for every player of every game. `present` (rows x factors) says which factors the player had,
    `shares` what share of the win the player got, `strata` which rows may be compared (a whole number a row) and
    `tables` which rows are players of one game. An effect is the mean difference between rows of one stratum with and
    without the factor, each stratum counted by what it can tell (the slope of a regression with a level for each
    stratum). The interval takes the players of a game together, since one's win is another's loss.

    >>> decks = [[1, 0], [0, 1], [1, 1], [0, 0]] * 50
    >>> found = presence_effects(["a", "b"], decks, [1, 0, 1, 0] * 50, [0] * 200, [row // 2 for row in range(200)])
    >>> [(effect.factor, round(effect.points)) for effect in found]
    [('b', 0), ('a', 100)]
    """
    import numpy as np
    from scipy.stats import norm

    has, won = np.asarray(present, float), np.asarray(shares, float)
    _, stratum = np.unique(np.asarray(strata), return_inverse=True)
    _, table = np.unique(np.asarray(tables), return_inverse=True)
    usual = float(norm.ppf(0.975))
    wide = float(norm.ppf(1 - 0.025 / len(factors)))
    sizes = np.bincount(stratum)
    spread_won = won - (np.bincount(stratum, won) / sizes)[stratum]
    found = []
    for place, factor in enumerate(factors):
        own = has[:, place]
        spread = own - (np.bincount(stratum, own) / sizes)[stratum]
        weight = float(spread @ spread)
        if weight == 0:
            continue
        slope = float(spread @ spread_won) / weight
        by_table = np.bincount(table, spread * (spread_won - slope * spread))
        error = float(np.sqrt(by_table @ by_table)) / weight
        points, half, wide_half = 100 * slope, 100 * usual * error, 100 * wide * error
        with_it = int(own.sum())
        ends = (points - half, points + half, points - wide_half, points + wide_half)
        found.append(Effect(factor, points, *ends, with_it, len(own) - with_it))
    return tuple(sorted(found, key=lambda effect: effect.points))


# ------------------------------------------------------------------ the report


@dataclass(frozen=True, repr=False)
class Balance:
    """A report: which game, the digest of the material that was measured, and what was found."""

    game: str
    digest: str
    fields: tuple[FieldResult, ...] = ()
    effects: tuple[EffectResult, ...] = ()

    def field(self, players: int) -> FieldResult | None:
        """What was found about the field at a table of so many players."""
        return next((field for field in self.fields if field.players == players), None)

    def as_dict(self) -> dict[str, Any]:
        """The report as plain JSON data, its counts and not the rates that follow from them."""
        return {"format": FORMAT, **asdict(self)}

    @classmethod
    def from_dict(cls, data: object) -> Balance:
        """The report of plain JSON data; BadInput when it is no such report.

        >>> Balance.from_dict(Balance("the-theatre", "0f").as_dict()).digest
        '0f'
        """
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise BadInput(f"this is no balance report: its format must be {FORMAT!r}, not {_format_of(data)}")
        try:
            return cls(
                str(data["game"]),
                str(data["digest"]),
                tuple(_field_from(entry) for entry in data["fields"]),
                tuple(_effects_from(entry) for entry in data["effects"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise BadInput(f"this balance report is damaged: {error}") from None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Balance:
        """The report in a file; BadInput when there is none that can be read."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"cannot read {os.fspath(path)}: {getattr(error, 'strerror', None) or error}") from None
        return cls.from_dict(parse_json(text))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the report to a file, in place of what is there."""
        write_text(path, json.dumps(self.as_dict(), indent=1) + "\n")

    def __repr__(self) -> str:
        return "\n".join([f"balance of {self.game}", *self.lines()])

    def lines(self) -> list[str]:
        """The report in lines of text."""
        found: list[str] = []
        for field in self.fields:
            found.append(f"{field.players} players, base {field.base}, {field.level}: {field.games} games")
            width = max(map(len, field.factors))
            found += [
                f"  {rate.factor:<{width}}  {rate.rate:6.1%} ({rate.low:.1%} to {rate.high:.1%})"
                for rate in field.rates
            ]
        for result in self.effects:
            far = max(result.effects, key=lambda effect: abs(effect.points), default=None)
            if far is not None:
                found.append(
                    f"presence, {result.players} players, base {result.base}, {result.level}: {result.games} games; "
                    f"the furthest is {far.factor}: {far.points:+.1f} points ({far.low:+.1f} to {far.high:+.1f})"
                )
        return found


def _format_of(data: object) -> str:
    return show(data.get("format")) if isinstance(data, Mapping) else show(data)


def _field_from(entry: Mapping[str, Any]) -> FieldResult:
    slices = tuple(Slice(part["games"], tuple(part["played"]), tuple(part["wins"])) for part in entry["slices"])
    return FieldResult(**{**entry, "factors": tuple(entry["factors"]), "slices": slices})


def _effects_from(entry: Mapping[str, Any]) -> EffectResult:
    return EffectResult(**{**entry, "effects": tuple(Effect(**effect) for effect in entry["effects"])})


def stored_balance(game: str) -> Balance:
    """The balance report of a game that the package carries; BadInput when it has none.

    >>> [rate.factor for rate in stored_balance("the-theatre").fields[0].rates][:2]
    ['The Paw Parade', 'The Long Encore']
    """
    place = files("theatre_lab.lab").joinpath("data", f"balance-{game}.json")
    if not place.is_file():
        raise BadInput(f"there is no stored balance report of {show(game)}")
    return Balance.from_dict(parse_json(place.read_text(encoding="utf-8")))
