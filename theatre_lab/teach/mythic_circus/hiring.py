"""The drill "Whom to hire": positions whose hires the engine has played on thousands of times.

>>> from theatre_lab.core.compiled import list_backend
>>> note = hire_positions()[0]
>>> NOBODY in note["chances"], note["games"] > 0
(True, True)
>>> s = position_of(note)
>>> chances = hire_chances(s, list_backend(MYTHIC_CIRCUS), worlds=1, games=4)
>>> sorted(chances) == sorted(note["chances"]), 0 <= min(chances.values()) <= max(chances.values()) <= 1
(True, True)
"""

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
from theatre_lab.games.mythic_circus.cards import CARDS, NAMES
from theatre_lab.teach.drills import DrillSpec, Luck, Question
from theatre_lab.teach.mythic_circus.scene import counted

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
            play.policy_games(room, games, out, cards, results, backend.integers(new_stream(number, 1)), False)
        name = MYTHIC_CIRCUS.action_text(s, action).removeprefix("hire ")
        totals[NOBODY if name == "end" else name] = float(results[0]) / (WHOLE_WIN * worlds * games)
    return totals


def _troupe(note: Mapping[str, Any]) -> str:
    """All that the player owns, in words."""
    owned = Counter(note["labor"])
    for zone in _ZONES:
        owned.update(note[zone]["0"])
    return counted([name for name in NAMES for _ in range(owned[name])])


_OFFERED = (5, 7, len(NAMES))
"""How many choices there are at most, by level."""
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _whom_to_hire(luck: Luck, level: int) -> Question:
    """Which first hire wins the most games?"""
    note = luck.pick(hire_positions())
    s, chances = position_of(note), note["chances"]
    order = sorted(chances, key=lambda name: -chances[name])
    near = [name for name in order if is_near_best(chances[name], chances[order[0]], in_points=False)]
    offered = near[: _OFFERED[level - 1] // 2]
    offered += luck.shuffled([name for name in order if name not in near])[: _OFFERED[level - 1] - len(offered)]
    told = ", ".join(f"{name} {chances[name]:.0%}" for name in order if name in offered)
    return {
        "prompt": f"Round {note['turn']}, VP {s.vp[0]} to {s.vp[1]}. You own {_troupe(note)}. "
        f"You have {s.points} labor points. Which of these {_WORDS[len(offered)]} choices is best?",
        "kind": "choice",
        "options": sorted(offered, key=lambda name: (name == NOBODY, name)),
        "answer": [name for name in near if name in offered],
        "board": {
            "stage": note["stage"]["0"],
            "points": s.points,
            "supply": {name: s.supply[kind] for kind, name in enumerate(NAMES) if CARDS[kind].is_hireable},
            "opponents": [{"name": "Ben", "stage": note["stage"]["1"]}],
        },
        "hint": [
            "Is it better than the average card you own, where you need it?",
            "Early on, workers who earn labor and draw; later, workers for the stage.",
        ],
        "solution": f"Of {note['games']:,} games played on from here you win, after hiring: {told}. "
        "Whatever comes near the best counts as right.",
    }


HIRING_DRILLS = (DrillSpec("whom-to-hire", "Whom to hire", ("MC-H1",), _whom_to_hire),)
