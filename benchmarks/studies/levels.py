"""Overture: how often each level beats the one below it, in mirrored pairs.

A pair is one deal played twice with the seats changed; a pair won once each is a half. Theatres take turns.

python benchmarks/studies/levels.py --pairs 200
"""

from __future__ import annotations

import argparse

from report import Log, write_section

from theatre_lab.bots import get_bot
from theatre_lab.games import get_game
from theatre_lab.games.overture.theatres import THEATRE_IDS
from theatre_lab.lab.intervals import wilson_of_deals
from theatre_lab.lab.simulate import play_game

LADDER = (("medium", "easy"), ("hard", "medium"), ("expert", "hard"))
GOAL = 0.75


def play_pair(upper: str, lower: str, pair: int) -> list[float]:
    """The upper level's wins in the two games (0, 1/2 or 1 as a share), and both mean scores."""
    theatre = THEATRE_IDS[pair % len(THEATRE_IDS)]
    wins, ours, theirs = 0, 0, 0
    for seat in range(2):
        bots = [get_bot(lower, 2 * pair + 1), get_bot(lower, 2 * pair + 1)]
        bots[seat] = get_bot(upper, 2 * pair)
        match = play_game(get_game("overture"), bots, seed=5000 + pair, options={"theatre": theatre})
        wins += seat in match.winners
        ours += match.scores[seat]
        theirs += match.scores[1 - seat]
    return [wins / 2, ours / 2, theirs / 2]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--log")
    parser.add_argument("--only", default="medium,hard", help="the upper levels to measure")
    asked = parser.parse_args()
    log = Log(asked.log)
    for upper, lower in LADDER:
        if upper not in asked.only.split(","):
            continue
        outcomes = [log.get(f"{upper} {lower} {i}", lambda: play_pair(upper, lower, i)) for i in range(asked.pairs)]  # noqa: B023
        n = len(outcomes)
        rate = sum(o[0] for o in outcomes) / n
        low, high = wilson_of_deals([o[0] for o in outcomes])
        ours, theirs = (sum(o[k] for o in outcomes) / n for k in (1, 2))
        text = f"{n} pairs: {rate:.1%} won ({low:.1%} to {high:.1%}), mean VP {ours:.1f} to {theirs:.1f}."
        goal = f" The goal is {GOAL:.0%}." if upper != "expert" else ""
        write_section(f"Overture: {upper} against {lower} in mirrored pairs", text + goal)


if __name__ == "__main__":
    main()
