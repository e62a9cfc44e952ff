"""The Theatre: how often a lone player of a level wins among players of the level below, decks mirrored, seats rotated.

Every player has the same starter deck, each of the four in turn. A deal is played once with the lone player in every
seat; shared wins count in parts, and the interval takes all games of a deal together as one outcome.

python benchmarks/studies/the_theatre_levels.py --deals 48
"""

from __future__ import annotations

import argparse

from report import Log, write_section

from theatre_lab.bots import get_bot
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.games import get_game
from theatre_lab.games.the_theatre.decks import default_base, starter_decks
from theatre_lab.lab.simulate import play_game

PAIRS = (("medium", "easy"), ("hard", "medium"))
GOAL = 1.25
"""How many times its fair share the lone player is to win."""


def play_deal(upper: str, lower: str, players: int, deal: int) -> float:
    """The lone player's mean share of the win over all seats of a deal."""
    game = get_game("the-theatre")
    decks = starter_decks(default_base(players))
    deck = [card.as_dict() for card in decks[deal % len(decks)].cards]
    won = 0.0
    for seat in range(players):
        bots = [get_bot(lower, 10 * deal + other) for other in range(players)]
        bots[seat] = get_bot(upper, 10 * deal + 9)
        match = play_game(game, bots, seed=7000 + deal, options={"decks": [deck] * players})
        won += game.rules.payoff(match.state, seat) / WHOLE_WIN
    return won / players


def interval(shares: list[float]) -> tuple[float, float, float]:
    """The mean share of the win and Wilson's 95 % interval, each deal counted as one trial."""
    z, n = 1.96, len(shares)
    rate = sum(shares) / n
    middle, half = rate + z * z / (2 * n), z * (rate * (1 - rate) / n + z * z / (4 * n * n)) ** 0.5
    return rate, (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=48)
    parser.add_argument("--players", default="2,3")
    parser.add_argument("--only", default="medium,hard", help="the lone levels to measure")
    parser.add_argument("--log")
    parser.add_argument("--write", action="store_true", help="into benchmarks/RESULTS.md")
    asked = parser.parse_args()
    log = Log(asked.log)
    lines = []
    for upper, lower in PAIRS:
        for players in map(int, asked.players.split(",")):
            if upper not in asked.only.split(","):
                continue
            shares = []
            for deal in range(asked.deals):
                key = f"{upper} {lower} {players} {deal}"
                shares.append(log.get(key, lambda: play_deal(upper, lower, players, deal)))  # noqa: B023
            rate, low, high = interval(shares)
            lines.append(
                f"{upper} among {lower}, {players} players: won {rate:.1%} ({low:.1%} to {high:.1%}), "
                f"{rate * players:.2f} times its share (goal {GOAL}), in {len(shares) * players} games"
            )
            print(lines[-1], flush=True)
    if asked.write:
        write_section("The Theatre: levels", "\n\n".join(lines))


if __name__ == "__main__":
    main()
