"""`Replay`: step through a game, from any player's point of view, and play on from anywhere."""

from __future__ import annotations

import html
import os
from typing import Any, Self

from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Part
from theatre_lab.core.match import HUMAN, Match
from theatre_lab.core.options import expect_bool, show
from theatre_lab.core.records import GameRecord
from theatre_lab.lab import review as lab
from theatre_lab.widgets._base import Args
from theatre_lab.widgets._lookback import Lookback, by_name
from theatre_lab.widgets._words import Json, plain, plural, signed

__all__ = ["Replay", "replay"]

_SWINGS, _TAKEOVERS = 5, 3
"""At most so many changes of score and of the lead are turning points."""
_LOCKED = "Only a finished game is opened: this one still goes on."


class Replay(Lookback):
    """A game to step through: a position after every decision, from one player's point of view.

    `source` is a match, a record, or what `load` reads; `viewer` whose knowledge is shown (the first person's by
    default). Hidden cards are shown only as that player knew them, until `open_hands()`; of a game that still goes on
    no other hand than the first person's is ever opened, and playing on deals hidden cards anew. With a `review` (of
    `theatre_lab.review`) the costliest moves are turning points too. `at` is the position to begin with: 0 is the
    beginning, negative ones count from the end.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("overture", ["Ann", "Ben"], theatre="blackbox", seed=1)
    >>> match.play("draw deck")
    >>> replay = Replay(match)
    >>> replay.position, replay.next().position, replay.back().position
    (0, 1, 0)
    """

    _bundle = "replay.js"

    def __init__(
        self,
        source: Match | GameRecord | str | os.PathLike[str],
        viewer: int | None = None,
        *,
        review: lab.Review | None = None,
        at: int = 0,
    ) -> None:
        match = lab.match_of(source, "a replay")
        self._viewer = _first_person(match) if viewer is None else _check_viewer(match, viewer)
        if review is not None and (not isinstance(review, lab.Review) or _deeds(review.match) != _deeds(match)):
            raise BadInput("the review is of another game; theatre_lab.review(match) makes the one of this game")
        self._review = review
        self._scores = [match.game.scores(state) for state in (*(ply.before for ply in match.history), match.state)]
        self._is_open, self._tries = False, 0
        self._index = _check_position(at, match.ply)
        super().__init__(match)

    # ------------------------------------------------------------- reading

    @property
    def position(self) -> int:
        """How many decisions have been made in the position that is shown."""
        return self._index

    @property
    def viewer(self) -> int:
        """Whose knowledge is shown."""
        return self._viewer

    @property
    def turning_points(self) -> list[int]:
        """Positions worth a look, in the order of the game: big changes of score, of the lead, costliest moves."""
        return [point["at"] for point in self._points()]

    # ------------------------------------------------------------- doing

    def go(self, position: int) -> Self:
        """Show a position: 0 is the beginning, negative ones count from the end. BadInput when there is none."""
        with self._lock:
            self._index = _check_position(position, self._match.ply)
            self._choice = self._choice.after_play()
        self._refresh()
        return self

    def next(self) -> Self:
        """One decision on; the end stays the end."""
        return self.go(min(self._index + 1, self._match.ply))

    def back(self) -> Self:
        """One decision back; the beginning stays the beginning."""
        return self.go(max(self._index - 1, 0))

    def look_through(self, player: int) -> Self:
        """Take a player's point of view. BadInput when there is no such player, or while the game goes on."""
        lab.expect_player(self._match, player)
        if player != self._viewer:
            self._expect_over()
        with self._lock:
            self._viewer, self._choice = player, self._show.Choice()
        self._refresh()
        return self

    def open_hands(self, on: bool = True) -> Self:
        """Show every player's hand as it was, or close them again. BadInput while the game goes on."""
        if expect_bool("on", on):
            self._expect_over()
        with self._lock:
            self._is_open = on
        self._refresh()
        return self

    def _expect_over(self) -> None:
        if not self._match.is_over:
            raise BadInput(_LOCKED)

    # ------------------------------------------------------------- the position

    def _at(self) -> int:
        return self._index

    def _seen_by(self) -> int:
        return self._viewer

    def _restart(self, opponent: str) -> Match:
        if self._match.is_over and self._index == self._match.ply:
            raise BadInput("the game is over in this position: step back to one with something to decide")
        if self._match.is_over:
            return self._match.rewound(self._index, seats=self._seats(opponent), practice=True)
        self._tries += 1
        return self._match.redealt(
            self._index, self._viewer, seed=self._tries, seats=self._seats(opponent), practice=True
        )

    # ------------------------------------------------------------- the model

    def _content(self) -> Json:
        match, at = self._match, self._index
        is_over = match.is_over
        return {
            "at": at,
            "last": match.ply,
            "where": self._where(),
            "deed": self._deed(),
            "points": [point | {"on": point["at"] == at} for point in self._points()],
            "viewer": self._viewer,
            "names": list(match.names),
            "locked": None if is_over else _LOCKED,
            "open": self._is_open,
            "knows": "Every hand lies open." if self._is_open else f"Only what {by_name(self._name())} knew is shown.",
            "hands": self._hands() if self._is_open else [],
            "ledger": self._ledger(),
            "canPlay": not (is_over and at == match.ply),
            "position": self._position(),
            "say": self._spoken(),
        }

    def _name(self) -> str:
        return self._match.names[self._viewer]

    def _where(self) -> str:
        if self._index == 0:
            return "The beginning"
        if self._index == self._match.ply:
            return "The end" if self._match.is_over else "Where the game stands"
        return f"After {self._index} of {plural(self._match.ply, 'decision')}"

    def _deed(self) -> str:
        """The decision that led here, as the viewer may read it."""
        if self._index == 0:
            return "Nothing has been decided yet."
        line = self._show.log_line(self._match, self._index - 1, self._viewer)
        words = [line["who"], line["text"], line["card"], line["after"]]
        gain = "" if line["gain"] is None else f", {signed(line['gain'])}"
        return " ".join(word for word in words if word) + f"{gain}."

    def _points(self) -> list[Json]:
        """The turning points in order, each position once; a costly move stands before the decision it was."""
        found: dict[int, Json] = {}
        if self._review is not None:
            for decision in self._review.costliest():
                if grade := decision.known:
                    label = f"{self._review.name}: gave away {lab.lost_by(grade)}"
                    found[decision.ply] = {"at": decision.ply, "label": label}
        if not self._counts:
            return [found[at] for at in sorted(found)]
        for at, player in self._takeovers():
            name = self._match.names[player]
            found.setdefault(at, {"at": at, "label": f"{name} {'take' if name == 'You' else 'takes'} the lead"})
        for at, player, change in self._swings():
            found.setdefault(at, {"at": at, "label": f"{self._match.names[player]} {signed(change)}"})
        return [found[at] for at in sorted(found)]

    @property
    def _counts(self) -> bool:
        """Is the score something that the players see, not an estimate of a draft?"""
        return not hasattr(self._show, "verdict")

    def _swings(self) -> list[tuple[int, int, int]]:
        """The biggest changes of a score: position, player and change. None where all changes are the same."""
        swings = []
        for at in range(1, len(self._scores)):
            changes = [now - then for now, then in zip(self._scores[at], self._scores[at - 1], strict=True)]
            player = max(range(len(changes)), key=lambda each: (abs(changes[each]), -each))
            if changes[player]:
                swings.append((at, player, changes[player]))
        least = min((abs(change) for _, _, change in swings), default=0)
        big = [swing for swing in swings if abs(swing[2]) > least]
        return sorted(big, key=lambda swing: (-abs(swing[2]), swing[0]))[:_SWINGS]

    def _takeovers(self) -> list[tuple[int, int]]:
        """The last times that a player took the lead from another: position and player."""
        found, leader = [], None
        for at, scores in enumerate(self._scores):
            ahead = [player for player, score in enumerate(scores) if score == max(scores)]
            if len(ahead) == 1 and ahead[0] != leader:
                if leader is not None:
                    found.append((at, ahead[0]))
                leader = ahead[0]
        return found[-_TAKEOVERS:]

    def _hands(self) -> list[Json]:
        """Every player's hand in this position, as that player saw it."""
        state, game = self._states[self._index], self._match.game
        return [
            {"who": name, "cards": _hand(game.view(state, player).as_dict(), player)}
            for player, name in enumerate(self._match.names)
        ]

    def _parts(self) -> list[list[Part]]:
        """Every player's points in this position, from what the viewer knows."""
        if not self._counts:
            return []
        view = self._view()
        return [view.game.breakdown(view.state, player) for player in range(len(self._match.names))]

    def _ledger(self) -> Json | None:
        """The account of the points so far: a row a clause, a column a player."""
        parts = self._parts()
        clauses = self._match.game.clauses
        rows = [
            {"rule": clause.id, "title": clause.title, "values": [sum(p.points for p in own) for own in cited]}
            for clause in clauses.values()
            if any(cited := [[part for part in each if part.rule == clause.id] for each in parts])
        ]
        if not rows:
            return None
        return {
            "title": "",
            "heading": "Points so far",
            "note": "",
            "rule": None,
            "players": list(self._match.names),
            "winners": self._match.winners if self._index == self._match.ply else [],
            "rows": rows,
            "totals": [sum(part.points for part in each) for each in parts],
        }

    def _spoken(self) -> str:
        return f"{self._where()}. {self._named(self._deed())}"

    # ------------------------------------------------------------- intents

    def _intent_go(self, args: Args) -> None:
        self.go(args.index("at", self._match.ply + 1))

    def _intent_viewer(self, args: Args) -> None:
        self.look_through(args.index("player", len(self._match.names)))

    def _intent_open(self, args: Args) -> None:
        self.open_hands(args.flag("on"))

    # ------------------------------------------------------------- forms without a front end

    def _lines(self) -> list[str]:
        match, view = self._match, self._view()
        scores = zip(match.names, self._scores[self._index], strict=True)
        standing = ", ".join(f"{name} {plain(score)}" for name, score in scores) if self._counts else ""
        lines = [
            f"Replay of {match.game.title}, {self._show.when(view)}{standing and f': {standing}'}",
            f"{self._where()}, seen by {by_name(self._name())}. {self._named(self._deed())}",
        ]
        if self._is_open:
            lines += [f"{hand['who']} holds {', '.join(hand['cards']) or 'no cards'}" for hand in self._hands()]
        return lines + list(self._show.table_text(view, self._show.Choice(), match.names, False))

    def _as_html(self) -> str:
        head = "".join(f"<p>{html.escape(line)}</p>" for line in self._lines()[:2])
        inside: str = self._show.table_html(self._view(), self._match.names, False)
        return f"{head}{inside}"


def _deeds(match: Match) -> list[tuple[int, str]]:
    return [(ply.player, ply.text) for ply in match.history]


def _first_person(match: Match) -> int:
    return match.seats.index(HUMAN) if HUMAN in match.seats else 0


def _check_viewer(match: Match, viewer: object) -> int:
    player, first = lab.expect_player(match, viewer), _first_person(match)
    if player != first and not match.is_over:
        raise BadInput(
            f"this game still goes on: until its end it is seen only by {match.names[first]} (viewer={first}), "
            f"not by {match.names[player]}"
        )
    return player


def _check_position(position: object, last: int) -> int:
    if type(position) is not int or not -last - 1 <= position <= last:
        raise BadInput(f"positions are counted from 0 to {last}; there is no position {show(position)}")
    return position if position >= 0 else last + 1 + position


def _hand(told: Json, player: int) -> list[str]:
    """The cards of a player's own hand, by name, in a player's own view."""
    held: Any = told["hand"] if "hand" in told else told["seats"][player]["hand"] if "seats" in told else []
    return [card["card"] if isinstance(card, dict) else str(card) for card in held or ()]


def replay(
    source: Match | GameRecord | str | os.PathLike[str],
    viewer: int | None = None,
    *,
    review: lab.Review | None = None,
    at: int = 0,
) -> Replay:
    """A replay of a game, as `Replay` makes it.

    >>> from theatre_lab.api import new_match
    >>> replay(new_match("overture", 2, theatre="blackbox", seed=1)).position
    0
    """
    return Replay(source, viewer, review=review, at=at)
