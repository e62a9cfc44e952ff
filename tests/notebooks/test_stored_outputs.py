"""The notebooks as they are stored: nbval compares only what a whole, clean run left in them."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LARGEST = 300_000
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
ABSOLUTE_PATH = re.compile(r"(?<![\w.:/-])/(?:home|root|tmp|work|usr|opt|var|Users|srv|mnt)/\w")
MEMORY_ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}")

sys.path.insert(0, str(ROOT / "tools"))
import refresh_notebooks  # noqa: E402


def code_cells(notebook: nbformat.NotebookNode) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def faults(path: Path) -> list[str]:
    """Everything wrong with a stored notebook, one sentence each."""
    notebook = nbformat.read(path, as_version=4)
    text = path.read_text(encoding="utf-8")
    cells = code_cells(notebook)
    outputs = [output for cell in cells for output in cell.outputs]
    counts = [cell.execution_count for cell in cells]
    found = []
    if not cells:
        found.append("it has no code cell")
    if counts != list(range(1, len(cells) + 1)):
        found.append(f"its execution counts are {counts}, not 1 to {len(cells)}")
    if "widgets" in notebook.metadata:
        found.append("it stores widget state")
    if path.stat().st_size > LARGEST:
        found.append(f"it has {path.stat().st_size} bytes, more than {LARGEST}")
    if match := ABSOLUTE_PATH.search(text):
        found.append(f"it names a path of one machine: {match.group()}…")
    if match := MEMORY_ADDRESS.search(json.dumps(outputs)):
        found.append(f"an output shows a memory address: {match.group()}")
    found += [
        f"a cell failed with {output.ename}: {output.evalue}" for output in outputs if output.output_type == "error"
    ]
    if any(WIDGET_VIEW in output.get("data", {}) for output in outputs):
        found.append("an output points at a widget that lives in no kernel")
    return found


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS, "notebooks/ is empty"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_stored_notebook_is_whole_and_clean(path: Path) -> None:
    found = faults(path)
    assert not found, f"{path.name}: {'; '.join(found)}. `make notebooks` stores a clean run."


def write(path: Path, sources: list[str]) -> Path:
    cells = [nbformat.v4.new_code_cell(source, id=f"c{i}") for i, source in enumerate(sources)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    return path


@pytest.mark.slow
def test_refreshing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    source = "import ipywidgets\nprint(set('stage'))\nipywidgets.IntSlider(value=3)"
    path = write(tmp_path / "lesson.ipynb", [source, "6 * 7"])
    assert refresh_notebooks.main([str(path)]) == 0
    first = path.read_bytes()
    assert faults(path) == []
    assert refresh_notebooks.main([str(path)]) == 0
    assert path.read_bytes() == first
    widget = code_cells(nbformat.read(path, as_version=4))[0].outputs[-1]
    assert "IntSlider(value=3)" in widget.data["text/plain"]


@pytest.mark.slow
def test_refreshing_leaves_a_failing_notebook_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "broken.ipynb", ["1 / 0"])
    before = path.read_bytes()
    assert refresh_notebooks.main([str(path)]) == 1
    assert path.read_bytes() == before
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_stripped_notebook_is_found_out(tmp_path: Path) -> None:
    assert "its execution counts" in faults(write(tmp_path / "bare.ipynb", ["1"]))[0]


@pytest.mark.parametrize(
    ("output", "complaint"),
    [
        (
            nbformat.v4.new_output("stream", text="/".join(["saved to ", "home", "ann", "game"])),
            "a path of one machine",
        ),
        (
            nbformat.v4.new_output("stream", text="<object at 0x7f50ef274290>"),
            "a memory address",
        ),
        (
            nbformat.v4.new_output("error", ename="KeyError", evalue="'x'", traceback=[]),
            "failed with KeyError",
        ),
        (
            nbformat.v4.new_output("display_data", {WIDGET_VIEW: {"model_id": "1"}}),
            "lives in no kernel",
        ),
        (nbformat.v4.new_output("stream", text="x" * LARGEST), "more than 300000"),
    ],
    ids=["path", "address", "error", "view", "size"],
)
def test_each_fault_is_found(tmp_path: Path, output: Any, complaint: str) -> None:
    cell = nbformat.v4.new_code_cell("1", execution_count=1, outputs=[output])
    path = tmp_path / "lesson.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    (found,) = faults(path)
    assert complaint in found


def test_stored_widget_state_is_found(tmp_path: Path) -> None:
    cell = nbformat.v4.new_code_cell("1", execution_count=1)
    path = tmp_path / "lesson.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": {}}), path)
    assert faults(path) == ["it stores widget state"]
