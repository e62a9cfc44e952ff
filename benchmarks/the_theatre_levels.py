"""How much stronger The Theatre's levels are: a lone hard among mediums, a lone medium among easies.

    python benchmarks/the_theatre_levels.py              # 24 games a line, a few minutes
    python benchmarks/the_theatre_levels.py 400          # as many as you have patience for

Every player has the same starter deck, each of the four in turn, and the lone one sits in every seat of the same
deal. The win rate stands beside the fair share, with Wilson's 95 % interval; shared wins count in parts.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from scipy.stats import binomtest

from theatre_lab.games.the_theatre.decks import default_base, starter_decks
from theatre_lab.lab.simulate import simulate

GAMES = 24
WANTED = 1.25
DUELS = (("medium", "easy", 2), ("medium", "easy", 3), ("hard", "medium", 2), ("hard", "medium", 3))


def shares(lone: str, others: str, players: int, games: int) -> Iterator[float]:
    """The lone one's share of the win in each game."""
    bots = [lone, *[others] * (players - 1)]
    decks = starter_decks(default_base(players))
    each = max(1, games // (len(decks) * players)) * players
    for number, deck in enumerate(decks):
        mirrored = [[card.as_dict() for card in deck.cards]] * players
        result = simulate("the-theatre", bots, games=each, seed=number, options={"decks": mirrored})
        yield from (game.win_of(0) for game in result.results)


def main(games: int) -> None:
    """Print a line for each pair of levels and number of players."""
    print(f"{'':30}{'games':>7}{'won':>8}   95 % interval{'x fair':>9}{'seconds':>9}")
    for lone, others, players in DUELS:
        start = time.perf_counter()
        won = list(shares(lone, others, players, games))
        interval = binomtest(int(sum(won)), len(won)).proportion_ci(method="wilson")
        rate, fair = sum(won) / len(won), 1 / players
        verdict = "" if rate >= WANTED * fair else f"  less than {WANTED} x"
        name, seconds = f"{lone} among {others}, {players} players", time.perf_counter() - start
        bounds = f"{interval.low:.1%} to {interval.high:.1%}"
        print(f"{name:30}{len(won):7}{rate:8.1%}   {bounds:14}{rate / fair:9.2f}{seconds:9.0f}{verdict}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else GAMES)
