"""Overture: the rules' worked examples, every clause, every refusal, positions that are set up, and all cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from theatre_lab.core.errors import BadInput, IllegalAction, NotationError
from theatre_lab.core.game import total
from theatre_lab.core.match import Match
from theatre_lab.core.records import GameRecord, replay
from theatre_lab.core.stream import new_stream
from theatre_lab.games import get_game
from theatre_lab.games.overture import OVERTURE, board_state, rules
from theatre_lab.games.overture.boards import answer_board
from theatre_lab.games.overture.cards import CARDS, COPIES, DECK, card_name, parse_card
from theatre_lab.games.overture.theatres import THEATRE_IDS, THEATRES

CASES = Path(__file__).parents[1] / "cases"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


def points(theatre: str, **seats: str) -> dict[str, int]:
    """What every seat earns, with the house rule's points under `house`."""
    answer = answer_board({"theatre": theatre, "seats": seats})
    return {**answer["seat_vp"], "house": answer["house_bonus"]}


def at(seat: str, theatre: str = "grand-empress", **seats: str) -> int:
    return points(theatre, **seats)[seat]


def clauses(theatre: str, seat: str, **seats: str) -> list[tuple[str, int]]:
    return [(p["rule"], p["vp"]) for p in answer_board({"theatre": theatre, "seats": seats})["parts"][seat]]


# ------------------------------------------------------------------ cases


@pytest.mark.parametrize("data", lines("overture_games.jsonl"), ids=range(24))
def test_recorded_games_replay_to_their_results(data: dict[str, Any]) -> None:
    done = replay(GameRecord.from_dict(data), get_game)
    assert done.is_over
    assert {"scores": done.scores, "winners": done.winners} == data["result"]
    for player in range(len(data["players"])):
        assert total(OVERTURE.breakdown(done.state, player)) == done.scores[player]


@pytest.mark.parametrize("data", lines("overture_positions.jsonl"), ids=range(20))
def test_recorded_positions_have_their_legal_actions(data: dict[str, Any]) -> None:
    player, legal = data.pop("player"), data.pop("legal")
    match = Match.from_record(GameRecord.from_dict(data), OVERTURE)
    assert match.to_move == player
    assert sorted(match.legal_actions()) == legal


def test_recorded_boards_score_as_recorded_seat_by_seat() -> None:
    boards = lines("overture_scores.jsonl")
    assert {board["theatre"] for board in boards} == set(THEATRE_IDS)
    for board in boards:
        answer = answer_board(board)
        assert {key: answer[key] for key in ("seat_vp", "house_bonus", "total")} == {
            key: board[key] for key in ("seat_vp", "house_bonus", "total")
        }
        assert {seat: sum(p["vp"] for p in parts) for seat, parts in answer["parts"].items()} == answer["seat_vp"]


# ------------------------------------------------------------------ the worked examples


def test_example_1_a_bespectacled_vip_in_front() -> None:
    assert points("grand-empress", A3="Bespectacled VIP") == {"A3": 7, "house": 0}
    assert points("opera-house", A1="Bespectacled VIP") == {"A1": 7, "house": 3}


def test_example_2_lovebirds_pair_from_the_left() -> None:
    three = points("grand-empress", D1="Lovebirds", D2="Lovebirds", D3="Lovebirds")
    assert three == {"D1": 6, "D2": 6, "D3": 1, "house": 0}
    four = points("grand-empress", B1="Lovebirds", B2="Lovebirds", B3="Lovebirds", B4="Lovebirds")
    assert four == {"B1": 4, "B2": 4, "B3": 4, "B4": 4, "house": 0}


def test_example_3_two_teachers_cap_the_kids_between() -> None:
    seats = {"A1": "Teacher", "A2": "Kid", "A3": "Kid", "A4": "Teacher"}
    assert points("grand-empress", **seats) == {"A1": 5, "A2": 4, "A3": 4, "A4": 5, "house": 0}
    assert at("B2", B2="Teacher", **seats) == 3


def test_example_4_noise_spoils_a_critics_aisle() -> None:
    assert at("A1", A1="Critic", B1="Noisy Kid") == 2


def test_example_5_a_noisy_kid_costs_a_vip_everything() -> None:
    assert at("A2", A2="VIP", A3="Noisy Kid") == 0


@pytest.mark.parametrize(("front", "worth"), [({"A2": "Tall Patron"}, 0), ({"A2": "Patron"}, 3), ({}, 5)])
def test_example_6_a_short_patron_and_who_sits_in_front(front: dict[str, str], worth: int) -> None:
    assert at("B2", B2="Short Patron", **front) == worth


def test_example_7_capped_both_ways_is_still_4() -> None:
    cross = points("grand-empress", B2="Teacher", C1="Teacher", C2="Kid", C3="Teacher", D2="Teacher")
    assert cross == {"B2": 4, "C1": 4, "C2": 4, "C3": 4, "D2": 4, "house": 0}


def test_example_8_a_teachers_table() -> None:
    table = points("dinner-playhouse", A1="Teacher", A2="Kid", B1="Kid", B2="Kid")
    assert table == {"A1": 6, "A2": 4, "B1": 4, "B2": 4, "house": 3}


# ------------------------------------------------------------------ patrons, clause by clause


def test_p1_a_patron_is_worth_3_anywhere() -> None:
    for theatre in THEATRES:
        for seat in theatre.seats:
            assert clauses(theatre.id, seat, **{seat: "Patron"}) == [("OV-P1", 3)]


def test_p2_a_vip_counts_front_kids_and_noise_apart() -> None:
    assert at("C3", C3="VIP") == 3
    assert clauses("grand-empress", "B3", B3="VIP") == [("OV-P2", 3), ("OV-P2", 2)]
    seats = {"C3": "VIP", "C2": "Kid", "C4": "Noisy Kid", "B3": "Noisy Patron", "D3": "Patron"}
    assert clauses("grand-empress", "C3", **seats) == [
        ("OV-P2", 3), ("OV-P2", -2), ("OV-P2", -2), ("OV-P2", -2), ("OV-P2", -2), ("OV-X4", -1), ("OV-X4", -1),
    ]  # fmt: skip


def test_p3_lovebirds_pair_within_a_row_and_within_reach_only() -> None:
    assert at("C1", C1="Lovebirds", B1="Lovebirds") == 1
    assert at("C1", C1="Lovebirds", C3="Lovebirds") == 1
    assert points("dinner-playhouse", C2="Lovebirds", C4="Lovebirds") == {"C2": 1, "C4": 1, "house": 0}
    assert points("ziegfeld-runway", A1="Lovebirds", A5="Lovebirds") == {"A1": 1, "A5": 1, "house": 0}
    assert at("A2", "opera-house", A1="Lovebirds", A2="Lovebirds") == 1
    assert clauses("grand-empress", "D2", D1="Lovebirds", D2="Lovebirds") == [("OV-P3", 1), ("OV-P3", 3), ("OV-P3", 2)]
    assert at("D5", D1="Lovebirds", D2="Lovebirds", D4="Noisy Lovebirds", D5="Lovebirds") == 5


def test_p4_a_line_of_kids_needs_a_teacher_at_both_ends() -> None:
    assert at("A2", A1="Teacher", A2="Kid") == 1
    assert at("A2", A1="Teacher", A2="Kid", A3="Patron", A4="Teacher") == 1
    assert at("A3", A1="Teacher", A2="Kid", A3="Kid", A4="Kid", A5="Teacher") == 4
    assert at("B1", A1="Teacher", B1="Kid", C1="Kid", D1="Teacher") == 4
    assert clauses("grand-empress", "A2", A1="Teacher", A2="Kid", A3="Teacher") == [("OV-P4", 1), ("OV-P4", 3)]


def test_p4_reaches_only_across_real_adjacency() -> None:
    row_break = {"A2": "Teacher", "B2": "Kid", "C2": "Teacher"}
    assert at("B2", "grand-empress", **row_break) == 4
    assert at("B2", "opera-house", **row_break) == 1
    assert at("B3", "amphitheater", A3="Teacher", B3="Kid", C3="Teacher") == 4
    assert at("B3", "amphitheater", A4="Teacher", B3="Kid", C4="Teacher") == 1


def test_p5_a_teacher_earns_each_kid_of_each_line_once() -> None:
    middle = {"C3": "Teacher", "C2": "Kid", "C1": "Teacher", "C4": "Kid", "C5": "Teacher", "B3": "Kid", "A3": "Teacher"}
    assert at("C3", **middle) == 6
    assert at("A1", A1="Teacher", A2="Kid", A3="Kid") == 3
    assert clauses("grand-empress", "A4", A1="Teacher", A2="Kid", A3="Kid", A4="Teacher") == [
        ("OV-P5", 3),
        ("OV-P5", 2),
    ]
    assert at("A1", A1="Teacher", A2="Teacher") == 3


def test_p6_a_critic_wants_a_quiet_aisle() -> None:
    assert clauses("grand-empress", "A1", A1="Critic") == [("OV-P6", 3), ("OV-P6", 2)]
    assert at("A2", A2="Critic") == 3
    assert clauses("grand-empress", "A1", A1="Critic", A2="Noisy Patron") == [("OV-P6", 3), ("OV-X4", -1)]
    assert at("A1", A1="Critic", B2="Noisy Patron") == 5
    assert at("A2", "blackbox", A2="Critic") == 5


def test_p7_friends_like_every_neighbouring_friends() -> None:
    assert at("B2", B2="Friends", A2="Friends", B1="Tall Friends", C2="Friends", B3="Patron") == 6
    assert at("B2", B2="Friends", A1="Friends") == 3


def test_p8_at_a_table_one_teacher_is_enough_and_diagonals_count() -> None:
    table = {"A4": "Teacher", "B5": "Kid"}
    assert points("dinner-playhouse", **table) == {"A4": 4, "B5": 4, "house": 0}
    assert clauses("dinner-playhouse", "B5", **table) == [("OV-P4", 1), ("OV-P8", 3)]
    assert clauses("dinner-playhouse", "A4", **table) == [("OV-P5", 3), ("OV-P8", 1)]
    assert points("dinner-playhouse", A1="Teacher", A4="Kid", C1="Kid") == {"A1": 3, "A4": 1, "C1": 1, "house": 0}
    two = points("dinner-playhouse", A1="Teacher", A2="Teacher", B1="Kid")
    assert two == {"A1": 4, "A2": 4, "B1": 4, "house": 0}
    apart = {"A1": "Teacher", "B1": "Kid", "C1": "Teacher"}
    assert points("dinner-playhouse", **apart) == {"A1": 4, "B1": 4, "C1": 3, "house": 0}


# ------------------------------------------------------------------ traits


def test_x1_tall_hides_the_stage_from_all_but_the_short() -> None:
    assert clauses("grand-empress", "B2", B2="Patron", A2="Tall Kid") == [("OV-P1", 3), ("OV-X1", -2)]
    assert at("B2", B2="Tall Patron", A2="Tall Kid") == 1
    assert at("A2", A2="Tall Patron", B2="Patron") == 3
    assert at("B2", B2="Patron", A1="Tall Kid", B1="Tall Kid", C2="Tall Kid") == 3
    assert clauses("amphitheater", "B3", B3="Patron", A3="Tall Kid", A4="Tall Kid") == [
        ("OV-P1", 3), ("OV-X1", -2), ("OV-X1", -2),
    ]  # fmt: skip


def test_x2_short_is_about_the_seats_in_front_alone() -> None:
    assert clauses("grand-empress", "A2", A2="Short Patron", A1="Tall Kid") == [("OV-P1", 3), ("OV-X2", 2)]
    assert at("B2", B2="Short Patron", A2="Short Patron") == 3
    assert clauses("amphitheater", "B3", B3="Short Patron", A3="Tall Kid", A4="Tall Kid") == [
        ("OV-P1", 3),
        ("OV-X2", -3),
    ]
    assert at("B3", "amphitheater", B3="Short Patron", A3="Tall Kid", A4="Patron") == 0
    assert at("B3", "amphitheater", B3="Short Patron", A4="Patron") == 3
    assert at("B2", "opera-house", B2="Short Patron", A2="Tall Patron") == 5


def test_x3_bespectacled_anywhere_but_at_the_back() -> None:
    for theatre in THEATRES:
        for seat in theatre.seats:
            worth = 3 if "back" in theatre.labels[seat] else 5
            assert at(seat, theatre.id, **{seat: "Bespectacled Patron"}) == worth


def test_x4_noise_costs_each_neighbour_and_not_the_noisy_one() -> None:
    seats = {"B2": "Patron", "A2": "Noisy Patron", "B1": "Noisy Patron", "C2": "Noisy Patron", "C3": "Noisy Patron"}
    assert at("B2", **seats) == 0
    assert clauses("grand-empress", "B2", **seats) == [("OV-P1", 3), ("OV-X4", -1), ("OV-X4", -1), ("OV-X4", -1)]
    assert at("A2", **seats) == 3
    assert at("C2", **seats) == 2
    assert at("A2", "opera-house", A2="Noisy Patron", B2="Noisy Patron") == 3


# ------------------------------------------------------------------ house rules


@pytest.mark.parametrize("theatre", ["grand-empress", "ziegfeld-runway", "rotunda"])
def test_h1_three_theatres_have_no_house_rule(theatre: str) -> None:
    seats = THEATRES[THEATRE_IDS.index(theatre)].seats
    assert points(theatre, **dict.fromkeys(seats, "Critic"))["house"] == 0


def test_h2_the_blackbox_likes_a_crowd() -> None:
    corner = {"B2": "Patron", "A2": "Patron", "B1": "Patron"}
    assert points("blackbox", **corner)["house"] == 0
    assert points("blackbox", **corner, B3="Patron")["house"] == 1
    assert points("blackbox", **corner, B3="Patron", C2="Patron")["house"] == 1
    full = answer_board({"theatre": "blackbox", "seats": dict.fromkeys(THEATRES[1].seats, "Patron")})
    crowded = sum(len(THEATRES[1].neighbours[seat]) >= 3 for seat in THEATRES[1].seats)
    assert full["house_bonus"] == crowded == 16


def test_h3_the_opera_house_honours_its_best_patron() -> None:
    def favourite(**seats: str) -> str:
        (part,) = [p for p in OVERTURE.breakdown(board_state("opera-house", seats), 0) if p.rule == "OV-H3"]
        assert part.points == 3
        return part.who

    assert favourite(C3="VIP", D2="Bespectacled Patron", B5="Patron") == "B5"
    assert favourite(C3="Bespectacled Patron", B2="Patron") == "C3"
    assert favourite(D1="Patron", C5="Patron", C2="Patron") == "C2"
    assert favourite(A2="Noisy Kid", A3="Noisy Kid") == "A2"
    assert points("opera-house")["house"] == 0
    below_zero = points("opera-house", C3="Noisy Lovebirds", B3="Noisy Kid", C2="Noisy Kid")
    assert below_zero["house"] == 3


def test_h4_the_promenade_needs_three_critics_on_aisles() -> None:
    two = {"A1": "Critic", "A5": "Critic", "B1": "Critic"}
    assert points("promenade", **two)["house"] == 0
    assert points("promenade", **two, B3="Critic")["house"] == 4


def test_h5_the_amphitheater_fills_rows() -> None:
    seats = THEATRES[THEATRE_IDS.index("amphitheater")].seats
    rows: dict[str, list[str]] = {}
    for seat in seats:
        rows.setdefault(seat[0], []).append(seat)
    assert [len(row) for row in rows.values()] == [3, 4, 5, 6]
    for row in rows.values():
        assert points("amphitheater", **dict.fromkeys(row, "Patron"))["house"] == 2
        assert points("amphitheater", **dict.fromkeys(row[1:], "Patron"))["house"] == 0
    assert points("amphitheater", **dict.fromkeys(seats, "Patron"))["house"] == 8


def test_h6_the_dinner_playhouse_fills_tables() -> None:
    tables = THEATRES[THEATRE_IDS.index("dinner-playhouse")].tables
    for table in tables:
        assert points("dinner-playhouse", **dict.fromkeys(table, "Patron"))["house"] == 3
        assert points("dinner-playhouse", **dict.fromkeys(table[1:], "Patron"))["house"] == 0


# ------------------------------------------------------------------ theatres and deck


def test_the_deck_holds_56_patrons() -> None:
    assert len(DECK) == sum(COPIES) == 56
    assert COPIES[parse_card("Lovebirds")] == 8
    assert [card_name(card) for card in range(5, CARDS) if parse_card(card_name(card)) != card] == []


def test_neighbours_are_mutual_and_front_neighbours_among_them() -> None:
    for theatre in THEATRES:
        for seat, others in theatre.neighbours.items():
            assert seat not in others
            assert all(seat in theatre.neighbours[other] for other in others)
            fronts = set(theatre.front_neighbours[seat])
            assert fronts == {other for other in others if ord(other[0]) == ord(seat[0]) - 1}


def test_g2_two_facts_that_surprise() -> None:
    blackbox, opera = THEATRES[1], THEATRES[2]
    assert "B3" in blackbox.neighbours["B2"]
    assert all(other[0] != "B" for seat in opera.seats if seat[0] == "A" for other in opera.neighbours[seat])


@pytest.mark.parametrize("name", ["", "a1", "A0", "Z1", "A10", "11", None, 3, ["A1"]])
def test_g3_seats_have_names(name: object) -> None:
    with pytest.raises(NotationError, match="has no seat"):
        THEATRES[0].seat(name)  # type: ignore[arg-type]


# ------------------------------------------------------------------ a turn


def match(players: int = 2, **more: Any) -> Match:
    return Match(OVERTURE, players, theatre=more.pop("theatre", "grand-empress"), seed=more.pop("seed", 7), **more)


def position(
    players: int, hands: list[list[str]], lobby: list[str | None], deck: list[str], *, player: int = 0, turn: int = 0
) -> Match:
    """A match in a position that is set up; the lobby's slot 0 comes first."""
    game = match(players)
    s = OVERTURE.new_state(players, {"theatre": "grand-empress"}, OVERTURE.check_rules(None))
    for owner, hand in enumerate(hands):
        for card in hand:
            rules.add_to_hand(s, owner, parse_card(card))
    s.lobby = [parse_card(card) if card else 0 for card in lobby]
    s.deck[: len(deck)] = [parse_card(card) for card in deck]
    s.deck_count, s.player, s.turn = len(deck), player, turn
    rules.go_on_drawing(s)
    game.state = s
    return game


def lobby_of(game: Match) -> list[str | None]:
    return game.view(0).as_dict()["lobby"]  # type: ignore[no-any-return]


def refused(game: Match, action: str) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as refusal:
        game.play(action)
    return refusal.value.clause, refusal.value.reason


@pytest.mark.parametrize(("players", "ghosts", "deck"), [(2, 0, 51), (3, 1, 49), (4, 0, 49)])
def test_s2_the_deal(players: int, ghosts: int, deck: int) -> None:
    game = match(players)
    order = game.record().chance[0]
    view = game.view(0).as_dict()
    assert [game.view(p).as_dict()["hand"] for p in range(players)] == [[card] for card in order[:players]]
    assert view["lobby"] == list(order[players + ghosts : players + ghosts + 3])
    assert (view["ghosts"], view["deck_count"]) == (ghosts, deck)


@pytest.mark.parametrize(("players", "left"), [(2, 3), (3, 1), (4, 1)])
def test_s3_twelve_rounds_in_the_same_order(players: int, left: int) -> None:
    game = match(players)
    seated = []
    while not game.is_over:
        action = game.legal_actions()[0]
        if action.startswith("seat"):
            seated.append(game.to_move)
        game.play(action)
    assert seated == list(range(players)) * 12
    view = game.view(0).as_dict()
    assert view["deck_count"] == left
    assert view["ghosts"] == (13 if players == 3 else 0)
    assert view["discard_counts"] == [12 if players == 2 else 0] * players
    assert [len(house) for house in view["houses"]] == [12] * players


def test_t1_draw_up_to_three_when_two_play_and_to_two_otherwise() -> None:
    game = match(2)
    game.play("draw deck")
    assert game.legal_actions() == ["draw deck", "draw lobby 1", "draw lobby 2"]
    game.play("draw deck")
    assert len(game.view(0).as_dict()["hand"]) == 3
    assert game.legal_actions()[0].startswith("seat")
    game = match(3)
    game.play("draw deck")
    assert len(game.view(0).as_dict()["hand"]) == 2
    assert game.legal_actions()[0].startswith("seat")


def test_t2_one_visit_to_the_lobby_a_turn_when_two_play() -> None:
    game = match(2)
    game.play("draw lobby 1")
    assert game.legal_actions() == ["draw deck"]
    assert refused(game, "draw lobby 2")[0] == "OV-T2"


def test_t3_any_card_of_the_hand_on_any_empty_seat() -> None:
    game = position(3, [["Kid"], [], []], ["VIP", "Critic", "Critic"], ["Tall Kid", "Patron"] * 5)
    game.play("draw deck")
    assert len(game.legal_actions()) == 2 * 20
    game.play("seat Tall Kid B3")
    assert game.view(1).as_dict()["houses"][0] == {"B3": "Tall Kid"}
    assert game.view(0).as_dict()["hand"] == ["Kid"]
    assert game.to_move == 1


def test_t4_then_one_card_goes_face_down_when_two_play() -> None:
    game = position(2, [["Kid"], []], ["VIP", "Critic", "Critic"], ["Kid", "Patron"] * 5)
    game.play("draw deck")
    game.play("draw deck")
    assert len(game.legal_actions()) == 2 * 20
    game.play("seat Kid A1")
    assert game.legal_actions() == ["discard Patron", "discard Kid"]
    game.play("discard Patron")
    mine, theirs = game.view(0).as_dict(), game.view(1).as_dict()
    assert (mine["hand"], mine["discards"]) == (["Kid"], ["Patron"])
    assert (theirs["hand"], theirs["discards"], theirs["discard_counts"]) == ([], [], [1, 0])
    assert OVERTURE.public_action(game.history[-1].before, game.history[-1].action, 1) == "discard"
    assert OVERTURE.public_action(game.history[-1].before, game.history[-1].action, 0) == "discard Patron"
    assert OVERTURE.describe_action(game.history[-1].before, game.history[-1].action) == "discards a card face down"


def test_l1_slot_0_is_frozen_while_the_deck_has_cards() -> None:
    game = position(3, [["Kid"], [], []], ["VIP", "Critic", "Friends"], ["Patron"])
    assert game.legal_actions() == ["draw deck", "draw lobby 1", "draw lobby 2"]
    assert refused(game, "draw lobby 0") == (
        "OV-L1", "The VIP in slot 0 is frozen while the deck has cards; take slot 1 or 2.",
    )  # fmt: skip


@pytest.mark.parametrize(("slot", "left"), [(1, ["Patron", "VIP", "Friends"]), (2, ["Patron", "VIP", "Critic"])])
def test_l2_the_lobby_moves_right_and_the_deck_refills_slot_0(slot: int, left: list[str]) -> None:
    game = position(3, [["Kid"], [], []], ["VIP", "Critic", "Friends"], ["Patron", "Teacher"])
    game.play(f"draw lobby {slot}")
    assert lobby_of(game) == left
    assert game.view(0).as_dict()["deck_count"] == 1


# ------------------------------------------------------------------ with the deck empty (positions that are set up)


def test_l1_with_the_deck_empty_every_lobby_card_is_open() -> None:
    game = position(3, [["Kid"], [], []], ["VIP", "Critic", "Friends"], [])
    assert game.legal_actions() == ["draw lobby 0", "draw lobby 1", "draw lobby 2"]
    assert refused(game, "draw deck") == ("OV-T1", "The deck is empty; take a card from the lobby.")


@pytest.mark.parametrize(
    ("slot", "left"),
    [(0, [None, "Critic", "Friends"]), (1, [None, "VIP", "Friends"]), (2, [None, "VIP", "Critic"])],
)
def test_l2_with_the_deck_empty_the_lobby_shrinks(slot: int, left: list[str | None]) -> None:
    game = position(3, [["Kid"], [], []], ["VIP", "Critic", "Friends"], [])
    game.play(f"draw lobby {slot}")
    assert lobby_of(game) == left


def test_t2_with_the_deck_empty_the_lobby_may_be_visited_twice() -> None:
    game = position(2, [["Kid"], ["Teacher"]], ["VIP", "Critic", "Friends"], [])
    game.play("draw lobby 2")
    assert game.legal_actions() == ["draw lobby 1", "draw lobby 2"]
    assert refused(game, "draw lobby 0") == ("OV-L2", "Lobby slot 0 is empty.")
    game.play("draw lobby 1")
    assert sorted(game.view(0).as_dict()["hand"]) == ["Friends", "Kid", "VIP"]
    assert game.view(1).as_dict()["known"][0] == ["Friends", "VIP"]


def test_t2_counts_again_once_the_last_card_of_the_deck_has_come() -> None:
    game = position(2, [["Kid"], ["Teacher"]], ["VIP", "Critic", "Friends"], ["Patron"])
    game.play("draw lobby 1")
    assert lobby_of(game) == ["Patron", "VIP", "Friends"]
    assert game.legal_actions() == ["draw lobby 0", "draw lobby 1", "draw lobby 2"]


def test_t1_with_nothing_to_draw_the_drawing_ends() -> None:
    game = position(2, [["Kid"], ["Teacher"]], [None, None, "VIP"], [])
    game.play("draw lobby 2")
    assert {text.split()[0] for text in game.legal_actions()} == {"seat"}
    assert refused(game, "draw deck") == ("OV-T1", "There is nothing left to draw; now seat a card.")
    game.play("seat Kid A1")
    assert game.to_move == 1, "the one card left is kept: no discard (OV-T4)"
    game.play("seat Teacher A1")
    assert game.to_move == 0
    game.play("seat VIP A2")
    assert game.is_over, "with no cards left the other turns pass by"
    assert game.winners == [0]


def test_s3_no_ghost_leaves_an_empty_deck() -> None:
    game = position(3, [["Kid"], ["Kid"], ["Kid"]], [None, None, None], [], turn=11)
    for _ in range(3):
        game.play("seat Kid A1")
    assert game.is_over
    assert game.view(0).as_dict()["ghosts"] == 0


def test_a_full_house_lets_the_turn_pass() -> None:
    game = position(3, [["Kid"], ["Kid"], ["Kid"]], [None, None, None], [])
    for seat in range(20):
        game.state.board[1][seat] = parse_card("Patron")
    game.play("seat Kid A1")
    assert game.to_move == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_of_positions_that_are_set_up_are_filled_with_what_fits(players: int) -> None:
    game = position(players, [["Kid"], ["Teacher"], ["VIP"], ["VIP"]][:players], ["VIP", "Critic", "Friends"], [])
    while not game.is_over:
        for player in range(players):
            view = game.view(player)
            for seed in range(3):
                assert OVERTURE.view(view.determinize(new_stream(seed)), player) == view
        game.play(game.legal_actions()[-1])


# ------------------------------------------------------------------ refusals


def after(*actions: str, players: int = 2) -> Match:
    game = position(
        players, [["Kid"], ["Teacher"], [], []][:players], ["VIP", "Critic", "Friends"], ["Patron", "Kid"] * 9
    )
    for action in actions:
        game.play(action)
    return game


@pytest.mark.parametrize(
    ("played", "players", "action", "clause", "words"),
    [
        ([], 2, "seat Kid A1", "OV-T1", "draw until you hold 3"),
        ([], 3, "seat Kid A1", "OV-T1", "draw until you hold 2"),
        ([], 2, "discard Kid", "OV-T4", "at the end of the turn"),
        ([], 3, "discard Kid", "OV-T4", "Nobody discards"),
        ([], 2, "draw lobby 0", "OV-L1", "VIP in slot 0 is frozen"),
        (["draw lobby 1"], 2, "draw lobby 1", "OV-T2", "been to the lobby"),
        (["draw deck", "draw deck"], 2, "draw deck", "OV-T1", "full with 3 cards"),
        (["draw deck"], 3, "draw lobby 1", "OV-T1", "full with 2 cards"),
        (["draw deck", "draw deck"], 2, "seat VIP A1", "OV-T3", "no VIP in your hand"),
        (["draw deck"], 3, "seat Tall Kid A1", "OV-T3", "no Tall Kid in your hand"),
        (["draw deck", "draw deck", "seat Kid A1"], 2, "seat Kid A2", "OV-T4", "seated this turn"),
        (["draw deck", "draw deck", "seat Kid A1"], 2, "discard VIP", "OV-T4", "no VIP in your hand"),
        (["draw deck", "draw deck", "seat Kid A1"], 2, "draw deck", "OV-T4", "must be discarded"),
    ],
)  # fmt: skip
def test_refusals_name_the_clause_and_the_cards(
    played: list[str], players: int, action: str, clause: str, words: str
) -> None:
    found, reason = refused(after(*played, players=players), action)
    assert found == clause
    assert words in reason


def test_t3_a_taken_seat_is_named() -> None:
    game = after("draw deck", players=3)
    game.state.board[0][0] = parse_card("Patron")
    assert refused(game, "seat Kid A1") == ("OV-T3", "Seat A1 is taken; choose an empty one.")


def test_e1_after_the_end_everything_is_refused() -> None:
    game = match(4)
    while not game.is_over:
        game.play(game.legal_actions()[-1])
    for action in ("draw deck", "seat Kid A1", "discard Kid", "nonsense"):
        assert refused(game, action)[0] == "OV-E1"


@pytest.mark.parametrize(
    "text",
    ["draw", "draw lobby", "draw lobby 3", "draw lobby -1", "draw lobby 01", "draw  deck", "Draw deck", "seat",
     "seat Kid", "seat A1 Kid", "seat Kid a1", "seat kid A1", "seat Kid  A1", "seat Tall Kid A1 ",
     "seat Noisy Noisy Kid A1", "discard", "discard ", "discard kid", "seat Nobody A1", "discard Nobody", "seat Kid A6",
     "seat Kid E1", "pass"],
)  # fmt: skip
def test_notation_is_exact(text: str) -> None:
    with pytest.raises(NotationError):
        match().play(text)


def test_equal_cards_in_the_lobby_are_two_draws() -> None:
    game = position(3, [["Kid"], [], []], ["VIP", "Kid", "Kid"], ["Patron"] * 5)
    assert game.legal_actions() == ["draw deck", "draw lobby 1", "draw lobby 2"]


# ------------------------------------------------------------------ the end


def finished(*houses: dict[str, str], theatre: str = "grand-empress") -> list[int]:
    s = OVERTURE.new_state(len(houses), {"theatre": theatre}, OVERTURE.check_rules(None))
    for player, house in enumerate(houses):
        s.board[player] = board_state(theatre, house).board[0]
    s.phase, s.turn = rules.OVER, rules.ROUNDS
    return OVERTURE.winners(s)


def test_e2_most_points_win() -> None:
    assert finished({"A1": "Patron", "A2": "Patron"}, {"A1": "Noisy Patron"}) == [0]


def test_e2_then_most_noisy_patrons() -> None:
    assert finished({"A1": "Noisy Patron"}, {"A1": "Patron"}) == [0]
    assert finished({"A1": "Noisy Patron"}, {"A1": "Noisy Patron"}) == [1]
    assert finished({"A1": "Patron"}, {"A1": "Noisy Teacher"}, {"A1": "Patron"}) == [1]


def test_e2_then_most_types_but_only_from_three_players_on() -> None:
    two_types, one_type = {"A2": "Patron", "C3": "Critic"}, {"A2": "Patron", "C3": "Patron"}
    assert finished(two_types, one_type) == [1]
    assert finished(two_types, one_type, one_type) == [0]
    assert finished(two_types, one_type, one_type, {}) == [0]


def test_e2_then_the_latest_in_the_order_of_play() -> None:
    assert finished({}, {}) == [1]
    assert finished({"A2": "Patron"}, {"A3": "Patron"}, {"A4": "Patron"}, {}) == [2]
    assert finished({}, {}, {}, {}) == [3]


def test_e1_cards_in_hand_count_for_nobody() -> None:
    game = match(4)
    while not game.is_over:
        game.play(game.legal_actions()[-1])
    assert all(game.view(p).as_dict()["hand"] for p in range(4))
    assert game.scores == [total(game.breakdown(p)) for p in range(4)]


# ------------------------------------------------------------------ boards as data


@pytest.mark.parametrize("seats", [[], None, "A1", {"A9": "Kid"}, {"A1": "Tall"}, {"A1": 3}, {1: "Kid"}])
def test_a_board_names_what_does_not_exist(seats: object) -> None:
    with pytest.raises(BadInput):
        board_state("grand-empress", seats)


def test_a_board_may_hold_more_than_the_deck() -> None:
    seats = dict.fromkeys(THEATRES[0].seats, "Bespectacled VIP")
    assert answer_board({"theatre": "grand-empress", "seats": seats})["total"] == 10 * 7 + 5 * 5 + 5 * 3


def test_a_first_round_in_words() -> None:
    game = position(
        2, [["Kid"], ["Teacher"]], ["VIP", "Critic", "Tall Friends"], ["Patron", "Lovebirds", "Noisy Kid"] * 4
    )
    actions = ["draw lobby 2", "draw deck", "seat Tall Friends B3", "discard Kid", "draw deck", "draw lobby 1"]
    for action in actions:
        game.play(action)
    assert [f"{ply.player}: {OVERTURE.describe_action(ply.before, ply.action)}" for ply in game.history] == [
        "0: takes Tall Friends from the lobby",
        "0: draws from the deck",
        "0: seats Tall Friends on B3",
        "0: discards a card face down",
        "1: draws from the deck",
        "1: takes a VIP from the lobby",
    ]
    assert game.view(0).as_dict() == {
        "theatre": "grand-empress", "players": 2, "viewer": 0, "phase": "seating", "to_move": 1, "round": 1,
        "hand": ["Lovebirds"], "discards": ["Kid"], "lobby": ["Patron", "Patron", "Critic"], "deck_count": 8,
        "ghosts": 0,
        "hand_counts": [1, 3], "discard_counts": [1, 0], "houses": [{"B3": "Tall Friends"}, {}],
        "known": [["Lovebirds"], ["VIP"]], "scores": [3, 0],
    }  # fmt: skip
