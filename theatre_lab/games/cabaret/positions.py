"""Cabaret's positions made to order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from theatre_lab.core.errors import BadInput, IllegalAction
from theatre_lab.core.options import expect_int, expect_list
from theatre_lab.core.positions import Stock, by_player, number_by_player, read_cards, seat_name
from theatre_lab.games.cabaret import notation, rules
from theatre_lab.games.cabaret.cards import card_name, parse_performer
from theatre_lab.games.cabaret.dealing import ASIDE, HAND, PILE
from theatre_lab.games.cabaret.scoring import RANKS, card_points

__all__ = ["PARTS", "lay_out"]

PARTS = ("round", "show_number", "hands", "show", "piles", "set_aside", "mimes", "mimes_paid", "scored")

Hands = list[list[int] | None]


def lay_out(s: rules.State, told: Mapping[str, Any], rng: list[int]) -> None:
    """Turn the state of a new game into the position that is told; see `Cabaret.lay_out`.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> game = get_game("cabaret")
    >>> match = Match(game, 2, agents=["Singers", "Dancers"], leader=0, seed=1)
    >>> s = game.new_state(2, match.options, game.check_rules(None))
    >>> lay_out(s, {"hands": [["S5"], ["D7"]], "show": ["S12"]}, [1])
    >>> s.turn, game.view(s, 1).legal_actions()
    (1, ['play D7'])
    """
    s.round_index = expect_int("round", told.get("round", 1), 1, s.rounds) - 1
    s.first_leader = (s.leader - s.round_index) % s.players
    stock = Stock(dict.fromkeys(range(RANKS * s.players), 1), lambda card: card_name(s, card), "the deck")
    show = _read_show(s, told.get("show", []))
    staged = stock.take([card for card in show if card != rules.MIME], "show")
    hands = _read_hands(s, stock, told.get("hands"))
    _lay_piles(s, stock, told)
    s.show_index = _show_index(s, told.get("show_number"), hands, show, RANKS * s.players - len(stock) - len(staged))
    _deal_hands(s, stock, hands, show, rng)
    for card in stock.rest(rng):
        s.place[card] = ASIDE
    s.phase, s.turn = rules.PLAYING, s.leader
    _share_mimes(s, told, show)
    _credit_rounds(s, told.get("scored"))
    _play_show(s, show)


def _read_show(s: rules.State, told: object) -> list[int]:
    names = expect_list("show", told)
    if len(names) >= s.players:
        raise BadInput(
            f"show must hold fewer cards than there are players, at most {s.players - 1}, not {len(names)}: "
            "the last card ends it (CB-T6)"
        )
    if names[:1] == ["*"]:
        raise BadInput("show: its first card is a mime; a show opens with a performer (CB-T1)")
    return read_cards("show", names, lambda name: rules.MIME if name == "*" else parse_performer(s, name))


def _read_hands(s: rules.State, stock: Stock, told: object) -> Hands:
    hands: Hands = []
    for player, names in enumerate(by_player("hands", told, s.players)):
        place = f"hand of {seat_name(player)}"
        cards = None if names is None else read_cards(place, names, lambda name: parse_performer(s, name))
        hands.append(None if cards is None else stock.take(cards, place))
    return hands


def _lay_piles(s: rules.State, stock: Stock, told: Mapping[str, Any]) -> None:
    piles = {f"pile of {seat_name(p)}": (PILE + p, pile) for p, pile in _given(s, told, "piles")}
    piles["set_aside"] = (ASIDE, told.get("set_aside", []))
    for name, (place, names) in piles.items():
        for card in stock.take(read_cards(name, names, lambda text: parse_performer(s, text)), name):
            s.place[card] = place


def _given(s: rules.State, told: Mapping[str, Any], part: str) -> list[tuple[int, Any]]:
    return [(player, entry) for player, entry in enumerate(by_player(part, told.get(part), s.players)) if entry]


def _has_staged(s: rules.State, show: list[int], player: int) -> int:
    """1 when the player's card of the current show is a performer."""
    place = (player - s.leader) % s.players
    return int(place < len(show) and show[place] != rules.MIME)


def _show_index(s: rules.State, told: object, hands: Hands, show: list[int], gone: int) -> int:
    """How many shows are over: what is told, or the fewest that the hands told (else the piles) allow."""
    last = s.rule[rules.R_SHOWS]
    began = [len(hand) + _has_staged(s, show, p) for p, hand in enumerate(hands) if hand is not None]
    if told is not None:
        over = expect_int("show_number", told, 1, last) - 1
    elif began:
        over = max(0, RANKS - min(began))
    else:
        over = -(-gone // s.players)
    if over >= last:
        raise BadInput(f"after {over} shows the round is over: it has {last} (CB-T8); leave more cards in the hands")
    for player, hand in enumerate(hands):
        if hand is not None and not RANKS - over <= len(hand) + _has_staged(s, show, player) <= RANKS:
            low, high = (RANKS - number - _has_staged(s, show, player) for number in (over, 0))
            raise BadInput(
                f"hand of {seat_name(player)} must hold {low} to {high} performers in show {over + 1}, "
                f"not {len(hand)}: at most one leaves it a show (CB-T1)"
            )
    return over


def _deal_hands(s: rules.State, stock: Stock, hands: Hands, show: list[int], rng: list[int]) -> None:
    """The hands told, and by lot the others: first those that a mime limits to the genres staged before it."""
    order = [(s.leader + i) % s.players for i in range(s.players)]
    limited = [player for player, card in zip(order, show, strict=False) if card == rules.MIME]
    for player in sorted(order, key=lambda player: player not in limited):
        cards, place = hands[player], f"hand of {seat_name(player)}"
        if cards is None:
            number = RANKS - s.show_index - _has_staged(s, show, player)
            genres = {card // RANKS for card in show[: order.index(player)] if card != rules.MIME}
            fits = partial(_is_of, genres) if player in limited else None
            if fits:
                place += ", who plays a mime and holds only genres played before it (CB-T3),"
            cards = stock.deal(number, rng, place, fits)
        if _has_staged(s, show, player):
            cards = [*cards, show[order.index(player)]]
        for card in cards:
            s.place[card] = HAND + player
        s.hand_size[player] = len(cards)


def _is_of(genres: set[int], card: int) -> bool:
    return card // RANKS in genres


def _share_mimes(s: rules.State, told: Mapping[str, Any], show: list[int]) -> None:
    """Everybody's mimes before the show; those of nobody lie aside (CB-T7)."""
    each = s.rule[rules.R_MIMES_EACH]
    in_all, in_show = each * s.players, show.count(rules.MIME)
    s.mimes_paid[: s.players] = number_by_player("mimes_paid", told.get("mimes_paid"), s.players, 1000)
    if told.get("mimes") is None:
        owned = [each] * s.players
    else:
        owned = number_by_player("mimes", told["mimes"], s.players, in_all, each)
        for place, card in enumerate(show):
            owned[(s.leader + place) % s.players] += card == rules.MIME
    if sum(owned) > in_all:
        raise BadInput(
            f"mimes: {sum(owned) - in_show} owned and {in_show} in the show; there are {in_all} in all (CB-S1)"
        )
    s.mimes[: s.players] = owned
    s.mimes_aside = in_all - sum(owned)


def _credit_rounds(s: rules.State, told: object) -> None:
    """What earlier rounds scored: the performers that each player then had in the pile."""
    for player, names in enumerate(by_player("scored", told, s.players)):
        place = f"scored of {seat_name(player)}"
        for card in [] if names is None else read_cards(place, names, lambda name: parse_performer(s, name)):
            s.times_scored[rules.MIME * player + card] += 1
            s.points[player] += card_points(s, player, card)
            times = sum(s.times_scored[rules.MIME * other + card] for other in range(s.players))
            if times > s.round_index:
                raise BadInput(
                    f"{place}: {card_name(s, card)} scored {times} times, and {s.round_index} rounds are over; "
                    "a performer lies in one pile a round (CB-E1)"
                )


def _play_show(s: rules.State, show: list[int]) -> None:
    for card in show:
        out = [0] * RANKS
        if card not in out[: rules.legal_actions(s, out)]:
            clause, reason = notation.refusal(s, card)
            raise IllegalAction(f"show of {seat_name(s.turn)}, {card_name(s, card)}", clause, reason)
        rules.apply(s, card)
