"""Record files: one game a line of JSON, replayed action by action and checked on the way.

See `replay` for the order of the checks; every fault is a RecordError that says where it lies.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
import stat
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theatre_lab.core.errors import BadInput, NotationError, OptionError, RecordError, TheatreLabError
from theatre_lab.core.options import refuse_unknown, show

if TYPE_CHECKING:
    from theatre_lab.core.game import Game

__all__ = [
    "FORMAT",
    "MOST_BYTES",
    "GameRecord",
    "Replay",
    "parse_json",
    "read_text",
    "replay",
    "share_code",
    "unpack_share_code",
    "write_text",
]

FORMAT = "theatre-lab/record@1"
_REQUIRED = ("format", "game", "players", "chance", "actions")
_OPTIONAL = ("options", "rules", "result", "seed")
_SHARE_PREFIX = "tl1:"
_SHARE_LIMIT = 4_000_000
MOST_BYTES = 50_000_000
"""Longer files, and longer lines of files, are not read: no record comes near this."""


# ------------------------------------------------------------------ JSON text


def _refuse_constant(name: str) -> Any:
    raise BadInput(f"{name} is no JSON number")


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        raise BadInput(f"the key {show(next(n for n in names if names.count(n) > 1))} stands twice in one object")
    return result


def parse_json(text: str) -> Any:
    """The value of a JSON text; BadInput says where it breaks.

    >>> parse_json('{"a": 1}')
    {'a': 1}
    >>> parse_json('{"a": 1')
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: not JSON: Expecting ',' delimiter at character 7
    """
    try:
        value = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_without_repeats)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
        return value
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg} at character {error.pos}") from None
    except RecursionError:
        raise BadInput("not a record: nested too deeply") from None
    except BadInput:
        raise
    except UnicodeEncodeError:
        raise BadInput("a text holds half of a surrogate pair, which is no character") from None
    except ValueError:
        raise BadInput("not a record: a number has thousands of digits") from None


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file, a byte order mark left out. BadInput says why it cannot be read.

    Pipes and devices, which may never end, are refused, and so are files of more than `MOST_BYTES`.

    >>> read_text("no such file.json")
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: cannot read 'no such file.json': No such file or directory
    """
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise BadInput(f"cannot read {show(os.fspath(path))}: it is no ordinary file")
            raw = file.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise BadInput(f"cannot read {show(os.fspath(path))}: it has more than {MOST_BYTES // 10**6} megabytes")
        return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except BadInput:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is no text file"
        raise BadInput(f"cannot read {show(os.fspath(path))}: {reason}") from None


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting for a writer at the other end, should it be a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a file whole or not at all: an old file stays until the new one is complete. BadInput says why not.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_text(Path(folder, "game.json"), "{}")
    ...     print(read_text(Path(folder, "game.json")))
    {}
    >>> write_text("no such folder/game.json", "{}")
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: cannot write 'no such folder/game.json': No such file or directory
    """
    if not isinstance(path, (str, os.PathLike)):
        raise BadInput(f"a file is named by a text, not {show(path)}")
    target = Path(path)
    if not target.name or "\0" in str(target):
        raise BadInput(f"{show(str(path))} is not the name of a file")
    draft = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except OSError as error:
        raise BadInput(f"cannot write {show(str(target))}: {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)


# ------------------------------------------------------------------ records


@dataclass(frozen=True)
class GameRecord:
    """One game as a record holds it: who, under which options, all luck and all decisions.

    `result` is None for a game in progress, otherwise `{"scores": [...], "winners": [...]}`.

    >>> record = GameRecord("overture", ("Ann", "Ben"), {"theatre": "blackbox"}, (), ())
    >>> GameRecord.from_dict(record.as_dict()) == record
    True
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    chance: tuple[tuple[str, ...], ...]
    actions: tuple[str, ...]
    rules: Mapping[str, int] = field(default_factory=dict)
    result: Mapping[str, list[int]] | None = None
    seed: int | str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The record as plain JSON data, in the order of the format's description."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game,
            "players": list(self.players),
            "options": dict(self.options),
            "chance": [list(entry) for entry in self.chance],
            "actions": list(self.actions),
        }
        if self.rules:
            data["rules"] = dict(self.rules)
        if self.result is not None:
            data["result"] = {key: list(value) for key, value in self.result.items()}
        if self.seed is not None:
            data["seed"] = self.seed
        return data

    def to_json(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_dict(cls, data: object) -> GameRecord:
        """A record from JSON data, its types and keys checked (not yet its moves); RecordError otherwise."""
        if not isinstance(data, dict):
            raise RecordError(f"a record is a JSON object, not {show(data)}")
        try:
            refuse_unknown("record key", data, [*_REQUIRED, *_OPTIONAL])
        except OptionError as error:
            raise RecordError(str(error)) from None
        for key in _REQUIRED:
            if key not in data:
                raise RecordError(f"the record has no {key!r}")
        if data["format"] != FORMAT:
            raise RecordError(f"the format is {show(data['format'])}; this program reads {FORMAT!r}")
        return cls(
            game=_expect_text("game", data["game"]),
            players=_expect_texts("players", data["players"]),
            options=_expect_object("options", data.get("options", {})),
            chance=tuple(
                _expect_texts(f"chance entry {i}", entry)
                for i, entry in enumerate(_expect_entries("chance", data["chance"]))
            ),
            actions=_expect_texts("actions", data["actions"]),
            rules=_expect_object("rules", data.get("rules", {})),
            result=_expect_result(data["result"]) if "result" in data else None,
            seed=_expect_seed(data.get("seed")),
        )


def _expect_text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{name} must be a text, not {show(value)}")
    return value


def _expect_entries(name: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(f"{name} must be a list, not {show(value)}")
    return value


def _expect_texts(name: str, value: object) -> tuple[str, ...]:
    for i, entry in enumerate(_expect_entries(name, value)):
        if not isinstance(entry, str):
            raise RecordError(f"{name} must be a list of texts; entry {i} is {show(entry)}")
    return tuple(value)  # type: ignore[arg-type]


def _expect_object(name: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise RecordError(f"{name} must be an object, not {show(value)}")
    return value


def _expect_seed(value: object) -> int | str | None:
    if value is not None and type(value) not in (int, str):
        raise RecordError(f"seed must be a whole number or a text, not {show(value)}")
    return value  # type: ignore[return-value]


def _expect_result(value: object) -> Mapping[str, list[int]]:
    if not isinstance(value, dict) or set(value) != {"scores", "winners"}:
        raise RecordError(f"result must be an object with 'scores' and 'winners', not {show(value)}")
    for key, numbers in value.items():
        if not isinstance(numbers, list) or any(type(number) is not int for number in numbers):
            raise RecordError(f"result {key} must be a list of whole numbers, not {show(numbers)}")
    return value


# ------------------------------------------------------------------ replaying


@dataclass
class Replay:
    """A record played to its end: the game, the state reached, and what was decided on the way.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> match = Match(get_game("overture"), 2, theatre="blackbox", seed=1)
    >>> match.play("draw deck")
    >>> done = replay(match.record(), get_game)
    >>> done.options, done.record.actions, done.winners
    ({'theatre': 'blackbox'}, ('draw deck',), [])
    """

    game: Game
    record: GameRecord
    state: Any
    numbers: list[int]
    options: dict[str, Any]

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return bool(self.game.rules.is_over(self.state))

    @property
    def scores(self) -> list[int]:
        """Every player's score as it stands."""
        return self.game.scores(self.state)

    @property
    def winners(self) -> list[int]:
        """The winners; empty while the game goes on."""
        return self.game.winners(self.state) if self.is_over else []


class _ChanceFeed:
    """Hands a record's chance entries to a state, one after the other, checking each."""

    def __init__(self, game: Game, entries: Sequence[Sequence[str]]) -> None:
        self.game = game
        self.entries = entries
        self.used = 0

    def supply(self, state: Any, at: int | None) -> None:
        cards = [0] * self.game.max_cards
        n = self.game.rules.chance(state, cards)
        while n >= 0:
            self.game.rules.set_chance(state, self._next(state, cards[:n], at), n)
            n = self.game.rules.chance(state, cards)

    def _next(self, state: Any, pile: list[int], at: int | None) -> list[int]:
        if self.used == len(self.entries):
            raise RecordError(f"chance entry {self.used} is missing: {len(pile)} cards are to be shuffled here", at)
        texts = self.entries[self.used]
        try:
            order = self.game.parse_chance(state, texts)
        except NotationError as error:
            raise RecordError(f"chance entry {self.used}: {error}", at) from None
        if sorted(order) != sorted(pile):
            raise RecordError(f"chance entry {self.used}: {_difference(self.game, state, pile, order)}", at)
        self.used += 1
        return order


def _difference(game: Game, state: Any, pile: list[int], order: list[int]) -> str:
    missing = list((Counter(pile) - Counter(order)).elements())
    surplus = list((Counter(order) - Counter(pile)).elements())
    faults = []
    if missing:
        faults.append(f"missing {', '.join(game.chance_texts(state, missing[:5]))}")
    if surplus:
        faults.append(f"too many {', '.join(game.chance_texts(state, surplus[:5]))}")
    return f"these are not the {len(pile)} cards to be shuffled here ({'; '.join(faults)})"


def _begin(game: Game, record: GameRecord) -> tuple[dict[str, Any], list[int], Any]:
    count = len(record.players)
    if not game.min_players <= count <= game.max_players:
        raise RecordError(f"{game.title} is for {game.min_players} to {game.max_players} players, not {count}")
    try:
        numbers = game.check_rules(record.rules)
        options = game.check_options(count, record.options)
    except TheatreLabError as error:
        raise RecordError(str(error)) from None
    for name in game.drawn_options:
        if name not in options:
            raise RecordError(f"a record of {game.title} must carry the option {name!r}")
    return options, numbers, game.new_state(count, options, numbers)


def replay(
    record: GameRecord, find_game: Callable[[object], Game], on_action: Callable[[Any, int, str], None] | None = None
) -> Replay:
    """Play a record through; RecordError with `at` when anything does not fit.

    Checked in order: options and the opening chance entries (`at` None), each action with its chance entries
    (`at` its index), then unused chance entries and the result (`at` the number of actions). `find_game` turns a
    name into a game; `on_action(state, action, text)` is called before each action is carried out.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> match = Match(get_game("overture"), 2, theatre="blackbox", seed=1)
    >>> match.play("draw deck")
    >>> done = replay(match.record(), get_game)
    >>> done.is_over, done.scores
    (False, [0, 0])
    """
    try:
        game = find_game(record.game)
    except OptionError as error:
        raise RecordError(str(error)) from None
    options, numbers, state = _begin(game, record)
    feed = _ChanceFeed(game, record.chance)
    feed.supply(state, None)
    for at, text in enumerate(record.actions):
        _replay_action(game, state, at, text, on_action)
        feed.supply(state, at)
    done = Replay(game, record, state, numbers, options)
    _check_ending(done, feed.used)
    return done


def _replay_action(
    game: Game, state: Any, at: int, text: str, on_action: Callable[[Any, int, str], None] | None
) -> None:
    if game.rules.is_over(state):
        raise RecordError(f"action {at} ({show(text)}): the game is over already", at)
    try:
        action = game.parse_action(state, text)
        game.require_legal(state, action, text)
    except TheatreLabError as error:
        raise RecordError(f"action {at}: {error}", at) from None
    if on_action:
        on_action(state, action, text)
    game.rules.apply(state, action)


def _check_ending(done: Replay, used: int) -> None:
    at = len(done.record.actions)
    if used < len(done.record.chance):
        raise RecordError(f"{len(done.record.chance) - used} chance entries are left over from entry {used} on", at)
    result = done.record.result
    if result is None:
        return
    if not done.is_over:
        raise RecordError("there is a result, but the game is not over", at)
    for key, true in (("scores", done.scores), ("winners", done.winners)):
        if result[key] != true:
            raise RecordError(f"the result's {key} are {show(result[key])}, but the game gives {true}", at)


# ------------------------------------------------------------------ share codes


def share_code(data: Mapping[str, Any]) -> str:
    """JSON data as a compressed text that nobody reads by accident.

    >>> code = share_code({"format": "x"})
    >>> code[:4], unpack_share_code(code)
    ('tl1:', {'format': 'x'})
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _SHARE_PREFIX + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack_share_code(code: str) -> Any:
    """The JSON data of a share code; BadInput when it is damaged or no share code.

    >>> unpack_share_code("tl1:nonsense")
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: ...
    """
    text = "".join(code.split())
    if not text.startswith(_SHARE_PREFIX):
        raise BadInput(f"a share code begins with {_SHARE_PREFIX!r}, this does not: {show(text[:20])}")
    body = text.removeprefix(_SHARE_PREFIX)
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(packed, _SHARE_LIMIT)
        if not unpacker.eof:
            raise BadInput("the share code is cut short, or far too long")
        if unpacker.unused_data:
            raise BadInput("something stands behind the end of the share code")
        return parse_json(raw.decode())
    except BadInput:
        raise
    except (ValueError, zlib.error):
        raise BadInput("the share code is damaged; copy it whole, from 'tl1:' to its end") from None
