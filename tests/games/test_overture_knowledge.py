"""Overture's hidden cards: sampled worlds are exactly those that fit what a player was shown (OV-L3)."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest
from scipy.stats import chisquare

from theatre_lab.bots.basic import RandomBot
from theatre_lab.core.match import Match
from theatre_lab.core.stream import new_stream
from theatre_lab.games.overture import OVERTURE, rules
from theatre_lab.games.overture.cards import CARDS, COPIES, card_name

Hand = tuple[int, ...]


def match(players: int, seed: int, plies: int) -> Match:
    game, bot = Match(OVERTURE, players, theatre="rotunda", seed=seed), RandomBot(seed)
    while not game.is_over and game.ply < plies:
        game.play(bot(game.view(game.to_move or 0)))
    return game


def hand_of(s: Any, player: int) -> Hand:
    return tuple(s.hand[3 * player : 3 * player + s.held[player]])


def bin_of(s: Any, player: int) -> Hand:
    return tuple(s.bin[12 * player : 12 * player + 12])


def sampled(game: Match, viewer: int, count: int) -> list[Any]:
    view, rng = game.view(viewer), new_stream(game.seed, viewer, 3)
    return [view.determinize(rng) for _ in range(count)]


# ------------------------------------------------------------------ by brute force, on small histories


def possible(game: Match, viewer: int, other: int) -> set[tuple[Hand, Hand]]:
    """Every hand and discards that `other` may have had, from the actions alone: all unseen cards are tried."""
    cards = range(5, CARDS)
    found: set[tuple[Hand, Hand]] = {((card,), (0,) * 12) for card in cards if COPIES[card]}
    for ply in game.history:
        if ply.player != other:
            continue
        turn, text = ply.before.turn, ply.text
        if text == "draw deck":
            found = {(tuple(sorted((*hand, card))), bins) for hand, bins in found for card in cards if COPIES[card]}
        elif text.startswith("draw lobby"):
            card = ply.before.lobby[int(text[-1])]
            found = {(tuple(sorted((*hand, card))), bins) for hand, bins in found}
        elif text.startswith("seat"):
            card = (ply.action - rules.SEAT) // rules.SEAT_WIDTH
            found = {(without(hand, card), bins) for hand, bins in found if card in hand}
        else:
            found = {
                (without(hand, card), (*bins[:turn], card, *bins[turn + 1 :]))
                for hand, bins in found
                for card in {*hand}
            }
    seen = visible(game.state, viewer)
    return {(hand, bins) for hand, bins in found if fits(seen, hand, bins)}


def without(hand: Hand, card: int) -> Hand:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def visible(s: Any, viewer: int) -> Counter[int]:
    houses = itertools.chain.from_iterable(s.board[: s.players])
    return Counter([*houses, *s.lobby, *hand_of(s, viewer), *bin_of(s, viewer)])


def fits(seen: Counter[int], hand: Hand, bins: Hand) -> bool:
    placed = seen + Counter([*hand, *bins])
    return all(count <= COPIES[card] for card, count in placed.items() if card)


def lobby_cards(game: Match, other: int) -> set[int]:
    plies = [ply for ply in game.history if ply.player == other and ply.text.startswith("draw lobby")]
    return {ply.before.lobby[int(ply.text[-1])] for ply in plies}


def outline(hand: Hand, bins: Hand, known: set[int]) -> tuple[Hand, Hand]:
    """Where the cards are that came from the lobby; all others count as unknown."""
    return tuple(c if c in known else -1 for c in hand), tuple(c if c in known or not c else -1 for c in bins)


@pytest.mark.parametrize("seed", [1, 2, 5, 8])
@pytest.mark.parametrize("viewer", [0, 1])
def test_samples_are_the_worlds_that_brute_force_finds(seed: int, viewer: int) -> None:
    """Two players, some turns: the truth is possible, no sample contradicts, and no possibility is left out."""
    game, other = match(2, seed, 12), 1 - viewer
    worlds = possible(game, viewer, other)
    assert (hand_of(game.state, other), bin_of(game.state, other)) in worlds
    samples = {(hand_of(w, other), bin_of(w, other)) for w in sampled(game, viewer, 600)}
    assert samples <= worlds
    known = lobby_cards(game, other)
    if known:
        likely = Counter(outline(*world, known) for world in worlds)
        met = {outline(*sample, known) for sample in samples}
        assert met <= set(likely)
        assert {o for o, count in likely.items() if count * 40 > len(worlds)} <= met


# ------------------------------------------------------------------ the truth is always possible


def true_choices(s: Any, viewer: int, other: int) -> int:
    """The `choices` of `follow_known` under which the known cards went where they truly went."""
    choices = 0
    for turn in range(rules.ROUNDS):
        true = s.bin[rules.ROUNDS * other + turn]
        if true:
            for bit in (0, 1):
                scratch = s.copy()
                rules.conceal(scratch, viewer)
                rules.follow_known(scratch, other, choices | bit << turn)
                if scratch.bin[rules.ROUNDS * other + turn] == true:
                    choices |= bit << turn
                    break
            else:
                choices |= 1 << turn
    return choices


@pytest.mark.parametrize("seed", range(6))
def test_the_true_discards_are_among_the_histories_that_are_tried(seed: int) -> None:
    game = match(2, seed, 1000)
    for ply in game.history[::3]:
        s = ply.before
        for viewer in (0, 1):
            other = 1 - viewer
            scratch = s.copy()
            rules.conceal(scratch, viewer)
            buffer = [0] * rules.MAX_CARDS
            assert rules.place_known(scratch, viewer, true_choices(s, viewer, other), buffer)
            known = Counter(scratch.hand[3 * other : 3 * other + 3])
            del known[0]
            assert known <= Counter(hand_of(s, other))
            for card, true in zip(bin_of(scratch, other), bin_of(s, other), strict=True):
                assert card == true or (card == rules.HIDDEN and true)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_sample_is_a_whole_deck_in_its_places(players: int, seed: int) -> None:
    game = match(players, seed, 1000)
    for ply in game.history[::7]:
        for viewer in range(players):
            world = OVERTURE.view(ply.before, viewer).determinize(new_stream(seed, viewer))
            hands = [card for player in range(players) for card in hand_of(world, player)]
            assert sum(world.held) == len(hands) == len([card for card in hands if card])
            assert [hand_of(world, p) for p in range(players)] == [
                tuple(sorted(hand_of(world, p))) for p in range(players)
            ]
            houses = list(itertools.chain.from_iterable(world.board))
            placed = Counter([*houses, *world.lobby, *hands, *world.bin, *world.deck[world.drawn : world.deck_count]])
            del placed[0]
            assert sum(placed.values()) == 56 - world.ghosts
            assert all(0 < count <= COPIES[card] for card, count in placed.items())


@pytest.mark.parametrize("players", [3, 4])
def test_a_lobby_card_stays_in_the_hand_until_it_is_seated(players: int) -> None:
    game = match(players, 3, 1000)
    for ply in game.history[::2]:
        for viewer in range(players):
            view = OVERTURE.view(ply.before, viewer)
            for other in set(range(players)) - {viewer}:
                known = Counter(view.as_dict()["known"][other])
                assert known <= Counter(card_name(card) for card in hand_of(ply.before, other))
                world = view.determinize(new_stream(ply.player, viewer, other))
                assert known <= Counter(card_name(card) for card in hand_of(world, other))


def test_a_lobby_card_is_known_until_it_may_have_been_discarded() -> None:
    game = Match(OVERTURE, 2, theatre="rotunda", seed=7)
    card = game.view(1).as_dict()["lobby"][1]
    game.play("draw lobby 1")
    assert game.view(1).as_dict()["known"][0] == [card]
    game.play("draw deck")
    other = next(text for text in game.legal_actions() if not text.startswith(f"seat {card} "))
    game.play(other)
    assert game.view(1).as_dict()["known"][0] == [card]
    game.play(game.legal_actions()[0])
    assert game.view(1).as_dict()["known"][0] == []
    hands = Counter(card in map(card_name, hand_of(world, 0)) for world in sampled(game, 1, 300))
    assert min(hands[True], hands[False]) > 80, "kept or discarded: both are likely"


def test_a_lobby_card_that_was_seated_is_known_no_more() -> None:
    game = Match(OVERTURE, 2, theatre="rotunda", seed=7)
    card = game.view(1).as_dict()["lobby"][1]
    game.play("draw lobby 1")
    game.play("draw deck")
    game.play(f"seat {card} A2")
    assert game.view(1).as_dict()["known"][0] == []


def test_the_next_card_of_a_sample_is_any_unseen_card_in_proportion() -> None:
    game = Match(OVERTURE, 2, theatre="rotunda", seed=9)
    unseen = Counter({card: n for card, n in enumerate(COPIES) if n})
    unseen.subtract([*hand_of(game.state, 0), *game.state.lobby])
    drawn = Counter(world.deck[world.drawn] for world in sampled(game, 0, 4000))
    cards = [card for card, n in unseen.items() if n > 0]
    expected = [4000 * unseen[card] / sum(unseen.values()) for card in cards]
    assert set(drawn) <= set(cards)
    assert chisquare([drawn[card] for card in cards], expected).pvalue > 1e-4


# ------------------------------------------------------------------ what a view may show


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_names_no_card_that_its_player_cannot_know(players: int) -> None:
    game = match(players, 4, 1000)
    for ply in game.history[::5]:
        for viewer in range(players):
            view = OVERTURE.view(ply.before, viewer)
            assert not any(view.state.deck)
            shown = view.as_dict()
            assert Counter(shown["hand"]) == Counter(map(card_name, hand_of(ply.before, viewer)))
            for other in set(range(players)) - {viewer}:
                assert set(view.state.hand[3 * other : 3 * other + 3]) == {0}
                if players == 2:
                    assert set(bin_of(view.state, other)) <= {0, rules.HIDDEN}
            assert shown["hand_counts"] == list(ply.before.held[:players])


def test_what_a_move_reveals() -> None:
    game = Match(OVERTURE, 2, theatre="rotunda", seed=7)
    s = game.state
    deck, lobby = rules.DRAW_DECK, rules.DRAW_LOBBY + 1
    assert [OVERTURE.reveals(s, deck, p) for p in (0, 1)] == [True, False]
    assert [OVERTURE.reveals(s, lobby, p) for p in (0, 1)] == [True, True]
    game.play("draw deck")
    game.play("draw deck")
    seat = OVERTURE.legal_actions(game.state)[0]
    assert [OVERTURE.reveals(game.state, seat, p) for p in (0, 1)] == [False, True]
    game.play(seat)
    discard = OVERTURE.legal_actions(game.state)[0]
    assert [OVERTURE.reveals(game.state, discard, p) for p in (0, 1)] == [False, False]


def test_a_seating_can_be_taken_back_and_a_draw_cannot() -> None:
    game = Match(OVERTURE, 2, theatre="rotunda", seed=7)
    game.play("draw deck")
    assert game.why_no_undo() == "P1 has seen something new since (draw deck)."
    game.play("draw deck")
    seating = game.legal_actions()[0]
    game.play(seating)
    assert game.undo() == seating
    assert game.why_no_undo() == "P1 has seen something new since (draw deck)."


def test_a_refused_undo_speaks_to_you_and_says_who_showed_something() -> None:
    match = Match(OVERTURE, ["You", "Greedy"], seats=["human", "greedy"], theatre="blackbox", seed=1)
    match.play("draw deck")
    assert match.why_no_undo(0) == "You have seen something new since (draw deck)."
    match.play("draw deck")
    match.play(next(action for action in match.legal_actions() if action.startswith("seat")))
    match.play(match.legal_actions()[0])
    match.play("draw lobby 1")
    assert match.why_no_undo(0) == "You have seen something new since (Greedy: draw lobby 1)."
