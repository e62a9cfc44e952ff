"""Two runs side by side: what changed from one to the other, and whether that may be luck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import correlation, fmean
from typing import Literal

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import expect_choice, show
from theatre_lab.games import get_game
from theatre_lab.lab.intervals import Measured, difference_interval, mean_interval, wilson_of_deals
from theatre_lab.lab.results import GameResult, Simulation, whole_deals

__all__ = ["Comparison", "Difference", "compare"]

By = Literal["bot", "seat"]
Deals = Mapping[int, float]
"""The mean number of each whole deal."""
Interval = Callable[[Sequence[float]], tuple[float, float]]


@dataclass(frozen=True)
class Difference:
    """What one bot, or whoever sat in one seat, did in the second run less what it did in the first.

    `win_rate` is from -1 to 1, `score` in the game's points, each with its 95 % interval.

    >>> change = Difference("ann", 0.08, 0.02, 0.14, score=1.5, score_low=-0.5, score_high=3.5)
    >>> change.is_clear
    True
    >>> print(change)
    ann  wins +8.0 of 100 games (+2.0 to +14.0)   score +1.5 (−0.5 to +3.5: may be luck)
    """

    name: str
    win_rate: float
    win_low: float
    win_high: float
    score: float
    score_low: float
    score_high: float

    @property
    def is_clear(self) -> bool:
        """Does the whole interval of the win rate lie to one side of 0?"""
        return _is_clear(self.win_low, self.win_high)

    def __str__(self) -> str:
        wins = _told(100 * self.win_rate, 100 * self.win_low, 100 * self.win_high, " of 100 games")
        return f"{self.name}  wins {wins}   score {_told(self.score, self.score_low, self.score_high)}"


def _is_clear(low: float, high: float) -> bool:
    return low > 0 or high < 0


def _told(number: float, low: float, high: float, unit: str = "") -> str:
    luck = "" if _is_clear(low, high) else ": may be luck"
    mid, least, most = (f"{round(end, 1) + 0.0:+.1f}" for end in (number, low, high))  # 0.0 is added to lose a minus
    return f"{mid}{unit} ({least} to {most}{luck})".replace("-", "−")


@dataclass(frozen=True, repr=False)
class Comparison:
    """What `compare` found: for each bot or seat its second run less its first.

    `games` were played in the first run and in the second; `deals` had the same luck in both.

    >>> from theatre_lab.lab.simulate import simulate
    >>> runs = [simulate("overture", [bot, "random"], games=8, seed=1) for bot in ("easy", "greedy")]
    >>> found = compare(*runs)
    >>> found.games, found.deals, [row.name for row in found.differences]
    ((8, 8), 4, ['greedy for easy', 'random'])
    """

    game: str
    games: tuple[int, int]
    deals: int
    differences: tuple[Difference, ...]

    def __repr__(self) -> str:
        first, second = self.games
        same = f"{self.deals} deals with the same luck" if self.deals else "each with its own luck"
        width = max(len(row.name) for row in self.differences)
        games = f"({second} and {first} games, {same}; 95 % intervals)"
        heading = f"{get_game(self.game).title}, the second run less the first {games}"
        rows = (f"  {row.name:<{width}}{str(row).removeprefix(row.name)}" for row in self.differences)
        return "\n".join([heading, *rows])


def compare(first: Simulation, second: Simulation, by: By = "bot") -> Comparison:
    """The second run less the first, for each bot in the order given, or for each seat (`by="seat"`).

    Two runs of one seed have the same luck, which takes most of it out of the difference: then fewer games tell. The
    games of a deal count as one trial, and a deal that was not played to its end does not count. BadInput for runs of
    two games or of different numbers of bots.

    >>> from theatre_lab.lab.simulate import simulate
    >>> printed = simulate("overture", ["greedy", "greedy"], games=20, seed=1, rotate=False)
    >>> dear = simulate("overture", ["greedy", "greedy"], games=20, seed=1, rotate=False, rules={"vip": 9})
    >>> compare(printed, dear, by="seat").differences[0].score > 0
    True
    >>> compare(printed, printed).differences[0].win_rate
    0.0
    """
    for run in (first, second):
        if not isinstance(run, Simulation):
            raise BadInput(f"compare() takes two runs that simulate() returned, not {show(run)}")
    expect_choice("by", by, ("bot", "seat"))
    if (first.game, len(first.bots)) != (second.game, len(second.bots)):
        raise BadInput(
            "the runs to compare must be of one game and with as many bots, not "
            f"{first.game} with {len(first.bots)} and {second.game} with {len(second.bots)}"
        )
    pairs = [_Pair(first, second, place, by) for place in range(len(first.bots))]
    return Comparison(
        first.game, (first.games, second.games), len(pairs[0].shared()), tuple(pair.difference() for pair in pairs)
    )


@dataclass(frozen=True)
class _Pair:
    """One bot or seat in two runs."""

    first: Simulation
    second: Simulation
    place: int
    by: By

    def difference(self) -> Difference:
        return Difference(self._name(), *self._win_rate(), *self._score())

    def shared(self) -> list[int]:
        """The whole deals that had the same luck in both runs."""
        if self.first.seed != self.second.seed:
            return []
        first, second = self._shares()
        return sorted(first.keys() & second.keys())

    def _name(self) -> str:
        if self.by == "seat":
            return f"seat {self.place + 1}"
        before, after = (run.bots[self.place].bot for run in (self.first, self.second))
        return after if before == after else f"{after} for {before}"

    def _win_rate(self) -> Measured:
        """A deal that only the first run won and one that only the second won keep few deals from looking alike."""
        first, second = self._shares()
        pairs = [(0.0, 1.0), (1.0, 0.0), *((first[deal], second[deal]) for deal in self.shared())]
        return self._less(first, second, wilson_of_deals, pairs)

    def _score(self) -> Measured:
        first, second = (_by_deal(run, self._score_in) for run in (self.first, self.second))
        return self._less(first, second, mean_interval, [(first[deal], second[deal]) for deal in self.shared()])

    def _less(self, first: Deals, second: Deals, interval: Interval, pairs: Sequence[tuple[float, float]]) -> Measured:
        before, after = list(first.values()), list(second.values())
        alike = len(self.shared()) / (len(before) * len(after)) ** 0.5
        means = fmean(before), fmean(after)
        ends = difference_interval(
            (means[0], *interval(before)), (means[1], *interval(after)), alike and alike * _correlation(pairs)
        )
        return means[1] - means[0], *ends

    def _shares(self) -> tuple[Deals, Deals]:
        return _by_deal(self.first, self._share_in), _by_deal(self.second, self._share_in)

    def _share_in(self, result: GameResult) -> float:
        return result.share_of_seat(self.place) if self.by == "seat" else result.win_of(self.place)

    def _score_in(self, result: GameResult) -> float:
        return result.scores[self.place] if self.by == "seat" else result.score_of(self.place)


def _by_deal(run: Simulation, number: Callable[[GameResult], float]) -> Deals:
    return whole_deals([number(result) for result in run.results], [result.deal for result in run.results])


def _correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Pearson's correlation; 0 where it is not defined."""
    if any(len(set(numbers)) < 2 for numbers in zip(*pairs, strict=True)):
        return 0.0
    return correlation(*zip(*pairs, strict=True))
