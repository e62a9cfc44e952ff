"""The tree search: it finds what is to be found, says the same again, stops when told, and sees no hidden card."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from bots.nim import NIM, position

from theatre_lab.bots.search import StopFlag, Weights, analyse, analyse_open, view_digest
from theatre_lab.core.compiled import Backend, CompiledBackend, can_compile, list_backend
from theatre_lab.core.errors import BadInput
from theatre_lab.core.match import Match
from theatre_lab.core.stream import new_stream
from theatre_lab.games import get_game

BACKENDS = [
    pytest.param("lists"),
    pytest.param("compiled", marks=pytest.mark.skipif(not can_compile(), reason="numba is not installed")),
]


@pytest.fixture(scope="module")
def backends(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Backend]:
    made: dict[str, Backend] = {"lists": list_backend(NIM)}
    if can_compile():
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("THEATRE_LAB_CACHE", str(tmp_path_factory.mktemp("cache")))
            made["compiled"] = CompiledBackend(NIM)
            analyse(NIM.view(position(2), 0), iterations=2, backend=made["compiled"])  # compiles, which takes a while
    return made


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("heap", "winning"), [(2, 2), (4, 1), (5, 2), (7, 1)])
def test_it_finds_the_winning_move(backends: dict[str, Backend], backend: str, heap: int, winning: int) -> None:
    analysis = analyse(NIM.view(position(heap), 0), iterations=600, backend=backends[backend])
    assert analysis.action == winning
    assert analysis.best is not None
    assert analysis.best.text == f"take {winning}"
    assert analysis.best.win_chance > 0.7
    assert analysis.best.visits == 300


@pytest.mark.parametrize("backend", BACKENDS)
def test_its_numbers_add_up(backends: dict[str, Backend], backend: str) -> None:
    analysis = analyse(NIM.view(position(8), 0), iterations=301, backend=backends[backend])
    visits = [estimate.visits for estimate in analysis.estimates]
    assert analysis.iterations == sum(visits) == 301
    assert sorted(visits) == [150, 151]
    chances = [estimate.win_chance for estimate in analysis.estimates]
    assert chances == sorted(chances, reverse=True)
    assert analysis.action == analysis.estimates[0].action
    assert analysis.backend == backend
    mean = sum(e.visits * e.win_chance for e in analysis.estimates) / 301
    assert mean < analysis.win_chance < chances[0]
    assert all(0 <= e.win_chance <= 1 and 1 <= e.score <= 8 for e in analysis.estimates)


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_same_seed_says_the_same(backends: dict[str, Backend], backend: str) -> None:
    def search(seed: int) -> object:
        found = analyse(NIM.view(position(8), 0), iterations=200, seed=seed, backend=backends[backend])
        return found.estimates

    assert search(3) == search(3)
    assert search(3) != search(4)


@pytest.mark.parametrize("backend", BACKENDS)
def test_it_stops_when_told(backends: dict[str, Backend], backend: str) -> None:
    flag = StopFlag()
    threading.Timer(0.1, flag.set).start()
    start = time.perf_counter()
    analysis = analyse(NIM.view(position(90), 0), iterations=400_000, backend=backends[backend], stop=flag)
    assert time.perf_counter() - start < 20
    assert analysis.iterations < 400_000


def test_stopped_before_it_began_it_still_names_a_legal_action() -> None:
    flag = StopFlag()
    flag.set()
    analysis = analyse(NIM.view(position(5), 0), iterations=50, backend=list_backend(NIM), stop=flag)
    assert analysis.best is None
    assert analysis.action in (1, 2)
    assert analysis.iterations == 0


def test_a_limit_of_time_ends_it() -> None:
    analysis = analyse(NIM.view(position(90), 0), iterations=200_000, backend=list_backend(NIM), seconds=0.2)
    assert 0 < analysis.iterations < 200_000


def test_it_refuses_when_others_are_to_move() -> None:
    with pytest.raises(BadInput, match="player 1 is not to move"):
        analyse(NIM.view(position(5), 1), iterations=10)


def test_it_sees_no_hidden_card() -> None:
    game = get_game("overture")
    match = Match(game, 2, theatre="blackbox", seed=4)
    for text in ("draw deck", "draw deck"):
        match.play(text)
    view = match.view(0)
    worlds = [view.determinize(new_stream(seed)) for seed in range(3)]
    assert worlds[0] != worlds[1]
    found = [analyse(game.view(world, 0), iterations=10, backend=list_backend(game)).estimates for world in worlds]
    assert found[0] == found[1] == found[2]


def test_what_it_strives_for_can_be_told() -> None:
    view = NIM.view(position(2), 0)
    assert analyse(view, iterations=100, backend=list_backend(NIM)).action == 2
    to_lose = analyse(view, iterations=100, backend=list_backend(NIM), weights=Weights(win=-1.0))
    assert to_lose.action == 1


def test_equal_views_have_one_digest() -> None:
    one, other = position(6, seed=11), position(6, seed=11)
    other.card[1].reverse()
    assert view_digest(NIM.view(one, 0)) == view_digest(NIM.view(other, 0))
    assert view_digest(NIM.view(one, 0)) != view_digest(NIM.view(position(7, seed=11), 0))


@pytest.mark.parametrize("backend", BACKENDS)
def test_given_actions_are_tried_equally_often(backends: dict[str, Backend], backend: str) -> None:
    view = NIM.view(position(7), 0)
    both = analyse(view, iterations=200, backend=backends[backend], actions=[2, 1], even=True)
    assert [estimate.visits for estimate in both.estimates] == [100, 100]
    win_chances = {estimate.action: estimate.win_chance for estimate in both.estimates}
    assert win_chances[1] > win_chances[2]
    alone = analyse(view, iterations=50, backend=backends[backend], actions=[2])
    assert [(estimate.action, estimate.visits) for estimate in alone.estimates] == [(2, 50)]
    with pytest.raises(BadInput, match="0 is not the number of a legal action"):
        analyse(view, iterations=50, backend=backends[backend], actions=[0])


@pytest.mark.parametrize("backend", BACKENDS)
def test_with_open_cards_it_plays_on_from_the_true_state(backends: dict[str, Backend], backend: str) -> None:
    state = position(7)
    found = analyse_open(NIM, state, iterations=600, backend=backends[backend])
    assert found.action == 1
    assert found.estimates == analyse_open(NIM, state, iterations=600, backend=backends[backend]).estimates
    assert state == position(7)
    state.phase = 2
    with pytest.raises(BadInput, match="the game is over"):
        analyse_open(NIM, state, iterations=10)


def test_open_cards_make_a_difference_where_cards_are_hidden() -> None:
    game = get_game("overture")
    match = Match(game, 2, theatre="blackbox", seed=4)
    worlds = [match.redealt(0, 0, seed=seed).state for seed in range(3)]
    lists = list_backend(game)
    closed = [analyse(game.view(world, 0), iterations=8, backend=lists).estimates for world in worlds]
    opened = [analyse_open(game, world, iterations=8, backend=lists).estimates for world in worlds]
    assert closed[0] == closed[1] == closed[2]
    assert len({repr(each) for each in opened}) > 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"iterations": 0}, "iterations must be a whole number from 1"),
        ({"seed": "x"}, "seed must be a whole number"),
        ({"seconds": float("inf")}, "seconds must be a number above 0 and at most 100,000, not inf"),
        ({"seconds": float("nan")}, "not nan"),
        ({"seconds": -1}, "not -1"),
        ({"seconds": "a"}, "seconds must be a number"),
        ({"backend": "lists"}, "a backend is what list_backend"),
        ({"backend": list_backend(get_game("cabaret"))}, "makes for Nim"),
        ({"stop": True}, "stop must be a StopFlag, not true"),
        ({"actions": 5}, "actions must be a list of the numbers of legal actions, not 5"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=f"(?i){message}"):
        analyse(NIM.view(position(5), 0), **{"iterations": 3, "backend": list_backend(NIM), **given})


def test_a_match_is_no_view() -> None:
    match = Match(get_game("cabaret"), 2, seed=1)
    with pytest.raises(BadInput, match=r"a search begins from a view, such as match\.view\(0\)"):
        analyse(match, iterations=3)  # type: ignore[arg-type]
