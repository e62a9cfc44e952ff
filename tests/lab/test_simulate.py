"""Many games by bots: the same games however they are shared out, seats in turn, sums that add up."""

from __future__ import annotations

import concurrent.futures
import os
import pickle
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from theatre_lab.bots import choose, get_bot
from theatre_lab.bots.own import load_bot, version_of
from theatre_lab.core.compiled import backend_name
from theatre_lab.core.errors import BotError, OptionError, TheatreLabError
from theatre_lab.core.game import View
from theatre_lab.core.match import Match
from theatre_lab.core.stream import below
from theatre_lab.games import get_game
from theatre_lab.games.the_theatre.decks import starter_decks, starter_rotation
from theatre_lab.lab import simulate as module
from theatre_lab.lab.results import GameResult
from theatre_lab.lab.simulate import play_game, simulate


@pytest.mark.slow
def test_the_games_are_the_same_for_any_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = simulate("overture", ["greedy", "random"], games=36, seed=3)
    pools: list[int] = []
    pool = module.in_processes
    monkeypatch.setattr(module, "in_processes", lambda *asked: pools.append(asked[2]) or pool(*asked))
    monkeypatch.setattr(module, "compiled_if_ready", lambda game: None)
    monkeypatch.setattr(module, "compiled_soon", lambda game, seconds: False)
    monkeypatch.setattr(module, "_POOLING", 0.0)
    shared = simulate("overture", ["greedy", "random"], games=36, seed=3, workers=2)
    assert pools == [2]
    assert shared.results == alone.results
    assert shared.as_dict() == alone.as_dict()


def test_the_seed_decides_the_games() -> None:
    first = simulate("overture", ["random", "random"], games=3, seed=3).results
    assert simulate("overture", ["random", "random"], games=3, seed=3).results == first
    assert simulate("overture", ["random", "random"], games=3, seed=4).results != first
    assert simulate("overture", ["random", "random"], games=5, seed=3).results[:3] == first


def test_bots_take_every_seat_equally_often_or_keep_theirs() -> None:
    turning = simulate("overture", ["greedy", "random", "random"], games=6, seed=1)
    assert Counter(result.seating for result in turning.results) == {(0, 1, 2): 2, (1, 2, 0): 2, (2, 0, 1): 2}
    fixed = simulate("overture", ["greedy", "random", "random"], games=3, seed=1, rotate=False)
    assert {result.seating for result in fixed.results} == {(0, 1, 2)}


def test_every_bot_plays_every_starter_deck_equally_often(monkeypatch: pytest.MonkeyPatch) -> None:
    played: Counter[tuple[str, int, int]] = Counter()
    bots = [get_bot("random", 1), get_bot("greedy", 2)]

    def watch(game: Any, seated: Any, *, seed: int, options: Any, rules: Any) -> Any:
        match = play_game(game, seated, seed=seed, options=options, rules=rules)
        for seat, bot in enumerate(seated):
            played[bot.name, seat, starters.index(match.options["decks"][seat])] += 1
        return match

    starters = [[card.as_dict() for card in deck.cards] for deck in starter_decks(4)]
    monkeypatch.setattr("theatre_lab.lab.simulate.play_game", watch)
    simulate("the-theatre", bots, games=8, seed=1)
    assert played == {(bot, seat, deck): 1 for bot in ("random", "greedy") for seat in (0, 1) for deck in range(4)}


def test_the_starter_decks_meet_in_every_order() -> None:
    for players in (2, 3, 4):
        orders = {tuple(deck.name for deck in starter_rotation(5, players, deal)) for deal in range(24)}
        assert len(orders) == {2: 12, 3: 24, 4: 24}[players]
        assert all(len(set(order)) == players for order in orders)


def test_every_rotation_plays_the_same_deal() -> None:
    """The theatre is drawn by lot: with equal bots the two rotations differ in nothing but the bots' own luck."""
    seen: list[tuple[str, ...]] = []

    class Watcher:
        name = "watcher"

        def __call__(self, view: View) -> int:
            return view.actions()[0]

    game = get_game("overture")
    for seed in (1, 1, 2):
        match = play_game(game, [Watcher(), Watcher()], seed=seed, options={})
        seen.append(match.record().chance[0])
    assert seen[0] == seen[1] != seen[2]


def test_the_summary_adds_up() -> None:
    result = simulate("cabaret", ["random", "greedy", "random"], games=6, seed=2, options={"rounds": 1})
    assert sum(bot.wins for bot in result.bots) == pytest.approx(6)
    for index, bot in enumerate(result.bots):
        scores = [game.score_of(index) for game in result.results]
        assert bot.played == 6
        assert bot.score == pytest.approx(sum(scores) / 6)
        assert bot.wins == pytest.approx(sum(game.win_of(index) for game in result.results))
        assert bot.win_low <= bot.win_rate <= bot.win_high
        assert bot.score_low <= bot.score <= bot.score_high
    for game in result.results:
        assert [sum(points for _, points in seat) for seat in game.parts] == list(game.scores)
    assert "greedy" in str(result)
    changed = result.as_dict()
    changed["bots"][0]["wins"] = 99
    assert result.bots[0].wins != 99


def test_the_answer_names_the_backend() -> None:
    assert simulate("overture", ["easy", "random"], games=1).backend == "lists"
    assert simulate("overture", ["random", "greedy"], games=1).as_dict()["backend"] == "lists"


@pytest.mark.slow
def test_bots_that_search_think_on_compiled_rules_where_they_can() -> None:
    result = simulate("cabaret", ["hard", "random"], games=1, seed=3, options={"rounds": 1})
    assert result.backend == backend_name()


def test_greedy_beats_random_in_overture() -> None:
    result = simulate("overture", ["greedy", "random"], games=20, seed=5, options={"theatre": "rotunda"})
    assert result.bots[0].win_low > 0.5


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "chess"}, {"bots": ["random"]}, {"bots": ["random"] * 9}, {"bots": "random"}, {"bots": ["random", 3]},
        {"games": 0}, {"games": True}, {"games": 1.5}, {"games": 10**9}, {"seed": "a"}, {"seed": 2**70},
        {"options": {"theater": 1}}, {"options": {"theatre": "globe"}}, {"workers": -1}, {"workers": 1.5},
        {"rotate": 1}, {"options": 5}, {"progress": "no"}, {"stop": True}, {"bots": ["random", dict]},
    ],
    ids=str,
)  # fmt: skip
def test_what_does_not_fit_is_refused_before_any_game(changed: dict[str, Any]) -> None:
    arguments: dict[str, Any] = {"game": "overture", "bots": ["random", "random"], "games": 2, **changed}
    with pytest.raises(OptionError) as refusal:
        simulate(arguments.pop("game"), arguments.pop("bots"), **arguments)
    assert len(str(refusal.value)) < 300


# ------------------------------------------------------------------ bots that misbehave


def bot(answer: Any) -> Any:
    def rascal(view: View) -> Any:
        return answer(view) if callable(answer) else answer

    return rascal


@pytest.fixture
def view() -> View:
    return play_view()


def play_view() -> View:
    return Match(get_game("overture"), 2, theatre="blackbox", seed=1).view(0)


def fail(view: View) -> int:
    raise KeyError("a bot's own mistake")


def fail_with_ours(view: View) -> int:
    raise OptionError("raised inside the bot")


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (None, "no action"), (True, "no action"), (0.0, "no action"), ([], "no action"), ("dance", "illegal action"),
        ("draw lobby 0", "OV-L1"), (2, None), (-1, "not the number"), (10**9, "not the number"), (5, "OV-L1"),
        (fail, "failed: KeyError"), (fail_with_ours, "failed: OptionError"), (48, "OV-T1"),
    ],
    ids=range(13),
)  # fmt: skip
def test_a_bot_that_errs_is_named_with_its_mistake(view: View, answer: Any, word: str | None) -> None:
    if word is None:
        assert choose(bot(answer), view) == 2
    else:
        with pytest.raises(BotError, match="the bot 'rascal'") as refusal:
            choose(bot(answer), view)
        assert word in str(refusal.value)


def test_a_bot_may_answer_with_a_number_of_any_library(view: View) -> None:
    numpy = pytest.importorskip("numpy")
    action = choose(bot(numpy.int64(0)), view)
    assert action == 0
    assert type(action) is int


def test_a_game_with_a_failing_bot_stops_with_its_name() -> None:
    with pytest.raises(BotError, match="rascal"):
        play_game(get_game("overture"), [get_bot("random"), bot("dance")], seed=1, options={})


def test_two_bots_of_one_seed_choose_alike_and_their_luck_is_their_own(view: View) -> None:
    assert [get_bot("random", 5)(view) for _ in range(3)] == [get_bot("random", 5)(view)] * 3
    assert len({get_bot("random", seed)(view) for seed in range(20)}) > 1
    with pytest.raises(TheatreLabError, match="did you mean 'greedy'"):
        get_bot("gready")


def test_options_may_stand_beside_the_rest() -> None:
    beside = simulate("overture", ["random", "random"], games=2, theatre="rotunda")
    inside = simulate("overture", ["random", "random"], games=2, options={"theatre": "rotunda"})
    assert beside == inside
    assert repr(beside).startswith("Overture, 2 games")
    with pytest.raises(OptionError, match="did you mean 'theatre'"):
        simulate("overture", ["random", "random"], games=2, theater="rotunda")


# ------------------------------------------------------------------ bots of one's own

MY_BOTS = """
import os, pathlib

def first(view):
    return view.actions()[0]

def last(view):
    return view.game.action_text(view.state, view.actions()[-1])

def wrong(view):
    return "dance"

def dies_once(view):
    mark = pathlib.Path(__file__).with_suffix(".died")
    if not mark.exists():
        mark.touch()
        os._exit(1)
    return view.actions()[0]

def dies(view):
    os._exit(1)

number = 3
"""


@pytest.fixture
def my_bots(tmp_path: Path) -> str:
    path = tmp_path / "my_bots.py"
    path.write_text(MY_BOTS, encoding="utf-8")
    return str(path)


def first_action(view: View) -> int:
    return view.actions()[0]


def test_a_function_and_its_name_play_the_same_games(my_bots: str) -> None:
    by_name = simulate("overture", [f"{my_bots}:first", "random"], games=4, seed=1)
    itself = simulate("overture", [first_action, "random"], games=4, seed=1)
    assert by_name.results == itself.results
    assert itself.bots[0].bot == "first_action"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("{}:frist", "holds no 'frist'"),
        ("{}:number", "a bot is a function"),
        ("{}:", "is written file.py:function"),
        ("no_such_module_at_all:play", "cannot be imported"),
        ("nowhere.py:play", "no file nowhere.py"),
    ],
)
def test_a_bot_that_cannot_be_found_says_what_is_missing(my_bots: str, name: str, told: str) -> None:
    with pytest.raises(OptionError, match=told):
        simulate("overture", [name.format(my_bots), "random"], games=2)


def test_a_file_with_a_mistake_is_told_with_the_mistake(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def play(view)\n", encoding="utf-8")
    with pytest.raises(OptionError, match="cannot be run: SyntaxError"):
        simulate("overture", [f"{path}:play", "random"], games=2)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "drafts.py"
    name, others = f"{file}:mine", {"games": 4, "seed": 1, "theatre": "rotunda"}
    file.write_text("def mine(view):\n    return view.actions()[0]\n", encoding="utf-8")
    before = simulate("overture", [name, "random"], **others)
    assert simulate("overture", [name, "random"], **others) == before
    file.write_text("def mine(view):\n    return view.actions()[-1]\n\nother = mine\n", encoding="utf-8")
    after = simulate("overture", [name, "random"], **others)
    assert after != before
    assert simulate("overture", [name, "random"], workers=2, **others) == after
    assert simulate("overture", [f"{file}:other", "random"], **others).bots[0].score == after.bots[0].score


def test_a_bot_that_wants_to_exit_is_told_like_any_that_fails(tmp_path: Path) -> None:
    file = tmp_path / "leaves.py"
    file.write_text("def mine(view):\n    raise SystemExit(3)\n", encoding="utf-8")
    with pytest.raises(BotError, match=r"'mine' failed: SystemExit: 3 at leaves.py, line 2 \(game 0 of"):
        simulate("overture", [f"{file}:mine", "random"], games=2)
    file.write_text("raise SystemExit(3)\n", encoding="utf-8")
    with pytest.raises(OptionError, match=r"leaves.py cannot be run: SystemExit: 3 at leaves.py, line 1"):
        simulate("overture", [f"{file}:mine", "random"], games=2)


def test_an_error_without_words_and_a_class_are_told_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "shapes.py"
    file.write_text("def mine(view):\n    raise ValueError\n\nclass Wise:\n    pass\n", encoding="utf-8")
    with pytest.raises(BotError, match=r"failed: ValueError at shapes.py, line 2 \(game"):
        simulate("overture", [f"{file}:mine", "random"], games=2)
    with pytest.raises(OptionError, match=r"'Wise' in .*shapes.py is a class; name an instance"):
        simulate("overture", [f"{file}:Wise", "random"], games=2)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OptionError, match=r"cannot be imported: .*; for the file write shapes.py:mine"):
        simulate("overture", ["shapes:mine", "random"], games=2)


def first(view: View) -> int:
    return view.actions()[0]


def last(view: View) -> int:
    return view.actions()[-1]


@pytest.mark.parametrize(("name", "rules"), [("overture", {"vip": 5}), ("the-theatre", {}), ("cabaret", {})])
def test_every_game_of_a_run_can_be_begun_anew(name: str, rules: dict[str, int]) -> None:
    run = simulate(name, [first, last], games=6, seed=4, rules=rules)
    for result in run.results:
        match = run.match(result)
        while (player := match.to_move) is not None:
            match.play((first, last)[result.seating[player]](match.view(player)))
        assert tuple(match.scores) == result.scores
        assert match.ply == result.actions


def test_rows_tell_what_was_drawn_by_lot() -> None:
    run = simulate("overture", ["greedy", "random"], games=6, seed=4)
    for row in run.rows():
        assert row["theatre"] == run.match(run.results[row["game"]]).options["theatre"]
    assert "theatre" not in simulate("overture", ["greedy", "random"], games=2, theatre="rotunda").rows()[0]
    agents = simulate("cabaret", ["greedy", "random"], games=2, rounds=1).rows()
    assert agents[0]["agents"] != agents[1]["agents"]
    assert agents[0]["leader"] in (0, 1)


def test_draws_of_other_shapes_leave_the_rows_tidy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of others may draw lists of any length, values of any kind, and options called like a column."""
    game = get_game("mythic-circus")

    def draw(players: int, options: dict[str, Any], rng: list[int]) -> dict[str, Any]:
        lot = below(rng, 2)
        return {**options, "suits": [1, 2, 3], "score": 9, "wind": "north" if lot else None}

    monkeypatch.setattr(type(game), "draw_options", lambda self, *told: draw(*told))
    monkeypatch.setattr(type(game), "drawn_options", ("suits", "score", "wind", "missing"))
    rows = simulate("mythic-circus", ["greedy", "random"], games=16, seed=4).rows()
    assert len({tuple(row) for row in rows}) == 1, "all rows have the same keys"
    assert {row["wind"] for row in rows} == {"north", ""}
    assert "suits" not in rows[0]
    assert {row["score"] for row in rows} != {9}


def test_a_file_that_changes_while_its_games_are_played_ends_the_run(tmp_path: Path) -> None:
    file = tmp_path / "shifty.py"
    code = "def mine(view):\n    return view.actions()[0]\n"
    file.write_text(code, encoding="utf-8")
    before = load_bot(f"{file}:mine", version_of(f"{file}:mine"))
    assert load_bot(f"{file}:mine", version_of(f"{file}:mine")) is before
    old = version_of(f"{file}:mine")
    file.write_text(code + "\n\nnews = 1\n", encoding="utf-8")
    assert load_bot(f"{file}:mine", old) is before, "a run goes on with what it began with"
    assert load_bot(f"{file}:mine") is not before
    with pytest.raises(OptionError, match=r"shifty\.py was changed while its games were played"):
        load_bot(f"{file}:mine", old)


def test_a_file_is_run_as_it_would_be_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "plain.py"
    file.write_text(
        "import os\nfrom dataclasses import dataclass\n\n@dataclass\nclass Mood:\n    joy: int = 1\n\n"
        "def mine(view):\n    assert Mood.__annotations__ == {'joy': int}\n    assert os.path.isabs(__file__)\n"
        "    return view.actions()[0]\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    assert simulate("overture", ["plain.py:mine", "random"], games=1).games == 1


def test_an_interrupt_while_a_file_is_read_leaves_nothing_half_read(tmp_path: Path) -> None:
    file, flag = tmp_path / "slow.py", tmp_path / "flag"
    file.write_text(
        f"import os\nif not os.path.exists({str(flag)!r}):\n    raise KeyboardInterrupt\n\n"
        "def mine(view):\n    return view.actions()[0]\n",
        encoding="utf-8",
    )
    with pytest.raises(KeyboardInterrupt):
        load_bot(f"{file}:mine")
    flag.touch()
    assert callable(load_bot(f"{file}:mine"))


def test_a_few_games_claim_nothing_they_cannot_know() -> None:
    pair = simulate("overture", ["greedy", "random"], games=2, seed=1, theatre="rotunda").bots[0]
    assert pair.score_low < pair.score < pair.score_high
    alone = simulate("overture", ["greedy", "random"], games=1, seed=1, theatre="rotunda")
    assert "(" not in str(alone).partition("score")[2].splitlines()[0]
    for games in (3, 5, 7):
        for row in simulate("overture", ["greedy", "random", "random"], games=games, seed=1, theatre="rotunda").bots:
            assert row.win_low <= row.win_rate <= row.win_high
            assert row.score_low <= row.score <= row.score_high


def test_an_error_of_a_bot_names_the_bot_and_the_game(my_bots: str) -> None:
    with pytest.raises(BotError, match=r"'wrong' answered .*game 0 of this series"):
        simulate("overture", ["random", f"{my_bots}:wrong"], games=2)


@pytest.mark.slow
def test_a_function_that_cannot_travel_is_refused_with_a_way_out() -> None:
    with pytest.raises(OptionError, match="put it into a file"):
        simulate("overture", [lambda view: view.actions()[0], "random"], games=40, workers=2)


# ------------------------------------------------------------------ stopping, sharing, losing


def test_stopping_keeps_the_games_that_were_played() -> None:
    stop = threading.Event()
    told: list[tuple[int, int]] = []

    def tell(played: int, asked: int) -> None:
        told.append((played, asked))
        if played == 5:
            stop.set()

    part = simulate("overture", ["random", "greedy"], games=50, seed=2, progress=tell, stop=stop)
    assert (part.games, part.asked, part.is_complete) == (5, 50, False)
    assert part.results == simulate("overture", ["random", "greedy"], games=5, seed=2).results
    assert told == [(n, 50) for n in range(1, 6)]
    assert "stopped after 5 of 50 games" in repr(part)


def test_an_interrupt_keeps_the_games_that_were_played() -> None:
    calls = 0

    def impatient(view: View) -> int:
        nonlocal calls
        calls += 1
        if calls == 200:
            raise KeyboardInterrupt
        return view.actions()[0]

    part = simulate("overture", [impatient, "random"], games=50, seed=2)
    assert 1 <= part.games < 50
    with pytest.raises(KeyboardInterrupt):
        simulate("overture", [raise_interrupt, "random"], games=50)


def raise_interrupt(view: View) -> int:
    raise KeyboardInterrupt


def test_stopping_before_the_first_game_is_told() -> None:
    class Done(threading.Event):
        pass

    stop = Done()
    stop.set()
    assert simulate("overture", ["random", "random"], games=9, stop=stop).games == 1


def test_threads_play_the_same_games() -> None:
    alone = simulate("overture", [first_action, "random"], games=40, seed=3)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        shared = simulate("overture", [first_action, "random"], games=40, seed=3, executor=pool)
        assert pool.submit(int, "1").result() == 1, "the caller's executor stays open"
    assert shared.results == alone.results


def test_short_runs_are_cut_finer_and_compiled_ones_coarser() -> None:
    assert module._chunk(24, 2) == 3
    assert module._chunk(10_000, 2) == 16
    assert module._chunk(64, 2, module._THREAD_CHUNK, module._THREAD_SHARES) == 4
    assert module._chunk(100_000, 2, module._THREAD_CHUNK, module._THREAD_SHARES) == module._THREAD_CHUNK


def test_games_are_listed_when_somebody_asks_and_then_as_if_they_had_been_at_once() -> None:
    result = simulate("overture", ["greedy", "random"], games=3, seed=3)
    assert "results" not in vars(result)
    assert repr(result).startswith("Overture, 3 games")
    listed = result.results
    assert [game.index for game in listed] == [0, 1, 2]
    assert result.results is listed
    again = simulate("overture", ["greedy", "random"], games=3, seed=3)
    assert pickle.loads(pickle.dumps(again)) == result == replace(again)
    assert not hasattr(again, "result")


def test_what_is_no_executor_is_refused() -> None:
    with pytest.raises(OptionError, match=r"concurrent\.futures executor or a Dask client"):
        simulate("overture", ["random", "random"], games=2, executor=3)  # type: ignore[arg-type]


def test_the_error_told_is_that_of_the_first_game_however_late_it_comes() -> None:
    later_failed = threading.Event()

    def play(games: Sequence[int]) -> list[GameResult]:
        if games[0] == 0:
            later_failed.wait(10)
            time.sleep(0.1)
        else:
            later_failed.set()
        raise BotError(f"game {games[0]}")

    with concurrent.futures.ThreadPoolExecutor(2) as pool, pytest.raises(BotError, match="game 0"):
        list(module._shared(play, range(40), module._Lent(pool), 2, lambda: 5))


def test_games_before_one_that_failed_are_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 0.1)
    told = threading.Event()

    def play(games: Sequence[int]) -> list[GameResult]:
        if games[0] > 0:
            raise BotError(f"game {games[0]}")
        told.wait(60)
        return []

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        with pytest.raises(BotError, match="game 5"):
            list(module._shared(play, range(40), module._Lent(pool), 2, lambda: 5))
        assert not told.is_set()
        told.set()


@pytest.mark.slow
def test_a_worker_that_dies_loses_no_game_and_none_is_counted_twice(my_bots: str) -> None:
    shared = simulate("overture", [f"{my_bots}:dies_once", "random"], games=64, seed=3, workers=2)
    assert Path(my_bots).with_suffix(".died").exists()
    assert shared.results == simulate("overture", [f"{my_bots}:first", "random"], games=64, seed=3).results


@pytest.mark.slow
def test_workers_that_always_die_end_the_run_with_a_word(my_bots: str) -> None:
    with pytest.raises(OptionError, match="the workers died 4 times"):
        simulate("overture", [f"{my_bots}:dies", "random"], games=20, seed=3, workers=2)


class Dying(concurrent.futures.Executor):
    """Takes so many pieces of work, then is broken for good."""

    def __init__(self, lives: int) -> None:
        self.lives = lives

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Any:
        if self.lives == 0:
            raise concurrent.futures.BrokenExecutor("gone")
        self.lives -= 1
        done: concurrent.futures.Future[Any] = concurrent.futures.Future()
        done.set_result(work(*args, **kwargs))
        return done


def test_an_executor_that_is_gone_ends_the_run_with_a_word() -> None:
    with pytest.raises(OptionError, match=r"the workers died 4 times over games \d+ to \d+"):
        simulate("overture", ["random", "random"], games=64, executor=Dying(1))


@pytest.mark.slow
def test_a_dask_cluster_that_loses_a_worker_plays_the_same_games() -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    alone = simulate("overture", ["greedy", "random"], games=160, seed=7)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        worker = next(iter(cluster.workers.values()))
        killed: list[int] = []

        def kill_half_way(played: int, asked: int) -> None:
            if played >= asked // 3 and not killed:
                killed.append(worker.pid)
                os.kill(worker.pid, 9)

        shared = simulate("overture", ["greedy", "random"], games=160, seed=7, executor=client, progress=kill_half_way)
    assert killed
    assert shared.results == alone.results


# ------------------------------------------------------------------ tidy results


def test_rows_are_tidy_and_agree_with_the_summary(tmp_path: Path) -> None:
    result = simulate("cabaret", ["random", "greedy", "easy"], games=6, seed=2, rounds=1)
    rows = result.rows()
    assert len(rows) == 18
    assert len({tuple(row) for row in rows}) == 1, "every row has the same keys"
    for row in rows:
        assert row["score"] == sum(points for key, points in row.items() if key.startswith("CB-"))
    for summary in result.bots:
        assert summary.wins == pytest.approx(sum(row["won"] for row in rows if row["bot"] == summary.bot))
    frame = result.frame()
    assert frame.groupby("bot").score.mean()["easy"] == pytest.approx(result.bots[2].score)
    result.save_csv(tmp_path / "games.csv")
    lines = (tmp_path / "games.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 19
    assert lines[0].split(",") == list(rows[0])


def test_seats_are_summed_up_too() -> None:
    result = simulate("overture", ["random", "greedy"], games=8, seed=2)
    seats = result.by_seat()
    assert [row.bot for row in seats] == ["seat 1", "seat 2"]
    assert sum(row.wins for row in seats) == pytest.approx(8)
    alike = simulate("mythic-circus", ["medium", "medium"], games=8, seed=2).by_seat()[0]
    once = simulate("mythic-circus", ["medium", "medium"], games=4, seed=2, rotate=False).by_seat()[0]
    assert (alike.win_rate, alike.win_low, alike.win_high) == (once.win_rate, once.win_low, once.win_high)
    assert sum(row.score for row in seats) == pytest.approx(sum(row.score for row in result.bots))


def test_a_house_rule_changes_the_games_and_is_told() -> None:
    number = get_game("overture").rule_numbers[0]
    rules = {number.key: number.default + 2}
    changed = simulate("overture", ["greedy", "random"], games=4, seed=2, rules=rules)
    plain = simulate("overture", ["greedy", "random"], games=4, seed=2)
    assert changed.results != plain.results
    assert f"{number.key} = {number.default + 2}" in repr(changed)
    assert changed.as_dict()["rules"] == rules
    assert "rules" not in plain.as_dict()
    with pytest.raises(OptionError, match="nonsense"):
        simulate("overture", ["greedy", "random"], games=4, rules={"nonsense": 1})


def test_without_pandas_a_frame_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(TheatreLabError, match="pip install pandas"):
        simulate("overture", ["random", "random"], games=1).frame()
