"""The ladder of every game: what its levels are worth on one scale. Writes `theatre_lab/bots/ratings.json`.

    python benchmarks/studies/ratings.py --log ratings.jsonl
    python benchmarks/studies/ratings.py --games overture --bots random,easy,medium

Goes on where a log ends. A game's ladder is written when all its meetings are played.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from report import Log

import theatre_lab.bots
from theatre_lab.bots.ratings import FILE
from theatre_lab.games import game_names
from theatre_lab.lab.ratings import Ladder, Meeting, ladder, neighbours, store
from theatre_lab.lab.simulate import simulate

STORED = Path(theatre_lab.bots.__file__).with_name(FILE)


def meeting(game: str, pair: tuple[str, str], deals: int, log: Log) -> Meeting:
    """A meeting of two bots, its deals one by one from the log or played."""

    def share(deal: int) -> float:
        one, other = simulate(game, pair, games=2, seed=5000 + deal).results
        return (one.win_of(0) + other.win_of(0)) / 2

    shares = [log.get(f"{game} {pair[0]} {pair[1]} {deal}", lambda: share(deal)) for deal in range(deals)]  # noqa: B023
    return Meeting(*pair, tuple(shares))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default=",".join(name for name in game_names() if "draft" not in name))
    parser.add_argument("--bots", default="random,easy,medium,hard,expert")
    parser.add_argument("--deals", type=int, default=24)
    parser.add_argument("--log")
    asked = parser.parse_args()
    log, bots = Log(asked.log), asked.bots.split(",")
    stored = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    for game in asked.games.split(","):
        known = {pair: meeting(game, pair, asked.deals, log) for pair in neighbours(bots)}
        steps: Ladder = ladder(game, bots, known=known, seed=0)
        print(steps, flush=True)
        stored[game] = steps.as_dict()
        store(stored, STORED)


if __name__ == "__main__":
    main()
