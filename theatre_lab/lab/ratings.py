"""A ladder of bots: ratings on one scale, from many games of two, by the model of Bradley and Terry (1952).

A difference of 100 points means that the stronger wins 64 % of the games, 200 points 76 %, 400 points 91 %. Level easy
stands at 1000, or the mean where it did not play, so that "hard" can be compared within a game; between games the
numbers say nothing.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from theatre_lab.bots import Bot
from theatre_lab.bots.ratings import ANCHOR, ANCHORED, Rating
from theatre_lab.core.errors import OptionError
from theatre_lab.core.optional import need
from theatre_lab.core.options import expect_int, show
from theatre_lab.core.records import write_text
from theatre_lab.games import get_game
from theatre_lab.lab.simulate import GameResult, check_bot, name_of, simulate

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Ladder", "Meeting", "ladder", "ladder_of", "neighbours"]

RESAMPLES = 200
_PRIOR = 0.5
"""Half a win of each over each that it met: keeps the rating of who never lost finite, and fades with the games."""
_FEWEST = 2
"""Deals of a meeting that can be rated."""
_POINTS = 400 / math.log(10)
_RATING = "a ladder of ratings"


@dataclass(frozen=True)
class Meeting:
    """Two bots and their deals: `shares` holds the first one's share of the wins in each deal, from 0 to 1.

    A deal is two games with the seats exchanged; it counts as one trial, since its games share their luck.

    >>> met = Meeting("hard", "easy", (1.0, 0.5, 1.0))
    >>> f"{met.first} wins {sum(met.shares) / len(met.shares):.0%} of {2 * len(met.shares)} games"
    'hard wins 83% of 6 games'
    """

    first: str
    second: str
    shares: tuple[float, ...]


@dataclass(frozen=True, repr=False)
class Ladder:
    """The ratings of a game's bots, the strongest first, and the meetings they come from.

    >>> steps = Ladder("overture", (Rating("hard", 1310, 1280, 1340), Rating("easy", 1000, 1000, 1000)), (), seed=1)
    >>> steps
    Overture, 0 games of two, seed 1 (95 % intervals; easy is held at 1000)
      hard   1310  (1280 to 1340)
      easy   1000  (1000 to 1000)
    >>> steps.as_dict()["ratings"]["hard"]
    [1310, 1280, 1340]
    """

    game: str
    ratings: tuple[Rating, ...]
    meetings: tuple[Meeting, ...]
    seed: int
    rules: Mapping[str, int] = field(default_factory=dict, hash=False)
    """The rule numbers that were changed."""
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The options that were given."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return 2 * sum(len(meeting.shares) for meeting in self.meetings)

    def as_dict(self) -> dict[str, Any]:
        """The ladder as plain JSON data."""
        return {
            "games": self.games,
            "seed": self.seed,
            "ratings": {row.bot: [round(row.rating), round(row.low), round(row.high)] for row in self.ratings},
            **({"rules": dict(self.rules)} if self.rules else {}),
            **({"options": dict(self.options)} if self.options else {}),
        }

    @property
    def held(self) -> str:
        """What stands at 1000: level easy, or where it did not play the mean of all ratings.

        >>> Ladder("overture", (Rating("mine", 1100, 980, 1220), Rating("random", 900, 780, 1020)), (), seed=1).held
        'their mean'
        """
        return ANCHORED if any(row.bot == ANCHORED for row in self.ratings) else "their mean"

    def __repr__(self) -> str:
        width = max(len(row.bot) for row in self.ratings)
        told = f"95 % intervals; {self.held} is held at {ANCHOR:.0f}"
        agreed = {**self.options, **self.rules}
        changed = "".join(f", {key} = {show(value)}" for key, value in agreed.items())
        title = get_game(self.game).title
        lines = [f"{title}{changed}, {self.games} games of two, seed {self.seed} ({told})"]
        lines += [f"  {row.bot:<{width}}  {row.rating:5.0f}  ({row.low:.0f} to {row.high:.0f})" for row in self.ratings]
        return "\n".join(lines)


def neighbours(bots: Sequence[str], reach: int = 2) -> list[tuple[str, str]]:
    """The pairs to play: each bot with the next ones in the list. Far apart, a meeting tells almost nothing.

    >>> neighbours(["random", "easy", "medium"], reach=1)
    [('random', 'easy'), ('easy', 'medium')]
    """
    return [(a, b) for i, a in enumerate(bots) for b in bots[i + 1 : i + 1 + reach]]


def ladder(
    game: str,
    bots: Sequence[str | Bot] = ("random", "easy", "medium", "hard"),
    *,
    deals: int = 40,
    seed: int = 0,
    reach: int = 2,
    progress: bool | Callable[[int, int], None] = False,
    workers: int | None = None,
    known: Mapping[tuple[str, str], Meeting] | None = None,
    on_meeting: Callable[[Meeting], None] | None = None,
    options: Mapping[str, Any] | None = None,
    rules: Mapping[str, int] | None = None,
    **more: Any,
) -> Ladder:
    """Rate bots, listed from weak to strong, by games of two: each meets the next `reach` ones in `deals` deals.

    A bot is a name, a function of your own or the name of one, as in `simulate`; no two may have the same name. Every
    deal is played twice, with the seats exchanged; shared wins count half. Intervals are percentiles over resampled
    deals. The game's options may stand in `options` or beside the rest, changed rule numbers in `rules`.

    Meetings in `known` are not played again if they hold `deals` deals or more; a shorter one is played anew, from its
    first deal. `on_meeting` is called with each meeting that was played. An interrupt ends the ladder with
    KeyboardInterrupt; of the meeting that it cut short the deals that were over, if two or more, are told to
    `on_meeting` first, so that `ladder_of` can rate what was played. OptionError says what does not fit.

    >>> steps = ladder("overture", ["random", "easy"], deals=4, seed=1, theatre="rotunda")
    >>> [row.bot for row in steps.ratings], steps.ratings[-1].rating < 1000 <= steps.ratings[0].rating
    (['easy', 'random'], True)
    >>> def first(view):
    ...     return view.actions()[0]
    >>> sorted(row.bot for row in ladder("overture", [first, "random"], deals=2, rules={"vip": 5}).ratings)
    ['first', 'random']
    """
    named = _by_name(bots)
    if not isinstance(options, Mapping | None):
        raise OptionError(f"options must be a mapping like {{'rounds': 1}}, not {show(options)}")
    names, given = list(named), {**(options or {}), **more}
    count = expect_int("deals", deals, _FEWEST, 1_000_000)
    meetings = []
    for number, pair in enumerate(neighbours(names, expect_int("reach", reach, 1, 100))):
        meeting = (known or {}).get(pair)
        if meeting is None or len(meeting.shares) < count:
            run = simulate(
                game,
                [named[name] for name in pair],
                games=2 * count,
                seed=seed + number,
                options=given,
                rules=rules,
                progress=progress,
                workers=workers,
            )
            meeting = Meeting(*pair, _shares(run.results))
            if on_meeting is not None and (run.is_complete or len(meeting.shares) >= _FEWEST):
                on_meeting(meeting)
            if not run.is_complete:
                raise KeyboardInterrupt("the ladder was interrupted")
        meetings.append(meeting)
    return Ladder(game, rate(names, meetings, seed), tuple(meetings), seed, dict(rules or {}), given)


def _by_name(bots: Sequence[str | Bot]) -> dict[str, str | Bot]:
    """The bots by the names that `simulate` gives them; OptionError unless there are two or more that can play."""
    if not isinstance(bots, (list, tuple)) or not all(isinstance(bot, str) or callable(bot) for bot in bots):
        raise OptionError(f"bots must be a list of names or functions like ['easy', 'hard'], not {show(bots)}")
    named = {name_of(bot): bot for bot in bots}
    if len(named) < 2 or len(named) != len(bots):
        names = [name_of(bot) for bot in bots]
        raise OptionError(f"a ladder needs two bots or more, each with a name of its own, not {show(names)}")
    for bot in bots:
        check_bot(bot)
    return named


def ladder_of(
    game: str,
    meetings: Sequence[Meeting],
    seed: int = 0,
    rules: Mapping[str, int] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Ladder:
    """The ladder that some meetings make, such as those of a ladder that was interrupted: of the bots in them alone.

    `rules` and `options` are those that were played by, to be told with it.

    >>> steps = ladder_of("overture", [Meeting("random", "easy", (0.0, 0.5, 0.0))])
    >>> [row.bot for row in steps.ratings], steps.games
    (['easy', 'random'], 6)
    """
    names = list(dict.fromkeys(name for meeting in meetings for name in (meeting.first, meeting.second)))
    if not names:
        raise OptionError("a ladder needs a meeting of two bots or more, not none")
    return Ladder(game, rate(names, meetings, seed), tuple(meetings), seed, dict(rules or {}), dict(options or {}))


def _shares(results: Sequence[GameResult]) -> tuple[float, ...]:
    """The first bot's mean share of the win in each deal that was played in both seatings."""
    deals: dict[int, list[float]] = {}
    for result in results:
        deals.setdefault(result.deal, []).append(result.win_of(0))
    return tuple(sum(shares) / 2 for shares in deals.values() if len(shares) == 2)


def rate(bots: Sequence[str], meetings: Sequence[Meeting], seed: int = 0) -> tuple[Rating, ...]:
    """Ratings with their intervals from meetings, the strongest first.

    >>> strong, weak = rate(["easy", "hard"], [Meeting("easy", "hard", (0.0, 0.5, 0.0, 0.5, 0.0, 0.5))])
    >>> strong.bot, weak.bot, weak.rating, strong.low <= strong.rating <= strong.high
    ('hard', 'easy', 1000.0, True)
    """
    np = need("numpy", _RATING)
    points = _fit(bots, meetings)
    rng = np.random.default_rng(seed)
    samples = np.array([_fit(bots, [_resampled(meeting, rng) for meeting in meetings]) for _ in range(RESAMPLES)])
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    rows = [
        Rating(bot, float(points[i]), min(float(low[i]), float(points[i])), max(float(high[i]), float(points[i])))
        for i, bot in enumerate(bots)
    ]
    return tuple(sorted(rows, key=lambda row: -row.rating))


def _resampled(meeting: Meeting, rng: Any) -> Meeting:
    """Deals drawn from those that were played and one lost and one won by each: who never lost might have."""
    return Meeting(meeting.first, meeting.second, tuple(rng.choice((*meeting.shares, 0.0, 1.0), len(meeting.shares))))


def _fit(bots: Sequence[str], meetings: Sequence[Meeting]) -> NDArray[Any]:
    choix, np = need("choix", _RATING), need("numpy", _RATING)

    wins = np.zeros((len(bots), len(bots)))
    for meeting in meetings:
        i, j = bots.index(meeting.first), bots.index(meeting.second)
        games, won = 2 * len(meeting.shares), 2 * sum(meeting.shares)
        wins[i, j] += won + _PRIOR
        wins[j, i] += games - won + _PRIOR
    strength = _POINTS * np.asarray(choix.ilsr_pairwise_dense(wins, max_iter=1000, tol=1e-6))
    anchor = strength[bots.index(ANCHORED)] if ANCHORED in bots else strength.mean()
    fitted: NDArray[Any] = strength - anchor + ANCHOR
    return fitted


def store(ladders: Mapping[str, Mapping[str, Any]], path: str | os.PathLike[str]) -> None:
    """Write the ladders of several games, by the game's name, to the file that `bots.ratings` reads."""
    write_text(path, json.dumps(ladders, indent=1, sort_keys=True) + "\n")
