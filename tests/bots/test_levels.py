"""The levels as players: they are found by name, repeat themselves, hurry when told, and differ in strength."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

import pytest
from bots.nim import NIM, position

from theatre_lab.bots import bot_names, choose, get_bot
from theatre_lab.bots.levels import LEVELS, LevelBot
from theatre_lab.core.compiled import list_backend
from theatre_lab.core.errors import OptionError
from theatre_lab.core.match import Match
from theatre_lab.games import game_names, get_game


def test_every_level_is_a_bot_by_name() -> None:
    assert bot_names()[-4:] == list(LEVELS) == ["easy", "medium", "hard", "expert"]
    for name in LEVELS:
        bot = get_bot(name, 5)
        assert isinstance(bot, LevelBot)
        assert (bot.name, bot.seed) == (name, 5)


def test_a_wrong_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(OptionError, match="did you mean 'expert'"):
        get_bot("experts")


@pytest.mark.parametrize("name", bot_names())
def test_a_bot_is_shown_by_name_and_seed_and_needs_a_whole_number(name: str) -> None:
    assert repr(get_bot(name, 5)) == f"<bot {name}, seed 5>"
    for seed in ("5", 5.0, True, None):
        with pytest.raises(OptionError, match="a bot's seed must be a whole number"):
            get_bot(name, seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_repeats_itself_from_seed_and_view(name: str) -> None:
    bot, again = (LevelBot(name, 3, backend=list_backend(NIM)) for _ in range(2))
    views = [NIM.view(position(heap), 0) for heap in (9, 5, 8)]
    first = [bot(view) for view in views]
    assert [again(view) for view in reversed(views)][::-1] == first


def test_hard_wins_a_game_that_can_be_won() -> None:
    for heap, seed in ((4, 0), (5, 1), (7, 2)):
        match = Match(NIM, 2, heap=heap, seed=seed)
        hard = LevelBot("hard", seed, backend=list_backend(NIM))
        hard.level = type(hard.level)("hard", 50_000, False, 60.0)
        bots = [hard, get_bot("random", seed)]
        while (mover := match.to_move) is not None:
            match.play(choose(bots[mover], match.view(mover)))
        assert match.winners == [0]


def test_easy_is_careless_and_medium_is_not() -> None:
    game = get_game("overture")
    match = Match(game, 2, theatre="promenade", seed=2)
    match.play("draw deck")
    match.play("draw deck")
    choices = {name: [LevelBot(name, seed)(match.view(0)) for seed in range(40)] for name in ("easy", "medium")}
    assert len(set(choices["easy"])) > len(set(choices["medium"]))


def test_stop_ends_the_thinking_with_a_legal_action() -> None:
    bot = LevelBot("hard", 1, backend=list_backend(NIM))
    bot.level = type(bot.level)("long", 5_000_000, 0, 60.0)
    view = NIM.view(position(90), 0)
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(bot(view)))
    start = time.perf_counter()
    thread.start()
    while thread.is_alive() and time.perf_counter() - start < 30:
        bot.stop()
        thread.join(0.05)
    assert not thread.is_alive()
    assert found[0] in (1, 2)


def test_in_live_play_it_keeps_to_its_time() -> None:
    bot = LevelBot("hard", 1, live=True, backend=list_backend(NIM))
    bot.level = type(bot.level)("hasty", 1_000_000, 0, 0.2)
    start = time.perf_counter()
    assert bot(NIM.view(position(90), 0)) in (1, 2)
    assert time.perf_counter() - start < 15


def test_a_live_level_plays_on_lists_until_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    from theatre_lab.bots import search

    class Waiting:
        ready = False

    monkeypatch.setattr(search, "warm", lambda game: Waiting())
    bot = LevelBot("hard", 1, live=True)
    assert bot.backend(NIM).name == "lists"
    assert bot(NIM.view(position(5), 0)) == 2


CHOICES = """
from theatre_lab.bots.levels import LevelBot
from theatre_lab.core.compiled import list_backend
from theatre_lab.core.match import Match
from theatre_lab.games import get_game
game = get_game("overture")
match = Match(game, 2, theatre="rotunda", seed=6)
for name in ("easy", "medium", "hard", "hard", "easy"):
    bot = LevelBot(name, 8, backend=list_backend(game))
    match.play(bot(match.view(match.to_move)))
    print(match.log[-1] if hasattr(match, "log") else match.state)
"""


def test_choices_do_not_depend_on_the_order_of_sets() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", CHOICES],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "4")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) == 5


@pytest.mark.parametrize("name", game_names())
def test_what_a_game_says_of_levels_is_said_of_levels_that_search(name: str) -> None:
    game = get_game(name)
    searching = {level.name for level in LEVELS.values() if level.share}
    assert set(game.plain_levels) | set(game.thinking_shares) <= searching
