"""A game of The Theatre on scripted luck, for tests."""

from __future__ import annotations

from typing import Any

import pytest

from theatre_lab.core.errors import IllegalAction
from theatre_lab.core.match import Match
from theatre_lab.core.stream import below, new_stream
from theatre_lab.games.the_theatre import THE_THEATRE, rules
from theatre_lab.games.the_theatre.cards import ABILITIES, PRINTS, SUITS, Card


def card(text: str) -> Card:
    """A card from `Ann Luck 3 Paw Boost`; print Fin and no ability when left out."""
    name, suit, value, *rest = text.split(maxsplit=4)
    token = rest[0] if rest else "Fin"
    return Card(name, suit, token, 1, int(value), rest[1] if len(rest) > 1 else "none", "Staff", "Sweeping")


class Stage:
    """A game on scripted luck: decks lie in the order given, the suits come as given (one act after the other)."""

    def __init__(self, *decks: list[str], suits: str = "Charm Luck Agility Will Strength", **options: Any) -> None:
        numbers = THE_THEATRE.check_rules(options.pop("rules", None))
        self.texts = []
        listed = []
        for player, deck in enumerate(decks):
            fill = [f"Extra{player}{n} Strength -50" for n in range(5 - len(deck))]
            cards = [card(text) for text in deck + fill]
            self.texts.append([c.text for c in cards])
            listed.append([c.as_dict() for c in cards])
        checked = THE_THEATRE.check_options(
            len(decks), {"leader": 0, "base": 10, "allow_smaller": True, "decks": listed, **options}
        )
        self.state = THE_THEATRE.new_state(len(decks), checked, numbers)
        self.suits = suits.split()
        for texts in self.texts:
            self.shuffle(*texts)

    def go_on(self) -> None:
        if self.state.phase == rules.DEALING_SUITS:
            self.shuffle(*self.suits)

    def shuffle(self, *texts: str) -> None:
        """Answer the luck that is due; the first text is drawn first."""
        pile = [0] * THE_THEATRE.max_cards
        n = rules.chance(self.state, pile)
        cards = THE_THEATRE.parse_chance(self.state, texts)
        assert sorted(cards) == sorted(pile[:n]), (texts, THE_THEATRE.chance_texts(self.state, pile[:n]))
        rules.set_chance(self.state, cards, n)
        self.go_on()

    def play(self, *texts: str) -> Stage:
        """Play actions; `Ann` stands for playing the mover's card of that name."""
        for text in texts:
            action = THE_THEATRE.parse_action(self.state, self.spell(text))
            THE_THEATRE.require_legal(self.state, action, text)
            rules.apply(self.state, action)
            self.go_on()
        return self

    def spell(self, text: str) -> str:
        if text in ("sap", "gamble", "keep") or " " in text:
            return text
        names = [t for texts in self.texts for t in texts if t.startswith(f"{text} (")]
        return f"play {names[0]}"

    def fill_round(self) -> None:
        """Everybody still to play in this round plays an extra."""
        turn = (self.state.act, self.state.turn)
        while self.state.phase == rules.CHOOSING_CARD and (self.state.act, self.state.turn) == turn:
            extra = next(text for text in self.legal() if text.startswith("play Extra"))
            self.play(extra)

    def play_first(self, player: int) -> None:
        """The player, if it is their turn, plays the first card of the hand."""
        if self.state.phase == rules.CHOOSING_CARD and self.state.player == player:
            self.play(self.legal()[0])

    def legal(self) -> list[str]:
        return sorted(THE_THEATRE.action_text(self.state, action) for action in THE_THEATRE.legal_actions(self.state))

    def refused(self, text: str) -> str:
        with pytest.raises(IllegalAction) as error:
            self.play(text)
        return error.value.clause

    def view(self, player: int = 0) -> dict[str, Any]:
        return THE_THEATRE.view(self.state, player).as_dict()

    def last(self) -> dict[str, Any]:
        shown = self.view()["last_round"]
        assert shown is not None
        return shown

    def values(self) -> list[int | None]:
        """The values of the last finished round, a player."""
        return [shown and shown["value"] for shown in self.last()["cards"]]


def random_deck(rng: list[int], size: int) -> list[dict[str, Any]]:
    deck = []
    while len(deck) < size:
        name = f"N{below(rng, 30)}"
        made = Card(
            name,
            SUITS[below(rng, 5)],
            PRINTS[below(rng, 3)],
            1 + below(rng, 4),
            below(rng, 9) - 2,
            ABILITIES[below(rng, len(ABILITIES))],
            "Staff",
            "Sweeping",
        )
        if made.text not in [Card(**c).text for c in deck]:
            deck += [made.as_dict()] * (1 + below(rng, 2))
    return deck


def random_custom_game(seed: int, players: int) -> Match:
    """A game with many Gamble and Sap cards, few prints, and one deck for all (definitions must agree)."""
    deck = random_deck(new_stream(seed, 2), 8 + seed % 14)
    return Match(
        THE_THEATRE, players, seed=seed, decks=[deck] * players, base=10, allow_smaller=True, open_suits=bool(seed % 2)
    )
