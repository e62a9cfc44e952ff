"""How fast the engines run, every game, on lists and compiled; kept in `benchmarks/RESULTS.md`.

    python benchmarks/engines.py            # every game
    python benchmarks/engines.py overture   # only shown, not kept

A game is played by as few as may play it, random moves throughout; a search runs from the first decision. All that one
row compares takes turns, a short while each, by CPU time: a figure is the best of its turns, since a busy machine only
ever adds, and a ratio is the middle one of the ratios within a turn.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "studies"))

from report import keep_table

from theatre_lab.bots import kernel
from theatre_lab.bots.basic import RandomBot
from theatre_lab.bots.search import analyse
from theatre_lab.core.compiled import Backend, CompiledBackend, compiled_backend, list_backend
from theatre_lab.core.game import Game
from theatre_lab.core.match import Match
from theatre_lab.core.stream import new_stream, shuffle
from theatre_lab.games import game_names, get_game

TURNS = 7
SECONDS = 0.1
CLOCK_TURNS = 9
MOST_PLIES = 300
STARTS = 5

Work = Callable[[int], int]
"""Does about so many units of work, and says how many it did."""


# ------------------------------------------------------------------ taking the time


def seconds(work: Work, units: int) -> tuple[float, float]:
    """What so many units take: seconds by the clock, and of CPU time."""
    clock, cpu = time.perf_counter(), time.process_time()
    work(units)
    return time.perf_counter() - clock, time.process_time() - cpu


def cpu_seconds(work: Work, units: int) -> float:
    """The CPU time that so many units take."""
    return seconds(work, units)[1]


def enough(work: Work, least: float = SECONDS) -> int:
    """How many units last about so many seconds; what is to be compiled is compiled then."""
    work(1)
    units = 1
    while cpu_seconds(work, units) < least:
        units *= 2
    return units


class Rates:
    """Units a second of several works, turn by turn."""

    def __init__(self, works: dict[str, Work], turns: int = TURNS, least: float = SECONDS) -> None:
        sizes = {name: enough(work, least) for name, work in works.items()}
        self.turns: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(turns):
            for name, work in works.items():
                start = time.process_time()
                done = work(sizes[name])
                self.turns[name].append(done / (time.process_time() - start))

    def best(self, name: str) -> float:
        """Units a second in the best turn."""
        return max(self.turns[name])

    def microseconds(self, name: str) -> float:
        """Of one unit, in the best turn."""
        return 1e6 / self.best(name)

    def ratio(self, above: str, below: str) -> float:
        """How many times as many units a second the one does, in the middle turn."""
        return statistics.median(a / b for a, b in zip(self.turns[above], self.turns[below], strict=True))


def start_up(statement: str) -> float:
    """The best time of a fresh Python with this statement, less that of an empty one, in milliseconds."""

    def run(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    return 1000 * (min(run(statement) for _ in range(STARTS)) - min(run("pass") for _ in range(STARTS)))


# ------------------------------------------------------------------ what is measured


def random_games(game: Game, backend: Backend, count: str = "games", seed: int = 1) -> Work:
    """Plays so many games from before the first shuffle, with random moves; counts games or actions."""
    players = game.min_players
    options = game.draw_options(players, game.check_options(players, {}), new_stream(0))
    worlds = backend.worlds(2)
    backend.store(worlds, 0, game.new_state(players, options, game.check_rules(None)))
    out, cards = backend.integers(game.max_actions), backend.integers(game.max_cards)
    totals, rng = backend.integers(2 * game.max_players), backend.integers(new_stream(seed))
    play = backend.bind(kernel).random_games

    def games(units: int) -> int:
        actions = int(play(worlds, units, out, cards, totals, rng))
        return actions if count == "actions" else units

    return games


def search(game: Game, backend: Backend) -> Work:
    """Searches with so many iterations for the first decision of a game."""
    match = Match(game, game.min_players, seed=1)
    view = match.view(match.to_move or 0)

    def iterate(iterations: int) -> int:
        analyse(view, iterations=iterations, backend=backend)
        return iterations

    return iterate


def played(game: Game) -> Match:
    """A game of two played at random, a long one not to its end."""
    match, bot = Match(game, 2, seed=1), RandomBot(2)
    while match.to_move is not None and match.ply < MOST_PLIES:
        match.play(bot(match.view(match.to_move)))
    return match


def copying(match: Match) -> Work:
    """Copies the state in the middle of a game on lists so many times."""
    state = match.history[match.ply // 2].before

    def copies(units: int) -> int:
        for _ in range(units):
            state.copy()
        return units

    return copies


def stepping(match: Match) -> Work:
    """Applies a game's actions and shuffles again from the beginning, and again, until so many actions are done."""
    rules, stream = match.game.rules, list(match.history[0].stream_before)
    start: Any = match.history[0].before
    state, cards = start.copy(), [0] * match.game.max_cards
    steps: list[tuple[int, list[list[int]]]] = []
    for ply in match.history:
        rules.apply(state, ply.action)
        orders = []
        while (n := rules.chance(state, cards)) >= 0:
            shuffle(cards, n, stream)
            orders.append(cards[:n])
            rules.set_chance(state, cards, n)
        steps.append((ply.action, orders))

    def play(units: int) -> int:
        done = 0
        while done < units:
            s = start.copy()
            for action, orders in steps:
                rules.apply(s, action)
                for order in orders:
                    rules.set_chance(s, order, len(order))
            done += len(steps)
        return done

    return play


def two_threads(game: Game, backend: Backend) -> tuple[float, float]:
    """How many times as many random games two threads play, compiled, as one: by the clock, and by what a game costs.

    The first can reach 2 only on a machine with two idle cores. The second is the CPU time of a game in one thread by
    that in two, on any machine: 2 when the threads do not stand in each other's way.
    """
    works = [random_games(game, backend, seed=seed) for seed in range(2)]
    units = enough(works[0])
    works[1](1)

    def both(units: int) -> int:
        other = threading.Thread(target=works[1], args=(units,))
        other.start()
        works[0](units)
        other.join()
        return 2 * units

    clock, cpu = [], []
    for _ in range(CLOCK_TURNS):
        alone, together = seconds(works[0], units), seconds(both, units)
        clock.append(2 * alone[0] / together[0])
        cpu.append(2 * 2 * alone[1] / together[1])
    return statistics.median(clock), statistics.median(cpu)


# ------------------------------------------------------------------ the table


def is_busy() -> bool:
    """Do others already use all cores?"""
    return os.getloadavg()[0] > (os.cpu_count() or 1)


def measured(names: Iterable[str], heads: Sequence[str], measure: Callable[[str], list[str]]) -> list[list[str]]:
    """The rows of these games, each shown as soon as it is known."""
    rows = []
    for name in names:
        rows.append(measure(name))
        print("; ".join(f"{head} {value}" for head, value in zip(heads, rows[-1], strict=True)), flush=True)
    if is_busy():
        print("The machine is busy: what goes by the clock says little.")
    return rows


def measure(name: str) -> list[str]:
    """The row of a game."""
    game = get_game(name)
    match, lists, compiled = played(game), list_backend(game), compiled_backend(game)
    short = Rates({"copy": copying(match), "step": stepping(match)}, turns=25, least=0.02)
    row = [name, f"{short.microseconds('copy'):.2f}", f"{short.microseconds('step'):.2f}"]
    works = {"lists": random_games(game, lists), "search on lists": search(game, lists)}
    if not isinstance(compiled, CompiledBackend):
        rates = Rates(works)
        return [*row, f"{rates.best('lists'):,.0f}", "", "", "", f"{rates.best('search on lists'):,.0f}", "", ""]
    works |= {
        "compiled": random_games(game, compiled),
        "actions": random_games(game, compiled, "actions"),
        "search": search(game, compiled),
    }
    rates = Rates(works)
    clock, cpu = two_threads(game, compiled)
    return [
        *row,
        f"{rates.best('lists'):,.0f}",
        f"{rates.best('compiled'):,.0f}",
        f"{rates.ratio('compiled', 'lists'):.0f}x",
        f"{rates.best('actions'):,.0f}",
        f"{rates.best('search on lists'):,.0f}",
        f"{rates.best('search'):,.0f}",
        f"{'busy' if is_busy() else f'{clock:.2f}x'}, {cpu:.2f}x",
    ]


HEADS = (
    "game", "copy, us", "step, us", "random games/s on lists", "compiled", "compiled against lists",
    "actions/s compiled", "search iterations/s on lists", "compiled", "two threads by clock, by CPU",
)  # fmt: skip
NOTE = """Goals: a copy under 1 us (Overture), a step under 3 us (Overture), compiled 25 times as fast as lists in each
game, two threads 1.8 times as fast as one. Two tables: a state and a step are those of the list form. Searches play out
with the game's policy, as the levels do; the one on lists takes the worst of it."""


def main(names: list[str]) -> None:
    """Measure and show, and keep a table of all games."""
    rows = measured(names or game_names(), HEADS, measure)
    if not names:
        keep_table("Engines: every game", NOTE, HEADS, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
