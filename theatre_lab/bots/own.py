"""Bots of one's own: any function from a view to an action, from a file or a module of the user's."""

from __future__ import annotations

import hashlib
import importlib
import sys
from pathlib import Path
from types import ModuleType

from theatre_lab.bots import Bot
from theatre_lab.core.errors import OptionError, told_error
from theatre_lab.core.options import show

__all__ = ["is_own", "load_bot"]


def is_own(name: str) -> bool:
    """Does this text name a function of the user's (`file.py:function` or `package.module:function`)?

    >>> is_own("my_bots.py:greedy"), is_own("hard")
    (True, False)
    """
    return ":" in name


def load_bot(name: str) -> Bot:
    """The function that `file.py:function` or `package.module:function` names.

    The file's code is run, and run again once it was changed. OptionError says what is missing.

    >>> load_bot("no_such_file.py:play")
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: there is no file no_such_file.py for the bot 'no_such_file.py:play'
    """
    place, _, function = name.rpartition(":")
    if not place or not function.isidentifier():
        raise OptionError(f"a bot of your own is written file.py:function or package.module:function, not {show(name)}")
    module = _module_of_file(Path(place).expanduser(), name) if _is_file(place) else _module_named(place, name)
    bot = getattr(module, function, None)
    if bot is None:
        raise OptionError(f"{place} holds no {function!r}, which the bot {show(name)} asks for")
    if not callable(bot):
        raise OptionError(f"{function!r} in {place} is {show(bot)}; a bot is a function from a view to an action")
    if isinstance(bot, type):
        raise OptionError(f"{function!r} in {place} is a class; name an instance of it, such as bot = {function}()")
    return bot  # type: ignore[no-any-return]


def _is_file(place: str) -> bool:
    """Is a file meant, not a module? Only a file of Python code will do."""
    if place.endswith(".py"):
        return True
    if Path(place).expanduser().is_file() or "/" in place:
        raise OptionError(f"a bot's file is Python code and ends in .py; {show(place)} does not")
    return False


def _module_of_file(path: Path, name: str) -> ModuleType:
    if not path.is_file():
        raise OptionError(f"there is no file {path} for the bot {show(name)}")
    code = path.read_bytes()
    key = "theatre_lab_own_" + hashlib.sha256(str(path.resolve()).encode() + b"\0" + code).hexdigest()[:16]
    if key in sys.modules:
        return sys.modules[key]
    module = ModuleType(key)
    module.__file__ = str(path)
    sys.modules[key] = module  # what is defined there can be pickled
    try:
        exec(compile(code, str(path), "exec"), vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[key]
        raise OptionError(f"{path} cannot be run: {told_error(error)}") from error
    return module


def _module_named(place: str, name: str) -> ModuleType:
    try:
        return importlib.import_module(place)
    except (Exception, SystemExit) as error:
        file = Path(place.replace(".", "/")).with_suffix(".py")
        hint = f"; for the file write {file}:{name.rpartition(':')[2]}" if file.is_file() else ""
        reason = told_error(error)
        raise OptionError(f"the module {place} of the bot {show(name)} cannot be imported: {reason}{hint}") from error
