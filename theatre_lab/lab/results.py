"""What came out of many games: every game, a summary of each bot with intervals, and tidy rows for other tools."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Self, cast

from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Game
from theatre_lab.core.match import Match, lot_stream
from theatre_lab.core.records import write_text
from theatre_lab.games import get_game
from theatre_lab.lab.intervals import mean_interval, wilson_of_deals

if TYPE_CHECKING:
    import pandas

__all__ = ["BotSummary", "GameResult", "Simulation", "by_deal", "points_by_clause", "summary_of", "win_share"]


_COLUMNS = {"game", "deal", "seed", "seat", "bot", "score", "won", "actions"}
SeatParts = tuple[tuple[str, float], ...]
"""The points of each clause that gave a seat any."""


class _Late:
    """A frozen dataclass that may hold one field only when somebody first reads it."""

    def _with_late(self, name: str, work_out: Callable[[], Any]) -> Self:
        late = object.__new__(type(self))
        vars(late).update(vars(self), _late=(name, work_out))
        del vars(late)[name]
        return late

    if not TYPE_CHECKING:  # a type checker would take every name for an attribute

        def __getattr__(self, name: str) -> Any:
            late = vars(self).get("_late", ("",))
            if name == late[0]:
                vars(self)[name] = late[1]()
                vars(self).pop("_late", None)
            if name in vars(self):  # worked out here, or by another thread meanwhile
                return vars(self)[name]
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(cast(Any, self))}


@dataclass(frozen=True)
class GameResult(_Late):
    """One finished game: which bot (an index) sat in each seat, the scores and winners by seat, its length.

    `deal` numbers the deal, which all rotations of the seats share; `parts` holds for every seat the points of each
    clause that gave any, in the order of the clauses' ids. `seed` is the match's, which `Simulation.match` begins anew.

    >>> result = GameResult(0, 0, seating=(1, 0), scores=(31, 28), winners=(0,), actions=96)
    >>> result.score_of(1), result.win_of(1), result.win_of(0)
    (31, 1.0, 0.0)
    """

    index: int
    deal: int
    seating: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    actions: int
    parts: tuple[SeatParts, ...] = field(default_factory=tuple)
    seed: int = 0

    def with_late_parts(self, work_out: Callable[[], tuple[SeatParts, ...]]) -> GameResult:
        """This result with parts that are worked out when somebody first reads them; in all else as if given at once.

        >>> result = GameResult(0, 0, (0, 1), scores=(3, 0), winners=(0,), actions=5)
        >>> late = result.with_late_parts(lambda: ((("OV-P2", 3.0),), ()))
        >>> late.parts
        ((('OV-P2', 3.0),), ())
        >>> late == GameResult(0, 0, (0, 1), (3, 0), (0,), 5, parts=late.parts)
        True
        """
        return self._with_late("parts", work_out)

    def score_of(self, bot: int) -> int:
        """The score of a bot, by its place in the list of bots."""
        return self.scores[self.seating.index(bot)]

    def win_of(self, bot: int) -> float:
        """The bot's share of the win: 1 alone, 1/2 for one of two winners, 0 for a loser."""
        return self.share_of_seat(self.seating.index(bot))

    def share_of_seat(self, seat: int) -> float:
        """The share of the win of whoever sat in a seat."""
        return win_share(len(self.winners) if seat in self.winners else 0)


@dataclass(frozen=True)
class BotSummary:
    """How one bot did: games played, wins (shared ones split), win rate and mean score with 95 % intervals.

    Rates go from 0 to 1, by Wilson's interval; scores are in the game's points, by a bootstrap or Student's interval.
    The games of a deal, which share their luck, count as one trial.

    >>> ann = BotSummary("ann", 10, 7.5, 0.75, 0.43, 0.92, score=31.5, score_low=29.0, score_high=33.8)
    >>> f"{ann.bot} wins {ann.win_rate:.0%} ({ann.win_low:.0%} to {ann.win_high:.0%}) of {ann.played} games"
    'ann wins 75% (43% to 92%) of 10 games'
    """

    bot: str
    played: int
    wins: float
    win_rate: float
    win_low: float
    win_high: float
    score: float
    score_low: float
    score_high: float


@dataclass(frozen=True, repr=False)
class Simulation(_Late):
    """The result of `simulate`: what was asked, every game, and a summary of each bot in the order given.

    `games` counts the games that were played; `asked` those that were asked for, more if the run was stopped.
    `backend` is "compiled" where bots searched on compiled rules, and a run on lists would hold other games; "lists"
    says nothing of what the games ran on. `rules` holds the rule numbers that were changed.

    >>> from theatre_lab.lab.simulate import simulate
    >>> result = simulate("overture", ["greedy", "random"], games=4, seed=1, theatre="rotunda")
    >>> result.games, [bot.bot for bot in result.bots], result.results[1].seating
    (4, ['greedy', 'random'], (1, 0))
    """

    game: str
    options: Mapping[str, Any]
    games: int
    asked: int
    seed: int
    backend: str
    bots: tuple[BotSummary, ...]
    results: tuple[GameResult, ...]
    rules: Mapping[str, int] = field(default_factory=dict)

    def with_late_results(self, work_out: Callable[[], tuple[GameResult, ...]]) -> Simulation:
        """This simulation with the list of games made when somebody first reads it; in all else as if given at once.

        >>> from dataclasses import replace
        >>> from theatre_lab.lab.simulate import simulate
        >>> result = simulate("overture", ["greedy", "random"], games=2, seed=1)
        >>> replace(result, results=()).with_late_results(lambda: result.results) == result
        True
        """
        return self._with_late("results", work_out)

    @property
    def is_complete(self) -> bool:
        """Were all games played that were asked for?"""
        return self.games == self.asked

    def as_dict(self) -> dict[str, Any]:
        """The summary as plain JSON data."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "games": self.games,
            "seed": self.seed,
            "backend": self.backend,
            "bots": [dict(vars(bot)) for bot in self.bots],
            **({"rules": dict(self.rules)} if self.rules else {}),
        }

    def by_seat(self) -> tuple[BotSummary, ...]:
        """How whoever sat in each seat did, the first seat first: with equal bots, what a seat is worth.

        >>> from theatre_lab.lab.simulate import simulate
        >>> [row.bot for row in simulate("overture", ["greedy", "greedy"], games=2, seed=1).by_seat()]
        ['seat 1', 'seat 2']
        """
        deals = [result.deal for result in self.results]
        return tuple(
            summary_of(
                f"seat {seat + 1}",
                [result.share_of_seat(seat) for result in self.results],
                [result.scores[seat] for result in self.results],
                deals,
            )
            for seat in range(len(self.bots))
        )

    def mean_points(self) -> dict[str, float]:
        """The points that each clause brought a player in a game, on average over all seats and games.

        >>> from theatre_lab.lab.simulate import simulate
        >>> result = simulate("overture", ["greedy", "random"], games=2, seed=1)
        >>> abs(sum(result.mean_points().values()) - sum(bot.score for bot in result.bots) / 2) < 1e-9
        True
        """
        sums: dict[str, float] = {}
        for seat in (seat for result in self.results for seat in result.parts):
            for clause, points in seat:
                sums[clause] = sums.get(clause, 0) + points
        seats = self.games * len(self.bots)
        return {clause: points / seats for clause, points in sorted(sums.items())}

    def rows(self) -> list[dict[str, Any]]:
        """Tidy rows, one for each seat of each game, all with the same keys.

        `game`, `deal`, `seed` (of the match), what was drawn by lot for the game or the seat (such as `theatre`),
        `seat`, `bot`, `score`, `won` (the share of the win), `actions` (of the whole game), then the points of each
        clause that gave any in some game, 0 where it gave none.

        >>> from theatre_lab.lab.simulate import simulate
        >>> rows = simulate("overture", ["greedy", "random"], games=2, seed=1).rows()
        >>> len(rows), [row["bot"] for row in rows], {row["theatre"] for row in rows}
        (4, ['greedy', 'random', 'random', 'greedy'], {'dinner-playhouse'})
        >>> rows[0]["score"] == sum(points for key, points in rows[0].items() if key.startswith("OV-"))
        True
        """
        clauses = sorted({clause for result in self.results for seat in result.parts for clause, _ in seat})
        drawn = {result.seed: self._drawn(result) for result in self.results}
        names = dict.fromkeys((name for seats in drawn.values() for row in seats for name in row), "")
        return [
            {
                "game": result.index,
                "deal": result.deal,
                "seed": result.seed,
                **names,
                **drawn[result.seed][seat],
                "seat": seat,
                "bot": self.bots[bot].bot,
                "score": result.scores[seat],
                "won": result.share_of_seat(seat),
                "actions": result.actions,
                **dict.fromkeys(clauses, 0),
                **dict(result.parts[seat]),
            }
            for result in self.results
            for seat, bot in enumerate(result.seating)
        ]

    def match(self, result: GameResult) -> Match:
        """The match of one of the games as it began: the same deal under the same rules and options.

        >>> from theatre_lab.lab.simulate import simulate
        >>> run = simulate("the-theatre", ["greedy", "random"], games=4, seed=1)
        >>> match = run.match(run.results[2])
        >>> match.ply, match.seed == run.results[2].seed
        (0, True)
        """
        game, players = get_game(self.game), len(self.bots)
        options = game.series_options(players, dict(self.options), result.deal)
        return Match(game, players, seed=result.seed, rules=self.rules, **options)

    def _drawn(self, result: GameResult) -> list[dict[str, Any]]:
        """What was drawn by lot for each seat of a game, or for all of them: plain values, and one entry a seat."""
        game, players = get_game(self.game), len(self.bots)
        begun = game.series_options(players, dict(self.options), result.deal)
        options = game.draw_options(players, begun, lot_stream(result.seed))
        rows: list[dict[str, Any]] = [{} for _ in range(players)]
        for name in game.drawn_options:
            found = options.get(name)
            if name in self.options or name in _COLUMNS:
                continue
            entries = found if isinstance(found, list) and len(found) == players else [found] * players
            for row, value in zip(rows, entries, strict=True):
                if isinstance(value, int | str):
                    row[name] = value
        return rows

    def frame(self) -> pandas.DataFrame:
        """The rows as a pandas DataFrame. BadInput says how to get pandas where it is missing."""
        try:
            import pandas
        except ImportError:
            raise BadInput("frames need pandas: pip install pandas (or take .rows() or .save_csv(path))") from None
        return pandas.DataFrame(self.rows())

    def save_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to a file with a line of headings, whole or not at all; BadInput says why it cannot be."""
        text = io.StringIO()
        rows = self.rows()
        writer = csv.DictWriter(text, list(rows[0]) if rows else ["game"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        write_text(path, text.getvalue())

    def __repr__(self) -> str:
        title = get_game(self.game).title
        count = (
            f"{self.games} game{'s' * (self.games > 1)}"
            if self.is_complete
            else f"stopped after {self.games} of {self.asked} games"
        )
        changed = "".join(f", {key} = {value}" for key, value in self.rules.items())
        backend = ", searched on compiled rules" if self.backend == "compiled" else ""
        lines = [f"{title}{changed}, {count}, seed {self.seed}{backend} (95 % intervals)"]
        width = max(len(bot.bot) for bot in self.bots)
        for bot in self.bots:
            wins = f"wins {bot.win_rate:6.1%} ({bot.win_low:.1%} to {bot.win_high:.1%})"
            told = f" ({bot.score_low:.1f} to {bot.score_high:.1f})" if bot.played > 1 else ""
            score = f"score {bot.score:.1f}{told}"
            lines.append(f"  {bot.bot:<{width}}  {wins}   {score}")
        return "\n".join(lines)


def win_share(sharing: int) -> float:
    """The share of the win of whoever shares it among so many winners; 0 stands for a loser.

    >>> win_share(1), win_share(2), win_share(0)
    (1.0, 0.5, 0.0)
    """
    return 1 / sharing if sharing else 0.0


def points_by_clause(game: Game, state: Any, seat: int) -> SeatParts:
    """The points that each clause gives a seat in this state, where it gives any, in the order of the clauses' ids.

    >>> from theatre_lab.bots import get_bot
    >>> from theatre_lab.lab.simulate import play_game
    >>> match = play_game(get_game("cabaret"), [get_bot("greedy"), get_bot("random")], seed=1, options={"rounds": 1})
    >>> points = points_by_clause(match.game, match.state, 0)
    >>> points[0][0], sum(number for _, number in points) == match.scores[0]
    ('CB-E1', True)
    """
    points: dict[str, float] = {}
    for part in game.breakdown(state, seat):
        points[part.rule] = points.get(part.rule, 0) + part.points
    return tuple(sorted((clause, number) for clause, number in points.items() if number))


def summary_of(
    name: str, shares: Sequence[float], scores: Sequence[float], deals: Sequence[int] | None = None
) -> BotSummary:
    """The summary of a bot from its share of the win and its score in every game.

    `deals` numbers the deal of each game, if several share one: the games of a deal count as one trial. A deal that was
    not played to its end counts in the mean alone.

    >>> ann = summary_of("ann", [1, 0.5, 1], [31, 28, 30])
    >>> ann.played, ann.wins, round(ann.win_rate, 2), round(ann.score, 1)
    (3, 2.5, 0.83, 29.7)
    """
    games, wins = len(shares), float(sum(shares))
    rate, score = wins / games, sum(scores) / games
    win_low, win_high = wilson_of_deals(by_deal(shares, deals))
    trials = by_deal(scores, deals)
    score_low, score_high = mean_interval(trials if len(trials) > 1 else scores)
    win_low, win_high = min(win_low, rate), max(win_high, rate)
    score_low, score_high = min(score_low, score), max(score_high, score)
    return BotSummary(name, games, wins, rate, win_low, win_high, score, score_low, score_high)


def by_deal(numbers: Sequence[float], deals: Sequence[int] | None) -> Sequence[float]:
    """The mean of each deal's numbers; without `deals` each number is a deal of its own.

    Deals with fewer numbers than others, which were not played to their end, are left out.

    >>> by_deal([1, 0, 1, 1, 0], deals=[0, 0, 1, 1, 2])
    [0.5, 1.0]
    """
    if deals is None:
        return numbers
    found: dict[int, list[float]] = {}
    for deal, number in zip(deals, numbers, strict=True):
        found.setdefault(deal, []).append(number)
    whole = max(map(len, found.values()))
    return [sum(some) / whole for some in found.values() if len(some) == whole]
