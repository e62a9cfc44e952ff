"""The draft of The Theatre as a game of its own: choose your deck card by card, then play with it.

>>> from theatre_lab.api import new_match
>>> match = new_match("the-theatre-draft", 2, leader=0, seed=1)
>>> match.legal_actions()[:2]
['take Dabble (Will)', 'take Dabble (Will) + Inkling (Agility)']
>>> [len(taken_cards(match.parse(text))) for text in (*match.legal_actions()[:2], "skip")]
[1, 2, 0]
>>> why_no_take(match.state, 0), why_no_pair(match.state, 0), why_no_for_two(match.state, 0)
('', '', 'There is no rank below 1 whose circles could pay for a card.')
>>> match.play(match.legal_actions()[1])
>>> [[card.text for card in deck] for deck in drafted_decks(match.state)]
[['Dabble (Will)', 'Inkling (Agility)'], []]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from theatre_lab.core.errors import BadInput, NotationError, OptionError
from theatre_lab.core.game import Game, Lot, Part
from theatre_lab.core.options import expect_int, expect_list, refuse_unknown, show
from theatre_lab.core.stream import below
from theatre_lab.games.the_theatre import draft_policy
from theatre_lab.games.the_theatre import draft_rules as rules
from theatre_lab.games.the_theatre.cards import ABILITIES, PRINTS, SUITS, Card, parse_card, parse_name, same_card_twice
from theatre_lab.games.the_theatre.cards import set_one as set_one_cards
from theatre_lab.games.the_theatre.clauses import CLAUSES
from theatre_lab.games.the_theatre.decks import default_base, expect_base

if TYPE_CHECKING:
    from theatre_lab.core.records import GameRecord

__all__ = [
    "DRAFT",
    "Draft",
    "drafted_decks",
    "game_options",
    "taken_cards",
    "why_no_for_two",
    "why_no_pair",
    "why_no_take",
]

_OPTIONS = ("pool", "base", "leader")
_PHASES = ("shuffling", "choosing", "giving the lead", "over")


class Draft(Game):
    """A draft for two to four players.

    Options: `pool` (a card a copy; two copies of every card of Set 1 when left out), `base`, `leader`. The score is
    an estimate of each deck's worth: a draft has no winner before its game is played.

    >>> from theatre_lab.core.match import Match
    >>> Match(DRAFT, 2, seed=1).is_over
    False
    """

    name = "the-theatre-draft"
    title = "The Theatre: draft"
    min_players = 2
    max_players = 4
    state_type = rules.State
    rules: ClassVar[Any] = rules
    modules = (rules, draft_policy)
    clauses = CLAUSES
    rule_numbers = rules.RULE_NUMBERS
    max_actions = rules.MAX_ACTIONS
    action_space = rules.ACTION_SPACE
    max_cards = rules.MAX_CARDS
    option_names = _OPTIONS
    drawn_options = ("leader",)
    careless = 60
    has_review = False

    def check_options(self, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        refuse_unknown("option", options, _OPTIONS)
        pool = _check_pool(options["pool"]) if "pool" in options else [*set_one_cards().values()] * 2
        checked: dict[str, Any] = {
            "pool": [card.as_dict() for card in pool],
            "base": expect_base(options.get("base", default_base(players))),
        }
        if "leader" in options:
            checked["leader"] = expect_int("leader", options["leader"], 0, players - 1)
        return checked

    def draw_options(self, players: int, options: dict[str, Any], rng: list[int]) -> dict[str, Any]:
        return options if "leader" in options else {**options, "leader": below(rng, players)}

    def lots(self, players: int, options: Mapping[str, Any]) -> tuple[Lot, ...]:
        return () if "leader" in options else (Lot(players),)

    def new_state(self, players: int, options: Mapping[str, Any], numbers: Sequence[int]) -> rules.State:
        s = rules.State()
        s.players = players
        s.leader = options["leader"]
        s.rule = list(numbers)
        for place in range(rules.RANKS * players):
            s.circles[place] = options["base"]
        _lay_out_pool(s, [parse_card(entry) for entry in options["pool"]])
        return s

    def action_text(self, state: Any, action: int) -> str:
        if action >= rules.TAKE_PAIR:
            first, second = _pair(action)
            return f"take {state.cards[first].text} + {state.cards[second].text}"
        if action >= rules.GIVE_LEAD:
            return f"give lead P{action - rules.GIVE_LEAD + 1}"
        if action >= rules.SKIP:
            return "skip" if action == rules.SKIP else "pass"
        if action > rules.TAKE_FOR_TWO:
            return f"take {state.cards[action - rules.TAKE_FOR_TWO].text} for two"
        return f"take {state.cards[action].text}"

    def parse_action(self, state: Any, text: str) -> int:
        if text in ("skip", "pass"):
            return rules.SKIP if text == "skip" else rules.PASS
        if text.startswith("give lead "):
            return rules.GIVE_LEAD + _parse_seat(state, text.removeprefix("give lead "))
        if not text.startswith("take "):
            raise NotationError(
                f"{show(text)} is no action of the draft; write take Name (Suit), take Name (Suit) + Name (Suit), "
                "take Name (Suit) for two, skip, pass or give lead P1"
            )
        rest = text.removeprefix("take ")
        if rest.endswith(") for two"):
            return rules.TAKE_FOR_TWO + _card_number(state, rest.removesuffix(" for two"))
        if ") + " in rest:
            return _parse_pair(state, rest)
        return rules.TAKE + _card_number(state, rest)

    def refusal(self, state: Any, action: int) -> tuple[str, str]:
        if state.phase == rules.OVER:
            return "TT-F4", "The draft is over."
        if state.phase == rules.GIVING_LEAD:
            return "TT-F4", "All cards are chosen; now keep the lead or give it away."
        if rules.GIVE_LEAD <= action < rules.TAKE_PAIR:
            return "TT-F4", "The lead is given away at the end of the draft only."
        if action == rules.SKIP:
            return "TT-F2", "Your skip is used up."
        if action == rules.PASS:
            return "TT-F5", "You pass only when there is nothing in the row that you may take."
        return _refuse_take(state, action)

    def chance_texts(self, state: Any, cards: Sequence[int]) -> list[str]:
        return [state.cards[card].text for card in cards]

    def parse_chance(self, state: Any, texts: Sequence[str]) -> list[int]:
        return [_card_number(state, text) for text in texts]

    def write_record(self, record: GameRecord, state: Any) -> dict[str, Any]:
        from theatre_lab.games.the_theatre.draft_records import draft_record

        return draft_record(record, state)

    def read_record(self, data: object) -> GameRecord:
        from theatre_lab.games.the_theatre.draft_records import is_draft, open_draft

        return open_draft(data).record if is_draft(data) else super().read_record(data)

    def breakdown(self, state: Any, player: int) -> list[Part]:
        cards = [
            Part(state.cards[card].text, "TT-F2", rules.card_worth(state, card), "estimated worth in a deck")
            for card in _picks(state, player)
        ]
        whole = (
            Part("prints", "TT-B2", rules.fit_worth(state, player), "Boosts and Saps on prints of the deck"),
            Part("suits", "TT-B1", rules.suits_worth(state, player), "suits that stand unevenly in the deck"),
        )
        return [part for part in (*cards, *whole) if part.points]

    def describe_view(self, state: Any, player: int) -> dict[str, Any]:
        """The draft as JSON data; all players know the same.

        Keys: `phase`, `to_move`, `round` (from 1), `rank` (of this round, 1 to 4), `row` and `rows` (of this rank, of
        all), `stock_counts`, `leader`, `next_leader` (who skipped last in this round), `final_leader`, `idle` (rounds
        without a card taken), `seats` (of each player: `circles` left, `pairs` and `doubles` used, a rank each,
        `skips` used, `deck` in the order taken), `scores` (estimates), `cards` (definitions by text).
        """
        is_asking = state.phase in (rules.CHOOSING, rules.GIVING_LEAD)
        rank = rules.round_rank(state)
        rows = [_row(state, other) for other in range(rules.RANKS)]
        return {
            "players": state.players,
            "viewer": player,
            "phase": _PHASES[state.phase],
            "to_move": state.player if is_asking else None,
            "round": state.turn + 1,
            "rank": rank + 1,
            "row": rows[rank],
            "rows": rows,
            "stock_counts": list(state.stock_count),
            "leader": state.leader,
            "next_leader": state.next_leader - 1 if state.next_leader else None,
            "final_leader": state.final_leader - 1 if state.final_leader else None,
            "idle": state.idle,
            "seats": [_describe_seat(state, other) for other in range(state.players)],
            "scores": self.scores(state),
            "cards": {card.text: card.as_dict() for card in state.cards.values()},
        }

    def reveals(self, state: Any, action: int, player: int) -> bool:
        after = state.copy()
        rules.apply(after, action)
        return bool(after.stock_count != state.stock_count)

    def describe_action(self, state: Any, action: int) -> str:
        if action >= rules.TAKE_PAIR:
            first, second = (state.cards[card].text for card in _pair(action))
            return f"takes {first} and {second} for one circle"
        if action >= rules.GIVE_LEAD:
            seat = action - rules.GIVE_LEAD
            return "keeps the lead" if seat == state.player else f"gives the lead to player {seat + 1}"
        if action >= rules.SKIP:
            return "skips, to lead the next round" if action == rules.SKIP else "passes"
        if action > rules.TAKE_FOR_TWO:
            return f"takes {state.cards[action - rules.TAKE_FOR_TWO].text} for two circles"
        return f"takes {state.cards[action].text}"


# ------------------------------------------------------------------ the pool


def _check_pool(value: object) -> list[Card]:
    pool = [
        parse_card(entry, f"pool card {number}")
        for number, entry in enumerate(expect_list("pool", value, of="cards"), 1)
    ]
    for first, _ in same_card_twice(pool):
        raise OptionError(f"{first.text} is defined in two ways in the pool (TT-C1); make the definitions equal")
    if len(pool) > rules.POOL_WIDTH:
        raise OptionError(f"a pool has at most {rules.POOL_WIDTH} cards, not {len(pool)}")
    kinds = len(set(pool))
    if kinds >= rules.KINDS_WIDTH:
        raise OptionError(f"a pool has at most {rules.KINDS_WIDTH - 1} different cards, not {kinds}")
    return pool


def _lay_out_pool(s: rules.State, pool: Sequence[Card]) -> None:
    """Enter the cards into the tables and sort them by rank into the decks that are to be shuffled (TT-F1)."""
    copies = Counter(pool)
    s.cards = dict(enumerate(sorted(copies, key=lambda card: card.text), 1))
    s.kinds = len(s.cards)
    for number, card in s.cards.items():
        s.value_of[number] = card.value
        s.suit_of[number] = 1 + SUITS.index(card.suit)
        s.print_of[number] = PRINTS.index(card.print)
        s.ability_of[number] = ABILITIES.index(card.ability)
        s.rank_of[number] = card.rank - 1
        s.unseen[number] = copies[card]
    place = 0
    for rank in range(rules.RANKS):
        s.stock_first[rank] = place
        for number, card in s.cards.items():
            if card.rank == rank + 1:
                for _ in range(copies[card]):
                    s.stock[place] = number
                    place += 1
        s.stock_count[rank] = place - s.stock_first[rank]


# ------------------------------------------------------------------ cards and actions


def _card_number(s: Any, text: str) -> int:
    parse_name(text)
    for number, card in s.cards.items():
        if card.text == text:
            return int(number)
    raise NotationError(f"the pool of this draft holds no {show(text)}")


def _parse_pair(s: Any, text: str) -> int:
    one, _, other = text.partition(") + ")
    first, second = _card_number(s, f"{one})"), _card_number(s, other)
    if first > second:
        raise NotationError(f"the two cards are written in sorted order: take {other} + {one})")
    return int(rules.pair_action(first, second))


def _parse_seat(s: Any, text: str) -> int:
    seats = [f"P{seat + 1}" for seat in range(s.players)]
    if text not in seats:
        raise NotationError(f"{show(text)} is no seat of this draft; the seats are {', '.join(seats)}")
    return seats.index(text)


def _pair(action: int) -> tuple[int, int]:
    """The two cards of an action that takes a pair."""
    index = action - rules.TAKE_PAIR
    second = 1
    while second * (second + 1) // 2 <= index:
        second += 1
    return index - second * (second - 1) // 2 + 1, second


def taken_cards(action: int) -> tuple[int, ...]:
    """The one or two card numbers that an action takes; none for an action that takes no card."""
    if action >= rules.TAKE_PAIR:
        return _pair(action)
    if action >= rules.SKIP:
        return ()
    return (action - rules.TAKE_FOR_TWO if action > rules.TAKE_FOR_TWO else action,)


def _refuse_take(s: Any, action: int) -> tuple[str, str]:
    cards, player, rank = taken_cards(action), s.player, rules.round_rank(s)
    row = s.row[rules.ROW_WIDTH * rank : rules.ROW_WIDTH * rank + s.row_count[rank]]
    for card in cards:
        name = s.cards[card].text if card in s.cards else "That card"
        if row.count(card) < cards.count(card):
            return "TT-F2", f"{name} does not lie in the row{' twice' if row.count(card) else ''}."
        if rules.copies_taken(s, player, card) + cards.count(card) > rules.COPIES:
            return "TT-F5", f"You would have a third copy of {name}."
    if action >= rules.TAKE_PAIR:
        return "TT-F2", why_no_pair(s, player)
    if action > rules.TAKE_FOR_TWO:
        return "TT-F2", why_no_for_two(s, player)
    return "TT-F2", why_no_take(s, player)


def why_no_take(s: Any, player: int) -> str:
    """Why the player cannot pay for a card with a circle of its own rank in this round; empty when they can (TT-F2)."""
    return "" if rules.may_take(s, player) else f"You have no circle of rank {rules.round_rank(s) + 1} left to mark."


def why_no_pair(s: Any, player: int) -> str:
    """Why the player cannot pay for two cards in this round; empty when they can (TT-F2)."""
    rank = rules.round_rank(s)
    if rules.may_take_pair(s, player):
        return ""
    if rank + 1 == rules.RANKS:
        return "There is no rank above 4 whose circle could pay for two cards."
    if s.pairs[rules.slot(player, rank)] >= s.rule[rules.R_PAIRS]:
        return f"You have taken two cards of rank {rank + 1} as often as is allowed."
    return f"Two cards cost a circle of rank {rank + 2}, and you have none left."


def why_no_for_two(s: Any, player: int) -> str:
    """Why the player cannot pay for a card with two lower circles in this round; empty when they can (TT-F2)."""
    rank = rules.round_rank(s)
    if rules.may_take_for_two(s, player):
        return ""
    if rank == 0:
        return "There is no rank below 1 whose circles could pay for a card."
    if s.doubles[rules.slot(player, rank)] >= s.rule[rules.R_DOUBLES]:
        return f"You have paid two circles for a card of rank {rank + 1} as often as is allowed."
    return f"It costs two circles of rank {rank}, and you have not two left."


# ------------------------------------------------------------------ seeing


def _picks(s: Any, player: int) -> list[int]:
    first = rules.PICKS_WIDTH * player
    return list(s.picks[first : first + s.pick_count[player]])


def drafted_decks(s: Any) -> list[list[Card]]:
    """Every player's cards in the order taken."""
    return [[s.cards[card] for card in _picks(s, player)] for player in range(s.players)]


def game_options(s: Any, base: int) -> dict[str, Any]:
    """The options of the game after a finished draft: decks, leader, base, and smaller decks if circles are void.

    >>> from theatre_lab.core.match import Match
    >>> game_options(Match(DRAFT, 2, seed=1).state, 4)
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: the draft is not over: its decks are complete after the last circle (TT-F4)
    """
    if not rules.is_over(s):
        raise BadInput("the draft is not over: its decks are complete after the last circle (TT-F4)")
    return {
        "decks": [[card.as_dict() for card in deck] for deck in drafted_decks(s)],
        "leader": s.final_leader - 1,
        "base": base,
        "allow_smaller": rules.all_circles_left(s) > 0,
    }


def _row(s: Any, rank: int) -> list[str]:
    first = rules.ROW_WIDTH * rank
    return [s.cards[card].text for card in s.row[first : first + s.row_count[rank]]]


def _describe_seat(s: Any, player: int) -> dict[str, Any]:
    own = slice(rules.RANKS * player, rules.RANKS * (player + 1))
    return {
        "circles": list(s.circles[own]),
        "pairs": list(s.pairs[own]),
        "doubles": list(s.doubles[own]),
        "skips": s.skips[player],
        "deck": [s.cards[card].text for card in _picks(s, player)],
    }


DRAFT = Draft()
