"""A house made up for a question, and the questions that any house allows.

>>> from theatre_lab.games.overture.cards import card_name
>>> from theatre_lab.teach.drills import Luck
>>> [card_name(card) for card in cards("VIP", "Tall Kid")]
['VIP', 'Tall Kid']
>>> signed(3), signed(-2), signed(0)
('+3', '−2', '0')
>>> crowd(Luck(1, 2), "blackbox", patrons=3).seats
{'B3': 'Friends', 'C1': 'Tall Patron', 'C3': 'Lovebirds'}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from theatre_lab.core.game import Part, total
from theatre_lab.games.overture import OVERTURE, board_state, scoring
from theatre_lab.games.overture.breakdown import house_parts, seat_parts
from theatre_lab.games.overture.cards import DECK, card_name, parse_card
from theatre_lab.games.overture.theatres import THEATRE_IDS, THEATRES, Theatre
from theatre_lab.teach.drills import Luck, Question, numeric_choice

__all__ = ["Scene", "cards", "crowd", "one", "signed", "sum_in_words"]


def cards(*names: str) -> tuple[int, ...]:
    """The numbers of the named cards."""
    return tuple(parse_card(name) for name in names)


def one(name: str) -> str:
    """A card with its article, as a sentence needs it.

    >>> one("Tall Kid"), one("Lovebirds")
    ('a Tall Kid', 'Lovebirds')
    """
    return name if name.endswith(("Lovebirds", "Friends")) else f"a {name}"


def signed(points: int) -> str:
    """Points with their sign, a true minus for a loss."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def sum_in_words(parts: Sequence[Part]) -> str:
    """The parts as a sum.

    >>> sum_in_words([Part("A1", "OV-P2", 3, ""), Part("A1", "OV-P2", -2, "")])
    '3 − 2 = 1'
    """
    if not parts:
        return "0"
    terms = " ".join(f"{'+' if part.points > 0 else '−'} {abs(part.points)}" for part in parts)
    whole = str(total(parts)).replace("-", "−")
    first = terms[2:] if terms.startswith("+") else "−" + terms[2:]
    return f"{first} = {whole}" if len(parts) > 1 else first


@dataclass
class Scene:
    """A house with patrons, seats counted by number as the rules count them.

    >>> scene = Scene.empty("grand-empress")
    >>> scene.put(2, parse_card("VIP"))
    >>> scene.seats, scene.points(2)
    ({'A3': 'VIP'}, 5)
    """

    state: Any

    @classmethod
    def empty(cls, theatre: str) -> Scene:
        """The empty house of a theatre."""
        return cls(board_state(theatre, {}))

    @property
    def theatre(self) -> Theatre:
        """The theatre."""
        theatre: Theatre = THEATRES[self.state.theatre]
        return theatre

    @property
    def board(self) -> Any:
        """The card (or 0) on each seat."""
        return self.state.board[0]

    @property
    def seats(self) -> dict[str, str]:
        """Who sits where, by name."""
        return {name: card_name(self.board[i]) for i, name in enumerate(self.theatre.seats) if self.board[i]}

    @property
    def empties(self) -> list[int]:
        """The empty seats."""
        return [i for i in range(len(self.theatre.seats)) if not self.board[i]]

    @property
    def taken(self) -> list[int]:
        """The seats somebody sits on."""
        return [i for i in range(len(self.theatre.seats)) if self.board[i]]

    def name(self, seat: int) -> str:
        """A seat's name."""
        return self.theatre.seats[seat]

    def around(self, seat: int) -> list[int]:
        """The neighbours of a seat."""
        return [self.theatre.seat(other) for other in self.theatre.neighbours[self.name(seat)]]

    def ahead(self, seat: int) -> list[int]:
        """The front neighbours of a seat."""
        return [self.theatre.seat(other) for other in self.theatre.front_neighbours[self.name(seat)]]

    def row(self, seat: int) -> list[int]:
        """The seats of the seat's row."""
        return [i for i, name in enumerate(self.theatre.seats) if name[0] == self.name(seat)[0]]

    def column(self, seat: int) -> list[int]:
        """The seats in the seat's column of the plan."""
        return [i for i, name in enumerate(self.theatre.seats) if name[1:] == self.name(seat)[1:]]

    def put(self, seat: int, card: int) -> None:
        """Seat a card, whatever sat there."""
        self.board[seat] = card

    def fill(self, luck: Luck, seats: Sequence[int], pool: Sequence[int], hundredths: int) -> None:
        """Seat a card of the pool on each of these seats that is empty, in so many cases of a hundred."""
        for seat in seats:
            if not self.board[seat] and luck.happens(hundredths):
                self.board[seat] = luck.pick(pool)

    # ------------------------------------------------------------- what the engine says

    def parts(self, seat: int) -> list[Part]:
        """The reasons of a seat's points."""
        return seat_parts(self.state, self.board, seat)

    def points(self, seat: int) -> int:
        """A seat's points, house rule aside."""
        return int(scoring.seat_points(self.state, self.board, seat))

    def by_house(self) -> list[Part]:
        """The parts of the house rule."""
        return house_parts(self.state, self.board)

    def whole(self) -> int:
        """The points of the whole house."""
        return int(scoring.board_points(self.state, self.board))

    def values(self) -> dict[str, int]:
        """Each patron's own points."""
        return {self.name(i): self.points(i) for i in self.taken}

    def gains(self, card: int) -> dict[str, int]:
        """What the whole house would gain from the card on each empty seat."""
        before, found = self.whole(), {}
        for seat in self.empties:
            self.board[seat] = card
            found[self.name(seat)] = self.whole() - before
            self.board[seat] = 0
        return found

    def changes(self, card: int, seat: int) -> list[Part]:
        """Every part that comes or goes when the card takes the seat; they add up to the gain.

        The parts of others begin with their seat.
        """
        before = OVERTURE.breakdown(self.state, 0)
        self.board[seat] = card
        after = OVERTURE.breakdown(self.state, 0)
        self.board[seat] = 0
        for part in list(after):
            if part in before:
                before.remove(part)
                after.remove(part)
        gone = [Part(part.who, part.rule, -part.points, f"no longer {part.text}") for part in before]
        own = self.name(seat)
        return [p if p.who == own else replace(p, text=f"{p.who}: {p.text}") for p in after + gone]

    # ------------------------------------------------------------- questions

    def picture(self, *marked: int) -> dict[str, Any]:
        """The house as the board of a question."""
        return {"theatre": self.theatre.id, "seats": self.seats, "mark": [self.name(seat) for seat in marked]}

    def ask_points(
        self, luck: Luck, seat: int, level: int, hints: Sequence[str], surely: Sequence[int] = ()
    ) -> Question:
        """How many points does the patron on this seat score? `surely` are wrong answers that must be on offer."""
        parts, answer = self.parts(seat), self.points(seat)
        card = card_name(self.board[seat])
        verb = "do" if card.endswith(("Lovebirds", "Friends")) else "does"
        question = {
            "prompt": f"How many points {verb} the {card} on {self.name(seat)} score?",
            "board": self.picture(seat),
            "hint": list(hints),
            "solution": f"{card} on {self.name(seat)}: {sum_in_words(parts)}.",
            "parts": parts,
            "values": self.values(),
        }
        mistakes = [wrong for part in parts for wrong in (answer - part.points, answer + part.points)]
        return question | numbers(luck, answer, mistakes, level, surely=surely)


def numbers(
    luck: Luck,
    answer: int,
    mistakes: Sequence[int],
    level: int,
    least: int | None = None,
    surely: Sequence[int] = (),
) -> Question:
    """The rest of a question after a number: four choices, or from level 3 on a field to type in."""
    if level >= 3:
        spread = max([abs(answer), *(abs(value) for value in mistakes), 9])
        return {"kind": "number", "min": -spread if least is None else least, "max": spread + 3, "answer": answer}
    options = numeric_choice(luck, answer, mistakes, least=least, surely=surely)
    return {"kind": "choice", "options": labelled(options), "answer": answer}


def labelled(values: Sequence[int]) -> list[dict[str, Any]]:
    """Numbers as options, with a true minus."""
    return [{"value": value, "label": str(value).replace("-", "−")} for value in values]


def crowd(luck: Luck, theatre: str, patrons: int) -> Scene:
    """A house with so many patrons of one deck on random seats."""
    scene = Scene.empty(theatre)
    seats = luck.shuffled(scene.empties)
    for seat, card in zip(seats[:patrons], luck.shuffled(DECK), strict=False):
        scene.put(seat, card)
    return scene


def any_theatre(luck: Luck, level: int) -> str:
    """The plainest theatre on level 1, any of the eight above."""
    return THEATRE_IDS[0] if level == 1 else luck.pick(THEATRE_IDS)
