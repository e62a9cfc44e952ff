"""Draft records: a whole draft as one JSON object, written, replayed and checked.

>>> from theatre_lab.api import new_match
>>> match = new_match("the-theatre-draft", 2, leader=0, seed=1)
>>> match.play(match.legal_actions()[0])
>>> data = draft_record(match.record(), match.state)
>>> is_draft(data), is_draft(match.record().as_dict())
(True, False)
>>> open_draft(data).is_over, replay_draft(data), legal_draft(data)["player"]
(False, {'ok': True, 'over': False, 'decks': [['Dabble (Will)'], []]}, 1)
>>> open_draft({**data, "actions": ["take Nobody (Luck)"]})
Traceback (most recent call last):
theatre_lab.core.errors.RecordError: action 0: the pool of this draft holds no 'Nobody (Luck)'
"""

from __future__ import annotations

import re
from typing import Any

from theatre_lab.core.errors import OptionError, RecordError
from theatre_lab.core.options import refuse_unknown, show
from theatre_lab.core.records import FORMAT as RECORD_FORMAT
from theatre_lab.core.records import GameRecord, Replay, replay
from theatre_lab.games.the_theatre import draft_rules as rules
from theatre_lab.games.the_theatre.draft import DRAFT, drafted_decks

__all__ = ["FORMAT", "draft_record", "is_draft", "legal_draft", "open_draft", "replay_draft"]

FORMAT = "theatre-lab/draft@1"
_REQUIRED = ("format", "game", "players", "leader", "pool", "rank_decks", "actions")
_OPTIONAL = ("base", "decks", "final_leader", "seed", "rules")


_ENTRY = re.compile(r"^chance entry (\d+)")


def is_draft(data: object) -> bool:
    """Does the data say that it is a draft record, of whatever version?"""
    return isinstance(data, dict) and str(data.get("format", "")).startswith(FORMAT.partition("@")[0] + "@")


def _check_keys(data: object) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise RecordError(f"a draft record is a JSON object, not {show(data)}")
    try:
        refuse_unknown("draft record key", data, [*_REQUIRED, *_OPTIONAL])
    except OptionError as error:
        raise RecordError(str(error)) from None
    for key in _REQUIRED:
        if key not in data:
            raise RecordError(f"the draft record has no {key!r}")
    if data["format"] != FORMAT:
        raise RecordError(f"the format is {show(data['format'])}; this program reads {FORMAT!r}")
    if data["game"] != DRAFT.name:
        raise RecordError(f"the game of a draft record is {DRAFT.name!r}, not {show(data['game'])}")
    return data


def as_game_record(data: object) -> GameRecord:
    """A draft record as a game record of the game `the-theatre-draft`: the decks of the ranks are its opening luck.

    RecordError says which key or type does not fit; the actions are not checked yet.
    """
    data = _check_keys(data)
    if not isinstance(data["rank_decks"], list) or len(data["rank_decks"]) != rules.RANKS:
        raise RecordError(f"rank_decks must be a list of {rules.RANKS} decks, ranks 1 to 4")
    for rank, deck in enumerate(data["rank_decks"], 1):
        _check_texts(f"rank_decks, rank {rank}", deck)
    record: dict[str, Any] = {
        "format": RECORD_FORMAT,
        "game": DRAFT.name,
        "players": data["players"],
        "options": {key: data[key] for key in ("pool", "base", "leader") if key in data},
        "chance": data["rank_decks"],
        "actions": data["actions"],
    }
    record.update({key: data[key] for key in ("rules", "seed") if key in data})
    return GameRecord.from_dict(record)


def _check_texts(where: str, cards: object) -> None:
    if not isinstance(cards, list):
        raise RecordError(f"{where}: must be a list of cards as texts, not {show(cards)}")
    for number, card in enumerate(cards, 1):
        if not isinstance(card, str):
            raise RecordError(f"{where}, card {number}: write Name (Suit), not {show(card)}")


def _check_outcome_types(data: dict[str, Any]) -> None:
    decks = data.get("decks", [])
    if not isinstance(decks, list):
        raise RecordError(f"decks must be a list of decks, not {show(decks)}")
    for number, deck in enumerate(decks, 1):
        _check_texts(f"decks, player {number}", deck)
    if "final_leader" in data and type(data["final_leader"]) is not int:
        raise RecordError(f"final_leader must be a player's index, not {show(data['final_leader'])}")


def _deck_texts(state: Any) -> list[list[str]]:
    return [[card.text for card in deck] for deck in drafted_decks(state)]


def _check_outcome(data: dict[str, Any], done: Replay) -> None:
    """Compare `decks` and `final_leader`, where they stand, with what the actions led to."""
    at = len(done.record.actions)
    for key in ("decks", "final_leader"):
        if key in data and not done.is_over:
            raise RecordError(f"there is a {key!r}, but the draft is not over", at)
    if "decks" in data and data["decks"] != _deck_texts(done.state):
        raise RecordError("the decks are not the cards that were taken, in the order taken", at)
    if "final_leader" in data and data["final_leader"] != done.state.final_leader - 1:
        raise RecordError(
            f"final_leader is {show(data['final_leader'])}, but the lead went to {done.state.final_leader - 1}", at
        )


def open_draft(data: object) -> Replay:
    """The draft of a record, played to its end; RecordError with `at` when anything does not fit.

    The checks come in the order of `core.records.replay`; `decks` and `final_leader` are compared at the end.
    """
    checked = _check_keys(data)
    record = as_game_record(checked)
    _check_outcome_types(checked)
    try:
        done = replay(record, lambda _: DRAFT)
    except RecordError as error:
        raise RecordError(_ENTRY.sub(_name_rank_deck, str(error)), error.at) from None
    _check_outcome(checked, done)
    return done


def _name_rank_deck(found: re.Match[str]) -> str:
    """A deck as the draft's own format names it: the opening luck of a draft is the decks of its ranks."""
    return f"rank_decks, rank {int(found[1]) + 1}"


def replay_draft(data: object) -> dict[str, Any]:
    """The answer of `theatre-lab replay` to a draft record: the decks, and the final leader of a finished draft."""
    done = open_draft(data)
    answer: dict[str, Any] = {"ok": True, "over": done.is_over, "decks": _deck_texts(done.state)}
    if done.is_over:
        answer["final_leader"] = done.state.final_leader - 1
    return answer


def legal_draft(data: object) -> dict[str, Any]:
    """The answer of `theatre-lab legal` to a draft record: who is to choose, and among what."""
    done = open_draft(data)
    if done.is_over:
        return {"over": True}
    actions = sorted(DRAFT.action_text(done.state, action) for action in DRAFT.legal_actions(done.state))
    return {"player": int(rules.to_move(done.state)), "actions": actions}


def draft_record(record: GameRecord, state: Any) -> dict[str, Any]:
    """A draft record of a draft, from its game record and the state reached."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "game": DRAFT.name,
        "players": list(record.players),
        "base": record.options["base"],
        "leader": record.options["leader"],
        "pool": record.options["pool"],
        "rank_decks": [list(entry) for entry in record.chance],
        "actions": list(record.actions),
    }
    if rules.is_over(state):
        data["decks"] = _deck_texts(state)
        data["final_leader"] = state.final_leader - 1
    if record.rules:
        data["rules"] = dict(record.rules)
    if record.seed is not None:
        data["seed"] = record.seed
    return data
