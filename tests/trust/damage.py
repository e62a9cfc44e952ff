"""Ways to spoil data: of JSON values one at a time, of texts byte by byte, and things that nobody should send."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

MARKUP = '<img src=x onerror="alert(1)"><script>alert(2)</script><a href="javascript:alert(3)">x</a>'
NASTY: list[Any] = [
    None, True, False, 0, -1, 1, 2, 3, 127, 128, 255, 32767, 32768, 2**31, 2**63, -(2**63), 10**40, 1e308, -0.5, 1.0,
    "", " ", "0", "1", "A1", "none", "human", "\x00", "\n", "\u202e", "\ud83d\ude00", "x" * 300, "e\u0301", MARKUP,
    "__class__", "__proto__", "constructor", "{0.__class__}", "%s%n", "../../etc/passwd", "tl1:", "=cmd()", "'\"`",
    [], {}, [[]], [{}], {"": ""}, [None], ["x"] * 40, {"__proto__": 1}, {"a": {"b": {"c": []}}},
]  # fmt: skip
TEXTS = [each for each in NASTY if isinstance(each, str)] + ["\ud800"]
FUTURE = ("@2", "@10", "@999999999999", "@1.1", "@", "", "@1\n", "@01", "@-1", "@one")
ALPHABET = "abcXYZ0123456789 {}[]\":,.-+eE\\/\n\t\x00\u00e9\u4e2d\u202e\U0001f600<>&'@()"


def nasty(rng: random.Random) -> Any:
    """One of the things that nobody should send, a copy of its own."""
    return copy.deepcopy(rng.choice(NASTY))


def spoilt(value: Any, rng: random.Random, seeds: list[Any]) -> Any:
    """A copy of JSON data with one to three things changed."""
    result = copy.deepcopy(value)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        result = _spoil(result, rng, seeds)
    return result


def places(value: Any, limit: int = 4000) -> list[tuple[Any, Any]]:
    """Every place in JSON data: the container and the key or index in it."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting and len(found) < limit:
        node = waiting.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
        for key in keys:
            found.append((node, key))
            waiting.append(node[key])
    return found


def _spoil(value: Any, rng: random.Random, seeds: list[Any]) -> Any:
    known = places(value)
    if not known or rng.random() < 0.02:
        return junk(rng)
    # Most places of a record are its many cards: half of the time a place near the top is taken.
    container, key = rng.choice(known[:12] if rng.random() < 0.5 else known)
    how = rng.randrange(11)
    if how == 0:
        del container[key]
    elif how == 1:
        container[key] = nasty(rng)
    elif how == 2:
        container[key] = junk(rng)
    elif how == 3 and isinstance(container[key], str):
        container[key] = spoilt_text(container[key], rng)
    elif how == 4 and isinstance(container[key], int):
        container[key] = container[key] + rng.choice((-1, 1, 100, -100, 10**6, 2**64))
    elif how == 5 and isinstance(container, list):
        container.insert(rng.randrange(len(container) + 1), copy.deepcopy(rng.choice(container)))
    elif how == 6 and isinstance(container, list):
        i, j = rng.randrange(len(container)), rng.randrange(len(container))
        container[i], container[j] = container[j], container[i]
    elif how == 7 and isinstance(container, dict):
        container[rng.choice(("", "extra", str(key).upper(), f"{key} ", MARKUP, "__proto__"))] = copy.deepcopy(
            container[key]
        )
    elif how == 8 and isinstance(container[key], str) and "@" in container[key]:
        container[key] = container[key].partition("@")[0] + rng.choice(FUTURE)
    elif how == 9 and isinstance(container[key], list):
        container[key] = [copy.deepcopy(each) for each in container[key] * rng.choice((0, 2, 20))]
    else:
        other = rng.choice(places(rng.choice(seeds)) or [(None, None)])
        if other[0] is not None:
            container[key] = copy.deepcopy(other[0][other[1]])
    return value


def junk(rng: random.Random, depth: int = 0) -> Any:
    """Any JSON value at all."""
    kind = rng.randrange(8)
    if kind == 0 and depth < 4:
        return [junk(rng, depth + 1) for _ in range(rng.randrange(5))]
    if kind == 1 and depth < 4:
        return {
            "".join(rng.choices(ALPHABET, k=rng.randrange(6))): junk(rng, depth + 1) for _ in range(rng.randrange(4))
        }
    if kind == 2:
        return "".join(rng.choices(ALPHABET, k=rng.choice((0, 1, 5, 20, 200))))
    if kind == 3:
        return rng.choice((-1, 1)) * rng.getrandbits(rng.choice((1, 8, 16, 33, 70, 2000)))
    return nasty(rng)


def spoilt_text(text: str, rng: random.Random) -> str:
    """A text cut short, with letters changed, parts doubled, or of a length nobody expects."""
    how, at = rng.randrange(8), rng.randrange(len(text) + 1)
    until = min(len(text), at + rng.choice((1, 2, 8, 64)))
    if how == 0:
        return text[:at]
    if how == 1:
        return text[at:]
    if how == 2:
        return text[:at] + "".join(rng.choices(ALPHABET, k=rng.randrange(1, 5))) + text[until:]
    if how == 3:
        return text[:at] + text[until:]
    if how == 4:
        return text[:until] + text[at:]
    if how == 5:
        return text[:at] + text[at:until] * rng.choice((2, 30, 500)) + text[until:]
    if how == 6:
        return text.swapcase() if rng.random() < 0.5 else text + rng.choice(("\n", "\x00", " x", "{}", "]"))
    return monster(rng) if rng.random() < 0.03 else text[:at] + rng.choice(TEXTS) + text[at:]


def monster(rng: random.Random) -> str:
    """Texts that are deep or long: a parser must neither overflow its stack nor swell."""
    size = rng.choice((1_000, 10_000, 100_000))
    return rng.choice((
        "[" * size,
        "[" * size + "]" * size,
        '{"a":' * size + "1" + "}" * size,
        '{"format":"theatre-lab/record@1","game":' + "[" * size + "]" * size + "}",
        "[" + "0," * size + "0]",
        '"' + "x" * size + '"',
        "9" * size,
        "-" + "9" * size + "." + "9" * size + "e" + "9" * 400,
        '{"' + "k" * size + '":1}',
        "{" + ",".join(f'"{i}":{i}' for i in range(size // 10)) + "}",
        "\ufeff" * size,
        " " * size,
        "tl1:" + "A" * size,
    ))  # fmt: skip


def as_text(value: Any) -> str:
    """JSON as a program would write it."""
    return json.dumps(value, ensure_ascii=False)
