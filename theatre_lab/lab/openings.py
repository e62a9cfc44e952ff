"""How many games begin: which of them begin alike, and their first states, each laid once for all that do."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from math import prod
from typing import Any

from theatre_lab.core.compiled import Backend, CompiledBackend
from theatre_lab.core.game import Game, Lot

__all__ = ["Labels", "Openings", "known_length", "known_lots"]

Labels = tuple[Any, ...]
"""The values of a state's labels."""
_ROOM = 1 << 24
"""Bytes that compiled openings may take before the first ones are forgotten."""
_LISTS = 64
"""So many openings are kept on lists."""
_LONGEST = 1024
"""The draws of a series of at most so many deals are looked at."""


def known_length(game: Game, players: int, options: Mapping[str, Any]) -> int:
    """After so many deals a series with these checked options begins anew; 0 when that is not known for sure.

    >>> from theatre_lab.games import get_game
    >>> game = get_game("the-theatre")
    >>> known_length(game, 2, game.check_options(2, {}))
    12
    """
    return game.series_length(players, options) if _still_tells(game, "series_length", "series_options") else 0


def known_lots(game: Game, players: int, options: Mapping[str, Any], length: int) -> tuple[Lot, ...] | None:
    """The draws by lot of every deal of a series of this length; None when they are not known for sure.

    Nor are they when they differ from deal to deal, or when what comes of them and the deal's place in the series are
    too much for one number of 62 bits.

    >>> from theatre_lab.games import get_game
    >>> game = get_game("the-theatre")
    >>> known_lots(game, 2, game.check_options(2, {}), 12)  # the decks take turns; who leads is drawn
    (Lot(of=2, kept=0),)
    """
    if not 0 < length <= _LONGEST or not _still_tells(game, "lots", "draw_options"):
        return None
    told = {game.lots(players, game.series_options(players, dict(options), deal)) for deal in range(length)}
    lots = told.pop()
    return lots if lots is not None and not told and _outcomes(lots) * length < 1 << 62 else None


def _still_tells(game: Game, told: str, of: str) -> bool:
    """Is what a game tells of a method the word of the class that wrote the method, or of a later one?

    What `Game` itself tells it finds out from the method as it is now.
    """
    tells, wrote = (next(kind for kind in type(game).__mro__ if name in vars(kind)) for name in (told, of))
    return tells is Game or issubclass(tells, wrote)


def _outcomes(lots: Sequence[Lot]) -> int:
    return prod(lot.of ** max(lot.kept, 1) for lot in lots)


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
