"""Games played at random with everything checked that must hold of any game.

Scores equal to their parts; what is taken back comes again; records, saves and share codes give the same game; the
compiled rules agree at every decision; and every process plays the same games, whatever its hash seed.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from theatre_lab.bots.basic import RandomBot
from theatre_lab.core.compiled import Backend, compiled_backend
from theatre_lab.core.game import Game, total
from theatre_lab.core.match import Match
from theatre_lab.core.records import GameRecord, parse_json, replay
from theatre_lab.games import get_game

HASH_SEEDS = ("0", "1", "4242")
MOST_PLIES = 20_000
LONG_EVERY = 50


def new_game(game: Game, index: int, seed: int) -> Match:
    """Game `index` of a series: all numbers of players in turn; everything may be taken back."""
    numbers = range(game.min_players, game.max_players + 1)
    players = numbers[index % len(numbers)]
    options: dict[str, Any] = {}
    if game.name == "mythic-circus":
        options = {"finish": ("first", "round")[index // len(numbers) % 2]}
        if index % LONG_EVERY:
            options["max_turns"] = 6
    options = game.series_options(players, game.check_options(players, options), index)
    return Match(game, players, seed=seed * 1_000_003 + index, practice=True, **options)


class Beside:
    """The compiled form of a match, which has to stay equal to it."""

    def __init__(self, backend: Backend, match: Match) -> None:
        self.game, self.backend = match.game, backend
        self.worlds = backend.worlds(2)
        self.out, self.cards = backend.integers(self.game.max_actions), backend.integers(self.game.max_cards)
        self.follow(match)

    def follow(self, match: Match) -> None:
        self.backend.store(self.worlds, 0, match.state)

    def legal(self) -> list[int]:
        n = int(self.backend.rules.legal_actions(self.worlds[0], self.out))
        return [int(action) for action in self.out[:n]]

    def apply(self, action: int, before: Any, luck: tuple[tuple[str, ...], ...]) -> None:
        """Carry out an action and feed in the luck that the match met."""
        s, state = self.worlds[0], before.copy()
        self.backend.rules.apply(s, action)
        self.game.rules.apply(state, action)
        for texts in luck:
            order = self.game.parse_chance(state, texts)
            for i, card in enumerate(order):
                self.cards[i] = card
            self.backend.rules.set_chance(s, self.cards, len(order))
            self.game.rules.set_chance(state, order, len(order))

    def agrees(self, state: Any) -> bool:
        """Is the compiled form at this state, in every field?"""
        self.backend.store(self.worlds, 1, state)
        one, other = self.worlds[0], self.worlds[1]
        if hasattr(one, "tobytes"):
            return bool(one.tobytes() == other.tobytes())
        return plain(one) == plain(other)


def plain(state: Any) -> str:
    return json.dumps(state.as_dict())


def check_game(match: Match, backend: Backend, seed: int) -> list[str]:
    """Play a match to its end; what does not hold, each in a line."""
    game, bot, faults = match.game, RandomBot(seed), []

    def check(holds: bool, what: str) -> None:
        if not holds:
            faults.append(f"ply {match.ply}: {what}")

    beside = Beside(backend, match)
    while (player := match.to_move) is not None and not faults:
        check(match.ply < MOST_PLIES, "the game does not end")
        before = match.state
        check(beside.legal() == game.legal_actions(before), "compiled rules allow other actions")
        match.play(bot(match.view(player)))
        done = match.history[-1]
        beside.apply(done.action, before, done.chance)
        check(beside.agrees(match.state), "compiled rules come to another state")
        if match.ply % 10 == 0:
            after, text = plain(match.state), match.undo()
            check(plain(match.state) == plain(before), "what was taken back is not as it was")
            match.play(text)
            check(plain(match.state) == after, "what was taken back does not come again")
        if match.ply % 10 == 5 or match.is_over:
            for seat, points in enumerate(match.scores):
                check(total(match.breakdown(seat)) == points, f"the score of seat {seat} is not the sum of its parts")
    if not faults:
        for fault in check_keeping(match):
            check(False, fault)
    return faults


def check_keeping(match: Match) -> list[str]:
    """Does the finished match come back from its record, its save and its beginning?"""
    game, end, record = match.game, plain(match.state), match.record()
    faults = []
    again = replay(GameRecord.from_dict(parse_json(record.to_json())), get_game)
    if (plain(again.state), again.scores, again.winners) != (end, match.scores, match.winners):
        faults.append("the record is replayed to another end")
    if plain(Match.from_save(json.loads(json.dumps(match.to_save())), game).state) != end:
        faults.append("the save is loaded as another game")
    texts = [ply.text for ply in match.history]
    start = match.rewound(0, practice=True)
    for text in texts:
        start.play(text)
    if plain(start.state) != end:
        faults.append("played again from the beginning the game comes to another end")
    return faults


def check_whole_games(game: Game, games: int, seed: int, told: Callable[[int], Any] = lambda _: None) -> list[str]:
    """The faults of so many games, the first game that has any included whole."""
    backend = compiled_backend(game)
    for index in range(games):
        match = new_game(game, index, seed)
        faults = check_game(match, backend, index)
        told(1)
        if faults:
            return [f"{game.name}, {match.options}, game {index}, seed {seed}: {fault}" for fault in faults]
    return []


def digest_of(game: Game, games: int, seed: int) -> str:
    """A fingerprint of so many games: records, and what every player sees at the end."""
    digest = hashlib.sha256()
    for index in range(games):
        match, bot = new_game(game, index, seed), RandomBot(index)
        while (player := match.to_move) is not None:
            match.play(bot(match.view(player)))
        digest.update(match.record().to_json().encode())
        for seat in range(len(match.names)):
            digest.update(json.dumps(match.view(seat).as_dict()).encode())
    return digest.hexdigest()


def digest_in_processes(game: Game, games: int, seed: int) -> list[str]:
    """Do processes of different hash seeds play the same games? The fault, if not."""
    answers = {}
    for hash_seed in HASH_SEEDS:
        code = (
            "from trust.whole_games import digest_of; from theatre_lab.games import get_game; "
            f"print(digest_of(get_game({game.name!r}), {games}, {seed}))"
        )
        tests = Path(__file__).resolve().parents[1]
        path = os.pathsep.join([str(tests), str(tests.parent)])
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
            capture_output=True,
            text=True,
        )
        answers[hash_seed] = done.stdout.strip() or done.stderr.strip()[-300:]
    if len(set(answers.values())) == 1 and len(next(iter(answers.values()))) == 64:
        return []
    return [f"{game.name}: processes of different hash seeds play different games: {answers}"]
