"""The command line refuses at the start what could only fail at the end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from core.test_cli import run

from theatre_lab.core.compiled import list_backend
from theatre_lab.core.errors import BadInput
from theatre_lab.lab import seat_balance

every_writing_command = pytest.mark.parametrize(
    "command",
    [
        ["simulate", "overture", "--players", "greedy,greedy", "--games", "100000", "--csv"],
        ["balance", "the-theatre", "--out"],
        ["balance", "the-theatre", "--text"],
    ],
)


@every_writing_command
def test_a_file_in_a_folder_that_is_not_there_is_refused_before_anything_is_played(
    command: list[str], tmp_path: Path
) -> None:
    done = run(*command, tmp_path / "nowhere" / "games.csv")
    assert done.returncode != 0
    assert "there is no folder" in done.stderr
    assert "games.csv" in done.stderr
    assert done.stdout == ""


@every_writing_command
def test_what_is_no_file_is_refused_before_anything_is_played(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("simulate.simulate", "balance_command.run_balance"):
        monkeypatch.setattr(f"theatre_lab.lab.{module}", None)
    option = command[-1]
    for name, word in (
        (tmp_path, f"{option} wants a file, and '{tmp_path}' is a folder: name a file in it"),
        ("", f"{option} wants the name of a file, not an empty one"),
        (os.devnull, f"{option} wants an ordinary file"),
    ):
        done = run(*command, name)
        assert (done.returncode, done.stdout) == (2, "")
        assert word in done.stderr
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    done = run(*command, tmp_path / "games.csv")
    assert done.returncode == 2
    assert f"nothing may be written into the folder '{tmp_path}'" in done.stderr


def test_a_report_and_its_page_are_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("theatre_lab.lab.balance_command.run_balance", None)
    both = tmp_path / "report"
    done = run("balance", "overture", "--out", both, "--text", tmp_path / "." / "report")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--out and --text must be two files" in done.stderr
    assert not both.exists()


def test_the_answer_is_printed_before_the_file_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*asked: object) -> None:
        raise BadInput("the disk is full")

    for place in ("cli", "lab.results"):
        monkeypatch.setattr(f"theatre_lab.{place}.write_text", full)
    monkeypatch.setattr(seat_balance, "compiled_backend", list_backend)
    file = tmp_path / "games.csv"
    for command in (
        ["simulate", "overture", "--players", "greedy,greedy", "--games", "2", "--csv", file],
        ["balance", "overture", "--players", "2", "--games", "1", "--text", file],
    ):
        done = run(*command)
        assert done.returncode == 2
        assert "the disk is full" in done.stderr
        assert "verture" in done.stdout


def test_an_empty_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n\n")
    done = run("replay", tmp_path / "empty.jsonl")
    assert "empty.jsonl is empty" in done.stderr
    assert done.stdout == ""
