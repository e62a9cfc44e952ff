"""Games by weights that are given at run time: what the tuning of a policy runs (see `core.compiled`)."""

from __future__ import annotations

from typing import Any

rules: Any = None


def settle(s: Any, cards: Any, rng: Any) -> None:
    """Shuffle whatever is due."""
    n = rules.chance(s, cards)
    while n >= 0:
        rules.shuffle(cards, n, rng)
        rules.set_chance(s, cards, n)
        n = rules.chance(s, cards)


def weighted_games(
    worlds: Any,
    games: Any,
    seat: Any,
    one: Any,
    others: Any,
    is_plain: Any,
    out: Any,
    cards: Any,
    rng: Any,
    totals: Any,
) -> None:
    """Play so many games from `worlds[0]`, the seat by the weights `one`, the rest by `others` or as level medium.

    Adds to `totals` the payoff of the seat, then the scores of all players.
    """
    for _ in range(games):
        rules.put(worlds, 1, worlds[0])
        s = worlds[1]
        settle(s, cards, rng)
        while not rules.is_over(s):
            if rules.to_move(s) == seat:
                rules.apply(s, rules.weighted_action(s, one, out, rng))
            elif is_plain:
                rules.apply(s, rules.greedy_action(s, out, rng))
            else:
                rules.apply(s, rules.weighted_action(s, others, out, rng))
            settle(s, cards, rng)
        totals[0] += rules.payoff(s, seat)
        for player in range(s.players):
            totals[1] += rules.score(s, player)
