"""What a gamble may bring: every card that could come off the top, and what it would be worth (TT-B6).

>>> from theatre_lab.api import new_match
>>> match = new_match("the-theatre", 2, leader=0, seed=1)
>>> match.play("play Needle (Will)")
>>> match.play("play Newton (Agility)")
>>> s = match.view(1).state
>>> sum(unseen_cards(s, viewer=1, player=1).values())
8
>>> [outcome_of(s, 1, value) for value in (4, 5, 6)]
['loses', 'ties', 'wins']
>>> odds = gamble_odds(s, 1)
>>> odds.kept, odds.kept_fate, odds.cards, odds.count(WINS), odds.win_chance, odds.pays
(4, 'loses', 8, 4, 0.5, True)
>>> odds.outcomes[0]
Outcome(card='Sibyl (Luck)', copies=1, value=8, fate='wins')
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from theatre_lab.games.the_theatre import rules, scoring
from theatre_lab.games.the_theatre.view import with_own_effect

__all__ = ["LOSES", "TIES", "WINS", "GambleOdds", "Outcome", "gamble_odds", "outcome_of", "unseen_cards"]

WINS, TIES, LOSES = "wins", "ties", "loses"


@dataclass(frozen=True)
class Outcome:
    """One specific card that may be drawn: how many copies, its value on the stage, and `wins`, `ties` or `loses`.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("the-theatre", 2, leader=0, seed=1)
    >>> match.play("play Needle (Will)")
    >>> match.play("play Newton (Agility)")
    >>> [(each.card, each.copies, each.value, each.fate) for each in gamble_odds(match.view(1).state, 1).outcomes[2:4]]
    [('Otto Ripple (Strength)', 2, 6, 'wins'), ('Newton (Agility)', 1, 4, 'loses')]
    """

    card: str
    copies: int
    value: int
    fate: str


@dataclass(frozen=True)
class GambleOdds:
    """Every outcome of a gamble, the highest value first, against the stage as it lies.

    `kept` is the value of the Gamble card itself and `kept_fate` what comes of it. Other face-down cards, and what a
    drawn Sap could remove, are not foreseen: the odds are those of the cards that lie open.

    >>> odds = GambleOdds(2, LOSES, (Outcome("Sibyl (Luck)", 1, 7, WINS), Outcome("Tupp (Luck)", 3, 3, LOSES)))
    >>> odds.cards, odds.win_chance, odds.mean
    (4, 0.25, 4.0)
    >>> odds.keep_swing, odds.gamble_swing, odds.pays
    (-1, -1.25, False)
    """

    kept: int
    kept_fate: str
    outcomes: tuple[Outcome, ...]

    @property
    def cards(self) -> int:
        """How many cards may come."""
        return sum(outcome.copies for outcome in self.outcomes)

    def count(self, fate: str) -> int:
        """How many of the cards would win, tie or lose."""
        return sum(outcome.copies for outcome in self.outcomes if outcome.fate == fate)

    @property
    def win_chance(self) -> float:
        """The chance that the drawn card wins the round."""
        return self.count(WINS) / self.cards if self.cards else 0.0

    @property
    def mean(self) -> float:
        """The expected value of the drawn card."""
        return sum(each.value * each.copies for each in self.outcomes) / self.cards if self.cards else 0.0

    @property
    def keep_swing(self) -> int:
        """What keeping does to the lead over the best opponent, counted in cards not dismissed: +1, 0 or -1."""
        return {WINS: 1, TIES: 0, LOSES: -1}[self.kept_fate]

    @property
    def gamble_swing(self) -> float:
        """What gambling does to that lead on average.

        A card that wins saves both of yours and dismisses theirs: +1. A tie dismisses two of yours and one of
        theirs: -1. A card that loses costs two: -2.
        """
        whole = self.count(WINS) - self.count(TIES) - 2 * self.count(LOSES)
        return whole / self.cards if self.cards else 0.0

    @property
    def pays(self) -> bool:
        """Is gambling better than keeping, counted in cards?"""
        return self.cards > 0 and self.gamble_swing > self.keep_swing


def unseen_cards(s: Any, viewer: int, player: int) -> dict[int, int]:
    """How many copies of each card of the player the viewer cannot place: in the deck, or hidden in a hand."""
    buffer = [0] * rules.DECK_WIDTH
    n = rules.collect_unseen(s, viewer, player, buffer)
    return dict(sorted(Counter(buffer[:n]).items()))


def outcome_of(s: Any, player: int, value: int) -> str:
    """What becomes of a value of the player against the other cards on the stage, as they lie."""
    others = [
        int(scoring.card_value(s, other, scoring.standing_card(s, other)))
        for other in range(s.players)
        if other != player and s.played[other] and not rules.is_face_down(s, other)
    ]
    best = max(others, default=value - 1)
    return WINS if value > best else TIES if value == best else LOSES


def gamble_odds(s: Any, player: int) -> GambleOdds:
    """The odds of a gamble for the player who knows this (concealed) state and has a Gamble card on the stage.

    >>> from theatre_lab.games.the_theatre import THE_THEATRE
    >>> from theatre_lab.core.match import Match
    >>> match = Match(THE_THEATRE, 2, seed=2, leader=0)
    >>> odds = gamble_odds(match.view(0).state, 0)
    >>> odds.cards == match.state.deck_count[0]
    True
    """
    from_breakroom = s.deck_count[player] == 0
    pile = _breakroom(s, player) if from_breakroom else unseen_cards(s, player, player)
    outcomes = []
    for card, copies in pile.items():
        after = with_own_effect(s, player, card)
        value = int(scoring.card_value(after, player, card))
        outcomes.append(Outcome(s.cards[card].text, copies, value, outcome_of(after, player, value)))
    outcomes.sort(key=lambda each: (-each.value, each.card))
    kept = int(scoring.card_value(s, player, s.played[player])) if s.played[player] else 0
    return GambleOdds(kept, outcome_of(s, player, kept), tuple(outcomes))


def _breakroom(s: Any, player: int) -> dict[int, int]:
    first = 1 + rules.DECK_WIDTH * player
    return {card: s.breakroom[card] for card in range(first, first + s.kinds[player]) if s.breakroom[card]}
