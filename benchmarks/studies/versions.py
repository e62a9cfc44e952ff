"""Does a changed search beat the one it was made from? Two versions of a level in mirrored games of two.

A version is a level with changes to its search: `explore`, `win`, `margin`, `score` (what it strives for), `share` (its
iterations in thousandths) and `trees` (grown side by side). A deal is played twice with the seats changed; a deal won
once each is a half, and counts as one outcome.

python benchmarks/studies/versions.py cabaret --one explore=0.4 --level hard --deals 200 --log versions.jsonl
python benchmarks/studies/versions.py the-theatre --one trees=1,share=3000 --other share=3000 --deals 200
"""

from __future__ import annotations

import argparse
import dataclasses
from typing import Any

from lone_levels import STUDIES
from report import Log

from theatre_lab.bots import search
from theatre_lab.bots.levels import LEVELS, LevelBot
from theatre_lab.bots.search import Weights, analyse, default_weights
from theatre_lab.core.game import WHOLE_WIN, Game, View
from theatre_lab.games import get_game
from theatre_lab.games.overture.theatres import THEATRE_IDS
from theatre_lab.lab.intervals import wilson
from theatre_lab.lab.simulate import play_game

WEIGHTS = {field.name for field in dataclasses.fields(Weights)}
OTHERS = {"share", "trees"}


def read_version(text: str) -> dict[str, float]:
    """The changes of a version; SystemExit for one that there is not.

    >>> read_version("explore=0.4,trees=1")
    {'explore': 0.4, 'trees': 1.0}
    """
    changes: dict[str, float] = {}
    for part in filter(None, text.split(",")):
        name, _, number = part.partition("=")
        try:
            changes[name] = float(number)
        except ValueError:
            raise SystemExit(f"{part!r} is no change: write explore=0.4") from None
        if name not in WEIGHTS | OTHERS:
            raise SystemExit(f"there is no {name!r} to change: take {', '.join(sorted(WEIGHTS | OTHERS))}")
    return changes


class Version(LevelBot):
    """A level whose search was changed."""

    def __init__(self, level: str, changes: dict[str, float], seed: int) -> None:
        super().__init__(level, seed)
        self.changes = changes
        self.level = dataclasses.replace(self.level, share=int(changes.get("share", self.level.share)))

    def _analyse(self, view: View, iterations: int) -> Any:
        weights = {name: number for name, number in self.changes.items() if name in WEIGHTS}
        usual, search.THREADS = search.THREADS, int(self.changes.get("trees", search.THREADS))
        try:
            changed = dataclasses.replace(default_weights(view.game), **weights)
            return analyse(view, iterations=iterations, seed=self.seed, weights=changed)
        finally:
            search.THREADS = usual


def options_of(game: Game, deal: int) -> dict[str, Any]:
    """A deal's options: theatres and starter decks take turns."""
    if game.name == "overture":
        return {"theatre": THEATRE_IDS[deal % len(THEATRE_IDS)]}
    return STUDIES[game.name].options(2, deal)


def play_deal(game: Game, level: str, one: dict[str, float], other: dict[str, float], deal: int) -> list[float]:
    """The first version's share of both wins, its mean score and the other's."""
    share = ours = theirs = 0.0
    for seat in range(2):
        bots = [Version(level, other, 2 * deal + 1), Version(level, other, 2 * deal + 1)]
        bots[seat] = Version(level, one, 2 * deal)
        match = play_game(game, bots, seed=90_000 + deal, options=options_of(game, deal))
        share += game.rules.payoff(match.state, seat) / WHOLE_WIN
        ours += match.scores[seat]
        theirs += match.scores[1 - seat]
    return [share / 2, ours / 2, theirs / 2]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=["overture", *STUDIES])
    parser.add_argument("--one", default="", help="the changes of the version that is judged, such as explore=0.4")
    parser.add_argument("--other", default="", help="those of the version it is judged against; none by default")
    parser.add_argument("--level", default="expert", choices=[name for name, level in LEVELS.items() if level.share])
    parser.add_argument("--deals", type=int, default=200, help="played twice each")
    parser.add_argument("--log", help="goes on where this log ends")
    asked = parser.parse_args()
    game, log = get_game(asked.game), Log(asked.log)
    one, other = read_version(asked.one), read_version(asked.other)
    key = f"{asked.game} {asked.level} [{asked.one}] [{asked.other}]"
    outcomes = [
        log.get(f"{key} {deal}", lambda: play_deal(game, asked.level, one, other, deal))  # noqa: B023
        for deal in range(asked.deals)
    ]
    n = len(outcomes)
    rate, ours, theirs = (sum(outcome[place] for outcome in outcomes) / n for place in range(3))
    low, high = wilson(rate * n, n)
    print(
        f"{asked.game}, {asked.level}: {asked.one or 'as it is'} against {asked.other or 'as it is'}: "
        f"{2 * n} games, {rate:.1%} won ({low:.1%} to {high:.1%}), mean score {ours:.1f} to {theirs:.1f}"
    )


if __name__ == "__main__":
    main()
