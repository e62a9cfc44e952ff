"""Overture where one wrong number would go unseen in an ordinary game: single types, slots, rounds and discards."""

from __future__ import annotations

from typing import Any

import pytest

from theatre_lab.core.game import total
from theatre_lab.core.match import Match
from theatre_lab.core.stream import new_stream
from theatre_lab.games.overture import OVERTURE, board_state, rules
from theatre_lab.games.overture.cards import TYPES, parse_card

LAST = rules.ROUNDS - 1


def position(hands: list[str], lobby: list[str | None], deck: list[str], turn: int = 0) -> Match:
    """A match with one card in each hand; the lobby's slot 0 comes first."""
    game = Match(OVERTURE, len(hands), theatre="grand-empress", seed=7)
    s = OVERTURE.new_state(len(hands), {"theatre": "grand-empress"}, OVERTURE.check_rules(None))
    for owner, card in enumerate(hands):
        rules.add_to_hand(s, owner, parse_card(card))
    s.lobby = [parse_card(card) if card else 0 for card in lobby]
    s.deck[: len(deck)] = [parse_card(card) for card in deck]
    s.deck_count, s.turn = len(deck), turn
    rules.go_on_drawing(s)
    game.state = s
    return game


def play(game: Match, *actions: str) -> Match:
    for action in actions:
        game.play(action)
    return game


def worlds(game: Match, viewer: int, count: int = 40) -> list[Any]:
    view, rng = game.view(viewer), new_stream(5, viewer)
    return [view.determinize(rng) for _ in range(count)]


def hand_of(s: Any, player: int) -> list[int]:
    return sorted(s.hand[rules.HAND * player : rules.HAND * player + s.held[player]])


# ------------------------------------------------------------------ the third tie-breaker


@pytest.mark.parametrize("kind", TYPES[1:])
def test_e2_every_type_is_one_more_in_a_tie(kind: str) -> None:
    common = "Patron" if kind != "Patron" else "Kid"
    numbers = OVERTURE.check_rules({number.key: 0 for number in OVERTURE.rule_numbers})
    s = OVERTURE.new_state(3, {"theatre": "grand-empress"}, numbers)
    for player, last in enumerate((kind, common, common)):
        s.board[player] = board_state("grand-empress", {"A1": common, "D4": common, "D5": last}).board[0]
    s.phase, s.turn = rules.OVER, rules.ROUNDS
    assert OVERTURE.winners(s) == [0]


# ------------------------------------------------------------------ what is drawable


@pytest.mark.parametrize("slot", [0, 1, 2])
def test_t1_one_card_in_any_slot_of_the_lobby_must_be_drawn(slot: int) -> None:
    lobby: list[str | None] = [None, None, None]
    lobby[slot] = "VIP"
    assert position(["Kid", "Kid", "Kid"], lobby, []).legal_actions() == [f"draw lobby {slot}"]


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    ("hand", "seats"),
    [("Patron Kid Kid", 40), ("Patron Patron Kid", 40), ("Kid Kid Kid", 20), ("Patron VIP Kid", 60)],
)
def test_t3_equal_cards_of_a_hand_are_one_choice(hand: str, seats: int, player: int) -> None:
    first, second, third = hand.split()
    hands = ["Critic", "Critic"]
    hands[player] = third
    game = position(hands, ["VIP", "VIP", "VIP"], ["Critic", "Critic", first, second] if player else [first, second])
    if player:
        play(game, "draw deck", "draw deck", "seat Critic A1", "discard Critic")
    play(game, "draw deck", "draw deck")
    assert len(set(game.legal_actions())) == len(game.legal_actions()) == seats


# ------------------------------------------------------------------ where a lobby card may have gone (OV-L3)


@pytest.mark.parametrize("turn", range(rules.ROUNDS))
def test_a_lobby_card_was_kept_or_discarded_in_any_round(turn: int) -> None:
    game = position(["Kid", "Teacher"], ["VIP", "Critic", "Noisy Lovebirds"], ["Patron", "Friends"] * 4, turn)
    play(game, "draw lobby 2", "draw deck", "seat Kid A1", "discard Noisy Lovebirds")
    card, place = parse_card("Noisy Lovebirds"), turn
    kept = [card in hand_of(world, 0) for world in worlds(game, 1)]
    gone = [world.bin[place] == card for world in worlds(game, 1)]
    assert kept == [not there for there in gone]
    assert 8 < sum(kept) < 32, "either is likely"


@pytest.mark.parametrize("turn", [0, 1, 5, 10])
def test_a_lobby_card_that_is_seated_later_was_never_discarded(turn: int) -> None:
    """The deck has one such card: of all histories only those fit that kept it."""
    game = position(["Kid", "Teacher"], ["VIP", "Critic", "Noisy Lovebirds"], ["Patron", "Friends"] * 6, turn)
    play(game, "draw lobby 2", "draw deck", "seat Kid A1", "discard Friends")
    play(game, "draw deck", "draw deck", "seat Teacher A1", "discard Patron")
    play(game, "draw deck", "draw deck", "seat Noisy Lovebirds A2")
    card = parse_card("Noisy Lovebirds")
    for world in worlds(game, 1):
        assert card not in world.bin
        assert card not in hand_of(world, 0)
        assert world.bin[turn] > 0


def test_a_hand_has_no_room_for_a_card_that_was_discarded() -> None:
    """With the deck empty two cards come from the lobby; what is seated beside them was the third of the hand."""
    game = position(
        ["Kid", "Teacher"], ["VIP", "Critic", "Noisy Lovebirds"], ["Patron", "Tall Critic", "Friends", "Friends"]
    )
    play(game, "draw lobby 2", "draw deck", "seat Kid A1", "discard Noisy Lovebirds")
    play(game, "draw deck", "draw deck", "seat Teacher A1", "discard Friends")
    play(game, "draw lobby 2", "draw lobby 2", "seat Tall Critic A2")
    for world in worlds(game, 1):
        assert world.bin[0] == parse_card("Noisy Lovebirds")
        assert hand_of(world, 0) == sorted([parse_card("Critic"), parse_card("VIP")])


@pytest.mark.parametrize("owner", [0, 1])
def test_who_held_two_cards_and_seated_the_one_from_the_deck_had_discarded_the_other(owner: int) -> None:
    """The lobby is empty then: nothing is discarded in the second round, and a single card is left."""
    lobby: list[str | None] = ["VIP", "Critic", "Noisy Lovebirds"]
    empties_it = ("draw lobby 2", "draw lobby 2", "seat Teacher A1", "discard Critic")
    if owner == 0:
        game = position(["Kid", "Teacher"], lobby, ["Patron", "Friends"])
    else:
        game = play(position(["Patron", "Kid"], lobby, ["Teacher", "Patron"] * 2), "draw deck", "draw deck")
        play(game, "seat Patron A2", "discard Patron")
    play(game, "draw lobby 2", "draw deck", "seat Kid A1", "discard Noisy Lovebirds")
    play(game, *empties_it, "draw lobby 2", "seat Friends A2" if owner == 0 else "seat Patron A2")
    left = parse_card("Patron" if owner == 0 else "Teacher")
    for following in ((), ("seat VIP A3",)):
        play(game, *following)
        for world in worlds(game, 1 - owner):
            assert world.bin[rules.ROUNDS * owner :][:2] == [parse_card("Noisy Lovebirds"), 0]
            assert world.hand[rules.HAND * owner :][: rules.HAND] == [left, 0, 0]


@pytest.mark.parametrize("turn", [0, 4, 9])
@pytest.mark.parametrize("owner", [0, 1])
def test_of_three_cards_that_all_are_known_one_is_seated_and_one_discarded(owner: int, turn: int) -> None:
    """Which of the two that were left is in hand stays open; that the third one was kept so long is certain."""
    other = [
        ("draw deck", "draw deck", "seat Teacher A1", "discard Friends"),
        ("draw deck", "draw deck", "seat Patron A2", "discard Friends"),
        ("draw lobby 2", "seat Patron A3"),
    ]
    lobby: list[str | None] = ["VIP", "Critic", "Noisy Lovebirds"]
    game = position(
        ["Teacher", "Kid"] if owner else ["Kid", "Teacher"], lobby, ["Patron", "Friends"] * (2 + owner), turn
    )
    play(game, *(other.pop(0) if owner else ()))
    play(game, "draw lobby 2", "draw deck", "seat Kid A1", "discard Friends", *other.pop(0))
    play(game, "draw lobby 2", "draw lobby 2", "seat Noisy Lovebirds A2", "discard Critic")
    vip, critic = parse_card("VIP"), parse_card("Critic")
    for following in ((), other[-1]):
        play(game, *following)
        found = {
            (*hand_of(world, owner), world.bin[rules.ROUNDS * owner + turn + 1]) for world in worlds(game, 1 - owner)
        }
        assert found == {(vip, critic), (critic, vip)}
        assert all(parse_card("Noisy Lovebirds") not in world.bin for world in worlds(game, 1 - owner))


@pytest.mark.parametrize("players", [3, 4])
def test_what_is_taken_every_round_and_seated_in_the_next_is_always_known(players: int) -> None:
    """All but one case: who takes a patron and seats an equal one that nobody saw coming may have kept either."""
    game = Match(OVERTURE, players, theatre="rotunda", seed=11)
    is_known = [False] * players
    for _ in range(rules.ROUNDS):
        for player in range(players):
            old = game.view(player).as_dict()["hand"][0]
            taken = game.view(player).as_dict()["lobby"][2]
            is_known[player] |= old != taken
            play(game, "draw lobby 2")
            play(game, next(action for action in game.legal_actions() if action.startswith(f"seat {old} ")))
            for viewer in set(range(players)) - {player}:
                assert game.view(viewer).as_dict()["known"][player] == [taken] * is_known[player]
                if is_known[player]:
                    assert hand_of(worlds(game, viewer, 1)[0], player) == [parse_card(taken)]
    assert all(is_known)


def test_what_one_of_two_takes_is_known_until_the_discard_of_every_round() -> None:
    game = Match(OVERTURE, 2, theatre="rotunda", seed=11)
    for _ in range(rules.ROUNDS):
        for player in range(2):
            taken = game.view(player).as_dict()["lobby"][1]
            play(game, "draw deck", "draw lobby 1")
            assert game.view(1 - player).as_dict()["known"][player] == [taken]
            others = [action for action in game.legal_actions() if not action.startswith(f"seat {taken} ")]
            play(game, others[0] if others else game.legal_actions()[0])
            assert game.view(1 - player).as_dict()["known"][player] == ([taken] if others else [])
            play(game, game.legal_actions()[-1])
            assert game.view(1 - player).as_dict()["known"][player] == []


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_than_two_nothing_is_discarded_and_the_first_history_fits(players: int) -> None:
    """Else a sample is sought for four thousand times as long."""
    game = Match(OVERTURE, players, theatre="rotunda", seed=11)
    while not game.is_over:
        for viewer in range(players):
            concealed = game.view(viewer).state.copy()
            assert rules.place_known(concealed, viewer, 0, [0] * rules.MAX_CARDS)
        lobby = [action for action in game.legal_actions() if action.startswith("draw lobby")]
        play(game, lobby[0] if lobby else game.legal_actions()[0])


def test_everybody_sees_the_own_discards_of_all_rounds_and_of_others_only_how_many() -> None:
    game = Match(OVERTURE, 2, theatre="rotunda", seed=11)
    gone: list[list[str]] = [[], []]
    while not game.is_over:
        player, action = game.to_move or 0, game.legal_actions()[-1]
        play(game, action)
        if action.startswith("discard "):
            gone[player].append(action.removeprefix("discard "))
            assert [game.view(viewer).as_dict()["discards"] for viewer in range(2)] == gone
            assert game.view(0).as_dict()["discard_counts"] == [len(cards) for cards in gone]
            assert all(card < 0 for card in game.view(1 - player).state.bin[12 * player :][: len(gone[player])])
    assert [len(cards) for cards in gone] == [rules.ROUNDS] * 2


# ------------------------------------------------------------------ the numbers of the rules


@pytest.mark.parametrize(
    ("number", "theatre", "seats", "times"),
    [
        ("patron", "grand-empress", "C3 Patron", 1),
        ("vip", "grand-empress", "C3 VIP", 1),
        ("vip_front", "grand-empress", "B3 VIP", 1),
        ("vip_kid", "grand-empress", "C3 VIP, C2 Kid, C4 Tall Kid", 2),
        ("vip_noisy", "grand-empress", "C3 VIP, C2 Noisy Patron", 1),
        ("lovebirds", "grand-empress", "C3 Lovebirds", 1),
        ("pair", "grand-empress", "C2 Lovebirds, C3 Lovebirds", 2),
        ("pair_back", "grand-empress", "D1 Lovebirds, D2 Lovebirds", 2),
        ("kid", "grand-empress", "C3 Kid", 1),
        ("kid", "grand-empress", "A1 Teacher, A2 Kid, A3 Teacher", 0),
        ("kid_capped", "grand-empress", "A1 Teacher, A2 Kid, A3 Teacher", 1),
        ("teacher", "grand-empress", "C3 Teacher", 1),
        ("teacher_kid", "grand-empress", "A1 Teacher, A2 Kid, A3 Teacher", 2),
        ("critic", "grand-empress", "A2 Critic", 1),
        ("critic_aisle", "grand-empress", "A1 Critic", 1),
        ("friends", "grand-empress", "C3 Friends", 1),
        ("friends_friend", "grand-empress", "C2 Friends, C3 Friends", 2),
        ("tall", "grand-empress", "A2 Tall Patron, B2 Patron", 1),
        ("short_view", "grand-empress", "A2 Short Patron", 1),
        ("short_blocked", "grand-empress", "A2 Tall Patron, B2 Short Patron", 1),
        ("spectacles", "grand-empress", "A2 Bespectacled Patron", 1),
        ("noisy", "grand-empress", "A2 Noisy Patron, A3 Patron", 1),
        ("intimate", "blackbox", "A2 Patron, B1 Patron, B2 Patron, B3 Patron", 1),
        ("royal", "opera-house", "C3 Patron, C5 Patron", 1),
        ("royal", "opera-house", "", 0),
        ("wandering", "promenade", "A1 Critic, A5 Critic, B1 Critic, B3 Critic", 4),
        ("panorama", "amphitheater", "A3 Patron, A4 Patron, A5 Patron", 1),
        ("full_table", "dinner-playhouse", "A1 Patron, A2 Patron, B1 Patron, B2 Patron", 1),
    ],
)
def test_a_number_of_the_rules_counts_where_it_says_and_nowhere_else(
    number: str, theatre: str, seats: str, times: int
) -> None:
    """Raised by 5, one number after the other."""
    s = board_state(theatre, dict(seat.split(" ", 1) for seat in seats.split(", ") if seat))
    before = OVERTURE.scores(s)[0]
    (default,) = [each.default for each in OVERTURE.rule_numbers if each.key == number]
    s.rule = list(OVERTURE.check_rules({number: default + 5}))
    assert OVERTURE.scores(s)[0] - before == 5 * times
    assert OVERTURE.scores(s)[0] == total(OVERTURE.breakdown(s, 0))


# ------------------------------------------------------------------ the best patron (OV-H3)


@pytest.mark.parametrize("best", ["A1", "B3", "D5"])
def test_h3_the_best_patron_may_sit_before_or_behind_all_others(best: str) -> None:
    seats = dict.fromkeys(("A1", "A4", "B1", "B3", "C2", "C5", "D3", "D5"), "Kid") | {best: "Patron"}
    (part,) = [part for part in OVERTURE.breakdown(board_state("opera-house", seats), 0) if part.rule == "OV-H3"]
    assert part.who == best


# ------------------------------------------------------------------ what is written where


@pytest.mark.parametrize("players", [2, 3])
def test_legal_actions_are_written_whatever_stood_there(players: int) -> None:
    game = Match(OVERTURE, players, theatre="rotunda", seed=3)
    while not game.is_over:
        for player in range(players):
            held = game.state.held[player]
            assert game.state.hand[rules.HAND * player + held : rules.HAND * (player + 1)] == [0] * (rules.HAND - held)
        written = []
        for stood in (0, 1, 9999):
            out = [stood] * OVERTURE.max_actions
            number = rules.legal_actions(game.state, out)
            written.append(out[:number])
            assert set(out[number:]) <= {stood}
        assert written[0] == written[1] == written[2]
        assert len(set(written[0])) == len(written[0]) > 0
        play(game, game.legal_actions()[-1])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_card_may_lie_at_the_top_in_a_hand_or_at_the_bottom_of_the_deck(players: int) -> None:
    game = Match(OVERTURE, players, theatre="rotunda", seed=3)
    copies = list(rules.COPIES)
    for card in (*hand_of(game.state, 0), *game.state.lobby):
        copies[card] -= 1
    unseen = {card for card in range(1, rules.CARD_NUMBERS) if copies[card] > 0}
    found = worlds(game, 0, 600)
    assert {world.deck[world.drawn] for world in found} == unseen
    assert {world.deck[world.deck_count - 1] for world in found} == unseen
    for other in range(1, players):
        assert {hand_of(world, other)[0] for world in found} == unseen


def test_before_the_deal_nothing_is_imagined_and_nothing_is_to_be_chosen() -> None:
    s = OVERTURE.new_state(2, {"theatre": "rotunda"}, OVERTURE.check_rules(None))
    world, stream = s.copy(), new_stream(5)
    rules.determinize(world, 1, [0] * OVERTURE.max_cards, stream)
    assert world == s
    assert stream == new_stream(5), "no luck is used up"
    assert OVERTURE.legal_actions(s) == []


# ------------------------------------------------------------------ the numbers of actions


def test_the_widest_choice_fits_its_array_and_every_action_has_a_number_within_the_space() -> None:
    """Who learns from the numbers of actions makes a table of them: 3 cards on the 24 seats of the largest house."""
    s = OVERTURE.new_state(2, {"theatre": "dinner-playhouse"}, OVERTURE.check_rules(None))
    for card in ("VIP", "Critic", "Noisy Friends"):
        rules.add_to_hand(s, 0, parse_card(card))
    rules.go_on_drawing(s)
    actions = OVERTURE.legal_actions(s)
    assert len(set(actions)) == 72 <= OVERTURE.max_actions
    others = [OVERTURE.parse_action(s, text) for text in ("draw deck", "draw lobby 2", "discard Noisy Friends")]
    assert set(others).isdisjoint(actions)
    assert all(0 <= action < OVERTURE.action_space for action in (*actions, *others))
