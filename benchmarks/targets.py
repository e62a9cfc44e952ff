"""The figures this project has set itself, measured on Overture beside its peers, and kept in `benchmarks/RESULTS.md`.

    python benchmarks/targets.py
    python benchmarks/targets.py --cold     # also a first move with nothing compiled yet: a minute or more
    OPEN_SPIEL_PYTHON=/path/to/python RLCARD_PYTHON=/path/to/python python benchmarks/targets.py

The last names Pythons that have OpenSpiel and rlcard, where this one has not. Rates go by CPU time, the best of several
turns, in one run on one machine; only the ratio of two threads to one goes by the clock.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "studies"))

from engines import Rates, copying, is_busy, played, random_games, search, start_up, stepping
from report import write_section

from theatre_lab.bots.search import analyse
from theatre_lab.core.compiled import Backend, CompiledBackend, compiled_backend, list_backend
from theatre_lab.core.game import View
from theatre_lab.core.match import Match
from theatre_lab.games import get_game
from theatre_lab.games.overture import rules, scoring
from theatre_lab.games.overture.game import Overture

GAME = get_game("overture")
FIRST_MOVE = """
import time
start = time.perf_counter()
from theatre_lab.bots import get_bot
from theatre_lab.core.match import Match
from theatre_lab.games import get_game
match = Match(get_game("overture"), 2, theatre="blackbox", seed=1)
match.play("draw deck")
match.play(get_bot("hard", 1)(match.view(0)))
first = time.perf_counter()
match.play(get_bot("hard", 1)(match.view(0)))
print(first - start, time.perf_counter() - first)
"""


class PlainOverture(Overture):
    """Overture without its policy: playouts at random, as OpenSpiel's are."""

    name = "overture-plain"
    modules = (scoring, rules)


def middle() -> View:
    """The view before a seating in the first round, where a search has most to look at."""
    match = Match(GAME, 2, theatre="grand-empress", seed=1)
    match.play("draw deck")
    match.play("draw deck")
    return match.view(0)


def two_threads(backend: Backend) -> float:
    """How much faster two threads search than one, by the clock: the median of tries in turn."""
    from theatre_lab.bots import search as module

    def clock(threads: int) -> float:
        module.THREADS = threads
        start = time.perf_counter()
        analyse(middle(), iterations=1600, backend=backend)
        return time.perf_counter() - start

    clock(2)
    ratios = [clock(1) / clock(2) for _ in range(25)]
    module.THREADS = 2
    return statistics.median(ratios)


def first_move(is_cold: bool) -> list[tuple[str, float]]:
    """Seconds to a bot's first searched move in a new process, and to its next."""

    def run(folder: str | None) -> list[float]:
        environment = {**os.environ, **({} if folder is None else {"THEATRE_LAB_CACHE": folder})}
        done = subprocess.run(
            [sys.executable, "-c", FIRST_MOVE], env=environment, capture_output=True, text=True, check=True
        )
        return [float(word) for word in done.stdout.split()]

    found = []
    if is_cold:
        with tempfile.TemporaryDirectory() as folder:
            found.append(("hard's first searched move in a new process, nothing compiled yet", run(folder)[0]))
    first, following = map(min, zip(*(run(None) for _ in range(3)), strict=True))
    return [*found, ("hard's first searched move in a new process, code on disk", first), ("its next move", following)]


def peer(script: str, variable: str) -> dict[str, Any]:
    """A peer's rates, or why there are none."""
    python = os.environ.get(variable, sys.executable)
    path = Path(__file__).parent / "peers" / script
    return dict(json.loads(subprocess.run([python, path], capture_output=True, text=True, check=True).stdout))


def main(is_cold: bool) -> None:
    lists, compiled, plain = list_backend(GAME), compiled_backend(GAME), CompiledBackend(PlainOverture())
    if not isinstance(compiled, CompiledBackend):
        print("numba is not installed: nothing compiled to measure")
        return
    rows: list[tuple[str, str, str]] = []

    def tell(what: str, measured: str, target: str = "") -> None:
        rows.append((what, measured, target))
        print(f"{what:72}{measured:>14}   {target}", flush=True)

    match = played(GAME)
    short = Rates({"copy": copying(match), "step": stepping(match)}, turns=25, least=0.02)
    rates = Rates(
        {
            "lists": random_games(GAME, lists),
            "compiled": random_games(GAME, compiled),
            "actions": random_games(GAME, compiled, "actions"),
            "plain": search(PlainOverture(), plain),
            "search": search(GAME, compiled),
        }
    )
    actions = rates.best("actions")
    tell("random games a second on lists", f"{rates.best('lists'):,.0f}")
    tell("random games a second compiled", f"{rates.best('compiled'):,.0f}")
    tell("compiled against lists", f"{rates.ratio('compiled', 'lists'):.0f}x", "25x")
    tell("actions a second in random games, compiled", f"{actions:,.0f}")
    tell("search iterations a second, random playouts", f"{rates.best('plain'):,.0f}")
    tell("search iterations a second, policy playouts (the levels)", f"{rates.best('search'):,.0f}")
    hearts, uno = peer("hearts.py", "OPEN_SPIEL_PYTHON"), peer("uno.py", "RLCARD_PYTHON")
    if "missing" in hearts:
        tell("OpenSpiel's hearts", "not measured", f"{hearts['missing']} (name a Python in OPEN_SPIEL_PYTHON)")
    else:
        tell("OpenSpiel's hearts, actions a second from Python", f"{hearts['driven']:,.0f}")
        tell("ours against it", f"{actions / hearts['driven']:.1f}x", "5x")
        tell("OpenSpiel's hearts, clone and rollout in C++, actions a second", f"{hearts['rollout']:,.0f}")
        tell("ours against it", f"{actions / hearts['rollout']:.1f}x", "more than 1x")
        tell("OpenSpiel's hearts, simulations a second of its C++ ISMCTS", f"{hearts['ismcts']:,.0f}")
        tell("ours against it", f"{rates.best('plain') / hearts['ismcts']:.1f}x", "2x")
    if "missing" in uno:
        tell("rlcard's UNO", "not measured", f"{uno['missing']} (name a Python in RLCARD_PYTHON)")
    else:
        tell("rlcard's UNO, actions a second from Python", f"{uno['driven']:,.0f}")
        tell("ours, compiled, against it", f"{actions / uno['driven']:.0f}x")
        tell("ours, one step after another from Python, against it", f"{short.best('step') / uno['driven']:.1f}x")
    tell("one copy of a state on lists", f"{short.microseconds('copy'):.2f} us", "under 1 us")
    tell("one step from Python", f"{short.microseconds('step'):.2f} us", "under 3 us")
    tell("import theatre_lab", f"{start_up('import theatre_lab'):.0f} ms", "under 150 ms")
    if is_busy():
        tell("a search in two threads against one, by the clock", "not measured", "1.8x; the machine is busy")
    else:
        tell("a search in two threads against one, by the clock", f"{two_threads(compiled):.2f}x", "1.8x")
    for what, seconds in first_move(is_cold):
        tell(what, f"{seconds:.2f} s", "about 0.1 s" if what == "its next move" else "")
    lines = "\n".join(f"| {what} | {measured} | {target} |" for what, measured, target in rows)
    write_section("Engines", "| what | measured | target |\n|---|---|---|\n" + lines)


if __name__ == "__main__":
    main("--cold" in sys.argv[1:])
