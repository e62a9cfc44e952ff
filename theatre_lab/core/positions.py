"""Laying out a position: what lies where is checked, and what is left unsaid is dealt from the cards left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import expect_int, expect_list, show
from theatre_lab.core.stream import shuffle

__all__ = ["Stock", "by_player", "number_by_player", "read_cards", "seat_name"]


def seat_name(player: int) -> str:
    """A player as a message names one: seats are counted from 1.

    >>> seat_name(0)
    'P1'
    """
    return f"P{player + 1}"


def by_player(name: str, told: object, players: int) -> list[Any]:
    """One entry a player, None for who is left out, from a list in the order of play or an object by player index.

    OptionError names a player that there is not.

    >>> by_player("hands", {1: ["VIP"]}, 3), by_player("hands", [["VIP"]], 2), by_player("hands", None, 2)
    ([None, ['VIP'], None], [['VIP'], None], [None, None])
    """
    entries: list[Any] = [None] * players
    if isinstance(told, Mapping):
        for player, entry in told.items():
            entries[expect_int(f"a player of {name}", player, 0, players - 1)] = entry
    elif told is not None:
        given = expect_list(name, told)
        if len(given) > players:
            raise BadInput(f"{name} must have one entry a player, at most {players}, not {len(given)}")
        entries[: len(given)] = given
    return entries


def number_by_player(name: str, told: object, players: int, high: int, default: int = 0) -> list[int]:
    """A whole number from 0 to `high` a player; OptionError names the one that is none.

    >>> number_by_player("vp", [3], 2, 9)
    [3, 0]
    """
    return [
        default if number is None else expect_int(f"{name} of {seat_name(player)}", number, 0, high)
        for player, number in enumerate(by_player(name, told, players))
    ]


def read_cards(place: str, told: object, read: Callable[[Any], int]) -> list[int]:
    """The cards of a list of names; an error says in which place a name means nothing.

    >>> read_cards("the lobby", ["1", "2"], int)
    [1, 2]
    """
    cards = []
    for name in expect_list(place, told):
        try:
            cards.append(read(name))
        except BadInput as error:
            raise type(error)(f"{place}: {error}") from None
    return cards


class Stock:
    """The cards of a game that have no place yet: each copy is laid out once.

    `copies` says how many of each card there are, `name` names a card, `whole` what holds them all.

    >>> stock = Stock({5: 2}, "card {}".format, "the deck")
    >>> stock.take([5, 5], "hand of P1")
    [5, 5]
    >>> stock.take([5], "hand of P2")
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: hand of P2: there is no card 5 left; the deck has 2, and this position has \
placed them all
    """

    def __init__(self, copies: Mapping[int, int], name: Callable[[int], str], whole: str) -> None:
        self._copies = dict(copies)
        self._left = dict(copies)
        self._name, self._whole = name, whole

    def __len__(self) -> int:
        return sum(self._left.values())

    def take(self, cards: Sequence[int], place: str) -> list[int]:
        """Lay these cards out; BadInput when a card has no copy left."""
        for card in cards:
            if not self._left.get(card, 0):
                number = self._copies.get(card, 0)
                placed = ", and this position has placed them all" if number else ""
                raise BadInput(
                    f"{place}: there is no {self._name(card)} left; {self._whole} has {number or 'none'}{placed}"
                )
            self._left[card] -= 1
        return list(cards)

    def deal(self, number: int, rng: list[int], place: str, fits: Callable[[int], bool] | None = None) -> list[int]:
        """Draw so many cards by lot, among those that fit; BadInput when there are too few."""
        cards = [card for card, left in self._left.items() if not fits or fits(card) for _ in range(left)]
        if len(cards) < number:
            raise BadInput(f"{place} needs {show(number)} cards, and only {len(cards)} are left for it")
        shuffle(cards, len(cards), rng)
        return self.take(cards[:number], place)

    def rest(self, rng: list[int]) -> list[int]:
        """All that is left, shuffled."""
        return self.deal(len(self), rng, "the rest")
