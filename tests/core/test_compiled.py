"""The compiled form of rules: conversions, checked bounds, the cache, the background, and life without numba."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from bots import nim
from bots.nim import NIM, position

from theatre_lab.bots import kernel
from theatre_lab.core.compiled import (
    Backend,
    CompiledBackend,
    Warmup,
    cache_folder,
    can_compile,
    compiled_backend,
    list_backend,
)
from theatre_lab.core.stream import new_stream
from theatre_lab.games import game_names, get_game

needs_compiler = pytest.mark.skipif(not can_compile(), reason="numba is not installed")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Backend:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("THEATRE_LAB_CACHE", str(tmp_path_factory.mktemp("cache")))
        return CompiledBackend(NIM)


def random_games(backend: Backend, games: int) -> tuple[int, list[float], int]:
    """How many actions random games had, their payoffs and scores, and where the random stream ended."""
    worlds, totals = backend.worlds(2), backend.reals(4)
    backend.store(worlds, 0, NIM.new_state(2, {"heap": 11}, []))
    rng = backend.integers(new_stream(5))
    actions = backend.bind(kernel).random_games(worlds, games, backend.integers(2), backend.integers(4), totals, rng)
    return int(actions), [float(x) for x in totals], int(rng[0])


@needs_compiler
def test_both_forms_play_the_same_random_games(compiled: Backend) -> None:
    assert random_games(compiled, 50) == random_games(list_backend(NIM), 50)


@needs_compiler
@pytest.mark.parametrize("name", game_names())
def test_a_state_comes_back_from_its_record_as_it_was(name: str) -> None:
    game = get_game(name)
    options = game.draw_options(2, game.check_options(2, {}), new_stream(1))
    state = game.new_state(2, options, game.check_rules(None))
    game.resolve_chance(state, new_stream(2))
    backend = compiled_backend(game)
    worlds = backend.worlds(3)
    backend.store(worlds, 1, state)
    assert backend.load(worlds, 1).as_dict() == state.as_dict()
    assert backend.load(worlds, 2) == game.state_type()


@needs_compiler
def test_games_have_record_types_of_their_own() -> None:
    types = [compiled_backend(get_game(name)).worlds(1).dtype for name in game_names()]
    assert len(set(types)) == len(types)


def _reader() -> ModuleType:
    """A kernel that reads a field at any index."""
    module = ModuleType("reader")
    module.__file__ = __file__
    exec("def read(s, i):\n    return s.taken[i]\n", vars(module))
    vars(module)["read"].__module__ = "reader"
    return module


@needs_compiler
def test_checked_bounds_find_a_read_out_of_range(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THEATRE_LAB_CACHE", str(tmp_path))
    backend = CompiledBackend(NIM, checked=True)
    read = backend.bind(_reader()).read
    assert read(backend.world(position(5)), 1) == 0
    with pytest.raises(IndexError):
        read(backend.world(position(5)), 2)


@needs_compiler
def test_edited_rules_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THEATRE_LAB_CACHE", str(tmp_path))
    first = CompiledBackend(NIM)._folder
    monkeypatch.setattr(nim, "DECK", (3, 5, 7, 8))
    second = CompiledBackend(NIM)._folder
    monkeypatch.setattr(nim, "DECK", (3, 5, 7, 9))
    assert first is not None
    assert first.parent == tmp_path
    assert second != first
    assert CompiledBackend(NIM)._folder == first
    assert CompiledBackend(NIM, checked=True)._folder != first


@needs_compiler
def test_compiled_code_is_kept_for_the_next_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THEATRE_LAB_CACHE", str(tmp_path))
    out = CompiledBackend(NIM).integers(2)
    for hits in (0, 1):
        backend = CompiledBackend(NIM)
        assert backend.rules.legal_actions(backend.world(position(2)), out) == 2
        assert sum(backend.rules.legal_actions.stats.cache_hits.values()) == hits


@needs_compiler
@pytest.mark.skipif(sys.platform == "win32", reason="a file in the way is no error of the same kind there")
def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("THEATRE_LAB_CACHE", str(blocked / "cache"))
    backend = CompiledBackend(NIM)
    assert backend.rules.legal_actions(backend.world(position(1)), backend.integers(2)) == 1


def test_the_cache_can_be_put_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("THEATRE_LAB_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("THEATRE_LAB_CACHE")
    assert cache_folder().name == "theatre-lab"


@needs_compiler
def test_warming_up_tells_how_far_it_is(compiled: Backend) -> None:
    def exercise(backend: Backend) -> None:
        backend.rules.score(backend.world(position(3)), 0)

    warmup = Warmup(NIM, exercise, lambda backend: 1)
    assert warmup.wait(120)
    assert warmup.ready
    assert (warmup.done, warmup.total, warmup.progress, warmup.error) == (1, 1, 1.0, None)


@needs_compiler
def test_a_failed_warm_up_is_not_ready_and_says_why() -> None:
    def exercise(backend: Backend) -> None:
        raise RuntimeError("no compiler today")

    warmup = Warmup(NIM, exercise, lambda backend: 1)
    assert not warmup.wait(120)
    assert not warmup.ready
    assert str(warmup.error) == "no compiler today"


def test_a_game_takes_the_place_of_a_kernels_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    def policy_action(s: Any, out: Any, rng: Any) -> int:
        return 1

    policy_action.__module__ = nim.__name__
    monkeypatch.setattr(nim, "policy_action", policy_action, raising=False)
    backend = type(list_backend(NIM))(NIM)
    state = position(7)
    assert backend.bind(kernel).play_out(state, [0] * 2, [0] * 4, new_stream(1), False) == 7


WITHOUT_NUMBA = """
    import sys
    sys.modules["numba"] = None
    import importlib.util
    find = importlib.util.find_spec
    importlib.util.find_spec = lambda name, *rest: None if name == "numba" else find(name, *rest)
    from theatre_lab.bots import choose, get_bot, warm
    from theatre_lab.core.compiled import backend_name, compiled_backend
    from theatre_lab.core.match import Match
    from theatre_lab.games import get_game
    game = get_game("overture")
    match = Match(game, 2, theatre="blackbox", seed=1)
    for _ in range(4):
        match.play(choose(get_bot("hard", 1), match.view(match.to_move)))
    print(backend_name(), compiled_backend(game).name, warm(game).wait(5), match.ply)
"""


def test_everything_works_without_numba() -> None:
    code = textwrap.dedent(WITHOUT_NUMBA)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["lists", "lists", "True", "4"]
