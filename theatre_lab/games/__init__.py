"""The games, one folder each. A folder's package names its games in `GAMES`; nothing else lists them."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from functools import cache

from theatre_lab.core.errors import OptionError
from theatre_lab.core.game import Game
from theatre_lab.core.options import show

__all__ = ["game_names", "get_game"]


@cache
def _folders() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def _games_of(folder: str) -> dict[str, Game]:
    return {game.name: game for game in importlib.import_module(f"{__name__}.{folder}").GAMES}


@cache
def _all_games() -> dict[str, Game]:
    return {name: game for folder in _folders() for name, game in _games_of(folder).items()}


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
