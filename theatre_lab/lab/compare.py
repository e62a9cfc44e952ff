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
from theatre_lab.lab.results import GameResult, Simulation

__all__ = ["Comparison", "Difference", "compare"]

By = Literal["bot", "seat"]
Deals = Mapping[int, Sequence[GameResult]]
Number = Callable[[GameResult], float]
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

    @property
    def text(self) -> str:
        """The numbers in words, without the name."""
        wins = _told(100 * self.win_rate, 100 * self.win_low, 100 * self.win_high, " of 100 games")
        return f"wins {wins}   score {_told(self.score, self.score_low, self.score_high)}"

    def __str__(self) -> str:
        return f"{self.name}  {self.text}"


def _is_clear(low: float, high: float) -> bool:
    return low > 0 or high < 0


def _told(number: float, low: float, high: float, unit: str = "") -> str:
    luck = "" if _is_clear(low, high) else ": may be luck"
    mid, least, most = (f"{round(end, 1) + 0.0:+.1f}" for end in (number, low, high))  # 0.0 is added to lose a minus
    return f"{mid}{unit} ({least} to {most}{luck})".replace("-", "−")


@dataclass(frozen=True, repr=False)
class Comparison:
    """What `compare` found: for each bot or seat its second run less its first.

    `games` of the first run and of the second were counted; `deals` had the same luck in both.

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
        same = (
            f"{self.deals} deal{'s' * (self.deals > 1)} with the same luck" if self.deals else "each with its own luck"
        )
        width = max(len(row.name) for row in self.differences)
        games = f"({second} and {first} games, {same}; 95 % intervals)"
        heading = f"{get_game(self.game).title}, the second run less the first {games}"
        rows = (f"  {row.name:<{width}}  {row.text}" for row in self.differences)
        return "\n".join([heading, *rows])


def compare(first: Simulation, second: Simulation, by: By = "bot") -> Comparison:
    """The second run less the first, for each bot in the order given, or for each seat (`by="seat"`).

    Two runs of one seed have the same luck, deal by deal. The more alike their games go, as when one rule was changed,
    the narrower is the interval of the difference; other bots may well make other games of it. The games of a deal
    count as one trial, and a deal that was not played to its end does not count. Every interval holds by itself.
    BadInput for what is no run, for runs of different games or numbers of bots, and for a run without two whole deals;
    OptionError for another `by`.

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
    before, after = _whole_deals(first), _whole_deals(second)
    shared = [deal for deal in before if deal in after and _luck(before[deal]) == _luck(after[deal])]
    rows = tuple(
        Difference(
            f"seat {place + 1}" if by == "seat" else _name(first.bots[place].bot, second.bots[place].bot),
            *_less(before, after, shared, _share(place, by), wilson_of_deals),
            *_less(before, after, shared, _score(place, by), mean_interval),
        )
        for place in range(len(first.bots))
    )
    return Comparison(first.game, (_count(before), _count(after)), len(shared), rows)


def _whole_deals(run: Simulation) -> Deals:
    """The games of every deal that was played to its end."""
    deals: dict[int, list[GameResult]] = {}
    for result in run.results:
        deals.setdefault(result.deal, []).append(result)
    whole = max(map(len, deals.values()), default=0)
    found = {deal: results for deal, results in deals.items() if len(results) == whole}
    if len(found) < 2:
        raise BadInput(f"a comparison needs runs of two whole deals or more, not one of {show(run.games)} games")
    return found


def _luck(results: Sequence[GameResult]) -> list[tuple[int, tuple[int, ...]]]:
    """What the games of a deal began with: where it is the same in two runs, so is the luck."""
    return [(result.seed, result.seating) for result in results]


def _count(deals: Deals) -> int:
    return sum(map(len, deals.values()))


def _name(before: str, after: str) -> str:
    return after if before == after else f"{after} for {before}"


def _share(place: int, by: By) -> Number:
    return lambda result: result.share_of_seat(place) if by == "seat" else result.win_of(place)


def _score(place: int, by: By) -> Number:
    return lambda result: result.scores[place] if by == "seat" else result.score_of(place)


def _less(before: Deals, after: Deals, shared: Sequence[int], number: Number, interval: Interval) -> Measured:
    """The difference of the means over the deals, with its interval."""
    first, second = (
        {deal: fmean(map(number, results)) for deal, results in deals.items()} for deals in (before, after)
    )
    measured = [(fmean(numbers), *interval(list(numbers))) for numbers in (first.values(), second.values())]
    part = len(shared) / (len(first) * len(second)) ** 0.5  # of what both means rest on
    alike = part * _correlation([first[deal] for deal in shared], [second[deal] for deal in shared])
    return measured[1][0] - measured[0][0], *difference_interval(measured[0], measured[1], alike)


def _correlation(before: Sequence[float], after: Sequence[float]) -> float:
    """Pearson's correlation, as if in two deals more the runs had differed by a deviation, once each way: a few deals
    that go alike do not prove that all would. 0 where it is not defined."""
    if len(set(before)) < 2 or len(set(after)) < 2:
        return 0.0
    return (len(before) * correlation(before, after) - 2) / (len(before) + 2)
