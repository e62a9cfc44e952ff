"""Do the tests notice when a rule is changed? Small changes to a game's rules, one at a time, and the tests after each.

    python tools/mutants.py overture --sample 60        # what `make mutants GAME=overture` runs
    python tools/mutants.py overture --sample 60 --write

The changes are cosmic-ray's, made in a copy of the package. (mutmut puts a trampoline in place of every function, and
the rules, which are compiled as they stand, then no longer are what they were.) Survivors are changes that no test
noticed. `--write` keeps what was found in docs/mutants.md.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from trust.reports import write_section  # noqa: E402

REPORT = ROOT / "docs" / "mutants.md"
# The files that hold the rules of each game, and the tests of that game.
RULES = {
    "overture": ["scoring", "rules"],
    "cabaret": ["scoring", "rules", "dealing"],
    "the-theatre": ["scoring", "rules"],
    "the-theatre-draft": ["draft_rules"],
    "mythic-circus": ["scoring", "rules", "knowledge"],
}
TESTS = {
    "overture": [
        "test_overture_scoring.py",
        "test_overture_tables.py",
        "test_overture.py",
        "test_overture_knowledge.py",
    ],
    "cabaret": ["test_cabaret.py", "test_cabaret_perft.py"],
    "the-theatre": ["test_the_theatre.py", "test_the_theatre_timing.py"],
    "the-theatre-draft": ["test_the_theatre_draft.py"],
    "mythic-circus": ["mythic_circus", "test_mythic_circus.py"],
}
SLOWEST = 120.0
"""Seconds after which a test run counts as hanging: the change was noticed."""
CONFIG = """
[cosmic-ray]
module-path = {modules}
timeout = {timeout}
excluded-modules = []
test-command = "{python} -m pytest -x -q -p no:cacheprovider -m 'not slow' {tests}"

[cosmic-ray.distributor]
name = "local"
"""


def folder_of(game: str) -> Path:
    name = "the-theatre" if game == "the-theatre-draft" else game
    return Path("theatre_lab") / "games" / name.replace("-", "_")


def copied(place: Path) -> Path:
    """The package, its tests and their settings, where they may be changed."""
    for name in ("theatre_lab", "tests"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__", "browser"))
    shutil.copy(ROOT / "pyproject.toml", place)
    return place


def run(place: Path, *words: str) -> str:
    path = os.pathsep.join([str(place), str(place / "tests")])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-m", *words], cwd=place, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stderr[-2000:] or done.stdout[-2000:]}")
    return done.stdout


def thin_out(session: Path, sample: int, seed: int) -> tuple[int, int]:
    """Leave a random sample of the changes; how many there were, and how many are left."""
    with sqlite3.connect(session) as database:
        jobs = sorted(row[0] for row in database.execute("select job_id from work_items"))
        specs = database.execute("select job_id, operator_name, start_pos_row, module_path from mutation_specs")
        harmless = {job for job, operator, row, module in specs if is_of_types(operator, Path(module), row)}
        left = [job for job in jobs if job not in harmless]
        # Job ids are drawn anew each time: the place of a change in the file is not.
        order = database.execute(
            "select job_id from mutation_specs order by module_path, start_pos_row, start_pos_col, operator_name,"
            " occurrence"
        )
        wanted = set(left)
        left = [row[0] for row in order if row[0] in wanted]
        kept = set(random.Random(seed).sample(left, min(sample, len(left))))
        for table in ("mutation_specs", "work_items"):
            database.executemany(f"delete from {table} where job_id = ?", [(job,) for job in jobs if job not in kept])
    return len(left), len(kept)


def is_of_types(operator: str, module: Path, row: int) -> bool:
    """Does the change touch only what type checkers read, or what no program notices?"""
    path = module if module.is_absolute() else Path.cwd() / module
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    line = lines[row - 1].strip() if 0 < row <= len(lines) else ""
    return line.startswith(("def ", "@", "from ", "import ")) or ("BitOr" in operator and ": " in line and "|" in line)


def found(place: Path) -> tuple[int, int, list[str]]:
    """How many changes were tried, how many of them a test noticed, and those that none did."""
    tried, noticed, survivors = 0, 0, []
    for line in run(place, "cosmic_ray.cli", "dump", "session.sqlite").splitlines():
        item, result = json.loads(line)
        if not result:
            continue
        tried += 1
        noticed += result["test_outcome"] == "killed"
        if result["test_outcome"] == "survived":
            change = item["mutations"][0]
            changed = [row for row in (result.get("diff") or "").splitlines() if re.match(r"[-+](?![-+])", row)]
            where = f"{change['module_path']}:{change['start_pos'][0]}"
            survivors.append(f"{where}: `{' '.join(row.strip() for row in changed)[:200]}`")
    return tried, noticed, sorted(survivors)


def main() -> None:
    parser = argparse.ArgumentParser(description="Change the rules of a game and see whether its tests notice.")
    parser.add_argument("game", choices=RULES)
    parser.add_argument("--file", action="append", help="only these files of the rules, such as scoring")
    parser.add_argument("--test", action="append", help="only these files of tests/games: quicker, and less strict")
    parser.add_argument("--sample", type=int, default=100, help="how many changes")
    parser.add_argument("--seconds", type=float, default=3600, help="stop after so long and tell what was tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="keep the result in docs/mutants.md")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = copied(Path(folder))
        files = [str(folder_of(asked.game) / f"{name}.py") for name in asked.file or RULES[asked.game]]
        tests = " ".join(f"tests/games/{name}" for name in asked.test or TESTS[asked.game])
        config = CONFIG.format(modules=json.dumps(files), timeout=SLOWEST, python=sys.executable, tests=tests)
        (place / "config.toml").write_text(config)
        os.chdir(place)
        run(place, "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not slow", *tests.split())
        run(place, "cosmic_ray.cli", "init", "config.toml", "session.sqlite")
        there, kept = thin_out(place / "session.sqlite", asked.sample, asked.seed)
        print(f"{asked.game}: {there} changes there are, {kept} are tried", flush=True)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([folder, f"{folder}/tests"])}
        started = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "cosmic_ray.cli", "exec", "config.toml", "session.sqlite"], env=environment
        )
        try:
            process.wait(asked.seconds)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            process.terminate()
            process.wait()
        tried, noticed, survivors = found(place)
        os.chdir(ROOT)
    minutes = (time.monotonic() - started) / 60
    told = f"{tried} of {there} changes tried in {', '.join(files)}, {noticed} noticed ({minutes:.0f} min)"
    print(told, *survivors, sep="\n")
    if asked.write and tried:
        lines = [f"{told}. Seed {asked.seed}.", "", *(f"- {survivor}" for survivor in survivors)]
        write_section(asked.game, "\n".join(lines), REPORT)


if __name__ == "__main__":
    main()
