"""Scoring a board that is given as data: the `score` command's lines."""

from __future__ import annotations

from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Part, total
from theatre_lab.core.options import refuse_unknown, show
from theatre_lab.games.overture.breakdown import house_parts, seat_parts
from theatre_lab.games.overture.game import board_state
from theatre_lab.games.overture.theatres import THEATRES

__all__ = ["answer_board"]

_GIVEN = ("theatre", "seats", "rules")
_ANSWERED = ("total", "house_bonus", "seat_vp", "parts")


def _as_json(part: Part) -> dict[str, Any]:
    return {"rule": part.rule, "vp": int(part.points), "text": part.text}


def answer_board(data: object) -> dict[str, Any]:
    """Score a line `{"theatre": ..., "seats": {seat: card}}`; BadInput says what does not exist.

    The answer holds `total`, `house_bonus`, `seat_vp` (seat to points, house rule aside) and `parts` (seat to its
    parts). A line may carry `rules` (changed rule numbers), and the keys of an answer, which are ignored.

    >>> answer_board({"theatre": "grand-empress", "seats": {"A3": "VIP"}})["total"]
    5
    """
    if not isinstance(data, dict):
        raise BadInput(f"a board is an object with a theatre and seats, not {show(data)}")
    refuse_unknown("board key", data, [*_GIVEN, *_ANSWERED])
    for key in ("theatre", "seats"):
        if key not in data:
            raise BadInput(f"the board has no {key!r}")
    s = board_state(data["theatre"], data["seats"], data.get("rules", {}))
    board = s.board[0]
    names = THEATRES[s.theatre].seats
    parts = {name: seat_parts(s, board, seat) for seat, name in enumerate(names) if board[seat]}
    seat_vp = {name: int(total(reasons)) for name, reasons in parts.items()}
    house_bonus = int(total(house_parts(s, board)))
    return {
        "total": sum(seat_vp.values()) + house_bonus,
        "house_bonus": house_bonus,
        "seat_vp": seat_vp,
        "parts": {name: [_as_json(part) for part in reasons] for name, reasons in parts.items()},
    }
