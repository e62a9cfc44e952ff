"""The house rules that no single module can hold: who may import whom, and what stays out."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "theatre_lab"
# Each layer may import itself and those to its left.
LAYERS = ["core", "games", "api", "bots", "lab", "plots", "teach", "widgets", "cli", "__main__"]
STANDARD_ONLY = ["core", "games"]
# The one module that turns rules into compiled code, and only when it is asked to.
COMPILER = "core/compiled.py"


@dataclass(frozen=True)
class Import:
    """One imported module: where the statement stands, and whether it runs on import."""

    file: str
    line: int
    module: str
    on_import: bool

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.module}"

    @property
    def parts(self) -> list[str]:
        return self.module.split(".")


def imports_of(path: Path, package: Path = PACKAGE) -> list[Import]:
    """Every import in a file, relative ones spelled out, those for type checkers left out."""
    name = path.relative_to(package).as_posix()
    here = [package.name, *path.relative_to(package).parent.parts]
    found: list[Import] = []

    def visit(node: ast.AST, on_import: bool) -> None:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            children: list[ast.AST] = list(node.orelse)
        else:
            children = list(ast.iter_child_nodes(node))
        for module in modules(node, here):
            found.append(Import(name, node.lineno, module, on_import))
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in children:
            visit(child, on_import and not inside)

    visit(ast.parse(path.read_text(encoding="utf-8")), True)
    return found


def modules(node: ast.AST, here: list[str]) -> Iterator[str]:
    """The modules that a statement imports; `from package import name` counts as package.name."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        start = here[: len(here) - node.level + 1] if node.level else []
        base = ".".join([*start, *([node.module] if node.module else [])])
        yield from (f"{base}.{alias.name}" for alias in node.names)


def layer_of(import_: Import) -> str:
    return import_.file.split("/")[0].removesuffix(".py")


def wrong_way(import_: Import) -> bool:
    """Does a layer reach for one above it, or for the package that gathers them all?"""
    if import_.parts[0] != PACKAGE.name or layer_of(import_) not in LAYERS:
        return False
    target = [*import_.parts, ""][1]
    if target not in LAYERS:
        return not (layer_of(import_) in ("cli", "widgets") and target == "__version__")
    return LAYERS.index(target) > LAYERS.index(layer_of(import_))


ALL_IMPORTS = [import_ for path in sorted(PACKAGE.rglob("*.py")) for import_ in imports_of(path)]


def test_layers_are_all_there_is() -> None:
    names = {
        path.stem
        for path in PACKAGE.iterdir()
        if (path.suffix == ".py" or any(path.rglob("*.py"))) and path.stem != "__init__"
    }
    assert names <= set(LAYERS), "a new layer needs its place in LAYERS"


def test_imports_run_one_way() -> None:
    assert [str(import_) for import_ in ALL_IMPORTS if wrong_way(import_)] == []


def test_no_game_imports_another() -> None:
    def foreign(import_: Import) -> bool:
        own = import_.file.split("/")
        return (
            len(own) > 2
            and own[0] == "games"
            and import_.parts[:2] == [PACKAGE.name, "games"]
            and import_.parts[2] != own[1]
        )

    assert [str(import_) for import_ in ALL_IMPORTS if foreign(import_)] == []


def test_core_and_games_need_only_the_standard_library() -> None:
    outside = [
        import_
        for import_ in ALL_IMPORTS
        if layer_of(import_) in STANDARD_ONLY and import_.parts[0] not in {*sys.stdlib_module_names, PACKAGE.name}
    ]
    allowed = {import_ for import_ in outside if import_.file == COMPILER and not import_.on_import}
    assert [str(import_) for import_ in outside if import_ not in allowed] == []


def test_numba_enters_in_one_place() -> None:
    assert {i.file for i in ALL_IMPORTS if i.parts[0] in ("numba", "llvmlite")} <= {COMPILER}


@pytest.mark.parametrize(
    ("file", "source", "wrong"),
    [
        ("core/a.py", "from theatre_lab.games import get_game", True),
        ("core/a.py", "def f():\n    import theatre_lab.bots.greedy", True),
        ("games/b/c.py", "from ...widgets import table", True),
        ("games/b/c.py", "from theatre_lab import new_match", True),
        ("teach/a.py", "import theatre_lab as tl", True),
        ("games/b/c.py", "from . import scoring\nfrom ...core import errors", False),
        ("plots/a.py", "from theatre_lab.lab import simulate", False),
        ("lab/a.py", "from theatre_lab.plots import points", True),
        ("cli.py", "from theatre_lab import __version__\nimport theatre_lab.lab", False),
    ],
)
def test_wrong_way_is_noticed(tmp_path: Path, file: str, source: str, wrong: bool) -> None:
    package = tmp_path / PACKAGE.name
    path = package / file
    path.parent.mkdir(parents=True)
    path.write_text(source)
    assert any(wrong_way(import_) for import_ in imports_of(path, package)) is wrong


def python(code: str, **environment: str) -> str:
    """What a fresh Python prints; its complaint if it fails."""
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        cwd=ROOT,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


IMPORT_ALL = """
import importlib, pkgutil, sys
for hidden in {hidden}:
    sys.modules[hidden] = None
import theatre_lab.core, theatre_lab.games
for package in (theatre_lab.core, theatre_lab.games):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
names = theatre_lab.games.game_names()
print(len(names), *sorted({{"numpy", "numba", "pandas", "plotly", "IPython"}} & set(sys.modules)))
"""


def test_engines_load_no_numpy_and_no_numba() -> None:
    count, *loaded = python(IMPORT_ALL.format(hidden=[])).split()
    assert loaded == []
    assert int(count) >= 1


def test_engines_load_where_numpy_and_numba_are_missing() -> None:
    python(IMPORT_ALL.format(hidden=["numpy", "numba", "scipy"]))


CALLS = """
import json
from theatre_lab.bots import kernel
from theatre_lab.core.compiled import functions_of, game_functions
from theatre_lab.games import game_names, get_game
calls = {}
for name in game_names():
    functions = functions_of(kernel) | game_functions(get_game(name))
    calls[name] = {name: list(set(f.__code__.co_names) & set(functions)) for name, f in functions.items()}
print(json.dumps(calls))
"""


def circle(calls: dict[str, list[str]]) -> list[str]:
    """Functions that call each other in a circle; empty if there are none."""
    finished: set[str] = set()

    def walk(path: list[str]) -> list[str]:
        if path[-1] in path[:-1]:
            return path[path.index(path[-1]) :]
        for callee in calls[path[-1]] if path[-1] not in finished else ():
            if found := walk([*path, callee]):
                return found
        finished.add(path[-1])
        return []

    return next((found for name in calls if (found := walk([name]))), [])


def test_no_rule_calls_itself() -> None:
    """Compiled functions that call each other in a circle crash Python when they come from numba's disk cache."""
    games = json.loads(python(CALLS))
    assert {name: found for name, calls in games.items() if (found := circle(calls))} == {}


def test_a_circle_is_noticed() -> None:
    assert circle({"deal": ["turn"], "turn": ["end"], "end": ["turn"]}) == ["turn", "end", "turn"]
    assert circle({"deal": ["turn", "end"], "turn": ["end"], "end": []}) == []


SIMULATE = """
import sys
from theatre_lab.cli import main
sys.argv[1:] = "simulate overture --players greedy,random --games 6 --seed 7 --json".split()
main()
"""


@pytest.mark.slow
def test_simulation_does_not_depend_on_the_order_of_sets() -> None:
    answers = [python(SIMULATE, PYTHONHASHSEED=seed) for seed in ("0", "1", "271828")]
    assert '"games": 6' in answers[0]
    for first, second in pairwise(answers):
        assert first == second


# Addresses of package registries, downloads, and folders of one machine.
FORBIDDEN = {
    "a package registry": re.compile(
        r"https?://[\w.-]*(?:registry|pypi|npm|pythonhosted|mirror|debian)[\w.-]*", re.IGNORECASE
    ),
    "a download": re.compile(r"https?://[^\s\"']+[.](?:whl|tgz|deb|tar[.]gz|zip)\b"),
    "a lockfile address": re.compile(r"\"resolved\": *\"http"),
    "a folder of one machine": re.compile(r"(?<![\w.:/$}-])/(?:work|root|home/\w+)/\w"),
}


def tracked_files() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: nobody knows which files belong to the repository")
    listing = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [ROOT / name for name in listing.stdout.split("\0") if name]


def forbidden_in(text: str) -> list[str]:
    return [f"{what}: {match.group()}" for what, pattern in FORBIDDEN.items() if (match := pattern.search(text))]


def test_no_tracked_file_names_a_registry_or_a_machine() -> None:
    texts = [path for path in tracked_files() if path.is_file() and path.suffix != ".png"]
    assert texts
    faults = {path.name: forbidden_in(path.read_text(encoding="utf-8")) for path in texts}
    assert {name: found for name, found in faults.items() if found} == {}


def test_forbidden_addresses_are_noticed() -> None:
    https = "https:/"
    assert forbidden_in(f"see {https}/my-registry.example/simple")
    assert forbidden_in(f"get {https}/files.example/a.whl")
    assert forbidden_in('"resolved": ' + '"http://x"')
    assert forbidden_in("saved in " + "/".join(["", "work", "main"]))
    assert not forbidden_in(f"{https}/jupyter.org and theatre_lab/work/x and ./work/x")
