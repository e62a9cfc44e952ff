"""A small game for tests: take one or two of a heap, who takes the last wins; a secret card each changes nothing."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from theatre_lab.core.clauses import Clause, Clauses
from theatre_lab.core.declaration import Record, byte, long, short
from theatre_lab.core.errors import NotationError
from theatre_lab.core.game import WHOLE_WIN, Game, Part
from theatre_lab.core.stream import shuffle

DECK = (3, 5, 7, 9)
DEALING, PLAYING, OVER = 0, 1, 2


class State(Record):
    players: int = byte()
    phase: int = byte()
    player: int = byte()
    heap: int = short()
    taken: list[int] = long(2)
    card: list[list[int]] = byte(2, 2)


def is_over(s: Any) -> Any:
    return s.phase == OVER


def to_move(s: Any) -> Any:
    return s.player


def legal_actions(s: Any, out: Any) -> Any:
    if s.phase != PLAYING:
        return 0
    n = min(2, int(s.heap))
    for i in range(n):
        out[i] = i + 1
    return n


def apply(s: Any, action: Any) -> None:
    s.heap -= action
    s.taken[s.player] += action
    if s.heap == 0:
        s.phase = OVER
    else:
        s.player = 1 - s.player


def chance(s: Any, cards: Any) -> Any:
    if s.phase != DEALING:
        return -1
    for i in range(len(DECK)):
        cards[i] = DECK[i]
    return len(DECK)


def set_chance(s: Any, cards: Any, n: Any) -> None:
    for player in range(2):
        for i in range(2):
            s.card[player][i] = cards[2 * player + i]
    s.phase = PLAYING


def conceal(s: Any, player: Any) -> None:
    for i in range(2):
        s.card[1 - player][i] = 0


def determinize(s: Any, player: Any, buffer: Any, rng: Any) -> None:
    n = 0
    for i in range(len(DECK)):
        if DECK[i] != s.card[player][0] and DECK[i] != s.card[player][1]:
            buffer[n] = DECK[i]
            n += 1
    shuffle(buffer, n, rng)
    for i in range(2):
        s.card[1 - player][i] = buffer[i]


def score(s: Any, player: Any) -> Any:
    return s.taken[player]


def payoff(s: Any, player: Any) -> Any:
    return WHOLE_WIN if s.player == player else 0


class Nim(Game):
    name = "nim"
    title = "Nim"
    min_players = max_players = 2
    state_type = State
    rules = sys.modules[__name__]
    modules = (sys.modules[__name__],)
    clauses = Clauses([Clause("NM-1", "Taking", "Take one or two.")])
    rule_numbers = ()
    max_actions = 2
    action_space = 3
    max_cards = 4
    gains_are_points = False
    thinking = 200

    def check_options(self, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        return {"heap": 8, **options}

    def draw_options(self, players: int, options: dict[str, Any], rng: list[int]) -> dict[str, Any]:
        return options

    def new_state(self, players: int, options: Mapping[str, Any], numbers: Sequence[int]) -> State:
        s = State()
        s.players, s.heap = players, options["heap"]
        return s

    def action_text(self, state: Any, action: int) -> str:
        return f"take {action}"

    def parse_action(self, state: Any, text: str) -> int:
        if not text.startswith("take "):
            raise NotationError(text)
        return int(text[5:])

    def refusal(self, state: Any, action: int) -> tuple[str, str]:
        return "NM-1", "There are not so many."

    def chance_texts(self, state: Any, cards: Sequence[int]) -> list[str]:
        return [str(card) for card in cards]

    def parse_chance(self, state: Any, texts: Sequence[str]) -> list[int]:
        return [int(text) for text in texts]

    def breakdown(self, state: Any, player: int) -> list[Part]:
        return [Part("heap", "NM-1", state.taken[player], "taken")]

    def describe_view(self, state: Any, player: int) -> dict[str, Any]:
        return {"heap": state.heap, "card": state.card[player]}

    def reveals(self, state: Any, action: int, player: int) -> bool:
        return False

    def describe_action(self, state: Any, action: int) -> str:
        return f"takes {action}"


NIM = Nim()


def position(heap: int, seed: int = 1) -> State:
    """A dealt game with so many left in the heap."""
    state = NIM.new_state(2, {"heap": heap}, [])
    NIM.resolve_chance(state, [seed])
    return state
