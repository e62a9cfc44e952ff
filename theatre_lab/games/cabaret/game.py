"""Cabaret as the rest of the package sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from theatre_lab.core.errors import OptionError
from theatre_lab.core.game import Game, Lot, Part
from theatre_lab.core.options import (
    RuleNumber,
    expect_bool,
    expect_choice,
    expect_int,
    expect_list,
    refuse_unknown,
)
from theatre_lab.core.stream import below, shuffle
from theatre_lab.games.cabaret import breakdown, dealing, endgame, notation, policy, positions, rules, scoring, view
from theatre_lab.games.cabaret.cards import GENRES, card_names, parse_performer, printed_stars
from theatre_lab.games.cabaret.clauses import CLAUSES
from theatre_lab.games.cabaret.rules import State

__all__ = ["CABARET", "Cabaret", "show_state"]

_RULE_NUMBERS = (
    RuleNumber("mime", 2, -20, 20, "CB-C2", "points of a mime, at a shortage and at the end"),
    RuleNumber("own_genre", 2, 1, 10, "CB-E2", "how often the own genre counts with all genres"),
    RuleNumber("mimes_each", 3, 1, 10, "CB-S1", "mimes each, at the start and after a shortage"),
    RuleNumber("shows", 12, 1, 12, "CB-T8", "shows of a round"),
    RuleNumber("cancel", 1, 0, 1, "CB-T5", "1: equal ranks cancel; 0: the first of the best wins"),
)


class Cabaret(Game):
    """Win shows full of your own genre, and never follow suit: two to six talent agents.

    >>> options = CABARET.check_options(2, {"agents": ["Singers", "Jugglers"], "leader": 1})
    >>> s = CABARET.new_state(2, options, CABARET.check_rules(None))
    >>> CABARET.resolve_chance(s, [7])
    >>> s.hand_size[:2], CABARET.rules.to_move(s), CABARET.scores(s)
    ([12, 12], 1, [6, 6])
    """

    name = "cabaret"
    title = "Cabaret"
    min_players = 2
    max_players = 6
    state_type = State
    rules: ClassVar[Any] = rules
    modules = (scoring, dealing, rules, policy, endgame)
    clauses = CLAUSES
    rule_numbers = _RULE_NUMBERS
    max_actions = scoring.RANKS
    action_space = rules.MIME + 1
    max_cards = rules.MIME
    option_names = ("agents", "leader", "rounds", "all_genres", "stars")
    position_parts = positions.PARTS
    drawn_options = ("agents", "leader")
    careless = 50

    def check_options(self, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        refuse_unknown("option", options, self.option_names)
        checked: dict[str, Any] = {}
        if "agents" in options:
            checked["agents"] = _check_agents(options["agents"], players)
        if "leader" in options:
            checked["leader"] = expect_int("leader", options["leader"], 0, players - 1)
        checked["rounds"] = expect_int("rounds", options.get("rounds", 3), 1, 1000)
        checked["all_genres"] = expect_bool("all_genres", options.get("all_genres", False))
        checked["stars"] = _check_stars(options.get("stars", printed_stars()))
        return checked

    def draw_options(self, players: int, options: dict[str, Any], rng: list[int]) -> dict[str, Any]:
        drawn: dict[str, Any] = {}
        if "agents" not in options:
            order = list(range(len(GENRES)))
            shuffle(order, len(order), rng)
            drawn["agents"] = [GENRES[genre] for genre in order[:players]]
        if "leader" not in options:
            drawn["leader"] = below(rng, players)
        return {**options, **drawn}

    def lots(self, players: int, options: Mapping[str, Any]) -> tuple[Lot, ...]:
        agents = () if "agents" in options else (Lot(len(GENRES), kept=players),)
        return agents if "leader" in options else (*agents, Lot(players))

    def new_state(self, players: int, options: Mapping[str, Any], numbers: Sequence[int]) -> State:
        s = State()
        s.players = players
        s.agent[:players] = [GENRES.index(genre) for genre in options["agents"]]
        s.stars = list(options["stars"])
        s.rule = list(numbers)
        s.all_genres = int(options["all_genres"])
        s.rounds = options["rounds"]
        s.first_leader = s.leader = s.turn = options["leader"]
        s.mimes[:players] = [numbers[rules.R_MIMES_EACH]] * players
        return s

    def lay_out(self, state: Any, told: Mapping[str, Any], rng: list[int]) -> None:
        """Lay out a position, checked card by card: each performer lies in one place.

        - `leader` (an option) leads this show; `round` and `show_number` count from 1
        - `show`: what is played in it so far, in order of play, `*` a mime; each card must have been allowed (CB-T)
        - `hands` and `piles`: performers, a list a player; a hand left out is dealt from those not named
        - `set_aside`: performers of shows that nobody won (CB-T7); whatever has no place lies there, too
        - `mimes` and `mimes_paid`: a number a player; mimes of nobody lie aside
        - `scored`: performers that each player had in the piles of earlier rounds (CB-E1)
        """
        positions.lay_out(state, told, rng)

    def action_text(self, state: Any, action: int) -> str:
        return notation.action_text(state, action)

    def parse_action(self, state: Any, text: str) -> int:
        return notation.parse_action(state, text)

    def refusal(self, state: Any, action: int) -> tuple[str, str]:
        return notation.refusal(state, action)

    def chance_texts(self, state: Any, cards: Sequence[int]) -> list[str]:
        return card_names(state, cards)

    def parse_chance(self, state: Any, texts: Sequence[str]) -> list[int]:
        return [parse_performer(state, text) for text in texts]

    def breakdown(self, state: Any, player: int) -> list[Part]:
        return breakdown.score_parts(state, player)

    def describe_view(self, state: Any, player: int) -> dict[str, Any]:
        return view.describe_view(state, player)

    def reveals(self, state: Any, action: int, player: int) -> bool:
        return view.is_news(state, action, player)

    def describe_action(self, state: Any, action: int) -> str:
        return notation.describe_action(state, action)


CABARET = Cabaret()


def show_state(
    agents: Sequence[str],
    hands: Sequence[Sequence[str]],
    *,
    mimes: Sequence[int] | None = None,
    changed: Mapping[str, Any] | None = None,
    **options: Any,
) -> State:
    """A state before the first show of a round in which these hands were dealt.

    `agents` are genres, `hands` lists of performers, both by seat; every performer left out is set
    aside. `mimes` are the collections' sizes (three each when left out), `changed` holds changed rule
    numbers, and the options are those of a game. BadInput (or a kind of it) says what does not fit.

    >>> s = show_state(["Singers", "Actors"], [["S12", "A1"], ["S3", "A7"]])
    >>> [CABARET.action_text(s, action) for action in CABARET.legal_actions(s)]
    ['play S12', 'play A1']
    """
    seats = len(expect_list("agents", agents))
    expect_int("the number of agents", seats, Cabaret.min_players, Cabaret.max_players)
    checked = CABARET.check_options(seats, {"leader": 0, **options, "agents": agents})
    s = CABARET.new_state(seats, checked, CABARET.check_rules(changed))
    s.phase = rules.PLAYING
    for card in range(scoring.RANKS * seats):
        s.place[card] = dealing.ASIDE
    for seat, hand in enumerate(expect_list("hands", hands, seats)):
        _deal_hand(s, seat, expect_list(f"hand {seat}", hand))
    if mimes is not None:
        s.mimes[:seats] = _check_mimes(expect_list("mimes", mimes, seats), sum(s.mimes))
    return s


def _deal_hand(s: State, seat: int, hand: list[Any]) -> None:
    expect_int(f"the number of cards in hand {seat}", len(hand), 0, scoring.RANKS)
    for text in hand:
        card = parse_performer(s, text)
        if s.place[card] != dealing.ASIDE:
            raise OptionError(f"hands must hold each performer once; {text} stands there twice")
        s.place[card] = dealing.HAND + seat
    s.hand_size[seat] = len(hand)


def _check_mimes(mimes: list[Any], most: int) -> list[int]:
    checked = [expect_int("mimes", count, 0, most) for count in mimes]
    expect_int("mimes in all", sum(checked), 0, most)
    return checked


def _check_agents(value: object, players: int) -> list[str]:
    agents = [
        expect_choice("agents", agent, GENRES)
        for agent in expect_list("agents", value, of=f"genres, one a player ({', '.join(GENRES)})")
    ]
    if len(agents) != players:
        raise OptionError(f"agents must name {players} genres, one a player, not {len(agents)}")
    for agent in agents:
        if agents.count(agent) > 1:
            raise OptionError(f"agents must all be different; {agent} stands there twice")
    return agents


def _check_stars(value: object) -> list[int]:
    entries = expect_list("stars", value, scoring.RANKS, of="twelve numbers, those of rank 1 first")
    return [expect_int(f"stars of rank {i + 1}", stars, -99, 99) for i, stars in enumerate(entries)]
