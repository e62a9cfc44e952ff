"""The pages of docs/ are true: their Python runs, from top to bottom, as it stands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "```python" in path.read_text(encoding="utf-8"))


def test_there_are_pages_with_code() -> None:
    assert "writing-a-bot.md" in [path.name for path in PAGES]


def run(page: Path) -> subprocess.CompletedProcess[str]:
    code = "\n".join(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL))
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=180, check=False)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_the_code_of_a_page_runs(page: Path) -> None:
    done = run(page)
    assert done.returncode == 0, done.stderr
    if page.stem == "writing-a-bot":
        assert "lobby_lover" in done.stdout
        assert "answered with an illegal action" in done.stdout
        assert "(OV-" in done.stdout
