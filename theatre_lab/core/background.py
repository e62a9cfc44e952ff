"""Work that goes on beside a notebook: in a thread of its own, or at once where there are no threads.

A Python that runs in a web page has one thread alone. What a thread would do there is done before `in_background`
returns, so that nobody waits for an end that never comes.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any, SupportsIndex

__all__ = ["Deadline", "in_background", "in_browser"]


def in_browser() -> bool:
    """Is this a Python in a web page? It has one thread, and only packages that are pure Python.

    >>> in_browser()
    False
    """
    return sys.platform == "emscripten"


def in_background(work: Callable[..., object], *args: Any, name: str) -> None:
    """Begin a piece of work in a daemon thread of that name; do it now where there are no threads.

    >>> from threading import Event
    >>> done = Event()
    >>> in_background(done.set, name="example")
    >>> done.wait(5)
    True
    """
    if in_browser():
        work(*args)
    else:
        threading.Thread(target=work, args=args, name=name, daemon=True).start()


class Deadline(list[int]):
    """A stop cell of a search on lists that reads 1 from a moment on: it looks at the clock itself.

    >>> Deadline([0], seconds=60)[0], Deadline([0], seconds=0)[0], Deadline([1], seconds=60)[0]
    (0, 1, 1)
    """

    def __init__(self, cell: list[int], seconds: float) -> None:
        super().__init__(cell)
        self._until = time.monotonic() + seconds

    def __getitem__(self, index: SupportsIndex) -> int:  # type: ignore[override]
        """What the cell holds, or 1 when the time is over."""
        return super().__getitem__(index) or int(time.monotonic() >= self._until)
