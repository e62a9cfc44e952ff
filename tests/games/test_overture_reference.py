"""Overture's scoring told a second time, by names instead of numbers, and compared on boards of all theatres."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from theatre_lab.games.overture import OVERTURE, board_state, scoring
from theatre_lab.games.overture.cards import CARDS, TRAITS, TYPES, card_name
from theatre_lab.games.overture.theatres import THEATRES, Theatre

Board = dict[str, str]
NAMES = [card_name(card) for card in range(5, CARDS)]


class Reference:
    """A house as a person reads it: seats and patrons are names."""

    def __init__(self, theatre: Theatre, board: Board) -> None:
        self.theatre, self.board = theatre, board
        self.kind = {seat: card.split()[-1] for seat, card in board.items()}
        self.trait = {seat: card.split()[0] for seat, card in board.items() if " " in card}
        self.pairs = {seat for row in self.rows() for seat in self.paired(row)}

    def rows(self) -> list[list[str]]:
        rows: dict[str, list[str]] = {}
        for seat in self.theatre.seats:
            rows.setdefault(seat[0], []).append(seat)
        return list(rows.values())

    def near(self, seat: str, **what: str) -> int:
        """How many neighbours are of this kind or trait."""
        return sum(getattr(self, key).get(other) == value for other in self.around(seat) for key, value in what.items())

    def around(self, seat: str) -> list[str]:
        return [other for other in self.theatre.neighbours[seat] if other in self.board]

    def paired(self, row: list[str]) -> Iterator[str]:
        free = True
        for left, right in pairwise(row):
            joined = right in self.theatre.neighbours[left]
            if free and joined and self.kind.get(left) == self.kind.get(right) == "Lovebirds":
                yield from (left, right)
                free = False
            else:
                free = True

    def line(self, seat: str, down: int, right: int) -> tuple[int, bool]:
        """The Kids in a straight line from the seat, and whether a Teacher ends it."""
        kids = 0
        while True:
            target = f"{chr(ord(seat[0]) + down)}{int(seat[1:]) + right}"
            if target not in self.theatre.neighbours[seat]:
                return kids, False
            if self.kind.get(target) != "Kid":
                return kids, self.kind.get(target) == "Teacher"
            seat, kids = target, kids + 1

    def table(self, seat: str) -> list[str]:
        return next((list(table) for table in self.theatre.tables if seat in table), [])

    def is_capped(self, seat: str) -> bool:
        if self.theatre.tables:
            return any(self.kind.get(other) == "Teacher" for other in self.table(seat))
        across = self.line(seat, 0, -1)[1] and self.line(seat, 0, 1)[1]
        return across or (self.line(seat, -1, 0)[1] and self.line(seat, 1, 0)[1])

    def caps(self, seat: str) -> int:
        if self.theatre.tables:
            return sum(self.kind.get(other) == "Kid" for other in self.table(seat))
        lines = [self.line(seat, *way) for way in ((0, -1), (0, 1), (-1, 0), (1, 0))]
        return sum(kids for kids, ends in lines if ends)

    def by_type(self, seat: str) -> int:
        kind, labels = self.kind[seat], self.theatre.labels[seat]
        if kind == "VIP":
            return 3 + 2 * ("front" in labels) - 2 * self.near(seat, kind="Kid") - 2 * self.near(seat, trait="Noisy")
        if kind == "Lovebirds":
            return 1 + (3 + 2 * ("back" in labels)) * (seat in self.pairs)
        if kind == "Kid":
            return 4 if self.is_capped(seat) else 1
        if kind == "Critic":
            return 3 + 2 * ("aisle" in labels and not self.near(seat, trait="Noisy"))
        more = {"Teacher": self.caps(seat), "Friends": self.near(seat, kind="Friends")}
        return 3 + more.get(kind, 0)

    def by_trait(self, seat: str) -> int:
        trait, front = self.trait.get(seat), self.theatre.front_neighbours[seat]
        tall = sum(self.trait.get(other) == "Tall" for other in front)
        points = -self.near(seat, trait="Noisy")
        if trait == "Short":
            return points + (-3 if tall else 0 if any(other in self.board for other in front) else 2)
        return points - 2 * tall + 2 * (trait == "Bespectacled" and "back" not in self.theatre.labels[seat])

    def points(self) -> dict[str, int]:
        return {seat: self.by_type(seat) + self.by_trait(seat) for seat in self.board}

    def house(self) -> int:
        critics = [seat for seat in self.board if self.kind[seat] == "Critic"]
        on_aisles = [seat for seat in critics if "aisle" in self.theatre.labels[seat]]
        return {
            None: 0,
            "intimate-venue": sum(len(self.around(seat)) >= 3 for seat in self.board),
            "royal-approval": 3 * bool(self.board),
            "wandering-critics": len(critics) * (len(on_aisles) >= 3),
            "panorama": 2 * sum(all(seat in self.board for seat in row) for row in self.rows()),
            "full-tables": 3 * sum(all(seat in self.board for seat in table) for table in self.theatre.tables),
        }[self.theatre.house_rule]


def boards(theatre: Theatre) -> Iterator[Board]:
    """Empty seats and full houses, all cards or few kinds: whatever stands close enough to matter."""
    rng = random.Random(theatre.id)
    families = [NAMES, ["Teacher", "Kid", "Noisy Kid", "Tall Teacher"]]
    for kind in TYPES[1:]:
        families.append([f"{trait} {kind}".strip() for trait in TRAITS])
    for trait in TRAITS[1:]:
        families.append([f"{trait} {kind}" for kind in TYPES[1:]] + ["VIP", "Short Critic"])
    for family in families * 4:
        share = rng.choice([0.3, 0.6, 0.9, 1.0])
        yield {seat: rng.choice(family) for seat in theatre.seats if rng.random() < share}


@pytest.mark.parametrize("theatre", THEATRES, ids=lambda theatre: theatre.id)
def test_every_seat_and_house_rule_is_worth_what_the_rules_say(theatre: Theatre) -> None:
    for board in boards(theatre):
        s, told = board_state(theatre.id, board), Reference(theatre, board)
        expected = told.points()
        for number, seat in enumerate(theatre.seats):
            assert scoring.seat_points(s, s.board[0], number) == expected.get(seat, 0), (seat, board)
        assert scoring.house_points(s, s.board[0]) == told.house(), board
        assert OVERTURE.scores(s)[0] == sum(expected.values()) + told.house()
        assert scoring.noisy_seated(s, s.board[0]) == list(told.trait.values()).count("Noisy")
        assert scoring.types_seated(s, s.board[0]) == len(set(told.kind.values()))


def test_the_best_patron_of_the_opera_house_is_the_first_of_the_best() -> None:
    theatre = next(theatre for theatre in THEATRES if theatre.house_rule == "royal-approval")
    for board in boards(theatre):
        s, expected = board_state(theatre.id, board), Reference(theatre, board).points()
        (part,) = [part for part in OVERTURE.breakdown(s, 0) if part.rule == "OV-H3"] if board else [None]
        best = max(expected, key=lambda seat: (expected[seat], -theatre.seats.index(seat)), default=None)
        assert (part and part.who) == best
