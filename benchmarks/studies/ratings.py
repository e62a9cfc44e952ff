"""The ladder of every game: what its levels are worth on one scale. Writes `theatre_lab/bots/ratings.json`.

    python benchmarks/studies/ratings.py --log ratings.jsonl
    python benchmarks/studies/ratings.py --games overture --bots random,easy,medium
    python benchmarks/studies/ratings.py --games cabaret --levels cabaret.jsonl

Goes on where a log ends. Mythic Circus is rated with the hiring plans of its lesson. With `--levels`, the log of
`levels.py` (Overture) or of `lone_levels.py` (the others), a pair that was measured there is not played again: its
games of two are deals in both seatings, too.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from report import Log

import theatre_lab.bots
from theatre_lab.bots.ratings import FILE
from theatre_lab.games import game_names
from theatre_lab.lab.ratings import Ladder, Meeting, neighbours, rate, store
from theatre_lab.lab.simulate import simulate

STORED = Path(theatre_lab.bots.__file__).with_name(FILE)
BOTS = "random,easy,medium,hard,expert"
SEED = 0
PLANS = ("wolf_pack", "faun_parade", "golem_foundry")
WITH_PLANS = ",".join(["random", "easy", *(f"theatre_lab.bots.plans:{plan}" for plan in PLANS), "medium,hard,expert"])


def meeting(game: str, pair: tuple[str, str], deals: int, log: Log) -> Meeting:
    """A meeting of two bots, its deals one by one from the log or played."""

    def share(deal: int) -> float:
        one, other = simulate(game, pair, games=2, seed=5000 + deal).results
        return (one.win_of(0) + other.win_of(0)) / 2

    shares = [log.get(f"{game} {pair[0]} {pair[1]} {deal}", lambda: share(deal)) for deal in range(deals)]  # noqa: B023
    return Meeting(*pair, tuple(shares))


def measured_elsewhere(game: str, pair: tuple[str, str], outcomes: dict[str, Any]) -> Meeting | None:
    """The meeting of a pair, given from weak to strong, in the log of another study of levels; None without deals."""
    weak, strong = pair
    begin = f"{strong} {weak} " if game == "overture" else f"{strong} {weak} 2 "
    shares = tuple(1 - outcome[0] for key, outcome in outcomes.items() if key.startswith(begin))
    return Meeting(weak, strong, shares) if shares else None


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default=",".join(name for name in game_names() if "draft" not in name))
    parser.add_argument("--bots", help=f"from weak to strong; {BOTS} when left out")
    parser.add_argument("--deals", type=int, default=60, help="of a pair that does not search")
    parser.add_argument("--hard-deals", type=int, default=24, help="of a pair with hard; 0 for no such pair")
    parser.add_argument("--expert-deals", type=int, default=12, help="of a pair with expert; 0 for no such pair")
    parser.add_argument("--levels", help="the log of another study of the game's levels")
    parser.add_argument("--log")
    asked = parser.parse_args()
    log = Log(asked.log)
    stored = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    for game in asked.games.split(","):
        bots = (asked.bots or (WITH_PLANS if game == "mythic-circus" else BOTS)).split(",")
        meetings = []
        for pair in neighbours(bots):
            found = measured_elsewhere(game, pair, Log(asked.levels).known)
            deals = asked.expert_deals if "expert" in pair else asked.hard_deals if "hard" in pair else asked.deals
            if found is None and deals:
                found = meeting(game, pair, deals, log)
            if found is not None:
                meetings.append(found)
                print(f"{game}: {pair[0]} against {pair[1]}, {len(found.shares)} deals", flush=True)
        met = [bot for bot in bots if any(bot in (each.first, each.second) for each in meetings)]
        steps = Ladder(game, rate(met, meetings, SEED), tuple(meetings), SEED)
        print(steps, flush=True)
        stored[game] = steps.as_dict()
        store(stored, STORED)


if __name__ == "__main__":
    main()
