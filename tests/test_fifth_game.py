"""A game of one's own: found from its own folder, held to the same rules as the four, and used like them."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import theatre_lab as tl
from theatre_lab.core.errors import OptionError

ROOT = Path(__file__).resolve().parents[1]
FIFTH = ROOT / "docs" / "fifth-game"


def python(*arguments: str, path: list[Path], timeout: int = 600) -> str:
    """What a fresh Python prints that finds packages in these folders, too."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**inherited, "PYTHONPATH": os.pathsep.join(map(str, path))},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def install(site: Path, project: Path) -> None:
    """What an installer leaves in `site` for the entry points that a project names."""
    data = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = site / f"{data['name'].replace('-', '_')}-{data['version']}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {data['name']}\nVersion: {data['version']}\n")
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
        for group, points in data["entry-points"].items()
    ]
    (folder / "entry_points.txt").write_text("\n".join(groups))


# ------------------------------------------------------------------ the game of the documentation


@pytest.mark.slow
def test_the_fifth_game_passes_what_every_game_must_pass(tmp_path: Path) -> None:
    install(tmp_path, FIFTH)
    command = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "tests/conformance"]
    told = python(*command, "-k", "curtain-call", path=[tmp_path, FIFTH])
    passed = int(told.rsplit(" passed", 1)[0].rsplit(None, 1)[-1])
    assert passed >= 150
    assert "failed" not in told


USED = """
import theatre_lab as tl
from theatre_lab.bots import analyse
from theatre_lab.core.compiled import compiled_backend, list_backend

if __name__ == "__main__":
    match = tl.new_match("curtain-call", 3, seed=4)
    for backend in (list_backend(match.game), compiled_backend(match.game)):
        found = analyse(match.view(0), iterations=40, seed=1, backend=backend)
        print(backend.name, found.action in match.view(0).actions())
    alone = tl.simulate("curtain-call", ["hard", "random"], games=2, seed=1)
    print(alone.backend, alone.games)
    shared = tl.simulate("curtain-call", ["greedy", "random"], games=40, seed=1, workers=2)
    print(shared == tl.simulate("curtain-call", ["greedy", "random"], games=40, seed=1))
"""


@pytest.mark.slow
def test_an_installed_game_is_played_searched_and_simulated_everywhere(tmp_path: Path) -> None:
    install(tmp_path, FIFTH)
    script = tmp_path / "used.py"
    script.write_text(USED)
    told = python(str(script), path=[tmp_path, FIFTH]).splitlines()
    assert told[:4] == ["lists True", "compiled True", "compiled 2", "True"]
    listed = python("-m", "theatre_lab", "simulate", "curtain-call", "--players", "greedy,random", "--games", "4",
                    path=[tmp_path, FIFTH])  # fmt: skip
    assert "Curtain Call, 4 games" in listed


ADDED = """
from pathlib import Path

import theatre_lab as tl

if __name__ == "__main__":
    print(tl.add_games("curtain_call"), tl.add_games("curtain_call"))
    first = f"{Path(__file__).parent}/added_bot.py:first"
    result = tl.simulate("curtain-call", [first, "random"], games=40, seed=1, workers=2)
    print(result.games, tl.why("CC-P2").clause.title)
"""


def test_a_game_that_is_only_added_is_known_to_the_worker_processes(tmp_path: Path) -> None:
    (tmp_path / "added_bot.py").write_text("def first(view):\n    return view.actions()[0]\n")
    script = tmp_path / "added.py"
    script.write_text(ADDED)
    told = python(str(script), path=[FIFTH]).splitlines()
    assert told == ["['curtain-call'] ['curtain-call']", "40 Top billing"]


def test_nothing_outside_its_folder_is_about_the_fifth_game() -> None:
    for path in (ROOT / "theatre_lab").rglob("*.py"):
        assert "curtain_call" not in path.read_text(encoding="utf-8"), path


# ------------------------------------------------------------------ what does not fit


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("", "must name its games in GAMES"),
        ("GAMES = ()", "must name its games in GAMES"),
        ("GAMES = ('overture',)", "must name its games in GAMES"),
        (
            "from theatre_lab.games.cabaret import Cabaret\nclass Mine(Cabaret): pass\nGAMES = (Mine(),)",
            "there is one of that name",
        ),
    ],
)
def test_a_package_that_does_not_fit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, complaint: str
) -> None:
    name = f"unfit_{abs(hash(source))}"
    (tmp_path / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    before = tl.game_names()
    with pytest.raises(OptionError, match=complaint) as refusal:
        tl.add_games(name)
    assert name in str(refusal.value)
    assert tl.game_names() == before


@pytest.mark.parametrize("module", ["", None, 3])
def test_what_is_no_package_name_is_refused(module: object) -> None:
    with pytest.raises(OptionError, match="the name of a package"):
        tl.add_games(module)  # type: ignore[arg-type]


def test_an_installed_game_that_is_broken_is_told_and_the_others_stay(tmp_path: Path) -> None:
    folder = tmp_path / "broken-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (folder / "entry_points.txt").write_text("[theatre_lab.games]\nbroken = no_such_package\n")
    told = python("-c", "import theatre_lab as tl; print(tl.game_names())", path=[tmp_path])
    assert "the distribution 'broken': the module 'no_such_package' cannot be imported" in told
    assert "'overture'" in told
