"""The Theatre as the rest of the package sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from theatre_lab.core.errors import OptionError
from theatre_lab.core.game import Game, Lot, Part
from theatre_lab.core.options import expect_bool, expect_int, expect_list, refuse_unknown
from theatre_lab.core.stream import below, shuffle
from theatre_lab.games.the_theatre import (
    breakdown,
    counting_policy,
    notation,
    policy,
    positions,
    refusals,
    rules,
    scoring,
)
from theatre_lab.games.the_theatre.cards import ABILITIES, PRINTS, SUITS, Card, same_card_twice
from theatre_lab.games.the_theatre.clauses import CLAUSES
from theatre_lab.games.the_theatre.decks import (
    DeckFault,
    StarterDeck,
    deck_faults,
    default_base,
    expect_base,
    parse_deck,
    rotation_length,
    starter_decks,
    starter_rotation,
)
from theatre_lab.games.the_theatre.view import describe_view

__all__ = ["THE_THEATRE", "TheTheatre"]

_OPTIONS = ("decks", "leader", "base", "allow_smaller", "open_suits")


class TheTheatre(Game):
    """Keep your cards in the show for longest: two to four players, each with a deck of their own.

    Options: `decks` (a list of cards a player; starter decks by lot when left out), `leader`, `base`,
    `allow_smaller`, `open_suits`.

    >>> options = THE_THEATRE.check_options(2, {})
    >>> THE_THEATRE.title, THE_THEATRE.clauses["TT-A1"].id, "open_suits" in options
    ('The Theatre', 'TT-A1', True)
    """

    name = "the-theatre"
    title = "The Theatre"
    min_players = 2
    max_players = 4
    state_type = rules.State
    rules: ClassVar[Any] = rules
    modules = (scoring, rules, policy, counting_policy)
    plain_levels: ClassVar[frozenset[str]] = frozenset({"hard"})
    clauses = CLAUSES
    rule_numbers = scoring.RULE_NUMBERS
    max_actions = rules.MAX_ACTIONS
    action_space = rules.ACTION_SPACE
    max_cards = rules.MAX_CARDS
    option_names = _OPTIONS
    position_parts = positions.PARTS
    drawn_options = ("decks", "leader")
    gains_are_points = False
    grows_trees = False

    def check_options(self, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        refuse_unknown("option", options, _OPTIONS)
        checked: dict[str, Any] = {
            "base": expect_base(options.get("base", default_base(players))),
            "allow_smaller": expect_bool("allow_smaller", options.get("allow_smaller", False)),
            "open_suits": expect_bool("open_suits", options.get("open_suits", False)),
        }
        if "leader" in options:
            checked["leader"] = expect_int("leader", options["leader"], 0, players - 1)
        if "decks" in options:
            decks = _check_decks(players, options["decks"], checked["base"], checked["allow_smaller"])
            checked["decks"] = [[card.as_dict() for card in deck] for deck in decks]
        return checked

    def draw_options(self, players: int, options: dict[str, Any], rng: list[int]) -> dict[str, Any]:
        drawn = dict(options)
        if "decks" not in drawn:
            decks = list(starter_decks(drawn["base"]))
            shuffle(decks, len(decks), rng)
            drawn["decks"] = _as_options(decks[:players])
        if "leader" not in drawn:
            drawn["leader"] = below(rng, players)
        return drawn

    def lots(self, players: int, options: Mapping[str, Any]) -> tuple[Lot, ...]:
        decks = () if "decks" in options else (Lot(len(starter_decks(options["base"])), kept=players),)
        return decks if "leader" in options else (*decks, Lot(players))

    def series_options(self, players: int, options: dict[str, Any], deal: int) -> dict[str, Any]:
        if "decks" in options:
            return options
        return {**options, "decks": _as_options(starter_rotation(options["base"], players, deal))}

    def series_length(self, players: int, options: Mapping[str, Any]) -> int:
        return 1 if "decks" in options else rotation_length(options["base"], players)

    def new_state(self, players: int, options: Mapping[str, Any], numbers: Sequence[int]) -> rules.State:
        s = rules.State()
        s.players = players
        s.open_suits = int(options["open_suits"])
        s.leader = options["leader"]
        s.rule = list(numbers)
        s.cards = {}
        for player, deck in enumerate(options["decks"]):
            _lay_out_deck(s, player, parse_deck(deck))
        return s

    def lay_out(self, state: Any, told: Mapping[str, Any], rng: list[int]) -> None:
        """Lay out a position, checked card by card: each copy in a deck lies in one place.

        - `leader` (an option) leads this round; `act` and `round` count from 1
        - `hands`: a list a player, five cards less one a round; left out, it is dealt from the deck (TT-A1)
        - `stage`: the cards played in this round so far, in order of play; what they do to tokens has happened
        - `breakrooms`, `dismissed`, `tops` (the next cards of the deck): a list a player
        - `suits`: the line, that of round 1 first (None: by lot); `boosts` and `saps`: print to number of tokens
        - `combos`: what Combo adds to each player's card of this round
        - `eliminated`: players; of their deck only `tops` is left, the rest is dismissed (TT-A2)
        """
        positions.lay_out(state, told, rng)

    def action_text(self, state: Any, action: int) -> str:
        return notation.action_text(state, action)

    def parse_action(self, state: Any, text: str) -> int:
        return notation.parse_action(state, text)

    def refusal(self, state: Any, action: int) -> tuple[str, str]:
        return refusals.refusal(state, action)

    def chance_texts(self, state: Any, cards: Sequence[int]) -> list[str]:
        return notation.chance_texts(state, cards)

    def parse_chance(self, state: Any, texts: Sequence[str]) -> list[int]:
        return notation.parse_chance(state, texts)

    def breakdown(self, state: Any, player: int) -> list[Part]:
        return breakdown.score_parts(state, player)

    def describe_view(self, state: Any, player: int) -> dict[str, Any]:
        return describe_view(state, player)

    def reveals(self, state: Any, action: int, player: int) -> bool:
        if action < rules.CARD_NUMBERS and not rules.sees_hand(state, player, state.player):
            return True
        after = state.copy()
        rules.apply(after, action)
        if (after.act, after.turn) == (state.act, state.turn):
            return bool(after.is_revealed and not state.is_revealed and any(after.has_gambled))
        is_turned = after.act == state.act and not state.open_suits
        return bool(after.act > state.act or is_turned or any(after.shown_gamble))

    def describe_action(self, state: Any, action: int) -> str:
        return notation.action_sentence(state, action)


def _as_options(decks: Sequence[StarterDeck]) -> list[list[dict[str, Any]]]:
    return [[card.as_dict() for card in deck.cards] for deck in decks]


def _check_decks(players: int, value: object, base: int, allow_smaller: bool) -> list[list[Card]]:
    entries = expect_list("decks", value, players, of="decks, one a player, each a list of cards")
    decks = [parse_deck(deck, f"deck {number}") for number, deck in enumerate(entries, 1)]
    for number, deck in enumerate(decks, 1):
        if faults := deck_faults(deck, base, allow_smaller):
            raise OptionError(f"deck {number} is not legal: {_told_once(faults)}")
    for first, _ in same_card_twice(card for deck in decks for card in deck):
        raise OptionError(f"{first.text} is defined in two ways in this game (TT-C1); make the definitions equal")
    return decks


def _told_once(faults: Sequence[DeckFault]) -> str:
    """What is wrong with a deck; where one remedy mends two faults, it is told with the last of them."""
    remedies = [fault.remedy for fault in faults]
    return " ".join(
        fault.text if fault.remedy not in remedies[index + 1 :] else f"{fault.problem} ({fault.rule})."
        for index, fault in enumerate(faults)
    )


def _lay_out_deck(s: rules.State, player: int, deck: Sequence[Card]) -> None:
    """Enter a deck's cards into the tables and lay them, sorted, on the deck that is to be shuffled."""
    copies = Counter(deck)
    ordered = sorted(copies, key=lambda card: (card.name, SUITS.index(card.suit)))
    first = rules.DECK_WIDTH * player
    s.kinds[player] = len(ordered)
    s.deck_total[player] = s.deck_count[player] = len(deck)
    place = first
    for number, card in enumerate(ordered, first + 1):
        s.cards[number] = card
        s.value_of[number] = card.value
        s.suit_of[number] = 1 + SUITS.index(card.suit)
        s.print_of[number] = PRINTS.index(card.print)
        s.ability_of[number] = ABILITIES.index(card.ability)
        s.rank_of[number] = card.rank
        s.copies_of[number] = copies[card]
        for _ in range(copies[card]):
            s.deck[place] = number
            place += 1


THE_THEATRE = TheTheatre()
