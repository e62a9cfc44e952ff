"""The pages of docs/ are true: their Python runs, from top to bottom, as it stands."""

from __future__ import annotations

import ast
import doctest
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import theatre_lab as tl

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(
    path
    for path in DOCS.rglob("*.md")
    if "made" not in path.relative_to(DOCS).parts and "```python" in path.read_text(encoding="utf-8")
)


def test_there_are_pages_with_code() -> None:
    assert {"writing-a-bot.md", "class.md", "widgets.md", "start.md", "tour.md"} <= {path.name for path in PAGES}
    assert DOCS / "fifth-game" / "index.md" in PAGES


def run(page: Path) -> subprocess.CompletedProcess[str]:
    code = "\n".join(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL))
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_the_code_of_a_page_runs(page: Path) -> None:
    done = run(page)
    assert done.returncode == 0, done.stderr
    if page.stem == "writing-a-bot":
        assert "lobby_lover" in done.stdout
        assert "answered with an illegal action" in done.stdout
        assert "(OV-" in done.stdout


# ------------------------------------------------------------------ the papers of the project

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TABLES = {
    "To run": PROJECT["dependencies"],
    "To test": PROJECT["optional-dependencies"]["test"],
    "For these pages": PROJECT["optional-dependencies"]["docs"],
}


def rows(title: str) -> list[list[str]]:
    """The cells of the table under a heading of the page on dependencies, without its head."""
    text = (DOCS / "dependencies.md").read_text(encoding="utf-8")
    part = text.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in part.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def named(title: str) -> list[str]:
    return [row[0].strip("`") for row in rows(title)]


@pytest.mark.parametrize("title", TABLES)
def test_every_dependency_is_told_with_its_reason(title: str) -> None:
    assert named(title) == sorted(Requirement(text).name for text in TABLES[title])
    assert all(len(row[-1]) > 3 for row in rows(title))


def test_every_optional_dependency_is_told_with_its_extra() -> None:
    extras = {name: texts for name, texts in PROJECT["optional-dependencies"].items() if name not in ("test", "docs")}
    wanted = {(Requirement(text).name, extra) for extra, texts in extras.items() for text in texts}
    assert {(row[0].strip("`"), row[1].strip("`")) for row in rows("Optional")} == wanted


def test_every_dependency_of_the_front_end_is_told() -> None:
    package = json.loads((ROOT / "widgets" / "package.json").read_text(encoding="utf-8"))
    assert named("For the front end") == sorted({**package.get("dependencies", {}), **package["devDependencies"]})


def test_the_version_is_the_same_wherever_it_stands() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {tl.__version__}\n" in citation
    assert json.loads((ROOT / "widgets" / "package.json").read_text(encoding="utf-8"))["version"] == tl.__version__
    assert re.search(r"^license: MIT$", citation, flags=re.MULTILINE)
    for key in ("cff-version", "message", "title", "authors"):
        assert re.search(rf"^{key}:", citation, flags=re.MULTILINE), f"CITATION.cff lacks {key}"


def test_the_changelog_tells_of_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## (Unreleased|{re.escape(tl.__version__)}\b)", changes, flags=re.MULTILINE)


def test_the_map_of_the_code_names_what_there_is() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for folder in sorted(path.name for path in (ROOT / "theatre_lab").iterdir() if (path / "__init__.py").is_file()):
        assert f"{folder}/" in text or f"`{folder}`" in text, f"{folder}/ is not on the map"
    named_targets = set(re.findall(r"`?make ([a-z-]+)", text))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert [target for target in named_targets if not re.search(rf"^{target}\b.*:", makefile, flags=re.MULTILINE)] == []


SCRIPTS = sorted(
    path
    for folder in ("benchmarks", "binder", "lite", "tools", "tests/trust")
    for path in (ROOT / folder).rglob("*.py")
    if "node_modules" not in path.parts and re.search(r"^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
)
"""Files with examples beside the package, which pytest collects by itself."""


def test_there_are_scripts_with_examples() -> None:
    assert {"badges.py", "build.py", "reports.py"} <= {path.name for path in SCRIPTS}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_examples_of_scripts_are_true(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(path.parent))
    monkeypatch.syspath_prepend(str(ROOT / "tests"))
    name = f"script_{path.stem}"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    try:
        spec.loader.exec_module(module)
    except ModuleNotFoundError as missing:
        if missing.name != "cosmic_ray":
            raise
        pytest.skip("cosmic-ray is not installed; it belongs to the extra 'trust'")
    found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert found.attempted
    assert not found.failed


# ------------------------------------------------------------------ the public names of the package


def uses(code: ast.AST) -> Iterator[str]:
    """The names that a piece of code reads, its annotations aside."""
    for place, part in ast.iter_fields(code):
        for node in part if isinstance(part, list) else [part]:
            if isinstance(node, ast.AST) and place not in ("annotation", "returns"):
                yield from uses(node)
    if isinstance(code, (ast.Name, ast.Attribute)) and isinstance(code.ctx, ast.Load):
        yield code.id if isinstance(code, ast.Name) else code.attr


def examples_of(docstring: str | None) -> list[doctest.Example]:
    return doctest.DocTestParser().get_examples(docstring or "")


def shown_in(docstring: str | None) -> set[str]:
    """The names that the examples use; to import, mention, print or assign a name does not show it."""
    return {name for example in examples_of(docstring) for name in uses(ast.parse(example.source))}


def listed_in(module: ast.Module) -> set[str]:
    """The names in `__all__`, with what is added to it."""
    listed: set[str] = set()
    for node in module.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(to, ast.Name) and to.id == "__all__" for to in targets):
            listed |= set(ast.literal_eval(node.value))
    return listed


def public_names(source: str) -> dict[str, bool]:
    """The functions and classes of a module that `__all__` lists: is each shown in an example?

    An example stands in the docstring of the name itself, or uses the name in that of the module. A function's own
    example uses the function; that of a class may take the object from wherever it is made.
    """
    module = ast.parse(source)
    listed, shown = listed_in(module), shown_in(ast.get_docstring(module))
    found = {}
    for node in module.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.name in listed:
            own = ast.get_docstring(node)
            has_own = examples_of(own) if isinstance(node, ast.ClassDef) else node.name in shown_in(own)
            found[node.name] = bool(has_own) or node.name in shown
    return found


def test_an_example_is_told_from_a_mere_mention() -> None:
    source = '''
"""A module that mentions `bare` and shows `whole`, `Base` and `part`.

>>> from somewhere import imported, whole
>>> whole(1)  # noted
'bare'
>>> texts = {"quoted": 1}
>>> typed: Typed = 3
>>> assigned = 4
>>> class Shown(Base):
...     def part(self, one: Typed) -> Typed: return one.part
"""
__all__: list[str] = [
    "Base", "Own", "Typed", "assigned", "bare", "imported", "noted", "part", "quoted", "whole",
]
__all__ += ["late", "other"]
def bare(): "Says nothing."
def imported(): "Only imported."
def noted(): "Only in a comment."
def quoted(): "Only in a text."
def assigned(): "Only given a value."
def part(): "Read from something."
def whole(n): "A number."
def hidden(): "Not public."
def other():
    """Shows another.

    >>> whole(2)
    """
def late():
    """Shows itself.

    >>> late()
    """
class Base: "A base."
class Typed: "Only an annotation."
class Own:
    """Has one of its own.

    >>> whole(3).own
    """
'''
    names = public_names(source)
    assert {name for name, is_shown in names.items() if is_shown} == {"Base", "Own", "late", "part", "whole"}
    assert set(names) == {
        "Base", "Own", "Typed", "assigned", "bare", "imported", "late", "noted", "other", "part", "quoted", "whole",
    }  # fmt: skip


def test_every_public_name_has_an_example() -> None:
    names = {
        f"{path.relative_to(ROOT).as_posix()}: {name}": is_shown
        for path in sorted((ROOT / "theatre_lab").rglob("*.py"))
        for name, is_shown in public_names(path.read_text(encoding="utf-8")).items()
    }
    assert len(names) > 300
    without = [name for name, is_shown in names.items() if not is_shown]
    assert not without, f"no >>> example shows {'; '.join(without)}"
