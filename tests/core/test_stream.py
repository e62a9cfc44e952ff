"""The random stream: portable, well seeded, and fair."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare, kstest

from theatre_lab.core.stream import MULTIPLIER, below, new_stream, shuffle

# Every test is seeded, so a value this unlikely is a fault and no accident.
UNLIKELY = 1e-4
GOLDEN_STATE = [2385185537126738671]
GOLDEN = [808, 592, 448, 945, 682, 78, 979, 1, 764, 987, 816, 69]
GOLDEN_SHUFFLE = [9, 3, 0, 4, 1, 5, 8, 2, 7, 6]


def numbers(seed: int, n: int, count: int) -> list[int]:
    rng = new_stream(seed)
    return [below(rng, n) for _ in range(count)]


def is_prime(n: int) -> bool:
    d, r = n - 1, 0
    while d % 2 == 0:
        d, r = d // 2, r + 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(r - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def test_the_same_numbers_on_every_machine() -> None:
    rng = new_stream(7)
    assert rng == GOLDEN_STATE
    assert [below(rng, 1000) for _ in range(12)] == GOLDEN
    cards = list(range(10))
    shuffle(cards, 10, new_stream(2026, 11))
    assert cards == GOLDEN_SHUFFLE


def test_the_generator_has_a_period_that_nobody_meets() -> None:
    modulus = MULTIPLIER * (1 << 32) - 1
    assert is_prime(modulus)
    assert is_prime((modulus - 1) // 2)
    # The state is multiplied by the inverse of 2**32: its order is a divisor of modulus - 1 other than 1 and 2.
    rng = new_stream(3)
    x = rng[0]
    below(rng, 2)
    assert rng[0] == x * pow(1 << 32, -1, modulus) % modulus
    assert pow(1 << 32, 2, modulus) != 1


@given(st.integers(), st.lists(st.integers(), max_size=3))
def test_no_seed_gives_a_bad_state(seed: int, path: list[int]) -> None:
    (state,) = new_stream(seed, *path)
    assert 0 < state < MULTIPLIER * (1 << 32) - 1 < 1 << 62


@given(st.integers(1, MULTIPLIER * (1 << 32) - 2), st.integers(1, 1 << 30))
def test_every_step_stays_in_range_and_below_n(state: int, n: int) -> None:
    rng = [state]
    assert 0 <= below(rng, n) < n
    assert 0 < rng[0] < MULTIPLIER * (1 << 32) - 1


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 13, 56, 256, 1000])
def test_all_numbers_are_equally_likely(n: int) -> None:
    counts = Counter(numbers(n, n, 100 * n + 10_000))
    assert chisquare([counts[i] for i in range(n)]).pvalue > UNLIKELY


def test_large_numbers_are_spread_evenly() -> None:
    top = 1 << 30
    assert kstest([x / top for x in numbers(5, top, 20_000)], "uniform").pvalue > UNLIKELY


@pytest.mark.parametrize("lag", [1, 2, 3, 7])
def test_neighbours_in_the_stream_know_nothing_of_each_other(lag: int) -> None:
    xs = numbers(11, 12, 60_000)
    pairs = Counter(zip(xs, xs[lag:], strict=False))
    assert chisquare([pairs[i, j] for i in range(12) for j in range(12)]).pvalue > UNLIKELY
    big = [x / (1 << 30) - 0.5 for x in numbers(12, 1 << 30, 40_000)]
    covariance = sum(a * b for a, b in zip(big, big[lag:], strict=False)) / len(big) * 12
    assert abs(covariance) < 4 / math.sqrt(len(big))


def test_the_first_numbers_of_neighbouring_seeds_are_even_and_unrelated() -> None:
    firsts = [numbers(seed, 8, 2) for seed in range(20_000)]
    assert chisquare([Counter(a for a, _ in firsts)[i] for i in range(8)]).pvalue > UNLIKELY
    assert chisquare([Counter(map(tuple, firsts))[i, j] for i in range(8) for j in range(8)]).pvalue > UNLIKELY
    steps = Counter((b[0] - a[0]) % 8 for a, b in itertools.pairwise(firsts))
    assert chisquare([steps[i] for i in range(8)]).pvalue > UNLIKELY


@pytest.mark.parametrize("bit", [0, 1, 17, 31, 32, 63, 64, 100])
def test_one_bit_of_the_seed_changes_half_of_the_output(bit: int) -> None:
    flips = [
        (numbers(seed, 1 << 30, 1)[0] ^ numbers(seed ^ (1 << bit), 1 << 30, 1)[0]).bit_count() for seed in range(2000)
    ]
    assert sum(flips) / len(flips) == pytest.approx(15, abs=0.3)


def test_seeds_and_paths_do_not_meet() -> None:
    paths = [(s,) for s in range(-300, 300)]
    paths += [(s, a) for s in range(-20, 20) for a in range(20)]
    paths += [(s, a, b) for s in range(8) for a in range(8) for b in range(8)]
    paths += [(1 << k,) for k in range(10, 100)]
    states = {new_stream(*path)[0] for path in paths}
    assert len(states) == len(paths)
    assert len({s >> 40 for s in states}) > len(paths) * 0.99


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_every_order_of_a_few_cards_is_equally_likely(n: int) -> None:
    rng, orders = new_stream(n, 99), Counter()
    for _ in range(math.factorial(n) * 150):
        cards = list(range(n))
        shuffle(cards, n, rng)
        orders[tuple(cards)] += 1
    assert chisquare([orders[order] for order in itertools.permutations(range(n))]).pvalue > UNLIKELY


def test_every_card_of_a_deck_comes_everywhere() -> None:
    rng, places = new_stream(4, 4), Counter()
    for _ in range(2000):
        cards = list(range(20))
        shuffle(cards, 20, rng)
        places.update(enumerate(cards))
    assert chisquare([places[i, j] for i in range(20) for j in range(20)]).pvalue > UNLIKELY


@given(st.lists(st.integers(0, 50), max_size=30), st.integers(0, 30), st.integers(0, 1000))
def test_a_shuffle_keeps_every_card_and_leaves_the_rest_alone(cards: list[int], n: int, seed: int) -> None:
    n = min(n, len(cards))
    mixed = list(cards)
    shuffle(mixed, n, new_stream(seed))
    assert sorted(mixed[:n]) == sorted(cards[:n])
    assert mixed[n:] == cards[n:]
