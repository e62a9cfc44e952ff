"""Three hiring plans for Mythic Circus, written as anybody may write a bot: a function from a view to an action.

Each says what it does differently and leaves the rest to the greedy bot. They answer in notation, and look at nothing
but `view.as_dict()`. By name a plan is written `theatre_lab.bots.plans:golem_foundry`.

>>> from theatre_lab.lab.simulate import simulate
>>> [bot.bot for bot in simulate("mythic-circus", [golem_foundry, faun_parade], games=2, seed=1).bots]
['golem_foundry', 'faun_parade']
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theatre_lab.bots.basic import GreedyBot
from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import View

__all__ = ["PLANS", "faun_parade", "golem_foundry", "wolf_pack"]


def golem_foundry(view: View) -> int | str:
    """Golems first, so that every hand is larger than five; then a few strong stars, and not one card more.

    >>> from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state
    >>> golem_foundry(MYTHIC_CIRCUS.view(circus_state(labor=["Golem", "Golem"], phase="hire"), 0))
    'hire Golem'
    """
    if "end" in view.legal_actions():
        return hire_up_to(view, {"Golem": 3, "Unicorn": 3, "Fairy": 2, "Mermaid": 2, "Phoenix": 2})
    return sensible(view)


def faun_parade(view: View) -> int | str:
    """A crowd of Fauns, who are worth what their company is, and Fairies to bring back those who left.

    A small show would send the crowd home: it waits until one is worth 2 VP, or wins.

    >>> from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state
    >>> faun_parade(MYTHIC_CIRCUS.view(circus_state(stage=["Faun", "Faun", "Unicorn"], phase="begin"), 0))
    'pass'
    """
    possible = view.legal_actions()
    if "end" in possible:
        return hire_up_to(view, {"Golem": 1, "Faun": 5, "Fairy": 3, "Goblin": 2})
    if "perform" in possible:
        return perform_from(view, 2)
    return sensible(view)


def wolf_pack(view: View) -> int | str:
    """Two Golems to pay for them, then Unicorns and Werewolves, who send the workers of others home.

    >>> from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state
    >>> wolf_pack(MYTHIC_CIRCUS.view(circus_state(labor=["Golem", "Golem", "Working Gnome"], phase="hire"), 0))
    'hire Unicorn'
    """
    if "end" in view.legal_actions():
        return hire_up_to(view, {"Golem": 2, "Unicorn": 4, "Werewolf": 3, "Fairy": 1})
    return sensible(view)


PLANS = (golem_foundry, faun_parade, wolf_pack)
"""The three, in the order of the lesson."""

_greedy = GreedyBot()


def sensible(view: View) -> int:
    """What a plan does where it has nothing of its own to say. BadInput in any game but Mythic Circus.

    >>> from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state
    >>> view = MYTHIC_CIRCUS.view(circus_state(stage=["Unicorn"], phase="begin"), 0)
    >>> sensible(view) in view.actions()
    True
    """
    if view.game.name != "mythic-circus":
        raise BadInput(f"a hiring plan plays Mythic Circus, not {view.game.title}")
    return _greedy(view)


def hire_up_to(view: View, wishes: Mapping[str, int]) -> str:
    """Hire the first card of the list that can be had and of which fewer are owned than wished for; otherwise end."""
    owned = view.as_dict()["seats"][view.player]["owned"]
    possible = view.legal_actions()
    wanted = [f"hire {card}" for card, most in wishes.items() if owned.get(card, 0) < most]
    return next((action for action in wanted if action in possible), "end")


def perform_from(view: View, least: int) -> str:
    """Perform when it earns so many victory points, or wins."""
    told = view.as_dict()
    seat: dict[str, Any] = told["seats"][view.player]
    earns = seat["show"]["vp"]
    return "perform" if earns >= least or (earns and seat["vp"] + earns >= told["goal"]) else "pass"
