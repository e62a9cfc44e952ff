"""Everything that the package reads from outside, with good examples and what reading it means.

A format's `read` takes one input; it may raise a `TheatreLabError` and nothing else, or answer False: both mean that
the input was refused. `unchanged` tells, as text, what must be the same after any number of inputs.
"""

from __future__ import annotations

import base64
import json
import random
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from trust.damage import ALPHABET, MARKUP, as_text, junk, monster, nasty, spoilt, spoilt_text

import theatre_lab as tl
from theatre_lab import cli
from theatre_lab.bots.basic import RandomBot
from theatre_lab.core.match import Match
from theatre_lab.core.records import share_code
from theatre_lab.games import game_names, get_game
from theatre_lab.games.the_theatre.cards import set_one
from theatre_lab.games.the_theatre.deck_text import read_cards, write_cards
from theatre_lab.games.the_theatre.decks import starter_decks
from theatre_lab.lab.balance import Balance, stored_balance
from theatre_lab.teach.progress import Progress


@dataclass
class Format:
    """One kind of input: how to make a spoilt one, and how it is read."""

    name: str
    make: Callable[[random.Random], Any]
    read: Callable[[Any], object]
    unchanged: Callable[[], str] = field(default=lambda: "")


NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def short_game(name: str, players: int, plies: int, **options: Any) -> Match:
    """The beginning of a game."""
    match, bot = Match(get_game(name), players, seed=7, **options), RandomBot(3)
    while match.ply < plies and (player := match.to_move) is not None:
        match.play(bot(match.view(player)))
    return match


@cache
def beginnings() -> dict[str, list[Match]]:
    """Games broken off early, and some that are over."""
    return {
        "overture": [short_game("overture", 2, 12), short_game("overture", 3, 9, theatre="rotunda")],
        "cabaret": [short_game("cabaret", 3, 10), short_game("cabaret", 2, 10**6, rounds=1)],
        "the-theatre": [short_game("the-theatre", 2, 8), short_game("the-theatre", 3, 10**6)],
        "mythic-circus": [short_game("mythic-circus", 2, 15), short_game("mythic-circus", 3, 10**6, max_turns=2)],
        "the-theatre-draft": [short_game("the-theatre-draft", 2, 6), short_game("the-theatre-draft", 3, 10**6)],
    }


def every_beginning() -> list[Match]:
    return [
        match
        for name in game_names()
        for match in beginnings().get(name) or [short_game(name, get_game(name).min_players, 4)]
    ]


# ------------------------------------------------------------------ texts of JSON


def json_format(name: str, seeds: list[Any], read: Callable[[str], object], unchanged: Any = lambda: "") -> Format:
    """A format whose inputs are JSON texts: spoilt as data, as text, or not at all."""

    def make(rng: random.Random) -> str:
        how = rng.random()
        if how < 0.005:
            return monster(rng)
        seed = rng.choice(seeds)
        if how < 0.7:
            return as_text(spoilt(seed, rng, seeds))
        return spoilt_text(as_text(seed), rng)

    return Format(name, make, read, unchanged)


def record_format() -> Format:
    seeds = [match.record().as_dict() for match in every_beginning() if match.game.name != "the-theatre-draft"]
    return json_format("records", seeds, lambda text: tl.load(text if text.lstrip()[:1] == "{" else "{" + text))


def draft_format() -> Format:
    seeds = [match.record_data() for match in beginnings()["the-theatre-draft"]]
    return json_format("draft records", seeds, lambda text: tl.load(text if text.lstrip()[:1] == "{" else "{" + text))


def save_format() -> Format:
    seeds = [match.to_save() for match in every_beginning()]
    return json_format("saved matches", seeds, lambda text: tl.load(text if text.lstrip()[:1] == "{" else "{" + text))


def _packed(text: str) -> str:
    return "tl1:" + base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"), 1)).decode().rstrip(
        "="
    )


def share_format() -> Format:
    seeds = [match.record_data() for match in every_beginning()]
    bombs = [_packed("[" * 3_000_000), _packed('"' + "x" * 9_000_000 + '"'), _packed('{"a":' * 500_000)]

    def make(rng: random.Random) -> str:
        how = rng.random()
        if how < 0.001:
            return rng.choice(bombs)
        seed = rng.choice(seeds)
        if how < 0.4:
            return _packed(as_text(spoilt(seed, rng, seeds)))
        return "tl1:" + spoilt_text(share_code(seed).removeprefix("tl1:"), rng)

    return Format("share codes", make, tl.load)


def progress_format() -> Format:
    known = Progress(clock=lambda: NOON)
    for clause in ("OV-P4", "CB-T3", "TT-B6", "MC-A7"):
        known.answer(clause, True)
        known.answer(clause, False, helped=True)
    seeds = [json.loads(known.to_json()), json.loads(Progress(clock=lambda: NOON).to_json())]
    holder = Progress(clock=lambda: NOON)
    holder.replace(known)
    return json_format(
        "progress files",
        seeds,
        lambda text: Progress.load(text if text.lstrip()[:1] == "{" else "{" + text, clock=lambda: NOON),
        holder.to_json,
    )


def balance_format() -> Format:
    report = stored_balance("the-theatre")
    path = Path(tempfile.mkdtemp()) / "report.json"
    report.save(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    seeds = [_thin(data)]

    def read(text: str) -> None:
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        str(Balance.load(path))

    return json_format("balance reports", seeds, read)


def _thin(data: Any) -> Any:
    """The same data with at most two entries in every list of objects, so that a reading is quick."""
    if isinstance(data, dict):
        return {key: _thin(value) for key, value in data.items()}
    if isinstance(data, list) and data and isinstance(data[0], (dict, list)):
        return [_thin(value) for value in data[:2]]
    return data


# ------------------------------------------------------------------ lines for the command line


def line_formats() -> list[Format]:
    board = {"theatre": "opera-house", "seats": {"A1": "Short Critic", "A2": "Kid"}}
    deck = [card.text for card in starter_decks(4)[0].cards]
    whole = [card.as_dict() for card in starter_decks(4)[1].cards]
    decks = [{"deck": deck, "base": 4}, {"deck": whole, "base": 4, "allow_smaller": True}]
    records = [match.record_data() for match in every_beginning()]
    kinds: list[tuple[str, list[Any], Any]] = [
        ("lines for replay", records, cli.answer_replay),
        ("lines for legal", records, cli.answer_legal),
        ("lines for score", [board, {**board, "theatre": "rotunda", "rules": {"noisy": 2}}], cli.answer_score),
        ("lines for decks", decks, cli.answer_deck),
    ]
    return [_line_format(*kind) for kind in kinds]


def _line_format(name: str, seeds: list[Any], answer: Any) -> Format:
    texts = json_format(name, seeds, lambda text: None)

    def make(rng: random.Random) -> bytes:
        raw = texts.make(rng).encode("utf-8", "surrogatepass")
        if rng.random() < 0.05:
            at = rng.randrange(len(raw) + 1)
            raw = raw[:at] + bytes(rng.randrange(256) for _ in range(3)) + raw[at:]
        return raw

    def read(line: bytes) -> bool:
        told = cli._answer_line(line, answer)
        text = json.dumps(told)
        assert "\n" not in text
        if told.get("ok") is False:
            assert set(told) == {"ok", "error", "at"}
            assert 0 < len(told["error"]) < 2000, f"an error of {len(told['error'])} letters"
        return told.get("ok") is not False

    return Format(name, make, read)


# ------------------------------------------------------------------ decks and card sets


def card_text_format() -> Format:
    whole = [card.as_dict() for card in starter_decks(4)[1].cards]
    odd = [{**entry, "name": f"{MARKUP.replace('(', '[').replace(')', ']')} {i}"} for i, entry in enumerate(whole)]
    seeds = [write_cards(starter_decks(4)[0].cards), "# mine\n2 Button (Charm)\n1 x Tupp (Luck)\n"]
    jsons = [whole, odd, {"cards": whole}]

    def make(rng: random.Random) -> str:
        how = rng.random()
        if how < 0.005:
            return monster(rng)
        if how < 0.5:
            return spoilt_text(rng.choice(seeds), rng)
        if how < 0.8:
            return as_text(spoilt(rng.choice(jsons), rng, jsons))
        return "\n".join(f"{rng.randrange(300)} {as_text(spoilt(entry, rng, whole))}" for entry in whole[:3])

    return Format("decks and card sets", make, read_cards, lambda: str(len(set_one())))


# ------------------------------------------------------------------ options, rule numbers, positions


def rule_number_format() -> Format:
    games = [get_game(name) for name in game_names()]

    def make(rng: random.Random) -> tuple[Any, Any]:
        game = rng.choice(games)
        rules = {
            number.key: rng.randint(number.low - 1, number.high + 1) for number in rng.sample(game.rule_numbers, 2)
        }
        return game, rules if rng.random() < 0.3 else spoilt(rules, rng, [rules])

    def read(told: tuple[Any, Any]) -> None:
        game, rules = told
        assert len(game.check_rules(rules)) == len(game.rule_numbers)

    return Format(
        "rule numbers", make, read, lambda: str([number.default for game in games for number in game.rule_numbers])
    )


def option_format() -> Format:
    seeds = [(match.game, len(match.names), dict(match.options)) for match in every_beginning()]

    def make(rng: random.Random) -> tuple[Any, Any, Any, Any]:
        game, players, options = rng.choice(seeds)
        options = spoilt(json.loads(json.dumps(options)), rng, [each[2] for each in seeds])
        players = players if rng.random() < 0.8 else junk(rng)
        return game, players, options, rng.choice((1, 1, 1, None, junk(rng)))

    def read(told: tuple[Any, Any, Any, Any]) -> None:
        game, players, options, seed = told
        named = {str(key): value for key, value in options.items()} if isinstance(options, dict) else {"x": options}
        for taken in ("players", "seats", "seed", "rules", "practice", "game", "self"):
            named.pop(taken, None)
        match = Match(game, players, seed=seed, **named)
        assert match.legal_actions()

    return Format("options", make, read)


POSITIONS: list[tuple[str, dict[str, Any]]] = [
    (
        "overture",
        {
            "theatre": "blackbox",
            "round": 4,
            "houses": [{"B2": "Patron", "C1": "Teacher"}],
            "hands": [["Kid", "Tall Kid", "VIP"]],
            "lobby": ["VIP", None, "Lovebirds"],
            "top": ["Teacher"],
        },
    ),
    ("cabaret", {"leader": 0, "hands": [None, ["S1", "S2"]], "show": ["A3"], "rounds": 2, "mimes": [1, 2]}),
    ("the-theatre", {"act": 2, "round": 1, "leader": 0, "suits": ["Luck"], "dismissed": [[], []]}),
    ("mythic-circus", {"active": 0, "round": 3, "vp": [2, 3], "hands": [["Goblin"]], "labor": ["Golem"]}),
]


def position_format() -> Format:
    seeds = [position for _, position in POSITIONS]

    def make(rng: random.Random) -> tuple[str, Any]:
        name, position = rng.choice(POSITIONS)
        return name, spoilt(position, rng, seeds)

    def read(told: tuple[str, Any]) -> None:
        name, position = told
        named = {str(key): value for key, value in position.items()} if isinstance(position, dict) else {"x": position}
        for taken in ("players", "seats", "seed", "rules", "practice", "game", "self"):
            named.pop(taken, None)
        match = tl.set_up(name, seed=1, **named)
        assert match.is_over or match.legal_actions()

    return Format("positions", make, read)


# ------------------------------------------------------------------ notation


def notation_format() -> Format:
    matches = every_beginning()
    before = [standing(match) for match in matches]

    def make(rng: random.Random) -> tuple[Match, Any]:
        match = rng.choice(matches)
        text = rng.choice(match.legal_actions() or ["draw deck"])
        return match, spoilt_text(text, rng) if rng.random() < 0.8 else junk(rng)

    def read(told: tuple[Match, Any]) -> None:
        match, text = told
        assert match.parse(text) in match.game.legal_actions(match.state)

    return Format("actions in notation", make, read, lambda: str([standing(match) for match in matches] == before))


# ------------------------------------------------------------------ messages to widgets


@cache
def good_texts() -> tuple[str, ...]:
    """What the panels of the widgets take."""
    saves = [as_text(match.to_save()) for match in every_beginning()[:4]]
    return (*saves, write_cards(starter_decks(4)[0].cards), Progress(clock=lambda: NOON).to_json())


class Desk:
    """The widgets that messages are sent to. They are made anew now and then, so that games do not run out."""

    ROUND = 400
    KEYS = (
        "action", "args", "at", "base", "card", "chairs", "deck", "do", "index", "intent", "kind", "on", "open",
        "opponent", "options", "player", "practice", "rule", "seat", "seed", "smaller", "text", "to", "value", "which",
        "words",
    )  # fmt: skip
    VERBS = (
        "draw", "select", "press", "drop", "enlarge", "pick", "play", "pile", "decide", "do", "only", "deck", "free",
        "hand", "stage", "labor", "supply", "look", "stack", "vanish",
    )  # fmt: skip

    def __init__(self) -> None:
        self.sent = 0
        self.widgets: list[Any] = []

    def renew(self) -> None:
        from theatre_lab.widgets import DeckBuilder, Predict, ProgressPanel, Replay, RuleBook, SeatingGrid, Table

        for widget in self.widgets:
            widget.close()
        matches = [
            Match(get_game(name), [MARKUP, "Bo"], seed=5, **({"max_turns": 9} if name == "mythic-circus" else {}))
            for name in game_names()
        ]
        question = {"prompt": "?", "kind": "number", "answer": 1}
        self.widgets = [
            *(Table(match, pace=0) for match in matches),
            SeatingGrid(seats={"A1": "Kid"}),
            DeckBuilder(starter_decks(4)[0].name),
            Predict([question] * 50),
            ProgressPanel(),
            RuleBook("cabaret"),
            Replay(short_game("cabaret", 3, 30)),
        ]
        for widget in self.widgets:
            widget.send = lambda content, buffers=None: json.dumps(content)

    def make(self, rng: random.Random) -> tuple[int, Any]:
        if self.sent % self.ROUND == 0:
            self.renew()
        self.sent += 1
        place = rng.randrange(len(self.widgets))
        widget = self.widgets[place]
        intents = [name.removeprefix("_intent_") for name in dir(widget) if name.startswith("_intent_")]
        # These open other widgets and threads; tests of their own look at them.
        intents = [name for name in intents if name not in ("review", "hint", "retry", "new", "sequel")]
        message: Any = {
            "kind": "intent",
            "id": "1.1",
            "intent": rng.choice(intents),
            "ply": widget.model["ply"] if rng.random() < 0.95 else nasty(rng),
            "args": {key: self.value(widget, key, rng) for key in rng.sample(self.KEYS, rng.randrange(4))},
        }
        if "act" in intents and rng.random() < 0.5:
            message["intent"] = "act"
            message["args"]["do"] = rng.choice(self.VERBS)
            for key in ("index", "card", "seat", "action"):
                message["args"].setdefault(key, self.value(widget, key, rng))
        if rng.random() < 0.15:
            message = spoilt(message, rng, [message])
        if rng.random() < 0.03:
            message = {"kind": "lookup", "rule": rng.choice(("OV-P4", nasty(rng)))}
        return place, message

    def value(self, widget: Any, key: str, rng: random.Random) -> Any:
        if rng.random() < 0.4:
            return nasty(rng)
        match = getattr(widget, "match", None)
        if key == "action" and isinstance(match, Match) and not match.is_over:
            return rng.choice(match.legal_actions())
        if key in ("index", "player", "at", "base", "card") and rng.random() < 0.6:
            return rng.randrange(6)
        if key == "text":
            return rng.choice((monster(rng), "".join(rng.choices(ALPHABET, k=30)), *good_texts()))
        return rng.choice(
            ("A1", "B2", "Kid", "S1", "deck", "hand", "stage", "new", "load", "Button (Charm)", True, False, 1)
        )

    def read(self, told: tuple[int, Any]) -> bool:
        place, message = told
        widget = self.widgets[place]
        match = getattr(widget, "match", None)
        before = standing(match)
        widget._receive(widget, message, [])
        model = json.dumps(widget.model)
        assert "should not have" not in widget.status, widget.status
        assert "Traceback" not in model + widget.status
        assert len(widget.status) < 1500, f"a status of {len(widget.status)} letters"
        assert len(model) < 3_000_000, f"a model of {len(model)} letters"
        refused = widget.status or (widget.model.get("refusal") if isinstance(widget.model, dict) else None)
        if refused and isinstance(match, Match):
            assert standing(widget.match) == before, "a refused message changed the game"
        return not refused


def standing(match: Any) -> str:
    return f"{match.ply} {json.dumps(match.state.as_dict())}" if isinstance(match, Match) else ""


def message_format() -> Format:
    desk = Desk()
    return Format("messages to widgets", desk.make, desk.read)


MAKERS: dict[str, Callable[[], Format]] = {
    "records": record_format,
    "draft records": draft_format,
    "saved matches": save_format,
    "share codes": share_format,
    "decks and card sets": card_text_format,
    "progress files": progress_format,
    "balance reports": balance_format,
    "options": option_format,
    "rule numbers": rule_number_format,
    "positions": position_format,
    "actions in notation": notation_format,
    "lines for replay": lambda: line_formats()[0],
    "lines for legal": lambda: line_formats()[1],
    "lines for score": lambda: line_formats()[2],
    "lines for decks": lambda: line_formats()[3],
    "messages to widgets": message_format,
}
