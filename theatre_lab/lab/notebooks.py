"""The notebooks that come with the package, and JupyterLab opened on a copy of them.

>>> from tempfile import TemporaryDirectory
>>> (notebook_folder() / "00-welcome.ipynb").is_file()
True
>>> with TemporaryDirectory() as folder:
...     first = copy_notebooks(Path(folder))
...     first[0].name, len(copy_notebooks(Path(folder)))
('00-welcome.ipynb', 0)
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

from theatre_lab.core.errors import BadInput

__all__ = ["copy_notebooks", "notebook_folder", "open_notebooks"]

_WELCOME = "00-welcome.ipynb"


def notebook_folder() -> Path:
    """Where the package's own notebooks lie: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "notebooks", package.parent / "notebooks"):
        if (folder / _WELCOME).is_file():
            return folder
    raise BadInput("the notebooks are missing from this installation; install theatre-lab again")


def copy_notebooks(folder: Path) -> list[Path]:
    """Copy the notebooks that the folder does not hold yet; those it holds are the user's and stay as they are.

    Returns what was copied. BadInput when the folder cannot be written.
    """
    copied = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for source in sorted(notebook_folder().glob("*.ipynb")):
            target = folder / source.name
            if not target.exists():
                _copy_whole(source, target)
                copied.append(target)
    except OSError as error:
        raise BadInput(f"cannot copy the notebooks to {folder}: {error.strerror or error}") from None
    return copied


def _copy_whole(source: Path, target: Path) -> None:
    """Copy a file whole or not at all: half a notebook would pass for one of the user's own from then on."""
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        shutil.copyfile(source, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def open_notebooks(folder: Path, *, browser: bool = True) -> int:
    """Copy the notebooks into the folder and run JupyterLab on the welcome notebook; returns its exit status.

    >>> from tempfile import TemporaryDirectory
    >>> from unittest.mock import patch
    >>> with TemporaryDirectory() as folder, patch("subprocess.call", return_value=0) as call:
    ...     status = open_notebooks(Path(folder), browser=False)
    6 notebooks copied to ...; your own changes are never overwritten.
    >>> status, "--no-browser" in call.call_args.args[0]
    (0, True)
    """
    copied = copy_notebooks(folder)
    print(f"{len(copied)} notebooks copied to {folder.resolve()}; your own changes are never overwritten.")
    command = [sys.executable, "-m", "jupyterlab", str(folder / _WELCOME)]
    if not browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    return subprocess.call(command)
