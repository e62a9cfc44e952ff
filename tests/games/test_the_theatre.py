"""The Theatre against its rule book: worked examples, timing, refusals, options, views and hidden cards."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from games.the_theatre_stage import Stage, card, random_custom_game
from hypothesis import given, settings
from hypothesis import strategies as st

from theatre_lab.core.errors import BadInput, IllegalAction, NotationError, OptionError, RecordError
from theatre_lab.core.game import WHOLE_WIN, total
from theatre_lab.core.match import Match
from theatre_lab.core.records import GameRecord, replay
from theatre_lab.core.stream import below, new_stream, shuffle
from theatre_lab.games.the_theatre import THE_THEATRE, rules, scoring
from theatre_lab.games.the_theatre.breakdown import card_parts, shown_parts
from theatre_lab.games.the_theatre.cards import SUITS, Card

CASES = Path(__file__).parent.parent / "cases"


# ------------------------------------------------------------------ helpers


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines() if line.strip()]


def play_at_random(match: Match, seed: int) -> None:
    rng = new_stream(seed)
    while not match.is_over:
        actions = match.legal_actions()
        match.play(actions[below(rng, len(actions))])


# ------------------------------------------------------------------ the worked examples of the rule book


def test_example_1_the_desired_suit_decides():
    t = Stage(["Ann Luck 3"], ["Bob Will 5"], suits="Luck Will Charm Agility Strength").play("Ann", "Bob")
    assert t.values() == [6, 5]
    assert t.last()["winner"] == 0
    assert t.view()["seats"][0]["breakroom"] == ["Ann (Luck)"]
    assert t.view()["seats"][1]["dismissed"] == ["Bob (Will)"]


def test_example_2_a_boost_lifts_its_own_card_and_everybody_elses():
    t = Stage(["Ann Luck 2 Paw Boost"], ["Bob Will 3 Paw"], ["Cy Will 2 Paw"], leader=1)
    t.play("Bob", "Cy", "Ann")
    assert t.values() == [3, 4, 3]
    t = Stage(["Ann Luck 2 Paw Boost"], ["Bob Will 3"], leader=0).play("Ann", "Bob")
    assert t.values() == [3, 3]
    assert (t.last()["winner"], t.state.leader) == (None, 0)
    assert [seat["dismissed"] for seat in t.view()["seats"]] == [["Ann (Luck)"], ["Bob (Will)"]]


def test_example_2_as_printed():
    t = Stage(["Ann Luck 2 Paw Boost"], ["Bob Will 2 Paw"]).play("Ann", "Bob")
    assert t.values() == [3, 3]
    assert t.last()["winner"] is None
    assert t.state.leader == 0


def test_example_3_a_sap_removes_a_boost_that_lies_there_already():
    t = Stage(["Ann Luck 2 Paw Boost"], ["Bob Will 2 Hoof Sap"]).play("Ann", "Bob")
    assert t.legal() == ["remove Paw", "sap"]
    t.play("remove Paw")
    assert t.values() == [2, 2]
    assert t.view()["saps"] == {}


def test_example_3_a_later_boost_cannot_be_removed():
    t = Stage(["Ann Luck 2 Paw Boost"], ["Bob Will 2 Hoof Sap"], leader=1).play("Bob")
    assert t.state.player == 0
    t.play("Ann")
    assert t.values() == [3, 1]


def test_example_4_the_gambled_card_takes_the_combo():
    t = Stage(
        ["Ann Luck 0 Fin Combo +2", "Gus Will 0 Fin Gamble", "Xa Will 0", "Xb Will 0", "Xc Will 0", "Top Charm 4"],
        ["B Charm -9"],
    )
    t.play("Xa")
    t.fill_round()
    t.play("Ann")
    t.fill_round()
    t.play("Gus")
    t.fill_round()
    t.play("gamble")
    assert t.last()["cards"][0] == {
        "card": "Top (Charm)",
        "replaced": "Gus (Will)",
        "value": 6,
        "parts": [
            {"rule": "TT-R3", "points": 4, "text": "printed on the card"},
            {"rule": "TT-B4", "points": 2, "text": "Combo of the card before"},
        ],
    }


def test_example_5_a_finisher_counts_the_rounds_before_a_gambled_one_as_one():
    t = Stage(
        ["Fin Charm 0 Fin Finisher", "Gus Will 0 Fin Gamble", "Xa Charm 0", "Xb Charm 0", "Xc Charm 0", "T Charm 1"],
        ["B Charm -9"],
        suits="Luck Agility Strength Will Charm",
    )
    t.play("Xa")
    t.fill_round()
    t.play("Gus")
    t.fill_round()
    t.play("gamble", "Xb")
    t.fill_round()
    t.play("Fin")
    t.fill_round()
    assert t.values()[0] == 3


def test_example_6_two_gambles_choose_draw_and_reveal_in_the_order_of_play():
    a = ["Ga Will 0 Fin Gamble", "X1 Will 0", "X2 Will 0", "X3 Will 0", "X4 Will 0", "Ta Luck 1 Paw Boost"]
    b = ["Gb Will 0 Fin Gamble", "Y1 Will 0", "Y2 Will 0", "Y3 Will 0", "Y4 Will 0", "Tb Luck 1 Hoof Sap"]
    t = Stage(a, b, leader=1).play("Gb", "Ga")
    assert (t.state.player, t.legal()) == (1, ["gamble", "keep"])
    t.play("gamble")
    assert t.state.player == 0
    assert t.view(1)["seats"][1]["stage"] == {
        "card": "Gb (Will)",
        "gambled": "face down",
        "value": None,
        "parts": [],
    }
    t.play("gamble")
    # P2's Sap is played before P1's Boost, so there was nothing to remove.
    assert t.values() == [2, 0]
    assert t.view()["saps"] == {"Hoof": 1}
    assert t.view()["boosts"] == {"Paw": 1}
    assert t.view()["seats"][0]["breakroom"] == ["Ga (Will)", "Ta (Luck)"]
    assert t.view()["seats"][1]["dismissed"] == ["Gb (Will)", "Tb (Luck)"]


def test_example_7_a_combo_of_the_last_round_is_lost():
    first = ["A1 Charm 1", "A2 Charm 2", "A3 Charm 3", "A4 Charm 4", "Last Charm 0 Fin Combo +1"]
    t = Stage(
        [*first, "N1 Luck 7", "N2 Luck 7", "N3 Luck 7", "N4 Luck 7", "N5 Luck 7"],
        [
            "B1 Will 0",
            "B2 Will 0",
            "B3 Will 0",
            "B4 Will 0",
            "B5 Will 9",
            "C1 Will 0",
            "C2 Will 0",
            "C3 Will 0",
            "C4 Will 0",
            "C5 Will 0",
        ],
    )
    for name, other in zip(("A1", "A2", "A3", "A4", "Last"), ("B1", "B2", "B3", "B4", "B5"), strict=True):
        t.play(name, other)
    assert t.state.act == 2
    assert t.last()["cards"][1]["value"] == 9
    t.play("C1", "N1")
    assert t.values() == [7, 0]


def test_example_9_a_tie_of_three_dismisses_all_four():
    t = Stage(["Ann Will 4"], ["Bob Will 4"], ["Cy Will 1"], ["Di Will 4"], leader=2).play("Cy", "Di", "Ann", "Bob")
    assert t.values() == [4, 4, 1, 4]
    assert all(len(seat["dismissed"]) == 1 and not seat["breakroom"] for seat in t.view()["seats"])
    assert t.state.leader == 2


# ------------------------------------------------------------------ acts


def test_everybody_draws_five_and_only_the_first_suit_is_turned():
    view = Stage(["Ann Luck 1"], ["Bob Will 2"]).view()
    assert (view["act"], view["round"], view["desired_suit"]) == (1, 1, "Charm")
    assert view["suits"] == ["Charm", None, None, None, None]
    assert [seat["hand_count"] for seat in view["seats"]] == [5, 5]


def test_open_suits_show_the_line():
    view = Stage(["Ann Luck 1"], ["Bob Will 2"], open_suits=True).view()
    assert view["suits"] == ["Charm", "Luck", "Agility", "Will", "Strength"]


def test_a_short_deck_takes_in_the_breakroom_and_an_empty_one_counts_too():
    t = Stage([f"A{n} Will {n}" for n in range(5)], [f"B{n} Will -{n + 1}" for n in range(5)])
    for n in range(5):
        t.play(f"A{n}", f"B{n}")
    assert t.state.phase == rules.SHUFFLING_FOR_ACT
    t.shuffle(*[f"A{n} (Will)" for n in (4, 2, 0, 1, 3)])
    assert t.state.phase == rules.SHUFFLING_FOR_ACT
    t.shuffle()
    assert (t.state.phase, THE_THEATRE.winners(t.state), THE_THEATRE.scores(t.state)) == (rules.OVER, [0], [5, 0])


def test_tokens_and_bonuses_are_cleared_between_acts():
    t = Stage(
        ["A1 Luck 9 Paw Boost", *(f"A{n} Will 9" for n in range(2, 11))],
        ["B1 Luck 1 Hoof Sap", *(f"B{n} Will 1" for n in range(2, 11))],
        leader=1,
    )
    t.play("B1", "A1")
    assert (t.view()["boosts"], t.view()["saps"]) == ({"Paw": 1}, {"Hoof": 1})
    for n in range(2, 6):
        t.play(f"A{n}", f"B{n}")
    assert t.state.act == 2
    assert (t.view()["boosts"], t.view()["saps"], t.state.leader) == ({}, {}, 0)


def test_the_lead_passes_over_who_is_out():
    losing = [f"B{n} Will 0" for n in range(5)]
    t = Stage([f"A{n} Will 1" for n in range(10)], losing, [f"C{n} Will 1" for n in range(10)], leader=1)
    for n in range(5):
        t.play(f"B{n}", f"C{n}", f"A{n}")
    t.shuffle()
    assert [seat["is_out"] for seat in t.view()["seats"]] == [False, True, False]
    assert (t.state.leader, t.state.player) == (2, 2)
    t.play("C5")
    assert t.state.player == 0
    assert t.view()["seats"][1]["hand_count"] == 0


def test_all_out_together_more_cards_win_and_equals_share():
    t = Stage([f"A{n} Will {n % 2}" for n in range(5)], [f"B{n} Will {(n + 1) % 2}" for n in range(5)])
    for n in range(5):
        t.play(*([f"A{n}", f"B{n}"] if t.state.player == 0 else [f"B{n}", f"A{n}"]))
    t.shuffle("A1 (Will)", "A3 (Will)")
    t.shuffle("B0 (Will)", "B2 (Will)", "B4 (Will)")
    assert (THE_THEATRE.winners(t.state), THE_THEATRE.scores(t.state)) == ([1], [2, 3])
    t = Stage([f"A{n} Will 1" for n in range(5)], [f"B{n} Will 1" for n in range(5)])
    for n in range(5):
        t.play(f"A{n}", f"B{n}")
    t.shuffle()
    t.shuffle()
    assert THE_THEATRE.winners(t.state) == [0, 1]
    assert [rules.payoff(t.state, player) for player in (0, 1)] == [30, 30]


def test_an_eliminated_player_keeps_the_cards_and_need_not_have_fewest():
    a = [f"A{n} Will {9 if n < 4 else -9}" for n in range(5)]
    t = Stage(a, [f"B{n} Will 0" for n in range(6)])
    for n in range(5):
        t.play(*([f"A{n}", f"B{n}"] if t.state.player == 0 else [f"B{n}", f"A{n}"]))
    t.shuffle(*[f"A{n} (Will)" for n in range(4)])
    t.shuffle("B4 (Will)", "B5 (Will)")
    assert t.state.phase == rules.OVER
    assert THE_THEATRE.scores(t.state) == [4, 2]
    assert THE_THEATRE.winners(t.state) == [0]


# ------------------------------------------------------------------ timing of tokens, combos and gambles


def test_a_boost_reaches_cards_played_before_it_in_the_round():
    t = Stage(["Ann Luck 2 Paw"], ["Bob Will 0 Paw Boost"]).play("Ann", "Bob")
    assert t.values() == [3, 1]


def test_tokens_stay_for_the_act_and_add_up():
    t = Stage(
        ["A1 Luck 5 Paw Boost", "A2 Will 5 Paw Boost", "A3 Luck 5 Paw"],
        ["B1 Will 0", "B2 Will 0 Paw Sap", "B3 Will 0 Paw"],
        suits="Charm Strength Agility Will Luck",
    )
    t.play("A1", "B1", "A2", "B2", "sap", "A3", "B3")
    assert t.values() == [6, 1]
    assert (t.view()["boosts"], t.view()["saps"]) == ({"Paw": 2}, {"Paw": 1})
    assert [(part.rule, part.points) for part in shown_parts(t.state, 0)] == [
        ("TT-R3", 5),
        ("TT-B2", 2),
        ("TT-B2", -1),
    ]


def test_a_sap_may_remove_a_token_of_any_print_and_then_places_none():
    t = Stage(["A1 Luck 5 Paw Boost", "A2 Luck 5 Talon Boost"], ["B1 Will 0", "B2 Will 0 Claw Sap"]).play(
        "A1", "B1", "A2", "B2"
    )
    assert t.legal() == ["remove Paw", "remove Talon", "sap"]
    t.play("remove Paw")
    assert (t.view()["boosts"], t.view()["saps"]) == ({"Talon": 1}, {})


def test_a_gambled_sap_may_remove_a_boost_revealed_just_before_it():
    a = ["Ga Will 0 Fin Gamble", "X1 Will 0", "X2 Will 0", "X3 Will 0", "X4 Will 0", "Ta Luck 1 Paw Boost"]
    b = ["Gb Will 0 Fin Gamble", "Y1 Will 0", "Y2 Will 0", "Y3 Will 0", "Y4 Will 0", "Tb Luck 3 Hoof Sap"]
    t = Stage(a, b).play("Ga", "Gb", "gamble", "gamble")
    assert (t.state.player, t.legal()) == (1, ["remove Paw", "sap"])
    assert t.view(0)["seats"][1]["stage"]["gambled"] == "Tb (Luck)"
    t.play("sap")
    assert t.values() == [2, 2]
    assert t.last()["winner"] is None
    assert len(t.view()["seats"][0]["dismissed"]) == 2


def test_a_gambled_gamble_card_counts_without_its_ability():
    a = ["Ga Will 9 Fin Gamble", "X1 Will 0", "X2 Will 0", "X3 Will 0", "X4 Will 0", "Ta Luck 1 Fin Gamble"]
    t = Stage(a, ["Bob Luck 0"]).play("Ga", "Bob", "gamble")
    assert t.values() == [1, 0]
    assert t.view()["seats"][0]["breakroom"] == ["Ga (Will)", "Ta (Luck)"]


def test_a_gambled_combo_helps_the_next_card_and_a_kept_gamble_card_counts_itself():
    a = ["Ga Will 0 Fin Gamble", "X1 Luck 0", "X2 Will 0", "X3 Will 0", "X4 Will 0", "Ta Luck 1 Fin Combo +1"]
    t = Stage(a, ["Bob Luck 0", "Bea Will 0"]).play("Ga", "Bob", "gamble", "X2", "Bea")
    assert t.values() == [1, 0]
    t = Stage(a, ["Bob Luck 0"]).play("Ga", "Bob", "keep")
    assert t.values() == [0, 0]


def test_gambling_with_an_empty_deck_shuffles_the_breakroom_in():
    a = ["Win Will 9", "Ga Will 0 Fin Gamble", "X2 Will 0", "X3 Will 0", "X4 Will 0"]
    t = Stage(a, ["Bob Luck 0"]).play("Win", "Bob", "Ga")
    t.fill_round()
    t.play("gamble")
    assert t.state.phase == rules.SHUFFLING_FOR_GAMBLE
    t.shuffle("Win (Will)")
    assert t.last()["cards"][0]["card"] == "Win (Will)"
    assert t.view()["seats"][0]["breakroom"] == ["Ga (Will)", "Win (Will)"]


def test_with_nothing_to_draw_the_gamble_is_not_offered():
    t = Stage(["Ga Will 7 Fin Gamble"], ["Bob Luck 0"]).play("Ga", "Bob")
    assert t.values() == [7, 0]


def test_combo_is_spent_on_the_next_card_even_if_that_is_a_combo_too():
    a = ["C1 Luck 0 Fin Combo +1", "C2 Luck 0 Fin Combo +2", "Ann Luck 0", "End Luck 0"]
    t = Stage(a, ["Bob Luck -9"], suits="Charm Agility Will Strength Luck")
    seen = []
    for name in ("C1", "C2", "Ann", "End"):
        t.play(name)
        t.fill_round()
        seen.append(t.values()[0])
    assert seen == [0, 1, 2, 0]


def test_values_may_be_negative():
    t = Stage(["Ann Luck -99 Paw Sap"], ["Bob Luck -99"]).play("Ann", "Bob")
    assert t.values() == [-100, -99]
    assert t.last()["winner"] == 1


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_the_value_of_every_card_is_the_sum_of_its_clauses(seed, players):
    """Recomputed from the log alone: tokens in order, combos, finishers, suits."""
    match = Match(THE_THEATRE, players, seed=seed)
    rng, checked = new_stream(seed, 1), 0
    while not match.is_over:
        actions = match.legal_actions()
        match.play(actions[below(rng, len(actions))])
        s, before = match.state, match.history[-1].before
        if (s.act, s.turn) == (before.act, before.turn) or not s.shown_act:
            continue
        tokens = _tokens_of_act(match, s.shown_act)
        for player in range(players):
            if not s.shown_card[player]:
                continue
            shown = s.cards[s.shown_card[player]]
            expected = shown.value + (3 if shown.suit == SUITS[s.shown_suit - 1] else 0) + tokens[shown.print]
            expected += s.shown_turn if shown.ability == "Finisher" else 0
            expected += _combo_due(match, player, s.shown_act, s.shown_turn)
            first = rules.SHOWN_WIDTH * player
            assert s.shown_part[first + rules.SHOWN_VALUE] == expected
            assert total(shown_parts(s, player)) == expected
            checked += 1
    assert checked > 0


def _round_cards(match: Match, act: int) -> list[tuple[int, int, Any]]:
    """Every card that counted in the finished rounds of an act, as (round, player, definition)."""
    seen = {}
    states = [ply.before for ply in match.history] + [match.state]
    for s in states:
        if s.shown_act == act:
            for player in range(s.players):
                if s.shown_card[player]:
                    seen[s.shown_turn, player] = s.cards[s.shown_card[player]]
    return [(turn, player, definition) for (turn, player), definition in sorted(seen.items())]


def _tokens_of_act(match: Match, act: int) -> Counter[str]:
    tokens: Counter[str] = Counter()
    for _, _, definition in _round_cards(match, act):
        tokens[definition.print] += {"Boost": 1, "Sap": -1}.get(definition.ability, 0)
    for ply in match.history:
        if ply.before.act == act and ply.text.startswith("remove "):
            s = ply.before
            sapped = s.cards[scoring.standing_card(s, s.player)].print
            tokens[sapped] += 1
            tokens[ply.text.removeprefix("remove ")] -= 1
    return tokens


def _combo_due(match: Match, player: int, act: int, turn: int) -> int:
    abilities = {t: d.ability for t, p, d in _round_cards(match, act) if p == player}
    return {"Combo +1": 1, "Combo +2": 2}.get(abilities.get(turn - 1, "none"), 0)


# ------------------------------------------------------------------ rule numbers


def test_rule_numbers_change_the_values():
    t = Stage(["Ann Charm 2 Paw Boost"], ["Bob Will 5"], rules={"desired_suit": 1, "boost": 4}).play("Ann", "Bob")
    assert t.values() == [7, 5]


def test_multiplication_comes_after_every_addition():
    t = Stage(["Ann Charm 2 Paw Boost"], ["Bob Will 5"], rules={"suit_factor": 2}).play("Ann", "Bob")
    assert t.values() == [12, 5]
    assert [part.points for part in shown_parts(t.state, 0)] == [2, 3, 1, 6]


def test_rounds_beyond_the_suit_cards_have_no_desired_suit():
    decks = [[f"{name}{n} Charm {value}" for n in range(7)] for name, value in (("A", 1), ("B", 0))]
    t = Stage(*decks, rules={"act_rounds": 7}, suits="Luck Agility Will Strength Charm")
    for n in range(5):
        t.play(f"A{n}", f"B{n}")
    assert t.values() == [4, 3]
    assert t.view()["desired_suit"] is None
    t.play("A5", "B5")
    assert t.values() == [1, 0]


def test_switches_of_sap_gamble_and_lead():
    t = Stage(["Ann Luck 2 Paw Boost"], ["Bob Will 2 Hoof Sap"], rules={"sap_removes": 0}).play("Ann", "Bob")
    assert t.view()["saps"] == {"Hoof": 1}
    a = ["Ga Will 0 Fin Gamble", *(f"X{n} Will 0" for n in range(6))]
    t = Stage(a, ["Bob Luck 1"], rules={"gamble": 0, "winner_leads": 0}).play("Ga", "Bob")
    assert (t.values(), t.last()["winner"], t.state.leader) == ([0, 1], 1, 0)


# ------------------------------------------------------------------ refusals


def test_refusals_name_their_clause():
    t = Stage(["Ann Luck 2 Paw Boost", "Gus Will 1 Fin Gamble"], ["Bob Will 2 Hoof Sap", "Bea Will 1"])
    assert t.refused("play Bob (Will)") == "TT-S1"
    assert t.refused("sap") == "TT-R1"
    assert t.refused("remove Paw") == "TT-R1"
    assert t.refused("gamble") == "TT-R1"
    t.play("Ann", "Bob")
    assert t.refused("play Bea (Will)") == "TT-B3"
    assert t.refused("remove Fin") == "TT-B3"
    assert t.refused("keep") == "TT-B3"
    t.play("sap")
    assert t.state.leader == 0
    assert t.refused("play Ann (Luck)") == "TT-R4"


def test_a_waiting_gamble_refuses_everything_else():
    a = ["Ga Will 0 Fin Gamble", *(f"X{n} Will 0" for n in range(6))]
    t = Stage(a, ["Bob Luck 1"]).play("Ga", "Bob")
    assert t.refused("play X1 (Will)") == "TT-B6"
    assert t.refused("sap") == "TT-B6"
    assert t.refused("play X5 (Will)") == "TT-B6"
    t.play("keep")
    t.play(t.legal()[0].removeprefix("play ").split(" ")[0])
    assert t.refused("play X5 (Will)") == "TT-R1"


def test_reasons_name_the_cards():
    t = Stage(["Ann Luck 9", "Cy Luck 1"], ["Bob Will 2"]).play("Ann", "Bob")
    for text, reason in (
        ("play Bob (Will)", "Bob (Will) is in the deck of player 2, not in yours."),
        ("play Ann (Luck)", "Ann (Luck) rests in your breakroom."),
    ):
        with pytest.raises(IllegalAction, match="play") as error:
            t.play(text)
        assert error.value.reason == reason


def test_no_move_after_the_end():
    match = Match(THE_THEATRE, 2, seed=4)
    play_at_random(match, 4)
    with pytest.raises(IllegalAction) as error:
        match.play("keep")
    assert error.value.clause == "TT-W1"


@pytest.mark.parametrize("text", ["", "play", "play Ann", "play Zoe (Luck)", "play Ann (Mood)", "remove Wing", "Sap"])
def test_nonsense_is_no_action(text):
    with pytest.raises(NotationError):
        THE_THEATRE.parse_action(Stage(["Ann Luck 9"], ["Bob Will 2"]).state, text)


# ------------------------------------------------------------------ options and cards


def options(**changes: Any) -> dict[str, Any]:
    deck = [card(f"N{n} Luck 1").as_dict() for n in range(5)]
    return {"decks": [deck, deck], "leader": 0, "allow_smaller": True, **changes}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"leader": 2}, "leader must be a whole number from 0 to 1, not 2"),
        ({"leader": True}, "leader must be a whole number"),
        ({"base": 0}, "base must be a whole number from 1 to 10, not 0"),
        ({"open_suits": 1}, "open_suits must be true or false, not 1"),
        ({"allow_smaller": None}, "allow_smaller must be true or false"),
        ({"decks": []}, "decks must have 2 entries, not 0"),
        ({"decks": "starter"}, "decks must be a list"),
        ({"decks": [[], []]}, "deck 1 is not legal: The deck has 0 cards"),
        ({"decks": [["Nobody (Luck)"] * 5, []]}, "deck 1, card 1: 'Nobody (Luck)' is not in the built-in set"),
        ({"allow_smaller": False}, "weigh 5 in swaps, and exactly 60 is right with base 4"),
        ({"rounds": 3}, "there is no option 'rounds'"),
    ],
)
def test_bad_options_are_told_apart(changes, message):
    with pytest.raises(BadInput) as error:
        THE_THEATRE.check_options(2, options(**changes))
    assert message in str(error.value)


def test_one_specific_card_has_one_definition_in_a_game():
    mine = [card(f"N{n} Luck 1").as_dict() for n in range(5)]
    yours = [card(f"N{n} Luck 2").as_dict() for n in range(5)]
    with pytest.raises(OptionError, match=r"N0 \(Luck\) is defined in two ways in this game"):
        THE_THEATRE.check_options(2, options(decks=[mine, yours]))


def test_a_name_of_the_built_in_set_and_its_object_are_the_same_card():
    deck = ["Button (Charm)"] * 2 + ["Tupp (Strength)"] * 2 + ["Noodle (Charm)"]
    checked = THE_THEATRE.check_options(2, options(decks=[deck, deck]))
    assert THE_THEATRE.check_options(2, checked) == checked
    assert checked["decks"][0][0]["name"] == "Button"


def test_a_new_game_draws_starter_decks_and_a_leader_and_a_record_must_carry_them():
    match = Match(THE_THEATRE, 3, seed=8)
    assert match.options["base"] == 5
    assert len({json.dumps(deck) for deck in match.options["decks"]}) == 3
    for left_out in ("decks", "leader"):
        data = match.record().as_dict()
        data["options"] = {key: value for key, value in data["options"].items() if key != left_out}
        with pytest.raises(RecordError, match=f"must carry the option '{left_out}'"):
            replay(GameRecord.from_dict(data), lambda _: THE_THEATRE)


def test_starter_decks_exist_for_two_formats_only():
    with pytest.raises(OptionError, match="not for base 7"):
        Match(THE_THEATRE, 2, base=7)


# ------------------------------------------------------------------ whole games


def test_cases_replay():
    for data in cases("the_theatre_games.jsonl"):
        done = replay(GameRecord.from_dict(data), lambda _: THE_THEATRE)
        assert done.is_over
        assert {"scores": done.scores, "winners": done.winners} == data["result"]


def test_cases_positions():
    for data in cases("the_theatre_positions.jsonl"):
        player, legal = data.pop("player"), data.pop("legal")
        s = replay(GameRecord.from_dict(data), lambda _: THE_THEATRE).state
        assert rules.to_move(s) == player
        assert sorted(THE_THEATRE.action_text(s, action) for action in THE_THEATRE.legal_actions(s)) == legal


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 4), st.booleans())
def test_random_games_end_and_replay(seed, players, open_suits):
    match = Match(THE_THEATRE, players, seed=seed, open_suits=open_suits)
    totals = [len(deck) for deck in match.options["decks"]]
    rng = new_stream(seed)
    while not match.is_over:
        actions = match.legal_actions()
        assert len(set(actions)) == len(actions) > 0
        match.play(actions[below(rng, len(actions))])
        for player in range(players):
            assert (
                total(match.breakdown(player))
                == match.scores[player]
                == totals[player] - match.state.dismissed_count[player]
            )
    assert sum(rules.payoff(match.state, player) for player in range(players)) == WHOLE_WIN
    again = replay(GameRecord.from_dict(match.record().as_dict()), lambda _: THE_THEATRE)
    assert again.state == match.state


def test_the_largest_decks_there_are():
    """Four decks of 150 different cards of rank 1: the most that base 10 allows."""
    kinds = ("none", "Boost", "Sap", "Gamble", "Combo +1")
    decks = [
        [Card(f"N{p}-{n}", "Luck", "Paw", 1, n % 9, kinds[n % 5], "", "").as_dict() for n in range(150)]
        for p in range(4)
    ]
    match = Match(THE_THEATRE, 4, seed=1, decks=decks, base=10)
    check_hidden(match, new_stream(1))
    play_at_random(match, 1)
    assert replay(GameRecord.from_dict(match.record().as_dict()), lambda _: THE_THEATRE).scores == match.scores


# ------------------------------------------------------------------ hidden cards


def check_hidden(match: Match, rng: list[int]) -> None:
    s = match.state
    for player in range(s.players):
        concealed = match.view(player).state
        world = match.view(player).determinize(rng)
        again = world.copy()
        rules.conceal(again, player)
        assert again == concealed
        assert [rules.score(world, p) for p in range(s.players)] == match.scores
        for other in range(s.players):
            assert _own_cards(world, other) == _own_cards(s, other)
        if rules.to_move(s) == player:
            assert (
                THE_THEATRE.legal_actions(concealed) == THE_THEATRE.legal_actions(s) == THE_THEATRE.legal_actions(world)
            )
        if s.line[0]:
            assert sorted(world.line) == [1, 2, 3, 4, 5]
        json.dumps(match.view(player).as_dict())


def _own_cards(s: Any, player: int) -> list[int]:
    """Every card the player began with, wherever it lies now."""
    first = rules.DECK_WIDTH * player
    cards = list(s.deck[first : first + s.deck_count[player]])
    cards = cards + s.hand[8 * player : 8 * player + s.held[player]]
    for number in range(first + 1, first + 1 + s.kinds[player]):
        cards = cards + [number] * (s.breakroom[number] + s.dismissed[number])
    cards = cards + [c for c in (s.played[player], s.gambled[player]) if c]
    assert all(cards)
    return sorted(cards)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 4))
def test_worlds_fit_every_view_of_custom_games(seed, players):
    match, rng = random_custom_game(seed, players), new_stream(seed, 5)
    while not match.is_over:
        check_hidden(match, rng)
        actions = match.legal_actions()
        match.play(actions[below(rng, len(actions))])
    check_hidden(match, rng)


def test_worlds_fit_while_luck_is_due():
    for seed in range(12):
        rng, match = new_stream(seed, 3), random_custom_game(seed, 2)
        s = THE_THEATRE.new_state(2, match.options, THE_THEATRE.check_rules(None))
        pile, out = [0] * THE_THEATRE.max_cards, [0] * THE_THEATRE.max_actions
        while not rules.is_over(s):
            n = rules.chance(s, pile)
            if n < 0:
                rules.apply(s, out[below(rng, rules.legal_actions(s, out))])
                continue
            for player in range(2):
                concealed = s.copy()
                rules.conceal(concealed, player)
                world = concealed.copy()
                rules.determinize(world, player, [0] * THE_THEATRE.max_cards, rng)
                due = [0] * THE_THEATRE.max_cards
                assert rules.chance(world, due) == n
                if player == s.player or s.phase != rules.SHUFFLING_FOR_ACT:
                    assert sorted(due[:n]) == sorted(pile[:n])
                rules.conceal(world, player)
                assert world == concealed
            shuffle(pile, n, rng)
            rules.set_chance(s, pile, n)


def test_views_do_not_depend_on_hidden_cards():
    """Swap what a player cannot see for another world that fits: the view stays the same, word for word."""
    match, rng = Match(THE_THEATRE, 3, seed=21), new_stream(21)
    while not match.is_over:
        for player in range(3):
            view = match.view(player)
            assert THE_THEATRE.view(view.determinize(rng), player).as_dict() == view.as_dict()
        actions = match.legal_actions()
        match.play(actions[below(rng, len(actions))])


def test_a_hand_that_can_be_worked_out_is_known_to_all():
    """With the deck empty all unseen cards are the hand: a reshuffle for a gamble must not mix them up again."""
    a = ["Win Will 9", "Ga Will 0 Fin Gamble", "X2 Will 0", "X3 Will 0", "X4 Will 0"]
    t = Stage(a, ["Bob Luck 0"]).play("Win", "Bob", "Ga")
    t.fill_round()
    assert t.view(1)["seats"][0]["known_hand"] is None
    t.play("gamble")
    t.shuffle("Win (Will)")
    assert t.view(1)["seats"][0]["known_hand"] == ["X2 (Will)", "X3 (Will)", "X4 (Will)"]
    for seed in range(10):
        world = THE_THEATRE.view(t.state, 1).determinize(new_stream(seed))
        assert world.hand[:3] == t.state.hand[:3]


def test_the_gambled_card_is_hidden_from_its_owner_until_revealed():
    a = ["Ga Will 0 Fin Gamble", "X1 Will 0", "X2 Will 0", "X3 Will 0", "X4 Will 0", "Ta Luck 1", "Tb Luck 2"]
    b = ["Gb Will 0 Fin Gamble", "Y1 Will 0", "Y2 Will 0", "Y3 Will 0", "Y4 Will 0", "Tc Luck 3"]
    t = Stage(a, b).play("Ga", "Gb", "gamble")
    assert "Ta (Luck)" not in json.dumps(t.view(0)["seats"][0]["stage"])
    drawn = {THE_THEATRE.view(t.state, 0).determinize(new_stream(seed)).gambled[0] for seed in range(30)}
    assert {t.state.cards[number].text for number in drawn} == {"Ta (Luck)", "Tb (Luck)"}


def test_the_suits_not_turned_yet_are_hidden_and_possible():
    t = Stage(["Ann Luck 1"], ["Bob Will 2"])
    seen = {tuple(THE_THEATRE.view(t.state, 0).determinize(new_stream(seed)).line) for seed in range(60)}
    assert {line[0] for line in seen} == {1}
    assert {line[4] for line in seen} == {2, 3, 4, 5}


def test_reveals():
    a = ["Ga Will 0 Fin Gamble", "X1 Will 0", "X2 Will 0", "X3 Will 0", "X4 Will 0", "Ta Luck 1"]
    t = Stage(a, ["Bob Luck 1"])
    play = THE_THEATRE.parse_action(t.state, "play X1 (Will)")
    assert not THE_THEATRE.reveals(t.state, play, 0)
    assert THE_THEATRE.reveals(t.state, play, 1)
    t.play("X1")
    assert THE_THEATRE.reveals(t.state, THE_THEATRE.parse_action(t.state, "play Bob (Luck)"), 1)
    t = Stage(a, ["Bob Luck 1"], open_suits=True).play("X1")
    assert not THE_THEATRE.reveals(t.state, THE_THEATRE.parse_action(t.state, "play Bob (Luck)"), 1)
    t = Stage(a, ["Bob Luck 1"], open_suits=True).play("Ga", "Bob")
    assert THE_THEATRE.reveals(t.state, rules.TAKE_GAMBLE, 0)
    assert not THE_THEATRE.reveals(t.state, rules.KEEP, 0)


# ------------------------------------------------------------------ views and words


def test_hand_values_count_the_cards_own_token():
    t = Stage(["Ann Charm 2 Paw Boost", "Sue Luck 2 Paw Sap", "Cy Luck 1 Paw"], ["Bob Will 2"])
    values = {entry["card"]: entry["value"] for entry in t.view()["hand"]}
    assert (values["Ann (Charm)"], values["Sue (Luck)"], values["Cy (Luck)"]) == (6, 1, 1)
    assert t.view()["decision"] == "Play a card. The Desired Suit is Charm."


def test_card_parts_add_up_to_the_value():
    match, rng = Match(THE_THEATRE, 2, seed=3), new_stream(3)
    while not match.is_over:
        s = match.state
        for number in s.hand[: s.held[0]]:
            assert total(card_parts(s, 0, number)) == scoring.card_value(s, 0, number)
        actions = match.legal_actions()
        match.play(actions[below(rng, len(actions))])


def test_the_log_in_words():
    t = Stage(["Ann Luck 2 Paw Boost"], ["Bob Will 2 Hoof Sap"])
    assert (
        THE_THEATRE.describe_action(t.state, THE_THEATRE.parse_action(t.state, "play Ann (Luck)")) == "plays Ann (Luck)"
    )
    assert THE_THEATRE.describe_action(t.state, rules.PLACE_SAP) == "lays a Sap token"
    assert THE_THEATRE.describe_action(t.state, rules.REMOVE_BOOST + 1) == "removes a Boost token from Hoof"
    assert THE_THEATRE.describe_action(t.state, rules.TAKE_GAMBLE) == "gambles"
    assert THE_THEATRE.describe_action(t.state, rules.KEEP) == "keeps the card"


def test_every_clause_of_the_rule_book_is_there():
    ids = [
        "C1",
        "C2",
        "C3",
        "S1",
        "A1",
        "A2",
        "A3",
        "W1",
        "R1",
        "R2",
        "R3",
        "R4",
        "R5",
        "B1",
        "B2",
        "B3",
        "B4",
        "B5",
        "B6",
    ]
    ids += ["D1", "D2", "D3", "D4", "F1", "F2", "F3", "F4", "F5"]
    assert list(THE_THEATRE.clauses) == [f"TT-{clause}" for clause in ids]
    assert {number.clause for number in THE_THEATRE.rule_numbers} <= set(THE_THEATRE.clauses)
