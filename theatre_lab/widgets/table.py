"""`Table`: a whole game at one table, people and bots together."""

from __future__ import annotations

import html
import json
import os
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any, Self

from theatre_lab.api import load
from theatre_lab.bots import Bot, LevelBot, bot_names, choose, get_bot
from theatre_lab.core.errors import BadInput, BadMessage, BotError, TheatreLabError, UndoRefused
from theatre_lab.core.match import HUMAN, Match
from theatre_lab.core.options import expect_bool, show
from theatre_lab.games import get_game
from theatre_lab.widgets._base import Args, IntentWidget, refusal, refusal_of, rules_of
from theatre_lab.widgets._words import listed, part_json, plain, signed
from theatre_lab.widgets.presenters import presenter

__all__ = ["Table", "table"]

_LOG_LINES = 60
_RETOLD = 8
"""How many decisions a screen reader is told of when the curtain rises."""


class Table(IntentWidget):
    """A match at a table: hands, houses, log, undo, hints, save and load, and a curtain between people.

    `match` is a `core.match.Match` whose `seats` say who plays: "human" or a bot's name. Bots think in a thread of
    their own, so that every cell of a notebook stays usable; `pace` is how many seconds a bot's move takes at least.

    Methods called from a cell act at once and raise on a mistake; the same mistake made in the browser is shown there.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> match = Match(get_game("overture"), ["You", "Greedy"], seats=["human", "greedy"], theatre="blackbox", seed=1)
    >>> table = Table(match)
    >>> table.play("draw lobby 1").play("draw deck").match.ply
    2
    >>> table.match.to_move
    0
    """

    _bundle = "table.js"

    def __init__(self, match: Match, *, pace: float = 0.6) -> None:
        if not isinstance(match, Match):
            raise BadInput(f"a table needs a match, not {show(match)}; table('overture') makes one")
        if not isinstance(pace, (int, float)) or isinstance(pace, bool) or not 0 <= pace <= 60:
            raise BadInput(f"pace must be a number of seconds from 0 to 60, not {show(pace)}")
        self._lock = threading.RLock()
        self._idle = threading.Event()
        self._idle.set()
        self._hurry = threading.Event()
        self._pace = float(pace)
        self._ply = 0
        self._generation = 0
        self._panel: str | None = None
        self._take_up(match)
        super().__init__(match.game.clauses)
        with self._lock:
            self._go_on()

    def _sit_down(self, match: Match) -> None:
        with self._lock:
            thinking = self._bots
            self._take_up(match)
            self.rules = rules_of(match.game.clauses)
            self._go_on()
        for bot in thinking:
            if isinstance(bot, LevelBot):
                bot.stop()

    def _take_up(self, match: Match) -> None:
        people = [player for player, seat in enumerate(match.seats) if seat == HUMAN]
        if not people:
            raise BadInput("at least one player must be a person")
        bots = [_bot(match, player) for player in range(len(match.seats))]
        shown = presenter(match.game.name)
        with self._lock:
            self._generation += 1
            self._ply += 1
            self._match, self._people, self._bots = match, people, bots
            self._show: Any = shown
            self._viewer, self._is_covered = people[0], len(people) > 1
            self._choice: Any = self._show.Choice()
            self._advice: Any = None
            self._refusal: dict[str, Any] | None = None
            self._trouble: str | None = None
            self._heard = match.ply
            self._panel = None
            self._verb = ""

    # ------------------------------------------------------------- reading

    @property
    def match(self) -> Match:
        """The match on the table."""
        return self._match

    @property
    def viewer(self) -> int:
        """Whose cards lie open at the screen."""
        return self._viewer

    def legal_actions(self) -> list[str]:
        """What the player to move may do, in notation."""
        return self._match.legal_actions()

    # ------------------------------------------------------------- doing

    def play(self, action: str) -> Self:
        """Play for the person to move, then wait until a person is to move again.

        IllegalAction names the clause that forbids the action. The curtain, if it was down, is raised.
        """
        with self._lock:
            mover = self._match.to_move
            if mover is not None and mover not in self._people:
                raise BadInput(f"{self._match.names[mover]} is to move; wait() until a person is")
            if mover is not None:
                self._viewer, self._is_covered = mover, False
            self._play(action)
        return self.wait()

    def select(self, index: int | None) -> Self:
        """Choose a card of the hand by its place from the left (0 is the first), or None to put it down."""
        with self._lock:
            self._heard = self._match.ply
            self._choice = self._show.choose_card(self._view(), self._choice, index)
            self._refresh()
        return self

    def undo(self) -> Self:
        """Take back the last decision of the person at the screen. UndoRefused says why it cannot be."""
        with self._lock:
            self._undo()
        return self.wait()

    def hint(self) -> Self:
        """Show what a greedy player would do here, with the reasons."""
        with self._lock:
            self._hint()
        return self

    def raise_curtain(self) -> Self:
        """Show the hand of the person to move."""
        with self._lock:
            self._raise()
        return self

    def new_game(self, match: Match) -> Self:
        """Put another match on the table."""
        self._sit_down(match)
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the match to a file: who plays and all that was decided."""
        with self._lock:
            self._match.save(path)

    def load(self, source: str | os.PathLike[str]) -> Self:
        """Put a saved match, a record (a file or its text) or a share code on the table.

        A save tells who plays; a record does not, and is then played on by the same people and bots as before.
        BadInput says what does not fit.
        """
        self._sit_down(load(source, seats=self._match.seats))
        return self

    def wait(self, seconds: float = 60.0) -> Self:
        """Wait until a person is to move or the game is over. BotError when a bot has failed."""
        self._hurry.set()
        try:
            if not self._idle.wait(seconds):
                raise BotError(f"no bot has answered within {seconds:g} seconds")
        finally:
            self._hurry.clear()
        if self._trouble:
            raise BotError(self._trouble)
        return self

    # ------------------------------------------------------------- the course of the game

    def _play(self, action: str) -> None:
        self._heard = self._match.ply
        self._match.play(action)
        self._changed()

    def _changed(self) -> None:
        self._ply += 1
        self._choice = self._choice.after_play()
        self._advice = None
        self._clear_refusal()
        self._go_on()

    def _go_on(self) -> None:
        """Hand over to whoever is to move: a bot, or another person behind the curtain."""
        mover = self._match.to_move
        if mover is not None and mover in self._people and mover != self._viewer:
            self._viewer, self._is_covered = mover, True
            self._choice = self._show.Choice()
        if mover is not None and mover not in self._people and self._idle.is_set():
            self._idle.clear()
            threading.Thread(target=self._run_bots, name="theatre_lab bots", daemon=True).start()
        self._refresh()

    def _run_bots(self) -> None:
        while self._one_bot_move():
            pass

    def _one_bot_move(self) -> bool:
        """Let the bot whose turn it is think and play; False when no bot is to move, or the bot has failed.

        What it thought of a position that has changed meanwhile counts for nothing, its failure included.
        """
        with self._lock:
            mover, asked = self._match.to_move, (self._generation, self._ply)
            bot = None if mover is None else self._bots[mover]
            if mover is None or bot is None:
                self._idle.set()
                self._refresh()
                return False
            view = self._match.view(mover)
        started = time.monotonic()
        try:
            action = choose(bot, view)
            self._hurry.wait(max(0.0, self._pace - (time.monotonic() - started)))
            with self._lock:
                if asked == (self._generation, self._ply):
                    self._match.play(action)
                    self._ply += 1
                    self._choice = self._choice.after_play()
                    self._go_on()
        except Exception as error:
            with self._lock:
                if asked == (self._generation, self._ply):
                    return self._give_up(error)
        return True

    def _give_up(self, error: Exception) -> bool:
        self._trouble = str(error) if isinstance(error, TheatreLabError) else f"{type(error).__name__}: {error}"
        self._idle.set()
        self._refresh()
        return False

    def _undo(self) -> None:
        self._match.undo(self._viewer)
        self._trouble = None
        self._heard = min(self._heard, self._match.ply)
        self._changed()

    def _hint(self) -> None:
        view = self._view()
        if not view.is_to_move or self._is_covered:
            raise BadInput(f"there is nothing to decide now; {self._waiting_for()}")
        self._heard = self._match.ply
        action = view.game.action_text(view.state, choose(get_bot("greedy", self._match.seed), view))
        self._advice = self._show.advice(view, action)
        self._refresh()

    def _raise(self) -> None:
        self._is_covered = False
        self._heard = max(0, self._match.ply - _RETOLD)
        self._refresh()

    def _waiting_for(self) -> str:
        if self._is_covered and not self._match.is_over:
            return f"the curtain is down, and {self._match.names[self._viewer]} may raise it"
        mover = self._match.to_move
        return "the game is over" if mover is None else f"it is the turn of {self._match.names[mover]}"

    def _view(self) -> Any:
        return self._match.view(self._viewer)

    # ------------------------------------------------------------- the model

    def _refresh(self) -> None:
        match, shown, view = self._match, self._show, self._view()
        covered = self._is_covered
        body = shown.body(view, self._choice, match.names, self._advice, covered)
        if self._panel == "new":
            body["setup"] = shown.setup(match)
        told = None if covered else self._viewer
        log = [shown.log_line(match, i, told) for i in range(max(0, match.ply - _LOG_LINES), match.ply)]
        prompt = self._prompt(view)
        self.model = {
            "game": match.game.name,
            "title": match.game.title,
            "when": shown.when(view),
            "ply": self._ply,
            "players": self._players(view),
            "prompt": prompt,
            "steps": [] if match.is_over else shown.steps(view),
            "log": log,
            "refusal": self._refusal,
            "curtain": self._curtain(),
            "thinking": self._thinking(),
            "over": self._over(),
            "panel": self._panel,
            "setup": self._setup() if self._panel == "new" else None,
            "practice": match.practice,
            "canUndo": not match.why_no_undo(self._viewer),
            "hint": self._hint_json(),
            "say": self._spoken(log, prompt),
            "body": body,
        }

    def _players(self, view: Any) -> list[dict[str, Any]]:
        match = self._match
        rows: list[dict[str, Any]] = self._show.players(view, match.names, self._is_covered)
        for player, row in enumerate(rows):
            seat = match.seats[player]
            row["name"] = match.names[player]
            row["now"] = player == match.to_move
            row["you"] = player == self._viewer
            if seat != HUMAN and seat.lower() != match.names[player].lower():
                row["note"] = f"{seat} · {row['note']}"
        return rows

    def _prompt(self, view: Any) -> dict[str, Any]:
        match = self._match
        again = {"label": "New game", "intent": "panel", "args": {"which": "new"}}
        if self._trouble:
            retry = {"label": "Let it try again", "intent": "retry", "args": {}, "primary": True}
            return {"text": "A bot has failed.", "note": self._trouble, "actions": [retry, again]}
        if match.is_over:
            return {
                "text": "The game is over.",
                "note": "Every point stands above, with its rule.",
                "actions": [again | {"primary": True}],
            }
        if view.is_to_move and not self._is_covered:
            prompt: dict[str, Any] = self._show.prompt(view, self._choice)
            return prompt
        mover = match.names[match.to_move or 0]
        return {"text": f"{mover} is to move.", "note": "You may look around meanwhile.", "actions": []}

    def _thinking(self) -> dict[str, Any] | None:
        mover = self._match.to_move
        if mover is None or mover in self._people or self._trouble:
            return None
        name, seat = self._match.names[mover], self._match.seats[mover]
        who = name if name.lower() == seat.lower() else f"{name} ({seat})"
        return {"name": name, "text": f"{who} is thinking", "seconds": max(self._pace, 0.5), "stop": False}

    def _curtain(self) -> dict[str, str] | None:
        if not self._is_covered or self._match.is_over:
            return None
        name = self._match.names[self._viewer]
        return {
            "title": f"Pass the screen to {name}",
            "text": "The hand is covered: nothing of it is on this page.",
            "button": f"I am {name}, raise the curtain",
        }

    def _verdict(self) -> str:
        match = self._match
        winners = [match.names[player] for player in match.winners]
        points = ", ".join(f"{name} {plain(score)}" for name, score in zip(match.names, match.scores, strict=True))
        if len(winners) > 1:
            return f"{listed(winners)} share the win: {points}."
        return f"{winners[0]} {'win' if winners[0] == 'You' else 'wins'}: {points}."

    def _over(self) -> dict[str, Any] | None:
        match = self._match
        if not match.is_over:
            return None
        parts = [match.breakdown(player) for player in range(len(match.names))]
        note, rule = self._show.ending(match)
        words: Mapping[str, str] = getattr(self._show, "LEDGER", {})
        rows = []
        for clause in match.game.clauses.values():
            values = [sum(part.points for part in each if part.rule == clause.id) for each in parts]
            if any(part.rule == clause.id for each in parts for part in each):
                rows.append({"rule": clause.id, "title": words.get(clause.id, clause.title), "values": values})
        return {
            "title": self._verdict(),
            "heading": words.get("", "Where the points came from"),
            "note": note,
            "rule": rule,
            "players": list(match.names),
            "winners": match.winners,
            "rows": rows,
            "totals": match.scores,
        }

    def _setup(self) -> dict[str, Any]:
        match = self._match
        kinds = [{"id": HUMAN, "label": "a person"}]
        kinds += [{"id": name, "label": f"{name} (bot)"} for name in bot_names()]
        return {
            "kinds": kinds,
            "chairs": [{"name": n, "kind": k} for n, k in zip(match.names, match.seats, strict=True)],
            "least": match.game.min_players,
            "most": match.game.max_players,
            "practice": match.practice,
        }

    def _hint_json(self) -> dict[str, Any] | None:
        if self._advice is None or self._is_covered:
            return None
        parts = [part_json(part) for part in self._advice.parts]
        return {"text": self._advice.text, "parts": parts, "total": sum(part["points"] for part in parts)}

    def _spoken(self, log: Sequence[Mapping[str, Any]], prompt: Mapping[str, Any]) -> str:
        """What a screen reader hears: what has happened, what was chosen, and what is to be decided."""
        fresh = max(0, self._match.ply - self._heard)
        lines = [_line(line) for line in log[-fresh:]] if fresh else []
        if self._is_covered:
            return " ".join([*lines, f"Pass the screen to {self._match.names[self._viewer]}."])
        if self._advice is not None and not fresh:
            return f"Hint: {self._advice.text}"
        chosen = "" if fresh else self._show.say_choice(self._view(), self._choice)
        return " ".join([*lines, chosen or f"{prompt['text']} {prompt['note']}"])

    # ------------------------------------------------------------- intents

    def _receive(self, widget: object, content: object, buffers: object) -> None:
        with self._lock:
            self._heard = self._match.ply
            super()._receive(widget, content, buffers)

    def _clear_refusal(self) -> None:
        self._refusal = None

    def _refuse(self, error: TheatreLabError, intent: str) -> None:
        if isinstance(error, UndoRefused):
            self._refusal = refusal("bar", "That cannot be taken back.", str(error))
        else:
            self._refusal = refusal_of(error, self._show.PLACES.get(self._verb if intent == "act" else intent, "bar"))
        self._refresh()

    def _intent_act(self, args: Args) -> None:
        """A click in the game's own part of the table: `do` says which, the presenter what it means."""
        self._verb = args.text("do")
        if self._is_covered:
            raise BadInput(f"not now: {self._waiting_for()}")
        view = self._view()
        meant = self._show.act(view, self._choice, self._verb, args)
        if isinstance(meant, str):
            if not view.is_to_move:
                raise BadInput(f"not now: {self._waiting_for()}")
            self._play(meant)
        elif isinstance(meant, dict):
            self._refusal = meant
            self._refresh()
        else:
            self._choice = meant
            self._refresh()

    def _intent_undo(self, _args: Args) -> None:
        self._undo()

    def _intent_hint(self, _args: Args) -> None:
        self._hint()

    def _intent_raise(self, _args: Args) -> None:
        self._raise()

    def _intent_retry(self, _args: Args) -> None:
        self._trouble = None
        self._go_on()

    def _intent_practice(self, args: Args) -> None:
        self._match.practice = args.flag("on")
        self._refresh()

    def _intent_panel(self, args: Args) -> None:
        which = args.text_or_none("which")
        if which not in (None, "new", "load"):
            raise BadMessage(f"there is no panel {show(which)}")
        self._panel = which
        self._refresh()

    def _intent_save(self, _args: Args) -> None:
        text = json.dumps(self._match.to_save(), indent=1) + "\n"
        name = f"{self._match.game.name}-{self._match.ply}.json"
        self.send({"kind": "download", "id": self._answering, "name": name, "text": text})

    def _intent_load(self, args: Args) -> None:
        text = args.text("text").strip()
        if not text.startswith(("{", "tl1:")):
            raise BadInput("this file holds no saved game; choose one that was saved at a table")
        self.load(text)

    def _intent_new(self, args: Args) -> None:
        chairs = [_chair(chair) for chair in args.items("chairs")]
        options = self._show.options_of(args.mapping("options"))
        self._sit_down(
            Match(
                self._match.game,
                _names([name for name, _ in chairs], [kind for _, kind in chairs]),
                seats=[kind for _, kind in chairs],
                seed=_seed(args.text("seed")),
                rules=self._match.rules,
                practice=args.flag("practice"),
                **options,
            )
        )

    # ------------------------------------------------------------- forms without a front end

    def _as_text(self) -> str:
        with self._lock:
            match, view = self._match, self._view()
            standing = ", ".join(f"{name} {score}" for name, score in zip(match.names, match.scores, strict=True))
            lines = [f"{match.game.title}, {self._show.when(view)}: {standing}", self._todo(view)]
            if match.history:
                told = None if self._is_covered else self._viewer
                lines.append(f"Last: {_line(self._show.log_line(match, match.ply - 1, told))}")
            if self._advice is not None and not self._is_covered:
                lines.append(f"Hint: {self._advice.text}")
            return "\n".join(lines + self._show.table_text(view, self._choice, match.names, self._is_covered))

    def _todo(self, view: Any) -> str:
        if self._is_covered and not self._match.is_over:
            return f"The curtain is down: pass the screen to {self._match.names[self._viewer]}."
        return f"{self._prompt(view)['text']}"

    def _as_html(self) -> str:
        with self._lock:
            match, view = self._match, self._view()
            head = f"{match.game.title}, {self._show.when(view)}. {self._todo(view)}"
            inside: str = self._show.table_html(view, match.names, self._is_covered)
            return f"<p><b>{html.escape(head)}</b></p>{inside}"


def _bot(match: Match, player: int) -> Bot | None:
    seat = match.seats[player]
    return None if seat == HUMAN else get_bot(seat, match.seed * 8 + player, live=True)


def _line(line: Mapping[str, Any]) -> str:
    words = [line["who"], line["text"], line["card"], line["after"]]
    gain = "" if line["gain"] is None else f", {signed(line['gain'])}"
    return " ".join(word for word in words if word) + f"{gain}."


def _chair(chair: object) -> tuple[str, str]:
    if not isinstance(chair, Mapping) or not all(isinstance(chair.get(key), str) for key in ("name", "kind")):
        raise BadMessage(f"a chair has a name and a kind, not {show(chair)}")
    return chair["name"].strip(), chair["kind"]


def _seed(text: str) -> int | None:
    if not text:
        return None
    try:
        return int(text)
    except ValueError:
        raise BadInput(f"a seed is a whole number, not {show(text)}; leave it empty for any game") from None


def _names(names: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Every player's name, made up where there is none, and none of them twice."""
    made: list[str] = []
    for name, kind in zip(names, kinds, strict=True):
        wanted = name or ("You" if kind == HUMAN else kind.capitalize())
        unique, n = wanted, 2
        while unique in made:
            unique, n = f"{wanted} {n}", n + 1
        made.append(unique)
    return made


def table(
    game: str = "overture",
    *,
    you: int | Sequence[int] = 0,
    opponents: Sequence[str] = ("greedy",),
    names: Sequence[str] | None = None,
    seed: int | None = None,
    rules: Mapping[str, int] | None = None,
    practice: bool = False,
    pace: float = 0.6,
    **options: Any,
) -> Table:
    """A table with a new match: you in one chair, bots in the others.

    `you` is your place in the order of play (0 is first), or a list of places for several people at one screen;
    `opponents` names the bots of the other chairs, in order. Options are the game's (`theatre="blackbox"`), `names`
    the players' names in order of play, `rules` changed rule numbers, `practice` lets any move be taken back.
    OptionError or BadInput names whatever does not fit.

    >>> table("overture", opponents=["greedy", "random"], theatre="rotunda", seed=5).match
    <Overture: ply 0, You to move, You 0, Greedy 0, Random 0>
    """
    people = (
        [you]
        if isinstance(you, int) and not isinstance(you, bool)
        else list(you)
        if not isinstance(you, (bool, str))
        else []
    )
    bots = [opponents] if isinstance(opponents, str) else list(opponents)
    count = len(people) + len(bots)
    if not people or len(set(people)) != len(people) or not all(type(p) is int and 0 <= p < count for p in people):
        raise BadInput(f"you must be a place from 0 to {max(count - 1, 0)}, or a list of such places, not {show(you)}")
    rest = iter(bots)
    seats = [HUMAN if player in people else next(rest) for player in range(count)]
    if names is not None and len(names) != count:
        raise BadInput(f"names must hold {count} names, one a player, not {show(names)}")
    alone = len(people) == 1
    given = (
        list(names)
        if names is not None
        else [("" if alone else f"P{player + 1}") if seat == HUMAN else "" for player, seat in enumerate(seats)]
    )
    match = Match(
        get_game(game),
        _names(given, seats),
        seats=seats,
        seed=seed,
        rules=rules,
        practice=expect_bool("practice", practice),
        **options,
    )
    return Table(match, pace=pace)
