"""How likely each player was to win, at any moment of a game: with open cards, or as the player to move saw it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from theatre_lab.bots import analyse, kernel
from theatre_lab.core.compiled import compiled_backend, list_backend
from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.match import Match
from theatre_lab.core.options import expect_choice, expect_int, show
from theatre_lab.core.stream import new_stream

__all__ = ["Outlook", "outlooks", "win_chances"]


@dataclass(frozen=True)
class Outlook:
    """What a player could expect before a decision: `ply` counts decisions from 0, `win_chance` goes from 0 to 1,
    `score` is the expected final score.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("cabaret", 2, seed=3, rounds=1)
    >>> match.play(match.legal_actions()[0])
    >>> first = outlooks(match, iterations=4)[0]
    >>> first.ply, first.player, 0 <= first.win_chance <= 1, first.score > 0
    (0, 0, True, True)
    """

    ply: int
    player: int
    win_chance: float
    score: float


def outlooks(
    match: Match,
    *,
    iterations: int = 16,
    seed: int = 0,
    backend: str = "lists",
    progress: Callable[[int, int], object] | None = None,
) -> list[Outlook]:
    """What each player could expect at the beginning of each of their turns, from what they knew then.

    A search of so many `iterations` looks ahead from the view of the player to move, so that hidden cards change
    nothing. The same game, seed and backend (`lists`, at once, or `compiled`, faster once it is compiled) give the same
    answer. `progress(done, total)` is called after every turn. BadInput or OptionError says what does not fit.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("cabaret", ["Ann", "Ben"], seed=3, rounds=1)
    >>> for _ in range(3): match.play(match.legal_actions()[0])
    >>> [(outlook.ply, match.names[outlook.player]) for outlook in outlooks(match, iterations=2)]
    [(0, 'Ann'), (1, 'Ben'), (2, 'Ann')]
    """
    expect_int("iterations", iterations, 1, 1_000_000)
    expect_int("seed", seed, -(2**63), 2**63 - 1)
    expect_choice("backend", backend, ("lists", "compiled"))
    form = list_backend(match.game) if backend == "lists" else compiled_backend(match.game)
    movers = [ply.player for ply in match.history]
    turns = [ply for ply, mover in enumerate(movers) if ply == 0 or movers[ply - 1] != mover]
    found = []
    for done, ply in enumerate(turns, 1):
        view = match.game.view(match.history[ply].before, movers[ply])
        told = analyse(view, iterations=iterations, seed=seed, backend=form)
        found.append(Outlook(ply, movers[ply], told.win_chance, told.score))
        if progress is not None:
            progress(done, len(turns))
    return found


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
    out, cards = backend.integers(game.max_actions), backend.integers(game.max_cards)
    play.policy_games(worlds, games, out, cards, totals, rng, False)
    return [totals[player] / (WHOLE_WIN * games) for player in range(players)]
