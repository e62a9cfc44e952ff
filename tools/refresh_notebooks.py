"""Run the notebooks again and store their outputs, the same bytes every time.

    python tools/refresh_notebooks.py                       # all of notebooks/
    python tools/refresh_notebooks.py notebooks/00-welcome.ipynb

A notebook with a failing cell is left as it was, and the exit code is 1.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).resolve().parents[1]
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
CELL_TIMEOUT = 300
KEPT_CELL_METADATA = {"tags", "jupyter", "slideshow", "editable", "deletable"}
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def execute(notebook: nbformat.NotebookNode, folder: Path) -> None:
    """Run all cells in a new kernel whose sets are ordered alike on every run."""
    NotebookClient(
        notebook,
        timeout=CELL_TIMEOUT,
        kernel_name="python3",
        store_widget_state=False,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(folder)}},
    ).execute(env=os.environ | {"PYTHONHASHSEED": "0"})


def clean(notebook: nbformat.NotebookNode) -> None:
    """Drop what differs from run to run: widget ids, versions, timings."""
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict(
            {key: value for key, value in cell.metadata.items() if key in KEPT_CELL_METADATA}
        )
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET_VIEW, None)


def refresh(path: Path) -> None:
    """Execute, clean and write one notebook."""
    notebook = nbformat.read(path, as_version=4)
    execute(notebook, path.parent)
    clean(notebook)
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


def main(arguments: list[str]) -> int:
    """Refresh the named notebooks, or all of them; return the exit code."""
    paths = [Path(name) for name in arguments] or sorted((ROOT / "notebooks").glob("*.ipynb"))
    if not paths:
        print(f"No notebooks in {ROOT / 'notebooks'}", file=sys.stderr)
        return 1
    failed = 0
    for path in paths:
        try:
            refresh(path)
        except (CellExecutionError, OSError, nbformat.ValidationError) as error:
            print(f"{path.name}: not stored\n{error}", file=sys.stderr)
            failed = 1
        else:
            print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
