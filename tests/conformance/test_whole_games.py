"""Every game: whole games of bots that do not search come out alike on lists and compiled, all players and options."""

from __future__ import annotations

import json

import pytest
from conformance.random_play import CASES, Case

from theatre_lab.bots.basic import policy_of
from theatre_lab.core.compiled import can_compile, list_backend
from theatre_lab.games import game_names
from theatre_lab.lab.bulk import Fixture, WholeGames, get_ready, moves_by_lot

pytestmark = pytest.mark.slow
BOTS = ("easy", "medium", "random", "greedy")
DEALS = 3


def games_of(case: Case) -> WholeGames:
    """Games of bots of every kind; of random ones where the game has no policy."""
    bots = [BOTS[seat % len(BOTS)] if policy_of(case.game) else "random" for seat in range(case.players)]
    options = case.game.check_options(case.players, json.loads(case.options))
    careless = moves_by_lot(case.game, bots)
    assert careless is not None
    return WholeGames(case.game, bots, options, {}, careless)


@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
@pytest.mark.parametrize("name", game_names())
def test_whole_games_are_the_same_on_lists_and_compiled(name: str) -> None:
    for case in (case for case in CASES if case.name == name):
        seats = range(case.players)
        fixtures = [
            Fixture(deal, deal, tuple((seat + deal) % case.players for seat in seats), 70 + deal, (*seats,))
            for deal in range(DEALS)
        ]
        games, backend = games_of(case), get_ready(case.game)
        assert backend.name == "compiled"
        played = games.play(fixtures, backend)
        assert games.play(fixtures, list_backend(case.game)) == played, str(case)
        assert [games.play([fixture], backend)[0] for fixture in fixtures] == played, "whoever is played together"
        assert all(result.actions > case.players for result in played)
