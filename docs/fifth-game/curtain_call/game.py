"""Curtain Call as the rest of theatre_lab sees it: names, words and reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from curtain_call import rules
from curtain_call.clauses import CLAUSES
from curtain_call.rules import BOW, CARDS, R_BILLING, RANKS, State, highest, line_points, size
from theatre_lab.core.errors import NotationError
from theatre_lab.core.game import Game, Part
from theatre_lab.core.options import RuleNumber, refuse_unknown, show

__all__ = ["CURTAIN_CALL", "CurtainCall"]


class CurtainCall(Game):
    """Rising lines, and a bow at the right moment."""

    name = "curtain-call"
    title = "Curtain Call"
    min_players = 2
    max_players = rules.MOST_PLAYERS
    state_type = State
    rules: ClassVar[Any] = rules
    modules = (rules,)
    clauses = CLAUSES
    rule_numbers = (
        RuleNumber("hand", 3, 1, 6, "CC-S1", "cards dealt to everyone"),
        RuleNumber("billing", 2, 0, 20, "CC-P2", "points for top billing"),
    )
    max_actions = RANKS + 1
    action_space = RANKS + 1
    max_cards = CARDS

    # ------------------------------------------------------------- beginning a game

    def check_options(self, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        refuse_unknown("option", options, self.option_names)
        return {}

    def draw_options(self, players: int, options: dict[str, Any], rng: list[int]) -> dict[str, Any]:
        return options

    def new_state(self, players: int, options: Mapping[str, Any], numbers: Sequence[int]) -> State:
        s = State()
        s.players = players
        s.rule = list(numbers)
        return s

    # ------------------------------------------------------------- notation

    def action_text(self, state: Any, action: int) -> str:
        return "bow" if action == BOW else f"play {action}"

    def parse_action(self, state: Any, text: str) -> int:
        for action in range(RANKS + 1):
            if text == self.action_text(state, action):
                return action
        raise NotationError(f"{show(text)} is no action of {self.title}; write 'bow', or 'play' and a rank from 1 to 6")

    def refusal(self, state: Any, action: int) -> tuple[str, str]:
        if state.phase == rules.OVER:
            return "CC-E1", "The game is over: all cards are played."
        last = highest(state.line[state.turn])
        if action == BOW:
            return "CC-T3", "Your line is empty: there is nothing to bow with."
        if not state.hand[state.turn][action]:
            return "CC-T2", f"You hold no {action}."
        return "CC-T2", f"Your line ends with {last}: the next card must be higher."

    def chance_texts(self, state: Any, cards: Sequence[int]) -> list[str]:
        return [str(card) for card in cards]

    def parse_chance(self, state: Any, texts: Sequence[str]) -> list[int]:
        known = {str(rank): rank for rank in range(1, RANKS + 1)}
        for text in texts:
            if text not in known:
                raise NotationError(f"{show(text)} is no card; cards are 1 to 6")
        return [known[text] for text in texts]

    def describe_action(self, state: Any, action: int) -> str:
        if action != BOW:
            return f"plays {action}"
        told = f"bows with a line of {size(state.line[state.turn])}"
        return told + (" and has top billing" if rules.has_top_billing(state, state.turn) else "")

    # ------------------------------------------------------------- judging

    def breakdown(self, state: Any, player: int) -> list[Part]:
        parts = []
        for length in range(1, RANKS + 1):
            bows = state.bows[player][length]
            if bows:
                parts.append(Part("bows", "CC-P1", bows * line_points(length), f"{bows} with {_cards(length)}"))
        length = size(state.line[player])
        if length:
            parts.append(Part("line", "CC-P1", line_points(length), f"{_cards(length)} in line"))
        billing = state.rule[R_BILLING] * state.billed[player]
        if billing:
            parts.append(Part("bows", "CC-P2", billing, f"{state.billed[player]} with top billing"))
        return parts

    # ------------------------------------------------------------- seeing

    def describe_view(self, state: Any, player: int) -> dict[str, Any]:
        seats = range(state.players)
        return {
            "viewer": player,
            "to_move": state.turn if state.phase == rules.PLAYING else None,
            "hand": _ranks(state.hand[player]),
            "hand_counts": [size(state.hand[seat]) + state.hand[seat][0] for seat in seats],
            "lines": [_ranks(state.line[seat]) for seat in seats],
            "deck": CARDS - state.drawn,
            "gone": _ranks(state.gone),
            "scores": self.scores(state),
        }

    def reveals(self, state: Any, action: int, player: int) -> bool:
        if action == BOW:
            return False
        return player != state.turn or state.drawn < CARDS


def _cards(length: int) -> str:
    return "1 card" if length == 1 else f"{length} cards"


def _ranks(counts: Sequence[int]) -> list[int]:
    return [rank for rank in range(1, RANKS + 1) for _ in range(counts[rank])]


CURTAIN_CALL = CurtainCall()
