"""DeckBuilder from Python: what lessons do in cells, and what the messages of a front end do."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from widgets.test_messages import send

import theatre_lab as tl
from theatre_lab.core.errors import BadInput, IllegalAction, OptionError
from theatre_lab.games.the_theatre.cards import parse_card, set_one
from theatre_lab.games.the_theatre.decks import check_deck, starter_decks
from theatre_lab.widgets import DeckBuilder

REX = {
    "name": "Rex",
    "suit": "Will",
    "print": "Paw",
    "rank": 4,
    "value": 9,
    "ability": "Finisher",
    "role": "Hero",
    "job": "Roaring",
}
SMALL = [card.text for card in set_one().values() if card.rank == 1][:5]


def place_of(builder: DeckBuilder, name: str) -> int:
    return next(i for i, card in enumerate(builder.model["cards"]) if card["name"] == name)


def copies(builder: DeckBuilder) -> dict[str, int]:
    return {card["name"]: card["copies"] for card in builder.model["cards"] if card["copies"]}


# ------------------------------------------------------------------ beginning


@pytest.mark.parametrize("base", [4, 5])
def test_every_starter_deck_is_where_one_may_begin(base: int) -> None:
    for deck in starter_decks(base):
        builder = DeckBuilder(deck.name, base=base)
        assert Counter(builder.cards) == Counter(deck.cards)
        assert builder.faults == []
        assert builder.model["legal"]


def test_a_deck_comes_as_text_as_list_or_as_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("2 Button (Charm)\nTupp (Luck)\n")
    expected = Counter({"Button (Charm)": 2, "Tupp (Luck)": 1})
    for source in (path, str(path), path.read_text(), ["Button (Charm)", "Tupp (Luck)", set_one()["Button (Charm)"]]):
        assert Counter(DeckBuilder(source).deck) == expected
    assert DeckBuilder().load(path).text == "2 Button (Charm)\n1 Tupp (Luck)"


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"deck": "The Paw Parad"}, BadInput, "there is no starter deck 'The Paw Parad'; there are The Paw Parade, "),
        ({"deck": "2 Button (Charm)\nButon (Charm)"}, BadInput, "line 2: .*did you mean 'Button"),
        ({"deck": ["Button"]}, BadInput, "deck, card 1: 'Button' is no card"),
        ({"deck": 7}, BadInput, "deck must be a list of cards, not 7"),
        ({"deck": "none.txt"}, BadInput, "cannot read 'none.txt'"),
        ({"deck": "150 Button (Charm)\n151 Tupp (Luck)"}, BadInput, "line 2: the number of copies"),
        ({"deck": "150 Button (Charm)\n" * 3}, BadInput, "a deck here has at most 300 cards, not 450"),
        ({"base": 0}, OptionError, "base must be a whole number from 1 to 10, not 0"),
        ({"allow_smaller": "yes"}, OptionError, "allow_smaller must be true or false"),
        ({"cards": []}, BadInput, "a card set needs at least one card"),
        ({"cards": [REX, {**REX, "value": 3}]}, BadInput, r"Rex \(Will\) is defined in two ways .* value \(TT-C1\)"),
        ({"cards": [{**REX, "ability": "Chaos"}]}, BadInput, "TT-C2"),
        ({"cards": [REX], "deck": "Rexx (Will)"}, BadInput, r"line 1: .*did you mean 'Rex \(Will\)'\?"),
    ],
)
def test_what_cannot_be_read_is_refused(options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        DeckBuilder(**options)


# ------------------------------------------------------------------ building


def test_a_deck_is_built_and_told_step_by_step() -> None:
    builder = DeckBuilder(base=1)
    for card in ("Button (Charm)", "Brine (Agility)", "Marlowe (Luck)"):
        assert builder.add(card).faults
    assert (builder.counts, builder.model["weight"], builder.model["target"]) == ((1, 1, 1, 0), 7, 15)
    assert "Not legal yet" in repr(builder)
    builder.clear().load(["Button (Charm)", "Button (Luck)", "Brine (Agility)", "Brine (Strength)"]).add(
        "Marlowe (Luck)"
    )
    assert builder.faults == check_deck(builder.cards, 1)
    assert "put in" in builder.faults[0]
    builder.add("Marlowe (Charm)").add("Tupp (Luck)")
    assert (builder.counts, builder.faults, builder.model["verdict"]) == ((3, 2, 2, 0), [], "A legal deck.")
    assert builder.model["swaps"] == (
        "That is 1 of each rank, after a swap of 1 card of rank 2 for 2 of rank 1, 1 card of rank 3 for 2 of rank 2 "
        "and 1 card of rank 4 for 2 of rank 3."
    )


def test_a_third_copy_is_refused_by_its_clause() -> None:
    builder = DeckBuilder().add("Button (Charm)", 2)
    with pytest.raises(
        IllegalAction, match=r"at most 2 copies .* has 2 already\. Take another card of rank 1"
    ) as error:
        builder.add("Button (Charm)")
    assert error.value.clause == "TT-D1"
    with pytest.raises(IllegalAction, match="at most 2 copies of a specific card, not 3"):
        builder.add("Tupp (Luck)", 3)
    assert copies(builder) == {"Button (Charm)": 2}
    assert builder.add("Button (Luck)").counts == (3, 0, 0, 0)


def test_only_what_is_there_can_be_taken_out() -> None:
    builder = DeckBuilder().add("Button (Charm)")
    with pytest.raises(BadInput, match=r"the deck holds no Tupp \(Luck\)"):
        builder.remove("Tupp (Luck)")
    with pytest.raises(BadInput, match=r"the deck holds 1 Button \(Charm\), so 2 cannot"):
        builder.remove("Button (Charm)", 2)
    with pytest.raises(BadInput, match=r"card: 'Butto \(Charm\)' is not .*did you mean 'Button \(Charm\)'"):
        builder.add("Butto (Charm)")
    with pytest.raises(OptionError, match="copies must be a whole number"):
        builder.add("Button (Charm)", 0)
    assert builder.remove("Button (Charm)").deck == []


def test_the_model_and_the_validator_agree() -> None:
    builder = DeckBuilder("The Paw Parade")
    for card in (*builder.cards[::3], *builder.cards[1::5]):
        builder.remove(card)
        told = [f"{fault['problem']} ({fault['rule']}): {fault['remedy']}." for fault in builder.model["faults"]]
        assert told == builder.faults == check_deck(builder.cards, 4)
        right = [row["count"] + row["mend"] for row in builder.model["ranks"]]
        assert sum(count * each for count, each in zip(right, (1, 2, 4, 8), strict=True)) == 60
        assert all(fault in repr(builder) and fault in builder._repr_html_() for fault in told)


def test_a_faulty_deck_is_loaded_with_its_faults() -> None:
    builder = DeckBuilder([*["Button (Charm)"] * 4, REX, {**REX, "value": 2}])
    assert len(builder.cards) == 6
    assert {fault["rule"] for fault in builder.model["faults"]} == {"TT-D1", "TT-C1", "TT-D3"}
    assert Counter(DeckBuilder(builder.text).cards) == Counter(builder.cards)


def test_undo_takes_back_one_change_after_the_other() -> None:
    builder = DeckBuilder("The Paw Parade")
    start = builder.text
    builder.add("Tupp (Luck)").clear().change_base(5, True).use_cards([REX]).add("Rex (Will)")
    for _ in range(5):
        builder.undo()
    assert (builder.text, builder.base, builder.allow_smaller, builder.model["ownSet"]) == (start, 4, False, False)
    with pytest.raises(BadInput, match="nothing to take back"):
        builder.undo()
    builder.clear().clear()
    assert builder.undo().text == start


def test_smaller_decks_and_other_bases() -> None:
    builder = DeckBuilder(SMALL, base=4)
    assert builder.faults
    assert builder.change_base(4, True).faults == []
    assert builder.model["swaps"] == ""
    assert builder.change_base(1).faults == []
    with pytest.raises(OptionError, match="base"):
        builder.change_base(11)
    assert [deck["count"] for deck in DeckBuilder(base=5).model["starters"]] == [len(d.cards) for d in starter_decks(5)]
    assert DeckBuilder(base=9).model["starters"] == DeckBuilder(base=5).model["starters"]


# ------------------------------------------------------------------ text, sets, comparison


def test_a_deck_survives_its_text_and_its_list() -> None:
    builder = DeckBuilder("The Cold Shoulder").add(REX)
    assert Counter(DeckBuilder(builder.text).cards) == Counter(builder.cards)
    assert Counter(DeckBuilder(builder.deck).cards) == Counter(builder.cards)
    assert [entry for entry in builder.deck if isinstance(entry, dict)] == [REX]
    json.dumps(builder.model)


def test_a_card_set_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps({"cards": [REX, {**REX, "name": "Ada", "rank": 1}]}))
    builder = DeckBuilder(cards=path)
    assert [card["name"] for card in builder.model["cards"]] == ["Ada (Will)", "Rex (Will)"]
    assert copies(builder.add("Rex (Will)").load("2 Ada (Will)\nRex (Will)")) == {"Ada (Will)": 2, "Rex (Will)": 1}
    assert builder.find(rank=1) == [parse_card({**REX, "name": "Ada", "rank": 1})]
    assert len(builder.use_cards(None).model["cards"]) == len(set_one()) + 2, "cards of the deck stay in sight"


def test_cards_are_found_by_each_of_their_marks() -> None:
    builder = DeckBuilder()
    for field, value in (("suit", "Luck"), ("print", "Fin"), ("rank", 3), ("ability", "Gamble")):
        found = builder.find(**{field: value})
        assert found
        assert len(found) == sum(getattr(card, field) == value for card in set_one().values())
    assert {card.name for card in builder.find("BUTT")} == {"Button"}
    assert builder.find("BUTT", suit="Strength") == []
    with pytest.raises(OptionError, match="did you mean 'Charm'"):
        builder.find(suit="Charmm")


def test_the_plan_counts_every_card_once() -> None:
    builder = DeckBuilder("The Long Encore").compare("The Paw Parade")
    for section in builder.model["bars"]:
        assert sum(row["count"] for row in section["rows"]) == len(builder.cards), section["title"]
        assert sum(row["other"] for row in section["rows"]) == 16
    assert "In brackets: The Paw Parade" in repr(builder)
    assert all(row["other"] is None for section in builder.compare(None).model["bars"] for row in section["rows"])
    with pytest.raises(OptionError, match="did you mean 'The Paw Parade'"):
        builder.compare("Paw Parade")


def test_values_far_apart_share_columns() -> None:
    ned = [{**REX, "name": f"Ned {value}", "value": value} for value in (-99, -98, 0, 50, 99)]
    rows = DeckBuilder(ned).model["bars"][0]["rows"]
    assert sum(row["count"] for row in rows) == 5
    assert [row["label"] for row in rows] == [str(value).replace("-", "−") for value in range(-100, 100, 20)]
    assert (rows[0]["count"], rows[-1]["count"]) == (2, 1)
    assert "Values in steps of 20: −100: 2, " in repr(DeckBuilder(ned))


def test_a_built_deck_is_played() -> None:
    builder = DeckBuilder("The House of Chance")
    table = tl.table("the-theatre", decks=[builder.deck, starter_decks(4)[1].cards], leader=0, seed=1, pace=0)
    decks = table.match.options["decks"]
    assert decks[0] == [card.as_dict() for card in builder.cards]
    builder.remove(builder.cards[0])
    with pytest.raises(OptionError, match=r"deck 1 is not legal: .*TT-D3"):
        tl.table("the-theatre", decks=[builder.deck, starter_decks(4)[1].cards])


def test_the_same_deck_reads_the_same() -> None:
    one, two = DeckBuilder("The Paw Parade"), DeckBuilder(list(reversed(starter_decks(4)[0].cards)))
    assert repr(one) == repr(two)
    assert one._repr_html_() == two._repr_html_()
    assert "<script>" not in DeckBuilder(title="<script>")._repr_html_()


# ------------------------------------------------------------------ messages


def test_clicks_add_and_remove_without_waiting_for_one_another() -> None:
    builder = DeckBuilder()
    place = place_of(builder, "Button (Charm)")
    ply = builder.model["ply"]
    for _ in range(2):
        send(builder, "add", ply=ply, card=place)
    assert copies(builder) == {"Button (Charm)": 2}
    send(builder, "add", ply=ply, card=place)
    assert builder.model["refusal"]["rule"] == "TT-D1"
    assert builder.model["refusal"]["where"] == "pool"
    send(builder, "remove", ply=ply, card=place)
    send(builder, "undo", ply=ply)
    assert copies(builder) == {"Button (Charm)": 2}
    assert builder.model["refusal"] is None


def test_a_click_on_a_list_that_has_changed_does_nothing() -> None:
    builder = DeckBuilder()
    old = builder.model["ply"]
    builder.use_cards([REX])
    send(builder, "add", ply=old, card=0)
    assert "too late" in builder.status
    assert builder.deck == []


def test_a_bad_text_loses_nothing() -> None:
    builder = DeckBuilder("The Paw Parade")
    before = builder.text
    send(builder, "panel", open=True)
    send(builder, "load", text="2 Button (Charm)\n2 Buton (Luck)")
    refusal = builder.model["refusal"]
    assert refusal["where"] == "text"
    assert "Line 2: 'Buton (Luck)' is not in the card set; did you mean 'Button (Luck)'?" in refusal["text"]
    assert (builder.text, builder.model["panel"], builder.model["canUndo"]) == (before, True, False)
    send(builder, "load", text="2 Button (Charm)")
    assert (builder.text, builder.model["panel"], builder.model["canUndo"]) == ("2 Button (Charm)", False, True)


def test_a_card_set_may_be_pasted_and_put_away() -> None:
    builder = DeckBuilder()
    send(builder, "use_cards", text=json.dumps(REX))
    assert [card["name"] for card in builder.model["cards"]] == ["Rex (Will)"]
    send(builder, "use_cards", text="[{}]")
    assert builder.model["refusal"]["where"] == "text"
    send(builder, "use_cards", text=None)
    assert len(builder.model["cards"]) == len(set_one())


@pytest.mark.parametrize(
    ("intent", "args", "words"),
    [
        ("add", {"card": 999}, "needs card as a whole number"),
        ("remove", {"card": "Button (Charm)"}, "needs card as a whole number"),
        ("load", {}, "needs text as a text"),
        ("base", {"base": 4}, "needs smaller as true or false"),
        ("panel", {"open": 1}, "needs open as true or false"),
    ],
)
def test_malformed_messages_are_said(intent: str, args: dict[str, Any], words: str) -> None:
    builder = DeckBuilder()
    send(builder, intent, **args)
    assert words in builder.status


def test_every_intent_of_the_front_end_does_its_work() -> None:
    builder = DeckBuilder()
    send(builder, "start", deck="The Paw Parade")
    assert builder.faults == []
    send(builder, "compare", deck="The Long Encore")
    assert builder.model["compared"]["name"] == "The Long Encore"
    send(builder, "base", base=5, smaller=True)
    assert (builder.base, builder.allow_smaller) == (5, True)
    send(builder, "base", base=0, smaller=True)
    assert builder.model["refusal"]["where"] == "bar"
    send(builder, "clear")
    assert builder.model["verdict"] == "An empty deck."
    assert "weight 0 of 75" in builder.model["say"]
