"""The notebooks outside JupyterLab: one move each in Notebook 7 and in Voila; `docs/elsewhere.md` tells the rest."""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from browser.harness import NOTEBOOKS, ROOT, Server, free_port
from browser.test_lite import is_foreign
from browser.test_notebooks import cell_with
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.harness import Jupyter
    from playwright.sync_api import Browser, Locator

NAME = "00-welcome.ipynb"


class Voila(Server):
    """A Voila server that shows the welcome notebook as a page."""

    def start(self, timeout: float = 120) -> None:
        """Start the server and wait until it answers."""
        self.work.mkdir(parents=True)
        self._write_settings()
        shutil.copyfile(NOTEBOOKS / NAME, self.work / NAME)
        self.port = free_port()
        command = [
            sys.executable, "-m", "voila", NAME, "--no-browser", f"--port={self.port}", "--Voila.ip=127.0.0.1",
            "--VoilaExecutor.timeout=240", "--VoilaConfiguration.progressive_rendering=False",
        ]  # fmt: skip
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=self.work, env=self._environment(), stdout=log, stderr=log)
        self._wait_until_it_answers(timeout)

    def request(self, path: str, method: str = "GET") -> None:
        """Ask whether it listens: opening the page itself would run the notebook."""
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(f"{self.url}/voila/static/none", timeout=20).close()

    def end_sessions(self) -> None:
        """Voila ends its kernels with itself."""


@pytest.fixture
def voila(tmp_path: Path) -> Iterator[Voila]:
    """A running Voila."""
    server = Voila("lab", tmp_path / "voila")
    server.start()
    yield server
    server.stop()


def draw_from_the_deck(table: Locator) -> None:
    """The first move of the welcome table, and its answer."""
    expect(table).to_be_visible(timeout=60_000)
    table.get_by_role("button", name="Draw from the deck").click()
    expect(table.locator("small", has_text="You hold 2 of 3")).to_be_visible(timeout=60_000)


def test_a_move_in_notebook_7(notebook7: Jupyter) -> None:
    notebook7.open(NAME)
    index = cell_with(NAME, "tl.table(")
    notebook7.run_cell(index)
    draw_from_the_deck(notebook7.output(index).locator(".theatre-lab"))


def test_a_move_in_voila_without_a_network(chromium: Browser, voila: Voila, request: pytest.FixtureRequest) -> None:
    page = chromium.new_page()
    request.node.browser_pages = [page]
    failed: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.route(is_foreign, lambda route: (asked.append(urlsplit(route.request.url).path), route.abort()))
    page.goto(voila.url, timeout=240_000)
    draw_from_the_deck(page.locator(".theatre-lab").first)
    assert "Traceback" not in page.content()
    assert failed == []
    assert [path for path in asked if not path.endswith(".css")] == [], "Voila's own page asks for icons, for no code"
    page.close()


def test_the_page_about_other_places_names_what_was_tried() -> None:
    """Voila and Notebook 7 are tried above in the versions installed here; the page says the same major versions."""
    from importlib.metadata import version

    text = (ROOT / "docs" / "elsewhere.md").read_text()
    for name, shown in (("voila", "Voila"), ("notebook", "Notebook"), ("jupyterlab", "JupyterLab")):
        told = re.search(rf"{shown} (\d+(\.\d+)?)", text)
        assert told, f"{shown} and its version"
        assert version(name).startswith(told[1])
