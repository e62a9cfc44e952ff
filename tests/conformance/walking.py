"""Small kernels for the tests of the backends: they run as they stand and compiled, like a search.

Their names begin with `walk_`, because a function of a game takes the place of a kernel's of the same name.
"""

from __future__ import annotations

from typing import Any

rules: Any = None


def walk_step(worlds: Any, out: Any, cards: Any, rng: Any) -> Any:
    """Let luck decide what is due in `worlds[0]`, then carry out a random action; return it, or -1 at the end."""
    s = worlds[0]
    n = rules.chance(s, cards)
    while n >= 0:
        rules.shuffle(cards, n, rng)
        rules.set_chance(s, cards, n)
        n = rules.chance(s, cards)
    if rules.is_over(s):
        return -1
    action = int(out[rules.below(rng, rules.legal_actions(s, out))])
    rules.apply(s, action)
    return action


def walk_look(worlds: Any, player: Any, cards: Any, rng: Any) -> None:
    """Put what the player sees of `worlds[0]` into `worlds[1]`, and a world that fits it into `worlds[2]`."""
    rules.put(worlds, 1, worlds[0])
    rules.conceal(worlds[1], player)
    rules.put(worlds, 2, worlds[1])
    rules.determinize(worlds[2], player, cards, rng)


def walk_judge(worlds: Any, totals: Any) -> None:
    """Write every player's score into `totals`, and at the end of a game the payoffs after them."""
    s = worlds[0]
    for player in range(s.players):
        totals[player] = rules.score(s, player)
        if rules.is_over(s):
            totals[s.players + player] = rules.payoff(s, player)
