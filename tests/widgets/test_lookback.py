"""Reviews and replays as widgets: what is shown, what is hidden, and what is refused."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import pytest
from widgets.test_messages import act, send

from theatre_lab.bots import choose, get_bot
from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.core.match import Match
from theatre_lab.games import game_names, get_game
from theatre_lab.lab.review import review
from theatre_lab.lab.simulate import play_game
from theatre_lab.widgets import Replay, Review, Table, table


def cabaret(players: int = 3, seed: int = 3) -> Match:
    bots = [get_bot("random", seed), *(get_bot("greedy", i) for i in range(1, players))]
    return play_game(get_game("cabaret"), bots, seed=seed, options={"rounds": 1})


def part_of(name: str, plies: int, seed: int = 5) -> Match:
    """So many decisions of a game, by a careless player and others."""
    game = get_game(name)
    match = Match(game, min(3, game.max_players), seed=seed)
    while match.ply < plies and not match.is_over:
        bot = get_bot("random", match.ply) if match.to_move == 0 else get_bot("greedy", match.ply)
        match.play(choose(bot, match.view(match.to_move or 0)))
    return match


@pytest.fixture(scope="module")
def match() -> Match:
    return cabaret()


@pytest.fixture(scope="module")
def found(match: Match) -> Any:
    return review(match, iterations=12, backend="lists")


# ------------------------------------------------------------------ Review


def test_the_costliest_move_is_shown_first_with_its_position(match: Match, found: Any) -> None:
    model = Review(found).model
    first = found.costliest()[0]
    assert model["stage"] == "done"
    assert model["moves"][0]["on"]
    assert first.text.lower() == model["moves"][0]["played"].lower()
    assert first.known.best.text == model["moves"][0]["better"]
    assert model["position"]["ply"] == first.ply
    assert model["position"]["body"]["deciding"]
    assert len(model["position"]["log"]) == first.ply
    assert {row["played"] for row in model["verdict"]["rows"]} == {True, False}
    assert f"{len(found.costly())} costly" in model["kinds"][0]["summary"]
    assert "costly" in repr(Review(found))
    assert repr(found) == repr(Review(found))


def test_the_two_kinds_of_grades_are_never_shown_together(found: Any) -> None:
    shown = Review(found)
    for hindsight in (True, False):
        model = shown.in_hindsight(hindsight).model
        assert [kind["on"] for kind in model["kinds"]] == [not hindsight, hindsight]
        assert [move["better"] for move in model["moves"]] == [
            each.grade(hindsight).best.text for each in found.costly(hindsight)
        ]


def test_another_move_may_be_looked_at(found: Any) -> None:
    shown = Review(found)
    send(shown, "look", index=1)
    assert shown.model["position"]["ply"] == found.costly()[1].ply
    with pytest.raises(OptionError):
        shown.look(99)
    send(shown, "look", index=99)
    assert "index" in shown.status


def test_a_position_is_looked_at_and_not_played(found: Any) -> None:
    shown = Review(found)
    card = shown.model["position"]["body"]["groups"][0]["cards"][0]["name"]
    act(shown, "pick", card=card)
    assert shown.model["position"]["body"]["selected"] == card
    act(shown, "play", card=card)
    assert "Try it again" in shown.model["refusal"]["text"]
    assert found.match.ply == shown.match.ply


def test_trying_again_opens_a_table_at_the_position(match: Match, found: Any) -> None:
    shown = Review(found)
    first = found.costliest()[0]
    send(shown, "play_on", opponent="easy")
    assert shown.table is not None
    game = shown.table.match
    assert game.seats == ["human", "easy", "easy"]
    assert game.view(0) == match.game.view(match.history[first.ply].before, 0)
    assert shown.model["table"]["body"]["deciding"]
    shown.table.play(first.text)
    assert shown.model["table"] == shown.table.model
    assert first.text.split()[-1] in repr(shown)
    send(shown, "close_table")
    assert shown.model["table"] is None
    assert shown.model["position"]["ply"] == first.ply


def test_clicks_at_the_inner_table_are_played_there(found: Any) -> None:
    shown = Review(found)
    inner = shown.play_on("medium")
    at = inner.match.ply
    card = next(c["name"] for g in inner.model["body"]["groups"] for c in g["cards"] if not c["refused"])
    ply = inner.model["ply"]
    for stale, waits in ((ply - 1, "too late"), (ply, "")):
        content = {"intent": "act", "args": {"do": "play", "card": card}, "ply": stale}
        message = {"kind": "intent", "id": "1.2", "intent": "table", "ply": shown.model["ply"], "args": content}
        shown._receive(shown, message, [])
        assert waits in shown.status
    inner.wait()
    assert inner.match.ply > at
    assert shown.model["table"]["log"][0]["card"] == card


def test_a_retry_from_what_was_known_cannot_be_saved_and_says_why(found: Any) -> None:
    shown = Review(found)
    inner = shown.play_on()
    sent = send(inner, "save")
    assert [message["kind"] for message in sent] == ["ack"]
    assert "no record" in inner.model["refusal"]["text"]
    shown.in_hindsight()
    assert [message["kind"] for message in send(shown.play_on(), "save")] == ["ack", "download"]


def test_it_thinks_in_a_thread_and_may_be_stopped(match: Match) -> None:
    shown = Review(match, iterations=4000, backend="lists")
    assert shown.model["stage"] == "thinking"
    assert "under way" in repr(shown)
    with pytest.raises(BadInput, match="not done yet"):
        _ = shown.found
    send(shown, "stop")
    assert shown.wait(60).model["stage"] == "done"
    assert not shown.found.is_whole
    assert shown.model["stopped"]
    assert "stopped" in repr(shown)


def test_when_the_waiting_ends_the_review_is_shown(match: Match) -> None:
    class Slow(Review):
        def _refresh(self) -> None:
            if self._found is not None:
                time.sleep(0.3)
            super()._refresh()

    assert Slow(match, iterations=2, backend="lists").wait(60).model["stage"] == "done"


def test_a_closed_review_closes_its_table(found: Any) -> None:
    shown = Review(found)
    inner = shown.play_on("easy")
    shown.close()
    assert (inner.comm, shown.comm) == (None, None)


def test_a_failure_is_told(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("by no one")

    monkeypatch.setattr("theatre_lab.widgets.review.lab.review", fail)
    shown = Review(match, iterations=4, backend="lists")
    with pytest.raises(BadInput, match="ZeroDivisionError: by no one"):
        shown.wait(60)
    assert shown.model["stage"] == "failed"
    assert "by no one" in shown.model["trouble"]


@pytest.mark.parametrize(
    ("how", "error", "words"),
    [
        ({"player": 7}, BadInput, "no player 7"),
        ({"iterations": -1}, OptionError, "iterations"),
        ({"backend": "gpu"}, OptionError, "backend"),
    ],
)
def test_wrong_arguments_of_a_review_are_named(
    match: Match, how: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Review(match, **how)
    assert not [each for each in threading.enumerate() if each.name == "theatre_lab review"]


# ------------------------------------------------------------------ Replay


@pytest.mark.parametrize("name", game_names())
def test_every_position_of_every_game_is_shown(name: str) -> None:
    match = part_of(name, 60)
    shown = Replay(match)
    for at in range(match.ply + 1):
        model = shown.go(at).model
        assert json.loads(json.dumps(model))["at"] == at
        assert model["position"]["practice"] is None
        assert len(model["position"]["log"]) == min(at, 60)
        assert model["say"].startswith(("The ", "After ", "Where "))
        if model["ledger"]:
            sums = [sum(values) for values in zip(*(row["values"] for row in model["ledger"]["rows"]), strict=True)]
            assert sums == model["ledger"]["totals"]
    assert repr(shown) == repr(Replay(match.record(), at=-1))


@pytest.mark.parametrize("name", [name for name in game_names() if name != "the-theatre-draft"])
def test_hidden_cards_are_shown_only_as_the_viewer_knew_them(name: str) -> None:
    """Positions that look the same to the viewer look the same in the replay, wherever the other cards lie."""
    match = part_of(name, 12)
    deals = [match.redealt(match.ply, 0, seed=seed) for seed in range(3)]
    assert deals[0].state != deals[1].state
    models = [json.dumps(Replay(deal).model) for deal in deals]
    assert models[0] == models[1] == models[2]


def test_no_hand_of_another_player_is_in_the_model_until_it_is_opened(match: Match) -> None:
    at = 4
    hands = [match.game.view(match.history[at].before, player).as_dict()["hand"] for player in range(3)]
    shown = Replay(match, 0, at=at)
    assert shown.model["hands"] == []
    cards = [card["name"] for group in shown.model["position"]["body"]["groups"] for card in group["cards"]]
    assert sorted(cards) == sorted(hands[0])
    send(shown, "open", on=True)
    assert [hand["cards"] for hand in shown.model["hands"]] == hands
    assert f"P3 holds {', '.join(hands[2])}" in repr(shown)
    send(shown, "open", on=False)
    assert shown.model["hands"] == []


def test_the_point_of_view_may_be_flipped(match: Match) -> None:
    shown = Replay(match, at=5)
    send(shown, "viewer", player=2)
    own = match.game.view(match.history[5].before, 2).as_dict()["hand"]
    cards = [card["name"] for group in shown.model["position"]["body"]["groups"] for card in group["cards"]]
    assert sorted(cards) == sorted(own)
    assert "seen by P3" in repr(shown)
    with pytest.raises(BadInput, match="no player 3"):
        shown.look_through(3)


def test_of_a_game_that_goes_on_no_other_hand_is_opened() -> None:
    match = part_of("cabaret", 7)
    match.seats[0] = "easy"
    for viewer in (0, 2):
        with pytest.raises(BadInput, match=rf"still goes on: .* only by P2 \(viewer=1\), not by P{viewer + 1}"):
            Replay(match, viewer)
    assert Replay(match, 1).viewer == 1
    shown = Replay(match)
    assert shown.model["locked"]
    for change in (lambda: shown.open_hands(), lambda: shown.look_through(0)):
        with pytest.raises(BadInput, match="still goes on"):
            change()
    send(shown, "open", on=True)
    assert "still goes on" in shown.model["refusal"]["text"]
    assert (shown.model["hands"], shown.viewer) == ([], 1)


def test_steps_end_at_both_ends(match: Match) -> None:
    shown = Replay(match)
    assert shown.back().position == 0
    assert shown.go(-1).position == match.ply
    assert shown.next().position == match.ply
    assert shown.model["where"] == "The end"
    assert not shown.model["canPlay"]
    for wrong in (match.ply + 1, -match.ply - 2, "5", 1.0, True):
        with pytest.raises(BadInput, match="positions are counted"):
            shown.go(wrong)  # type: ignore[arg-type]
    send(shown, "go", at=3)
    assert shown.position == 3
    send(shown, "go", at=match.ply + 1)
    assert "needs at" in shown.status
    assert shown.position == 3


def test_turning_points_are_big_changes_and_costly_moves(match: Match, found: Any) -> None:
    overture = part_of("overture", 60)
    shown = Replay(overture)
    assert shown.turning_points == sorted(shown.turning_points)
    scores = [overture.game.scores(state) for state in [*(ply.before for ply in overture.history), overture.state]]
    biggest = max(
        range(1, 61), key=lambda at: (max(abs(a - b) for a, b in zip(scores[at], scores[at - 1], strict=True)), -at)
    )
    assert biggest in shown.turning_points
    with_review = Replay(match, review=found)
    assert {each.ply for each in found.costliest()} <= set(with_review.turning_points)
    with pytest.raises(BadInput, match="another game"):
        Replay(overture, review=found)


def test_a_draft_is_replayed_without_the_worth_of_its_decks() -> None:
    shown = Replay(part_of("the-theatre-draft", 9))
    assert shown.turning_points == []
    assert shown.model["ledger"] is None
    assert repr(shown).startswith("Replay of The Theatre: draft, Round 1 · rank 1\n")


def test_one_may_play_on_from_any_position(match: Match) -> None:
    shown = Replay(match, 0, at=6)
    inner = shown.play_on("easy").wait()
    assert inner.match.history[5].text == match.history[5].text
    assert inner.match.seats == ["human", "easy", "easy"]
    inner.play(inner.legal_actions()[0])
    assert match.ply == 36
    shown.close_table()
    assert shown.position == 6
    with pytest.raises(BadInput, match="opponents are"):
        shown.play_on("greatest")
    with pytest.raises(BadInput, match="game is over"):
        shown.go(-1).play_on()


def test_playing_on_shows_nothing_of_how_the_cards_of_a_game_that_goes_on_lie() -> None:
    """Games that look the same to the viewer are played on from the same way, wherever the other cards lie."""
    match = part_of("cabaret", 12)
    deals = [match.redealt(match.ply, 0, seed=seed) for seed in (1, 2)]
    assert deals[0].state != deals[1].state
    again = [Replay(deal).play_on("easy").match for deal in deals]
    assert again[0].state == again[1].state
    shown = Replay(match, at=6)
    tries = [shown.play_on("easy").match for _ in range(3)]
    assert len({repr(each.state) for each in tries}) > 1
    for each in tries:
        assert each.practice
        assert each.view(0) == match.game.view(match.history[6].before, 0)


def test_a_table_is_taken_for_its_match() -> None:
    match = play_game(get_game("cabaret"), [get_bot("greedy"), get_bot("random", 1)], seed=3, options={"rounds": 1})
    shown = table(match)
    assert len(review(shown, iterations=2, backend="lists", player=1).decisions) > 1
    assert repr(Replay(shown)) == repr(Replay(match))


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(BadInput, match="a replay needs a match"):
        Replay(5)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="neither a record"):
        Replay("no\nfile")


# ------------------------------------------------------------------ Table


def test_a_finished_game_is_reviewed_at_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("theatre_lab.widgets.review.warm", lambda game: Cold())
    match = Match(get_game("cabaret"), ["You", "Ann", "Ben"], seats=["human", "greedy", "random"], seed=3, rounds=1)
    game = Table(match, pace=0).wait()
    while not game.match.is_over:
        with pytest.raises(BadInput, match="still going on"):
            game.review()
        game.play(game.legal_actions()[0])
    action = game.model["prompt"]["actions"][0]
    assert action["label"] == "Review this game"
    send(game, action["intent"], **action["args"])
    assert game.model["review"]["stage"] == "thinking"
    inside(game, "stop")
    game._lookback.wait(60)
    assert game.model["review"]["stage"] == "done"
    inside(game, "kind", kind="open")
    assert [kind["on"] for kind in game.model["review"]["kinds"]] == [False, True]
    send(game, "close_review")
    assert game.model["review"] is None
    assert game.model["over"]


@pytest.fixture
def reviewed(monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Any]:
    """A table with a finished game and its review, open and done."""
    monkeypatch.setattr("theatre_lab.widgets.review.warm", lambda game: Cold())
    match = Match(get_game("cabaret"), ["You", "Ann", "Ben"], seats=["human", "greedy", "random"], seed=3, rounds=1)
    while not match.is_over:
        match.play(match.legal_actions()[0])
    game = Table(match, pace=0)
    return game, game.review().stop().wait(60)


def test_a_review_that_is_being_closed_writes_nothing_at_its_table(reviewed: tuple[Table, Any]) -> None:
    game, shown = reviewed
    with game._lock:
        before = game.model
        thread = threading.Thread(target=shown.in_hindsight)
        thread.start()
        thread.join(0.3)
        assert game.model is before
        game.close_review()
    thread.join(10)
    assert not thread.is_alive()
    assert game.model["review"] is None


def test_a_click_in_a_review_does_not_hold_its_table_up(reviewed: tuple[Table, Any]) -> None:
    game, shown = reviewed
    with shown._lock:
        thread = threading.Thread(target=inside, args=(game, "kind"), kwargs={"kind": "open"})
        thread.start()
        thread.join(0.3)
        if is_free := game._lock.acquire(timeout=5):
            game._lock.release()
    thread.join(10)
    assert is_free
    assert [kind["on"] for kind in game.model["review"]["kinds"]] == [False, True]


@pytest.mark.parametrize("leave", ["close_review", "new_game", "review"])
def test_a_review_that_is_left_is_closed(reviewed: tuple[Table, Any], leave: str) -> None:
    game, shown = reviewed
    getattr(game, leave)(*([part_of("cabaret", 0)] if leave == "new_game" else []))
    before = game.model
    shown.in_hindsight()
    assert shown.comm is None
    assert game.model is before or game.model["review"] != shown.model
    game.close_review()


def test_a_table_that_is_put_away_ends_the_review_inside_it(
    match: Match, found: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("theatre_lab.widgets.review.warm", lambda game: Cold())
    shown = Review(found)
    inner = shown.play_on("easy")
    while not inner.match.is_over:
        inner.play(inner.legal_actions()[0])
    looking = inner.review()
    shown.close_table()
    assert looking.wait(60).comm is None
    assert not looking.found.is_whole
    assert shown.model["table"] is None


def test_a_game_that_is_looked_back_at_names_whose_hand_and_stage_they_are() -> None:
    shown = Replay(part_of("mythic-circus", 12), 0)
    body = shown.model["position"]["body"]
    assert body["own"]["title"] == f"{shown.match.names[0]}’s stage"
    assert shown.model["position"]["players"][0]["you"]


class Cold:
    """Rules that can never be compiled."""

    ready, error, done, total = False, OSError(), 0, 0

    def wait(self, seconds: float) -> bool:
        return False


def inside(game: Table, intent: str, **args: Any) -> None:
    """Send an intent to the review that is open at a table."""
    content = {"intent": intent, "args": args, "ply": game.model["review"]["ply"]}
    message = {"kind": "intent", "id": "1.3", "intent": "in_review", "ply": game.model["ply"], "args": content}
    game._receive(game, message, [])
    assert game.status == ""
