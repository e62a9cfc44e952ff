"""Balance reports: rates, effects and their intervals; measuring the same for any workers, stopped and gone on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.core.stream import new_stream
from theatre_lab.games.the_theatre.cards import set_one
from theatre_lab.games.the_theatre.decks import check_deck, rank_counts, starter_decks
from theatre_lab.lab import balance_command, cabaret_balance, the_theatre_balance
from theatre_lab.lab.balance import MOST_POINTS, Balance, FieldResult, Slice, presence_effects, stored_balance
from theatre_lab.lab.balance_command import run_balance
from theatre_lab.lab.balance_text import balance_text, verdicts
from theatre_lab.lab.intervals import wilson
from theatre_lab.lab.the_theatre_balance import SLICE, material_digest, measure_cards, measure_decks, random_deck

PAGE = Path(__file__).parents[2] / "docs" / "balance" / "the-theatre.md"
ASKED: dict[str, Any] = {
    "games": 9,
    "level": "medium",
    "cards": 30,
    "tables": "2",
    "seed": 5,
    "workers": 1,
    "bars": False,
}


FEW = 6
"""Games of a slice, in the tests of how slices are put together."""


@pytest.fixture
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(the_theatre_balance, "SLICE", FEW)


def field(players: int, *slices: Slice) -> FieldResult:
    return FieldResult(players, 5, "hard", 1, "lists", ("a", "b"), slices)


# ------------------------------------------------------------------ figures


def test_wilson_agrees_with_known_values():
    """Newcombe (1998), table I, method 3."""
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)
    assert wilson(29, 29) == pytest.approx((0.8830, 1.0), abs=5e-5)


def test_an_even_share_is_a_half_at_every_table():
    for players in (2, 3, 4):
        rate = field(players, Slice(120, (120, 120), (120 / players, 60 / players))).rates[0]
        low, high = wilson(120 / players, 120)
        against_one = [(players - 1) * p / ((players - 1) * p + 1 - p) for p in (low, high)]
        assert (rate.rate, rate.low, rate.high) == pytest.approx((0.5, *against_one))
        best = field(players, Slice(12, (12, 12), (12.0, 0.0))).rates[0]
        assert best.rate == best.high == 1.0, "who wins all has 100 %, not more"


def test_slices_add_up_and_what_never_played_has_no_rate():
    found = field(2, Slice(10, (10, 0), (4.5, 0.0)), Slice(30, (30, 0), (21.5, 0.0)))
    assert found.games == 40
    assert [(rate.factor, round(rate.rate, 9), rate.games) for rate in found.rates] == [("a", 0.65, 40)]


def test_an_effect_is_the_difference_among_comparable_rows():
    """Rows of stratum 1 win more and have the factor more often: that alone is no effect of the factor."""
    rng = np.random.default_rng(1)
    strata = rng.integers(0, 2, 20_000)
    has = (rng.random((20_000, 2)) < np.where(strata, 0.8, 0.2)[:, None]).astype(int)
    won = rng.random(20_000) < 0.3 + 0.3 * strata + 0.1 * has[:, 1]
    none, true = presence_effects(["none", "true"], has, won, strata, range(20_000))
    assert (none.factor, true.factor) == ("none", "true")
    assert none.low < 0 < none.high
    assert true.low < 10 < true.high
    assert true.wide_low < true.low < true.points < true.high < true.wide_high
    assert (true.decks_with, true.decks_with + true.decks_without) == (has[:, 1].sum(), 20_000)


def test_players_of_one_game_count_as_one_outcome():
    """The same rows twice in one game tell nothing new."""
    rng = np.random.default_rng(2)
    has, won = rng.integers(0, 2, (400, 1)), rng.random(400)
    once = presence_effects(["x"], has, won, np.zeros(400), range(400))[0]
    twice = presence_effects(["x"], np.tile(has, (2, 1)), np.tile(won, 2), np.zeros(800), [*range(400), *range(400)])[0]
    assert (twice.points, twice.low, twice.high) == pytest.approx((once.points, once.low, once.high))


def test_what_all_have_has_no_effect_to_tell():
    assert presence_effects(["x"], [[1], [1]], [0, 1], [0, 0], [0, 0]) == ()


# ------------------------------------------------------------------ decks


def test_random_decks_are_legal_and_differ_in_ranks():
    decks = [random_deck(base, new_stream(3, base, n)) for base in (4, 5) for n in range(60)]
    assert all(check_deck(deck, 4 if n < 60 else 5) == [] for n, deck in enumerate(decks))
    assert len({rank_counts(deck) for deck in decks[:60]}) > 10
    assert {card.text for deck in decks for card in deck} == set(set_one())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_slice_is_even(players):
    """Every starter deck plays as many games as any other."""
    found = [*measure_decks(players, games=SLICE, level="random", seed=1)][-1]
    assert found.slices[0].played == (SLICE * players // 4,) * 4
    assert sum(found.slices[0].wins) == pytest.approx(SLICE)


# ------------------------------------------------------------------ the command


def test_the_same_seed_gives_the_same_report_and_another_seed_another():
    first = run_balance("the-theatre", **ASKED)
    assert run_balance("the-theatre", **ASKED) == first
    assert run_balance("the-theatre", **{**ASKED, "seed": 6}).fields != first.fields


@pytest.mark.slow
def test_the_report_is_the_same_for_any_number_of_workers():
    asked = {**ASKED, "games": 40, "level": "easy", "cards": 0}
    assert run_balance("the-theatre", **{**asked, "workers": 2}) == run_balance("the-theatre", **asked)


@pytest.mark.usefixtures("small_slices")
def test_a_report_is_gone_on_from_with_what_it_has(tmp_path, monkeypatch):
    out = tmp_path / "report.json"
    whole = run_balance("the-theatre", **{**ASKED, "games": 3 * FEW})
    run_balance("the-theatre", **ASKED, out=out)
    assert [part.games for part in Balance.load(out).fields[0].slices] == [FEW, 3]
    asked = []
    simulate = the_theatre_balance.simulate
    monkeypatch.setattr(the_theatre_balance, "simulate", lambda *a, **k: asked.append(k["games"]) or simulate(*a, **k))
    monkeypatch.setattr(the_theatre_balance, "measure_cards", None)
    assert run_balance("the-theatre", **{**ASKED, "games": 3 * FEW}, out=out) == whole == Balance.load(out)
    assert asked == [FEW, FEW]


@pytest.mark.usefixtures("small_slices")
def test_stopped_it_keeps_what_it_has(tmp_path, monkeypatch):
    out, stops = tmp_path / "report.json", []
    simulate, calls = the_theatre_balance.simulate, []

    def stop_in_the_second_slice(*bots: Any, **asked: Any) -> Any:
        calls.append(asked)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return simulate(*bots, **asked)

    monkeypatch.setattr(the_theatre_balance, "simulate", stop_in_the_second_slice)
    asked = {**ASKED, "games": 3 * FEW, "out": out}
    report = run_balance("the-theatre", **asked, on_stop=lambda: stops.append("stopped"))
    assert stops == ["stopped"]
    assert report == Balance.load(out)
    assert [part.games for part in report.fields[0].slices] == [FEW]
    assert f"{FEW} games" in balance_text(report)


@pytest.mark.usefixtures("small_slices")
def test_a_run_that_was_cut_short_counts_and_is_told_as_stopped(monkeypatch):
    simulate, stops = the_theatre_balance.simulate, []
    monkeypatch.setattr(
        the_theatre_balance, "simulate", lambda *bots, **asked: simulate(*bots, **{**asked, "games": 4})
    )
    report = run_balance("the-theatre", **{**ASKED, "games": 3 * FEW}, on_stop=lambda: stops.append("stopped"))
    assert [part.games for part in report.fields[0].slices] == [4]
    assert stops == ["stopped"]


def test_cards_are_measured_until_stopped():
    def stop(done: int, asked: int) -> None:
        if done == 25:
            raise KeyboardInterrupt

    found = measure_cards(2, games=1000, seed=5, told=stop)
    assert found.games == 25
    assert found == measure_cards(2, games=25, seed=5)


@pytest.mark.parametrize("measured", ["the-theatre", "cabaret"])
def test_cards_that_were_measured_are_not_lost_to_fewer(measured, tmp_path):
    """Stopped at once or asked for fewer games, a report keeps the cards that it has."""

    def stop(done: int, asked: int) -> None:
        raise KeyboardInterrupt

    module = {"the-theatre": the_theatre_balance, "cabaret": cabaret_balance}[measured]
    asked = {"games": 3, "level": "medium", "seed": 5, "workers": 1, "tables": (2,)}
    *_, whole = module.measure(**asked, cards=30)
    assert [found.games for found in whole.effects] == [30] * len(whole.effects)
    stopped = []
    with pytest.raises(KeyboardInterrupt):
        stopped.extend(
            module.measure(**asked, cards=400, known=whole, progress=lambda name: stop if "cards" in name else print)
        )
    assert stopped[-1].effects == whole.effects
    *_, fewer = module.measure(**asked, cards=20, known=whole)
    assert fewer.effects == whole.effects


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tables": "2,5"}, "players must be table sizes like 2,3,4, not '5': The Theatre is for 2 to 4"),
        ({"level": "hardest"}, "level must be one of"),
        ({"games": -1}, "games must be a whole number"),
        ({"cards": 10**8}, "cards must be a whole number"),
    ],
)
def test_bad_questions(changes, message):
    with pytest.raises((BadInput, OptionError), match=message):
        run_balance("the-theatre", **{**ASKED, **changes})
    with pytest.raises(OptionError, match="no balance to measure in 'chess'"):
        run_balance("chess", **ASKED)


@pytest.mark.parametrize("text", ["{}", "[]", '{"format": "theatre-lab/balance@1"}', "not JSON"])
def test_a_file_that_is_no_report_is_refused_and_left_alone(tmp_path, text):
    out = tmp_path / "mine.json"
    out.write_text(text)
    with pytest.raises(BadInput, match=r"mine.json' holds no report to go on from: .*; write to another file"):
        run_balance("the-theatre", **ASKED, out=out)
    assert out.read_text() == text


def test_an_empty_file_is_named_with_what_to_do(tmp_path):
    out = tmp_path / "empty.json"
    out.touch()
    with pytest.raises(BadInput, match=r"empty.json' is empty, .* delete it, or write to another file"):
        run_balance("the-theatre", **ASKED, out=out)


def test_bars_tell_the_games_on_stderr(capsys):
    with balance_command._bars(True) as begin:
        assert begin is not None
        tell = begin("hard, 2 players")
        tell(3, 10)
        tell(10, 10)
    assert "hard, 2 players: 100%" in capsys.readouterr().err


# ------------------------------------------------------------------ the stored report


def test_the_stored_report_is_of_the_cards_and_decks_as_they_stand():
    """Whoever changes Set 1 or a starter deck measures anew, by the commands in `docs/balance/the-theatre.md`."""
    report = stored_balance("the-theatre")
    assert report.digest == material_digest()
    assert 2 in {found.players for found in report.fields}
    for found in report.fields:
        assert list(found.factors) == [deck.name for deck in starter_decks(found.base)]
        assert found.level == "hard"
    assert {effect.factor for found in report.effects for effect in found.effects} == set(set_one())


def test_the_page_in_the_docs_is_made_from_the_stored_report():
    assert PAGE.read_text(encoding="utf-8") == balance_text(stored_balance("the-theatre"))


def test_no_card_moves_the_win_rate_by_more_than_five_points():
    """Of two players; at larger tables, where an interval is wider, no card is shown to do so."""
    for found in stored_balance("the-theatre").effects:
        assert found.games >= 10_000
        for effect in found.effects:
            assert found.players > 2 or abs(effect.points) <= MOST_POINTS
            assert max(effect.low, -effect.high) <= MOST_POINTS


def test_the_digest_sees_a_changed_value(monkeypatch):
    before = material_digest()
    changed = {text: card for text, card in set_one().items() if card.rank < 4}
    monkeypatch.setattr(the_theatre_balance, "set_one", lambda: changed)
    assert material_digest() != before


def test_the_verdict_follows_from_the_intervals():
    def said(*wins: float) -> str:
        return verdicts(Balance("the-theatre", "0", (field(2, Slice(10_000, (10_000,) * 2, wins)),)))[0]

    assert "All are shown to lie within" in said(5000, 5200)
    assert "some intervals reach over a limit" in said(5000, 5450).lower()
    assert "Outside in this sample: b." in said(5000, 5550)
    assert "Outside 45 to 55 %, interval and all: b." in said(5000, 6000)


def test_a_table_that_was_not_measured_is_named():
    said = verdicts(Balance("the-theatre", "0", (field(2, Slice(10, (10, 10), (5.0, 5.0))),)))
    assert [line for line in said if "not measured" in line] == [
        "2 players, cards and seats: not measured yet, so nothing is shown.",
        "3 and 4 players: not measured yet, so nothing is shown.",
    ]


def test_the_text_tells_the_scale_where_it_is_not_the_share_of_the_wins():
    scale = "50 % is even at every number of players"
    two, three = field(2, Slice(1, (1, 1), (1.0, 0.0))), field(3, Slice(24, (24, 24), (8.0, 8.0)))
    assert scale not in repr(Balance("the-theatre", "0", (two,)))
    assert ": 1 game\n" in repr(Balance("the-theatre", "0", (two,)))
    assert repr(Balance("the-theatre", "0", (two, three))).count(scale) == 1


def test_a_report_survives_its_file(tmp_path):
    report = run_balance("the-theatre", **ASKED)
    report.save(tmp_path / "r.json")
    assert Balance.load(tmp_path / "r.json") == report
    assert json.loads((tmp_path / "r.json").read_text())["game"] == "the-theatre"
    assert "The Paw Parade" in repr(report)


def test_a_report_is_gone_on_with_never_cut_and_never_mixed(tmp_path):
    played = next(iter(the_theatre_balance.measure_decks(2, games=0, level="easy", seed=1)))
    known = FieldResult(2, played.base, "easy", 1, "lists", played.factors, (Slice(24, (12,) * 4, (6.0,) * 4),) * 3)
    again = list(the_theatre_balance.measure_decks(2, games=24, level="easy", seed=1, known=known))
    assert [found.games for found in again] == [72], "what was measured stays, though less was asked for"
    for level, seed in (("easy", 2), ("medium", 1)):
        with pytest.raises(OptionError, match=r"level 'easy' with seed 1.*write to another file"):
            list(the_theatre_balance.measure_decks(2, games=96, level=level, seed=seed, known=known))
    other = Balance("the-theatre", "of other cards", (known,))
    with pytest.raises(OptionError, match="other cards, decks or rules"):
        list(the_theatre_balance.measure(games=24, level="easy", cards=0, seed=1, tables=(2,), known=other))
