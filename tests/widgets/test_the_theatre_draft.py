"""The Theatre's draft at the table: what each choice marks, refusals, decks and plans, the game after it, saves."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from widgets.test_messages import act, send
from widgets.test_table import look_ahead, on_lists_in_any_time

import theatre_lab as tl
from theatre_lab.core.errors import BadInput, IllegalAction, UndoRefused
from theatre_lab.games.the_theatre import draft_rules as rules
from theatre_lab.games.the_theatre.cards import set_one
from theatre_lab.games.the_theatre.draft import drafted_decks
from theatre_lab.games.the_theatre.draft_records import replay_draft
from theatre_lab.widgets import Table, table
from theatre_lab.widgets import the_theatre_draft as shown


def sit(**options: Any) -> Table:
    return table("the-theatre-draft", **{"seed": 3, "pace": 0, "leader": 0, **options}).wait()


def draft_on(game: Table, rng: random.Random, until: int = 10_000) -> Table:
    while not game.match.is_over and game.match.ply < until:
        game.play(rng.choice(game.legal_actions()))
    return game


def ways(game: Table) -> dict[str, dict[str, Any]]:
    return {way["key"]: way for way in game.model["body"]["ways"]}


def row(game: Table) -> list[str]:
    return [entry["card"]["name"] for entry in game.model["body"]["row"]]


# ------------------------------------------------------------------ choosing


def test_a_chosen_card_shows_what_each_way_would_mark_and_is_taken_at_the_second_click() -> None:
    game = sit()
    name = row(game)[1]
    act(game, "pick", index=1)
    assert game.model["prompt"]["actions"][0]["label"] == f"Take {name}"
    told = ways(game)
    assert (told["one"]["action"], told["one"]["marks"]) == (f"take {name}", {"rank": 0, "count": 1})
    assert "one circle of rank 2" in told["pair"]["line"]
    assert "no rank below 1" in told["two"]["reason"]
    assert game.model["body"]["marks"] == {"rank": 0, "count": 1}
    act(game, "pick", index=1)
    assert game.match.history[0].text == f"take {name}"
    mine = next(sheet for sheet in game.wait().model["body"]["sheets"] if sheet["mine"])
    assert [(each["marked"], each["open"]) for each in mine["ranks"]] == [(1, 3), (0, 4), (0, 4), (0, 4)]


def test_two_cards_make_a_pair_and_either_may_be_had_alone() -> None:
    game = sit()
    names = row(game)
    act(game, "pick", index=0)
    act(game, "pick", index=2)
    assert game.model["body"]["selected"] == [0, 2]
    assert ways(game)["pair"]["action"] == f"take {' + '.join(sorted([names[0], names[2]]))}"
    act(game, "only", index=2)
    assert game.model["body"]["selected"] == [2]
    act(game, "pick", index=0)
    act(game, "pick", index=2)
    assert game.match.history[0].text == f"take {' + '.join(sorted([names[0], names[2]]))}"
    mine = next(sheet for sheet in game.model["body"]["sheets"] if sheet["mine"])
    assert (mine["ranks"][0]["pairs"], mine["ranks"][1]["marked"]) == (1, 1)


def test_a_second_card_replaces_the_first_where_no_pair_may_be_taken() -> None:
    game = sit(rules={"pairs_per_rank": 0})
    act(game, "pick", index=0)
    act(game, "pick", index=2)
    assert game.model["body"]["selected"] == [2]
    assert "as often as is allowed" in ways(game)["pair"]["reason"]


def test_a_card_is_dropped_on_the_deck() -> None:
    game = sit()
    name = row(game)[3]
    act(game, "drop", index=3)
    assert game.match.history[0].text == f"take {name}"


def test_every_way_comes_true_and_every_refusal_is_the_engines() -> None:
    seen: set[tuple[str, bool]] = set()
    for seed in range(4):
        check_a_draft(seed, seen)
    ways = [
        ("one", True),
        ("two", True),
        ("two", False),
        ("pair", True),
        ("pair", False),
        ("skip", True),
        ("lead", True),
    ]
    assert not set(ways) - seen


def check_a_draft(seed: int, seen: set[tuple[str, bool]]) -> None:
    game, rng = sit(seed=seed, opponents=["random"], base=3), random.Random(seed)
    while not game.match.is_over:
        act(game, "only", index=None)
        for _ in range(rng.choice([1, 2]) if row(game) else 0):
            place = rng.randrange(len(row(game)))
            if place not in game.model["body"]["selected"]:
                act(game, "pick", index=place)
        legal = set(game.legal_actions())
        for way in game.model["body"]["ways"]:
            seen.add((way["key"][:4], way["reason"] is None))
            assert way["action"] is None or way["action"] in legal
            if way["refused"]:
                with pytest.raises(IllegalAction, match=re.escape(way["reason"])) as error:
                    game.match.play(way["refused"])
                assert error.value.clause == way["rule"]
        ready = [way for way in game.model["body"]["ways"] if way["action"]]
        if ready:
            take_and_check(game, rng.choice(ready))


def take_and_check(game: Table, way: dict[str, Any]) -> None:
    """The way marks the circles that it told of, and no other."""
    before, player, index = open_circles(game), game.viewer, game.match.ply
    act(game, "do", action=way["action"])
    game.wait()
    after = game.match.history[index + 1].before if game.match.ply > index + 1 else game.match.state
    marks = way["marks"] or {"rank": 0, "count": 0}
    for rank in range(4):
        lost = before[rank] - after.circles[rules.slot(player, rank)]
        assert lost == (marks["count"] if rank == marks["rank"] else 0)


def open_circles(game: Table) -> list[int]:
    state, player = game.match.state, game.viewer
    return list(state.circles[rules.slot(player, 0) : rules.slot(player, 4)])


def test_circles_always_add_up_to_the_base() -> None:
    game, rng = sit(opponents=["random", "random"], seed=8), random.Random(8)
    while not game.match.is_over:
        game.play(rng.choice(game.legal_actions()))
        for sheet in game.model["body"]["sheets"]:
            assert [each["marked"] + each["open"] for each in sheet["ranks"]] == [5, 5, 5, 5]
            for each in sheet["ranks"]:
                assert (each["pairs"] or 0) <= 2
                assert (each["doubles"] or 0) <= 2


# ------------------------------------------------------------------ refusals


def test_refusals_name_their_rule_where_they_happen() -> None:
    game = sit()
    act(game, "do", action="pass")
    assert (game.model["refusal"]["where"], game.model["refusal"]["rule"]) == ("ways", "TT-F5")
    act(game, "do", action="give lead P2")
    assert game.model["refusal"]["rule"] == "TT-F4"
    act(game, "do", action="take Nobody (Luck)")
    assert "Nobody (Luck)" in game.model["refusal"]["text"]
    with pytest.raises(IllegalAction, match="TT-F2"):
        game.play(f"take {row(game)[0]} for two")
    assert game.match.ply == 0


def third_copy() -> Table:
    """A draft in which you have two copies of a card, and a third lies in the row."""
    one, other = "Button (Charm)", "Tupp (Luck)"
    pool = [one] * 6 + [other] * 2 + [text for text, card in set_one().items() if card.rank > 1]
    game = sit(pool=pool, seed=4, opponents=["random"])
    rng = random.Random(4)
    while not game.match.is_over:
        mine = [card.text for card in drafted_decks(game.match.state)[0]]
        if mine.count(one) == 2 and one in row(game):
            return game
        wanted = [action for action in game.legal_actions() if one in action]
        game.play(wanted[0] if wanted else rng.choice(game.legal_actions()))
    raise AssertionError("no third copy came into the row")


def test_a_third_copy_is_greyed_with_its_reason() -> None:
    game = third_copy()
    entry = next(entry for entry in game.model["body"]["row"] if entry["card"]["name"] == "Button (Charm)")
    assert (entry["note"], entry["rule"]) == ("you have 2", "TT-F5")
    assert "third copy" in entry["reason"]
    act(game, "drop", index=row(game).index("Button (Charm)"))
    assert (game.model["refusal"]["where"], game.model["refusal"]["rule"]) == ("row", "TT-F5")


@pytest.mark.parametrize(
    "args",
    [
        {"verb": "pick", "index": 9},
        {"verb": "pick", "index": "0"},
        {"verb": "pick"},
        {"verb": "only", "index": -1},
        {"verb": "drop", "index": None},
        {"verb": "do", "action": 4},
        {"verb": "deck", "player": 7},
        {"verb": "draw"},
    ],
)
def test_bad_arguments_are_named(args: dict[str, Any]) -> None:
    game = sit()
    act(game, **args)
    assert game.status
    assert game.match.ply == 0


def test_select_from_a_cell() -> None:
    game = sit().select(2)
    assert f"Selected: {row(game)[2]}" in repr(game)
    assert "marks one circle of rank 1" in repr(game)
    with pytest.raises(BadInput, match="0 to 3"):
        game.select(4)


# ------------------------------------------------------------------ around it


def test_nothing_of_the_decks_order_is_in_the_model_and_no_curtain_falls() -> None:
    one, other = sit(seed=5, you=[0, 1], opponents=[]), sit(seed=5, you=[0, 1], opponents=[])
    state = other.match.state
    for rank in range(4):
        first, last = state.stock_first[rank], state.stock_first[rank] + state.stock_count[rank]
        state.stock[first:last] = state.stock[first:last][::-1]
    other.select(None)
    assert one.model["curtain"] is None
    told = [{**each.model, "ply": 0} for each in (one, other)]
    assert json.dumps(told[0]) == json.dumps(told[1])
    one.play(one.legal_actions()[0])
    assert (one.viewer, one.model["curtain"]) == (1, None)


def test_any_deck_may_be_looked_at_with_its_plan() -> None:
    game = draft_on(sit(), random.Random(1), until=16)
    act(game, "deck", player=1)
    deck = game.model["body"]["deck"]
    cards = drafted_decks(game.match.state)[1]
    assert (deck["player"], deck["count"]) == (1, len(cards))
    assert {row["name"]: row["count"] for row in deck["plan"]["suits"]} == {
        suit: sum(card.suit == suit for card in cards) for suit in {card.suit for card in cards}
    }
    assert sum(each["count"] for each in deck["plan"]["prints"]) == len(cards)
    assert sum(each["count"] for each in deck["plan"]["abilities"]) == sum(card.ability != "none" for card in cards)
    assert deck["plan"]["ranks"] == [sum(card.rank == rank for card in cards) for rank in (1, 2, 3, 4)]


def test_a_hint_gives_its_reasons_and_marks_the_cards() -> None:
    game = sit().hint()
    hint = game.model["hint"]
    taken = [entry["card"]["name"] for entry in game.model["body"]["row"] if entry["hint"]]
    assert taken
    assert all(name in hint["text"] for name in taken)
    assert hint["total"] == sum(part["points"] for part in hint["parts"])
    assert any("circle" in part["text"] and part["points"] < 0 for part in hint["parts"])


def test_a_hint_that_looks_ahead_speaks_of_decks_not_of_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    on_lists_in_any_time(monkeypatch, 150)
    outlook = look_ahead(game := sit(base=2))["outlook"]
    assert outlook["heads"] == ["Best deck", "Worth"]
    assert outlook["rows"]
    assert "150 games" in outlook["note"]
    assert f"Best deck {outlook['rows'][0]['win']}, expected worth" in game.model["say"]


def test_undo_where_nothing_new_was_seen_and_in_practice() -> None:
    game = sit(you=[0, 1], opponents=[]).play("skip")
    assert game.match.why_no_undo(0) == ""
    again = sit()
    again.play(again.legal_actions()[0])
    with pytest.raises(UndoRefused, match="seen something new"):
        again.undo()
    practice = sit(practice=True)
    practice.play(practice.legal_actions()[0]).undo()
    assert practice.match.ply == 0


def test_the_log_speaks_in_names() -> None:
    game = draft_on(sit(base=2, opponents=["greedy"]), random.Random(3))
    lines = [
        " ".join(filter(None, [line["who"], line["text"], line["card"], line["after"]])) for line in game.model["log"]
    ]
    assert any("for one circle" in line for line in lines)
    assert any(re.search("→ round 2, rank 2: (you lead|Greedy leads)", line) for line in lines)
    assert re.search("the lead", lines[-1])
    assert not any(re.search(r"\bP[12]\b", line) for line in lines)


def test_refusals_and_hints_name_players_not_numbers() -> None:
    assert shown.named("give lead P2: not now", ["You", "Greedy"]) == "give the lead to Greedy: not now"
    for no_player in ("give lead P9", "give lead P0", "give lead P²"):
        assert shown.named(no_player, ["You", "Greedy"]) == no_player
    assert shown.named("take Button (Charm)", ["You", "Greedy"]) == "take Button (Charm)"


# ------------------------------------------------------------------ after the draft


@pytest.mark.parametrize("opponents", [["greedy"], ["easy", "medium", "random"]])
def test_the_game_after_the_draft_has_its_decks_and_leader(opponents: list[str]) -> None:
    game = draft_on(sit(opponents=opponents, seed=6), random.Random(6))
    assert game.model["over"]["title"].startswith("The draft is over.")
    assert (game.model["over"]["rows"], game.model["over"]["winners"]) == ([], [])
    assert game.model["prompt"]["actions"][0]["label"] == "Play with these decks"
    draft = game.match
    send(game, "sequel")
    match = game.wait().match
    assert match.game.name == "the-theatre"
    assert match.options["leader"] == draft.state.final_leader - 1
    assert match.options["allow_smaller"] == bool(rules.all_circles_left(draft.state))
    assert match.options["decks"] == [[card.as_dict() for card in deck] for deck in drafted_decks(draft.state)]
    assert (match.names, match.seats) == (draft.names, draft.seats)


def test_the_game_may_be_begun_from_a_cell_with_its_other_options() -> None:
    game = draft_on(sit(base=2), random.Random(2))
    with pytest.raises(BadInput, match="the draft has settled leader"):
        game.begin_game(leader=1)
    assert game.begin_game(open_suits=True).match.options["open_suits"] is True
    with pytest.raises(BadInput, match="no game follows The Theatre"):
        game.begin_game()


def test_no_game_before_the_draft_is_over() -> None:
    game = sit()
    with pytest.raises(BadInput, match="not over"):
        game.begin_game()
    send(game, "sequel")
    assert "not over" in (game.model["refusal"] or {"text": game.status})["text"]
    assert game.match.game.name == "the-theatre-draft"


def test_decks_that_are_too_small_say_so_and_begin_nothing() -> None:
    game = sit(base=1, rules={"pairs_per_rank": 0, "doubles_per_rank": 0, "skips": 0})
    while not game.match.is_over:
        game.play(game.legal_actions()[0])
    assert game.model["prompt"]["text"] == "These decks cannot play."
    assert "TT-D1" in game.model["prompt"]["note"]
    assert [action["label"] for action in game.model["prompt"]["actions"]] == ["New game"]
    with pytest.raises(BadInput, match="TT-D1"):
        game.begin_game()


def test_void_circles_allow_smaller_decks() -> None:
    cards = [text for text, card in set_one().items() if card.rank == 1][:14]
    game = sit(pool=cards, rules={"skips": 0})
    while not game.match.is_over:
        game.play(game.legal_actions()[0])
    assert game.model["over"]["rule"] == "TT-F5"
    assert game.begin_game().match.options["allow_smaller"] is True


# ------------------------------------------------------------------ saves, records, text


def test_a_draft_is_saved_loaded_and_replayed(tmp_path: Path) -> None:
    game = draft_on(sit(), random.Random(7), until=11)
    game.save(tmp_path / "draft.json")
    again = sit().load(tmp_path / "draft.json").wait()
    assert again.match.record() == game.match.record()
    record = game.match.record_data()
    assert replay_draft(json.loads(json.dumps(record)))["over"] is False
    assert sit().load(json.dumps(record)).match.state == game.match.state
    (downloaded,) = [message for message in send(game, "save") if message["kind"] == "download"]
    assert downloaded["name"].startswith("the-theatre-draft-")
    other = sit(seed=9)
    send(other, "load", text=downloaded["text"])
    assert other.match.state == game.match.state


def test_load_reads_draft_records_and_words_their_faults(tmp_path: Path) -> None:
    match = draft_on(sit(base=2), random.Random(5)).match
    data = match.record_data()
    (tmp_path / "draft.jsonl").write_text(json.dumps(data) + "\n")
    loaded = tl.load(tmp_path / "draft.jsonl", seats=["human", "greedy"])
    assert (loaded.is_over, loaded.seats) == (True, ["human", "greedy"])
    data["rank_decks"][2][0] = "Button (Charm)"
    with pytest.raises(BadInput, match="rank_decks, rank 3: these are not"):
        tl.load(json.dumps(data))
    with pytest.raises(BadInput, match="the decks are not the cards that were taken"):
        tl.load(json.dumps(match.record_data() | {"decks": [[], []]}))


def test_a_new_draft_takes_the_options_of_the_form() -> None:
    game = sit()
    send(game, "panel", which="new")
    assert game.model["body"]["setup"] == {"base": 4, "ownPool": None}
    chairs = [{"name": "You", "kind": "human"}, {"name": "", "kind": "hard"}]
    send(game, "new", chairs=chairs, options={"base": "3"}, seed="4", practice=False)
    assert game.match.options["base"] == 3
    for wrong in ("many", "²"):
        send(game.wait(), "new", chairs=chairs, options={"base": wrong}, seed="4", practice=False)
        assert f"Base must be a whole number, not {wrong!r}" in game.model["refusal"]["text"]


def test_a_level_that_searches_drafts_at_the_table() -> None:
    game = sit(base=2, opponents=["hard"], leader=1)
    assert game.match.ply >= 1
    assert game.match.history[0].player == 1


def test_the_text_form_tells_all_that_lies_there() -> None:
    game = draft_on(sit(), random.Random(1), until=8)
    text = repr(game)
    assert all(name in text for name in row(game))
    assert "Circles, marked and open:" in text
    assert all(card.text in text for deck in drafted_decks(game.match.state) for card in deck)
    assert text == repr(draft_on(sit(), random.Random(1), until=8))
    assert "Your deck" in game._repr_html_()


def test_a_card_to_be_had_only_in_a_pair_asks_for_a_second() -> None:
    game, found = sit(base=2, seed=1, opponents=["random"]), False
    rng = random.Random(1)
    while not game.match.is_over and not found:
        takes = [action for action in game.legal_actions() if action.startswith("take")]
        found = bool(takes) and all(" + " in action for action in takes)
        if not found:
            game.play(rng.choice(game.legal_actions()))
    assert found
    first, second = takes[0].removeprefix("take ").split(" + ")
    act(game, "pick", index=row(game).index(first))
    assert game.model["prompt"]["text"] == f"{first}: choose a second card."
    assert re.search(r"only in a pair, which marks one circle of rank \d; \d of 2 left", game.model["prompt"]["note"])
    act(game, "pick", index=len(row(game)) - 1 - row(game)[::-1].index(second))
    assert game.model["prompt"]["actions"][0]["label"] == f"Take {first} + {second}"
