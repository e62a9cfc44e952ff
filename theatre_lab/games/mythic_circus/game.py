"""Mythic Circus as the rest of the package sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from theatre_lab.core.game import Game, Part
from theatre_lab.core.options import expect_choice, expect_int, refuse_unknown
from theatre_lab.games.mythic_circus import (
    actions,
    breakdown,
    knowledge,
    notation,
    policy,
    positions,
    refusals,
    reveals,
    rules,
    scoring,
    state,
)
from theatre_lab.games.mythic_circus.clauses import CLAUSES
from theatre_lab.games.mythic_circus.notation import parse_card
from theatre_lab.games.mythic_circus.state import FINISHES, State
from theatre_lab.games.mythic_circus.view import describe_view

__all__ = ["MYTHIC_CIRCUS", "MythicCircus"]


class MythicCircus(Game):
    """Hire a troupe, fill the stage, perform: two to four players, ten victory points.

    >>> from theatre_lab.core.match import Match
    >>> Match(MYTHIC_CIRCUS, 2, seed=1).scores
    [0, 0]
    """

    name = "mythic-circus"
    title = "Mythic Circus"
    min_players = 2
    max_players = 4
    state_type = State
    rules: ClassVar[Any] = rules
    modules = (scoring, knowledge, rules, policy)
    clauses = CLAUSES
    rule_numbers = state.RULE_NUMBERS
    max_actions = actions.MAX_ACTIONS
    action_space = actions.ACTION_SPACE
    max_cards = state.DECK_LIMIT
    option_names = ("finish", "max_turns")
    position_parts = positions.PARTS
    gains_are_points = False
    grows_trees = False
    careless = 10

    def check_options(self, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        refuse_unknown("option", options, self.option_names)
        return {
            "finish": expect_choice("finish", options.get("finish", "first"), FINISHES),
            "max_turns": expect_int("max_turns", options.get("max_turns", 100), 1, 1000),
        }

    def draw_options(self, players: int, options: dict[str, Any], rng: list[int]) -> dict[str, Any]:
        return options

    def new_state(self, players: int, options: Mapping[str, Any], numbers: Sequence[int]) -> State:
        s = State()
        s.players = players
        s.rule = list(numbers)
        s.finishes_round = FINISHES.index(options["finish"])
        s.max_turns = options["max_turns"]
        rules.set_up(s)
        return s

    def lay_out(self, state: Any, told: Mapping[str, Any], rng: list[int]) -> None:
        """Lay out a position, checked card by card: each card has one owner and one place.

        - `active` (a player from 0) is in the `phase` `"begin"`, `"send"` or `"hire"` of a turn; `round` from 1
        - `hands`, `stages` (`"Minotaur!"` is wounded), `discards`, `tops` (the next cards of the deck): a list a
          player; a hand left out is dealt from what the player owns, and the rest is the deck
        - `labor`: the active player's workers there, who give the labor points
        - `owned`: what each player owns; left out, the starting deck and every hired card laid out (MC-S1)
        - `vp`: a number a player, earned in as few shows as can be (MC-F1)
        - `supply`: fewer cards of some piles than the hires leave (MC-S2)
        """
        positions.lay_out(state, told, rng)

    def action_text(self, state: Any, action: int) -> str:
        return notation.action_text(action)

    def parse_action(self, state: Any, text: str) -> int:
        return notation.parse_action(state, text)

    def refusal(self, state: Any, action: int) -> tuple[str, str]:
        return refusals.refusal(state, action)

    def chance_texts(self, state: Any, cards: Sequence[int]) -> list[str]:
        return [notation.card_name(card) for card in cards]

    def parse_chance(self, state: Any, texts: Sequence[str]) -> list[int]:
        return [parse_card(text) for text in texts]

    def breakdown(self, state: Any, player: int) -> list[Part]:
        return breakdown.score_parts(state, player)

    def describe_view(self, state: Any, player: int) -> dict[str, Any]:
        return describe_view(state, player)

    def reveals(self, state: Any, action: int, player: int) -> bool:
        return reveals.reveals(state, action, player)

    def describe_action(self, state: Any, action: int) -> str:
        return notation.describe_action(state, action)


MYTHIC_CIRCUS = MythicCircus()
