"""Does a changed search beat the one it was made from? Two versions of a level in mirrored games of two.

A version is a level with changes to its search: `explore`, `win`, `margin`, `score` (what it strives for), `nodes` (of
a tree; 0: none), `plain` (1: playouts as level medium plays) and `share` (its iterations in thousandths). With `--code`
the other one is played by an earlier state of this project, from a folder of its own. A deal is played twice with the
seats changed; its share of the wins counts as one outcome.

python benchmarks/studies/versions.py cabaret --one explore=0.4 --level hard --deals 200 --log versions.jsonl
python benchmarks/studies/versions.py the-theatre --one share=8000 --other share=3000 --deals 200
git worktree add ../earlier HEAD~1
python benchmarks/studies/versions.py mythic-circus --code ../earlier --level hard --deals 200
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lone_levels import STUDIES
from report import Log

from theatre_lab.bots.levels import FEWEST, LEVELS, LevelBot
from theatre_lab.bots.search import Weights, analyse
from theatre_lab.core.game import WHOLE_WIN, Game, View
from theatre_lab.games import get_game
from theatre_lab.games.overture.theatres import THEATRE_IDS
from theatre_lab.lab.intervals import mean_interval
from theatre_lab.lab.simulate import play_game

WEIGHTS = {field.name: type(field.default) for field in dataclasses.fields(Weights)}
OTHERS = {"share"}


def read_version(text: str) -> dict[str, float]:
    """The changes of a version; SystemExit for one that there is not.

    >>> read_version("explore=0.4,share=2000")
    {'explore': 0.4, 'share': 2000.0}
    """
    changes: dict[str, float] = {}
    for part in filter(None, text.split(",")):
        name, _, number = part.partition("=")
        try:
            changes[name] = float(number)
        except ValueError:
            raise SystemExit(f"{part!r} is no change: write explore=0.4") from None
        if name not in WEIGHTS.keys() | OTHERS:
            raise SystemExit(f"there is no {name!r} to change: take {', '.join(sorted(WEIGHTS.keys() | OTHERS))}")
    return changes


class Version(LevelBot):
    """A level whose search was changed."""

    def __init__(self, level: str, changes: dict[str, float], seed: int) -> None:
        super().__init__(level, seed)
        self.changes = changes

    def _analyse(self, view: View, iterations: int) -> Any:
        if "share" in self.changes:
            iterations = max(int(view.game.thinking * self.changes["share"]) // 1000, FEWEST)
        weights: dict[str, Any] = {
            name: WEIGHTS[name](number) for name, number in self.changes.items() if name in WEIGHTS
        }
        if not weights:
            return super()._analyse(view, iterations)
        changed = dataclasses.replace(self.level.weights(view.game), **weights)
        return analyse(view, iterations=iterations, seed=self.seed, weights=changed)


Maker = Callable[[int], Callable[[View], int]]
"""Makes a bot of a seed."""


def answer(name: str, level: str, changes: dict[str, float]) -> None:
    """Answer views with actions, pickled, until there are no more: what an earlier state of the project runs."""
    game, told = get_game(name), sys.stdout.buffer
    sys.stdout = sys.stderr
    while True:
        try:
            seed, player, state = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(Version(level, changes, seed)(game.view(state, player)), told)
        told.flush()


def of_folder(folder: str, name: str, level: str, changes: str) -> Maker:
    """Bots of a level as the project in that folder plays it, in a process of its own."""
    command = [sys.executable, __file__, name, "--level", level, "--one", changes, "--answer"]
    package = str(Path(folder).resolve())
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": package}
    )
    asked, answers = process.stdin, process.stdout
    assert asked is not None
    assert answers is not None

    def make(seed: int) -> Callable[[View], int]:
        def choose(view: View) -> int:
            try:
                pickle.dump((seed, view.player, view.state), asked)
                asked.flush()
                return int(pickle.load(answers))
            except (BrokenPipeError, EOFError):
                raise SystemExit(f"the project in {folder} ended: does it have the names this study needs?") from None

        return choose

    return make


def options_of(game: Game, deal: int) -> dict[str, Any]:
    """A deal's options: theatres and starter decks take turns."""
    if game.name == "overture":
        return {"theatre": THEATRE_IDS[deal % len(THEATRE_IDS)]}
    return STUDIES[game.name].options(2, deal)


def digest(folder: str) -> str:
    """A digest of the package in a folder; SystemExit where there is none."""
    sources = sorted((Path(folder) / "theatre_lab").rglob("*.py"))
    if not sources:
        raise SystemExit(f"there is no theatre_lab in {folder}")
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]


def play_deal(game: Game, one: Maker, other: Maker, deal: int) -> list[float]:
    """The first version's share of both wins, its mean score and the other's."""
    share = ours = theirs = 0.0
    for seat in range(2):
        bots = [other(2 * deal + 1), other(2 * deal + 1)]
        bots[seat] = one(2 * deal)
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
    parser.add_argument("--code", help="a folder with an earlier state of the project, which plays the other version")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--level", default="expert", choices=[name for name, level in LEVELS.items() if level.share])
    parser.add_argument("--deals", type=int, default=200, help="played twice each")
    parser.add_argument("--log", help="goes on where this log ends")
    asked = parser.parse_args()
    one, other = read_version(asked.one), read_version(asked.other)
    if asked.answer:
        answer(asked.game, asked.level, one)
        return
    game, log = get_game(asked.game), Log(asked.log)
    ours: Maker = lambda seed: Version(asked.level, one, seed)  # noqa: E731
    theirs: Maker = lambda seed: Version(asked.level, other, seed)  # noqa: E731
    if asked.code:
        theirs = of_folder(asked.code, asked.game, asked.level, asked.other)
    code = digest(asked.code) if asked.code else ""
    key = f"{asked.game} {asked.level} [{asked.one}] [{asked.other}] {code}".rstrip()
    outcomes = [
        log.get(f"{key} {deal}", lambda: play_deal(game, ours, theirs, deal))  # noqa: B023
        for deal in range(asked.deals)
    ]
    print(told(asked, outcomes))


def told(asked: argparse.Namespace, outcomes: list[Any]) -> str:
    """The outcomes of all deals in a line."""
    shares, ours, theirs = zip(*outcomes, strict=True)
    n, (low, high) = len(outcomes), mean_interval(shares)
    other = f"{asked.other or 'as it is'}{f' in {asked.code}' if asked.code else ''}"
    return (
        f"{asked.game}, {asked.level}: {asked.one or 'as it is'} against {other}: {2 * n} games, "
        f"{sum(shares) / n:.1%} won ({low:.1%} to {high:.1%}), mean score {sum(ours) / n:.1f} to {sum(theirs) / n:.1f}"
    )


if __name__ == "__main__":
    main()
