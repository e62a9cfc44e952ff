"""The table: turns, refusals, undo, hidden cards, bots in their thread, saves."""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from widgets.test_messages import act, send

from theatre_lab.bots import LevelBot, bot_names
from theatre_lab.core.compiled import list_backend
from theatre_lab.core.errors import BadInput, BotError, IllegalAction, OptionError, UndoRefused
from theatre_lab.core.match import Match
from theatre_lab.games import game_names, get_game
from theatre_lab.widgets import Table, table

TABLE = sys.modules[Table.__module__]


def play_on(game: Table, plies: int, seed: int = 1) -> None:
    """Play at random for the people until so many decisions have been made or the game is over."""
    rng = random.Random(seed)
    while game.match.ply < plies and not game.match.is_over:
        game.play(rng.choice(game.legal_actions()))


# ------------------------------------------------------------------ making one


def test_you_may_sit_in_any_chair() -> None:
    game = table(you=1, opponents=["greedy"], theatre="rotunda", seed=5, pace=0).wait()
    assert game.match.names == ["Greedy", "You"]
    assert game.match.to_move == 1
    assert game.model["body"]["mine"] == 1


def test_names_are_never_the_same() -> None:
    game = table(opponents=["greedy", "greedy"], theatre="rotunda", seed=5, pace=0)
    assert game.match.names == ["You", "Greedy", "Greedy 2"]


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"theatre": "opera"}, OptionError, "opera-house"),
        ({"opponents": ["gredy"]}, OptionError, "did you mean 'greedy'"),
        ({"opponents": ["greedy"] * 4}, BadInput, "2 to 4 players"),
        ({"you": 5}, BadInput, "you must be a place from 0 to 1"),
        ({"you": []}, BadInput, "you must be a place"),
        ({"you": None}, BadInput, "you must be a place"),
        ({"you": 0.0}, BadInput, "you must be a place"),
        ({"you": [0, [1]]}, BadInput, "you must be a place"),
        ({"you": [1, 1]}, BadInput, "you must be a place"),
        ({"opponents": None}, BadInput, "opponents must be a list"),
        ({"opponents": [5]}, BadInput, "opponents must be a list"),
        ({"names": ["A"]}, BadInput, "names must hold 2 names"),
        ({"names": "AB"}, BadInput, "names must hold 2 names"),
        ({"names": 5}, BadInput, "names must hold 2 names"),
        ({"pace": -1}, BadInput, "pace"),
        ({"seed": "x"}, OptionError, "seed"),
        ({"practice": "yes"}, OptionError, "practice"),
    ],
)
def test_wrong_arguments_are_named(options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        table(**options)


def test_a_table_needs_a_person() -> None:
    match = Match(get_game("overture"), 2, seats=["greedy", "random"], theatre="rotunda", seed=1)
    with pytest.raises(BadInput, match="a person"):
        Table(match)


# ------------------------------------------------------------------ playing


@pytest.mark.parametrize("opponents", [["greedy"], ["random", "greedy"], ["random", "random", "random"]])
def test_a_whole_game_ends_with_every_point_explained(opponents: list[str]) -> None:
    game = table(opponents=opponents, theatre="dinner-playhouse", seed=9, pace=0)
    play_on(game, 1000)
    over = game.model["over"]
    assert over["totals"] == game.match.scores
    for player, total in enumerate(over["totals"]):
        assert sum(row["values"][player] for row in over["rows"]) == total
    assert over["winners"] == game.match.winners
    assert game.model["prompt"]["text"] == "The game is over."
    act(game, "draw", action="draw deck")
    assert game.model["refusal"]["rule"] is None or game.model["refusal"]["rule"] == "OV-E1"


def test_the_prompt_says_what_is_to_be_decided() -> None:
    game = table(theatre="rotunda", seed=7, pace=0)
    assert "Draw a card" in game.model["prompt"]["text"]
    game.play("draw lobby 1")
    assert "One lobby card a turn" in game.model["prompt"]["note"]
    game.play("draw deck")
    assert "Seat one card" in game.model["prompt"]["text"]
    card = game.select(1).model["body"]["hand"][1]["name"]
    act(game, "press", seat="A3")
    assert [action["label"] for action in game.model["prompt"]["actions"]] == ["Seat on A3"]
    assert game.match.ply == 2
    act(game, "press", seat="A3")
    assert game.model["body"]["houses"][0]["seats"]["A3"]["card"]["name"] == card
    assert "Discard one card" in game.model["prompt"]["text"]


def test_previews_are_the_changes_that_come_true() -> None:
    game = table(theatre="amphitheater", seed=4, pace=0)
    for _ in range(7):
        while game.model["body"]["decision"] == "draw":
            game.play("draw deck")
        game.select(0)
        body = game.model["body"]
        card, before = body["hand"][0]["name"], game.match.scores[0]
        seat, answer = random.Random(game.match.ply).choice(list(body["preview"]["seats"].items()))
        assert sum(part["points"] for part in answer["parts"]) == answer["delta"]
        game.play(f"seat {card} {seat}")
        assert game.match.scores[0] - before == answer["delta"]
        assert game.model["body"]["houses"][0]["seats"][seat]["points"] == answer["own"]
        game.play(game.legal_actions()[0])


@pytest.mark.parametrize(
    ("intent", "args", "where", "rule"),
    [
        ("draw", {"action": "draw lobby 0"}, "lobby", "OV-L1"),
        ("drop", {"index": 0, "seat": "A3"}, "house", "OV-T1"),
        ("draw", {"action": "discard VIP"}, "lobby", "OV-T4"),
    ],
)
def test_refusals_name_their_clause_where_they_happen(intent: str, args: dict[str, Any], where: str, rule: str) -> None:
    game = table(theatre="rotunda", seed=7, pace=0)
    act(game, intent, **args)
    refusal = game.model["refusal"]
    assert (refusal["where"], refusal["rule"]) == (where, rule)
    assert refusal["text"]
    assert rule in game.rules
    assert game.match.ply == 0
    act(game, "draw", action="draw deck")
    assert game.model["refusal"] is None


def test_a_taken_seat_is_refused() -> None:
    game = table(theatre="rotunda", seed=7, pace=0)
    game.play("draw deck").play("draw deck")
    game.play(f"seat {game.model['body']['hand'][0]['name']} A3").play(game_discard(game))
    game.play("draw deck").play("draw deck").select(0)
    act(game, "press", seat="A3")
    assert game.model["refusal"]["rule"] == "OV-T3"
    assert "taken" in game.model["refusal"]["text"]


def game_discard(game: Table) -> str:
    return next(action for action in game.legal_actions() if action.startswith("discard"))


def test_a_mistake_from_a_cell_is_raised() -> None:
    game = table(theatre="rotunda", seed=7, pace=0)
    with pytest.raises(IllegalAction, match="OV-L1"):
        game.play("draw lobby 0")
    assert game.match.ply == 0


# ------------------------------------------------------------------ undo


def test_a_seating_can_be_taken_back_and_a_look_into_the_deck_cannot() -> None:
    game = table(theatre="rotunda", seed=7, pace=0).play("draw deck").play("draw deck")
    with pytest.raises(UndoRefused, match="seen something new"):
        game.undo()
    card = game.model["body"]["hand"][0]["name"]
    game.play(f"seat {card} A3").undo()
    assert game.model["body"]["decision"] == "seat"
    assert game.model["body"]["houses"][0]["seats"] == {}


def test_practice_takes_everything_back_to_the_start() -> None:
    game = table(theatre="rotunda", seed=7, pace=0, practice=True)
    start = json.dumps(game.model["body"])
    play_on(game, 20)
    while game.match.ply:
        game.undo()
    assert json.dumps(game.model["body"]) == start
    assert game.model["log"] == []
    with pytest.raises(UndoRefused, match="nothing to take back"):
        game.undo()


def test_undo_while_a_bot_thinks_stops_the_bot() -> None:
    game = table(theatre="rotunda", seed=7, pace=30, practice=True)
    game.play("draw deck").play("draw deck").play(game.legal_actions()[0])
    act(game, "draw", action=game_discard(game))
    assert game.model["thinking"]
    send(game, "undo")
    assert game.model["body"]["decision"] == "discard"
    game.play(game_discard(game))
    assert game.match.to_move == 0
    assert [ply.player for ply in game.match.history].count(1) == 4


# ------------------------------------------------------------------ hidden cards


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_model_depends_on_nothing_hidden(players: int) -> None:
    """Two games that look the same to the viewer give the same model, to the last letter."""
    game = table(opponents=["random"] * (players - 1), theatre="promenade", seed=11, pace=0)
    rng = [3, 5, 7, 11]
    for plies in range(0, 40, 7):
        play_on(game, plies)
        if game.match.is_over or game.match.to_move != 0:
            continue
        view = game.match.view(0)
        before = json.dumps(game.model, sort_keys=True)
        truth = game.match.state
        game.match.state = view.determinize(rng)
        game._refresh()
        assert json.dumps(game.model, sort_keys=True) == before
        game.match.state = truth


def test_other_hands_and_the_deck_are_not_in_the_model() -> None:
    game = table(theatre="promenade", seed=11, pace=0)
    play_on(game, 24)
    text = json.dumps(game.model)
    assert "chance" not in text
    assert "code" not in game.model
    assert str(game.match.seed * 8) not in text
    discards = [line for line in game.model["log"] if line["who"] != "You" and line["text"].startswith("discard")]
    assert discards
    assert all(line["card"] is None for line in discards)
    blind = [line for line in game.model["log"] if line["who"] != "You" and line["text"].startswith("draw")]
    assert all(line["card"] is None for line in blind)


def test_the_curtain_leaves_no_hand_in_the_model() -> None:
    game = table(you=[0, 1], opponents=[], names=["Ann", "Ben"], theatre="rotunda", seed=7)
    assert game.model["body"]["hand"] == []
    assert game.model["curtain"]["title"] == "Pass the screen to Ann"
    send(game, "raise")
    assert len(game.model["body"]["hand"]) == 1
    assert game.model["curtain"] is None
    for _ in range(2):
        act(game, "draw", action="draw deck")
    game.select(0)
    act(game, "press", seat="A3")
    act(game, "press", seat="A3")
    for _ in range(2):
        act(game, "select", index=0)
    assert game.match.to_move == 1
    body = game.model["body"]
    assert game.model["curtain"]["title"] == "Pass the screen to Ben"
    assert (body["hand"], body["preview"], body["selected"]) == ([], None, None)
    assert all(player["known"] == [] for player in game.model["players"])
    assert all(line["card"] is None for line in game.model["log"] if line["text"] != "seats")
    assert "Hand" not in repr(game)
    act(game, "draw", action="draw deck")
    assert game.match.to_move == 1
    assert game.match.ply == 4


# ------------------------------------------------------------------ bots


def test_a_thinking_bot_blocks_nothing() -> None:
    game = table(theatre="rotunda", seed=7, pace=10)
    game.play("draw deck").play("draw deck").play(game.legal_actions()[0])
    started = time.monotonic()
    act(game, "draw", action=game_discard(game))
    assert time.monotonic() - started < 5
    assert game.model["thinking"]["name"] == "Greedy"
    act(game, "enlarge", player=1)
    assert game.model["body"]["enlarged"] == 1
    game.wait()
    assert game.model["thinking"] is None
    assert game.model["body"]["enlarged"] == 1


def test_a_failing_bot_is_said_and_may_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(theatre="rotunda", seed=7, pace=0)
    good = game._bots[1]

    def broken(_view: object) -> int:
        raise RuntimeError("lost the thread")

    game._bots[1] = broken
    game.play("draw deck").play("draw deck").play(game.legal_actions()[0])
    with pytest.raises(BotError, match="lost the thread"):
        game.play(game_discard(game))
    assert "lost the thread" in game.model["prompt"]["note"]
    game._bots[1] = good
    send(game, "retry")
    game.wait()
    assert game.match.to_move == 0


def test_a_new_game_ends_the_thoughts_about_the_old_one() -> None:
    game = table(theatre="rotunda", seed=7, pace=5)
    game.play("draw deck").play("draw deck").play(game.legal_actions()[0])
    act(game, "draw", action=game_discard(game))
    chairs = [{"name": "", "kind": "human"}, {"name": "Bo", "kind": "random"}]
    send(game, "new", chairs=chairs, options={"theatre": "blackbox"}, seed="3", practice=True)
    assert game.match.ply == 0
    assert game.match.practice
    game.wait()
    assert game.match.ply == 0
    assert game.match.names == ["You", "Bo"]
    assert game.model["thinking"] is None


def test_the_same_seed_gives_the_same_game() -> None:
    texts = []
    for _ in range(2):
        game = table(theatre="rotunda", seed=7, pace=0, opponents=["random"])
        play_on(game, 30)
        texts.append(repr(game))
    assert texts[0] == texts[1]
    assert threading.active_count() < 50


def test_a_hint_is_legal_and_reasoned() -> None:
    game = table(theatre="rotunda", seed=7, pace=0)
    for _ in range(8):
        game.hint()
        assert game._advice.action in game.legal_actions()
        assert game.model["hint"]["text"]
        hint = game.model["hint"]
        assert hint["total"] == sum(part["points"] for part in hint["parts"])
        game.play(game._advice.action)
        assert game.model["hint"] is None


# ------------------------------------------------------------------ saving and forms without a browser


def test_save_and_load_keep_who_plays_and_what_was_decided(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("save") / "game.json"
    game = table(theatre="rotunda", seed=7, pace=0, opponents=["random", "greedy"], practice=True)
    play_on(game, 14)
    game.save(path)
    other = table(theatre="blackbox", seed=1, pace=0).load(path)
    assert repr(other) == repr(game)
    assert other.match.seats == ["human", "random", "greedy"]
    other.undo()


def test_a_save_is_made_by_the_kernel_on_request_alone() -> None:
    game = table(theatre="rotunda", seed=7, pace=0)
    ack, download = send(game, "save")
    assert download["kind"] == "download"
    assert download["id"] == ack["id"]
    saved = json.loads(download["text"])
    assert saved["seats"] == ["human", "greedy"]
    assert saved["code"] not in json.dumps(game.model)


def test_a_record_is_played_on_by_the_same_people(tmp_path_factory: pytest.TempPathFactory) -> None:
    game = table(theatre="rotunda", seed=7, pace=0).play("draw deck")
    other = table(theatre="blackbox", seed=1, pace=0)
    send(other, "load", text=game.match.record().to_json())
    assert other.match.seats == ["human", "greedy"]
    assert other.match.ply == 1
    send(other, "load", text="/etc/passwd")
    assert "no saved game" in other.model["refusal"]["text"]
    assert other.match.ply == 1


def test_the_text_form_carries_the_state() -> None:
    game = table(theatre="rotunda", seed=7, pace=0)
    texts = [repr(game)]
    for action in ("draw lobby 1", "draw deck"):
        texts.append(repr(game.play(action)))
    texts.append(repr(game.select(0)))
    texts.append(repr(game.hint()))
    assert len(set(texts)) == len(texts)
    assert "Draw a card" in texts[0]
    assert not any("0x" in text for text in texts)
    bundle = game._repr_mimebundle_()[0]
    assert bundle["text/plain"] == repr(game)
    assert "<table>" in bundle["text/html"]


def test_three_players_steps_have_no_discard() -> None:
    game = table(opponents=["random", "random"], theatre="rotunda", seed=5, pace=0)
    assert [step["text"] for step in game.model["steps"]] == ["Draw to 2 cards", "Seat 1 card"]


# ------------------------------------------------------------------ another match on the table


def test_a_save_of_people_alone_is_played_on_by_people(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("save") / "game.json"
    table(you=[0, 1], opponents=[], theatre="rotunda", seed=7).play("draw deck").save(path)
    game = table(theatre="blackbox", seed=1, pace=0).load(path)
    assert game.match.seats == ["human", "human"]
    assert game.model["curtain"]


def test_a_match_of_another_game_brings_its_own_rules() -> None:
    game = table(theatre="rotunda", seed=7, pace=0)
    assert "OV-P1" in game.rules
    game.new_game(Match(get_game("cabaret"), 3, seed=1))
    assert "CB-T1" in game.rules
    assert "OV-P1" not in game.rules


def test_a_bot_that_fails_over_the_old_game_leaves_the_new_one_alone() -> None:
    game = table(theatre="rotunda", seed=7, pace=0)
    thinking, may_fail = threading.Event(), threading.Event()

    def broken(_view: object) -> int:
        thinking.set()
        may_fail.wait(20)
        raise RuntimeError("lost the thread")

    game._bots[1] = broken
    for _ in range(2):
        act(game, "draw", action="draw deck")
    act(game, "draw", action=game.legal_actions()[0])
    act(game, "draw", action=game_discard(game))
    assert thinking.wait(20)
    game.new_game(Match(get_game("overture"), ["Bo", "You"], seats=["random", "human"], theatre="blackbox", seed=3))
    may_fail.set()
    game.wait(20)
    assert game.match.to_move == 1
    assert game.model["prompt"]["text"] != "A bot has failed."


def test_a_new_game_stops_a_bot_that_searches() -> None:
    game = table(opponents=["expert"], theatre="rotunda", seed=7, pace=0)
    stopped = []
    game._bots[1].stop = lambda: stopped.append("expert")
    game.new_game(Match(get_game("overture"), 2, seats=["human", "greedy"], theatre="blackbox", seed=3))
    assert stopped == ["expert"]


# ------------------------------------------------------------------ behind the curtain


def test_behind_the_curtain_no_refusal_tells_of_a_hand() -> None:
    game = table("cabaret", you=[0, 1], opponents=[], names=["Ann", "Ben"], seed=4, leader=0)
    send(game, "raise")
    game.play(game.legal_actions()[0])
    for verb, args in (("play", {"card": "*"}), ("select", {"index": 0}), ("drop", {"index": 0})):
        act(game, verb, **args)
        assert "Ben may raise it" in game.model["refusal"]["text"], verb
    send(game, "hint")
    assert "Ben may raise it" in game.model["refusal"]["text"]
    send(game, "raise")
    assert game.model["hint"] is None


def test_a_move_from_a_cell_takes_the_refusal_before_it_away() -> None:
    game = table("cabaret", you=[0, 1], opponents=[], names=["Ann", "Ben"], seed=4, leader=0)
    send(game, "raise")
    game.play(game.legal_actions()[0])
    send(game, "raise")
    send(game, "load", text="nothing")
    assert game.model["refusal"]
    game.play(game.legal_actions()[0])
    assert game.model["refusal"] is None


def test_the_curtain_rises_for_whoever_is_to_move_by_now() -> None:
    game = table("cabaret", you=[0, 1, 2], opponents=[], names=["Ann", "Ben", "Cy"], seed=4, leader=0)
    send(game, "raise")
    game.play(game.legal_actions()[0])
    assert game.model["curtain"]["title"] == "Pass the screen to Ben"
    game.match.play(game.match.legal_actions()[0])
    game.raise_curtain()
    assert game.viewer == game.match.to_move == 2
    held = {card["name"] for group in game.model["body"]["groups"] for card in group["cards"]}
    assert held == set(game.match.view(2).as_dict()["hand"])


def test_a_hint_is_for_the_position_as_it_is() -> None:
    game = table("cabaret", you=[0, 1], opponents=[], names=["Ann", "Ben"], seed=4, leader=0)
    send(game, "raise")
    game.match.play(game.match.legal_actions()[0])
    with pytest.raises(BadInput, match="Ben may raise it"):
        game.hint()


def test_a_move_from_a_cell_after_the_table_is_drawn_is_not_swallowed() -> None:
    """What is drawn may be newer than what the table has taken note of; the note is made up for."""
    game = table("cabaret", you=[0, 1], opponents=[], names=["Ann", "Ben"], seed=4, leader=0)
    send(game, "raise")
    at = game.model["ply"]
    game.match.play(game.match.legal_actions()[0])
    game._refresh()
    send(game, "act", ply=at, do="play", card="*")
    assert "too late" in game.status
    assert game.model["curtain"]["title"] == "Pass the screen to Ben"


# ------------------------------------------------------------------ levels and looking ahead


class Ponderer(LevelBot):
    """The level `hard` with a budget that nobody could wait for, so that only `stop` ends its thinking."""

    def __init__(self) -> None:
        super().__init__("hard", 1, backend=list_backend(get_game("cabaret")))

    def _analyse(self, view: Any, iterations: int) -> Any:
        return super()._analyse(view, 100_000)


def pondering_table(**how: Any) -> Table:
    """A table at which a bot that thinks for ever is to move."""
    game = table("cabaret", opponents=["hard"], seed=3, pace=0, **how)
    game._bots[1] = Ponderer()
    while game.match.to_move == 0:
        act(game, "drop", card=game.legal_actions()[0].removeprefix("play "))
    return game


class HalfWarm:
    """A compilation that stands still in its middle."""

    ready, error, done, total = False, None, 34, 123


def test_every_kind_of_bot_may_be_chosen_with_a_word_what_it_is() -> None:
    game = table(theatre="rotunda", seed=7, pace=0)
    send(game, "panel", which="new")
    kinds = {kind["id"]: kind["label"] for kind in game.model["setup"]["kinds"]}
    assert set(kinds) == {"human", *bot_names()}
    assert len(set(kinds.values())) == len(kinds)
    assert all(len(label) > len(name) for name, label in kinds.items())
    chairs = [{"name": "", "kind": "human"}, {"name": "", "kind": "expert"}, {"name": "", "kind": "easy"}]
    send(game, "new", chairs=chairs, options={"theatre": "rotunda"}, seed="3", practice=False)
    assert game.match.seats == ["human", "expert", "easy"]
    assert game._bots[1].live


def test_move_now_ends_the_thinking_and_plays() -> None:
    game = pondering_table()
    thinking, before = game.model["thinking"], game.match.ply
    assert thinking["text"] == "Hard is thinking"
    assert thinking["stop"]
    assert not game._idle.wait(0.5)
    assert send(game, "save")[1]["kind"] == "download"
    assert game.model["thinking"]
    started = time.monotonic()
    send(game, "stop")
    game.wait(20)
    assert time.monotonic() - started < 10
    assert game.match.ply > before
    assert game.match.to_move == 0
    send(game, "stop")
    assert "No bot is thinking" in game.model["refusal"]["text"]
    with pytest.raises(BadInput, match="no bot is thinking"):
        game.stop()


def test_undo_and_a_new_game_end_the_thinking_too() -> None:
    game = pondering_table(practice=True)
    bot = game._bots[1]
    send(game, "undo")
    assert game.match.to_move == 0
    game.wait(20)
    act(game, "drop", card=game.legal_actions()[0].removeprefix("play "))
    chairs = [{"name": "", "kind": "human"}, {"name": "", "kind": "random"}]
    send(game, "new", chairs=chairs, options={}, seed="3", practice=False)
    game.wait(20)
    deadline = time.monotonic() + 20
    while bot._flags and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not bot._flags


def test_the_warm_up_is_told_while_a_level_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    warmup = HalfWarm()
    monkeypatch.setattr(TABLE, "warm", lambda _game: warmup)
    game = pondering_table()
    assert "34 of 123" in game.model["thinking"]["note"]
    warmup.done = 35
    deadline = time.monotonic() + 20
    while "35 of 123" not in game.model["thinking"]["note"] and time.monotonic() < deadline:
        time.sleep(0.05)
    assert "35 of 123" in game.model["thinking"]["note"]
    game.stop()
    assert game.model["thinking"] is None


def look_ahead(game: Table) -> dict[str, Any]:
    """Press Hint and wait for what comes."""
    send(game, "hint")
    deadline = time.monotonic() + 30
    while game.model["hint"]["busy"] and time.monotonic() < deadline:
        time.sleep(0.05)
    return game.model["hint"]


def on_lists_in_any_time(monkeypatch: pytest.MonkeyPatch, iterations: int) -> None:
    monkeypatch.setattr(TABLE, "backend_now", list_backend)
    monkeypatch.setattr(TABLE, "_HINT_SECONDS", 30.0)
    monkeypatch.setattr(TABLE, "_HINT_ITERATIONS", iterations)


def test_a_hint_looks_ahead_and_tells_the_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    on_lists_in_any_time(monkeypatch, 150)
    game = table("cabaret", opponents=["greedy"], seed=3, pace=0).wait()
    hint = look_ahead(game)
    rows = hint["outlook"]["rows"]
    assert 1 <= len(rows) <= 3
    assert rows[0]["text"].lower() == game._advice.action.lower()
    assert all(row["win"].endswith("%") and float(row["score"]) >= 0 for row in rows)
    assert "150 games" in hint["outlook"]["note"]
    assert rows[0]["win"] in game.model["say"]
    assert game._advice.action in game.legal_actions()
    game.play(game.legal_actions()[0])
    assert game.model["hint"] is None


def test_a_hint_knows_no_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    on_lists_in_any_time(monkeypatch, 40)
    told = []
    for world in range(2):
        game = table("cabaret", opponents=["greedy"], seed=3, pace=0).wait()
        if world:
            game.match.state = game.match.view(0).determinize([9])
            game = Table(game.match, pace=0)
        told.append(look_ahead(game))
    assert told[0] == told[1]


def test_with_too_few_games_played_ahead_the_hint_is_the_greedy_one(monkeypatch: pytest.MonkeyPatch) -> None:
    on_lists_in_any_time(monkeypatch, 3)
    game = table("cabaret", opponents=["greedy"], seed=3, pace=0).wait()
    hint = look_ahead(game)
    assert hint["outlook"]["rows"] == []
    assert "best right now" in hint["outlook"]["note"]
    action = game._advice.action
    assert game.hint()._advice.action == action
    assert game.model["hint"]["outlook"] is None


def test_a_failing_look_ahead_is_said_and_a_hint_is_given_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_how: object) -> None:
        raise RuntimeError("lost the thread")

    monkeypatch.setattr(TABLE, "analyse", broken)
    game = table("cabaret", opponents=["greedy"], seed=3, pace=0).wait()
    assert look_ahead(game)["text"]
    assert "lost the thread" in game.status


def test_a_hint_that_comes_too_late_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    on_lists_in_any_time(monkeypatch, 60)
    game = table("cabaret", opponents=["greedy"], seed=3, pace=0).wait()
    send(game, "hint")
    assert game.model["hint"]["busy"]
    game.play(game.legal_actions()[0])
    for thread in threading.enumerate():
        if thread.name == "theatre_lab hint":
            thread.join(30)
    assert game.model["hint"] is None


def test_the_players_of_a_table_are_you_and_the_opponents() -> None:
    with pytest.raises(BadInput, match="you and the opponents"):
        table("overture", players=3)


def test_the_new_game_form_tells_what_each_level_is_worth() -> None:
    from theatre_lab.bots import bot_names
    from theatre_lab.bots.ratings import rating_of

    at_table = table("overture", opponents=["easy"], seed=1, theatre="rotunda")
    kinds = {kind["id"]: kind["label"] for kind in at_table._setup()["kinds"]}
    assert list(kinds) == ["human", *bot_names()]
    measured = rating_of("overture", "medium")
    assert measured is not None
    assert kinds["medium"].endswith(f"(rating {measured.rating:.0f})")


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("args", [{"do": "x" * 5000}, {"do": "select", "index": "x" * 5000}], ids=["verb", "index"])
def test_a_long_word_in_a_message_is_not_repeated_at_length(name: str, args: dict[str, Any]) -> None:
    table = Table(Match(get_game(name), get_game(name).min_players, seed=1), pace=0)
    table._receive(table, {"kind": "intent", "intent": "act", "args": args, "ply": table.model["ply"]}, [])
    told = table.status + json.dumps(table.model["refusal"])
    assert told != "null", "something is said"
    assert len(table.status) < 300
    assert "x" * 300 not in told


@pytest.mark.parametrize(("form", "told_by"), [(repr, "table_text"), (Table._repr_html_, "table_html")])
def test_nobody_moves_at_another_table_while_a_form_without_a_front_end_is_made(
    form: Callable[[Table], str], told_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table(opponents=["greedy"], theatre="rotunda", seed=5, pace=0).wait()
    tell, held = getattr(game._show, told_by), []

    def told(*shown: Any) -> Any:
        held.append(TABLE._PLAYING.locked())
        return tell(*shown)

    monkeypatch.setattr(game._show, told_by, told)
    assert "Rotunda" in form(game)
    assert held == [True]
