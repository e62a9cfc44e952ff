"""Ratings: what is stronger stands higher, by as much as it wins; intervals; what is stored is what is shown."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from theatre_lab.bots.levels import LEVELS
from theatre_lab.bots.own import is_own, load_bot
from theatre_lab.bots.plans import PLANS
from theatre_lab.bots.ratings import ANCHOR, rating_of, ratings
from theatre_lab.core.errors import OptionError
from theatre_lab.core.game import View
from theatre_lab.games import game_names
from theatre_lab.lab.ratings import Meeting, ladder, neighbours, rate, store
from theatre_lab.lab.simulate import simulate


def meeting(first: str, second: str, share: float, deals: int = 400) -> Meeting:
    """Deals in which the first bot wins this share, one half of a deal at a time."""
    won = round(2 * deals * share)
    return Meeting(first, second, tuple([1.0] * (won // 2) + [0.5] * (won % 2) + [0.0] * (deals - won // 2 - won % 2)))


def test_a_share_of_ten_in_eleven_is_four_hundred_points() -> None:
    strong, weak = rate(["easy", "hard"], [meeting("easy", "hard", 1 / 11)])
    assert (strong.bot, weak.rating) == ("hard", ANCHOR)
    assert strong.rating == pytest.approx(1400, abs=5)
    assert strong.low < 1400 < strong.high
    assert strong.high - strong.low < 120


def test_what_never_meets_is_compared_through_others() -> None:
    rows = rate(["easy", "medium", "hard"], [meeting("easy", "medium", 0.36), meeting("medium", "hard", 0.36)])
    assert [row.bot for row in rows] == ["hard", "medium", "easy"]
    assert rows[0].rating == pytest.approx(1200, abs=8)


def test_who_never_lost_has_a_finite_rating_that_grows_with_the_games() -> None:
    few = rate(["easy", "hard"], [meeting("easy", "hard", 0.0, deals=5)])[0]
    many = rate(["easy", "hard"], [meeting("easy", "hard", 0.0, deals=500)])[0]
    assert 1100 < few.rating < many.rating < 3000


def test_the_seed_decides_the_ladder_and_known_meetings_are_not_played_again() -> None:
    first = ladder("overture", ["random", "easy"], deals=3, seed=5, theatre="rotunda")
    again = ladder("overture", ["random", "easy"], deals=3, seed=5, theatre="rotunda")
    assert first.as_dict() == again.as_dict()
    assert first.games == 6
    known = {("random", "easy"): Meeting("random", "easy", (1.0, 1.0, 1.0))}
    turned = ladder("overture", ["random", "easy"], deals=3, known=known)
    assert turned.ratings[0].bot == "random"


def test_neighbours_meet_and_no_pair_twice() -> None:
    assert neighbours(["a", "b", "c", "d"]) == [("a", "b"), ("a", "c"), ("b", "c"), ("b", "d"), ("c", "d")]


@pytest.mark.parametrize("bots", [["easy"], ["easy", "easy"], []])
def test_a_ladder_needs_two_different_bots(bots: list[str]) -> None:
    with pytest.raises(OptionError, match="two bots or more"):
        ladder("overture", bots)


@pytest.mark.parametrize("game", [name for name in game_names() if name != "the-theatre-draft"])
def test_every_level_of_a_game_is_measured_and_the_levels_stand_in_order(game: str) -> None:
    rows = {row.bot: row for row in ratings(game)}
    assert {bot for bot in rows if not is_own(bot)} == {"random", *LEVELS}
    assert all(load_bot(bot) in PLANS for bot in rows if is_own(bot))
    steps = [rows[bot].rating for bot in ("random", "easy", "medium", "hard")]
    assert steps == sorted(steps)
    assert rows["easy"].rating == ANCHOR
    assert rows["expert"].high > rows["hard"].rating, "expert is not surely weaker"
    assert rows["expert"].rating > rows["medium"].rating
    assert rating_of(game, "nobody") is None


def test_an_interval_stays_open_where_one_side_won_every_deal() -> None:
    strong = rate(["easy", "hard"], [Meeting("easy", "hard", (0.0,) * 24)])[0]
    assert strong.low < strong.rating - 30


@pytest.mark.parametrize(("games", "deals"), [(3, 0), (5, 2)])
def test_an_interrupted_ladder_tells_the_deals_that_were_over_but_not_one_alone(
    games: int, deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Meeting] = []

    def interrupted(*args: Any, **kwargs: Any) -> Any:
        return replace(simulate(*args, **{**kwargs, "games": games}), asked=kwargs["games"])

    monkeypatch.setattr("theatre_lab.lab.ratings.simulate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ladder("overture", ["random", "easy"], deals=9, theatre="rotunda", on_meeting=told.append)
    assert [len(meeting.shares) for meeting in told] == ([deals] if deals else [])


def test_a_known_meeting_of_too_few_deals_is_played_anew() -> None:
    told: list[Meeting] = []
    cut = {("random", "easy"): Meeting("random", "easy", (1.0, 1.0))}
    steps = ladder("overture", ["random", "easy"], deals=3, seed=5, known=cut, on_meeting=told.append)
    assert steps.as_dict() == ladder("overture", ["random", "easy"], deals=3, seed=5).as_dict()
    assert [len(meeting.shares) for meeting in told] == [3]


def first(view: View) -> int:
    return view.actions()[0]


def test_functions_are_rated_under_the_names_that_simulate_gives_them() -> None:
    steps = ladder("overture", [first, "random", lambda view: view.actions()[-1]], deals=2, seed=1)
    named = [bot.bot for bot in simulate("overture", [first, lambda view: view.actions()[-1]], games=1).bots]
    assert {row.bot for row in steps.ratings} == {"random", *named}
    assert "first" in repr(steps)


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ([lambda view: 0, lambda view: 1], r"a name of its own, not \['lambda', 'lambda'\]"),
        (["random", 3], "names or functions"),
        ("easy", "names or functions"),
        (["random", "easy", "hrad"], "did you mean 'hard'"),
        (["random", "easy", "nowhere.py:play"], "no file nowhere.py"),
    ],
    ids=range(5),
)
def test_bots_that_cannot_be_rated_are_refused_before_a_game(
    bots: Any, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("theatre_lab.lab.ratings.simulate", None)
    with pytest.raises(OptionError, match=message):
        ladder("overture", bots, deals=2)


def test_rules_and_options_reach_the_games_and_are_told() -> None:
    asked: dict[str, Any] = {"deals": 2, "seed": 3, "rules": {"vip": 20}}
    steps = ladder("overture", ["random", "easy"], options={"theatre": "rotunda"}, **asked)
    same = ladder("overture", ["random", "easy"], theatre="rotunda", **asked)
    assert (steps, steps.as_dict()["rules"]) == (same, {"vip": 20})
    assert repr(steps).startswith("Overture, theatre = 'rotunda', vip = 20, 4 games of two, seed 3")
    with pytest.raises(OptionError, match="no rule number 'vipp'"):
        ladder("overture", ["random", "easy"], rules={"vipp": 1})
    with pytest.raises(OptionError, match="options must be a mapping"):
        ladder("overture", ["random", "easy"], options=["theatre"])  # type: ignore[arg-type]


def test_ladders_are_stored_whole(tmp_path: Path) -> None:
    path = tmp_path / "ratings.json"
    steps = ladder("overture", ["random", "easy"], deals=2, theatre="rotunda")
    store({"overture": steps.as_dict()}, path)
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert stored["overture"]["games"] == 4
    assert list(stored["overture"]["ratings"]["easy"]) == [1000, 1000, 1000]
