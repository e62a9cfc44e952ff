"""What can go wrong, as types: every refusal says what, where and what would be right."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

__all__ = [
    "BadInput",
    "BadMessage",
    "BotError",
    "IllegalAction",
    "NotationError",
    "OptionError",
    "RecordError",
    "TheatreLabError",
    "UndoRefused",
    "place_of",
    "told_error",
]


_PACKAGE = str(Path(__file__).resolve().parents[1]) + os.sep
_PYTHON = Path(os.__file__).resolve().parent


class TheatreLabError(ValueError):
    """The base of every error this package raises on purpose.

    A notebook shows it as one clear line and the reader's own line that led to it, without this package's own code;
    an error with a cause (a bot's own mistake, say) is shown whole.

    >>> from theatre_lab.games import get_game
    >>> try:
    ...     get_game("chess")
    ... except TheatreLabError as error:
    ...     print(f"{type(error).__name__}: {error}")
    OptionError: there is no game 'chess'; known: cabaret, mythic-circus, overture, ...
    """

    def _render_traceback_(self) -> list[str]:
        if self.__cause__ is not None and not isinstance(self.__cause__, TheatreLabError):
            return traceback.format_exception(self)
        outside: list[str] = []
        for frame in traceback.extract_tb(self.__traceback__):
            if frame.filename.startswith(_PACKAGE):
                break
            outside.append(f"line {frame.lineno}: {frame.line}")
        return [*outside[-1:], f"{type(self).__name__}: {self}"]


class BadInput(TheatreLabError):
    """Data from outside (a file, a message, a card set) that does not fit; the text says what would.

    >>> from theatre_lab.api import load
    >>> load("{oops")
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: not JSON: Expecting property name enclosed in double quotes at character 1
    """


class BadMessage(BadInput):
    """A message from a front end that is not of the agreed form.

    >>> from theatre_lab.widgets._base import Args
    >>> Args("press", {"seat": 3}).text("seat")
    Traceback (most recent call last):
    theatre_lab.core.errors.BadMessage: the message 'press' needs seat as a text, not 3
    """


class OptionError(BadInput):
    """A game option or rule number that does not exist or is out of its range.

    >>> from theatre_lab.api import new_match
    >>> new_match("overture", 2, theatre="blackbox", rules={"critic": 99})
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: rule number 'critic' must be a whole number from -20 to 20, not 99
    """


class NotationError(BadInput):
    """A card or an action that is not written the way the rules write it.

    >>> from theatre_lab.api import new_match
    >>> new_match("overture", 2, theatre="blackbox", seed=1).play("draw the deck")
    Traceback (most recent call last):
    theatre_lab.core.errors.NotationError: 'draw the deck' is no action of Overture; write 'draw deck', 'draw lobby
    1', 'seat Tall Kid B3' or 'discard VIP'. Legal now: 'draw deck', 'draw lobby 2', 'draw lobby 1'.
    """


class RecordError(BadInput):
    """A game record that cannot be replayed.

    `at` is the index of the action at fault, `None` when the fault lies before the first action, and
    the number of actions when it lies after the last.

    >>> RecordError("a card is missing", at=3).at
    3
    """

    def __init__(self, message: str, at: int | None = None) -> None:
        super().__init__(message)
        self.at = at


class IllegalAction(TheatreLabError):
    """An action the rules forbid here. `clause` is the id of the rule, `reason` says it in words.

    >>> error = IllegalAction("discard VIP", "OV-T4", "You discard only after seating a patron.")
    >>> error.clause, error.action
    ('OV-T4', 'discard VIP')
    >>> print(error)
    discard VIP: You discard only after seating a patron. (OV-T4)
    """

    def __init__(self, action: str, clause: str, reason: str) -> None:
        super().__init__(f"{action}: {reason} ({clause})")
        self.action = action
        self.clause = clause
        self.reason = reason

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, str, str]]:
        return type(self), (self.action, self.clause, self.reason)


class UndoRefused(TheatreLabError):
    """A move that cannot be taken back, because somebody has learned something from it.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("overture", 2, theatre="blackbox", seed=1)
    >>> match.play("draw deck")
    >>> match.undo()
    Traceback (most recent call last):
    theatre_lab.core.errors.UndoRefused: P1 has seen something new since (draw deck).
    """


class BotError(TheatreLabError):
    """A bot that failed or answered with something that is no legal action; the text names both.

    >>> from theatre_lab.api import new_match
    >>> from theatre_lab.bots import choose
    >>> def lazy(view):
    ...     return None
    >>> choose(lazy, new_match("overture", 2, theatre="blackbox", seed=1).view(0))
    Traceback (most recent call last):
    theatre_lab.core.errors.BotError: the bot 'lazy' answered with None, which is no action; give a number or notation
    """


def told_error(error: BaseException) -> str:
    """The kind of an error and the first line of what it says, if anything.

    >>> told_error(ValueError("no seat is left")), told_error(KeyboardInterrupt())
    ('ValueError: no seat is left', 'KeyboardInterrupt')
    """
    line = next(iter(str(error).splitlines()), "")
    return f"{type(error).__name__}: {line}" if line else type(error).__name__


def place_of(error: BaseException) -> str:
    """Where in the user's own files an error came up, in words to be put behind it; nothing for what was typed in.

    >>> place_of(ValueError("never raised"))
    ''
    """
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        is_of_others = file.is_relative_to(_PACKAGE) or file.is_relative_to(_PYTHON) or "site-packages" in file.parts
        if file.is_file() and not is_of_others:
            return f" at {file.name}, line {frame.lineno}"
    return ""
