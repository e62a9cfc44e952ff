"""What the conformance suite shares: the cases (a game, players, options) and games played at random."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from theatre_lab.bots.basic import RandomBot
from theatre_lab.core.game import Game
from theatre_lab.core.match import Match, Ply
from theatre_lab.core.stream import new_stream
from theatre_lab.games import game_names, get_game

MOST_PLIES = 20_000
# Random play of some games is long: how to keep it short. Each is also played once with its defaults.
SHORT: dict[str, dict[str, Any]] = {"mythic-circus": {"max_turns": 10}}
# Options worth a run of their own; a game without an entry is played with its defaults.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "cabaret": [{"all_genres": True, "rounds": 1}],
    "mythic-circus": [{"finish": "round", "max_turns": 6}],
    "the-theatre": [{"open_suits": True}],
}


@dataclass(frozen=True)
class Case:
    """A game, a number of players, and options as JSON text."""

    name: str
    players: int
    options: str = "{}"

    def __str__(self) -> str:
        is_usual = json.loads(self.options) in ({}, SHORT.get(self.name))
        return f"{self.name}-{self.players}" + ("" if is_usual else "-variant")

    @property
    def game(self) -> Game:
        return get_game(self.name)

    def match(self, seed: int, **more: Any) -> Match:
        return Match(self.game, self.players, seed=seed, **{**json.loads(self.options), **more})


def _all_cases() -> Iterator[Case]:
    for name in game_names():
        game = get_game(name)
        for players in range(game.min_players, game.max_players + 1):
            yield Case(name, players, json.dumps(SHORT.get(name, {}) if players > game.min_players else {}))
        for options in VARIANTS.get(name, []):
            yield Case(name, game.min_players, json.dumps(options))


CASES = list(_all_cases())
GAMES = game_names()


@dataclass
class Played:
    """A finished game: the match, and the state before each decision with who took it."""

    case: Case
    match: Match
    plies: list[Ply] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return self.match.game

    def some(self, count: int) -> list[int]:
        """So many plies, spread over the game, the first and the last among them."""
        last = len(self.plies) - 1
        return sorted({last * i // max(count - 1, 1) for i in range(count)})

    def states(self, count: int) -> list[Any]:
        """The states before so many plies, and the final one."""
        return [self.plies[i].before for i in self.some(count)] + [self.match.state]


def play_out(match: Match, seed: int) -> None:
    """Let chance decide everything to the end."""
    bot = RandomBot(seed)
    while (player := match.to_move) is not None:
        assert match.ply < MOST_PLIES, "this game does not end"
        match.play(bot(match.view(player)))


@cache
def played(case: Case, seed: int = 1) -> Played:
    """A game of this case that was played at random; the same object at every call, not to be changed."""
    match = case.match(seed)
    play_out(match, seed)
    return Played(case, match, list(match.history))


def plain(state: Any) -> str:
    """All of a state as text, to compare what might share lists."""
    return json.dumps(state.as_dict())


def worlds(game: Game, state: Any, player: int, count: int, seed: int = 5) -> list[Any]:
    """Random worlds that fit what the player knows."""
    rng = new_stream(seed, player)
    return [game.view(state, player).determinize(rng) for _ in range(count)]


def after(game: Game, state: Any, action: int) -> Any:
    """The state after an action, luck aside."""
    result = state.copy()
    game.rules.apply(result, action)
    return result


def luck_is_due(game: Game, state: Any) -> bool:
    return bool(game.rules.chance(state, [0] * game.max_cards) >= 0)
