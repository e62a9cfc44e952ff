"""Cabaret's table: what is shown, refused, explained, and what is never in the model."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from widgets.test_messages import act, send

from theatre_lab.core.errors import BadInput, IllegalAction
from theatre_lab.core.match import Match
from theatre_lab.games.cabaret import CABARET
from theatre_lab.widgets import Predict, Table, table
from theatre_lab.widgets import cabaret as shown

AGENTS = ["Singers", "Actors", "Dancers", "Jugglers", "Musicians", "Magicians"]


def sit_down(players: int = 4, seed: int = 4, **options: Any) -> Table:
    opponents = ["greedy"] * (players - 1)
    names = ["You", "Ada", "Cy", "Dee", "Eli", "Fay"][:players]
    options = {"agents": AGENTS[:players], "leader": 0, "pace": 0, **options}
    return table("cabaret", opponents=opponents, names=names, seed=seed, **options)


def play_on(game: Table, plies: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    while game.match.ply < plies and not game.match.is_over:
        game.play(rng.choice(game.legal_actions()))


def to_mime(seed: int = 7) -> Table:
    """A table of three at which only a mime is left to the reader."""
    game = sit_down(3, seed)
    for card in ("D10", "D5", "D2", "D1"):
        game.play(f"play {card}")
    return game


def cards_of(group: dict[str, Any]) -> list[str]:
    return [card["name"] for card in group["cards"]]


# ------------------------------------------------------------------ what is shown


def test_the_hand_is_sorted_by_genre_with_the_own_one_first() -> None:
    game = sit_down()
    groups = game.model["body"]["groups"]
    assert groups[0]["own"]
    assert groups[0]["genre"] == "Singers"
    assert sorted(card for group in groups for card in cards_of(group)) == sorted(game.match.view(0).as_dict()["hand"])
    for group in groups:
        ranks = [card["rank"] for card in group["cards"]]
        assert ranks == sorted(ranks)
        assert {card["genre"] for card in group["cards"]} == {group["genre"]}


def test_cards_that_cannot_be_played_are_grey_and_say_why() -> None:
    game = sit_down().play("play J7")
    told = game.match.view(0).as_dict()
    for group in game.model["body"]["groups"]:
        for card in group["cards"]:
            assert (card["refused"] is None) == (f"play {card['name']}" in game.legal_actions())
            assert card["refused"] == told["refusals"].get(card["name"])
        blocked = group["genre"] in ("Actors", "Jugglers")
        assert (group["why"] is not None) == blocked
        if blocked:
            assert group["why"]["rule"] == "CB-T2"
            assert "is in this show" in group["why"]["text"]
    assert game.model["body"]["mime"]["refused"]["clause"] == "CB-T3"


def test_the_show_tells_who_leads_who_is_ahead_and_what_cancels() -> None:
    game = sit_down(seed=12).play("play J10")
    places = game.model["body"]["show"]
    assert [place["who"] for place in places] == ["Ada", "Cy", "Dee", "You"]
    assert [place["leads"] for place in places] == [True, False, False, False]
    assert [place["cancelled"] for place in places] == [True, False, True, False]
    assert [place["ahead"] for place in places] == [False, True, False, False]
    assert places[0]["note"] == "meets a 1"
    assert places[3]["card"] is None
    last = game.model["body"]["last"]
    assert [entry["card"]["name"] for entry in last["cards"]] == ["J10", "S12", "D5", "A1"]
    assert [entry["wins"] for entry in last["cards"]] == [False, True, False, False]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_number_of_seats_plays_to_the_end(players: int) -> None:
    game = sit_down(players, seed=3, rounds=1)
    assert len(game.model["body"]["show"]) == players
    play_on(game, 12 * players)
    over = game.model["over"]
    assert over["totals"] == game.match.scores
    for player in range(players):
        assert sum(row["values"][player] for row in over["rows"]) == game.match.scores[player]
    assert game.model["body"]["groups"] == [] or any(game.match.state.hand_size)
    assert len(game.model["body"]["show"]) == players


def test_mimes_piles_and_scores_of_all_are_open() -> None:
    game = sit_down()
    play_on(game, 17)
    told = game.match.view(0).as_dict()
    for seat, row in enumerate(game.model["players"]):
        facts = {fact["icon"]: fact["text"] for fact in row["facts"]}
        assert facts["mime"] == str(told["mimes"][seat])
        assert facts["place-hand"] == str(told["hand_counts"][seat])
        assert row["score"] == game.match.scores[seat]
        assert row["kind"] == shown.kind_of(told["agents"][seat])
    piles = game.model["body"]["piles"]
    assert [[card["name"] for card in pile["cards"]] for pile in piles] == told["piles"]
    assert [pile["points"] for pile in piles] == told["pile_points"]


def test_changed_stars_stand_on_the_cards() -> None:
    game = sit_down(stars=[9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -7])
    stars = {card["rank"]: card["stars"] for group in game.model["body"]["groups"] for card in group["cards"]}
    assert all(value == {1: 9, 12: -7}.get(rank, 0) for rank, value in stars.items())


# ------------------------------------------------------------------ playing


def test_a_first_click_explains_and_a_second_plays() -> None:
    game = sit_down()
    act(game, "pick", card="J7")
    assert game.match.ply == 0
    assert game.model["body"]["selected"] == "J7"
    assert game.model["body"]["explain"]["rows"][0]["rule"] == "CB-T5"
    assert [action["label"] for action in game.model["prompt"]["actions"]] == ["Play J7"]
    act(game, "pick", card="J7")
    game.wait()
    assert game.match.history[0].text == "play J7"
    assert game.model["body"]["selected"] is None


@pytest.mark.parametrize("verb", ["pick", "play", "drop"])
def test_a_grey_card_is_refused_with_its_clause(verb: str) -> None:
    game = sit_down().play("play J7")
    act(game, verb, card="A4")
    refusal = game.model["refusal"]
    assert refusal["rule"] == "CB-T2"
    assert refusal["where"] == ("prompt" if verb == "play" else "hand")
    assert "A4" in refusal["text"]
    assert game.match.ply == 6


def test_a_mime_is_refused_while_a_performer_fits_and_forced_when_none_does() -> None:
    game = sit_down().play("play J7")
    act(game, "pick", card="*")
    assert game.model["refusal"]["rule"] == "CB-T3"
    game = to_mime()
    assert game.legal_actions() == ["mime"]
    assert [action["label"] for action in game.model["prompt"]["actions"]] == ["Play a mime"]
    assert all(group["why"] for group in game.model["body"]["groups"])
    played = game.match.ply
    act(game, "play", card="*")
    assert game.match.history[played].text == "mime"
    game.wait()


def test_what_a_mime_gives_away_is_noted() -> None:
    game = to_mime().play("mime")
    lacks = game.model["body"]["piles"][0]["lacks"]
    assert [each["genre"] for each in lacks] == ["Dancers"]


def test_the_outlook_of_a_card_comes_true() -> None:
    """The last player of a show is told exactly what will happen."""
    game = sit_down(seed=6).play("play J8").play("play J3")
    outlooks = {}
    for card in ("A3", "A6", "A8", "A12"):
        act(game, "pick", card=card)
        outlooks[card] = game.model["body"]["explain"]
    assert "meets J12" in outlooks["A12"]["rows"][0]["text"]
    assert outlooks["A12"]["note"] == "D4 would win the show."
    assert outlooks["A3"]["note"] == "J12 would win the show."
    assert {row["rule"] for row in outlooks["A6"]["rows"]} == {"CB-T5", "CB-T6"}
    game.play("play A12")
    assert game.model["body"]["last"]["cards"][1]["wins"]


@pytest.mark.parametrize(
    "args", [{}, {"card": 7}, {"card": "A13"}, {"card": "G1"}, {"card": "S1 "}, {"card": "x" * 900}], ids=str
)
def test_a_card_that_is_not_in_the_hand_is_named(args: dict[str, Any]) -> None:
    game = sit_down()
    act(game, "pick", **args)
    assert game.status
    assert len(game.status) < 1200
    assert game.match.ply == 0


def test_choosing_from_a_cell() -> None:
    game = sit_down()
    game.select(0)
    assert game.model["body"]["selected"] == game.match.view(0).as_dict()["hand"][0]
    with pytest.raises(BadInput, match="0 to 11"):
        game.select(12)
    with pytest.raises(IllegalAction, match="CB-T1"):
        game.play("mime")


def test_a_hint_is_legal_and_gone_after_the_move() -> None:
    game = sit_down()
    for _ in range(6):
        game.hint()
        assert game.model["hint"]["text"].startswith("Play ")
        assert game._advice.action in game.legal_actions()
        hinted = game.model["body"]["hintCard"]
        assert hinted in {"*", *(card for group in game.model["body"]["groups"] for card in cards_of(group))}
        game.play(game._advice.action)
        assert game.model["hint"] is None


def test_a_new_game_with_other_options() -> None:
    game = sit_down()
    send(game, "panel", which="new")
    assert game.model["body"]["setup"] == {"rounds": 3, "allGenres": False}
    chairs = [{"name": "You", "kind": "human"}, {"name": "", "kind": "greedy"}]
    send(game, "new", chairs=chairs, options={"rounds": "2", "all_genres": "on"}, seed="5", practice=False)
    assert (game.match.options["rounds"], game.match.options["all_genres"]) == (2, True)
    assert "all genres" in game.model["when"]
    ply = game.wait().match.ply
    for wrong in ("many", "²", ""):
        send(game, "new", chairs=chairs, options={"rounds": wrong}, seed="5", practice=False)
        assert f"Rounds must be a whole number, not {wrong!r}" in game.model["refusal"]["text"]
        assert game.match.ply == ply


def test_a_shared_win_is_told() -> None:
    match = Match(CABARET, ["Ann", "Ben"], seats=["human", "human"], seed=3, rounds=1)
    while not match.is_over:
        match.play(match.legal_actions()[0])
    match.state.points[:2] = [9, 9]
    match.state.mimes[:2] = [3, 3]
    match.state.mimes_paid[:2] = [0, 0]
    model = Table(match).model
    assert model["over"]["title"].startswith("Ann and Ben share the win")
    assert model["over"]["rule"] == "CB-E4"


# ------------------------------------------------------------------ hidden cards


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_model_depends_on_nothing_hidden(players: int) -> None:
    """Two games that look the same to the viewer give the same model, to the last letter."""
    game = sit_down(players, seed=11)
    rng = [3, 5, 7, 11]
    checked = others = 0
    for plies in range(0, 12 * players, 2 * players + 1):
        play_on(game, plies)
        if game.match.is_over or game.match.to_move != 0:
            continue
        game.select(0).hint()
        view = game.match.view(0)
        before = (json.dumps(game.model, sort_keys=True), repr(game), game._repr_html_())
        truth = game.match.state
        game.match.state = view.determinize(rng)
        others += game.match.state != truth
        game._refresh()
        assert (json.dumps(game.model, sort_keys=True), repr(game), game._repr_html_()) == before
        game.match.state = truth
        checked += 1
    assert checked >= 2
    assert others >= (players > 2)


def test_the_curtain_covers_the_hand() -> None:
    game = table(
        "cabaret", you=[0, 1], opponents=[], names=["Ann", "Ben"], agents=AGENTS[:2], leader=0, seed=5, rounds=1
    )
    body = game.model["body"]
    assert (body["groups"], body["mime"], body["selected"], body["explain"]) == ([], None, None, None)
    assert body["handHidden"]
    assert "Hand" not in repr(game)
    send(game, "raise")
    card = cards_of(game.model["body"]["groups"][0])[0]
    act(game, "pick", card=card)
    act(game, "pick", card=card)
    assert game.model["curtain"]["title"] == "Pass the screen to Ben"
    text = json.dumps(game.model)
    hidden = [name for name in game.match.view(0).as_dict()["hand"] if f'"{name}"' in text]
    assert hidden == []
    assert game.model["body"]["groups"] == []


# ------------------------------------------------------------------ questions


def question(**changes: Any) -> dict[str, Any]:
    board = {"show": ["S7", "A7", "D1"], "nobody": True}
    return {
        "game": "cabaret", "prompt": "Who wins?", "kind": "seat", "answer": "Ben", "board": board,
        "values": {"You": "cancelled", "Ann": "cancelled", "Ben": "wins"}, **changes,
    }  # fmt: skip


def test_a_question_is_answered_by_pointing_and_tells_nothing_before() -> None:
    drill = Predict([question()])
    assert drill.model["question"]["board"]["values"] == {}
    assert "cancelled" not in repr(drill)
    with pytest.raises(BadInput, match="You, Ann, Ben, Nobody"):
        drill.answer("Cleo")
    drill.answer("Nobody")
    assert drill.right == 0
    assert drill.model["question"]["board"]["values"]["Ben"] == "wins"
    assert "You S7 (cancelled)" in repr(drill)


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ({"show": ["S7", "X1"]}, "a card is a genre's letter"),
        ({"show": ["S7", "A2"], "players": ["You"]}, "as many players"),
        ({"shows": []}, "shows"),
    ],
)
def test_a_bad_picture_is_named(board: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Predict([question(board=board)])
