"""How a game shows itself in the widgets: a module `theatre_lab.widgets.<game>` with the names of `Presenter`.

The module is found by the game's name (`the-theatre` is shown by `the_theatre.py`), so that a further game adds its
module and nothing else lists it. What a presenter makes is drawn by the game's folder in `widgets/src/`.

>>> from theatre_lab.api import new_match
>>> show = presenter("overture")
>>> view = new_match("overture", ["Ann", "Ben"], theatre="blackbox", seed=1).view(0)
>>> show.when(view), show.task(view), show.Choice().after_play() == show.Choice()
('Round 1 of 12 · The Blackbox', 'draws a card', True)
>>> [name for name in vars(Presenter) if not name.startswith("_") and not hasattr(show, name)]
[]
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import View
from theatre_lab.core.match import Match
from theatre_lab.games import get_game
from theatre_lab.widgets._base import Args
from theatre_lab.widgets._words import Advice, Json

__all__ = ["Choice", "Presenter", "presenter"]


class Choice(Protocol):
    """What the player at the screen has picked and not yet played; frozen, and empty when made without arguments."""

    def after_play(self) -> Any:
        """The choice that is left when the position has changed."""


class Presenter(Protocol):
    """The functions of a presenter. Everything is made from what the viewer may know.

    `covered` is true while the curtain is down: then nothing of the viewer's own secrets may be in the answer.
    """

    Choice: type[Any]
    PLACES: Mapping[str, str]
    """Where a refusal is shown, by the verb that was refused: `bar`, `prompt`, or a place of the game's own body.

    A presenter may also have `LEDGER`: words by clause for the rows of the account at the end (the clauses' titles
    otherwise), and its heading under an empty key; `LEDGER_SUBJECTS` (instead of a row a clause one for whatever points
    belong to, with words for it, in their order); `PLAYS_FORCED` (true: a decision with one legal answer is played, not
    asked); `carried(match, fields)`, options that a new game takes over from the one on the table; and
    `named(text, names)`, which writes the players' names for the numbers that the game's notation has.

    Where nothing is secret there is `HIDES_NOTHING` (true: no curtain); where nobody wins, `verdict(match)` in place of
    an account of points, `standing(match)` in place of the scores, `OUTLOOK` (words for what a hint foretells: the
    chance, the number); where a game follows, `sequel(match, **options)` and `finale(match)`, the prompt at the end.
    """

    def when(self, view: View) -> str:
        """Where the game stands, in a line."""

    def players(self, view: View, names: Sequence[str], covered: bool) -> list[Json]:
        """A row a player: `note`, `score`, `known` (cards everybody knows), and if wanted `kind` and `facts`."""

    def prompt(self, view: View, choice: Any) -> Json:
        """What the viewer is to decide: `text`, `note`, and `actions` that are ready (intent `act`)."""

    def task(self, view: View) -> str:
        """What the player to move decides, as a predicate after the name: "draws a card"."""

    def steps(self, view: View) -> list[Json]:
        """The steps of this turn (`text`, `state`: done, now, later); empty where a turn has one step."""

    def body(self, view: View, choice: Any, names: Sequence[str], advice: Advice | None, covered: bool) -> Json:
        """All that lies on the table, for the game's own front end; `setup` in it is None."""

    def setup(self, match: Match) -> Json:
        """The game's own choices for a new game, as `body["setup"]`."""

    def options_of(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The game's options from the fields `option.<name>` of the form for a new game, which are texts."""

    def act(self, view: View, choice: Any, verb: str, args: Args) -> Any:
        """What a click in the body means: a new choice, an action in notation, or a refusal (`_base.refusal`)."""

    def choose_card(self, view: View, choice: Any, index: int | None) -> Any:
        """The choice with another card of the hand, or none."""

    def say_choice(self, view: View, choice: Any) -> str:
        """What a screen reader hears when something was chosen; empty for the prompt."""

    def advice(self, view: View, action: str) -> Advice:
        """The reasons for an action that a bot suggests."""

    def log_line(self, match: Match, index: int, viewer: int | None) -> Json:
        """A decision as the viewer (None: anybody) may read it: `who`, `text`, `card`, `after`, `gain`."""

    def ending(self, match: Match) -> tuple[str, str | None]:
        """Why the winner won, and the clause that says so."""

    def table_text(self, view: View, choice: Any, names: Sequence[str], covered: bool) -> list[str]:
        """The table in lines of text."""

    def table_html(self, view: View, names: Sequence[str], covered: bool) -> str:
        """The table as plain HTML."""

    def face_of(self, name: str) -> Json:
        """The face of a card of a question; `name` is in it."""

    def board_picture(self, board: Mapping[str, Any]) -> Json:
        """The picture of a question, with `values` (empty) to be filled after the answer."""

    def board_seats(self, picture: Json) -> Collection[str]:
        """What may be pointed at in the picture, for questions of the kind `seat`."""

    def board_text(self, picture: Json) -> str:
        """The picture of a question as text."""

    def board_html(self, picture: Json) -> str:
        """The picture of a question as plain HTML."""


def presenter(game: str) -> Any:
    """The presenter of the game with that name. BadInput when the game has no table.

    >>> presenter("overture").__name__
    'theatre_lab.widgets.overture'
    """
    module = f"theatre_lab.widgets.{get_game(game).name.replace('-', '_')}"
    if importlib.util.find_spec(module) is None:
        raise BadInput(f"there is no table for {get_game(game).title} yet")
    return importlib.import_module(module)
