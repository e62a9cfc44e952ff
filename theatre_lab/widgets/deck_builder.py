"""`DeckBuilder`: a deck of The Theatre to build, to mend and to compare."""

from __future__ import annotations

import html
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from theatre_lab.core.errors import BadInput, IllegalAction, TheatreLabError
from theatre_lab.core.options import expect_bool, expect_choice, expect_int, show
from theatre_lab.games.the_theatre import THE_THEATRE
from theatre_lab.games.the_theatre.cards import (
    ABILITIES,
    PRINTS,
    SUITS,
    Card,
    differing_fields,
    parse_card,
    same_card_twice,
    set_one,
)
from theatre_lab.games.the_theatre.deck_text import read_card_file, read_cards, write_cards
from theatre_lab.games.the_theatre.decks import (
    MAX_COPIES,
    RANK_WEIGHT,
    DeckFault,
    StarterDeck,
    deck_faults,
    deck_weight,
    expect_base,
    mended_counts,
    net_swaps,
    parse_deck,
    rank_counts,
    starter_decks,
    wanted_weight,
)
from theatre_lab.widgets._base import Args, IntentWidget, refusal_of
from theatre_lab.widgets._the_theatre_cards import card_face, default_numbers, print_kind, suit_kind
from theatre_lab.widgets._words import Json, listed, plain, plural

__all__ = ["DeckBuilder"]

CardLike = str | Card | Mapping[str, Any]

_FORMATS = (4, 5)
_MOST_CARDS = 300
_MOST_UNDO = 200
_MOST_COLUMNS = 12
_STEPS = (1, 2, 5, 10, 20)
_FILE_ENDINGS = (".txt", ".json")


@dataclass(frozen=True)
class _Desk:
    """Everything that an undo brings back: the deck, the cards on offer, and what counts as legal."""

    deck: tuple[Card, ...]
    pool: tuple[Card, ...]
    base: int
    allow_smaller: bool


def _in_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: (card.rank, card.name, SUITS.index(card.suit))))


# ------------------------------------------------------------------ reading


def _is_file(source: object) -> bool:
    return isinstance(source, os.PathLike) or (
        isinstance(source, str) and "\n" not in source and source.lower().endswith(_FILE_ENDINGS)
    )


def _known_decks() -> dict[str, StarterDeck]:
    return {deck.name: deck for deck in starter_decks(_FORMATS[0])}


def _format_of(base: int) -> int:
    """The format whose starter decks come nearest to a base."""
    return base if base in _FORMATS else min(_FORMATS, key=lambda known: abs(known - base))


def _read_deck(source: object, pool: Sequence[Card], base: int) -> list[Card]:
    """The cards of a starter deck's name, a deck text, a file, or a list of cards."""
    known = {card.text: card for card in (*set_one().values(), *pool)}
    if _is_file(source):
        return _bounded(read_card_file(source, known), "deck")  # type: ignore[arg-type]
    if not isinstance(source, str):
        return _bounded(parse_deck(source, "deck", known), "deck")
    for deck in starter_decks(_format_of(base)):
        if deck.name == source:
            return list(deck.cards)
    if source.strip() and "\n" not in source and not set("([{") & set(source):
        raise BadInput(
            f"there is no starter deck {show(source)}; there are {listed([*_known_decks()])}. "
            "A deck as text has lines like '2 Button (Charm)'"
        )
    return _bounded(read_cards(source, known), "deck")


def _read_pool(source: object) -> tuple[Card, ...]:
    """The specific cards of a card set: a file, a text or a list. BadInput for one that is defined in two ways."""
    if _is_file(source):
        cards = read_card_file(source)  # type: ignore[arg-type]
    elif isinstance(source, str):
        cards = read_cards(source)
    else:
        cards = parse_deck(source, "cards")
    if not cards:
        raise BadInput("a card set needs at least one card, as JSON objects or as lines like '1 Button (Charm)'")
    for first, second in same_card_twice(cards):
        fields = listed(differing_fields(first, second))
        raise BadInput(
            f"{first.text} is defined in two ways in the card set, which differ in {fields} (TT-C1); "
            "make the definitions equal"
        )
    return _in_order(_bounded(list(dict.fromkeys(cards)), "card set"))


def _bounded(cards: list[Card], what: str) -> list[Card]:
    if len(cards) > _MOST_CARDS:
        raise BadInput(f"a {what} here has at most {_MOST_CARDS} cards, not {len(cards)}")
    return cards


# ------------------------------------------------------------------ words and numbers


def _ability_label(ability: str) -> str:
    return "no ability" if ability == "none" else ability


def _bars(cards: Sequence[Card], other: Sequence[Card] | None) -> list[Json]:
    """How many cards have each value, suit, print and ability; beside it the same of another deck."""
    values = [card.value for card in (*cards, *(other or ()))] or [0]
    width = next(step for step in _STEPS if max(values) // step - min(values) // step < _MOST_COLUMNS)
    columns = range(min(values) // width, max(values) // width + 1)

    def section(title: str, of: Callable[[Card], Any], rows: Sequence[tuple[Any, str, str | None]]) -> Json:
        mine = Counter(of(card) for card in cards)
        theirs = None if other is None else Counter(of(card) for card in other)
        return {
            "title": title,
            "rows": [
                {"label": label, "kind": kind, "count": mine[key], "other": None if theirs is None else theirs[key]}
                for key, label, kind in rows
            ],
        }

    abilities = [
        (name, _ability_label(name), None if name == "none" else f"ability-{name.split()[0].lower()}")
        for name in ABILITIES
    ]
    return [
        section(
            "Values" if width == 1 else f"Values in steps of {width}",
            lambda card: card.value // width,
            [(column, plain(column * width), None) for column in columns],
        ),
        section("Suits", lambda card: card.suit, [(suit, suit, suit_kind(suit)) for suit in SUITS]),
        section("Prints", lambda card: card.print, [(token, token, print_kind(token)) for token in PRINTS]),
        section("Abilities", lambda card: card.ability, abilities),
    ]


def _swap_words(times: int, rank: int) -> str:
    """What a number of swaps between a rank and the next comes to."""
    many, few = (rank, rank + 1) if times > 0 else (rank + 1, rank)
    given, got = (2 * times, times) if times > 0 else (-times, -2 * times)
    return f"{plural(given, 'card')} of rank {many} for {got} of rank {few}"


def _swap_story(counts: tuple[int, ...], base: int) -> str:
    """How swaps lead from the base to these counts; empty when none do."""
    swaps = net_swaps(counts, base)
    if swaps is None:
        return ""
    told = [_swap_words(times, rank) for rank, times in enumerate(swaps, 1) if times]
    return f"That is {base} of each rank, after a swap of {listed(told)}." if told else "Nothing is swapped."


def _number(value: object) -> int:
    return expect_int("copies", value, 1, _MOST_CARDS)


class DeckBuilder(IntentWidget):
    """A deck of The Theatre to build card by card: faults and swaps are told at every step.

    `deck` is where to begin: a starter deck's name, a deck as text, a file (`.txt`, `.json`) or a list of cards.
    `base` and `allow_smaller` say what is legal (TT-D2, TT-D4), `cards` is another card set than Set 1 (a file, a
    text or a list of card objects), `title` the heading. Every method that changes something returns the widget, so
    that it can end a cell. BadInput names what cannot be read.

    >>> builder = DeckBuilder("The Paw Parade")
    >>> builder.counts, builder.faults
    ((4, 4, 4, 4), [])
    >>> builder.remove(builder.cards[0]).faults[0][:40]
    'The ranks 3, 4, 4, 4 weigh 59 in swaps, '
    >>> DeckBuilder(builder.undo().text).deck == builder.deck
    True
    """

    _bundle = "deck_builder.js"

    def __init__(
        self,
        deck: str | os.PathLike[str] | Sequence[CardLike] | None = None,
        *,
        base: int = 4,
        allow_smaller: bool = False,
        title: str | None = None,
        cards: str | os.PathLike[str] | Sequence[CardLike] | None = None,
    ) -> None:
        base = expect_base(base)
        pool = _in_order([*set_one().values()]) if cards is None else _read_pool(cards)
        start = [] if deck is None else _read_deck(deck, pool, base)
        self._desk = _Desk(_in_order(start), pool, base, expect_bool("allow_smaller", allow_smaller))
        self._past: list[_Desk] = []
        self._title = title or "Deck builder"
        self._compared: str | None = None
        self._panel = False
        self._refusal: dict[str, Any] | None = None
        self._ply = 0
        self._said = ""
        self._numbers = default_numbers()
        super().__init__(THE_THEATRE.clauses)

    # ------------------------------------------------------------- reading

    @property
    def cards(self) -> list[Card]:
        """The cards of the deck, by rank and name."""
        return list(self._desk.deck)

    @property
    def deck(self) -> list[str | dict[str, Any]]:
        """The deck as the option `decks` of a game takes it: names of Set 1's cards, other cards as objects."""
        return [card.text if set_one().get(card.text) == card else card.as_dict() for card in self._desk.deck]

    @property
    def base(self) -> int:
        """The base (TT-D2)."""
        return self._desk.base

    @property
    def allow_smaller(self) -> bool:
        """Whether a deck may weigh less than 15 times the base (TT-D4)."""
        return self._desk.allow_smaller

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards of rank 1, 2, 3 and 4 the deck has."""
        return rank_counts(self._desk.deck)

    @property
    def faults(self) -> list[str]:
        """Every fault of the deck with its clause and one way to mend it; empty for a legal deck."""
        return [fault.text for fault in self._faults()]

    @property
    def text(self) -> str:
        """The deck as text, one line a specific card: what `load` and `DeckBuilder` read."""
        return write_cards(self._desk.deck)

    def find(
        self,
        name: str = "",
        *,
        suit: str | None = None,
        print: str | None = None,
        rank: int | None = None,
        ability: str | None = None,
    ) -> list[Card]:
        """The cards on offer with this suit, print, rank and ability, and with `name` somewhere in their name.

        OptionError when there is no such suit, print, rank or ability.

        >>> {card.print for card in DeckBuilder().find(suit="Charm", print="Paw")}
        {'Paw'}
        """
        if suit is not None:
            expect_choice("suit", suit, SUITS)
        if print is not None:
            expect_choice("print", print, PRINTS)
        if rank is not None:
            expect_int("rank", rank, 1, len(RANK_WEIGHT))
        if ability is not None:
            expect_choice("ability", ability, ABILITIES)
        return [
            card
            for card in self._catalogue()
            if suit in (None, card.suit)
            and print in (None, card.print)
            and rank in (None, card.rank)
            and ability in (None, card.ability)
            and name.lower() in card.name.lower()
        ]

    # ------------------------------------------------------------- doing

    def add(self, card: CardLike, copies: int = 1) -> Self:
        """Put copies of a card into the deck. IllegalAction (TT-D1) for more than two of a specific card.

        >>> DeckBuilder().add("Button (Charm)", 3)
        Traceback (most recent call last):
        theatre_lab.core.errors.IllegalAction: add Button (Charm): A deck holds at most 2 copies of a specific card, ...
        """
        chosen = self._card(card)
        held = sum(other.text == chosen.text for other in self._desk.deck)
        if held + _number(copies) > MAX_COPIES:
            reason = f"A deck holds at most {MAX_COPIES} copies of a specific card, and this one has {held} already."
            if not held:
                reason = f"A deck holds at most {MAX_COPIES} copies of a specific card, not {copies}."
            raise IllegalAction(f"add {chosen.text}", "TT-D1", f"{reason} Take another card of rank {chosen.rank}.")
        said = f"{chosen.text} is in, {plural(held + copies, 'copy').replace('copys', 'copies')}."
        return self._change(said, deck=_in_order([*self._desk.deck, *[chosen] * copies]))

    def remove(self, card: CardLike, copies: int = 1) -> Self:
        """Take copies of a card out of the deck. BadInput when it does not hold so many."""
        chosen = self._card(card)
        held = self._desk.deck.count(chosen)
        if _number(copies) > held:
            raise BadInput(f"the deck holds {held or 'no'} {chosen.text}, so {copies} cannot be taken out")
        left = list(self._desk.deck)
        for _ in range(copies):
            left.remove(chosen)
        end = f", {held - copies} left" if held > copies else ""
        return self._change(f"{chosen.text} is out{end}.", deck=tuple(left))

    def load(self, deck: str | os.PathLike[str] | Sequence[CardLike]) -> Self:
        """Put this deck on the desk: a starter deck's name, a text, a file, or a list of cards.

        A deck with faults is taken, and its faults are told. What cannot be read changes nothing.
        """
        cards = _read_deck(deck, self._desk.pool, self._desk.base)
        return self._change(f"{plural(len(cards), 'card')} loaded.", deck=_in_order(cards))

    def clear(self) -> Self:
        """Take every card out of the deck."""
        return self._change("The deck is empty.", deck=())

    def undo(self) -> Self:
        """Take the last change back. BadInput when there is none."""
        if not self._past:
            raise BadInput("there is nothing to take back")
        self._show(self._past.pop(), "Taken back.")
        return self

    def change_base(self, base: int, allow_smaller: bool | None = None) -> Self:
        """Build for another base (TT-D2), with or without the option for smaller decks (TT-D4)."""
        smaller = self._desk.allow_smaller if allow_smaller is None else expect_bool("allow_smaller", allow_smaller)
        said = f"Base {expect_base(base)}{', smaller decks allowed' if smaller else ''}."
        return self._change(said, base=base, allow_smaller=smaller)

    def use_cards(self, cards: str | os.PathLike[str] | Sequence[CardLike] | None) -> Self:
        """Offer another card set: a file, a text or a list of card objects; None offers Set 1. The deck stays."""
        pool = _in_order([*set_one().values()]) if cards is None else _read_pool(cards)
        return self._change(f"{plural(len(pool), 'card')} on offer.", pool=pool)

    def compare(self, deck: str | None) -> Self:
        """Show the plan beside that of a starter deck; None ends it."""
        self._compared = None if deck is None else expect_choice("deck", deck, [*_known_decks()])
        self._said = f"Compared with {deck}." if deck else "Compared with no other deck."
        self._refresh()
        return self

    # ------------------------------------------------------------- inside

    def _card(self, card: object) -> Card:
        known = {each.text: each for each in (*set_one().values(), *self._catalogue())}
        return parse_card(card, "card", known)

    def _catalogue(self, desk: _Desk | None = None) -> tuple[Card, ...]:
        """Every card that can be shown: those on offer, and whatever else the deck holds."""
        desk = desk or self._desk
        return _in_order([*dict.fromkeys((*desk.pool, *desk.deck))])

    def _faults(self) -> list[DeckFault]:
        return deck_faults(self._desk.deck, self._desk.base, self._desk.allow_smaller)

    def _change(self, said: str, **changes: Any) -> Self:
        changed = replace(self._desk, **changes)
        if changed != self._desk:
            self._past = [*self._past[1 - _MOST_UNDO :], self._desk]
        self._show(changed, said)
        return self

    def _show(self, desk: _Desk, said: str) -> None:
        # Clicks name a card by its place: only a changed list makes an old click wrong.
        if self._catalogue(desk) != self._catalogue():
            self._ply += 1
        self._desk = desk
        self._said = f"{said} {self._sum()} {self._verdict()}"
        self._refresh()

    def _sum(self) -> str:
        target = wanted_weight(self._desk.base)
        return f"{plural(len(self._desk.deck), 'card')}, weight {deck_weight(self.counts)} of {target}."

    def _verdict(self) -> str:
        if not self._desk.deck:
            return "An empty deck."
        faults = self._faults()
        return f"Not legal yet: {plural(len(faults), 'fault')}." if faults else "A legal deck."

    def _other(self) -> StarterDeck | None:
        decks = starter_decks(_format_of(self._desk.base))
        return next((deck for deck in decks if deck.name == self._compared), None)

    def _refresh(self) -> None:
        desk, other = self._desk, self._other()
        held = Counter(desk.deck)
        mended = mended_counts(self.counts, desk.base, desk.allow_smaller)
        decks = starter_decks(_format_of(desk.base))
        self.model = {
            "ply": self._ply,
            "title": self._title,
            "base": desk.base,
            "allowSmaller": desk.allow_smaller,
            "cards": [
                {**card_face(card, self._numbers), "copies": held[card], "offered": card in desk.pool}
                for card in self._catalogue()
            ],
            "most": MAX_COPIES,
            "count": len(desk.deck),
            "ranks": [
                {"rank": rank, "count": count, "each": each, "weight": count * each, "mend": right - count}
                for rank, count, each, right in zip((1, 2, 3, 4), self.counts, RANK_WEIGHT, mended, strict=True)
            ],
            "weight": deck_weight(self.counts),
            "target": wanted_weight(desk.base),
            "faults": [
                {"rule": fault.rule, "problem": fault.problem, "remedy": fault.remedy} for fault in self._faults()
            ],
            "legal": not self._faults(),
            "verdict": self._verdict(),
            "sum": self._sum(),
            "swaps": _swap_story(mended, desk.base),
            "mended": None if mended == self.counts else list(mended),
            "bars": _bars(desk.deck, other.cards if other else None),
            "compared": None if other is None else {"name": other.name, "plan": other.plan},
            "starters": [{"name": deck.name, "plan": deck.plan, "count": len(deck.cards)} for deck in decks],
            "text": self.text,
            "panel": self._panel,
            "canUndo": bool(self._past),
            "ownSet": desk.pool != _in_order([*set_one().values()]),
            "refusal": self._refusal,
            "say": self._said,
        }

    def _clear_refusal(self) -> None:
        self._refusal = None

    def _refuse(self, error: TheatreLabError, intent: str) -> None:
        places = {"load": "text", "use_cards": "text", "add": "pool", "remove": "deck"}
        self._refusal = refusal_of(error, places.get(intent, "bar"))
        self._refresh()

    def _chosen(self, args: Args) -> Card:
        catalogue = self._catalogue()
        return catalogue[args.index("card", len(catalogue))]

    def _intent_add(self, args: Args) -> None:
        self.add(self._chosen(args))

    def _intent_remove(self, args: Args) -> None:
        self.remove(self._chosen(args))

    def _intent_load(self, args: Args) -> None:
        cards = _bounded(read_cards(args.text("text"), {card.text: card for card in self._named()}), "deck")
        self._panel = False
        self._change(f"{plural(len(cards), 'card')} loaded.", deck=_in_order(cards))

    def _named(self) -> list[Card]:
        return [*set_one().values(), *self._catalogue()]

    def _intent_use_cards(self, args: Args) -> None:
        text = args.text_or_none("text")
        pool = None if text is None else _read_pool(read_cards(text))
        self._panel = self._panel and pool is None
        self.use_cards(pool)

    def _intent_start(self, args: Args) -> None:
        self.load(expect_choice("deck", args.text("deck"), [*_known_decks()]))

    def _intent_compare(self, args: Args) -> None:
        self.compare(args.text_or_none("deck"))

    def _intent_base(self, args: Args) -> None:
        self.change_base(args.index("base", 11), args.flag("smaller"))

    def _intent_panel(self, args: Args) -> None:
        self._panel = args.flag("open")
        self._said = "The deck as text." if self._panel else "Text closed."
        self._refresh()

    def _intent_clear(self, _args: Args) -> None:
        self.clear()

    def _intent_undo(self, _args: Args) -> None:
        self.undo()

    # ------------------------------------------------------------- forms without a front end

    def _rank_lines(self) -> list[tuple[int, str]]:
        held = Counter(self._desk.deck)
        return [
            (rank, ", ".join(f"{copies} {card.text}" for card, copies in held.items() if card.rank == rank) or "none")
            for rank in (1, 2, 3, 4)
        ]

    def _bar_lines(self) -> list[tuple[str, str]]:
        """The plan in words; in brackets the other deck."""
        return [
            (
                section["title"],
                ", ".join(
                    f"{row['label']}: {row['count']}" + ("" if row["other"] is None else f" ({row['other']})")
                    for row in section["rows"]
                    if row["count"] or row["other"]
                )
                or "none",
            )
            for section in self.model["bars"]
        ]

    def _as_text(self) -> str:
        counts = ", ".join(map(str, self.counts))
        lines = [f"{self._title}: {self._verdict()}", f"Ranks {counts}: {self._sum()}"]
        if self._desk.deck:
            lines += [f"Rank {rank}: {told}" for rank, told in self._rank_lines()]
            lines += [f"{title}: {told}" for title, told in self._bar_lines()]
        if self._compared:
            lines.append(f"In brackets: {self._compared}")
        return "\n".join([*lines, *(f"- {fault}" for fault in self.faults)])

    def _as_html(self) -> str:
        rows = [(f"Rank {rank}", told) for rank, told in self._rank_lines()] if self._desk.deck else []
        rows += self._bar_lines() if self._desk.deck else []
        if self._compared:
            rows.append(("In brackets", self._compared))
        table = "".join(
            f"<tr><th scope='row'>{html.escape(head)}</th><td>{html.escape(told)}</td></tr>" for head, told in rows
        )
        faults = "".join(f"<li>{html.escape(fault)}</li>" for fault in self.faults)
        return (
            f"<p><b>{html.escape(self._title)}</b>: {self._verdict()} {self._sum()}</p>"
            + (f"<table>{table}</table>" if table else "")
            + (f"<ul>{faults}</ul>" if faults else "")
        )
