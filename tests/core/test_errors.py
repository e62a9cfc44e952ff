"""What a reader sees of a mistake: one clear line, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

import theatre_lab as tl
from theatre_lab.bots.own import load_bot
from theatre_lab.bots.plans import wolf_pack
from theatre_lab.core.errors import BadInput, BotError, NotationError, OptionError
from theatre_lab.games.the_theatre.decks import starter_decks


@pytest.fixture(autouse=True)
def _no_shell_is_left() -> Iterator[None]:
    yield
    InteractiveShell.clear_instance()


def told(cell: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines that a notebook shows when a cell fails."""
    without_history = Config({"HistoryManager": {"enabled": False}})
    InteractiveShell.instance(config=without_history).run_cell(cell)
    shown = capsys.readouterr()
    return (shown.out + shown.err).strip().splitlines()


def test_a_notebook_shows_the_readers_line_and_the_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    cell = "import theatre_lab as tl\nmatch = tl.new_match('overture', 2, seed=1)\nmatch.play('discard VIP')"
    line, error = told(cell, capsys)
    assert line == "line 3: match.play('discard VIP')"
    assert error.startswith("IllegalAction: discard VIP: You discard at the end")


def test_a_bots_own_mistake_is_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    cell = (
        "import theatre_lab as tl\ndef careless(view):\n    return 1 / 0\n"
        "tl.simulate('overture', [careless, 'random'], games=1)"
    )
    lines = told(cell, capsys)
    assert "    return 1 / 0" in lines
    assert "the bot 'careless' failed" in lines[-1]


def test_what_is_no_action_is_told_with_the_nearest_legal_ones() -> None:
    match = tl.new_match("overture", 2, theatre="blackbox", seed=1)
    with pytest.raises(NotationError, match=r"Legal now: 'draw lobby 2', 'draw lobby 1', 'draw deck'\.$"):
        match.play("draw lobbi 2")
    with pytest.raises(NotationError, match=r"did you mean 'Golem'\? Legal now: "):
        tl.new_match("mythic-circus", 2, seed=1).play("stage Golm")
    assert match.ply == 0


def test_a_patron_that_there_is_not_is_told_with_the_nearest() -> None:
    with pytest.raises(NotationError, match=r"seat A1: .*did you mean 'Kid'"):
        tl.seating_grid(seats={"A1": "Kidd"})


def test_one_remedy_for_two_faults_of_a_deck_is_told_once() -> None:
    good = [card.text for card in starter_decks(4)[0].cards]
    with pytest.raises(OptionError) as error:
        tl.table("the-theatre", decks=[good[:3], good])
    assert str(error.value).count("put in") == 1
    assert all(clause in str(error.value) for clause in ("TT-D1", "TT-D3"))


def test_a_hiring_plan_plays_its_own_game_only() -> None:
    with pytest.raises(BotError, match=r"'wolf_pack' failed: .*plays Mythic Circus, not Overture"):
        tl.simulate("overture", [wolf_pack, "random"], games=1)


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: load_bot("README.md:play"), "ends in .py; 'README.md' does not"),
    (lambda: tl.progress(3), "progress is kept in a file"),  # type: ignore[arg-type]
    (lambda: tl.set_up("cabaret").to_save(), "keep the call of set_up"),
]


@pytest.mark.parametrize(("doing", "words"), REFUSED)
def test_each_mistake_says_what_would_be_right(
    doing: Callable[[], Any], words: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "README.md").write_text("words")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=words):
        doing()
