"""Practice: questions on a whole game, what is due first, each as hard as the answers before it allow."""

from __future__ import annotations

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import expect_int, show
from theatre_lab.games import get_game
from theatre_lab.teach.drills import Luck, Question, drill, drill_of, numeric_choice
from theatre_lab.teach.example import examples_of, family
from theatre_lab.teach.progress import Progress, trained_rules

__all__ = ["Practice", "example_question"]

_TRIES = 8
"""A drill may train several rules: so many of its questions are looked at for one about the rule that is due."""


def example_question(game: str, clause: str, n: int, *, seed: int = 0) -> Question:
    """A question that the worked example of a rule answers; `n` picks which of its lines is asked about.

    >>> question = example_question("overture", "OV-S1", 0)
    >>> question["prompt"], question["answer"]
    ('Two people choose The Grand Empress. Fill in: theatres to choose from …', '8')
    """
    example = examples_of(game)[clause]
    asked, answer = list(example.claims.items())[n % len(example.claims)]
    question: Question = {
        "game": game,
        "clause": clause,
        "kind": "choice",
        "prompt": f"{example.situation} Fill in: {asked} …",
        "options": _options(game, clause, answer, Luck(seed, n)),
        "answer": answer,
        "hint": get_game(game).clauses[clause].title,
        "solution": f"{asked}: {answer}. {get_game(game).clauses[clause].text}",
    }
    board = example.ask({}).board
    return question if board is None else question | {"board": board}


def _options(game: str, clause: str, answer: str, luck: Luck) -> list[str]:
    """The answer among others of its kind: near numbers, yes and no, or answers of this example and others."""
    if answer.isdecimal():
        return [str(number) for number in numeric_choice(luck, int(answer), [], least=0)]
    if answer == "allowed" or answer.startswith("refused ("):
        return ["allowed", answer if answer != "allowed" else f"refused ({clause})"]
    own = [said for said in examples_of(game)[clause].claims.values() if _is_text(said)]
    book = [said for example in examples_of(game).values() for said in example.claims.values() if _is_text(said)]
    alike = sorted(dict.fromkeys(book), key=lambda said: abs(len(said) - len(answer)))
    options = list(dict.fromkeys([answer, *own, *alike]))[: max(3, len(set(own)))]
    return luck.shuffled(options)


def _is_text(said: str) -> bool:
    return not said.isdecimal() and said != "allowed" and not said.startswith("refused")


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
            raise BadInput(f"there is nothing to practise for {self.game!r} yet")
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
        place = self.progress.mastery(self.rule).asked * _TRIES + n
        home = next((game.name for game in family(self.game) if drill_of(game.name, self.rule)), None)
        if home is None:
            return example_question(self.game, self.rule, place, seed=self.seed)
        return self._drilled(home, place)

    def _drilled(self, home: str, first: int) -> Question:
        questions = drill(home, self.rule, seed=self.seed, level=self.progress.level(self.rule))
        tries = [questions(first + attempt) for attempt in range(_TRIES if len(questions.specs[0].clauses) > 1 else 1)]
        about = [question for question in tries if question.get("clause") == self.rule]
        return (about or tries)[0] | {"clause": self.rule}

    def __repr__(self) -> str:
        return f"<practice {self.game}: {len(trained_rules(self.game))} rules, seed {self.seed}>"
