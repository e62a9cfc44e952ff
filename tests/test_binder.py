"""Binder's recipe installs what the package asks for, in versions that it accepts.

The steps are replayed in `tests/browser/test_binder_steps.py`; Binder itself has not been asked.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
BINDER = ROOT / "binder"
SPEC = spec_from_file_location("badges", BINDER / "badges.py")
assert SPEC is not None
assert SPEC.loader is not None
badges = module_from_spec(SPEC)
SPEC.loader.exec_module(badges)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PLATFORM = ("--python-version=3.11", "--implementation=cp", "--abi=cp311", "--platform=manylinux_2_28_x86_64")
"""Binder's machines: the Python of `runtime.txt` on 64-bit Linux, which also takes wheels for older Linux."""
OLDER = ("--platform=manylinux_2_17_x86_64", "--platform=manylinux2014_x86_64", "--platform=manylinux_2_27_x86_64")


def pins() -> list[str]:
    """The lines of the requirements but the last, which is the repository."""
    *lines, last = (BINDER / "requirements.txt").read_text().split()
    assert last == ".", "the package itself comes from the repository"
    return lines


def test_every_dependency_is_pinned_to_a_version_the_package_accepts() -> None:
    versions = dict(line.split("==") for line in pins())
    needed = [Requirement(text) for text in PROJECT["dependencies"]]
    assert set(versions) == {requirement.name for requirement in needed}
    assert [r.name for r in needed if not r.specifier.contains(versions[r.name])] == []


def test_python_is_one_the_package_runs_on() -> None:
    name, _, version = (BINDER / "runtime.txt").read_text().strip().partition("-")
    assert name == "python"
    assert Requirement(f"python{PROJECT['requires-python']}").specifier.contains(version)
    assert f"--python-version={version}" in PLATFORM


def test_scripts_stop_at_the_first_error_and_can_be_run() -> None:
    script = BINDER / "postBuild"
    assert os.access(script, os.X_OK)
    assert "set -euo pipefail" in script.read_text()


def test_badges_open_every_notebook_in_jupyterlab() -> None:
    readme = "# Title\n\nWhat it is.\n\n## Start\n"
    once = badges.with_badges(readme, "https://github.com/owner/name.git")
    links = re.findall(r"\((https:[^\s()]+urlpath=[^\s()]+)\)", once)
    opened = {unquote(parse_qs(urlsplit(link).query)["urlpath"][0]) for link in links}
    assert opened == {f"lab/tree/notebooks/{path.name}" for path in ROOT.glob("notebooks/*.ipynb")}
    assert all(urlsplit(link).path == "/v2/gh/owner/name/HEAD" for link in links)
    moved = badges.with_badges(once, "https://git.example.org/owner/name")
    assert "github" not in moved
    assert moved.count(badges.BEGIN) == 1
    assert moved.startswith("# Title\n\nWhat it is.\n")
    assert moved.endswith("## Start\n")


@pytest.mark.parametrize("address", ["name", "https://github.com/owner", "ftp://github.com/owner/name"])
def test_a_strange_address_is_refused(address: str) -> None:
    with pytest.raises(SystemExit, match="must be like"):
        badges.launch_path(address)


@pytest.mark.slow
def test_every_pinned_package_has_a_wheel_for_the_machines_of_binder(tmp_path: Path) -> None:
    """Nothing has to be compiled there; pip resolves the whole, and installs nothing."""
    run = subprocess.run(
        [
            sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--only-binary=:all:", "--ignore-installed",
            *PLATFORM, *OLDER, f"--target={tmp_path}", f"--report={tmp_path / 'report.json'}", *pins(),
        ],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    report = (tmp_path / "report.json").read_text()
    assert "manylinux" in report
    assert "win_amd64" not in report


@pytest.mark.slow
def test_repo2docker_reads_the_recipe(tmp_path: Path) -> None:
    """What it would build: our Python, the repository in place before it is installed, then postBuild."""
    program = shutil.which("repo2docker") or shutil.which("repo2docker", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("repo2docker is not installed: pip install jupyter-repo2docker")
    if not (ROOT / ".git").exists():
        pytest.skip("this is no git repository: there is nothing to clone")
    clone = tmp_path / "theatre_lab"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True, timeout=120)
    run = subprocess.run(
        [program, "--no-build", "--debug", str(clone)], capture_output=True, text=True, timeout=120, cwd=tmp_path
    )
    assert run.returncode == 0, run.stderr
    told = run.stdout + run.stderr
    assert "Building conda environment for python=3.11" in told
    patterns = (r"COPY --chown=\d+:\d+ src/ ", r"pip install --no-cache-dir -r", r"RUN \./binder/postBuild")
    steps = [found.start() if (found := re.search(pattern, told)) else -1 for pattern in patterns]
    assert -1 not in steps, told[-3000:]
    assert steps == sorted(steps), "the repository must be there before it is installed"
    assert not re.search(r"Traceback|WARNING.*binder", told)
