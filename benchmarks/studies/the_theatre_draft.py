"""The Theatre's draft: whose deck wins the games that follow, by level, and does the estimate of a deck foretell it?

A deal is drafted once with the upper level in every seat. Each set of decks then plays many games in equal hands, with
level medium for every player, led by whom the draft chose. A deal is one trial: its share is the mean over its drafts.

python benchmarks/studies/the_theatre_draft.py --deals 40 --only hard
"""

from __future__ import annotations

import argparse
import statistics
from typing import Any

from report import Log, write_section

from theatre_lab.bots import get_bot, kernel
from theatre_lab.core.compiled import compiled_backend
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.stream import new_stream
from theatre_lab.games import get_game
from theatre_lab.games.the_theatre.draft import game_options
from theatre_lab.lab.simulate import play_game

LADDER = (("medium", "random"), ("medium", "easy"), ("hard", "medium"), ("expert", "medium"))


def play_out(state: Any, base: int, games: int, seed: int) -> list[float]:
    """Each drafted deck's mean share of the win, all decks in equal hands."""
    game = get_game("the-theatre")
    backend = compiled_backend(game)
    options = game.check_options(state.players, game_options(state, base))
    worlds, totals = backend.worlds(2), backend.integers(2 * state.players)
    backend.store(worlds, 0, game.new_state(state.players, options, game.check_rules(None)))
    backend.bind(kernel).policy_games(
        worlds, games, backend.integers(game.max_actions), backend.integers(game.max_cards), totals,
        backend.integers(new_stream(seed)), True,
    )  # fmt: skip
    return [float(totals[player]) / WHOLE_WIN / games for player in range(state.players)]


def draft_deal(upper: str, lower: str, players: int, deal: int, games: int) -> dict[str, Any]:
    """The upper level's mean share of the games, and of every draft the estimates and shares of all decks."""
    draft = get_game("the-theatre-draft")
    base = draft.check_options(players, {})["base"]
    won, rows = 0.0, []
    for seat in range(players):
        bots = [get_bot(lower, 100 * deal + other) for other in range(players)]
        bots[seat] = get_bot(upper, 100 * deal + 9)
        match = play_game(draft, bots, seed=9000 + deal, options={})
        shares = play_out(match.state, base, games, players * deal + seat)
        won += shares[seat]
        rows.append([match.scores, shares])
    return {"won": won / players, "drafts": rows}


def interval(values: list[float]) -> str:
    """The mean and its 95 % interval over the deals."""
    mean = statistics.fmean(values)
    half = 1.96 * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("nan")
    return f"{mean:.1%} ({mean - half:.1%} to {mean + half:.1%})"


def foretelling(outcomes: list[dict[str, Any]]) -> str:
    """How the estimates of two drafted decks go with the games won: the correlation, and what the higher one wins."""
    pairs = [
        (scores[0] - scores[1], shares[0] - shares[1])
        for outcome in outcomes
        for scores, shares in outcome["drafts"]
        if len(scores) == 2
    ]
    ahead = [(1 + (share if gap > 0 else -share)) / 2 for gap, share in pairs if gap]
    link = statistics.correlation([gap for gap, _ in pairs], [share for _, share in pairs])
    return (
        f"Over all {len(pairs)} drafts of two, the deck with the higher estimate wins {interval(ahead)} of its games; "
        f"estimate and games won correlate by {link:.2f}."
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--games", type=int, default=400, help="games played with each pair of decks")
    parser.add_argument("--players", default="2")
    parser.add_argument("--only", default="random,easy,hard,expert", help="which pairs: the level beside medium")
    parser.add_argument("--log")
    parser.add_argument("--write", action="store_true", help="into benchmarks/RESULTS.md")
    asked = parser.parse_args()
    log, lines, all_outcomes = Log(asked.log), [], []
    for upper, lower in LADDER:
        if not {upper, lower} - {"medium"} & set(asked.only.split(",")):
            continue
        for players in map(int, asked.players.split(",")):
            outcomes = [
                log.get(
                    f"{upper} {lower} {players} {deal} {asked.games}",
                    lambda: draft_deal(upper, lower, players, deal, asked.games),  # noqa: B023
                )
                for deal in range(asked.deals)
            ]
            all_outcomes += outcomes
            drafts = len(outcomes) * players
            lines.append(
                f"{upper} drafting among {lower}, {players} players: its decks win "
                f"{interval([outcome['won'] for outcome in outcomes])}, "
                f"{drafts * asked.games} games after {drafts} drafts"
            )
            print(lines[-1], flush=True)
    if any(len(scores) == 2 for outcome in all_outcomes for scores, _ in outcome["drafts"]):
        lines.append(foretelling(all_outcomes))
        print(lines[-1], flush=True)
    if asked.write:
        write_section("The Theatre: drafts", "\n\n".join(lines))


if __name__ == "__main__":
    main()
