"""Mythic Circus as a whole: set-up, turns, endings, refusals, records, and what players may know."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theatre_lab.core.errors import BadInput, IllegalAction, NotationError, OptionError, RecordError
from theatre_lab.core.game import WHOLE_WIN, total
from theatre_lab.core.match import Match
from theatre_lab.core.records import GameRecord, replay
from theatre_lab.core.stream import below, new_stream, shuffle
from theatre_lab.games import get_game
from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS as GAME
from theatre_lab.games.mythic_circus import circus_state, performance, performance_parts, policy
from theatre_lab.games.mythic_circus.cards import KINDS, NAMES, PHOENIX

CASES = Path(__file__).parents[1] / "cases"
HIREABLE = ["Goblin", "Golem", "Mermaid", "Werewolf", "Faun", "Minotaur", "Fairy", "Phoenix", "Unicorn", "Sphinx"]


def play(state, *texts):
    for text in texts:
        action = GAME.parse_action(state, text)
        GAME.require_legal(state, action, text)
        GAME.rules.apply(state, action)
    return state


def legal(state):
    return sorted(GAME.action_text(state, action) for action in GAME.legal_actions(state))


def clause(state, text):
    with pytest.raises(IllegalAction) as error:
        play(state, text)
    return error.value.clause


def random_match(players, seed, plies=10**6, **options):
    """States before each ply of a random game, with the action taken there; luck is settled."""
    rng = new_stream(seed, players)
    state = GAME.new_state(players, GAME.check_options(players, options), GAME.check_rules(None))
    GAME.resolve_chance(state, rng)
    while not GAME.rules.is_over(state) and plies:
        actions = GAME.legal_actions(state)
        action = actions[below(rng, len(actions))]
        yield state, action
        GAME.rules.apply(state, action)
        GAME.resolve_chance(state, rng)
        plies -= 1
    yield state, None


# ------------------------------------------------------------- set-up


@pytest.mark.parametrize(("players", "copies"), [(2, 5), (3, 8), (4, 10)])
def test_set_up(players, copies):
    view = Match(GAME, players, seed=3).view(0).as_dict()
    assert {pile["card"]: pile["left"] for pile in view["supply"]} == dict.fromkeys(HIREABLE, copies)
    assert view["active"] == view["to_move"] == 0
    for seat in view["seats"]:
        assert seat["owned"] == {"Working Gnome": 7, "Daring Gnome": 2, "Mischievous Gnome": 1}
        assert (seat["hand_count"], seat["deck_count"], seat["discard"]) == (5, 5, [])


def test_decks_are_shuffled_player_by_player():
    state = GAME.new_state(3, GAME.check_options(3, {}), GAME.check_rules(None))
    cards = [0] * GAME.max_cards
    for player in range(3):
        assert GAME.rules.chance(state, cards) == 10
        GAME.rules.set_chance(state, [player] * 10, 10)
    assert GAME.rules.chance(state, cards) == -1
    assert [state.hand[player][player] for player in range(3)] == [5, 5, 5]


# ------------------------------------------------------------- the turn


def test_performing_is_optional_and_comes_first():
    state = circus_state(stage=["Unicorn"], hand=["Goblin"], phase="begin")
    assert legal(state) == ["pass", "perform"]
    assert clause(state, "stage Goblin") == "MC-F1"
    play(state, "pass")
    assert clause(state, "perform") == "MC-F1"
    assert legal(state) == ["done", "labor Goblin", "stage Goblin"]


def test_an_empty_stage_only_passes():
    state = circus_state(phase="begin")
    assert legal(state) == ["pass"]
    assert clause(state, "perform") == "MC-F1"


@pytest.mark.parametrize(
    ("stage", "vp"),
    [
        (["Phoenix", "Goblin"], 0),
        (["Unicorn"], 1),
        (["Unicorn", "Phoenix"], 1),
        (["Unicorn", "Phoenix", "Goblin"], 2),
        (["Unicorn", "Unicorn", "Mermaid"], 2),
        (["Unicorn", "Unicorn", "Phoenix"], 3),
        (["Unicorn", "Unicorn", "Unicorn", "Werewolf"], 3),
        (["Unicorn", "Unicorn", "Unicorn", "Mermaid"], 4),
    ],
)
def test_levels_of_a_performance(stage, vp):
    state = circus_state(stage=stage, phase="begin")
    assert performance(state, 0).vp == vp
    play(state, "perform")
    assert state.vp[0] == vp
    assert sum(state.stage[0]) == 0
    assert sum(state.discard[0]) == len(stage)


def test_what_the_next_level_needs():
    assert (
        str(performance(circus_state(stage=["Unicorn"]), 0)) == "TP 6: Mediocre, 1 VP; 5 more TP for Memorable (2 VP)"
    )
    assert str(performance(circus_state(), 0)) == "TP 0: 0 VP; 6 more TP for Mediocre (1 VP)"
    assert str(performance(circus_state(stage=["Unicorn"] * 4), 0)) == "TP 24: Instant Classic, 4 VP"


def test_hiring_one_of_each_type():
    state = circus_state(labor=["Golem"] * 3, phase="hire")
    play(state, "hire Goblin", "hire Golem")
    assert state.points == 1
    assert clause(state, "hire Golem") == "MC-H1"
    assert state.discard[0][NAMES.index("Goblin")] == 1
    rich = circus_state(labor=["Golem"] * 9, phase="hire")
    play(rich, "hire Golem")
    assert clause(rich, "hire Golem") == "MC-H1"


def test_an_empty_pile_and_an_empty_purse():
    state = circus_state(labor=["Golem"], supply={"Goblin": 0}, phase="hire")
    assert legal(state) == ["end"]
    assert clause(state, "hire Goblin") == "MC-H1"
    assert clause(state, "hire Sphinx") == "MC-H1"


def test_clean_up_discards_labor_and_hand_and_keeps_the_stage():
    state = circus_state(hand=["Faun"], labor=["Golem"], stage=["Goblin"], deck=["Fairy"] * 6, phase="hire", vp=[3])
    play(state, "end")
    assert state.hand[0][NAMES.index("Fairy")] == 5
    assert state.discard[0][NAMES.index("Faun")] == state.discard[0][NAMES.index("Golem")] == 1
    assert sum(state.stage[0]) == 1
    assert (state.active, state.points, sum(state.labor)) == (1, 0, 0)


def test_the_new_hand_waits_for_a_shuffle_in_the_middle():
    state = play(circus_state(hand=["Faun"], deck=["Fairy", "Goblin"], discard=["Golem"], phase="hire"), "end")
    cards = [0] * GAME.max_cards
    assert GAME.rules.chance(state, cards) == 2
    GAME.rules.set_chance(state, GAME.parse_chance(state, ["Faun", "Golem"]), 2)
    assert state.hand_size[0] == 4
    assert state.active == 1


def test_identical_cards_are_shuffled_too():
    state = play(circus_state(hand=["Goblin"], phase="hire"), "end")
    assert GAME.rules.chance(state, [0] * GAME.max_cards) == 1


def test_minotaur_attacked_in_two_turns():
    golems = ["Golem"] * 5
    state = circus_state(
        hand={0: ["Werewolf"], 1: golems}, deck={0: ["Werewolf", *golems], 1: golems}, stage={1: ["Minotaur"]}
    )
    play(state, "stage Werewolf", "attack P2", "done", "end", "pass", "done", "end")
    assert state.wounded[1] == 1
    play(state, "pass", "stage Werewolf", "attack P2")
    assert (state.wounded[1], sum(state.stage[1]), state.discard[1][NAMES.index("Minotaur")]) == (0, 0, 1)


# ------------------------------------------------------------- the end


def test_first_to_ten_wins_at_once():
    state = circus_state(stage={0: ["Unicorn"], 1: ["Unicorn"]}, vp=[9, 9], phase="begin")
    play(state, "perform")
    assert GAME.rules.is_over(state)
    assert GAME.winners(state) == [0]
    assert GAME.scores(state) == [10, 9]
    assert clause(state, "done") == "MC-F3"


def test_with_finish_round_the_later_seats_still_play():
    golems = ["Golem"] * 5
    state = circus_state(
        stage={0: ["Unicorn", "Unicorn"], 1: ["Unicorn", "Unicorn"]},
        deck={0: golems, 1: golems},
        vp=[9, 9],
        phase="begin",
        finish="round",
    )
    play(state, "perform", "done", "end")
    assert not GAME.rules.is_over(state)
    play(state, "perform", "done", "end")
    assert GAME.rules.is_over(state)
    assert (GAME.scores(state), GAME.winners(state)) == ([11, 11], [0, 1])


def test_equal_points_are_decided_by_the_stage():
    golems = ["Golem"] * 5
    state = circus_state(
        3, stage={2: ["Faun"], 1: ["Goblin"]}, deck={2: golems}, vp=[9, 10, 10], active=2, finish="round"
    )
    play(state, "done", "end")
    assert GAME.winners(state) == [1]


def test_the_last_round_is_judged_whatever_finish_says():
    golems = ["Golem"] * 5
    state = circus_state(stage={0: ["Goblin"]}, deck={1: golems}, vp=[2, 2], active=1, max_turns=1)
    play(state, "done", "end")
    assert GAME.rules.is_over(state)
    assert GAME.winners(state) == [0]
    assert clause(state, "done") == "MC-F4"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("finish", ["first", "round"])
def test_random_games_end(players, finish):
    for seed in range(4):
        *_, (state, _) = random_match(players, seed, finish=finish)
        assert GAME.rules.is_over(state)
        assert GAME.winners(state)
        assert sum(GAME.rules.payoff(state, player) for player in range(players)) == WHOLE_WIN


def test_a_short_game_ends_after_its_rounds():
    *_, (state, _) = random_match(3, 1, max_turns=2)
    assert state.rounds_done == 2


# ------------------------------------------------------------- scores and their parts


def test_every_point_has_its_part():
    state = circus_state(stage=["Unicorn"] * 4, phase="begin")
    play(state, "perform")
    parts = GAME.breakdown(state, 0)
    assert [(part.who, part.rule, part.points) for part in parts] == [("Instant Classic", "MC-F1", 4)]


@pytest.mark.parametrize("players", [2, 4])
def test_parts_add_up_in_random_games(players):
    for state, _ in random_match(players, 5):
        for player in range(players):
            assert total(GAME.breakdown(state, player)) == GAME.scores(state)[player]
            parts = performance_parts(state, player)
            assert total(parts) == performance(state, player).tp
            assert all(part.points and part.rule in GAME.clauses for part in parts)


# ------------------------------------------------------------- words


def test_every_clause_is_told():
    ids = ["S1", "S2", "S3", "P0", "P1", "F1", "F2", "F3", "F4", "W1", "W2", "W3", "H1", "E1", "E2"]
    ids += [f"A{number}" for number in range(1, 13)]
    assert list(GAME.clauses) == [f"MC-{clause}" for clause in ids]
    assert all(clause.title and len(clause.text) > 20 for clause in GAME.clauses.values())


def test_notation_goes_both_ways():
    state = circus_state(4)
    for action in range(GAME.action_space):
        assert GAME.parse_action(state, GAME.action_text(state, action)) == action


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("stage Golbin", "did you mean 'Goblin'"),
        ("stage", "write 'stage Goblin'"),
        ("attack", "write 'attack P2'"),
        ("attack P3", "the players are P1 and P2"),
        ("perfrom", "did you mean 'perform'"),
        ("dance", "is no action of Mythic Circus"),
        ("stage Minotaur!", "did you mean 'Minotaur'"),
        ("", "is no action of Mythic Circus"),
    ],
)
def test_what_means_nothing_is_told(text, hint):
    with pytest.raises(NotationError, match=hint):
        GAME.parse_action(circus_state(), text)


@pytest.mark.parametrize(
    ("where", "texts", "rule", "words"),
    [
        ({"phase": "send"}, ["stage Goblin"], "MC-W1", "no Goblin in your hand"),
        ({"phase": "send"}, ["hire Goblin"], "MC-H1", "say done first"),
        ({"phase": "send"}, ["end"], "MC-H1", "say done first"),
        ({"phase": "send"}, ["perform"], "MC-F1", "behind you"),
        ({"phase": "send"}, ["attack P2"], "MC-W3", "Mischievous Gnome or a Werewolf"),
        ({"phase": "send"}, ["no attack"], "MC-W3", "Mischievous Gnome or a Werewolf"),
        ({"phase": "send"}, ["injure Goblin"], "MC-W3", "Nobody has attacked"),
        ({"phase": "send"}, ["summon Goblin"], "MC-A9", "Fairy"),
        ({"phase": "send"}, ["recall Goblin"], "MC-A5", "Mermaid"),
        ({"phase": "send"}, ["draw two"], "MC-A10", "Sphinx"),
        ({"phase": "send"}, ["no draw"], "MC-A10", "Sphinx"),
        ({"phase": "send"}, ["discard Goblin"], "MC-A10", "Sphinx"),
        ({"phase": "send"}, ["charge P2"], "MC-A12", "Unicorn"),
        ({"phase": "send"}, ["skip rise"], "MC-P1", "beginning of a turn"),
        ({"phase": "hire"}, ["stage Goblin"], "MC-W1", "Sending is over"),
        ({"phase": "hire"}, ["hire Daring Gnome"], "MC-S2", "not for hire"),
        ({"phase": "hire"}, ["hire Sphinx"], "MC-H1", "costs 6 and you have 0"),
        ({"phase": "begin"}, ["rise Goblin"], "MC-P1", "No Phoenix"),
        ({"phase": "begin"}, ["labor Goblin"], "MC-F1", "perform or pass"),
        ({"phase": "send", "hand": ["Goblin"]}, ["stage Goblin", "done"], "MC-A3", "settle the Goblin"),
        ({"phase": "send", "hand": ["Mermaid"]}, ["stage Mermaid", "done"], "MC-A5", "settle the Mermaid"),
        ({"phase": "send", "hand": ["Fairy"]}, ["stage Fairy", "done"], "MC-A9", "settle the Fairy"),
        ({"phase": "send", "hand": ["Sphinx"]}, ["stage Sphinx", "done"], "MC-A10", "settle the Sphinx"),
    ],
)
def test_refusals_name_the_clause_and_the_reason(where, texts, rule, words):
    state = circus_state(**where)
    play(state, *texts[:-1])
    before = state.copy()
    with pytest.raises(IllegalAction, match=words) as error:
        play(state, texts[-1])
    assert error.value.clause == rule
    assert state == before


def test_every_illegal_action_is_refused_with_a_clause_at_every_ply():
    for state, _ in random_match(3, 8, plies=250):
        allowed = set(GAME.legal_actions(state))
        for action in set(range(GAME.action_space)) - allowed:
            rule, reason = GAME.refusal(state, action)
            assert rule in GAME.clauses
            assert reason.endswith(".")


def test_the_log_tells_what_everybody_saw():
    state = circus_state(stage=["Unicorn", "Phoenix", "Goblin"], hand=["Werewolf"], phase="begin")
    told = GAME.describe_action(state, GAME.parse_action(state, "perform"))
    assert told == "performs with TP 11: Memorable, 2 VP"
    assert GAME.describe_action(state, GAME.parse_action(state, "hire Faun")) == "hires a Faun"
    assert GAME.describe_action(state, GAME.parse_action(state, "injure Minotaur")) == "has a Minotaur wounded"
    for action in range(GAME.action_space):
        assert GAME.describe_action(state, action)


def test_the_decision_is_told_to_each_player():
    state = play(circus_state(hand=["Werewolf"], stage={1: ["Faun", "Fairy"]}), "stage Werewolf", "attack P2")
    assert GAME.view(state, 1).as_dict()["decision"] == "P1 attacks: choose a worker to be injured."
    assert GAME.view(state, 0).as_dict()["decision"] == "P2 chooses a worker to be injured."


# ------------------------------------------------------------- options and rule numbers


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"finish": "last"}, "finish must be one of first, round"),
        ({"max_turns": 0}, "max_turns must be a whole number from 1 to 1000"),
        ({"max_turns": "5"}, "max_turns must be a whole number"),
        ({"maxturns": 5}, "did you mean 'max_turns'"),
    ],
)
def test_bad_options(options, words):
    with pytest.raises(OptionError, match=words):
        GAME.check_options(2, options)


def test_numbers_of_the_rules_can_be_changed():
    state = circus_state(
        stage=["Goblin"], phase="begin", changed={"goblin_performance": 11, "memorable_vp": 10, "winning_vp": 9}
    )
    play(state, "perform")
    assert GAME.winners(state) == [0]
    tough = circus_state(hand=["Werewolf"], stage={1: ["Minotaur"]}, changed={"minotaur_wounds": 0})
    play(tough, "stage Werewolf", "attack P2")
    assert sum(tough.stage[1]) == 0
    twice = circus_state(hand=["Werewolf"], stage={1: ["Minotaur"]}, changed={"werewolf_attacks": 2})
    play(twice, "stage Werewolf", "attack P2", "attack P2")
    assert sum(twice.stage[1]) == 0
    free = circus_state(hand=["Golem"], changed={"golem_performance": 2})
    assert legal(free) == ["done", "labor Golem", "stage Golem"]


@pytest.mark.parametrize("which", ["low", "high"])
def test_extreme_rule_numbers_still_make_a_game(which):
    for number in GAME.rule_numbers:
        changed = {number.key: getattr(number, which)}
        match = Match(GAME, 4, seed=1, rules=changed, max_turns=4)
        rng = new_stream(3)
        while not match.is_over:
            actions = GAME.legal_actions(match.state)
            match.play(actions[below(rng, len(actions))])
        assert match.winners


def test_positions_made_to_order_are_checked():
    with pytest.raises(NotationError, match="did you mean 'Golem'"):
        circus_state(hand=["Gollem"])
    with pytest.raises(BadInput, match="may not be on stage"):
        circus_state(stage=["Golem"])
    with pytest.raises(OptionError, match="a player of hand"):
        circus_state(hand={2: ["Golem"]})
    with pytest.raises(BadInput, match="vp has 3 entries"):
        circus_state(vp=[1, 2, 3])


# ------------------------------------------------------------- records


def _lines(name):
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("data", _lines("mythic_circus_games.jsonl"))
def test_games_of_other_programs(data):
    assert replay(GameRecord.from_dict(data), get_game).is_over


@pytest.mark.parametrize("data", _lines("mythic_circus_positions.jsonl"))
def test_positions_of_other_programs(data):
    player, expected = data.pop("player"), data.pop("legal")
    state = replay(GameRecord.from_dict(data), get_game).state
    assert GAME.rules.to_move(state) == player
    assert legal(state) == expected


def test_a_shuffle_of_other_cards_is_refused():
    data = _lines("mythic_circus_games.jsonl")[0]
    data["chance"][2][0] = "Sphinx"
    with pytest.raises(RecordError, match="chance entry 2: these are not the 9 cards") as error:
        replay(GameRecord.from_dict(data), get_game)
    assert error.value.at is not None


# ------------------------------------------------------------- what players may know


@settings(max_examples=12, deadline=None)
@given(players=st.integers(2, 4), seed=st.integers(0, 10**6), start=st.integers(0, 300))
def test_samples_fit_the_view(players, seed, start):
    rng = new_stream(seed, 9)
    for ply, (state, _) in enumerate(random_match(players, seed, plies=start + 25)):
        if ply < start:
            continue
        for player in range(players):
            view = state.copy()
            GAME.rules.conceal(view, player)
            world = view.copy()
            GAME.rules.determinize(world, player, [0] * GAME.max_cards, rng)
            assert_sound(world)
            assert [GAME.rules.score(world, p) for p in range(players)] == GAME.scores(state)
            again = world.copy()
            GAME.rules.conceal(again, player)
            assert again == view
        if not GAME.rules.is_over(state):
            mover = GAME.view(state, GAME.rules.to_move(state))
            assert mover.actions() == GAME.legal_actions(state)
            assert GAME.legal_actions(mover.determinize(rng)) == GAME.legal_actions(state)


def assert_sound(s):
    """All cards are somewhere, and all sizes are true."""
    for player in range(s.players):
        deck = s.deck[player][: s.deck_size[player]]
        assert sum(s.hand[player]) == s.hand_size[player]
        for card in range(KINDS):
            at_labor = s.labor[card] if player == s.active else 0
            lying = s.hand[player][card] + s.stage[player][card] + s.discard[player][card] + deck.count(card)
            assert lying + at_labor == s.owned[player][card]
            assert 0 <= s.seen[player][card] <= s.hand[player][card]


class Onlooker:
    """All hands and decks of one player that an onlooker cannot rule out, by brute force."""

    def __init__(self, owner):
        self.owner = owner
        self.worlds = {((), ())}

    def update(self, change):
        self.worlds = {new for hand, deck in self.worlds for new in change(list(hand), list(deck))}

    def leaves_hand(self, card):
        def change(hand, deck):
            if card in hand:
                hand.remove(card)
                yield tuple(hand), tuple(deck)

        self.update(change)

    def enters_hand(self, card):
        self.update(lambda hand, deck: [(tuple(sorted([*hand, card])), tuple(deck))])

    def shows_hand(self, true_hand):
        self.update(lambda hand, deck: [((), tuple(deck))] if tuple(hand) == true_hand else [])

    def goes_on_top(self, card):
        self.update(lambda hand, deck: [(tuple(hand), (*deck, card))])

    def draws(self, number):
        for _ in range(number):
            self.update(lambda hand, deck: [(tuple(sorted([*hand, deck[-1]])), tuple(deck[:-1]))])

    def shuffles(self, pile):
        orders = set(permutations(pile))
        self.update(lambda hand, deck: [] if deck else [(tuple(hand), order) for order in orders])


def hand_of(s, player):
    return tuple(card for card in range(KINDS) for _ in range(s.hand[player][card]))


def watch_action(onlooker, s, action):
    """What everybody sees of an action itself, before any card is drawn."""
    verb, _, name = GAME.action_text(s, action).partition(" ")
    if verb in ("rise", "stage", "labor", "swap", "discard"):
        onlooker.leaves_hand(NAMES.index(name))
    if verb == "rise":
        onlooker.enters_hand(PHOENIX)
    if verb == "recall":
        onlooker.goes_on_top(NAMES.index(name))
    if verb == "end":
        onlooker.shows_hand(hand_of(s, s.active))
    return verb == "recall"


def sampled_worlds(s, viewer, owner, rng):
    view = GAME.view(s, viewer)
    samples = [view.determinize(rng) for _ in range(80)]
    return {(hand_of(w, owner), tuple(w.deck[owner][: w.deck_size[owner]])) for w in samples}


@pytest.mark.parametrize("seed", range(4))
def test_samples_are_exactly_the_worlds_that_cannot_be_ruled_out(seed):
    """Small decks, so that every possible world can be listed and must be met."""
    rng = new_stream(seed)
    few = {"starting_working_gnomes": 2, "starting_daring_gnomes": 1, "hand_size": 2, "mermaid_cost": 1}
    few |= {"golem_cost": 1, "phoenix_cost": 1, "goblin_cost": 1, "sphinx_cost": 1}
    s = GAME.new_state(2, GAME.check_options(2, {}), GAME.check_rules(few))
    onlookers = [Onlooker(0), Onlooker(1)]
    pile = [0] * GAME.max_cards

    def settle():
        while (n := GAME.rules.chance(s, pile)) >= 0:
            player, before = s.drawer, n
            onlookers[player].shuffles(pile[:n])
            shuffle(pile, n, rng)
            GAME.rules.set_chance(s, pile, n)
            onlookers[player].draws(before - s.deck_size[player])

    settle()
    compared = 0
    while not GAME.rules.is_over(s) and max(sum(s.owned[p]) for p in range(2)) < 7 and s.rounds_done < 9:
        for viewer, owner in ((0, 1), (1, 0), (0, 0), (1, 1)):
            possible = onlookers[owner].worlds
            if viewer == owner:
                possible = {world for world in possible if world[0] == hand_of(s, owner)}
            sampled = sampled_worlds(s, viewer, owner, rng)
            assert sampled <= possible
            if len(possible) <= 8:
                assert sampled == possible
                compared += 1
        actions = GAME.legal_actions(s)
        action = actions[below(rng, len(actions))]
        player, size = s.active, s.deck_size[s.active]
        size += watch_action(onlookers[player], s, action)
        GAME.rules.apply(s, action)
        onlookers[player].draws(size - s.deck_size[player])
        settle()
    assert compared > 20


def test_a_view_holds_no_hidden_card():
    for state, _ in random_match(3, 4, plies=200):
        view = GAME.view(state, 0).as_dict()
        assert [seat["hand"] for seat in view["seats"]][1:] == [None, None]
        assert json.loads(json.dumps(view)) == view
        other = GAME.view(GAME.view(state, 0).determinize(new_stream(1)), 0)
        assert other.as_dict() == view


def test_a_deck_that_ran_out_shows_the_hand_for_good():
    state = circus_state(hand=["Goblin", "Faun", "Golem"], discard=["Fairy", "Sphinx"])
    play(state, "labor Golem")
    GAME.rules.set_chance(state, GAME.parse_chance(state, ["Fairy", "Sphinx"]), 2)
    seat = GAME.view(state, 1).as_dict()["seats"][0]
    assert seat["known_in_hand"] == ["Goblin", "Faun"]
    assert seat["deck_or_hand"] == ["Fairy", "Sphinx"]


@pytest.mark.parametrize(
    ("where", "text", "owner_learns", "others_learn"),
    [
        ({"hand": ["Faun"], "deck": ["Goblin", "Golem"]}, "stage Faun", False, True),
        ({"hand": ["Faun", "Faun"], "deck": ["Faun"]}, "stage Faun", False, False),
        ({"hand": ["Faun", "Goblin"]}, "stage Faun", False, False),
        ({"hand": ["Golem", "Faun"], "deck": ["Goblin", "Fairy"]}, "labor Golem", True, True),
        ({"hand": ["Golem", "Faun"], "deck": ["Goblin", "Goblin"]}, "labor Golem", False, True),
        ({"hand": ["Golem", "Faun"], "deck": ["Goblin"]}, "labor Golem", False, True),
        ({"hand": ["Golem"], "deck": ["Goblin", "Fairy"], "stage": ["Faun"]}, "done", False, False),
        ({"hand": ["Golem"], "deck": ["Goblin", "Fairy"] * 5, "phase": "hire"}, "end", True, True),
        ({"deck": ["Goblin", "Fairy"] * 5, "phase": "hire"}, "end", True, False),
        ({"labor": ["Golem"], "deck": ["Goblin", "Fairy"], "phase": "hire"}, "hire Goblin", False, False),
        ({"stage": ["Faun"], "deck": ["Goblin", "Fairy"], "phase": "begin"}, "perform", False, False),
    ],
)
def test_what_an_action_reveals(where, text, owner_learns, others_learn):
    state = circus_state(**where)
    action = GAME.parse_action(state, text)
    assert GAME.reveals(state, action, 0) is owner_learns
    assert GAME.reveals(state, action, 1) is others_learn


# ------------------------------------------------------------- the sensible player


def play_policy_against_random(players, seed):
    """The seat that follows the policy, and the finished game."""
    rng, out = new_stream(seed, 77), [0] * GAME.max_actions
    state = GAME.new_state(players, GAME.check_options(players, {}), GAME.check_rules(None))
    GAME.resolve_chance(state, rng)
    clever = seed % players
    while not GAME.rules.is_over(state):
        mover = GAME.rules.to_move(state)
        actions = GAME.legal_actions(state)
        action = actions[below(rng, len(actions))]
        if mover == clever:
            before = GAME.view(state, mover).state
            action = policy.policy_action(before, out, rng)
            assert action in actions
        looked_at = out[: policy.candidates(state, out, rng)]
        assert looked_at
        assert set(looked_at) <= set(actions)
        GAME.rules.apply(state, action)
        GAME.resolve_chance(state, rng)
    return clever, state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_policy_beats_chance_from_its_own_view(players):
    for seed in range(8):
        clever, state = play_policy_against_random(players, seed)
        assert GAME.winners(state) == [clever]


def test_a_search_leaves_out_idle_sendings():
    def looked_at(**where):
        state, out = circus_state(**where), [0] * GAME.max_actions
        return sorted(GAME.action_text(state, a) for a in out[: policy.candidates(state, out, new_stream(1))])

    assert looked_at(hand=["Working Gnome", "Faun"]) == ["labor Faun", "stage Faun"]
    assert looked_at(hand=["Working Gnome", "Daring Gnome"]) == ["stage Daring Gnome"]
    assert looked_at(hand=["Daring Gnome"]) == ["done", "stage Daring Gnome"]
    assert looked_at(hand=["Golem", "Mermaid", "Faun"]) == ["labor Golem", "stage Mermaid"]
    assert looked_at(hand=["Working Gnome"]) == ["labor Working Gnome"]
