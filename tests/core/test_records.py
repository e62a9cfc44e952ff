"""Record files: every fault is one clear refusal that says where it lies, and nothing else ever happens."""

from __future__ import annotations

import contextlib
import copy
import json
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import theatre_lab as tl
from theatre_lab.bots.basic import RandomBot
from theatre_lab.core.errors import BadInput, RecordError, TheatreLabError
from theatre_lab.core.match import Match
from theatre_lab.core.records import (
    FORMAT,
    GameRecord,
    parse_json,
    replay,
    share_code,
    unpack_share_code,
    write_text,
)
from theatre_lab.games import get_game


def played(game: str, players: int = 2, plies: int = 10_000, **options: Any) -> dict[str, Any]:
    match, bot = tl.new_match(game, players, seed=4, **options), RandomBot(4)
    while not match.is_over and match.ply < plies:
        match.play(bot(match.view(match.to_move or 0)))
    return match.record().as_dict()


WHOLE = played("overture", 3, theatre="blackbox")
STOPPED = played("overture", 2, plies=20, theatre="rotunda")
CABARET = played("cabaret", 2, rounds=2)


def refusal(data: Any) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replay(GameRecord.from_dict(data), get_game)
    text = str(caught.value)
    assert len(text) < 700
    assert "\n" not in text
    return caught.value


def but(data: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return {**copy.deepcopy(data), **changed}


def test_the_records_themselves_are_fine() -> None:
    for data in (WHOLE, STOPPED, CABARET):
        done = replay(GameRecord.from_dict(data), get_game)
        assert done.is_over == ("result" in data)
        assert done.winners == (data["result"]["winners"] if "result" in data else [])


# ------------------------------------------------------------------ before the first action: at is null


@pytest.mark.parametrize("data", [None, [], "record", 3, True, [WHOLE]])
def test_a_record_is_an_object(data: Any) -> None:
    assert refusal(data).at is None


@pytest.mark.parametrize("key", ["format", "game", "players", "chance", "actions"])
def test_nothing_may_be_missing(key: str) -> None:
    error = refusal({k: v for k, v in WHOLE.items() if k != key})
    assert error.at is None
    assert key in str(error)


def test_an_unknown_key_is_named_with_the_nearest_known_one() -> None:
    error = refusal(but(WHOLE, acts=[]))
    assert error.at is None
    assert "no record key 'acts'" in str(error)
    assert "did you mean 'result'" in str(refusal(but(WHOLE, results={})))


@pytest.mark.parametrize(
    "changed",
    [
        {"format": "theatre-lab/record@2"}, {"format": None}, {"game": "chess"}, {"game": 7}, {"game": None},
        {"players": 3}, {"players": ["P1"]}, {"players": []}, {"players": ["P"] * 5}, {"players": ["P1", "P2", 3]},
        {"players": {"a": 1}}, {"players": "abc"},
        {"options": []}, {"options": None}, {"options": {}}, {"options": {"theater": "blackbox"}},
        {"options": {"theatre": "globe"}}, {"options": {"theatre": ["blackbox"]}}, {"options": {"theatre": None}},
        {"options": {"theatre": "blackbox", "leader": 0}},
        {"rules": []}, {"rules": {"vip": True}}, {"rules": {"vip": 99}}, {"rules": {"v1p": 3}}, {"rules": {"vip": 3.0}},
        {"rules": {"vip": 10**300}},
        {"seed": True}, {"seed": 1.5}, {"seed": [1]},
        {"result": None}, {"result": []}, {"result": {"scores": [1, 2, 3]}}, {"result": {"scores": [], "winner": []}},
        {"result": {"scores": [True, 2, 3], "winners": [0]}}, {"result": {"scores": [1.0], "winners": [0]}},
        {"result": {"scores": "1,2,3", "winners": [0]}}, {"result": {"scores": [], "winners": [], "note": 1}},
        {"actions": "draw deck"}, {"actions": [1]}, {"actions": [None]}, {"actions": {}}, {"actions": [["draw deck"]]},
        {"chance": [1]}, {"chance": "VIP"}, {"chance": [["VIP", 7]]}, {"chance": [[["VIP"]]]}, {"chance": {}},
        {"chance": []}, {"chance": [[]]}, {"chance": [["VIP"] * 56]}, {"chance": [["Wizard"] * 56]},
        {"chance": [["VIP"] * 200_000]},
    ],
    ids=lambda changed: next(f"{key}-{str(value)[:20]}" for key, value in changed.items()),
)  # fmt: skip
def test_faults_before_the_first_action_have_no_index(changed: dict[str, Any]) -> None:
    assert refusal(but(WHOLE, **changed)).at is None


def test_types_of_the_whole_record_come_before_any_play() -> None:
    broken = but(WHOLE, actions=["dance", *WHOLE["actions"]])
    assert refusal(broken).at == 0
    assert refusal(but(broken, result={"scores": "no", "winners": []})).at is None
    assert refusal(but(broken, chance=[*WHOLE["chance"], [1]])).at is None
    assert refusal(but(broken, options={"theatre": "globe"})).at is None


def test_the_opening_shuffle_must_hold_exactly_the_deck() -> None:
    deck = list(WHOLE["chance"][0])
    deck[0] = "VIP" if deck[0] != "VIP" else "Kid"
    error = refusal(but(WHOLE, chance=[deck]))
    assert error.at is None
    assert "missing" in str(error)
    assert "too many" in str(error)
    error = refusal(but(WHOLE, chance=[WHOLE["chance"][0][:-1]]))
    assert error.at is None
    assert f"missing {WHOLE['chance'][0][-1]}" in str(error)


# ------------------------------------------------------------------ in play: the index of the action


@pytest.mark.parametrize("at", [0, 1, 7, 30])
@pytest.mark.parametrize(
    "action", ["dance", "", "draw lobby 0", "seat VIP Z9", "discard Kid", "DRAW DECK", "draw deck "]
)
def test_an_action_that_cannot_be_done_is_named_by_its_index(at: int, action: str) -> None:
    actions = list(WHOLE["actions"])
    actions[at] = action
    error = refusal(but(WHOLE, actions=actions))
    assert error.at == at
    assert f"action {at}" in str(error)


def test_an_illegal_action_is_refused_with_its_clause() -> None:
    assert "(OV-L1)" in str(refusal(but(WHOLE, actions=["draw lobby 0"])))


def test_an_action_after_the_end_is_named_by_its_index() -> None:
    n = len(WHOLE["actions"])
    assert refusal(but(WHOLE, actions=[*WHOLE["actions"], "draw deck", "draw deck"])).at == n


def test_a_name_of_a_million_letters_is_refused_shortly() -> None:
    assert refusal(but(WHOLE, actions=["x" * 1_000_000])).at == 0
    assert refusal(but(WHOLE, game="x" * 1_000_000)).at is None
    assert refusal(but(WHOLE, chance=[["x" * 1_000_000]])).at is None
    assert refusal(but(WHOLE, **{"x" * 1_000_000: 1})).at is None
    assert refusal(but(WHOLE, options={"x" * 1_000_000: 1})).at is None
    assert refusal(but(WHOLE, options={"theatre": "x" * 1_000_000})).at is None


def test_luck_in_the_middle_belongs_to_the_action_before_it() -> None:
    """The second round's deck of Cabaret follows the last action of the first."""
    first, second = CABARET["chance"]
    middle = len(CABARET["actions"]) // 2 - 1
    assert refusal(but(CABARET, chance=[first])).at == middle
    assert refusal(but(CABARET, chance=[first, second[1:]])).at == middle
    assert refusal(but(CABARET, chance=[first, ["Wizard", *second[1:]]])).at == middle
    assert refusal(but(CABARET, chance=[first, [*second, second[0]]])).at == middle
    stopped = {k: v for k, v in CABARET.items() if k != "result"}
    assert refusal(but(stopped, actions=CABARET["actions"][:middle])).at == middle
    done = replay(GameRecord.from_dict(but(stopped, actions=CABARET["actions"][: middle + 1])), get_game)
    assert not done.is_over


# ------------------------------------------------------------------ after the last action: their number


def test_unused_luck_and_wrong_results_are_found_at_the_end() -> None:
    n = len(WHOLE["actions"])
    scores, winners = WHOLE["result"]["scores"], WHOLE["result"]["winners"]
    for changed in (
        {"chance": [*WHOLE["chance"], []]},
        {"chance": WHOLE["chance"] * 2},
        {"result": {"scores": [scores[0] + 1, *scores[1:]], "winners": winners}},
        {"result": {"scores": scores[:-1], "winners": winners}},
        {"result": {"scores": scores, "winners": []}},
        {"result": {"scores": scores, "winners": winners * 2}},
        {"result": {"scores": scores, "winners": [(winners[0] + 1) % 3]}},
    ):
        assert refusal(but(WHOLE, **changed)).at == n
    assert refusal(but(STOPPED, result={"scores": [0, 0], "winners": []})).at == len(STOPPED["actions"]) == 20
    assert "left over" in str(refusal(but(WHOLE, chance=[*WHOLE["chance"], []])))


def test_a_fault_in_play_comes_before_one_at_the_end() -> None:
    actions = [*WHOLE["actions"][:5], "dance", *WHOLE["actions"][5:]]
    assert refusal(but(WHOLE, actions=actions, chance=WHOLE["chance"] * 2)).at == 5


def test_a_record_without_a_result_is_fine() -> None:
    data = {k: v for k, v in WHOLE.items() if k != "result"}
    assert replay(GameRecord.from_dict(data), get_game).scores == WHOLE["result"]["scores"]


@pytest.mark.parametrize("seed", [0, -5, 10**30, "", "a word", None])
def test_a_seed_is_told_as_it_was(seed: object) -> None:
    data = but(WHOLE, seed=seed)
    match = Match.from_record(GameRecord.from_dict(data), get_game("overture"))
    assert match.record().seed == seed
    assert ("seed" in match.record().as_dict()) == (seed is not None)


# ------------------------------------------------------------------ JSON text


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "not JSON"), ("{", "not JSON"), ("{}}", "not JSON"), ("{'a': 1}", "not JSON"), ("[1,]", "not JSON"),
        ("NaN", "NaN is no JSON number"), ('{"a": -Infinity}', "-Infinity"), ('{"a": 1, "a": 2}', "'a' stands twice"),
        ('[{"b": {"c": 1, "d": 2, "c": 3}}]', "'c' stands twice"), ("[" * 100_000, "nested too deeply"),
        ("1" * 5000, "thousands of digits"), ('"\\ud800"', "surrogate"), ('{"\\udfff": 1}', "surrogate"),
        ("\ufeff{}", "not JSON"), ('"\x00"', "not JSON"),
    ],
    ids=lambda value: ascii(value)[:20],
)  # fmt: skip
def test_text_that_is_no_json_is_refused_with_the_reason(text: str, word: str) -> None:
    with pytest.raises(BadInput, match=word) as refused:
        parse_json(text)
    assert len(str(refused.value)) < 200


def test_whole_surrogate_pairs_are_characters() -> None:
    assert parse_json('"\\ud83c\\udfad"') == "🎭"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """A good record, or a list of its entries, with one to three places changed, dropped or repeated."""
    data: Any = copy.deepcopy(draw(st.sampled_from([WHOLE, STOPPED, CABARET])))
    for _ in range(draw(st.integers(1, 3))):
        place, steps = data, draw(st.integers(0, 2))
        for _ in range(steps):
            inner = [
                v for v in (place.values() if isinstance(place, dict) else place) if isinstance(v, (dict, list)) and v
            ]
            if not inner:
                break
            place = draw(st.sampled_from(inner))
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            continue
        key, how = draw(st.sampled_from(keys)), draw(st.sampled_from(["change", "drop", "repeat", "swap"]))
        if how == "change":
            place[key] = draw(JSON)
        elif how == "drop":
            del place[key]
        elif isinstance(place, list):
            other = draw(st.sampled_from(keys))
            if how == "repeat":
                place.insert(other, copy.deepcopy(place[key]))
            else:
                place[key], place[other] = place[other], place[key]
        else:
            place[draw(st.text(max_size=8))] = draw(JSON)
    return data


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(mutated())
def test_whatever_is_changed_in_a_record_it_is_replayed_or_refused(data: Any) -> None:
    fault = None
    try:
        done = replay(GameRecord.from_dict(data), get_game)
    except RecordError as error:
        fault = error
    if fault is None:
        assert done.is_over or done.winners == []
    else:
        actions = data.get("actions") if isinstance(data, dict) else None
        assert str(fault)
        assert fault.at is None or 0 <= fault.at <= len(actions or [])


@settings(max_examples=100, deadline=None)
@given(JSON)
def test_any_json_is_refused_as_a_record(data: Any) -> None:
    with pytest.raises(RecordError):
        GameRecord.from_dict(data)


# ------------------------------------------------------------------ share codes and saves

CODE = share_code(STOPPED)


def test_a_share_code_survives_mail_programs() -> None:
    broken = "\n ".join(CODE[i : i + 60] for i in range(0, len(CODE), 60))
    assert unpack_share_code(f"  {broken}\n") == STOPPED


@pytest.mark.parametrize(
    "code",
    [
        "", "tl1", "tl1:", "tl1:é", "tl1:????", "tl1:AAAA", CODE[:-9], CODE[:40] + CODE[44:], CODE + "AAAA", CODE[4:],
        "tl2:" + CODE[4:], CODE.swapcase(), "tl1:" + urlsafe_b64encode(zlib.compress(b"\xff\xfe")).decode(),
        "tl1:" + urlsafe_b64encode(zlib.compress(b"{")).decode(),
        "tl1:" + urlsafe_b64encode(zlib.compress(b" " * 50_000_000)).decode(),
    ],
    ids=range(15),
)  # fmt: skip
def test_a_damaged_share_code_is_refused(code: str) -> None:
    with pytest.raises(BadInput) as refused:
        unpack_share_code(code)
    assert len(str(refused.value)) < 200


@settings(max_examples=150, deadline=None)
@given(st.integers(4, len(CODE) - 1), st.characters(codec="utf-8"))
def test_a_share_code_with_a_wrong_letter_never_gives_another_game(at: int, letter: str) -> None:
    with contextlib.suppress(BadInput):
        assert unpack_share_code(CODE[:at] + letter + CODE[at + 1 :]) == STOPPED


def save_of(**changed: Any) -> dict[str, Any]:
    match = Match.from_record(GameRecord.from_dict(STOPPED), get_game("overture"), seats=["human", "greedy"])
    return {**match.to_save(), **changed}


@pytest.mark.parametrize("path", ["", ".", "a\0b", "/nowhere/at/all.json", 5, None], ids=repr)
def test_a_save_says_why_it_cannot_be_written(path: Any) -> None:
    with pytest.raises(BadInput, match=r"file|cannot write"):
        tl.new_match("cabaret", 2, seed=1).save(path)


def test_a_save_remembers_who_plays_and_how() -> None:
    match = Match.from_save(save_of(practice=True), get_game("overture"))
    assert (match.seats, match.practice, match.ply) == (["human", "greedy"], True, 20)


@pytest.mark.parametrize(
    "changed",
    [
        {"format": "theatre-lab/match@2"}, {"format": 1}, {"game": "cabaret"}, {"game": None}, {"seats": ["human"]},
        {"seats": "human"}, {"seats": ["human", ""]}, {"seats": [1, 2]}, {"practice": 1}, {"practice": None},
        {"code": 5}, {"code": "tl1:"}, {"code": share_code(CABARET)}, {"extra": 1},
    ],
    ids=str,
)  # fmt: skip
def test_a_save_with_one_thing_wrong_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        Match.from_save(save_of(**changed), get_game("overture"))


def test_files_are_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_text(path, "first")
    with pytest.raises(UnicodeEncodeError):
        write_text(path, "x" * 100_000 + "\ud800")
    assert path.read_text() == "first"
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
    with pytest.raises(BadInput, match="cannot write"):
        write_text(tmp_path / "nowhere" / "game.json", "x")


def test_load_takes_files_texts_and_codes_in_any_wrapping(tmp_path: Path) -> None:
    line = json.dumps(STOPPED)
    for name, content in {
        "plain.json": line, "bom.json": "\ufeff" + line, "two.jsonl": f"\r\n{line}\r\n{json.dumps(WHOLE)}\r\n",
        "pretty.json": json.dumps(STOPPED, indent=2), "code.txt": CODE + "\n", "save.json": json.dumps(save_of()),
    }.items():  # fmt: skip
        (tmp_path / name).write_text(content, encoding="utf-8", newline="")
        assert tl.load(tmp_path / name).ply == 20, name
        assert tl.load(str(tmp_path / name)).ply == 20, name
    assert tl.load(line).ply == tl.load(CODE).ply == 20


@pytest.mark.parametrize(
    "source", ["", "nowhere.json", "{", "[]", "a\nb", "\0", "tl1:no", 7, None, b"{}", "/", "x" * 5000]
)
def test_load_refuses_everything_else(source: object) -> None:
    with pytest.raises(BadInput) as refused:
        tl.load(source)  # type: ignore[arg-type]
    assert len(str(refused.value)) < 300


def test_load_refuses_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(BadInput, match="it is no text file"):
        tl.load(tmp_path / "picture.png")


# ------------------------------------------------------------------ new matches


@pytest.mark.parametrize(
    "arguments",
    [
        {"players": []}, {"players": ["A", ""]}, {"players": ["A", 3]}, {"players": ["A"] * 9}, {"players": {"A": 1}},
        {"seed": 1.0}, {"seed": True}, {"seed": "7"}, {"seed": 2**63}, {"practice": 1}, {"practice": "yes"},
        {"rules": [1]}, {"rules": "vip"}, {"rules": {"vip": 99}}, {"rules": {1: 1}}, {"seats": "human"},
        {"seats": ["human"]}, {"seats": [None, "human"]}, {"theatre": "globe"}, {"theater": "blackbox"},
    ],
    ids=str,
)  # fmt: skip
def test_a_new_match_refuses_what_does_not_fit(arguments: dict[str, Any]) -> None:
    with pytest.raises(TheatreLabError) as refused:
        tl.new_match("overture", **arguments)
    assert len(str(refused.value)) < 300


def test_two_matches_without_a_seed_differ() -> None:
    assert tl.new_match("overture", 2).record().chance != tl.new_match("overture", 2).record().chance


def test_names_and_seats_are_kept() -> None:
    match = tl.new_match("overture", ["Ada", "Björn"], seats=["human", "greedy"], theatre="rotunda", seed=1)
    assert match.record().players == ("Ada", "Björn")
    assert repr(match) == "<Overture: ply 0, Ada to move, Ada 0, Björn 0>"
    assert match.record().as_dict()["format"] == FORMAT


@pytest.mark.parametrize("player", [-1, 2, True, None, "0", 1.0])
def test_a_player_who_does_not_exist_has_no_view_and_no_points(player: object) -> None:
    match = tl.new_match("overture", 2, seed=1)
    for ask in (match.view, match.breakdown):
        with pytest.raises(BadInput, match="players are counted from 0 to 1"):
            ask(player)  # type: ignore[operator]


def test_moves_may_be_numbers_of_any_library() -> None:
    numpy = pytest.importorskip("numpy")
    match = tl.new_match("overture", 2, seed=1)
    match.play(numpy.int64(0))
    assert match.history[0].text == "draw deck"
    assert type(match.history[0].action) is int
