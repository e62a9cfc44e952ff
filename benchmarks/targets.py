"""The figures this project has set itself, measured on Overture, and kept in `benchmarks/RESULTS.md`.

    python benchmarks/targets.py
    OPEN_SPIEL_PYTHON=/path/to/python python benchmarks/targets.py    # OpenSpiel from another environment

Rates go by CPU time, in one run on one machine; only the ratio of two threads to one goes by the clock.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "studies"))

from engines import random_games, rate, search, start_up
from report import write_section

from theatre_lab.bots.search import analyse
from theatre_lab.core.compiled import Backend, CompiledBackend, compiled_backend, list_backend
from theatre_lab.core.game import View
from theatre_lab.core.match import Match
from theatre_lab.core.stream import below, new_stream
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


def actions_per_game() -> float:
    """The mean length of a random game of two."""
    lengths = []
    for seed in range(20):
        match, luck = Match(GAME, 2, theatre="grand-empress", seed=seed), new_stream(seed)
        while match.to_move is not None:
            actions = match.view(match.to_move).actions()
            match.play(GAME.action_text(match.state, actions[below(luck, len(actions))]))
        lengths.append(match.ply)
    return statistics.mean(lengths)


def middle() -> View:
    """The view before a seating in the first round, where a search has most to look at."""
    match = Match(GAME, 2, theatre="grand-empress", seed=1)
    match.play("draw deck")
    match.play("draw deck")
    return match.view(0)


def copying() -> Callable[[int], None]:
    """Copies a state on lists so many times."""
    state = middle().state

    def copies(n: int) -> None:
        for _ in range(n):
            state.copy()

    return copies


def microseconds(work: Callable[[int], None]) -> float:
    """What one unit of short work takes: the best of many runs, since a busy machine only ever adds."""
    units = 5000

    def run() -> float:
        start = time.process_time()
        work(units)
        return 1e6 * (time.process_time() - start) / units

    return min(run() for _ in range(40))


def stepping() -> Callable[[int], None]:
    """Applies actions chosen beforehand, game after game."""
    start, luck, out = GAME.new_state(2, {"theatre": "rotunda"}, GAME.check_rules(None)), new_stream(1), [0] * 100
    GAME.resolve_chance(start, luck)
    state, actions = start.copy(), []
    while not rules.is_over(state):
        actions.append(out[below(luck, rules.legal_actions(state, out))])
        rules.apply(state, actions[-1])

    def steps(n: int) -> None:
        done = 0
        while done < n:
            state = start.copy()
            for action in actions[: n - done]:
                rules.apply(state, action)
            done += len(actions)

    return steps


def two_threads(backend: Backend) -> float:
    """How much faster two trees grow in two threads than one by one, by the clock: the median of tries in turn."""
    from theatre_lab.bots import search as module

    def clock(trees: int, iterations: int) -> float:
        module.THREADS = trees
        start = time.perf_counter()
        analyse(middle(), iterations=iterations, backend=backend)
        return time.perf_counter() - start

    clock(2, 100)
    ratios = [2 * clock(1, 800) / clock(2, 1600) for _ in range(25)]
    module.THREADS = 2
    return statistics.median(ratios)


def first_move() -> tuple[float, float, float]:
    """Seconds to a bot's first searched move in a new process: cold, with compiled code on disk; and to its next."""

    def run(folder: str) -> list[float]:
        environment = {**os.environ, "THEATRE_LAB_CACHE": folder}
        done = subprocess.run(
            [sys.executable, "-c", FIRST_MOVE], env=environment, capture_output=True, text=True, check=True
        )
        return [float(word) for word in done.stdout.split()]

    with tempfile.TemporaryDirectory() as folder:
        cold = run(folder)[0]
        warm, following = run(folder)
    return cold, warm, following


def open_spiel() -> dict[str, float]:
    """OpenSpiel's rates, or why there are none."""
    python = os.environ.get("OPEN_SPIEL_PYTHON", sys.executable)
    script = Path(__file__).parent / "hearts.py"
    return json.loads(subprocess.run([python, str(script)], capture_output=True, text=True, check=True).stdout)


def main() -> None:
    lists, compiled, plain = list_backend(GAME), compiled_backend(GAME), CompiledBackend(PlainOverture())
    if not isinstance(compiled, CompiledBackend):
        print("numba is not installed: nothing compiled to measure")
        return
    rows: list[tuple[str, str, str]] = []

    def tell(what: str, measured: str, target: str = "") -> None:
        rows.append((what, measured, target))
        print(f"{what:64}{measured:>14}   {target}", flush=True)

    games_lists, games = rate(random_games(GAME, lists)), rate(random_games(GAME, compiled))
    actions = games * actions_per_game()
    tell("random games a second on lists", f"{games_lists:,.0f}")
    tell("random games a second compiled", f"{games:,.0f}")
    tell("actions a second in random games, compiled", f"{actions:,.0f}")
    tell("compiled against lists", f"{games / games_lists:.0f}x", "25x")
    playouts, iterations = rate(search(PlainOverture(), plain)), rate(search(GAME, compiled))
    tell("search iterations a second, random playouts", f"{playouts:,.0f}")
    tell("search iterations a second, policy playouts (the levels)", f"{iterations:,.0f}")
    peer = open_spiel()
    if "missing" in peer:
        tell("OpenSpiel's hearts", "not measured", str(peer["missing"]))
    else:
        tell("OpenSpiel's hearts, actions a second from Python", f"{peer['driven']:,.0f}")
        tell("ours against it", f"{actions / peer['driven']:.1f}x", "5x")
        tell("OpenSpiel's hearts, clone and rollout in C++, actions a second", f"{peer['rollout']:,.0f}")
        tell("ours against it", f"{actions / peer['rollout']:.1f}x", "more than 1x")
        tell("OpenSpiel's hearts, simulations a second of its C++ ISMCTS", f"{peer['ismcts']:,.0f}")
        tell("ours against it", f"{playouts / peer['ismcts']:.1f}x", "2x")
    tell("one copy of a state on lists", f"{microseconds(copying()):.2f} us", "under 1 us")
    tell("one step from Python", f"{microseconds(stepping()):.2f} us", "under 3 us")
    tell("import theatre_lab", f"{start_up('import theatre_lab'):.0f} ms", "under 150 ms")
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    if load > cores:
        tell("two threads against one, by the clock", "not measured", f"1.8x; load {load:.0f} on {cores} cores")
    else:
        tell("two threads against one, by the clock", f"{two_threads(compiled):.2f}x", "1.8x")
    cold, warm, following = first_move()
    tell("hard's first searched move in a new process, nothing compiled yet", f"{cold:.1f} s")
    tell("the same with compiled code on disk", f"{warm:.2f} s")
    tell("its next move", f"{following:.3f} s", "about 0.1 s")
    lines = "\n".join(f"| {what} | {measured} | {target} |" for what, measured, target in rows)
    write_section("Engines", "| what | measured | target |\n|---|---|---|\n" + lines)


if __name__ == "__main__":
    main()
