"""Answers that are noted, the panel that shows them, and the file that keeps them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from widgets.test_messages import send

import theatre_lab as tl
from theatre_lab.core.errors import BadInput
from theatre_lab.widgets import Predict, ProgressPanel

QUESTION = {"prompt": "?", "kind": "number", "answer": 4, "clause": "OV-P4", "hint": "Look left."}


@pytest.fixture
def progress() -> tl.Progress:
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    return tl.Progress(clock=lambda: now)


def known(progress: tl.Progress) -> tuple[int, int]:
    mastery = progress.mastery("OV-P4")
    return mastery.right, mastery.asked


def test_answers_of_a_drill_are_noted(progress: tl.Progress) -> None:
    drill = Predict([QUESTION] * 3, progress=progress)
    drill.answer(4)
    assert known(progress) == (1, 1)
    drill.next().answer(3)
    assert known(progress) == (1, 2)
    drill.next().show()
    assert known(progress) == (1, 3), "a look at the solution is no right answer"


def test_a_hint_makes_a_right_answer_count_less(progress: tl.Progress) -> None:
    plain, helped = tl.Progress(clock=progress.clock), tl.Progress(clock=progress.clock)
    Predict([QUESTION], progress=plain).answer(4)
    Predict([QUESTION], progress=helped).hint().answer(4)
    first, second = plain.mastery("OV-P4").due, helped.mastery("OV-P4").due
    assert first is not None
    assert second is not None
    assert second < first


def test_a_question_about_no_rule_notes_nothing(progress: tl.Progress) -> None:
    Predict([{"prompt": "?", "kind": "number", "answer": 4}], progress=progress).answer(4)
    assert progress.asked == []


def test_a_question_about_a_rule_that_is_not_is_refused_before_it_is_asked(progress: tl.Progress) -> None:
    for clause in ("OV-P99", 4):
        with pytest.raises(BadInput, match=f"there is no rule {clause!r}"):
            Predict([QUESTION | {"clause": clause}], progress=progress)
    drill = Predict([QUESTION, QUESTION | {"clause": "OV-P99"}], progress=progress).answer(4)
    with pytest.raises(BadInput, match="there is no rule 'OV-P99'"):
        drill.next()
    assert (drill.model["number"], drill.model["stage"], drill.asked) == (0, "checked", 1)


def test_what_is_no_progress_is_refused() -> None:
    anything: Any = {"OV-P4": 3}
    for make in (lambda: Predict([QUESTION], progress=anything), lambda: ProgressPanel(anything)):
        with pytest.raises(BadInput, match=r"progress must be a Progress, not \{'OV-P4': 3\}"):
            make()


def test_practice_asks_and_notes(progress: tl.Progress) -> None:
    practice = tl.practice("cabaret", progress, rounds=3)
    first = practice.question["clause"]
    practice.show().next()
    assert practice.question["clause"] != first
    assert progress.asked == [first]
    assert practice.model["title"] == "Practice: Cabaret"
    assert tl.practice("overture").question["game"] == "overture"
    asked = tl.practice("overture").show()
    assert tl.progress().progress.mastery(asked.question["clause"]).asked, "both mean the same progress"
    with pytest.raises(BadInput, match="there is no game 'chess'"):
        tl.practice("chess")


def test_the_panel_follows_the_answers(progress: tl.Progress) -> None:
    panel = tl.progress(progress)
    assert panel.model["note"] == "Nothing practised yet."
    tl.practice("overture", panel).show()
    assert panel.model["note"] == "1 rule practised, 0 due now"
    overture = next(game for game in panel.model["games"] if game["name"] == "overture")
    assert overture["counts"]["learning"] == 1
    assert [game["title"] for game in panel.model["games"]].count("The Theatre") == 1
    json.dumps(panel.model)


def test_due_rules_are_marked() -> None:
    clock = [datetime(2026, 3, 1, 12, tzinfo=UTC)]
    progress = tl.Progress(clock=lambda: clock[0])
    panel = tl.progress(progress)
    progress.answer("OV-P4", False)
    clock[0] += timedelta(days=1)
    progress.answer("OV-P5", True)
    rows = {row["id"]: row for game in panel.model["games"] for row in game["rules"]}
    assert (rows["OV-P4"]["now"], rows["OV-P4"]["due"]) == (True, "due now")
    assert (rows["OV-P5"]["now"], rows["OV-P5"]["due"]) == (False, "due today")
    clock[0] += timedelta(minutes=20)
    progress.answer("OV-P5", True)
    assert progress.mastery("OV-P5").stage == "known"
    rows = {row["id"]: row for game in panel.model["games"] for row in game["rules"]}
    assert rows["OV-P5"]["due"] == "due 4 Mar 2026"
    assert panel.due() == ["OV-P4"]


def test_download_and_upload_carry_all(progress: tl.Progress) -> None:
    panel = ProgressPanel(progress)
    progress.answer("OV-P4", True)
    download = send(panel, "save")[-1]
    assert (download["kind"], download["name"]) == ("download", "theatre-lab-progress.json")
    fresh = ProgressPanel(tl.Progress(clock=progress.clock))
    send(fresh, "load", text=download["text"])
    assert fresh.progress == progress
    assert fresh.model["say"] == "Progress loaded: 1 rule."
    assert fresh.model["refusal"] is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("hello", "This file holds no progress"),
        ('{"format": "theatre-lab/progress@9", "rules": {}}', "written by a newer version"),
        ('{"format": "theatre-lab/progress@1"', "no whole progress file"),
        ("/etc/passwd", "This file holds no progress"),
    ],
)
def test_a_bad_upload_is_refused_in_place_and_changes_nothing(text: str, complaint: str, progress: tl.Progress) -> None:
    progress.answer("OV-P4", True)
    panel = ProgressPanel(progress)
    before = progress.to_json()
    send(panel, "load", text=text)
    assert panel.model["refusal"]["where"] == "file"
    assert complaint in panel.model["refusal"]["text"]
    assert progress.to_json() == before


def test_the_panel_saves_and_loads_files(tmp_path: Path, progress: tl.Progress) -> None:
    progress.answer("CB-T5", True)
    path = tmp_path / "mine.json"
    tl.progress(progress).save(path)
    assert tl.progress(path).mastery("CB-T5").asked == 1
    assert "CB-T5: learning" in repr(tl.progress(path))
    assert "CB-T5: learning" in tl.progress(path)._repr_html_()
