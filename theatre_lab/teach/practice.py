"""Practice: questions on a whole game, what is due first, each as hard as the answers before it allow."""

from __future__ import annotations

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import expect_int, show
from theatre_lab.games import get_game
from theatre_lab.teach.drills import Question, drill, drill_of
from theatre_lab.teach.example import family
from theatre_lab.teach.progress import Progress, trained_rules

__all__ = ["Practice"]

_TRIES = 8
"""A drill may train several rules: so many of its questions are looked at for one about the rule that is due."""


class Practice:
    """Questions without end on a game: call it with 0, 1, 2, …; each asks what the progress then says is due first.

    The same answers at the same times lead to the same questions.

    >>> practice = Practice("cabaret", Progress())
    >>> practice(0)["clause"], practice.rule
    ('CB-C1', 'CB-C1')
    """

    def __init__(self, game: str, progress: Progress, *, seed: int = 0) -> None:
        self.game = get_game(game).name
        if not trained_rules(self.game):
            raise BadInput(f"there are no drills for {self.game!r} yet")
        if not isinstance(progress, Progress):
            raise BadInput(f"progress must be a Progress, not {show(progress)}")
        self.progress = progress
        self.seed = expect_int("seed", seed, -(2**63), 2**63 - 1)
        self.rule = ""
        """The rule that the question asked last is about."""

    def __call__(self, n: int) -> Question:
        """The question for now; `n` counts the questions and varies them. BadInput for a number below 0."""
        if type(n) is not int or n < 0:
            raise BadInput(f"questions are counted 0, 1, 2, …; there is no question {show(n)}")
        self.rule = self.progress.next_rule(self.game, after=self.rule)
        questions = drill(self._home(), self.rule, seed=self.seed, level=self.progress.level(self.rule))
        first = self.progress.mastery(self.rule).asked * _TRIES + n
        tries = [questions(first + attempt) for attempt in range(_TRIES if len(questions.specs[0].clauses) > 1 else 1)]
        about = [question for question in tries if question.get("clause") == self.rule]
        return (about or tries)[0] | {"clause": self.rule}

    def _home(self) -> str:
        return next(game.name for game in family(self.game) if drill_of(game.name, self.rule))

    def __repr__(self) -> str:
        return f"<practice {self.game}: {len(trained_rules(self.game))} rules, seed {self.seed}>"
