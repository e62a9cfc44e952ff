"""How fast the engines run: start-up, random games and search, on lists and compiled.

    python benchmarks/engines.py            # every game
    python benchmarks/engines.py overture

Rates are medians of several runs by CPU time, after a run that compiles. A game is played by as few as
may play it, random moves throughout; a search runs from the first decision.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from theatre_lab.bots import kernel
from theatre_lab.bots.search import analyse
from theatre_lab.core.compiled import Backend, compiled_backend, list_backend
from theatre_lab.core.game import Game
from theatre_lab.core.match import Match
from theatre_lab.core.stream import new_stream
from theatre_lab.games import game_names, get_game

RUNS = 5
SECONDS = 0.4


def rate(work: Callable[[int], None]) -> float:
    """Units of work done in a second of CPU time: the median of runs that last long enough to tell."""
    work(1)  # compiles, or reads compiled code from disk
    units = 1
    while _seconds(work, units) < SECONDS:
        units *= 2
    return statistics.median(units / _seconds(work, units) for _ in range(RUNS))


def _seconds(work: Callable[[int], None], units: int) -> float:
    start = time.process_time()
    work(units)
    return time.process_time() - start


def random_games(game: Game, backend: Backend) -> Callable[[int], None]:
    """Plays so many games from before the first shuffle, with random moves."""
    players = game.min_players
    options = game.draw_options(players, game.check_options(players, {}), new_stream(0))
    worlds = backend.worlds(2)
    backend.store(worlds, 0, game.new_state(players, options, game.check_rules(None)))
    out, cards = backend.integers(game.max_actions), backend.integers(game.max_cards)
    totals, rng = backend.integers(2 * game.max_players), backend.integers(new_stream(1))
    play = backend.bind(kernel).random_games
    return lambda games: play(worlds, games, out, cards, totals, rng)


def search(game: Game, backend: Backend) -> Callable[[int], None]:
    """Searches with so many iterations for the first decision of a game."""
    match = Match(game, game.min_players, seed=1)
    view = match.view(match.to_move)
    return lambda iterations: analyse(view, iterations=iterations, backend=backend)


def start_up(statement: str) -> float:
    """The median time of a fresh Python with this statement, less that of an empty one, in milliseconds."""

    def run(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    return 1000 * (
        statistics.median(run(statement) for _ in range(RUNS)) - statistics.median(run("pass") for _ in range(RUNS))
    )


def main(names: list[str]) -> None:
    """Print the table."""
    for statement in ("import theatre_lab.games", "import theatre_lab.games as g; g.game_names()"):
        print(f"{statement:48}{start_up(statement):9.0f} ms")
    print(f"\n{'':24}{'random games/s':>24}{'search iterations/s':>24}")
    print(f"{'':24}{'lists':>12}{'compiled':>12}{'lists':>12}{'compiled':>12}")
    for name in names or game_names():
        game = get_game(name)
        rates = [
            rate(measure(game, backend))
            for measure in (random_games, search)
            for backend in (list_backend(game), compiled_backend(game))
        ]
        print(f"{name:24}" + "".join(f"{number:12,.0f}" for number in rates), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
