"""How fast `simulate` plays bots that do not search, every game; kept in `benchmarks/RESULTS.md`.

    python benchmarks/whole_games.py            # every game
    python benchmarks/whole_games.py overture   # only shown, not kept

Two bots of level medium play as matches, decision by decision; as whole games on lists; and compiled, by `simulate` in
one thread. The three take turns and go by CPU time: a rate is the best of its turns, a ratio the middle one of those
within a turn. Two threads against one go by the clock, in turns too, and are told only where no one else is at work.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "studies"))

from engines import Rates, Work, enough, is_busy, measured
from report import keep_table

from theatre_lab.bots import get_bot
from theatre_lab.core.compiled import can_compile, list_backend
from theatre_lab.core.game import Game
from theatre_lab.games import game_names, get_game
from theatre_lab.lab.bulk import Series, WholeGames, get_ready, moves_by_lot
from theatre_lab.lab.simulate import play_game, simulate

BOTS = ("medium", "medium")
CLOCK_TURNS = 9
TURN_SECONDS = 1.0
"""Up to 2,000 games the intervals of the summary are bootstrapped, which takes longer than most compiled games."""


def as_matches(game: Game) -> Work:
    """Plays so many games as matches."""

    def play(units: int) -> int:
        for index in range(units):
            bots = [get_bot(name, 2 * index + seat) for seat, name in enumerate(BOTS)]
            play_game(game, bots, seed=index, options=game.series_options(2, game.check_options(2, {}), index))
        return units

    return play


def on_lists(game: Game) -> Work:
    """Plays so many whole games on lists, one after the other, as a short run does."""
    careless = moves_by_lot(game, BOTS)
    assert careless is not None
    games = WholeGames(game, BOTS, game.check_options(2, {}), {}, careless)

    def play(units: int) -> int:
        for index in range(units):
            games.play_series(Series(1, len(BOTS), rotate=False), range(index, index + 1), list_backend(game))
        return units

    return play


def simulated(game: Game, workers: int) -> Work:
    """Plays so many games by `simulate`, compiled; what only the first call needs is imported now."""
    simulate(game.name, BOTS, games=8, workers=workers)

    def play(units: int) -> int:
        return simulate(game.name, BOTS, games=units, seed=1, rotate=False, workers=workers).games

    return play


def two_threads(game: Game) -> float:
    """How much faster two threads play as many games as one, by the clock: the median of turns."""
    one, two = simulated(game, 1), simulated(game, 2)
    units = enough(one, TURN_SECONDS)

    def clock(work: Work) -> float:
        start = time.perf_counter()
        work(units)
        return time.perf_counter() - start

    clock(two)
    return statistics.median(clock(one) / clock(two) for _ in range(CLOCK_TURNS))


def measure(name: str) -> list[str]:
    """The row of a game."""
    game = get_game(name)
    get_ready(game)
    rates = Rates(
        {"matches": as_matches(game), "lists": on_lists(game), "compiled": simulated(game, 1)}, least=TURN_SECONDS
    )
    return [
        name,
        *(f"{rates.best(how):,.0f}" for how in ("matches", "lists", "compiled")),
        f"{rates.ratio('compiled', 'matches'):.0f}x",
        f"{10_000 / rates.best('compiled'):.1f}",
        "busy" if is_busy() else f"{two_threads(game):.2f}x",
    ]


HEADS = (
    "game", "as matches, games/s", "whole on lists", "compiled", "compiled against matches",
    "10,000 games compiled, s", "two threads by clock",
)  # fmt: skip
NOTE = "Two bots of level medium."


def main(names: list[str]) -> None:
    """Measure and show, and keep a table of all games."""
    if not can_compile():
        print("numba is not installed: nothing compiled to measure")
        return
    rows = measured(names or game_names(), HEADS, measure)
    if not names:
        keep_table("Engines: whole games", NOTE, HEADS, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
