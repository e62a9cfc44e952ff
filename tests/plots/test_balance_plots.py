"""Plots of balance: the dots are the rates, the lines their intervals, and what is out of balance is counted."""

from __future__ import annotations

import pytest

from theatre_lab import plots
from theatre_lab.core.errors import BadInput
from theatre_lab.lab.balance import HIGH, LOW, MOST_POINTS, Effect, EffectResult, FieldResult, SeatResult, Slice


def field(players: int, wins: tuple[float, ...]) -> FieldResult:
    names = ("The Paw Parade", "The <b>Long</b> Encore")
    return FieldResult(players, 4, "hard", 1, "lists", names, (Slice(400, (400, 400), wins),))


def effects(*points: float) -> EffectResult:
    each = tuple(Effect(f"Card {n}", p, p - 1, p + 1, p - 2, p + 2, 10, 20) for n, p in enumerate(points))
    return EffectResult(2, 4, "medium", 1, 1000, each)


def test_every_deck_has_a_dot_and_an_interval_for_each_number_of_players() -> None:
    results = (field(2, (220.0, 180.0)), field(4, (90.0, 110.0)))
    chart = plots.deck_rates(*results)
    assert [trace.name for trace in chart.data] == ["2 players", "4 players"]
    for trace, result in zip(chart.data, results, strict=True):
        assert list(trace.x) == [rate.rate for rate in result.rates]
        ends = [x + up for x, up in zip(trace.x, trace.error_x.array, strict=True)]
        starts = [x - down for x, down in zip(trace.x, trace.error_x.arrayminus, strict=True)]
        assert ends == pytest.approx([rate.high for rate in result.rates])
        assert starts == pytest.approx([rate.low for rate in result.rates])
    assert {line.x0 for line in chart.layout.shapes} == {LOW, 0.5, HIGH}
    assert "2 players, The Paw Parade: 55.0% (50.1% to 59.8%)" in repr(chart)
    assert "<b>Long" not in str(chart.layout.yaxis.ticktext)
    heights = [y for trace in chart.data for y in trace.y]
    assert len(set(heights)) == 4, "no dot lies on another"


def test_cards_are_sorted_and_those_out_of_balance_are_counted() -> None:
    chart = plots.card_effects(effects(6.5, -1.0, 0.0, -5.2, 2.0))
    assert list(chart.data[0].y) == [-5.2, -1.0, 0.0, 2.0, 6.5]
    assert "2 of 5 beyond 5 points" in repr(chart)
    assert "most: Card 2 0 (−1 to +1); Card 4 +2 (+1 to +3); Card 0 +6.5 (+5.5 to +7.5)" in repr(chart)
    assert {line.y0 for line in chart.layout.shapes} == {-MOST_POINTS, 0, MOST_POINTS}


def test_nothing_is_no_picture() -> None:
    with pytest.raises(BadInput, match="give at least one result"):
        plots.deck_rates()


def seats(setting: str, *wins: int) -> SeatResult:
    return SeatResult(setting, len(wins), "medium", 1, "lists", 400, tuple(60 * won for won in wins), wins)


def test_every_seat_has_a_dot_and_an_interval_in_every_setting() -> None:
    results = (seats("The <b>Rotunda</b>", 220, 180), seats("The Blackbox", 200, 200))
    chart = plots.seat_rates(*results)
    assert [trace.name for trace in chart.data] == ["seat 1", "seat 2"]
    for place, trace in enumerate(chart.data):
        rates = [result.rates()[place] for result in results]
        assert list(trace.x) == [rate.rate for rate in rates]
        ends = [x + up for x, up in zip(trace.x, trace.error_x.array, strict=True)]
        assert ends == pytest.approx([rate.high for rate in rates])
    assert "The Blackbox: seat 1 50.0% (45.1% to 54.9%); seat 2 50.0%" in repr(chart)
    assert "<b>Rotunda" not in str(chart.layout.yaxis.ticktext)
    assert len({y for trace in chart.data for y in trace.y}) == 4, "no dot lies on another"


def test_seats_of_several_table_sizes_are_no_single_picture() -> None:
    with pytest.raises(BadInput, match="one table size, not of 2 and 3 players"):
        plots.seat_rates(seats("x", 200, 200), seats("x", 140, 130, 130))
    with pytest.raises(BadInput, match="give at least one result"):
        plots.seat_rates()


def test_dealt_cards_are_named_below_and_have_no_limits() -> None:
    each = tuple(Effect(f"own {n}", n - 2.0, n - 3.0, n - 1.0, n - 4.0, n * 1.0, 10, 20) for n in (1, 2, 3))
    chart = plots.card_effects(EffectResult(2, None, "medium", 1, 1000, each, "the usual stars"))
    assert list(chart.layout.xaxis.ticktext) == ["own 1", "own 2", "own 3"]
    assert {line.y0 for line in chart.layout.shapes} == {0}
    assert "one round under the usual stars, 2 players" in repr(chart)


def test_plans_are_not_called_decks() -> None:
    plans = FieldResult(2, None, "medium", 1, "lists", ("wolf pack", "medium"), (Slice(24, (24, 24), (6.0, 18.0)),))
    assert repr(plots.deck_rates(plans)).startswith("Plans against the field")
