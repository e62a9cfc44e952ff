"""What a player of Overture weighs, in the order of `policy.W_NOISY` to `policy.W_KEEP_LOVEBIRDS`.

Found by hill climbing on the mean score of self-play over all eight theatres, first from sensible guesses;
`benchmarks/studies/tune.py overture --aim score` climbs on from here.
"""

from __future__ import annotations

# fmt: off
GREEDY = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 500, 0, 0,
)
"""Only gains count; a blind draw is expected to gain 5 points."""
WEIGHTS = (
    -68, -95, -103, -29, 81, 221, 1434, -30, -2, 82, -39, -2, 83, -79, -18, -120, -99, -461, -105, 47,
    44, -19, 52, 168, 10, -37, -1, 23, 505, -95, 11,
)
"""Prospects count too."""
# fmt: on
