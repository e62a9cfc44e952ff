"""Do the tests notice when a rule is changed? Small changes to a game's rules, one at a time, and the tests after each.

    python tools/mutants.py overture --sample 60        # what `make mutants GAME=overture` runs
    python tools/mutants.py overture --sample 60 --write

The changes are cosmic-ray's, made in a copy of the package; each is tried in a process of its own that already holds
everything but the package, with the tests first that noticed most so far. (mutmut puts a trampoline in place of every
function, and the rules, which are compiled as they stand, then no longer are what they were.) Survivors are changes
that no test noticed. `--write` keeps what was found in docs/mutants.md.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import importlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from cosmic_ray import plugins
from cosmic_ray.commands.init import _all_work_items
from cosmic_ray.mutating import use_mutation
from cosmic_ray.work_item import MutationSpec
from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / "docs" / "mutants.md"
# The files that hold the rules of each game, and the tests of that game.
RULES = {
    "overture": ["scoring", "rules"],
    "cabaret": ["scoring", "rules", "dealing"],
    "the-theatre": ["scoring", "rules"],
    "the-theatre-draft": ["draft_rules"],
    "mythic-circus": ["scoring", "rules", "knowledge"],
}
TESTS = {
    "overture": [
        "test_overture_scoring.py",
        "test_overture_tables.py",
        "test_overture.py",
        "test_overture_knowledge.py",
    ],
    "cabaret": ["test_cabaret.py", "test_cabaret_perft.py"],
    "the-theatre": ["test_the_theatre.py", "test_the_theatre_timing.py"],
    "the-theatre-draft": ["test_the_theatre_draft.py"],
    "mythic-circus": ["mythic_circus", "test_mythic_circus.py"],
}
EVERY_GAME = ["test_play.py", "test_records.py", "test_information.py"]
"""Files of tests/conformance, of which the cases of the game are run."""
SLOWEST = 20.0
"""Seconds, and ten times what it took before, after which a test counts as hanging: the change was noticed."""


@dataclass(frozen=True)
class Tried:
    """A change, as the lines that differ, and whether a test noticed it."""

    change: str
    noticed: bool


class Chosen:
    """A plugin of pytest: only the tests of one game, the best first; tells how long each took and which failed."""

    def __init__(self, game: str, order: dict[str, tuple[int, float]]) -> None:
        self.game, self.order = game, order
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        kept = [item for item in items if "conformance" not in item.nodeid or self._is_of_game(item.nodeid)]
        items[:] = sorted(kept, key=lambda item: self.order.get(item.nodeid, (0, 0.0)))

    def _is_of_game(self, name: str) -> bool:
        rest = name.partition("[")[2]
        return self.game in rest and (self.game != "the-theatre" or "the-theatre-draft" not in rest)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        signal.setitimer(signal.ITIMER_REAL, SLOWEST + 10 * self.order.get(item.nodeid, (0, SLOWEST))[1])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed.append(report.nodeid)


@dataclass
class Suite:
    """The tests of a game in a copy of the package, each run in a fresh child of this process."""

    game: str
    place: Path
    tests: list[str]
    seconds: dict[str, float] = field(default_factory=dict)
    noticed: Counter[str] = field(default_factory=Counter)

    def warm_up(self) -> None:
        """Run all tests on the rules as they are, and import here what they import; SystemExit when one fails."""
        for _ in range(2):
            code, told = self.run()
            if code != 0:
                sys.exit(f"{self.game}: the tests fail before anything is changed: {told.get('failed')}")
            self.seconds = told["seconds"]
            for name in told["modules"]:
                with contextlib.suppress(Exception):
                    importlib.import_module(name)

    def run(self) -> tuple[int, dict[str, Any]]:
        """Pytest's exit code, or less than 0 for a test that hung, and what `Chosen` told."""
        heard = self.place / "told.json"
        heard.unlink(missing_ok=True)
        child = os.fork()
        if child == 0:
            self._be_the_child(heard)
        _, status = os.waitpid(child, 0)
        told = json.loads(heard.read_text()) if heard.exists() else {}
        self.noticed.update(told.get("failed", [])[:1])
        return os.waitstatus_to_exitcode(status), told

    def _be_the_child(self, heard: Path) -> None:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        sys.dont_write_bytecode = True
        order = {name: (-self.noticed[name], seconds) for name, seconds in self.seconds.items()}
        chosen, code = Chosen(self.game, order), 3
        words = ["-x", "-q", "-p", "no:cacheprovider", "-m", "not slow", *self.tests]
        with contextlib.suppress(BaseException):
            code = int(pytest.main(words, plugins=[chosen]))
        own = ("theatre_lab", "tests", "trust", "conftest", "__main__", "test_")
        modules = sorted(name for name in sys.modules if "." not in name and not name.startswith(own))
        heard.write_text(json.dumps({"seconds": chosen.seconds, "failed": chosen.failed, "modules": modules}))
        os._exit(code)


def folder_of(game: str) -> Path:
    name = "the-theatre" if game == "the-theatre-draft" else game
    return Path("theatre_lab") / "games" / name.replace("-", "_")


def copied(place: Path) -> Path:
    """The package, its tests and their settings, where they may be changed."""
    for name in ("theatre_lab", "tests"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__", "browser"))
    shutil.copy(ROOT / "pyproject.toml", place)
    return place


def all_changes(files: list[str]) -> list[MutationSpec]:
    """Every change that could be seen, in the order of the files."""
    changes = [item.mutations[0] for item in _all_work_items([Path(name) for name in files], {})]
    return [change for change in changes if not is_harmless(change)]


def is_harmless(change: MutationSpec) -> bool:
    """Does it touch only what type checkers read, or swap `==` for `is`, which are alike for small numbers?"""
    operator = change.operator_name
    line = change.module_path.read_text(encoding="utf-8").splitlines()[change.start_pos[0] - 1].strip()
    alike = operator.endswith(("Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq"))
    return alike or line.startswith(("def ", "@", "from ", "import ")) or ("BitOr" in operator and ": " in line)


def try_change(suite: Suite, change: MutationSpec) -> Tried:
    operator = plugins.get_operator(change.operator_name)()
    with use_mutation(change.module_path, operator, change.occurrence) as (before, after):
        rows = difflib.ndiff(before.splitlines(), (after or before).splitlines())
        changed = " ".join(row[0] + " " + row[1:].strip() for row in rows if row[0] in "-+")
        code, _ = suite.run()
    return Tried(f"{change.module_path.name}:{change.start_pos[0]}: `{changed[:240]}`", code != 0)


def try_changes(suite: Suite, changes: list[MutationSpec], seconds: float) -> Iterator[Tried]:
    ends = time.monotonic() + seconds
    with contextlib.suppress(KeyboardInterrupt):
        for change in tqdm(changes, unit="change", desc=suite.game):
            if time.monotonic() > ends:
                return
            yield try_change(suite, change)


def main() -> None:
    parser = argparse.ArgumentParser(description="Change the rules of a game and see whether its tests notice.")
    parser.add_argument("game", choices=RULES)
    parser.add_argument("--file", action="append", help="only these files of the rules, such as scoring")
    parser.add_argument("--sample", type=int, help="so many changes, drawn by lot; all if not told")
    parser.add_argument("--seconds", type=float, default=3600, help="stop after so long and tell what was tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="keep the result in docs/mutants.md")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = copied(Path(folder))
        os.chdir(place)
        sys.path[:0] = [str(place), str(place / "tests")]
        files = [str(folder_of(asked.game) / f"{name}.py") for name in asked.file or RULES[asked.game]]
        tests = [f"tests/games/{name}" for name in TESTS[asked.game]]
        suite = Suite(asked.game, place, tests + [f"tests/conformance/{name}" for name in EVERY_GAME])
        suite.warm_up()
        changes = all_changes(files)
        order = random.Random(asked.seed).sample(changes, min(len(changes), asked.sample or len(changes)))
        print(f"{asked.game}: {len(changes)} changes there are, {len(order)} are tried", flush=True)
        started, tried = time.monotonic(), []
        for one in try_changes(suite, order, asked.seconds):
            tried.append(one)
            if not one.noticed:
                print(one.change, flush=True)
        os.chdir(ROOT)
    survivors = sorted({one.change for one in tried if not one.noticed})
    minutes = (time.monotonic() - started) / 60
    noticed = sum(one.noticed for one in tried)
    told = f"{len(tried)} of {len(changes)} changes tried in {', '.join(files)}, {noticed} noticed ({minutes:.0f} min)"
    print(told)
    if asked.write and tried:
        sys.path.insert(0, str(ROOT / "tests"))
        from trust.reports import write_section

        write_section(
            asked.game, "\n".join([f"{told}. Seed {asked.seed}.", ""] + [f"- {row}" for row in survivors]), REPORT
        )


if __name__ == "__main__":
    main()
