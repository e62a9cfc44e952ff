"""The Theatre's drills and the scenes they are made from, worked out another way."""

from __future__ import annotations

import re
from functools import partial

import pytest
from teach.asking import questions_of

from theatre_lab.core.errors import IllegalAction
from theatre_lab.games.the_theatre.cards import set_one
from theatre_lab.games.the_theatre.decks import check_deck, deck_weight, wanted_weight
from theatre_lab.teach.drills import drill_of
from theatre_lab.teach.the_theatre.scene import Scene

TRAINED = ["TT-R1", "TT-R2", "TT-R3", "TT-R4", "TT-A1", "TT-A2", "TT-A3", "TT-W1"]
TRAINED += ["TT-D1", "TT-D2", "TT-D3", "TT-F1", "TT-F2"]
TRAINED += [f"TT-B{number}" for number in range(1, 7)]
questions = partial(questions_of, "the-theatre")


@pytest.mark.parametrize("clause", TRAINED)
def test_every_rule_that_can_be_asked_about_has_a_drill(clause: str) -> None:
    assert drill_of("the-theatre", clause) is not None


def test_a_scene_is_played_by_the_rules() -> None:
    scene = Scene.new(2, suit="Charm")
    cards = set_one()
    scene.hold(0, cards["Button (Charm)"])
    scene.hold(1, cards["Mosley (Luck)"])
    with pytest.raises(IllegalAction, match="not in your hand"):
        scene.play("play Marlowe (Luck)")
    scene.play("play Button (Charm)", "play Mosley (Luck)")
    assert scene.shown_values() == {"Ada": 6, "Ben": 4}


def test_a_mended_deck_is_legal_and_no_other_change_mends_it() -> None:
    for question in questions("mend", 1, 25):
        counts = [int(count) for count in re.findall(r"(\d+) of rank", question["prompt"])]
        legal = []
        for option in question["options"]:
            verb, amount, rank = re.fullmatch(r"(put in|take out) (\d) cards? of rank (\d)", option).groups()  # type: ignore[union-attr]
            after = list(counts)
            after[int(rank) - 1] += int(amount) if verb == "put in" else -int(amount)
            legal.append(deck_weight(after) == wanted_weight(4))
        assert [option for option, right in zip(question["options"], legal, strict=True) if right] == [
            question["answer"]
        ]


def test_swaps_keep_the_weight() -> None:
    for question in questions("swap", 2, 25):
        counts = [int(count) for count in re.findall(r"(\d+) of rank", question["solution"])]
        base = int(re.search(r"begins with (\d+)", question["prompt"])[1])  # type: ignore[index]
        assert deck_weight(counts) == wanted_weight(base)
        assert question["answer"] in (*counts, sum(counts))


def test_lists_are_judged_like_the_validator_does() -> None:
    for question in questions("deck-list", 1, 25):
        faults = check_deck([set_one()[name] for name in question["cards"]], 1)
        assert (question["answer"] == "Yes") == (not faults)
        assert len(faults) <= 1
