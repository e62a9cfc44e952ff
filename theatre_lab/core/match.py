"""A live game: the state, its history, luck, undo, and its record."""

from __future__ import annotations

import copy
import difflib
import json
import os
import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from theatre_lab.core.errors import BadInput, IllegalAction, NotationError, RecordError, UndoRefused
from theatre_lab.core.game import Game, Part, View
from theatre_lab.core.options import as_index, expect_bool, expect_int, show
from theatre_lab.core.records import GameRecord, replay, share_code, unpack_share_code, write_text
from theatre_lab.core.stream import new_stream, shuffle

__all__ = ["HUMAN", "Match", "Ply", "lot_stream", "luck_stream"]

SAVE_FORMAT = "theatre-lab/match@1"
HUMAN = "human"
_LUCK, _LOT = 0, 1
_REDEALT = "in the middle, with cards dealt anew"
_SET_UP = "from a position that was set up"
_LONGEST_NAME = 100
_NEAREST = 3
"""So many legal actions are named when one is not understood."""
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that turn the direction of all text after them, a log's too."""


def lot_stream(seed: int) -> list[int]:
    """The stream that draws the options that a match of this seed leaves to lot.

    >>> lot_stream(7) == luck_stream(7)
    False
    """
    return new_stream(seed, _LOT)


def luck_stream(seed: int) -> list[int]:
    """The stream that decides all shuffles of a match of this seed.

    >>> from theatre_lab.games import get_game
    >>> game = get_game("overture")
    >>> match = Match(game, 2, theatre="blackbox", seed=7)
    >>> state = game.new_state(2, match.options, game.check_rules(None))
    >>> game.resolve_chance(state, luck_stream(7))
    >>> state == match.state
    True
    """
    return new_stream(seed, _LUCK)


@dataclass(frozen=True)
class Ply:
    """One decision: who took it, what it was, the state and luck before it, and the luck that followed it.

    >>> from theatre_lab.games import get_game
    >>> match = Match(get_game("overture"), 2, theatre="blackbox", seed=1)
    >>> match.play("draw deck")
    >>> match.history[0].player, match.history[0].text, match.history[0].chance
    (0, 'draw deck', ())
    """

    player: int
    action: int
    text: str
    before: Any
    stream_before: tuple[int, ...]
    chance: tuple[tuple[str, ...], ...]


class Match:
    """A game being played.

    `players` is the number of players or their names; `seats` says who plays each seat: "human" or the name of a
    bot (all human by default). Options are the game's (`theatre="blackbox"`), `rules` holds changed rule numbers.
    With a `seed` the luck is the same every time. With `practice` anything may be taken back.
    OptionError names whatever does not fit.

    >>> from theatre_lab.games import get_game
    >>> match = Match(get_game("overture"), 2, theatre="grand-empress", seed=7)
    >>> match.legal_actions()
    ['draw deck', 'draw lobby 1', 'draw lobby 2']
    >>> match.play("draw lobby 1")
    >>> match.play("discard VIP")
    Traceback (most recent call last):
    theatre_lab.core.errors.IllegalAction: discard VIP: You discard at the end of ... (OV-T4)
    >>> match.ply, match.to_move
    (1, 0)
    """

    def __init__(
        self,
        game: Game,
        players: int | Sequence[str] | None = None,
        *,
        seats: Sequence[str] | None = None,
        seed: int | None = None,
        rules: Mapping[str, int] | None = None,
        practice: bool = False,
        **options: Any,
    ) -> None:
        self.game = game
        self.names = _player_names(game, players)
        self.seats = _check_seats(seats, len(self.names))
        self.seed = secrets.randbits(48) if seed is None else expect_int("seed", seed, -(2**63), 2**63 - 1)
        self._told_seed: int | str | None = self.seed
        self.practice = expect_bool("practice", practice)
        self._numbers = game.check_rules(rules)
        self.rules: dict[str, int] = dict(rules or {})
        checked = game.check_options(len(self.names), options)
        self.options = game.draw_options(len(self.names), checked, lot_stream(self.seed))
        self.state: Any = game.new_state(len(self.names), self.options, self._numbers)
        self.history: list[Ply] = []
        self._stream = luck_stream(self.seed)
        self._opening = self._let_luck_decide()
        self._beginning = ""

    # ------------------------------------------------------------- where the game stands

    @property
    def ply(self) -> int:
        """How many decisions have been made; a front end's message names the ply it answers."""
        return len(self.history)

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return bool(self.game.rules.is_over(self.state))

    @property
    def to_move(self) -> int | None:
        """The player who is to decide; None when the game is over."""
        return None if self.is_over else int(self.game.rules.to_move(self.state))

    @property
    def scores(self) -> list[int]:
        """Every player's score as it stands."""
        return self.game.scores(self.state)

    @property
    def winners(self) -> list[int]:
        """The winners; empty while the game goes on."""
        return self.game.winners(self.state) if self.is_over else []

    def legal_actions(self) -> list[str]:
        """What the player to move may do, in notation."""
        return [self.game.action_text(self.state, action) for action in self.game.legal_actions(self.state)]

    def breakdown(self, player: int) -> list[Part]:
        """Every point of the player's score as it stands, with its clause."""
        return self.game.breakdown(self.state, self._check_player(player))

    def view(self, player: int) -> View:
        """All that the player may know, and nothing else."""
        return self.game.view(self.state, self._check_player(player))

    def _check_player(self, player: int) -> int:
        if type(player) is not int or not 0 <= player < len(self.names):
            raise BadInput(f"players are counted from 0 to {len(self.names) - 1}; there is no player {show(player)}")
        return player

    # ------------------------------------------------------------- playing

    def parse(self, action: str | int) -> int:
        """A legal action as a number, from its notation or number; IllegalAction or NotationError otherwise."""
        if isinstance(action, str):
            try:
                number = self.game.parse_action(self.state, action)
            except NotationError as error:
                said = str(error)
                raise NotationError(f"{said}{'' if said[-1:] in '.?' else '.'} {self._legal_near(action)}") from None
            self.game.require_legal(self.state, number, action)
            return number
        index = as_index(action)
        if index is None or index not in self.game.legal_actions(self.state):
            raise BadInput(f"{show(action)} is not the number of a legal action")
        return index

    def _legal_near(self, text: str) -> str:
        """The legal actions most like a text, in a sentence."""
        legal = self.legal_actions()
        order = difflib.get_close_matches(text[:80], legal, n=_NEAREST, cutoff=0.3) or legal[:_NEAREST]
        rest = len(legal) - len(order)
        return f"Legal now: {', '.join(map(repr, order))}{f' and {rest} more' if rest else ''}."

    def play(self, action: str | int) -> None:
        """Carry out an action of the player to move, with all that follows from it.

        IllegalAction names the clause that forbids it; the state is then unchanged.
        """
        if self.is_over:
            clause, reason = self.game.refusal(self.state, 0)
            raise IllegalAction(str(action), clause, reason)
        number = self.parse(action)
        before, stream = self.state, tuple(self._stream)
        text, player = self.game.action_text(before, number), int(self.game.rules.to_move(before))
        self.state = before.copy()
        self.game.rules.apply(self.state, number)
        chance = self._let_luck_decide()
        self.history.append(Ply(player, number, text, before, stream, chance))

    def _let_luck_decide(self) -> tuple[tuple[str, ...], ...]:
        rules, outcomes = self.game.rules, []
        cards = [0] * self.game.max_cards
        n = rules.chance(self.state, cards)
        while n >= 0:
            shuffle(cards, n, self._stream)
            outcomes.append(tuple(self.game.chance_texts(self.state, cards[:n])))
            rules.set_chance(self.state, cards, n)
            n = rules.chance(self.state, cards)
        return tuple(outcomes)

    # ------------------------------------------------------------- taking back

    def why_no_undo(self, player: int | None = None, *, skip_forced: bool = False) -> str:
        """Why the player cannot take back their last decision; an empty text when they can.

        `player` is who asks (the player of the last decision by default). Nothing is taken back past the point where
        that player learned something hidden, or where another person has decided since. In practice all may be.
        With `skip_forced` a decision that had one legal answer counts as none: it goes with the one before it.
        """
        last = self._last_decision(player, skip_forced)
        if last is None:
            return "There is nothing to take back yet."
        if self.practice:
            return ""
        asker = self.history[last].player
        for ply in self.history[last:]:
            if ply.player != asker and self.seats[ply.player] == HUMAN:
                return f"{_has(self.names[ply.player])} decided since."
            if ply.chance or self.game.reveals(ply.before, ply.action, asker):
                shown = self.game.public_action(ply.before, ply.action, asker)
                who = "" if ply.player == asker else f"{self.names[ply.player]}: "
                return f"{_has(self.names[asker])} seen something new since ({who}{shown})."
        return ""

    def undo(self, player: int | None = None, *, skip_forced: bool = False) -> str:
        """Take back the player's last decision and all after it; returns it in notation. UndoRefused says why not.

        `skip_forced` is that of `why_no_undo`.

        >>> from theatre_lab.games import get_game
        >>> match = Match(get_game("overture"), 2, theatre="blackbox", seed=1, practice=True)
        >>> match.play("draw deck")
        >>> match.undo(), match.ply
        ('draw deck', 0)
        """
        reason = self.why_no_undo(player, skip_forced=skip_forced)
        last = self._last_decision(player, skip_forced)
        if reason or last is None:
            raise UndoRefused(reason)
        ply = self.history[last]
        self.state, self._stream = ply.before, list(ply.stream_before)
        del self.history[last:]
        return ply.text

    def _last_decision(self, player: int | None, skip_forced: bool) -> int | None:
        for index in range(len(self.history) - 1, -1, -1):
            ply = self.history[index]
            if player is not None and ply.player != player:
                continue
            if not skip_forced or len(self.game.legal_actions(ply.before)) > 1:
                return index
        return None

    # ------------------------------------------------------------- records and saves

    def record(self) -> GameRecord:
        """The whole game as a record. Of an unfinished game it holds cards that players may not see.

        BadInput for a match that began in the middle of a game: cards dealt anew, or a position set up.
        """
        if self._beginning:
            again = "; to have it again, keep the call of set_up that laid it out" if self._beginning == _SET_UP else ""
            raise BadInput(f"this game began {self._beginning}: there is no record of its beginning to save{again}")
        return GameRecord(
            game=self.game.name,
            players=tuple(self.names),
            options=self.options,
            chance=self._opening + tuple(entry for ply in self.history for entry in ply.chance),
            actions=tuple(ply.text for ply in self.history),
            rules=self.rules,
            result={"scores": self.scores, "winners": self.winners} if self.is_over else None,
            seed=self._told_seed,
        )

    def record_data(self) -> dict[str, Any]:
        """The record as JSON data in the game's own format, as `theatre-lab replay` reads it.

        >>> from theatre_lab.games import get_game
        >>> Match(get_game("the-theatre-draft"), 2, seed=1).record_data()["format"]
        'theatre-lab/draft@1'
        """
        return self.game.write_record(self.record(), self.state)

    @classmethod
    def from_record(
        cls, record: GameRecord, game: Game, *, seats: Sequence[str] | None = None, practice: bool = False
    ) -> Self:
        """A match that stands where the record ends; RecordError when the record does not fit."""
        match = cls.__new__(cls)
        match.history, rows = [], []
        done = replay(record, lambda _: game, lambda state, action, text: rows.append((state.copy(), action, text)))
        match.game, match.names, match.practice = game, list(record.players), expect_bool("practice", practice)
        match.seats = _check_seats(seats, len(match.names))
        match.rules, match._numbers, match.options = dict(record.rules), done.numbers, done.options
        match.seed = record.seed if isinstance(record.seed, int) else 0
        match._told_seed = record.seed
        match.state = done.state
        match._beginning = ""
        match._restore_history(record, rows)
        return match

    # ------------------------------------------------------------- positions to play on from

    def rewound(self, ply: int, *, seats: Sequence[str] | None = None, practice: bool = False) -> Match:
        """A match of its own that stands before decision `ply` (counted from 0), every card and all luck as they were.

        The number of decisions made stands for the position now. BadInput names a ply that there is not.

        >>> from theatre_lab.games import get_game
        >>> match = Match(get_game("overture"), 2, theatre="blackbox", seed=1)
        >>> match.play("draw deck")
        >>> match.rewound(0).ply, match.ply
        (0, 1)
        """
        match = self._standing_at(ply, seats, practice)
        match.history = self.history[:ply]
        match._stream = list([*(each.stream_before for each in self.history), self._stream][ply])
        match._beginning = self._beginning
        return match

    def redealt(
        self, ply: int, player: int, *, seed: int = 0, seats: Sequence[str] | None = None, practice: bool = False
    ) -> Match:
        """A match from the position before decision `ply` in which all that the player could not know is dealt anew.

        It begins there, with an empty history, fits everything the player had been shown, and shows nothing of how the
        cards lay. It has no record: its beginning was never played. BadInput names a ply or player that there is not.

        >>> from theatre_lab.games import get_game
        >>> match = Match(get_game("overture"), 2, theatre="blackbox", seed=1)
        >>> again = match.redealt(0, 0, seed=5)
        >>> again.view(0) == match.view(0), again.view(1) == match.view(1)
        (True, False)
        """
        match = self._standing_at(ply, seats, practice)
        rng = new_stream(expect_int("seed", seed, -(2**63), 2**63 - 1), ply)
        match.state = self.game.view(match.state, self._check_player(player)).determinize(rng)
        match.history, match._stream = [], rng
        match.seed, match._told_seed, match._beginning = seed, seed, _REDEALT
        return match

    @classmethod
    def set_up(
        cls,
        game: Game,
        players: int | Sequence[str] | None = None,
        *,
        seats: Sequence[str] | None = None,
        seed: int | None = None,
        rules: Mapping[str, int] | None = None,
        practice: bool = True,
        **position: Any,
    ) -> Self:
        """A match that stands at a position told in words, with an empty history; what is hidden is dealt by the seed.

        `position` holds options and parts of the position: see the game's `lay_out`. It has no record: its beginning
        was never played. BadInput (or a kind of it) says what does not fit, where, and what would.

        >>> from theatre_lab.games import get_game
        >>> match = Match.set_up(get_game("overture"), 2, theatre="blackbox", round=12, hands=[["VIP"]], seed=1)
        >>> match.view(0).as_dict()["hand"], match.view(0).as_dict()["round"]
        (['VIP'], 12)
        """
        match = cls.__new__(cls)
        match.game, match.names = game, _player_names(game, players)
        match.seats = _check_seats(seats, len(match.names))
        match.seed = secrets.randbits(48) if seed is None else expect_int("seed", seed, -(2**63), 2**63 - 1)
        match._told_seed, match.practice = match.seed, expect_bool("practice", practice)
        match._numbers, match.rules = game.check_rules(rules), dict(rules or {})
        lot = lot_stream(match.seed)
        match.options, match.state = game.set_up(len(match.names), position, match._numbers, lot)
        match.history, match._stream = [], luck_stream(match.seed)
        match._opening, match._beginning = (), _SET_UP
        return match

    def _standing_at(self, ply: int, seats: Sequence[str] | None, practice: bool) -> Match:
        if type(ply) is not int or not 0 <= ply <= self.ply:
            raise BadInput(f"decisions are counted from 0 to {self.ply}; there is no decision {show(ply)}")
        match = copy.copy(self)
        match.names, match.seats = list(self.names), _check_seats(seats, len(self.names))
        match.practice = expect_bool("practice", practice)
        match.state = [*(each.before for each in self.history), self.state][ply].copy()
        return match

    def _restore_history(self, record: GameRecord, rows: list[tuple[Any, int, str]]) -> None:
        self._stream = luck_stream(self.seed)
        entries, used = record.chance, 0
        due = self._entries_used(self.game.new_state(len(self.names), self.options, self._numbers), entries, used)
        self._opening, used = entries[:due], due
        self._move_stream_past(self._opening)
        for before, action, text in rows:
            after, stream = before.copy(), tuple(self._stream)
            self.game.rules.apply(after, action)
            due = self._entries_used(after, entries, used)
            chance, used = entries[used : used + due], used + due
            self._move_stream_past(chance)
            self.history.append(Ply(int(self.game.rules.to_move(before)), action, text, before, stream, chance))

    def _entries_used(self, state: Any, entries: tuple[tuple[str, ...], ...], used: int) -> int:
        cards, count = [0] * self.game.max_cards, 0
        while self.game.rules.chance(state, cards) >= 0:
            order = self.game.parse_chance(state, entries[used + count])
            self.game.rules.set_chance(state, order, len(order))
            count += 1
        return count

    def _move_stream_past(self, entries: tuple[tuple[str, ...], ...]) -> None:
        for entry in entries:
            shuffle(list(range(len(entry))), len(entry), self._stream)

    def to_save(self) -> dict[str, Any]:
        """The match as JSON data for a save file: who plays, and the game so far as a share code."""
        return {
            "format": SAVE_FORMAT,
            "game": self.game.name,
            "seats": list(self.seats),
            "practice": self.practice,
            "code": share_code(self.record_data()),
        }

    @classmethod
    def from_save(cls, data: object, game: Game) -> Self:
        """The match of a save file's JSON data; BadInput says what does not fit."""
        keys = {"format", "game", "seats", "practice", "code"}
        if not isinstance(data, dict) or set(data) != keys:
            raise BadInput(f"a saved match is an object with {', '.join(sorted(keys))}, not {show(data)}")
        if data["format"] != SAVE_FORMAT:
            raise BadInput(f"the format is {show(data['format'])}; this program reads {SAVE_FORMAT!r}")
        if data["game"] != game.name:
            raise BadInput(f"this is a saved match of {show(data['game'])}, not of {game.name!r}")
        if not isinstance(data["code"], str):
            raise BadInput(f"code must be a share code, not {show(data['code'])}")
        record = game.read_record(unpack_share_code(data["code"]))
        if record.game != game.name:
            raise RecordError(f"the share code holds a game of {record.game!r}, not of {game.name!r}")
        return cls.from_record(record, game, seats=data["seats"], practice=data["practice"])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the match to a file of one line, whole or not at all; BadInput says why it cannot be written."""
        write_text(path, json.dumps(self.to_save()) + "\n")

    def __repr__(self) -> str:
        standing = ", ".join(f"{name} {score}" for name, score in zip(self.names, self.scores, strict=True))
        turn = "over" if self.is_over else f"{self.names[self.to_move or 0]} to move"
        return f"<{self.game.title}: ply {self.ply}, {turn}, {standing}>"


def _has(name: str) -> str:
    return "You have" if name == "You" else f"{name} has"


def _player_names(game: Game, players: int | Sequence[str] | None) -> list[str]:
    if players is None:
        players = game.min_players
    if isinstance(players, (list, tuple)):
        if not all(isinstance(name, str) and name.strip() for name in players):
            raise BadInput(f"players must be a number or a list of names, not {show(players)}")
        names = [_checked_name(name) for name in players]
    else:
        names = [f"P{i + 1}" for i in range(expect_int("players", players, game.min_players, game.max_players))]
    if not game.min_players <= len(names) <= game.max_players:
        raise BadInput(f"{game.title} is for {game.min_players} to {game.max_players} players, not {len(names)}")
    return names


def _checked_name(name: str) -> str:
    if len(name) > _LONGEST_NAME:
        raise BadInput(f"a player's name has at most {_LONGEST_NAME} letters, not {len(name)}")
    if any(unicodedata.category(letter) in ("Cc", "Cs") or letter in _TURNING for letter in name):
        raise BadInput(f"the name {show(name)} holds a character that is no letter and cannot be shown; leave it out")
    return name


def _check_seats(seats: Sequence[str] | None, count: int) -> list[str]:
    if seats is None:
        return [HUMAN] * count
    if (
        not isinstance(seats, (list, tuple))
        or len(seats) != count
        or not all(isinstance(seat, str) and seat for seat in seats)
    ):
        raise BadInput(f"seats must name who plays each of the {count} seats ('human' or a bot), not {show(seats)}")
    return list(seats)
