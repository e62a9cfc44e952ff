"""States: declared once, all zeros when made, copied fully and fast."""

from __future__ import annotations

import pickle
import time
from copy import deepcopy

import pytest

from theatre_lab.core.declaration import Packed, Record, byte, fixed, label, long, short, zeros
from theatre_lab.games import game_names, get_game


class Small(Record):
    players: int = byte()
    score: int = short()
    total: int = long()
    hand: list[int] = byte(3)
    board: list[list[int]] = byte(2, 3)
    cube: list[list[list[int]]] = short(2, 1, 2)
    rule: list[int] = fixed(4)
    names: list[str] | None = label()


class Seated(Record):
    players: int = byte()
    deck: Packed = byte(5, packed=True)
    debts: Packed = short(4, packed=True)
    house: list[list[int]] = byte(3, 2, by_seat=True)
    pile: list[Packed] = long(3, 2, packed=True, by_seat=True)


def test_everything_is_zero_at_first() -> None:
    s = Small()
    assert s.as_dict() == {
        "players": 0, "score": 0, "total": 0, "hand": [0, 0, 0], "board": [[0, 0, 0], [0, 0, 0]],
        "cube": [[[0, 0]], [[0, 0]]], "rule": [0, 0, 0, 0],
    }  # fmt: skip
    assert s.names is None
    assert "hand=[0, 0, 0]" in repr(s)


def test_a_copy_shares_only_what_never_changes() -> None:
    s = Small()
    s.names = ["A"]
    t = s.copy()
    assert t == s
    assert type(t) is Small
    t.players, t.hand[0], t.board[1][2], t.cube[1][0][1] = 1, 2, 3, 4
    assert (s.players, s.hand, s.board, s.cube) == (0, [0, 0, 0], [[0, 0, 0], [0, 0, 0]], [[[0, 0]], [[0, 0]]])
    assert t.rule is s.rule
    assert t.names is s.names


def test_packed_fields_look_like_lists_of_numbers() -> None:
    s = Seated()
    s.deck[4], s.debts[0], s.pile[2][1] = 127, -32768, 2**31 - 1
    assert s.as_dict() == {
        "players": 0, "deck": [0, 0, 0, 0, 127], "debts": [-32768, 0, 0, 0], "house": [[0, 0]] * 3,
        "pile": [[0, 0], [0, 0], [0, 2**31 - 1]],
    }  # fmt: skip
    assert "deck=[0, 0, 0, 0, 127]" in repr(s)
    assert s == s.copy()
    assert s != Seated()
    assert pickle.loads(pickle.dumps(s.deck)) == s.deck == deepcopy(s).deck


def test_packed_fields_refuse_what_does_not_fit() -> None:
    s = Seated()
    with pytest.raises(ValueError, match="range"):
        s.deck[0] = -1
    with pytest.raises(OverflowError):
        s.debts[0] = 40000
    assert Seated.fields["deck"].range == (0, 127)
    assert Seated.fields["debts"].range == (-32768, 32767)


@pytest.mark.parametrize("players", [0, 1, 2, 3])
def test_a_copy_shares_only_rows_of_seats_that_nobody_sits_on(players: int) -> None:
    """While nobody knows yet how many play, none is shared."""
    s = Seated()
    s.players = players
    t = s.copy()
    t.deck[0] = t.debts[0] = 1
    for row in range(players or 3):
        t.house[row][0] = t.pile[row][1] = 1
    assert s.as_dict() == {**Seated().as_dict(), "players": players}
    assert [t.house[row] is s.house[row] for row in range(3)] == [row >= (players or 3) for row in range(3)]


def test_states_differ_when_any_field_or_label_does() -> None:
    for name in Small.fields:
        s, t = Small(), Small()
        value = deepcopy(getattr(t, name))
        while isinstance(value, list) and isinstance(value[0], list):
            value = value[0]
        if isinstance(value, list):
            nested = getattr(t, name)
            while isinstance(nested[0], list):
                nested = nested[0]
            nested[0] = 1
        else:
            setattr(t, name, 1)
        assert s != t, name
    s, t = Small(), Small()
    t.names = ["B"]
    assert s != t
    assert s != object()


def test_a_state_has_no_other_attributes_and_no_hash() -> None:
    s = Small()
    with pytest.raises(AttributeError):
        s.deck = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        hash(s)


@pytest.mark.parametrize(("field", "low", "high"), [(byte(), -128, 127), (short(3), -32768, 32767)])
def test_a_field_knows_its_range(field: object, low: int, high: int) -> None:
    assert field.range == (low, high)  # type: ignore[attr-defined]


def test_zeros_are_separate_lists() -> None:
    rows = zeros((2, 2))
    rows[0][0] = 1
    assert rows == [[1, 0], [0, 0]]


@pytest.mark.parametrize("name", game_names())
def test_states_are_copied_faster_than_deeply(name: str) -> None:
    """A copy is the inner loop of every search without compilation: some fifty times as fast as `deepcopy`."""
    s = get_game(name).state_type()

    def best_of(function: object, repeats: int) -> float:
        times = []
        for _ in range(5):
            start = time.thread_time()
            for _ in range(repeats):
                function()  # type: ignore[operator]
            times.append((time.thread_time() - start) / repeats)
        return min(times)

    assert best_of(s.copy, 300) * 20 < best_of(lambda: deepcopy(s), 5)


@pytest.mark.parametrize("name", game_names())
def test_every_state_says_how_many_play(name: str) -> None:
    game = get_game(name)
    assert game.state_type.fields["players"].shape == ()
    assert game.state_type.fields["rule"].is_fixed
    assert len(game.state_type().rule) == len(game.rule_numbers)
