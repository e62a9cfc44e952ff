"""The committed bundles are what the sources give: nobody edits them, nobody forgets to rebuild."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "widgets"
STATIC = ROOT / "theatre_lab" / "widgets" / "static"
ADDRESS = ("http://", "https://")
# The name of SVG's vocabulary, which is written like an address and never fetched.
NOT_FETCHED = ("http://www.w3.org/",)

pytestmark = pytest.mark.slow


def bundles(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_a_rebuild_gives_the_committed_bytes(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node, "Node is not installed: `make front-end` installs it on Debian"
    assert (SOURCES / "node_modules").is_dir(), "run `make front-end`: it installs the build tools"
    subprocess.run([node, "build.mjs", str(tmp_path)], cwd=SOURCES, check=True, timeout=120)
    built = bundles(tmp_path)
    committed = bundles(STATIC)
    assert built, "the build wrote nothing"
    assert sorted(built) == sorted(committed)
    changed = [name for name in built if built[name] != committed[name]]
    assert changed == [], "run `make bundles` and commit theatre_lab/widgets/static"


def test_bundles_fetch_nothing() -> None:
    for name, content in bundles(STATIC).items():
        text = content.decode("utf-8")
        for namespace in NOT_FETCHED:
            text = text.replace(namespace, "")
        assert not any(address in text for address in ADDRESS), f"{name} names an address"
