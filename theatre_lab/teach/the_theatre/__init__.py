"""The Theatre's drills, one or more for every rule that can be asked about."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from theatre_lab.teach.drills import DrillSpec
from theatre_lab.teach.the_theatre.acts import ACT_DRILLS
from theatre_lab.teach.the_theatre.decks import DECK_DRILLS
from theatre_lab.teach.the_theatre.timing import TIMING_DRILLS
from theatre_lab.teach.the_theatre.values import VALUE_DRILLS

__all__ = ["DRILLS"]

DRILLS: Mapping[str, DrillSpec] = MappingProxyType(
    {spec.name: spec for spec in (*VALUE_DRILLS, *TIMING_DRILLS, *ACT_DRILLS, *DECK_DRILLS)}
)
"""Every drill of The Theatre by name, in the order of the lesson."""
