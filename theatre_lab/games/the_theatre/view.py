"""What a player may know of a game of The Theatre, as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from theatre_lab.core.game import Part
from theatre_lab.games.the_theatre import rules, scoring
from theatre_lab.games.the_theatre.breakdown import card_parts, shown_parts
from theatre_lab.games.the_theatre.cards import PRINTS, SUITS

__all__ = ["FACE_DOWN", "PHASES", "describe_view", "with_own_effect"]

PHASES = (
    "shuffling",
    "drawing",
    "dealing suits",
    "reshuffling",
    "choosing a card",
    "choosing for Sap",
    "choosing to gamble",
    "over",
)
FACE_DOWN = "face down"
"""Stands for a gambled card that nobody has seen yet."""


def _text(s: Any, card: int) -> str | None:
    return s.cards[card].text if card else None


def _suit(number: int) -> str | None:
    return SUITS[number - 1] if number else None


def _tokens(counts: Any) -> dict[str, int]:
    return {name: counts[token] for token, name in enumerate(PRINTS) if counts[token]}


def _numbers(s: Any, player: int) -> range:
    first = 1 + rules.DECK_WIDTH * player
    return range(first, first + s.kinds[player])


def _pile(s: Any, counts: Any, player: int) -> list[str]:
    return [s.cards[card].text for card in _numbers(s, player) for _ in range(counts[card])]


def _hand(s: Any, player: int) -> list[int]:
    first = rules.HAND_WIDTH * player
    return [card for card in s.hand[first : first + s.held[player]] if card]


def _parts(parts: list[Part]) -> list[dict[str, Any]]:
    return [{"rule": part.rule, "points": part.points, "text": part.text} for part in parts]


def with_own_effect(s: Any, player: int, card: int) -> Any:
    """A copy of the state with the card's own token in place, as if the player had just played it.

    A Sap is taken to place its token.

    >>> from theatre_lab.api import new_match
    >>> from theatre_lab.games.the_theatre.cards import PRINTS
    >>> from theatre_lab.games.the_theatre.notation import card_number
    >>> s = new_match("the-theatre", 2, seed=1).state
    >>> after = with_own_effect(s, 0, card_number(s, "Baron Gryff (Will)", 0))
    >>> claw = PRINTS.index("Claw")
    >>> s.boosts[claw], after.boosts[claw]
    (0, 1)
    """
    after = s.copy()
    if s.ability_of[card] == scoring.BOOST:
        after.boosts[s.print_of[card]] += 1
    elif s.ability_of[card] == scoring.SAP:
        after.saps[s.print_of[card]] += 1
    return after


def _hand_card(s: Any, player: int, card: int) -> dict[str, Any]:
    after = with_own_effect(s, player, card)
    value = scoring.card_value(after, player, card)
    return {"card": s.cards[card].text, "value": value, "parts": _parts(card_parts(after, player, card))}


def _staged(s: Any, player: int) -> dict[str, Any] | None:
    """The player's card of this round with its value as things stand; no value while a gambled card lies face down."""
    if not s.played[player]:
        return None
    is_hidden = rules.is_face_down(s, player)
    card = scoring.standing_card(s, player)
    gambled = _text(s, s.gambled[player]) if s.is_revealed else FACE_DOWN
    return {
        "card": _text(s, s.played[player]),
        "gambled": gambled if s.has_gambled[player] else None,
        "value": None if is_hidden else scoring.card_value(s, player, card),
        "parts": [] if is_hidden else _parts(card_parts(s, player, card)),
    }


def _last_round(s: Any) -> dict[str, Any] | None:
    if not s.shown_act:
        return None
    return {
        "act": s.shown_act,
        "round": s.shown_turn + 1,
        "suit": _suit(s.shown_suit),
        "leader": s.shown_leader,
        "winner": s.shown_winner - 1 if s.shown_winner else None,
        "cards": [_shown(s, player) for player in range(s.players)],
    }


def _shown(s: Any, player: int) -> dict[str, Any] | None:
    if not s.shown_card[player]:
        return None
    return {
        "card": _text(s, s.shown_card[player]),
        "replaced": _text(s, s.shown_gamble[player]),
        "value": s.shown_part[rules.SHOWN_WIDTH * player + rules.SHOWN_VALUE],
        "parts": _parts(shown_parts(s, player)),
    }


def pending_decision(s: Any) -> str:
    """What the player to move is asked, in a sentence; empty when nobody is."""
    if s.phase == rules.CHOOSING_CARD:
        suit = _suit(scoring.desired_suit(s))
        return f"Play a card. The Desired Suit is {suit}." if suit else "Play a card. No suit is desired."
    if s.phase == rules.CHOOSING_SAP:
        card = s.cards[scoring.standing_card(s, s.player)]
        return f"{card.text} saps: place a Sap token on {card.print}, or remove a Boost token."
    if s.phase == rules.CHOOSING_GAMBLE:
        return f"Gamble {_text(s, s.played[s.player])} for the top card of the deck, or keep it?"
    return ""


def _seats(s: Any, viewer: int) -> Iterator[dict[str, Any]]:
    for player in range(s.players):
        yield {
            "is_out": bool(rules.is_out(s, player)),
            "hand_count": s.held[player],
            "deck_count": s.deck_count[player],
            "breakroom": _pile(s, s.breakroom, player),
            "dismissed": _pile(s, s.dismissed, player),
            "deck_list": _pile(s, s.copies_of, player),
            "known_hand": [s.cards[card].text for card in _hand(s, player)]
            if rules.sees_hand(s, viewer, player)
            else None,
            "combo": s.combo[player],
            "stage": _staged(s, player),
        }


def describe_view(s: Any, player: int) -> dict[str, Any]:
    """The view of one player as JSON data, from a state concealed for that player.

    Keys: `phase` (see PHASES), `to_move`, `decision` (a sentence), `act`, `round` (both from 1), `rounds` (an act has),
    `leader`, `open_suits`, `suits` (the line; None face down), `desired_suit`, `boosts` and `saps` (tokens by print),
    `hand` (each card with the value it would have now, and its parts), `seats` (of each player: `is_out`,
    `hand_count`, `deck_count`, `breakroom`, `dismissed`, `deck_list`, `known_hand` where it can be worked out, `combo`
    for the card of this round, and `stage`, that card), `last_round` (the finished round: winner, cards, values and
    parts), `scores`, `cards` (the definition of each specific card by its text).

    >>> from theatre_lab.api import new_match
    >>> view = new_match("the-theatre", 2, leader=0, seed=1).view(0)
    >>> data = describe_view(view.state, 0)
    >>> data["decision"], data["scores"], [row["hand_count"] for row in data["seats"]]
    ('Play a card. The Desired Suit is Will.', [16, 13], [5, 5])
    >>> card = data["hand"][0]
    >>> card["card"], card["value"], [(part["rule"], part["points"]) for part in card["parts"]]
    ('Don Alacran (Luck)', 4, [('TT-R3', 4)])
    """
    is_over = s.phase == rules.OVER
    is_playing = s.phase in (rules.CHOOSING_CARD, rules.CHOOSING_SAP, rules.CHOOSING_GAMBLE)
    return {
        "players": s.players,
        "viewer": player,
        "phase": PHASES[s.phase],
        "to_move": s.player if is_playing else None,
        "decision": pending_decision(s),
        "act": s.act,
        "round": None if is_over else s.turn + 1,
        "rounds": s.rule[scoring.R_ACT_ROUNDS],
        "leader": s.leader,
        "open_suits": bool(s.open_suits),
        "suits": [_suit(number) for number in s.line],
        "desired_suit": _suit(scoring.desired_suit(s)),
        "boosts": _tokens(s.boosts),
        "saps": _tokens(s.saps),
        "hand": [_hand_card(s, player, card) for card in _hand(s, player)],
        "seats": list(_seats(s, player)),
        "last_round": _last_round(s),
        "scores": [rules.score(s, other) for other in range(s.players)],
        "cards": {
            s.cards[card].text: s.cards[card].as_dict() for other in range(s.players) for card in _numbers(s, other)
        },
    }
