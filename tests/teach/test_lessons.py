"""The list of lessons, and a finished game to look at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import theatre_lab as tl
from theatre_lab.core.errors import BadInput
from theatre_lab.games import game_names
from theatre_lab.lab.notebooks import notebook_folder
from theatre_lab.teach import demonstration, finished_match, lessons, taught_in
from theatre_lab.teach.lessons import LessonList, _find_lessons


def test_only_games_with_a_notebook_are_listed() -> None:
    found = lessons()
    folder = notebook_folder()
    listed = {lesson.game for lesson in found}
    assert listed == {name for name in game_names() if list(folder.glob(f"[0-9][0-9]-{name}.ipynb"))}
    assert "overture" in listed
    for lesson in found:
        assert (folder / lesson.notebook).is_file()
        assert lesson.promise.endswith((".", "!", "?"))
        assert lesson.title in repr(found)
        assert f'href="{lesson.notebook}"' in found._repr_html_()


def test_a_folder_without_lessons_says_so(tmp_path: Path) -> None:
    (tmp_path / "00-welcome.ipynb").write_text("{}")
    (tmp_path / "07-chess.ipynb").write_text("{}")
    assert repr(LessonList(list(_find_lessons(tmp_path)))) == "no lessons in this folder"
    assert list(_find_lessons(None)) == []


def test_a_promise_is_escaped(tmp_path: Path) -> None:
    cells = [
        {
            "cell_type": "markdown",
            "source": ["# Overture\n", "\n", "A <script>bad</script> *promise*. And more. Too much.\n", "\n", "Next."],
        }
    ]
    (tmp_path / "01-overture.ipynb").write_text(json.dumps({"cells": cells}))
    (lesson,) = _find_lessons(tmp_path)
    assert lesson.promise == "A <script>bad</script> promise. And more."
    assert "<script>" not in LessonList([lesson])._repr_html_()


def test_nothing_is_taught_about_a_rule_that_does_not_exist() -> None:
    assert taught_in("OV-P99") is None


def test_an_unfinished_game_shows_a_demonstration_of_the_same_deal(capsys: pytest.CaptureFixture[str]) -> None:
    match = tl.new_match("overture", ["You", "Greedy"], theatre="rotunda", seed=8)
    shown = finished_match(match)
    assert shown.is_over
    assert shown.record().chance == match.record().chance
    assert shown.options == match.options
    assert "not over yet" in capsys.readouterr().out
    assert match.ply == 0
    assert shown.record().to_json() == demonstration(match).record().to_json(), "a demonstration never changes"


def test_a_finished_game_is_shown_itself(capsys: pytest.CaptureFixture[str]) -> None:
    match = demonstration(tl.new_match("overture", ["You", "Greedy"], theatre="rotunda", seed=8))

    class Table:
        pass

    table = Table()
    table.match = match
    assert finished_match(table) is match
    told = capsys.readouterr().out
    assert told.startswith("Your game: ")
    assert all(str(score) in told for score in match.scores)


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(BadInput, match="a match or a table"):
        finished_match("my game")
