"""What a table may agree on before a game: its options and its rule numbers, as data and as a table of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Game
from theatre_lab.core.options import show
from theatre_lab.games import get_game

__all__ = ["agreements", "agreements_text"]

_BY_LOT = "by lot"
_HEADINGS = ("rule number", "usual", "least", "most", "clause", "meaning")


def agreements(game: str) -> dict[str, Any]:
    """The options and the rule numbers of a game as plain JSON data.

    What is said of the options is for the smallest table. Those `by_lot` have no usual value.

    >>> found = agreements("mythic-circus")
    >>> found["options"][0]
    {'key': 'finish', 'usual': 'first', 'by_lot': False, 'meaning': 'must be one of first, round'}
    >>> [number["usual"] for number in found["rules"] if number["key"] == "winning_vp"]
    [10]
    """
    kind = get_game(game)
    usual = kind.check_options(kind.min_players, {})
    return {
        "game": kind.name,
        "options": [
            {
                "key": name,
                "usual": usual.get(name),
                "by_lot": name in kind.drawn_options,
                "meaning": _meaning(kind, name),
            }
            for name in kind.option_names
        ],
        "rules": [
            {
                "key": number.key,
                "usual": number.default,
                "least": number.low,
                "most": number.high,
                "clause": number.clause,
                "meaning": number.meaning,
            }
            for number in kind.rule_numbers
        ],
    }


def _meaning(kind: Game, name: str) -> str:
    """What an option must be, in the words in which the game refuses what it cannot be."""
    try:
        kind.check_options(kind.min_players, {name: None})
    except BadInput as refused:
        return str(refused).removeprefix(f"{name} ").partition(", not None")[0]
    return ""


def agreements_text(game: str) -> str:
    """The options and the rule numbers of a game as a table of plain text.

    >>> print(agreements_text("mythic-circus").partition("\\n\\nrule number")[0])
    Mythic Circus, what a table of 2 may agree on (--option NAME=VALUE, --rule NAME=NUMBER)
    <BLANKLINE>
    option     usual  meaning
    finish     first  must be one of first, round
    max_turns  100    must be a whole number from 1 to 1000
    """
    found = agreements(game)
    options = [
        (row["key"], _BY_LOT if row["by_lot"] else _written(row["usual"]), row["meaning"]) for row in found["options"]
    ]
    rules = [tuple(map(str, row.values())) for row in found["rules"]]
    tables = [_table(("option", "usual", "meaning"), options)] if options else []
    tables += [_table(_HEADINGS, rules)] if rules else []
    kind = get_game(game)
    title = f"{kind.title}, what a table of {kind.min_players} may agree on (--option NAME=VALUE, --rule NAME=NUMBER)"
    return "\n\n".join([title, *tables])


def _written(value: Any) -> str:
    """A value as it is written on the command line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list) and all(isinstance(entry, int) for entry in value):
        return ",".join(map(str, value))
    return value if isinstance(value, str) else show(value)


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    return "\n".join(
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (headings, *rows)
    )
