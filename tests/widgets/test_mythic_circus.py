"""Mythic Circus at the table: decisions, forced answers, refusals, hidden cards, undo, the end, boards of questions."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from widgets.test_messages import act, send

from theatre_lab.core.errors import BadInput, IllegalAction, UndoRefused
from theatre_lab.core.match import Match
from theatre_lab.core.stream import new_stream
from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state, scoring
from theatre_lab.games.mythic_circus.cards import MINOTAUR
from theatre_lab.widgets import Predict, Table, table
from theatre_lab.widgets import mythic_circus as shown
from theatre_lab.widgets._mythic_circus_cards import card_number
from theatre_lab.widgets._mythic_circus_choice import ZONE_OF_VERB, with_one_more


def sit(**options: Any) -> Table:
    return table("mythic-circus", **{"seed": 3, "pace": 0, **options}).wait()


def at(names: list[str], *plays: str, people: int = 1, **position: Any) -> Table:
    """A table at a position made to order, after some plays; the first `people` are persons."""
    seats = ["human"] * people + ["greedy"] * (len(names) - people)
    match = Match(MYTHIC_CIRCUS, names, seats=seats, seed=1)
    match.state = circus_state(len(names), **position)
    game = Table(match, pace=0)
    for play in plays:
        game.play(play)
    return game


def labels(game: Table) -> list[str]:
    return [action["label"] for action in game.model["prompt"]["actions"]]


def cards(zone: list[dict[str, Any]]) -> list[str]:
    return [card["name"] for card in zone]


def lines(game: Table) -> list[str]:
    log = game.model["log"]
    return [" ".join(str(line[key]) for key in ("who", "text", "card", "after") if line[key]) for line in log]


TROUPE = ["Goblin", "Minotaur", "Minotaur!", "Faun"]


# ------------------------------------------------------------------ sending


def test_a_card_is_chosen_explained_and_sent() -> None:
    game = at(["You", "Bo"], hand=["Werewolf", "Golem"], stage=["Faun"], labor=["Golem"], deck=["Faun"] * 5)
    index = cards(game.model["body"]["hand"]).index("Werewolf")
    act(game, "hand", index=index)
    assert labels(game) == ["To the stage, 2", "To labor, 1", "Done sending, 2 cards left"]
    assert [action["primary"] for action in game.model["prompt"]["actions"]] == [True, False, False]
    told = " ".join(row["text"] for row in game.model["body"]["explain"]["rows"])
    assert "TP 0 → 3" in told
    assert "2 → 3 points; Golem, Mermaid, Werewolf and Faun in reach" in told
    act(game, "hand", index=index)
    assert game.match.history[-1].text == "stage Werewolf"
    assert cards(game.model["body"]["own"]["cards"]) == ["Werewolf", "Faun"]


def test_a_golem_goes_to_labor_and_nowhere_else() -> None:
    game = at(["You", "Bo"], hand=["Golem", "Faun"], deck=["Faun"] * 5)
    index = cards(game.model["body"]["hand"]).index("Golem")
    act(game, "drop", index=index, to="stage")
    refused = game.model["refusal"]
    assert (refused["where"], refused["rule"]) == ("stage", "MC-A4")
    assert "Golem" in refused["text"]
    act(game, "drop", index=index, to="labor")
    assert game.match.state.points == 2
    assert cards(game.model["body"]["labor"]["cards"]) == ["Golem"]


def test_the_button_that_ends_sending_says_what_is_left() -> None:
    game = at(["You", "Bo"], hand=["Golem"], labor=["Golem"], deck=["Faun"] * 5)
    assert labels(game) == ["Done sending, 1 card left"]


def test_points_of_a_position_that_was_laid_out_are_told_apart() -> None:
    game = at(["You", "Bo"], stage=["Unicorn"], phase="begin", vp=[9, 7])
    act(game, "play", action="perform")
    over = game.model["over"]
    assert over["rows"][0] == {"rule": None, "title": "Held as this position began", "values": [9, 7]}
    assert [sum(row["values"][player] for row in over["rows"]) for player in (0, 1)] == over["totals"] == [10, 7]
    assert "won since" in game.model["prompt"]["note"]


TASKS = [
    ({"phase": "begin", "stage": {1: ["Goblin"]}}, "Bo decides whether to perform."),
    ({"hand": {1: ["Golem"]}}, "Bo sends workers on stage or to labor."),
    ({"labor": ["Golem"], "phase": "hire"}, "Bo hires from the supply."),
]


@pytest.mark.parametrize(("position", "told"), TASKS)
def test_whoever_waits_is_told_what_the_other_decides(position: dict[str, Any], told: str) -> None:
    match = Match(MYTHIC_CIRCUS, ["You", "Bo"], seats=["human", "greedy"], seed=1)
    match.state = circus_state(2, active=1, **position)
    game = Table(match, pace=30)
    assert game.model["prompt"]["text"] == told
    game.stop()


def test_what_performing_would_bring_stands_beside_the_stage() -> None:
    game = at(["You", "Bo"], stage=["Faun", "Mermaid", "Daring Gnome", "Daring Gnome", "Goblin"], phase="begin")
    assert labels(game) == ["Perform for 1 VP", "Pass"]
    assert "1 more for Memorable (2 VP)" in game.model["prompt"]["note"]
    panel = game.model["body"]["performance"]
    assert panel["total"] == 10 == sum(part["points"] for part in panel["parts"])
    scale = game.model["body"]["own"]["meter"]
    assert [mark["got"] for mark in scale["marks"]] == [True, False, False, False]
    act(game, "play", action="perform")
    assert game.match.scores[0] == 1
    assert game.model["log"][0]["gain"] == 1


# ------------------------------------------------------------------ every other decision


ASKED = [
    ("swap", ["stage Goblin"], {"hand": ["Goblin", "Faun"]}, "hand", "Goblin: discard a card", "Keep your hand"),
    ("recall", ["stage Mermaid"], {"hand": ["Mermaid"], "discard": ["Faun"]}, "discard", "Mermaid", "Recall nobody"),
    ("summon", ["stage Fairy"], {"hand": ["Fairy"], "discard": ["Faun"]}, "discard", "less than 4", "Summon nobody"),
    ("draw", ["stage Sphinx"], {"hand": ["Sphinx"]}, None, "Sphinx: draw 2, then discard 2", "Do not draw"),
    ("discard", ["stage Sphinx", "draw two"], {"hand": ["Sphinx"]}, "hand", "2 to go", None),
    ("rise", [], {"hand": ["Faun"], "discard": ["Phoenix"], "phase": "begin"}, "hand", "Phoenix may rise", "Let it"),
    ("hire", [], {"labor": ["Minotaur"] * 3, "phase": "hire"}, "supply", "Hire: 6 labor points left", "End the turn"),
]


@pytest.mark.parametrize(("verb", "plays", "position", "live", "words", "button"), ASKED, ids=[row[0] for row in ASKED])
def test_each_decision_says_what_it_is_and_where_it_is_answered(
    verb: str, plays: list[str], position: dict[str, Any], live: str | None, words: str, button: str | None
) -> None:
    game = at(["You", "Bo"], *plays, **{"deck": ["Faun", "Goblin", "Golem", "Golem"], **position})
    assert words in game.model["prompt"]["text"]
    assert button is None or any(label.startswith(button) for label in labels(game))
    body = game.model["body"]
    assert body["live"] == live
    if live is None:
        return
    zone = body["choices"]["cards"] if live == "discard" else body[live]
    ready = [card["name"] for card in zone if card["can"]]
    legal = {action.removeprefix(f"{verb} ") for action in game.legal_actions() if action.startswith(f"{verb} ")}
    assert set(ready) == legal
    assert all((card["why"] is None) == card["can"] for card in zone)
    act(game, live, index=cards(zone).index(ready[0]))
    assert game.model["prompt"]["actions"][0]["primary"]
    game.wait()
    act(game, live, index=cards(zone).index(ready[0]))
    assert game.match.history[len(plays)].text == f"{verb} {ready[0]}"


def test_greyed_cards_say_why_with_the_clause() -> None:
    game = at(["You", "Bo"], "stage Fairy", hand=["Fairy", "Golem"], discard=["Golem", "Minotaur", "Goblin"])
    why = {card["name"]: card["why"] for card in game.model["body"]["choices"]["cards"]}
    assert why["Goblin"] is None
    assert "may not go on stage" in why["Golem"]["text"]
    assert "costs 4" in why["Minotaur"]["text"]
    assert {why["Golem"]["rule"], why["Minotaur"]["rule"]} == {"MC-A9"}
    assert game.model["body"]["handWhy"]["rule"] == "MC-A9"


def test_the_supply_says_why_a_pile_is_out_of_reach() -> None:
    game = at(["You", "Bo"], "hire Golem", labor=["Golem"] * 3, phase="hire", supply={"Faun": 0})
    why = {pile["name"]: pile["why"] for pile in game.model["body"]["supply"]}
    assert "one of each type" in why["Golem"]["text"]
    assert "empty" in why["Faun"]["text"]
    assert "costs 6 and you have 3" in why["Sphinx"]["text"]
    assert why["Mermaid"] is None
    assert {told["rule"] for told in why.values() if told} == {"MC-H1"}
    assert "3 labor points" in game.model["body"]["supplyNote"]


def test_an_attack_names_the_players_and_those_who_cannot_be_hit() -> None:
    game = at(["You", "Ada", "Ben"], "stage Werewolf", hand=["Werewolf", "Golem"], stage={1: ["Faun"]})
    ada, ben = game.model["body"]["others"]
    assert ada["target"]["label"] == "Attack Ada"
    assert ben["target"] is None
    assert ben["why"] == {"text": "Ben has nobody on stage to be injured.", "rule": "MC-W3"}
    assert labels(game) == ["Attack Ada", "Attack nobody"]
    act(game, "play", action="attack P2")
    assert "You attack Ada → Ada loses a Faun" in lines(game)
    assert cards(game.model["body"]["others"][0]["cards"]) == []


def test_the_victim_chooses_and_a_minotaur_takes_two_blows() -> None:
    game = at(
        ["Ann", "Ben"], "stage Werewolf", "attack P1", people=2, active=1, hand={1: ["Werewolf", "Golem"]}, stage=TROUPE
    )
    game.raise_curtain()
    assert game.model["prompt"]["text"] == "Ben attacks: choose a worker to be injured."
    own = game.model["body"]["own"]["cards"]
    assert [card["wounded"] for card in own] == [False, False, False, True]
    act(game, "stage", index=cards(own).index("Minotaur"), player=0)
    assert labels(game) == ["Wound Minotaur"]
    assert "wounded and stays" in game.model["prompt"]["note"]
    act(game, "stage", index=cards(own).index("Minotaur!"), player=0)
    assert labels(game) == ["Injure the wounded Minotaur"]
    act(game, "play", action="injure Minotaur!")
    assert game.match.state.discard[0][MINOTAUR] == 1
    assert any(line == "Ann loses Minotaur" for line in lines(game))


def test_a_charge_hits_all_unicorns_of_one_player() -> None:
    game = at(["You", "Ada", "Ben"], "stage Unicorn", hand=["Unicorn", "Golem"], stage={1: ["Unicorn", "Unicorn"]})
    assert labels(game) == ["Charge at Ada", "Charge at Ben"]
    act(game, "play", action="charge P2")
    assert lines(game)[-1] == "You charge at the Unicorns of Ada → Ada loses 2 Unicorns"


# ------------------------------------------------------------------ forced answers and undo


def test_an_empty_stage_passes_by_itself_and_the_log_says_so() -> None:
    game = sit()
    assert [ply.text for ply in game.match.history] == ["pass"]
    assert lines(game) == ["You have nobody on stage to perform"]
    assert "Send a worker" in game.model["prompt"]["text"]


@pytest.mark.parametrize("opponents", [["random"], ["random", "greedy"], ["random", "random", "greedy"]])
def test_no_single_answer_is_ever_asked_and_every_account_adds_up(opponents: list[str]) -> None:
    game, rng, asked = sit(seed=6, opponents=opponents, max_turns=25), random.Random(6), 0
    while not game.match.is_over:
        assert len(game.legal_actions()) > 1
        assert game.model["prompt"]["text"]
        asked += 1
        game.play(rng.choice(game.legal_actions()))
    assert asked < len([ply for ply in game.match.history if ply.player == 0])
    over = game.model["over"]
    for player, total in enumerate(over["totals"]):
        assert sum(row["values"][player] for row in over["rows"]) == total == game.match.scores[player]
    assert over["winners"] == game.match.winners
    assert over["rule"] in ("MC-F3", "MC-F4")
    assert game.model["body"]["live"] is None


def test_undo_takes_back_the_choice_not_the_answer_that_played_itself() -> None:
    game = at(["You", "Bo"], "stage Mermaid", hand=["Mermaid", "Golem"])
    assert [ply.text for ply in game.match.history] == ["stage Mermaid", "no recall"]
    assert game.model["canUndo"]
    send(game, "undo")
    assert game.match.ply == 0
    assert cards(game.model["body"]["hand"]) == ["Golem", "Mermaid"]


def test_undo_stops_where_a_card_was_drawn() -> None:
    game = at(["You", "Bo"], "labor Golem", hand=["Golem", "Faun"], deck=["Faun", "Sphinx"])
    assert not game.model["canUndo"]
    with pytest.raises(UndoRefused, match="seen something new"):
        game.undo()
    game.match.practice = True
    assert game.undo().match.ply == 0


# ------------------------------------------------------------------ refusals and messages


def test_a_card_pressed_out_of_its_time_is_refused_by_its_rule() -> None:
    game = at(["You", "Bo"], hand=["Werewolf"], labor=["Golem", "Golem"], phase="hire")
    for _ in range(2):
        act(game, "hand", index=0)
    assert (game.model["refusal"]["where"], game.model["refusal"]["rule"]) == ("hand", "MC-W1")
    game = at(["You", "Bo"], hand=["Werewolf", "Golem"], labor=["Golem", "Golem"])
    for _ in range(2):
        act(game, "supply", index=0)
    assert (game.model["refusal"]["where"], game.model["refusal"]["rule"]) == ("supply", "MC-H1")
    assert game.match.ply == 0
    with pytest.raises(IllegalAction, match="MC-H1"):
        game.play("hire Goblin")


def test_refusals_speak_of_people_not_of_numbers() -> None:
    game = at(["You", "Ada", "Ben"], "stage Werewolf", hand=["Werewolf", "Golem"], stage={1: ["Faun"]})
    act(game, "play", action="attack P3")
    assert game.model["refusal"]["title"] == "Not possible: attack Ben."
    assert "Ben has nobody" in game.model["refusal"]["text"]
    act(game, "play", action="attack P1")
    assert game.model["refusal"]["text"] == "That is you; choose another player."


@pytest.mark.parametrize(
    "args",
    [
        {"verb": "hand", "index": 9},
        {"verb": "hand", "index": "0"},
        {"verb": "stage", "index": 0, "player": 7},
        {"verb": "drop", "index": 0, "to": "moon"},
        {"verb": "play", "action": 4},
        {"verb": "pile", "player": 0, "which": "secrets"},
        {"verb": "pile", "player": 9, "which": "rest"},
        {"verb": "juggle"},
    ],
)
def test_bad_arguments_are_named_and_change_nothing(args: dict[str, Any]) -> None:
    game = sit()
    before = game.match.ply
    act(game, **args)
    assert game.status
    assert game.match.ply == before


def test_a_click_on_an_old_position_is_dropped() -> None:
    game = sit()
    old = game.model["ply"]
    game.play(game.legal_actions()[0])
    now = game.match.ply
    act(game, "play", ply=old, action="done")
    assert "too late" in game.status
    assert game.match.ply == now


def test_a_card_that_is_not_there_cannot_be_chosen() -> None:
    with pytest.raises(BadInput, match="0 to 4"):
        sit().select(5)


def test_a_choice_is_put_down_again() -> None:
    game = sit().select(1)
    assert game.model["body"]["selected"] == {"zone": "hand", "index": 1, "player": None}
    act(game, "free")
    assert game.model["body"]["selected"] is None


# ------------------------------------------------------------------ hidden cards


def told(game: Table) -> str:
    game._refresh()
    return json.dumps(game.model) + repr(game) + game._repr_html_()


@pytest.mark.parametrize("seed", range(3))
def test_what_is_shown_does_not_depend_on_what_is_hidden(seed: int) -> None:
    game, rng, moved = sit(seed=seed, opponents=["random"] * (1 + seed % 3)), random.Random(seed), 0
    for step in range(36):
        if game.match.is_over:
            break
        act(game, "pile", player=step % 2, which=("rest", "discard")[step % 3 == 0])
        real = game.match.state
        before = told(game)
        game.match.state = game.match.view(0).determinize(new_stream(seed, step))
        moved += game.match.state != real
        assert told(game) == before
        game.match.state = real
        game.play(rng.choice(game.legal_actions()))
    assert moved > 10


def test_the_curtain_covers_the_hand_of_the_next_player() -> None:
    game, rng, moved = sit(you=[0, 1], opponents=[], seed=2), random.Random(2), 0
    game.raise_curtain()
    for step in range(80):
        if game.match.is_over:
            break
        game.play(rng.choice(game.legal_actions()))
        if not game.model["curtain"]:
            continue
        act(game, "pile", player=game.viewer, which="rest")
        real, before = game.match.state, told(game)
        game.match.state = game.match.view(1 - game.viewer).determinize(new_stream(9, step))
        moved += game.match.state.hand != real.hand
        assert told(game) == before
        assert game.model["body"]["hand"] == []
        game.match.state = real
    assert moved > 3


def test_piles_tell_what_is_public() -> None:
    game = at(["You", "Bo"], hand={0: ["Golem"], 1: ["Faun"]}, deck={1: ["Sphinx", "Faun"]}, discard={1: ["Golem"]})
    act(game, "pile", player=1, which="rest")
    pile = game.model["body"]["pile"]
    assert pile["title"] == "Bo’s deck and hand together"
    assert {card["name"]: card["copies"] for card in pile["cards"]} == {"Faun": 2, "Sphinx": 1}
    act(game, "pile", player=1, which="discard")
    assert cards(game.model["body"]["pile"]["cards"]) == ["Golem"]
    act(game, "pile", player=1, which="discard")
    assert game.model["body"]["pile"] is None


# ------------------------------------------------------------------ hints, forms, the end


def test_a_hint_is_legal_marks_its_card_and_gives_reasons() -> None:
    game, seen = sit(seed=5), set()
    for _ in range(60):
        if game.match.is_over:
            break
        game.hint()
        advice, body = game._advice.action, game.model["body"]
        assert advice in game.legal_actions()
        verb, _, name = advice.partition(" ")
        zones = [*body["hand"], *body["own"]["cards"], *body["supply"], *(body["choices"] or {"cards": []})["cards"]]
        marked = [card["name"] for card in zones if card["hint"]]
        assert marked == ([name] if verb in ZONE_OF_VERB else [])
        if verb == "stage":
            before, after = game.match.state, with_one_more(game.match.state, 0, card_number(name))
            gain = scoring.total_performance(after, 0) - scoring.total_performance(before, 0)
            assert game.model["hint"]["total"] == gain
        seen.add(verb)
        game.play(advice)
    assert {"stage", "labor", "hire"} <= seen


@pytest.mark.parametrize(
    ("options", "rule"), [({"max_turns": 2}, "MC-F4"), ({"finish": "round"}, "MC-F3"), ({}, "MC-F3")]
)
def test_the_end_says_which_rule_brought_it(options: dict[str, Any], rule: str) -> None:
    game = sit(seed=4, rules={"winning_vp": 4}, **options)
    while not game.match.is_over:
        game.hint().play(game._advice.action)
    over = game.model["over"]
    assert over["rule"] == rule
    assert over["heading"] == "Performances"
    assert all(row["rule"] == "MC-F1" and row["title"].endswith(" shows") for row in over["rows"])


def test_a_new_game_takes_the_options_of_the_form() -> None:
    game = sit()
    send(game, "panel", which="new")
    assert game.model["body"]["setup"] == {"finish": "first", "maxTurns": 100, "goal": 10}
    chairs = [{"name": name, "kind": "human"} for name in ("Ann", "Ben", "Cy")]
    send(game, "new", chairs=chairs, options={"finish": "round", "max_turns": "7"}, seed="4", practice=False)
    assert game.match.options == {"finish": "round", "max_turns": 7}
    assert "10 VP end it with the round" in game.model["when"]
    for fields, words in (
        ({"max_turns": "many"}, "whole number"),
        ({"max_turns": "²"}, "whole number, not '²'"),
        ({"max_turns": "9" * 5000}, "at most 9 digits"),
        ({"finish": "frist"}, "did you mean 'first'"),
    ):
        send(game, "new", chairs=chairs, options=fields, seed="4", practice=False)
        assert words in game.model["refusal"]["text"]


def test_changed_numbers_are_on_the_cards() -> None:
    game = sit(rules={"werewolf_attacks": 2, "faun_per_other": 3, "sphinx_cost": 9, "summon_cost_below": 5})
    faces = {pile["name"]: pile for pile in game.model["body"]["supply"]}
    assert (faces["Werewolf"]["short"], faces["Faun"]["short"]) == ("attacks twice", "3 for each other")
    assert faces["Sphinx"]["cost"] == 9
    assert "less than 5" in faces["Fairy"]["ability"]


def test_the_text_form_carries_the_state() -> None:
    game = at(["You", "Bo"], hand=["Werewolf", "Golem"], stage={1: ["Minotaur!", "Faun"]}, discard=["Faun", "Faun"])
    texts = [repr(game), repr(game.select(0)), repr(game.hint()), repr(game.play("stage Werewolf"))]
    assert len(set(texts)) == len(texts)
    assert "Stage: Faun 1, Minotaur! 1 = TP 2" in texts[0]
    assert "Discard pile: 2 Fauns" in texts[0]
    assert "You may: attack Bo, no attack" in texts[-1]
    bundle = game._repr_mimebundle_()[0]
    assert bundle["text/plain"] == repr(game)
    assert "<table>" in bundle["text/html"]


def test_a_screen_reader_hears_what_happened_and_what_was_chosen() -> None:
    game = at(["You", "Bo"], hand=["Werewolf", "Golem"], stage={1: ["Faun", "Goblin"]})
    act(game, "hand", index=1)
    assert (
        game.model["say"] == "Werewolf chosen. On stage: TP 0 → 2. At labor: 0 → 1 point. Press again: To the stage, 2."
    )
    act(game, "hand", index=1)
    assert game.model["say"].startswith("You send Werewolf on stage. Choose a player to attack.")


# ------------------------------------------------------------------ boards of questions

BOARD = {
    "stage": ["Faun", "Minotaur!", "Goblin"],
    "hand": ["Golem", "Goblin"],
    "opponents": [{"name": "Ann", "stage": ["Unicorn", "Faun"]}, {"name": "Ben", "stage": []}],
    "supply": {"Goblin": 5, "Golem": 0},
    "mark": ["stage Faun"],
}


def test_cards_and_players_may_be_pointed_at() -> None:
    question = {
        "game": "mythic-circus",
        "prompt": "Whose Unicorns are worth a charge?",
        "kind": "seat",
        "board": BOARD | {"pick": ["Ann", "Ben"]},
        "answer": "Ann",
        "values": {"Ann": 1},
    }
    asked = Predict([question])
    assert asked.model["question"]["board"]["values"] == {}
    assert "Ann’s stage: Unicorn, Faun\n" in repr(asked)
    assert asked.answer("Ann").right == 1
    assert "Ann’s stage: Unicorn, Faun = 1" in repr(asked)
    cards_asked = Predict([question | {"board": BOARD | {"pick": ["Ann *", "hand"]}, "answer": "Ann Unicorn"}])
    with pytest.raises(BadInput, match="Ann Unicorn, Ann Faun, hand Golem, hand Goblin"):
        cards_asked.answer("stage Faun")
    assert cards_asked.answer("Ann Unicorn").right == 1


def test_the_total_performance_is_written_only_where_it_is_wanted() -> None:
    assert [stage["tp"] for stage in shown.board_picture(BOARD)["stages"]] == [None, None, None]
    with_tp = shown.board_picture(BOARD | {"tp": True})
    assert [stage["tp"] for stage in with_tp["stages"]] == ["TP 7", "TP 0", "TP 4"]
    assert with_tp["stages"][2]["cards"][0]["performance"] == "2"
    assert "wounded Minotaur" in shown.board_text(with_tp)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"stage": ["Gobblin"]}, "did you mean 'Goblin'"),
        ({"stage": ["Golem"]}, "may not be on stage"),
        ({"labor": ["Fairy"], "rules": {"fairy_labors": 1}}, "fairy_labor"),
        ({"hand": ["Minotaur!"]}, "on a stage only"),
        ({"opponents": [{"name": "hand", "stage": []}]}, "no zone's"),
        ({"opponents": [{"name": "Ann"}]}, "a name and a stage"),
        ({"supply": ["Goblin"]}, "cards left by name"),
        ({"mark": ["hand Sphinx"]}, "mark names places"),
        ({"pick": ["labor"]}, "pick names zones"),
        ({"tp": 1}, "tp"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_wrong_board_is_named(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        shown.board_picture(BOARD | {"mark": []} | change)


def test_equal_workers_are_counted_in_good_english() -> None:
    game = at(["You", "Bo"], stage=["Fairy", "Fairy", "Werewolf", "Werewolf", "Phoenix"], hand=["Golem"])
    assert [part["text"] for part in game.model["body"]["performance"]["parts"]] == [
        "2 Werewolves",
        "2 Fairies",
        "Phoenix",
    ]


def test_names_stand_for_numbers_and_verbs_agree() -> None:
    assert shown.named("P1 has reached 10 VP; P2 is next, P9 is not here.", ["You", "Bo"]) == (
        "You have reached 10 VP; Bo is next, P9 is not here."
    )
    assert re.search("P[1-9]", " ".join(lines(sit(names=["Ann", "Ben"])))) is None
