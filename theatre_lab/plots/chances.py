"""Plots of win chances over a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.match import Match
from theatre_lab.core.records import GameRecord
from theatre_lab.lab.chances import Outlook, outlooks
from theatre_lab.plots.scores import as_match, clock_of
from theatre_lab.plots.theme import COLOURS, DASHES, MARKERS, QUIET, Chart, escape

__all__ = ["win_chances"]


def win_chances(
    source: Match | GameRecord,
    *,
    iterations: int = 16,
    seed: int = 0,
    backend: str = "lists",
    progress: Callable[[int, int], object] | None = None,
) -> Chart:
    """Each player's chance to win over the game, as the player could judge it at the beginning of each turn.

    Only what a player knew counts, so two lines need not add up to 100 %. `iterations` games are played ahead a turn
    (more: smoother and slower); the rest is said at `lab.chances.outlooks`. A finished game ends at 100 % for a winner.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("cabaret", ["Ann", "Ben"], seed=3, rounds=1)
    >>> for _ in range(4): match.play(match.legal_actions()[0])
    >>> win_chances(match, iterations=4)
    Chance to win: seen by each player in turn, 4 games ahead each
      Ann: 100%, 100%
      Ben: 0%, 0%
    """
    match = as_match(source)
    seen = outlooks(match, iterations=iterations, seed=seed, backend=backend, progress=progress)
    xs, unit = _places(match, seen)
    data, words = [], []
    for player, name in enumerate(match.names):
        own = [(x, told) for x, told in zip(xs, seen, strict=True) if told.player == player]
        line = [told.win_chance for _, told in own]
        places = [x for x, _ in own]
        hovers = [_hover(match, name, told, f"{unit} {x}") for x, told in own]
        if match.is_over:
            share = int(match.game.rules.payoff(match.state, player)) / WHOLE_WIN
            line.append(share)
            places.append(max(xs, default=0) + 1)
            hovers.append(f"<b>{escape(name)}</b> in the end: {match.scores[player]}".replace("-", "−"))
        data.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": escape(name),
                "x": places,
                "y": line,
                "hovertext": hovers,
                "hoverinfo": "text",
                "line": {"color": COLOURS[player % len(COLOURS)], "width": 2.5, "dash": DASHES[player % len(DASHES)]},
                "marker": {"size": 8, "symbol": MARKERS[player % len(MARKERS)]},
            }
        )
        words.append(f"{name}: {', '.join(f'{value:.0%}' for value in line)}")
    even = 1 / len(match.names)
    layout = {
        "height": 380,
        "xaxis": {"title": {"text": unit}, "tickformat": "d"},
        "yaxis": {"title": {"text": "chance to win"}, "tickformat": ".0%", "range": [-0.04, 1.04]},
        "shapes": [_level(even)],
        "showlegend": True,
    }
    ahead = f"{iterations} game{'' if iterations == 1 else 's'} ahead each"
    return Chart(data, layout, title="Chance to win", subtitle=f"seen by each player in turn, {ahead}", words=words)


def _places(match: Match, seen: Sequence[Outlook]) -> tuple[list[int], str]:
    """Where each outlook stands: in its round, if every player has one turn a round, and else at its decision."""
    clock = clock_of(match)
    if clock is not None:
        views = [match.game.view(match.history[told.ply].before, told.player) for told in seen]
        rounds = [int(view.as_dict()[clock]) for view in views]
        turns = [(told.player, at) for told, at in zip(seen, rounds, strict=True)]
        if len(set(turns)) == len(turns):
            return rounds, clock
    return [told.ply + 1 for told in seen], "decision"


def _hover(match: Match, name: str, told: Outlook, when: str) -> str:
    own = told.player
    end = next((i for i in range(told.ply, match.ply) if match.history[i].player != own), match.ply)
    deeds = [match.game.describe_action(ply.before, ply.action) for ply in match.history[told.ply : end]]
    head = f"<b>{escape(name)}</b>, {when}: {told.win_chance:.0%}, {told.score:.1f} points expected".replace("-", "−")
    return "<br>".join([head, *(f"then {escape(deed)}" for deed in deeds)])


def _level(share: float) -> dict[str, Any]:
    """The line of an even game."""
    return {
        "type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": share, "y1": share,
        "line": {"color": QUIET, "width": 1, "dash": "dot"},
    }  # fmt: skip
