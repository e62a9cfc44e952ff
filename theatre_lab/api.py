"""The two ways to a match: a new one, or one that was saved, shared or recorded."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.match import SAVE_FORMAT, Match
from theatre_lab.core.options import show
from theatre_lab.core.records import GameRecord, parse_json, read_text, unpack_share_code
from theatre_lab.games import get_game

__all__ = ["load", "new_match", "set_up"]


def new_match(
    game: str,
    players: int | Sequence[str] | None = None,
    *,
    seats: Sequence[str] | None = None,
    seed: int | None = None,
    rules: Mapping[str, int] | None = None,
    practice: bool = False,
    **options: Any,
) -> Match:
    """A new match of a game by name; see `core.match.Match` for the arguments.

    >>> new_match("overture", 3, theatre="rotunda", seed=5)
    <Overture: ply 0, P1 to move, P1 0, P2 0, P3 0>
    """
    return Match(get_game(game), players, seats=seats, seed=seed, rules=rules, practice=practice, **options)


def set_up(
    game: str,
    players: int | Sequence[str] | None = None,
    *,
    seats: Sequence[str] | None = None,
    seed: int | None = None,
    rules: Mapping[str, int] | None = None,
    practice: bool = True,
    **position: Any,
) -> Match:
    """A match that stands at any position of a game, told in words: to try it, alone or against bots.

    Say what matters and leave out the rest: cards that nobody named are dealt by the `seed`, so that nothing lies
    twice. Lists go by player, in order of play; None, or an object by player index, leaves players out. The parts:

    - Overture: `theatre`, `round`, `to_move`, `houses`, `hands`, `lobby`, `discards`, `discarding`, `top`
    - Cabaret: `agents`, `leader`, `round`, `show_number`, `show`, `hands`, `piles`, `set_aside`, `mimes`,
      `mimes_paid`, `scored`, `rounds`, `all_genres`, `stars`
    - The Theatre: `decks`, `leader`, `act`, `round`, `suits`, `hands`, `stage`, `boosts`, `saps`, `combos`,
      `breakrooms`, `dismissed`, `tops`, `eliminated`, `base`, `allow_smaller`, `open_suits`
    - Mythic Circus: `active`, `round`, `phase`, `vp`, `hands`, `stages`, `labor`, `discards`, `tops`, `owned`,
      `supply`, `finish`, `max_turns`

    `get_game(name).lay_out` tells what each means. Everything may be taken back (`practice`). Such a match cannot be
    saved: a record holds a game from its beginning. BadInput (or a kind of it) says what does not fit, and what would.

    >>> match = set_up("cabaret", 3, agents=["Singers", "Actors", "Dancers"], leader=0, seed=1,
    ...                hands=[None, None, ["S9", "A4", "D2"]], show=["S3", "A8"])
    >>> match.to_move, match.legal_actions()
    (2, ['play D2'])
    >>> set_up("overture", 2, theatre="blackbox", hands=[["VIP", "VIP", "VIP"]], lobby=["VIP"] * 3, seed=1)
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: lobby: there is no VIP left; the deck has 3, and this position has placed them all
    """
    return Match.set_up(get_game(game), players, seats=seats, seed=seed, rules=rules, practice=practice, **position)


def load(source: str | os.PathLike[str], *, seats: Sequence[str] | None = None) -> Match:
    """The match of a save file, a record file's first record, a record as text (a draft's too), or a share code.

    A save tells who plays, a record does not: there `seats` says it, if it names as many as play (all human
    otherwise). BadInput says what does not fit; nothing is changed by a failed load.

    >>> match = new_match("overture", 2, theatre="rotunda", seed=5)
    >>> match.play("draw deck")
    >>> load(match.record().to_json()).ply
    1
    """
    if not isinstance(source, (str, os.PathLike)):
        raise BadInput(f"load takes a file, a record or a share code as text, not {show(source)}")
    text = os.fspath(source).strip()
    if not text.startswith(("{", "tl1:")):
        text = _read(text)
    if text.startswith("tl1:"):
        return _match_of(unpack_share_code(text), seats)
    try:
        return _match_of(parse_json(text), seats)
    except BadInput:
        first = next((line for line in text.split("\n") if line.strip()), "").rstrip("\r")
        if first and first != text and first.lstrip().startswith("{") and first.rstrip().endswith("}"):
            return _match_of(parse_json(first), seats)
        raise


def read_record(data: object) -> GameRecord:
    """The record of JSON data: of a game, or of a draft of The Theatre. RecordError when it is neither."""
    from theatre_lab.games.the_theatre.draft_records import is_draft, open_draft

    return open_draft(data).record if is_draft(data) else GameRecord.from_dict(data)


def _read(path: str) -> str:
    if "\n" in path or "\0" in path:
        raise BadInput(f"this is neither a record, a share code nor a file's name: {show(path)}")
    return read_text(path).strip()


def _match_of(data: Any, seats: Sequence[str] | None) -> Match:
    if isinstance(data, dict) and data.get("format") == SAVE_FORMAT:
        return Match.from_save(data, get_game(data.get("game")))
    record = read_record(data)
    fits = seats is not None and len(seats) == len(record.players)
    return Match.from_record(record, get_game(record.game), seats=seats if fits else None)
