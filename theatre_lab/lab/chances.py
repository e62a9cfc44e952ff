"""How likely each player was to win, at any moment of a game: the rest played out many times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theatre_lab.bots import kernel
from theatre_lab.core.compiled import list_backend
from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.match import Match
from theatre_lab.core.options import expect_int, show
from theatre_lab.core.stream import new_stream

__all__ = ["win_chances"]


def win_chances(match: Match, plies: Sequence[int], *, games: int = 30, seed: int = 0) -> list[list[float]]:
    """Every player's chance (0 to 1) to win from the position before each of these decisions.

    From each position the game is played to its end `games` times by the game's policy (at random where it has none),
    with the cards as they really lay: a look back with open cards, not what a player could have known. Plies count
    from 0; the number of decisions made stands for the position now. BadInput names a ply that the match has not.

    >>> from theatre_lab.api import new_match
    >>> win_chances(new_match("cabaret", 2, seed=1, rounds=1), [0], games=4)
    [[0.0, 1.0]]
    """
    expect_int("games", games, 1, 10_000)
    backend = list_backend(match.game)
    play = backend.bind(kernel)
    states = [*(ply.before for ply in match.history), match.state]
    chances = []
    for ply in plies:
        if type(ply) is not int or not 0 <= ply < len(states):
            raise BadInput(f"plies must be numbers from 0 to {len(states) - 1}, not {show(ply)}")
        chances.append(_chances_from(backend, play, states[ply], games, new_stream(seed, ply)))
    return chances


def _chances_from(backend: Any, play: Any, state: Any, games: int, rng: list[int]) -> list[float]:
    game, players = backend.game, int(state.players)
    if game.rules.is_over(state):
        return [game.rules.payoff(state, player) / WHOLE_WIN for player in range(players)]
    worlds, totals = backend.worlds(2), backend.integers(2 * players)
    backend.store(worlds, 0, state)
    play.policy_games(worlds, games, backend.integers(game.max_actions), backend.integers(game.max_cards), totals, rng)
    return [totals[player] / (WHOLE_WIN * games) for player in range(players)]
