"""What goes wrong around a game: nothing is lost, everything stays usable, and it is said what happened.

Reloads, restarts and lost kernels are looked at in real browsers (`tests/browser`); workers that die in
`tests/lab/test_simulate.py`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from trust.formats import NOON, short_game, standing

import theatre_lab as tl
from theatre_lab.core.errors import BadInput
from theatre_lab.core.match import Match
from theatre_lab.games import get_game
from theatre_lab.lab import notebooks
from theatre_lab.lab.notebooks import copy_notebooks, notebook_folder
from theatre_lab.teach.progress import Progress
from theatre_lab.widgets import Table


def send(table: Table, intent: str, ply: int | None = None, **args: Any) -> None:
    table.send = lambda content, buffers=None: None  # type: ignore[method-assign]
    at = table.model["ply"] if ply is None else ply
    table._receive(table, {"kind": "intent", "id": "1", "intent": intent, "ply": at, "args": args}, [])


def people() -> Match:
    return Match(get_game("overture"), ["Ann", "Bo"], seed=1, theatre="blackbox")


# ------------------------------------------------------------------ two tables, two tabs, stale clicks


def test_a_click_at_a_second_table_of_the_match_is_dropped_when_the_first_has_played() -> None:
    match = people()
    one, other = Table(match, pace=0), Table(match, pace=0)
    for table in (one, other):
        send(table, "raise")
    send(one, "act", do="draw", action="draw lobby 1")
    assert match.ply == 1
    send(other, "act", do="draw", action="draw deck")
    assert match.ply == 1
    assert "too late" in other.status
    assert len(other.model["log"]) == 1
    send(other, "act", do="draw", action="draw deck")
    assert match.ply == 2
    assert other.status == ""


def test_a_move_from_a_cell_is_shown_before_anything_else_is_done() -> None:
    match = people()
    table = Table(match, pace=0)
    send(table, "raise")
    match.play("draw deck")
    send(table, "act", do="select", index=0)
    assert "too late" in table.status
    assert len(table.model["body"]["hand"]) == 2
    match.play("draw deck")
    assert table.select(0).model["body"]["hand"][0]
    assert len(table.model["body"]["hand"]) == 3


def test_what_was_taken_back_elsewhere_is_gone_here_too() -> None:
    match = Match(get_game("overture"), ["Ann", "Bo"], seed=1, theatre="blackbox", practice=True)
    table = Table(match, pace=0)
    table.play("draw lobby 1")
    match.undo()
    send(table, "undo")
    assert "too late" in table.status
    assert table.model["log"] == []
    assert match.ply == 0


def test_two_tables_never_let_two_bots_answer_one_position() -> None:
    for seed in range(6):
        match = Match(get_game("cabaret"), ["Ann", "B", "C"], seats=["human", "greedy", "random"], seed=seed, rounds=1)
        one, other = Table(match, pace=0), Table(match, pace=0)
        while not match.is_over:
            for table in (one, other):
                table.wait()
                if match.to_move == 0:
                    table.play(match.legal_actions()[0])
        assert tl.load(match.record().to_json()).record() == match.record()
        for ply in match.history:
            assert int(match.game.rules.to_move(ply.before)) == ply.player


def test_two_tables_play_what_is_forced_once() -> None:
    for seed in range(4):
        match = Match(get_game("mythic-circus"), ["Ann", "Bo"], seats=["human", "greedy"], seed=seed)
        one, other = Table(match, pace=0), Table(match, pace=0)
        for _ in range(60):
            for table in (one, other):
                table.wait()
                if match.to_move == 0:
                    table.play(match.legal_actions()[0])
        assert (one.status, other.status) == ("", "")
        assert tl.load(match.record().to_json()).record() == match.record()
        for ply in match.history:
            assert int(match.game.rules.to_move(ply.before)) == ply.player


def test_a_double_click_plays_once() -> None:
    table = Table(people(), pace=0)
    send(table, "raise")
    at = table.model["ply"]
    for _ in range(2):
        send(table, "act", ply=at, do="draw", action="draw deck")
    assert table.match.ply == 1
    assert "too late" in table.status


def test_clicks_from_many_threads_are_taken_one_at_a_time() -> None:
    table = Table(people(), pace=0)
    send(table, "raise")
    at = table.model["ply"]
    clicks = [
        threading.Thread(target=send, args=(table, "act", at), kwargs={"do": "draw", "action": "draw deck"})
        for _ in range(12)
    ]
    for click in clicks:
        click.start()
    for click in clicks:
        click.join()
    assert table.match.ply == 1


# ------------------------------------------------------------------ interrupts


LISTENS = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"


def interrupted(code: str, ready: str, *, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    """Run Python code, interrupt it once it has printed the word, and let it end.

    What a shell runs in the background ignores interrupts, and so does all that it starts: this code does not.
    """
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", LISTENS + textwrap.dedent(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])},
    )
    limit = threading.Timer(timeout, process.kill)
    limit.start()
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if ready in line:
                break
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=timeout)
    finally:
        limit.cancel()
        process.kill()
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def test_an_interrupted_wait_leaves_the_table_usable() -> None:
    done = interrupted(
        """
        import sys, time
        import theatre_lab as tl
        from theatre_lab.widgets import Table

        tables = sys.modules[Table.__module__]
        quick = tables.choose
        tables.choose = lambda bot, view: time.sleep(3) or quick(bot, view)
        table = tl.table("overture", opponents=["greedy"], you=1, theatre="blackbox", seed=1)
        print("waiting")
        try:
            table.wait()
        except KeyboardInterrupt:
            print("was interrupted")
        table.wait()
        table.play(table.legal_actions()[0])
        print("went on to", table.match.ply > 0, table.match.to_move)
        """,
        "waiting",
    )
    assert done.returncode == 0, done.stderr
    assert "was interrupted" in done.stdout
    assert "went on to True 1" in done.stdout


def test_an_interrupted_search_can_be_asked_again_and_answers_the_same() -> None:
    done = interrupted(
        """
        import theatre_lab as tl
        from theatre_lab.bots import analyse
        from theatre_lab.core.compiled import list_backend
        match = tl.new_match("overture", 2, theatre="blackbox", seed=1)
        view, backend = match.view(0), list_backend(match.game)
        before = analyse(view, iterations=4, seed=1, backend=backend).estimates
        print("searching")
        try:
            analyse(view, iterations=10_000_000, seed=1, backend=backend)
            print("not interrupted")
        except KeyboardInterrupt:
            print("interrupted")
        print("the same", analyse(view, iterations=4, seed=1, backend=backend).estimates == before)
        """,
        "searching",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:2] == ["interrupted", "the same True"]


def test_an_interrupted_command_says_so_and_leaves_no_half_file(tmp_path: Path) -> None:
    table = tmp_path / "games.csv"
    done = interrupted(
        f"""
        import sys
        from theatre_lab import cli
        print("begins")
        sys.argv[1:] = "simulate overture --players random,random --games 1000000 --json".split()
        sys.argv += ["--csv", {str(table)!r}]
        cli.main()
        """,
        "begins",
    )
    # With games played these are summed up; before the first one it is told that there are none.
    assert done.returncode in (0, 130), done.stderr
    assert "Traceback" not in done.stderr
    assert [file.name for file in tmp_path.iterdir()] in ([], ["games.csv"])
    if done.returncode == 0:
        assert '"games":' in done.stdout
        assert table.read_text(encoding="utf-8").endswith("\n")


# ------------------------------------------------------------------ full disks

SAVERS: dict[str, str] = {
    "a match": "tl.new_match('overture', 2, seed=1, theatre='blackbox').save(path)",
    "a table": "tl.table('overture', seed=1, theatre='blackbox').save(path)",
    "progress": "known.save(path)",
    "a table of games": "results.save_csv(path)",
    "a balance report": "report.save(path)",
}
_FULL = """
import resource, signal
import theatre_lab as tl
from theatre_lab.core.errors import BadInput
from theatre_lab.lab.balance import Balance
from theatre_lab.teach.progress import Progress
known = Progress()
known.answer("OV-P4", True)
results = tl.simulate("overture", ["random", "random"], games=2, seed=1, theatre="blackbox")
report = Balance("overture", "0f")
path = {path!r}
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40))
try:
    {save}
except BadInput as error:
    print(error)
"""


@pytest.mark.parametrize("what", SAVERS)
@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files can be set there")
def test_a_file_that_does_not_fit_leaves_the_old_one_and_says_so(what: str, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_text("the old one")
    code = _FULL.format(path=str(path), save=SAVERS[what])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("cannot write ")
    assert done.stdout.count("\n") == 1
    assert path.read_text() == "the old one"
    assert [file.name for file in tmp_path.iterdir()] == ["kept.json"]


def test_a_notebook_is_copied_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []

    def fill_up(source: Path, target: Path) -> None:
        copied.append(Path(target).name)
        Path(target).write_bytes(Path(source).read_bytes()[:100])
        if len(copied) == 2:
            raise OSError(28, "No space left on device")
        Path(target).write_bytes(Path(source).read_bytes())

    monkeypatch.setattr(notebooks.shutil, "copyfile", fill_up)
    with pytest.raises(BadInput, match="No space left on device"):
        copy_notebooks(tmp_path / "lessons")
    monkeypatch.undo()
    names = sorted(file.name for file in notebook_folder().glob("*.ipynb"))
    assert [file.name for file in (tmp_path / "lessons").iterdir()] == names[:1]
    assert [file.name for file in copy_notebooks(tmp_path / "lessons")] == names[1:]
    for name in names:
        assert (tmp_path / "lessons" / name).read_bytes() == (notebook_folder() / name).read_bytes()


def test_a_save_that_fails_at_a_table_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    table = Table(people(), pace=0)
    with pytest.raises(BadInput, match="cannot write"):
        table.save(tmp_path / "nowhere" / "game.json")
    table.play("draw deck")
    table.save(tmp_path / "game.json")
    assert standing(tl.load(tmp_path / "game.json")) == standing(table.match)


# ------------------------------------------------------------------ killed while saving


def test_a_process_killed_while_it_saves_leaves_the_old_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    old = short_game("overture", 2, 5)
    old.save(path)
    code = f"""
import os, theatre_lab as tl
from theatre_lab.core import records
match = tl.load({str(path)!r})
match.play(match.legal_actions()[0])
records.os.fsync = lambda number: os.kill(os.getpid(), 9)
match.save({str(path)!r})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert tl.load(path).ply == 5


# ------------------------------------------------------------------ data that names what it should not


@pytest.mark.parametrize(
    "seat", ["os:system", "evil.py:play", "file:///x.py:f", "__import__('os')", "human\n", "HUMAN"]
)
def test_a_save_cannot_name_code_to_play(seat: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evil.py").write_text("open('ran', 'w')\ndef play(view): return view.actions()[0]\n")
    monkeypatch.chdir(tmp_path)
    data = people().to_save() | {"seats": ["human", seat]}
    with pytest.raises(BadInput, match="bot"):
        Table(Match.from_save(data, get_game("overture")), pace=0)
    assert not (tmp_path / "ran").exists()


SOURCES: dict[str, Callable[[Any], object]] = {"a match": tl.load, "progress": Progress.load}


@pytest.mark.parametrize("what", SOURCES)
def test_what_cannot_be_read_changes_nothing_that_is_there(what: str, tmp_path: Path) -> None:
    held = Progress(clock=lambda: NOON)
    held.answer("OV-P4", True)
    table, before = Table(people(), pace=0), held.to_json()
    game = standing(table.match)
    (tmp_path / "cut.json").write_text('{"format": "theatre-lab/record@1", "game": "overt')
    with pytest.raises(BadInput):
        SOURCES[what](tmp_path / "cut.json")
    with pytest.raises(BadInput):
        table.load(tmp_path / "cut.json")
    assert (held.to_json(), standing(table.match)) == (before, game)
