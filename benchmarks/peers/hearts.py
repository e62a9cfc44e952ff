"""OpenSpiel's hearts, for comparison: rates by CPU time, as one line of JSON. Says so where it is not installed.

Actions a second driven from Python; actions of random rollouts from clones in C++; simulations of its C++ ISMCTS.
"""

from __future__ import annotations

import importlib.util
import json
import random
import time
from collections.abc import Callable

SECONDS = 0.2
RUNS = 5


def rate(work: Callable[[int], int]) -> float:
    """Units of work done in a second of CPU time: the best of runs that last long enough to tell."""
    rounds = 1
    while True:
        start = time.process_time()
        work(rounds)
        if time.process_time() - start > SECONDS:
            break
        rounds *= 2
    found = []
    for _ in range(RUNS):
        start = time.process_time()
        units = work(rounds)
        found.append(units / (time.process_time() - start))
    return max(found)


def main() -> None:
    if importlib.util.find_spec("pyspiel") is None:
        print(json.dumps({"missing": "open_spiel is not installed here"}))
        return
    import pyspiel

    game = pyspiel.load_game("hearts")
    luck = random.Random(1)

    def next_action(state: object) -> int:
        return luck.choice(state.legal_actions())  # type: ignore[attr-defined]

    def drive(games: int) -> int:
        actions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(next_action(state))
                actions += 1
        return actions

    dealt = game.new_initial_state()
    while dealt.is_chance_node():
        dealt.apply_action(next_action(dealt))
    length, state = 0, dealt.clone()
    while not state.is_terminal():
        state.apply_action(next_action(state))
        length += 1

    players = [pyspiel.make_uniform_random_bot(player, player) for player in range(4)]

    def roll_out(rounds: int) -> int:
        for _ in range(rounds):
            pyspiel.evaluate_bots(dealt.clone(), players, 7)
        return rounds * length

    def search(rounds: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
        final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        pyspiel.ISMCTSBot(7, evaluator, 1.0, 100 * rounds, -1, final, False, True).step(dealt.clone())
        return 100 * rounds

    print(json.dumps({"driven": rate(drive), "rollout": rate(roll_out), "ismcts": rate(search)}))


if __name__ == "__main__":
    main()
