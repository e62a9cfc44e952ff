"""Mythic Circus: the three hiring plans and the greedy bot, everybody against everybody, seats changed.

python benchmarks/studies/circus_plans.py --games 200 --write
"""

from __future__ import annotations

import argparse
from itertools import combinations

from report import write_section

from theatre_lab.bots import Bot
from theatre_lab.bots.plans import PLANS
from theatre_lab.lab.simulate import simulate


def name_of(bot: str | Bot) -> str:
    return bot if isinstance(bot, str) else str(getattr(bot, "__name__", bot))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200, help="for each pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="into benchmarks/RESULTS.md")
    asked = parser.parse_args()
    rows = ["| | against | wins, 95 % | mean VP |", "|---|---|---|---|"]
    for pair in combinations([*PLANS, "greedy"], 2):
        first, second = simulate("mythic-circus", list(pair), games=asked.games, seed=asked.seed).bots
        rows.append(
            f"| {name_of(pair[0])} | {name_of(pair[1])} | {first.win_rate:.1%} ({first.win_low:.1%} to "
            f"{first.win_high:.1%}) | {first.score:.1f} to {second.score:.1f} |"
        )
        print(rows[-1], flush=True)
    if asked.write:
        write_section("Mythic Circus: plans", f"{asked.games} games a pair.\n\n" + "\n".join(rows))


if __name__ == "__main__":
    main()
