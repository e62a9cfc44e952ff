"""What a player may know of a game of Cabaret, as plain data."""

from __future__ import annotations

from typing import Any

from theatre_lab.games.cabaret import notation, rules, scoring
from theatre_lab.games.cabaret.cards import card_name, card_names, genre_name
from theatre_lab.games.cabaret.dealing import ASIDE, PILE, UNSEEN

__all__ = ["PHASES", "describe_view", "is_news"]

PHASES = ("dealing", "playing", "over")


def describe_view(s: Any, player: int) -> dict[str, Any]:
    """The view of one player as JSON data, from a state concealed for that player.

    Cards are in notation (`S12`, `*` a mime), players are seats from 0, lists go by seat.

    - `players`, `viewer`, `agents` (genre names), `all_genres`
    - `stars` (of ranks 1 to 12), `mime_stars`
    - `phase` (see PHASES), `to_move`, `prompt` (the decision in words)
    - `round`, `rounds`, `show_number`, `shows`: counted from 1
    - `leader`, `show` (in order of play: `seat`, `card`, `cancelled`), `mimes_to_win`
    - `winning` (the seat whose card wins the show as it lies, or None)
    - `last_show`: None, or `leader`, `winner` (None for nobody) and `cards` like those of `show`
    - `hand` (sorted by genre and rank)
    - `refusals`: why a card cannot be played now, as `clause` and `reason` by card (`*` for a
      mime); empty when another player decides
    - `hand_counts`, `mimes`, `mimes_paid`, `mimes_aside`
    - `piles` (performers won this round), `pile_points` (what they are worth so far), `set_aside`
    - `missing` (genres that a hand was shown to lack), `unseen` (performers in other hands)
    - `last_round` (what the last finished round scored, None before), `scores`

    >>> from theatre_lab.api import set_up
    >>> match = set_up("cabaret", 2, agents=["Singers", "Dancers"], leader=0, seed=1,
    ...                hands=[["S5"], ["D7"]], show=["S12"])
    >>> view = match.view(1)
    >>> data = describe_view(view.state, 1)
    >>> data["hand"], data["show"], data["unseen"]
    (['D7'], [{'seat': 0, 'card': 'S12', 'cancelled': False}], ['S5'])
    """
    seats = range(s.players)
    is_over = s.phase == rules.OVER
    return {
        "players": s.players,
        "viewer": player,
        "agents": [genre_name(s, seat) for seat in seats],
        "all_genres": bool(s.all_genres),
        "stars": list(s.stars),
        "mime_stars": s.rule[scoring.R_MIME],
        "phase": PHASES[s.phase],
        "to_move": s.turn if s.phase == rules.PLAYING else None,
        "prompt": notation.prompt(s, player),
        "round": min(s.round_index + 1, s.rounds),
        "rounds": s.rounds,
        "show_number": min(s.show_index + 1, s.rule[rules.R_SHOWS]),
        "shows": s.rule[rules.R_SHOWS],
        "leader": None if is_over else s.leader,
        "show": _show_cards(s, s.show, s.leader),
        "winning": _seat_or_none(rules.show_winner(s)),
        "mimes_to_win": s.mimes_to_win,
        "last_show": _last_show(s),
        "hand": card_names(s, notation.hand_of(s, player)),
        "refusals": _refusals(s, player),
        "hand_counts": s.hand_size[: s.players],
        "mimes": s.mimes[: s.players],
        "mimes_paid": s.mimes_paid[: s.players],
        "mimes_aside": s.mimes_aside,
        "piles": [card_names(s, _cards_at(s, PILE + seat)) for seat in seats],
        "pile_points": [_pile_points(s, seat) for seat in seats],
        "set_aside": card_names(s, _cards_at(s, ASIDE)),
        "missing": [_missing(s, seat) for seat in seats],
        "unseen": [] if s.phase == rules.DEAL_DUE else card_names(s, _cards_at(s, UNSEEN)),
        "last_round": s.last_round[: s.players] if s.round_index else None,
        "scores": [rules.score(s, seat) for seat in seats],
    }


def _cards_at(s: Any, place: int) -> list[int]:
    return [card for card in range(scoring.RANKS * s.players) if s.place[card] == place]


def _seat_or_none(seat: int) -> int | None:
    return None if seat < 0 else seat


def _show_cards(s: Any, cards: list[int], leader: int) -> list[dict[str, Any]]:
    order = [(leader + i) % s.players for i in range(s.players)]
    return [
        {
            "seat": seat,
            "card": card_name(s, cards[seat] - 1),
            "cancelled": rules.is_cancelled(s, cards, seat),
        }
        for seat in order
        if cards[seat]
    ]


def _last_show(s: Any) -> dict[str, Any] | None:
    if not s.last_show[0]:
        return None
    return {
        "leader": s.last_leader,
        "winner": _seat_or_none(s.last_winner - 1),
        "cards": _show_cards(s, s.last_show, s.last_leader),
    }


def _refusals(s: Any, player: int) -> dict[str, dict[str, str]]:
    if s.phase != rules.PLAYING or s.turn != player:
        return {}
    out = [0] * scoring.RANKS
    legal = out[: rules.legal_actions(s, out)]
    choices = [*notation.hand_of(s, player), rules.MIME]
    refused = {card: notation.refusal(s, card) for card in choices if card not in legal}
    return {card_name(s, card): {"clause": clause, "reason": reason} for card, (clause, reason) in refused.items()}


def _pile_points(s: Any, seat: int) -> int:
    return sum(scoring.card_points(s, seat, card) for card in _cards_at(s, PILE + seat))


def _missing(s: Any, seat: int) -> list[str]:
    return [genre_name(s, genre) for genre in range(s.players) if (s.lacks[seat] >> genre) & 1]


def is_news(s: Any, action: int, player: int) -> bool:
    """Does the action show the player something about a hand that they could not know before?

    >>> from theatre_lab.api import set_up
    >>> from theatre_lab.games.cabaret.rules import MIME
    >>> s = set_up("cabaret", 3, agents=["Singers", "Actors", "Dancers"], leader=0, seed=1,
    ...            hands=[None, None, ["S9", "A4", "A5"]], show=["S3", "A8"]).state
    >>> is_news(s, MIME, player=0), is_news(s, MIME, player=2)
    (True, False)
    """
    if player == s.turn or s.players == 2:
        return False
    others = [seat for seat in range(s.players) if seat != player and s.hand_size[seat]]
    if action != rules.MIME:
        genre = action // scoring.RANKS
        return any(seat != s.turn and not (s.lacks[seat] >> genre) & 1 for seat in others)
    known = s.copy()
    rules.conceal(known, player)
    unseen = {card // scoring.RANKS for card in _cards_at(known, UNSEEN)}
    shown = [genre for genre in range(s.players) if not ((s.staged | s.lacks[s.turn]) >> genre) & 1]
    return any(genre in unseen for genre in shown)
