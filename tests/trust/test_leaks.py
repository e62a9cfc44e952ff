"""Hidden cards stay hidden along random games of every kind: in views, front ends, logs, hints, and choices of bots."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trust import walks
from trust.twins import begun, seen, twins

from theatre_lab.bots import analyse, choose, get_bot
from theatre_lab.core.compiled import list_backend
from theatre_lab.core.match import Match
from theatre_lab.core.stream import new_stream
from theatre_lab.games import game_names, get_game
from theatre_lab.widgets import Replay, Table

KINDS = [
    (name, players)
    for name in game_names()
    for players in range(get_game(name).min_players, get_game(name).max_players + 1)
]
EXAMPLES = settings(
    max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
)
pytestmark = pytest.mark.slow
every_kind = pytest.mark.parametrize(("name", "players"), KINDS)


@dataclass(frozen=True)
class Moment:
    """A place in a random game."""

    share: float
    seed: int
    player: int


moments = st.builds(Moment, st.floats(0, 1), st.integers(0, 10**6), st.integers(0, 5))


def options_of(name: str) -> dict[str, Any]:
    return {"mythic-circus": {"max_turns": 6}, "cabaret": {"rounds": 2}}.get(name, {})


def at(name: str, players: int, moment: Moment) -> tuple[Match, int]:
    """A game broken off somewhere, and one of its players."""
    lengths = {"overture": 24 * players, "cabaret": 24 * players, "the-theatre": 50, "mythic-circus": 200}
    plies = int(moment.share * lengths.get(name, 40))
    return begun(name, players, plies, moment.seed, **options_of(name)), moment.player % players


def front_end(match: Match, player: int) -> str:
    """All that a browser is sent while the player sits at the table, and what stands without one.

    A table plays what is forced: the match is then further on.
    """
    table = Table(match, pace=0)
    texts = [json.dumps(table.model), repr(table), table._repr_html_()]
    table.close()
    return "\n".join(texts)


@pytest.fixture(autouse=True)
def _bots_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots at the tables here shall not play on."""
    monkeypatch.setattr(Table, "_run_bots", lambda table: None)


@every_kind
@EXAMPLES
@given(moment=moments)
def test_a_sampled_world_fits_everything_shown(name: str, players: int, moment: Moment) -> None:
    match, player = at(name, players, moment)
    game, view = match.game, match.view(player)
    width = walks.tally_of(name)[1]
    walks_of_game = list_backend(game).bind(walks.walks_for(name))
    true, found = [0] * walks.WIDTH, [0] * walks.WIDTH
    assert walks_of_game.tally(match.state, true, 0)
    rng = new_stream(moment.seed, 1)
    for _ in range(3):
        world = view.determinize(rng)
        assert game.view(world, player).state == view.state
        assert walks_of_game.tally(world, found, 0), "a pile does not hold what its count says"
        assert found[:width] == true[:width], "a sampled world has other cards"
        assert game.legal_actions(world) == game.legal_actions(match.state) or not view.is_to_move
        check_known(name, match.state, world)


def check_known(name: str, state: Any, world: Any) -> None:
    """What everybody was shown of hidden hands and decks, game by game."""
    if name == "cabaret":
        for seat in range(state.players):
            for card in range(12 * state.players):
                if world.place[card] == 1 + seat:
                    assert not (state.lacks[seat] >> (card // 12)) & 1, "a hand holds a genre it was shown to lack"
    if name == "mythic-circus":
        for seat in range(state.players):
            assert all(w >= s for w, s in zip(world.hand[seat], state.seen[seat], strict=True))
            size, known = state.deck_size[seat], state.known_top[seat]
            assert list(world.deck[seat][size - known : size]) == list(state.deck[seat][size - known : size])


@every_kind
def test_games_that_look_alike_to_a_player_look_alike_in_every_way(name: str, players: int) -> None:
    compared = 0

    @EXAMPLES
    @given(moment=moments)
    def look(moment: Moment) -> None:
        nonlocal compared
        match, player = at(name, players, moment)
        for twin in islice(twins(match, player, 8, moment.seed), 1):
            look_alike(match, twin, player)
            compared += 1

    look()
    assert compared or is_all_open(name, players), "no game was found that looks alike: nothing was compared"


def look_alike(match: Match, twin: Match, player: int) -> None:
    """Views, choices, what may be taken back and what a browser is sent are the same for the player of two games."""
    mine, players = Match.from_record(match.record(), match.game), len(match.names)
    for each in (mine, twin):
        each.seats = ["human" if seat == player else "greedy" for seat in range(players)]
    view, other = mine.view(player), twin.view(player)
    assert (view == other, json.dumps(view.as_dict())) == (True, json.dumps(other.as_dict()))
    assert repr(view.state) == repr(other.state)
    if mine.to_move == player:
        for bot in ("random", "greedy", "easy"):
            assert choose(get_bot(bot, 5), view) == choose(get_bot(bot, 5), other)
    assert mine.why_no_undo(player) == twin.why_no_undo(player)
    one, two = Replay(mine, viewer=player), Replay(twin, viewer=player)
    assert json.dumps(one.model) == json.dumps(two.model)
    assert (repr(one), one._repr_html_()) == (repr(two), two._repr_html_())
    assert front_end(mine, player) == front_end(twin, player)


def is_all_open(name: str, players: int) -> bool:
    """Is nothing hidden, as in Cabaret with two? Then all worlds are the true one."""
    for plies in (2, 8):
        match = begun(name, players, plies, 5, **options_of(name))
        worlds = [match.view(0).determinize(new_stream(n)) for n in range(20)]
        if any(world != match.state for world in worlds):
            return False
    return True


@pytest.mark.parametrize(("name", "players"), [kind for kind in KINDS if kind[1] == get_game(kind[0]).min_players + 1])
def test_a_search_chooses_alike_in_games_that_look_alike(name: str, players: int) -> None:
    compared = 0

    @settings(EXAMPLES, max_examples=4)
    @given(moment=moments)
    def look(moment: Moment) -> None:
        nonlocal compared
        match, _ = at(name, players, moment)
        player = match.to_move
        for twin in islice(twins(match, player, 12, moment.seed), 1) if player is not None else ():
            found = [
                analyse(each.view(player), iterations=3, seed=2, backend=list_backend(match.game)).estimates
                for each in (match, twin)
            ]
            assert found[0] == found[1]
            compared += 1

    look()
    assert compared or is_all_open(name, players), "no game was found that looks alike: nothing was compared"


@pytest.mark.parametrize("name", game_names())
def test_there_are_games_that_look_alike(name: str) -> None:
    """Otherwise nothing would have been compared."""
    players = 3
    # In Mythic Circus all cards of a short deck are soon known by counting.
    match = begun(name, players, 2 if name == "mythic-circus" else 12, 5, **options_of(name))
    found = list(twins(match, 1, 120, 1))
    assert found
    assert all(twin.state != match.state for twin in found)
    assert all(seen(twin, 1) == seen(match, 1) for twin in found)
    if name != "the-theatre-draft":
        assert any(seen(twin, 0) != seen(match, 0) for twin in twins(match, 1, 200, 2)), "others would notice"
