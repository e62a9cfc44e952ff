"""rlcard's UNO, for comparison: actions a second driven from Python, as one line of JSON. Says so where it is missing.

Meant for the Python that has rlcard; it needs nothing else.
"""

from __future__ import annotations

import importlib.util
import json
import random
import time

GAMES = 60
RUNS = 5


def main() -> None:
    if importlib.util.find_spec("rlcard") is None:
        print(json.dumps({"missing": "rlcard is not installed here"}))
        return
    import rlcard

    environment, luck = rlcard.make("uno", config={"seed": 1}), random.Random(1)

    def games(count: int) -> int:
        actions = 0
        for _ in range(count):
            state, _ = environment.reset()
            while not environment.is_over():
                state, _ = environment.step(luck.choice(list(state["legal_actions"])))
                actions += 1
        return actions

    games(3)
    rates = []
    for _ in range(RUNS):
        start = time.process_time()
        rates.append(games(GAMES) / (time.process_time() - start))
    print(json.dumps({"driven": max(rates)}))


if __name__ == "__main__":
    main()
