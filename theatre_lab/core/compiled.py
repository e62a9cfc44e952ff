"""Two ways to run one source: a game's rules on list objects, and the same functions compiled by numba.

A *backend* holds a game's functions in one of the two forms, makes the arrays they work on, and binds
*kernels* to them: modules of the same kind of functions (a search, a simulation) that call the game
through the global name `rules`. numba and numpy are imported here, when a compiled backend is first
made, and nowhere else below the plots.

>>> from theatre_lab.games import get_game
>>> lists = list_backend(get_game("overture"))
>>> lists.name, lists.integers(3)
('lists', [0, 0, 0])
"""

from __future__ import annotations

import abc
import hashlib
import importlib.util
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, ClassVar

from theatre_lab.core import declaration, stream
from theatre_lab.core.background import in_background
from theatre_lab.core.game import Game

__all__ = [
    "Backend",
    "CompiledBackend",
    "ListBackend",
    "Warmup",
    "backend_name",
    "cache_folder",
    "can_compile",
    "compiled_backend",
    "list_backend",
]

_DAYS_KEPT = 30


@cache
def can_compile() -> bool:
    """Are numba and numpy installed? Looks, without importing either.

    >>> can_compile() == (backend_name() == "compiled")
    True
    """
    return all(importlib.util.find_spec(name) is not None for name in ("numba", "numpy"))


def backend_name() -> str:
    """The backend that bulk work uses here: `compiled`, or `lists` where numba is missing.

    >>> from theatre_lab.games import get_game
    >>> backend_name() == list_backend(get_game("overture")).name or can_compile()
    True
    """
    return "compiled" if can_compile() else "lists"


def cache_folder() -> Path:
    """Where compiled functions are kept: a folder of the user's cache, or `THEATRE_LAB_CACHE`.

    >>> from unittest.mock import patch
    >>> with patch.dict(os.environ, {"THEATRE_LAB_CACHE": "kept-here"}):
    ...     cache_folder().name
    'kept-here'
    """
    chosen = os.environ.get("THEATRE_LAB_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "theatre-lab"


def functions_of(module: ModuleType) -> dict[str, FunctionType]:
    """The functions that a module defines itself, by name."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }


def game_functions(game: Game) -> dict[str, FunctionType]:
    """Every function that a game's compiled form consists of, the random stream's among them."""
    found = functions_of(stream)
    for module in game.modules:
        found.update(functions_of(module))
    return found


class Backend(abc.ABC):
    """A game's functions in one form, with the arrays they work on.

    `rules` is a module whose attributes are the game's functions; `put(worlds, i, s)` among them keeps
    a copy of state `s` in `worlds[i]`.

    >>> from theatre_lab.api import new_match
    >>> state = new_match("overture", 2, theatre="blackbox", seed=1).state
    >>> backend = list_backend(new_match("overture", 2).game)
    >>> room = backend.worlds(3)
    >>> backend.store(room, 1, state)
    >>> backend.load(room, 1) == state, backend.rules.to_move(backend.world(state))
    (True, 0)
    """

    name: ClassVar[str]
    """`lists` or `compiled`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = ModuleType(f"theatre_lab.{self.name}.{game.name}")
        self._kernels: dict[str, ModuleType] = {}
        self._lock = threading.RLock()

    def bind(self, kernel: ModuleType) -> Any:
        """The kernel's functions in this form, calling this game's.

        A function of the kernel whose name the game has too is only a default: the game's takes its place.
        """
        with self._lock:
            if kernel.__name__ not in self._kernels:
                self._kernels[kernel.__name__] = self._bind(kernel)
            return self._kernels[kernel.__name__]

    @abc.abstractmethod
    def _bind(self, kernel: ModuleType) -> ModuleType: ...

    @abc.abstractmethod
    def worlds(self, n: int) -> Any:
        """Room for `n` states, indexed by number."""

    @abc.abstractmethod
    def store(self, worlds: Any, i: int, state: Any) -> None:
        """Write a list object into `worlds[i]`."""

    @abc.abstractmethod
    def load(self, worlds: Any, i: int) -> Any:
        """`worlds[i]` as a new list object."""

    @abc.abstractmethod
    def integers(self, values: int | Sequence[int]) -> Any:
        """So many zeros, or these whole numbers, of 64 bits."""

    @abc.abstractmethod
    def small(self, n: int) -> Any:
        """So many zeros, of 32 bits."""

    @abc.abstractmethod
    def reals(self, n: int) -> Any:
        """So many floating-point zeros."""

    def world(self, state: Any) -> Any:
        """A single state in this backend's own form, which the functions of `rules` take."""
        worlds = self.worlds(1)
        self.store(worlds, 0, state)
        return worlds[0]


class ListBackend(Backend):
    """The functions as they stand in the source, over list objects.

    >>> from theatre_lab.games import get_game
    >>> lists = ListBackend(get_game("overture"))
    >>> lists.integers([3, 1]), lists.small(2), lists.reals(2), lists.worlds(2)
    ([3, 1], [0, 0], [0.0, 0.0], [None, None])
    """

    name = "lists"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        vars(self.rules).update(game_functions(game))
        vars(self.rules)["put"] = self._put

    @staticmethod
    def _put(worlds: Any, i: int, s: Any) -> None:
        worlds[i] = s.copy()

    def _bind(self, kernel: ModuleType) -> ModuleType:
        bound = ModuleType(f"{kernel.__name__}.{self.game.name}")
        scope = vars(bound)
        scope.update({name: value for name, value in vars(kernel).items() if not name.startswith("__")})
        scope["rules"] = self.rules
        for name, function in functions_of(kernel).items():
            scope[name] = vars(self.rules).get(name) or _rebuilt(function, scope)
        return bound

    def worlds(self, n: int) -> Any:
        return [None] * n

    def store(self, worlds: Any, i: int, state: Any) -> None:
        worlds[i] = state.copy()

    def load(self, worlds: Any, i: int) -> Any:
        return worlds[i].copy()

    def integers(self, values: int | Sequence[int]) -> Any:
        return [0] * values if isinstance(values, int) else list(values)

    def small(self, n: int) -> Any:
        return [0] * n

    def reals(self, n: int) -> Any:
        return [0.0] * n


class CompiledBackend(Backend):
    """The same functions compiled by numba, over records of one structured type.

    With `checked` every index is checked against its bounds (slower; for tests). Compiled code is kept
    on disk under a hash of all sources, constants and versions, so that an edited rule never meets old
    code.

    >>> from tempfile import TemporaryDirectory
    >>> from unittest.mock import patch
    >>> from theatre_lab.api import new_match
    >>> from theatre_lab.games.overture.game import Overture
    >>> with TemporaryDirectory() as folder, patch.dict(os.environ, {"THEATRE_LAB_CACHE": folder}):
    ...     backend = compiled_backend(Overture())
    >>> isinstance(backend, CompiledBackend) == can_compile()  # lists take its place where numba is missing
    True
    >>> state = new_match("overture", 2, seed=1).state
    >>> room = backend.worlds(3)
    >>> backend.store(room, 1, state)
    >>> len(room), backend.load(room, 1) == state, int(backend.integers([3, 1])[0])
    (3, True, 3)
    """

    name = "compiled"

    def __init__(self, game: Game, checked: bool = False) -> None:
        super().__init__(game)
        import numba
        import numpy

        self._numba, self._numpy = numba, numpy
        self.checked = checked
        self.dtype = record_dtype(game.state_type.fields)
        self._by_source: dict[FunctionType, Any] = {}
        self._key = self._hash_game()
        self._folder = _prepared_folder(game.name, self._key)
        for scope in [self._compile_module(module, self._folder) for module in (stream, *game.modules)]:
            self._link(scope)
        vars(self.rules).update({f.__name__: g for f, g in self._by_source.items()})

        def put(worlds: Any, i: Any, s: Any) -> None:
            worlds[i] = s

        vars(self.rules)["put"] = numba.njit(nogil=True)(put)

    def _hash_game(self) -> str:
        digest = hashlib.sha256()
        versions = (sys.version, self._numba.__version__, self._numpy.__version__, str(self.checked))
        digest.update(repr(versions).encode())
        for module in (declaration, sys.modules[__name__], stream, *self.game.modules):
            digest.update(_source(module))
            digest.update(repr(sorted(_constants(module).items())).encode())
        return digest.hexdigest()

    def _compile_module(self, module: ModuleType, folder: Path | None) -> dict[str, Any]:
        """A module's namespace, copied: its tables as arrays and its functions compiled (at their first call)."""
        scope = dict(vars(module))
        for name, table in _tables(module).items():
            scope[name] = self._numpy.array(table, self._numpy.int64)  # one width, so that nothing is compiled twice
        for name, function in functions_of(module).items():
            scope[name] = self._by_source[function] = self._jit(_rebuilt(function, scope), folder)
        return scope

    def _link(self, scope: dict[str, Any]) -> None:
        """Let the functions of a namespace call the compiled form of those that it imported."""
        for name, value in scope.items():
            if isinstance(value, FunctionType) and value in self._by_source:
                scope[name] = self._by_source[value]

    def _jit(self, function: FunctionType, folder: Path | None) -> Any:
        # Rules allocate nothing, so nothing needs numba's reference counts; nor is anything called back from C.
        settings: dict[str, Any] = {
            "nogil": True, "boundscheck": self.checked, "no_cfunc_wrapper": True, "_nrt": False,
        }  # fmt: skip
        if folder is None:
            return self._numba.njit(**settings)(function)
        try:
            with _numba_cache_in(self._numba, folder):
                return self._numba.njit(cache=True, **settings)(function)
        except RuntimeError:  # numba finds no place to write to
            return self._numba.njit(**settings)(function)

    def _bind(self, kernel: ModuleType) -> ModuleType:
        folder = self._folder
        if folder is not None:
            digest = hashlib.sha256(_source(kernel) + self._key.encode()).hexdigest()
            folder = folder / f"{kernel.__name__.rpartition('.')[2]}-{digest[:16]}"
        bound = ModuleType(f"{kernel.__name__}.{self.game.name}")
        scope = self._compile_module(kernel, folder)
        self._link(scope)
        scope["rules"] = self.rules
        scope.update({name: vars(self.rules)[name] for name in functions_of(kernel) if name in vars(self.rules)})
        vars(bound).update(scope)
        return bound

    def worlds(self, n: int) -> Any:
        return self._numpy.zeros(n, self.dtype)

    def store(self, worlds: Any, i: int, state: Any) -> None:
        record = worlds[i]
        for name in self.game.state_type.fields:
            record[name] = getattr(state, name)

    def load(self, worlds: Any, i: int) -> Any:
        record = worlds[i]
        state = self.game.state_type()
        for name, field in self.game.state_type.fields.items():
            setattr(state, name, field.filled(record[name].tolist()))
        return state

    def integers(self, values: int | Sequence[int]) -> Any:
        if isinstance(values, int):
            return self._numpy.zeros(values, self._numpy.int64)
        return self._numpy.array(values, self._numpy.int64)

    def small(self, n: int) -> Any:
        return self._numpy.zeros(n, self._numpy.int32)

    def reals(self, n: int) -> Any:
        return self._numpy.zeros(n)


def record_dtype(fields: Mapping[str, declaration.Field]) -> Any:
    """The numpy record type of a declared state, field by field with its shape and width."""
    import numpy

    rows = [(name, f"i{field.width}", field.shape) for name, field in fields.items()]
    return numpy.dtype((numpy.record, numpy.dtype(rows, align=True)))


def _rebuilt(function: FunctionType, scope: dict[str, Any]) -> FunctionType:
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def _is_table(value: Any) -> bool:
    if not isinstance(value, tuple) or not value:
        return False
    return all(type(item) is int or _is_table(item) for item in value)


def _tables(module: ModuleType) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if _is_table(value)}


def _constants(module: ModuleType) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if type(value) is int or _is_table(value)}


def _source(module: ModuleType) -> bytes:
    return Path(module.__file__ or "").read_bytes()


def _prepared_folder(game: str, key: str) -> Path | None:
    """The folder for code of this key, made when missing; None when it cannot be written."""
    parent = cache_folder()
    folder = parent / f"{game}-{key[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if not os.access(folder, os.W_OK):
            return None
        _drop_old(parent, game)
    except OSError:
        return None
    return folder


def _drop_old(parent: Path, game: str) -> None:
    """Remove code of earlier sources that nobody used for a month."""
    for folder in parent.glob(f"{game}-*"):
        if folder.stat().st_mtime < time.time() - _DAYS_KEPT * 86400:
            shutil.rmtree(folder, ignore_errors=True)


_cache_lock = threading.Lock()


@contextmanager
def _numba_cache_in(numba: Any, folder: Path) -> Iterator[None]:
    """Functions decorated inside keep their compiled code in the folder."""
    with _cache_lock:
        before = numba.core.config.CACHE_DIR
        numba.core.config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            numba.core.config.CACHE_DIR = before


_backend_lock, _list_lock = threading.Lock(), threading.Lock()
_backends: dict[tuple[int, bool], Backend] = {}
_lists: dict[int, ListBackend] = {}


def list_backend(game: Game) -> ListBackend:
    """The game on list objects; the same object at every call."""
    with _list_lock:  # its own lock: who plays on lists must not wait for a compiled form that is being made
        return _lists.setdefault(id(game), ListBackend(game))


def compiled_backend(game: Game, checked: bool = False) -> Backend:
    """The game compiled (a function is compiled, or read from disk, at its first call); on lists without numba.

    >>> from tempfile import TemporaryDirectory
    >>> from unittest.mock import patch
    >>> from theatre_lab.games.overture.game import Overture
    >>> game = Overture()
    >>> with TemporaryDirectory() as folder, patch.dict(os.environ, {"THEATRE_LAB_CACHE": folder}):
    ...     backend = compiled_backend(game)
    ...     backend.name == backend_name(), compiled_backend(game) is backend
    (True, True)
    """
    if not can_compile():
        return list_backend(game)
    with _backend_lock:
        key = (id(game), checked)
        if key not in _backends:
            _backends[key] = CompiledBackend(game, checked)
        return _backends[key]


class Warmup:
    """Compilation going on in the background.

    `done` and `total` count functions; `ready` is true when the compiled form can be used at once;
    `error` is what went wrong, if anything did (the lists then stay in use).

    >>> from tempfile import TemporaryDirectory
    >>> from unittest.mock import patch
    >>> from theatre_lab.games.overture.game import Overture
    >>> with TemporaryDirectory() as folder, patch.dict(os.environ, {"THEATRE_LAB_CACHE": folder}):
    ...     warmup = Warmup(Overture(), exercise=lambda backend: None, total=lambda backend: 0)
    ...     warmup.wait(), warmup.progress, warmup.error
    (True, 1.0, None)
    """

    def __init__(self, game: Game, exercise: Callable[[Backend], None], total: Callable[[Backend], int]) -> None:
        self.game = game
        self.done = 0
        self.total = 0
        self.error: Exception | None = None
        self._exercise, self._count = exercise, total
        self._finished = threading.Event()
        in_background(self._run, name=f"compile {game.name}")

    @property
    def ready(self) -> bool:
        """Can the compiled form be used without waiting?"""
        return self._finished.is_set() and self.error is None

    @property
    def progress(self) -> float:
        """The share that is done, from 0 to 1."""
        if self._finished.is_set():
            return 1.0
        return min(self.done / self.total, 1.0) if self.total else 0.0

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end, at most so long; is it ready?"""
        self._finished.wait(seconds)
        return self.ready

    def _run(self) -> None:
        try:
            backend = compiled_backend(self.game)
            if isinstance(backend, CompiledBackend):
                self.total = self._count(backend)
                with self._counting():
                    self._exercise(backend)
            self.done = self.total
        except Exception as error:
            self.error = error
        finally:
            self._finished.set()

    @contextmanager
    def _counting(self) -> Iterator[None]:
        from numba.core import event

        thread = threading.get_ident()
        seen: set[Any] = set()

        warmup = self

        class Counter(event.Listener):
            def on_start(self, happened: Any) -> None:
                pass

            def on_end(self, happened: Any) -> None:
                if threading.get_ident() == thread:
                    seen.add(happened.data["dispatcher"])
                    warmup.done = min(len(seen), warmup.total)

        with event.install_listener("numba:compile", Counter()):
            yield


def reachable(kernel: Any, *names: str) -> int:
    """How many functions of a bound kernel and its game these functions of the kernel need, themselves included.

    >>> from theatre_lab.core import stream
    >>> reachable(stream, "shuffle")
    2
    """
    rules = vars(kernel).get("rules")
    known = {**(vars(rules) if rules else {}), **vars(kernel)}
    seen: set[str] = set()
    waiting = list(names)
    while waiting:
        function = known.get(waiting.pop())
        code = getattr(getattr(function, "py_func", function), "__code__", None)
        if code is not None and code.co_name not in seen:
            seen.add(code.co_name)
            waiting.extend(code.co_names)
    return len(seen)
