"""95 % intervals: of a rate by Wilson's score, of a mean by the bootstrap; where games share their luck, by deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev, variance

from theatre_lab.core.background import in_browser

__all__ = ["difference_interval", "mean_interval", "normal_quantile", "wilson", "wilson_of_deals"]

Measured = tuple[float, float, float]
"""A number and the two ends of its interval."""

RESAMPLES = 999
BOOTSTRAP_FROM, BOOTSTRAP_UP_TO = 20, 2000
"""With fewer numbers the bootstrap's interval is too narrow, with more the mean's distribution is as good as normal:
Student's is given."""


def normal_quantile(together: int = 1) -> float:
    """So many standard errors to each side are a 95 % interval; with so many intervals `together`, for all at once.

    >>> f"{normal_quantile():.2f}, {normal_quantile(10):.2f}"
    '1.96, 2.81'
    """
    return NormalDist().inv_cdf(1 - 0.025 / together)


def wilson(wins: float, games: float, together: int = 1) -> tuple[float, float]:
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
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return max(0.0, min(low, rate)), min(1.0, max(high, rate))


def wilson_of_deals(shares: Sequence[float]) -> tuple[float, float]:
    """Wilson's 95 % interval of a win rate from the mean share of the win in each deal.

    The games of a deal share their luck, so they are no trials of their own: how far the deals lie apart says how many
    trials they are worth (the effective sample size of cluster samples; Korn and Graubard, 1998). A deal won and a deal
    lost are counted beside them, since the spread of a few deals may be small by luck.

    >>> low, high = wilson_of_deals([1.0, 0.0] * 50)  # each deal won or lost as a whole
    >>> f"{low:.2f} to {high:.2f}"
    '0.40 to 0.60'
    >>> low, high = wilson_of_deals([0.5] * 100)  # each deal won in one seat, lost in the other
    >>> f"{low:.2f} to {high:.2f}"
    '0.49 to 0.51'
    """
    deals = len(shares)
    known = [*shares, 0.0, 1.0]
    rate = fmean(known)
    trials = rate * (1 - rate) * deals / variance(known)
    return wilson(fmean(shares) * trials, trials)


def mean_interval(numbers: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a mean, in the numbers' own unit: bias-corrected bootstrap, or Student's for few or many.

    The same numbers give the same interval. Where nothing varies, as in a single number, it is the mean itself. A
    browser has no scipy: there it is Student's for rows of any length.

    >>> low, high = mean_interval([3, 5, 4, 6, 2, 5, 4, 3])
    >>> 2.5 < low < 4.0 < high < 5.5
    True
    >>> mean_interval([2, 2, 2])
    (2.0, 2.0)
    """
    if len(set(numbers)) == 1:
        return float(numbers[0]), float(numbers[0])
    if in_browser():
        middle, half = fmean(numbers), _student_quantile(len(numbers) - 1) * stdev(numbers) / len(numbers) ** 0.5
        return middle - half, middle + half
    import numpy as np
    from scipy.stats import bootstrap, t

    values = np.asarray(numbers, float)
    mean = float(values.mean())
    if not BOOTSTRAP_FROM <= len(values) <= BOOTSTRAP_UP_TO:
        half = float(t.ppf(0.975, len(values) - 1)) * float(values.std(ddof=1)) / len(values) ** 0.5
        return mean - half, mean + half
    found = bootstrap((values,), np.mean, n_resamples=RESAMPLES, batch=64, rng=np.random.default_rng(0))
    return float(found.confidence_interval.low), float(found.confidence_interval.high)


def difference_interval(first: Measured, second: Measured, correlation: float = 0.0) -> tuple[float, float]:
    """The interval of the second number less the first, from theirs: by recovered variances (MOVER; Zou, 2007).

    `correlation`, from -1 to 1, is that of the two numbers, where they were measured on the same luck. For two rates
    with Wilson's intervals this is Newcombe's interval (1998).

    >>> low, high = difference_interval((0.50, 0.40, 0.60), (0.60, 0.50, 0.70))
    >>> f"{low:.2f} to {high:.2f}"
    '-0.04 to 0.24'
    >>> low, high = difference_interval((0.50, 0.40, 0.60), (0.60, 0.50, 0.70), correlation=0.5)
    >>> f"{low:.2f} to {high:.2f}"
    '0.00 to 0.20'
    """
    (before, before_low, before_high), (after, after_low, after_high) = first, second

    def reach(one: float, other: float) -> float:
        return math.sqrt(max(one * one + other * other - 2 * correlation * one * other, 0.0))

    less = after - before
    return less - reach(after - after_low, before_high - before), less + reach(after_high - after, before - before_low)


def _student_quantile(freedom: int) -> float:
    """Student's 97.5 % quantile without scipy, to a hundredth (Cornish and Fisher's expansion; Hill, 1970)."""
    if freedom < 3:
        return (12.706, 4.303)[freedom - 1]
    z = normal_quantile()
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(z + sum(term / freedom**power for power, term in enumerate(terms, 1)))
