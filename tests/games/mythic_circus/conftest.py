"""A table to try a position on: play in notation, script the shuffles, look at the piles."""

from __future__ import annotations

from typing import Any

import pytest

from theatre_lab.core.errors import IllegalAction
from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state
from theatre_lab.games.mythic_circus.cards import NAMES


class Table:
    def __init__(self, *args: Any, **where: Any) -> None:
        self.state = circus_state(*args, **where)

    def play(self, *texts: str) -> None:
        for text in texts:
            action = MYTHIC_CIRCUS.parse_action(self.state, text)
            MYTHIC_CIRCUS.require_legal(self.state, action, text)
            MYTHIC_CIRCUS.rules.apply(self.state, action)

    def shuffle(self, *names: str) -> None:
        """Answer the shuffle that is due; the first name comes on top."""
        pile = [0] * MYTHIC_CIRCUS.max_cards
        n = MYTHIC_CIRCUS.rules.chance(self.state, pile)
        cards = MYTHIC_CIRCUS.parse_chance(self.state, names)
        assert sorted(cards) == sorted(pile[:n]), "these are not the cards to be shuffled"
        MYTHIC_CIRCUS.rules.set_chance(self.state, cards, n)

    def is_shuffle_due(self) -> bool:
        return MYTHIC_CIRCUS.rules.chance(self.state, [0] * MYTHIC_CIRCUS.max_cards) >= 0

    def legal(self) -> list[str]:
        return sorted(MYTHIC_CIRCUS.action_text(self.state, a) for a in MYTHIC_CIRCUS.legal_actions(self.state))

    def refused(self, text: str) -> str:
        """The clause by which an action is refused."""
        with pytest.raises(IllegalAction) as error:
            self.play(text)
        return error.value.clause

    def to_move(self) -> int:
        return MYTHIC_CIRCUS.rules.to_move(self.state)

    def is_over(self) -> bool:
        return MYTHIC_CIRCUS.rules.is_over(self.state)

    def winners(self) -> list[int]:
        return MYTHIC_CIRCUS.winners(self.state)

    def _pile(self, counts: list[int]) -> list[str]:
        return [NAMES[card] for card, n in enumerate(counts) for _ in range(n)]

    def hand(self, player: int = 0) -> list[str]:
        return self._pile(self.state.hand[player])

    def stage(self, player: int = 0) -> list[str]:
        return MYTHIC_CIRCUS.describe_view(self.state, player)["seats"][player]["stage"]

    def discard(self, player: int = 0) -> list[str]:
        return self._pile(self.state.discard[player])

    def deck(self, player: int = 0) -> list[str]:
        return [NAMES[card] for card in reversed(self.state.deck[player][: self.state.deck_size[player]])]

    def tp(self, player: int = 0) -> int:
        return MYTHIC_CIRCUS.describe_view(self.state, player)["seats"][player]["show"]["tp"]

    def view(self, player: int = 0) -> dict[str, Any]:
        return MYTHIC_CIRCUS.view(self.state, player).as_dict()


@pytest.fixture
def table() -> type[Table]:
    return Table
