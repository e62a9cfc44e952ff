"""Random games under watch: a short run of what `make invariants` does, and faults that it must notice."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from trust import invariants, walks, whole_games
from trust.invariants import BATCH, batch_start, main, play_batch, play_batches
from trust.whole_games import check_game, check_whole_games, digest_in_processes, new_game

from theatre_lab.core.compiled import can_compile, compiled_backend, list_backend
from theatre_lab.games import game_names, get_game

every_game = pytest.mark.parametrize("name", game_names())
ON_LISTS = {"mythic-circus": 3}


@every_game
def test_random_games_on_lists_lose_no_card_and_end(name: str) -> None:
    game, backend = get_game(name), list_backend(get_game(name))
    for batch in range(1, 6):
        _, start = batch_start(game, 3, batch)
        games = ON_LISTS.get(name, 8)
        report = play_batch(backend, start, games, 3, batch)
        assert report[walks.FAULT] == 0, walks.FAULTS[report[walks.FAULT]]
        assert report[walks.PLAYED] == games
        assert report[walks.ACTIONS] >= games * 10


@pytest.mark.slow
@every_game
def test_thousands_of_compiled_games_lose_no_card_and_end(name: str) -> None:
    if not can_compile():
        pytest.skip("numba is not installed")
    *_, last = play_batches(get_game(name), 2 * BATCH, seed=5)
    assert (last.games, last.fault) == (2 * BATCH, "")


@pytest.mark.slow
@every_game
def test_both_forms_report_the_same_games(name: str) -> None:
    if not can_compile():
        pytest.skip("numba is not installed")
    game = get_game(name)
    _, start = batch_start(game, 4, 1)
    assert play_batch(list_backend(game), start, 2, 4, 1) == play_batch(compiled_backend(game), start, 2, 4, 1)


@pytest.mark.slow
@every_game
def test_some_games_stand_all_checks(name: str) -> None:
    assert check_whole_games(get_game(name), 8, seed=2) == []


@pytest.mark.slow
def test_processes_of_three_hash_seeds_play_the_same_games() -> None:
    assert digest_in_processes(get_game("cabaret"), 3, seed=2) == []


# ------------------------------------------------------------------ faults that must be noticed


class Broken:
    """A backend whose rules do one thing wrong."""

    def __init__(self, name: str, **wrong: Any) -> None:
        self.game, self._real = get_game(name), list_backend(get_game(name))
        rules = SimpleNamespace(**{**vars(self._real.rules), **wrong})
        self.rules = rules
        self.bound = self._real.bind(walks.walks_for(name))
        self.wrong = wrong

    def report(self, name: str) -> int:
        """The fault that a batch of games comes to."""
        scope = vars(self.bound)
        real = scope["rules"]
        scope["rules"] = self.rules
        try:
            _, start = batch_start(self.game, 1, 1)
            return play_batch(self._real, start, 3, 1, 1)[walks.FAULT]
        finally:
            scope["rules"] = real


def losing(name: str) -> Any:
    """Rules that drop a card of somebody's hand now and then."""
    real = list_backend(get_game(name)).rules.apply

    def apply(s: Any, action: Any) -> None:
        real(s, action)
        for i, card in enumerate(s.hand):
            if card > 0:
                s.hand[i] = 0
                return

    return apply


def test_a_lost_card_is_noticed() -> None:
    for name in ("overture", "the-theatre"):
        fault = Broken(name, apply=losing(name)).report(name)
        assert walks.FAULTS[fault] in (walks.FAULTS[walks.LOST_CARD], walks.FAULTS[walks.BAD_COUNT])


def test_games_that_stop_or_never_end_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Broken("cabaret", legal_actions=lambda s, out: 0).report("cabaret") == walks.NO_ACTION
    monkeypatch.setattr(invariants, "MOST_PLIES", 10)
    assert Broken("cabaret").report("cabaret") == walks.NO_END


def test_actions_out_of_range_or_twice_are_noticed() -> None:
    def twice(s: Any, out: Any) -> int:
        out[0] = out[1] = 3
        return 2

    def too_large(s: Any, out: Any) -> int:
        out[0] = 10_000
        return 1

    for wrong in (twice, too_large):
        assert Broken("cabaret", legal_actions=wrong).report("cabaret") == walks.BAD_ACTION


def test_shares_that_do_not_add_up_are_noticed() -> None:
    assert Broken("cabaret", payoff=lambda s, player: 1).report("cabaret") == walks.BAD_PAYOFF
    assert Broken("cabaret", payoff=lambda s, player: -60).report("cabaret") == walks.BAD_PAYOFF


def test_a_fault_in_a_whole_game_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("cabaret")
    monkeypatch.setattr(whole_games, "total", lambda parts: -1)
    match = new_game(game, 0, 1)
    faults = check_game(match, list_backend(game), 1)
    assert faults[0] == "ply 5: the score of seat 0 is not the sum of its parts"


def test_another_state_of_the_compiled_form_is_noticed() -> None:
    game = get_game("cabaret")
    broken = Broken("cabaret", apply=lambda s, action: None)
    backend = SimpleNamespace(**{name: getattr(broken._real, name) for name in ("worlds", "integers", "store")})
    backend.rules = broken.rules
    faults = check_game(new_game(game, 0, 1), backend, 1)  # type: ignore[arg-type]
    assert "compiled rules come to another state" in faults[0]


def test_the_command_tells_what_it_played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariants, "compiled_backend", list_backend)
    assert main(["--games", "3", "--whole", "0", "--game", "cabaret"]) == 0
    assert "cabaret: 3 random games, " in capsys.readouterr().out
