"""Shows, hands and piles made up for Cabaret's drills; the rules' own functions judge them.

>>> from theatre_lab.teach.drills import Luck
>>> luck = Luck(1, 2)
>>> crowd_of(luck, level=1), own_genres(luck, 3)
(3, ['Magicians', 'Actors', 'Musicians'])
>>> agents = ["Singers", "Actors", "Dancers"]
>>> hand_for(luck, agents, size=3, without=["S1"])
['S11', 'A2', 'A7']
>>> any_show(luck, agents, mimes=0).cards
['D9', 'S1', 'A1']
>>> [part.text for part in pile_parts(agents, 0, ["S1", "A1"])]
['S1: 5 gold stars']
>>> listed(["S3", "S4", "D2"])
'S3, S4 and D2'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from theatre_lab.core.game import Part
from theatre_lab.games.cabaret import CABARET, rules, scoring, show_state
from theatre_lab.games.cabaret.cards import GENRES, LETTERS, card_name, parse_performer
from theatre_lab.games.cabaret.dealing import ASIDE, HAND, PILE
from theatre_lab.teach.drills import Luck, NoExample

__all__ = ["MIME", "NOBODY", "WHO", "Show", "any_show", "crowd_of", "hand_for", "listed", "own_genres", "pile_parts"]

WHO = ("You", "Ann", "Ben", "Cleo", "Dan", "Eve")
"""The players of the questions, in order of play."""
NOBODY = "Nobody"
MIME = "*"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names as a phrase: `S3, S4 and D2`."""
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def crowd_of(luck: Luck, level: int, least: int = 3) -> int:
    """How many play: the more, the higher the level."""
    return luck.pick(((3, 3, 4), (3, 4, 5), (4, 5, 6))[level - 1] if least <= 3 else (4, 5, 6))


def own_genres(luck: Luck, players: int) -> list[str]:
    """A genre for each player."""
    return luck.shuffled(GENRES)[:players]


class Show:
    """A finished or half-finished show as a state: who played what, who wins, what it brings.

    `agents` are the players' genres, `cards` those played, in order of play from player `leader`; `*` is a mime.

    >>> show = Show(["Singers", "Actors", "Dancers"], ["S7", "A7", "D2"])
    >>> show.cancelled(), show.winner, show.winner_name
    (['You', 'Ann'], 2, 'Ben')
    """

    def __init__(self, agents: Sequence[str], cards: Sequence[str], leader: int = 0) -> None:
        self.agents, self.cards = list(agents), list(cards)
        players = len(agents)
        self.state = show_state(agents, [[]] * players, leader=leader)
        self.order = [(leader + i) % players for i in range(players)]
        for seat, card in zip(self.order, cards, strict=False):
            number = rules.MIME if card == MIME else parse_performer(self.state, card)
            self.state.show[seat] = number + 1
            if number == rules.MIME:
                self.state.mimes_to_win += 1
            else:
                self.state.staged |= 1 << (number // scoring.RANKS)
        self.who = [WHO[seat] for seat in self.order]

    @property
    def winner(self) -> int | None:
        """The seat that wins as the show lies; None when all cancel."""
        seat = rules.show_winner(self.state)
        return None if seat < 0 else seat

    @property
    def winner_name(self) -> str:
        """The winner's name, or `Nobody`."""
        return NOBODY if self.winner is None else WHO[self.winner]

    def cancelled(self) -> list[str]:
        """Who played a card that another one cancels."""
        return [WHO[seat] for seat in self.order if rules.is_cancelled(self.state, self.state.show, seat)]

    def fates(self) -> dict[str, str | int]:
        """What becomes of each card, for the picture."""
        fates: dict[str, str | int] = dict.fromkeys(self.cancelled(), "cancelled")
        if self.winner is not None:
            fates[WHO[self.winner]] = "wins"
        return fates

    def prize(self, seat: int) -> list[Part]:
        """What the show would bring the player at the seat, card by card."""
        s, parts = self.state, []
        for other in self.order:
            if s.show[other] and s.show[other] - 1 != rules.MIME:
                card = s.show[other] - 1
                points = scoring.card_points(s, seat, card)
                if points:
                    parts.append(Part(card_name(s, card), "CB-E1", points, f"{card_name(s, card)}: {_stars(points)}"))
        if s.mimes_to_win:
            worth = s.rule[scoring.R_MIME] * s.mimes_to_win
            parts.append(Part("mimes", "CB-T6", worth, f"mimes: {s.mimes_to_win} won, 2 points each"))
        return parts

    def picture(self, *, nobody: bool = False, caption: str = "") -> dict[str, Any]:
        """The show for a question."""
        return {"show": self.cards, "players": self.who, "nobody": nobody, "caption": caption}


def _stars(points: int) -> str:
    noun = "star" if abs(points) == 1 else "stars"
    return f"{abs(points)} {'gold' if points > 0 else 'black'} {noun}"


def any_show(luck: Luck, agents: Sequence[str], *, mimes: int = 20, alike: int = 55, played: int | None = None) -> Show:
    """A show in which ranks are often alike; so many cards in a hundred are mimes, never the first."""
    players = len(agents)
    genres = luck.shuffled(agents)
    few = [1 + luck.below(12) for _ in range(max(2, players // 2))]
    cards = []
    for place in range(players if played is None else played):
        if place and luck.happens(mimes):
            cards.append(MIME)
        else:
            rank = luck.pick(few) if luck.happens(alike) else 1 + luck.below(12)
            cards.append(f"{LETTERS[GENRES.index(genres[place])]}{rank}")
    return Show(agents, cards, leader=luck.below(players))


def hand_for(luck: Luck, agents: Sequence[str], size: int, without: Sequence[str] = (), genres: int = 0) -> list[str]:
    """A hand of so many performers, sorted as it is held; `genres` limits it to a few."""
    chosen = luck.shuffled(agents)[:genres] if genres else list(agents)
    deck = [f"{LETTERS[GENRES.index(genre)]}{rank}" for genre in chosen for rank in range(1, 13)]
    rest = [card for card in luck.shuffled(deck) if card not in without]
    if len(rest) < size:
        raise NoExample
    return sorted(rest[:size], key=lambda card: (LETTERS.index(card[0]), int(card[1:])))


def turn_state(show: Show, hand: Sequence[str]) -> Any:
    """The state in which the player after the cards of the show is to move with this hand."""
    s = show.state.copy()
    s.turn = show.order[len(show.cards)]
    for card in hand:
        s.place[parse_performer(s, card)] = HAND + s.turn
    s.hand_size[s.turn] = len(hand)
    return s


def pile_parts(agents: Sequence[str], seat: int, pile: Sequence[str], all_genres: bool = False) -> list[Part]:
    """What a pile scores at the end of a round, as the engine's own parts."""
    s = show_state(agents, [[]] * len(agents), all_genres=all_genres, rounds=1)
    for card in range(scoring.RANKS * s.players):
        s.place[card] = ASIDE
    for name in pile:
        s.place[parse_performer(s, name)] = PILE + seat
    rules.end_round(s)
    scored = [part for part in CABARET.breakdown(s, seat) if part.rule in ("CB-E1", "CB-E2")]
    return [replace(part, text=f"{part.who}: {part.text}") for part in scored]
