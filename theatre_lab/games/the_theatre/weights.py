"""What a counting player of The Theatre weighs, in the order and the units of `counting_policy.W_NOW` and on.

`benchmarks/studies/tune.py the-theatre --aim both` climbs on from here.
"""

from __future__ import annotations

WEIGHTS = (38, 42, 12, 85, -7, 82, 40, 34, 46, 11, 12, 11, 107, 279)
"""Climbed from a sensible guess, half of the games against the simple policy and half against the row before."""
