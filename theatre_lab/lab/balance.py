"""Is a game fair? What each seat wins, how often a factor wins against the field, and what its presence changes.

A *setting* is what a table agrees on before a game: a theatre, a variant. A *factor* is anything that a player can
bring to a game or be dealt: a starter deck, a hiring plan, a card. Three questions are asked of many games by bots: how
often does each seat win in a setting (`SeatResult`), how often does a player with this factor win against players with
the others (`FieldResult`), and by how much does the share of the win differ between players with and without it
(`EffectResult`)? All come with 95 % intervals. Reports are kept as JSON with the counts they rest on; `stored_balance`
reads the one that the package carries.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.options import show
from theatre_lab.core.records import parse_json, read_text, write_text
from theatre_lab.lab.intervals import normal_quantile, wilson
from theatre_lab.lab.typed import built

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = [
    "Balance",
    "Effect",
    "EffectResult",
    "FieldResult",
    "Mean",
    "Rate",
    "SeatResult",
    "Slice",
    "against_one",
    "digest_of",
    "games_told",
    "presence_effects",
    "stored_balance",
    "with_effect",
]

FORMAT = "theatre-lab/balance@1"
_SCALE = "rates are against one other player: 50 % is even at every number of players"
LOW, HIGH = 0.45, 0.55
"""A factor that wins between these against the field is in balance."""
MOST_POINTS = 5.0
"""So many percentage points at most may the presence of a factor move the share of the win."""


# ------------------------------------------------------------------ seats


@dataclass(frozen=True)
class Mean:
    """A mean in points with its 95 % interval.

    >>> lead = SeatResult("rotunda", 2, "easy", 1, "lists").plus([1, 0], [31, 28]).plus([1, 0], [30, 29]).mean_lead
    >>> lead.value, round(lead.low, 1), round(lead.high, 1)
    (2.0, 0.0, 4.0)
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class SeatResult:
    """Equal bots in all seats of one setting at one table size; seat 1 begins. Every game is a deal of its own.

    `wins` holds for every seat its shares of the win in parts of `WHOLE_WIN`, `scores` its points, both summed over the
    games. `totals` and `leads` are sums and sums of squares, a game each: of all players' points together, and of the
    best score less the second best. `shared` counts games that several players won.

    >>> found = SeatResult("rotunda", 2, "medium", 1, "lists", 100, (3300, 2700), (600, 580), (1180, 14000), (90, 300))
    >>> [(rate.factor, rate.rate) for rate in found.rates()], found.mean_score.value, found.mean_lead.value
    ([('seat 1', 0.55), ('seat 2', 0.45)], 5.9, 0.9)
    """

    setting: str
    players: int
    level: str
    seed: int
    backend: str
    games: int = 0
    wins: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    totals: tuple[int, int] = (0, 0)
    leads: tuple[int, int] = (0, 0)
    shared: int = 0

    def rates(self, together: int = 1) -> tuple[Rate, ...]:
        """Every seat's win rate against one other (see `FieldResult`), with Wilson's interval.

        With `together` the intervals of so many rates hold all at once with 95 % (Bonferroni).
        """
        if not self.games:
            return ()
        found = []
        for seat, won in enumerate(self.wins):
            low, high = wilson(won / WHOLE_WIN, self.games, together)
            shares = (won / WHOLE_WIN / self.games, low, high)
            rate, low, high = (against_one(share, self.players) for share in shares)
            found.append(Rate(f"seat {seat + 1}", rate, low, high, self.games))
        return tuple(found)

    @property
    def mean_score(self) -> Mean:
        """The mean score of a player."""
        return _mean(self.games, *self.totals, parts=self.players)

    @property
    def mean_lead(self) -> Mean:
        """By how much the best score lies above the second best, on average."""
        return _mean(self.games, *self.leads)

    def plus(self, payoffs: Sequence[int], scores: Sequence[int]) -> SeatResult:
        """The result with one more game: each seat's share of the win in parts of `WHOLE_WIN`, and its score."""
        first, second, *_ = sorted(scores, reverse=True)
        return replace(
            self,
            games=self.games + 1,
            wins=_added(self.wins or (0,) * self.players, payoffs),
            scores=_added(self.scores or (0,) * self.players, scores),
            totals=_added(self.totals, (sum(scores), sum(scores) ** 2)),
            leads=_added(self.leads, (first - second, (first - second) ** 2)),
            shared=self.shared + (max(payoffs) < WHOLE_WIN),
        )


def _added(sums: Sequence[int], numbers: Sequence[int]) -> Any:
    return tuple(int(one) + int(other) for one, other in zip(sums, numbers, strict=True))


def _mean(games: int, total: int, squares: int, parts: int = 1) -> Mean:
    """The mean of a sum of so many equal parts, by the normal distribution."""
    if games < 2:
        value = total / max(games, 1) / parts
        return Mean(value, value, value)
    mean = total / games
    variance = max(squares / games - mean * mean, 0.0) * games / (games - 1)
    half = normal_quantile() * (variance / games) ** 0.5
    return Mean(mean / parts, (mean - half) / parts, (mean + half) / parts)


def games_told(count: int) -> str:
    """A number of games in words.

    >>> games_told(1), games_told(24)
    ('1 game', '24 games')
    """
    return f"{count} game" if count == 1 else f"{count} games"


def against_one(share: float, players: int) -> float:
    """A share of the win as a rate against a single other player: a fair share is 0.5 at every table size.

    >>> against_one(0.25, 4), against_one(0.4, 3)
    (0.5, 0.5714285714285715)
    """
    odds = (players - 1) * share
    return odds / (odds + 1 - share)


# ------------------------------------------------------------------ against the field


@dataclass(frozen=True)
class Rate:
    """How often a factor wins against the field: 0.5 is even, `low` to `high` the 95 % interval, from `games` games.

    >>> parts = (Slice(100, (100, 100), (60.0, 40.0)),)
    >>> rate = FieldResult(2, 4, "easy", 1, "lists", ("parade", "encore"), parts).rates[0]
    >>> rate.factor, rate.rate, round(rate.low, 2), round(rate.high, 2), rate.games
    ('parade', 0.6, 0.5, 0.69, 100)
    """

    factor: str
    rate: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Slice:
    """Some games of a field: how many, and for every factor the games it took part in and its wins (shares).

    >>> field = stored_balance("the-theatre").fields[0]
    >>> part = field.slices[0]
    >>> len(part.played) == len(field.factors), round(sum(part.wins)) == part.games
    (True, True)
    """

    games: int
    played: tuple[int, ...]
    wins: tuple[float, ...]


@dataclass(frozen=True)
class FieldResult:
    """Factors that met each other in all orders at one table size, played by bots of one level.

    `base` is the size of a deck where decks meet. With two players a rate is the share of the wins. With n players a
    share p stands for the rate (n - 1) p / ((n - 1) p + 1 - p) against one other, so that 50 % is even at every table.

    >>> field = FieldResult(4, 5, "hard", 7, "lists", ("a", "b"), (Slice(40, (40, 40), (10.0, 12.0)),))
    >>> [(rate.factor, rate.rate) for rate in field.rates], field.games
    ([('a', 0.5), ('b', 0.5625)], 40)
    """

    players: int
    base: int | None
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
                rate, low, high = (against_one(share, self.players) for share in (wins / played, low, high))
                found.append(Rate(factor, rate, low, high, played))
        return tuple(found)


# ------------------------------------------------------------------ presence


@dataclass(frozen=True)
class Effect:
    """What the presence of a factor changes: the difference in the share of the win, in percentage points.

    `low` to `high` is the 95 % interval of this one factor, `wide_low` to `wide_high` the one that holds for all
    factors of a list at once (Bonferroni).

    >>> decks, won = [[1, 0], [0, 1], [1, 1], [0, 0]] * 10, [1, 0, 1, 0, 1, 0, 0, 1] * 5
    >>> effect = presence_effects(["a", "b"], decks, won, strata=[0] * 40, tables=[row // 2 for row in range(40)])[-1]
    >>> effect.factor, round(effect.points), effect.decks_with, effect.decks_without
    ('a', 50, 20, 20)
    >>> effect.wide_low < effect.low < effect.points < effect.high < effect.wide_high
    True
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
    """The effects of all factors in random material at one table size, the worst first; maybe in a named setting.

    >>> found = stored_balance("the-theatre").effects[0]
    >>> points = [effect.points for effect in found.effects]
    >>> points == sorted(points), points[0] < 0 < points[-1]
    (True, True)
    """

    players: int
    base: int | None
    level: str
    seed: int
    games: int
    effects: tuple[Effect, ...]
    setting: str = ""


def with_effect(known: Sequence[EffectResult], found: EffectResult) -> tuple[EffectResult, ...]:
    """The effects with what was found; what rests on more games, in the same setting at the same table, stays.

    >>> much, little = (EffectResult(2, 4, "medium", 1, games, ()) for games in (8000, 20))
    >>> [one.games for one in with_effect([much], little)], [one.games for one in with_effect([little], much)]
    ([8000], [8000])
    """
    alike = [one for one in known if (one.players, one.setting) == (found.players, found.setting)]
    if any(one.games > found.games for one in alike):
        return tuple(known)
    return (*(one for one in known if one not in alike), found)


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

    has, won = np.asarray(present, float), np.asarray(shares, float)
    _, stratum = np.unique(np.asarray(strata), return_inverse=True)
    _, table = np.unique(np.asarray(tables), return_inverse=True)
    usual, wide = normal_quantile(), normal_quantile(len(factors))
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
    """A report: which game, the digest of the material that was measured, and what was found, part by part.

    >>> report = stored_balance("overture")
    >>> report.game, report.seat("The Rotunda", 2).players, report.seat("The Rotunda", 7)
    ('overture', 2, None)
    """

    game: str
    digest: str
    fields: tuple[FieldResult, ...] = ()
    effects: tuple[EffectResult, ...] = ()
    seats: tuple[SeatResult, ...] = ()

    def seat(self, setting: str, players: int) -> SeatResult | None:
        """What was found about the seats in a setting at a table of so many players."""
        return next((found for found in self.seats if (found.setting, found.players) == (setting, players)), None)

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
        report = built(cls, {key: value for key, value in data.items() if key != "format"}, "this balance report")
        for field in report.fields:
            _check_field(field)
        for seats in report.seats:
            _check_seats(seats)
        return report

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Balance:
        """The report in a file; BadInput when there is none that can be read."""
        return cls.from_dict(parse_json(read_text(path)))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the report to a file, in place of what is there."""
        write_text(path, json.dumps(self.as_dict(), indent=1) + "\n")

    def __repr__(self) -> str:
        return "\n".join([f"balance of {self.game}", *self.lines()])

    def lines(self) -> list[str]:
        """The report in lines of text.

        >>> seat = SeatResult("rotunda", 3, "medium", 1, "lists").plus([60, 0, 0], [31, 28, 20])
        >>> Balance("overture", "0f", seats=(seat,)).lines()[0]
        'rates are against one other player: 50 % is even at every number of players'
        """
        parts: list[SeatResult | FieldResult] = [*self.seats, *self.fields]
        found = [_SCALE] if any(part.players > 2 and part.games for part in parts) else []
        for seats in self.seats:
            told = [f"{rate.factor} {rate.rate:.1%} ({rate.low:.1%} to {rate.high:.1%})" for rate in seats.rates()]
            asked = f"{seats.setting}, {seats.players} players, {seats.level}"
            found.append(f"{asked}: {games_told(seats.games)}; {', '.join(told)}")
        for field in self.fields:
            found.append(f"{field.players} players{_based(field.base)}, {field.level}: {games_told(field.games)}")
            width = max(map(len, field.factors))
            found += [
                f"  {rate.factor:<{width}}  {rate.rate:6.1%} ({rate.low:.1%} to {rate.high:.1%})"
                for rate in field.rates
            ]
        for result in self.effects:
            far = max(result.effects, key=lambda effect: abs(effect.points), default=None)
            if far is not None:
                found.append(
                    f"presence{_in(result.setting)}, {result.players} players{_based(result.base)}, {result.level}: "
                    f"{games_told(result.games)}; "
                    f"the furthest is {far.factor}: {far.points:+.1f} points ({far.low:+.1f} to {far.high:+.1f})"
                )
        return found


def _based(base: int | None) -> str:
    return "" if base is None else f", base {base}"


def _in(setting: str) -> str:
    return f", {setting}" if setting else ""


def _format_of(data: object) -> str:
    return show(data.get("format")) if isinstance(data, Mapping) else show(data)


def _check_field(field: FieldResult) -> None:
    """Do the counts of a field fit together? BadInput otherwise."""
    counts = [(played, won) for part in field.slices for played, won in zip(part.played, part.wins, strict=False)]
    lengths = {len(numbers) for part in field.slices for numbers in (part.played, part.wins)}
    if field.players < 2 or not field.factors or lengths - {len(field.factors)}:
        raise BadInput("this balance report is damaged: a field needs two players, and counts for each of its factors")
    if any(part.games < 0 for part in field.slices) or any(not 0 <= won <= played for played, won in counts):
        raise BadInput("this balance report is damaged: there are more wins than games")


def _check_seats(seats: SeatResult) -> None:
    """Do the counts of a table's seats fit together? BadInput otherwise."""
    expected = seats.players if seats.games else 0
    if seats.players < 2 or seats.games < 0 or {len(seats.wins), len(seats.scores)} - {expected, seats.players}:
        raise BadInput("this balance report is damaged: seats need two players, and counts for each of them")
    if any(not 0 <= won <= WHOLE_WIN * seats.games for won in seats.wins):
        raise BadInput("this balance report is damaged: a seat has more wins than games")


def digest_of(material: Any) -> str:
    """A fingerprint of what decides games, told as plain JSON data.

    >>> digest_of([1, 2]) == digest_of([1, 2]) != digest_of([2, 1])
    True
    """
    return hashlib.sha256(json.dumps(material, sort_keys=True).encode()).hexdigest()[:16]


def stored_balance(game: str) -> Balance:
    """The balance report of a game that the package carries; BadInput when it has none.

    >>> [rate.factor for rate in stored_balance("the-theatre").fields[0].rates][:2]
    ['The Paw Parade', 'The Long Encore']
    """
    place = files("theatre_lab.lab").joinpath("data", f"balance-{game}.json")
    if not place.is_file():
        raise BadInput(f"there is no stored balance report of {show(game)}")
    return Balance.from_dict(parse_json(place.read_text(encoding="utf-8")))
