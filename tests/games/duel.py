"""Two policies of a game against each other, for tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from theatre_lab.core.game import WHOLE_WIN, Game
from theatre_lab.core.stream import new_stream, shuffle

Play = Callable[[Any, Any, Any], Any]


def share_of_wins(
    game: Game, play: Play, other: Play, games: int, options: Callable[[int], Mapping[str, Any]] = lambda deal: {}
) -> float:
    """What the first policy wins of games of two against the other one, every deal in both seats."""
    rules, won = game.rules, 0
    out, cards = [0] * game.max_actions, [0] * game.max_cards
    for number in range(games):
        deal, seat = divmod(number, 2)
        rng = new_stream(deal)
        s = game.new_state(2, game.check_options(2, options(deal)), game.check_rules(None))
        while not rules.is_over(s):
            n = rules.chance(s, cards)
            if n >= 0:
                shuffle(cards, n, rng)
                rules.set_chance(s, cards, n)
            else:
                rules.apply(s, int((play if rules.to_move(s) == seat else other)(s, out, rng)))
        won += rules.payoff(s, seat)
    return won / WHOLE_WIN / games
