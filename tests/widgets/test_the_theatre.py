"""The Theatre at the table: decisions, values that come true, refusals, hidden cards, the end."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from widgets.test_messages import act, send

from theatre_lab.core.errors import BadInput, IllegalAction
from theatre_lab.games.the_theatre import rules
from theatre_lab.games.the_theatre.cards import PRINTS, SUITS
from theatre_lab.games.the_theatre.decks import starter_decks
from theatre_lab.games.the_theatre.odds import gamble_odds
from theatre_lab.widgets import Predict, Table, table
from theatre_lab.widgets import the_theatre as shown

ABILITIES = ("none", "Boost", "Sap", "Combo +1", "Finisher", "Gamble", "Gamble", "Sap")


def sit(**options: Any) -> Table:
    return table("the-theatre", **{"seed": 3, "pace": 0, **options}).wait()


def small(mine: list[str], theirs: list[str], **options: Any) -> Table:
    """A table with two small decks; you lead."""
    return sit(decks=[mine, theirs], allow_smaller=True, **{"leader": 0, **options})


def secret_deck(owner: str, count: int = 12) -> list[dict[str, Any]]:
    """Cards that nobody else has: a name in a text tells whose card it is."""
    return [
        {
            "name": f"{owner}{n:02d}",
            "suit": SUITS[n % 5],
            "print": PRINTS[n % 9],
            "rank": 1,
            "value": 2 + n % 5,
            "ability": ABILITIES[n % len(ABILITIES)],
            "role": "",
            "job": "",
        }
        for n in range(count)
    ]


def play_on(game: Table, rng: random.Random, until: int = 10_000) -> None:
    while not game.match.is_over and game.match.ply < until:
        game.play(rng.choice(game.legal_actions()))


PLAIN = ["Noodle (Charm)", "Bubbles (Will)", "Rasp (Agility)", "Clement (Strength)", "Otto Ripple (Will)"]
SAPS = ["Mosley (Will)", "Bubbles (Charm)", "Noodle (Will)", "Lady Tarn (Charm)", "Marlowe (Luck)"]
BOOSTS = ["Button (Charm)", "Needle (Charm)", "Clement (Luck)", "Mossop (Agility)", "Wick (Agility)"]
GAMBLES = ["Wick (Strength)", "Newton (Agility)", "Percival (Charm)", "Inkling (Strength)", "Gloam (Agility)"]


# ------------------------------------------------------------------ decisions


def test_a_card_is_chosen_explained_and_played() -> None:
    game = small(PLAIN, SAPS)
    assert game.model["prompt"]["text"].startswith("Play a card.")
    act(game, "select", index=2)
    body = game.model["body"]
    name = body["hand"][2]["card"]["name"]
    assert game.model["prompt"]["actions"][0]["label"] == f"Play {name}"
    assert body["explain"]["total"] == body["hand"][2]["value"] == sum(p["points"] for p in body["explain"]["parts"])
    act(game, "select", index=2)
    game.wait()
    assert game.match.history[0].text == f"play {name}"


def test_a_card_may_be_dropped_on_the_stage_and_put_down_again() -> None:
    game = small(PLAIN, SAPS)
    act(game, "select", index=1)
    act(game, "select", index=None)
    assert game.model["body"]["selected"] is None
    name = game.model["body"]["hand"][4]["card"]["name"]
    act(game, "drop", index=4)
    assert game.match.history[0].text == f"play {name}"


@pytest.mark.parametrize("seed", range(6))
def test_projected_values_come_true_for_who_plays_last(seed: int) -> None:
    game, rng, seen = sit(seed=seed, opponents=["random"]), random.Random(seed), set()
    while not game.match.is_over:
        body, plays = game.model["body"], game.model["body"]["decision"] == "card"
        last = plays and sum(slot["card"] is None for slot in body["stage"]["slots"]) == 1
        action = rng.choice(game.legal_actions())
        entry = next((e for e in body["hand"] if action == f"play {e['card']['name']}"), None)
        game.play(action)
        if not last or entry is None or game.model["body"]["decision"] in ("sap", "gamble"):
            continue
        ended = game.model["body"]["last"]
        mine = next(slot for slot in ended["slots"] if slot["player"] == 0)
        if mine["card"]["name"] == entry["card"]["name"] and "unless" not in entry["words"]:
            fate = {"beats": "wins", "ties ": "ties", "loses": "loses"}[entry["words"][:5]]
            assert (mine["total"], mine["fate"]) == (entry["value"], fate)
            assert sum(line["points"] for line in mine["lines"]) == mine["total"]
            seen.add(fate)
    assert seen


def test_a_sap_says_what_comes_of_each_choice() -> None:
    game = small(SAPS, BOOSTS, leader=1)
    game.play("play Noodle (Will)")
    body = game.model["body"]
    assert body["decision"] == "sap"
    lays, takes = body["choices"]
    assert (lays["action"], lays["title"]) == ("sap", "Lay a Sap on Slither")
    token = takes["action"].removeprefix("remove ")
    assert takes["title"] == f"Take a Boost from {token}"
    assert "no Sap is laid" in takes["lines"][0]
    told = int(re.search(r"has (−?\d+)", takes["lines"][1]).group(1).replace("−", "-"))  # type: ignore[union-attr]
    act(game, "decide", action=takes["action"])
    game.wait()
    mine = next(slot for slot in game.model["body"]["last"]["slots"] if slot["player"] == 0)
    assert mine["total"] == told
    assert not any(row["saps"] for row in game.model["body"]["tokens"])


def test_a_gamble_shows_its_odds_and_hides_the_card() -> None:
    mine = [*GAMBLES, "Zenith (Agility)", "Madame Aurelia (Strength)", "Marlowe (Luck)"]
    game = small(mine, PLAIN, leader=1)
    play = next(action for action in game.legal_actions() if action.removeprefix("play ") in GAMBLES)
    game.play(play)
    gamble, keep = game.model["body"]["choices"]
    odds = gamble_odds(game.match.view(0).state, 0)
    assert gamble["odds"] == [odds.count("wins"), odds.count("ties"), odds.count("loses")]
    assert sum(gamble["odds"]) == 3
    assert keep["action"] == "keep"
    top = game.match.state.cards[game.match.state.deck[game.match.state.deck_count[0] - 1]].text
    act(game, "decide", action="gamble")
    game.wait()
    slot = next(slot for slot in game.model["body"]["last"]["slots"] if slot["player"] == 0)
    assert (slot["card"]["name"], slot["replaced"]) == (top, play.removeprefix("play "))
    assert f"becomes {top}" in " ".join(str(line["after"]) for line in game.model["log"])


def test_two_gamblers_the_first_card_lies_face_down() -> None:
    deck = [*GAMBLES, "Zenith (Agility)"]
    game = sit(decks=[deck, deck], allow_smaller=True, you=[0, 1], opponents=[], leader=0)
    for _ in range(2):
        game.play(next(a for a in game.legal_actions() if a.removeprefix("play ") in GAMBLES))
    assert game.match.state.phase == rules.CHOOSING_GAMBLE
    game.play("gamble").raise_curtain()
    slots = game.model["body"]["stage"]["slots"]
    assert [slot["down"] for slot in slots] == [True, False]
    assert slots[0]["total"] is None
    assert "face down" in " ".join(game.model["body"]["choices"][0]["lines"])


# ------------------------------------------------------------------ refusals and messages


def test_refusals_name_their_rule_where_they_happen() -> None:
    game = small(SAPS, BOOSTS, leader=1)
    act(game, "decide", action="gamble")
    assert game.model["refusal"]["where"] == "stage"
    assert game.model["refusal"]["rule"] == "TT-R1"
    game.play("play Noodle (Will)")
    act(game, "decide", action="remove Fin")
    assert game.model["refusal"]["rule"] == "TT-B3"
    assert "No Boost token of Fin" in game.model["refusal"]["text"]
    with pytest.raises(IllegalAction, match="TT-B3"):
        game.play("play Marlowe (Luck)")


@pytest.mark.parametrize(
    "args",
    [
        {"verb": "select", "index": 9},
        {"verb": "select", "index": "0"},
        {"verb": "drop", "index": -1},
        {"verb": "decide", "action": 4},
        {"verb": "pile", "player": 7, "which": "deck"},
        {"verb": "pile", "player": 0, "which": "secrets"},
        {"verb": "draw"},
    ],
)
def test_bad_arguments_are_named(args: dict[str, Any]) -> None:
    game = small(PLAIN, SAPS)
    before = game.match.ply
    act(game, **args)
    assert game.status
    assert game.match.ply == before


def test_a_card_that_is_not_there_cannot_be_chosen() -> None:
    with pytest.raises(BadInput, match="0 to 4"):
        small(PLAIN, SAPS).select(5)


def test_undo_takes_back_a_card_before_anything_was_seen() -> None:
    game = small(SAPS, BOOSTS, leader=1).play("play Noodle (Will)")
    send(game, "undo")
    assert game.match.ply == 1
    assert game.model["body"]["decision"] == "card"


def test_a_new_game_takes_the_options_of_the_form() -> None:
    game = small(PLAIN, SAPS)
    send(game, "panel", which="new")
    assert game.model["body"]["setup"]["starters"][0]["name"] == "The Paw Parade"
    chairs = [{"name": "You", "kind": "human"}, {"name": "", "kind": "greedy"}]
    options = {"open_suits": "on", "base": "5"}
    send(game, "new", chairs=chairs, options=options, seed="4", practice=False)
    assert game.match.options["open_suits"] is True
    assert game.match.options["base"] == 5
    assert all(arch["suit"] for arch in game.wait().model["body"]["line"])
    for wrong in ("many", "²"):
        send(game.wait(), "new", chairs=chairs, options={"base": wrong}, seed="4", practice=False)
        assert f"Base must be a whole number, not {wrong!r}" in game.model["refusal"]["text"]


def test_the_form_chooses_starter_decks_for_its_seats() -> None:
    game = small(PLAIN, SAPS)
    chairs = [{"name": "You", "kind": "human"}, {"name": "", "kind": "greedy"}, {"name": "", "kind": "greedy"}]
    options = {"players": "3", "deck2": "The Cold Shoulder", "deck4": "The Paw Parade"}
    send(game, "new", chairs=chairs, options=options, seed="4", practice=False)
    names = {tuple(sorted(card.text for card in deck.cards)): deck.name for deck in starter_decks(5)}
    sat = [names[tuple(sorted(f"{c['name']} ({c['suit']})" for c in deck))] for deck in game.match.options["decks"]]
    assert sat[1] == "The Cold Shoulder"
    assert len(set(sat)) == 3
    send(
        game.wait(),
        "new",
        chairs=chairs,
        options={"players": "3", "deck1": "The Cold Sholder"},
        seed="",
        practice=False,
    )
    assert "did you mean 'The Cold Shoulder'" in game.model["refusal"]["text"]


# ------------------------------------------------------------------ hidden cards


@pytest.mark.parametrize("seed", range(4))
def test_nothing_hidden_is_ever_in_the_model_the_text_or_the_log(seed: int) -> None:
    decks = [secret_deck("Mine"), secret_deck("Hers"), secret_deck("His")]
    game = sit(decks=decks, allow_smaller=True, opponents=["random", "random"], seed=seed)
    rng, checked = random.Random(seed), 0
    while not game.match.is_over:
        s = game.match.state
        known = {s.cards[card].name for card in shown.hand_of(s, 0)}
        for ply in game.match.history:
            known |= {ply.before.cards[card].name for card in ply.before.played if card}
            known |= {ply.before.cards[card].name for card in ply.before.shown_card if card}
        known |= {s.cards[card].name for card in (*s.played, *s.shown_card, *s.shown_gamble) if card}
        told = json.dumps(game.model) + repr(game) + game._repr_html_()
        assert set(re.findall(r"(?:Mine|Hers|His)\d\d", told)) <= known
        hidden = s.line[s.turn + 1 :]
        if not s.open_suits and any(hidden):
            assert all(arch["suit"] is None for arch in game.model["body"]["line"][s.turn + 1 :])
        checked += 1
        game.hint() if checked % 3 == 0 else game.select(rng.randrange(len(shown.hand_of(s, 0))) if s.held[0] else None)
        game.play(rng.choice(game.legal_actions()))
    assert checked > 10


def test_piles_show_what_may_come_but_not_in_which_order() -> None:
    game = sit(opponents=["greedy"], seed=8)
    act(game, "pile", player=0, which="unseen")
    pile = game.model["body"]["pile"]
    s = game.match.state
    assert sum(entry["copies"] for entry in pile["cards"]) == s.deck_count[0]
    keys = [(-entry["card"]["rank"], entry["card"]["name"]) for entry in pile["cards"]]
    assert keys == sorted(keys)
    act(game, "pile", player=1, which="unseen")
    assert game.model["body"]["pile"]["title"] == "Greedy’s deck and hand"
    assert sum(entry["copies"] for entry in game.model["body"]["pile"]["cards"]) == s.deck_count[1] + s.held[1]
    act(game, "pile", player=1, which="unseen")
    assert game.model["body"]["pile"] is None


def test_the_curtain_covers_hand_and_piles() -> None:
    decks = [secret_deck("Mine"), secret_deck("Hers")]
    game = sit(decks=decks, allow_smaller=True, you=[0, 1], opponents=[], leader=0)
    game.raise_curtain()
    assert "Mine" in json.dumps(game.model)
    game.play(game.legal_actions()[0])
    played = game.match.state.cards[game.match.state.played[0]].name
    assert game.model["curtain"] is not None
    assert set(re.findall(r"(?:Mine|Hers)\d\d", json.dumps(game.model) + repr(game))) == {played}


# ------------------------------------------------------------------ the course and the end


@pytest.mark.parametrize("opponents", [["greedy"], ["random", "greedy"], ["random", "random", "greedy"]])
def test_a_whole_game_ends_with_every_card_accounted_for(opponents: list[str]) -> None:
    game = sit(opponents=opponents, seed=5)
    play_on(game, random.Random(5))
    over = game.model["over"]
    assert over["winners"] == game.match.winners
    assert over["heading"] == "Cards not dismissed"
    for player, total in enumerate(over["totals"]):
        assert sum(row["values"][player] for row in over["rows"]) == total
    assert over["rule"] == "TT-W1"
    assert game.model["body"]["stage"] is None
    assert game.model["body"]["last"]["done"]


def test_who_is_out_is_said() -> None:
    game = sit(opponents=["random", "random", "greedy"], seed=8)
    play_on_until_out = random.Random(8)
    while not game.match.is_over and not any(game.match.state.out_in):
        game.play(play_on_until_out.choice(game.legal_actions()))
    gone = [p for p in range(4) if game.match.state.out_in[p]]
    assert gone
    for player in gone:
        assert game.model["players"][player]["note"].split(" · ")[-1].startswith("out since act")
    if not game.match.is_over:
        slots = game.model["body"]["stage"]["slots"]
        assert all(slot["empty"].startswith("out since") for slot in slots if slot["player"] in gone)


def test_a_hint_is_legal_and_shows_its_place() -> None:
    deck = [*GAMBLES, *SAPS[:3], *BOOSTS[:3]]
    game, rng, kinds = small(deck, deck, seed=2), random.Random(2), set()
    while not game.match.is_over:
        game.hint()
        body = game.model["body"]
        assert game._advice.action in game.legal_actions()
        assert (body["hintCard"] is not None) == game._advice.action.startswith("play")
        assert body["hintChoice"] == game._advice.action
        kinds.add(body["decision"])
        game.play(rng.choice(game.legal_actions()))
    assert {"card", "gamble"} <= kinds


def test_the_text_form_carries_the_state() -> None:
    game = small(SAPS, BOOSTS, leader=1)
    texts = [repr(game), repr(game.select(0)), repr(game.hint()), repr(game.play("play Noodle (Will)"))]
    assert len(set(texts)) == len(texts)
    assert "Suits of the act:" in texts[0]
    assert "remove " in texts[-1]
    bundle = game._repr_mimebundle_()[0]
    assert bundle["text/plain"] == repr(game)
    assert "<table>" in bundle["text/html"]


# ------------------------------------------------------------------ pictures of questions

BOARD = {
    "suit": "Luck",
    "round": 2,
    "boosts": {"Paw": 1},
    "stage": [{"name": "Ada", "card": "Button (Luck)"}, {"name": "Ben", "card": "Mosley (Luck)"}],
}


def test_a_stage_may_be_asked_about_by_pointing() -> None:
    question = {
        "game": "the-theatre",
        "prompt": "Who wins?",
        "kind": "seat",
        "board": BOARD,
        "answer": "Ben",
        "values": {"Ada": 6, "Ben": 7},
    }
    asked = Predict([question])
    assert asked.model["question"]["board"]["values"] == {}
    assert asked.answer("Ben").right == 1
    assert asked.model["question"]["board"]["values"] == {"Ada": 6, "Ben": 7}
    assert "Ben: Mosley (Luck): 3, Paw = 7" not in repr(Predict([question]))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"suit": "Lucky"}, "did you mean 'Luck'"),
        ({"boosts": {"Pow": 1}}, "did you mean 'Paw'"),
        ({"round": 6}, "round"),
        ({"stage": [{"card": "Button (Luck)"}]}, "a name and a card"),
        ({"stage": [{"name": "Ada", "card": "Nobody (Luck)"}]}, "built-in set"),
        ({"mark": ["Zoe"]}, "mark"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_wrong_stage_is_named(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        shown.board_picture(BOARD | change)
