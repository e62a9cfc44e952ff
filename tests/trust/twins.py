"""Games that differ in hidden cards alone, from the first card on: what one player sees is the same all along.

A twin of a game has other luck and the same public course. It is found by exchanging cards in the luck of the record
and playing the same decisions again: where every view of the player stays the same, the games cannot be told apart.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from theatre_lab.bots.basic import RandomBot
from theatre_lab.core.errors import TheatreLabError
from theatre_lab.core.match import Match
from theatre_lab.core.records import GameRecord
from theatre_lab.games import get_game


def begun(name: str, players: int, plies: int, seed: int, **options: Any) -> Match:
    """A game that went on at random for so many decisions, or to its end."""
    match, bot = Match(get_game(name), players, seed=seed, **options), RandomBot(seed)
    while match.ply < plies and (player := match.to_move) is not None:
        match.play(bot(match.view(player)))
    return match


def seen(match: Match, player: int) -> list[str]:
    """Everything that the player was ever shown: the view before each decision and now, and what was decided."""
    states = [*(ply.before for ply in match.history), match.state]
    told = [match.game.public_action(ply.before, ply.action, player) for ply in match.history]
    return [json.dumps(match.game.view(state, player).as_dict()) for state in states] + told


def twins(match: Match, player: int, tries: int, seed: int) -> Iterator[Match]:
    """Twins of a match for a player; few or none where little is hidden."""
    rng, data, known = random.Random(seed), match.record().as_dict(), seen(match, player)
    # A seed would bring the very same luck back.
    data.pop("seed", None)
    data.pop("result", None)
    for _ in range(tries):
        chance = [list(entry) for entry in data["chance"]]
        entry = rng.choice([each for each in chance if len(each) > 1] or [[]])
        if not entry:
            return
        for _ in range(rng.choice((1, 1, 2, 6))):
            i = rng.randrange(len(entry))
            j = rng.choice([place for place, card in enumerate(entry) if card != entry[i]] or [i])
            entry[i], entry[j] = entry[j], entry[i]
        if chance == data["chance"]:
            continue
        try:
            twin = Match.from_record(GameRecord.from_dict({**data, "chance": chance}), match.game)
        except TheatreLabError:
            continue
        if twin.state != match.state and seen(twin, player) == known:
            yield twin
