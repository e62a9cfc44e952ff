"""Deck building: what a legal deck is (TT-D), every fault of one in a sentence, and one way to mend each.

>>> from theatre_lab.games.the_theatre.cards import set_one
>>> few = parse_deck(["Newton (Agility)", "Sibyl (Luck)", "Sibyl (Luck)"], known=set_one())
>>> rank_counts(few)
(0, 1, 0, 2)
>>> parse_deck(["Newton (Agility)", "Nobody (Luck)"], known=set_one())
Traceback (most recent call last):
theatre_lab.core.errors.BadInput: deck, card 2: 'Nobody (Luck)' is not in the built-in set; did you mean 'Sibyl
(Luck)'?
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Any

from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.core.options import expect_bool, expect_int, expect_list, refuse_unknown, show
from theatre_lab.games.the_theatre.cards import Card, differing_fields, parse_card, same_card_twice, set_one

__all__ = [
    "MAX_COPIES",
    "RANK_WEIGHT",
    "DeckFault",
    "StarterDeck",
    "answer_deck_line",
    "check_deck",
    "deck_faults",
    "deck_weight",
    "default_base",
    "mended_counts",
    "net_swaps",
    "parse_deck",
    "rank_counts",
    "rotation_length",
    "starter_decks",
    "starter_rotation",
    "wanted_weight",
]

RANK_WEIGHT = (1, 2, 4, 8)
"""What a card of each rank weighs in swaps: two of a rank for one of the next (TT-D3)."""
MAX_COPIES = 2
MIN_CARDS = 5
LOWEST_BASE, HIGHEST_BASE = 1, 10


def default_base(players: int) -> int:
    """How many cards of each rank a deck has by default (TT-D2).

    >>> default_base(2), default_base(3)
    (4, 5)
    """
    return 4 if players == 2 else 5


def wanted_weight(base: int) -> int:
    """The weighted sum of a deck with that base (TT-D3).

    >>> wanted_weight(4)
    60
    """
    return sum(RANK_WEIGHT) * base


def rank_counts(cards: Sequence[Card]) -> tuple[int, ...]:
    """How many cards of rank 1, 2, 3 and 4 there are."""
    ranks = Counter(card.rank for card in cards)
    return tuple(ranks[rank] for rank in (1, 2, 3, 4))


def deck_weight(counts: Sequence[int]) -> int:
    """The weighted sum c1 + 2 c2 + 4 c3 + 8 c4 (TT-D3).

    >>> deck_weight([2, 5, 4, 4]), deck_weight([4, 4, 4, 5])
    (60, 68)
    """
    return sum(weight * count for weight, count in zip(RANK_WEIGHT, counts, strict=True))


def _fits(counts: Sequence[int], base: int, allow_smaller: bool) -> bool:
    weight = deck_weight(counts)
    enough = weight <= wanted_weight(base) if allow_smaller else weight == wanted_weight(base)
    return enough and sum(counts) >= MIN_CARDS


@cache
def mended_counts(counts: tuple[int, ...], base: int, allow_smaller: bool = False) -> tuple[int, ...]:
    """The legal counts a rank that differ from these in the fewest cards, the heaviest of equals (TT-D1 to TT-D4).

    >>> mended_counts((4, 4, 4, 5), 4), mended_counts((4, 4, 4, 3), 4)
    ((4, 4, 4, 4), (4, 4, 4, 4))
    """
    if _fits(counts, base, allow_smaller):
        return counts
    best, target = counts, wanted_weight(base)
    fewest: tuple[int, int] | None = None
    for c4 in range(target // 8 + 1):
        for c3 in range((target - 8 * c4) // 4 + 1):
            for c2 in range((target - 8 * c4 - 4 * c3) // 2 + 1):
                c1 = target - 8 * c4 - 4 * c3 - 2 * c2
                if allow_smaller:
                    c1 = min(c1, max(counts[0], MIN_CARDS - c2 - c3 - c4))
                found = (c1, c2, c3, c4)
                changes = sum(abs(new - old) for new, old in zip(found, counts, strict=True))
                cost = (changes, target - deck_weight(found))
                if _fits(found, base, allow_smaller) and (fewest is None or cost < fewest):
                    best, fewest = found, cost
    return best


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _listing(entries: Sequence[str]) -> str:
    return " and ".join([", ".join(entries[:-1]), entries[-1]]) if len(entries) > 1 else "".join(entries)


def _remedy(counts: tuple[int, ...], base: int, allow_smaller: bool) -> str:
    """Which cards to take out and to add, rank by rank."""
    steps = [new - old for new, old in zip(mended_counts(counts, base, allow_smaller), counts, strict=True)]
    out = [f"{_plural(-step, 'card')} of rank {rank}" for rank, step in enumerate(steps, 1) if step < 0]
    into = [f"{_plural(step, 'card')} of rank {rank}" for rank, step in enumerate(steps, 1) if step > 0]
    parts = [f"take out {_listing(out)}"] if out else []
    if into:
        parts.append(f"put in {_listing(into)}")
    return " and ".join(parts)


@dataclass(frozen=True)
class DeckFault:
    """One fault of a deck: the clause it breaks, what is wrong, and one way to mend it.

    >>> parade = starter_decks(base=4)[0].cards
    >>> [fault] = deck_faults([*parade, parade[-1]], base=4)
    >>> fault.rule, fault.problem
    ('TT-D3', 'The ranks 4, 4, 4, 5 weigh 68 in swaps, and exactly 60 is right with base 4, so 8 too much')
    >>> fault.remedy
    'take out 1 card of rank 4'
    """

    rule: str
    problem: str
    remedy: str

    @property
    def text(self) -> str:
        """The fault as a sentence."""
        return f"{self.problem} ({self.rule}): {self.remedy}."


def _definition_faults(cards: Sequence[Card]) -> list[DeckFault]:
    return [
        DeckFault(
            "TT-C1",
            f"{first.text} is defined in two ways, which differ in {_listing(differing_fields(first, second))}",
            "make the definitions equal, or rename one card",
        )
        for first, second in same_card_twice(cards)
    ]


def _copy_faults(copies: Mapping[str, int]) -> list[DeckFault]:
    return [
        DeckFault(
            "TT-D1",
            f"There are {count} copies of {text}, and at most {MAX_COPIES} are allowed",
            f"replace {count - MAX_COPIES} of them by other cards of the same rank",
        )
        for text, count in copies.items()
        if count > MAX_COPIES
    ]


def _size_faults(counts: tuple[int, ...], base: int, allow_smaller: bool) -> list[DeckFault]:
    if sum(counts) >= MIN_CARDS:
        return []
    problem = f"The deck has {_plural(sum(counts), 'card')}, and {MIN_CARDS} are the least"
    return [DeckFault("TT-D1", problem, _remedy(counts, base, allow_smaller))]


def _weight_faults(counts: tuple[int, ...], base: int, allow_smaller: bool) -> list[DeckFault]:
    weight, target = deck_weight(counts), wanted_weight(base)
    if weight == target or (allow_smaller and weight < target):
        return []
    wanted = f"at most {target}" if allow_smaller else f"exactly {target}"
    reason = f"{weight - target} too much" if weight > target else f"{target - weight} too little"
    problem = (
        f"The ranks {', '.join(map(str, counts))} weigh {weight} in swaps, and {wanted} is right with base {base}, "
        f"so {reason}"
    )
    return [DeckFault("TT-D4" if allow_smaller else "TT-D3", problem, _remedy(counts, base, allow_smaller))]


def deck_faults(cards: Sequence[Card], base: int, allow_smaller: bool = False) -> list[DeckFault]:
    """Every fault of a deck with its clause and one way to mend it; empty for a legal deck.

    >>> [fault.rule for fault in deck_faults([], 4)]
    ['TT-D1', 'TT-D3']
    """
    counts = rank_counts(cards)
    return [
        *_definition_faults(cards),
        *_copy_faults(Counter(card.text for card in cards)),
        *_size_faults(counts, base, allow_smaller),
        *_weight_faults(counts, base, allow_smaller),
    ]


def check_deck(cards: Sequence[Card], base: int, allow_smaller: bool = False) -> list[str]:
    """The faults of a deck as sentences, each with its clause and one way to mend it; empty for a legal deck.

    >>> check_deck([], 4)[0]
    'The deck has 0 cards, and 5 are the least (TT-D1): put in 1 card of rank 3 and 7 cards of rank 4.'
    """
    return [fault.text for fault in deck_faults(cards, base, allow_smaller)]


def net_swaps(counts: Sequence[int], base: int) -> tuple[int, int, int] | None:
    """How often two cards of rank 1, 2, 3 went for one of the next rank; below zero: one for two, the other way.

    None when no swaps lead from `base` cards of each rank to these counts (TT-D3).

    >>> net_swaps((2, 5, 4, 4), 4), net_swaps((4, 4, 2, 5), 4), net_swaps((4, 4, 4, 5), 4)
    ((1, 0, 0), (0, 0, 1), None)
    """
    if deck_weight(counts) != wanted_weight(base):
        return None
    first = (base - counts[0]) // 2
    second = (base + first - counts[1]) // 2
    return first, second, (base + second - counts[2]) // 2


def parse_deck(entries: object, where: str = "deck", known: Mapping[str, Card] | None = None) -> list[Card]:
    """The cards of a list of card objects and `Name (Suit)` texts; BadInput names the first malformed one."""
    if not isinstance(entries, (list, tuple)):
        raise BadInput(f"{where} must be a list of cards, not {show(entries)}")
    return [parse_card(entry, f"{where}, card {number}", known) for number, entry in enumerate(entries, 1)]


def expect_base(value: object) -> int:
    """The value, when it is a base all may agree on (TT-D2); otherwise OptionError."""
    return expect_int("base", value, LOWEST_BASE, HIGHEST_BASE)


@dataclass(frozen=True)
class StarterDeck:
    """A ready deck of Set 1: its name, its plan in a sentence, and its cards.

    >>> deck = starter_decks(base=4)[0]
    >>> deck.name, rank_counts(deck.cards), deck.cards[0].text
    ('The Paw Parade', (4, 4, 4, 4), 'Button (Charm)')
    >>> deck.plan
    'Boost Paw early in an act and let a long line of Paws follow.'
    """

    name: str
    plan: str
    cards: tuple[Card, ...]


@cache
def _all_starter_decks() -> Mapping[int, tuple[StarterDeck, ...]]:
    formats = json.loads(files(__package__).joinpath("data/starter_decks.json").read_text(encoding="utf-8"))
    return {
        int(base): tuple(
            StarterDeck(deck["name"], deck["plan"], tuple(set_one()[text] for text in deck["cards"])) for deck in decks
        )
        for base, decks in formats.items()
    }


def starter_decks(base: int) -> tuple[StarterDeck, ...]:
    """The four starter decks of the format with that base; OptionError when there are none.

    >>> [len(deck.cards) for deck in starter_decks(4)]
    [16, 16, 15, 13]
    """
    formats = _all_starter_decks()
    if base not in formats:
        known = " and ".join(map(str, formats))
        raise OptionError(f"there are starter decks for base {known}, not for base {base}; give the option 'decks' too")
    return formats[base]


def starter_rotation(base: int, players: int, deal: int) -> tuple[StarterDeck, ...]:
    """The starter decks of the seats in a deal (counted from 0) of a series; OptionError as for `starter_decks`.

    In four deals every seat has every deck once; then the decks meet in another order.

    >>> [starter_rotation(4, 2, deal)[0] == starter_decks(4)[deal % 4] for deal in range(5)]
    [True, True, True, True, True]
    """
    decks = starter_decks(base)
    orders = _orders(len(decks), players)
    order = orders[deal // len(decks) % len(orders)]
    return tuple(decks[(place + deal) % len(decks)] for place in order)


def rotation_length(base: int, players: int) -> int:
    """After so many deals `starter_rotation` begins anew; OptionError as for `starter_decks`.

    >>> rotation_length(4, 2)
    12
    """
    decks = len(starter_decks(base))
    return decks * len(_orders(decks, players))


def _orders(decks: int, players: int) -> list[tuple[int, ...]]:
    """The orders in which the decks of the first deal may meet."""
    return [order for order in permutations(range(decks), players) if order[0] == 0]


_LINE_KEYS = ("deck", "base", "allow_smaller")
_ANSWER_KEYS = ("valid", "faults")


def answer_deck_line(data: object) -> dict[str, Any]:
    """The answer of `theatre-lab decks` to one line: is the deck valid, and its faults.

    The line has the key `deck` (a list of cards) and perhaps `base` (4) and `allow_smaller` (false); the
    keys of the answer are ignored in it. BadInput refuses a malformed line or card.

    >>> answer_deck_line({"deck": [], "base": 11})
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: base must be a whole number from 1 to 10, not 11
    """
    if not isinstance(data, Mapping):
        raise BadInput(f'a deck line must be an object like {{"deck": [...]}}, not {show(data)}')
    refuse_unknown("key", (key for key in data if key not in _ANSWER_KEYS), _LINE_KEYS)
    if "deck" not in data:
        raise BadInput("the key 'deck' is missing: a list of cards")
    base = expect_base(data.get("base", 4))
    allow_smaller = expect_bool("allow_smaller", data.get("allow_smaller", False))
    faults = check_deck(parse_deck(expect_list("deck", data["deck"])), base, allow_smaller)
    return {"valid": not faults, "faults": faults}
