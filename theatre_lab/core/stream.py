"""The random stream: the same numbers from the same seed on every backend and in every process.

A stream is a list (or, compiled, an array) holding one whole number below 2**62: the state of a
multiply-with-carry generator with a 32-bit digit and carry. No step leaves 63 bits, so that signed
machine integers and Python's own agree. Its output is digit XOR carry (Thomas's MWC64X form).
"""

from __future__ import annotations

from typing import Any

__all__ = ["MULTIPLIER", "below", "new_stream", "shuffle"]

MULTIPLIER = 698769069
_WORD = (1 << 64) - 1


def _mix(x: int) -> int:
    """SplitMix64's finalizer: every input bit touches every output bit."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _WORD
    return x ^ (x >> 31)


def new_stream(seed: int, *path: int) -> list[int]:
    """A stream for a seed of any size, and for any path of sub-streams below it.

    >>> new_stream(7) == new_stream(7), new_stream(7) == new_stream(8), new_stream(7, 1) == new_stream(7, 2)
    (True, False, False)
    """
    state = 0
    for number in (seed, *path):
        number = 2 * number if number >= 0 else -2 * number - 1
        while True:
            state = _mix((state + (number & _WORD) + 0x9E3779B97F4A7C15) & _WORD)
            number >>= 64
            if not number:
                break
        state = _mix((state + 0x9E3779B97F4A7C15) & _WORD)
    return [1 + state % (MULTIPLIER * (1 << 32) - 2)]


def below(rng: Any, n: Any) -> int:
    """A random whole number from 0 to n - 1, for n up to 2**30; the stream moves on by one.

    >>> rng = new_stream(1)
    >>> numbers = [below(rng, 6) for _ in range(600)]
    >>> min(numbers), max(numbers)
    (0, 5)
    """
    x = int(rng[0])
    x = 698769069 * (x & 0xFFFFFFFF) + (x >> 32)
    rng[0] = x
    return (((x & 0xFFFFFFFF) ^ (x >> 32)) * int(n)) >> 32


def shuffle(cards: Any, n: int, rng: Any) -> None:
    """Put the first n cards into a random order, in place (Fisher-Yates).

    >>> cards = list(range(5)); shuffle(cards, 5, new_stream(3)); sorted(cards)
    [0, 1, 2, 3, 4]
    """
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
