"""A finished game looked at again: what each decision of a player was worth, and what would have been better.

Every decision is graded twice, and the two are never mixed: from what the player knew at that moment, and in hindsight
with all cards open.
"""

from __future__ import annotations

import html
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from theatre_lab.api import load
from theatre_lab.bots.levels import LIST_SHARE
from theatre_lab.bots.search import Analysis, Estimate, StopFlag, analyse, analyse_open
from theatre_lab.core.compiled import Backend, backend_name, compiled_backend, list_backend
from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Game
from theatre_lab.core.match import HUMAN, Match
from theatre_lab.core.near_best import is_near_best
from theatre_lab.core.options import expect_choice, expect_int, show
from theatre_lab.core.records import GameRecord
from theatre_lab.games import get_game

__all__ = ["COSTLIEST", "Decision", "Grade", "Review", "finished", "match_of", "review"]

COSTLIEST = 3
"""So many costly moves are shown first."""
POINTS, WIN_CHANCE = "points", "win chance"
KINDS = ((False, "From what was known then"), (True, "In hindsight, all cards open"))
"""The two kinds of grades: is it in hindsight, and its title."""

_SECONDS = {"compiled": 80, "lists": 30}
"""How much of a game's `thinking` a whole review spends, in seconds; the games say rather too much than too little, so
that compiled and on two idle cores it takes a third of that."""
_MOST = 10
"""A grade takes at most so many times the iterations that a game calls a tenth of a second of thinking."""
_FEWEST = 24
_LOOKS, _LOOK_SHARE = 5, 4
"""So many of the costliest moves are graded again with fresh luck and so many times the iterations."""

Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Grade:
    """What one decision was worth beside the best answer.

    `compared` holds estimates of the move `played` and of its best rival, after equally many games played ahead under
    the same luck, the better first; of a move that is the only sensible one, its own estimate alone. `unit` says what
    counts: `points` (the expected final score) or `win chance` (0 to 1).

    >>> good, poor = Estimate(3, "draw deck", 40, 0.5, 31.0), Estimate(4, "draw lobby 1", 40, 0.4, 28.5)
    >>> Grade(poor, (good, poor), POINTS).regret, Grade(good, (good, poor), POINTS).is_good
    (2.5, True)
    """

    played: Estimate
    compared: tuple[Estimate, ...]
    unit: str

    @property
    def best(self) -> Estimate:
        """The best answer that was found; the move played itself when nothing was better."""
        return self.compared[0]

    @property
    def regret(self) -> float:
        """What the move gave away beside the best: points, or win chance from 0 to 1; never below 0."""
        return max(0.0, self.worth(self.best) - self.worth(self.played))

    @property
    def is_good(self) -> bool:
        """Was the move as good as the best, or so near that it counts as good (see `core.near_best`)?"""
        return is_near_best(self.worth(self.played), self.worth(self.best), in_points=self.unit == POINTS)

    def worth(self, estimate: Estimate) -> float:
        """What counts of an estimate: its expected score, or its win chance."""
        return _worth(estimate, self.unit)

    def as_dict(self) -> dict[str, Any]:
        """The grade as plain JSON data."""
        return {
            "regret": self.regret,
            "good": self.is_good,
            "unit": self.unit,
            "played": self.played.text,
            "best": self.best.text,
            "compared": [dict(vars(estimate)) for estimate in self.compared],
        }


def _worth(estimate: Estimate, unit: str) -> float:
    return estimate.score if unit == POINTS else estimate.win_chance


@dataclass(frozen=True)
class Decision:
    """One decision that was graded.

    `ply` counts all decisions of the game from 0, `text` is what was played, in notation. `known` is the grade from
    what the player knew then; `hindsight` the grade with all cards open. Either is None when the review was stopped
    before it came to it.

    >>> from theatre_lab.bots import get_bot
    >>> from theatre_lab.lab.simulate import play_game
    >>> bots = [get_bot("greedy"), get_bot("random", 1)]
    >>> game = play_game(get_game("cabaret"), bots, seed=3, options={"rounds": 1})
    >>> decision = review(game, player=1, iterations=4, backend="lists").decisions[0]
    >>> decision.ply, decision.player, decision.text
    (1, 1, 'play A8')
    >>> decision.grade() is decision.known, decision.grade(hindsight=True) is decision.hindsight
    (True, True)
    """

    ply: int
    player: int
    text: str
    known: Grade | None
    hindsight: Grade | None
    match: Match = field(repr=False, compare=False)

    def grade(self, hindsight: bool = False) -> Grade | None:
        """The grade of that kind."""
        return self.hindsight if hindsight else self.known

    def retry(self, opponent: str = "medium", *, hindsight: bool = False, seed: int = 0) -> Match:
        """A match that begins at this decision: the player of the review against bots.

        What the player could not know is dealt anew (by `seed`), so that trying again gives nothing away; with
        `hindsight` the cards lie as they really lay. Everything may be taken back.

        >>> from theatre_lab.lab.simulate import play_game
        >>> from theatre_lab.bots import get_bot
        >>> game = play_game(get_game("cabaret"), [get_bot("random"), get_bot("random", 1)], seed=3,
        ...                  options={"rounds": 1})
        >>> decision = review(game, iterations=4, backend="lists").decisions[0]
        >>> again = decision.retry("easy")
        >>> again.to_move, again.seats, decision.text in again.legal_actions()
        (0, ['human', 'easy'], True)
        """
        seats = [HUMAN if player == self.player else opponent for player in range(len(self.match.names))]
        if hindsight:
            return self.match.rewound(self.ply, seats=seats, practice=True)
        return self.match.redealt(self.ply, self.player, seed=seed, seats=seats, practice=True)


@dataclass(frozen=True, repr=False)
class Review:
    """A player's game, decision by decision; what `review` returns.

    `decisions` holds those that were graded, in the order of the game; `forced` counts those that left no choice.
    `iterations` games were played ahead a grade on `backend`, with luck by `seed`. `is_whole` is false when the review
    was stopped. `unit` is what counts: `points` or `win chance`. `match` is the game that was reviewed.

    >>> from theatre_lab.bots import get_bot
    >>> from theatre_lab.lab.simulate import play_game
    >>> bots = [get_bot("greedy"), get_bot("random", 1)]
    >>> game = play_game(get_game("cabaret"), bots, seed=3, options={"rounds": 1})
    >>> found = review(game, player=1, iterations=4, backend="lists")
    >>> found.name, found.iterations, found.backend, found.is_whole
    ('P2', 4, 'lists', True)
    >>> len(found.costliest(2)), found.costliest(2) == found.costly()[:2]
    (2, True)
    """

    game: str
    title: str
    name: str
    player: int
    unit: str
    decisions: tuple[Decision, ...]
    forced: int
    iterations: int
    seed: int
    backend: str
    is_whole: bool
    match: Match = field(compare=False)

    def graded(self, hindsight: bool = False) -> list[Decision]:
        """The decisions that have a grade of that kind, in the order of the game."""
        return [decision for decision in self.decisions if decision.grade(hindsight) is not None]

    def costly(self, hindsight: bool = False) -> list[Decision]:
        """Every decision that was not good by that kind of grade, the costliest first."""
        return _by_cost(self.graded(hindsight), hindsight)

    def costliest(self, count: int = COSTLIEST, hindsight: bool = False) -> list[Decision]:
        """The costliest decisions of that kind of grade, at most so many; those that count as good are left out."""
        return self.costly(hindsight)[: expect_int("count", count, 0, 1_000_000)]

    def given_away(self, hindsight: bool = False) -> float:
        """What the costly moves gave away together: points, or win chances added up."""
        return sum(_regret(decision, hindsight) for decision in self.costly(hindsight))

    def as_dict(self) -> dict[str, Any]:
        """The review as plain JSON data."""
        return {
            "game": self.game,
            "name": self.name,
            "player": self.player,
            "unit": self.unit,
            "forced": self.forced,
            "iterations": self.iterations,
            "seed": self.seed,
            "backend": self.backend,
            "whole": self.is_whole,
            "decisions": [
                {
                    "ply": each.ply,
                    "text": each.text,
                    "known": None if each.known is None else each.known.as_dict(),
                    "hindsight": None if each.hindsight is None else each.hindsight.as_dict(),
                }
                for each in self.decisions
            ],
        }

    def summary(self, hindsight: bool = False) -> str:
        """How many moves were good and what the others gave away, by one kind of grade, in a line."""
        graded, costly = self.graded(hindsight), self.costly(hindsight)
        if not graded:
            return "nothing was graded"
        if not costly:
            return f"{_count(len(graded), 'decision')}, all of them good"
        if self.unit == POINTS:
            together = " together" if len(costly) > 1 else ""
            lost = f"about {amount(self.given_away(hindsight), POINTS)} given away{together}"
        else:
            worst = costly[0].grade(hindsight)
            lost = f"the costliest gave away {lost_by(worst)}" if worst else ""
        return f"{len(graded) - len(costly)} of {_count(len(graded), 'decision')} good, {len(costly)} costly: {lost}"

    def __repr__(self) -> str:
        lines = [self._heading()]
        for hindsight, title in KINDS:
            lines.append(f"{title}: {self.summary(hindsight)}")
            lines += [f"  {i}. {line}" for i, line in enumerate(self._lines(hindsight), 1)]
        return "\n".join(lines)

    def _heading(self) -> str:
        stopped = "" if self.is_whole else ", stopped before its end"
        return f"Review of {self.title}, {self.name}: {_count(self.forced, 'forced decision')} left out{stopped}"

    def _lines(self, hindsight: bool) -> list[str]:
        found = []
        for decision in self.costliest(hindsight=hindsight):
            grade = decision.grade(hindsight)
            if grade is not None:
                found.append(f"decision {decision.ply + 1}: {decision.text}, better {grade.best.text}: {cost(grade)}")
        return found

    def _repr_html_(self) -> str:
        parts = [f"<p><b>{html.escape(self._heading())}</b></p>"]
        for hindsight, title in KINDS:
            parts.append(f"<p>{title}: {html.escape(self.summary(hindsight))}</p>")
            if rows := "".join(_row(decision, hindsight) for decision in self.costliest(hindsight=hindsight)):
                head = "".join(f"<th>{word}</th>" for word in ("Decision", "Played", "Better", "Cost"))
                parts.append(f"<table><tr>{head}</tr>{rows}</table>")
        return "".join(parts)


def amount(worth: float, unit: str) -> str:
    """Points or a win chance in words.

    >>> amount(2.25, POINTS), amount(1.04, POINTS), amount(0.123, WIN_CHANCE)
    ('2.2 points', '1.0 points', '12 % win chance')
    """
    return f"{worth:.1f} points".replace("-", "−") if unit == POINTS else f"{worth:.0%} win chance".replace("%", " %")


def lost_by(grade: Grade) -> str:
    """What the move gave away, as the difference of the two worths that are told, so that the sum is right.

    >>> best, poor = Estimate(3, "draw deck", 40, 0.524, 31.0), Estimate(4, "draw lobby 1", 40, 0.396, 28.5)
    >>> lost_by(Grade(poor, (best, poor), WIN_CHANCE))
    '12 % win chance'
    """
    digits = 1 if grade.unit == POINTS else 2
    played, best = (round(grade.worth(each), digits) for each in (grade.played, grade.best))
    return amount(max(0.0, best - played), grade.unit)


def cost(grade: Grade) -> str:
    """What the move gave away, with both worths.

    >>> best, poor = Estimate(3, "draw deck", 40, 0.5, 31.0), Estimate(4, "draw lobby 1", 40, 0.4, 28.5)
    >>> cost(Grade(poor, (best, poor), WIN_CHANCE)), cost(Grade(poor, (best, poor), POINTS))
    ('cost 10 % win chance (40 % instead of 50 %)', 'cost 2.5 points (28.5 expected instead of 31.0)')
    """
    worths = [_short(grade.worth(each), grade.unit) for each in (grade.played, grade.best)]
    expected = " expected" if grade.unit == POINTS else ""
    return f"cost {lost_by(grade)} ({worths[0]}{expected} instead of {worths[1]})"


def _short(worth: float, unit: str) -> str:
    return f"{worth:.1f}".replace("-", "−") if unit == POINTS else f"{worth:.0%}".replace("%", " %")


def _count(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _row(decision: Decision, hindsight: bool) -> str:
    grade = decision.grade(hindsight)
    if grade is None:
        return ""
    cells = (str(decision.ply + 1), decision.text, grade.best.text, lost_by(grade))
    return f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in cells)}</tr>"


def _regret(decision: Decision, hindsight: bool) -> float:
    grade = decision.grade(hindsight)
    return 0.0 if grade is None or grade.is_good else grade.regret


def _by_cost(decisions: Sequence[Decision], hindsight: bool) -> list[Decision]:
    costly = [decision for decision in decisions if _regret(decision, hindsight) > 0]
    return sorted(costly, key=lambda decision: (-_regret(decision, hindsight), decision.ply))


# ------------------------------------------------------------------ reviewing


def match_of(source: object, purpose: str) -> Match:
    """A match of its own of what somebody gave for this purpose: a match, a table, a record, or what `load` reads.

    >>> from theatre_lab.api import new_match
    >>> match_of(new_match("overture", 2, theatre="blackbox", seed=1), "a replay").ply
    0
    >>> match_of(7, "a replay")
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: a replay needs a match, a table, a record or a saved game, not 7
    """
    source = getattr(source, "match", source)
    if isinstance(source, Match):
        return source.rewound(source.ply, seats=source.seats)
    if isinstance(source, GameRecord):
        return Match.from_record(source, get_game(source.game))
    if isinstance(source, str | os.PathLike):
        return load(source)
    raise BadInput(f"{purpose} needs a match, a table, a record or a saved game, not {show(source)}")


def finished(source: object) -> Match:
    """A match of its own of a finished game: a match, a table, a record, or what `load` reads. BadInput when it is not
    over.

    >>> from theatre_lab.api import new_match
    >>> finished(new_match("overture", 2, theatre="blackbox", seed=1))
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: a review tells how the cards lay, so it waits for the end: this game is still
    going on
    """
    match = match_of(source, "a review")
    if not match.game.has_review:
        raise BadInput(f"{match.game.title} is not reviewed: it is judged by the game that follows; review that one")
    if not match.is_over:
        raise BadInput("a review tells how the cards lay, so it waits for the end: this game is still going on")
    return match


def expect_player(match: Match, player: object) -> int:
    """The index of a player of the match; BadInput for anything else."""
    if type(player) is not int or not 0 <= player < len(match.names):
        raise BadInput(f"players are counted from 0 to {len(match.names) - 1}; there is no player {show(player)}")
    return player


def expect_terms(iterations: int | None, seed: int, backend: str | None) -> None:
    """Check what `review` is asked for. OptionError says what does not fit."""
    if iterations is not None:
        expect_int("iterations", iterations, 1, 10_000_000)
    expect_int("seed", seed, -(2**62), 2**62 - 1)
    if backend is not None:
        expect_choice("backend", backend, ("lists", "compiled"))


def review(
    source: Match | GameRecord | str | os.PathLike[str],
    player: int = 0,
    *,
    iterations: int | None = None,
    seed: int = 0,
    backend: str | None = None,
    progress: Progress | bool | None = None,
    stop: StopFlag | None = None,
) -> Review:
    """Grade every decision of a player in a finished game, from what was known then and again with all cards open.

    `source` is a match, a record, or a file or text that `load` reads. A grade plays `iterations` games ahead (by
    default as many as let the whole review take well under a minute) on a `backend`: `compiled` (waited for) or
    `lists`. The same game, seed, iterations and backend give the same review. Decisions that leave no choice are not
    graded; the costliest moves are looked at a second time with fresh luck, so that no move is called a mistake by
    chance. What looks from what was known never sees another player's cards.

    With `progress` a bar is shown (by default only in a terminal); a function is called with what is done and the
    total. Setting the `stop` flag from another thread, or interrupting, ends it at once: what is graded is kept.
    BadInput or OptionError says what does not fit.

    >>> from theatre_lab.bots import get_bot
    >>> from theatre_lab.lab.simulate import play_game
    >>> bots = [get_bot("greedy"), get_bot("random", 1)]
    >>> game = play_game(get_game("cabaret"), bots, seed=3, options={"rounds": 1})
    >>> found = review(game, player=1, iterations=4, backend="lists")
    >>> found.name, found.unit, len(found.decisions) + found.forced
    ('P2', 'points', 12)
    """
    match = finished(source)
    expect_player(match, player)
    expect_terms(iterations, seed, backend)
    name = backend or backend_name()
    form = list_backend(match.game) if name == "lists" else compiled_backend(match.game)
    reviewer = _Reviewer(match, player, form, seed, iterations, stop or StopFlag())
    return reviewer.run(_teller(progress, reviewer.total))


def _teller(progress: Progress | bool | None, total: int) -> Progress:
    """What is told of the progress: a function, a bar, or nothing."""
    if progress is None:
        progress = sys.stderr.isatty()
    if callable(progress):
        return progress
    if progress is False:
        return lambda done, total: None
    from tqdm.auto import tqdm

    bar = tqdm(total=total, unit="look", desc="Review")

    def tell(done: int, total: int) -> None:
        bar.update(done - bar.n)
        if done == total:
            bar.close()

    return tell


class _Stopped(Exception):
    """The review is to end."""


class _Reviewer:
    """The work of one review; `total` counts its looks at positions, a second look as so many as it is worth."""

    def __init__(
        self, match: Match, player: int, backend: Backend, seed: int, iterations: int | None, stop: StopFlag
    ) -> None:
        self.match, self.player, self.backend, self.seed, self.stop = match, player, backend, seed, stop
        game, own = match.game, [ply for ply, each in enumerate(match.history) if each.player == player]
        self.plies = [ply for ply in own if len(game.legal_actions(match.history[ply].before)) > 1]
        self.forced = len(own) - len(self.plies)
        self.looks = min(_LOOKS, len(self.plies))
        self.total = 2 * (len(self.plies) + _LOOK_SHARE * self.looks)
        self.iterations = iterations or _budget(game, len(self.plies), self.looks, backend)
        self.unit = POINTS if game.gains_are_points else WIN_CHANCE
        self.grades: dict[bool, dict[int, Grade]] = {False: {}, True: {}}
        self.done = 0

    def run(self, tell: Progress) -> Review:
        is_whole = True
        tell(0, self.total)
        try:
            for hindsight, _ in KINDS:
                for ply in self.plies:
                    self.grades[hindsight][ply] = self._grade(ply, hindsight)
                    self._tell(tell)
                self._look_again(hindsight, tell)
        except (_Stopped, KeyboardInterrupt):
            is_whole = False
        tell(self.total, self.total)
        return self._review(is_whole)

    def _tell(self, tell: Progress, by: int = 1) -> None:
        self.done += by
        if self.done < self.total:
            tell(self.done, self.total)

    def _look_again(self, hindsight: bool, tell: Progress) -> None:
        """Grade the costliest moves again until those at the head of the list have had their second look."""
        grades, seen = self.grades[hindsight], set[int]()
        while len(seen) < self.looks:
            costly = sorted((ply for ply in grades if not grades[ply].is_good), key=lambda ply: -grades[ply].regret)
            fresh = next((ply for ply in costly[:COSTLIEST] if ply not in seen), None)
            if fresh is None:
                break
            seen.add(fresh)
            grades[fresh] = self._second_look(fresh, grades[fresh], hindsight)
            self._tell(tell, _LOOK_SHARE)
        self._tell(tell, _LOOK_SHARE * (self.looks - len(seen)))

    def _grade(self, ply: int, hindsight: bool) -> Grade:
        """Scout all moves with half of the iterations, then compare the best other one with the one played.

        One rival alone, and on fresh terms: the best of several would look better than it is.
        """
        played = self.match.history[ply].action
        scouted = self._search(ply, hindsight, self.iterations // 2, 2 * self.seed)
        rivals = [each.action for each in scouted.estimates if each.action != played][:1]
        return self._compare(ply, hindsight, [played, *rivals], self.iterations - self.iterations // 2, 2 * self.seed)

    def _second_look(self, ply: int, first: Grade, hindsight: bool) -> Grade:
        actions = [first.played.action, *(each.action for each in first.compared if each != first.played)]
        return self._compare(ply, hindsight, actions, _LOOK_SHARE * self.iterations, 2 * self.seed + 1)

    def _compare(self, ply: int, hindsight: bool, actions: Sequence[int], iterations: int, seed: int) -> Grade:
        found = self._search(ply, hindsight, max(iterations, 2 * len(actions)), seed, actions).estimates
        played = next(each for each in found if each.action == actions[0])
        order = sorted(found, key=lambda each: (-_worth(each, self.unit), each != played, each.action))
        return Grade(played, tuple(order), self.unit)

    def _search(self, ply: int, hindsight: bool, iterations: int, seed: int, actions: Sequence[int] = ()) -> Analysis:
        before, game = self.match.history[ply].before, self.match.game
        count = max(iterations, 2)
        if hindsight:
            found = analyse_open(
                game, before, iterations=count, seed=seed, backend=self.backend, stop=self.stop,
                actions=actions, even=bool(actions),
            )  # fmt: skip
        else:
            found = analyse(
                game.view(before, self.player), iterations=count, seed=seed, backend=self.backend, stop=self.stop,
                actions=actions, even=bool(actions),
            )  # fmt: skip
        if found.iterations < count:
            raise _Stopped
        return found

    def _review(self, is_whole: bool) -> Review:
        match, known, hindsight = self.match, self.grades[False], self.grades[True]
        decisions = tuple(
            Decision(ply, self.player, match.history[ply].text, known.get(ply), hindsight.get(ply), match)
            for ply in self.plies
            if ply in known or ply in hindsight
        )
        return Review(
            game=match.game.name,
            title=match.game.title,
            name=match.names[self.player],
            player=self.player,
            unit=self.unit,
            decisions=decisions,
            forced=self.forced,
            iterations=self.iterations,
            seed=self.seed,
            backend=self.backend.name,
            is_whole=is_whole,
            match=match,
        )


def _budget(game: Game, decisions: int, looks: int, backend: Backend) -> int:
    """The iterations of a grade with which the whole review takes its time, and no more than are of use."""
    tenth = game.thinking // LIST_SHARE if backend.name == "lists" else game.thinking
    grades = 2 * (decisions + _LOOK_SHARE * looks)
    return max(_FEWEST, min(_MOST * tenth, 10 * _SECONDS[backend.name] * tenth // max(grades, 1)))
