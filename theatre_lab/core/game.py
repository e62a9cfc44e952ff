"""The game contract: what a game's folder provides, and what everything else may ask of it.

A game consists of *rules modules* (plain functions over the declared state, `Rules` below) and one
`Game` object, which names things for people. The functions also run compiled, so they use whole
numbers, lists and each other, and nothing else.
"""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar, Protocol, cast

from theatre_lab.core.clauses import Clauses
from theatre_lab.core.declaration import Record
from theatre_lab.core.errors import BadInput, IllegalAction
from theatre_lab.core.options import RuleNumber, check_rule_numbers, refuse_unknown
from theatre_lab.core.records import GameRecord
from theatre_lab.core.stream import shuffle

__all__ = ["WHOLE_WIN", "Game", "Lot", "Part", "Rules", "View", "resolve_chance", "total"]

WHOLE_WIN = 60
"""A whole win: a number that two to six winners can share evenly."""


@dataclass(frozen=True)
class Part:
    """One reason of a score.

    `who` is what the points belong to (a seat, a card, a row), `rule` the clause id, `points` the
    amount (never 0) and `text` the reason in a few words.

    >>> part = Part("A1", "OV-P2", 3, "a VIP")
    >>> part.rule, part.points
    ('OV-P2', 3)
    """

    who: str
    rule: str
    points: int
    text: str


@dataclass(frozen=True)
class Lot:
    """One draw by lot: a number below `of`, or with `kept` the first so many of a shuffled pile of `of`.

    >>> from theatre_lab.games import get_game
    >>> cabaret = get_game("cabaret")
    >>> cabaret.lots(2, cabaret.check_options(2, {}))  # the agents, then who leads
    (Lot(of=6, kept=2), Lot(of=2, kept=0))
    """

    of: int
    kept: int = 0


def total(parts: Sequence[Part]) -> int:
    """The sum of the parts.

    >>> total([Part("A1", "OV-P2", 3, "a VIP"), Part("A1", "OV-P2", 2, "a front seat")])
    5
    """
    return sum(part.points for part in parts)


class Rules(Protocol):
    """The functions of a rules module. All work in place on a state and trust their arguments.

    `out`, `cards` and `buffer` are lists (or arrays) at least as long as `Game.max_actions`,
    respectively `Game.max_cards`; `rng` is a stream of `core.stream`.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> game = get_game("cabaret")
    >>> rules: Rules = game.rules
    >>> s = Match(game, 2, seed=1).state
    >>> out = [0] * game.max_actions
    >>> out[: rules.legal_actions(s, out)] == game.legal_actions(s)
    True
    >>> mover = rules.to_move(s)
    >>> rules.apply(s, out[0])
    >>> rules.is_over(s), rules.to_move(s) == mover, rules.chance(s, [0] * game.max_cards)
    (False, False, -1)
    """

    def is_over(self, s: Any) -> Any:
        """Has the game ended?"""

    def to_move(self, s: Any) -> Any:
        """The player who is to decide."""

    def legal_actions(self, s: Any, out: Any) -> Any:
        """Write the legal actions into `out`; return how many. Empty only when luck is due or the game is over."""

    def apply(self, s: Any, action: Any) -> Any:
        """Carry out a legal action and all that follows from it, up to the next decision, stroke of luck or the end."""

    def chance(self, s: Any, cards: Any) -> Any:
        """When a shuffle is due: write what is shuffled into `cards`, return how many (perhaps 0). Otherwise -1."""

    def set_chance(self, s: Any, cards: Any, n: Any) -> Any:
        """Put the due pile into this order (the first is drawn first) and go on to the next decision, luck or end."""

    def conceal(self, s: Any, player: Any) -> Any:
        """Erase all that the player may not know: states that look the same to the player become equal."""

    def determinize(self, s: Any, player: Any, buffer: Any, rng: Any) -> Any:
        """Fill a concealed state with a random world that fits everything the player was ever shown."""

    def score(self, s: Any, player: Any) -> Any:
        """The player's score as it stands."""

    def payoff(self, s: Any, player: Any) -> Any:
        """The player's share of the win in a finished game, in parts of `WHOLE_WIN` (half for one of two)."""


def resolve_chance(rules: Any, s: Any, cards: Any, rng: Any) -> None:
    """Shuffle whatever is due until the game waits for a decision or is over.

    >>> from theatre_lab.games import get_game
    >>> game = get_game("overture")
    >>> state = game.new_state(2, {"theatre": "blackbox"}, game.check_rules(None))
    >>> resolve_chance(game.rules, state, [0] * game.max_cards, [7])
    >>> len(game.legal_actions(state))
    3
    """
    n = rules.chance(s, cards)
    while n >= 0:
        shuffle(cards, n, rng)
        rules.set_chance(s, cards, n)
        n = rules.chance(s, cards)


class Game(abc.ABC):
    """What a kind of game offers to everything outside its folder.

    Subclasses set the class attributes and the abstract methods; there is one instance a game, found by
    `theatre_lab.games.get_game`.

    >>> from theatre_lab.games import get_game
    >>> game = get_game("overture")
    >>> game.title, game.min_players, game.max_players, len(game.clauses)
    ('Overture', 2, 4, 33)
    """

    name: ClassVar[str]
    """The name in records and commands: `overture`."""
    title: ClassVar[str]
    """The name for people: `Overture`."""
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    state_type: ClassVar[type[Record]]
    rules: ClassVar[Any]
    """The module whose functions are `Rules`."""
    modules: ClassVar[tuple[ModuleType, ...]]
    """Every module of functions that the compiled form is made of, `rules` among them."""
    clauses: ClassVar[Clauses]
    rule_numbers: ClassVar[tuple[RuleNumber, ...]]
    max_actions: ClassVar[int]
    """At most so many actions are legal at once."""
    action_space: ClassVar[int]
    """Every action is a whole number from 0 up to, but not including, this."""
    max_cards: ClassVar[int]
    """At most so many cards are shuffled or dealt out again at once."""
    option_names: ClassVar[tuple[str, ...]] = ()
    """What may be agreed on before a game."""
    position_parts: ClassVar[tuple[str, ...]] = ()
    """What may be told of a position besides the options; empty when no position can be set up."""
    drawn_options: ClassVar[tuple[str, ...]] = ()
    """Options that a new game draws by lot when they are not given; a record must carry them."""
    gains_are_points: ClassVar[bool] = True
    """Whether a higher score is what the players strive for (otherwise only winning counts)."""
    has_review: ClassVar[bool] = True
    """Whether a finished game can be reviewed, move by move: somebody strives to win it, or for its points."""
    thinking: ClassVar[int] = 2000
    """Search iterations that take about a tenth of a second, compiled, on two cores."""
    thinking_shares: ClassVar[Mapping[str, int]] = {}
    """Thousandths of `thinking` (1 or more) of a level that searches, where they are not the usual ones."""
    plain_levels: ClassVar[frozenset[str]] = frozenset()
    """Levels whose search plays games out as level medium plays, though the game has a better policy for that."""
    grows_trees: ClassVar[bool] = True
    """Whether a search grows a tree below every action it compares; otherwise the policy plays on at once."""
    careless: ClassVar[int] = 25
    """How many moves of a hundred a careless level makes at random."""

    # ------------------------------------------------------------- beginning a game

    @abc.abstractmethod
    def check_options(self, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options, checked, with defaults filled in (not the ones drawn by lot). OptionError says what is wrong."""

    @abc.abstractmethod
    def draw_options(self, players: int, options: dict[str, Any], rng: list[int]) -> dict[str, Any]:
        """The checked options with the missing `drawn_options` drawn by lot."""

    def lots(self, players: int, options: Mapping[str, Any]) -> tuple[Lot, ...] | None:
        """What `draw_options` draws with these checked options, draw by draw, so that many games can be begun at once.

        Where the same comes of all draws, the options are the same. None when a game does not tell: then each of many
        games is begun on its own. A game that writes `draw_options` anew tells its draws anew, or they are not asked
        for. A game that tells nothing is tried: where it leaves the stream alone, there are no draws.
        """
        try:
            self.draw_options(players, dict(options), cast(Any, object()))
        except Exception:  # it asked for luck
            return None
        return ()

    def series_options(self, players: int, options: dict[str, Any], deal: int) -> dict[str, Any]:
        """The checked options of a deal (counted from 0) of a series: what has to come out evenly takes turns in it."""
        return options

    def series_length(self, players: int, options: Mapping[str, Any]) -> int:
        """After so many deals a series with these checked options begins anew; 0 when a game does not tell.

        A game that writes `series_options` anew tells this anew, or it is not asked for.
        """
        return 1 if type(self).series_options is Game.series_options else 0

    @abc.abstractmethod
    def new_state(self, players: int, options: Mapping[str, Any], numbers: Sequence[int]) -> Record:
        """A state before its first stroke of luck, from checked and complete options and all rule numbers in order."""

    def check_rules(self, changed: Mapping[str, Any] | None) -> list[int]:
        """All rule numbers in the order of `rule_numbers`, with the changed ones in place."""
        return check_rule_numbers(self.rule_numbers, changed)

    def set_up(
        self, players: int, told: Mapping[str, Any], numbers: Sequence[int], rng: list[int]
    ) -> tuple[dict[str, Any], Record]:
        """The options and the state of a position told in words; what is not told is dealt by the stream.

        BadInput (or a kind of it) says what does not fit, where, and what would.
        """
        if not self.position_parts:
            raise BadInput(f"{self.title} begins at its beginning: no position of it can be set up")
        refuse_unknown("part of a position", told, [*self.position_parts, *self.option_names])
        given = {name: value for name, value in told.items() if name in self.option_names}
        options = self.draw_options(players, self.check_options(players, given), rng)
        state = self.new_state(players, options, numbers)
        self.lay_out(state, {name: value for name, value in told.items() if name in self.position_parts}, rng)
        return options, state

    def lay_out(self, state: Any, told: Mapping[str, Any], rng: list[int]) -> None:
        """Turn the state of a new game into the position told; a game with `position_parts` writes this."""
        raise NotImplementedError

    # ------------------------------------------------------------- notation

    @abc.abstractmethod
    def action_text(self, state: Any, action: int) -> str:
        """A legal action in notation."""

    @abc.abstractmethod
    def parse_action(self, state: Any, text: str) -> int:
        """The action that a text means here, legal or not; NotationError when it means nothing in this game."""

    @abc.abstractmethod
    def refusal(self, state: Any, action: int) -> tuple[str, str]:
        """Why the action is not legal here: the clause id and the reason in words."""

    @abc.abstractmethod
    def chance_texts(self, state: Any, cards: Sequence[int]) -> list[str]:
        """The outcome of the luck that is due, as a record writes it."""

    @abc.abstractmethod
    def parse_chance(self, state: Any, texts: Sequence[str]) -> list[int]:
        """The cards that a record's chance entry names; NotationError for one that does not exist."""

    # ------------------------------------------------------------- records

    def write_record(self, record: GameRecord, state: Any) -> dict[str, Any]:
        """The record of a game that stands at this state, as JSON data in the game's own format."""
        return record.as_dict()

    def read_record(self, data: object) -> GameRecord:
        """The record of JSON data in the game's own format, its types and keys checked; RecordError otherwise."""
        return GameRecord.from_dict(data)

    # ------------------------------------------------------------- judging

    def scores(self, state: Any) -> list[int]:
        """Every player's score as it stands."""
        return [int(self.rules.score(state, player)) for player in range(state.players)]

    def winners(self, state: Any) -> list[int]:
        """The winners of a finished game, in order."""
        return [player for player in range(state.players) if self.rules.payoff(state, player) > 0]

    @abc.abstractmethod
    def breakdown(self, state: Any, player: int) -> list[Part]:
        """Every point of the player's score as it stands, with its clause."""

    # ------------------------------------------------------------- seeing

    @abc.abstractmethod
    def describe_view(self, state: Any, player: int) -> dict[str, Any]:
        """What the player may know, as plain JSON data, from a state concealed for the player."""

    @abc.abstractmethod
    def reveals(self, state: Any, action: int, player: int) -> bool:
        """Would carrying out the action (luck aside) show the player something that was hidden from them?"""

    @abc.abstractmethod
    def describe_action(self, state: Any, action: int) -> str:
        """The action in a sentence fragment for a log, as everybody may read it (`seats a Tall Kid on B3`)."""

    def public_action(self, state: Any, action: int, viewer: int) -> str:
        """The action in notation as the viewer may know it (a face-down discard is hidden from the others)."""
        return self.action_text(state, action)

    def view(self, state: Any, player: int) -> View:
        """All that the player may know, and nothing else."""
        concealed = state.copy()
        self.rules.conceal(concealed, player)
        return View(self, player, concealed)

    # ------------------------------------------------------------- shared by all games

    def legal_actions(self, state: Any) -> list[int]:
        """The legal actions as numbers, in the rules' order."""
        out = [0] * self.max_actions
        return out[: self.rules.legal_actions(state, out)]

    def require_legal(self, state: Any, action: int, text: str) -> None:
        """Raise IllegalAction with its clause unless the action is legal here."""
        if action not in self.legal_actions(state):
            clause, reason = self.refusal(state, action)
            raise IllegalAction(text, clause, reason)

    def resolve_chance(self, state: Any, rng: list[int]) -> None:
        """Let luck decide until the game waits for a decision or is over."""
        resolve_chance(self.rules, state, [0] * self.max_cards, rng)

    def __repr__(self) -> str:
        return f"<game {self.name}>"


@dataclass(frozen=True, eq=False)
class View:
    """All that one player may know of a game, and nothing else: what a bot gets.

    `state` is a concealed state: what is hidden from the player is erased in it.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> match = Match(get_game("overture"), 2, theatre="blackbox", seed=1)
    >>> view = match.view(0)
    >>> view.is_to_move, view.legal_actions()
    (True, ['draw deck', 'draw lobby 1', 'draw lobby 2'])
    >>> view.determinize([5]) == match.state, match.game.view(view.determinize([5]), 0) == view
    (False, True)
    """

    game: Game
    player: int
    state: Any

    @property
    def is_to_move(self) -> bool:
        """Does this player decide now?"""
        rules = self.game.rules
        return not rules.is_over(self.state) and rules.to_move(self.state) == self.player

    def actions(self) -> list[int]:
        """The legal actions as numbers; empty when it is another player's turn."""
        return self.game.legal_actions(self.state) if self.is_to_move else []

    def legal_actions(self) -> list[str]:
        """The legal actions in notation; empty when it is another player's turn."""
        return [self.game.action_text(self.state, action) for action in self.actions()]

    def as_dict(self) -> dict[str, Any]:
        """The view as plain JSON data."""
        return self.game.describe_view(self.state, self.player)

    def determinize(self, rng: list[int]) -> Any:
        """A random full state that fits everything this player was ever shown."""
        world = self.state.copy()
        self.game.rules.determinize(world, self.player, [0] * self.game.max_cards, rng)
        return world

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (self.game, self.player, self.state) == (other.game, other.player, other.state)

    __hash__ = cast(Any, None)
