"""Games in processes: a script without a guard, a stop, an interrupt; what came is kept, and nothing else is said."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from theatre_lab.core.errors import BotError, OptionError
from theatre_lab.lab.balance import Balance
from theatre_lab.lab.processes import in_processes
from theatre_lab.lab.simulate import simulate

BOTS = """
import time

def first(view):
    return view.actions()[0]

def slow(view):
    time.sleep(0.01)
    return view.actions()[0]

def endless(view):
    time.sleep(60)
    return view.actions()[0]

def wrong(view):
    raise KeyError("a slip of the bot")
"""
LISTENS = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""What a shell runs in the background ignores interrupts; this code does not."""


@pytest.fixture
def bots(tmp_path: Path) -> str:
    path = tmp_path / "my_bots.py"
    path.write_text(BOTS, encoding="utf-8")
    return str(path)


def begun(*command: str, folder: Path) -> subprocess.Popen[str]:
    """A Python of its own in a process group of its own, as a terminal gives it to a command."""
    return subprocess.Popen(
        [sys.executable, "-u", *command],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


def command(line: str) -> str:
    """Code of the command line that prints "played" whenever a game was told of."""
    return LISTENS + textwrap.dedent(
        f"""
        import sys
        from theatre_lab import cli
        from theatre_lab.lab import simulate as module
        tell = module._tell
        module._tell = lambda *asked: print("played", file=sys.__stdout__) or tell(*asked)
        sys.argv[1:] = {line.split()!r}
        print("begins")
        cli.main()
        """
    )


def interrupted(process: subprocess.Popen[str], word: str, wait: float = 0.0) -> tuple[int, str, str, float]:
    """Interrupt the whole group, as Ctrl-C does, once the word was printed: the code, both texts, the seconds taken."""
    limit = threading.Timer(60, process.kill)
    limit.start()
    try:
        assert process.stdout is not None
        assert any(word in line for line in process.stdout), "it never came so far"
        time.sleep(wait)
        start = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        limit.cancel()
        process.kill()
    return process.returncode, out, err, time.monotonic() - start


def words_of(err: str) -> list[str]:
    """What was said beside the progress bar."""
    return [
        line
        for line in err.replace("\r", "\n").split("\n")
        if line.strip() and "game/s" not in line and "s/game" not in line
    ]


def test_a_script_without_a_guard_is_told_once_what_would_be_right(bots: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        f"import theatre_lab as tl\ntl.simulate('overture', [{bots + ':slow'!r}, 'random'], games=40, workers=2)\n",
        encoding="utf-8",
    )
    out, err = begun(str(script), folder=tmp_path).communicate(timeout=60)
    assert out == ""
    assert err.count("Traceback") == 1
    assert "OptionError: each worker reads your script before it plays" in err.splitlines()[-1]
    assert 'if __name__ == "__main__":' in err.splitlines()[-1]


def test_a_guarded_script_is_shared_by_processes(bots: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    call = f"tl.simulate('overture', [{bots + ':first'!r}, 'random'], games=40, workers=2)"
    script.write_text(
        f"import theatre_lab as tl\nif __name__ == '__main__':\n    print({call}.games)\n", encoding="utf-8"
    )
    out, err = begun(str(script), folder=tmp_path).communicate(timeout=60)
    assert (out, err) == ("40\n", "")


def test_a_worker_that_cannot_begin_is_told_at_once(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OptionError, match="a worker process could not begin"):
        list(in_processes(Unreadable(), range(4), 1, 1))
    capfd.readouterr()


class Unreadable:
    """Work that cannot be read by whom it is sent to."""

    def __call__(self, numbers: range) -> range:
        return numbers

    def __reduce__(self) -> tuple[object, ...]:
        return int, ("not a number",)


def test_a_stop_is_heard_at_once_and_keeps_what_came(bots: str) -> None:
    stop, told, when = threading.Event(), [], []

    def tell(played: int, asked: int) -> None:
        told.append(played)
        if played == 2:
            threading.Timer(0.3, lambda: (when.append(time.monotonic()), stop.set())).start()

    simulate("overture", ["random", "random"], games=4)  # what sums up is imported
    part = simulate("overture", [f"{bots}:slow", "random"], games=500, seed=2, workers=2, progress=tell, stop=stop)
    assert time.monotonic() - when[0] < 5
    assert 2 <= part.games == len(told) < 500
    assert part.asked == 500


def test_a_stop_before_the_first_game_is_heard_at_once(bots: str) -> None:
    stop = threading.Event()
    threading.Timer(1.0, stop.set).start()
    start = time.monotonic()
    with pytest.raises(OptionError, match="stopped before the first game was over"):
        simulate("overture", [f"{bots}:endless", "random"], games=40, workers=2, stop=stop)
    assert time.monotonic() - start < 5


def test_an_interrupt_of_all_processes_keeps_what_came_and_says_so(bots: str, tmp_path: Path) -> None:
    line = f"simulate overture --players {bots}:slow,random --games 500 --workers 2"
    code, out, err, seconds = interrupted(begun("-c", command(line), folder=tmp_path), "played", 0.5)
    assert code == 130
    assert "stopped after" in out
    [word] = words_of(err)
    assert word.startswith("theatre-lab: stopped after ")
    assert word.endswith(" of 500 games; these are summed up")
    assert seconds < 10


@pytest.mark.parametrize("wait", [0.3, 3.0])
def test_an_interrupt_before_the_first_game_is_told_in_one_sentence(bots: str, tmp_path: Path, wait: float) -> None:
    line = f"simulate overture --players {bots}:endless,random --games 500 --workers 2"
    code, out, err, _ = interrupted(begun("-c", command(line), folder=tmp_path), "begins", wait)
    assert (code, out) == (130, "")
    assert [word.partition(":")[0] for word in words_of(err)] == ["theatre-lab"]
    assert "stopped" in err


def test_interrupted_ratings_keep_the_deals_that_were_over(bots: str, tmp_path: Path) -> None:
    line = f"ratings overture --bots {bots}:first,random,{bots}:endless --deals 2"
    watch = command(line).replace(
        'print("begins")',
        "from theatre_lab.lab import ratings\nplain = ratings._shares\n"
        'ratings._shares = lambda results: print("met", file=sys.__stdout__) or plain(results)',
    )
    code, out, err, _ = interrupted(begun("-c", watch, folder=tmp_path), "met", 1.0)
    assert code == 130
    assert "4 games of two" in out
    assert (
        words_of(err)[-1] == f"theatre-lab: stopped; rated by the deals that were over: {bots}:first and random 2 of 2"
    )


def test_ratings_interrupted_in_the_first_meeting_keep_its_deals(bots: str, tmp_path: Path) -> None:
    line = f"ratings overture --bots random,{bots}:slow --deals 500"
    code, out, err, _ = interrupted(begun("-c", command(line), folder=tmp_path), "played", 6.0)
    assert code == 130
    assert "games of two" in out
    assert re.fullmatch(
        rf"theatre-lab: stopped; rated by the deals that were over: random and {bots}:slow \d+ of 500",
        words_of(err)[-1],
    )


def test_an_interrupted_balance_keeps_what_it_has_and_says_so(tmp_path: Path) -> None:
    watch = command("balance mythic-circus --players 2 --games 1000000 --plans 0 --out r.json").replace(
        'print("begins")',
        "from theatre_lab.core.compiled import list_backend\nfrom theatre_lab.lab import balance, seat_balance\n"
        "seat_balance.QUICK_SLICE, seat_balance.compiled_backend = 5, list_backend\nsave = balance.Balance.save\n"
        'balance.Balance.save = lambda *to: save(*to) or print("saved")',
    )
    code, out, err, _ = interrupted(begun("-c", watch, folder=tmp_path), "saved", 0.3)
    assert code == 130
    assert "first to ten wins, 2 players, medium: " in out
    assert words_of(err)[-1] == (
        "theatre-lab: stopped; the parts that were finished are kept in 'r.json': the same command goes on from there"
    )
    assert Balance.load(tmp_path / "r.json").seats[0].games > 0


def test_ratings_interrupted_before_any_meeting_say_so(bots: str, tmp_path: Path) -> None:
    line = f"ratings overture --bots random,{bots}:endless --deals 2"
    code, out, err, _ = interrupted(begun("-c", command(line), folder=tmp_path), "begins", 3.0)
    assert (code, out) == (130, "")
    assert words_of(err) == ["theatre-lab: stopped before two deals were over: there is nothing to rate"]


def test_an_error_in_a_worker_tells_the_bot_and_where_it_failed(bots: str) -> None:
    with pytest.raises(BotError, match=r"'wrong' failed: KeyError.*game 0 of this series") as told:
        simulate("overture", [f"{bots}:wrong", "random"], games=40, workers=2)
    assert "my_bots.py" in "".join(told.value.__notes__)


def test_where_python_has_no_processes_one_worker_needs_none(tmp_path: Path) -> None:
    code = """
        import sys
        sys.modules["_multiprocessing"] = None
        import theatre_lab as tl
        print(tl.simulate("overture", ["greedy", "random"], games=2).games)
        """
    out, err = begun("-c", textwrap.dedent(code), folder=tmp_path).communicate(timeout=60)
    assert (out, err) == ("2\n", "")
