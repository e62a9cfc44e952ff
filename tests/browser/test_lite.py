"""The site that runs in a browser alone: built, shown by a plain file server, and played with the network cut off."""

from __future__ import annotations

import functools
import http.server
import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from browser.harness import NOTEBOOKS, ROOT, Jupyter, Server
from browser.test_notebooks import PLOT, cell_with, sources
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Route

pytestmark = pytest.mark.slow

LOCAL = ("127.0.0.1", "localhost")
START = 240
"""Seconds in which the browser's Python has to be there, on a machine that is busy with other things."""


class Files(http.server.SimpleHTTPRequestHandler):
    """A server of files and nothing else, that keeps quiet."""

    def log_message(self, format: str, *args: object) -> None:
        pass


class Site(Server):
    """The built site, with the part of a Jupyter server that the harness asks for."""

    def request(self, path: str, method: str = "GET") -> None:
        """There is nothing to ask: this server only has files."""


class Lite(Jupyter):
    """A page of the site."""

    def visit(self, path: str) -> None:
        """Open one of the site's notebooks and wait for its Python."""
        self.path = path
        self.page.goto(f"{self.server.url}/lab/index.html?path={path}")
        self.wait_connected(START)

    def evaluate_in_kernel(self, expression: str, timeout: float = START) -> str:
        """The `repr` of an expression: this kernel knows no other way than to run it."""
        return str(
            self._evaluate_promise(
                f"""new Promise((resolve, reject) => {{
                    const run = window.jupyterapp.shell.currentWidget.context.sessionContext.session.kernel
                        .requestExecute({{code: {json.dumps(expression)}, store_history: false}});
                    run.onIOPub = message => {{
                        const {{data, evalue}} = message.content;
                        if (message.header.msg_type === 'execute_result') resolve(data['text/plain']);
                        if (message.header.msg_type === 'error') reject(evalue);
                    }};
                    run.done.then(() => reject('no answer'));
                }})""",
                timeout,
            )
        )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site as `make lite` builds it."""
    folder = tmp_path_factory.mktemp("lite")
    command = [sys.executable, str(ROOT / "lite" / "build.py"), "--output", str(folder / "site")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    print(done.stdout.splitlines()[0])
    files = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(folder / "site")))
    threading.Thread(target=files.serve_forever, daemon=True).start()
    yield Site("lab", folder, port=files.server_port)
    files.shutdown()
    files.server_close()


@pytest.fixture
def offline(chromium: Browser) -> Iterator[tuple[BrowserContext, list[str]]]:
    """A browser profile that reaches this machine alone, and every other address that it asked for."""
    context, asked = chromium.new_context(viewport={"width": 1280, "height": 900}), list[str]()

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    context.route(is_foreign, refuse)
    context.on("request", lambda request: asked.append(request.url) if is_foreign(request.url) else None)
    yield context, asked
    context.close()


def is_foreign(url: str) -> bool:
    """Is this an address on another machine?"""
    parts = urlsplit(url)
    return parts.scheme in ("http", "https", "ws", "wss") and parts.hostname not in LOCAL


@pytest.fixture
def lite(site: Site, offline: tuple[BrowserContext, list[str]], request: pytest.FixtureRequest) -> Iterator[Lite]:
    """A page of the site; afterwards: nothing but the site was asked for anything."""
    context, asked = offline
    page = context.new_page()
    request.node.browser_pages = [page]
    shown = Lite(page, site, "")
    request.node.browser_logs = [("what the browser's console said", shown.errors)]
    yield shown
    assert asked == []


def test_the_guard_sees_a_request_to_another_machine(site: Site, offline: tuple[BrowserContext, list[str]]) -> None:
    context, asked = offline
    page = context.new_page()
    page.goto(f"{site.url}/jupyter-lite.json")
    failed = page.evaluate("() => fetch('https://theatre.invalid/x').then(() => 'reached', () => 'cut off')")
    assert failed == "cut off"
    assert "https://theatre.invalid/x" in asked


def first_move(lite: Lite, name: str, cell: str, play: str) -> Locator:
    """Open a lesson, run the cell of its table and play one move there; tells the seconds until it is drawn."""
    begin = time.monotonic()
    lite.visit(name)
    index = cell_with(name, cell)
    lite.run_cell(index, START)
    table = lite.output(index).locator(".theatre-lab").first
    expect(table).to_be_visible(timeout=60_000)
    before = table.get_attribute("data-ply") or ""
    if play:
        table.get_by_role("button", name=play).click()
    else:
        table.locator(".hand .card:not(.is-illegal)").last.click()
        table.locator(".prompt").get_by_role("button", name=re.compile("^Play ")).click()
    expect(table).not_to_have_attribute("data-ply", before, timeout=60_000)
    print(f"{name}: the first move is drawn {time.monotonic() - begin:.0f} s after the page was asked for")
    return table


def test_overture_is_played_in_the_browser_alone(lite: Lite) -> None:
    name = "00-welcome.ipynb"
    table = first_move(lite, name, "tl.table(", "Draw from the deck")
    expect(table.locator("small", has_text="You hold 2 of 3")).to_be_visible()
    assert lite.evaluate_in_kernel("__import__('sys').platform") == "'emscripten'"
    assert lite.evaluate_in_kernel("__import__('importlib.util').util.find_spec('numpy') is None") == "True"
    lite.run_all(START)
    for index, source in enumerate(sources(name)):
        if "tl.practice(" in source or "tl.rules(" in source:
            expect(lite.output(index).locator(".theatre-lab").first).to_be_visible(timeout=60_000)


def test_cabaret_is_played_to_its_pictures_in_the_browser_alone(lite: Lite) -> None:
    name = "02-cabaret.ipynb"
    table = first_move(lite, name, "first = tl.table(", "")
    expect(table.locator(".prompt .txt")).to_contain_text(re.compile("Play a performer|You lead|play a mime"))
    wanted = ("game = tl.table(", "tl.finished_match(", "plots.points_by_show(", "tl.review(")
    for index in [cell_with(name, text) for text in wanted]:
        lite.run_cell(index, START)
    assert lite.cell_errors() == []
    expect(lite.output(cell_with(name, "plots.points_by_show(")).locator(PLOT).first).to_be_visible(timeout=60_000)
    expect(lite.output(cell_with(name, "tl.review(")).locator(".theatre-lab").first).to_be_visible(timeout=60_000)


def test_a_lesson_says_what_no_browser_has_and_goes_on(lite: Lite) -> None:
    """Run with Run All, which stops where a cell fails; the long simulations are left out."""
    name = "05-strategy-lab.ipynb"
    lite.visit(name)
    ladder, after = cell_with(name, "ladder("), cell_with(name, "ratings(")
    for index, source in enumerate(sources(name)):
        if source and index not in (ladder, after):
            lite.set_source(index, "import theatre_lab as tl\nfrom theatre_lab import plots")
    lite.run_all(START)
    expect(lite.output(ladder)).to_contain_text("which no browser has")
    expect(lite.output(after)).to_contain_text("medium")


def test_every_lesson_is_on_the_site(site: Site) -> None:
    stored = {path.name for path in Path(site.folder, "site", "files").glob("*.ipynb")}
    assert stored == {path.name for path in NOTEBOOKS.glob("*.ipynb")}
