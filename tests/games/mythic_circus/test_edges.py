"""Where one wrong number would go unseen in an ordinary game: other seats, changed numbers, the last of several."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.stream import new_stream
from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, knowledge
from theatre_lab.games.mythic_circus.cards import KINDS, NAMES

GOLEMS = ["Golem"] * 5


# ------------------------------------------------------------- changed numbers


def test_several_of_a_type_may_be_hired_where_the_rules_say_so(table):
    t = table(labor=["Golem"] * 4, phase="hire", changed={"one_of_a_type": 0})
    t.play("hire Golem", "hire Golem")
    assert t.discard() == ["Golem", "Golem"]
    assert t.state.points == 2
    assert t.legal() == ["end", "hire Goblin"]


def test_a_hired_card_leaves_the_supply_and_the_last_one_leaves_nothing_to_hire(table):
    t = table(labor=["Golem"] * 4, supply={"Golem": 2, "Goblin": 1}, phase="hire", changed={"one_of_a_type": 0})

    def left(name):
        return next(pile["left"] for pile in t.view()["supply"] if pile["card"] == name)

    for number in (1, 2):
        t.play("hire Golem")
        assert (left("Golem"), left("Goblin")) == (2 - number, 1)
        assert [pile["hired"] for pile in t.view()["supply"] if pile["hired"]] == [number]
    assert t.legal() == ["end", "hire Goblin"]


@pytest.mark.parametrize(
    ("changed", "players", "left"),
    [
        ({"supply_per_player": 0}, 2, 0),
        ({"supply_less": 10}, 2, 0),
        ({"supply_less": 10}, 4, 2),
        ({"supply_most": 3}, 2, 3),
        ({"supply_per_player": 1, "supply_less": 0}, 3, 3),
    ],
)
def test_no_pile_holds_less_than_nothing_or_more_than_the_most(changed, players, left):
    state = MYTHIC_CIRCUS.new_state(
        players, MYTHIC_CIRCUS.check_options(players, {}), MYTHIC_CIRCUS.check_rules(changed)
    )
    assert {pile["left"] for pile in MYTHIC_CIRCUS.view(state, 0).as_dict()["supply"]} == {left}


def test_each_attacker_has_its_own_number_of_attacks(table):
    for changed, gnome, werewolf in (({"mischievous_gnome_attacks": 2}, 2, 1), ({"werewolf_attacks": 3}, 1, 3)):
        for name, attacks in (("Mischievous Gnome", gnome), ("Werewolf", werewolf)):
            t = table(hand=[name], stage={1: ["Goblin"] * 4}, changed=changed)
            t.play(f"stage {name}", *["attack P2"] * attacks)
            assert t.legal() == ["done"]
            assert len(t.stage(1)) == 4 - attacks


def test_attacks_are_given_up_one_by_one(table):
    t = table(hand=["Werewolf"], stage={1: ["Goblin"] * 3}, changed={"werewolf_attacks": 3})
    t.play("stage Werewolf", "no attack", "attack P2")
    assert t.legal() == ["attack P2", "no attack"]
    t.play("no attack")
    assert t.legal() == ["done"]
    assert t.stage(1) == ["Goblin", "Goblin"]


def test_an_attack_without_a_target_is_lost_for_the_next_attacker_too(table):
    t = table(hand=["Werewolf", "Golem"], stage={1: ["Goblin"]}, changed={"werewolf_attacks": 2})
    t.play("stage Werewolf", "attack P2")
    assert t.legal() == ["done", "labor Golem"]


def test_no_attacks_at_all(table):
    t = table(hand=["Werewolf"], stage={1: ["Goblin"]}, changed={"werewolf_attacks": 0})
    t.play("stage Werewolf")
    assert t.legal() == ["done"]


@pytest.mark.parametrize(("card", "key"), [("Goblin", "goblin_draws"), ("Golem", "golem_draws")])
@pytest.mark.parametrize("number", [0, 1, 3])
def test_so_many_cards_are_drawn(table, card, key, number):
    t = table(hand=[card, "Unicorn"], deck=["Faun", "Fairy", "Sphinx", "Phoenix"], changed={key: number})
    t.play(*(["stage Goblin", "swap Unicorn"] if card == "Goblin" else ["labor Golem"]))
    drawn = ["Faun", "Fairy", "Sphinx"][:number] + (["Unicorn"] if card == "Golem" else [])
    assert sorted(t.hand()) == sorted(drawn)
    assert "done" in t.legal()


def test_a_sphinx_may_draw_three_and_keep_two(table):
    changed = {"sphinx_draws": 3, "sphinx_discards": 1}
    t = table(hand=["Sphinx"], deck=["Faun", "Fairy", "Goblin", "Golem"], changed=changed)
    t.play("stage Sphinx", "draw two", "discard Faun")
    assert t.hand() == ["Goblin", "Fairy"]
    assert t.deck() == ["Golem"]
    assert "done" in t.legal()


@pytest.mark.parametrize("worth", [-1, 0, 1])
def test_a_card_that_is_worth_nothing_may_be_sent_and_one_that_is_not_allowed_may_not(table, worth):
    t = table(hand=["Goblin"], changed={"goblin_labor": worth})
    assert ("labor Goblin" in t.legal()) == (worth >= 0)
    t = table(hand=["Goblin"], changed={"goblin_performance": worth})
    assert ("stage Goblin" in t.legal()) == (worth >= 0)


@pytest.mark.parametrize(("below", "names"), [(0, []), (1, ["Daring Gnome"]), (5, ["Daring Gnome", "Minotaur"])])
def test_a_fairy_summons_what_costs_less(table, below, names):
    t = table(hand=["Fairy"], discard=["Daring Gnome", "Minotaur", "Sphinx"], changed={"summon_cost_below": below})
    t.play("stage Fairy")
    assert t.legal() == ["no summon", *[f"summon {name}" for name in names]]


# ------------------------------------------------------------- other seats


def test_the_second_player_s_unicorn_charges_the_first(table):
    t = table(active=1, hand={1: ["Unicorn"]}, stage={0: ["Unicorn", "Faun"], 1: ["Unicorn"]})
    t.play("stage Unicorn")
    assert (t.stage(0), t.stage(1)) == (["Faun"], ["Unicorn", "Unicorn"])
    assert t.discard(0) == ["Unicorn"]


@pytest.mark.parametrize("active", range(4))
def test_every_seat_does_all_with_its_own_cards(table, active):
    victim = (active + 2) % 4
    t = table(
        4,
        active=active,
        hand={active: ["Fairy", "Goblin", "Golem", "Mermaid"], victim: ["Sphinx"]},
        discard={active: ["Werewolf", "Phoenix"], victim: ["Golem"]},
        deck={active: ["Unicorn", "Minotaur"], victim: ["Unicorn"]},
        stage={victim: ["Faun", "Fairy", "Minotaur!"]},
    )
    t.play("stage Fairy", "summon Werewolf", f"attack P{victim + 1}")
    assert t.to_move() == victim
    assert t.legal() == ["injure Fairy", "injure Faun", "injure Minotaur!"]
    t.play("injure Minotaur!")
    assert t.to_move() == active
    t.play("stage Goblin", "swap Golem", "stage Mermaid", "recall Phoenix")
    assert t.hand(active) == ["Unicorn"]
    assert t.deck(active) == ["Phoenix", "Minotaur"]
    assert t.discard(active) == ["Golem"]
    assert sorted(t.discard(victim)) == ["Golem", "Minotaur"]
    assert (t.hand(victim), t.deck(victim), t.stage(victim)) == (["Sphinx"], ["Unicorn"], ["Faun", "Fairy"])


def test_a_player_with_one_kind_on_stage_is_not_asked_who_is_injured(table):
    for stage, left in (
        (["Faun", "Faun"], ["Faun"]),
        (["Sphinx"], []),
        (["Minotaur", "Minotaur"], ["Minotaur", "Minotaur!"]),
        (["Minotaur!", "Minotaur!"], ["Minotaur!"]),
    ):
        t = table(3, hand=["Werewolf"], stage={2: stage})
        t.play("stage Werewolf", "attack P3")
        assert t.to_move() == 0
        assert t.stage(2) == left


@pytest.mark.parametrize(
    ("stage", "choices"),
    [
        (["Minotaur", "Minotaur!", "Faun"], ["Faun", "Minotaur", "Minotaur!"]),
        (["Minotaur", "Minotaur!", "Minotaur!"], ["Minotaur", "Minotaur!"]),
        (["Minotaur", "Minotaur", "Minotaur!"], ["Minotaur", "Minotaur!"]),
        (["Minotaur!", "Minotaur!", "Faun"], ["Faun", "Minotaur!"]),
        (["Minotaur", "Minotaur", "Faun", "Faun"], ["Faun", "Minotaur"]),
    ],
)
def test_each_kind_and_state_on_stage_is_a_choice(table, stage, choices):
    t = table(hand=["Werewolf"], stage={1: stage})
    t.play("stage Werewolf", "attack P2")
    assert t.to_move() == 1
    assert t.legal() == [f"injure {choice}" for choice in choices]


# ------------------------------------------------------------- the turn's end and the game's


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_last_turn_is_that_of_the_last_seat(table, players, rounds):
    everyone = range(players)
    t = table(players, deck=dict.fromkeys(everyone, GOLEMS * 3), max_turns=rounds)
    turns = 0
    while not t.is_over():
        t.play(*([] if turns == 0 else ["pass"]), "done", "end")
        turns += 1
    assert turns == rounds * players
    assert t.winners() == list(everyone)


@pytest.mark.parametrize("rounds", [100, 255, 256, 300, 1000])
def test_a_long_game_ends_after_its_last_round(table, rounds):
    t = table(deck={1: GOLEMS * 2}, active=1, max_turns=rounds)
    t.state.rounds_done = rounds - 1
    t.play("done", "end")
    assert t.is_over()
    t = table(deck={1: GOLEMS * 2}, active=1, max_turns=rounds)
    t.state.rounds_done = rounds - 2
    t.play("done", "end")
    assert not t.is_over()


@pytest.mark.parametrize("scorer", [0, 1, 2])
def test_the_round_is_finished_whoever_reached_the_goal(table, scorer):
    vp = [0, 0, 0]
    vp[scorer] = 10
    t = table(3, deck={2: GOLEMS}, vp=vp, active=2, finish="round")
    t.play("done", "end")
    assert t.is_over()
    assert t.winners() == [scorer]


def test_nine_points_end_no_round(table):
    t = table(3, deck={2: GOLEMS}, vp=[9, 9, 9], active=2, finish="round")
    t.play("done", "end")
    assert not t.is_over()
    assert t.to_move() == 0


@pytest.mark.parametrize("equals", [c for n in (1, 2, 3, 4) for c in combinations(range(4), n)])
def test_a_win_is_shared_evenly_by_those_of_equal_points_and_stage(table, equals):
    better = {player: ["Faun", "Goblin"] if player in equals else ["Goblin"] for player in range(4)}
    vp = [10] * 4
    t = table(4, deck={3: GOLEMS}, stage=better, vp=vp, active=3, finish="round")
    t.play("done", "end")
    assert t.winners() == list(equals)
    shares = [MYTHIC_CIRCUS.rules.payoff(t.state, player) for player in equals]
    assert shares == [WHOLE_WIN // len(equals)] * len(equals)
    assert {type(share) for share in shares} == {int}


def test_more_points_go_before_a_better_stage(table):
    t = table(deck={1: GOLEMS}, stage={0: ["Unicorn"] * 3}, vp=[10, 11], active=1, finish="round")
    t.play("done", "end")
    assert t.winners() == [1]


# ------------------------------------------------------------- what everybody knows


def test_a_new_hand_is_unknown_but_for_what_was_known_on_top(table):
    t = table(hand=["Mermaid", "Goblin"], deck=["Faun"] * 6, discard=["Sphinx"])
    t.play("stage Mermaid", "recall Sphinx", "done", "end")
    seat = t.view(1)["seats"][0]
    assert seat["known_in_hand"] == ["Sphinx"]
    assert seat["hand_count"] == 5
    assert seat["deck_top"] == []


def test_of_two_cards_known_on_top_one_is_drawn_and_one_stays_known(table):
    t = table(hand=["Mermaid", "Mermaid", "Golem"], discard=["Faun", "Sphinx"], deck=["Goblin"] * 3)
    t.play("stage Mermaid", "recall Faun", "stage Mermaid", "recall Sphinx", "labor Golem")
    seat = t.view(1)["seats"][0]
    assert (seat["known_in_hand"], seat["deck_top"]) == (["Sphinx"], ["Faun"])


def test_a_card_known_in_hand_is_known_no_more_when_it_is_gone(table):
    for text in ("stage Phoenix", "labor Phoenix"):
        t = table(hand=["Golem", "Goblin"], discard=["Phoenix"], phase="begin", deck=["Faun"] * 5)
        t.play("rise Golem", "pass", text)
        assert t.view(1)["seats"][0]["known_in_hand"] == []


def test_two_of_a_kind_one_of_them_known(table):
    t = table(hand=["Golem", "Goblin", "Phoenix"], discard=["Phoenix"], phase="begin")
    t.play("rise Golem")
    assert t.view(1)["seats"][0]["known_in_hand"] == ["Phoenix"]
    t.play("pass", "labor Phoenix")
    assert t.view(1)["seats"][0]["known_in_hand"] == []
    assert t.hand() == ["Goblin", "Phoenix"]


def test_phoenixes_rise_as_often_as_they_lay_there(table):
    t = table(hand=["Golem", "Phoenix", "Goblin"], discard=["Phoenix", "Phoenix"], phase="begin")
    t.play("rise Phoenix", "rise Golem")
    assert t.legal() == ["pass"]
    assert t.hand() == ["Goblin", "Phoenix", "Phoenix"]
    assert t.discard() == ["Golem", "Phoenix"]


def test_nobody_is_asked_to_rise_for_the_phoenix_of_another(table):
    t = table(deck=[*GOLEMS], discard={0: ["Phoenix"], 1: []}, hand={1: ["Faun"]}, phase="hire")
    t.play("end")
    assert t.to_move() == 1
    assert t.legal() == ["pass"]


def test_the_turn_forgets_what_was_hired_and_earned(table):
    t = table(labor=["Golem"] * 3, deck={0: GOLEMS}, hand={1: ["Golem", "Golem"]}, phase="hire")
    t.play("hire Golem", "end", "pass", "labor Golem", "labor Golem", "done")
    can_be_hired = ["Fairy", "Faun", "Goblin", "Golem", "Mermaid", "Minotaur", "Werewolf"]
    assert t.legal() == ["end", *[f"hire {name}" for name in can_be_hired]]


def test_a_view_tells_how_many_phoenixes_may_still_rise(table):
    t = table(hand=["Golem", "Goblin"], stage=["Faun"], discard=["Phoenix"] * 3, phase="begin")
    assert t.view()["rises_left"] == 3
    t.play("rise Golem")
    assert t.view()["rises_left"] == 2
    t.play("skip rise")
    assert t.view()["rises_left"] == 0
    for text in ("pass", "perform"):
        t = table(stage=["Faun"], phase="begin")
        t.play(text)
        assert t.view()["rises_left"] == 0


def test_a_view_tells_how_many_attacks_are_left(table):
    t = table(hand=["Werewolf"], stage={1: ["Goblin", "Goblin"]}, changed={"werewolf_attacks": 3})
    left = []
    for text in ("stage Werewolf", "no attack", "attack P2", "attack P2"):
        t.play(text)
        left.append(t.view()["attacks_left"])
    assert left == [3, 2, 1, 0]
    t = table(hand=["Werewolf"], stage={1: ["Goblin"]}, changed={"werewolf_attacks": 3})
    t.play("stage Werewolf", "attack P2")
    assert t.view()["attacks_left"] == 0, "no target is left"


def test_a_view_tells_labor_and_points_of_the_turn(table):
    t = table(hand=["Golem", "Goblin"], deck=["Faun"] * 6, labor=["Golem"])
    assert t.view()["points"] == 2
    t.play("labor Golem", "labor Goblin")
    assert (t.view()["points"], t.view()["seats"][0]["labor"]) == (5, ["Goblin", "Golem", "Golem"])
    t.play("done", "hire Goblin")
    assert t.view()["points"] == 3
    t.play("end")
    assert (t.view()["points"], t.view()["seats"][0]["labor"]) == (0, [])


# ------------------------------------------------------------- the first and the last kind of card


@pytest.mark.parametrize("card", ["Working Gnome", "Sphinx"])
def test_every_verb_takes_the_first_and_the_last_kind(table, card):
    anything = {"working_gnome_performance": 1, "sphinx_cost": 0}
    kept = ["Golem"] * 3

    t = table(hand=[card, *kept], discard=["Phoenix"], phase="begin")
    t.play(f"rise {card}")
    assert (t.hand(), t.discard()) == ([*kept, "Phoenix"], [card])

    t = table(hand=[card], changed=anything)
    t.play(f"stage {card}")
    assert (t.hand(), t.stage()) == ([], [card])

    t = table(hand=[card])
    t.play(f"labor {card}")
    assert (t.hand(), t.stage(), t.state.points) == ([], [], 1)

    t = table(hand=["Goblin", card], deck=kept)
    t.play("stage Goblin", f"swap {card}")
    assert (t.hand(), t.discard()) == (["Golem"], [card])

    t = table(hand=["Mermaid"], discard=[card, *kept], deck=kept)
    t.play("stage Mermaid", f"recall {card}")
    assert (t.deck(), t.discard()) == ([card, *kept], kept)

    t = table(hand=["Fairy"], discard=[card, *kept], changed=anything)
    t.play("stage Fairy", f"summon {card}")
    assert sorted(t.stage()) == sorted(["Fairy", card])
    assert t.discard() == kept

    t = table(hand=["Sphinx", card], deck=kept)
    t.play("stage Sphinx", "draw two", f"discard {card}")
    assert (t.hand(), t.discard()) == (["Golem", "Golem"], [card])

    t = table(hand=["Werewolf"], stage={1: [card, "Faun"]}, changed=anything)
    t.play("stage Werewolf", "attack P2", f"injure {card}")
    assert (t.stage(1), t.discard(1)) == (["Faun"], [card])

    t = table(labor=["Golem"] * 6, supply={card: 2}, phase="hire")
    t.play(f"hire {card}")
    assert t.discard() == [card]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_and_the_last_player_can_be_attacked_and_charged(table, players):
    for active, other in ((0, players - 1), (players - 1, 0)):
        t = table(players, active=active, hand={active: ["Werewolf"]}, stage={other: ["Faun"]})
        t.play("stage Werewolf", f"attack P{other + 1}")
        assert (t.discard(other), t.legal()) == (["Faun"], ["done"])
        t = table(players, active=active, hand={active: ["Unicorn"]}, stage={other: ["Unicorn"]})
        t.play("stage Unicorn", *([f"charge P{other + 1}"] if players > 2 else []))
        assert (t.discard(other), t.legal()) == (["Unicorn"], ["done"])


# ------------------------------------------------------------- worlds that fit, and what is written where


def everything_of(state, player):
    """How many cards of each kind the player has, wherever they lie."""
    deck = list(state.deck[player][: state.deck_size[player]])
    at_labor = state.labor if player == state.active else [0] * KINDS
    piles = (state.hand[player], state.stage[player], state.discard[player], at_labor)
    return [sum(pile[card] for pile in piles) + deck.count(card) for card in range(KINDS)]


def assert_worlds_fit(state, deck_top=()):
    """Every sample has each player's cards, all of them; what is known on top of player 0's deck lies there."""
    top = [NAMES.index(name) for name in reversed(deck_top)]
    for viewer in range(state.players):
        for seed in range(6):
            world = MYTHIC_CIRCUS.view(state, viewer).determinize(new_stream(seed))
            for player in range(state.players):
                assert everything_of(world, player) == everything_of(state, player) == list(state.owned[player])
                assert sum(world.hand[player]) == state.hand_size[player]
            assert list(world.hand[viewer]) == list(state.hand[viewer])
            below = state.deck_size[0] - len(top)
            assert list(world.deck[0][below : state.deck_size[0]]) == top


@pytest.mark.parametrize("active", [0, 1])
def test_a_kind_that_lies_everywhere_is_counted_everywhere(table, active):
    everywhere = {0: ["Faun", "Golem"], 1: ["Golem", "Faun", "Faun"]}
    t = table(active=active, hand=everywhere, stage={0: ["Faun"], 1: ["Faun"]}, discard=everywhere, deck=everywhere)
    t.play("labor Faun")
    assert_worlds_fit(t.state)


@pytest.mark.parametrize("active", [0, 1])
def test_however_many_of_a_kind_lie_anywhere_the_rest_is_in_hand_and_deck(table, active):
    deck = ["Faun"]
    for numbers in product((0, 1, 2), repeat=4):
        hand, stage, discard, labor = (["Faun"] * number for number in numbers)
        t = table(
            active=active,
            hand={active: hand},
            stage={active: stage},
            discard={active: discard},
            labor=labor,
            deck={active: deck},
        )
        for viewer, hidden in ((1 - active, hand + deck), (active, deck)):
            s = t.state.copy()
            knowledge.conceal(s, viewer)
            assert knowledge.unplaced(s, active, NAMES.index("Faun")) == len(hidden)


def test_a_hand_of_which_some_cards_are_known_has_all_its_cards(table):
    t = table(hand=["Golem", "Goblin", "Faun", "Golem"], discard=["Phoenix"] * 2, deck=["Fairy"] * 3, phase="begin")
    t.play("rise Golem")
    assert_worlds_fit(t.state)
    t.play("rise Goblin")
    assert_worlds_fit(t.state)


@pytest.mark.parametrize("names", [["Faun"], ["Faun", "Sphinx"], ["Faun", "Faun", "Faun"]])
def test_what_mermaids_put_on_top_lies_on_top_and_nowhere_else(table, names):
    t = table(hand=["Mermaid"] * 3 + ["Golem"], discard=["Faun"] * 3 + ["Sphinx"], deck=["Goblin", "Faun", "Golem"])
    for name in names:
        t.play("stage Mermaid", f"recall {name}")
    assert t.view(1)["seats"][0]["deck_top"] == names[::-1]
    assert_worlds_fit(t.state, names[::-1])


@pytest.mark.parametrize("number", range(4))
def test_only_what_lies_on_top_is_known_of_a_deck_of_one_kind(table, number):
    t = table(hand=["Mermaid"] * number, discard=["Faun"] * number, deck=["Faun"] * 4)
    t.play(*["stage Mermaid", "recall Faun"] * number)
    known = {name: knowledge.known_in_deck(t.state, 0, card) for card, name in enumerate(NAMES)}
    assert known == {name: number if name == "Faun" else 0 for name in NAMES}


def test_a_player_looks_into_no_deck_but_knows_what_it_holds(table):
    t = table(hand={0: ["Golem"], 1: ["Faun"]}, deck={0: ["Goblin", "Sphinx"], 1: ["Fairy", "Phoenix", "Unicorn"]})
    orders, hands = set(), set()
    for seed in range(60):
        world = MYTHIC_CIRCUS.view(t.state, 0).determinize(new_stream(seed))
        orders.add(tuple(world.deck[0][:2]))
        hands.add(tuple(world.hand[1]))
    assert len(orders) == 2
    assert len(hands) == 4


@pytest.mark.parametrize(
    ("where", "texts"),
    [
        ({"hand": ["Golem"], "discard": ["Phoenix"], "phase": "begin"}, []),
        ({"stage": ["Faun"], "phase": "begin"}, []),
        ({"phase": "begin"}, []),
        ({"hand": ["Golem", "Faun"]}, []),
        ({"hand": ["Werewolf"], "stage": {1: ["Faun", "Minotaur", "Minotaur!"]}}, ["stage Werewolf"]),
        ({"hand": ["Werewolf"], "stage": {1: ["Faun", "Minotaur", "Minotaur!"]}}, ["stage Werewolf", "attack P2"]),
        ({"hand": ["Goblin", "Golem"]}, ["stage Goblin"]),
        ({"hand": ["Mermaid"], "discard": ["Golem"]}, ["stage Mermaid"]),
        ({"hand": ["Fairy"], "discard": ["Faun"]}, ["stage Fairy"]),
        ({"hand": ["Sphinx"], "deck": ["Faun", "Golem"]}, ["stage Sphinx"]),
        ({"hand": ["Sphinx"], "deck": ["Faun", "Golem"]}, ["stage Sphinx", "draw two"]),
        ({"players": 3, "hand": ["Unicorn"]}, ["stage Unicorn"]),
        ({"labor": ["Golem", "Golem"], "phase": "hire"}, []),
    ],
)
def test_legal_actions_are_written_whatever_stood_there(table, where, texts):
    t = table(**where)
    t.play(*texts)
    written = []
    for stood in (0, 1, 99):
        out = [stood] * MYTHIC_CIRCUS.max_actions
        number = MYTHIC_CIRCUS.rules.legal_actions(t.state, out)
        written.append(out[:number])
        assert set(out[number:]) <= {stood}
    assert written[0] == written[1] == written[2]
    assert len(set(written[0])) == len(written[0]) > 0
