"""Data read into dataclasses: whatever is in it, it fits or is refused at its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from theatre_lab.core.errors import BadInput
from theatre_lab.lab.balance import Balance
from theatre_lab.lab.typed import built


@dataclass(frozen=True)
class Inner:
    name: str
    share: float


@dataclass(frozen=True)
class Outer:
    count: int
    base: int | None
    pair: tuple[int, int]
    rows: tuple[Inner, ...]
    note: str = ""


GOOD: dict[str, Any] = {"count": 1, "base": None, "pair": [1, 2], "rows": [{"name": "a", "share": 1}]}


def test_what_fits_is_built() -> None:
    assert built(Outer, GOOD, "it") == Outer(1, None, (1, 2), (Inner("a", 1),))
    assert built(Outer, {**GOOD, "base": 4, "note": "x"}, "it").note == "x"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"count": True}, "it: count must be a whole number, not True"),
        ({"count": 1.0}, "it: count must be a whole number"),
        ({"count": 10**400}, "not a huge number"),
        ({"base": "4"}, "it: base must be a whole number"),
        ({"pair": [1]}, "it: pair must have 2 entries, not 1"),
        ({"pair": "12"}, "it: pair must be a list"),
        ({"rows": [{"name": "a", "share": 1}, {"name": 1, "share": 1}]}, "it: rows, entry 2: name must be a text"),
        ({"rows": [{"name": "a"}]}, "it: rows, entry 1 lacks 'share'"),
        ({"rows": [{"name": "a", "share": float("nan")}]}, "share must be a number"),
        ({"rows": [{"name": "a", "share": float("inf")}]}, "share must be a number"),
        ({"rows": [{"name": "a", "share": 10**400}]}, "share must be a number"),
        ({"rows": [7]}, "it: rows, entry 1 must be an object"),
        ({"cuont": 1}, "did you mean 'count'"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        built(Outer, {**GOOD, **changed}, "it")


FIELD = {
    "players": 2, "base": 4, "level": "hard", "seed": 1, "backend": "lists", "factors": ["a", "b"],
    "slices": [{"games": 2, "played": [2, 2], "wins": [1, 1]}],
}  # fmt: skip


@pytest.mark.parametrize(
    "field",
    [
        {**FIELD, "players": 1},
        {**FIELD, "factors": []},
        {**FIELD, "slices": [{"games": 2, "played": [2], "wins": [1, 1]}]},
        {**FIELD, "slices": [{"games": 2, "played": [2, 2], "wins": [3, 1]}]},
        {**FIELD, "slices": [{"games": -2, "played": [2, 2], "wins": [1, 1]}]},
    ],
)
def test_a_balance_report_whose_counts_do_not_fit_is_refused(field: dict[str, Any]) -> None:
    report = {**Balance("the-theatre", "0f").as_dict(), "fields": [FIELD]}
    assert Balance.from_dict(report).fields[0].games == 2
    with pytest.raises(BadInput, match="damaged"):
        Balance.from_dict({**report, "fields": [field]})
