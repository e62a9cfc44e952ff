"""The Theatre's positions made to order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theatre_lab.core.errors import BadInput, NotationError
from theatre_lab.core.options import expect_choice, expect_int, expect_list, refuse_unknown, show
from theatre_lab.core.positions import Stock, by_player, number_by_player, read_cards, seat_name
from theatre_lab.games.the_theatre import rules
from theatre_lab.games.the_theatre.cards import PRINTS, SUITS, Card, parse_name
from theatre_lab.games.the_theatre.notation import card_number, owner_of
from theatre_lab.games.the_theatre.scoring import BOOST, R_ACT_ROUNDS, SAP, SUIT_CARDS, combo_worth

__all__ = ["PARTS", "lay_out"]

PARTS = (
    "act",
    "round",
    "hands",
    "stage",
    "breakrooms",
    "dismissed",
    "eliminated",
    "tops",
    "suits",
    "boosts",
    "saps",
    "combos",
)
_MOST_TOKENS = 20


def lay_out(s: rules.State, told: Mapping[str, Any], rng: list[int]) -> None:
    """Turn the state of a new game into the position that is told; see `TheTheatre.lay_out`.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> game = get_game("the-theatre")
    >>> match = Match(game, 2, leader=0, seed=1)
    >>> s = game.new_state(2, match.options, game.check_rules(None))
    >>> lay_out(s, {"act": 2, "suits": ["Charm"], "boosts": {"Paw": 1}}, [1])
    >>> data = game.view(s, 0).as_dict()
    >>> data["act"], data["desired_suit"], data["boosts"]
    (2, 'Charm', {'Paw': 1})
    """
    s.act = expect_int("act", told.get("act", 1), 1, 1000)
    s.turn = expect_int("round", told.get("round", 1), 1, s.rule[R_ACT_ROUNDS]) - 1
    s.is_revealed = 0
    _eliminate(s, told.get("eliminated", []))
    _lay_line(s, told.get("suits", []), rng)
    _lay_tokens("boosts", s.boosts, told.get("boosts", {}))
    _lay_tokens("saps", s.saps, told.get("saps", {}))
    s.combo[: s.players] = number_by_player("combos", told.get("combos"), s.players, _MOST_TOKENS)
    order = [rules.seat_from_leader(s, i) for i in range(s.players)]
    played = dict(zip((p for p in order if not s.out_in[p]), expect_list("stage", told.get("stage", [])), strict=False))
    if len(played) < len(told.get("stage", [])):
        raise BadInput(f"stage must hold a card a player, at most {rules.count_remaining(s)} in this position")
    parts = {name: by_player(name, told.get(name), s.players) for name in ("hands", "breakrooms", "dismissed", "tops")}
    for player in range(s.players):
        _lay_cards(s, player, played.get(player), {name: entries[player] for name, entries in parts.items()}, rng)
    _enter_round(s, len(played))


def _eliminate(s: rules.State, told: object) -> None:
    for player in expect_list("eliminated", told):
        s.out_in[expect_int("a player of eliminated", player, 0, s.players - 1)] = s.act
    if rules.count_remaining(s) < 2:
        raise BadInput("eliminated: at least two players must be left, or the game is over (TT-W1)")
    if rules.is_out(s, s.leader):
        raise BadInput(f"leader: {seat_name(s.leader)} is eliminated; choose a player who still plays (TT-W1)")


def _lay_line(s: rules.State, told: object, rng: list[int]) -> None:
    stock = Stock(dict.fromkeys(range(1, SUIT_CARDS + 1), 1), lambda suit: SUITS[suit - 1], "the line")
    names = expect_list("suits", told)
    if len(names) > SUIT_CARDS:
        raise BadInput(f"suits must name at most {SUIT_CARDS} suits, that of round 1 first, not {len(names)}")
    numbers = [0 if name is None else 1 + SUITS.index(expect_choice("suits", name, SUITS)) for name in names]
    stock.take([number for number in numbers if number], "suits")
    rest = stock.rest(rng)
    s.line = [number or rest.pop() for number in [*numbers, *[0] * (SUIT_CARDS - len(numbers))]]


def _lay_tokens(name: str, laid: list[int], told: object) -> None:
    if not isinstance(told, Mapping):
        raise BadInput(f"{name} must be an object from prints to numbers of tokens, not {show(told)}")
    refuse_unknown(f"print in {name}:", told, PRINTS)
    for token, number in told.items():
        laid[PRINTS.index(token)] = expect_int(f"{name} of {token}", number, 0, _MOST_TOKENS)


def _lay_cards(s: rules.State, player: int, played: object, piles: Mapping[str, Any], rng: list[int]) -> None:
    """Lay out one player's deck: each copy of a card once, the rest by lot into the hand and under the top."""
    first = 1 + rules.DECK_WIDTH * player
    numbers = range(first, first + s.kinds[player])
    whole = f"the deck of {seat_name(player)}"
    stock = Stock({card: s.copies_of[card] for card in numbers}, lambda card: s.cards[card].text, whole)

    def named(pile: str) -> list[int]:
        place = f"{pile} of {seat_name(player)}"
        told = piles[pile]
        return stock.take(read_cards(place, [] if told is None else told, lambda card: _number(s, player, card)), place)

    if played is not None:
        place = f"stage of {seat_name(player)}"
        (s.played[player],) = stock.take(read_cards(place, [played], lambda card: _number(s, player, card)), place)
        s.next_combo[player] = _combo_of(s, s.played[player])
    won, lost, hand, top = (named(pile) for pile in ("breakrooms", "dismissed", "hands", "tops"))
    _check_hand(s, player, piles["hands"], played is not None)
    if piles["hands"] is None:
        hand = stock.deal(_hand_size(s, player, played is not None), rng, f"hand of {seat_name(player)}")
    for card in hand:
        rules.add_to_hand(s, player, card)
    if s.out_in[player]:
        _check_leavings(s, player, won, top)
        lost += stock.rest(rng)
    _stack_deck(s, player, [*top, *stock.rest(rng)])
    for card in won:
        rules.put_away(s, player, card, True)
    for card in lost:
        rules.put_away(s, player, card, False)


def _number(s: rules.State, player: int, told: object) -> int:
    text = told.text if isinstance(told, Card) else told
    parse_name(text)
    card = card_number(s, str(text), player)
    if card is None or owner_of(card) != player:
        raise NotationError(f"the deck of {seat_name(player)} has no {show(text)}")
    return card


def _combo_of(s: rules.State, card: int) -> int:
    return 0 if s.ability_of[card] in (BOOST, SAP) else int(combo_worth(s, card))


def _hand_size(s: rules.State, player: int, has_played: bool) -> int:
    return 0 if s.out_in[player] else s.rule[R_ACT_ROUNDS] - s.turn - has_played


def _check_hand(s: rules.State, player: int, told: Any, has_played: bool) -> None:
    right = _hand_size(s, player, has_played)
    if told is not None and len(told) != right:
        raise BadInput(
            f"hand of {seat_name(player)} must hold {right} card{'' if right == 1 else 's'} at this moment of round "
            f"{s.turn + 1}, not {len(told)} (TT-A1)"
        )


def _check_leavings(s: rules.State, player: int, won: list[int], top: list[int]) -> None:
    """Who is eliminated had too few cards for another act, and shuffled all of them into the deck (TT-A2)."""
    most = s.rule[R_ACT_ROUNDS] - 1
    if won or len(top) > most:
        raise BadInput(
            f"tops of {seat_name(player)}, who is eliminated, may name {most} cards at most, breakrooms none (TT-A2)"
        )


def _stack_deck(s: rules.State, player: int, cards: list[int]) -> None:
    """Put these cards on the player's deck, the first on top."""
    first = rules.DECK_WIDTH * player
    for place, card in enumerate([*reversed(cards), *[0] * (rules.DECK_WIDTH - len(cards))], first):
        s.deck[place] = card
    s.deck_count[player] = len(cards)


def _enter_round(s: rules.State, played: int) -> None:
    """Go to the next decision of the round in which so many have played."""
    if played == rules.count_remaining(s) and not any(rules.may_gamble(s, player) for player in range(s.players)):
        raise BadInput("stage: everybody has played, and the round is over; leave a card in a hand (TT-R4)")
    s.stage, s.seated = rules.PLAYING, 0
    while played:
        played -= s.out_in[rules.seat_from_leader(s, s.seated)] == 0
        s.seated += 1
    rules.continue_round(s)
