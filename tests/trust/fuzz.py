"""A hundred thousand spoilt inputs of every format: each is taken or refused in a short line, soon and in little room.

    python -m trust.fuzz                                  # what `make fuzz` runs
    python -m trust.fuzz --inputs 2000 --format records
    python -m trust.fuzz --format records --only 1234     # one input again, shown

Input i of a format depends on the seed and i alone.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tqdm import tqdm
from trust.formats import MAKERS, Format
from trust.reports import REPORT, section_of, write_section

from theatre_lab.core.errors import TheatreLabError

SECONDS = 2.0
"""So much time of the processor an input may take, and ten times as much on the clock."""
LETTERS = 2000
"""So long may a refusal be at most; nearly all are far shorter."""
MEGABYTES = 600
"""So much may memory grow while all inputs of a format are read."""
CHECKED = 50
"""After so many inputs it is looked at whether everything else is as before."""


class TooLong(Exception):
    """An input that hangs."""


@dataclass
class Report:
    """What came of a format's inputs."""

    name: str
    taken: int = 0
    refused: int = 0
    slowest: float = 0.0
    grown: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def inputs(self) -> int:
        return self.taken + self.refused + len(self.faults)

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.inputs:,} inputs, {self.taken:,} taken, {self.refused:,} refused, "
            f"{len(self.faults)} faults, slowest {self.slowest * 1000:.0f} ms, memory +{self.grown} MB"
        )


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """TooLong inside when it takes longer."""

    def ring(*_: object) -> None:
        raise TooLong(f"no answer within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def stream(name: str, seed: int, index: int) -> random.Random:
    return random.Random(f"{name}/{seed}/{index}")


def try_input(kind: Format, given: Any, report: Report) -> str:
    """Read one input; the fault in a line, or an empty text."""
    started = time.thread_time()
    try:
        with time_limit(10 * SECONDS):
            answer = kind.read(given)
        report.taken += answer is not False
        report.refused += answer is False
    except TheatreLabError as error:
        text = str(error)
        if not text.strip() or "\n" in text or len(text) > LETTERS:
            return f"refused in a text of {len(text)} letters: {text[:80]!r}"
        report.refused += 1
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    taken = time.thread_time() - started
    report.slowest = max(report.slowest, taken)
    return f"took {taken:.1f} s" if taken > SECONDS else ""


def fuzz(kind: Format, inputs: int, seed: int, told: Any = lambda _: None, most_faults: int = 10) -> Report:
    """Read so many spoilt inputs; stops after some faults."""
    report, before, room = Report(kind.name), kind.unchanged(), _megabytes()
    for index in range(inputs):
        fault = try_input(kind, kind.make(stream(kind.name, seed, index)), report)
        if not fault and index % CHECKED == 0 and kind.unchanged() != before:
            fault, before = "something else has changed", kind.unchanged()
        if fault:
            report.faults.append(f"{kind.name}, seed {seed}, input {index}: {fault}")
            if len(report.faults) == most_faults:
                break
        told(1)
    report.grown = _megabytes() - room
    if report.grown > MEGABYTES:
        report.faults.append(f"{kind.name}, seed {seed}: memory grew by {report.grown} MB")
    return report


def with_lines(kept: str, reports: list[Report]) -> str:
    """A line a format, in their order: the new reports, and what was kept of formats that were not read this time."""
    lines = {line.removeprefix("- ").partition(":")[0]: line for line in kept.splitlines()}
    lines.update({report.name: f"- {report}" for report in reports})
    return "\n".join(lines[name] for name in MAKERS if name in lines)


def _megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="fuzz", description="Read spoilt inputs of every format.")
    parser.add_argument("--inputs", type=int, default=100_000, help="inputs of each format")
    parser.add_argument("--format", action="append", choices=list(MAKERS), help="only this format (may be given again)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="this input alone, shown")
    parser.add_argument("--write", action="store_true", help="keep the result in docs/trust.md")
    asked = parser.parse_args(arguments)
    reports = []
    for name in asked.format or MAKERS:
        kind = MAKERS[name]()
        if asked.only is not None:
            given = kind.make(stream(kind.name, asked.seed, asked.only))
            print(repr(given)[:4000])
            print(try_input(kind, given, report := Report(name)) or ("refused" if report.refused else "taken"))
            continue
        with tqdm(total=asked.inputs, unit="input", desc=name, mininterval=2) as bar:
            reports.append(fuzz(kind, asked.inputs, asked.seed, bar.update))
        print(reports[-1], *(f"FAULT {fault}" for fault in reports[-1].faults), sep="\n", flush=True)
    faults = [fault for report in reports for fault in report.faults]
    if asked.write and not faults:
        write_section("fuzz", with_lines(section_of(REPORT.read_text(encoding="utf-8"), "fuzz"), reports))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
