"""Drives real notebooks in JupyterLab and Notebook 7, as a learner's hands would.

A test asks for one of the fixtures of this folder and gets a `Jupyter`:

* `lab`: JupyterLab, `notebook7`: Notebook 7, `jupyter`: the test runs in both, one after the other;
* `page`: an empty Chromium page with no server behind it, for a front end with a fake model.

    def test_first_lesson(jupyter):
        jupyter.open("00-welcome.ipynb")     # a copy of this test's own
        jupyter.run_all()                    # fails, with the traceback, if a cell fails
        grid = jupyter.output(3).get_by_role("grid")
        grid.get_by_role("gridcell").first.click()

Notebooks made up by a test are opened with `open_cells(["print(1)"])`. Locators are Playwright's
own: use `jupyter.page`, `jupyter.cell(i)`, `jupyter.output(i)` and `expect` as its manual says, and
mind that clicks wait for ever on an element with `aria-disabled` (use `click(force=True)`).

A failed test leaves screenshots in the folder that its report names.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import nbformat

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Playwright

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
VIEWPORT = (1280, 900)
NARROW = (390, 844)
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
# The kernel extension of the site that needs no server is installed for that site's tests; it
# cannot be loaded in JupyterLab, which says so and goes on.
NOT_AT_HOME = "@jupyterlite/"
# Lab draws only the cells in sight unless told otherwise; a test looks at all of them.
SETTINGS = {
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none", "recordTiming": False},
    "@jupyterlab/apputils-extension/notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
    "@jupyterlab/docmanager-extension/plugin": {"autosave": False},
}
PANEL = "window.jupyterapp?.shell?.currentWidget"
CONNECTED = f"""() => {{
    const context = {PANEL}?.context;
    const kernel = context?.sessionContext?.session?.kernel;
    return Boolean(context?.isReady && {PANEL}.content?.widgets?.length
        && kernel?.connectionStatus === 'connected' && kernel.status === 'idle');
}}"""


def launch_chromium(playwright: Playwright) -> Browser:
    """Start Debian's Chromium without a window."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        raise RuntimeError("Chromium is not installed: `make browser` installs it on Debian")
    return playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """A JupyterLab or Notebook 7 server of the test run's own, in a temporary folder.

    `kind` is "lab" or "notebook"; notebooks are served from `folder / "work"`; `python` is whose Jupyter it is.
    """

    kind: Literal["lab", "notebook"]
    folder: Path
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    python: str = sys.executable

    @property
    def work(self) -> Path:
        """The folder that the server shows."""
        return self.folder / "work"

    @property
    def log(self) -> Path:
        """What the server printed."""
        return self.folder / "server.log"

    @property
    def url(self) -> str:
        """The server's address, with no slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, timeout: float = 60) -> None:
        """Start the server and wait until it answers."""
        self.work.mkdir(parents=True, exist_ok=True)
        self._write_settings()
        self.port = free_port()
        app = {"lab": "LabApp", "notebook": "JupyterNotebookApp"}[self.kind]
        command = [self.python, "-m", {"lab": "jupyterlab", "notebook": "notebook"}[self.kind]]
        command += [
            "--no-browser",
            "--allow-root",
            "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.port={self.port}",
            "--ServerApp.port_retries=0",
            f"--ServerApp.root_dir={self.work}",
            "--IdentityProvider.token=",
            "--LabApp.news_url=",
            f"--{app}.expose_app_in_browser=True",
        ]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=self.work, env=self._environment(), stdout=log, stderr=log)
        self._wait_until_it_answers(timeout)

    def stop(self) -> None:
        """Stop the kernels, then the server."""
        if self.process is None:
            return
        with contextlib.suppress(OSError):
            self.end_sessions()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)

    def request(self, path: str, method: str = "GET") -> Any:
        """Ask the server's own interface: `request("/api/sessions")`; None for an empty answer."""
        with urllib.request.urlopen(urllib.request.Request(self.url + path, method=method), timeout=20) as answer:
            body = answer.read()
        return json.loads(body) if body else None

    def end_sessions(self) -> None:
        """Shut down every kernel of the server."""
        for session in self.request("/api/sessions"):
            with contextlib.suppress(urllib.error.HTTPError):
                self.request(f"/api/sessions/{session['id']}", "DELETE")

    def _environment(self) -> dict[str, str]:
        private = {
            name: str(self.folder / name.lower())
            for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
        }
        return {
            **os.environ,
            **private,
            "IPYTHONDIR": str(self.folder / "ipython"),
            "JUPYTERLAB_SETTINGS_DIR": str(self.folder / "settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(self.folder / "workspaces"),
            "PYTHONHASHSEED": "0",
        }

    def _write_settings(self) -> None:
        for plugin, values in SETTINGS.items():
            path = self.folder / "settings" / f"{plugin}.jupyterlab-settings"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(values))

    def _wait_until_it_answers(self, timeout: float) -> None:
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            assert self.process is not None
            if self.process.poll() is not None:
                break
            with contextlib.suppress(OSError):
                self.request("/api/status")
                return
            time.sleep(0.2)
        log = self.log.read_text(errors="replace")[-3000:]
        self.stop()
        raise RuntimeError(f"The {self.kind} server did not start. It printed:\n{log}")


@dataclass
class Jupyter:
    """One browser page on one server, showing one notebook.

    `folder` is the test's own folder, inside the server's. `errors` collects what the page threw
    and what it wrote to its console as an error.
    """

    page: Page
    server: Server
    folder: str
    path: str = ""
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Listen to the page from its first moment."""
        self.page.on("pageerror", lambda error: self._note_error(str(error)))
        self.page.on("console", self._note_console)

    # Opening

    def open(self, name: str) -> None:
        """Open a fresh copy of a notebook of the product and wait for its kernel."""
        target = self.server.work / self.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(NOTEBOOKS / name, target)
        self.visit(f"{self.folder}/{name}")

    def open_cells(self, sources: list[str], name: str = "made-up.ipynb") -> None:
        """Open a notebook made of these code cells and wait for its kernel."""
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(source) for source in sources],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        )
        target = self.server.work / self.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, target)
        self.visit(f"{self.folder}/{name}")

    def visit(self, path: str) -> None:
        """Open a notebook by its path on the server and wait for its kernel."""
        # The page answers 200 for a notebook that is not there; the contents interface does not.
        self.server.request(f"/api/contents/{path}?content=0")
        self.path = path
        start = "/lab/tree/{}?reset" if self.server.kind == "lab" else "/notebooks/{}"
        self.page.goto(self.server.url + start.format(path))
        self.wait_connected()

    def reload(self) -> None:
        """Load the page anew, as after pressing F5. The kernel lives on; unsaved cells do not."""
        self.visit(self.path)

    def save(self) -> None:
        """Save the notebook with its outputs."""
        self.command("docmanager:save")

    def close(self) -> None:
        """Leave the notebook and end its kernel."""
        self.page.close()
        self.server.end_sessions()

    # Kernel

    def wait_connected(self, timeout: float = 60) -> None:
        """Wait until the kernel is idle and its socket is really open.

        The page shows "idle" before that; a cell run then would be lost.
        """
        self.page.wait_for_function(CONNECTED, timeout=timeout * 1000)

    def wait_idle(self, timeout: float = 60) -> None:
        """Wait until the kernel has nothing left to do.

        The kernel answers a request of the page's own first, so that nothing sent before is still
        on its way.
        """
        self._evaluate_promise(f"{PANEL}.context.sessionContext.session.kernel.requestKernelInfo()", timeout)
        self.wait_connected(timeout)

    def run_all(self, timeout: float = 120, allow_errors: bool = False) -> None:
        """Run all cells and wait for the last.

        Raises AssertionError with the traceback of the first cell that fails.
        """
        self.command("notebook:run-all-cells", timeout)
        self.wait_idle(timeout)
        if not allow_errors:
            failures = self.cell_errors()
            assert not failures, f"{self.path}: {failures[0]}"

    def run_cell(self, index: int, timeout: float = 60) -> None:
        """Run one cell (counted from 0, texts included) and wait for it."""
        self.select_cell(index)
        self.command("notebook:run-cell", timeout)
        self.wait_idle(timeout)

    def restart_kernel(self, timeout: float = 60) -> None:
        """Restart the kernel without a question, and wait until it is connected again."""
        self._evaluate_promise(f"{PANEL}.context.sessionContext.restartKernel()", timeout)
        self.wait_connected(timeout)

    def kill_kernel(self, timeout: float = 60) -> None:
        """Shut the kernel down and leave the page without one."""
        self._evaluate_promise(f"{PANEL}.context.sessionContext.shutdown()", timeout)

    def evaluate_in_kernel(self, expression: str, timeout: float = 60) -> str:
        """The `repr` of a Python expression in the notebook's kernel; no cell is touched."""
        text = self._evaluate_promise(
            f"""{PANEL}.context.sessionContext.session.kernel.requestExecute({{
                code: '', silent: true, store_history: false,
                user_expressions: {{value: {json.dumps(expression)}}},
            }}).done.then(reply => {{
                const value = reply.content.user_expressions?.value;
                if (value?.status === 'ok') return value.data['text/plain'];
                throw new Error(value ? `${{value.ename}}: ${{value.evalue}}` : 'no answer');
            }})""",
            timeout,
        )
        return str(text)

    # The notebook on the page

    def cell(self, index: int) -> Locator:
        """A cell, counted from 0, texts included."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(index)

    def output(self, index: int) -> Locator:
        """All outputs of a cell, counted from 0, texts included."""
        return self.cell(index).locator(".jp-Cell-outputArea")

    def cell_count(self) -> int:
        """How many cells the open notebook has: a key press that leaked may change it."""
        return int(self.page.evaluate(f"() => {PANEL}.content.widgets.length"))

    def active_cell(self) -> int:
        """The number of the selected cell."""
        return int(self.page.evaluate(f"() => {PANEL}.content.activeCellIndex"))

    def select_cell(self, index: int) -> None:
        """Select a cell and scroll it into view."""
        self.page.evaluate(f"index => {{ const {{content}} = {PANEL}; content.activeCellIndex = index; }}", index)
        self.cell(index).scroll_into_view_if_needed()

    def set_source(self, index: int, source: str) -> None:
        """Replace the text of a cell."""
        self.page.evaluate(
            f"([index, source]) => {PANEL}.content.widgets[index].model.sharedModel.setSource(source)",
            [index, source],
        )

    def cell_errors(self) -> list[str]:
        """The error outputs of the open notebook, one text each."""
        return list(
            self.page.evaluate(
                f"""() => {PANEL}.content.widgets.flatMap((cell, index) =>
                    (cell.model.toJSON().outputs ?? [])
                        .filter(output => output.output_type === 'error')
                        .map(output => `cell ${{index}}: ${{output.ename}}: ${{output.evalue}}\\n`
                            + (output.traceback ?? []).join('\\n')))"""
            )
        )

    def second_view(self) -> None:
        """JupyterLab only: show the selected cell's output a second time, in a panel beside."""
        assert self.server.kind == "lab", "Notebook 7 has no second view of an output"
        self.command("notebook:create-output-view")
        self.page.locator(".jp-LinkedOutputView").wait_for()

    # How it is looked at

    def set_theme(self, name: Literal["dark", "light"]) -> None:
        """Switch the whole page to the dark or the light theme."""
        self.command("apputils:change-theme", arguments={"theme": f"JupyterLab {name.title()}"})
        light = "false" if name == "dark" else "true"
        self.page.locator(f"body[data-jp-theme-light='{light}']").wait_for(state="attached")

    def set_zoom(self, factor: float) -> None:
        """Lay the page out as Ctrl and + do: the same window holds fewer, larger pixels."""
        width, height = VIEWPORT
        self._set_size(round(width / factor), round(height / factor))

    def set_narrow(self) -> None:
        """Make the window as narrow as a telephone, JupyterLab's side bar closed."""
        if self.server.kind == "lab":
            self.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")
        self._set_size(*NARROW)

    def set_wide(self) -> None:
        """Give the window its first size again."""
        self._set_size(*VIEWPORT)

    def screenshot(self, path: Path, index: int | None = None) -> Path:
        """Save a picture of the window, or of one cell's outputs."""
        path.parent.mkdir(parents=True, exist_ok=True)
        (self.page if index is None else self.output(index)).screenshot(path=path)
        return path

    # Inside

    def command(self, name: str, timeout: float = 60, arguments: dict[str, Any] | None = None) -> Any:
        """Carry out one of Jupyter's own commands and wait for its end."""
        call = f"commands.execute({json.dumps(name)}, {json.dumps(arguments or {})})"
        return self._evaluate_promise(f"window.jupyterapp.{call}.then(() => null)", timeout)

    def _evaluate_promise(self, promise: str, timeout: float) -> Any:
        # A promise that never settles would hold Playwright for ever: store it, then poll it.
        self.page.evaluate(
            f"""() => {{
                const answer = window.harnessAnswer = {{}};
                Promise.resolve({promise}).then(
                    value => Object.assign(answer, {{done: true, text:
                        ['string', 'number'].includes(typeof value) ? String(value) : null}}),
                    error => Object.assign(answer, {{done: true, failed: String(error)}}));
            }}"""
        )
        self.page.wait_for_function("() => window.harnessAnswer.done", timeout=timeout * 1000)
        answer = self.page.evaluate("() => window.harnessAnswer")
        assert "failed" not in answer, f"{promise}\nfailed: {answer['failed']}"
        return answer["text"]

    def _set_size(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("width => window.innerWidth === width", arg=width)

    def _note_console(self, message: Any) -> None:
        if message.type == "error":
            self._note_error(message.text)

    def _note_error(self, text: str) -> None:
        if NOT_AT_HOME not in text:
            self.errors.append(text)
