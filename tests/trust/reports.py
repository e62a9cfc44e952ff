"""Measured results in docs/trust.md: the commands write them, each into its own place."""

from __future__ import annotations

import re
from pathlib import Path

from theatre_lab.core.records import write_text

REPORT = Path(__file__).resolve().parents[2] / "docs" / "trust.md"


def with_section(document: str, name: str, text: str) -> str:
    """The document with the text between the marks of this name; KeyError without such marks.

    >>> with_section("<!-- a --><!-- /a -->", "a", "one")
    '<!-- a -->\\none\\n<!-- /a -->'
    """
    pattern = re.compile(rf"(<!-- {re.escape(name)} -->).*?(<!-- /{re.escape(name)} -->)", re.DOTALL)
    if not pattern.search(document):
        raise KeyError(name)
    return pattern.sub(lambda found: f"{found[1]}\n{text}\n{found[2]}", document)


def section_of(document: str, name: str) -> str:
    """The text between the marks of this name; empty without such marks.

    >>> section_of("<!-- a -->\\none\\n<!-- /a -->", "a")
    'one'
    """
    found = re.search(rf"<!-- {re.escape(name)} -->(.*?)<!-- /{re.escape(name)} -->", document, re.DOTALL)
    return found[1].strip() if found else ""


def write_section(name: str, text: str, path: Path = REPORT) -> None:
    write_text(path, with_section(path.read_text(encoding="utf-8"), name, text))
