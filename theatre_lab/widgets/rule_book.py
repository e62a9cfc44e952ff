"""`RuleBook`: a game's rules to search and to read, each with its links and its worked example."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Self

from theatre_lab.core.errors import BadInput, TheatreLabError
from theatre_lab.core.match import Match
from theatre_lab.core.options import show
from theatre_lab.teach import rule_book as books
from theatre_lab.teach.rule_book import Entry
from theatre_lab.widgets._base import Args, IntentWidget, refusal_of
from theatre_lab.widgets._entries import entry_json, picture_of
from theatre_lab.widgets._words import Json, plural

__all__ = ["RuleBook", "rules"]


class RuleBook(IntentWidget):
    """The rule book of a game as a widget; under changed rule numbers (a mapping, or a match) it marks what differs.

    `book["CB-T2"]` is a rule, `search` finds rules, `turn_to` opens one, `find` shows the ones a search has found.

    >>> book = RuleBook("cabaret")
    >>> book["CB-T2"].title, len(book)
    ('Never follow', 17)
    >>> print(book.find("shortage").turn_to("CB-T8"))
    Cabaret: the rule book
    Search: shortage, 3 rules found
      CB-T4 Mime shortage
      CB-T7 A show nobody wins
      CB-E4 The final score
    <BLANKLINE>
    CB-T8 Length of a round
      A round has twelve shows.
      ...
    """

    _bundle = "rule_book.js"

    def __init__(self, game: str, rules: Mapping[str, int] | Match | None = None) -> None:
        self.book = books.rule_book(game, rules)
        self._words = ""
        self._open = next(iter(self.book))
        self._refusal: Json | None = None
        self._ply = 0
        self._said = ""
        super().__init__(self.book.game.clauses)

    # ------------------------------------------------------------- reading

    def __getitem__(self, clause: str) -> Entry:
        return self.book[clause]

    def __len__(self) -> int:
        return len(self.book)

    def __iter__(self) -> Iterator[str]:
        return iter(self.book)

    def __contains__(self, clause: object) -> bool:
        return clause in self.book

    def search(self, words: str) -> list[Entry]:
        """The rules that a search finds, the best first; the widget stays as it is."""
        return self.book.search(words)

    def as_text(self) -> str:
        """The whole book as text."""
        return self.book.as_text()

    # ------------------------------------------------------------- doing

    def find(self, words: str) -> Self:
        """Show the rules in which the words stand; all rules when there are no words."""
        if not isinstance(words, str):
            raise BadInput(f"search takes words, not {show(words)}")
        self._words = words.strip()
        found = self._found()
        self._said = f"{plural(len(found), 'rule')} found" if self._words else f"All {len(found)} rules"
        return self._changed()

    def turn_to(self, clause: str) -> Self:
        """Turn to a rule. BadInput when it does not stand in this book."""
        if clause not in self.book:
            raise BadInput(_unknown(self.book, clause))
        self._open = self.book[clause].id
        self._said = f"{self._open}, {self.book[self._open].title}"
        return self._changed()

    # ------------------------------------------------------------- inside

    def _found(self) -> list[Entry]:
        return self.book.search(self._words) if self._words else list(self.book.values())

    def _changed(self) -> Self:
        self._ply += 1
        self._refresh()
        return self

    def _rule_numbers(self) -> Mapping[str, int]:
        return self.book.changed

    def _refresh(self) -> None:
        entry = self.book[self._open]
        self.model = {
            "ply": self._ply,
            "title": f"{self.book.game.title}: the rule book",
            "words": self._words,
            "found": [
                {"id": found.id, "title": found.title, "changed": bool(found.changes)} for found in self._found()
            ],
            "entry": entry_json(entry, self.book, picture_of(entry, self.book.game.name)),
            "refusal": self._refusal,
            "say": self._said,
        }

    def _clear_refusal(self) -> None:
        self._refusal = None

    def _refuse(self, error: TheatreLabError, _intent: str) -> None:
        self._refusal = refusal_of(error, "book")
        self._refresh()

    def _intent_find(self, args: Args) -> None:
        self.find(args.text("words")[:200])

    def _intent_open(self, args: Args) -> None:
        self.turn_to(args.text("rule"))

    # ------------------------------------------------------------- forms without a front end

    def _as_text(self) -> str:
        lines = [f"{self.book.game.title}: the rule book"]
        if self._words:
            found = self._found()
            lines.append(f"Search: {self._words}, {plural(len(found), 'rule')} found")
            lines += [f"  {entry.id} {entry.title}" for entry in found]
        else:
            lines += repr(self.book).split("\n")[1:]
        return "\n".join([*lines, "", repr(self.book[self._open])])

    def _as_html(self) -> str:
        return self.book._repr_html_()


def _unknown(book: books.RuleBook, clause: object) -> str:
    try:
        book[clause]  # type: ignore[index]
    except KeyError as error:
        return str(error.args[0])
    return ""


def rules(game: str, rules: Mapping[str, int] | Match | None = None) -> RuleBook:
    """The rule book of a game, to search and to read; with `rules` (numbers, or a match) what differs is marked.

    OptionError names a game or a number that does not exist.

    >>> rules("overture", {"kid_capped": 5})["OV-P4"].changes[0].here
    5
    """
    return RuleBook(game, rules)
