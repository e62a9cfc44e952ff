"""What a review and a replay share: positions of a game to look at, and a table to play on from one of them."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from theatre_lab.core.errors import BadInput, TheatreLabError
from theatre_lab.core.game import View
from theatre_lab.core.match import HUMAN, Match
from theatre_lab.core.options import show
from theatre_lab.widgets._base import Args, IntentWidget, refusal, refusal_of, rules_of
from theatre_lab.widgets._nested import Nested, forward
from theatre_lab.widgets._words import Advice, Json
from theatre_lab.widgets.presenters import presenter
from theatre_lab.widgets.table import Table

__all__ = ["OPPONENTS", "Lookback", "by_name"]

OPPONENTS = ("easy", "medium", "hard", "expert")
"""Who may be played against from a position."""
_LOG_LINES = 60


class InnerTable(Nested, Table):
    """A table inside another widget, which draws it and speaks for it."""

    def __init__(self, match: Match, outer: IntentWidget) -> None:
        self._outer = outer
        super().__init__(match)


class Lookback(IntentWidget):
    """A finished or recorded game to look back at, a position at a time.

    Positions are numbered: position n is the one before decision n (from 0), the last is the one after all decisions.

    >>> from theatre_lab.api import new_match
    >>> from theatre_lab.widgets import replay
    >>> match = new_match("cabaret", ["Ann", "Ben"], agents=["Singers", "Dancers"], leader=0, rounds=1, seed=1)
    >>> match.play("play S12")
    >>> shown = replay(match)
    >>> shown.position, shown.go(1).position
    (0, 1)
    """

    _inner: InnerTable | None = None

    def __init__(self, match: Match) -> None:
        self._lock = threading.RLock()
        self._match = match
        self._show: Any = presenter(match.game.name)
        self._states = [*(ply.before for ply in match.history), match.state]
        self._choice: Any = self._show.Choice()
        self._refusal: Json | None = None
        self._ply = 0
        self._verb = ""
        super().__init__(match.game.clauses)

    def _rule_numbers(self) -> Mapping[str, int]:
        return self._match.rules

    # ------------------------------------------------------------- for subclasses

    def _at(self) -> int:
        """The position that is shown."""
        raise NotImplementedError

    def _seen_by(self) -> int:
        """The player whose knowledge is shown."""
        raise NotImplementedError

    def _restart(self, opponent: str) -> Match:
        """The match to play on with from the position that is shown."""
        raise NotImplementedError

    def _content(self) -> Json:
        """The model, apart from what every look back has."""
        raise NotImplementedError

    # ------------------------------------------------------------- reading and doing

    @property
    def match(self) -> Match:
        """The game that is looked at."""
        return self._match

    @property
    def table(self) -> Table | None:
        """The table to play on from a position; None while none is open."""
        return self._inner

    def play_on(self, opponent: str = "medium") -> Table:
        """Open a table at the position that is shown, against bots of that level, and return it.

        BadInput when nothing can be played from there.
        """
        if opponent not in OPPONENTS:
            raise BadInput(f"the opponents are {', '.join(OPPONENTS)}; there is no {show(opponent)}")
        inner = InnerTable(self._restart(opponent), self)
        with self._lock:
            self._put_away()
            self._inner = inner
            self._ply += 1
        inner.observe(self._table_changed, names=["model", "status", "rules"])
        self._refresh()
        return inner

    def close_table(self) -> None:
        """Put the table away and show the position again."""
        with self._lock:
            self._put_away()
            self._ply += 1
        self._refresh()

    def close(self) -> None:
        """Close the widget, and the table inside."""
        if self._inner is not None:
            self._inner.unobserve_all()
            self._inner.close()
        super().close()

    def _put_away(self) -> None:
        if self._inner is not None:
            self._inner.unobserve_all()
            self._inner.close()
            self._inner = None
            self.rules = rules_of(self._match.game.clauses)

    def _seats(self, opponent: str) -> list[str]:
        """The player whose knowledge is shown is a person, all others are bots."""
        return [HUMAN if player == self._seen_by() else opponent for player in range(len(self._match.names))]

    def _table_changed(self, change: Any) -> None:
        if change["owner"] is self._inner:
            if change["name"] in ("status", "rules"):
                setattr(self, change["name"], change["new"])
            self._refresh()

    # ------------------------------------------------------------- the model

    def _named(self, text: str) -> str:
        """A text with the players' names, where the game's notation has numbers for them."""
        write = getattr(self._show, "named", None)
        return text if write is None else str(write(text, self._match.names))

    def _view(self) -> View:
        return self._match.game.view(self._states[self._at()], self._seen_by())

    def _refresh(self) -> None:
        with self._lock:
            inner = self._inner
            model = {
                "ply": self._ply,
                "game": self._match.game.name,
                "title": self._match.game.title,
                "refusal": self._refusal,
                "opponents": list(OPPONENTS),
                "table": None if inner is None else inner.model,
                **self._content(),
            }
            if inner is not None:
                model["say"] = inner.model["say"]
            self.model = model

    def _position(self, advice: Advice | None = None) -> Json:
        """What lies on the table in the position shown, for the table's own front end: to look at, not to play."""
        match, shown, view, at = self._match, self._show, self._view(), self._at()
        body = shown.body(view, self._choice, match.names, advice, False)
        first = max(0, at - _LOG_LINES)
        return {
            "game": match.game.name,
            "title": match.game.title,
            "when": shown.when(view),
            "ply": at,
            "players": self._players(view),
            "prompt": {"text": "", "note": "", "actions": []},
            "steps": [],
            "log": [shown.log_line(match, i, self._seen_by()) for i in range(first, at)],
            "refusal": None,
            "curtain": None,
            "thinking": None,
            "over": None,
            "panel": None,
            "setup": None,
            "practice": None,
            "canUndo": False,
            "hint": None,
            "say": "",
            "body": body,
        }

    def _players(self, view: View) -> list[Json]:
        rules, state = self._match.game.rules, self._states[self._at()]
        mover = None if rules.is_over(state) else int(rules.to_move(state))
        rows: list[Json] = self._show.players(view, self._match.names, False)
        return [
            row | {"name": name, "now": player == mover, "you": player == self._seen_by()}
            for player, (row, name) in enumerate(zip(rows, self._match.names, strict=True))
        ]

    # ------------------------------------------------------------- intents

    def _clear_refusal(self) -> None:
        self._refusal = None

    def _refuse(self, error: TheatreLabError, intent: str) -> None:
        place = self._show.PLACES.get(self._verb, "bar") if intent == "act" else "bar"
        self._refusal = refusal_of(error, place)
        self._refresh()

    def _intent_act(self, args: Args) -> None:
        """A click on the position: cards may be chosen to read their reasons; nothing is played."""
        self._verb = args.text("do")
        meant = self._show.act(self._view(), self._choice, self._verb, args)
        if isinstance(meant, str):
            is_over = self._match.game.rules.is_over(self._states[self._at()])
            way = "The game is over here." if is_over else f"To play from this position, press “{self._play_label}”."
            self._refusal = refusal("bar", "Here you only look.", way)
        elif isinstance(meant, Mapping):
            self._refusal = dict(meant)
        else:
            self._choice = meant
        self._refresh()

    _play_label = "Play on from here"

    def _intent_play_on(self, args: Args) -> None:
        self.play_on(args.text("opponent"))

    def _intent_close_table(self, _args: Args) -> None:
        self.close_table()

    def _intent_table(self, args: Args) -> None:
        """An intent of the reader for the table inside."""
        if self._inner is None:
            raise BadInput("the table has been put away")
        forward(self._inner, self._answering, args)

    def _as_text(self) -> str:
        return "\n".join(self._lines() + ([] if self._inner is None else [repr(self._inner)]))

    def _lines(self) -> list[str]:
        raise NotImplementedError


def by_name(name: str) -> str:
    """A player inside a sentence.

    >>> by_name("You"), by_name("Ann")
    ('you', 'Ann')
    """
    return "you" if name == "You" else name
