"""Overture as the rest of the package sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from theatre_lab.core.errors import BadInput, NotationError
from theatre_lab.core.game import Game, Lot, Part
from theatre_lab.core.options import RuleNumber, expect_choice, refuse_unknown, show
from theatre_lab.core.stream import below
from theatre_lab.games.overture import breakdown, notation, policy, positions, rules, scoring
from theatre_lab.games.overture.cards import card_name, parse_card
from theatre_lab.games.overture.clauses import CLAUSES
from theatre_lab.games.overture.theatres import SEATS, THEATRE_IDS, THEATRES
from theatre_lab.games.overture.view import describe_view

__all__ = ["OVERTURE", "Overture", "board_state"]

_RULE_NUMBERS = tuple(
    RuleNumber(key, default, -20, 20, clause, meaning)
    for key, default, clause, meaning in (
        ("patron", 3, "OV-P1", "a Patron"),
        ("vip", 3, "OV-P2", "a VIP"),
        ("vip_front", 2, "OV-P2", "a VIP on a front seat"),
        ("vip_kid", -2, "OV-P2", "a Kid next to a VIP"),
        ("vip_noisy", -2, "OV-P2", "a Noisy patron next to a VIP"),
        ("lovebirds", 1, "OV-P3", "Lovebirds"),
        ("pair", 3, "OV-P3", "each of a pair of Lovebirds"),
        ("pair_back", 2, "OV-P3", "each of a pair of Lovebirds on back seats"),
        ("kid", 1, "OV-P4", "a Kid"),
        ("kid_capped", 4, "OV-P4", "a capped Kid, all in all"),
        ("teacher", 3, "OV-P5", "a Teacher"),
        ("teacher_kid", 1, "OV-P5", "each Kid a Teacher caps"),
        ("critic", 3, "OV-P6", "a Critic"),
        ("critic_aisle", 2, "OV-P6", "a Critic on a quiet aisle seat"),
        ("friends", 3, "OV-P7", "Friends"),
        ("friends_friend", 1, "OV-P7", "each neighbouring Friends card"),
        ("tall", -2, "OV-X1", "a Tall patron in front"),
        ("short_view", 2, "OV-X2", "a Short patron with nobody in front"),
        ("short_blocked", -3, "OV-X2", "a Short patron behind a Tall one"),
        ("spectacles", 2, "OV-X3", "a Bespectacled patron off the back seats"),
        ("noisy", -1, "OV-X4", "a Noisy neighbour"),
        ("intimate", 1, "OV-H2", "a patron of The Blackbox with three neighbours"),
        ("royal", 3, "OV-H3", "the best patron of The Opera House"),
        ("wandering", 1, "OV-H4", "each Critic of The Promenade, with three on aisles"),
        ("panorama", 2, "OV-H5", "a full row of The Amphitheater"),
        ("full_table", 3, "OV-H6", "a full table of The Dinner Playhouse"),
    )
)


class Overture(Game):
    """Seat patrons in your theatre: two to four players, eight theatres, twelve rounds.

    >>> s = board_state("grand-empress", {"A1": "Teacher", "A2": "Kid", "A3": "Teacher"})
    >>> OVERTURE.scores(s)[0]
    12
    """

    name = "overture"
    title = "Overture"
    min_players = 2
    max_players = 4
    state_type = rules.State
    rules: ClassVar[Any] = rules
    modules = (scoring, rules, policy)
    clauses = CLAUSES
    rule_numbers = _RULE_NUMBERS
    max_actions = rules.MAX_ACTIONS
    action_space = rules.ACTION_SPACE
    max_cards = rules.MAX_CARDS
    thinking = 160
    thinking_shares: ClassVar[Mapping[str, int]] = {"expert": 8000}
    option_names = ("theatre",)
    position_parts = positions.PARTS
    drawn_options = ("theatre",)

    def check_options(self, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        refuse_unknown("option", options, self.option_names)
        if "theatre" not in options:
            return {}
        return {"theatre": expect_choice("theatre", options["theatre"], THEATRE_IDS)}

    def draw_options(self, players: int, options: dict[str, Any], rng: list[int]) -> dict[str, Any]:
        if "theatre" in options:
            return options
        return {"theatre": THEATRE_IDS[below(rng, len(THEATRE_IDS))]}

    def lots(self, players: int, options: Mapping[str, Any]) -> tuple[Lot, ...]:
        return () if "theatre" in options else (Lot(len(THEATRE_IDS)),)

    def new_state(self, players: int, options: Mapping[str, Any], numbers: Sequence[int]) -> rules.State:
        s = rules.State()
        s.players = players
        s.theatre = THEATRE_IDS.index(options["theatre"])
        s.rule = list(numbers)
        return s

    def lay_out(self, state: Any, told: Mapping[str, Any], rng: list[int]) -> None:
        """Lay out a position, checked card by card: nothing lies twice.

        - `round` (1 to 12) and `to_move` (a player from 0): whose turn it is; nobody has been to the lobby in it
        - `houses`: seat to patron, a player; at most one a turn taken (OV-T3)
        - `hands`: the others hold one card; the player to move one, or more after drawing (OV-T1)
        - `discarding=True`: with 2 players, a patron is seated already and one of two cards goes (OV-T4)
        - `lobby` (three patrons, slot 0 first; None: by lot), `discards` (a list a player), `top` (next of the deck)
        """
        positions.lay_out(state, told, rng)

    def action_text(self, state: Any, action: int) -> str:
        return notation.action_text(state, action)

    def parse_action(self, state: Any, text: str) -> int:
        return notation.parse_action(state, text)

    def refusal(self, state: Any, action: int) -> tuple[str, str]:
        return notation.refusal(state, action)

    def chance_texts(self, state: Any, cards: Sequence[int]) -> list[str]:
        return [card_name(card) for card in cards]

    def parse_chance(self, state: Any, texts: Sequence[str]) -> list[int]:
        return [parse_card(text) for text in texts]

    def breakdown(self, state: Any, player: int) -> list[Part]:
        board = state.board[player]
        seats = range(SEATS[state.theatre])
        return [part for seat in seats for part in breakdown.seat_parts(state, board, seat)] + breakdown.house_parts(
            state, board
        )

    def describe_view(self, state: Any, player: int) -> dict[str, Any]:
        return describe_view(state, player)

    def reveals(self, state: Any, action: int, player: int) -> bool:
        if action >= rules.SEAT:
            return bool(player != state.player)
        if action >= rules.DISCARD:
            return False
        if action == rules.DRAW_DECK:
            return bool(player == state.player)
        return bool(rules.deck_left(state) > 0)

    def describe_action(self, state: Any, action: int) -> str:
        return notation.describe_action(state, action)

    def public_action(self, state: Any, action: int, viewer: int) -> str:
        if rules.DISCARD <= action < rules.SEAT and viewer != state.player:
            return "discard"
        return self.action_text(state, action)


OVERTURE = Overture()


def board_state(theatre: object, seats: object, changed: Mapping[str, Any] | None = None) -> rules.State:
    """A state whose player 0 has these patrons seated: any card on any seat, also more than the deck holds.

    `theatre` is a theatre's id, `seats` maps seat names to card names, `changed` holds changed rule numbers.
    BadInput (or a kind of it) names whatever does not exist.

    >>> s = board_state("opera-house", {"A1": "Bespectacled VIP"})
    >>> OVERTURE.scores(s)[0]
    10
    """
    s = rules.State()
    s.players = 2
    s.theatre = THEATRE_IDS.index(expect_choice("theatre", theatre, THEATRE_IDS))
    s.rule = OVERTURE.check_rules(changed)
    if not isinstance(seats, Mapping):
        raise BadInput(f"seats must be an object from seat names to patrons, not {show(seats)}")
    for seat, card in seats.items():
        place = THEATRES[s.theatre].seat(seat)
        try:
            s.board[0][place] = parse_card(card)
        except NotationError as error:
            raise NotationError(f"seat {seat}: {error}") from None
    return s
