"""Every game: records, saves and share codes give the same game back; the same game in every process."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conformance.random_play import CASES, GAMES, Case, plain, play_out, played

import theatre_lab as tl
from theatre_lab.core.errors import RecordError
from theatre_lab.core.match import Match
from theatre_lab.core.records import GameRecord, parse_json, replay, share_code, unpack_share_code
from theatre_lab.games import get_game

every_case = pytest.mark.parametrize("case", CASES, ids=str)


@every_case
def test_a_record_replays_to_the_same_states_at_every_ply(case: Case) -> None:
    match = played(case).match
    record = GameRecord.from_dict(parse_json(match.record().to_json()))
    assert record == match.record()
    seen: list[str] = []
    done = replay(record, get_game, lambda state, action, text: seen.append(plain(state)))
    assert seen == [plain(ply.before) for ply in played(case).plies]
    assert plain(done.state) == plain(match.state)
    assert (done.is_over, done.scores, done.winners) == (True, match.scores, match.winners)


@every_case
def test_a_game_broken_off_anywhere_goes_on_as_if_it_had_not_been(case: Case, tmp_path: Path) -> None:
    whole, match = played(case), case.match(1)
    stops = set(whole.some(6))
    for index, ply in enumerate(whole.plies):
        if index in stops:
            match.save(tmp_path / "match.json")
            ways = [
                tl.load(tmp_path / "match.json"),
                tl.load(share_code(match.record().as_dict())),
                tl.load(match.record().to_json()),
                Match.from_save(json.loads(json.dumps(match.to_save())), case.game),
            ]
            for other in ways:
                assert plain(other.state) == plain(match.state)
                assert other.history == match.history
                assert (other.options, other.rules, other.names) == (match.options, match.rules, match.names)
                assert other.record() == match.record()
            match = ways[index % len(ways)]
        match.play(ply.text)
    assert match.record() == whole.match.record()


@every_case
def test_the_share_code_hides_the_cards_from_a_passing_glance(case: Case) -> None:
    match = case.match(1)
    record = match.record()
    code = share_code(record.as_dict())
    assert unpack_share_code(code) == record.as_dict()
    for text in {text for entry in record.chance for text in entry if len(text) > 3}:
        assert text not in code
        assert text not in repr(match)


@every_case
def test_a_record_that_lacks_an_option_drawn_by_lot_is_refused(case: Case) -> None:
    data = played(case).match.record().as_dict()
    assert set(case.game.drawn_options) <= set(case.game.option_names)
    for option in case.game.drawn_options:
        options = {key: value for key, value in data["options"].items() if key != option}
        with pytest.raises(RecordError, match=option) as refusal:
            replay(GameRecord.from_dict({**data, "options": options}), get_game)
        assert refusal.value.at is None


@every_case
def test_records_with_one_thing_changed_are_refused_where_it_lies(case: Case) -> None:
    match = played(case).match
    data = match.record().as_dict()

    def at(**changed: object) -> int | None:
        with pytest.raises(RecordError) as refusal:
            replay(GameRecord.from_dict({**data, **changed}), get_game)
        return refusal.value.at

    actions, chance = data["actions"], data["chance"]
    middle = len(actions) // 2
    assert at(actions=[*actions[:middle], "dance", *actions[middle:]]) == middle
    assert at(actions=[*actions, actions[0]]) == len(actions)
    assert at(chance=[]) is None
    assert at(chance=[["nothing"], *chance[1:]]) is None
    assert at(chance=[*chance, chance[0]]) == len(actions)
    assert at(chance=[chance[0][1:], *chance[1:]]) is None
    result = data["result"]
    assert at(result={**result, "scores": [score + 1 for score in result["scores"]]}) == len(actions)
    assert at(result={**result, "winners": []}) == len(actions)
    assert at(actions=actions[:middle], chance=chance[: -_luck_from(match, middle) or None]) == middle
    lucky = [index for index, ply in enumerate(match.history) if ply.chance]
    if lucky:
        assert at(chance=chance[: -_luck_from(match, lucky[-1])]) == lucky[-1]


def _luck_from(match: Match, index: int) -> int:
    """How many chance entries follow this action or a later one."""
    return sum(len(ply.chance) for ply in match.history[index:])


@pytest.mark.parametrize("name", GAMES)
def test_changed_rule_numbers_travel_with_the_record(name: str) -> None:
    game = get_game(name)
    number = game.rule_numbers[0]
    match = Match(game, game.min_players, seed=5, rules={number.key: number.high})
    play_out(match, 5)
    again = tl.load(match.record().to_json())
    assert again.rules == {number.key: number.high}
    assert again.scores == match.scores


_PLAY_ALL = """
from conformance.test_records import digest_of_all
print(digest_of_all())
"""


def digest_of_all() -> str:
    """A fingerprint of a game of every case, of its views and of bots' choices."""
    digest = hashlib.sha256()
    for case in CASES:
        game = played(case)
        digest.update(game.match.record().to_json().encode())
        for state in game.states(6):
            for player in range(case.players):
                digest.update(json.dumps(game.game.view(state, player).as_dict()).encode())
    return digest.hexdigest()


def test_every_process_plays_the_same_games_whatever_its_hash_seed() -> None:
    tests = Path(__file__).parents[1]
    answers = set()
    for seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{tests}{os.pathsep}{tests.parent}"}
        done = subprocess.run(
            [sys.executable, "-c", _PLAY_ALL], env=environment, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        answers.add(done.stdout.strip())
    assert answers == {digest_of_all()}
