"""The command line: one answer a line, faults told and passed over, never a traceback."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import pytest

import theatre_lab as tl
from theatre_lab.cli import main

CASES = Path(__file__).parents[1] / "cases"
GAMES = (CASES / "overture_games.jsonl").read_text(encoding="utf-8").splitlines()[:3]
BOARDS = (CASES / "overture_scores.jsonl").read_text(encoding="utf-8").splitlines()[:4]


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def run(*arguments: object, feed: bytes = b"") -> Done:
    """The command in this process; anything but an exit with a status escapes as an error."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["theatre-lab", *map(str, arguments)]),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(feed))),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as ending,
    ):
        main()
    return Done(int(ending.value.code or 0), out.getvalue(), err.getvalue())


def shell(command: str) -> subprocess.CompletedProcess[bytes]:
    command = command.replace("theatre-lab", f'"{sys.executable}" -m theatre_lab')
    return subprocess.run(["sh", "-c", command], capture_output=True, timeout=120, check=False)


def answers(done: Done) -> list[Any]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def stopped(plies: int = 3) -> tuple[str, list[str]]:
    match = tl.new_match("overture", 2, theatre="rotunda", seed=2)
    for _ in range(plies):
        match.play(match.legal_actions()[0])
    return match.record().to_json(), match.legal_actions()


def test_the_version_is_told() -> None:
    from importlib.metadata import version

    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"theatre-lab {version('theatre_lab')}\n")


def test_replay_answers_line_for_line_and_goes_on_after_a_bad_one(tmp_path: Path) -> None:
    broken = json.loads(GAMES[1])
    broken["actions"][7] = "dance"
    lines = [
        "\ufeff" + GAMES[0],
        "",
        "   ",
        "{",
        json.dumps(broken),
        '{"a": NaN}',
        '{"a": 1, "a": 2}',
        stopped()[0],
        GAMES[2],
    ]
    (tmp_path / "games.jsonl").write_bytes("\r\n".join(lines).encode() + b"\r\n\xff\xfe\n")
    done = run("replay", tmp_path / "games.jsonl")
    got = answers(done)
    assert done.returncode == 1
    assert [answer["ok"] for answer in got] == [True, False, False, False, False, True, True, False]
    assert [answer.get("at") for answer in got] == [None, None, 7, None, None, None, None, None]
    assert all(set(answer) == {"ok", "error", "at"} for answer in got if not answer["ok"])
    result = json.loads(GAMES[0])["result"]
    assert got[0] == {"ok": True, "over": True, **result}
    assert (got[5]["over"], got[5]["winners"]) == (False, [])
    assert "UTF-8" in got[-1]["error"]


def test_several_files_and_standard_input_are_taken_in_order(tmp_path: Path) -> None:
    for i in (0, 2):
        (tmp_path / f"{i}.jsonl").write_text(GAMES[i] + "\n", encoding="utf-8")
    done = run("replay", tmp_path / "0.jsonl", "-", tmp_path / "2.jsonl", feed=GAMES[1].encode())
    assert done.returncode == 0
    assert done.stderr == ""
    assert [answer["scores"] for answer in answers(done)] == [json.loads(line)["result"]["scores"] for line in GAMES]


@pytest.mark.parametrize("command", ["replay", "legal", "score", "decks"])
def test_a_file_that_cannot_be_read_is_told_once_and_the_others_are_done(command: str, tmp_path: Path) -> None:
    good = {"score": BOARDS[0], "decks": '{"deck": []}'}.get(command, GAMES[0])
    (tmp_path / "good.jsonl").write_text(good, encoding="utf-8")
    done = run(command, tmp_path / "missing.jsonl", tmp_path / "good.jsonl", tmp_path)
    assert done.returncode == 2
    errors = done.stderr.splitlines()
    assert [line.split(":")[0] for line in errors] == ["theatre-lab", "theatre-lab"]
    assert "missing.jsonl: No such file" in errors[0]
    assert len(answers(done)) == 1


def test_an_unreadable_file_outweighs_a_bad_line(tmp_path: Path) -> None:
    done = run("replay", "-", tmp_path / "missing.jsonl", "-", feed=b"{\n")
    assert done.returncode == 2
    assert len(answers(done)) == 1


@pytest.mark.parametrize("feed", [b"", b"\n\r\n  \n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n"])
def test_nothing_to_answer_is_no_error(feed: bytes) -> None:
    done = run("replay", "-", feed=feed)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(os.name == "nt", reason="a closed standard input is a thing of Unix shells")
def test_a_closed_standard_input_is_told() -> None:
    done = shell("theatre-lab replay - <&-")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [b"theatre-lab: cannot read -: standard input is closed"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full on this system")
def test_a_full_disk_is_not_blamed_on_the_file_that_is_read(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text("\n".join(BOARDS), encoding="utf-8")
    done = shell(f'theatre-lab score "{path}" > /dev/full')
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == ["theatre-lab: cannot write the answers: No space left on device"]


@pytest.mark.skipif(os.name == "nt", reason="pipes that close early are a thing of Unix shells")
def test_a_reader_that_leaves_early_is_no_failure_to_tell(tmp_path: Path) -> None:
    (tmp_path / "many.jsonl").write_text("\n".join(BOARDS * 200), encoding="utf-8")
    done = shell(f'theatre-lab score "{tmp_path}/many.jsonl" | head -n 1')
    assert done.stderr == b""
    assert json.loads(done.stdout)["total"] == json.loads(BOARDS[0])["total"]


def test_legal_lists_what_may_be_done_sorted() -> None:
    record, actions = stopped()
    done = run("legal", "-", feed=f"{record}\n{GAMES[0]}\n{{}}\n".encode())
    got = answers(done)
    assert done.returncode == 1
    assert got[0] == {"player": 0, "actions": sorted(actions)}
    assert got[1] == {"over": True}
    assert (got[2]["ok"], got[2]["at"]) == (False, None)


def test_legal_refuses_exactly_what_replay_refuses() -> None:
    record = json.loads(GAMES[0])
    lines = [
        json.dumps({**record, **changed})
        for changed in (
            {"result": {"scores": [1, 2], "winners": [0]}}, {"chance": record["chance"] * 2}, {"actions": ["dance"]},
            {"players": []}, {"chance": []},
        )
    ]  # fmt: skip
    feed = "\n".join(lines).encode()
    assert run("legal", "-", feed=feed).stdout == run("replay", "-", feed=feed).stdout


def test_score_explains_every_point_and_takes_its_own_answers_back() -> None:
    done = run("score", "-", feed="\n".join(BOARDS).encode())
    assert done.returncode == 0
    for line, answer in zip(BOARDS, answers(done), strict=True):
        board = json.loads(line)
        assert set(answer) == {"total", "house_bonus", "seat_vp", "parts"}
        assert {key: answer[key] for key in ("total", "house_bonus", "seat_vp")} == {
            key: board[key] for key in ("total", "house_bonus", "seat_vp")
        }
        for seat, parts in answer["parts"].items():
            assert sum(part["vp"] for part in parts) == answer["seat_vp"][seat]
            assert all(set(part) == {"rule", "vp", "text"} and part["vp"] for part in parts)
        again = run("score", "-", feed=json.dumps({**board, **answer}).encode())
        assert (again.returncode, answers(again)) == (0, [answer])


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("[]", "a board is an object"), ('{"seats": {}}', "no 'theatre'"), ('{"theatre": "blackbox"}', "no 'seats'"),
        ('{"theatre": "globe", "seats": {}}', "theatre must be one of"),
        ('{"theatre": "blackbox", "seats": []}', "seats must be an object"),
        ('{"theatre": "blackbox", "seats": {"Z9": "VIP"}}', "no seat 'Z9'"),
        ('{"theatre": "blackbox", "seats": {"A1": "Tall Dog"}}', "'Tall Dog' is no patron"),
        ('{"theatre": "blackbox", "seats": {"A1": null}}', "None is no patron"),
        ('{"theatre": "blackbox", "seats": {"A1": "VIP", "A1": "Kid"}}', "stands twice"),
        ('{"theatre": "blackbox", "seats": {}, "note": 1}', "no board key 'note'"),
        ('{"theatre": "blackbox", "seats": {}, "rules": {"vip": 21}}', "'vip' must be a whole number"),
    ],
    ids=range(11),
)  # fmt: skip
def test_a_board_that_does_not_fit_is_refused(line: str, word: str) -> None:
    done = run("score", "-", feed=line.encode())
    (answer,) = answers(done)
    assert done.returncode == 1
    assert (answer["ok"], answer["at"]) == (False, None)
    assert word in answer["error"]


def test_a_board_may_change_the_rules() -> None:
    line = {"theatre": "blackbox", "seats": {"B1": "VIP"}, "rules": {"vip": 20}}
    assert answers(run("score", "-", feed=json.dumps(line).encode()))[0]["total"] == 20


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["simulate", "chess", "--players", "random,random"], "no game 'chess'"),
        (["simulate", "overture", "--players", "random"], "number of bots"),
        (["simulate", "overture", "--players", "random,gredy"], "did you mean 'greedy'"),
        (["simulate", "overture", "--players", "random,random", "--games", "0"], "games must be"),
        (["simulate", "overture", "--players", "random,random", "--workers", "-1"], "workers must be"),
        (["simulate", "overture", "--players", "random,random", "--option", "theatre"], "name=value"),
        (["simulate", "overture", "--players", "random,random", "--option", "=1"], "name=value"),
        (["simulate", "overture", "--players", "random,random", "--option", "theatre=globe"], "theatre must be"),
        (
            ["simulate", "overture", "--players", "random,random", "--option", "theater=rotunda"],
            "did you mean 'theatre'",
        ),
        (["simulate", "overture", "--players", "a,b", "--option", "x=1", "--option", "x=2"], "given twice"),
        (
            ["simulate", "overture", "--players", "a,b", "--rule", "vip=1", "--rule", "vip=2"],
            "rule number 'vip' is given",
        ),
        (["simulate", "overture", "--players", "a,b", "--rule", "vip"], "a rule number is written name=number"),
        (["simulate", "overture", "--players", "random,random", "--rule", "vip=lots"], "-20 to 20, not 'lots'"),
        (["ratings", "overture", "--bots", "random,easy", "--rule", "vipp=5"], "did you mean 'vip'"),
        (["ratings", "overture", "--bots", "random,easy", "--option", "theater=rotunda"], "did you mean 'theatre'"),
        (["ratings", "overture", "--bots", "random,easy", "--option", "seed=3"], "no option 'seed'"),
        (["simulate", "overture", "--players", "my_bots.py,random"], "write 'my_bots.py:function'"),
        (["balance", "overture", "--workers", "-3"], "workers must be"),
        (["options", "chess"], "no game 'chess'"),
        (["simulate", "overture", "--players", "random,random", "--games", "many"], "--games"),
        (["simulate", "overture"], "--players"),
        (["perform"], "perform"),
        (["replay"], "FILE"),
    ],
    ids=range(23),
)
def test_what_is_asked_wrongly_is_answered_shortly_with_status_2(arguments: list[str], word: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert word in done.stderr


def test_simulate_answers_with_one_object_and_exactly_its_keys() -> None:
    command = ["simulate", "overture", "--players", "greedy,random", "--games", "4", "--seed", "7"]
    done = run(*command, "--option", "theatre=rotunda", "--json")
    (answer,) = answers(done)
    assert done.returncode == 0
    assert list(answer) == ["game", "options", "games", "seed", "backend", "bots"]
    assert (answer["game"], answer["options"], answer["games"], answer["seed"]) == (
        "overture", {"theatre": "rotunda"}, 4, 7,
    )  # fmt: skip
    assert answer["backend"] in ("lists", "compiled")
    assert [bot["bot"] for bot in answer["bots"]] == ["greedy", "random"]
    for bot in answer["bots"]:
        assert list(bot) == [
            "bot", "played", "wins", "win_rate", "win_low", "win_high", "score", "score_low", "score_high",
        ]  # fmt: skip
        assert bot["played"] == 4
        assert bot["win_rate"] == bot["wins"] / 4
        assert 0 <= bot["win_low"] <= bot["win_rate"] <= bot["win_high"] <= 1
        assert bot["score_low"] <= bot["score"] <= bot["score_high"]
    assert "4/4" in done.stderr
    text = run(*command)
    assert text.stdout.startswith("Overture, 4 games, seed 7")


def test_rules_and_options_are_changed_by_name() -> None:
    bots = ["--seed", "7", "--option", "theatre=rotunda", "--rule", "vip=20", "--rule", "kid=-3"]
    done = run("simulate", "overture", "--players", "greedy,random", "--games", "4", *bots, "--json")
    rules = {"vip": 20, "kid": -3}
    asked: dict[str, Any] = {"games": 4, "seed": 7, "theatre": "rotunda", "rules": rules}
    assert answers(done) == [tl.simulate("overture", ["greedy", "random"], **asked).as_dict()]
    rated = run("ratings", "overture", "--bots", "random,greedy", "--deals", "2", *bots)
    assert rated.stdout.startswith("Overture, theatre = 'rotunda', vip = 20, kid = -3, 4 games of two, seed 7")


def test_options_lists_what_may_be_changed() -> None:
    (answer,) = answers(run("options", "overture", "--json"))
    assert list(answer) == ["game", "options", "rules"]
    assert [(option["key"], option["by_lot"]) for option in answer["options"]] == [("theatre", True)]
    numbers = tl.get_game("overture").rule_numbers
    assert [tuple(row.values()) for row in answer["rules"]] == [
        (one.key, one.default, one.low, one.high, one.clause, one.meaning) for one in numbers
    ]
    for game in tl.game_names():
        text = run("options", game).stdout
        assert all(f"\n{number.key} " in text for number in tl.get_game(game).rule_numbers)
        assert all(f"\n{name} " in text for name in tl.get_game(game).option_names)


def test_what_a_bot_prints_stays_out_of_the_answer(tmp_path: Path) -> None:
    bots = "print('begun')\ndef play(view):\n    print('thinking')\n    return view.actions()[0]\n"
    (tmp_path / "loud.py").write_text(bots, encoding="utf-8")
    bots = f"{tmp_path / 'loud.py'}:play,random"
    done = run("simulate", "overture", "--players", bots, "--games", 2, "--json")
    assert json.loads(done.stdout)["games"] == 2
    rated = run("ratings", "overture", "--bots", bots, "--deals", 2)
    assert rated.stdout.startswith("Overture, 4 games of two")
    assert "thinking" in done.stderr
    assert "thinking" in rated.stderr


@pytest.mark.slow
def test_what_a_bot_prints_in_another_process_stays_out_too(tmp_path: Path) -> None:
    bots = "def play(view):\n    print('thinking')\n    return view.actions()[0]\n"
    (tmp_path / "loud.py").write_text(bots, encoding="utf-8")
    asked = ["--players", f"{tmp_path / 'loud.py'}:play,random", "--games", "40", "--workers", "2", "--json"]
    command = [sys.executable, "-m", "theatre_lab", "simulate", "overture", *asked]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["games"] == 40
    assert "thinking" in done.stderr


def test_help_names_every_command() -> None:
    done = run("--help")
    assert done.returncode == 0
    for command in ("replay", "legal", "score", "decks", "options", "simulate", "ratings", "balance", "lab"):
        assert command in done.stdout


# ------------------------------------------------------------------ whatever comes


def cases(name: str, *without: str) -> list[Any]:
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[:4]
    return [{key: value for key, value in json.loads(line).items() if key not in without} for line in lines]


GAMES_OF_ALL = ["cabaret", "mythic_circus", "overture", "the_theatre"]
SAMPLES: dict[str, list[Any]] = {
    "replay": [*(case for game in GAMES_OF_ALL for case in cases(f"{game}_games")), *cases("the_theatre_drafts")],
    "legal": [
        *(case for game in GAMES_OF_ALL for case in cases(f"{game}_positions", "player", "legal")),
        *cases("the_theatre_drafts"),
    ],
    "score": cases("overture_scores"),
    "decks": cases("the_theatre_decks", "valid"),
}
JUNK = [
    None, True, 0, -1, 1, 5, 10**30, 1.5, float("inf"), "", "x", "draw deck", "P1", [], {}, [[]], ["a"], {"a": 1},
    "VIP", 99,
]  # fmt: skip


def containers(value: Any) -> list[Any]:
    if not isinstance(value, (dict, list)) or not value:
        return []
    inner = value.values() if isinstance(value, dict) else value
    return [value, *(found for entry in inner for found in containers(entry))]


def damaged(sample: Any, luck: random.Random) -> Any:
    """The sample with one entry replaced, removed, doubled, exchanged with another, or cut off with all that follow."""
    whole = json.loads(json.dumps(sample))
    everything = containers(whole)
    place = luck.choice(everything[: luck.choice([1, 3, 8, len(everything)])])
    keys = list(place) if isinstance(place, dict) else list(range(len(place)))
    key, other, how = luck.choice(keys), luck.choice(keys), luck.randrange(5)
    if how == 0 or (isinstance(place, dict) and how > 1):
        place[key] = json.loads(json.dumps(luck.choice(JUNK)))
    elif how == 1:
        del place[key]
    elif how == 2:
        place.insert(other, place[key])
    elif how == 3:
        place[key], place[other] = place[other], place[key]
    else:
        del place[key:]
    return whole


@pytest.mark.parametrize("command", list(SAMPLES))
def test_damaged_lines_of_every_kind_are_answered_one_by_one(command: str) -> None:
    luck = random.Random(2026)
    lines = [json.dumps(damaged(luck.choice(SAMPLES[command]), luck)) for _ in range(150)]
    done = run(command, "-", feed="\n".join(lines).encode())
    got = answers(done)
    assert len(got) == len(lines)
    assert done.stderr == ""
    assert done.returncode == int(any(answer.get("ok") is False for answer in got))
    for answer in got:
        if answer.get("ok") is False:
            assert set(answer) == {"ok", "error", "at"}
            assert 0 < len(answer["error"]) < 1500
            assert answer["at"] is None or answer["at"] >= 0


def test_an_answered_deck_can_be_fed_back() -> None:
    lines = cases("the_theatre_decks", "valid")
    first = run("decks", "-", feed="\n".join(map(json.dumps, lines)).encode())
    fed = [{**line, **answer} for line, answer in zip(lines, answers(first), strict=True)]
    assert run("decks", "-", feed="\n".join(map(json.dumps, fed)).encode()) == first
    assert first.returncode == 0


def test_drafts_are_replayed_and_their_legal_actions_listed() -> None:
    drafts = cases("the_theatre_drafts")
    begun = [
        {k: v for k, v in {**d, "actions": d["actions"][:3]}.items() if k not in ("decks", "final_leader")}
        for d in drafts
    ]
    feed = "\n".join(map(json.dumps, [*drafts, *begun])).encode()
    replayed, legal = run("replay", "-", feed=feed), run("legal", "-", feed=feed)
    assert (replayed.returncode, legal.returncode) == (0, 0)
    for draft, answer in zip(drafts, answers(replayed), strict=False):
        assert answer == {"ok": True, "over": True, "decks": draft["decks"], "final_leader": draft["final_leader"]}
    for answer in answers(replayed)[len(drafts) :]:
        assert (answer["ok"], answer["over"]) == (True, False)
        assert "final_leader" not in answer
    assert answers(legal)[: len(drafts)] == [{"over": True}] * len(drafts)
    for draft, answer in zip(begun, answers(legal)[len(drafts) :], strict=True):
        assert answer["actions"] == sorted(answer["actions"])
        assert drafts[begun.index(draft)]["actions"][3] in answer["actions"]


def test_a_saved_match_is_replayed_like_a_record(tmp_path: Path) -> None:
    match = tl.new_match("overture", 2, theatre="rotunda", seed=2)
    for _ in range(5):
        match.play(match.legal_actions()[0])
    match.save(tmp_path / "my.json")
    (answer,) = answers(run("replay", tmp_path / "my.json"))
    assert answer == {"ok": True, "over": False, "scores": match.scores, "winners": []}
    (legal,) = answers(run("legal", tmp_path / "my.json"))
    assert legal["actions"] == sorted(match.legal_actions())


def test_simulate_takes_ones_own_bots_and_writes_a_table(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def play(view):\n    return view.actions()[0]\n", encoding="utf-8")
    table = tmp_path / "games.csv"
    bots = f"{tmp_path / 'mine.py'}:play,random"
    done = run("simulate", "overture", "--players", bots, "--games", 4, "--json", "--csv", table)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 4
    assert len(table.read_text(encoding="utf-8").splitlines()) == 9
    refused = run("simulate", "overture", "--players", "nowhere.py:play,random", "--games", 4)
    assert refused.returncode == 2
    assert "no file nowhere.py" in refused.stderr
