"""The seating terms as a model of OR-tools CP-SAT, worded so that its bound is tight from the start.

Every patron is credited with all it could earn, and what it fails to earn is taken away seat by seat; then groups of
clauses get ceilings, each the proved best of a smaller model that leaves everybody else at home.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from theatre_lab.core.optional import MissingPackage, need
from theatre_lab.games.overture.theatres import SEATS
from theatre_lab.lab.seating_model import AtLeast, Condition, Not, Seated, Term

__all__ = ["Found", "MissingSolver", "Plan", "solve_seating"]

_CEILINGS = (
    ("OV-P3",),
    ("OV-P7",),
    ("OV-P4", "OV-P5", "OV-P8"),
    ("OV-H2", "OV-H5", "OV-H6"),
)
"""Groups of clauses whose patrons are in each other's way: one patron alone would hope for too much."""
_SHARED = {clause for clauses in _CEILINGS for clause in clauses}
_CEILING_SECONDS = 2.0
_PRICES = (4, 5, 6)
_TINY = 1e-6
_GLANCE = 0.1


class MissingSolver(MissingPackage):
    """The solver is not installed; the text says how to install it.

    >>> try:
    ...     need("no_such_solver", "the best seating", error=MissingSolver)
    ... except MissingSolver as missing:
    ...     print(missing)
    the best seating needs no_such_solver, which cannot be loaded (No module named 'no_such_solver'): pip install
    no_such_solver
    """


def _cp_model() -> Any:
    return need("ortools.sat.python.cp_model", "the best seating", error=MissingSolver)


@dataclass(frozen=True)
class Plan:
    """What is to be seated: the terms, how many seats there are, how often each card is at hand, and how many sit.

    >>> from theatre_lab.games.overture import board_state
    >>> from theatre_lab.lab.seating_model import seating_terms
    >>> s = board_state("grand-empress", {"B2": "Lovebirds", "C4": "Lovebirds"})
    >>> plan = Plan(tuple(seating_terms(s)), int(s.theatre), Counter(card for card in s.board[0] if card), count=2)
    >>> plan.seats, plan.size, plan.all_sit
    (20, 2, True)
    >>> {term.clause for term in plan.only(["OV-P3"]).terms}
    {'OV-P3'}
    """

    terms: tuple[Term, ...]
    theatre: int
    cards: Mapping[int, int]
    count: int

    @property
    def seats(self) -> int:
        """How many seats the theatre has."""
        return SEATS[self.theatre]

    @property
    def size(self) -> int:
        """How many cards are at hand."""
        return sum(self.cards.values())

    @property
    def all_sit(self) -> bool:
        """Is there no choice of cards?"""
        return self.size == self.count

    def only(self, clauses: Sequence[str]) -> Plan:
        """The plan by some of its clauses alone. Cards that these cannot tell apart become the same card, and those
        that they do not mention stay at home."""
        terms = tuple(term for term in self.terms if term.clause in clauses)
        groups = sorted({each.cards for term in terms for each in _places(term.condition)}, key=sorted)
        first: dict[tuple[bool, ...], int] = {}
        cards: Counter[int] = Counter()
        for card, copies in sorted(self.cards.items()):
            looks = tuple(card in group for group in groups)
            if any(looks):
                cards[first.setdefault(looks, card)] += copies
        return Plan(terms, self.theatre, cards, min(self.count, cards.total()))


def _places(condition: Condition) -> Iterable[Seated]:
    if isinstance(condition, Seated):
        return (condition,)
    if isinstance(condition, Not):
        return _places(condition.condition)
    return (place for each in condition.conditions for place in _places(each))


@dataclass(frozen=True)
class Found:
    """A seating (a card, or 0, a seat; None when there was no time for one), its points by the model, at least, and
    the bound that no seating can pass.

    >>> from theatre_lab.games.overture import board_state
    >>> from theatre_lab.lab.seating_model import seating_terms
    >>> s = board_state("grand-empress", {"C4": "Patron"})
    >>> plan = Plan(tuple(seating_terms(s)), int(s.theatre), Counter(card for card in s.board[0] if card), count=1)
    >>> found = solve_seating(plan, s.board[0][: plan.seats], until=time.monotonic() + 60, workers=1)
    >>> len(found.board) == plan.seats, found.points == found.bound  # no seating is better
    (True, True)
    """

    board: tuple[int, ...] | None
    points: int
    bound: int


class _Model:
    """The solver's model of a plan. A literal is a solver's variable, its negation, or a plain truth value."""

    def __init__(self, plan: Plan, *, exactly: bool = True) -> None:
        self.plan, self.fixed = plan, exactly and plan.all_sit
        self.cp = _cp_model().CpModel()
        self.sits = {
            (card, seat): self.cp.new_bool_var(f"card {card} on seat {seat}")
            for card in plan.cards
            for seat in range(plan.seats)
        }
        self._groups: dict[Seated, Any] = {}
        self._literals: dict[Condition, Any] = {}
        self._stated: set[tuple[Condition, bool]] = set()
        self._seat_cards(exactly)
        self.by_clause: dict[str, Any] = {}
        self._limits: dict[str, tuple[int, int]] = {}
        self._add_points()

    def _seat_cards(self, exactly: bool) -> None:
        for seat in range(self.plan.seats):
            self.cp.add_at_most_one(self.sits[card, seat] for card in self.plan.cards)
        for card, copies in self.plan.cards.items():
            seated = sum(self.sits[card, seat] for seat in range(self.plan.seats))
            self.cp.add(seated == copies if self.fixed else seated <= copies)
        seated = sum(self.sits.values())
        self.cp.add(seated == self.plan.count if exactly else seated <= self.plan.count)

    # ------------------------------------------------------------- conditions as literals

    def _seated(self, place: Seated) -> Any:
        own = frozenset(place.cards & self.plan.cards.keys())
        if not own:
            return False
        known = Seated(place.seat, own)
        if known not in self._groups:
            if len(own) == 1:
                self._groups[known] = self.sits[next(iter(own)), place.seat]
            else:
                literal = self._groups[known] = self.cp.new_bool_var("")
                self.cp.add(sum(self.sits[card, place.seat] for card in own) == literal)
        return self._groups[known]

    def literal(self, condition: Condition, implies: bool) -> Any:
        """A literal that implies the condition, or one that is implied by it: what the points' sign calls for."""
        if isinstance(condition, Seated):
            return self._seated(condition)
        if isinstance(condition, Not):
            inner = self.literal(condition.condition, not implies)
            return not inner if isinstance(inner, bool) else ~inner
        literals = [self.literal(each, implies) for each in condition.conditions]
        need = condition.count - sum(each is True for each in literals)
        literals = [each for each in literals if not isinstance(each, bool)]
        if need <= 0:
            return True
        if need > len(literals) or self._lacks_cards(condition):
            return False
        if len(literals) == 1:
            return literals[0]
        return self._state(condition, literals, need, implies)

    def _lacks_cards(self, condition: AtLeast) -> bool:
        """Does it take more cards of a kind than there are?"""
        wanted = Counter(each.cards for each in condition.conditions if isinstance(each, Seated))
        spare = len(condition.conditions) - condition.count
        return any(
            times - spare > sum(copies for card, copies in self.plan.cards.items() if card in group)
            for group, times in wanted.items()
        )

    def _state(self, condition: AtLeast, literals: list[Any], need: int, implies: bool) -> Any:
        literal = self._literals.get(condition)
        if literal is None:
            literal = self._literals[condition] = self.cp.new_bool_var("")
        if (condition, implies) in self._stated:
            return literal
        self._stated.add((condition, implies))
        if implies:
            self._imply(literal, literals, need)
        else:
            self._imply(~literal, [~each for each in literals], len(literals) - need + 1)
        return literal

    def _imply(self, literal: Any, literals: list[Any], need: int) -> None:
        """The literal implies that at least so many of the others hold."""
        if need == len(literals):
            for each in literals:
                self.cp.add_implication(literal, each)
        elif need == 1:
            self.cp.add_bool_or([~literal, *literals])
        else:
            self.cp.add(sum(literals) >= need * literal)

    # ------------------------------------------------------------- points

    def count_of(self, group: frozenset[int]) -> Any:
        """How many cards of the group sit: a number, or an expression where cards are chosen."""
        own = [card for card in self.plan.cards if card in group]
        if self.fixed:
            return sum(self.plan.cards[card] for card in own)
        return sum(self.sits[card, seat] for card in own for seat in range(self.plan.seats))

    def _add_points(self) -> None:
        credited, others = _split(self.plan.terms)
        for gain in credited:
            self._credit(gain)
        for term in others:
            self._add(term.clause, term.points, self.literal(term.condition, term.points > 0))

    def _add(self, clause: str, points: int, factor: Any, most: int = 1) -> None:
        """Add points times a literal, a truth value or a number of cards, which is `most` at most."""
        self.by_clause[clause] = self.by_clause.get(clause, 0) + points * factor
        low, high = self._limits.get(clause, (0, 0))
        self._limits[clause] = low + min(0, points * most), high + max(0, points * most)

    def _credit(self, gain: _Gain) -> None:
        """Credit every patron of a group with the points, and take them away on the seats where they are missed."""
        copies = sum(number for card, number in self.plan.cards.items() if card in gain.patrons)
        self._add(gain.clause, gain.points, self.count_of(gain.patrons), copies)
        for seat in range(self.plan.seats):
            missed = _missed(Seated(seat, gain.patrons), gain.conditions.get(seat))
            if missed is not None:
                self._add(gain.clause, -gain.points, self.literal(missed, False))

    # ------------------------------------------------------------- the question

    def sum_of(self, clauses: Iterable[str]) -> Any:
        """What these clauses bring together."""
        return sum(self.by_clause[clause] for clause in clauses if clause in self.by_clause)

    def maximize(self, ceilings: Sequence[Ceiling]) -> None:
        """Ask for the most points, given what some groups of clauses can bring at most."""
        values: dict[tuple[str, ...], Any] = {}
        left = set(self.by_clause)
        for ceiling in ceilings:
            if ceiling.clauses not in values:
                values[ceiling.clauses] = self._value_of(ceiling.clauses)
                left -= set(ceiling.clauses)
            seated = self.count_of(frozenset(ceiling.cards)) if ceiling.price else 0
            self.cp.add(values[ceiling.clauses] <= ceiling.most + ceiling.price * seated)
        self.cp.maximize(sum(values.values()) + self.sum_of(left))

    def _value_of(self, clauses: tuple[str, ...]) -> Any:
        """A variable for what the clauses bring together, or less."""
        limits = [self._limits[clause] for clause in clauses if clause in self._limits]
        value = self.cp.new_int_var(sum(low for low, _ in limits), sum(high for _, high in limits), " ".join(clauses))
        self.cp.add(self.sum_of(clauses) >= value)
        return value

    def most(self) -> int:
        """What all clauses would bring if every gain were had and nothing lost."""
        return sum(high for _, high in self._limits.values())

    def maximize_beyond(self, price: int) -> None:
        """Ask for the most points beyond a price for every card that sits."""
        self.cp.maximize(self.sum_of(self.by_clause) - price * sum(self.sits.values()))


@dataclass(frozen=True)
class Ceiling:
    """These clauses bring at most so much, and so much more for each of these cards that sits."""

    clauses: tuple[str, ...]
    most: int
    price: int = 0
    cards: tuple[int, ...] = ()


def _patron(term: Term) -> Seated | None:
    """The patron a term is about: the first that its condition asks for."""
    condition = term.condition
    if isinstance(condition, AtLeast) and condition.count == len(condition.conditions):
        condition = condition.conditions[0]
    return condition if isinstance(condition, Seated) else None


@dataclass
class _Gain:
    """Points that every patron of a group may have once: on some seats, and there under a condition."""

    clause: str
    points: int
    patrons: frozenset[int]
    conditions: dict[int, Condition]


def _split(terms: Iterable[Term]) -> tuple[list[_Gain], list[Term]]:
    """The gains that stand alone, group by group, and all other terms."""
    gains: dict[tuple[str, int, frozenset[int]], _Gain] = {}
    others = []
    for term in terms:
        patron = _patron(term)
        is_shared = term.clause in _SHARED and not isinstance(term.condition, Seated)
        if patron is None or term.points < 0 or is_shared:
            others.append(term)
            continue
        key = (term.clause, term.points, patron.cards)
        gain = gains.setdefault(key, _Gain(*key, {}))
        if patron.seat in gain.conditions:
            others.append(term)
        else:
            gain.conditions[patron.seat] = term.condition
    return list(gains.values()), others


def _missed(here: Seated, condition: Condition | None) -> Condition | None:
    """That a patron sits here without meeting its condition; None when sitting here is all that it takes."""
    if condition is None:
        return here
    if condition == here:
        return None
    assert isinstance(condition, AtLeast)
    rest = condition.conditions[1:]
    return AtLeast(2, (here, Not(AtLeast(len(rest), rest))))


# ------------------------------------------------------------------ solving


def _solver(seconds: float, workers: int, seed: int) -> Any:
    solver = _cp_model().CpSolver()
    solver.parameters.max_time_in_seconds = max(0.05, seconds)
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed
    solver.parameters.linearization_level = 2
    return solver


def _bound(solver: Any, status: Any, model: _Model) -> int:
    """What the model's objective cannot pass; without an answer the solver's own figure means nothing."""
    if status not in (_cp_model().OPTIMAL, _cp_model().FEASIBLE):
        return model.most()
    return min(math.floor(float(solver.best_objective_bound) + _TINY), model.most())


def _ceiling(plan: Plan, part: Plan, clauses: tuple[str, ...], price: int, solver: Any) -> Ceiling:
    """The most that some clauses can bring together beyond a price for each card: the best of their part of a plan."""
    model = _Model(part, exactly=price == 0)
    model.maximize_beyond(price)
    status = solver.solve(model.cp)
    mentioned = frozenset(each for term in part.terms for place in _places(term.condition) for each in place.cards)
    own = tuple(card for card in plan.cards if card in mentioned)
    return Ceiling(clauses, _bound(solver, status, model), price, own)


def ceilings_of(
    plan: Plan, until: float, workers: int, seed: int, stop: threading.Event | None = None
) -> list[Ceiling]:
    """What each group of clauses can bring at most, as far as it is found out in time.

    Where cards are chosen it depends on how many are: a ceiling for each of several prices a seat.
    """
    found = []
    for clauses in _CEILINGS:
        part = plan.only(clauses)
        is_count_known = plan.all_sit or part.size == plan.size
        for price in (0,) if is_count_known else _PRICES:
            seconds = min(_CEILING_SECONDS, (until - time.monotonic()) / 4)
            if seconds > 0 and part.cards and not (stop is not None and stop.is_set()):
                found.append(_ceiling(plan, part, clauses, price, _solver(seconds, workers, seed)))
    return found


def solve_seating(
    plan: Plan,
    start: Sequence[int],
    *,
    until: float,
    workers: int | None = None,
    seed: int = 0,
    stop: threading.Event | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Found:
    """The best seating of the plan, begun at the seating `start`, as far as it is found until a monotonic time.

    The solver looks on while it is given time; `stop`, when set, ends it. `progress(points, bound)` hears of news.

    >>> from theatre_lab.games.overture import board_state
    >>> from theatre_lab.lab.seating_model import seating_terms
    >>> s = board_state("grand-empress", {"B2": "Lovebirds", "C4": "Lovebirds"})
    >>> plan = Plan(tuple(seating_terms(s)), int(s.theatre), Counter(card for card in s.board[0] if card), count=2)
    >>> found = solve_seating(plan, s.board[0][: plan.seats], until=time.monotonic() + 60, workers=1)
    >>> found.points, found.bound, sum(card > 0 for card in found.board)
    (12, 12, 2)
    """
    workers = workers or os.cpu_count() or 1
    model = _Model(plan)
    model.maximize(ceilings_of(plan, until, workers, seed, stop))
    for (card, seat), literal in model.sits.items():
        model.cp.add_hint(literal, start[seat] == card)
    solver = _solver(until - time.monotonic(), workers, seed)
    with _stoppable(solver, stop):
        status = solver.solve(model.cp, _listener(progress))
    bound = _bound(solver, status, model)
    if status == _cp_model().INFEASIBLE:
        raise AssertionError(f"the seating model allows no seating of {dict(plan.cards)} in theatre {plan.theatre}")
    if status not in (_cp_model().OPTIMAL, _cp_model().FEASIBLE):
        return Found(None, 0, bound)
    sitting = {seat: card for (card, seat), literal in model.sits.items() if solver.boolean_value(literal)}
    return Found(tuple(sitting.get(seat, 0) for seat in range(plan.seats)), round(solver.objective_value), bound)


@contextmanager
def _stoppable(solver: Any, stop: threading.Event | None) -> Iterator[None]:
    """While this lasts, the search ends soon after `stop` is set."""
    if stop is None:
        yield
        return
    over = threading.Event()

    def watch() -> None:
        while not over.is_set():
            if stop.wait(_GLANCE):
                solver.stop_search()
                over.wait(_GLANCE)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _listener(progress: Callable[[int, int], object] | None) -> Any:
    """A solver's callback that passes on every better seating."""
    if progress is None:
        return None
    tell = progress

    class Listener(_cp_model().CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            tell(round(self.objective_value), math.floor(self.best_objective_bound + _TINY))

    return Listener()
