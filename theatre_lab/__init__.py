"""Four theatre card games to learn, play and study in notebooks.

>>> import theatre_lab as tl
>>> match = tl.new_match("overture", players=2, theatre="grand-empress", seed=7)
>>> match.legal_actions()
['draw deck', 'draw lobby 1', 'draw lobby 2']
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theatre_lab.api import load, new_match, set_up
    from theatre_lab.bots import get_bot
    from theatre_lab.games import add_games, game_names, get_game
    from theatre_lab.lab.best_seating import best_seating
    from theatre_lab.lab.compare import compare
    from theatre_lab.lab.review import review
    from theatre_lab.lab.simulate import simulate
    from theatre_lab.teach import drill, drill_names, finished_match, lessons, why
    from theatre_lab.teach.progress import Progress
    from theatre_lab.widgets import practice, progress, replay, rules, seating_grid, table

__version__ = "0.1.0"
__all__ = [
    "Progress",
    "__version__",
    "add_games",
    "best_seating",
    "compare",
    "drill",
    "drill_names",
    "finished_match",
    "game_names",
    "get_bot",
    "get_game",
    "lessons",
    "load",
    "new_match",
    "practice",
    "progress",
    "replay",
    "review",
    "rules",
    "seating_grid",
    "set_up",
    "simulate",
    "table",
    "why",
]

_HOMES = {
    "new_match": "api",
    "load": "api",
    "set_up": "api",
    "add_games": "games",
    "game_names": "games",
    "get_game": "games",
    "get_bot": "bots",
    "simulate": "lab.simulate",
    "compare": "lab.compare",
    "best_seating": "lab.best_seating",
    "review": "lab.review",
    "drill": "teach",
    "drill_names": "teach",
    "finished_match": "teach",
    "lessons": "teach",
    "why": "teach",
    "Progress": "teach.progress",
    "table": "widgets",
    "rules": "widgets",
    "practice": "widgets",
    "progress": "widgets",
    "replay": "widgets",
    "seating_grid": "widgets",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'theatre_lab' has no attribute {name!r}")
    return getattr(importlib.import_module(f"theatre_lab.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
