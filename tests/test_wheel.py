"""The wheel and the source archive hold all that the package needs where it is installed.

They are made from a fresh clone, as a release is: what is not committed is not in them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAMES = {"overture": 2, "cabaret": 3, "the-theatre": 2, "the-theatre-draft": 2, "mythic-circus": 2}
"""Every game, and players enough for it."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh clone of the repository."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no git repository: there is nothing to clone")
    folder = tmp_path_factory.mktemp("clone") / "theatre_lab"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True, timeout=120)
    return folder


@pytest.fixture(scope="module")
def archives(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a source archive, and the wheel made from that archive, on a machine without Node."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(clone)]
    run = subprocess.run(
        command, capture_output=True, text=True, timeout=300, env=without_node(tmp_path_factory.mktemp("bin"))
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


def without_node(folder: Path) -> dict[str, str]:
    """An environment in which whoever asks for Node fails."""
    for name in ("node", "npm", "npx"):
        script = folder / name
        script.write_text("#!/bin/sh\necho no Node here >&2\nexit 97\n")
        script.chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    assert subprocess.run(["node", "--version"], env=environment, capture_output=True).returncode == 97
    return environment


@pytest.fixture(scope="module")
def wheel(archives: Path) -> zipfile.ZipFile:
    (path,) = archives.glob("*.whl")
    return zipfile.ZipFile(path)


def expected_files(clone: Path) -> set[str]:
    """Everything under theatre_lab/, and the notebooks."""
    package = {
        path.relative_to(clone).as_posix()
        for path in (clone / "theatre_lab").rglob("*")
        if path.is_file() and path.name != ".gitkeep"
    }
    notebooks = {f"theatre_lab/notebooks/{path.name}" for path in clone.glob("notebooks/*.ipynb")}
    return package | notebooks


def test_wheel_holds_the_package_and_nothing_else(wheel: zipfile.ZipFile, clone: Path) -> None:
    files = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert files == expected_files(clone)


@pytest.mark.parametrize(
    "pattern",
    [
        "theatre_lab/py.typed",
        "theatre_lab/notebooks/*.ipynb",
        "theatre_lab/widgets/static/*.js",
        "theatre_lab/widgets/static/*.css",
        "theatre_lab/games/*/data/*",
    ],
)
def test_wheel_holds_data(wheel: zipfile.ZipFile, pattern: str) -> None:
    found = [name for name in wheel.namelist() if Path(name).match(pattern)]
    assert found, f"no {pattern} in the wheel"
    assert all(wheel.getinfo(name).file_size for name in found if "py.typed" not in name)


def test_wheel_names_its_licence_script_and_python(wheel: zipfile.ZipFile) -> None:
    def meta(name: str) -> str:
        (path,) = [entry for entry in wheel.namelist() if entry.endswith(f".dist-info/{name}")]
        return wheel.read(path).decode("utf-8")

    metadata = meta("METADATA")
    assert "License-Expression: MIT" in metadata
    assert "Requires-Python: >=3.11" in metadata
    assert "theatre-lab = theatre_lab.cli:main" in meta("entry_points.txt")
    assert "theatre_lab contributors" in meta("licenses/LICENSE")


def test_source_archive_builds_on_its_own(archives: Path) -> None:
    """`build` made the wheel from it; it also carries what a reader wants to see."""
    (path,) = archives.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    wanted = {"README.md", "LICENSE", "pyproject.toml", "widgets/build.mjs", "tests/test_wheel.py"}
    assert wanted <= names
    assert not any("node_modules" in name or ".venv" in name for name in names)


# ------------------------------------------------------------------ installed


@pytest.fixture(scope="module")
def empty(archives: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("empty") / "env"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, timeout=120)
    python = folder / "bin" / "python"
    (path,) = archives.glob("*.whl")
    install(python, "--no-deps", "--no-index", str(path))
    return python


def install(python: Path, *what: str) -> None:
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr


def ask(python: Path, code: str) -> str:
    """What this code prints there; the checkout is out of its sight."""
    run = subprocess.run(
        [str(python), "-I", "-c", code], capture_output=True, text=True, timeout=120, cwd=python.parent
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("game", GAMES)
def test_a_move_from_python_needs_nothing_but_the_wheel(game: str, empty: Path) -> None:
    said = ask(
        empty,
        f"import json, theatre_lab as tl; match = tl.new_match({game!r}, {GAMES[game]}, seed=1);"
        "match.play(match.legal_actions()[0]);"
        "print(json.dumps([match.ply, tl.__file__, json.loads(match.record().to_json())['actions']]))",
    )
    plies, where, actions = json.loads(said)
    assert plies >= 1
    assert len(actions) == plies
    assert Path(where).is_relative_to(empty.parents[1])


def test_the_games_are_those_of_this_test(empty: Path) -> None:
    assert ask(empty, "import theatre_lab as tl; print(*sorted(tl.game_names()))").split() == sorted(GAMES)


def test_the_notebooks_are_found_where_the_wheel_is_installed(empty: Path) -> None:
    code = (
        "from theatre_lab.lab.notebooks import notebook_folder;"
        "print(*sorted(path.name for path in notebook_folder().iterdir()))"
    )
    names = ask(empty, code).split()
    assert [name for name in names if name.endswith(".ipynb")] == sorted(p.name for p in ROOT.glob("notebooks/*.ipynb"))


@pytest.mark.parametrize("game", GAMES)
def test_a_move_from_the_command_line(game: str, empty: Path, typer: Path, tmp_path: Path) -> None:
    opening = ask(
        empty, f"import theatre_lab as tl; print(tl.new_match({game!r}, {GAMES[game]}, seed=1).record().to_json())"
    )
    record, file = json.loads(opening), tmp_path / "game.jsonl"

    def command(name: str) -> dict[str, Any]:
        file.write_text(json.dumps(record) + "\n")
        run = subprocess.run([str(typer), name, str(file)], capture_output=True, text=True, timeout=120)
        assert run.returncode == 0, run.stdout + run.stderr
        answer: dict[str, Any] = json.loads(run.stdout)
        return answer

    record["actions"].append(command("legal")["actions"][0])
    assert command("replay")["ok"] is True
    record["actions"].append("fly to the moon")
    refused = subprocess.run(
        [str(typer), "replay", "-"], input=json.dumps(record), capture_output=True, text=True, timeout=120
    )
    assert json.loads(refused.stdout)["at"] == len(record["actions"]) - 1


@pytest.fixture(scope="module")
def typer(empty: Path) -> Path:
    """The package's command; it reads its arguments with typer."""
    install(empty, "typer")
    return empty.parent / "theatre-lab"
