"""Input of every format, spoilt in every way: taken or refused in a short line, soon, with all else as it was."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from trust import damage
from trust.formats import MAKERS, Desk, Format, every_beginning, standing
from trust.fuzz import Report, fuzz, main, stream, with_lines
from trust.reports import with_section

import theatre_lab as tl
from theatre_lab.core import records
from theatre_lab.core.errors import BadInput
from theatre_lab.core.records import read_text
from theatre_lab.games.the_theatre.deck_text import read_card_file
from theatre_lab.teach.progress import Progress

INPUTS = 250


@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
def test_spoilt_input_is_taken_or_refused_and_never_fails(name: str) -> None:
    report = fuzz(MAKERS[name](), INPUTS, seed=1)
    assert report.faults == []
    assert report.inputs == INPUTS
    assert report.refused > 0


@pytest.mark.parametrize("name", [name for name in MAKERS if name not in ("messages to widgets", "rule numbers")])
def test_the_same_seed_spoils_alike(name: str) -> None:
    kind, again = MAKERS[name](), MAKERS[name]()
    for index in range(5):
        one, other = (each.make(stream(name, 1, index)) for each in (kind, again))
        if not isinstance(one, tuple):
            assert one == other


# ------------------------------------------------------------------ the check itself


def _raise(error: Exception) -> None:
    raise error


CHANGING: list[int] = []


@pytest.mark.parametrize(
    ("read", "unchanged", "fault"),
    [
        (lambda given: _raise(KeyError("x")), lambda: "", "KeyError"),
        (lambda given: _raise(RecursionError("deep")), lambda: "", "RecursionError"),
        (lambda given: _raise(BadInput("")), lambda: "", "refused in a text of 0 letters"),
        (lambda given: _raise(BadInput("two\nlines")), lambda: "", "refused in a text"),
        (lambda given: _raise(BadInput("x" * 5000)), lambda: "", "5000 letters"),
        (lambda given: CHANGING.append(given), lambda: str(len(CHANGING)), "something else has changed"),
    ],
)
def test_a_fault_is_noticed(read: Any, unchanged: Any, fault: str) -> None:
    report = fuzz(Format("trial", lambda rng: 1, read, unchanged), 60, seed=1, most_faults=1)
    assert fault in report.faults[0]


def test_an_input_that_takes_long_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trust.fuzz.SECONDS", 0.05)
    slow = Format("trial", lambda rng: 1, lambda given: time.sleep(30))
    assert "no answer within" in fuzz(slow, 1, seed=1).faults[0]

    def count(given: int) -> None:
        until = time.thread_time() + 0.1
        while time.thread_time() < until:
            pass

    assert "took" in fuzz(Format("trial", lambda rng: 1, count), 1, seed=1).faults[0]


def test_input_that_swells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trust.fuzz.MEGABYTES", 20)
    kept: list[bytes] = []
    swelling = Format("trial", lambda rng: 1, lambda given: kept.append(b"x" * 60_000_000))
    assert "memory grew" in fuzz(swelling, 2, seed=1).faults[0]


def test_a_result_is_kept_until_its_format_is_read_again() -> None:
    kept = with_lines("", [Report("options", taken=1), Report("records", taken=2)])
    assert [line.partition(" inputs")[0] for line in kept.splitlines()] == ["- records: 2", "- options: 1"]
    assert with_lines(kept, [Report("options", taken=7)]) == kept.replace(
        "options: 1 inputs, 1", "options: 7 inputs, 7"
    )


def test_the_command_tells_what_came_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--inputs", "20", "--format", "records"]) == 0
    assert "records: 20 inputs" in capsys.readouterr().out
    assert main(["--format", "records", "--only", "3"]) == 0
    assert capsys.readouterr().out.strip()


def test_a_report_goes_between_its_marks_and_nowhere_else() -> None:
    page = "before <!-- a -->old<!-- /a --> after <!-- b -->kept<!-- /b -->"
    assert with_section(page, "a", "new") == "before <!-- a -->\nnew\n<!-- /a --> after <!-- b -->kept<!-- /b -->"
    with pytest.raises(KeyError):
        with_section(page, "c", "new")


def test_damage_is_of_many_kinds() -> None:
    rng = random.Random(1)
    good = every_beginning()[0].record().as_dict()
    whole = json.dumps(good)
    spoilt = [json.dumps(damage.spoilt(good, rng, [good])) for _ in range(300)]
    assert sum(text == whole for text in spoilt) < 60
    assert len(set(spoilt)) > 200
    assert json.dumps(good) == whole
    assert len({damage.spoilt_text(whole, rng) for _ in range(300)}) > 200


# ------------------------------------------------------------------ huge files, and what is no file

READERS = {
    "a match": tl.load,
    "a card set": read_card_file,
    "progress": Progress.load,
}


@pytest.mark.parametrize("what", READERS)
def test_a_huge_file_is_refused_before_it_is_read(what: str, tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(40_000_000_000)
    started = time.monotonic()
    with pytest.raises(BadInput, match="more than 50 megabytes"):
        READERS[what](path)
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("what", READERS)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_pipes_and_devices_are_refused_at_once(what: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(BadInput, match="no ordinary file"):
        READERS[what](tmp_path / "pipe.json")
    with pytest.raises(BadInput, match="no ordinary file"):
        READERS[what](Path("/dev/zero"))


def test_a_text_comes_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes("\ufeffé\r\nb\rc\n".encode())
    assert read_text(path) == "é\nb\nc\n"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="no text file"):
        read_text(path)
    with pytest.raises(BadInput, match="no text file"):
        read_text("a\0b")


def test_the_command_line_refuses_an_endless_line() -> None:
    code = (
        "import sys; from theatre_lab import cli; cli.MOST_BYTES = 1_000_000; "
        "sys.argv[1:] = ['replay', '/dev/zero']; cli.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "theatre-lab: cannot read /dev/zero: a line has more than 1 megabytes\n"
    assert records.MOST_BYTES == 50_000_000


# ------------------------------------------------------------------ names


@pytest.mark.parametrize("name", ["\ud800", "a\nb", "a\x1bc", "\x00", "x\u202ey", "n" * 101])
def test_a_name_that_cannot_be_shown_is_refused_where_it_is_given(name: str) -> None:
    with pytest.raises(BadInput, match="name") as refusal:
        tl.new_match("overture", [name, "Bo"])
    assert len(str(refusal.value)) < 200
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize("name", ["Zoë", "O'Hara", "नमस्ते", "👩\u200d👧", "<b>", "n" * 100])
def test_any_other_name_is_kept(name: str) -> None:
    match = tl.new_match("overture", [name, "Bo"], seed=1)
    assert tl.load(match.record().to_json()).names == [name, "Bo"]


def test_a_table_says_what_is_wrong_with_a_name_and_keeps_its_game() -> None:
    desk = Desk()
    desk.renew()
    table = desk.widgets[0]
    before = standing(table.match)
    args = {
        "chairs": [{"name": "\ud800", "kind": "human"}, {"name": "", "kind": "human"}],
        "options": {},
        "seed": "",
        "practice": False,
    }
    table._receive(table, {"kind": "intent", "id": "1", "intent": "new", "ply": table.model["ply"], "args": args}, [])
    assert "cannot be shown" in table.model["refusal"]["text"]
    assert standing(table.match) == before
