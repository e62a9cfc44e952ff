"""Overture's drills, one or more for every rule that can be asked about."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from theatre_lab.teach.drills import DrillSpec
from theatre_lab.teach.overture.houses import HOUSE_DRILLS, SEAT_DRILLS
from theatre_lab.teach.overture.patrons import PATRON_DRILLS
from theatre_lab.teach.overture.placing import PLACING_DRILLS
from theatre_lab.teach.overture.turns import END_DRILLS, TURN_DRILLS

__all__ = ["DRILLS"]

DRILLS: Mapping[str, DrillSpec] = MappingProxyType(
    {
        spec.name: spec
        for spec in (*SEAT_DRILLS, *PATRON_DRILLS, *HOUSE_DRILLS, *PLACING_DRILLS, *TURN_DRILLS, *END_DRILLS)
    }
)
"""Every drill of Overture by name, in the order of the lessons."""
