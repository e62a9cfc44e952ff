"""Cabaret's actions in words, and why an action is refused.

>>> from theatre_lab.api import set_up
>>> from theatre_lab.games.cabaret.cards import card_names
>>> s = set_up("cabaret", 3, agents=["Singers", "Actors", "Dancers"], leader=0, seed=1,
...            hands=[None, None, ["S9", "A4", "D2"]], show=["S3", "A8"]).state
>>> hand = hand_of(s, 2)
>>> card_names(s, hand), action_text(s, hand[-1])
(['S9', 'A4', 'D2'], 'play D2')
>>> prompt(s, 2)
'Play a performer of a genre other than Singers and Actors.'
>>> refusal(s, hand[0])
('CB-T2', 'Singers are in the show already, so S9 must wait. Play D2.')
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.errors import NotationError
from theatre_lab.core.options import show
from theatre_lab.games.cabaret import rules
from theatre_lab.games.cabaret.cards import card_name, card_names, genre_name, parse_performer
from theatre_lab.games.cabaret.dealing import HAND, PILE
from theatre_lab.games.cabaret.scoring import RANKS

__all__ = ["action_text", "describe_action", "hand_of", "parse_action", "prompt", "refusal"]


def hand_of(s: Any, player: int) -> list[int]:
    """The performers in a hand, sorted by genre and rank."""
    return [card for card in range(RANKS * s.players) if s.place[card] == HAND + player]


def action_text(s: Any, action: int) -> str:
    """An action in notation: `play S12` or `mime`."""
    return "mime" if action == rules.MIME else f"play {card_name(s, action)}"


def parse_action(s: Any, text: str) -> int:
    """The action a text means in this game, legal or not; NotationError otherwise.

    >>> from theatre_lab.games.cabaret import show_state
    >>> parse_action(show_state(["Singers", "Actors", "Dancers"], [[], [], []]), "play J3")
    Traceback (most recent call last):
    theatre_lab.core.errors.NotationError: J3 is not in this game: nobody represents the
    Jugglers; the genres are S, A, D
    """
    if text == "mime":
        return rules.MIME
    verb, _, card = text.partition(" ")
    if verb == "play" and card:
        return parse_performer(s, card)
    raise NotationError(f"{show(text)} is no action of Cabaret; write 'play' and a performer, or 'mime'")


def describe_action(s: Any, action: int) -> str:
    """An action for the log, with what becomes of the show when it is the last card.

    Other players are called P1, P2, ... by their seats.

    >>> from theatre_lab.games.cabaret import show_state
    >>> s = show_state(["Singers", "Actors"], [["S12"], ["A9"]])
    >>> describe_action(s, parse_action(s, "play S12"))
    'plays S12'
    """
    player = s.turn
    if action != rules.MIME:
        told = f"plays {card_name(s, action)}"
    elif s.mimes[player] == 0:
        told = "owns no mime: all mimes are paid and shared out again; then plays one"
    else:
        told = "plays a mime"
    if rules.next_seat(s, player) != s.leader:
        return told
    after = s.copy()
    rules.apply(after, action)
    return told + _outcome(player, after.last_winner - 1)


def _outcome(player: int, winner: int) -> str:
    if winner < 0:
        return "; all ranks cancel, so nobody wins the show"
    return " and wins the show" if winner == player else f"; P{winner + 1} wins the show"


def staged_genres(s: Any) -> str:
    """The genres in the show, as a phrase: `Singers and Actors`."""
    names = [genre_name(s, genre) for genre in range(s.players) if (s.staged >> genre) & 1]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def prompt(s: Any, player: int) -> str:
    """What is to be decided now, in words for this player."""
    if s.phase == rules.OVER:
        return "The game is over."
    if s.phase == rules.DEAL_DUE:
        return "The cards are being dealt."
    if s.turn != player:
        return f"P{s.turn + 1} is to play a card."
    if s.turn == s.leader:
        return "You lead: play any performer."
    if _playable(s):
        return f"Play a performer of a genre other than {staged_genres(s)}."
    return "All your genres are in the show: play a mime."


def _playable(s: Any) -> list[int]:
    return [card for card in hand_of(s, s.turn) if not (s.staged >> (card // RANKS)) & 1]


def refusal(s: Any, action: int) -> tuple[str, str]:
    """The clause and the reason why an action is not legal now.

    >>> from theatre_lab.games.cabaret import show_state
    >>> refusal(show_state(["Singers", "Actors"], [["S12"], ["A9"]]), rules.MIME)
    ('CB-T1', 'You lead this show, and a show opens with a performer.')
    """
    if s.phase == rules.OVER:
        return "CB-E3", "The game is over: all rounds are played."
    if s.phase == rules.DEAL_DUE:
        return "CB-S2", "The round has not been dealt yet."
    if action == rules.MIME:
        return _refuse_mime(s)
    return _refuse_performer(s, action)


def _refuse_mime(s: Any) -> tuple[str, str]:
    if s.turn == s.leader:
        return "CB-T1", "You lead this show, and a show opens with a performer."
    return "CB-T3", f"You can still play {_choice(s)}, so a mime is not allowed."


def _refuse_performer(s: Any, card: int) -> tuple[str, str]:
    name = card_name(s, card)
    if s.place[card] != HAND + s.turn:
        return _refuse_stranger(s, card, name)
    genre = genre_name(s, card // RANKS)
    if _playable(s):
        return "CB-T2", f"{genre} are in the show already, so {name} must wait. Play {_choice(s)}."
    return "CB-T3", f"All your genres are in the show, {genre} too, so it has to be a mime."


def _refuse_stranger(s: Any, card: int, name: str) -> tuple[str, str]:
    clause = "CB-T1" if s.turn == s.leader else "CB-T2"
    if s.place[card] >= PILE:
        return clause, f"{name} was played earlier this round."
    return clause, f"{name} is not in your hand."


def _choice(s: Any) -> str:
    names = card_names(s, _playable(s))
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
