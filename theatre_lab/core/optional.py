"""Packages that not every place has, a browser's Python least of all."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from theatre_lab.core.background import in_browser
from theatre_lab.core.errors import TheatreLabError

__all__ = ["MissingPackage", "need"]


class MissingPackage(TheatreLabError):
    """A package that this needs is not here; the text says for what, and how to get it.

    >>> try:
    ...     need("no_such_module", "Counting")
    ... except MissingPackage as missing:
    ...     print(str(missing).rpartition(": ")[2])
    pip install no_such_module
    """


def need(module: str, purpose: str, error: type[MissingPackage] = MissingPackage) -> Any:
    """The module; MissingPackage (or that `error`) when it cannot be loaded, with how to install its package.

    In a browser the error is shown as one sentence, and the cells after it go on.

    >>> need("math", "counting").comb(4, 2)
    6
    >>> need("no_such_module", "Counting")
    Traceback (most recent call last):
    theatre_lab.core.optional.MissingPackage: Counting needs no_such_module, which cannot be loaded (No module named
    'no_such_module'): pip install no_such_module
    """
    package = module.partition(".")[0]
    try:
        return importlib.import_module(module)
    except ImportError as missing:
        if in_browser():
            _speak_plainly()
            text = f"{purpose} needs {package}, which no browser has. On a computer of your own: pip install {package}"
        else:
            text = f"{purpose} needs {package}, which cannot be loaded ({missing}): pip install {package}"
        raise error(text) from None


def _speak_plainly() -> None:
    """Let IPython print a missing package as a sentence: a lesson read in a browser does not stop there."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        shell.set_custom_exc((MissingPackage,), lambda _shell, _kind, error, _trace, tb_offset=None: print(error))
