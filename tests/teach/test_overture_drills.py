"""Overture's drills: right when the answer is worked out another way; and what is asked for wrongly is refused."""

from __future__ import annotations

SEEDS = 200
