"""The package under the conditions of a Python in a web page: no threads, no numpy and what stands on it.

A test runs its lines in a process of its own, where these conditions are made; `tests/browser/test_lite.py` plays in a
real browser.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap
from typing import Any

import pytest

from theatre_lab.lab.best_seating import best_seating

pytestmark = pytest.mark.slow

CONDITIONS = """
import sys, threading

MISSING = ("choix", "distributed", "numba", "numpy", "ortools", "pandas", "scipy")

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

def refuse(thread):
    raise RuntimeError("can't start new thread")

import asyncio, IPython, ipywidgets, plotly.graph_objects
sys.meta_path.insert(0, Missing())
for name in [name for name in sys.modules if name.split(".")[0] in MISSING]:
    del sys.modules[name]
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in MISSING else find(name, package)
threading.Thread.start = refuse
sys.platform = "emscripten"
import theatre_lab as tl
"""


def run(lines: str) -> str:
    """What these lines print."""
    done = subprocess.run(
        [sys.executable, "-c", CONDITIONS + textwrap.dedent(lines)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_a_table_answers_every_click_without_a_thread() -> None:
    said = run("""
        table = tl.table("cabaret", opponents=["greedy", "hard"], seed=5, names=["You", "Ada", "Cy"])
        before = table.match.ply
        table._receive(None, {"kind": "intent", "intent": "hint", "ply": table.model["ply"], "args": {}}, None)
        print(table._advice is not None)
        table.play(table.legal_actions()[0])
        print(table.match.to_move in (0, None), table.match.ply > before, table.status == "")
    """)
    assert said.split() == ["True"] * 4


@pytest.mark.parametrize("game", ["overture", "cabaret"])
def test_a_level_that_searches_keeps_its_time(game: str) -> None:
    seconds = float(
        run(f"""
            import time
            from theatre_lab.bots import LevelBot
            from theatre_lab.bots.levels import LEVELS
            match = tl.new_match({game!r}, tl.get_game({game!r}).min_players, seed=3)
            bot = LevelBot("expert", seed=1, live=True)
            spent = 0
            for _ in range(3):
                view = match.view(match.to_move)
                start = time.process_time()
                action = bot(view)
                spent = max(spent, time.process_time() - start - LEVELS["expert"].seconds)
                assert action in view.actions()
                match.play(match.legal_actions()[0])
            print(spent)
        """)
    )
    assert seconds < 2, f"{seconds:.1f} s over its limit"


def test_a_review_is_done_when_the_cell_is() -> None:
    said = run("""
        from theatre_lab.widgets import Review
        match = tl.finished_match(tl.table("the-theatre", opponents=["greedy"], leader=0, seed=2026))
        review = Review(match, iterations=2)
        print(review.found.backend, review.model["stage"])
    """)
    assert said.splitlines()[-1] == "lists done"


def test_simulations_have_their_intervals() -> None:
    said = run("""
        result = tl.simulate("overture", ["greedy", "random"], games=6, seed=1, theatre="rotunda", workers=2)
        strong = result.bots[0]
        print(result.backend, strong.played, strong.win_low < strong.win_rate <= strong.win_high)
        print(strong.score_low < strong.score < strong.score_high)
    """)
    assert said.split() == ["lists", "6", "True", "True"]


def test_the_best_seating_comes_with_a_bound_that_holds() -> None:
    """What is found without the solver is no more than it proves, and the bound no less."""
    houses: list[dict[str, Any]] = [
        {"theatre": "grand-empress", "seats": {"B2": "Lovebirds", "C4": "Lovebirds"}},
        {"theatre": "grand-empress", "seats": {
            "A1": "Critic", "A3": "VIP", "A4": "Patron", "B2": "Teacher", "B3": "Kid", "B5": "Tall Critic",
            "C1": "Patron", "C3": "Friends", "D4": "Noisy Kid",
        }},
    ]  # fmt: skip
    said = run(f"""
        for house in {houses!r}:
            found = tl.best_seating(house)
            print(found.played_total, found.total, found.bound)
    """)
    for house, line in zip(houses, said.splitlines(), strict=True):
        played, total, bound = map(int, line.split())
        proved = best_seating(house, workers=1)
        assert proved.proved
        assert played <= total <= proved.total <= bound


def test_what_cannot_be_had_is_one_sentence_and_the_next_cell_runs() -> None:
    said = run("""
        from IPython.core.interactiveshell import InteractiveShell
        shell = InteractiveShell.instance()
        shell.run_cell("from theatre_lab.lab.ratings import ladder\\n"
                       "ladder('cabaret', ['random', 'easy'], deals=2, seed=1, rounds=1)")
        shell.run_cell("print('and on')")
    """)
    sentence, after = said.strip().splitlines()[-2:]
    assert "ladder of ratings needs" in sentence
    assert "no browser has" in sentence
    assert "Traceback" not in said
    assert after == "and on"
