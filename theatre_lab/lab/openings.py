"""The states that many games begin with, each laid once for all games that begin alike."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from theatre_lab.core.compiled import Backend, CompiledBackend

__all__ = ["Labels", "Openings"]

Labels = tuple[Any, ...]
"""The values of a state's labels."""
_ROOM = 1 << 24
"""Bytes that compiled openings may take before the first ones are forgotten."""
_LISTS = 64
"""So many openings are kept on lists."""


class Openings:
    """The openings of one backend; threads may share them.

    >>> from theatre_lab.core.compiled import list_backend
    >>> from theatre_lab.games import get_game
    >>> game = get_game("overture")
    >>> theatres = ["rotunda", "blackbox", "rotunda"]
    >>> def lay(k: int) -> Any:
    ...     return game.new_state(2, {"theatre": theatres[k]}, game.check_rules(None))
    >>> table, places, _ = Openings(list_backend(game)).find(theatres, lay)
    >>> places, table[1] == lay(1)
    ([0, 1, 0], True)
    """

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        size = _ROOM // backend.dtype.itemsize if isinstance(backend, CompiledBackend) else _LISTS
        self._size = max(size, _LISTS)
        self._lock = threading.Lock()
        self._known: tuple[Any, dict[Hashable, int], list[Labels]] = backend.worlds(self._size), {}, []

    def find(self, starts: Sequence[Hashable], lay: Callable[[int], Any]) -> tuple[Any, list[int], Sequence[Labels]]:
        """The states of these starts: worlds, which nobody may write to, and the place of each start's among them.

        Then the labels of each world, which the compiled form leaves out. Games that begin alike have equal starts, and
        no others have. `lay` makes the state of the start in a place of the list, before its first shuffle.
        """
        table, places, labels = self._known
        try:
            return table, [places[start] for start in starts], labels
        except KeyError:
            return self._add(starts, lay)

    def _add(self, starts: Sequence[Hashable], lay: Callable[[int], Any]) -> tuple[Any, list[int], Sequence[Labels]]:
        with self._lock:
            table, places, labels = self._known
            if len(places) + len(set(starts).difference(places)) > len(table):
                table, places, labels = self._known = self._backend.worlds(max(self._size, len(starts))), {}, []
            for k, start in enumerate(starts):
                if start not in places:
                    state = lay(k)
                    self._backend.store(table, len(places), state)
                    labels.append(tuple(getattr(state, name) for name in state.labels))
                    places[start] = len(places)
            return table, [places[start] for start in starts], labels
