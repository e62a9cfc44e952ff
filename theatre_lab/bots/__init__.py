"""Bots: anything that turns a view into an action. Named ones are found by `get_bot`."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Protocol

from theatre_lab.bots.basic import GreedyBot, RandomBot
from theatre_lab.bots.levels import LEVELS, LevelBot
from theatre_lab.bots.search import Analysis, Estimate, analyse, view_digest, warm
from theatre_lab.core.errors import BadInput, BotError, OptionError, place_of, told_error
from theatre_lab.core.game import View
from theatre_lab.core.options import as_index, show

__all__ = [
    "Analysis", "Bot", "Estimate", "LevelBot", "analyse", "bot_names", "choose", "get_bot", "view_digest", "warm",
]  # fmt: skip


class Bot(Protocol):
    """A player: called with a view in which it is to move, it answers with an action, as number or in notation.

    >>> def first(view: View) -> int:
    ...     return view.actions()[0]
    >>> bot: Bot = first
    """

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

    >>> get_bot("easy", seed=4)
    <bot easy, seed 4>
    """
    number = as_index(seed)
    if number is None:
        raise OptionError(f"a bot's seed must be a whole number, not {show(seed)}")
    if isinstance(name, str) and name in LEVELS:
        return LevelBot(name, number, live)
    if isinstance(name, str) and name in _SIMPLE:
        return _SIMPLE[name](number)
    near = difflib.get_close_matches(str(name)[:40], bot_names(), n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(bot_names())}"
    if ":" in str(name):
        hint += "; bots of your own play in simulate and in ratings"
    elif str(name).endswith(".py"):
        hint = f"write {show(f'{name}:function')} for a function in that file, which plays in simulate and in ratings"
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
    name = str(getattr(bot, "name", None) or getattr(bot, "__name__", type(bot).__name__))
    try:
        answer = bot(view)
    except BotError:
        raise
    except (Exception, SystemExit) as error:
        raise BotError(f"the bot {name!r} failed: {told_error(error)}{place_of(error)}") from error
    action = _number(answer, view, name)
    if action not in view.game.legal_actions(view.state):
        raise BotError(f"the bot {name!r} answered with an illegal action: {_refusal(answer, action, view)}")
    return action


def _number(answer: object, view: View, name: str) -> int:
    if isinstance(answer, str):
        try:
            return view.game.parse_action(view.state, answer)
        except BadInput as error:
            raise BotError(f"the bot {name!r} answered with an illegal action: {error}") from None
    action = as_index(answer)
    if action is None:
        raise BotError(f"the bot {name!r} answered with {show(answer)}, which is no action; give a number or notation")
    return action


def _refusal(answer: object, action: int, view: View) -> str:
    if not 0 <= action < view.game.action_space:
        return f"{show(action)} is not the number of an action"
    clause, reason = view.game.refusal(view.state, action)
    return f"{answer}: {reason} ({clause})"
