"""How often a lone player of a level wins among players of the level below, seats rotated; and how long it thinks.

A deal is played once with the lone player in every seat, so that each of them holds the same cards once. Shared wins
count in parts; the interval takes all games of a deal together as one outcome. In The Theatre all players have the same
starter deck, each of the four in turn.

python benchmarks/studies/lone_levels.py mythic-circus --deals 40
python benchmarks/studies/lone_levels.py cabaret --players 2 --only hard --deals 20 --log cabaret.jsonl --write
python benchmarks/studies/lone_levels.py mythic-circus --turns 6 --write
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from report import Log, write_section

from theatre_lab.bots import analyse, choose, get_bot
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.match import Match
from theatre_lab.games import get_game
from theatre_lab.games.the_theatre.decks import default_base, starter_decks
from theatre_lab.lab.intervals import wilson_of_deals
from theatre_lab.lab.simulate import play_game

PAIRS = (("medium", "easy"), ("hard", "medium"))


@dataclass(frozen=True)
class Study:
    """A game's goal (times the fair share; a rate with two players), its numbers of players, and a deal's options.

    `stamp` stands in the keys of the log, after the number of players.
    """

    goal: float
    players: tuple[int, ...]
    options: Callable[[int, int], dict[str, Any]]
    stamp: str = ""


def mirrored_decks(players: int, deal: int) -> dict[str, Any]:
    """The deal's starter deck for everybody."""
    decks = starter_decks(default_base(players))
    return {"decks": [[card.as_dict() for card in decks[deal % len(decks)].cards]] * players}


STUDIES = {
    "cabaret": Study(1.3, (2, 3, 4), lambda players, deal: {"rounds": 3}, " 3"),
    "the-theatre": Study(1.25, (2, 3), mirrored_decks),
    "mythic-circus": Study(1.3, (2, 3, 4), lambda players, deal: {}),
}


def play_deal(name: str, upper: str, lower: str, players: int, deal: int) -> list[float]:
    """The lone player's mean share of the win over all seats of a deal, its mean score, and the others'."""
    game = get_game(name)
    won = ours = theirs = 0.0
    for seat in range(players):
        bots = [get_bot(lower, 10 * deal + other) for other in range(players)]
        bots[seat] = get_bot(upper, 10 * deal + 9)
        match = play_game(game, bots, seed=7000 + deal, options=STUDIES[name].options(players, deal))
        won += game.rules.payoff(match.state, seat) / WHOLE_WIN
        ours += match.scores[seat]
        theirs += (sum(match.scores) - match.scores[seat]) / (players - 1)
    return [won / players, ours / players, theirs / players]


def interval(shares: list[float]) -> tuple[float, float, float]:
    """The mean share of the win and its 95 % interval, each deal counted as one trial."""
    return sum(shares) / len(shares), *wilson_of_deals(shares)


def told(study: Study, upper: str, lower: str, players: int, outcomes: list[Any]) -> str:
    """The outcomes of all deals in a line; an older log may hold the shares alone."""
    rows = [outcome if isinstance(outcome, list) else [outcome] for outcome in outcomes]
    rate, low, high = interval([row[0] for row in rows])
    line = (
        f"{upper} among {lower}, {players} players: won {rate:.1%} ({low:.1%} to {high:.1%}), "
        f"{rate * players:.2f} times its share (goal {study.goal}), in {len(rows) * players} games"
    )
    if len(rows[0]) == 1:
        return line
    ours, theirs = (statistics.mean(row[place] for row in rows) for place in (1, 2))
    return f"{line}; mean score {ours:.1f} against {theirs:.1f}"


def levels(name: str, players: list[int], only: list[str], deals: int, log: Log, known: bool) -> list[str]:
    """A line for every pair of levels and number of players; with `known` of the deals that the log holds."""
    study, lines = STUDIES[name], []
    for upper, lower in PAIRS:
        for count in players if upper in only else ():
            keys = {deal: f"{upper} {lower} {count}{study.stamp} {deal}" for deal in range(deals)}
            outcomes = [
                log.get(key, lambda: play_deal(name, upper, lower, count, deal))  # noqa: B023
                for deal, key in keys.items()
                if key in log.known or not known
            ]
            if outcomes:
                lines.append(told(study, upper, lower, count, outcomes))
                print(lines[-1], flush=True)
    return lines


def turn_seconds(name: str, level: str, players: int, deal: int) -> list[list[float]]:
    """The seconds by the clock and of CPU time of each of the level's turns (decisions in a row) in a game."""
    game, turns = get_game(name), []
    bots = [get_bot(level, deal), *(get_bot("medium", deal + seat) for seat in range(1, players))]
    match = Match(game, players, seed=7000 + deal, **STUDIES[name].options(players, deal))
    analyse(match.view(match.to_move or 0), iterations=2)
    last = None
    while (player := match.to_move) is not None:
        clock, busy = time.perf_counter(), time.process_time()
        action = choose(bots[player], match.view(player))
        if player == 0:
            if last != 0:
                turns.append([0.0, 0.0])
            turns[-1][0] += time.perf_counter() - clock
            turns[-1][1] += time.process_time() - busy
        match.play(action)
        last = player
    return turns


def turns(name: str, players: list[int], deals: int) -> list[str]:
    """How long whole turns of hard among medium take, once everything is compiled; two threads share the CPU time."""
    lines = []
    for count in players:
        spent = [turn for deal in range(deals) for turn in turn_seconds(name, "hard", count, deal)]
        clock, busy = ([turn[place] for turn in spent] for place in (0, 1))
        lines.append(
            f"A whole turn of hard, warm, {count} players, {len(spent)} turns: by the clock median "
            f"{statistics.median(clock):.2f} s, longest {max(clock):.2f} s; of CPU time median "
            f"{statistics.median(busy):.2f} s, most {max(busy):.2f} s."
        )
        print(lines[-1], flush=True)
    return lines


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=STUDIES)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--players", help="numbers of players, 2,3,4")
    parser.add_argument("--only", default="medium,hard", help="the lone levels to measure")
    parser.add_argument("--turns", type=int, help="instead: the seconds that hard's turns take, in so many games")
    parser.add_argument("--log")
    parser.add_argument("--known", action="store_true", help="play nothing: report what the log holds")
    parser.add_argument("--write", action="store_true", help="into benchmarks/RESULTS.md")
    asked = parser.parse_args()
    title = get_game(asked.game).title
    players = [int(count) for count in asked.players.split(",")] if asked.players else [*STUDIES[asked.game].players]
    if asked.turns:
        heading, lines = f"{title}: turns", turns(asked.game, players, asked.turns)
    else:
        heading = f"{title}: levels"
        lines = levels(asked.game, players, asked.only.split(","), asked.deals, Log(asked.log), asked.known)
    if asked.write:
        write_section(heading, "\n\n".join(lines))


if __name__ == "__main__":
    main()
