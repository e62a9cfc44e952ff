"""Do the tests notice when a rule is changed? Small changes to a game's rules, one at a time, and the tests after each.

    python tools/mutants.py overture --sample 60
    python tools/mutants.py overture --quick 0.1 --write  # `make mutants GAME=overture`: an hour of the quick tests
    python tools/mutants.py overture --again --write      # and then all tests, for the survivors on the page alone

The changes are cosmic-ray's, made in a copy of the package; each is tried in a process of its own, with the tests
first that noticed most so far. (mutmut puts a trampoline in place of every function, and the rules, which are compiled
as they stand, then no longer are what they were.) Within a function a change is made in a process that already holds
the tests, by new code for that function; elsewhere, and with `--again`, everything is read anew from the changed file.
Survivors are changes that no test noticed. `--write` keeps what was found in docs/mutants.md; `--again` names the tests
that notice now.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import contextlib
import difflib
import gc
import importlib
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
import types
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Any

import pytest
from cosmic_ray import plugins
from cosmic_ray.commands.init import _all_work_items
from cosmic_ray.mutating import mutate_code, use_mutation
from cosmic_ray.work_item import MutationSpec
from hypothesis import Phase, settings
from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "trust"))

from reports import section_of, write_section  # noqa: E402

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
        "test_overture_edges.py",
        "test_overture_reference.py",
    ],
    "cabaret": ["test_cabaret.py", "test_cabaret_perft.py", "test_cabaret_edges.py"],
    "the-theatre": ["test_the_theatre.py", "test_the_theatre_timing.py", "test_the_theatre_edges.py"],
    "the-theatre-draft": ["test_the_theatre_draft.py", "test_the_theatre_draft_edges.py"],
    "mythic-circus": ["mythic_circus", "test_mythic_circus.py"],
}
EVERY_GAME = ["test_play.py", "test_records.py", "test_information.py"]
"""Files of tests/conformance, of which the cases of the game are run."""
SLOWEST = 2.0
"""Processor seconds, and ten times what it took before, after which a test hangs: the change was noticed."""
LONGEST = 900
"""Seconds by the clock after which a change hangs, whatever it waits for."""
SAYS_NOTHING = 70
"""The status of a child in which something else went wrong than a test."""
WORDS = ["-x", "-q", "--assert=plain", "--tb=no", "-p", "no:cacheprovider", "-m", "not slow"]
"""Only whether a test fails matters: nothing is made ready to tell why, which takes longer than most tests."""


@dataclass(frozen=True)
class Tried:
    """A change, as the lines that differ, and the test that noticed it; "" when none did."""

    change: str
    noticed_by: str


class Chosen:
    """A plugin of pytest: only the tests of one game, the best first; tells how long each took and which failed."""

    def __init__(self, game: str, order: dict[str, tuple[int, float]], left_out: set[str]) -> None:
        self.game, self.order, self.left_out = game, order, left_out
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        of_game = [item for item in items if "conformance" not in item.nodeid or self._is_of_game(item.nodeid)]
        kept = [item for item in of_game if item.nodeid not in self.left_out]
        items[:] = sorted(kept, key=lambda item: self.order.get(item.nodeid, (0, 0.0)))

    def _is_of_game(self, name: str) -> bool:
        rest = name.partition("[")[2]
        return self.game in rest and (self.game != "the-theatre" or "the-theatre-draft" not in rest)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        signal.setitimer(signal.ITIMER_PROF, SLOWEST + 10 * self.order.get(item.nodeid, (0, 10 * SLOWEST))[1])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed.append(report.nodeid)


@dataclass
class Suite:
    """The tests of a game in a copy of the package: each run is in a fresh child, of this process or of one that holds
    the tests."""

    game: str
    place: Path
    tests: list[str]
    seconds: dict[str, float] = field(default_factory=dict)
    noticed: Counter[str] = field(default_factory=Counter)
    longest: float = float("inf")
    line: Connection | None = None
    holder: int = 0

    @property
    def left_out(self) -> set[str]:
        """The tests that take too long."""
        return {name for name, spent in self.seconds.items() if spent > self.longest}

    def warm_up(self) -> None:
        """Run all tests on the rules as they are, and import here what they import; SystemExit when one fails."""
        for words in (["--collect-only"], []):
            code, told = self.run(*words)
            if code != 0:
                sys.exit(f"{self.game}: the tests fail before anything is changed: {told.get('failed')}")
            self.seconds = told["seconds"]
            for name in told["modules"]:
                with contextlib.suppress(Exception):
                    importlib.import_module(name)
        gc.freeze()

    def run(self, *words: str) -> tuple[int, dict[str, Any]]:
        """Pytest's exit code, or less than 0 for a test that hung, and what `Chosen` told."""
        heard = self.place / "told.json"
        heard.unlink(missing_ok=True)
        child = os.fork()
        if child == 0:
            self._be_the_child(heard, words)
        _, status = os.waitpid(child, 0)
        told = json.loads(heard.read_text()) if heard.exists() else {}
        self.noticed.update(told.get("failed", [])[:1])
        return os.waitstatus_to_exitcode(status), told

    def hold(self) -> None:
        """Collect the tests in a process that then waits for changes within functions; SystemExit when it cannot.

        No file may be changed before all is collected, so this waits, and sees whether the tests pass there, too.
        """
        self.line, other = Pipe()
        self.holder = os.fork()
        if self.holder == 0:
            self.line.close()
            with contextlib.suppress(BaseException):
                os.setpgid(0, 0)
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                self._be_silent()
                pytest.main([*WORDS, *self.tests], plugins=[Holder(self, other)])
            os._exit(0)
        other.close()
        try:
            self.line.recv()
        except EOFError:
            self.close()
            sys.exit(f"{self.game}: the tests cannot be collected")
        code, told = self.ask(Path(), "")
        if code != 0:
            self.close()
            sys.exit(f"{self.game}: the tests fail where they are held, before anything is changed: {told['failed']}")

    def ask(self, path: Path, after: str) -> tuple[int, dict[str, Any]]:
        """Like `run`, for a change within functions; another code than 0, 1 or one below 0 says nothing."""
        if self.line is None:
            return SAYS_NOTHING, {}
        try:
            self.line.send((path, after, self.noticed))
            code, failed = self.line.recv()
        except (EOFError, OSError):
            self.close()
            return SAYS_NOTHING, {}
        self.noticed.update(failed[:1])
        return code, {"failed": failed}

    def close(self) -> None:
        """End the process that holds the tests, and its children."""
        if self.line is not None:
            self.line.close()
            self.line = None
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.holder, signal.SIGKILL)
            os.waitpid(self.holder, 0)

    def _be_silent(self) -> None:
        os.environ["THEATRE_LAB_CACHE"] = str(self.place / "cache")
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        settings.register_profile("first-failure", phases=[Phase.explicit, Phase.generate], derandomize=True)
        settings.load_profile("first-failure")

    def _be_the_child(self, heard: Path, words: tuple[str, ...]) -> None:
        code = 3
        try:
            code = self._tried(heard, words)
        finally:  # whatever failed, only the parent goes on
            os._exit(code)

    def _tried(self, heard: Path, words: tuple[str, ...]) -> int:
        """Run the tests in the child, and tell what came of it in a file; pytest's exit code."""
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.alarm(LONGEST)
        self._be_silent()
        sys.dont_write_bytecode = True
        order = {name: (-self.noticed[name], seconds) for name, seconds in self.seconds.items()}
        chosen, code = Chosen(self.game, order, self.left_out), 3
        with contextlib.suppress(BaseException):
            code = int(pytest.main([*WORDS, *words, *self.tests], plugins=[chosen]))
        modules = sorted(name for name, module in list(sys.modules.items()) if self._is_of_others(module))
        heard.write_text(json.dumps({"seconds": chosen.seconds, "failed": chosen.failed, "modules": modules}))
        return code

    def _is_of_others(self, module: Any) -> bool:
        """Is it no part of the copy, so that no change can touch it?"""
        path = getattr(module, "__file__", None) or ""
        return path.endswith((".py", ".so")) and not path.startswith(str(self.place))


class Holder:
    """A plugin of pytest, for a process that collects the tests once and then tries every change in a fork of itself.

    A change is the file's text after it; what comes back is like what `Suite.run` gives.
    """

    def __init__(self, suite: Suite, line: Connection) -> None:
        self.suite, self.line = suite, line
        self.failed: list[str] = []
        self.chosen = Chosen(suite.game, {}, suite.left_out)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.chosen.pytest_collection_modifyitems(items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Tell that all is collected, and answer until nobody asks any more."""
        gc.freeze()
        if session.testsfailed:
            return False
        self.line.send("collected")
        with contextlib.suppress(EOFError):
            while True:
                path, after, self.suite.noticed = self.line.recv()
                answer, reply = Pipe()
                child = os.fork()
                if child == 0:
                    self._be_the_child(session.items, path, after, reply)
                _, status = os.waitpid(child, 0)
                self.line.send((os.waitstatus_to_exitcode(status), answer.recv() if answer.poll() else []))
        return True

    def _be_the_child(self, items: list[pytest.Item], path: Path, after: str, reply: Connection) -> None:
        code = SAYS_NOTHING
        try:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.alarm(LONGEST)
            if after:
                put_in_place(path, after)
            code = self._tried(items)
            reply.send(self.failed)
        finally:
            os._exit(code)

    def _tried(self, items: list[pytest.Item]) -> int:
        """Run the tests until one fails, those first that notice most in a second; pytest's exit code."""
        seconds, noticed = self.suite.seconds, self.suite.noticed
        for item in sorted(items, key=lambda item: -(noticed[item.nodeid] + 0.3) / (seconds[item.nodeid] + 0.01)):
            signal.setitimer(signal.ITIMER_PROF, SLOWEST + 10 * seconds[item.nodeid])
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            if self.failed:
                return int(pytest.ExitCode.TESTS_FAILED)
        signal.setitimer(signal.ITIMER_PROF, 0)
        return int(pytest.ExitCode.OK)


def without_bodies(source: str) -> str:
    """What a file says outside of its functions, those with a decorator apart; SyntaxError if it cannot be read.

    >>> without_bodies("A = 1\\ndef f():\\n    return 2") == without_bodies("A = 1\\ndef f():\\n    return 3")
    True
    """
    tree = ast.parse(source)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            node.body = [ast.Pass()]
    return ast.dump(tree)


def is_within_functions(before: str, after: str) -> bool:
    """Does a change touch nothing but bodies of functions? No, when the file can no longer be read."""
    try:
        return without_bodies(before) == without_bodies(after)
    except SyntaxError:
        return False


def put_in_place(path: Path, after: str) -> None:
    """Give the functions of a module that was read before the code that they have in a changed file."""
    module = sys.modules[".".join(path.with_suffix("").parts)]
    for code in compile(after, str(path), "exec").co_consts:
        function = getattr(module, code.co_name, None) if isinstance(code, types.CodeType) else None
        if isinstance(function, types.FunctionType):
            function.__code__ = code


def folder_of(game: str) -> Path:
    name = "the-theatre" if game == "the-theatre-draft" else game
    return Path("theatre_lab") / "games" / name.replace("-", "_")


def copied(place: Path) -> Path:
    """The package, its tests and their settings, where they may be changed."""
    for name in ("theatre_lab", "tests"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__", "browser"))
    shutil.copy(ROOT / "pyproject.toml", place)
    compileall.compile_dir(place, quiet=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    return place


def work_in(place: Path) -> None:
    """Import the package from the copy from now on, also where it was imported before."""
    os.chdir(place)
    sys.path[:0] = [str(place), str(place / "tests")]
    for name in [name for name in sys.modules if name.partition(".")[0] == "theatre_lab"]:
        del sys.modules[name]


def all_changes(files: list[str]) -> list[MutationSpec]:
    """Every change that could be seen, in the order of the files."""
    changes = [item.mutations[0] for item in _all_work_items([Path(name) for name in files], {})]
    return [change for change in changes if not is_harmless(change)]


def is_harmless(change: MutationSpec) -> bool:
    """Does it touch only what type checkers read, how a field is stored, or `==` for `is`: alike for small numbers?"""
    operator = change.operator_name
    line = change.module_path.read_text(encoding="utf-8").splitlines()[change.start_pos[0] - 1].strip()
    alike = operator.endswith(("Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq"))
    stored = operator.endswith("TrueWithFalse") and (" = byte(" in line or " = short(" in line)
    words = line.startswith(("def ", "@", "from ", "import ")) or ("BitOr" in operator and ": " in line)
    return alike or stored or words


def described(change: MutationSpec) -> str:
    """The file, the line and what is changed there, as the page and the output have it."""
    return told_of(change, *before_and_after(change))


def told_of(change: MutationSpec, before: str, after: str) -> str:
    rows = difflib.ndiff(before.splitlines(), after.splitlines())
    changed = " ".join(row[0] + " " + row[1:].strip() for row in rows if row[0] in "-+")
    return f"{change.module_path.name}:{change.start_pos[0]}: `{changed[:240]}`"


def before_and_after(change: MutationSpec) -> tuple[str, str]:
    """The text of the file without the change and with it."""
    before = change.module_path.read_bytes().decode("utf-8")
    operator = plugins.get_operator(change.operator_name)()
    return before, mutate_code(before, operator, change.occurrence) or before


def try_change(suite: Suite, change: MutationSpec) -> Tried:
    before, after = before_and_after(change)
    text, code = told_of(change, before, after), SAYS_NOTHING
    if is_within_functions(before, after):
        code, told = suite.ask(change.module_path, after)
    if code == SAYS_NOTHING:
        with use_mutation(change.module_path, plugins.get_operator(change.operator_name)(), change.occurrence):
            code, told = suite.run()
    if code == 0:
        return Tried(text, "")
    by = "the tests, which can no longer be read"
    if code < 0:
        by = "a test that did not end" if -code in (signal.SIGPROF, signal.SIGALRM) else "a test that ended Python"
    return Tried(text, "".join(f"`{Path(name).name}`" for name in told.get("failed", [])[:1]) or by)


def try_changes(suite: Suite, changes: list[MutationSpec], seconds: float) -> Iterator[Tried]:
    ends = time.monotonic() + seconds
    with contextlib.suppress(KeyboardInterrupt):
        for change in tqdm(changes, unit="change", desc=suite.game):
            if time.monotonic() > ends:
                return
            yield try_change(suite, change)


SURVIVOR = re.compile(r"^- (\w+\.py:\d+: `.*?`)(?:: noticed now by (.*))?$", re.MULTILINE)
"""A row of the page."""


def listed(changes: list[MutationSpec], section: str) -> list[MutationSpec]:
    """The changes that the page lists; what can no longer be made is printed and left out."""
    rows = [row[1] for row in SURVIVOR.finditer(section)]
    places = {row.partition(": ")[0] for row in rows}
    near = [change for change in changes if f"{change.module_path.name}:{change.start_pos[0]}" in places]
    found = {described(change): change for change in near}
    for row in rows:
        if row not in found:
            print(f"{row}: cannot be made any more")
    return [found[row] for row in rows if row in found]


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Change the rules of a game and see whether its tests notice.")
    parser.add_argument("game", choices=RULES)
    parser.add_argument("--file", action="append", help="only these files of the rules, such as scoring")
    parser.add_argument("--sample", type=int, help="so many changes, drawn by lot; all if not told")
    parser.add_argument("--seconds", type=float, default=3600, help="stop after so long and tell what was tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--quick", type=float, default=float("inf"), help="only tests that end in so many seconds; then run --again"
    )
    parser.add_argument("--again", action="store_true", help="only the survivors that docs/mutants.md lists")
    parser.add_argument("--write", action="store_true", help="keep the result in docs/mutants.md")
    return parser.parse_args()


def main() -> None:
    asked = parsed()
    with tempfile.TemporaryDirectory() as folder:
        place = copied(Path(folder))
        work_in(place)
        files = [str(folder_of(asked.game) / f"{name}.py") for name in asked.file or RULES[asked.game]]
        tests = [f"tests/games/{name}" for name in TESTS[asked.game]]
        suite = Suite(asked.game, place, tests + [f"tests/conformance/{name}" for name in EVERY_GAME])
        changes = all_changes(files)
        order = (
            listed(changes, section_on_page(asked.game)) if asked.again else drawn(changes, asked.sample, asked.seed)
        )
        suite.warm_up()
        suite.longest = asked.quick
        if not asked.again:
            suite.hold()
        print(f"{asked.game}: {len(changes)} changes there are, {len(order)} are tried", flush=True)
        started, tried = time.monotonic(), []
        with contextlib.closing(suite):
            for one in try_changes(suite, order, asked.seconds):
                tried.append(one)
                if asked.again or not one.noticed_by:
                    print(one.change + (f": {one.noticed_by or 'not noticed'}" if asked.again else ""), flush=True)
        os.chdir(ROOT)
    noticed = f"{sum(bool(one.noticed_by) for one in tried)} noticed"
    if asked.quick < float("inf"):
        noticed += " by the quick tests"
    minutes = (time.monotonic() - started) / 60
    told = f"{len(tried)} of {len(changes)} changes tried in {', '.join(files)}, {noticed} ({minutes:.0f} min)"
    print(told)
    if asked.write and tried:
        old, new = section_on_page(asked.game), f"{told}. Seed {asked.seed}."
        write_section(asked.game, again(old, tried) if asked.again else first(new, tried), REPORT)


def drawn(changes: list[MutationSpec], sample: int | None, seed: int) -> list[MutationSpec]:
    """So many of the changes in a random order; all when it is None or 0."""
    return random.Random(seed).sample(changes, min(len(changes), sample or len(changes)))


def first(told: str, tried: list[Tried]) -> str:
    """The section of a game after a run: what was tried, and the survivors."""
    return "\n".join([told, "", *sorted({f"- {one.change}" for one in tried if not one.noticed_by})])


def again(section: str, tried: list[Tried]) -> str:
    """The section of a game after its survivors were tried again: behind each the test that notices it now.

    >>> print(again("9 of 9 tried.\\n\\n- a.py:1: `- 1 + 2`", [Tried("a.py:1: `- 1 + 2`", "`test_a`")]))
    9 of 9 tried. Tried again, 1 of these 1 are noticed:
    <BLANKLINE>
    - a.py:1: `- 1 + 2`: noticed now by `test_a`
    """
    by = {one.change: one.noticed_by for one in tried}
    rows = []
    for row in SURVIVOR.finditer(section):
        noticed_by = by.get(row[1], row[2])
        rows.append(f"- {row[1]}" + (f": noticed now by {noticed_by}" if noticed_by else ""))
    noticed = sum(": noticed now by " in row for row in rows)
    told = section.strip().partition("\n")[0].partition(" Tried again,")[0]
    return "\n".join([f"{told} Tried again, {noticed} of these {len(rows)} are noticed:", "", *rows])


def section_on_page(game: str) -> str:
    return section_of(REPORT.read_text(encoding="utf-8"), game)


if __name__ == "__main__":
    main()
