"""What the README shows is true: its Python runs as it stands, and the files it names are there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "OV-T4" in done.stdout
    assert "theatre-lab/record@1" in done.stdout


def test_every_file_it_names_is_there() -> None:
    names = re.findall(r"(?:tests/cases|docs/images)/[\w./-]+\w", README)
    assert len(names) >= 4
    assert [name for name in names if not (ROOT / name).is_file()] == []


def test_every_notebook_has_a_row() -> None:
    rows = set(re.findall(r"^\| `([\w-]+)` \|", README, flags=re.MULTILINE))
    assert rows == {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")}
