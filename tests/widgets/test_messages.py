"""What a front end may send, and what comes of everything else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from theatre_lab.api import new_match
from theatre_lab.widgets import Predict, Replay, SeatingGrid, table
from theatre_lab.widgets._base import IntentWidget


def send(widget: IntentWidget, intent: str, ply: int | None = None, **args: Any) -> list[Any]:
    """Send an intent as the front end does; the messages that Python sent back."""
    sent: list[Any] = []
    widget.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    at = widget.model["ply"] if ply is None else ply
    widget._receive(widget, {"kind": "intent", "id": "1.1", "intent": intent, "ply": at, "args": args}, [])
    return sent


def act(widget: IntentWidget, verb: str, ply: int | None = None, **args: Any) -> list[Any]:
    """Send a click in the game's own part of a table."""
    return send(widget, "act", ply, do=verb, **args)


WIDGETS = {
    "grid": lambda: SeatingGrid(seats={"A1": "Kid"}),
    "table": lambda: table(theatre="blackbox", seed=3, pace=0),
    "replay": lambda: Replay(new_match("cabaret", 2, seed=1)),
    "predict": lambda: Predict([{"prompt": "?", "kind": "number", "answer": 1}]),
}

BAD = [
    None,
    7,
    "seat",
    {},
    {"kind": "intent"},
    {"kind": "intent", "intent": "press", "ply": 0, "args": 5},
    {"kind": "intent", "intent": "no such", "ply": 0, "args": {}},
    {"kind": "intent", "intent": "__init__", "ply": 0, "args": {}},
    {"kind": "intent", "intent": ["press"], "ply": 0, "args": {}},
    {"kind": "intent", "intent": "x" * 5000, "ply": 0, "args": {}},
]


@pytest.mark.parametrize("kind", WIDGETS)
@pytest.mark.parametrize("content", BAD, ids=lambda content: json.dumps(content)[:30])
def test_a_bad_message_gets_one_clear_error_and_changes_nothing(kind: str, content: object) -> None:
    widget = WIDGETS[kind]()
    widget.send = lambda content, buffers=None: None  # type: ignore[method-assign]
    before = json.dumps(widget.model)
    widget._receive(widget, content, [])
    assert widget.status
    assert len(widget.status) < 300
    assert "Traceback" not in widget.status
    assert json.dumps(widget.model) == before


@pytest.mark.parametrize(
    ("kind", "intent", "args"),
    [
        ("grid", "press", {}),
        ("grid", "press", {"seat": 3}),
        ("grid", "select", {"card": []}),
        ("table", "act", {"do": "draw", "action": 4}),
        ("table", "act", {"do": "select", "index": "0"}),
        ("table", "act", {"do": "select", "index": 99}),
        ("table", "act", {"do": "press", "seat": "Z9"}),
        ("table", "act", {"do": "enlarge", "player": 9}),
        ("table", "act", {"do": "vanish"}),
        ("table", "act", {}),
        ("table", "panel", {"which": "secrets"}),
        ("table", "practice", {"on": "yes"}),
        ("table", "new", {"chairs": 3, "options": {}, "seed": "", "practice": False}),
        ("table", "new", {"chairs": [{"name": "A"}], "options": {}, "seed": "", "practice": False}),
        ("table", "load", {"text": 3}),
        ("predict", "answer", {"value": True}),
        ("predict", "answer", {"value": None}),
    ],
)
def test_bad_arguments_are_named(kind: str, intent: str, args: dict[str, Any]) -> None:
    widget = WIDGETS[kind]()
    ply = widget.model["ply"]
    send(widget, intent, **args)
    assert widget.status
    assert widget.model["ply"] == ply


def test_every_intent_is_acknowledged_at_once() -> None:
    assert send(SeatingGrid(), "select", card="Kid")[0] == {"kind": "ack", "id": "1.1"}
    assert send(SeatingGrid(), "no such")[0] == {"kind": "ack", "id": "1.1"}


def test_a_late_click_is_dropped_with_a_word() -> None:
    game = table(theatre="blackbox", seed=3, pace=0)
    old = game.model["ply"]
    game.play("draw lobby 1")
    act(game, "draw", ply=old, action="draw deck")
    assert game.match.ply == 1
    assert "too late" in game.status
    act(game, "draw", action="draw deck")
    assert game.status == ""
    assert game.match.ply == 2


def test_an_unknown_card_is_refused_with_the_known_ones() -> None:
    grid = SeatingGrid()
    send(grid, "select", card="Tall Dog")
    assert grid.model["refusal"]["where"] == "palette"
    assert "Lovebirds" in grid.model["refusal"]["text"]
    send(grid, "dismiss")
    assert grid.model["refusal"] is None


def test_a_failure_inside_is_shown_and_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = SeatingGrid()

    def fail(_args: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(grid, "_intent_clear", fail)
    send(grid, "clear")
    assert "ZeroDivisionError: on purpose" in grid.status


def test_models_are_fresh_dicts_that_json_can_carry() -> None:
    for make in WIDGETS.values():
        widget = make()
        before = widget.model
        text = json.dumps(before)
        widget._refresh()
        assert widget.model is not before
        assert json.dumps(before) == text
