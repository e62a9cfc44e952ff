"""Intervals: 95 of 100 hold the true number, also where games share their luck and where there are few."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from theatre_lab.lab.intervals import difference_interval, mean_interval, wilson, wilson_of_deals
from theatre_lab.lab.results import summary_of

REPEATS = 600
MIRRORED = "both seatings of nine deals of ten end alike but for the seat"


def deal_of(kind: str, rate: float) -> Callable[[random.Random], float]:
    """Draws the mean share of the win in a deal of two games, whose mean over many deals is the rate."""
    if kind == "games apart":
        return lambda luck: ((luck.random() < rate) + (luck.random() < rate)) / 2
    if kind == "won as a whole":
        return lambda luck: float(luck.random() < rate)
    return lambda luck: 0.5 if luck.random() < 0.9 else float(luck.random() < rate)


@pytest.mark.parametrize("deals", [6, 20, 100])
@pytest.mark.parametrize(
    ("kind", "rate"), [("games apart", 0.5), ("games apart", 0.9), ("won as a whole", 0.8), (MIRRORED, 0.5)]
)
def test_an_interval_of_deals_holds_the_true_rate(kind: str, rate: float, deals: int) -> None:
    luck, draw, held = random.Random(5), deal_of(kind, rate), 0
    for _ in range(REPEATS):
        low, high = wilson_of_deals([draw(luck) for _ in range(deals)])
        assert 0 <= low <= high <= 1
        held += low <= rate <= high
    assert held / REPEATS > 0.92


def test_mirrored_deals_tell_more_than_as_many_games_apart() -> None:
    """Bots of one strength split most deals: that is certain long before the games one by one say so."""
    luck = random.Random(2)
    low, high = wilson_of_deals([deal_of(MIRRORED, 0.5)(luck) for _ in range(100)])
    apart_low, apart_high = wilson(100, 200)
    assert high - low < 0.6 * (apart_high - apart_low)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_who_won_or_lost_all_deals_has_about_wilsons_interval(share: float) -> None:
    assert wilson_of_deals([share] * 10) == pytest.approx(wilson(10 * share, 10), abs=0.02)
    low, high = wilson_of_deals([share])
    assert high - low > 0.7, "one deal tells hardly anything"


@pytest.mark.parametrize("numbers", [4, 10, 30])
def test_an_interval_of_a_mean_holds_it_with_few_numbers_too(numbers: int) -> None:
    luck, held = random.Random(3), 0
    for _ in range(200):
        low, high = mean_interval([luck.gauss(60, 7) for _ in range(numbers)])
        held += low <= 60 <= high
    assert held / 200 > 0.9


def test_games_of_a_deal_count_as_one_trial() -> None:
    shares, scores = [1.0, 0.0] * 40, [60, 50] * 40
    split = summary_of("ann", shares, scores, [game // 2 for game in range(80)])
    apart = summary_of("ann", shares, scores)
    assert (split.played, split.wins, split.win_rate, split.score) == (80, 40.0, 0.5, 55.0)
    assert (apart.played, apart.wins, apart.win_rate, apart.score) == (80, 40.0, 0.5, 55.0)
    assert split.win_high - split.win_low < (apart.win_high - apart.win_low) / 3
    assert (split.score_low, split.score_high) == (55.0, 55.0)
    assert apart.score_low < 54.5


@pytest.mark.parametrize("numbers", [2, 3, 4, 10, 200])
def test_a_browser_without_scipy_is_as_careful(numbers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    luck, held = random.Random(3), 0
    monkeypatch.setattr("theatre_lab.lab.intervals.in_browser", lambda: True)
    for _ in range(300):
        low, high = mean_interval([luck.gauss(60, 7) for _ in range(numbers)])
        held += low <= 60 <= high
    assert 0.92 < held / 300 < 0.99


def test_the_interval_of_a_difference_is_newcombes_where_the_rates_are_wilsons() -> None:
    """Newcombe (1998), his example of 56 of 70 and 48 of 80: 0.2 (0.0524 to 0.3339)."""
    first, second = (48 / 80, *wilson(48, 80)), (56 / 70, *wilson(56, 70))
    assert difference_interval(first, second) == pytest.approx((0.0524, 0.3339), abs=5e-5)
