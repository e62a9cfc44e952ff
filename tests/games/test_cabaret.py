"""Cabaret against its rule book: worked examples, refusals, options, points, views and hidden hands."""

from __future__ import annotations

import collections
import itertools
import json
import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theatre_lab.core.errors import BadInput, IllegalAction, NotationError, OptionError, RecordError
from theatre_lab.core.game import WHOLE_WIN, total
from theatre_lab.core.records import GameRecord, replay
from theatre_lab.core.stream import below, new_stream
from theatre_lab.games.cabaret import CABARET, policy, rules, show_state
from theatre_lab.games.cabaret.cards import parse_performer, printed_stars
from theatre_lab.games.cabaret.dealing import ASIDE, HAND, PILE, UNSEEN, limited_hands

CASES = Path(__file__).parent.parent / "cases"
FOUR = ["Singers", "Actors", "Dancers", "Jugglers"]
THREE = ["Singers", "Actors", "Dancers"]


# ------------------------------------------------------------------ helpers


def new_state(agents, changed=None, **options):
    options = CABARET.check_options(len(agents), {"agents": agents, "leader": 0, **options})
    return CABARET.new_state(len(agents), options, CABARET.check_rules(changed))


def position(agents, hands, changed=None, **options):
    """A state with these hands, each a text of performers."""
    return show_state(agents, [hand.split() for hand in hands], changed=changed, **options)


def play(s, *texts):
    """Play actions, each checked; performers are written without the verb, mimes as `*`."""
    for text in texts:
        notation = "mime" if text == "*" else f"play {text}"
        action = CABARET.parse_action(s, notation)
        CABARET.require_legal(s, action, notation)
        rules.apply(s, action)
    return s


def refused(s, text):
    """The refusal of an action: its clause and its reason."""
    with pytest.raises(IllegalAction) as caught:
        CABARET.require_legal(s, CABARET.parse_action(s, text), text)
    assert caught.value.clause in CABARET.clauses
    return caught.value.clause, caught.value.reason


def legal(s):
    return [CABARET.action_text(s, action) for action in CABARET.legal_actions(s)]


def cards_at(s, place):
    return CABARET.chance_texts(s, [card for card in range(72) if s.place[card] == place])


def random_game(players, seed, changed=None, **options):
    """Every state of a random game in order, the last one over; states are not copies."""
    rng = new_stream(seed)
    checked = CABARET.draw_options(players, CABARET.check_options(players, options), rng)
    s = CABARET.new_state(players, checked, CABARET.check_rules(changed))
    while not rules.is_over(s):
        yield s
        CABARET.resolve_chance(s, rng)
        yield s
        actions = CABARET.legal_actions(s)
        rules.apply(s, actions[below(rng, len(actions))])
    yield s


def last_state(*args, **kwargs):
    return collections.deque(random_game(*args, **kwargs), maxlen=1)[0]


def concealed(s, player):
    copy = s.copy()
    rules.conceal(copy, player)
    return copy


def sample(view, player, rng):
    world = view.copy()
    rules.determinize(world, player, [0] * CABARET.max_cards, rng)
    return world


# ------------------------------------------------------------------ the rule book's examples


def test_example_1_equal_twelves_cancel_and_the_nine_takes_all_four_cards():
    s = position(FOUR, ["S12 S1", "A12 A1", "D9 D1", "J3 J1"])
    play(s, "S12", "A12", "D9", "J3")
    assert s.last_winner - 1 == 2
    assert cards_at(s, PILE + 2) == ["S12", "A12", "D9", "J3"]
    assert rules.to_move(s) == 2


def test_example_2_everything_cancels_and_the_last_player_leads():
    s = position(FOUR, ["S7 S1", "A7 A1", "S2 A2", "S3 A3"])
    play(s, "S7", "A7", "*", "*")
    assert s.last_winner == 0
    assert rules.to_move(s) == 3
    assert [cards_at(s, PILE + seat) for seat in range(4)] == [[]] * 4
    assert {"S7", "A7"} <= set(cards_at(s, ASIDE))
    assert (s.mimes[:4], s.mimes_aside) == ([3, 3, 2, 2], 2)


def test_example_3_a_one_takes_the_mime():
    s = position(FOUR, ["S7 S1", "A7 A1", "D1 D2", "S3 A3"])
    play(s, "S7", "A7", "D1", "*")
    assert s.last_winner - 1 == 2
    assert s.mimes[:4] == [3, 3, 4, 2]


def test_example_3_a_mime_alone_left_wins():
    s = position(FOUR, ["S7 S1", "A7 A1", "D7 D2", "S3 A3"])
    play(s, "S7", "A7", "D7", "*")
    assert s.last_winner - 1 == 3
    assert cards_at(s, PILE + 3) == ["S7", "A7", "D7"]
    assert s.mimes[:4] == [3, 3, 3, 3]


def test_example_4_void_must_mime_and_who_can_play_must():
    s = position(THREE, ["A5 S9", "A1 A2", "S4 A3"])
    play(s, "A5")
    assert legal(s) == ["mime"]
    assert refused(s, "play A1")[0] == "CB-T3"
    play(s, "*")
    assert legal(s) == ["play S4"]
    clause, reason = refused(s, "mime")
    assert clause == "CB-T3"
    assert "S4" in reason


def test_example_5_only_the_other_genre_is_legal():
    s = position(THREE, ["S9 S2", "S1 S4 D2", "A3 A4"])
    play(s, "S9")
    assert legal(s) == ["play D2"]


def test_example_6_three_sevens_cancel_and_the_two_wins():
    s = position(FOUR, ["S7 S1", "A7 A1", "D7 D2", "J2 J3"])
    play(s, "S7", "A7", "D7", "J2")
    assert s.last_winner - 1 == 3


# ------------------------------------------------------------------ shows, mimes, shortages


def test_a_leader_may_play_everything_in_hand():
    s = position(THREE, ["S9 A2 D4", "S1 S4 D2", "A3 A4 A5"])
    assert legal(s) == ["play S9", "play A2", "play D4"]


def test_the_winner_leads_and_gets_mimes_into_the_collection_that_they_play_from():
    s = position(THREE, ["S9 A2", "S1 S4", "A3 A4"])
    play(s, "S9", "*", "A3")
    assert (s.mimes[:3], rules.to_move(s)) == ([4, 2, 3], 0)


def test_a_shortage_pays_every_collection_and_shares_all_mimes_out_again():
    s = position(THREE, ["S9 A2", "S1 S4", "S3 A4"])
    s.mimes[:3], s.mimes_aside = [5, 0, 2], 2
    play(s, "S9", "*")
    assert s.mimes[:3] == [3, 2, 3]
    assert (s.mimes_to_win, s.mimes_aside) == (1, 0)
    assert [CABARET.scores(s)[seat] for seat in range(3)] == [2 * 5 + 2 * 3, 2 * 2, 2 * 2 + 2 * 3]
    paid = [part for part in CABARET.breakdown(s, 0) if part.rule == "CB-T4"]
    assert [(part.points, part.text) for part in paid] == [(10, "5 mimes paid at a shortage")]


def test_a_mime_played_before_the_shortage_counts_as_zero_but_is_not_won():
    s = position(FOUR, ["S7 S1", "S4 S5", "S2 S3", "A8 A9"])
    s.mimes[:4], s.mimes_aside = [10, 1, 0, 1], 0
    play(s, "S7", "*", "*")
    assert (s.mimes[:4], s.mimes_to_win) == ([3, 3, 2, 3], 1)
    play(s, "A8")
    assert s.last_winner - 1 == 3
    assert s.mimes[:4] == [3, 3, 2, 4]


def test_a_mime_from_before_the_shortage_still_cancels_another_mime():
    s = position(FOUR, ["S7 S1", "S4 S5", "S2 S3", "A7 A9"])
    s.mimes[:4], s.mimes_aside = [10, 1, 0, 1], 0
    play(s, "S7", "*", "*", "A7")
    assert s.last_winner == 0
    assert (s.mimes[:4], s.mimes_aside) == ([3, 3, 2, 3], 1)


def test_mimes_set_aside_belong_to_nobody_until_a_shortage():
    s = position(FOUR, ["S7 S1", "A7 A1", "S2 A2", "S3 A3"])
    play(s, "S7", "A7", "*", "*")
    assert CABARET.scores(s) == [6, 6, 4, 4]
    s.leader = s.turn = 0
    s.mimes[1], s.mimes_aside = 0, 5
    s.place[parse_performer(s, "A1")], s.place[parse_performer(s, "S5")] = ASIDE, HAND + 1
    play(s, "S1", "*")
    assert (s.mimes[:4], s.mimes_aside) == ([3, 2, 3, 3], 0)


# ------------------------------------------------------------------ rounds and points


def one_round(agents, piles, **options):
    """A game at the last show of a round, where these piles have been won."""
    s = position(agents, ["S12", "A11", "D10"], **options)
    for seat, pile in enumerate(piles):
        for text in pile.split():
            s.place[parse_performer(s, text)] = PILE + seat
    s.show_index = 11
    return play(s, "S12", "A11", "D10")


def test_a_round_scores_the_own_genre_only():
    s = one_round(THREE, ["S1 S11 A1", "D2 A5", ""], rounds=1)
    assert rules.is_over(s)
    assert CABARET.scores(s) == [5 - 1 - 2 + 6, 3 + 6, 6]
    assert [(p.who, p.rule, p.points, p.text) for p in CABARET.breakdown(s, 0)] == [
        ("S1", "CB-E1", 5, "5 gold stars"),
        ("S11", "CB-E1", -1, "1 black star"),
        ("S12", "CB-E1", -2, "2 black stars"),
        ("mimes", "CB-E4", 6, "3 mimes owned"),
    ]


def test_the_variant_scores_every_genre_and_the_own_one_double_but_no_mime_twice():
    s = one_round(THREE, ["S1 S11 A1", "D2 A5", ""], rounds=1, all_genres=True)
    assert CABARET.scores(s) == [2 * (5 - 1 - 2) + 5 - 1 + 1 + 6, 5 + 6 + 6, 6]
    doubled = [p for p in CABARET.breakdown(s, 0) if p.who == "S1"]
    assert [(p.rule, p.points) for p in doubled] == [("CB-E1", 5), ("CB-E2", 5)]


def test_stars_are_data():
    s = one_round(THREE, ["S1", "", ""], rounds=1, stars=[99, *[0] * 10, -99])
    assert CABARET.scores(s) == [0 + 6, 6, 6]
    assert printed_stars() == (5, 5, 4, 4, 3, 3, 2, 2, 1, 1, -1, -2)


def test_the_lead_moves_one_seat_a_round_and_mimes_stay():
    s = one_round(THREE, ["S1", "", ""], leader=0, rounds=5)
    assert rules.to_move(s) == 1
    assert s.phase == rules.DEAL_DUE
    s.mimes[:3] = [5, 3, 1]
    CABARET.resolve_chance(s, new_stream(1))
    assert (s.mimes[:3], rules.to_move(s), s.hand_size[:3]) == ([5, 3, 1], 1, [12, 12, 12])
    assert CABARET.scores(s) == [5 - 2 + 10, 6, 2]


def test_cards_are_dealt_in_turn_from_player_0():
    s = new_state(THREE)
    deck = list(range(36))
    rules.set_chance(s, deck, 36)
    assert [s.place[card] - HAND for card in deck[:4]] == [0, 1, 2, 0]


def test_equal_highest_scores_share_the_win():
    s = one_round(THREE, ["", "A1", "D1"], rounds=1)
    assert CABARET.scores(s) == [4, 11, 11]
    assert CABARET.winners(s) == [1, 2]
    assert [rules.payoff(s, seat) for seat in range(3)] == [0, 30, 30]


def test_black_stars_can_make_a_score_negative():
    s = position(THREE, ["S12", "A11", "D10"], {"mime": 0}, rounds=1)
    s.place[parse_performer(s, "S11")] = PILE
    s.show_index = 11
    play(s, "S12", "A11", "D10")
    assert CABARET.scores(s) == [-3, 0, 0]


# ------------------------------------------------------------------ refusals and notation


def test_a_mime_may_not_be_led():
    s = position(THREE, ["S9 A2", "S1 S4", "A3 A4"])
    assert refused(s, "mime")[0] == "CB-T1"


def test_a_card_of_another_hand_is_refused_without_a_word_about_where_it_is():
    s = position(THREE, ["S9 A2", "S1 S4 D3", "A3 A4"])
    assert refused(s, "play S1") == ("CB-T1", "S1 is not in your hand.")
    play(s, "S9")
    assert refused(s, "play A3") == ("CB-T2", "A3 is not in your hand.")


def test_a_card_played_earlier_is_refused_as_such():
    s = position(THREE, ["S9 A2", "S1 D3", "A3 A4"])
    play(s, "S9")
    assert refused(s, "play S9") == ("CB-T2", "S9 was played earlier this round.")


def test_following_is_refused_and_the_reason_names_genre_and_choices():
    s = position(THREE, ["S9 A2", "S1 D3 D4", "A3 A4"])
    play(s, "S9")
    clause, reason = refused(s, "play S1")
    assert clause == "CB-T2"
    assert reason == "Singers are in the show already, so S1 must wait. Play D3 or D4."


def test_nothing_is_played_before_the_deal_or_after_the_game():
    assert refused(new_state(THREE), "play S1")[0] == "CB-S2"
    assert refused(one_round(THREE, ["", "", ""], rounds=1), "mime")[0] == "CB-E3"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("S9", "no action of Cabaret"),
        ("play", "no action of Cabaret"),
        ("Mime", "no action of Cabaret"),
        ("play S13", "is no performer"),
        ("play S0", "is no performer"),
        ("play S09", "is no performer"),
        ("play *", "is no performer"),
        ("play s9", "is no performer"),
        ("play S9 ", "is no performer"),
        ("play J9", "nobody represents the Jugglers"),
    ],
)
def test_notation_that_means_nothing_is_refused_with_what_would_be_right(text, hint):
    with pytest.raises(NotationError, match=hint):
        CABARET.parse_action(new_state(THREE), text)


def test_every_action_reads_back():
    s = new_state(["Jugglers", "Magicians", "Musicians", "Singers", "Actors", "Dancers"])
    texts = [CABARET.action_text(s, action) for action in range(CABARET.action_space)]
    assert [CABARET.parse_action(s, text) for text in texts] == list(range(73))
    assert len(set(texts)) == 73
    assert texts[0] == "play J1"


def test_the_log_tells_what_becomes_of_a_show():
    s = position(THREE, ["S9 A2", "S1 S4", "A3 A4"])

    def told(text):
        return CABARET.describe_action(s, CABARET.parse_action(s, text))

    assert told("play S9") == "plays S9"
    play(s, "S9")
    assert told("mime") == "plays a mime"
    s.mimes[1] = 0
    assert told("mime").startswith("owns no mime")
    play(s, "*")
    assert told("play A3") == "plays A3; P1 wins the show"
    s.place[parse_performer(s, "A12")] = HAND + 2
    assert told("play A12") == "plays A12 and wins the show"
    s.place[parse_performer(s, "A9")] = HAND + 2
    s.show[1] = 1 + parse_performer(s, "D3")
    assert told("play A9") == "plays A9; P2 wins the show"


# ------------------------------------------------------------------ options


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"agent": FOUR}, "did you mean 'agents'"),
        ({"agents": "Singers"}, "must be a list"),
        ({"agents": THREE}, "must name 4 genres, one a player, not 3"),
        ({"agents": [*THREE, "Singers"]}, "Singers stands there twice"),
        ({"agents": [*THREE, "Jugler"]}, "did you mean 'Jugglers'"),
        ({"agents": [*THREE, None]}, "must be one of"),
        ({"leader": 4}, "from 0 to 3"),
        ({"leader": True}, "whole number"),
        ({"rounds": 0}, "from 1 to 1000"),
        ({"rounds": 1001}, "from 1 to 1000"),
        ({"all_genres": 1}, "true or false"),
        ({"stars": [1] * 11}, "must have 12 entries, not 11"),
        ({"stars": [*[1] * 11, 100]}, "stars of rank 12"),
        ({"stars": [*[1] * 11, 0.5]}, "stars of rank 12"),
    ],
)
def test_a_bad_option_is_refused_by_name(options, hint):
    with pytest.raises(OptionError, match=hint):
        CABARET.check_options(4, options)


def test_agents_and_leader_are_drawn_by_lot_and_differ_from_seed_to_seed():
    drawn = [CABARET.draw_options(4, CABARET.check_options(4, {}), new_stream(i)) for i in range(40)]
    assert all(len(set(options["agents"])) == 4 for options in drawn)
    assert {options["leader"] for options in drawn} == {0, 1, 2, 3}
    assert len({tuple(options["agents"]) for options in drawn}) > 30
    assert CABARET.draw_options(4, CABARET.check_options(4, {}), new_stream(3)) == drawn[3]


def test_options_given_are_not_drawn():
    given_options = {"agents": FOUR, "leader": 2}
    drawn = CABARET.draw_options(4, CABARET.check_options(4, given_options), new_stream(1))
    assert (drawn["agents"], drawn["leader"], drawn["rounds"]) == (FOUR, 2, 3)


def test_a_record_must_carry_agents_and_leader():
    record = json.loads(case_lines("cabaret_games.jsonl")[0])
    del record["options"]["leader"]
    with pytest.raises(RecordError, match="leader"):
        replay(GameRecord.from_dict(record), lambda _: CABARET)


@pytest.mark.parametrize(
    ("agents", "hands", "mimes", "hint"),
    [
        (["Singers"], [[]], None, "number of agents"),
        (THREE, [["S1"], []], None, "hands must have 3 entries"),
        (THREE, [["S1"], ["S1"], []], None, "S1 stands there twice"),
        (THREE, [["J1"], [], []], None, "nobody represents the Jugglers"),
        (THREE, [["S1"] * 13, [], []], None, "cards in hand 0"),
        (THREE, [[], [], []], [3, 3], "mimes must have 3 entries"),
        (THREE, [[], [], []], [3, 3, 4], "mimes in all"),
    ],
)
def test_a_position_that_cannot_be_is_refused(agents, hands, mimes, hint):
    with pytest.raises(BadInput, match=hint):
        show_state(agents, hands, mimes=mimes)


# ------------------------------------------------------------------ rule numbers


def test_mimes_can_be_worth_something_else():
    assert CABARET.scores(new_state(THREE, {"mime": -5})) == [-15, -15, -15]


def test_the_own_genre_can_count_more_often_in_the_variant():
    s = position(THREE, ["S12", "A11", "D10"], {"own_genre": 3}, rounds=1, all_genres=True)
    s.place[parse_performer(s, "S1")] = PILE
    s.show_index = 11
    play(s, "S12", "A11", "D10")
    assert CABARET.scores(s)[0] == 3 * (5 - 2) - 1 + 1 + 6


def test_everybody_can_begin_with_another_number_of_mimes():
    assert new_state(THREE, {"mimes_each": 1}).mimes == [1, 1, 1, 0, 0, 0]
    s = position(THREE, ["S9 A2", "S1 S4", "A3 A4"], {"mimes_each": 1})
    s.mimes[1] = 0
    assert play(s, "S9", "*").mimes[:3] == [1, 0, 1]


def test_a_round_can_be_shorter():
    states = random_game(4, 1, {"shows": 5}, rounds=2)
    assert sum(1 for s in states if s.phase == rules.PLAYING) >= 2 * 5 * 4
    assert last_state(4, 1, {"shows": 5}, rounds=2).show_index == 5


def test_without_cancelling_the_first_of_the_highest_wins():
    s = position(FOUR, ["S7 S1", "A12 A1", "D12 D2", "J2 J3"], {"cancel": 0})
    play(s, "S7", "A12", "D12", "J2")
    assert s.last_winner - 1 == 1


# ------------------------------------------------------------------ clauses


def test_every_clause_of_the_rule_book_is_there_with_words():
    counts = {"C": 2, "S": 3, "T": 8, "E": 4}
    ids = [f"CB-{part}{i + 1}" for part, count in counts.items() for i in range(count)]
    assert list(CABARET.clauses) == ids
    assert all(len(clause.text) > 20 and clause.title for clause in CABARET.clauses.values())
    assert {number.clause for number in CABARET.rule_numbers} <= set(CABARET.clauses)


# ------------------------------------------------------------------ cases


def case_lines(name):
    return (CASES / name).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", range(20))
def test_whole_games_replay_to_their_results(line):
    record = GameRecord.from_dict(json.loads(case_lines("cabaret_games.jsonl")[line]))
    done = replay(record, lambda _: CABARET)
    assert done.is_over
    assert {"scores": done.scores, "winners": done.winners} == record.result
    for player in range(done.state.players):
        assert total(CABARET.breakdown(done.state, player)) == done.scores[player]


@pytest.mark.parametrize("line", range(20))
def test_positions_have_the_known_legal_actions(line):
    data = json.loads(case_lines("cabaret_positions.jsonl")[line])
    player, known = data.pop("player"), data.pop("legal")
    done = replay(GameRecord.from_dict(data), lambda _: CABARET)
    assert rules.to_move(done.state) == player
    assert sorted(legal(done.state)) == known
    assert CABARET.view(done.state, player).legal_actions() == legal(done.state)


# ------------------------------------------------------------------ whole random games

games = st.tuples(st.integers(2, 6), st.integers(0, 2**40), st.booleans())


@settings(max_examples=25, deadline=None)
@given(games)
def test_random_games_end_and_keep_every_card_and_mime(game):
    players, seed, all_genres = game
    decisions = 0
    for s in random_game(players, seed, all_genres=all_genres, rounds=2):
        owned = sum(s.mimes[:players])
        assert owned + s.mimes_to_win + s.mimes_aside <= 3 * players
        assert min(s.mimes) >= 0
        held = [len(cards_at(s, HAND + seat)) for seat in range(players)]
        assert held == s.hand_size[:players]
        if s.phase == rules.PLAYING:
            assert sum(s.place[card] == UNSEEN for card in range(12 * players)) == 0
            assert not (s.turn == s.leader and not held[s.turn] and not s.staged)
            decisions += 1
        for seat in range(players):
            assert total(CABARET.breakdown(s, seat)) == CABARET.scores(s)[seat]
            assert all(part.points for part in CABARET.breakdown(s, seat))
    assert decisions >= 2 * 12 * players
    assert CABARET.winners(s)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**40))
def test_two_players_never_need_a_mime(seed):
    assert all(s.mimes[:2] == [3, 3] for s in random_game(2, seed))


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 6), st.integers(0, 2**40))
def test_a_show_sees_at_most_one_shortage(players, seed):
    shortages, before = collections.Counter(), [0] * 6
    for s in random_game(players, seed, {"mimes_each": 1}):
        if s.mimes_paid != before:
            shortages[s.round_index, s.show_index - (s.turn == s.leader)] += 1
            before = s.mimes_paid[:]
    assert all(count == 1 for count in shortages.values())


# ------------------------------------------------------------------ hidden hands


@settings(max_examples=12, deadline=None)
@given(games)
def test_samples_fit_everything_a_player_was_shown(game):
    players, seed, _ = game
    rng = new_stream(seed, 1)
    for s in random_game(players, seed, rounds=2):
        for player in range(players):
            view = concealed(s, player)
            world = sample(view, player, rng)
            assert concealed(world, player) == view
            assert CABARET.scores(world) == CABARET.scores(s)
            if s.phase == rules.PLAYING:
                held = [len(cards_at(world, HAND + seat)) for seat in range(players)]
                assert held == s.hand_size[:players]
                if s.turn == player:
                    assert CABARET.legal_actions(view) == CABARET.legal_actions(s)
            for full in (s, world):
                for card in range(12 * players):
                    holder = full.place[card] - HAND
                    if 0 <= holder < players:
                        assert not (full.lacks[holder] >> (card // 12)) & 1


def test_a_mime_tells_what_the_hand_lacks_until_the_round_ends():
    s = position(THREE, ["S9 A2", "S1 S4", "D3 A4"])
    play(s, "S9", "*")
    assert CABARET.view(s, 0).as_dict()["missing"] == [[], ["Actors", "Dancers"], []]
    s.show_index = 11
    play(s, "A4")
    assert CABARET.view(s, 0).as_dict()["missing"] == [[], [], []]


def test_two_mimes_leave_only_the_genres_of_both_shows():
    s = position(FOUR, ["S9 A9 A1", "J9 J7 J6", "S4 S5 S6", "S7 A8 D4"])
    play(s, "S9", "J7", "*", "A8")
    assert CABARET.view(s, 3).as_dict()["missing"][2] == ["Actors", "Dancers"]


def all_deals(view, player):
    """Every deal of the unseen cards that fits the view, as holders by card."""
    cards = [card for card in range(12 * view.players) if view.place[card] == UNSEEN]
    others = [seat for seat in range(view.players) if seat != player]
    return cards, [
        seats
        for seats in itertools.product(others, repeat=len(cards))
        if all(seats.count(seat) == view.hand_size[seat] for seat in others)
        and not any(view.lacks[q] >> (c // 12) & 1 for q, c in zip(seats, cards, strict=True))
    ]


@pytest.mark.parametrize(
    ("hands", "lacking"),
    [
        (["S1 S2", "S3 A3", "A4 D4", "D5 S5"], ["", "DJ", "SJ", "AJ"]),
        (["S1 S2", "S3 A3", "A4 D4", "D5 J5"], ["", "DJ", "S", ""]),
        (["S1 S2", "S3 S6", "A4 D4", "D5 J5"], ["", "ADJ", "S", "S"]),
        (["J1 J2 J4", "S3", "A3", "D3"], ["", "AJ", "DJ", "SJ"]),
        (["S1 S2", "S3 A3", "A4 D4", "D5 S5"], ["", "DJ", "", ""]),
    ],
)
def test_all_fitting_deals_are_equally_likely(hands, lacking):
    s = position(FOUR, hands)
    for seat, letters in enumerate(lacking):
        for letter in letters:
            s.lacks[seat] |= 1 << "SADJ".index(letter)
    view = concealed(s, 0)
    cards, deals = all_deals(view, 0)
    rng = new_stream(11)
    n = 120 * len(deals)
    seen = collections.Counter(
        tuple(world.place[card] - HAND for card in cards) for world in (sample(view, 0, rng) for _ in range(n))
    )
    assert set(seen) == set(deals)
    chi_square = sum((seen[deal] - 120) ** 2 / 120 for deal in deals)
    freedom = len(deals) - 1
    assert chi_square < freedom + 5 * math.sqrt(2 * freedom)


def test_random_play_meets_several_limited_hands():
    met = {limited_hands(s, 0) for seed in range(12) for s in random_game(6, seed, rounds=1)}
    assert {0, 1, 2, 3} <= met


# ------------------------------------------------------------------ views


@settings(max_examples=4, deadline=None)
@given(games)
def test_a_view_is_plain_data_and_the_same_whatever_the_others_hold(game):
    players, seed, all_genres = game
    rng = new_stream(seed, 2)
    for s in random_game(players, seed, all_genres=all_genres, rounds=1):
        for player in range(players):
            view = CABARET.view(s, player)
            data = view.as_dict()
            assert json.loads(json.dumps(data)) == data
            other = sample(view.state, player, rng)
            assert CABARET.view(other, player).as_dict() == data
            assert data["hand"] == cards_at(s, HAND + player)
            assert len(data["unseen"]) == sum(s.hand_size) - s.hand_size[player]


def test_a_view_shows_the_show_with_cancelled_cards_and_who_is_winning():
    s = position(FOUR, ["S7 S1", "A7 A1", "D3 D2", "S3 J3"])
    play(s, "S7", "A7", "D3")
    data = CABARET.view(s, 3).as_dict()
    assert data["show"] == [
        {"seat": 0, "card": "S7", "cancelled": True},
        {"seat": 1, "card": "A7", "cancelled": True},
        {"seat": 2, "card": "D3", "cancelled": False},
    ]
    assert (data["winning"], data["to_move"], data["leader"]) == (2, 3, 0)
    assert data["prompt"] == "Play a performer of a genre other than Singers, Actors and Dancers."
    assert set(data["refusals"]) == {"S3", "*"}
    assert data["refusals"]["S3"]["clause"] == "CB-T2"
    assert CABARET.view(s, 0).as_dict()["refusals"] == {}
    play(s, "J3")
    data = CABARET.view(s, 3).as_dict()
    assert data["show"] == []
    assert data["last_show"]["winner"] is None
    assert [card["cancelled"] for card in data["last_show"]["cards"]] == [True] * 4


def test_a_view_tells_what_the_piles_are_worth_so_far():
    s = position(THREE, ["S9 A2", "S1 D4", "A3 A4"])
    s.place[parse_performer(s, "S2")] = PILE
    data = CABARET.view(s, 1).as_dict()
    assert (data["piles"], data["pile_points"]) == ([["S2"], [], []], [5, 0, 0])
    assert data["last_round"] is None


def test_what_a_card_reveals():
    s = position(THREE, ["S9 A2", "S1 S4", "S3 A4"])
    lead, mime = parse_performer(s, "S9"), rules.MIME
    assert [CABARET.reveals(s, lead, player) for player in range(3)] == [False, True, True]
    play(s, "S9")
    assert [CABARET.reveals(s, mime, player) for player in range(3)] == [True, False, True]
    s.lacks[1] = 0b110
    assert [CABARET.reveals(s, mime, player) for player in range(3)] == [False, False, False]


def test_with_two_players_nothing_is_hidden_so_nothing_is_revealed():
    for s in random_game(2, 4, rounds=1):
        if s.phase == rules.PLAYING:
            assert sample(concealed(s, 0), 0, new_stream(1)) == s
            assert not any(CABARET.reveals(s, a, 1 - s.turn) for a in CABARET.legal_actions(s))


# ------------------------------------------------------------------ the policy


def test_the_policy_plays_legal_cards_and_leaves_the_state_alone():
    rng, out = new_stream(8), [0] * CABARET.max_actions
    for players in range(2, 7):
        for s in random_game(players, players, rounds=1):
            if s.phase == rules.PLAYING:
                before = s.copy()
                assert policy.policy_action(s, out, rng) in CABARET.legal_actions(s)
                assert s == before


def test_the_policy_uses_nothing_that_is_hidden_from_the_player():
    out = [0] * CABARET.max_actions
    for s in random_game(4, 5, rounds=1):
        if s.phase == rules.PLAYING:
            view = concealed(s, s.turn)
            known = policy.policy_action(view, out, new_stream(1))
            assert policy.policy_action(s, out, new_stream(1)) == known


def policy_wins(players, games):
    """The share that one policy player wins against random ones, seats taken in turn."""
    rng, out, won = new_stream(players), [0] * CABARET.max_actions, 0
    for game in range(games):
        options = CABARET.draw_options(players, CABARET.check_options(players, {}), rng)
        s = CABARET.new_state(players, options, CABARET.check_rules(None))
        CABARET.resolve_chance(s, rng)
        while not rules.is_over(s):
            actions = CABARET.legal_actions(s)
            action = actions[below(rng, len(actions))]
            if s.turn == game % players:
                action = policy.policy_action(s, out, rng)
            rules.apply(s, action)
            CABARET.resolve_chance(s, rng)
        won += rules.payoff(s, game % players) / WHOLE_WIN
    return won / games


@pytest.mark.parametrize("players", [2, 4])
def test_the_policy_beats_random_play_clearly(players):
    assert policy_wins(players, 60) > 1.4 / players
