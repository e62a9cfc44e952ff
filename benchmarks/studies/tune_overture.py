"""Climb on from Overture's weights: change a few at random, keep the change when two sets of deals say it is better.

python benchmarks/studies/tune_overture.py --steps 300 --games 50
"""

from __future__ import annotations

import argparse
import random

import tuning

from theatre_lab.core.compiled import Backend, compiled_backend, list_backend
from theatre_lab.core.stream import new_stream
from theatre_lab.games import get_game
from theatre_lab.games.overture.theatres import THEATRE_IDS
from theatre_lab.games.overture.weights import WEIGHTS

GAME = get_game("overture")
MARGIN = 0.01
"""A change must gain at least so much per score, on the second set of deals too."""


def mean_score(backend: Backend, weights: list[int], games: int, seed: int) -> float:
    """The mean score of self-play by these weights, the same deals for the same seed, over all theatres."""
    play = backend.bind(tuning).weighted_games
    out, cards = backend.integers(GAME.max_actions), backend.integers(GAME.max_cards)
    points = 0
    for theatre in THEATRE_IDS:
        worlds = backend.worlds(2)
        backend.store(worlds, 0, GAME.new_state(2, {"theatre": theatre}, GAME.check_rules(None)))
        points += play(worlds, games, backend.integers(weights), out, cards, backend.integers(new_stream(seed)))
    return points / (2 * games * len(THEATRE_IDS))


def changed(weights: list[int], luck: random.Random) -> list[int]:
    """About a quarter of the weights moved by up to half their size."""
    return [
        round(luck.gauss(weight, max(30, abs(weight) / 2))) if luck.random() < 0.25 else weight for weight in weights
    ]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--games", type=int, default=50, help="in each theatre")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lists", action="store_true", help="do without the compiled rules")
    asked = parser.parse_args()
    backend = list_backend(GAME) if asked.lists else compiled_backend(GAME)
    luck, weights = random.Random(asked.seed), list(WEIGHTS)
    print(f"before: {mean_score(backend, weights, 4 * asked.games, -1):.2f}", flush=True)
    for step in range(asked.steps):
        trial = changed(weights, luck)
        is_better = all(
            mean_score(backend, trial, asked.games, seed) > mean_score(backend, weights, asked.games, seed) + MARGIN
            for seed in (2 * step, 2 * step + 1)
        )
        if is_better:
            weights = trial
            print(f"step {step}: {weights}", flush=True)
    print(f"after: {mean_score(backend, weights, 4 * asked.games, -1):.2f}\n{weights}")


if __name__ == "__main__":
    main()
