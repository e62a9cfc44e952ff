"""How much memory 10,000 simulated games take; kept in `benchmarks/RESULTS.md`.

    python benchmarks/memory.py               # 10,000 games of Cabaret of one round; the other games by their growth
    python benchmarks/memory.py --whole       # 10,000 games of every game: some ten minutes

Each measurement is a process of its own, which imports the package, plays with random bots by `simulate`, keeps the
results, and says the most memory it ever held. Where not all games are played, a line through two sizes tells what
10,000 would take.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "studies"))

from report import write_section

from theatre_lab.games import game_names, get_game

GAMES = 10_000
MOST = 300
SIZES = 100, 500
SHORT = {"cabaret": {"rounds": 1}, "mythic-circus": {"max_turns": 10}}
"""Options that keep random games short."""
WHOLE = ("cabaret",)
PLAY = """
import json, resource, sys
import theatre_lab as tl
name, games, options = json.loads(sys.argv[1])
run = tl.simulate(name, ["random", "random"], games=games, seed=1, options=options)
assert len(run.results) == games
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(most / (2**20 if sys.platform == "darwin" else 1024))
"""


def megabytes(name: str, games: int) -> float:
    """The most memory a new process held that simulated so many games."""
    asked = json.dumps([name, games, SHORT.get(name, {})])
    done = subprocess.run([sys.executable, "-c", PLAY, asked], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main(is_whole: bool) -> None:
    """Measure every game and keep the table."""
    lines = [f"| game | {GAMES:,} games of two, MB | how | goal |", "|---|---|---|---|"]
    for name in game_names():
        if not get_game(name).has_review:
            continue
        if is_whole or name in WHOLE:
            found, how = megabytes(name, GAMES), "played"
        else:
            few, more = (megabytes(name, games) for games in SIZES)
            found = few + max(more - few, 0) * (GAMES - SIZES[0]) / (SIZES[1] - SIZES[0])
            how = f"from {SIZES[0]} games ({few:.0f} MB) and {SIZES[1]} ({more:.0f} MB)"
        lines.append(f"| {name} | {found:.0f} | {how} | under {MOST} |")
        print(lines[-1], flush=True)
    write_section("Engines: memory", "\n".join(lines))


if __name__ == "__main__":
    main("--whole" in sys.argv[1:])
