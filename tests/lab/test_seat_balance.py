"""Balance of seats: counts and their figures, the same in one go and in parts, every game's report as it is kept."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from theatre_lab.bots.basic import policy_of
from theatre_lab.core.compiled import list_backend
from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.stream import new_stream, shuffle
from theatre_lab.games import get_game
from theatre_lab.games.cabaret.cards import printed_stars
from theatre_lab.lab import cabaret_balance, mythic_circus_balance, overture_balance, seat_balance
from theatre_lab.lab.balance import Balance, SeatResult, stored_balance
from theatre_lab.lab.balance_command import STUDIES, run_balance
from theatre_lab.lab.balance_text import balance_text, verdicts
from theatre_lab.lab.cabaret_balance import STAR_TABLES, measure_cards
from theatre_lab.lab.intervals import wilson
from theatre_lab.lab.mythic_circus_balance import measure_plans
from theatre_lab.lab.seat_balance import Setting, begin, measure_seats, quick_game

PAGES = Path(__file__).parents[2] / "docs" / "balance"
MODULES: dict[str, Any] = {
    "overture": overture_balance,
    "cabaret": cabaret_balance,
    "mythic-circus": mythic_circus_balance,
}
ROTUNDA = Setting("The Rotunda", lambda players: {"theatre": "rotunda"})
FIRST = Setting("first to ten wins", lambda players: {"finish": "first"})


@pytest.fixture(autouse=True)
def on_lists_in_small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked here is the same on every backend, and nothing has to be compiled."""
    for module in (seat_balance, cabaret_balance):
        monkeypatch.setattr(module, "compiled_backend", list_backend)
    monkeypatch.setattr(seat_balance, "QUICK_SLICE", 10)


def measured(game: str, setting: Setting, players: int, **asked: Any) -> SeatResult:
    return [*measure_seats(game, setting, players, **asked)][-1]


# ------------------------------------------------------------------ figures


def test_games_add_up_to_shares_means_and_leads() -> None:
    found = SeatResult("x", 3, "medium", 1, "lists")
    assert found.rates() == ()
    found = found.plus([WHOLE_WIN, 0, 0], [12, 7, 9]).plus([30, 30, 0], [8, 8, 1])
    assert (found.games, found.shared) == (2, 1)
    assert found.wins == (90, 30, 0)
    assert found.mean_lead.value == pytest.approx((3 + 0) / 2)
    assert found.mean_score.value == pytest.approx((28 + 17) / 6)
    first, second, third = found.rates()
    assert first.rate == pytest.approx(2 * 0.75 / (2 * 0.75 + 0.25))
    assert second.rate == pytest.approx(2 * 0.25 / (2 * 0.25 + 0.75))
    assert third.rate == 0 < third.high


def test_an_interval_of_a_mean_is_that_of_its_games() -> None:
    found = SeatResult("x", 2, "medium", 1, "lists")
    scores = [(10, 4), (9, 9), (3, 10), (10, 8), (10, 0), (7, 10)]
    for pair in scores:
        found = found.plus([30, 30], pair)
    totals = [sum(pair) / 2 for pair in scores]
    mean = sum(totals) / 6
    half = 1.959964 * math.sqrt(sum((total - mean) ** 2 for total in totals) / 5 / 6)
    assert (found.mean_score.value, found.mean_score.low, found.mean_score.high) == pytest.approx(
        (mean, mean - half, mean + half)
    )


def test_intervals_that_hold_together_are_wider() -> None:
    (low, high), (wide_low, wide_high) = wilson(50, 100), wilson(50, 100, together=20)
    assert wide_low < low < high < wide_high
    found = SeatResult("x", 2, "medium", 1, "lists", 100, (3000, 3000), (500, 500), (1000, 10100), (0, 0))
    assert (found.rates(20)[0].low, found.rates(20)[0].high) == pytest.approx((wide_low, wide_high))


# ------------------------------------------------------------------ measuring


def test_a_seat_that_begins_wins_more_where_the_first_to_ten_wins() -> None:
    found = measured("mythic-circus", FIRST, 2, games=200, seed=1)
    assert found.games == 200
    assert found.rates()[0].low > 0.5, "a fact of the game that any sound measurement shows"
    assert sum(found.wins) == 200 * WHOLE_WIN


def test_gone_on_with_it_is_the_same_as_in_one_go() -> None:
    whole = measured("mythic-circus", FIRST, 3, games=40, seed=5)
    part = measured("mythic-circus", FIRST, 3, games=20, seed=5)
    assert part.games == 20
    assert measured("mythic-circus", FIRST, 3, games=40, seed=5, known=part) == whole
    assert measured("mythic-circus", FIRST, 3, games=10, seed=5, known=whole) == whole, "never cut"
    few = measured("mythic-circus", FIRST, 3, games=13, seed=5)
    assert few.games == 13, "no more than were asked for"
    assert measured("mythic-circus", FIRST, 3, games=40, seed=5, known=few) == whole
    with pytest.raises(OptionError, match=r"level 'medium' with seed 5.*write to another file"):
        measured("mythic-circus", FIRST, 3, games=80, seed=6, known=part)


def test_settings_meet_the_same_deals_and_seeds_do_not() -> None:
    game = get_game("overture")

    def deal(seed: int, theatre: str) -> list[str]:
        rng = new_stream(seed, 33, 2, 0)
        state = begin(list_backend(game), 2, {"theatre": theatre}, rng)
        cards = [0] * game.max_cards
        count = game.rules.chance(state, cards)
        game.resolve_chance(state, rng)
        assert count == 56
        return game.view(state, 0).as_dict()["lobby"]

    assert deal(1, "rotunda") == deal(1, "blackbox")
    assert len({tuple(deal(seed, "rotunda")) for seed in range(5)}) > 1


def test_other_levels_are_measured_by_playing_and_in_the_same_seats() -> None:
    found = measured("overture", ROTUNDA, 2, games=20, level="easy", seed=1)
    assert (found.games, found.backend, found.level) == (24, "lists", "easy")
    assert sum(found.wins) == 24 * WHOLE_WIN
    assert found == measured("overture", ROTUNDA, 2, games=20, level="easy", seed=1)


def test_a_quick_game_ends_with_the_scores_of_its_breakdown() -> None:
    game = get_game("cabaret")
    backend, rng = list_backend(game), new_stream(3)
    state = begin(backend, 3, {"rounds": 1, "leader": 0}, rng)
    payoffs, scores = quick_game(backend, state, rng)
    assert sum(payoffs) == WHOLE_WIN
    assert [payoff > 0 for payoff in payoffs] == [score == max(scores) for score in scores]


@pytest.mark.parametrize("name", ["overture", "cabaret", "the-theatre", "mythic-circus"])
def test_quick_games_are_those_of_level_medium(name: str) -> None:
    """Move by move what the greedy bot's function chooses, which playouts need not follow."""
    game = get_game(name)
    backend, play = list_backend(game), policy_of(game, "greedy_action") or policy_of(game)
    assert play is not None
    out, cards = [0] * game.max_actions, [0] * game.max_cards
    for seed in range(3):
        rng = new_stream(seed)
        state = begin(backend, 2, {}, rng)
        s, luck = state.copy(), list(rng)
        while not game.rules.is_over(s):
            n = game.rules.chance(s, cards)
            if n >= 0:
                shuffle(cards, n, luck)
                game.rules.set_chance(s, cards, n)
            else:
                game.rules.apply(s, int(play(s, out, luck)))
        expected = [game.rules.payoff(s, p) for p in range(2)], [game.rules.score(s, p) for p in range(2)]
        assert quick_game(backend, state, rng) == expected


# ------------------------------------------------------------------ cards and plans


def test_own_cards_tell_all_of_two_players_and_each_is_held_once() -> None:
    found = measure_cards(2, games=30, seed=2)
    assert {effect.factor for effect in found.effects} == {f"own {rank}" for rank in range(1, 13)}
    more = measure_cards(3, games=30, seed=2)
    own = [effect for effect in more.effects if effect.factor.startswith("own")]
    assert len(more.effects) == 24
    assert sum(effect.decks_with for effect in own) <= 3 * 12 * 30
    assert all(effect.decks_with + effect.decks_without == 90 for effect in more.effects)


def test_a_table_of_stars_changes_what_a_card_is_worth() -> None:
    printed, turned = (
        {effect.factor: effect.points for effect in measure_cards(2, games=250, seed=1, table=table).effects}
        for table in ("the usual stars", "the stars turned round")
    )
    assert turned["own 12"] > printed["own 12"] + 10
    assert STAR_TABLES["the stars turned round"] == printed_stars()[::-1]


def test_cards_are_measured_until_stopped() -> None:
    def stop(done: int, asked: int) -> None:
        if done == 20:
            raise KeyboardInterrupt

    assert measure_cards(3, games=500, seed=4, told=stop) == measure_cards(3, games=20, seed=4)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_plan_plays_as_often_as_any_other_and_goes_on(players: int) -> None:
    once = [*measure_plans(players, games=24, level="random", seed=3)][-1]
    assert once.slices[0].played == (24 * players // 4,) * 4
    assert sum(once.slices[0].wins) == pytest.approx(24)
    if players == 2:
        twice = [*measure_plans(2, games=48, level="random", seed=3, known=once)]
        assert [found.games for found in twice] == [48]
        assert twice[-1].slices[0] == once.slices[0]


# ------------------------------------------------------------------ the command


SMALL: dict[str, dict[str, Any]] = {
    "overture": {"games": 10, "tables": "2"},
    "cabaret": {"games": 10, "cards": 12, "tables": "3"},
    "mythic-circus": {"games": 20, "plans": 24, "tables": "2"},
}


@pytest.mark.parametrize("game", SMALL)
def test_a_report_of_every_game_is_made_kept_and_gone_on_from(game: str, tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    report = run_balance(game, **SMALL[game], seed=2, out=out, bars=False)
    assert Balance.load(out) == report
    text = balance_text(report)
    assert f"theatre-lab balance {game} --players {SMALL[game]['tables']}" in text
    for found in report.seats:
        assert found.setting in text
    again = run_balance(game, **{**SMALL[game], "games": 20}, seed=2, out=out, bars=False)
    assert {found.games for found in again.seats} == {20}
    assert (again.effects, again.fields) == (report.effects, report.fields), "what is measured is not measured again"
    with pytest.raises(OptionError, match="write to another file"):
        run_balance(game, **{**SMALL[game], "games": 40}, seed=3, out=out, bars=False)


def test_bars_and_stopping_keep_whole_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = quick_game
    calls: list[int] = []

    def stop_in_the_second_slice(*args: Any) -> Any:
        calls.append(1)
        if len(calls) == 15:
            raise KeyboardInterrupt
        return played(*args)

    monkeypatch.setattr(seat_balance, "quick_game", stop_in_the_second_slice)
    out = tmp_path / "report.json"
    stops: list[str] = []
    asked: dict[str, Any] = {"games": 40, "plans": 0, "tables": "2", "seed": 1, "out": out, "bars": False}
    report = run_balance("mythic-circus", **asked, on_stop=lambda: stops.append("stopped"))
    assert [found.games for found in report.seats] == [10]
    assert Balance.load(out) == report
    assert stops == ["stopped"]
    out.unlink()
    calls[:] = [1] * 14
    with pytest.raises(KeyboardInterrupt, match="before the first part was finished"):
        run_balance("mythic-circus", **asked)


@pytest.mark.parametrize(
    ("game", "asked", "message"),
    [
        ("overture", {"cards": 5}, "overture has no cards to measure; leave --cards out"),
        ("cabaret", {"plans": 5}, "cabaret has no plans to measure"),
        ("overture", {"tables": "5"}, "players must be table sizes like 2,3,4, not '5'"),
        ("overture", {"tables": "1,2"}, "2,3,4, not '1': Overture is for 2 to 4 players"),
        ("overture", {"workers": -3}, "workers must be a whole number from 0 to 1024, not -3"),
        ("cabaret", {"tables": "7"}, "players must be table sizes like 2,3,4,5,6, not '7'"),
        ("overture", {"games": 0}, "nothing was measured"),
        ("the-theatre-draft", {}, "no balance to measure in 'the-theatre-draft'; known: overture, cabaret"),
    ],
)
def test_bad_questions(game: str, asked: dict[str, Any], message: str) -> None:
    with pytest.raises((BadInput, OptionError), match=message):
        run_balance(game, **{"tables": "2", **asked}, bars=False)


def test_a_report_of_another_game_or_of_other_cards_is_not_gone_on_from(tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    run_balance("overture", games=10, tables="2", out=out, bars=False)
    with pytest.raises(OptionError, match="the report is of overture, not of mythic-circus"):
        run_balance("mythic-circus", games=10, plans=0, tables="2", out=out, bars=False)
    Balance("overture", "of other theatres").save(out)
    with pytest.raises(OptionError, match="other cards, decks or rules"):
        run_balance("overture", games=10, tables="2", out=out, bars=False)


# ------------------------------------------------------------------ the page


def seats(setting: str, *wins: int, games: int = 10_000) -> SeatResult:
    return SeatResult(setting, len(wins), "medium", 1, "lists", games, wins, (60 * games,) * len(wins), (1, 1), (1, 1))


def test_the_verdict_follows_from_the_intervals() -> None:
    def said(*results: SeatResult) -> str:
        return " ".join(verdicts(Balance("overture", "0", seats=results)))

    even, uneven = seats("A", 300_000, 300_000), seats("B", 318_000, 282_000)
    assert "All are shown to lie within 45 to 55 %. None is shown not to be even." in said(even)
    both = said(even, uneven)
    assert "Shown not to be even: 2 of 4." in both
    assert "All are shown to lie within 45 to 55 %." in both
    assert "the seats win 47.0% (seat 2 in “B”) to 53.0% (seat 1 in “B”)" in both
    far = said(even, seats("C", 360_000, 240_000))
    assert "Outside 45 to 55 %, interval and all: seat 1 in “C”, seat 2 in “C”." in far
    assert "3 and 4 players: not measured yet, so nothing is shown." in far


# ------------------------------------------------------------------ the stored reports


@pytest.mark.parametrize("game", MODULES)
def test_the_stored_report_is_of_the_material_as_it_stands(game: str) -> None:
    """Whoever changes a theatre, a table or a card measures anew, by the commands in `docs/balance`."""
    report = stored_balance(game)
    module, kind = MODULES[game], get_game(game)
    assert report.digest == module.material_digest()
    settings = [setting.name for setting in module.SETTINGS]
    for players in range(kind.min_players, kind.max_players + 1):
        assert [found.setting for found in report.seats if found.players == players] == settings
    assert all(found.games >= 4000 and found.level == "medium" for found in report.seats)
    assert {found.players for found in report.fields} == ({2, 3, 4} if STUDIES[game].plans else set())
    assert {found.setting for found in report.effects} == (set(STAR_TABLES) if STUDIES[game].cards else set())


@pytest.mark.parametrize("game", MODULES)
def test_the_page_in_the_docs_is_made_from_the_stored_report(game: str) -> None:
    assert (PAGES / f"{game}.md").read_text(encoding="utf-8") == balance_text(stored_balance(game))
