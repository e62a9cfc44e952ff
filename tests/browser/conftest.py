"""Servers, Chromium and pages for the browser tests; `harness.py` tells how to use them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser.harness import VIEWPORT, Jupyter, Server, launch_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

HERE = Path(__file__).parent
# Milliseconds for one click or one expectation, on a machine that is busy with other things.
PATIENCE = 20_000


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave Playwright alone when only the other tests were asked for."""
    return True if "not browser" in config.getoption("markexpr", "") else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Let the fixtures know that their test has failed, and show where its pictures are."""
    report = yield
    if report.when == "call" and report.failed:
        for number, page in enumerate(getattr(item, "browser_pages", [])):
            path = item.config.stash[PICTURES] / f"{file_name(item.name)}-{number}.png"
            try:
                page.screenshot(path=path)
            except Exception as error:
                report.sections.append(("screenshot", f"none: {error}"))
            else:
                report.sections.append(("screenshot", str(path)))
        for name, log in getattr(item, "browser_logs", []):
            report.sections.append((name, "\n".join(log)))
    return report


PICTURES = pytest.StashKey[Path]()


def file_name(text: str) -> str:
    """A test's name made fit for a file."""
    return re.sub(r"[^\w-]+", "-", text).strip("-")


@pytest.fixture(scope="session", autouse=True)
def pictures(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """The folder for the pictures of failed tests."""
    pytestconfig.stash[PICTURES] = tmp_path_factory.mktemp("pictures")
    return pytestconfig.stash[PICTURES]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all tests."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser profile of the test's own: no cookie and no storage of another test."""
    width, height = VIEWPORT
    context = chromium.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, request: pytest.FixtureRequest) -> Page:
    """An empty page."""
    page = context.new_page()
    note_page(request.node, page)
    return page


def note_page(item: Any, page: Page) -> None:
    """Remember a page, to take its picture if the test fails."""
    item.browser_pages = [*getattr(item, "browser_pages", []), page]


def serve(kind: str, factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a server as long as tests need it."""
    server = Server(kind, factory.mktemp(kind))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A JupyterLab server."""
    yield from serve("lab", tmp_path_factory)


@pytest.fixture(scope="session")
def notebook_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Notebook 7 server."""
    yield from serve("notebook", tmp_path_factory)


def on_page(page: Page, server: Server, item: Any) -> Iterator[Jupyter]:
    """A page on a server, its kernels ended afterwards."""
    jupyter = Jupyter(page, server, folder=file_name(item.name))
    item.browser_logs = [("errors on the page", jupyter.errors)]
    yield jupyter
    jupyter.close()


@pytest.fixture
def lab(page: Page, lab_server: Server, request: pytest.FixtureRequest) -> Iterator[Jupyter]:
    """JupyterLab in a page."""
    yield from on_page(page, lab_server, request.node)


@pytest.fixture
def notebook7(page: Page, notebook_server: Server, request: pytest.FixtureRequest) -> Iterator[Jupyter]:
    """Notebook 7 in a page."""
    yield from on_page(page, notebook_server, request.node)


@pytest.fixture(params=["lab", "notebook7"])
def jupyter(request: pytest.FixtureRequest) -> Jupyter:
    """JupyterLab, then Notebook 7: the test runs in both."""
    return request.getfixturevalue(request.param)
