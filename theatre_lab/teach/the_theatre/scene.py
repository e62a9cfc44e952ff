"""A stage of The Theatre to ask about: cards, tokens and bonuses laid out, everything else left to the rules.

>>> from theatre_lab.teach.drills import Luck
>>> len(stage_cards()), one_of(Luck(1), print="Paw", ability="Boost").text
(56, 'Needle (Charm)')
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from theatre_lab.core.game import Part
from theatre_lab.games.the_theatre import THE_THEATRE, rules, scoring
from theatre_lab.games.the_theatre.breakdown import card_parts, shown_parts
from theatre_lab.games.the_theatre.cards import PRINTS, SUITS, Card, set_one
from theatre_lab.teach.drills import Luck, NoExample

__all__ = ["NAMES", "Scene", "cards_with", "one_of", "stage_cards"]

NAMES = ("Ada", "Ben", "Cleo", "Dan")


@functools.cache
def stage_cards() -> tuple[Card, ...]:
    """The cards of the built-in set."""
    return tuple(set_one().values())


def cards_with(**wanted: Any) -> list[Card]:
    """The cards whose fields have these values; a tuple stands for any of its values.

    >>> {card.print for card in cards_with(print="Paw", ability="Boost")}
    {'Paw'}
    """
    found = []
    for card in stage_cards():
        pairs = [(getattr(card, key), value) for key, value in wanted.items()]
        if all(held in value if isinstance(value, tuple) else held == value for held, value in pairs):
            found.append(card)
    return found


def one_of(luck: Luck, **wanted: Any) -> Card:
    """One of these cards; NoExample when there is none."""
    return luck.pick(cards_with(**wanted))


@functools.cache
def _places() -> Mapping[str, int]:
    """The place of each card among an owner's specific cards, in a deck that holds the whole set."""
    state = _blank(2)
    return {card.text: number for number, card in state.cards.items() if number <= rules.DECK_WIDTH}


def _blank(players: int) -> Any:
    decks = [[card.as_dict() for card in stage_cards()]] * players
    options = {"decks": decks, "leader": 0, "open_suits": False}
    return THE_THEATRE.new_state(players, options, THE_THEATRE.check_rules(None))


@dataclass
class Scene:
    """A round with its players, who lead in the order of `NAMES`; their decks and hands are empty until filled.

    >>> scene = Scene.new(2, suit="Luck")
    >>> scene.put(0, set_one()["Button (Luck)"])
    >>> scene.value(0)
    6
    """

    state: Any

    @classmethod
    def new(cls, players: int, *, suit: str | None = None, turn: int = 0) -> Scene:
        """An empty stage in the round `turn` (from 0) of an act, with this Desired Suit."""
        s = _blank(players)
        for player in range(players):
            first = rules.DECK_WIDTH * player
            for place in range(first, first + s.deck_count[player]):
                s.deck[place] = 0
            s.deck_count[player] = 0
        s.act, s.turn, s.phase = 1, turn, rules.CHOOSING_CARD
        if suit:
            s.line[turn] = 1 + SUITS.index(suit)
        return cls(s)

    def number(self, player: int, card: Card) -> int:
        """The number of the card in this player's deck."""
        return rules.DECK_WIDTH * player + _places()[card.text]

    # ------------------------------------------------------------- laying out

    def put(self, player: int, card: Card) -> None:
        """Lay a card on the stage, without its effect."""
        self.state.played[player] = self.number(player, card)

    def token(self, ability: str, token: str, count: int = 1) -> None:
        """Lay Boost or Sap tokens on a print."""
        laid = self.state.boosts if ability == "Boost" else self.state.saps
        laid[PRINTS.index(token)] += count

    def hold(self, player: int, *cards: Card) -> None:
        """Put cards into the hand."""
        for card in cards:
            rules.add_to_hand(self.state, player, self.number(player, card))

    def stack(self, player: int, *cards: Card) -> None:
        """Put cards on the deck, the first one on top."""
        for card in reversed(cards):
            self.state.deck[rules.DECK_WIDTH * player + self.state.deck_count[player]] = self.number(player, card)
            self.state.deck_count[player] += 1

    # ------------------------------------------------------------- playing

    def play(self, *actions: str) -> Scene:
        """Carry out actions in notation, as the rules do; an illegal one raises IllegalAction."""
        for text in actions:
            action = THE_THEATRE.parse_action(self.state, text)
            THE_THEATRE.require_legal(self.state, action, text)
            rules.apply(self.state, action)
        return self

    def legal(self) -> list[str]:
        """What the player to move may do, in notation."""
        return [THE_THEATRE.action_text(self.state, action) for action in THE_THEATRE.legal_actions(self.state)]

    # ------------------------------------------------------------- what the engine says

    def value(self, player: int) -> int:
        """The value of the player's card on the stage."""
        return int(scoring.card_value(self.state, player, scoring.standing_card(self.state, player)))

    def parts(self, player: int) -> list[Part]:
        """How that value comes about."""
        return card_parts(self.state, player, scoring.standing_card(self.state, player))

    def values(self) -> dict[str, int]:
        """The values on the stage by name."""
        return {NAMES[p]: self.value(p) for p in range(self.state.players) if self.state.played[p]}

    def shown_value(self, player: int) -> int:
        """The value that the player's card had in the round finished last."""
        return int(self.state.shown_part[rules.SHOWN_WIDTH * player + rules.SHOWN_VALUE])

    def shown_parts(self, player: int) -> list[Part]:
        """How it came about."""
        return shown_parts(self.state, player)

    def shown_values(self) -> dict[str, int]:
        """The values of the round finished last, by name."""
        return {NAMES[p]: self.shown_value(p) for p in range(self.state.players) if self.state.shown_card[p]}

    def winner(self) -> int | None:
        """Who has the single highest value on the stage; None in a tie."""
        best = int(rules.best_player(self.state))
        return None if best < 0 else best

    # ------------------------------------------------------------- questions

    def picture(self, *marked: int, hand: Sequence[Card] = (), **more: Any) -> dict[str, Any]:
        """The stage as the board of a question."""
        s = self.state
        stage = [
            {
                "name": NAMES[player],
                "card": s.cards[s.played[player]].text if s.played[player] else None,
                "combo": s.combo[player],
            }
            for player in range(s.players)
        ]
        return {
            "suit": SUITS[s.line[s.turn] - 1] if s.line[s.turn] else None,
            "round": s.turn + 1,
            "boosts": {name: s.boosts[token] for token, name in enumerate(PRINTS) if s.boosts[token]},
            "saps": {name: s.saps[token] for token, name in enumerate(PRINTS) if s.saps[token]},
            "stage": stage,
            "hand": [card.text for card in hand],
            "mark": [NAMES[player] for player in marked],
            **more,
        }


def crowd_size(luck: Luck, level: int) -> int:
    """How many play: two on level 1, up to four above."""
    return 2 if level == 1 else luck.pick((2, 3, 3, 4))


def scattered(luck: Luck, scene: Scene, level: int) -> None:
    """A few tokens on prints that lie on the stage, more of them on a higher level."""
    laid = [scene.state.cards[number].print for number in scene.state.played if number]
    if not laid:
        raise NoExample
    for _ in range(luck.below(level + 2)):
        token = luck.pick(laid) if luck.happens(75) else luck.pick(PRINTS)
        scene.token("Boost" if luck.happens(55) else "Sap", token)
