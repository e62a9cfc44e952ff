"""Cards, decks and Set 1 of The Theatre: what is refused, what is a fault, and what the set promises."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theatre_lab.core.errors import BadInput
from theatre_lab.games.the_theatre.cards import ABILITIES, PRINTS, SUITS, Card, parse_card, parse_name, set_one
from theatre_lab.games.the_theatre.deck_text import read_card_file, read_cards, write_cards
from theatre_lab.games.the_theatre.decks import (
    answer_deck_line,
    check_deck,
    deck_faults,
    deck_weight,
    mended_counts,
    net_swaps,
    parse_deck,
    rank_counts,
    starter_decks,
    wanted_weight,
)

CASES = Path(__file__).parent.parent / "cases"
NED = {
    "name": "Ned",
    "suit": "Luck",
    "print": "Paw",
    "rank": 1,
    "value": 2,
    "ability": "none",
    "role": "Staff",
    "job": "Sweeping",
}


def deck_of(*counts: int) -> list[Card]:
    """A deck of different cards with so many of each rank."""
    return [
        Card(f"N{rank}-{n}", "Luck", "Paw", rank, 1, "none", "Staff", "Sweeping")
        for rank, count in enumerate(counts, 1)
        for n in range(count)
    ]


# ------------------------------------------------------------------ one card


def test_a_card_object_is_read_field_by_field():
    card = parse_card(NED)
    assert (card.text, card.as_dict()) == ("Ned (Luck)", NED)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": ""}, "card: name must be a text"),
        ({"name": 7}, "card: name must be a text, not 7"),
        ({"name": "A + B"}, "must not hold ' + '"),
        ({"name": "A (B"}, "must not hold '('"),
        ({"name": "A) B"}, "must not hold ')'"),
        ({"name": "Table for two"}, "must not end in ' for two'"),
        ({"name": "Zenith\n"}, "one line of signs"),
        ({"name": "Aa" * 3000}, "has 6000 letters; 80 are the most"),
        ({"suit": "luck"}, "card: suit must be one of Charm, Luck"),
        ({"suit": ["Luck"]}, "card: suit must be one of"),
        ({"print": "Wing"}, "card: print must be one of Paw"),
        ({"rank": 0}, "card: rank must be a whole number from 1 to 4, not 0"),
        ({"rank": "1"}, "card: rank must be a whole number"),
        ({"value": 100}, "card: value must be a whole number from -99 to 99, not 100"),
        ({"value": 2.0}, "card: value must be a whole number"),
        ({"value": True}, "card: value must be a whole number"),
        ({"ability": "Combo"}, "card: ability must be one of none, Boost"),
        ({"ability": None}, "card: ability must be one of"),
        ({"role": None}, "card: role must be a text"),
        ({"job": 3}, "card: job must be a text, not 3"),
        ({"colour": "red"}, "'colour'"),
    ],
)
def test_a_malformed_card_is_refused_by_field(changes, message):
    with pytest.raises(BadInput) as error:
        parse_card({**NED, **changes})
    assert message in str(error.value)


def test_chaos_is_refused_with_its_reason():
    for ability in ("Chaos", "chaos", "Chaos +1"):
        with pytest.raises(BadInput, match=r"Chaos belongs to a later set, .* \(TT-C2\)"):
            parse_card({**NED, "ability": ability})


@pytest.mark.parametrize("key", list(NED))
def test_a_missing_field_is_named(key):
    with pytest.raises(BadInput, match=f"needs {key} too"):
        parse_card({k: v for k, v in NED.items() if k != key}, "deck 1, card 2")


@pytest.mark.parametrize("entry", ["Ned", "Ned (Mood)", "Ned (Luck)", "(Luck)", 3, None, []])
def test_no_card(entry):
    with pytest.raises(BadInput, match=r"^deck, card 1: "):
        parse_card(entry, "deck, card 1")


def test_odd_names_survive_the_notation():
    for name in ("O'Hare", "Mr. Newt", "+ more", " spaced ", "two for two?", "Ünal"):
        card = parse_card({**NED, "name": name})
        assert parse_name(card.text) == (name, "Luck")


# ------------------------------------------------------------------ whole decks


def test_worked_example_8():
    assert check_deck(deck_of(2, 5, 4, 4), 4) == []
    assert check_deck(deck_of(4, 4, 2, 5), 4) == []
    faults = check_deck(deck_of(4, 4, 4, 5), 4)
    assert len(faults) == 1
    assert "weigh 68 in swaps, and exactly 60 is right with base 4" in faults[0]
    assert "take out 1 card of rank 4" in faults[0]


def test_every_fault_is_named():
    three = [parse_card({**NED, "rank": 1})] * 3
    other = parse_card({**NED, "rank": 1, "value": 9})
    faults = check_deck([*three, other], 4)
    assert [fault.partition("(TT-")[2][:2] for fault in faults] == ["C1", "D1", "D1", "D3"]
    assert "differ in value" in faults[0]
    assert "There are 4 copies of Ned (Luck)" in faults[1]


def test_smaller_decks_are_legal_with_the_option_only():
    assert check_deck(deck_of(4, 4, 4, 3), 4, True) == []
    assert check_deck(deck_of(4, 4, 4, 3), 4) != []
    assert "at most 60" in check_deck(deck_of(4, 4, 4, 5), 4, True)[0]


def test_five_cards_are_the_least():
    assert "The deck has 4 cards, and 5 are the least" in check_deck(deck_of(1, 1, 1, 1), 1)[0]
    assert check_deck(deck_of(3, 0, 1, 1), 1) == []


@settings(max_examples=60, deadline=None)
@given(st.tuples(*[st.integers(0, 12)] * 4), st.integers(1, 5), st.booleans())
def test_the_remedy_mends(counts, base, allow_smaller):
    mended = mended_counts(counts, base, allow_smaller)
    assert sum(mended) >= 5
    assert deck_weight(mended) <= wanted_weight(base)
    assert allow_smaller or deck_weight(mended) == wanted_weight(base)
    assert check_deck(deck_of(*mended), base, allow_smaller) == []
    faults = check_deck(deck_of(*counts), base, allow_smaller)
    assert (mended == counts) == (not faults)
    for rank, (new, old) in enumerate(zip(mended, counts, strict=True), 1):
        if new != old:
            noun = "card" if abs(new - old) == 1 else "cards"
            assert f"{abs(new - old)} {noun} of rank {rank}" in faults[0]


def test_a_fault_is_its_clause_its_problem_and_its_remedy():
    three = [parse_card({**NED, "rank": 1})] * 3
    faults = deck_faults(three, 4)
    assert [fault.rule for fault in faults] == ["TT-D1", "TT-D1", "TT-D3"]
    assert [fault.text for fault in faults] == check_deck(three, 4)
    assert faults[0].remedy == "replace 1 of them by other cards of the same rank"


@settings(max_examples=100, deadline=None)
@given(st.tuples(*[st.integers(-3, 3)] * 3), st.integers(1, 10))
def test_swaps_lead_from_the_base_to_the_counts(swaps, base):
    counts = [base] * 4
    for rank, times in enumerate(swaps):
        counts[rank] -= 2 * times
        counts[rank + 1] += times
    assert net_swaps(counts, base) == swaps
    assert net_swaps([counts[0] + 1, *counts[1:]], base) is None


# ------------------------------------------------------------------ lines of the command


def test_cases():
    for line in (CASES / "the_theatre_decks.jsonl").read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        answer = answer_deck_line(data)
        assert answer["valid"] == data["valid"]
        assert answer_deck_line({**data, **answer}) == answer
        assert all(fault.endswith(".") for fault in answer["faults"])


def test_a_line_has_defaults():
    deck = [card.as_dict() for card in deck_of(4, 4, 4, 4)]
    assert answer_deck_line({"deck": deck}) == {"valid": True, "faults": []}
    assert not answer_deck_line({"deck": deck, "base": 5})["valid"]
    names = [card.text for card in starter_decks(4)[0].cards]
    assert answer_deck_line({"deck": names})["valid"]


def test_two_definitions_are_an_answer():
    deck = [*(card.as_dict() for card in deck_of(4, 4, 4, 3)), {**NED, "rank": 4}]
    assert answer_deck_line({"deck": deck})["valid"]
    faults = answer_deck_line({"deck": [*deck, {**NED, "rank": 3}]})["faults"]
    assert "defined in two ways, which differ in rank" in faults[0]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ([], "must be an object"),
        ({}, "the key 'deck' is missing"),
        ({"deck": {}}, "deck must be a list"),
        ({"deck": [], "base": 0}, "base must be a whole number from 1 to 10"),
        ({"deck": [], "base": 4.0}, "base must be a whole number"),
        ({"deck": [], "allow_smaller": "no"}, "allow_smaller must be true or false"),
        ({"deck": [], "allow_smaler": True}, "there is no key 'allow_smaler'; did you mean 'allow_smaller'?"),
        ({"deck": [NED, {**NED, "rank": 9}]}, "deck, card 2: rank must be"),
        ({"deck": ["Ned (Luck)"]}, "deck, card 1: 'Ned (Luck)' is not in the built-in set"),
    ],
)
def test_bad_lines(line, message):
    with pytest.raises(BadInput) as error:
        answer_deck_line(line)
    assert message in str(error.value)


# ------------------------------------------------------------------ decks as text


def test_a_deck_survives_its_text():
    deck = [*starter_decks(4)[0].cards, parse_card(NED), parse_card(NED)]
    text = write_cards(deck)
    assert text.splitlines()[0] == "2 Button (Charm)"
    assert Counter(read_cards(text)) == Counter(deck)
    as_json = json.dumps([card.as_dict() for card in deck])
    assert read_cards(as_json) == read_cards(json.dumps({"cards": json.loads(as_json)}, indent=1)) == deck


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2 Button (Charm)\n\nButton", "line 3: 'Button' is no card"),
        ("0 Button (Charm)", "line 1: the number of copies is from 1 to 150, not 0"),
        ('# mine\n{"name": "Ned"}', "line 2: a card object needs suit"),
        ('{"name"', "line 1: '{\"name\"' is not JSON"),
        ("[1]", "cards, card 1: a card is an object or a text"),
        ('{"cards": 3}', "cards must be a list of cards, not 3"),
        ('\n{"cards": [\n"Button (Charm)"\n"Tupp (Luck)"]}', "line 4: not JSON: Expecting ',' delimiter"),
        ('["Button (Charm)",\n', "line 2: not JSON: Expecting value"),
        (json.dumps([{**NED, "ability": "Chaos"}]), "Chaos belongs to a later set"),
    ],
)
def test_bad_texts(text, message):
    with pytest.raises(BadInput) as error:
        read_cards(text)
    assert message in str(error.value)


def test_a_near_name_is_suggested():
    for text in ("Buton (Charm)", "Button Charm", "Button"):
        with pytest.raises(BadInput, match=r"^line 2: .*; did you mean 'Button \((Charm|Luck)\)'\?$"):
            read_cards(f"1 Tupp (Luck)\n{text}")


def test_a_text_may_name_the_cards_of_another_set():
    ned = parse_card(NED)
    assert read_cards("2 Ned (Luck)", {ned.text: ned}) == [ned, ned]
    with pytest.raises(
        BadInput, match=r"line 1: 'Button \(Charm\)' is not in the card set; write the card as an object"
    ):
        read_cards("Button (Charm)", {ned.text: ned})


def test_cards_in_hand_are_cards():
    deck = list(starter_decks(4)[0].cards)
    assert parse_deck(deck) == deck
    with pytest.raises(BadInput, match="deck, card 1: rank must be a whole number from 1 to 4, not 9"):
        parse_deck([Card(**{**NED, "rank": 9})])


def test_a_file_is_read_and_named_in_what_is_wrong(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("\n2 Button (Charm)\n", encoding="utf-8-sig")
    assert [card.text for card in read_card_file(path)] == ["Button (Charm)"] * 2
    path.write_text("\n\nButton")
    with pytest.raises(BadInput, match=r"^mine.txt: line 3: 'Button' is no card"):
        read_card_file(path)
    with pytest.raises(BadInput, match=r"cannot read .*: No such file"):
        read_card_file(tmp_path / "none.txt")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="it is no text file"):
        read_card_file(path)


# ------------------------------------------------------------------ Set 1


def by_rank(rank: int) -> list[Card]:
    return [card for card in set_one().values() if card.rank == rank]


def evenly(values: list[str], kinds: tuple[str, ...]) -> bool:
    counts = [Counter(values)[kind] for kind in kinds]
    return max(counts) - min(counts) <= 1


def test_set_one_has_28_characters_in_two_suits_each_seven_a_rank():
    characters: dict[str, list[Card]] = {}
    for card in set_one().values():
        characters.setdefault(card.name, []).append(card)
    assert (len(characters), len(set_one())) == (28, 56)
    for cards in characters.values():
        assert len(cards) == 2
        assert len({card.suit for card in cards}) == 2
        assert len({card.rank for card in cards}) == 1
        assert len({(card.role, card.job) for card in cards}) == 1
    assert Counter(cards[0].rank for cards in characters.values()) == {1: 7, 2: 7, 3: 7, 4: 7}
    assert "Vixie" not in characters


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_set_one_is_even_at_each_rank(rank):
    cards = by_rank(rank)
    assert evenly([card.suit for card in cards], SUITS)
    assert evenly([card.print for card in cards], PRINTS)
    abilities = {card.ability.partition(" ")[0] for card in cards}
    assert abilities == {"none", "Boost", "Sap", "Combo", "Finisher", "Gamble"}
    assert 4 <= sum(card.ability == "none" for card in cards) <= 5


def test_combo_2_is_found_at_ranks_1_and_2_only():
    assert {card.rank for card in set_one().values() if card.ability == "Combo +2"} == {1, 2}


def test_about_a_third_has_no_ability():
    assert 17 <= sum(card.ability == "none" for card in set_one().values()) <= 20


def mean_value(rank: int, *abilities: str) -> float:
    values = [card.value for card in by_rank(rank) if card.ability in abilities]
    return sum(values) / len(values)


def test_values_rise_with_rank():
    for ability in ("none", "Boost", "Sap", "Combo +1", "Finisher", "Gamble"):
        means = [mean_value(rank, ability) for rank in (1, 2, 3, 4)]
        assert means == sorted(set(means))
    assert mean_value(1, "Combo +2") < mean_value(2, "Combo +2")


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_a_stronger_ability_has_a_lower_value(rank):
    """Simulated duels rank them: Sap and Gamble help least, Boost and Combo +1 more, Finisher and Combo +2 most."""
    plain, middling = mean_value(rank, "none"), mean_value(rank, "Boost", "Combo +1")
    assert plain > mean_value(rank, "Boost", "Sap", "Combo +1", "Combo +2", "Finisher", "Gamble")
    assert plain >= mean_value(rank, "Sap", "Gamble") >= middling > mean_value(rank, "Finisher", "Combo +2")


@pytest.mark.parametrize("base", [4, 5])
def test_four_legal_starter_decks_a_format_from_one_box(base):
    decks = starter_decks(base)
    assert len({deck.name for deck in decks}) == len(decks) == 4
    copies: Counter[str] = Counter()
    for deck in decks:
        assert check_deck(list(deck.cards), base) == []
        copies.update(card.text for card in deck.cards)
    assert max(copies.values()) <= 2


@pytest.mark.parametrize("base", [4, 5])
def test_each_starter_deck_shows_its_plan(base):
    def share(deck: Any, wanted: Any) -> float:
        return sum(wanted(card) for card in deck.cards) / len(deck.cards)

    boosters, finishers, saps, gamblers = starter_decks(base)
    assert share(boosters, lambda card: card.print == "Paw") >= 0.5
    assert share(boosters, lambda card: card.ability == "Boost" and card.print == "Paw") >= 0.3
    assert share(finishers, lambda card: card.ability in ("Combo +1", "Combo +2", "Finisher")) >= 0.8
    assert share(saps, lambda card: card.ability == "Sap") >= 0.35
    assert {card.suit for card in saps.cards} == set(SUITS)
    assert share(gamblers, lambda card: card.ability == "Gamble") >= 0.6
    assert rank_counts(gamblers.cards)[0] < base
    foreign = ({"Sap"}, {"Sap", "Gamble"}, {"Boost", "Gamble"}, {"Boost", "Sap"})
    for deck, unwanted in zip(starter_decks(base), foreign, strict=True):
        assert not unwanted & {card.ability for card in deck.cards}


def test_abilities_are_the_ones_of_the_rule_book():
    assert {card.ability for card in set_one().values()} == set(ABILITIES)
