"""Bots: anything that turns a view into an action. Named ones are found by `get_bot`."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Protocol

from theatre_lab.bots.basic import GreedyBot, RandomBot
from theatre_lab.bots.levels import LEVELS, LevelBot
from theatre_lab.bots.search import Analysis, Estimate, analyse, warm
from theatre_lab.core.errors import BotError, OptionError, TheatreLabError
from theatre_lab.core.game import View
from theatre_lab.core.options import show

__all__ = [
    "Analysis", "Bot", "Estimate", "LevelBot", "analyse", "bot_names", "choose", "get_bot", "warm",
]  # fmt: skip


class Bot(Protocol):
    """A player: called with a view in which it is to move, it answers with an action, as number or in notation."""

    def __call__(self, view: View, /) -> int | str: ...


_SIMPLE: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bot_names() -> list[str]:
    """The names of the bots, weakest first.

    >>> bot_names()
    ['random', 'greedy', 'easy', 'medium', 'hard', 'expert']
    """
    return [*_SIMPLE, *LEVELS]


def get_bot(name: object, seed: int = 0, *, live: bool = False) -> Bot:
    """A bot by name, fresh, with its own luck; OptionError suggests the nearest name.

    The levels (`easy`, `medium`, `hard`, `expert`) are `LevelBot`s: with `live` they never wait for compilation and
    keep to a limit of time, for games with people.
    """
    if isinstance(name, str) and name in LEVELS:
        return LevelBot(name, seed, live)
    if isinstance(name, str) and name in _SIMPLE:
        return _SIMPLE[name](seed)
    near = difflib.get_close_matches(str(name)[:40], bot_names(), n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(bot_names())}"
    raise OptionError(f"there is no bot {show(name)}; {hint}")


def choose(bot: Bot, view: View) -> int:
    """What the bot plays, as a legal action's number. BotError names the bot and its mistake.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> view = Match(get_game("overture"), 2, theatre="blackbox", seed=1).view(0)
    >>> view.game.action_text(view.state, choose(lambda view: "draw deck", view))
    'draw deck'
    >>> choose(lambda view: "draw lobby 0", view)
    Traceback (most recent call last):
    theatre_lab.core.errors.BotError: the bot '<lambda>' answered with an illegal action: draw lobby 0: The ...
    """
    name = getattr(bot, "name", None) or getattr(bot, "__name__", type(bot).__name__)
    try:
        answer = bot(view)
    except TheatreLabError:
        raise
    except Exception as error:
        raise BotError(f"the bot {name!r} failed: {type(error).__name__}: {error}") from error
    try:
        action = view.game.parse_action(view.state, answer) if isinstance(answer, str) else answer
        if type(action) is not int:
            raise BotError(
                f"the bot {name!r} answered with {show(answer)}, which is no action; give a number or notation"
            )
        view.game.require_legal(
            view.state, action, answer if isinstance(answer, str) else view.game.action_text(view.state, action)
        )
    except BotError:
        raise
    except Exception as error:
        raise BotError(f"the bot {name!r} answered with an illegal action: {error}") from None
    return action
