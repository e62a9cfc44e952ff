"""The games, one folder each. A folder's package names its games in `GAMES`; nothing else lists them.

Games of others are found, too: an installed distribution names its package as an entry point of the group
`theatre_lab.games`, and `add_games` takes any package that Python can import.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import warnings
from functools import cache
from typing import TYPE_CHECKING

from theatre_lab.core.errors import OptionError
from theatre_lab.core.game import Game
from theatre_lab.core.options import show

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["add_games", "added_games", "game_names", "get_game"]

ENTRY_POINTS = "theatre_lab.games"
_added: dict[str, dict[str, Game]] = {}


@cache
def _folders() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def _games_of(folder: str) -> dict[str, Game]:
    return {game.name: game for game in importlib.import_module(f"{__name__}.{folder}").GAMES}


@cache
def _own_games() -> dict[str, Game]:
    return {name: game for folder in _folders() for name, game in _games_of(folder).items()}


@cache
def _installed_games() -> dict[str, Game]:
    """The games of other installed distributions; one that cannot be used is told and left out."""
    from importlib.metadata import entry_points  # slow to import, and nobody who names a game of ours needs it

    found: dict[str, Game] = {}
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
        try:
            found.update(_games_in(point.value, {**_own_games(), **found}))
        except OptionError as error:
            warnings.warn(f"{_source_of(point)}: {error}", RuntimeWarning, stacklevel=2)
    return found


def _source_of(point: EntryPoint) -> str:
    return f"the distribution {point.dist.name!r}" if point.dist else f"the entry point {point.name!r}"


def _all_games() -> dict[str, Game]:
    games = {**_own_games(), **_installed_games()}
    for more in _added.values():
        games.update(more)
    return games


def _games_in(module: str, known: dict[str, Game]) -> dict[str, Game]:
    """The games that a module names in `GAMES`. OptionError says what does not fit."""
    try:
        games = getattr(importlib.import_module(module), "GAMES", None)
    except Exception as error:
        raise OptionError(f"the module {module!r} cannot be imported: {type(error).__name__}: {error}") from error
    if not isinstance(games, tuple) or not games or not all(isinstance(game, Game) for game in games):
        raise OptionError(f"the module {module!r} must name its games in GAMES, a tuple like (NIM,), not {show(games)}")
    for game in games:
        if not isinstance(getattr(game, "name", None), str):
            raise OptionError(f"the module {module!r} brings a game without a name: name must be a text such as 'nim'")
        if known.get(game.name, game) is not game:
            raise OptionError(f"the module {module!r} brings a game {game.name!r}, but there is one of that name")
    return {game.name: game for game in games}


def add_games(module: str) -> list[str]:
    """Make the games of a package known for this session; returns their names.

    `module` is the name of a package that Python can import and that names its games in `GAMES`. From then on they
    have all that needs no table: matches, records, bots, simulations, rule books. Adding them again changes nothing.
    OptionError says why a package cannot be used.

    >>> add_games("no_such_game")
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: the module 'no_such_game' cannot be imported: ModuleNotFoundError: ...
    """
    if not isinstance(module, str) or not module:
        raise OptionError(f"add_games takes the name of a package, such as 'my_game', not {show(module)}")
    _added[module] = _games_in(module, _all_games())
    return list(_added[module])


def added_games() -> tuple[str, ...]:
    """The packages added in this session, for processes that are to know the same games.

    >>> added_games()
    ()
    """
    return tuple(_added)


def game_names() -> list[str]:
    """The names of all games, sorted.

    >>> "overture" in game_names()
    True
    """
    return sorted(_all_games())


def get_game(name: object) -> Game:
    """The game of that name; OptionError suggests the nearest name.

    >>> get_game("overture").title
    'Overture'
    >>> get_game("overtur")
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: there is no game 'overtur'; did you mean 'overture'?
    """
    folder = name.replace("-", "_") if isinstance(name, str) else ""
    games = _games_of(folder) if folder in _folders() else _all_games()
    if not isinstance(name, str) or name not in games:
        near = difflib.get_close_matches(name[:40], games, n=1) if isinstance(name, str) else []
        hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(sorted(games))}"
        raise OptionError(f"there is no game {show(name)}; {hint}")
    return games[name]
