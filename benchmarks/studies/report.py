"""Keeps results: each study has its section of `benchmarks/RESULTS.md`, and may keep a log to go on from."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numba

RESULTS = Path(__file__).parents[1] / "RESULTS.md"
TITLE = "# Measured\n\nWritten by the scripts of this folder; each section tells its machine and day.\n"


def machine() -> str:
    """The machine and the day, in a line."""
    busy = f"load {os.getloadavg()[0]:.1f} at the end"
    return (
        f"{date.today()}, {os.cpu_count()} cores, Python {platform.python_version()}, numba {numba.__version__}, {busy}"
    )


def write_section(heading: str, text: str) -> None:
    """Put a section into the results, in place of an earlier one of the same heading."""
    whole = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else TITLE
    parts = whole.split("\n## ")
    kept = [part.rstrip() for part in parts[1:] if not part.startswith(heading + "\n")]
    kept.append(f"{heading}\n\n{machine()}.\n\n{text.strip()}")
    RESULTS.write_text(
        "\n## ".join([parts[0].rstrip() + "\n", *(part + "\n" for part in sorted(kept))]), encoding="utf-8"
    )
    print(text)


def keep_table(heading: str, note: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Put a note and a table into the results."""
    table = ["| " + " | ".join(row) + " |" for row in (heads, ["---"] * len(heads), *rows)]
    write_section(heading, note + "\n\n" + "\n".join(table))


class Log:
    """Outcomes by key, kept in a file of JSON lines, so that an interrupted study goes on where it was."""

    def __init__(self, path: str | None) -> None:
        self.path = Path(path) if path else None
        self.known: dict[str, Any] = {}
        if self.path and self.path.exists():
            for line in self.path.read_text().splitlines():
                key, value = json.loads(line)
                self.known[key] = value

    def get(self, key: str, make: Callable[[], Any]) -> Any:
        """The outcome of that key, made now when it is not known."""
        if key not in self.known:
            self.known[key] = make()
            if self.path:
                with self.path.open("a") as file:
                    file.write(json.dumps([key, self.known[key]]) + "\n")
        return self.known[key]
