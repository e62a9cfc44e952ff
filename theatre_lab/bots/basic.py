"""Two simple bots: one plays at random, one takes what promises most at once."""

from __future__ import annotations

import functools
from typing import Any

from theatre_lab.core.game import Game, View
from theatre_lab.core.stream import below, new_stream

__all__ = ["GreedyBot", "RandomBot"]

_WORLDS = 8


class RandomBot:
    """Plays any legal action with equal chance; the same seed makes the same choices.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> match = Match(get_game("overture"), 2, theatre="blackbox", seed=1)
    >>> action = RandomBot(seed=3)(match.view(0))
    >>> action in match.view(0).actions()
    True
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._rng = new_stream(seed)

    def __repr__(self) -> str:
        return f"<bot {self.name}, seed {self.seed}>"

    def __call__(self, view: View) -> int:
        actions = view.actions()
        return actions[below(self._rng, len(actions))]


class GreedyBot:
    """Takes the action that promises most at once.

    A game whose modules hold a `greedy_action` or a `policy_action` is played by that; in any other game the bot tries
    each action in a few worlds that fit its view and takes the one after which its own score is highest.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> match = Match(get_game("overture"), 2, theatre="blackbox", seed=1)
    >>> match.play(GreedyBot(seed=3)(match.view(0)))
    >>> match.ply
    1
    """

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._rng = new_stream(seed)

    def __repr__(self) -> str:
        return f"<bot {self.name}, seed {self.seed}>"

    def __call__(self, view: View) -> int:
        return greedy_choice(view, self._rng)


def greedy_choice(view: View, rng: list[int]) -> int:
    """What the greedy bot plays, with luck from this stream."""
    greedy = policy_of(view.game, "greedy_action") or policy_of(view.game)
    if greedy is not None:
        return int(greedy(view.state.copy(), [0] * view.game.max_actions, rng))
    worlds = [view.determinize(rng) for _ in range(_WORLDS)]
    values = [(sum(_score_after(view, world, action, rng) for world in worlds), action) for action in view.actions()]
    best = max(value for value, _ in values)
    choices = [action for value, action in values if value == best]
    return choices[below(rng, len(choices))]


def _score_after(view: View, world: Any, action: int, rng: list[int]) -> int:
    after = world.copy()
    view.game.rules.apply(after, action)
    view.game.resolve_chance(after, rng)
    return int(view.game.rules.score(after, view.player))


@functools.cache
def policy_of(game: Game, name: str = "policy_action") -> Any:
    """The game's own function of that name, or None."""
    for module in game.modules:
        if hasattr(module, name):
            return getattr(module, name)
    return None
