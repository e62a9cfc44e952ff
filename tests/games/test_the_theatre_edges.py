"""The Theatre at its limits: exact counts, the last print, four full hands, who is out, rule numbers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from games.the_theatre_stage import Stage, card

from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.stream import new_stream
from theatre_lab.games.the_theatre import THE_THEATRE, rules
from theatre_lab.games.the_theatre.cards import PRINTS, SUITS


def deck(letter: str, values: list[int], suit: str = "Will") -> list[str]:
    return [f"{letter}{n} {suit} {value}" for n, value in enumerate(values)]


def play_act(t: Stage, *names: str) -> None:
    """A whole act: each name stands for the owner's cards in order, `A` for A0, A1 and so on."""
    for n in range(5):
        turn = t.state.turn
        while t.state.phase == rules.CHOOSING_CARD and t.state.turn == turn:
            t.play(f"{names[t.state.player]}{n}")


# ------------------------------------------------------------------ acts and their end


def test_five_cards_with_the_breakroom_are_enough_and_four_are_too_few() -> None:
    t = Stage(deck("A", [9] * 5), deck("B", [0] * 10), deck("C", [0] * 10))
    play_act(t, "A", "B", "C")
    t.shuffle(*[f"A{n} (Will)" for n in range(5)])
    assert [seat["is_out"] for seat in t.view()["seats"]] == [False, False, False]
    assert [seat["hand_count"] for seat in t.view()["seats"]] == [5, 5, 5]
    assert t.view()["act"] == 2
    t = Stage(deck("A", [9, 9, 9, 9, -9]), deck("B", [0] * 10), deck("C", [0] * 10))
    play_act(t, "A", "B", "C")
    t.shuffle(*[f"A{n} (Will)" for n in range(4)])
    assert [seat["is_out"] for seat in t.view()["seats"]] == [True, False, False]
    assert t.view()["seats"][0]["deck_count"] == 4


def test_a_deck_of_five_is_drawn_and_the_breakroom_stays() -> None:
    t = Stage(deck("A", [9] * 10), deck("B", [0] * 10))
    play_act(t, "A", "B")
    assert t.view()["act"] == 2
    assert t.view()["seats"][0]["breakroom"] == [f"A{n} (Will)" for n in range(5)]
    assert [seat["deck_count"] for seat in t.view()["seats"]] == [0, 0]


def test_a_deck_of_four_takes_the_breakroom_in_before_the_draw() -> None:
    t = Stage(deck("A", [9] * 9), deck("B", [0] * 10))
    play_act(t, "A", "B")
    assert t.state.phase == rules.SHUFFLING_FOR_ACT
    t.shuffle(*[f"A{n} (Will)" for n in (8, 0, 1, 2, 3, 4, 5, 6, 7)])
    assert sorted(t.legal()) == [f"play A{n} (Will)" for n in (0, 1, 2, 3, 8)]
    assert (t.view()["seats"][0]["breakroom"], t.view()["seats"][0]["deck_count"]) == ([], 4)


def test_two_players_go_on_when_two_of_four_are_out_and_the_lead_passes_over_both() -> None:
    t = Stage(deck("A", [0] * 10), deck("B", [5] * 5), deck("C", [5] * 5), deck("D", [0] * 10), leader=1)
    play_act(t, "A", "B", "C", "D")
    t.shuffle()
    t.shuffle()
    assert [seat["is_out"] for seat in t.view()["seats"]] == [False, True, True, False]
    assert (t.state.phase, t.state.leader, t.state.player) == (rules.CHOOSING_CARD, 3, 3)
    t.play("D5")
    assert t.state.player == 0
    t.play("A5")
    assert t.last()["cards"][1:3] == [None, None]
    assert [card["value"] for card in t.last()["cards"] if card] == [0, 0]
    assert t.state.leader == 3


def test_a_leader_whose_deck_is_too_small_for_the_first_act_is_out_and_the_next_leads() -> None:
    t = Stage(deck("A", [0] * 6), deck("B", [0] * 7), deck("C", [0] * 7), rules={"act_rounds": 7})
    t.shuffle(*[f"A{n} (Will)" for n in range(6)])
    assert [seat["is_out"] for seat in t.view()["seats"]] == [True, False, False]
    assert (t.view()["act"], t.state.leader, t.state.player) == (1, 1, 1)


def test_the_last_one_left_wins_whatever_the_others_hold() -> None:
    t = Stage(deck("A", [9, 9, 9, 9, 0]), deck("B", [0, 0, 0, 0, 9]), deck("C", [-9] * 10))
    play_act(t, "A", "B", "C")
    t.shuffle(*[f"A{n} (Will)" for n in range(4)])
    t.shuffle("B4 (Will)")
    assert t.state.phase == rules.OVER
    assert [rules.payoff(t.state, player) for player in range(3)] == [0, 0, WHOLE_WIN]
    assert (t.view()["phase"], t.legal()) == ("over", [])


@pytest.mark.parametrize("kept", [1, 4])
def test_among_those_out_together_most_cards_win_and_who_was_out_before_gets_nothing(kept: int) -> None:
    """Also who was out before with just as many cards."""
    a, b, c = deck("A", [9] * kept + [-9] * (5 - kept)), deck("B", [0] * 10), deck("C", [0] * 9 + [1])
    t = Stage(a, b, c)
    play_act(t, "A", "B", "C")
    t.shuffle(*[f"A{n} (Will)" for n in range(kept)])
    assert t.view()["act"] == 2
    for n in range(5, 10):
        t.play(*(f"{'ABC'[(t.state.leader + i) % 3]}{n}" for i in range(3) if (t.state.leader + i) % 3))
    t.shuffle()
    t.shuffle("C9 (Will)")
    assert t.state.phase == rules.OVER
    assert THE_THEATRE.scores(t.state) == [kept, 0, 1]
    assert [rules.payoff(t.state, player) for player in range(3)] == [0, 0, WHOLE_WIN]


def test_the_first_of_three_out_together_with_most_cards_wins_and_a_draw_leaves_out_who_has_fewer() -> None:
    for wins, payoffs in (
        ([9, 0, 0], [60, 0, 0]),
        ([0, 9, 0], [0, 60, 0]),
        ([0, 0, 9], [0, 0, 60]),
    ):
        t = Stage(*(deck(letter, [win, *[0] * 4]) for letter, win in zip("ABC", wins, strict=True)))
        play_act(t, "A", "B", "C")
        for player, letter in enumerate("ABC"):
            t.shuffle(*([f"{letter}0 (Will)"] if wins[player] else []))
        assert [rules.payoff(t.state, player) for player in range(3)] == payoffs
        assert all(isinstance(rules.payoff(t.state, player), int) for player in range(3))
    t = Stage(deck("A", [9, 0, 0, 0, 0]), deck("B", [0] * 5), deck("C", [0, 9, 0, 0, 0]))
    play_act(t, "A", "B", "C")
    for texts in (["A0 (Will)"], [], ["C1 (Will)"]):
        t.shuffle(*texts)
    assert [rules.payoff(t.state, player) for player in range(3)] == [30, 0, 30]


def test_the_round_and_the_suits_begin_anew_with_each_act() -> None:
    t = Stage(deck("A", [9] * 10), deck("B", [0] * 10), suits="Will Charm Luck Agility Strength")
    play_act(t, "A", "B")
    view = t.view()
    assert (view["act"], view["round"], view["desired_suit"]) == (2, 1, "Will")
    assert view["suits"] == ["Will", None, None, None, None]
    assert (view["last_round"]["act"], view["last_round"]["round"], view["last_round"]["suit"]) == (1, 5, "Strength")
    assert view["last_round"]["leader"] == 0


def test_a_known_hand_is_forgotten_with_the_act() -> None:
    a = ["Win Will 9", "Ga Will 0 Fin Gamble", "X2 Will 9", "X3 Will 9", "X4 Will 9"]
    t = Stage(a, deck("B", [0] * 10)).play("Win", "B0", "Ga", "B1", "gamble")
    t.shuffle("Win (Will)")
    assert t.view(1)["seats"][0]["known_hand"] == ["X2 (Will)", "X3 (Will)", "X4 (Will)"]
    t.play("X2", "B2", "X3", "B3", "X4", "B4")
    t.shuffle(*(f"{name} (Will)" for name in ("Ga", "Win", "X2", "X3", "X4")))
    assert t.view(1)["act"] == 2
    assert t.view(1)["seats"][0]["known_hand"] is None


# ------------------------------------------------------------------ tokens, hands and piles


@pytest.mark.parametrize("token", PRINTS)
def test_boosts_and_saps_of_every_print_lie_count_are_removed_and_are_cleared(token: str) -> None:
    a = [f"A0 Luck 9 {token} Boost", f"A1 Luck 9 {token} Boost", f"A2 Luck 9 {token}", *deck("A", [9] * 10)[3:]]
    b = [
        f"B0 Will 0 {token}",
        "B1 Will 0 Hoof",
        f"B2 Will 0 {token} Sap",
        "B3 Will 0 Claw Sap",
        *deck("B", [0] * 10)[4:],
    ]
    t = Stage(a, b, suits="Charm Strength Agility Luck Will")
    t.play("A0", "B0")
    assert t.values() == [10, 1]
    t.play("A1", "B1")
    assert t.view()["boosts"] == {token: 2}
    t.play("A2", "B2")
    assert t.legal() == [f"remove {token}", "sap"]
    t.play("sap")
    assert t.values() == [10, 1]
    assert t.view()["saps"] == {token: 1}
    t.play("A3", "B3", f"remove {token}")
    assert (t.view()["boosts"], t.view()["saps"]) == ({token: 1}, {token: 1})
    t.play("A4", "B4")
    assert (t.view()["act"], t.view()["boosts"], t.view()["saps"]) == (2, {}, {})


@pytest.mark.parametrize("ability", ["none", "Boost", "Sap", "Finisher"])
def test_only_a_combo_adds_to_the_next_card(ability: str) -> None:
    t = Stage([f"A0 Will 0 Paw {ability}", *deck("A", [9] * 5)[1:]], deck("B", [0] * 5)).play("A0", "B0")
    t.play(*(["A1", "B1"] if t.state.leader == 0 else ["B1", "A1"]))
    assert t.values() == [9, 0]


def test_a_hand_offers_each_specific_card_once_and_plays_one_copy() -> None:
    a = ["A0 Will 1", "A0 Will 1", "A1 Will 2", "A2 Will 3", "A2 Will 3"]
    t = Stage(a, deck("B", [0] * 5))
    assert t.legal() == ["play A0 (Will)", "play A1 (Will)", "play A2 (Will)"]
    t.play("A2", "B0")
    assert [entry["card"] for entry in t.view()["hand"]] == ["A0 (Will)", "A0 (Will)", "A1 (Will)", "A2 (Will)"]
    t.play("A0", "B1")
    assert [entry["card"] for entry in t.view()["hand"]] == ["A0 (Will)", "A1 (Will)", "A2 (Will)"]


def test_hands_are_sorted_whatever_order_they_are_drawn_in() -> None:
    t = Stage(["C Will 1", "A Will 1", "E Will 1", "B Will 1", "D Will 1"], deck("Q", [0] * 5))
    assert [entry["card"] for entry in t.view()["hand"]] == [f"{name} (Will)" for name in "ABCDE"]


def test_seven_cards_in_each_of_four_hands() -> None:
    decks = [deck(letter, [9 if letter == "D" else 0] * 8, "Luck") for letter in "ABCD"]
    t = Stage(*decks, rules={"act_rounds": 7}, suits="Luck Charm Agility Will Strength")
    for player, letter in enumerate("ABCD"):
        assert [entry["card"] for entry in t.view(player)["hand"]] == [f"{letter}{n} (Luck)" for n in range(7)]
    t.play("A0", "B0", "C0", "D6")
    assert t.values() == [3, 3, 3, 12]
    assert t.last()["winner"] == 3
    assert [entry["card"] for entry in t.view(3)["hand"]] == [f"D{n} (Luck)" for n in range(6)]
    suits = []
    for n in range(1, 7):
        t.play(f"D{n - 1}", f"A{n}", f"B{n}", f"C{n}")
        suits.append(t.last()["suit"])
    assert suits == ["Charm", "Agility", "Will", "Strength", None, None]
    assert t.view()["seats"][3]["breakroom"] == [f"D{n} (Luck)" for n in range(7)]


def test_an_act_of_one_round() -> None:
    t = Stage(deck("A", [1] * 5), deck("B", [0] * 5), rules={"act_rounds": 1})
    assert [seat["hand_count"] for seat in t.view()["seats"]] == [1, 1]
    t.play("A0", "B0")
    assert (t.view()["act"], t.view()["round"]) == (2, 1)


def test_the_gambled_card_is_the_top_one_and_the_next_act_draws_below_it() -> None:
    a = ["Ga Will 0 Fin Gamble", *deck("A", [0] * 4), "T Luck 4", *deck("N", [0] * 5)]
    t = Stage(a, deck("B", [0] * 10), suits="Charm Agility Luck Will Strength")
    t.play("Ga", "B0", "gamble")
    assert t.last()["cards"][0]["card"] == "T (Luck)"
    assert t.view()["seats"][0]["deck_count"] == 5
    for n in range(4):
        t.play(f"A{n}", f"B{n + 1}")
    assert [entry["card"] for entry in t.view()["hand"]] == [f"N{n} (Will)" for n in range(5)]


def test_a_gamble_needs_one_card_in_the_deck_or_one_in_the_breakroom() -> None:
    a = ["Ga Will 0 Fin Gamble", *deck("A", [0] * 4)]
    assert Stage([*a, "T Luck 4"], deck("B", [0] * 5)).play("Ga", "B0").legal() == ["gamble", "keep"]
    t = Stage(["A0 Will 9", "Ga Will 0 Fin Gamble", *deck("X", [0] * 3)], deck("B", [0] * 5)).play(
        "A0", "B0", "Ga", "B1"
    )
    assert t.legal() == ["gamble", "keep"]
    t.play("keep")
    assert t.view()["seats"][0]["breakroom"] == ["A0 (Will)"]
    t = Stage(["A0 Will -9", "Ga Will 0 Fin Gamble", *deck("X", [0] * 3)], deck("B", [0] * 5)).play(
        "A0", "B0", "B1", "Ga"
    )
    assert t.last()["round"] == 2, "nothing can be drawn, so nobody is asked"


def test_who_keeps_a_card_leaves_the_choice_to_the_next() -> None:
    decks = [[f"G{letter} Will 0 Fin Gamble", *deck(letter, [0] * 5)] for letter in "ABC"]
    t = Stage(*decks).play("GA", "GB", "GC")
    for player in range(3):
        assert (t.state.player, t.legal()) == (player, ["gamble", "keep"])
        t.play("keep")
    assert [card["card"] for card in t.last()["cards"]] == ["GA (Will)", "GB (Will)", "GC (Will)"]


def test_copies_shuffled_in_for_a_gamble_come_back_one_by_one() -> None:
    a = ["W Will 9", "W Will 9", "Ga Will 0 Fin Gamble", "X0 Will 0", "X1 Will 0"]
    t = Stage(a, deck("B", [0] * 5)).play("W", "B0", "W", "B1", "Ga", "B2", "gamble")
    t.shuffle("W (Will)", "W (Will)")
    assert t.last()["cards"][0]["card"] == "W (Will)"
    assert t.view()["seats"][0]["breakroom"] == ["Ga (Will)", "W (Will)"]
    assert t.view()["seats"][0]["deck_count"] == 1


def test_only_who_gambled_shows_a_replaced_card() -> None:
    a = ["Ga Will 0 Fin Gamble", *deck("A", [0] * 4), "T Luck 4"]
    t = Stage(a, deck("B", [9] * 5), deck("C", [0] * 5)).play("Ga", "B0", "C0", "gamble")
    assert [card["replaced"] for card in t.last()["cards"]] == ["Ga (Will)", None, None]
    assert [seat["dismissed"] for seat in t.view()["seats"]] == [["Ga (Will)", "T (Luck)"], [], ["C0 (Will)"]]
    assert [seat["breakroom"] for seat in t.view()["seats"]] == [[], ["B0 (Will)"], []]
    t.play("B1", "C1", "A0")
    assert [card["replaced"] for card in t.last()["cards"]] == [None, None, None]
    assert [card["card"] for card in t.last()["cards"]] == ["A0 (Will)", "B1 (Will)", "C1 (Will)"]


def test_the_score_counts_cards_in_the_play_area() -> None:
    a = ["Ga Will 0 Fin Gamble", *deck("A", [0] * 4), "T Luck 4"]
    t = Stage(a, ["Gb Will 0 Fin Gamble", *deck("B", [0] * 4), "U Luck 4"]).play("Ga", "Gb", "gamble")
    told = {part.who: part.points for part in THE_THEATRE.breakdown(t.state, 0)}
    assert told == {"hand": 4, "stage": 2}
    told = {part.who: part.points for part in THE_THEATRE.breakdown(t.state, 1)}
    assert told == {"hand": 4, "deck": 1, "stage": 1}
    assert THE_THEATRE.scores(t.state) == [6, 6]


def test_all_bonuses_at_once_are_added_and_then_multiplied() -> None:
    a = [
        "A0 Luck 0 Paw Boost",
        "A1 Luck 0 Paw Boost",
        "A2 Luck 0 Paw Boost",
        "A3 Luck 0 Paw Combo +1",
        "A4 Charm 5 Paw Finisher",
    ]
    b = ["B0 Luck -9 Paw Sap", *deck("B", [-9] * 10, "Luck")[1:]]
    for factor, value in ((1, 5 + 3 + 3 - 1 + 1 + 4), (2, 2 * 15), (-1, -15)):
        t = Stage(a, b, suits="Will Agility Strength Luck Charm", leader=1, rules={"suit_factor": factor})
        t.play("B0")
        for n in range(5):
            t.play_first(1)
            t.play(f"A{n}")
            t.play_first(1)
        assert t.values()[0] == value
        points = [part["points"] for part in t.last()["cards"][0]["parts"]]
        assert points == [5, 3, 3, -1, 1, 4] + ([15 * (factor - 1)] if factor != 1 else [])


def test_the_last_card_of_the_fourth_deck_is_no_other_action() -> None:
    decks = [[card(f"{letter}{n:03} Will 1").as_dict() for n in range(150)] for letter in "ABCD"]
    options = THE_THEATRE.check_options(4, {"leader": 3, "base": 10, "decks": decks})
    s = THE_THEATRE.new_state(4, options, THE_THEATRE.check_rules(None))
    s.player = 3
    texts = ["play D149 (Will)", "sap", *(f"remove {token}" for token in PRINTS), "gamble", "keep"]
    actions = [THE_THEATRE.parse_action(s, text) for text in texts]
    assert [THE_THEATRE.action_text(s, action) for action in actions] == texts
    assert actions[0] == 600
    assert len(set(actions)) == len(actions)
    assert max(actions) < THE_THEATRE.action_space


# ------------------------------------------------------------------ the winner


@pytest.mark.parametrize(
    ("values", "winner"),
    [
        ([1, 2, 3, 4], 3),
        ([4, 3, 2, 1], 0),
        ([1, 4, 4, 0], None),
        ([4, 4, 5, 0], 2),
        ([4, 5, 4, 4], 1),
        ([5, 4, 4, 4], 0),
        ([0, -1, -1, 0], None),
        ([-1, -2, -1, 0], 3),
        ([-1, -2, -3, -3], 0),
        ([-3, -2, -1, -1], None),
    ],
)
def test_the_single_highest_value_wins(values: list[int], winner: int | None) -> None:
    t = Stage(*(deck(letter, [value, 0, 0, 0, 0]) for letter, value in zip("ABCD", values, strict=True)))
    t.play("A0", "B0", "C0", "D0")
    assert t.values() == values
    assert t.last()["winner"] == winner
    assert t.state.leader == (winner or 0)
    piles = [(len(seat["breakroom"]), len(seat["dismissed"])) for seat in t.view()["seats"]]
    assert piles == [(1, 0) if player == winner else (0, 1) for player in range(4)]


def test_who_is_out_neither_wins_nor_ties_where_all_values_are_low() -> None:
    t = Stage(deck("A", [9] * 5 + [-3] * 5), deck("B", [0] * 5), deck("C", [9, 0, 0, 0, 0, -5, 0, 0, 0, 0]))
    play_act(t, "A", "B", "C")
    t.shuffle()
    assert t.view()["seats"][1]["is_out"]
    t.play("A5", "C5")
    assert [card and card["value"] for card in t.last()["cards"]] == [-3, None, -5]
    assert [card and [part["points"] for part in card["parts"]] for card in t.last()["cards"]] == [[-3], None, [-5]]
    assert t.last()["winner"] == 0


# ------------------------------------------------------------------ hidden cards


def test_suits_turned_before_stay_known_and_the_rest_is_one_of_each() -> None:
    t = Stage(deck("A", [9] * 5), deck("B", [0] * 5), suits="Luck Will Charm Strength Agility")
    t.play("A0", "B0", "A1", "B1")
    assert t.view()["suits"] == ["Luck", "Will", "Charm", None, None]
    lines = {tuple(THE_THEATRE.view(t.state, 1).determinize(new_stream(seed)).line) for seed in range(40)}
    assert lines == {(2, 4, 1, 5, 3), (2, 4, 1, 3, 5)}


@pytest.mark.parametrize("first", SUITS)
def test_whichever_suit_is_seen_the_others_are_imagined_once_each(first: str) -> None:
    line = [first, *(suit for suit in SUITS if suit != first)]
    t = Stage(deck("A", [9] * 5), deck("B", [0] * 5), suits=" ".join(line))
    for seed in range(12):
        world = THE_THEATRE.view(t.state, 1).determinize(new_stream(seed))
        assert world.line[0] == 1 + SUITS.index(first)
        assert sorted(world.line) == [1, 2, 3, 4, 5]


def test_a_card_face_down_is_concealed_from_its_owner_too() -> None:
    a = ["Ga Will 0 Fin Gamble", *deck("A", [0] * 4), "T Luck 4"]
    t = Stage(a, ["Gb Will 0 Fin Gamble", *deck("B", [0] * 4), "U Luck 4"]).play("Ga", "Gb", "gamble")
    assert t.state.gambled[0] > 0
    for viewer in range(2):
        s = t.state.copy()
        rules.conceal(s, viewer)
        assert (s.has_gambled, s.gambled) == ([1, 0, 0, 0], [0, 0, 0, 0])


def test_every_place_of_a_hidden_hand_and_deck_may_hold_every_unseen_card() -> None:
    t = Stage(deck("A", [0] * 7), deck("B", [0] * 7), open_suits=True)
    t.play("A0", "B0")
    worlds = [THE_THEATRE.view(t.state, 0).determinize(new_stream(seed)) for seed in range(80)]
    first, unseen = 1 + rules.DECK_WIDTH, {1 + rules.DECK_WIDTH + n for n in range(1, 7)}
    assert all(set(world.deck[150:152]) | set(world.hand[8:12]) == unseen for world in worlds)
    assert {world.deck[150] for world in worlds} == {world.deck[151] for world in worlds} == unseen
    assert first not in {card for world in worlds for card in world.hand[8:12]}
    assert all(world.hand[:4] == [2, 3, 4, 5] for world in worlds)
    assert {tuple(sorted(world.deck[:2])) for world in worlds} == {(6, 7)}
    assert len({tuple(world.deck[:2]) for world in worlds}) == 2


def test_what_is_concealed_is_every_deck_the_other_hands_and_the_suits_to_come() -> None:
    t = Stage(deck("A", [0] * 8), deck("B", [0] * 9), deck("C", [0] * 10), suits="Luck Will Charm Strength Agility")
    t.play("A0", "B0", "C0")
    for viewer in range(3):
        s = t.state.copy()
        rules.conceal(s, viewer)
        assert not any(s.deck)
        assert s.deck_count[:3] == [3, 4, 5]
        hands = [s.hand[8 * player : 8 * player + 8] for player in range(3)]
        assert [any(hand) for hand in hands] == [player == viewer for player in range(3)]
        assert hands[viewer] == [1 + 150 * viewer + n for n in range(1, 5)] + [0] * 4
        assert s.line == [2, 4, 0, 0, 0]
        assert (s.played, s.gambled) == (t.state.played, t.state.gambled)


def cards_of(s: Any, player: int) -> list[int]:
    """All cards that a player began with, wherever they lie."""
    first = 150 * player
    cards = [*s.deck[first : first + s.deck_count[player]], *s.hand[8 * player : 8 * player + s.held[player]]]
    cards += [card for card in (s.played[player], s.gambled[player]) if card]
    numbers = range(first + 1, first + 1 + s.kinds[player])
    return sorted(cards + [n for n in numbers for _ in range(s.breakroom[n] + s.dismissed[n])])


def test_nobody_imagines_a_card_twice_or_forgets_one() -> None:
    """In all the moments of an act: cards won and lost, two copies, a card that lies face down, one turned over."""
    decks = [
        [
            f"{p}a Will {n}",
            f"{p}a Will {n}",
            f"{p}g Will 0 Fin Gamble",
            f"{p}g Will 0 Fin Gamble",
            *deck(p, [3] * 6, "Luck"),
        ]
        for n, p in enumerate("ABC")
    ]
    t = Stage(*decks, suits="Charm Agility Will Strength Luck")
    whole = [cards_of(t.state, player) for player in range(3)]
    assert [len(cards) for cards in whole] == [10, 10, 10]
    seen: Counter[str] = Counter()
    while t.state.act == 1 and t.state.phase in (rules.CHOOSING_CARD, rules.CHOOSING_GAMBLE):
        for viewer in range(3):
            world = THE_THEATRE.view(t.state, viewer).determinize(new_stream(t.state.seated, viewer))
            assert [cards_of(world, player) for player in range(3)] == whole
            rules.conceal(world, viewer)
            assert world == THE_THEATRE.view(t.state, viewer).state
        seen["face down"] += any(t.state.has_gambled)
        seen["won"] += any(t.state.breakroom_count)
        t.play(t.legal()[-1] if "gamble" not in t.legal() else "gamble")
    assert min(seen["face down"], seen["won"]) > 0


def test_before_the_suits_are_dealt_nobody_imagines_any() -> None:
    t = Stage(deck("A", [9] * 5), deck("B", [0] * 10))
    play_act(t, "A", "B")
    assert t.state.phase == rules.SHUFFLING_FOR_ACT
    world = THE_THEATRE.view(t.state, 0).determinize(new_stream(1))
    assert (t.state.line, world.line) == ([0] * 5, [0] * 5)


def test_a_revealed_card_is_in_no_imagined_deck_or_hand() -> None:
    a = ["Ga Will 0 Fin Gamble", *deck("A", [0] * 4), "T0 Luck 4 Paw Sap", "T1 Luck 3"]
    t = Stage(a, ["Bo Will 0 Hoof Boost", *deck("B", [0] * 4)], leader=1).play("Bo", "Ga")
    top, other = (THE_THEATRE.parse_chance(t.state, [f"{name} (Luck)"])[0] for name in ("T0", "T1"))
    t.play("gamble")
    assert t.legal() == ["remove Hoof", "sap"]
    for seed in range(12):
        world = THE_THEATRE.view(t.state, 1).determinize(new_stream(seed))
        assert world.gambled[0] == top
        assert top not in [*world.deck, *world.hand]
        assert sorted([*world.deck[:1], *world.hand[:4]]) == [
            number for number in range(1, 8) if number not in (top, t.state.played[0])
        ]
    assert other in {THE_THEATRE.view(t.state, 1).determinize(new_stream(seed)).deck[0] for seed in range(40)}


def test_the_second_copy_of_a_revealed_or_played_card_may_lie_anywhere() -> None:
    a = ["Ga Will 0 Fin Gamble", "Ga Will 0 Fin Gamble", *deck("A", [0] * 3), "T Luck 4 Paw Sap", "T Luck 4 Paw Sap"]
    t = Stage(a, ["Bo Will 0 Hoof Boost", *deck("B", [0] * 4)], leader=1).play("Bo", "Ga", "gamble")
    numbers = THE_THEATRE.parse_chance(t.state, ["Ga (Will)", "T (Luck)", "A0 (Will)", "A1 (Will)", "A2 (Will)"])
    for seed in range(12):
        world = THE_THEATRE.view(t.state, 1).determinize(new_stream(seed))
        assert sorted([*world.deck[:1], *world.hand[:4]]) == sorted(numbers)


# ------------------------------------------------------------------ rule numbers


def test_rule_numbers_are_those_of_the_rule_book_and_can_be_changed_so_far() -> None:
    assert {number.key: (number.low, number.default, number.high) for number in THE_THEATRE.rule_numbers} == {
        "desired_suit": (-20, 3, 20),
        "boost": (-20, 1, 20),
        "sap": (-20, -1, 20),
        "combo_1": (-20, 1, 20),
        "combo_2": (-20, 2, 20),
        "finisher": (-20, 1, 20),
        "suit_factor": (-5, 1, 5),
        "act_rounds": (1, 5, 7),
        "sap_removes": (0, 1, 1),
        "gamble": (0, 1, 1),
        "winner_leads": (0, 1, 1),
    }


@pytest.mark.parametrize("gamble", [0, 1])
@pytest.mark.parametrize("winner_leads", [0, 1])
def test_whether_cards_gamble_and_winners_lead_is_told_by_two_numbers(gamble: int, winner_leads: int) -> None:
    a = ["Ga Will 0 Fin Gamble", *deck("A", [0] * 5)]
    t = Stage(a, deck("B", [9] * 5), rules={"gamble": gamble, "winner_leads": winner_leads}).play("Ga", "B0")
    assert (t.legal() == ["gamble", "keep"]) == bool(gamble)
    if gamble:
        t.play("keep")
    assert t.state.leader == winner_leads


def test_each_rule_number_changes_its_own_bonus() -> None:
    def first_values(cards: list[str], **numbers: int) -> list[Any]:
        t = Stage(
            [*cards, *deck("X", [0] * 5)][:5],
            deck("B", [-9] * 5),
            suits="Charm Luck Agility Will Strength",
            rules=numbers,
        )
        values = []
        for text in cards:
            t.play(text.split()[0])
            t.play_first(1)
            values.append(t.values()[0])
        return values

    assert first_values(["A0 Charm 2"], desired_suit=5) == [7]
    assert first_values(["A0 Luck 2 Paw Sap"], sap=-4) == [-2]
    assert first_values(["A0 Luck 2 Paw Boost"], boost=4) == [6]
    assert first_values(["A0 Will 2 Fin Combo +1", "A1 Will 2"], combo_1=7) == [2, 9]
    assert first_values(["A0 Will 2 Fin Combo +2", "A1 Will 2"], combo_2=7) == [2, 9]
    assert first_values(["A0 Will 2", "A1 Charm 2 Fin Finisher", "A2 Will 2 Fin Finisher"], finisher=4) == [2, 6, 10]
    assert first_values(["A0 Charm 2"], suit_factor=3) == [15]
    assert first_values(["A0 Charm 2"], suit_factor=0) == [0]
    assert first_values(["A0 Luck 2"], suit_factor=3) == [2]
