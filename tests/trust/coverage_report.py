"""The lines of `theatre_lab` that the tests reach without a browser: `make coverage` runs this.

    python -m trust.coverage_report --write
    python -m trust.coverage_report -- tests/core        # what these tests reach

Compiled functions are seen where tests run them on lists. The exit status is 1 below 95 %.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from trust.reports import write_section

ROOT = Path(__file__).resolve().parents[2]
GOAL = 95.0
IGNORED = ("--ignore=tests/test_bundles.py", "--ignore=tests/docs", "--ignore=tests/trust/test_mutants.py")
"""What needs Node or the documentation's packages, and what tests a tool in forked processes."""
WORST = 12


def told(data: dict[str, Any]) -> str:
    """The share of lines in all, and the files that lie lowest.

    >>> print(told({"totals": {"percent_covered": 96.04, "num_statements": 100},
    ...             "files": {"a.py": {"summary": {"percent_covered": 80.0, "missing_lines": 4}}}}))
    96.0 % of 100 lines. Lowest:
    <BLANKLINE>
    - a.py: 80 %, 4 lines not reached
    """
    rows = sorted(
        (each["summary"]["percent_covered"], name, each["summary"]["missing_lines"])
        for name, each in data["files"].items()
        if each["summary"]["missing_lines"]
    )
    lines = [f"- {name}: {share:.0f} %, {missing} lines not reached" for share, name, missing in rows[:WORST]]
    totals = data["totals"]
    return "\n".join([f"{totals['percent_covered']:.1f} % of {totals['num_statements']:,} lines. Lowest:", "", *lines])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coverage_report", description="Which lines do the tests reach?")
    parser.add_argument("--write", action="store_true", help="keep the result in docs/trust.md")
    parser.add_argument("tests", nargs="*", help="only these tests")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "COVERAGE_FILE": f"{folder}/data", "PYTHONHASHSEED": "0"}
        coverage = [sys.executable, "-m", "coverage"]
        tests = ["-m", "pytest", "-q", "-m", "not browser", *IGNORED, *asked.tests]
        status = subprocess.run([*coverage, "run", *tests], cwd=ROOT, env=environment).returncode
        subprocess.run([*coverage, "combine", "--quiet"], cwd=ROOT, env=environment, check=True)
        subprocess.run(
            [*coverage, "json", "--quiet", "-o", f"{folder}/data.json"], cwd=ROOT, env=environment, check=True
        )
        data = json.loads(Path(folder, "data.json").read_text(encoding="utf-8"))
    print(text := told(data))
    if asked.write and not asked.tests and status == 0:
        write_section("coverage", text)
    return int(status != 0 or (not asked.tests and data["totals"]["percent_covered"] < GOAL))


if __name__ == "__main__":
    sys.exit(main())
