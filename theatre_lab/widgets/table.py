"""`Table`: a whole game at one table, people and bots together."""

from __future__ import annotations

import html
import json
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self, TypeGuard

from theatre_lab.api import load
from theatre_lab.bots import Analysis, Bot, LevelBot, analyse, bot_names, choose, get_bot, warm
from theatre_lab.bots.ratings import rating_of
from theatre_lab.bots.search import backend_now
from theatre_lab.core.background import in_background, in_browser
from theatre_lab.core.errors import BadInput, BadMessage, BotError, TheatreLabError, UndoRefused
from theatre_lab.core.game import View, total
from theatre_lab.core.match import HUMAN, Match
from theatre_lab.core.options import expect_bool, show
from theatre_lab.games import get_game
from theatre_lab.widgets._base import Args, IntentWidget, refusal, refusal_of, rules_of
from theatre_lab.widgets._nested import forward
from theatre_lab.widgets._words import Advice, listed, part_json, plain, plural, signed
from theatre_lab.widgets.presenters import presenter

__all__ = ["Table", "table"]

_LOG_LINES = 60
_RETOLD = 8
"""How many decisions a screen reader is told of when the curtain rises."""
_WATCH = 0.25
"""Seconds between two looks at a bot that thinks."""
_LONG_PACE = 1.5
"""From this pace on, also a bot that answers at once may be hurried."""
_HINT_SECONDS, _HINT_ITERATIONS = 0.8, 480
_ENOUGH = 10
"""With fewer games played ahead for the best action, chance alone would speak: the hint is then the greedy one."""
_OTHERS = 2
"""So many other actions stand in a hint beside the best."""
_OUTLOOK = ("Win", "Score")
"""What a hint foretells of an action: the chance, and the expected number."""
_PLAYERS = {
    HUMAN: "a person",
    "easy": "takes what is best now, often errs",
    "medium": "takes what is best now",
    "hard": "looks ahead",
    "expert": "looks further ahead",
    "greedy": "takes what is best now",
    "random": "any legal move",
}
"""Who may sit in a chair, and what that means."""

_PLAYING = threading.Lock()
"""Held while a match is changed or drawn: several tables, each with a lock of its own, may stand around one match."""

Moment = tuple[int, int]
"""Which game, and which position in it: what was thought about another moment is of no use."""


def _player_label(game: str, name: str) -> str:
    """A kind of player in words, with the rating that was measured in this game."""
    if name == HUMAN:
        return _PLAYERS[HUMAN]
    rating = rating_of(game, name)
    words = f"{name}: {_PLAYERS.get(name, 'a bot')}"
    return f"{words} (rating {rating.rating:.0f})" if rating else words


class Table(IntentWidget):
    """A match at a table: hands, houses, log, undo, hints, save and load, and a curtain between people.

    `match` is a `core.match.Match` whose `seats` say who plays: "human" or a bot's name, the levels `easy`, `medium`,
    `hard` and `expert` among them. Bots think in a thread of their own, so that every cell of a notebook and all of
    the table stay usable; `pace` is how many seconds a bot's move takes at least, `stop()` ends its thinking at once.
    A level that searches thinks on uncompiled rules until they are compiled in the background: nobody waits for that.

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
    _lookback: Any = None

    def __init__(self, match: Match, *, pace: float = 0.6) -> None:
        _require_match(match)
        if not isinstance(pace, (int, float)) or isinstance(pace, bool) or not 0 <= pace <= 60:
            raise BadInput(f"pace must be a number of seconds from 0 to 60, not {show(pace)}")
        self._lock = threading.RLock()
        self._news = threading.Condition(self._lock)
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

    def _rule_numbers(self) -> Mapping[str, int]:
        return self.match.rules

    def _sit_down(self, match: Match) -> None:
        with self._lock:
            thinking, review = self._bots, self._lookback
            self._take_up(match)
            _put_away(review)
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
            self._viewer, self._is_covered = people[0], len(people) > 1 and self._has_secrets
            self._choice: Any = self._show.Choice()
            self._advice: Any = None
            self._found: Analysis | None = None
            self._refusal: dict[str, Any] | None = None
            self._trouble: str | None = None
            self._heard = match.ply
            self._panel = None
            self._lookback = None
            self._verb = ""
            self._drawn: Any = match.state
            self._stopped: Moment | None = None
            self._looking: Moment | None = None
            self._news.notify_all()
        if any(_searches(bot) for bot in bots):
            warm(match.game)

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
            self._catch_up()
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
            self._catch_up()
            self._heard = self._match.ply
            self._choice = self._show.choose_card(self._view(), self._choice, index)
            self._refresh()
        return self

    def undo(self) -> Self:
        """Take back the last decision of the person at the screen. UndoRefused says why it cannot be."""
        with self._lock:
            self._catch_up()
            self._undo()
        return self.wait()

    def hint(self) -> Self:
        """Show what a greedy player would do here, with the reasons.

        The same position gives the same hint, at once. The button Hint at the table looks ahead besides, for less than
        a second, and tells the chances of the best actions; its numbers depend on the machine.
        """
        with self._lock:
            self._catch_up()
            self._require_turn()
            self._advise(self._greedy_action())
        return self

    def stop(self) -> Self:
        """End the thinking of the bot to move: it plays the best it has found, and goes on so to the end of its turn.

        BadInput when no bot is to move.
        """
        with self._lock:
            self._stop()
        return self.wait()

    def raise_curtain(self) -> Self:
        """Show the hand of the person to move."""
        with self._lock:
            self._catch_up()
            self._raise()
        return self

    def new_game(self, match: Match) -> Self:
        """Put another match on the table."""
        _require_match(match)
        self._sit_down(match)
        return self

    def begin_game(self, **options: Any) -> Self:
        """After a draft: the game with the drafted decks, for the same players, with whoever got the lead leading.

        Options are the game's (`open_suits=True`). BadInput or OptionError says what is missing.
        """
        self._sit_down(self._sequel(**options))
        return self.wait()

    def _sequel(self, **options: Any) -> Match:
        sequel = getattr(self._show, "sequel", None)
        if sequel is None:
            raise BadInput(f"no game follows {self._match.game.title}; new_game(match) puts another match on the table")
        match: Match = sequel(self._match, **options)
        return match

    def review(self, player: int | None = None) -> Any:
        """Look back at the finished game of a player, the one at the screen by default: opens and returns a `Review`.

        BadInput while the game goes on.
        """
        from theatre_lab.widgets.review import InnerReview

        inner = InnerReview(self._match, self._viewer if player is None else player, self)
        with self._lock:
            _put_away(self._lookback)
            self._lookback = inner
            self._ply += 1
        inner.observe(self._review_changed, names=["model", "status"])
        with self._lock:
            self._refresh()
        return inner

    def close_review(self) -> Self:
        """Put the review away and show the table again."""
        with self._lock:
            _put_away(self._lookback)
            self._lookback = None
            self._ply += 1
            if not self._catch_up():
                self._refresh()
        return self

    def close(self) -> None:
        """Close the widget, and end the review that is open."""
        _put_away(self._lookback)
        self._lookback = None
        super().close()

    def _review_changed(self, change: Any) -> None:
        """Show what the open review shows: called by the thread that reviews, and by the reader's."""
        with self._lock:
            if change["owner"] is not self._lookback:
                return
            if change["name"] == "status":
                self.status = change["new"]
            else:
                self.model = self.model | {"review": change["new"], "say": change["new"]["say"]}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the match to a file: who plays and all that was decided."""
        with self._lock, _PLAYING:
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
        with self._lock:
            self._news.notify_all()
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
        self._decide(lambda: self._match.play(action))
        self._changed()

    def _decide(self, doing: Callable[[], object]) -> None:
        """Do it to the position that is shown; BadInput, and nothing is done, when the match has gone on since."""
        if not self._do_at(self._drawn, doing):
            self._catch_up()
            raise BadInput("the game has gone on meanwhile, at another table or in a cell; nothing was done")

    def _do_at(self, state: Any, doing: Callable[[], object]) -> bool:
        """Do it to the position of this state; False, and nothing is done, when the match stands elsewhere by now."""
        with _PLAYING:
            if self._match.state is not state:
                return False
            doing()
            return True

    def _catch_up(self) -> bool:
        """Show the match as it is, if somebody has played on at another table or from a cell; has anybody?"""
        if self._match.state is self._drawn:
            return False
        self._heard = min(self._heard, self._match.ply)
        self._changed()
        return True

    def _changed(self) -> None:
        self._ply += 1
        self._choice = self._choice.after_play()
        self._advice, self._trouble = None, None
        self._clear_refusal()
        self._go_on()

    def _go_on(self) -> None:
        """Hand over to whoever is to move: a bot, or another person behind the curtain."""
        if self._skips_forced:
            self._play_forced()
        with _PLAYING:
            mover, self._drawn = self._match.to_move, self._match.state
        if mover is not None and mover in self._people and mover != self._viewer:
            self._viewer, self._is_covered = mover, self._has_secrets
            self._choice = self._show.Choice()
        starts = mover is not None and mover not in self._people and self._idle.is_set()
        if starts:
            self._idle.clear()
        self._refresh()
        if starts:
            in_background(self._run_bots, name="theatre_lab bots")

    @property
    def _has_secrets(self) -> bool:
        """Does a player know anything that the others do not?"""
        return not getattr(self._show, "HIDES_NOTHING", False)

    @property
    def _skips_forced(self) -> bool:
        """Are decisions with one legal answer played, not asked?"""
        return bool(getattr(self._show, "PLAYS_FORCED", False))

    def _play_forced(self) -> None:
        with _PLAYING:
            while len(actions := self._match.legal_actions()) == 1:
                self._match.play(actions[0])
                self._ply += 1

    def _run_bots(self) -> None:
        while self._one_bot_move():
            pass

    def _one_bot_move(self) -> bool:
        """Let the bot whose turn it is think and play; False when no bot is to move, or the bot has failed.

        What it thought of a position that has changed meanwhile counts for nothing, its failure included.
        """
        with self._lock:
            self._catch_up()
            asked = self._generation, self._ply
            with _PLAYING:
                mover, state = self._match.to_move, self._match.state
                bot = None if mover is None else self._bots[mover]
                view = None if mover is None else self._match.view(mover)
            if bot is None or view is None:
                self._idle.set()
                if not self._catch_up():
                    self._refresh()
                return False
        started = time.monotonic()
        try:
            action = self._think(bot, view, asked)
            with self._lock:
                rest = 0.0 if in_browser() else self._pace - (time.monotonic() - started)
                self._news.wait_for(lambda: self._hurry.is_set() or self._is_past(asked), max(0.0, rest))
                if asked == (self._generation, self._ply) and self._do_at(state, lambda: self._match.play(action)):
                    hurries = self._stopped == asked
                    self._ply += 1
                    self._choice = self._choice.after_play()
                    self._go_on()
                    if hurries and self._match.to_move == mover:
                        self._stopped = self._generation, self._ply
                elif asked == (self._generation, self._ply):
                    self._catch_up()
        except Exception as error:
            with self._lock:
                if asked == (self._generation, self._ply) and not self._catch_up():
                    return self._give_up(error)
        return True

    def _give_up(self, error: Exception) -> bool:
        self._trouble = str(error) if isinstance(error, TheatreLabError) else f"{type(error).__name__}: {error}"
        self._idle.set()
        self._refresh()
        return False

    def _is_past(self, moment: Moment) -> bool:
        """Is there no reason to think about this position any longer?"""
        return moment == self._stopped or moment != (self._generation, self._ply)

    def _think(self, bot: Bot, view: View, moment: Moment) -> int:
        if not _searches(bot) or in_browser():
            return choose(bot, view)
        done = threading.Event()
        threading.Thread(target=self._watch, args=(bot, moment, done), name="theatre_lab watch", daemon=True).start()
        try:
            return choose(bot, view)
        finally:
            done.set()

    def _watch(self, bot: LevelBot, moment: Moment, done: threading.Event) -> None:
        """Tell how far the compilation is, and stop a bot whose thinking is no longer wanted.

        Again and again: a bot that was stopped just before it began to search would not have noticed.
        """
        while not done.wait(_WATCH):
            with self._lock:
                if self._is_past(moment):
                    bot.stop()
                elif self.model["thinking"] and (told := self._thinking()) != self.model["thinking"]:
                    self.model = self.model | {"thinking": told}

    def _stop(self) -> None:
        mover = self._match.to_move
        bot = None if mover is None else self._bots[mover]
        if bot is None or self._trouble:
            raise BadInput(f"no bot is thinking now; {self._waiting_for()}")
        self._stopped = self._generation, self._ply
        if isinstance(bot, LevelBot):
            bot.stop()
        self._news.notify_all()

    def _undo(self) -> None:
        self._decide(lambda: self._match.undo(self._viewer, skip_forced=self._skips_forced))
        self._heard = min(self._heard, self._match.ply)
        self._changed()
        self._news.notify_all()

    def _require_turn(self) -> None:
        if not self._view().is_to_move or self._is_covered:
            raise BadInput(f"there is nothing to decide now; {self._waiting_for()}")

    def _greedy_action(self) -> int:
        return choose(get_bot("greedy", self._match.seed), self._view())

    def _advise(self, action: int, found: Analysis | None = None) -> None:
        view = self._view()
        self._heard = self._match.ply
        self._looking, self._found = None, found
        advice: Advice = self._show.advice(view, view.game.action_text(view.state, action))
        self._advice = replace(advice, text=self._named(advice.text))
        self._refresh()

    def _look_ahead(self, view: View, moment: Moment) -> None:
        """Search from what the viewer knows, in a thread of its own; without a result the hint is the greedy one."""
        found, trouble = None, ""
        try:
            found = analyse(view, iterations=_HINT_ITERATIONS, backend=backend_now(view.game), seconds=_HINT_SECONDS)
        except Exception as error:
            trouble = f"The hint could not look ahead: {type(error).__name__}: {error}"
        with self._lock:
            if self._looking == moment == (self._generation, self._ply) and not self._catch_up():
                self.status = trouble
                is_enough = found is not None and found.best is not None and found.best.visits >= _ENOUGH
                self._advise(found.action if found and is_enough else self._greedy_action(), found)

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
        with _PLAYING:  # all of it shows one position, whoever else plays
            model = self._draw()
        self.model = model

    def _draw(self) -> dict[str, Any]:
        match, shown, view = self._match, self._show, self._view()
        covered = self._is_covered
        body = shown.body(view, self._choice, match.names, self._advice, covered)
        if self._panel == "new":
            body["setup"] = shown.setup(match)
        told = None if covered else self._viewer
        log = [shown.log_line(match, i, told) for i in range(max(0, match.ply - _LOG_LINES), match.ply)]
        prompt = self._prompt(view)
        return {
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
            "canUndo": not match.why_no_undo(self._viewer, skip_forced=self._skips_forced),
            "hint": self._hint_json(),
            "review": None if self._lookback is None else self._lookback.model,
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
        if match.is_over and hasattr(self._show, "finale"):
            finale: dict[str, Any] = self._show.finale(match)
            last = again if finale["actions"] else again | {"primary": True}
            return finale | {"actions": [*finale["actions"], last]}
        if match.is_over:
            return {
                "text": "The game is over.",
                "note": f"Every point{' won since' if any(self._points_before()) else ''} stands above, with its rule.",
                "actions": [*self._reviews(), again | {"primary": True}],
            }
        if view.is_to_move and not self._is_covered:
            prompt: dict[str, Any] = self._show.prompt(view, self._choice)
            actions = [action | {"label": self._named(action["label"])} for action in prompt["actions"]]
            return {"text": self._named(prompt["text"]), "note": self._named(prompt["note"]), "actions": actions}
        mover = match.names[match.to_move or 0]
        return {"text": f"{mover} {self._show.task(view)}.", "note": "You may look around meanwhile.", "actions": []}

    def _reviews(self) -> list[dict[str, Any]]:
        """The reviews that are offered when the game is over, one a person at the table."""
        if not self._match.game.has_review:
            return []
        alone = len(self._people) == 1
        return [
            {
                "label": "Review this game" if alone else f"Review: {self._match.names[player]}",
                "intent": "review",
                "args": {"player": player},
            }
            for player in self._people
        ]

    def _thinking(self) -> dict[str, Any] | None:
        mover = self._match.to_move
        if mover is None or mover in self._people or self._trouble:
            return None
        name, seat, bot = self._match.names[mover], self._match.seats[mover], self._bots[mover]
        who = name if name.lower() == seat.lower() else f"{name} ({seat})"
        told = {"name": name, "text": f"{who} is thinking", "note": None, "seconds": max(self._pace, 0.5)}
        if not _searches(bot):
            return told | {"stop": self._pace >= _LONG_PACE}
        return told | {"note": self._learning(), "seconds": max(self._pace, bot.level.seconds), "stop": True}

    def _learning(self) -> str | None:
        """How far the compilation is, while it goes on."""
        warmup = warm(self._match.game)
        if warmup.ready or warmup.error is not None:
            return None
        count = f": {warmup.done} of {warmup.total} rules compiled" if warmup.total else ""
        return f"Warming up{count}. Until then it looks less far ahead."

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
        if hasattr(self._show, "verdict"):
            return str(self._show.verdict(match))
        winners = [match.names[player] for player in match.winners]
        points = ", ".join(f"{name} {plain(score)}" for name, score in zip(match.names, match.scores, strict=True))
        if len(winners) > 1:
            return f"{listed(winners)} share the win: {points}."
        return f"{winners[0]} {'win' if winners[0] == 'You' else 'wins'}: {points}."

    def _over(self) -> dict[str, Any] | None:
        match = self._match
        if not match.is_over:
            return None
        has_account = not hasattr(self._show, "verdict")
        parts = [match.breakdown(player) if has_account else [] for player in range(len(match.names))]
        note, rule = self._show.ending(match)
        words: Mapping[str, str] = getattr(self._show, "LEDGER", {})
        subjects: Mapping[str, str] = getattr(self._show, "LEDGER_SUBJECTS", {})
        rows: list[dict[str, Any]] = []
        for clause in match.game.clauses.values():
            cited = [[part for part in each if part.rule == clause.id] for each in parts]
            told = {part.who for each in cited for part in each}
            if not subjects and told:
                values = [sum(part.points for part in each) for each in cited]
                rows.append({"rule": clause.id, "title": words.get(clause.id, clause.title), "values": values})
            for who in filter(told.__contains__, subjects):
                values = [sum(part.points for part in each if part.who == who) for each in cited]
                rows.append({"rule": clause.id, "title": subjects[who], "values": values})
        if has_account and any(before := self._points_before()):
            rows.insert(0, {"rule": None, "title": "Held as this position began", "values": before})
        return {
            "title": self._verdict(),
            "heading": words.get("", "Where the points came from"),
            "note": note,
            "rule": rule,
            "players": list(match.names),
            "winners": match.winners if has_account else [],
            "rows": rows,
            "totals": match.scores,
        }

    def _points_before(self) -> list[int]:
        """What each player had in a position that was laid out, before anything was decided."""
        match = self._match
        accounts = [match.breakdown(player) for player in range(len(match.names))]
        return [score - total(parts) for score, parts in zip(match.scores, accounts, strict=True)]

    def _setup(self) -> dict[str, Any]:
        match = self._match
        kinds = [{"id": name, "label": _player_label(match.game.name, name)} for name in (HUMAN, *bot_names())]
        return {
            "kinds": kinds,
            "chairs": [{"name": n, "kind": k} for n, k in zip(match.names, match.seats, strict=True)],
            "least": match.game.min_players,
            "most": match.game.max_players,
            "practice": match.practice,
        }

    def _hint_json(self) -> dict[str, Any] | None:
        if self._is_covered:
            return None
        if self._looking == (self._generation, self._ply):
            return {"text": "Looking ahead", "parts": [], "total": 0, "outlook": None, "busy": True}
        if self._advice is None:
            return None
        parts = [part_json(part) for part in self._advice.parts]
        total = sum(part["points"] for part in parts)
        return {"text": self._advice.text, "parts": parts, "total": total, "outlook": self._outlook(), "busy": False}

    def _outlook(self) -> dict[str, Any] | None:
        """What the best actions promise, as texts; those that were tried too seldom are left out."""
        found = self._found
        if found is None:
            return None
        told = [each for each in found.estimates[: 1 + _OTHERS] if each.visits >= _ENOUGH]
        if not told:
            return {"rows": [], "heads": [], "note": "Too little time to look ahead: this is the best right now."}
        rows = [
            {
                "text": self._named(each.text[:1].upper() + each.text[1:]),
                "win": f"{each.win_chance:.0%}",
                "score": f"{each.score:.1f}".replace("-", "−"),
            }
            for each in told
        ]
        only = " Nothing else came close." if len(found.estimates) == 1 else ""
        games = plural(found.iterations, "game")
        heads = list(getattr(self._show, "OUTLOOK", _OUTLOOK))
        return {"rows": rows, "heads": heads, "note": f"{games} played ahead, from the cards you know.{only}"}

    def _spoken(self, log: Sequence[Mapping[str, Any]], prompt: Mapping[str, Any]) -> str:
        """What a screen reader hears: what has happened, what was chosen, and what is to be decided."""
        fresh = max(0, self._match.ply - self._heard)
        lines = [_line(line) for line in log[-fresh:]] if fresh else []
        if self._is_covered:
            return " ".join([*lines, f"Pass the screen to {self._match.names[self._viewer]}."])
        if self._advice is not None and not fresh:
            outlook = self._outlook()
            best = outlook["rows"][0] if outlook and outlook["rows"] else None
            numbers = ""
            if outlook and best:
                chance, score = outlook["heads"]
                numbers = f" {chance} {best['win']}, expected {score.lower()} {best['score']}."
            return f"Hint: {self._advice.text.rstrip('.')}.{numbers}"
        chosen = "" if fresh else self._named(self._show.say_choice(self._view(), self._choice))
        return " ".join([*lines, chosen or f"{prompt['text']} {prompt['note']}"])

    # ------------------------------------------------------------- intents

    def _receive(self, widget: object, content: object, buffers: object) -> None:
        if isinstance(content, Mapping) and content.get("intent") == "in_review":
            # A review locks itself before its table; whoever holds the table's lock must not wait for the review's.
            super()._receive(widget, content, buffers)
            return
        with self._lock:
            self._catch_up()  # what was pressed before that is then too late
            self._heard = self._match.ply
            super()._receive(widget, content, buffers)

    def _clear_refusal(self) -> None:
        self._refusal = None

    def _refuse(self, error: TheatreLabError, intent: str) -> None:
        if isinstance(error, UndoRefused):
            self._refusal = refusal("bar", "That cannot be taken back.", str(error))
        else:
            self._refusal = refusal_of(error, self._show.PLACES.get(self._verb if intent == "act" else intent, "bar"))
        self._refusal |= {key: self._named(self._refusal[key]) for key in ("title", "text")}
        with self._lock:
            self._refresh()

    def _named(self, text: str) -> str:
        """A text of the rules with the players' names, where the game's notation numbers its players."""
        named = getattr(self._show, "named", None)
        return text if named is None else str(named(text, self._match.names))

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
        self._require_turn()
        view, moment = self._view(), (self._generation, self._ply)
        if len(view.actions()) == 1:
            self._advise(view.actions()[0])
        elif self._looking != moment:
            self._looking = moment
            self._refresh()
            in_background(self._look_ahead, view, moment, name="theatre_lab hint")

    def _intent_stop(self, _args: Args) -> None:
        self._stop()

    def _intent_raise(self, _args: Args) -> None:
        self._raise()

    def _intent_sequel(self, _args: Args) -> None:
        self._sit_down(self._sequel())

    def _intent_review(self, args: Args) -> None:
        self.review(args.index("player", len(self._match.names)))

    def _intent_close_review(self, _args: Args) -> None:
        self.close_review()

    def _intent_in_review(self, args: Args) -> None:
        """An intent of the reader for the review that is open."""
        review = self._lookback
        if review is None:
            raise BadInput("the review has been put away")
        forward(review, self._answering, args)

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
        with _PLAYING:
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
        fields = args.mapping("options")
        options = self._show.options_of(fields)
        if hasattr(self._show, "carried"):
            options |= self._show.carried(self._match, fields)
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
        with self._lock, _PLAYING:
            match, view = self._match, self._view()
            standing = self._standing()
            lines = [f"{match.game.title}, {self._show.when(view)}: {standing}", self._todo(view)]
            if match.history:
                told = None if self._is_covered else self._viewer
                lines.append(f"Last: {_line(self._show.log_line(match, match.ply - 1, told))}")
            if self._advice is not None and not self._is_covered:
                lines.append(f"Hint: {self._advice.text}")
            return "\n".join(lines + self._show.table_text(view, self._choice, match.names, self._is_covered))

    def _standing(self) -> str:
        match = self._match
        if hasattr(self._show, "standing"):
            return str(self._show.standing(match))
        return ", ".join(f"{name} {score}" for name, score in zip(match.names, match.scores, strict=True))

    def _todo(self, view: Any) -> str:
        if self._is_covered and not self._match.is_over:
            return f"The curtain is down: pass the screen to {self._match.names[self._viewer]}."
        return f"{self._prompt(view)['text']}"

    def _as_html(self) -> str:
        with self._lock, _PLAYING:
            match, view = self._match, self._view()
            head = f"{match.game.title}, {self._show.when(view)}. {self._todo(view)}"
            inside: str = self._show.table_html(view, match.names, self._is_covered)
            return f"<p><b>{html.escape(head)}</b></p>{inside}"


def _put_away(review: Any) -> None:
    """End a review that was open at a table, if there was one."""
    if review is not None:
        review.unobserve_all()
        review.stop().close()


def _require_match(match: object) -> None:
    if not isinstance(match, Match):
        raise BadInput(f"a table needs a match, not {show(match)}; new_match('overture') makes one")


def _bot(match: Match, player: int) -> Bot | None:
    seat = match.seats[player]
    return None if seat == HUMAN else get_bot(seat, match.seed * 8 + player, live=True)


def _searches(bot: Bot | None) -> TypeGuard[LevelBot]:
    return isinstance(bot, LevelBot) and bot.level.share > 0


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


def _seats(you: object, opponents: object) -> list[str]:
    """Who plays each seat: people on their places, the bots on the others in order."""
    people = list(you) if isinstance(you, (list, tuple, range)) else [you]
    bots = [opponents] if isinstance(opponents, str) else opponents
    if not isinstance(bots, (list, tuple)) or not all(isinstance(bot, str) for bot in bots):
        known = ", ".join(bot_names())
        raise BadInput(
            f"opponents must be a list of bots' names ({known}), not {show(opponents)}; "
            "bots of your own play in simulate and in ratings"
        )
    count = len(people) + len(bots)
    places = [place for place in people if type(place) is int and 0 <= place < count]
    if not people or len(set(places)) != len(people):
        raise BadInput(f"you must be a place from 0 to {max(count - 1, 0)}, or a list of such places, not {show(you)}")
    rest = iter(bots)
    return [HUMAN if player in places else next(rest) for player in range(count)]


def _given_names(names: object, seats: Sequence[str]) -> list[str]:
    """The names that were given, or those of several people; empty where a name is to be made up."""
    if names is None:
        alone = seats.count(HUMAN) == 1
        return [f"P{player + 1}" if seat == HUMAN and not alone else "" for player, seat in enumerate(seats)]
    if not isinstance(names, (list, tuple)) or len(names) != len(seats):
        raise BadInput(f"names must hold {len(seats)} names, one a player, not {show(names)}")
    return list(names)


def table(
    game: str | Match = "overture",
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
    """A table with a new match: you in one chair, bots in the others. Or with a match that there is: `table(match)`.

    `you` is your place in the order of play (0 is first), or a list of places for several people at one screen;
    `opponents` names the bots of the other chairs, in order. Options are the game's (`theatre="blackbox"`), `names`
    the players' names in order of play, `rules` changed rule numbers, `practice` lets any move be taken back.
    OptionError or BadInput names whatever does not fit.

    >>> table("overture", opponents=["greedy", "random"], theatre="rotunda", seed=5).match
    <Overture: ply 0, You to move, You 0, Greedy 0, Random 0>
    """
    if isinstance(game, Match):
        if options or names or rules or practice or seed is not None or (you, tuple(opponents)) != (0, ("greedy",)):
            raise BadInput("a match brings its players, rules and options along: table(match) takes nothing but pace")
        return Table(game, pace=pace)
    if "players" in options:
        raise BadInput("the players of a table are you and the opponents: opponents=['greedy', 'greedy'] makes three")
    seats = _seats(you, opponents)
    match = Match(
        get_game(game),
        _names(_given_names(names, seats), seats),
        seats=seats,
        seed=seed,
        rules=rules,
        practice=expect_bool("practice", practice),
        **options,
    )
    return Table(match, pace=pace)
