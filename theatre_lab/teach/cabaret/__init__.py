"""Cabaret's drills, one or more for every rule that can be asked about."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from theatre_lab.teach.cabaret.rounds import ROUND_DRILLS, SCORE_DRILLS
from theatre_lab.teach.cabaret.shows import SHOW_DRILLS
from theatre_lab.teach.drills import DrillSpec

__all__ = ["DRILLS"]

DRILLS: Mapping[str, DrillSpec] = MappingProxyType(
    {spec.name: spec for spec in (*ROUND_DRILLS, *SHOW_DRILLS, *SCORE_DRILLS)}
)
"""Every drill of Cabaret by name, in the order of the rule book."""
