"""The rule book's clauses: an id, a short title and the rule in this project's own words.

Each game lists its clauses once; errors, scoring parts, drills and the rule book all cite them by id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from theatre_lab.core.errors import BadInput

__all__ = ["Clause", "Clauses"]


@dataclass(frozen=True)
class Clause:
    """One rule: its id (`OV-P4`), a title of a few words, and its text.

    >>> Clause("OV-P1", "Patron", "A Patron is worth 3 VP on any seat.").title
    'Patron'
    """

    id: str
    title: str
    text: str


class Clauses(Mapping[str, Clause]):
    """A game's clauses by id, in the order of its rule book.

    >>> book = Clauses([Clause("OV-P1", "Patron", "A Patron is worth 3 VP on any seat.")])
    >>> book["OV-P1"].title, len(book), "OV-P9" in book
    ('Patron', 1, False)
    """

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self._by_id: dict[str, Clause] = {}
        for clause in clauses:
            if clause.id in self._by_id:
                raise BadInput(f"clause {clause.id} is listed twice")
            self._by_id[clause.id] = clause

    def __getitem__(self, clause_id: str) -> Clause:
        return self._by_id[clause_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)
