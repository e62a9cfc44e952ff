"""The command line refuses at the start what could only fail at the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.test_cli import run


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "overture", "--players", "greedy,greedy", "--games", "100000", "--csv"],
        ["balance", "the-theatre", "--out"],
        ["balance", "the-theatre", "--text"],
    ],
)
def test_a_file_in_a_folder_that_is_not_there_is_refused_before_anything_is_played(
    command: list[str], tmp_path: Path
) -> None:
    done = run(*command, tmp_path / "nowhere" / "games.csv")
    assert done.returncode != 0
    assert "there is no folder" in done.stderr
    assert "games.csv" in done.stderr
    assert done.stdout == ""


def test_an_empty_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n\n")
    done = run("replay", tmp_path / "empty.jsonl")
    assert "empty.jsonl is empty" in done.stderr
    assert done.stdout == ""
