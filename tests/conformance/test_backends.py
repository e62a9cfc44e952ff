"""Every game: its rules on lists and compiled, with and without checked bounds, play the same games."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from conformance import walking
from conformance.random_play import CASES, Case, plain

from theatre_lab.bots import kernel
from theatre_lab.core.compiled import Backend, can_compile, compiled_backend, functions_of, list_backend
from theatre_lab.core.declaration import Record
from theatre_lab.core.game import Rules
from theatre_lab.core.stream import new_stream
from theatre_lab.games import game_names, get_game

pytestmark = pytest.mark.slow
needs_compiler = pytest.mark.skipif(not can_compile(), reason="numba is not installed")
every_game = pytest.mark.parametrize("name", game_names())


class Walk:
    """A random game, step by step, on one backend."""

    def __init__(self, backend: Backend, case: Case, start: Record, seed: int) -> None:
        self.backend, self.players = backend, case.players
        self.walking: Any = backend.bind(walking)
        self.worlds = backend.worlds(3)
        backend.store(self.worlds, 0, start)
        self.out, self.cards = backend.integers(case.game.max_actions), backend.integers(case.game.max_cards)
        self.totals = backend.integers(2 * case.players)
        self.rng, self.seed = backend.integers(new_stream(seed)), seed

    def step(self) -> int:
        return int(self.walking.walk_step(self.worlds, self.out, self.cards, self.rng))

    def seen(self, player: int) -> list[str]:
        """The state, what a player sees of it, and a world that fits: all of them as text."""
        rng = self.backend.integers(new_stream(self.seed, player))
        self.walking.walk_look(self.worlds, player, self.cards, rng)
        return [plain(self.backend.load(self.worlds, i)) for i in range(3)]

    def judged(self) -> list[int]:
        self.walking.walk_judge(self.worlds, self.totals)
        return [int(n) for n in self.totals]


def check_same_games(name: str, compiled: Backend, seed: int) -> None:
    for case in (case for case in CASES if case.name == name):
        options = case.match(seed).options
        start = case.game.new_state(case.players, options, case.game.check_rules(None))
        walks = [Walk(backend, case, start, seed) for backend in (list_backend(case.game), compiled)]
        ply, actions = 0, {0}
        while actions != {-1}:
            actions = {walk.step() for walk in walks}
            assert len(actions) == 1, f"{case} parts ways at ply {ply}"
            if ply % 7 == 0 or actions == {-1}:
                for player in range(case.players):
                    one, other = (walk.seen(player) for walk in walks)
                    assert one == other, f"{case}, ply {ply}, player {player}"
                assert walks[0].judged() == walks[1].judged()
            ply += 1


@needs_compiler
@every_game
def test_compiled_rules_play_the_same_games_and_keep_within_bounds(name: str) -> None:
    """Compiled, a read out of bounds is silent; with checked bounds, as here, it is an error."""
    check_same_games(name, compiled_backend(get_game(name), checked=True), 3)


@needs_compiler
@every_game
def test_playouts_come_to_the_same_results(name: str) -> None:
    game = get_game(name)
    case = next(case for case in CASES if case.name == name)
    state = game.new_state(case.players, case.match(1).options, game.check_rules(None))
    results = []
    for backend in (list_backend(game), compiled_backend(game)):
        worlds = backend.worlds(2)
        backend.store(worlds, 0, state)
        out, cards = backend.integers(game.max_actions), backend.integers(game.max_cards)
        totals, rng = backend.integers(2 * case.players), backend.integers(new_stream(8))
        actions = int(backend.bind(kernel).policy_games(worlds, 1, out, cards, totals, rng, False))
        results.append((actions, [int(n) for n in totals], [int(n) for n in rng]))
    assert results[0] == results[1]
    assert results[0][0] > 0


def _numbers(shape: tuple[int, ...], numbers: Iterator[int]) -> Any:
    return [_numbers(shape[1:], numbers) for _ in range(shape[0])] if shape else next(numbers)


@needs_compiler
@every_game
def test_a_state_survives_the_way_into_a_record_and_back(name: str) -> None:
    game, backend = get_game(name), compiled_backend(get_game(name))
    state = game.state_type()
    for field_name, field in state.fields.items():
        numbers = itertools.cycle([*field.range, 1, max(-1, field.range[0]), 0])
        setattr(state, field_name, field.filled(_numbers(field.shape, numbers)))
    worlds = backend.worlds(1)
    backend.store(worlds, 0, state)
    assert backend.load(worlds, 0) == state
    assert plain(backend.load(worlds, 0)) == plain(state)


@every_game
def test_functions_of_a_game_have_names_of_their_own(name: str) -> None:
    """The compiled form keeps them in one namespace."""
    owners: dict[str, str] = {}
    for module in get_game(name).modules:
        for function in functions_of(module):
            assert owners.setdefault(function, module.__name__) == module.__name__
    assert {function for function in vars(Rules) if not function.startswith("_")} <= set(owners)
