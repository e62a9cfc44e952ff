"""The best seating in hindsight: what a house of Overture could have been worth, proved where there is time for it."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from theatre_lab.core.background import in_browser
from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Part, total
from theatre_lab.core.match import Match
from theatre_lab.core.options import expect_bool, expect_int, expect_list, refuse_unknown, show
from theatre_lab.core.records import GameRecord
from theatre_lab.games import get_game
from theatre_lab.games.overture import OVERTURE, board_state
from theatre_lab.games.overture.cards import card_name, parse_card
from theatre_lab.games.overture.rules import HAND, ROUNDS, State, is_over
from theatre_lab.games.overture.scoring import board_points
from theatre_lab.games.overture.theatres import SEATS, THEATRES
from theatre_lab.lab.seating_model import hope, points_by_clause, seating_terms
from theatre_lab.lab.seating_search import anneal
from theatre_lab.lab.seating_solver import MissingSolver, Plan, solve_seating

__all__ = ["BestSeating", "MissingSolver", "best_seating"]

_WALKS, _STEPS = 2, 1500


@dataclass(frozen=True, repr=False)
class BestSeating:
    """A house as it was played and the best one found in its place.

    `played` and `seats` map seats to cards, before and after; `played_parts` and `parts` are their reasons. `bound` is
    what no seating of these cards can pass, `seconds` how long it took, `rules` the changed rule numbers.

    >>> best = best_seating({"theatre": "grand-empress", "seats": {"B2": "Lovebirds", "C4": "Lovebirds"}})
    >>> best.played_total, best.total, best.proved, best.differences
    (2, 12, True, {'OV-P3': 10})
    >>> sorted(seat[0] for seat in best.seats), set(best.seats.values())
    (['D', 'D'], {'Lovebirds'})
    """

    theatre: str
    rules: Mapping[str, int]
    played: Mapping[str, str]
    played_parts: tuple[Part, ...]
    seats: Mapping[str, str]
    parts: tuple[Part, ...]
    bound: int
    seconds: float

    @property
    def played_total(self) -> int:
        """The victory points as played."""
        return total(self.played_parts)

    @property
    def total(self) -> int:
        """The victory points of the best seating found."""
        return total(self.parts)

    @property
    def proved(self) -> bool:
        """Is it proved that no seating is better?"""
        return self.total >= self.bound

    @property
    def differences(self) -> dict[str, int]:
        """For each clause that changed: how many points more (or less) it brings, in the order of the rule book."""
        sums = Counter(dict.fromkeys(OVERTURE.clauses, 0))
        for part in self.parts:
            sums[part.rule] += part.points
        for part in self.played_parts:
            sums[part.rule] -= part.points
        return {clause: points for clause, points in sums.items() if points}

    @property
    def taken_in(self) -> list[str]:
        """The cards that sit now and did not, where cards were chosen."""
        return _surplus(self.seats, self.played)

    @property
    def left_out(self) -> list[str]:
        """The cards that sat and do not now."""
        return _surplus(self.played, self.seats)

    def __repr__(self) -> str:
        name = next(theatre.name for theatre in THEATRES if theatre.id == self.theatre)
        lines = [f"{name}: {self.played_total} as played, {self.total} at best ({self._certainty()})"]
        for clause, points in self.differences.items():
            lines.append(f"  {_signed(points)} {OVERTURE.clauses[clause].title} ({clause})")
        if self.taken_in:
            lines.append(f"  in: {', '.join(self.taken_in)}; out: {', '.join(self.left_out)}")
        return "\n".join(lines)

    def _certainty(self) -> str:
        return "proved" if self.proved else f"not proved: at most {self.bound}"


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−")


def _surplus(some: Mapping[str, str], others: Mapping[str, str]) -> list[str]:
    return sorted((Counter(some.values()) - Counter(others.values())).elements())


def best_seating(
    source: Match | GameRecord | State | Mapping[str, Any],
    player: int = 0,
    *,
    choose: bool = False,
    spare: Sequence[str] = (),
    seconds: float = 20.0,
    workers: int | None = None,
    seed: int = 0,
    stop: threading.Event | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> BestSeating:
    """The best seating of the cards that a player seated, on any seats of the theatre.

    `source` is a match, a record, a state of Overture, or a house like `{"theatre": "rotunda", "seats": {"A2": "VIP"}}`
    (with changed `rules`, if any). With `choose`, as many cards are picked from all that the player held in a finished
    game: seated, discarded, or left in hand, as if all had been there at once. `spare` names further cards to pick
    from.

    It takes at most about `seconds`; `stop`, when set, ends it sooner, and so does an interrupt. What is found then
    comes with a bound that holds. `progress(points, bound)` hears of every better seating, with the bound so far.
    `workers` threads search (one a core by default); with 1 the answer is the same every time if it is proved. A
    browser has no solver: there the best seating met on some walks is the answer.
    BadInput says what does not fit, MissingSolver how to install the solver.

    >>> best_seating({"theatre": "grand-empress", "seats": {"B2": "Lovebirds", "C4": "Lovebirds"}})
    The Grand Empress: 2 as played, 12 at best (proved)
      +10 Lovebirds (OV-P3)
    """
    begin = time.monotonic()
    state = _state_of(source)
    expect_int("player", player, 0, int(state.players) - 1)
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds <= 86_400:
        raise BadInput(f"seconds must be a number above 0 and up to 86400, not {show(seconds)}")
    expect_int("seed", seed, 0, 2**31 - 1)
    if workers is not None:
        expect_int("workers", workers, 1, 256)
    board = [int(card) for card in state.board[player]]
    extra = [parse_card(card) for card in expect_list("spare", spare)]
    if expect_bool("choose", choose):
        extra += _never_seated(state, player)
    best, bound = _improve(
        state, board, extra, until=begin + seconds, workers=workers, seed=seed, stop=stop, progress=progress
    )
    return _answer(state, board, best, bound, time.monotonic() - begin)


def _state_of(source: object) -> State:
    if isinstance(source, Mapping):
        refuse_unknown("house key", source, ["theatre", "seats", "rules"])
        for key in ("theatre", "seats"):
            if key not in source:
                raise BadInput(f"the house has no {key!r}")
        return board_state(source["theatre"], source["seats"], source.get("rules", {}))
    if isinstance(source, GameRecord):
        source = Match.from_record(source, get_game(source.game))
    if isinstance(source, Match):
        if source.game is not OVERTURE:
            raise BadInput(f"a house is something of Overture; this is a game of {show(source.game.title)}")
        source = source.state
    if not isinstance(source, State):
        raise BadInput(
            f"a house comes from a match, a record, a state or an object with theatre and seats, not {show(source)}"
        )
    return source


def _never_seated(s: State, player: int) -> list[int]:
    """The cards that the player held and did not seat: discards and the hand."""
    if not is_over(s):
        raise BadInput("cards are chosen in hindsight: the game must be over first (leave out choose=True until then)")
    discards = s.bin[ROUNDS * player : ROUNDS * (player + 1)] if s.players == 2 else []
    cards = [int(card) for card in [*discards, *s.hand[HAND * player : HAND * (player + 1)]] if card]
    if any(card < 0 for card in cards):
        raise BadInput("the player's discards are hidden in this state; a view of the game cannot tell them")
    return cards


def _improve(
    s: State, board: list[int], spare: list[int], *, until: float, workers: int | None, seed: int,
    stop: threading.Event | None, progress: Callable[[int, int], object] | None,
) -> tuple[list[int], int]:  # fmt: skip
    seats, count = SEATS[s.theatre], sum(card > 0 for card in board)
    if count == 0:
        return board, 0
    walks = [anneal(s, board, spare, steps=_STEPS, seed=seed + walk) for walk in range(_WALKS)]
    start, known = max(walks, key=lambda walk: walk[1])
    terms = seating_terms(s)
    if in_browser():
        return start, max(hope(terms, [*(card for card in board if card), *spare], count), known)
    plan = Plan(tuple(terms), int(s.theatre), Counter([*(card for card in board if card), *spare]), count)
    found = solve_seating(plan, start[:seats], until=until, workers=workers, seed=seed, stop=stop, progress=progress)
    if found.board is None:
        return start, max(found.bound, known)
    best = [*found.board, *board[seats:]]
    points = int(board_points(s, best))
    if sum(points_by_clause(terms, best).values()) != points or found.points > points or found.bound < points:
        raise AssertionError(
            f"the seating model and the rules disagree: {found.points} (at most {found.bound}) by the model, "
            f"{points} by the rules, for {_names(s, best)} in {THEATRES[s.theatre].id}"
        )
    return (best, found.bound) if points >= known else (start, found.bound)


def _names(s: State, board: Sequence[int]) -> dict[str, str]:
    return {seat: card_name(board[i]) for i, seat in enumerate(THEATRES[s.theatre].seats) if board[i]}


def _answer(s: State, board: Sequence[int], best: list[int], bound: int, seconds: float) -> BestSeating:
    return BestSeating(
        theatre=THEATRES[s.theatre].id,
        rules=_changed_rules(s.rule),
        played=_names(s, board),
        played_parts=_parts(s, board),
        seats=_names(s, best),
        parts=_parts(s, best),
        bound=bound,
        seconds=seconds,
    )


def _changed_rules(numbers: Iterable[int]) -> dict[str, int]:
    return {
        rule.key: int(number)
        for rule, number in zip(OVERTURE.rule_numbers, numbers, strict=True)
        if number != rule.default
    }


def _parts(s: State, board: Sequence[int]) -> tuple[Part, ...]:
    shown = s.copy()
    shown.board[0] = list(board)
    return tuple(OVERTURE.breakdown(shown, 0))
