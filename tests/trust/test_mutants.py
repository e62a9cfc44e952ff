"""Changing rules to see whether tests notice: what is changed, what is found, and what the page tells."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cosmic_ray", reason="changing rules needs cosmic-ray: pip install 'theatre-lab[trust]'")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import mutants

RULES = '''"""A made-up rule."""
from typing import Any


BIG = 2


def worth(seat: int | None, is_front: bool = True) -> Any:
    """Front seats are worth 2, others 1."""
    if seat == 3:
        return BIG
    return 1


def size() -> int:
    n = 0
    while n < 4:
        n += 1
    return n
'''
TESTS = """from rules_of_a_game import size, worth


def test_a_front_seat():
    assert worth(3) == 2


def test_the_size():
    assert size() == 4
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rules_of_a_game.py").write_text(RULES)
    (tmp_path / "test_of_a_game.py").write_text(TESTS)
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\naddopts = '--import-mode=importlib'\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def changes() -> list[Any]:
    return mutants.all_changes(["rules_of_a_game.py"])


def texts() -> list[str]:
    return [mutants.described(change) for change in changes()]


def test_only_what_can_be_seen_is_changed(place: Path) -> None:
    lines = {change.start_pos[0] for change in changes()}
    assert lines == {5, 10, 12, 16, 17, 18}, "no signature, no import and no text"
    assert not [text for text in texts() if " is 3" in text]
    assert "rules_of_a_game.py:10: `- if seat == 3: + if seat >= 3:`" in texts()
    assert len(set(texts())) == len(texts())


@pytest.mark.slow
@pytest.mark.parametrize("held", [False, True])
@pytest.mark.skipif(not hasattr(os, "fork"), reason="each change is tried in a forked process")
def test_a_change_is_noticed_by_a_test_or_by_none_and_the_file_stays(place: Path, held: bool) -> None:
    noticed_by = {
        "`- if seat == 3: + if seat < 3:`": "`test_of_a_game.py::test_a_front_seat`",
        "`- if seat == 3: + if seat >= 3:`": "",
        "`- while n < 4: + while n != 4:`": "",
        "`- while n < 4: + while n > 4:`": "`test_of_a_game.py::test_the_size`",
        "`- return 1 + return 0`": "",
        "`- n += 1 + n += 0`": "a test that did not end",
        "`- BIG = 2 + BIG = 3`": "`test_of_a_game.py::test_a_front_seat`",
    }
    suite = mutants.Suite("overture", place, ["test_of_a_game.py"])
    suite.warm_up()
    if held:
        suite.hold()
    gc.unfreeze()
    chosen = [change for change in changes() if mutants.described(change).partition(": ")[2] in noticed_by]
    with contextlib.closing(suite):
        tried = list(mutants.try_changes(suite, chosen, 60))
    assert {one.change.partition(": ")[2]: one.noticed_by for one in tried} == noticed_by
    assert (place / "rules_of_a_game.py").read_text() == RULES


def test_it_is_the_copy_that_is_imported_even_where_the_package_was_imported_before(tmp_path: Path) -> None:
    """Otherwise no change of a constant would ever be noticed."""
    copy = tmp_path / "theatre_lab"
    copy.mkdir()
    (copy / "__init__.py").write_text("A_CONSTANT = 3\n")
    told = (
        "import sys; sys.path.insert(0, sys.argv[1]); import mutants, pathlib, theatre_lab;"
        "mutants.work_in(pathlib.Path(sys.argv[2])); import theatre_lab; print(theatre_lab.A_CONSTANT)"
    )
    words = [sys.executable, "-c", told, str(Path(mutants.__file__).parent), str(tmp_path)]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout == "3\n"


def test_tests_that_fail_before_anything_is_changed_end_it(place: Path) -> None:
    (place / "test_of_a_game.py").write_text("def test_nothing():\n    assert False\n")
    with pytest.raises(SystemExit, match="the tests fail before anything is changed"):
        mutants.Suite("overture", place, ["test_of_a_game.py"]).warm_up()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each change is tried in a forked process")
def test_what_is_held_was_read_before_anything_is_changed(place: Path) -> None:
    suite = mutants.Suite("overture", place, ["test_of_a_game.py"])
    suite.warm_up()
    suite.hold()
    gc.unfreeze()
    (place / "rules_of_a_game.py").write_text("")
    with contextlib.closing(suite):
        assert suite.ask(place, "")[0] == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each change is tried in a forked process")
def test_a_change_is_tried_even_when_what_holds_the_tests_is_lost(place: Path) -> None:
    [change] = [one for one in changes() if "seat == 3: + if seat < 3" in mutants.described(one)]
    suite = mutants.Suite("overture", place, ["test_of_a_game.py"])
    suite.warm_up()
    suite.hold()
    gc.unfreeze()
    assert suite.ask(Path("no_such_module.py"), "A = 1")[0] == mutants.SAYS_NOTHING
    os.kill(suite.holder, signal.SIGKILL)
    assert mutants.try_change(suite, change).noticed_by == "`test_of_a_game.py::test_a_front_seat`"
    assert suite.line is None


@pytest.mark.parametrize(
    ("text", "why"),
    [("def test_nothing():\n    assert False\n", "fail where they are held"), ("import nothing\n", "cannot be coll")],
)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="each change is tried in a forked process")
def test_tests_that_cannot_be_held_end_it(place: Path, text: str, why: str) -> None:
    suite = mutants.Suite("overture", place, ["test_of_a_game.py"])
    suite.warm_up()
    gc.unfreeze()
    (place / "test_of_a_game.py").write_text(text)
    suite.seconds["test_of_a_game.py::test_nothing"] = 0.0
    with pytest.raises(SystemExit, match=why):
        suite.hold()


def test_the_page_lists_survivors_and_names_what_notices_them_later(place: Path) -> None:
    kept, lost, noticed = texts()[:3]
    tried = [mutants.Tried(kept, ""), mutants.Tried(noticed, "`test_a`"), mutants.Tried(lost, "")]
    section = mutants.first("3 of 9 tried.", tried)
    assert section.splitlines() == ["3 of 9 tried.", "", *sorted([f"- {kept}", f"- {lost}"])]
    assert {mutants.described(change) for change in mutants.listed(changes(), section)} == {kept, lost}
    for _ in range(2):
        section = mutants.again(section, [mutants.Tried(lost, "`test_b`"), mutants.Tried(kept, "")])
        assert section.splitlines()[0] == "3 of 9 tried. Tried again, 1 of these 2 are noticed:"
        assert f"- {lost}: noticed now by `test_b`" in section
        assert f"- {kept}\n" in section + "\n"
