"""Work on a range of numbers shared by processes that can be stopped at any moment, and that lose nothing that came."""

from __future__ import annotations

import contextlib
import copy
import multiprocessing
import os
import pickle
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sized
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from theatre_lab.core.errors import OptionError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

__all__ = ["Pace", "expect_to_be_guarded", "in_processes"]

_LOOK = 0.1
"""Seconds between two looks at whether the work is to go on."""
_PIECE = 0.3
"""What a worker finished in so many seconds it sends at once."""
_TURN = 1.0
"""A worker is given work for about so many seconds."""
_MORE = 4
"""A share of the work is at most so many times as large as one that was timed."""
_TRIES = 4
"""Work whose worker dies is given out again, so many times in all."""
_PATIENCE = 5.0
"""Seconds that are waited for work before some that failed."""
_UNGUARDED = 87
"""The exit code of a worker that came upon the call that begins workers while it read the user's script."""
_UNGUARDED_SCRIPT = (
    "each worker reads your script before it plays, and so came upon the call that begins workers: "
    'put that call under `if __name__ == "__main__":`, or ask for workers=1'
)


class Pace:
    """How much work takes about `seconds`: from `first` on, by what was timed, `most` at most.

    >>> pace = Pace(16, seconds=1.0)
    >>> sizes = [pace.size()]
    >>> for seconds in (0.1, 0.4, 4.0):
    ...     pace.time(pace.size(), seconds)
    ...     sizes.append(pace.size())
    >>> sizes
    [1, 4, 10, 2]
    """

    def __init__(self, most: int, seconds: float, first: int = 1) -> None:
        self._most, self._seconds, self._fitting = most, seconds, min(most, first)

    def size(self) -> int:
        """How much to give out now."""
        return self._fitting

    def time(self, count: int, seconds: float) -> None:
        """Learn that so much work took so many seconds."""
        times = min(self._seconds / seconds, _MORE) if seconds > 0 else _MORE
        self._fitting = max(1, min(self._most, int(times * count)))


def expect_to_be_guarded() -> None:
    """End this process without a word if it is a worker that still reads the script which began it.

    Else the script would begin workers in each of its workers. The process that began this one tells it.

    >>> expect_to_be_guarded()
    """
    if getattr(multiprocessing.process.current_process(), "_inheriting", False):
        os._exit(_UNGUARDED)


Done = TypeVar("Done", bound=Sized)


class _Player(Protocol):
    """What is asked of `play`: the outcomes of a range, as many as the range is long. It can be pickled."""

    def __call__(self, numbers: range, /) -> Any: ...


def in_processes(play: Callable[[range], Done], numbers: range, workers: int, most: int) -> Iterator[Done | None]:
    """What `play` makes of the numbers, in pieces as they come in; None every 0.1 s, for looking up from the work.

    Workers are given work for about a second, `most` numbers at most, and send what they have every 0.3 s. Closing the
    iterator ends them at once, and so does an interrupt, which reaches this process alone. What a worker that died had
    not sent is given out again. OptionError says when workers die again and again or cannot begin; the error of `play`
    is raised here, of those that come in soon that of the earliest number.

    >>> pieces = [piece for piece in in_processes(list, range(6), workers=1, most=4) if piece is not None]
    >>> sorted(number for piece in pieces for number in piece)
    [0, 1, 2, 3, 4, 5]
    """
    team = _Team(play, numbers, min(workers, len(numbers)), most)
    try:
        while not team.is_done:
            some = team.look(_LOOK)
            yield from some
            if not some:
                yield None
    finally:
        team.end()


class _Worker:
    """A process, the work it has, and our end of the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with _interrupts_blocked():
            self.process.start()
        theirs.close()
        self.work, self.given, self.at = range(0), 0, 0.0
        self.is_ready = False

    def give(self, work: range) -> None:
        """Send work. A worker that is dead already is found out when its pipe is read."""
        self.work, self.given, self.at = work, len(work), time.monotonic()
        with contextlib.suppress(OSError):
            self.pipe.send(work)

    def end(self) -> None:
        self.process.terminate()
        self.pipe.close()


class _Team(Generic[Done]):
    """The workers and the work that is left."""

    def __init__(self, play: Callable[[range], Done], numbers: range, size: int, most: int) -> None:
        self._play, self._left, self._size = play, numbers, size
        self._again: deque[range] = deque()
        self._tries: dict[int, int] = {}
        self._pace = Pace(most, _TURN)
        self._workers: list[_Worker] = []
        self._failed: tuple[int, BaseException, float] | None = None

    @property
    def is_done(self) -> bool:
        return not self._left and not self._again and not any(worker.work for worker in self._workers)

    def look(self, seconds: float) -> list[Done]:
        """Give out work and wait so long for what comes; all that has come."""
        from multiprocessing.connection import wait  # a browser, which never comes here, has it not

        self._give()
        came: list[Done] = []
        ready = wait([worker.pipe for worker in self._workers], seconds)
        dead: list[_Worker] = []
        for worker in [worker for worker in self._workers if worker.pipe in ready]:
            try:
                while worker.pipe.poll():
                    came += self._take(worker, *worker.pipe.recv())
            except (EOFError, OSError):
                dead.append(worker)
        for worker in dead:
            self._bury(worker)
        self._expect_no_failure()
        return came

    def end(self) -> None:
        for worker in self._workers:
            worker.end()
        for worker in self._workers:
            worker.process.join(1)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()

    def _give(self) -> None:
        while len(self._workers) < self._size and self._failed is None:
            self._workers.append(worker := _Worker())
            with contextlib.suppress(OSError):
                worker.pipe.send(self._play)
        for worker in self._workers:
            if not worker.work and (work := self._next()):
                worker.give(work)

    def _next(self) -> range:
        if self._failed is not None:
            return range(0)
        if self._again:
            return self._again.popleft()
        size = self._pace.size()
        work, self._left = self._left[:size], self._left[size:]
        return work

    def _take(self, worker: _Worker, kind: str, what: Any) -> list[Done]:
        if kind == "ready":
            worker.is_ready, worker.at = True, time.monotonic()
            return []
        if kind == "failed":
            number, worker.work = worker.work.start, range(0)
            if self._failed is None or number < self._failed[0]:
                until = time.monotonic() + _PATIENCE if self._failed is None else self._failed[2]
                self._failed = number, what, until
            return []
        worker.work = worker.work[len(what) :]
        if not worker.work:
            self._pace.time(worker.given, time.monotonic() - worker.at)
        return [what]

    def _bury(self, worker: _Worker) -> None:
        """Give out again what a dead worker had, unless that makes no sense."""
        worker.pipe.close()
        worker.process.join(5)
        code = worker.process.exitcode
        self._workers.remove(worker)
        if code == _UNGUARDED:
            raise OptionError(_UNGUARDED_SCRIPT)
        if not worker.is_ready and code is not None and code > 0:
            raise OptionError(
                f"a worker process could not begin (exit code {code}): each reads your script first, so that must "
                "stand in a file and run without an error; or ask for workers=1"
            )
        if not worker.work:
            return
        first = worker.work.start
        self._tries[first] = self._tries.get(first, 0) + 1
        if self._tries[first] >= _TRIES:
            raise OptionError(f"the workers died {_TRIES} times over games {first} to {worker.work[-1]}")
        self._again.appendleft(worker.work)

    def _expect_no_failure(self) -> None:
        """Raise the error of the earliest number that failed; earlier work is waited for, but not for long."""
        if self._failed is None:
            return
        number, error, until = self._failed
        if time.monotonic() > until or not any(worker.work and worker.work.start < number for worker in self._workers):
            raise error


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """A process begun here is never interrupted, not even before its first line; an interrupt of ours comes after."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # else it would be begun below, and lift the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection) -> None:
    """A worker's life: take work, send what came of it, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr  # what a bot prints must not stand in a command's answer
    with contextlib.suppress(EOFError, OSError):
        play = pipe.recv()
        pipe.send(("ready", None))
        pace = Pace(2**31, _PIECE)
        while True:
            _serve_range(pipe, play, pipe.recv(), pace)


def _serve_range(pipe: Connection, play: _Player, work: range, pace: Pace) -> None:
    while work:
        piece, work = work[: pace.size()], work[pace.size() :]
        start = time.monotonic()
        try:
            done = play(piece)
        except Exception as error:
            pipe.send(("failed", _that_travels(error)))
            return
        pace.time(len(piece), time.monotonic() - start)
        pipe.send(("done", done))


def _that_travels(error: Exception) -> Exception:
    """The error with where it happened as a note, or its text alone where it cannot be sent."""
    if error.__cause__ is not None:
        error.add_note("".join(traceback.format_exception(error.__cause__)))
    try:
        pickle.dumps(copy.copy(error))  # an error that cannot be made again fails here, not where it comes in
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
