"""Spoilt input led by coverage: atheris changes bytes towards code that no input has reached before.

    python -m trust.guided 20000            # what `make fuzz-guided` runs: so many inputs of each format
    python -m trust.guided 20000 records

Slower an input than `trust.fuzz`, and blind to what the data means, but it finds its own way into a reader.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

FORMATS = ("records", "draft records", "saved matches", "decks and card sets", "progress files", "lines for score")


def run_one(name: str, inputs: int, corpus: str) -> None:
    """Fuzz one format in this process; atheris ends it."""
    import atheris

    with atheris.instrument_imports(include=["theatre_lab"]):
        from trust.formats import MAKERS
        from trust.fuzz import stream

        import theatre_lab.api
        import theatre_lab.cli
        import theatre_lab.games.the_theatre.deck_text
        import theatre_lab.teach.progress  # noqa: F401
        from theatre_lab.core.errors import TheatreLabError
    kind = MAKERS[name]()
    for index in range(200):
        given = kind.make(stream(name, 9, index))
        raw = given if isinstance(given, bytes) else given.encode("utf-8", "surrogatepass")
        Path(corpus, f"{index}").write_bytes(raw[:20_000])
    takes_bytes = isinstance(kind.make(stream(name, 9, 0)), bytes)

    def read(raw: bytes) -> None:
        try:
            kind.read(raw if takes_bytes else raw.decode("utf-8", "replace"))
        except TheatreLabError as error:
            text = str(error)
            assert text.strip(), "an error without words"
            assert "\n" not in text, "an error of several lines"

    atheris.Setup([sys.argv[0], corpus, f"-runs={inputs}", "-max_len=20000", "-timeout=10", "-rss_limit_mb=2048"], read)
    atheris.Fuzz()


def main() -> int:
    inputs = int(sys.argv[1])
    if len(sys.argv) == 4:
        run_one(sys.argv[2], inputs, sys.argv[3])
        return 0
    status = 0
    for name in sys.argv[2:] or FORMATS:
        with tempfile.TemporaryDirectory() as corpus:
            done = subprocess.run([sys.executable, "-m", "trust.guided", str(inputs), name, corpus])
        print(f"{name}: {'no fault' if done.returncode == 0 else 'FAULT, see above'}", flush=True)
        status |= done.returncode
    return int(status != 0)


if __name__ == "__main__":
    sys.exit(main())
