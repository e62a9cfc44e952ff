"""`SeatingGrid`: one house of Overture to look at, to ask, and to play with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from theatre_lab.core.errors import BadInput, IllegalAction, TheatreLabError
from theatre_lab.core.game import Part
from theatre_lab.core.options import show
from theatre_lab.games.overture import OVERTURE, board_state, scoring
from theatre_lab.games.overture.cards import TRAITS, TYPES, card_name, parse_card
from theatre_lab.games.overture.theatres import THEATRES
from theatre_lab.widgets import overture
from theatre_lab.widgets._base import Args, IntentWidget, refusal_of
from theatre_lab.widgets._words import plural, signed

__all__ = ["SeatingGrid", "seating_grid"]

_TRAITS = [{"id": f"trait-{name.lower()}" if name else "", "name": name} for name in TRAITS]


class SeatingGrid(IntentWidget):
    """A house of any theatre: select a card and every empty seat tells what it would score.

    `theatre` is the id of one of the eight, `seats` maps seats to patrons seated at the start. `cards` limits the
    palette (default: every type with every trait), `select` is a card selected at the start, `title` the heading,
    `rules` changed rule numbers. With `sandbox=False` nothing can be changed in the browser, only looked at.
    Every method returns the widget, so that it can end a cell. BadInput names what does not exist.

    >>> grid = SeatingGrid("grand-empress", {"A1": "Teacher", "A2": "Kid"})
    >>> grid.total
    4
    >>> grid.seat("Teacher", "A3").total
    12
    >>> print(grid.remove("A2"))
    The Grand Empress: 6 points
       1          2  3          4  5
    A  Teacher 3  ·  Teacher 3  ·  ·
    B  ·          ·  ·          ·  ·
    C  ·          ·  ·          ·  ·
    D  ·          ·  ·          ·  ·
    """

    _bundle = "seating.js"

    def __init__(
        self,
        theatre: str = "grand-empress",
        seats: Mapping[str, str] | None = None,
        *,
        cards: Sequence[str] | None = None,
        sandbox: bool = True,
        select: str | None = None,
        title: str | None = None,
        rules: Mapping[str, int] | None = None,
    ) -> None:
        self._changed_rules = dict(rules or {})
        start = {} if seats is None else seats
        self._state = board_state(theatre, start, self._changed_rules)
        self._board = overture.board_of(self._plan, start)
        self._cards = None if cards is None else [parse_card(card) for card in cards]
        self._sandbox = bool(sandbox)
        self._given_title = title
        self._selected = None if select is None else parse_card(select)
        self._from: str | None = None
        self._target: str | None = None
        self._refusal: dict[str, Any] | None = None
        self._ply = 0
        self._said = ""
        super().__init__(OVERTURE.clauses)

    def _rule_numbers(self) -> Mapping[str, int]:
        return self._changed_rules

    # ------------------------------------------------------------- reading

    @property
    def theatre(self) -> str:
        """The id of the theatre."""
        return str(self._plan.id)

    @property
    def seats(self) -> dict[str, str]:
        """Who sits where: seat names to card names."""
        return {name: card_name(self._board[i]) for i, name in enumerate(self._plan.seats) if self._board[i]}

    @property
    def total(self) -> int:
        """The house's victory points, house rule included."""
        return int(scoring.board_points(self._state, self._board))

    @property
    def parts(self) -> list[Part]:
        """Every point of the house, with its clause."""
        return overture.all_parts(self._state, self._board)

    def preview(self, card: str) -> dict[str, dict[str, int]]:
        """What the card would score on every empty seat: its `own` points, and the `delta` of the whole house.

        >>> SeatingGrid(seats={"A1": "Teacher", "A2": "Kid"}).preview("Teacher")["A3"]
        {'own': 4, 'delta': 8}
        """
        shown = overture.preview(self._state, self._board, parse_card(card))
        return {seat: {"own": answer["own"], "delta": answer["delta"]} for seat, answer in shown["seats"].items()}

    # ------------------------------------------------------------- doing

    def select(self, card: str | None) -> Self:
        """Select a card: every empty seat shows what it would score there. None puts it down."""
        self._selected = None if card is None else parse_card(card)
        self._from = self._target = None
        self._said = "Nothing is selected."
        if self._selected is not None:
            self._said = overture.say_card(self._state, self._board, self._selected)
        self._refresh()
        return self

    def seat(self, card: str, seat: str) -> Self:
        """Seat a card on an empty seat. IllegalAction when the seat is taken."""
        number, place = parse_card(card), self._plan.seat(seat)
        self._require_empty(place, f"seat {card} {seat}")
        self._board[place] = number
        return self._changed(f"{card} sits on {seat}.", target=seat)

    def move(self, seat: str, to: str) -> Self:
        """Move whoever sits on `seat` to the empty seat `to`."""
        start, end = self._require_taken(seat), self._plan.seat(to)
        self._require_empty(end, f"move {seat} {to}")
        self._board[end], self._board[start] = self._board[start], 0
        return self._changed(f"{card_name(self._board[end])} moves from {seat} to {to}.", target=to)

    def remove(self, seat: str) -> Self:
        """Remove whoever sits on the seat."""
        place = self._require_taken(seat)
        name = card_name(self._board[place])
        self._board[place] = 0
        return self._changed(f"{name} leaves {seat}.")

    def clear(self) -> Self:
        """Empty the house."""
        self._board = overture.board_of(self._plan, {})
        return self._changed("The house is empty.")

    def explain(self, seat: str | None) -> Self:
        """Open the reasons of a seat: what it scores, or would score with the selected card. None closes them."""
        if seat is not None:
            self._plan.seat(seat)
        self._target = seat
        self._said = self._reasons(seat) if seat else ""
        self._refresh()
        return self

    def change_theatre(self, theatre: str) -> Self:
        """Go to another theatre; the house there is empty."""
        self._state = board_state(theatre, {}, self._changed_rules)
        self._board = overture.board_of(self._plan, {})
        return self._changed(f"This is {self._plan.name}.")

    # ------------------------------------------------------------- inside

    @property
    def _plan(self) -> Any:
        return THEATRES[self._state.theatre]

    @property
    def _title(self) -> str:
        return self._given_title or str(self._plan.name)

    def _require_empty(self, place: int, action: str) -> None:
        if self._board[place]:
            name, seat = card_name(self._board[place]), self._plan.seats[place]
            raise IllegalAction(action, "OV-T3", f"The {name} sits on {seat}; choose an empty seat.")

    def _require_taken(self, seat: str) -> int:
        place = int(self._plan.seat(seat))
        if not self._board[place]:
            raise BadInput(f"nobody sits on {seat}")
        return place

    def _changed(self, said: str, target: str | None = None) -> Self:
        self._ply += 1
        self._from, self._target = None, target
        self._said = f"{said} {plural(self.total, 'point')}."
        self._refresh()
        return self

    def _reasons(self, seat: str) -> str:
        place = self._plan.seat(seat)
        if not self._board[place]:
            return "" if self._selected is None else overture.say_seat(self._state, self._board, self._selected, seat)
        parts = [part for part in self.parts if part.who == seat and not part.rule.startswith("OV-H")]
        reasons = ", ".join(f"{signed(part.points)} {part.text}" for part in parts)
        return f"{card_name(self._board[place])} on {seat}: {reasons}."

    def _refresh(self) -> None:
        number = self._state.rule
        palette = None if self._cards is None else [overture.card_face(card, number) for card in self._cards]
        offered = self._sandbox and self._cards is None
        shown = overture.house(self._state, self._board, self._title)
        chosen = self._board[self._plan.seat(self._from)] if self._from else self._selected
        self.model = {
            "ply": self._ply,
            "title": self._title,
            "sandbox": self._sandbox,
            "theatre": overture.theatre_plan(self._plan),
            "house": shown,
            "palette": palette,
            "types": [overture.card_face(5 * kind, number) for kind in range(1, len(TYPES))] if offered else [],
            "traits": _TRAITS if offered else [],
            "selected": None if chosen is None else overture.card_face(chosen, number),
            "from": self._from,
            "preview": self._preview(),
            "target": self._target,
            "refusal": self._refusal,
            "say": self._said,
        }

    def _preview(self) -> dict[str, Any] | None:
        if self._from is None:
            return None if self._selected is None else overture.preview(self._state, self._board, self._selected)
        place = self._plan.seat(self._from)
        without = list(self._board)
        without[place] = 0
        return overture.preview(self._state, without, self._board[place])

    def _clear_refusal(self) -> None:
        self._refusal = None

    def _refuse(self, error: TheatreLabError, intent: str) -> None:
        self._refusal = refusal_of(error, "palette" if intent == "select" else "house")
        self._refresh()

    def _intent_select(self, args: Args) -> None:
        self.select(args.text_or_none("card"))

    def _intent_press(self, args: Args) -> None:
        seat = args.text("seat")
        place = self._plan.seat(seat)
        if not self._sandbox:
            self.explain(None if self._target == seat else seat)
        elif self._board[place]:
            self._pick(None if self._from == seat else seat)
        elif self._from:
            self.move(self._from, seat)
        elif self._selected is not None:
            self.seat(card_name(self._selected), seat)
        else:
            raise IllegalAction(f"seat nobody on {seat}", "OV-T3", "Choose a patron first, then a seat.")

    def _pick(self, seat: str | None) -> None:
        self._from = self._target = seat
        self._said = f"Picked up. {self._reasons(seat)}" if seat else "Put down."
        self._refresh()

    def _intent_pick(self, args: Args) -> None:
        self._require_sandbox()
        self._require_taken(args.text("seat"))
        self._pick(args.text("seat"))

    def _intent_drop(self, args: Args) -> None:
        self._require_sandbox()
        self.seat(args.text("card"), args.text("seat"))

    def _intent_move(self, args: Args) -> None:
        self._require_sandbox()
        self.move(args.text("seat"), args.text("to"))

    def _intent_remove(self, args: Args) -> None:
        self._require_sandbox()
        self.remove(args.text("seat"))

    def _intent_clear(self, _args: Args) -> None:
        self._require_sandbox()
        self.clear()

    def _require_sandbox(self) -> None:
        if not self._sandbox:
            raise BadInput("this house is only to look at")

    def _as_text(self) -> str:
        shown = overture.house(self._state, self._board, self._title)
        lines = [f"{self._title}: {plural(shown['total'], 'point')}", overture.house_text(self._plan, shown)]
        ahead = self._preview()
        if ahead:
            best = ", ".join(ahead["best"]) or "no seat is empty"
            most = max((answer["delta"] for answer in ahead["seats"].values()), default=0)
            lines.append(f"Selected: {ahead['card']['name']}; best: {best} ({signed(most)})")
        if self._target:
            lines.append(self._reasons(self._target))
        return "\n".join(line for line in lines if line)

    def _as_html(self) -> str:
        return overture.house_html(self._plan, overture.house(self._state, self._board, self._title))


def seating_grid(theatre: str = "grand-empress", seats: Mapping[str, str] | None = None, **options: Any) -> SeatingGrid:
    """A `SeatingGrid`; see there for the arguments.

    >>> seating_grid("rotunda", {"A2": "Noisy Kid"}).total
    1
    """
    if not isinstance(theatre, str):
        raise BadInput(f"theatre must be the id of a theatre, not {show(theatre)}")
    return SeatingGrid(theatre, seats, **options)
