"""Drills on decks and drafts: what swaps come to, what mends a deck, which lists are legal, what a choice marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theatre_lab.games.the_theatre import draft_rules
from theatre_lab.games.the_theatre.cards import Card
from theatre_lab.games.the_theatre.decks import (
    RANK_WEIGHT,
    deck_faults,
    deck_weight,
    default_base,
    net_swaps,
    rank_counts,
    wanted_weight,
)
from theatre_lab.games.the_theatre.draft import DRAFT
from theatre_lab.teach.drills import DrillSpec, Luck, NoExample, Question
from theatre_lab.teach.overture.scene import numbers
from theatre_lab.teach.the_theatre.scene import cards_with, crowd_size

__all__ = ["DECK_DRILLS"]

_RANKS = len(RANK_WEIGHT)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _ranks(counts: Sequence[int]) -> str:
    return ", ".join(f"{count} of rank {rank}" for rank, count in enumerate(counts, 1))


def _sum(counts: Sequence[int]) -> str:
    return " + ".join(f"{count}×{each}" for count, each in zip(counts, RANK_WEIGHT, strict=True))


# ------------------------------------------------------------------ swaps


def _one_swap(luck: Luck, counts: list[int]) -> str:
    """Do a swap between two ranks, once or several times; what is given for what."""
    rank, up = luck.below(_RANKS - 1), luck.happens(60)
    most = counts[rank] // 2 if up else counts[rank + 1]
    if not most:
        raise NoExample
    times = 1 + luck.below(most)
    if up:
        counts[rank] -= 2 * times
        counts[rank + 1] += times
        return f"{_cards(2 * times)} of rank {rank + 1} for {times} of rank {rank + 2}"
    counts[rank] += 2 * times
    counts[rank + 1] -= times
    return f"{_cards(times)} of rank {rank + 2} for {2 * times} of rank {rank + 1}"


def _swap(luck: Luck, level: int) -> Question:
    """How many cards are there after swaps?"""
    players = crowd_size(luck, level)
    base = default_base(players)
    counts, done = [base] * _RANKS, []
    for _ in range(level):
        done.append(_one_swap(luck, counts))
    if net_swaps(counts, base) is None or counts == [base] * _RANKS:
        raise NoExample
    rank = luck.below(_RANKS + 1)
    if rank < _RANKS and counts[rank] == base:
        raise NoExample
    asked = "cards are in the deck" if rank == _RANKS else f"cards of rank {rank + 1} are in the deck"
    answer = sum(counts) if rank == _RANKS else counts[rank]
    before = base * _RANKS if rank == _RANKS else base
    return {
        "prompt": f"Your deck begins with {base} cards of each rank. You swap {', then '.join(done)}. "
        f"How many {asked} now?",
        "clause": "TT-D3",
        "hint": ["Two cards of a rank go for one of the next, or one card for two of the rank below."],
        "solution": f"Now there are {_ranks(counts)}: {_cards(sum(counts))}, which still weigh {deck_weight(counts)}.",
    } | numbers(luck, answer, [before, 2 * before - answer, answer + 1, answer - 1], level, least=0, surely=[before])


# ------------------------------------------------------------------ mending


def _change_words(rank: int, by: int) -> str:
    return f"put in {_cards(by)} of rank {rank}" if by > 0 else f"take out {_cards(-by)} of rank {rank}"


def _mend(luck: Luck, level: int) -> Question:
    """Which change makes a deck legal?"""
    players = crowd_size(luck, level)
    base = default_base(players)
    counts = [base] * _RANKS
    for _ in range(level):
        _one_swap(luck, counts)
    rank, by = luck.below(_RANKS), luck.pick((-2, -1, -1, 1, 1, 2))
    counts[rank] -= by
    if min(counts) < 0 or net_swaps(counts, base) is not None:
        raise NoExample
    changes = [(other, step) for other in range(_RANKS) for step in (-2, -1, 1, 2) if counts[other] + step >= 0]

    def mends(change: tuple[int, int]) -> bool:
        after = list(counts)
        after[change[0]] += change[1]
        return net_swaps(after, base) is not None

    wrong = luck.shuffled([change for change in changes if not mends(change)])
    close = [(rank, -by)] if (rank, -by) in wrong else []
    offered = luck.shuffled([(rank, by), *close, *[each for each in wrong if each not in close][: 3 - len(close)]])
    gap = deck_weight(counts) - wanted_weight(base)
    told = f"{gap} too much" if gap > 0 else f"{-gap} too little"
    return {
        "prompt": f"With base {base} a deck weighs {wanted_weight(base)}. "
        f"This one has {_ranks(counts)}. What mends it?",
        "clause": "TT-D3",
        "kind": "choice",
        "options": [_change_words(other + 1, step) for other, step in offered],
        "answer": _change_words(rank + 1, by),
        "hint": [
            "Ranks weigh 1, 2, 4 and 8. What is the sum?",
            f"Add up {_sum(counts)}: is it too much or too little?",
        ],
        "solution": f"{_sum(counts)} = {deck_weight(counts)}, which is {told}: {_change_words(rank + 1, by)}.",
    }


# ------------------------------------------------------------------ lists of cards


_LEGAL = "Yes"
_WHY_NOT = {
    "TT-D1 copies": "No: too many copies of a card",
    "TT-D1 size": "No: too few cards",
    "TT-D3 light": "No: too light",
    "TT-D3 heavy": "No: too heavy",
}


def _verdict(cards: Sequence[Card], base: int) -> str:
    """The one thing that is wrong with a deck; NoExample when there is more than one."""
    faults = deck_faults(cards, base)
    if not faults:
        return _LEGAL
    if len(faults) > 1:
        raise NoExample
    if faults[0].rule == "TT-D3":
        heavy = deck_weight(rank_counts(cards)) > wanted_weight(base)
        return _WHY_NOT["TT-D3 heavy" if heavy else "TT-D3 light"]
    return _WHY_NOT["TT-D1 size" if len(cards) < 5 else "TT-D1 copies"]


_SMALL_DECKS = (
    (3, 2, 0, 1),
    (3, 0, 1, 1),
    (1, 1, 1, 1),
    (3, 2, 2, 0),
    (1, 3, 0, 1),
    (5, 1, 0, 1),
    (1, 1, 3, 0),
    (1, 2, 2, 0),
    (3, 2, 1, 1),
)


def _list(luck: Luck, level: int) -> Question:
    """Is this list of cards a legal deck?"""
    wanted = luck.pick((_LEGAL, *_WHY_NOT.values()))
    cards: list[Card] = []
    for rank, count in enumerate(luck.pick(_SMALL_DECKS), 1):
        for card in luck.shuffled(cards_with(rank=rank))[: max(1, count)]:
            held = sum(each.rank == rank for each in cards)
            cards += [card] * min(count - held, luck.pick((1, 1, 2, 3)))
    if _verdict(cards, 1) != wanted or not cards:
        raise NoExample
    counts = rank_counts(cards)
    told = f"{_sum(counts)} = {deck_weight(counts)}, and 15 is wanted. "
    most = max(cards, key=lambda card: sum(each == card for each in cards))
    if wanted == _WHY_NOT["TT-D1 copies"]:
        told = f"{most.text} is there {sum(each == most for each in cards)} times, and two are the most."
    if wanted == _WHY_NOT["TT-D1 size"]:
        told += f"But {_cards(len(cards))} are no deck: five are the least."
    return {
        "prompt": "A small game has base 1, so a deck weighs 15. Is this a legal deck?",
        "clause": "TT-D1" if wanted in (_WHY_NOT["TT-D1 copies"], _WHY_NOT["TT-D1 size"]) else "TT-D3",
        "kind": "choice",
        "options": [_LEGAL, *_WHY_NOT.values()],
        "answer": wanted,
        "cards": [card.text for card in sorted(cards, key=lambda card: (card.rank, card.text))],
        "hint": ["Count three things: cards, copies, weight.", f"By rank there are {_ranks(counts)}; weigh them."],
        "solution": told.strip(),
    }


# ------------------------------------------------------------------ the draft


def _at_a_row(luck: Luck, rank: int) -> Any:
    """A draft whose first chooser stands before a row of that rank, with some circles marked."""
    options = DRAFT.check_options(2, {"leader": 0})
    s = DRAFT.new_state(2, options, DRAFT.check_rules(None))
    DRAFT.resolve_chance(s, [luck.below(1 << 20) + 1, 7, 11, 13])
    s.turn = rank
    draft_rules.fill_row(s, rank)
    for other in range(_RANKS):
        s.circles[draft_rules.slot(0, other)] = luck.below(5)
    return s


def _circles(s: Any) -> str:
    return ", ".join(str(s.circles[draft_rules.slot(0, rank)]) for rank in range(_RANKS))


_FORBIDDEN = "She may not do that"


def _draft(luck: Luck, level: int) -> Question:
    """Which circles are left after a choice of the draft?"""
    rank = luck.below(_RANKS)
    s = _at_a_row(luck, rank)
    first = s.row[draft_rules.ROW_WIDTH * rank]
    second = s.row[draft_rules.ROW_WIDTH * rank + 1]
    used = luck.below(3) if level > 1 else 0
    way = luck.pick(("one", "two", "for two"))
    told = ""
    if way == "one":
        action, does = draft_rules.TAKE + first, f"one card for one circle: {s.cards[first].text}"
    elif way == "two":
        action = draft_rules.pair_of_cards(first, second)
        does = f"two cards for one circle: {s.cards[first].text} and {s.cards[second].text}"
        s.pairs[draft_rules.slot(0, rank)] = used
        told = f" She has taken two cards of rank {rank + 1} for one circle {_times(used)} before." if used else ""
    else:
        action, does = draft_rules.TAKE_FOR_TWO + first, f"one card for two circles: {s.cards[first].text}"
        s.doubles[draft_rules.slot(0, rank)] = used
        told = f" She has paid two circles for a card of rank {rank + 1} {_times(used)} before." if used else ""
    before = _circles(s)
    legal = action in DRAFT.legal_actions(s)
    after = s.copy()
    if legal:
        draft_rules.apply(after, action)
    if legal != luck.happens(75):
        raise NoExample
    options = [_circles(after) if legal else before]
    for other, by in luck.shuffled([(place, by) for place in range(_RANKS) for by in (1, 2)]):
        wrong = s.copy()
        if wrong.circles[other] >= by:
            wrong.circles[other] -= by
            options.append(_circles(wrong))
    choices = list(dict.fromkeys(options))[:4]
    if not legal:
        choices = choices[1:]
    reason = "" if legal else DRAFT.refusal(s, action)[1]
    return {
        "prompt": f"In a draft a row of rank {rank + 1} lies open. "
        f"Ada’s open circles of rank 1, 2, 3, 4: {before}.{told} "
        f"She takes {does}. Which circles are open then?",
        "clause": "TT-F2",
        "kind": "choice",
        "options": [*luck.shuffled(choices), _FORBIDDEN],
        "answer": _circles(after) if legal else _FORBIDDEN,
        "hint": [
            "One card marks a circle of its own rank.",
            "Two cards mark one circle of the next higher rank; one card for two marks two of the next lower.",
        ],
        "solution": f"From {before} to {_circles(after)}." if legal else f"She would be told: {reason}",
    }


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


DECK_DRILLS = (
    DrillSpec("swap", "Swaps", ("TT-D3",), _swap),
    DrillSpec("mend", "Mending a deck", ("TT-D3", "TT-D2"), _mend),
    DrillSpec("deck-list", "Is this a deck?", ("TT-D1",), _list),
    DrillSpec("circles", "Circles of the draft", ("TT-F2", "TT-F1"), _draft),
)
