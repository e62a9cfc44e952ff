"""An Overture house as terms: so many points for a condition over who sits where, one small function a clause.

The terms are what a solver can reason about. They take every number from the state's rules, and they can be added up
for a given house as well (`points_by_clause`), so that they can be held against the rules' own score.

>>> from theatre_lab.games.overture.cards import parse_card
>>> lovebirds = parse_card("Lovebirds")
>>> bird = frozenset({lovebirds})
>>> pair = AtLeast(2, (Seated(0, bird), Seated(1, bird)))
>>> together, alone = Term("OV-P3", 8, pair), Term("OV-P3", 1, AtLeast(2, (Seated(0, bird), Not(pair))))
>>> [points_by_clause([together, alone], [lovebirds, other]) for other in (lovebirds, 0)]
[{'OV-P3': 8}, {'OV-P3': 1}]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from theatre_lab.games.overture import scoring
from theatre_lab.games.overture.cards import CARDS
from theatre_lab.games.overture.scoring import (
    AWAY,
    BESPECTACLED,
    CRITIC,
    FRIENDS,
    FULL_TABLES,
    INTIMATE_VENUE,
    KID,
    LEFT,
    LOVEBIRDS,
    NOISY,
    PANORAMA,
    PATRON,
    RIGHT,
    ROYAL_APPROVAL,
    SHORT,
    TALL,
    TEACHER,
    VIP,
    WANDERING_CRITICS,
)
from theatre_lab.games.overture.theatres import (
    FRONT_NEIGHBOURS,
    HAS_TABLES,
    HOUSE,
    IS_AISLE,
    IS_BACK,
    IS_FRONT,
    NEIGHBOURS,
    NOWHERE,
    ROW,
    SEATS,
    STEPS,
    TABLE,
)

__all__ = ["AtLeast", "Condition", "Not", "Seated", "Term", "hope", "points_by_clause", "seating_terms"]

# ------------------------------------------------------------------ conditions


@dataclass(frozen=True)
class Seated:
    """One of these cards sits on this seat."""

    seat: int
    cards: frozenset[int]


@dataclass(frozen=True)
class Not:
    """The condition does not hold."""

    condition: Condition


@dataclass(frozen=True)
class AtLeast:
    """At least so many of the conditions hold: all of them, one of them, or a number between."""

    count: int
    conditions: tuple[Condition, ...]


Condition = Seated | Not | AtLeast


@dataclass(frozen=True)
class Term:
    """So many points by a clause when the condition holds; never 0.

    A term about one patron begins its condition with where that patron sits.
    """

    clause: str
    points: int
    condition: Condition


def hope(terms: Iterable[Term], cards: Iterable[int], count: int) -> int:
    """What `count` of the cards can bring at most: every patron on the seat that promises it most, as if alone.

    >>> alone = Term("OV-P1", 3, Seated(2, frozenset({5})))
    >>> hope([alone, Term("OV-P1", -1, Seated(2, frozenset({5})))], [5, 9], 2)
    3
    """
    shared, promised = 0, dict[int, Counter[int]]()
    for term in terms:
        place = _first_place(term.condition)
        if place is None:
            shared += max(term.points, 0)
            continue
        for card in place.cards:
            promised.setdefault(card, Counter())[place.seat] += max(term.points, 0)
    best = (max(promised[card].values(), default=0) if card in promised else 0 for card in cards)
    return shared + sum(sorted(best, reverse=True)[:count])


def _first_place(condition: Condition) -> Seated | None:
    """Where a patron must sit for the condition to hold, if it begins with that."""
    if isinstance(condition, AtLeast) and condition.count == len(condition.conditions) > 0:
        return _first_place(condition.conditions[0])
    return condition if isinstance(condition, Seated) else None


def _all(*conditions: Condition) -> AtLeast:
    return AtLeast(len(conditions), conditions)


def _any(conditions: Iterable[Condition]) -> AtLeast:
    return AtLeast(1, tuple(conditions))


_ANYONE = frozenset(range(5, CARDS))
_TYPE = tuple(frozenset(range(5 * kind, 5 * kind + 5)) for kind in range(FRIENDS + 1))
_TRAIT = tuple(frozenset(range(5 + trait, CARDS, 5)) for trait in range(5))
_NOT_SHORT = _ANYONE - _TRAIT[SHORT]

# ------------------------------------------------------------------ the plan


def _seats(s: Any) -> range:
    return range(SEATS[s.theatre])


def _real(seats: Iterable[int]) -> list[int]:
    return [seat for seat in seats if seat != NOWHERE]


def _neighbours(s: Any, seat: int) -> list[int]:
    return _real(NEIGHBOURS[s.theatre][seat])


def _in_front(s: Any, seat: int) -> list[int]:
    return _real(FRONT_NEIGHBOURS[s.theatre][seat])


def _walk(s: Any, seat: int, way: int) -> Iterator[int]:
    step = STEPS[s.theatre][way]
    while (seat := step[seat]) != NOWHERE:
        yield seat


def _groups(s: Any, table: Sequence[int]) -> list[list[int]]:
    """The seats of each row or each table."""
    numbers = sorted({table[seat] for seat in _seats(s)} - {-1})
    return [[seat for seat in _seats(s) if table[seat] == number] for number in numbers]


# ------------------------------------------------------------------ clause by clause


def _bases(s: Any) -> Iterator[Term]:
    """What each type is worth wherever it sits (OV-P1 to OV-P7)."""
    for kind in range(PATRON, FRIENDS + 1):
        for seat in _seats(s):
            yield Term(f"OV-P{kind}", int(scoring.base_points(s, kind)), Seated(seat, _TYPE[kind]))


def _vip(s: Any) -> Iterator[Term]:
    for seat in _seats(s):
        vip = Seated(seat, _TYPE[VIP])
        yield Term("OV-P2", s.rule[scoring.R_VIP_FRONT] * IS_FRONT[s.theatre][seat], vip)
        for other in _neighbours(s, seat):
            yield Term("OV-P2", s.rule[scoring.R_VIP_KID], _all(vip, Seated(other, _TYPE[KID])))
            yield Term("OV-P2", s.rule[scoring.R_VIP_NOISY], _all(vip, Seated(other, _TRAIT[NOISY])))


def _lovebirds(s: Any) -> Iterator[Term]:
    """Pairs from the left: a seat begins one when it and the next hold Lovebirds and no pair reaches it (OV-P3)."""
    to_left, to_right = STEPS[s.theatre][LEFT], STEPS[s.theatre][RIGHT]
    begins: dict[int, Condition] = {}
    for seat in sorted(_seats(s), key=lambda seat: len(list(_walk(s, seat, LEFT)))):
        bird, left, right = Seated(seat, _TYPE[LOVEBIRDS]), to_left[seat], to_right[seat]
        reached = [begins[left]] if left in begins else []
        if right != NOWHERE:
            begins[seat] = _all(bird, Seated(right, _TYPE[LOVEBIRDS]), *(Not(pair) for pair in reached))
            reached.append(begins[seat])
        yield Term("OV-P3", s.rule[scoring.R_PAIR], _all(bird, _any(reached)))
        yield Term("OV-P3", s.rule[scoring.R_PAIR_BACK] * IS_BACK[s.theatre][seat], _all(bird, _any(reached)))


def _lines(s: Any) -> Iterator[tuple[list[int], Condition]]:
    """Every line of seats that Teachers may hold at both ends: the Kids' seats, and that it is so (OV-P4)."""
    for way in (RIGHT, AWAY):
        for first in _seats(s):
            between: list[int] = []
            for seat in _walk(s, first, way):
                if between:
                    kids = (Seated(kid, _TYPE[KID]) for kid in between)
                    yield between, _all(Seated(first, _TYPE[TEACHER]), *kids, Seated(seat, _TYPE[TEACHER]))
                between = [*between, seat]


def _caps_in_lines(s: Any) -> Iterator[Term]:
    lines = list(_lines(s))
    more = s.rule[scoring.R_KID_CAPPED] - s.rule[scoring.R_KID]
    for seat in _seats(s):
        caps = _any(capped for kids, capped in lines if seat in kids)
        yield Term("OV-P4", more, _all(Seated(seat, _TYPE[KID]), caps))
    for kids, capped in lines:
        yield Term("OV-P5", 2 * len(kids) * s.rule[scoring.R_TEACHER_KID], capped)


def _caps_at_tables(s: Any) -> Iterator[Term]:
    more = s.rule[scoring.R_KID_CAPPED] - s.rule[scoring.R_KID]
    for table in _groups(s, TABLE[s.theatre]):
        has_teacher = _any(Seated(seat, _TYPE[TEACHER]) for seat in table)
        for seat in table:
            kid = Seated(seat, _TYPE[KID])
            yield Term("OV-P8", more, _all(kid, has_teacher))
            for other in table:
                if other != seat:
                    both = _all(kid, Seated(other, _TYPE[TEACHER]))
                    yield Term("OV-P8", s.rule[scoring.R_TEACHER_KID], both)


def _caps(s: Any) -> Iterator[Term]:
    return _caps_at_tables(s) if HAS_TABLES[s.theatre] else _caps_in_lines(s)


def _critics(s: Any) -> Iterator[Term]:
    for seat in _seats(s):
        if IS_AISLE[s.theatre][seat]:
            quiet = (Not(Seated(other, _TRAIT[NOISY])) for other in _neighbours(s, seat))
            yield Term("OV-P6", s.rule[scoring.R_CRITIC_AISLE], _all(Seated(seat, _TYPE[CRITIC]), *quiet))


def _friends(s: Any) -> Iterator[Term]:
    """Two neighbouring Friends please each other (OV-P7)."""
    for seat in _seats(s):
        for other in _neighbours(s, seat):
            if seat < other:
                both = _all(Seated(seat, _TYPE[FRIENDS]), Seated(other, _TYPE[FRIENDS]))
                yield Term("OV-P7", 2 * s.rule[scoring.R_FRIENDS_FRIEND], both)


def _tall(s: Any) -> Iterator[Term]:
    for seat in _seats(s):
        for other in _in_front(s, seat):
            behind = _all(Seated(seat, _NOT_SHORT), Seated(other, _TRAIT[TALL]))
            yield Term("OV-X1", s.rule[scoring.R_TALL], behind)


def _short(s: Any) -> Iterator[Term]:
    for seat in _seats(s):
        short, front = Seated(seat, _TRAIT[SHORT]), _in_front(s, seat)
        clear = (Not(Seated(other, _ANYONE)) for other in front)
        yield Term("OV-X2", s.rule[scoring.R_SHORT_VIEW], _all(short, *clear))
        blocked = _any(Seated(other, _TRAIT[TALL]) for other in front)
        yield Term("OV-X2", s.rule[scoring.R_SHORT_BLOCKED], _all(short, blocked))


def _bespectacled(s: Any) -> Iterator[Term]:
    for seat in _seats(s):
        if not IS_BACK[s.theatre][seat]:
            yield Term("OV-X3", s.rule[scoring.R_SPECTACLES], Seated(seat, _TRAIT[BESPECTACLED]))


def _noisy(s: Any) -> Iterator[Term]:
    for seat in _seats(s):
        for other in _neighbours(s, seat):
            yield Term("OV-X4", s.rule[scoring.R_NOISY], _all(Seated(seat, _ANYONE), Seated(other, _TRAIT[NOISY])))


def _intimate_venue(s: Any) -> Iterator[Term]:
    for seat in _seats(s):
        company = AtLeast(3, tuple(Seated(other, _ANYONE) for other in _neighbours(s, seat)))
        yield Term("OV-H2", s.rule[scoring.R_INTIMATE], _all(Seated(seat, _ANYONE), company))


def _royal_approval(s: Any) -> Iterator[Term]:
    """Whoever it is, somebody is the best patron (OV-H3)."""
    yield Term("OV-H3", s.rule[scoring.R_ROYAL], _any(Seated(seat, _ANYONE) for seat in _seats(s)))


def _wandering_critics(s: Any) -> Iterator[Term]:
    aisles = (seat for seat in _seats(s) if IS_AISLE[s.theatre][seat])
    three = AtLeast(3, tuple(Seated(seat, _TYPE[CRITIC]) for seat in aisles))
    for seat in _seats(s):
        yield Term("OV-H4", s.rule[scoring.R_WANDERING], _all(Seated(seat, _TYPE[CRITIC]), three))


def _panorama(s: Any) -> Iterator[Term]:
    for row in _groups(s, ROW[s.theatre]):
        yield Term("OV-H5", s.rule[scoring.R_PANORAMA], _all(*(Seated(seat, _ANYONE) for seat in row)))


def _full_tables(s: Any) -> Iterator[Term]:
    for table in _groups(s, TABLE[s.theatre]):
        yield Term("OV-H6", s.rule[scoring.R_FULL_TABLE], _all(*(Seated(seat, _ANYONE) for seat in table)))


_CLAUSES: tuple[Callable[[Any], Iterator[Term]], ...] = (
    _bases,
    _vip,
    _lovebirds,
    _caps,
    _critics,
    _friends,
    _tall,
    _short,
    _bespectacled,
    _noisy,
)
_HOUSE_RULES = {
    INTIMATE_VENUE: _intimate_venue,
    ROYAL_APPROVAL: _royal_approval,
    WANDERING_CRITICS: _wandering_critics,
    PANORAMA: _panorama,
    FULL_TABLES: _full_tables,
}


def seating_terms(s: Any) -> list[Term]:
    """All terms of a house in the state's theatre, by the state's rule numbers.

    >>> from theatre_lab.games.overture import board_state
    >>> terms = seating_terms(board_state("opera-house", {}))
    >>> [term.points for term in terms if term.clause == "OV-H3"]
    [3]
    """
    house = _HOUSE_RULES.get(HOUSE[s.theatre])
    clauses = (*_CLAUSES, house) if house else _CLAUSES
    return [term for clause in clauses for term in clause(s) if term.points]


# ------------------------------------------------------------------ adding up


def _holds(condition: Condition, board: Sequence[int], known: dict[Condition, bool]) -> bool:
    if isinstance(condition, Seated):
        return board[condition.seat] in condition.cards
    if isinstance(condition, Not):
        return not _holds(condition.condition, board, known)
    if condition not in known:
        known[condition] = sum(_holds(each, board, known) for each in condition.conditions) >= condition.count
    return known[condition]


def points_by_clause(terms: Iterable[Term], board: Sequence[int]) -> dict[str, int]:
    """What each clause brings a house by these terms; clauses that bring nothing are left out.

    >>> from theatre_lab.games.overture import board_state
    >>> s = board_state("opera-house", {"A1": "Bespectacled VIP"})
    >>> points_by_clause(seating_terms(s), s.board[0])
    {'OV-P2': 5, 'OV-X3': 2, 'OV-H3': 3}
    """
    sums: Counter[str] = Counter()
    known: dict[Condition, bool] = {}
    for term in terms:
        if _holds(term.condition, board, known):
            sums[term.clause] += term.points
    return {clause: points for clause, points in sums.items() if points}
