"""Bots of one's own: any function from a view to an action, from a file or a module of the user's."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from theatre_lab.bots import Bot
from theatre_lab.core.errors import OptionError, place_of, told_error
from theatre_lab.core.options import show

__all__ = ["OWN_MODULES", "is_own", "load_bot", "version_of"]

OWN_MODULES = "theatre_lab_own_"
"""So the names of modules made from files begin; no other process knows them."""
_versions: dict[str, str] = {}
"""Which version of a file each of these modules was made from."""


def is_own(name: str) -> bool:
    """Does this text name a function of the user's (`file.py:function` or `package.module:function`)?

    >>> is_own("my_bots.py:greedy"), is_own("hard")
    (True, False)
    """
    return ":" in name


def version_of(name: str) -> str:
    """A digest of the file that holds a bot; empty for a bot of a module. OptionError says what is missing.

    >>> version_of("theatre_lab.bots.plans:wolf_pack")
    ''
    """
    place, _ = _parts(name)
    return _digest(_file(place, name)) if _is_file(place) else ""


def load_bot(name: str, version: str | None = None) -> Bot:
    """The function that `file.py:function` or `package.module:function` names.

    The file's code is run, and run again once it was changed (what it imports is not). With a `version` it is the
    function of that version of the file. OptionError says what is missing, or that the file is another by now.

    >>> load_bot("no_such_file.py:play")
    Traceback (most recent call last):
    theatre_lab.core.errors.OptionError: there is no file no_such_file.py for the bot 'no_such_file.py:play'
    """
    place, function = _parts(name)
    module = _module_of_file(_file(place, name), version) if _is_file(place) else _module_named(place, name)
    bot = getattr(module, function, None)
    if bot is None:
        raise OptionError(f"{place} holds no {function!r}, which the bot {show(name)} asks for")
    if not callable(bot):
        raise OptionError(f"{function!r} in {place} is {show(bot)}; a bot is a function from a view to an action")
    if isinstance(bot, type):
        raise OptionError(f"{function!r} in {place} is a class; name an instance of it, such as bot = {function}()")
    return bot  # type: ignore[no-any-return]


def _parts(name: str) -> tuple[str, str]:
    """The place and the function that a bot's name tells."""
    place, _, function = name.rpartition(":")
    if not place or not function.isidentifier():
        raise OptionError(f"a bot of your own is written file.py:function or package.module:function, not {show(name)}")
    return place, function


def _is_file(place: str) -> bool:
    """Is a file meant, not a module? Only a file of Python code will do."""
    if place.endswith(".py"):
        return True
    if Path(place).expanduser().is_file() or "/" in place:
        raise OptionError(f"a bot's file is Python code and ends in .py; {show(place)} does not")
    return False


def _file(place: str, name: str) -> Path:
    path = Path(place).expanduser()
    if not path.is_file():
        raise OptionError(f"there is no file {path} for the bot {show(name)}")
    return path.resolve()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _module_of_file(path: Path, version: str | None) -> ModuleType:
    """The module of a file, made anew when the file was changed since."""
    key = OWN_MODULES + hashlib.sha256(str(path).encode()).hexdigest()[:12]
    wanted = version or _digest(path)
    if key in sys.modules and _versions.get(key) == wanted:
        return sys.modules[key]
    code = path.read_bytes()
    if hashlib.sha256(code).hexdigest() != wanted:
        raise OptionError(f"{path.name} was changed while its games were played: begin them again")
    spec = importlib.util.spec_from_file_location(key, path)
    if spec is None:
        raise OptionError(f"{path} is no file of Python code")
    module = importlib.util.module_from_spec(spec)
    sys.modules[key], _versions[key] = module, wanted  # what the code defines can be looked up while it runs
    try:
        exec(compile(code, str(path), "exec", dont_inherit=True), vars(module))
    except BaseException as error:
        del sys.modules[key]
        if isinstance(error, (Exception, SystemExit)):
            raise OptionError(f"{path.name} cannot be run: {told_error(error)}{place_of(error)}") from error
        raise
    return module


def _module_named(place: str, name: str) -> ModuleType:
    try:
        return importlib.import_module(place)
    except (Exception, SystemExit) as error:
        file = Path(place.replace(".", "/")).with_suffix(".py")
        hint = f"; for the file write {file}:{name.rpartition(':')[2]}" if file.is_file() else ""
        reason = told_error(error)
        raise OptionError(f"the module {place} of the bot {show(name)} cannot be imported: {reason}{hint}") from error
