"""Overture: the mean score of two players of one level, in every theatre, beside the published app's Hard AI.

python benchmarks/studies/yardstick.py --games 40 --levels hard,expert
"""

from __future__ import annotations

import argparse
import statistics
import time

from report import Log, write_section

from theatre_lab.bots import get_bot
from theatre_lab.games import get_game
from theatre_lab.games.overture.theatres import THEATRE_IDS
from theatre_lab.lab.simulate import play_game

APP = {
    "grand-empress": 62.3,
    "blackbox": 65.6,
    "opera-house": 64.7,
    "promenade": 63.9,
    "amphitheater": 61.0,
    "dinner-playhouse": 64.5,
    "ziegfeld-runway": 60.0,
    "rotunda": 56.3,
}
"""The app's Hard AI in two-player self-play, standard errors 0.3 to 0.4."""


def play(level: str, theatre: str, game: int) -> list[float]:
    """Both scores of a game, and its seconds of CPU time."""
    start = time.process_time()
    bots = [get_bot(level, 2 * game), get_bot(level, 2 * game + 1)]
    match = play_game(get_game("overture"), bots, seed=1000 + game, options={"theatre": theatre})
    return [*map(float, match.scores), time.process_time() - start]


def spread(numbers: list[float]) -> str:
    """The mean with half its 95 % interval; the interval is over games, whose two scores hang together."""
    if len(numbers) == 1:
        return f"{numbers[0]:.1f} (one game)"
    return f"{statistics.mean(numbers):.1f} ± {1.96 * statistics.stdev(numbers) / len(numbers) ** 0.5:.1f}"


def report(level: str, outcomes: dict[str, list[list[float]]]) -> str:
    """The table of a level."""
    means = {theatre: [(a + b) / 2 for a, b, _ in games] for theatre, games in outcomes.items()}
    gaps = [mean - APP[theatre] for theatre, numbers in means.items() for mean in numbers]
    above = {theatre: statistics.mean(found) - APP[theatre] for theatre, found in means.items()}
    lines = [
        f"| {theatre} | {len(found)} | {spread(found)} | {APP[theatre]} | {above[theatre]:+.1f} |"
        for theatre, found in means.items()
    ]
    seconds = statistics.mean(game[2] for games in outcomes.values() for game in games)
    return (
        f"Two players of level {level} at each table.\n\n"
        "| theatre | games | mean VP, 95 % | the app's Hard | above it |\n|---|---|---|---|---|\n"
        + "\n".join(lines)
        + f"\n\nAbove the app's Hard in all {len(gaps)} games: {spread(gaps)} VP. "
        f"{seconds:.1f} s of CPU time a game, for about 70 decisions that are searched."
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--levels", default="hard,expert")
    parser.add_argument("--log")
    asked = parser.parse_args()
    log = Log(asked.log)
    for level in asked.levels.split(","):
        outcomes: dict[str, list[list[float]]] = {theatre: [] for theatre in THEATRE_IDS}
        for game in range(asked.games):
            for theatre in THEATRE_IDS:
                found = log.get(f"{level} {theatre} {game}", lambda: play(level, theatre, game))  # noqa: B023
                outcomes[theatre].append(found)
        write_section(f"Overture: yardstick, {level}", report(level, outcomes))


if __name__ == "__main__":
    main()
