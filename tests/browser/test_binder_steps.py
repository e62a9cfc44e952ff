"""Binder's steps replayed in a clean environment from a fresh clone: install, postBuild, start, open, play, run again.

This is not Binder: its machines, its base image and its waiting times are not here. `tests/test_binder.py` holds what
can be told about those from afar.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest
from browser.harness import NOTEBOOKS, ROOT, Jupyter, Server
from browser.test_notebooks import cell_with
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.slow

MEMORY = 1.5e9
"""Bytes that the server and its kernels may take together; Binder gives 1 to 2 GB."""
REPLAYED = ("00-welcome.ipynb", "02-cabaret.ipynb")
"""The notebooks that nbval runs there; `make nbval` runs them all, in the developers' environment."""
NAMES = sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))


def run(*command: object, cwd: Path, timeout: int = 900, **more: str) -> str:
    """Run a step and return what it printed."""
    environment = {**os.environ, **more}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, timeout=timeout
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh clone of the repository."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no git repository: there is nothing to clone")
    folder = tmp_path_factory.mktemp("binder") / "repository"
    run("git", "clone", "--quiet", ROOT, folder, cwd=ROOT)
    return folder


@pytest.fixture(scope="module")
def python(clone: Path) -> Path:
    """The Python of a clean environment after `pip install -r binder/requirements.txt` and `binder/postBuild`."""
    version = (clone / "binder" / "runtime.txt").read_text().strip().removeprefix("python-")
    if sys.version_info[:2] != tuple(map(int, version.split("."))):
        pytest.skip(f"Binder's Python is {version}; this is {sys.version.split()[0]}")
    environment = clone.parent / "environment"
    run(sys.executable, "-m", "venv", environment, cwd=clone)
    programs = environment / "bin"
    run(programs / "python", "-m", "pip", "install", "--quiet", "-r", "binder/requirements.txt", cwd=clone)
    run(clone / "binder" / "postBuild", cwd=clone, PATH=f"{programs}{os.pathsep}{os.environ['PATH']}")
    return programs / "python"


class Replayed(Server):
    """JupyterLab of the clean environment, showing the clone."""

    @property
    def work(self) -> Path:
        """The clone."""
        return self.folder / "repository"


@pytest.fixture(scope="module")
def server(clone: Path, python: Path) -> Iterator[Replayed]:
    """The running server."""
    replayed = Replayed("lab", clone.parent, python=str(python))
    replayed.start(timeout=240)
    yield replayed
    replayed.stop()


def taken(server: Server) -> float:
    """The bytes that the server and its kernels take; what they share is counted once."""
    assert server.process is not None
    parent = psutil.Process(server.process.pid)
    return float(sum(each.memory_full_info().pss for each in [parent, *parent.children(recursive=True)]))


def test_the_installed_package_is_the_clones(clone: Path, python: Path) -> None:
    where = run(python, "-I", "-c", "import theatre_lab; print(theatre_lab.__file__)", cwd=clone.parent).strip()
    assert Path(where).is_relative_to(clone.parent / "environment")


def test_post_build_turned_the_popup_off(python: Path) -> None:
    told = (python.parents[1] / "etc" / "jupyter" / "labconfig" / "page_config.json").read_text()
    assert json.loads(told)["disabledExtensions"] == {"@jupyterlab/apputils-extension:announcements": True}


@pytest.mark.parametrize("name", NAMES)
def test_every_notebook_is_served(name: str, server: Replayed) -> None:
    content = server.request(f"/api/contents/notebooks/{name}")
    assert content["type"] == "notebook"
    assert content["content"]["cells"]


def test_a_move_is_played_within_the_memory(server: Replayed, context: BrowserContext) -> None:
    """A searching bot thinks on compiled rules beside the lesson: more a session hardly takes."""
    page = context.new_page()
    lab = Jupyter(page, server, "")
    lab.visit("notebooks/00-welcome.ipynb")
    index = cell_with("00-welcome.ipynb", "tl.table(")
    lab.run_cell(index, 120)
    table = lab.output(index).locator(".theatre-lab")
    table.get_by_role("button", name="Draw from the deck").click()
    expect(table.locator("small", has_text=re.compile("You hold 2 of 3"))).to_be_visible()
    before = taken(server)
    thought = lab.evaluate_in_kernel(
        "tl.simulate('overture', ['hard', 'greedy'], games=1, seed=1, theatre='blackbox').backend", timeout=600
    )
    after = taken(server)
    print(f"server and kernel: {before / 1e6:.0f} MB after a move, {after / 1e6:.0f} MB after a searching bot's game")
    lab.close()
    assert thought == "'compiled'"
    assert max(before, after) < MEMORY


def test_stored_outputs_come_again(clone: Path, python: Path, server: Replayed) -> None:
    """With the versions that Binder installs."""
    server.end_sessions()
    run(python, "-m", "pip", "install", "--quiet", "nbval", cwd=clone)
    run(
        python, "-m", "pytest", "-q", "--nbval", "--nbval-current-env", "--nbval-cell-timeout=240",
        "-p", "no:cacheprovider", *(f"notebooks/{name}" for name in REPLAYED), cwd=clone, PYTHONHASHSEED="0",
    )  # fmt: skip
