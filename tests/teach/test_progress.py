"""Progress: a schedule a rule that follows the answers, and one small file that holds it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from theatre_lab.core.errors import BadInput
from theatre_lab.games import game_names, get_game
from theatre_lab.teach.drills import drill_of
from theatre_lab.teach.example import examples_of
from theatre_lab.teach.practice import Practice, example_question
from theatre_lab.teach.progress import STAGES, Progress, practice_order, trained_rules
from theatre_lab.widgets import Predict

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def learned(clock: Clock) -> Progress:
    progress = Progress(clock=clock)
    progress.answer("OV-P4", True)
    progress.answer("OV-P2", False)
    progress.answer("CB-T5", True, helped=True)
    return progress


# ------------------------------------------------------------------ the schedule


def test_a_wrong_answer_is_due_sooner_than_a_right_one(clock: Clock) -> None:
    progress = learned(clock)
    assert progress.due() == []
    clock.forward(minutes=2)
    assert progress.due() == ["OV-P2"]
    clock.forward(minutes=10)
    assert progress.due("overture") == ["OV-P2", "OV-P4"]
    assert progress.due("cabaret") == ["CB-T5"]


def test_right_answers_push_a_rule_further_and_further_away(clock: Clock) -> None:
    progress = Progress(clock=clock)
    waits = []
    for _ in range(5):
        known = progress.answer("OV-P4", True)
        assert known.due is not None
        waits.append(known.due - clock.now)
        clock.now = known.due
    assert waits[0] < timedelta(hours=1)
    assert waits == sorted(waits)
    assert waits[-1] > timedelta(days=30)
    assert progress.mastery("OV-P4").stage == STAGES[-1]


def test_stages_follow_the_answers(clock: Clock) -> None:
    progress = Progress(clock=clock)
    assert progress.mastery("OV-P4").stage == "new"
    assert progress.answer("OV-P4", True).stage == "learning"
    clock.forward(minutes=11)
    assert progress.answer("OV-P4", True).stage == "known"
    clock.forward(days=3)
    assert progress.answer("OV-P4", False).stage == "learning"


def test_what_was_learned_fades(clock: Clock) -> None:
    progress = Progress(clock=clock)
    progress.answer("OV-P4", True)
    fresh = progress.mastery("OV-P4").recall
    clock.forward(days=30)
    assert 0 < progress.mastery("OV-P4").recall < fresh <= 1


def test_questions_get_harder_and_easier(clock: Clock) -> None:
    progress = Progress(clock=clock)
    levels = [progress.answer("OV-P4", right).level for right in (True, True, True, True, True, False, False, False)]
    assert levels == [1, 2, 2, 3, 3, 2, 1, 1]
    assert [progress.answer("OV-P4", True, helped=True).level for _ in range(4)] == [1, 1, 1, 1]


def test_the_same_answers_at_the_same_times_give_the_same_file(clock: Clock) -> None:
    assert learned(clock).to_json() == learned(Clock()).to_json()
    assert learned(clock) == learned(Clock())


def test_a_rule_that_does_not_exist_is_refused(clock: Clock) -> None:
    progress = Progress(clock=clock)
    for call in (lambda: progress.answer("OV-P99", True), lambda: progress.mastery("Kids")):
        with pytest.raises(BadInput, match="there is no rule"):
            call()
    assert progress.asked == []


def test_a_clock_without_a_zone_is_refused() -> None:
    with pytest.raises(BadInput, match="a time with its zone"):
        Progress(clock=lambda: datetime(2026, 1, 1)).answer("OV-P4", True)


def test_listeners_hear_of_each_answer(clock: Clock) -> None:
    progress, heard = Progress(clock=clock), []
    progress.on_change(lambda: heard.append(len(progress.asked)))
    progress.answer("OV-P4", True)
    progress.answer("OV-P5", True)
    assert heard == [1, 2]


# ------------------------------------------------------------------ practice


def test_practice_asks_what_is_due_first_then_what_is_new(clock: Clock) -> None:
    progress = learned(clock)
    practice = Practice("overture", progress)
    assert practice(0)["clause"] == practice_order("overture")[0], "nothing is due yet: the first new rule"
    clock.forward(minutes=2)
    assert practice(1)["clause"] == "OV-P2"
    clock.forward(minutes=20)
    assert practice(2)["clause"] == "OV-P4", "the same rule is not asked twice in a row"


def test_practice_goes_through_all_rules(clock: Clock) -> None:
    progress = Progress(clock=clock)
    practice = Practice("the-theatre", progress)
    asked = []
    for n in range(len(trained_rules("the-theatre"))):
        asked.append(practice(n)["clause"])
        progress.answer(practice.rule, True)
    assert asked == practice_order("the-theatre")


@pytest.mark.parametrize("game", game_names())
def test_practice_begins_with_what_the_lesson_drills_and_ends_with_setting_up(game: str) -> None:
    order = practice_order(game)
    assert sorted(order) == sorted(trained_rules(game))
    sets_up = [clause.partition("-")[2].startswith("S") for clause in order]
    assert sets_up == sorted(sets_up)
    assert drill_of(game, order[0]) or sets_up[0] or game == "the-theatre-draft"


def test_practice_gets_harder_where_the_answers_are_right(clock: Clock) -> None:
    progress = Progress(clock=clock)
    for _ in range(4):
        progress.answer("OV-P4", True)
    clock.forward(days=400)
    question = Practice("overture", progress)(0)
    assert (question["clause"], question["kind"]) == ("OV-P4", "number"), "level 3 asks for a number to type"


def test_equal_practice_asks_equal_questions(clock: Clock) -> None:
    first, second = (Practice("cabaret", Progress(clock=clock), seed=5) for _ in range(2))
    assert [first(n) for n in range(3)] == [second(n) for n in range(3)]


def test_every_rule_of_every_game_can_be_practised() -> None:
    for game in game_names():
        assert trained_rules(game) == list(get_game(game).clauses)


@pytest.mark.parametrize(
    ("game", "clause"), [(game, clause) for game in game_names() for clause in get_game(game).clauses]
)
def test_an_example_makes_a_question_with_one_right_answer(game: str, clause: str) -> None:
    claims = examples_of(game)[clause].claims
    for n, (asked, answer) in enumerate(claims.items()):
        question = example_question(game, clause, n)
        assert asked in question["prompt"]
        assert question["answer"] == answer
        assert question["options"].count(answer) == 1
        assert 2 <= len(question["options"]) == len(set(question["options"]))
        assert Predict([question]).answer(answer).right == 1


@pytest.mark.parametrize("game", game_names())
def test_every_trained_rule_can_be_asked(game: str, clock: Clock) -> None:
    progress = Progress(clock=clock)
    practice = Practice(game, progress)
    for n, clause in enumerate(practice_order(game)):
        assert practice(n)["clause"] == clause
        progress.answer(clause, True)


def test_practice_refuses_what_it_cannot_use(clock: Clock) -> None:
    progress: Any = "progress.json"
    with pytest.raises(BadInput, match=r"progress must be a Progress, not 'progress.json'"):
        Practice("overture", progress)
    with pytest.raises(BadInput, match="there is no game 'chess'"):
        Practice("chess", Progress())
    with pytest.raises(BadInput, match="there is no question -1"):
        Practice("overture", Progress())(-1)


# ------------------------------------------------------------------ the file


def test_a_saved_file_comes_back_whole(tmp_path: Path, clock: Clock) -> None:
    progress = learned(clock)
    path = tmp_path / "progress.json"
    progress.save(path)
    assert [file.name for file in tmp_path.iterdir()] == ["progress.json"], "nothing half-written lies about"
    for source in (path, str(path), path.read_text()):
        assert Progress.load(source, clock=clock) == progress
    again = Progress.load(path, clock=clock)
    clock.forward(minutes=2)
    assert again.due() == ["OV-P2"]
    assert again.answer("OV-P4", True) == progress.answer("OV-P4", True)


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "progress.json"
    Progress(clock=clock).save(path)
    before = path.read_text()
    monkeypatch.setattr("os.fsync", lambda _fd: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(BadInput, match="No space left"):
        learned(clock).save(path)
    assert path.read_text() == before
    assert len(list(tmp_path.iterdir())) == 1


def changed(clock: Clock, **values: Any) -> str:
    data = json.loads(learned(clock).to_json())
    data["rules"]["OV-P4"].update(values)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"format": "theatre-lab/progress@1", "rules": {', "this is no whole progress file: not JSON"),
        ("{" + "x" * 2_000_000, "at most 1000000 characters; this one has 2000001"),
        ("{}", "begins with format 'theatre-lab/progress@1', not None"),
        ('{"format": "theatre-lab/record@1"}', "begins with format"),
        ('{"format": "theatre-lab/progress@2", "rules": {}}', "it was written by a newer version"),
        ('{"format": "theatre-lab/progress@one", "rules": {}}', "no such version"),
        ('{"format": "theatre-lab/progress@1", "rules": []}', "holds its rules as an object, not []"),
        ('{"format": "theatre-lab/progress@1", "rules": {}, "more": 1}', "there is no key of a progress file 'more'"),
        ('{"format": "theatre-lab/progress@1", "rules": {"OV-P99": {}}}', "there is no rule 'OV-P99'"),
        (
            '{"format": "theatre-lab/progress@1", "rules": {"ov-p4": {}}}',
            "names each rule once, in its own spelling: 'OV-P4', not 'ov-p4'",
        ),
        ('{"format": "theatre-lab/progress@1", "rules": {"OV-P4": {}, "OV-P4": {}}}', "'OV-P4' stands twice"),
        ('{"format": "theatre-lab/progress@1", "rules": {"OV-P4": 3}}', "OV-P4 must be an object, not 3"),
        ('{"format": "theatre-lab/progress@1", "rules": {"OV-P4": {"level": 1}}}', "OV-P4 lacks run, asked, right"),
    ],
)
def test_a_bad_file_gets_one_clear_error(text: str, complaint: str, clock: Clock) -> None:
    with pytest.raises(BadInput) as refused:
        Progress.load(text, clock=clock)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_one_rule_in_two_spellings_is_refused_not_merged(clock: Clock) -> None:
    data = json.loads(learned(clock).to_json())
    data["rules"]["ov-p4"] = data["rules"]["OV-P4"]
    with pytest.raises(BadInput, match="once, in its own spelling: 'OV-P4', not 'ov-p4'"):
        Progress.load(json.dumps(data), clock=clock)


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"level": 4}, "OV-P4: level must be a whole number from 1 to 3, not 4"),
        ({"asked": "many"}, "OV-P4: asked must be a whole number"),
        ({"right": 2}, "OV-P4: right must be a whole number from 0 to 1, not 2"),
        ({"stability": "long"}, "OV-P4: stability must be a number from 0.001"),
        ({"stability": True}, "OV-P4: stability must be a number"),
        ({"difficulty": 11}, "OV-P4: difficulty must be a number from 1 to 10, not 11"),
        ({"state": 0}, "OV-P4: state must be a whole number from 1 to 3"),
        ({"step": None}, "OV-P4: step must be a whole number"),
        ({"due": "tomorrow"}, "OV-P4: due must be a time like"),
        ({"due": "2026-01-01T12:00:00"}, "OV-P4: due must be a time like"),
        ({"last": "2031-01-01T12:00:00+00:00"}, "OV-P4 was last answered on 2031-01-01, which is still to come"),
        ({"mood": "good"}, "there is no key of OV-P4 'mood'"),
    ],
)
def test_a_wrong_value_is_named_with_its_rule(values: dict[str, Any], complaint: str, clock: Clock) -> None:
    with pytest.raises(BadInput) as refused:
        Progress.load(changed(clock, **values), clock=clock)
    assert complaint in str(refused.value)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot read .*No such file"):
        Progress.load(tmp_path / "nothing.json")
    (tmp_path / "picture.json").write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(BadInput, match="it is no text file"):
        Progress.load(tmp_path / "picture.json")
    nothing: Any = None
    with pytest.raises(BadInput, match="progress is kept in a file: give its name or its text, not None"):
        Progress.load(nothing)


def test_it_reads_well_and_is_escaped(clock: Clock) -> None:
    assert repr(Progress(clock=clock)) == "Progress: nothing answered yet"
    text = repr(learned(clock))
    assert text.splitlines()[0] == "Progress: 3 rules, 0 due now"
    assert "OV-P2: learning, level 1, 0 of 1 right, due 2026-03-01" in text
    assert "<li>CB-T5: learning" in learned(clock)._repr_html_()
