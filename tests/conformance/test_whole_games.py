"""Every game: whole games of bots that do not search are those of matches, and the same compiled; all options."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from conformance.random_play import CASES, Case

from theatre_lab.bots import get_bot
from theatre_lab.bots.basic import policy_of
from theatre_lab.core.compiled import can_compile, list_backend
from theatre_lab.games import game_names
from theatre_lab.lab.bulk import Series, WholeGames, get_ready, moves_by_lot
from theatre_lab.lab.results import GameResult, points_by_clause
from theatre_lab.lab.simulate import play_game

BOTS = ("easy", "medium", "random", "greedy")
AS_IN_MATCHES = ("greedy", "random")
"""Bots with the same luck in a match."""
DEALS = 3


def bots_of(case: Case, kinds: Sequence[str]) -> list[str]:
    """Bots of these kinds, a seat each; random ones where the game has no policy."""
    has_policy = policy_of(case.game) is not None
    return [kinds[seat % len(kinds)] if has_policy else "random" for seat in range(case.players)]


def games_of(case: Case, bots: Sequence[str]) -> WholeGames:
    careless = moves_by_lot(case.game, bots)
    assert careless is not None
    return WholeGames(case.game, bots, case.game.check_options(case.players, json.loads(case.options)), {}, careless)


def as_match(case: Case, bots: Sequence[str], series: Series, index: int) -> GameResult:
    """A game of a series, played decision by decision."""
    game, players, fixture = case.game, case.players, series.fixture(index, list_backend(case.game))
    seated = [get_bot(bots[bot], seed) for bot, seed in zip(fixture.seating, fixture.seeds, strict=True)]
    options = game.series_options(players, game.check_options(players, json.loads(case.options)), fixture.deal)
    match = play_game(game, seated, seed=fixture.luck, options=options)
    parts = tuple(points_by_clause(game, match.state, seat) for seat in range(players))
    scores, winners = tuple(match.scores), tuple(match.winners)
    return GameResult(index, fixture.deal, fixture.seating, scores, winners, match.ply, parts, fixture.luck)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_whole_games_are_those_of_matches(case: Case) -> None:
    """Beginnings above all: many deals, whose openings are shared as far as the game tells its draws by lot."""
    bots = bots_of(case, AS_IN_MATCHES)
    played = games_of(case, bots).play_series(
        Series(7, case.players, rotate=False), range(DEALS), list_backend(case.game)
    )
    for result in played.results():
        assert result == as_match(case, bots, Series(7, case.players, rotate=False), result.index), str(case)


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
@pytest.mark.parametrize("name", game_names())
def test_whole_games_are_the_same_on_lists_and_compiled(name: str) -> None:
    for case in (case for case in CASES if case.name == name):
        games, series, several = games_of(case, bots_of(case, BOTS)), Series(70, case.players), range(1, 1 + DEALS)
        backend = get_ready(case.game)
        assert backend.name == "compiled"
        played = games.play_series(series, several, backend).results()
        assert games.play_series(series, several, list_backend(case.game)).results() == played, str(case)
        alone = [games.play_series(series, range(index, index + 1), backend).results()[0] for index in several]
        assert alone == played, "whoever is played together"
        assert all(result.actions > case.players for result in played)
