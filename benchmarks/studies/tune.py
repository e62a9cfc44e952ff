"""Climb on from a policy's weights: change a few at random, keep the change when two sets of games say it is better.

With the aim `score` a change is better when all players who use it score more; with `win`, when a player who uses it
wins more than the fair share among players who do not yet; with `both`, when it wins more among these and among players
of level medium, on average. Prints the row of weights whenever it climbs.

python benchmarks/studies/tune.py overture --aim score --minutes 10
python benchmarks/studies/tune.py mythic-circus --aim win --minutes 10
python benchmarks/studies/tune.py the-theatre --aim both --minutes 10
python benchmarks/studies/tune.py mythic-circus --minutes 0

Rows may beat each other in a ring: what is printed with each is its wins among players of level medium, or its score.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import tuning
from lone_levels import mirrored_decks

from theatre_lab.core.compiled import Backend, compiled_backend, list_backend
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.stream import new_stream
from theatre_lab.games import get_game
from theatre_lab.games.mythic_circus import weights as circus_weights
from theatre_lab.games.overture import weights as overture_weights
from theatre_lab.games.overture.theatres import THEATRE_IDS
from theatre_lab.games.the_theatre import weights as stage_weights

Tables = tuple[tuple[int, dict[str, Any]], ...]
Table = tuple[int, Any]
"""The number of players, and worlds that begin with the game as it was opened."""


@dataclass(frozen=True)
class Task:
    """A game's rows of weights, and the tables (players, options) at which they are tried equally often.

    `margins` tell for each aim how much a change must gain by `Trial.worth` on both sets of games.
    """

    rows: Any
    tables: Tables
    margins: dict[str, float]


TASKS = {
    "overture": Task(
        overture_weights,
        tuple((2, {"theatre": each}) for each in THEATRE_IDS),
        {"score": 0.01, "win": 0.004, "both": 0.004},
    ),
    "mythic-circus": Task(
        circus_weights, ((2, {}), (2, {}), (3, {}), (4, {})), {"score": 0.02, "win": 0.0035, "both": 0.0035}
    ),
    "the-theatre": Task(
        stage_weights,
        tuple(
            (players, mirrored_decks(players, deck))
            for players, deck in ((2, 0), (2, 1), (2, 2), (2, 3), (3, 0), (4, 1))
        ),
        {"score": 0.02, "win": 0.003, "both": 0.003},
    ),
}


class Trial:
    """Plays games of one game by weights."""

    def __init__(self, name: str, backend: Backend, aim: str) -> None:
        self.task, self.backend, self.aim = TASKS[name], backend, aim
        game = backend.game
        self._play = backend.bind(tuning).weighted_games
        self._scratch = backend.integers(game.max_actions), backend.integers(game.max_cards)
        self._begun = []
        for players, options in self.task.tables:
            worlds = backend.worlds(2)
            drawn = game.draw_options(players, game.check_options(players, options), new_stream(1))
            state = game.new_state(players, drawn, game.check_rules(None))
            backend.store(worlds, 0, state)
            self._begun.append((players, worlds))

    def worth(self, one: Sequence[int], others: Sequence[int], games: int, seed: int) -> float:
        """What the aim says of `one`: its mean score among its like, or its wins among `others`, 0.5 where it is fair.

        `games` are played at every table, by the same luck for the same seed.
        """
        if self.aim == "score":
            return statistics.fmean(self._score(table, one, games, seed) for table in self._begun)
        wins = statistics.fmean(self._wins(table, one, others, games, seed) for table in self._begun)
        return (wins + self.wins_of_medium(one, games, seed)) / 2 if self.aim == "both" else wins

    def wins_of_medium(self, one: Sequence[int], games: int, seed: int) -> float:
        """What `one` wins among players of level medium, 0.5 where it is fair."""
        return statistics.fmean(self._wins(table, one, None, games, seed) for table in self._begun)

    def _score(self, table: Table, one: Sequence[int], games: int, seed: int) -> float:
        players, worlds = table
        return int(self._totals(worlds, 0, one, one, games, seed)[1]) / (games * players)

    def _wins(self, table: Table, one: Sequence[int], others: Sequence[int] | None, games: int, seed: int) -> float:
        players, worlds = table
        each = games // players
        won = sum(int(self._totals(worlds, seat, one, others, each, seed)[0]) for seat in range(players))
        return won / WHOLE_WIN / each / 2

    def _totals(
        self, worlds: Any, seat: int, one: Sequence[int], others: Sequence[int] | None, games: int, seed: int
    ) -> Any:
        integers = self.backend.integers
        totals = integers(2)
        rows = integers(one), integers(others or one), int(others is None)
        self._play(worlds, games, seat, *rows, *self._scratch, integers(new_stream(seed)), totals)
        return totals


def changed(weights: Sequence[int], luck: random.Random) -> list[int]:
    """Some of the weights, seldom more than a quarter, moved by lot, mostly by less than their size."""
    chance, size = luck.choice((0.03, 0.1, 0.25)), luck.choice((0.3, 1.0))
    return [
        round(luck.gauss(weight, size * max(6, abs(weight) / 2))) if luck.random() < chance else weight
        for weight in weights
    ]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=sorted(TASKS))
    parser.add_argument("--aim", choices=("score", "win", "both"), default="win")
    parser.add_argument("--minutes", type=float, default=10, help="0: only tell the worth of the weights at hand")
    parser.add_argument("--games", type=int, default=1500, help="at each table; eight times as many confirm a change")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lists", action="store_true", help="do without the compiled rules")
    asked = parser.parse_args()
    game, luck = get_game(asked.game), random.Random(asked.seed)
    trial = Trial(asked.game, list_backend(game) if asked.lists else compiled_backend(game), asked.aim)
    rows, margin = trial.task.rows, trial.task.margins[asked.aim]
    weights = list(rows.WEIGHTS)

    def measured(row: Sequence[int]) -> str:
        """Its score, or its wins among players of level medium."""
        told = (
            trial.worth(row, row, 8 * asked.games, 0)
            if asked.aim == "score"
            else trial.wins_of_medium(row, 8 * asked.games, 0)
        )
        return f"{told:.4f}"

    print(f"before: {measured(weights)}", flush=True)
    end = time.monotonic() + 60 * asked.minutes
    while time.monotonic() < end:
        other = changed(weights, luck)
        for games in (asked.games, 8 * asked.games):
            seed = luck.randrange(1 << 30)
            fair = 0.5 if asked.aim == "win" else trial.worth(weights, weights, games, seed)
            if other == weights or trial.worth(other, weights, games, seed) < fair + margin:
                break
        else:
            weights = other
            print(f"{measured(weights)} {weights}", flush=True)


if __name__ == "__main__":
    main()
