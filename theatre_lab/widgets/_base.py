"""What every widget shares: one model that goes down, intents that come up, and no error that is lost."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from theatre_lab.core.clauses import Clauses
from theatre_lab.core.errors import BadMessage, IllegalAction, TheatreLabError
from theatre_lab.core.options import show
from theatre_lab.widgets._entries import look_up

__all__ = ["STATIC", "Args", "IntentWidget", "refusal"]

STATIC = Path(__file__).parent / "static"
_VIEW = "application/vnd.jupyter.widget-view+json"
# A page of many widgets reads each bundle and the style sheet once. Were every widget to bring its own, a slow machine
# would need more than the two seconds after which anywidget gives a widget up.
_LOADER = """
const shared = (globalThis.theatreLab ??= { modules: new Map(), sheets: new Set() });

function load(code) {
  if (!shared.modules.has(code)) {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const loading = import(url).finally(() => URL.revokeObjectURL(url));
    loading.catch(() => shared.modules.delete(code));
    shared.modules.set(code, loading);
  }
  return shared.modules.get(code);
}

function dress(sheet) {
  if (shared.sheets.has(sheet)) return;
  shared.sheets.add(sheet);
  document.head.append(Object.assign(document.createElement("style"), { textContent: sheet }));
}

export default {
  async render(context) {
    dress(context.model.get("sheet"));
    const module = await load(context.model.get("bundle"));
    return module.default.render(context);
  },
};
"""
_TOO_LATE = "That click came too late: the position has changed since. Nothing was done."


@functools.cache
def _static(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def rules_of(clauses: Clauses) -> dict[str, Any]:
    """The clauses of a game as the front end shows them, by id."""
    return {clause.id: {"title": clause.title, "text": clause.text} for clause in clauses.values()}


def refusal(where: str, title: str, text: str, rule: str | None = None) -> dict[str, Any]:
    """A refusal as the front end shows it at a place: `bar`, `prompt`, `house`, `hand`, `lobby`, ...

    >>> refusal("hand", "Not now", "First draw until you hold 3 cards.", rule="OV-T1")
    {'where': 'hand', 'title': 'Not now', 'text': 'First draw until you hold 3 cards.', 'rule': 'OV-T1'}
    """
    return {"where": where, "title": title, "text": text, "rule": rule}


class Args:
    """The arguments of an intent, read with one clear error for whatever does not fit.

    >>> Args("press", {"seat": "B3"}).text("seat")
    'B3'
    >>> Args("press", {"seat": 3}).text("seat")
    Traceback (most recent call last):
    theatre_lab.core.errors.BadMessage: the message 'press' needs seat as a text, not 3
    """

    def __init__(self, intent: str, values: Mapping[str, Any]) -> None:
        self.intent = intent
        self.values = values

    def _fail(self, key: str, what: str) -> BadMessage:
        return BadMessage(f"the message {self.intent!r} needs {key} as {what}, not {show(self.values.get(key))}")

    def text(self, key: str) -> str:
        """A text."""
        value = self.values.get(key)
        if not isinstance(value, str):
            raise self._fail(key, "a text")
        return value

    def text_or_none(self, key: str) -> str | None:
        """A text, or nothing."""
        return None if self.values.get(key) is None else self.text(key)

    def index(self, key: str, count: int) -> int:
        """A whole number from 0 up to, but not including, `count`."""
        value = self.values.get(key)
        if type(value) is not int or not 0 <= value < count:
            raise self._fail(key, f"a whole number from 0 to {count - 1}")
        return value

    def index_or_none(self, key: str, count: int) -> int | None:
        """Such a number, or nothing."""
        return None if self.values.get(key) is None else self.index(key, count)

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.values.get(key)
        if not isinstance(value, bool):
            raise self._fail(key, "true or false")
        return value

    def mapping(self, key: str) -> Mapping[str, Any]:
        """An object."""
        value = self.values.get(key)
        if not isinstance(value, Mapping):
            raise self._fail(key, "an object")
        return value

    def items(self, key: str) -> list[Any]:
        """A list."""
        value = self.values.get(key)
        if not isinstance(value, list):
            raise self._fail(key, "a list")
        return value


class IntentWidget(anywidget.AnyWidget):
    """The base of the widgets.

    `model` holds all that the front end may draw, `status` what went wrong on the way, `rules` the clause texts;
    `bundle` and `sheet` are the code and the styles, from the file that a subclass names in `_bundle`.
    `{"kind": "lookup", "rule"}` is answered with the rule book's entry at any time.
    A front end answers with `{"kind": "intent", "id", "intent", "ply", "args"}`; the intent `press` calls
    `_intent_press(args)`. An intent whose `ply` is not the model's is dropped, and `status` says so.

    >>> from theatre_lab.widgets import seating_grid
    >>> grid = seating_grid("blackbox")
    >>> grid.model["title"], grid.status, grid.rules["OV-P1"]["text"]
    ('The Blackbox', '', 'A Patron is worth 3, anywhere.')
    """

    _esm = _LOADER
    _bundle: str
    bundle = traitlets.Unicode().tag(sync=True)
    sheet = traitlets.Unicode().tag(sync=True)
    model = traitlets.Dict().tag(sync=True)
    status = traitlets.Unicode("").tag(sync=True)
    rules = traitlets.Dict().tag(sync=True)

    def __init__(self, clauses: Clauses) -> None:
        self.bundle, self.sheet = _static(self._bundle), _static("theatre-lab.css")
        self.rules = rules_of(clauses)
        # Whole before the comm opens: a busy browser may draw a view before any later message has arrived.
        self._refresh()
        super().__init__()
        self.on_msg(self._receive)

    # ------------------------------------------------------------- for subclasses

    def _refresh(self) -> None:
        """Compute the model anew and set it."""
        raise NotImplementedError

    def _refuse(self, error: TheatreLabError, intent: str) -> None:
        """Show a refusal at the place where the intent was made."""
        raise NotImplementedError

    def _clear_refusal(self) -> None:
        """Forget the refusal that is shown."""
        raise NotImplementedError

    def _rule_numbers(self) -> Mapping[str, int]:
        """The rule numbers that are not as printed: entries of the rule book tell them."""
        return {}

    def _as_text(self) -> str:
        """The state as readable text, the same for the same state."""
        raise NotImplementedError

    def _as_html(self) -> str:
        """The state as HTML that reads well without scripts and styles."""
        raise NotImplementedError

    # ------------------------------------------------------------- messages

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        intent = ""
        try:
            if isinstance(content, Mapping) and content.get("kind") == "lookup":
                self._answer_lookup(content.get("rule"))
                return
            intent, args, ply = self._read(content)
            self.status = ""
            if ply != self.model["ply"] and intent != "dismiss":
                self.status = _TOO_LATE
                return
            self._clear_refusal()
            getattr(self, f"_intent_{intent}")(args)
        except BadMessage as error:
            self.status = str(error)
        except TheatreLabError as error:
            self._refuse(error, intent)
        except Exception as error:
            self.status = f"Something failed that should not have: {type(error).__name__}: {error}"

    def _answer_lookup(self, rule: object) -> None:
        self.send({"kind": "entry", "rule": rule, "entry": look_up(rule, self._rule_numbers())})

    def _read(self, content: object) -> tuple[str, Args, object]:
        if not isinstance(content, Mapping) or content.get("kind") != "intent":
            raise BadMessage(f"a message must be an intent, not {show(content)}")
        if isinstance(content.get("id"), str):
            self.send({"kind": "ack", "id": content["id"]})
        name, args = content.get("intent"), content.get("args", {})
        if not isinstance(name, str) or not hasattr(self, f"_intent_{name}"):
            raise BadMessage(f"there is no intent {show(name)}")
        if not isinstance(args, Mapping):
            raise BadMessage(f"the arguments of {name!r} must be an object, not {show(args)}")
        self._answering = content.get("id")
        return name, Args(name, args), content.get("ply")

    def _intent_dismiss(self, _args: Args) -> None:
        self._clear_refusal()
        self._refresh()

    # ------------------------------------------------------------- forms without a front end

    def __repr__(self) -> str:
        return self._as_text()

    def _repr_html_(self) -> str:
        return self._as_html()

    def _repr_mimebundle_(self, **_kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        return {"text/plain": repr(self), "text/html": self._as_html(), _VIEW: view}, {}


def refusal_of(error: TheatreLabError, where: str) -> dict[str, Any]:
    """An error of the rules or of an option as a refusal at a place."""
    if isinstance(error, IllegalAction):
        return refusal(where, f"Not possible: {error.action}.", error.reason, error.clause)
    text = str(error)
    return refusal(where, "That does not work.", text[:1].upper() + text[1:], None)
