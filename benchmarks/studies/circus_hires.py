"""Mythic Circus: positions for the drill "Whom to hire", each hire played on many times by the game's policy.

Positions come from games of the greedy bot. From each, every possible first hire (and none) is followed by the same
worlds, and the share of games won is kept. Positions in which most hires are about equally good teach little and are
left out.

python benchmarks/studies/circus_hires.py --positions 32 --games 2000
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import theatre_lab
from theatre_lab.bots import choose, get_bot
from theatre_lab.core.compiled import compiled_backend
from theatre_lab.core.match import Match
from theatre_lab.core.near_best import is_near_best
from theatre_lab.core.stream import below, new_stream
from theatre_lab.games import get_game
from theatre_lab.games.mythic_circus.cards import NAMES
from theatre_lab.games.mythic_circus.state import HIRE_PHASE
from theatre_lab.teach.mythic_circus.hiring import hire_chances, position_of

FILE = Path(theatre_lab.__file__).parent / "teach" / "mythic_circus" / "data" / "hires.json"
GAME = get_game("mythic-circus")
SPREAD = 0.07
"""The best hire must win so much more often than the worst."""


def names(counts: Any) -> list[str]:
    return [NAMES[card] for card, number in enumerate(counts) for _ in range(number)]


def noted(s: Any) -> dict[str, Any]:
    """The position as the active player knows it, who becomes player 0; what is hidden lies in any order."""
    order = [(s.active + step) % s.players for step in range(s.players)]
    world = s.copy()
    decks = {seat: [NAMES[card] for card in s.deck[p][: s.deck_size[p]][::-1]] for seat, p in enumerate(order)}
    return {
        "turn": s.rounds_done + 1,
        "labor": names(s.labor),
        "vp": [s.vp[p] for p in order],
        "supply": {NAMES[card]: s.supply[card] for card in range(3, len(NAMES))},
        "stage": {seat: names(world.stage[p]) for seat, p in enumerate(order)},
        "hand": {seat: names(world.hand[p]) for seat, p in enumerate(order)},
        "discard": {seat: names(world.discard[p]) for seat, p in enumerate(order)},
        "deck": {seat: sorted(decks[seat]) for seat in decks},
    }


def positions(seed: int) -> Any:
    """One moment of hiring from every game of the greedy bot, chosen by lot."""
    luck = new_stream(seed)
    while True:
        match = Match(GAME, 2, seed=below(luck, 1 << 30))
        bots = [get_bot("greedy", below(luck, 1 << 30)) for _ in range(2)]
        found = []
        while (player := match.to_move) is not None:
            s = match.state
            if s.phase == HIRE_PHASE and not any(s.hired) and s.points >= 3 and not any(s.wounded):
                found.append(s.copy())
            match.play(choose(bots[player], match.view(player)))
        if found:
            yield noted(found[below(luck, len(found))])


def is_worth_asking(chances: dict[str, float]) -> bool:
    """Is something at stake, and fewer than half of the hires right?"""
    best = max(chances.values())
    near = [name for name, chance in chances.items() if is_near_best(chance, best, in_points=False)]
    return best - min(chances.values()) >= SPREAD and 0.1 < best < 0.9 and 2 * len(near) <= len(chances)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=32)
    parser.add_argument("--games", type=int, default=2000, help="for each hire")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    backend, kept, seen = compiled_backend(GAME), [], []
    for note in positions(asked.seed):
        if note in seen:
            continue
        seen.append(note)
        chances = hire_chances(position_of(note), backend, worlds=asked.games // 20, games=20)
        if is_worth_asking(chances):
            kept.append({**note, "games": asked.games, "chances": {k: round(v, 3) for k, v in chances.items()}})
            print(len(kept), kept[-1]["chances"], flush=True)
        if len(kept) == asked.positions:
            break
    FILE.write_text("[\n" + ",\n".join(json.dumps(each) for each in kept) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
