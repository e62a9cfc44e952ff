"""A finished game to look at: the reader's own, or a demonstration as long as there is none."""

from __future__ import annotations

from theatre_lab.bots import choose, get_bot
from theatre_lab.core.errors import BadInput
from theatre_lab.core.match import Match
from theatre_lab.core.options import show

__all__ = ["demonstration", "finished_match"]


def demonstration(match: Match, seed: int = 1) -> Match:
    """The same game from its beginning (same deal, same options), played to its end by greedy bots.

    >>> from theatre_lab.api import new_match
    >>> demonstration(new_match("overture", ["You", "greedy"], theatre="rotunda", seed=5)).is_over
    True
    """
    names = [f"Demo {index + 1}" for index in range(len(match.names))]
    shown = Match(match.game, names, seed=match.seed, rules=match.rules, **match.options)
    bots = [get_bot("greedy", seed + index) for index in range(len(names))]
    while (player := shown.to_move) is not None:
        shown.play(choose(bots[player], shown.view(player)))
    return shown


def finished_match(game: object) -> Match:
    """The match of a table when it is over; otherwise a demonstration of the same deal. Prints which of the two it is.

    `game` is a match or anything with a `match`, such as a table.

    >>> from theatre_lab.api import new_match
    >>> finished_match(new_match("cabaret", 2, seed=3, rounds=1)).is_over
    Your game is not over yet. ...
    Finish yours, run this cell again and the ones below it: the pictures become yours.
    True
    """
    match = getattr(game, "match", game)
    if not isinstance(match, Match):
        raise BadInput(f"this needs a match or a table, not {show(game)}")
    if match.is_over:
        print(f"Your game: {_ends(match)}.")
        return match
    shown = demonstration(match)
    print(f"Your game is not over yet. Bots have played the same deal as a demonstration: {_ends(shown)}.")
    print("Finish yours, run this cell again and the ones below it: the pictures become yours.")
    return shown


def _ends(match: Match) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(match.names, match.scores, strict=True))
