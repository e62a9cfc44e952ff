"""Writes launch badges into the README: one a notebook, each opens it in JupyterLab on Binder.

Where the repository is published, run `python binder/badges.py https://HOST/OWNER/NAME`; without an address the
clone's `origin` is taken. Running it again replaces the badges.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
BINDER = "https://mybinder.org"
BEGIN, END = "<!-- launch badges -->", "<!-- end of launch badges -->"
KNOWN = {"github.com": "gh", "gitlab.com": "gl"}


def launch_path(address: str) -> str:
    """Binder's name for a repository.

    >>> launch_path("https://github.com/owner/name.git"), launch_path("git@github.com:owner/name")
    ('gh/owner/name', 'gh/owner/name')
    >>> launch_path("https://git.example.org/owner/name")
    'git/https%3A%2F%2Fgit.example.org%2Fowner%2Fname'
    """
    found = re.fullmatch(r"(?:https://|git@)([\w.-]+)[/:]([\w.-]+/[\w.-]+?)(?:\.git)?/?", address)
    if found is None:
        raise SystemExit(f"the address must be like https://HOST/OWNER/NAME, not {address!r}")
    host, name = found.groups()
    if host not in KNOWN:
        return f"git/{quote(f'https://{host}/{name}', safe='')}"
    return f"{KNOWN[host]}/{name if host == 'github.com' else quote(name, safe='')}"


def badges(address: str) -> str:
    """The lines for the README."""
    place = launch_path(address)
    lines = [
        f"[![Open {path.stem} on Binder]({BINDER}/badge_logo.svg)]"
        f"({BINDER}/v2/{place}/HEAD?urlpath={quote(f'lab/tree/notebooks/{path.name}', safe='')}) {path.stem}"
        for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
    ]
    return "\n".join([BEGIN, *(f"{line}  " for line in lines), END])


def with_badges(readme: str, address: str) -> str:
    """The README with its badges: in the place of older ones, or below its first paragraph."""
    if BEGIN in readme:
        head, rest = readme.split(BEGIN, 1)
        return head + badges(address) + rest.split(END, 1)[1]
    title, paragraph, rest = readme.split("\n\n", 2)
    return "\n\n".join([title, paragraph, badges(address), rest])


def main() -> None:
    """Write the badges."""
    if len(sys.argv) > 1:
        address = sys.argv[1]
    else:
        origin = subprocess.run(["git", "remote", "get-url", "origin"], cwd=ROOT, capture_output=True, text=True)
        if origin.returncode:
            raise SystemExit("this clone has no origin; give the repository's address")
        address = origin.stdout.strip()
    readme = ROOT / "README.md"
    readme.write_text(with_badges(readme.read_text(encoding="utf-8"), address), encoding="utf-8")


if __name__ == "__main__":
    main()
