"""The rule book's entries as the front end reads them.

>>> from theatre_lab.teach.rule_book import RuleBook
>>> book = RuleBook("overture")
>>> picture = picture_of(book["OV-P4"], "overture")
>>> picture["mark"], picture["house"]["seats"]["A1"]["card"]["name"]
(['A2', 'A3', 'C3'], 'Teacher')
>>> entry = entry_json(book["OV-P4"], book, picture)
>>> entry["title"], entry["drill"], [other["title"] for other in entry["see"]]
('Kid', 'tl.drill("overture", "kid")', ['VIP', 'Teacher', 'Kids at tables'])
>>> look_up("OV-P4", {}) == entry, look_up("OV-P1", {"patron": 5})["changes"]
(True, ['a Patron: here 5 instead of 3'])
>>> look_up("OV-P99", {})
Traceback (most recent call last):
theatre_lab.core.errors.BadMessage: there is no rule 'OV-P99'
"""

from __future__ import annotations

from collections.abc import Mapping

from theatre_lab.core.errors import BadMessage
from theatre_lab.core.options import show
from theatre_lab.games import game_names, get_game
from theatre_lab.teach.example import Shown
from theatre_lab.teach.rule_book import Entry, RuleBook
from theatre_lab.widgets._words import Json, part_json

__all__ = ["entry_json", "look_up", "picture_of"]


def picture_of(entry: Entry, game: str) -> Json | None:
    """The picture of a rule's example; None where the example has none."""
    from theatre_lab.widgets.presenters import presenter

    board = entry.example.board if entry.example else None
    if board is None:
        return None
    picture: Json = presenter(game).board_picture(board)
    return picture


def entry_json(entry: Entry, book: RuleBook, board: Json | None = None) -> Json:
    """An entry; `board` is the picture of its example."""
    return {
        "id": entry.id,
        "game": book.game.name,
        "title": entry.title,
        "pieces": [{"text": piece.text, "rule": piece.rule} for piece in entry.pieces],
        "changes": [str(change) for change in entry.changes],
        "example": None if entry.example is None else _example(entry.example, board),
        "see": [{"id": clause, "title": book.game.clauses[clause].title} for clause in entry.see_also],
        "taught": f"{entry.place.notebook}, “{entry.place.heading}”" if entry.place else "",
        "drill": f'tl.drill("{entry.game}", "{entry.drill}")' if entry.drill else "",
    }


def _example(shown: Shown, board: Json | None) -> Json:
    return {
        "situation": shown.situation,
        "lines": [{"question": line.question, "answer": line.answer, "here": line.here} for line in shown.lines],
        "parts": [part_json(part) for part in shown.parts],
        "note": shown.note,
        "board": board,
    }


def look_up(rule: object, numbers: Mapping[str, int]) -> Json:
    """The entry of a rule under these changed numbers. BadMessage when there is no such rule."""
    for name in game_names():
        if isinstance(rule, str) and rule in get_game(name).clauses:
            book = RuleBook(name, numbers)
            return entry_json(book[rule], book, picture_of(book[rule], name))
    raise BadMessage(f"there is no rule {show(rule)}")
