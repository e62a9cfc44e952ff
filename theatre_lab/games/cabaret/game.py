"""Cabaret as the rest of the package sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from theatre_lab.core.errors import OptionError
from theatre_lab.core.game import Game, Part
from theatre_lab.core.options import (
    RuleNumber,
    expect_bool,
    expect_choice,
    expect_int,
    expect_list,
    refuse_unknown,
)
from theatre_lab.core.stream import below, shuffle
from theatre_lab.games.cabaret import breakdown, dealing, notation, policy, rules, scoring, view
from theatre_lab.games.cabaret.cards import GENRES, card_names, parse_performer, printed_stars
from theatre_lab.games.cabaret.clauses import CLAUSES

__all__ = ["CABARET", "Cabaret"]

_RULE_NUMBERS = (
    RuleNumber("mime", 2, -20, 20, "CB-C2", "points of a mime, at a shortage and at the end"),
    RuleNumber("own_genre", 2, 1, 10, "CB-E2", "how often the own genre counts with all genres"),
    RuleNumber("mimes_each", 3, 1, 10, "CB-S1", "mimes each, at the start and after a shortage"),
    RuleNumber("shows", 12, 1, 12, "CB-T8", "shows of a round"),
    RuleNumber("cancel", 1, 0, 1, "CB-T5", "1: equal ranks cancel; 0: the first of the best wins"),
)


class Cabaret(Game):
    """Win shows full of your own genre, and never follow suit: two to six talent agents."""

    name = "cabaret"
    title = "Cabaret"
    min_players = 2
    max_players = 6
    state_type = rules.State
    rules: ClassVar[Any] = rules
    modules = (scoring, dealing, rules, policy)
    clauses = CLAUSES
    rule_numbers = _RULE_NUMBERS
    max_actions = scoring.RANKS
    action_space = rules.MIME + 1
    max_cards = rules.MIME
    drawn_options = ("agents", "leader")

    def check_options(self, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        refuse_unknown("option", options, ["agents", "leader", "rounds", "all_genres", "stars"])
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

    def new_state(self, players: int, options: Mapping[str, Any], numbers: Sequence[int]) -> rules.State:
        s = rules.State()
        s.players = players
        s.agent[:players] = [GENRES.index(genre) for genre in options["agents"]]
        s.stars = list(options["stars"])
        s.rule = list(numbers)
        s.all_genres = int(options["all_genres"])
        s.rounds = options["rounds"]
        s.first_leader = s.leader = s.turn = options["leader"]
        s.mimes[:players] = [numbers[rules.R_MIMES_EACH]] * players
        return s

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


def _check_agents(value: object, players: int) -> list[str]:
    agents = [expect_choice("agents", agent, GENRES) for agent in expect_list("agents", value)]
    if len(agents) != players:
        raise OptionError(f"agents must name {players} genres, one a player, not {len(agents)}")
    for agent in agents:
        if agents.count(agent) > 1:
            raise OptionError(f"agents must all be different; {agent} stands there twice")
    return agents


def _check_stars(value: object) -> list[int]:
    entries = expect_list("stars", value, scoring.RANKS)
    return [expect_int(f"stars of rank {i + 1}", stars, -99, 99) for i, stars in enumerate(entries)]
