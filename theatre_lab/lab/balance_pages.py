"""What the page of each game's balance report says beside its figures: title, aim, how it is measured, what is what."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PAGES", "Kind", "Page"]


@dataclass(frozen=True)
class Kind:
    """What a part of a report is about: one of them, several, and the heading of its tables.

    Without `is_limited` nothing says how much a factor may change: it is luck of the deal, not a choice of material.

    >>> PAGES["the-theatre"].effects.many, PAGES["the-theatre"].effects.is_limited, PAGES["cabaret"].effects.is_limited
    ('cards', True, False)
    """

    one: str
    many: str
    heading: str
    is_limited: bool = True


@dataclass(frozen=True)
class Page:
    """The wording of a game's page. `settings`, `fields` and `effects` are None where the game has no such part.

    >>> PAGES["overture"].title, PAGES["overture"].settings.many, PAGES["overture"].fields
    ('Overture: balance of the seats, theatre by theatre', 'theatres', None)
    """

    title: str
    measured: str
    aim: str
    how: tuple[str, ...]
    settings: Kind | None = None
    fields: Kind | None = None
    effects: Kind | None = None


_SEATS = """\
**Seats.** Equal bots sit in all seats and seat 1 begins; every game is a new deal and one trial. A shared win counts in
parts. The figure of a seat is its share of all wins; with n = 3 or more players a share p is turned into the rate
(n - 1) p / ((n - 1) p + 1 - p) against one other seat, so that 50 % is even at every table. The intervals are Wilson's,
95 %. "Shown not to be even" takes intervals that hold for all seats of a table size together (Bonferroni). The lead is
the best score less the second best.
{more}"""
_SAME_DEALS = """\
Every setting meets the same deals: settings differ by their rules and not by luck, but what all of them show has been
seen once, not as often as there are settings."""
_QUICK = (
    "Level medium plays by quick rules of thumb and does not search: what a stronger player makes of a seat may differ."
)
_DECKS = """\
**Decks.** The starter decks of a format meet in every order and every seat; all players are bots of the level named.
A shared win counts in parts. The win rate against the field is a deck's share of all wins in its games; with n = 3 or
4 players a share p is turned into the rate (n - 1) p / ((n - 1) p + 1 - p) against one other deck, so that 50 % is
even at every table. The intervals are Wilson's, 95 %, with one trial a game."""
_DECK_CARDS = """\
**Cards.** Every game has new random decks: the base number of cards of each rank, up to three random swaps, at most two
of a card. Level medium plays. The figure of a card is the difference in the share of the win, in percentage points,
between decks with it and decks without it that have the same number of cards of each rank. The first interval is the
95 % interval of that card alone. Among {cards} such intervals one in twenty misses by chance, so the last column gives
intervals that hold for all cards together with 95 % (Bonferroni)."""
_DEALT_CARDS = """\
**Cards.** Games of one round, in which level medium plays. The figure of a card is the difference in the share of the
win, in percentage points, between players who were dealt it and players in the same seat who were not. "own 3" is rank
3 of the player's own genre, "another's 3" at least one rank 3 of other genres; of two players the one holds what the
other lacks, so that the own cards tell all. The first interval is the 95 % interval of that card alone. Among up to
{cards} such intervals one in twenty misses by chance, so the last column gives intervals that hold for all cards of a
table together with 95 % (Bonferroni)."""
_PLANS = """\
**Plans.** The three hiring plans of the lesson and the level named meet in every order and every seat; every game is a
new deal and one trial. The win rate against the field is a plan's share of all wins in its games, turned into a rate
against one other as above. A plan leaves all but its hires and its shows to the greedy bot."""

PAGES = {
    "overture": Page(
        title="Overture: balance of the seats, theatre by theatre",
        measured="Theatres, deck and rule numbers measured",
        aim="The aim: in every theatre each seat wins between 45 and 55 of a hundred games against one other.",
        how=(_SEATS.format(more=_SAME_DEALS), _QUICK),
        settings=Kind("theatre", "theatres", "Theatres"),
    ),
    "cabaret": Page(
        title="Cabaret: balance of the seats, the variants and the table of stars",
        measured="Genres, table of stars and rule numbers measured",
        aim="The aim: under every variant each seat wins between 45 and 55 of a hundred games against one other. No "
        "limit is set for what a dealt card may do; the page tells which one would like to be dealt under each table.",
        how=(_SEATS.format(more=_SAME_DEALS), _DEALT_CARDS, _QUICK),
        settings=Kind("setting", "settings", "Variants and tables of stars"),
        effects=Kind("card", "cards", "Cards", is_limited=False),
    ),
    "the-theatre": Page(
        title="The Theatre: balance of Set 1 and its starter decks",
        measured="Cards and decks measured",
        aim="The aim: with hard players each starter deck wins between 45 and 55 of a hundred games against the "
        "others; with medium players a deck gains or loses at most 5 of a hundred by any single card.",
        how=(_DECKS, _DECK_CARDS, _SEATS.format(more="The starter decks take turns evenly, and level medium plays.")),
        settings=Kind("setting", "settings", "Seats"),
        fields=Kind("deck", "decks", "Starter decks"),
        effects=Kind("card", "cards", "Cards"),
    ),
    "mythic-circus": Page(
        title="Mythic Circus: balance of the seats and of the hiring plans",
        measured="Cards and rule numbers measured",
        aim="The aim: each seat wins between 45 and 55 of a hundred games against one other, and so does each plan: "
        "none decides the game by itself.",
        how=(_SEATS.format(more=_SAME_DEALS), _PLANS, _QUICK),
        settings=Kind("ending", "endings", "Endings"),
        fields=Kind("plan", "plans", "Hiring plans"),
    ),
}
"""The pages by the games' names."""
