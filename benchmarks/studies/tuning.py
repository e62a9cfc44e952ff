"""Self-play by weights that are given at run time: what the tuning of Overture's policy runs (see `core.compiled`)."""

from __future__ import annotations

from typing import Any

rules: Any = None


def weighted_games(worlds: Any, games: Any, weights: Any, out: Any, cards: Any, rng: Any) -> Any:
    """Play so many games from `worlds[0]` by these weights; return the sum of all scores."""
    points = 0
    for _ in range(games):
        rules.put(worlds, 1, worlds[0])
        s = worlds[1]
        n = rules.chance(s, cards)
        rules.shuffle(cards, n, rng)
        rules.set_chance(s, cards, n)
        while not rules.is_over(s):
            rules.apply(s, rules.weighted_action(s, weights, out, rng))
        for player in range(s.players):
            points += rules.score(s, player)
    return points
