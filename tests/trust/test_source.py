"""Data is never run: nothing in the source turns it into code, objects, commands or HTML, and files have one writer."""

from __future__ import annotations

import ast
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from trust.formats import MAKERS
from trust.fuzz import stream

from theatre_lab.core.errors import TheatreLabError

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "theatre_lab"

# What runs data, or makes objects of it. The few places that may, each with its reason.
RUNNING = {
    "eval", "exec", "compile", "__import__", "os.system", "os.popen", "pickle.load", "pickle.loads", "pickle.Unpickler",
    "marshal.load", "marshal.loads", "shelve.open", "yaml.load", "numpy.load", "pandas.read_pickle",
    "importlib.import_module", "runpy.run_path", "subprocess.call", "subprocess.run", "subprocess.Popen",
    "subprocess.check_output", "input", "breakpoint", "jsonpickle.decode",
}  # fmt: skip
MAY_RUN = {
    ("core/declaration.py", "exec"): "the copy function of a declared state, written from the names of its fields",
    (
        "games/__init__.py",
        "importlib.import_module",
    ): "the folders of the package itself, and packages that whoever installed or named them wants",
    ("lab/balance_command.py", "importlib.import_module"): "the report of a game, by names in the source",
    ("__init__.py", "importlib.import_module"): "the names that the package offers",
    ("lab/notebooks.py", "subprocess.call"): "JupyterLab, with a list of arguments",
    ("core/optional.py", "importlib.import_module"): "libraries that may be missing, by names in the source",
    ("teach/drills.py", "importlib.import_module"): "the drills of a game, which must be one of the games",
    ("teach/example.py", "importlib.import_module"): "the examples of a game, which must be one of the games",
    ("widgets/presenters.py", "importlib.import_module"): "the presenter of a game, which must be one of the games",
    ("bots/own.py", "importlib.import_module"): "a bot of one's own, named by whoever runs the command",
    ("bots/own.py", "exec"): "the file of a bot of one's own, named by whoever runs the command",
    ("bots/own.py", "compile"): "the same",
}
WRITING = {"write_text", "write_bytes", "mkdtemp", "copyfile", "copy2", "copytree", "move", "dump", "savetxt", "to_csv"}
MAY_WRITE = {
    ("core/records.py", "open"): "the one writer: a file beside it, then put in its place",
    ("lab/notebooks.py", "copyfile"): "into a file beside it, then put in its place",
}


def imported(tree: ast.AST) -> dict[str, str]:
    """What the names that a file imports stand for."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update({name.asname: name.name for name in node.names if name.asname})
        elif isinstance(node, ast.ImportFrom):
            names.update({name.asname or name.name: f"{node.module}.{name.name}" for name in node.names})
    return names


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call in a file, with the whole name of its function, however it was imported."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            first, dot, rest = ast.unparse(node.func).partition(".")
            yield names.get(first, first) + dot + rest, node


def every_call() -> Iterator[tuple[str, str, ast.Call]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for name, call in calls(path):
            yield path.relative_to(PACKAGE).as_posix(), name, call


def runs_data(name: str, call: ast.Call) -> bool:
    loads_objects = any(word.arg == "allow_pickle" for word in call.keywords)
    shell = any(word.arg == "shell" for word in call.keywords)
    return name in RUNNING or loads_objects or shell


def writes(name: str, call: ast.Call) -> bool:
    """Does the call open a file for writing, or write one past the package's own writer?"""
    if name in ("write_text", "theatre_lab.core.records.write_text"):  # the package's own
        return False
    last = name.rpartition(".")[2]
    if last == "open":
        modes = [*call.args[:2], *(word.value for word in call.keywords if word.arg == "mode")]
        texts = [each.value for each in modes if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        return any(re.fullmatch(r"[rwxab+t]{1,3}", text) and set(text) & set("wxa+") for text in texts)
    if last in ("move", "dump"):
        return name in ("shutil.move", "json.dump", "pickle.dump")
    return last in WRITING


def test_nothing_runs_data() -> None:
    found = {(file, name) for file, name, call in every_call() if runs_data(name, call)}
    assert found - set(MAY_RUN) == set()


def test_files_are_written_in_one_place() -> None:
    found = {(file, name.rpartition(".")[2]) for file, name, call in every_call() if writes(name, call)}
    assert found - set(MAY_WRITE) == set()


def test_only_whoever_runs_the_program_names_files_of_code() -> None:
    """A bot's file is named by whoever runs the command; no record, save or message can name one."""
    loading = {file for file, name, _ in every_call() if name.endswith(("spec_from_file_location", "exec_module"))}
    assert loading == {"bots/own.py"}
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if re.search(r"\bload_bot\b", path.read_text(encoding="utf-8"))
    }
    assert users <= {"bots/own.py", "bots/__init__.py", "lab/simulate.py", "lab/ratings.py"}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("eval(text)", True),
        ("pickle.loads(raw)", True),
        ("from pickle import loads\nloads(raw)", True),
        ("from pickle import loads as read\nread(raw)", True),
        ("import pickle as p\np.loads(raw)", True),
        ("import numpy as np\nnp.load(path)", True),
        ("numpy.load(path, allow_pickle=True)", True),
        ("subprocess.run(command, shell=True)", True),
        ("re.compile(text)", False),
        ("json.loads(text)", False),
    ],
)
def test_running_data_is_noticed(source: str, found: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(source)
    assert any(runs_data(name, call) for name, call in calls(path)) is found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("open(path, 'w')", True),
        ("path.open('ab')", True),
        ("path.write_text(text)", True),
        ("write_text(path, text)", False),
        ("json.dump(data, file)", True),
        ("from json import dump\ndump(data, file)", True),
        ("from shutil import move as put\nput(one, other)", True),
        ("from theatre_lab.core.records import write_text\nwrite_text(path, text)", False),
        ("open(path)", False),
        ("path.open('rb')", False),
        ("path.open(encoding='utf-8')", False),
    ],
)
def test_writing_past_the_writer_is_noticed(source: str, found: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(source)
    assert any(writes(name, call) for name, call in calls(path)) is found


# ------------------------------------------------------------------ the front end

INTO_PAGES = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc|createContextualFragment|"
    r"dangerouslySetInnerHTML|javascript:|location\.(?:href|assign|replace)|window\.open|set(?:Timeout|Interval)\(['\"`]"
)
SYMBOLS = "dangerouslySetInnerHTML={{ __html: symbols[id]"


def test_the_front_end_writes_no_html_but_its_own_symbols() -> None:
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted((ROOT / "widgets" / "src").rglob("*.ts*"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if INTO_PAGES.search(line)
    ]
    assert [line for line in found if SYMBOLS not in line] == []
    assert len(found) == 1


# ------------------------------------------------------------------ by behaviour

_watching: list[str] | None = None
_watcher = 0
"""The thread that reads: what others do meanwhile (compile in the background, say) is not its doing."""
_HARMFUL = (
    "exec", "compile", "pickle.find_class", "marshal.loads", "os.system", "os.exec", "subprocess.Popen", "import",
    "socket.connect", "ctypes.dlopen", "os.remove", "shutil.rmtree", "os.rename",
)  # fmt: skip


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _watching is not None and event in _HARMFUL and threading.get_ident() == _watcher:
        _watching.append(f"{event} {str(arguments)[:100]}")


@pytest.fixture(scope="module", autouse=True)
def _watched() -> None:
    sys.addaudithook(_hook)


def watched(read: Any, given: Any) -> list[str]:
    """What of consequence happens while an input is read."""
    global _watching, _watcher
    _watcher = threading.get_ident()
    _watching = seen = []
    try:
        read(given)
    except TheatreLabError:
        pass
    finally:
        _watching = None
    return seen


def test_the_watch_sees_what_is_run() -> None:
    assert watched(eval, "1 + 1")
    assert watched(lambda given: __import__("pickle").loads(given), b"cbuiltins\nlen\n.")


# Reading a report writes it to a file first, and a widget is made anew now and then.
@pytest.mark.parametrize("name", [name for name in MAKERS if name not in ("messages to widgets", "balance reports")])
def test_reading_runs_nothing(name: str) -> None:
    kind = MAKERS[name]()
    for index in range(60):  # whatever is imported late is there afterwards
        watched(kind.read, kind.make(stream(name, 5, index)))
    for index in range(60):
        assert watched(kind.read, kind.make(stream(name, 5, index))) == []
