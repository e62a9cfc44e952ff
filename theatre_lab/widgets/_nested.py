"""A widget inside another: drawn by the outer one, its intents and answers go through it."""

from __future__ import annotations

from typing import Any

from theatre_lab.widgets._base import Args, IntentWidget

__all__ = ["Nested", "forward"]


class Nested:
    """Mixed into a widget: its answers go out under the name of the widget around it, `_outer`.

    >>> class Page:
    ...     def send(self, content, buffers=None):
    ...         print(content)
    >>> inner = Nested()
    >>> inner._outer = Page()
    >>> inner.send({"kind": "saved"})
    {'kind': 'saved'}
    """

    _outer: IntentWidget

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message to the page."""
        self._outer.send(content, buffers)


def forward(inner: IntentWidget, answering: Any, args: Args) -> None:
    """Hand an intent of the reader on to the inner widget: `intent`, its `args`, and the inner `ply` it answers.

    >>> from theatre_lab.api import new_match
    >>> from theatre_lab.widgets import table
    >>> inner = table(new_match("overture", 2, theatre="blackbox", seed=1))
    >>> inner.model["curtain"]["title"]
    'Pass the screen to P1'
    >>> forward(inner, None, Args("inner", {"intent": "raise", "ply": inner.model["ply"], "args": {}}))
    >>> inner.model["curtain"] is None, inner.model["prompt"]["text"]
    (True, 'Draw a card: from the deck, or from the lobby.')
    """
    message = {
        "kind": "intent",
        "id": answering,
        "intent": args.text("intent"),
        "ply": args.values.get("ply"),
        "args": dict(args.mapping("args")),
    }
    inner._receive(inner, message, [])
