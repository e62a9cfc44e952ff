"""The wheel and the source archive hold all that the package needs where it is installed."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "theatre_lab"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a source archive, and the wheel made from that archive."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(archives: Path) -> zipfile.ZipFile:
    (path,) = archives.glob("*.whl")
    return zipfile.ZipFile(path)


def expected_files() -> set[str]:
    """Everything under theatre_lab/ but what Python leaves there, and the notebooks."""
    package = {
        path.relative_to(ROOT).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.name != ".gitkeep"
    }
    notebooks = {f"theatre_lab/notebooks/{path.name}" for path in ROOT.glob("notebooks/*.ipynb")}
    return package | notebooks


def test_wheel_holds_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    files = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert files == expected_files()


@pytest.mark.parametrize(
    "pattern",
    [
        "theatre_lab/py.typed",
        "theatre_lab/notebooks/*.ipynb",
        "theatre_lab/widgets/static/*.js",
        "theatre_lab/widgets/static/*.css",
        "theatre_lab/games/*/data/*",
    ],
)
def test_wheel_holds_data(wheel: zipfile.ZipFile, pattern: str) -> None:
    found = [name for name in wheel.namelist() if Path(name).match(pattern)]
    assert found, f"no {pattern} in the wheel"
    assert all(wheel.getinfo(name).file_size for name in found if "py.typed" not in name)


def test_wheel_names_its_licence_script_and_python(wheel: zipfile.ZipFile) -> None:
    def meta(name: str) -> str:
        (path,) = [entry for entry in wheel.namelist() if entry.endswith(f".dist-info/{name}")]
        return wheel.read(path).decode("utf-8")

    metadata = meta("METADATA")
    assert "License-Expression: MIT" in metadata
    assert "Requires-Python: >=3.11" in metadata
    assert "theatre-lab = theatre_lab.cli:main" in meta("entry_points.txt")
    assert "theatre_lab contributors" in meta("licenses/LICENSE")


def test_source_archive_builds_on_its_own(archives: Path) -> None:
    """`build` made the wheel from it; it also carries what a reader wants to see."""
    (path,) = archives.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    wanted = {"README.md", "LICENSE", "pyproject.toml", "widgets/build.mjs", "tests/test_wheel.py"}
    assert wanted <= names
    assert not any("node_modules" in name or ".venv" in name for name in names)
