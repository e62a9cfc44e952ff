"""Binder's recipe installs what the package asks for, in versions that it accepts."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
BINDER = ROOT / "binder"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_every_dependency_is_pinned_to_a_version_the_package_accepts() -> None:
    *lines, last = (BINDER / "requirements.txt").read_text().split()
    assert last == ".", "the package itself comes from the repository"
    pins = dict(line.split("==") for line in lines)
    needed = [Requirement(text) for text in PROJECT["dependencies"]]
    assert set(pins) == {requirement.name for requirement in needed}
    assert [r.name for r in needed if not r.specifier.contains(pins[r.name])] == []


def test_python_is_one_the_package_runs_on() -> None:
    name, _, version = (BINDER / "runtime.txt").read_text().strip().partition("-")
    assert name == "python"
    assert Requirement(f"python{PROJECT['requires-python']}").specifier.contains(version)


def test_scripts_stop_at_the_first_error_and_can_be_run() -> None:
    script = BINDER / "postBuild"
    assert os.access(script, os.X_OK)
    assert "set -euo pipefail" in script.read_text()
