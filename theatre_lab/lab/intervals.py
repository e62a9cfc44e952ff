"""95 % intervals: of a rate by Wilson's score, of a mean by the bootstrap."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

from theatre_lab.core.background import in_browser

__all__ = ["mean_interval", "normal_quantile", "wilson"]

RESAMPLES = 999
BOOTSTRAP_UP_TO = 2000
"""With more numbers than this the mean's distribution is as good as normal, and Student's interval is given."""


def normal_quantile(together: int = 1) -> float:
    """So many standard errors to each side are a 95 % interval; with so many intervals `together`, for all at once.

    >>> f"{normal_quantile():.2f}, {normal_quantile(10):.2f}"
    '1.96, 2.81'
    """
    return NormalDist().inv_cdf(1 - 0.025 / together)


def wilson(wins: float, games: int, together: int = 1) -> tuple[float, float]:
    """Wilson's 95 % interval of a win rate (Wilson, 1927), from 0 to 1; shared wins may be counted in parts.

    The intervals of so many rates `together` hold all at once with 95 % (Bonferroni).

    >>> low, high = wilson(60, 100)
    >>> f"{low:.3f} to {high:.3f}"
    '0.502 to 0.691'
    """
    z = normal_quantile(together)
    rate, spread = wins / games, z * z / games
    half = z * (rate * (1 - rate) / games + spread / (4 * games)) ** 0.5
    middle = rate + spread / 2
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


def mean_interval(numbers: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a mean, in the numbers' own unit: bias-corrected bootstrap, Student's for long rows.

    The same numbers give the same interval. Where nothing varies it is the mean itself. A browser has no scipy: there
    the mean is taken to be normally distributed.

    >>> low, high = mean_interval([3, 5, 4, 6, 2, 5, 4, 3])
    >>> 3.0 < low < 4.0 < high < 5.0
    True
    >>> mean_interval([2, 2, 2])
    (2.0, 2.0)
    """
    if len(set(numbers)) == 1:
        return float(numbers[0]), float(numbers[0])
    if in_browser():
        middle, half = fmean(numbers), normal_quantile() * stdev(numbers) / len(numbers) ** 0.5
        return middle - half, middle + half
    import numpy as np
    from scipy.stats import bootstrap, t

    values = np.asarray(numbers, float)
    mean = float(values.mean())
    if len(values) > BOOTSTRAP_UP_TO:
        half = float(t.ppf(0.975, len(values) - 1)) * float(values.std(ddof=1)) / len(values) ** 0.5
        return mean - half, mean + half
    found = bootstrap((values,), np.mean, n_resamples=RESAMPLES, batch=64, rng=np.random.default_rng(0))
    return float(found.confidence_interval.low), float(found.confidence_interval.high)
