"""Two runs side by side: the difference is right, its interval holds it, and shared luck makes it narrower."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import theatre_lab as tl
from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.lab.compare import Comparison, compare
from theatre_lab.lab.results import GameResult, Simulation, summary_of

REPEATS = 200


def run_of(shares: list[float], seed: int = 1, scores: list[float] | None = None) -> Simulation:
    """A run of two bots that keep their seats; the first won these shares, with these scores or 10 points a win."""
    points = scores or [10 * share for share in shares]
    results = tuple(
        GameResult(i, i, (0, 1), (points[i], 0), {0.0: (1,), 0.5: (0, 1), 1.0: (0,)}[share], 9, seed=1000 * seed + i)
        for i, share in enumerate(shares)
    )
    bots = tuple(
        summary_of(name, [game.win_of(bot) for game in results], [game.score_of(bot) for game in results])
        for bot, name in enumerate(("ann", "bob"))
    )
    return Simulation("overture", {}, len(shares), len(shares), seed, "lists", bots, results)


def paired(luck: random.Random, games: int, alike: float, rates: tuple[float, float]) -> tuple[list[float], ...]:
    """Two runs; in so many games of one the same throw decides both."""
    first, second = [], []
    for _ in range(games):
        throw = luck.random()
        other = throw if luck.random() < alike else luck.random()
        first.append(float(throw < rates[0]))
        second.append(float(other < rates[1]))
    return first, second


@pytest.mark.parametrize(
    ("alike", "seeds", "games", "rates"),
    [
        (0.0, (1, 2), 12, (0.5, 0.5)),
        (0.7, (1, 1), 12, (0.3, 0.45)),
        (0.95, (1, 1), 12, (0.3, 0.45)),
        (0.99, (1, 1), 12, (0.5, 0.6)),
        (0.0, (1, 1), 60, (0.3, 0.45)),
        (0.95, (1, 1), 60, (0.3, 0.45)),
    ],
)
def test_the_interval_holds_the_true_difference(
    alike: float, seeds: tuple[int, int], games: int, rates: tuple[float, float]
) -> None:
    luck, wins_held, score_held = random.Random(7), 0, 0
    for _ in range(REPEATS):
        first, second = paired(luck, games, alike, rates)
        found = compare(run_of(first, seeds[0]), run_of(second, seeds[1])).differences[0]
        true = rates[1] - rates[0]
        wins_held += found.win_low <= true <= found.win_high
        score_held += found.score_low - 1e-9 <= 10 * true <= found.score_high + 1e-9
    assert wins_held / REPEATS > 0.91
    assert score_held / REPEATS > 0.91


@pytest.mark.parametrize("alike", [0.0, 0.9])
def test_an_interval_of_scores_holds_the_true_difference_and_is_not_too_wide(alike: float) -> None:
    luck, held, width = random.Random(8), 0, 0.0
    for _ in range(REPEATS):
        shared = [luck.gauss(0, alike**0.5) for _ in range(18)]
        runs = [
            run_of([0.0] * 18, scores=[50 + mean + 6 * (both + luck.gauss(0, (1 - alike) ** 0.5)) for both in shared])
            for mean in (0, 2)
        ]
        found = compare(*runs).differences[0]
        held += found.score_low <= 2 <= found.score_high
        width += (found.score_high - found.score_low) / REPEATS
    assert held / REPEATS > 0.91
    assert width < (10 if alike == 0 else 6)


def test_the_second_run_stands_less_the_first() -> None:
    first, second = run_of([1.0, 0.0, 0.5, 0.0]), run_of([1.0, 1.0, 0.5, 0.0])
    ann, bob = compare(first, second).differences
    assert (ann.win_rate, ann.score) == (0.25, 2.5)
    assert (bob.win_rate, bob.score) == (-0.25, 0.0)
    back = compare(second, first).differences[0]
    assert (back.win_low, back.win_high) == pytest.approx((-ann.win_high, -ann.win_low))


def test_the_same_luck_tells_sooner() -> None:
    luck = random.Random(4)
    first, second = paired(luck, 100, 0.9, (0.4, 0.6))
    same = compare(run_of(first), run_of(second))
    apart = compare(run_of(first), run_of(second, seed=2))
    assert (same.deals, apart.deals) == (100, 0)
    assert same.differences[0].win_rate == apart.differences[0].win_rate
    width = [found.differences[0].win_high - found.differences[0].win_low for found in (same, apart)]
    assert width[0] < 0.7 * width[1]
    assert "100 deals with the same luck" in repr(same)
    assert "each with its own luck" in repr(apart)


def test_runs_of_different_lengths_share_the_deals_that_both_played() -> None:
    luck = random.Random(4)
    first, second = paired(luck, 100, 0.9, (0.4, 0.6))
    short = compare(run_of(first), run_of(second[:25]))
    assert (short.games, short.deals) == ((100, 25), 25)
    whole = compare(run_of(first), run_of(second))
    assert short.differences[0].win_high - short.differences[0].win_low > (
        whole.differences[0].win_high - whole.differences[0].win_low
    )


def test_a_run_beside_itself_shows_no_change() -> None:
    run = tl.simulate("cabaret", ["medium", "easy", "random"], games=12, seed=3, rounds=1)
    for by in ("bot", "seat"):
        for row in compare(run, run, by=by).differences:  # type: ignore[arg-type]
            assert (row.win_rate, row.score, row.is_clear) == (0, 0, False)
            assert row.win_low <= 0 <= row.win_high


def test_a_house_rule_is_seen_by_seat_and_a_bot_by_its_place() -> None:
    rules = ({}, {"vip": 9})
    dull, dear = (
        tl.simulate("overture", ["greedy", "greedy"], games=30, seed=1, rotate=False, theatre="rotunda", rules=rule)
        for rule in rules
    )
    found = tl.compare(dull, dear, by="seat")
    assert [row.name for row in found.differences] == ["seat 1", "seat 2"]
    assert all(row.score_low > 0 for row in found.differences), "a dear VIP brings both seats more"
    weak, strong = (tl.simulate("overture", [bot, "greedy"], games=30, seed=1) for bot in ("random", "medium"))
    change = tl.compare(weak, strong).differences
    assert [row.name for row in change] == ["medium for random", "greedy"]
    assert change[0].is_clear
    assert not str(change[0]).startswith("greedy")
    assert "may be luck" not in str(change[0])


def test_a_deal_cut_short_does_not_count() -> None:
    run = tl.simulate("overture", ["random", "greedy"], games=20, seed=1)
    cut = replace(run, results=run.results[:-1], games=19)
    found = compare(run, cut)
    assert (found.games, found.deals) == ((20, 18), 9)


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_a_run_without_two_whole_deals_is_refused(count: int) -> None:
    run = tl.simulate("overture", ["random", "greedy"], games=20, seed=1)
    short = replace(run, results=run.results[:count], games=count)
    with pytest.raises(BadInput, match=f"two whole deals or more, not one of {count} games"):
        compare(run, short)


def test_deals_in_other_seats_are_not_the_same() -> None:
    turned, kept = (tl.simulate("overture", ["easy", "greedy"], games=20, seed=1, rotate=way) for way in (True, False))
    assert compare(turned, kept).deals == 0


@pytest.mark.parametrize(
    ("other", "by", "complaint"),
    [
        ("text", "bot", "two runs that simulate"),
        ("cabaret", "bot", "one game and with as many bots, not overture with 2 and cabaret with 2"),
        ("three", "bot", "overture with 2 and overture with 3"),
        ("same", "table", "by must be one of"),
    ],
)
def test_what_cannot_be_compared_is_refused(other: str, by: str, complaint: str) -> None:
    run = tl.simulate("overture", ["random", "random"], games=2, seed=1)
    others = {
        "text": "x",
        "same": run,
        "cabaret": tl.simulate("cabaret", ["random", "random"], games=2, seed=1, rounds=1),
        "three": tl.simulate("overture", ["random"] * 3, games=3, seed=1),
    }
    with pytest.raises((BadInput, OptionError), match=complaint):
        compare(run, others[other], by)  # type: ignore[arg-type]


def test_a_comparison_reads_as_a_table() -> None:
    told = repr(Comparison("overture", (20, 20), 10, compare(run_of([0.0] * 20), run_of([1.0] * 20)).differences))
    assert told.splitlines()[0] == (
        "Overture, the second run less the first (20 and 20 games, 10 deals with the same luck; 95 % intervals)"
    )
    assert told.splitlines()[1].startswith("  ann  wins +100.0 of 100 games (+")
