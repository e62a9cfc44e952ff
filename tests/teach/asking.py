"""What the tests of every game's drills ask with."""

from __future__ import annotations

from typing import Any

from theatre_lab.teach import drill


def questions_of(game: str, name: str, level: int, count: int) -> list[dict[str, Any]]:
    """One question of each of so many seeds."""
    return [drill(game, name, seed=seed, level=level)(0) for seed in range(count)]


def values_of(question: dict[str, Any]) -> list[Any]:
    """The answers that may be chosen."""
    return [option["value"] if isinstance(option, dict) else option for option in question.get("options", ())]
