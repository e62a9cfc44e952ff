"""Mythic Circus's drills, one or more for every rule that can be asked about, and positions to try things in."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from theatre_lab.teach.drills import DrillSpec
from theatre_lab.teach.mythic_circus.hands import HAND_DRILLS
from theatre_lab.teach.mythic_circus.hiring import HIRING_DRILLS
from theatre_lab.teach.mythic_circus.rehearsal import rehearsal
from theatre_lab.teach.mythic_circus.stages import STAGE_DRILLS

__all__ = ["DRILLS", "rehearsal"]

_LESSON = (
    *("where", "tp", "vp", "missing", "perform", "wins"),
    *("labor", "hire", "unspent", "supply", "cleanup", "shuffle", "new-worker"),
    *("golem", "goblin", "mermaid", "sphinx", "faun", "company", "fairy", "summon"),
    *("attack", "minotaur", "unicorn", "loss", "phoenix", "phoenix-first"),
    *("thin", "average", "whom-to-hire"),
)
_SPECS = {spec.name: spec for spec in (*STAGE_DRILLS, *HAND_DRILLS, *HIRING_DRILLS)}

DRILLS: Mapping[str, DrillSpec] = MappingProxyType({name: _SPECS[name] for name in sorted(_SPECS, key=_LESSON.index)})
"""Every drill of Mythic Circus by name, in the order of the lesson."""
