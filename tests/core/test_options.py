"""Checks of options: each refusal names the option, the value and what would be right."""

from __future__ import annotations

import pickle

import pytest

from theatre_lab.core.errors import BadInput, IllegalAction, OptionError, RecordError, TheatreLabError
from theatre_lab.core.options import (
    RuleNumber,
    as_index,
    check_rule_numbers,
    expect_bool,
    expect_choice,
    expect_int,
    expect_list,
    refuse_unknown,
    show,
)
from theatre_lab.games import game_names, get_game


def nested(depth: int) -> list[object]:
    value: list[object] = []
    for _ in range(depth):
        value = [value]
    return value


def kind(value: object) -> str:
    return type(value).__name__


@pytest.mark.parametrize(
    "value",
    [
        "x" * 1_000_000,
        [1] * 1000,
        {i: i for i in range(100)},
        10**5000,
        [10**5000],
        nested(100_000),
        float("nan"),
        b"x" * 999,
    ],
    ids=kind,
)
def test_anything_is_shown_in_one_short_line(value: object) -> None:
    text = show(value)
    assert len(text) <= 60
    assert "\n" not in text


@pytest.mark.parametrize("value", [0, 11, True, False, 1.0, "3", None, [3], 10**400, float("inf")])
def test_whole_numbers_in_range_only(value: object) -> None:
    with pytest.raises(OptionError, match=r"^rounds must be a whole number from 1 to 10, not "):
        expect_int("rounds", value, 1, 10)


def test_the_ends_of_a_range_belong_to_it() -> None:
    assert (expect_int("rounds", 1, 1, 10), expect_int("rounds", 10, 1, 10)) == (1, 10)


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_true_and_false_only(value: object) -> None:
    with pytest.raises(OptionError, match="open must be true or false, not"):
        expect_bool("open", value)
    assert expect_bool("open", True) is True


def test_a_choice_is_refused_with_the_nearest() -> None:
    assert expect_choice("finish", "first", ["first", "round"]) == "first"
    with pytest.raises(OptionError, match="finish must be one of first, round, not 'frist'; did you mean 'first'"):
        expect_choice("finish", "frist", ["first", "round"])
    with pytest.raises(OptionError, match=r"not \['first'\]$"):
        expect_choice("finish", ["first"], ["first", "round"])


def test_lists_and_their_length() -> None:
    assert expect_list("agents", ("a", "b"), 2) == ["a", "b"]
    with pytest.raises(OptionError, match="agents must be a list, not 'ab'"):
        expect_list("agents", "ab")
    with pytest.raises(OptionError, match="agents must have 3 entries, not 2"):
        expect_list("agents", ["a", "b"], 3)


@pytest.mark.parametrize("key", ["theater", 7, None, ("a",), "x" * 10**6], ids=kind)
def test_unknown_keys_of_any_kind_are_named(key: object) -> None:
    with pytest.raises(OptionError, match="there is no option") as refusal:
        refuse_unknown("option", [key], ["theatre", "leader"])
    assert len(str(refusal.value)) < 200


def test_of_many_known_keys_the_first_are_listed() -> None:
    with pytest.raises(OptionError, match=r"known: k0, .*, k29, and 170 more$"):
        refuse_unknown("option", ["theatre"], [f"k{i}" for i in range(200)])


NUMBERS = [RuleNumber("noisy", -1, -20, 20, "OV-X4", "noise"), RuleNumber("tall", -2, -20, 20, "OV-X1", "tall")]


def test_rule_numbers_come_in_order() -> None:
    assert check_rule_numbers(NUMBERS, {"tall": 20}) == [-1, 20]
    with pytest.raises(OptionError, match="did you mean 'noisy'"):
        check_rule_numbers(NUMBERS, {"nosy": 0})
    with pytest.raises(OptionError, match="rule number 'tall' must be a whole number from -20 to 20, not 21"):
        check_rule_numbers(NUMBERS, {"tall": 21})


def test_whole_numbers_of_other_libraries_count_as_such() -> None:
    numpy = pytest.importorskip("numpy")
    assert as_index(numpy.int64(3)) == 3
    assert as_index(numpy.array(3)) == 3
    assert as_index(numpy.bool_(True)) is None
    assert as_index(numpy.array([1, 2])) is None
    assert as_index(3.0) is None


@pytest.mark.parametrize(
    "error",
    [IllegalAction("discard VIP", "OV-T4", "Not now."), RecordError("no", at=3), OptionError("no"), BadInput("no")],
)
def test_errors_come_back_whole_from_another_process(error: TheatreLabError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


@pytest.mark.parametrize("name", ["chess", "", None, 3, ["overture"], "Overture", "x" * 10**6], ids=kind)
def test_a_game_that_does_not_exist_is_refused_shortly(name: object) -> None:
    with pytest.raises(OptionError, match="there is no game") as refusal:
        get_game(name)
    assert len(str(refusal.value)) < 200


def test_games_are_found_by_their_names() -> None:
    for name in game_names():
        assert get_game(name).name == name
        assert get_game(name) is get_game(name)
        assert name in repr(get_game(name))
