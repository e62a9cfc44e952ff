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
from theatre_lab.games.overture.theatres import THEATRES
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


def row(level: str, theatre: str, outcomes: list[list[float]]) -> str:
    """A line of the table; the interval is over games, whose two scores hang together."""
    means = [(a + b) / 2 for a, b, _ in outcomes]
    mean, half = statistics.mean(means), 1.96 * statistics.stdev(means) / len(means) ** 0.5
    gap = mean - APP[theatre]
    return f"| {theatre} | {level} | {len(means)} | {mean:.1f} ± {half:.1f} | {APP[theatre]:.1f} | {gap:+.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--levels", default="hard,expert")
    parser.add_argument("--log")
    asked = parser.parse_args()
    log, levels = Log(asked.log), asked.levels.split(",")
    ids = [theatre.id for theatre in THEATRES]
    outcomes: dict[tuple[str, str], list[list[float]]] = {(i, level): [] for i in ids for level in levels}
    for level in levels:
        for game in range(asked.games):
            for theatre in ids:
                found = log.get(f"{level} {theatre} {game}", lambda: play(level, theatre, game))  # noqa: B023
                outcomes[theatre, level].append(found)
    lines = [row(level, theatre, outcomes[theatre, level]) for level in levels for theatre in ids]
    head = "| theatre | level | games | mean VP, 95 % | the app's Hard | above it |\n|---|---|---|---|---|---|\n"
    seconds = [
        f"{level} {statistics.mean(o[2] for theatre in ids for o in outcomes[theatre, level]):.1f}" for level in levels
    ]
    write_section(
        "Overture: yardstick",
        f"Two players of one level at each table.\n\n{head}" + "\n".join(lines)
        + f"\n\nSeconds of CPU time a game (72 decisions that are searched): {', '.join(seconds)}.",
    )  # fmt: skip


if __name__ == "__main__":
    main()
