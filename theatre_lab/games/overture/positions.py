"""Overture's positions made to order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import expect_bool, expect_int, expect_list, show
from theatre_lab.core.positions import Stock, by_player, read_cards, seat_name
from theatre_lab.games.overture import rules
from theatre_lab.games.overture.cards import CARDS, COPIES, card_name, parse_card
from theatre_lab.games.overture.theatres import THEATRES

__all__ = ["PARTS", "lay_out"]

PARTS = ("round", "to_move", "discarding", "houses", "hands", "lobby", "discards", "top")


def lay_out(s: rules.State, told: Mapping[str, Any], rng: list[int]) -> None:
    """Turn the state of a new game into the position that is told; see `Overture.lay_out`.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> game = get_game("overture")
    >>> s = game.new_state(2, {"theatre": "blackbox"}, game.check_rules(None))
    >>> lay_out(s, {"round": 12, "to_move": 1, "lobby": ["VIP", None, None], "hands": [None, ["Tall Kid"]]}, [1])
    >>> data = game.view(s, 1).as_dict()
    >>> data["round"], data["to_move"], data["hand"], data["lobby"][0]
    (12, 1, ['Tall Kid'], 'VIP')
    """
    s.turn = expect_int("round", told.get("round", 1), 1, rules.ROUNDS) - 1
    s.player = expect_int("to_move", told.get("to_move", 0), 0, s.players - 1)
    s.phase = rules.DISCARDING if expect_bool("discarding", told.get("discarding", False)) else rules.DRAWING
    if s.phase == rules.DISCARDING and s.players > 2:
        raise BadInput("discarding: nobody discards when more than two play (OV-T4)")
    stock = Stock({card: COPIES[card] for card in range(CARDS)}, card_name, "the deck")
    _seat_patrons(s, stock, told.get("houses"))
    hands = _read_hands(s, stock, told.get("hands"))
    bins = _read_discards(s, stock, told.get("discards"))
    lobby = _read_lobby(stock, told.get("lobby"))
    top = stock.take(read_cards("top", told.get("top", []), parse_card), "top")
    _deal_hands(s, stock, hands, rng)
    _deal_discards(s, stock, bins, rng)
    s.lobby = [card or stock.deal(1, rng, "the lobby")[0] for card in lobby]
    if s.players == 3:
        s.ghosts = 1 + s.turn
        stock.deal(s.ghosts, rng, "what left the game unseen")
    _stack_deck(s, [*top, *stock.rest(rng)])
    if s.phase == rules.DRAWING:
        rules.go_on_drawing(s)


def _turns_done(s: rules.State, player: int) -> int:
    return s.turn + (player < s.player)


def _seatings_done(s: rules.State, player: int) -> int:
    return _turns_done(s, player) + (s.phase == rules.DISCARDING and player == s.player)


def _seat_patrons(s: rules.State, stock: Stock, told: object) -> None:
    theatre = THEATRES[s.theatre]
    for player, house in enumerate(by_player("houses", told, s.players)):
        place, most = f"house of {seat_name(player)}", _seatings_done(s, player)
        if house is None:
            continue
        if not isinstance(house, Mapping):
            raise BadInput(f"{place} must be an object from seats to patrons, not {show(house)}")
        if len(house) > most:
            raise BadInput(
                f"{place} has {len(house)} patrons, and by now at most {most} can be seated: one a turn (OV-T3); "
                f"say round={min(len(house) + 1, rules.ROUNDS)}, or seat fewer"
            )
        for turn, (seat, name) in enumerate(house.items()):
            (card,) = read_cards(f"{place}, seat {seat}", [name], parse_card)
            s.board[player][theatre.seat(seat)] = stock.take([card], f"{place}, seat {seat}")[0]
            s.seated[rules.ROUNDS * player + turn] = card


def _read_hands(s: rules.State, stock: Stock, told: object) -> list[list[int]]:
    hands = []
    for player, names in enumerate(by_player("hands", told, s.players)):
        place = f"hand of {seat_name(player)}"
        cards = [] if names is None else read_cards(place, names, parse_card)
        low, high = _hand_range(s, player)
        if names is not None and not low <= len(cards) <= high:
            right = f"{low} to {high} cards" if low < high else f"{low} card{'s' if low > 1 else ''}"
            raise BadInput(f"{place} must hold {right} at this moment, not {len(cards)} (OV-T1)")
        hands.append(stock.take(cards, place))
    return hands


def _hand_range(s: rules.State, player: int) -> tuple[int, int]:
    """Between turns a hand has one card; the player to move may have drawn up to the limit."""
    if player != s.player:
        return 1, 1
    return (2, 2) if s.phase == rules.DISCARDING else (1, rules.hand_limit(s))


def _deal_hands(s: rules.State, stock: Stock, hands: list[list[int]], rng: list[int]) -> None:
    for player, told in enumerate(hands):
        number = _hand_range(s, player)[0]
        for card in told or stock.deal(number, rng, f"hand of {seat_name(player)}"):
            rules.add_to_hand(s, player, card)


def _read_discards(s: rules.State, stock: Stock, told: object) -> list[list[int]]:
    bins = []
    for player, names in enumerate(by_player("discards", told, s.players)):
        place, most = f"discards of {seat_name(player)}", _turns_done(s, player) if s.players == 2 else 0
        cards = [] if names is None else read_cards(place, names, parse_card)
        if len(cards) > most:
            raise BadInput(f"{place} must be at most {most} cards at this moment, not {len(cards)} (OV-T4)")
        bins.append(stock.take(cards, place))
    return bins


def _deal_discards(s: rules.State, stock: Stock, bins: list[list[int]], rng: list[int]) -> None:
    if s.players > 2:
        return
    for player, cards in enumerate(bins):
        missing = _turns_done(s, player) - len(cards)
        cards += stock.deal(missing, rng, f"discards of {seat_name(player)}")
        s.bin[rules.ROUNDS * player : rules.ROUNDS * player + len(cards)] = cards


def _read_lobby(stock: Stock, told: object) -> list[int]:
    """The cards of the three slots, 0 for one to be dealt."""
    names = expect_list("lobby", [None] * rules.LOBBY_SIZE if told is None else told, rules.LOBBY_SIZE)
    cards = [0 if name is None else read_cards("lobby", [name], parse_card)[0] for name in names]
    stock.take([card for card in cards if card], "lobby")
    return cards


def _stack_deck(s: rules.State, cards: list[int]) -> None:
    s.deck_count = rules.DECK_SIZE
    s.drawn = rules.DECK_SIZE - len(cards)
    s.deck[s.drawn :] = cards
