"""The drill "Whom to hire": positions whose hires the engine has played on thousands of times."""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from theatre_lab.bots import kernel
from theatre_lab.core.compiled import Backend
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.near_best import is_near_best
from theatre_lab.core.stream import new_stream
from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state
from theatre_lab.games.mythic_circus.cards import CARDS, HIREABLE, KINDS, NAMES
from theatre_lab.teach.drills import DrillSpec, Luck, Question

__all__ = ["HIRING_DRILLS", "hire_chances", "hire_positions", "position_of"]

NOBODY = "nobody"
_ZONES = ("stage", "hand", "discard", "deck")


@functools.cache
def hire_positions() -> tuple[Mapping[str, Any], ...]:
    """The stored positions, each with the share of games (0 to 1) won after every hire; `nobody` is no hire.

    >>> sorted(hire_positions()[0])[:2]
    ['chances', 'deck']
    """
    path = Path(__file__).parent / "data" / "hires.json"
    return tuple(json.loads(path.read_text(encoding="utf-8")))


def position_of(note: Mapping[str, Any]) -> Any:
    """The state of a stored position: player 0 hires; how the hidden cards lie means nothing."""
    piles: dict[str, Any] = {zone: {int(seat): cards for seat, cards in note[zone].items()} for zone in _ZONES}
    return circus_state(
        len(note["vp"]), labor=note["labor"], vp=note["vp"], supply=note["supply"], phase="hire", **piles
    )


def hire_chances(s: Any, backend: Backend, worlds: int, games: int) -> dict[str, float]:
    """The share of games that player 0 wins after each first hire, in so many worlds, each played on so many times.

    All hires meet the same worlds and the same luck; both players go on by the game's policy.
    """
    play = backend.bind(kernel)
    view = MYTHIC_CIRCUS.view(s, 0)
    room, totals = backend.worlds(2), {}
    out, cards = backend.integers(MYTHIC_CIRCUS.max_actions), backend.integers(MYTHIC_CIRCUS.max_cards)
    for action in view.actions():
        results = backend.integers(2 * s.players)
        for number in range(worlds):
            world = view.determinize(new_stream(number))
            MYTHIC_CIRCUS.rules.apply(world, action)
            backend.store(room, 0, world)
            play.policy_games(room, games, out, cards, results, backend.integers(new_stream(number, 1)))
        name = MYTHIC_CIRCUS.action_text(s, action).removeprefix("hire ")
        totals[NOBODY if name == "end" else name] = float(results[0]) / (WHOLE_WIN * worlds * games)
    return totals


def _troupe(note: Mapping[str, Any]) -> str:
    """All that the player owns, in words."""
    owned = Counter(note["labor"])
    for zone in _ZONES:
        owned.update(note[zone]["0"])
    return ", ".join(f"{owned[name]} {name}{'s' if owned[name] > 1 else ''}" for name in NAMES if owned[name])


def _whom_to_hire(luck: Luck, level: int) -> Question:
    """Which first hire wins the most games?"""
    del level
    note = luck.pick(hire_positions())
    s, chances = position_of(note), note["chances"]
    best = max(chances.values())
    near = [name for name, chance in chances.items() if is_near_best(chance, best, in_points=False)]
    order = sorted(chances, key=lambda name: -chances[name])
    told = ", ".join(f"{name} {chances[name]:.0%}" for name in order)
    affordable = {
        card.name: s.supply[k] for k, card in enumerate(CARDS[:KINDS]) if HIREABLE[k] and card.name in chances
    }
    return {
        "prompt": f"Round {note['turn']}, VP {s.vp[0]} to {s.vp[1]}; you have {s.points} labor points. "
        "Whom would you hire first?",
        "kind": "choice",
        "options": sorted(chances, key=lambda name: (name == NOBODY, name)),
        "answer": near,
        "board": {
            "stage": note["stage"]["0"],
            "points": s.points,
            "supply": affordable,
            "opponents": [{"name": "Ben", "stage": note["stage"]["1"]}],
        },
        "hint": [
            f"You own {_troupe(note)}.",
            "Early on, workers who earn labor and draw; later, workers for the stage.",
        ],
        "solution": f"Of {note['games']:,} games played on from here you win, after hiring: {told}. "
        "Whatever comes near the best counts as right.",
    }


HIRING_DRILLS = (DrillSpec("whom-to-hire", "Whom to hire", ("MC-H1",), _whom_to_hire),)
