"""A million random games of every game, and some thousands with everything checked.

    python -m trust.invariants                      # what `make invariants` runs
    python -m trust.invariants --games 2000 --whole 20 --game cabaret

Each game is played compiled with cheap checks at every position (`trust.walks`), then on lists with all of them
(`trust.whole_games`). A fault is told with the batch in which it lies, so that it can be met again; the exit status
is then 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tqdm import tqdm
from trust import walks
from trust.reports import write_section
from trust.whole_games import check_whole_games, digest_in_processes

from theatre_lab.core.compiled import Backend, compiled_backend, list_backend
from theatre_lab.core.game import Game
from theatre_lab.core.stream import new_stream
from theatre_lab.games import game_names, get_game

BATCH = 2_000
COUNT_EVERY = 3
"""Cards are counted after so many decisions, and at the end."""
MOST_PLIES = 20_000
# Random play of Mythic Circus hardly ever wins: most of its games are kept short, a part goes to the printed limit.
SHORT_TURNS, LONG_EVERY = 10, 20


@dataclass(frozen=True)
class Played:
    """What came of the games with cheap checks: how many, how long, and the fault if there was one."""

    games: int
    plies: int
    longest: int
    fault: str = ""


def batch_start(game: Game, seed: int, batch: int) -> tuple[str, Any]:
    """The start of a batch and what it is called: all numbers of players in turn, options drawn by lot."""
    numbers = range(game.min_players, game.max_players + 1)
    players = numbers[batch % len(numbers)]
    told: dict[str, Any] = {}
    if game.name == "mythic-circus":
        told = {"finish": ("first", "round")[batch // len(numbers) % 2]}
        if batch % LONG_EVERY:
            told["max_turns"] = SHORT_TURNS
    options = game.series_options(players, game.check_options(players, told), batch)
    options = game.draw_options(players, options, new_stream(seed, batch, 1))
    return f"batch {batch}, {players} players", game.new_state(players, options, game.check_rules(None))


def play_batch(backend: Backend, start: Any, games: int, seed: int, batch: int) -> list[int]:
    """The report of a batch, as `walks` fills it."""
    kind = backend.game
    bound = backend.bind(walks.walks_for(kind.name))
    worlds = backend.worlds(2)
    backend.store(worlds, 0, start)
    report = backend.integers(5)
    bound.checked_games(
        worlds,
        games,
        backend.integers([MOST_PLIES, kind.action_space, walks.tally_of(kind.name)[1], COUNT_EVERY]),
        backend.integers(kind.max_actions),
        backend.integers(kind.max_cards),
        backend.integers(2 * walks.WIDTH),
        report,
        backend.integers(new_stream(seed, batch, 2)),
    )
    return [int(number) for number in report]


def play_batches(game: Game, games: int, seed: int, *, compiled: bool = True) -> Iterator[Played]:
    """What came of the games so far, after every batch; the last one tells of a fault, if there is one."""
    backend = compiled_backend(game) if compiled else list_backend(game)
    done = Played(0, 0, 0)
    for batch in range(-(-games // BATCH)):
        name, start = batch_start(game, seed, batch)
        report = play_batch(backend, start, min(BATCH, games - done.games), seed, batch)
        fault = walks.FAULTS.get(report[walks.FAULT], "")
        if fault:
            fault = f"{game.name}, {name}, seed {seed}: game {report[walks.PLAYED]}, ply {report[walks.PLY]}: {fault}"
        done = Played(
            done.games + report[walks.PLAYED],
            done.plies + report[walks.ACTIONS],
            max(done.longest, report[walks.LONGEST]),
            fault,
        )
        yield done
        if fault:
            return


def many_games(game: Game, games: int, seed: int) -> tuple[Played, str]:
    started, done = time.perf_counter(), Played(0, 0, 0)
    with tqdm(total=games, unit="game", desc=f"{game.name}: random games") as bar:
        for done in play_batches(game, games, seed):
            bar.update(done.games - bar.n)
    seconds = time.perf_counter() - started
    return done, (
        f"{done.games:,} random games, {done.plies:,} decisions, the longest game {done.longest:,}; {seconds:.0f} s"
    )


def whole_games(game: Game, games: int, seed: int) -> tuple[list[str], str]:
    started = time.perf_counter()
    with tqdm(total=games, unit="game", desc=f"{game.name}: all checks") as bar:
        faults = check_whole_games(game, games, seed, bar.update)
    faults += digest_in_processes(game, games, seed)
    line = f"{games:,} games with all checks and three hash seeds; {time.perf_counter() - started:.0f} s"
    return faults, line


def tell(game: Game, section: str, line: str, asked: argparse.Namespace, faults: list[str]) -> None:
    """Print what came of some games and, asked to, keep it."""
    print(f"{game.name}: {line}", flush=True)
    if asked.write and not faults:
        write_section(f"{section} {game.name}", f"- {game.title}: {line}; seed {asked.seed}; no fault.")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="invariants", description="Play random games and check what must always hold."
    )
    parser.add_argument("--games", type=int, default=1_000_000, help="games with cheap checks, compiled")
    parser.add_argument("--whole", type=int, default=2_000, help="games with all checks, on lists")
    parser.add_argument("--game", action="append", choices=game_names(), help="only this game (may be given again)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="keep the result in docs/trust.md")
    asked = parser.parse_args(arguments)
    faults: list[str] = []
    for game in map(get_game, asked.game or game_names()):
        if asked.games:
            done, line = many_games(game, asked.games, asked.seed)
            faults += [done.fault] * bool(done.fault)
            tell(game, "random", line, asked, faults)
        if asked.whole:
            found, line = whole_games(game, asked.whole, asked.seed)
            faults += found
            tell(game, "whole", line, asked, faults)
    for fault in faults:
        print("FAULT", fault, file=sys.stderr)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
