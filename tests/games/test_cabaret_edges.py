"""Cabaret where it is tightest: deals that leave no choice, rings of exchanges, shows of six, shortages, long games."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import Any

import pytest

from theatre_lab.core.stream import new_stream
from theatre_lab.games.cabaret import CABARET, rules, show_state
from theatre_lab.games.cabaret.cards import GENRES, parse_performer
from theatre_lab.games.cabaret.dealing import HAND, UNSEEN

LETTERS = {genre: genre[0] for genre in GENRES} | {"Magicians": "G"}


def position(hands: list[str], **more: Any) -> Any:
    """Hands of performers by seat; the agents are the genres in their fixed order."""
    return show_state(list(GENRES[: len(hands)]), [hand.split() for hand in hands], **more)


def play(s: Any, *texts: str) -> Any:
    for text in texts:
        action = CABARET.parse_action(s, "mime" if text == "*" else f"play {text}")
        CABARET.require_legal(s, action, text)
        rules.apply(s, action)
    return s


def limit(s: Any, *held: str) -> Any:
    """Show that each hand holds only these genres (letters); "" leaves a hand free."""
    letters = "".join(LETTERS[genre] for genre in GENRES[: s.players])
    for seat, may_hold in enumerate(held):
        if may_hold:
            s.lacks[seat] = sum(1 << genre for genre, letter in enumerate(letters) if letter not in may_hold)
    return s


def worlds(s: Any, player: int, seeds: range) -> Any:
    for seed in seeds:
        view = s.copy()
        rules.conceal(view, player)
        rules.determinize(view, player, [0] * CABARET.max_cards, new_stream(seed))
        yield view


# ------------------------------------------------------------------ deals


@pytest.mark.parametrize("order", [(1, 2, 3, 4, 5), (5, 4, 3, 2, 1), (3, 5, 1, 4, 2)])
@pytest.mark.parametrize("viewer", [0, 2, 5])
@pytest.mark.parametrize("size", [1, 2])
def test_a_deal_that_leaves_no_choice_is_found(order: tuple[int, ...], viewer: int, size: int) -> None:
    """Each hand may hold two genres that overlap like a chain, and one genre a hand is what fits in the end."""
    letters = "SAMGDJ"
    seats = [(viewer + step) % 6 for step in order]
    hands, held = [""] * 6, [""] * 6
    for link, seat in enumerate(seats):
        hands[seat] = " ".join(f"{letters[link]}{rank + 1}" for rank in range(size))
        held[seat] = letters[link : link + 2]
    hands[viewer] = " ".join(f"{letter}12" for letter in letters)
    held[viewer] = letters[:5]
    s = limit(position(hands), *held)
    for world in worlds(s, viewer, range(12)):
        assert world.place == s.place


def test_cards_move_along_through_hands_that_are_full_already() -> None:
    """The free hand is filled last: what does not fit there goes to a limited hand, whose cards move on."""
    s = limit(position(["S12 A12 M12", "S1 S2", "A1 A2", "M1 S3"]), "", "SA", "AM", "")
    found = {tuple(world.place[:36]) for world in worlds(s, 0, range(60))}
    for place in found:
        assert place[parse_performer(s, "M1")] != HAND + 1
        assert all(place[parse_performer(s, f"S{rank}")] != HAND + 2 for rank in (1, 2, 3))
    assert len(found) > 5


def fitting(view: Any, player: int) -> list[tuple[int, ...]]:
    """All deals of the unseen cards that fit, as the holder of each."""
    cards = [card for card in range(12 * view.players) if view.place[card] == UNSEEN]
    others = [seat for seat in range(view.players) if seat != player]
    return [
        seats
        for seats in itertools.product(others, repeat=len(cards))
        if all(seats.count(seat) == view.hand_size[seat] for seat in others)
        and not any(view.lacks[seat] >> (card // 12) & 1 for seat, card in zip(seats, cards, strict=True))
    ]


@pytest.mark.parametrize(
    ("hands", "held", "viewer"),
    [
        (["S12 A12", "S1", "A1", "M1", "G1"], ["", "SA", "AM", "MG", "GS"], 0),
        (["S1", "S12 A12", "A1", "M1", "G1"], ["SG", "GM", "SA", "AM", "MG"], 1),
        (["S1", "A1", "M1 A2", "S12 G12"], ["SA", "AMS", "", "SM"], 3),
        (["S12 A12", "S1", "A1 M1"], ["SM", "SA", "SAM"], 0),
        (["S1 A1", "M1 A2 S2", "S12 A12"], ["SA", "", ""], 2),
        (["S12 A12", "S1 S2", "A1 M1", "", "M2"], ["S", "SA", "", "SAM", "MS"], 0),
        (["S12 A12", "A1 M1", "S1 M2"], ["", "AM", "SM"], 0),
    ],
)
def test_all_fitting_deals_come_equally_often_whoever_looks(hands: list[str], held: list[str], viewer: int) -> None:
    s = limit(position(hands), *held)
    view = s.copy()
    rules.conceal(view, viewer)
    cards = [card for card in range(12 * s.players) if view.place[card] == UNSEEN]
    deals = fitting(view, viewer)
    often = 100
    seen = Counter(tuple(w.place[c] - HAND for c in cards) for w in worlds(s, viewer, range(often * len(deals))))
    assert set(seen) == set(deals)
    chi_square = sum((seen[deal] - often) ** 2 / often for deal in deals)
    assert chi_square < len(deals) - 1 + 5 * math.sqrt(2 * len(deals))


@pytest.mark.parametrize("viewer", range(4))
def test_hands_on_both_sides_of_the_player_get_any_card(viewer: int) -> None:
    hands = [f"{letter}1" for letter in "SAMG"]
    hands[viewer] = "S12 A12"
    s = position(hands)
    cards = [parse_performer(s, hand) for hand in hands if hand != "S12 A12"]
    found = {tuple(world.place[card] - HAND for card in cards) for world in worlds(s, viewer, range(60))}
    assert found == set(itertools.permutations(sorted({0, 1, 2, 3} - {viewer})))


def test_the_last_card_that_is_unseen_lies_in_the_only_hand_that_is_left() -> None:
    """Two hands that mimes limited are empty already: nothing is left to be mixed, and own cards stay."""
    s = limit(position(["S1 A1", "", "", "A2"]), "", "SA", "SG", "")
    for world in worlds(s, 0, range(8)):
        assert world.place == s.place


# ------------------------------------------------------------------ mimes and rounds


def test_a_mime_tells_of_the_genres_of_the_game_that_are_not_in_the_show_and_of_no_other() -> None:
    s = play(position(["S9 A2", "S1 S4", "M3 A4", "S5 G1"]), "S9", "*", "M3", "G1")
    assert s.lacks == [0, 0b1110, 0, 0, 0, 0]
    assert s.turn == 0
    s = play(position(["A9 S2", "A1 A4", "M3 A5"]), "A9", "*", "M3")
    assert s.lacks == [0, 0b101, 0, 0, 0, 0]
    s = play(position(["S9 A2", "S1 S4", "S3 S5"]), "S9", "*", "*")
    assert s.lacks == [0, 0b110, 0b110, 0, 0, 0]


def test_two_mimes_of_one_hand_in_a_round_tell_of_both_shows() -> None:
    s = play(position(["S12 A12", "S1 A4 A5", "M3 G4 M5", "G5 G6 S8"]), "S12", "A4", "M3", "G5")
    play(s, "A12", "S1", "G4", "*")
    assert s.lacks == [0, 0, 0, 0b0100, 0, 0]


def last_show_of_a_round(*hands: str, **options: Any) -> Any:
    s = position(list(hands), **options)
    s.show_index = 11
    return play(s, *(hand.split()[0] for hand in hands))


def test_after_a_round_every_performer_is_in_the_deck_and_nothing_is_known_of_hands() -> None:
    s = last_show_of_a_round("S12 S1", "A11 A1", "M10 M1", rounds=2)
    assert s.phase == rules.DEAL_DUE
    assert s.place == [UNSEEN] * 72
    assert (s.hand_size, s.lacks, s.show_index) == ([0] * 6, [0] * 6, 0)
    data = CABARET.view(s, 0).as_dict()
    assert (data["piles"], data["set_aside"], data["show"]) == ([[], [], []], [], [])
    assert CABARET.legal_actions(s) == []
    assert data["hand_counts"] == [0, 0, 0]
    pile = [0] * CABARET.max_cards
    assert rules.chance(s, pile) == 36
    assert pile[:36] == list(range(36))


def test_nothing_is_dealt_between_rounds_to_who_imagines_the_hands() -> None:
    s = last_show_of_a_round("S12 S1", "A11 A1", "M10 M1", rounds=2)
    stream = new_stream(5)
    world = s.copy()
    rules.determinize(world, 1, [0] * CABARET.max_cards, stream)
    assert world == s
    assert stream == new_stream(5), "no luck is used up"


def test_three_rounds_are_led_by_one_seat_after_the_other_and_the_count_ends_the_game() -> None:
    s = position(["S12", "A11", "M10"], leader=2, rounds=3)
    leaders = []
    for _ in range(3):
        leaders.append(s.leader)
        s.show_index = 11
        order = [(s.leader + i) % 3 for i in range(3)]
        for seat in order:
            cards = [card for card in range(36) if s.place[card] == HAND + seat]
            rules.apply(s, CABARET.legal_actions(s)[0] if cards else rules.MIME)
        if s.phase == rules.DEAL_DUE:
            rules.set_chance(s, list(range(36)), 36)
    assert leaders == [2, 0, 1]
    assert s.phase == rules.OVER
    assert CABARET.legal_actions(s) == []


def test_each_round_adds_to_the_points_and_tells_what_it_alone_scored() -> None:
    s = last_show_of_a_round("S12 S1", "A11 A1", "M10 M1", rounds=2)
    assert (s.points[:3], s.last_round[:3]) == ([-2, 0, 0], [-2, 0, 0])
    rules.set_chance(s, [card % 12 * 3 + card // 12 for card in range(36)], 36)
    s.show_index = 11
    for seat in (1, 2, 0):
        assert s.turn == seat
        rules.apply(s, CABARET.legal_actions(s)[0])
    assert s.phase == rules.OVER
    assert [a + b for a, b in zip([-2, 0, 0], s.last_round[:3], strict=True)] == s.points[:3]
    told = {part.who: part.points for part in CABARET.breakdown(s, 0)}
    assert told["S12"] == -2
    assert sum(told.values()) == CABARET.scores(s)[0]


@pytest.mark.parametrize(
    ("show", "winner"),
    [
        ("S1 A2 M3 G4 D5 J6", 5),
        ("S6 A5 M4 G3 D2 J1", 0),
        ("S12 A12 M12 G12 D12 J1", 5),
        ("S12 A12 M11 G11 D10 J10", None),
        ("S12 A12 M11 G11 D10 J9", 4),
        ("S1 A12 M11 G12 D11 J1", None),
    ],
)
def test_shows_of_six(show: str, winner: int | None) -> None:
    s = position([f"{card} {card[0]}8" for card in show.split()])
    play(s, *show.split())
    assert s.last_winner - 1 == (-1 if winner is None else winner)
    assert s.turn == (5 if winner is None else winner)
    data = CABARET.view(s, 0).as_dict()
    assert [len(pile) for pile in data["piles"]] == [6 if seat == winner else 0 for seat in range(6)]
    assert len(data["last_show"]["cards"]) == 6
    assert data["last_show"]["leader"] == 0


def test_a_rank_is_the_number_on_the_card_and_a_mime_has_none() -> None:
    s = position(["S1", "A12", "M7"])
    assert [rules.rank_of(parse_performer(s, text)) for text in ("S1", "A12", "M7", "M1")] == [1, 12, 7, 1]
    assert rules.rank_of(rules.MIME) == 0


def test_only_a_card_that_lies_in_the_show_can_be_cancelled() -> None:
    s = play(position(["S12 S1", "A12 A1", "M12 M1", "G3 G1"]), "S12")
    assert [rules.is_cancelled(s, s.show, seat) for seat in range(4)] == [False] * 4
    play(s, "A12")
    assert [rules.is_cancelled(s, s.show, seat) for seat in range(4)] == [True, True, False, False]


def test_a_hand_shrinks_by_a_performer_played_and_by_no_mime() -> None:
    s = play(position(["S9 A2", "S1 S4", "M3 A4"]), "S9", "*", "M3")
    assert s.hand_size[:3] == [1, 2, 1]
    assert CABARET.view(s, 0).as_dict()["hand_counts"] == [1, 2, 1]


def test_the_winning_card_is_told_while_the_show_goes_on() -> None:
    s = position(["S7 S1", "A9 A1", "M9 M1", "G7 G1"])
    told = []
    for card in ("S7", "A9", "M9", "G7"):
        told.append(CABARET.view(s, 0).as_dict()["winning"])
        play(s, card)
    assert told == [None, 0, 1, 0]


def test_a_card_in_the_show_lies_neither_aside_nor_in_a_pile_nor_in_a_hand() -> None:
    s = play(position(["S7 S1", "A9 A1", "M9 M1"]), "S7", "A9")
    for viewer in range(3):
        data = CABARET.view(s, viewer).as_dict()
        assert [card["card"] for card in data["show"]] == ["S7", "A9"]
        elsewhere = [
            *data["set_aside"],
            *data["hand"],
            *data["unseen"],
            *(card for pile in data["piles"] for card in pile),
        ]
        assert not {"S7", "A9"} & set(elsewhere)


def test_a_shortage_pays_each_collection_and_a_later_one_pays_again() -> None:
    s = position(["S9 A2 S8 A3", "S1 S4 S2", "S3 A4 A5"], rounds=1)
    s.mimes[:3], s.mimes_aside = [5, 0, 2], 2
    play(s, "S9", "*", "A4")
    assert s.mimes_paid[:3] == [5, 0, 2]
    assert s.mimes[:3] == [4, 2, 3]
    s.mimes[:3], s.mimes_aside = [1, 0, 3], 5
    play(s, "S8", "*", "A5")
    assert s.mimes_paid[:3] == [6, 0, 5]
    assert [CABARET.scores(s)[seat] for seat in range(3)] == [12 + 2 * 4, 2 * 2, 10 + 2 * 3]


def test_who_shares_the_first_place_shares_the_win_and_nobody_else_gets_any() -> None:
    s = position(["S12", "A11", "M10", "G9", "D8", "J7"], rounds=1)
    for points, payoffs in (
        ([5, 5, 5, 5, 5, 5], [10] * 6),
        ([5, 4, 5, 4, 4, 4], [30, 0, 30, 0, 0, 0]),
        ([4, 4, 4, 4, 4, 5], [0, 0, 0, 0, 0, 60]),
        ([6, 5, 4, 3, 2, 1], [60, 0, 0, 0, 0, 0]),
        ([-1, -1, -1, -2, -3, -4], [20, 20, 20, 0, 0, 0]),
    ):
        s.points[:] = points
        assert [rules.payoff(s, seat) for seat in range(6)] == payoffs
        assert {type(rules.payoff(s, seat)) for seat in range(6)} == {int}, "parts of a win are whole numbers"


def test_the_variant_adds_every_genre_once_and_the_own_one_as_often_as_is_agreed() -> None:
    pile = ["S1", "S11", "A1", "M12"]
    for own, expected in ((1, 5 - 1 + 5 - 2), (2, 2 * (5 - 1) + 5 - 2), (5, 5 * (5 - 1) + 5 - 2)):
        s = position(["S3", "A3", "M2"], changed={"own_genre": own}, all_genres=True, rounds=1)
        for text in pile:
            s.place[parse_performer(s, text)] = 7
        s.show_index = 11
        play(s, "S3", "A3", "M2")
        assert s.points[:3] == [expected, 0, 4 + 4 + 5 * own], "the last show goes to the player of M2"
