"""A widget inside another: drawn by the outer one, its intents and answers go through it."""

from __future__ import annotations

from typing import Any

from theatre_lab.widgets._base import Args, IntentWidget

__all__ = ["Nested", "forward"]


class Nested:
    """Mixed into a widget: its answers go out under the name of the widget around it, `_outer`."""

    _outer: IntentWidget

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message to the page."""
        self._outer.send(content, buffers)


def forward(inner: IntentWidget, answering: Any, args: Args) -> None:
    """Hand an intent of the reader on to the inner widget: `intent`, its `args`, and the inner `ply` it answers."""
    message = {
        "kind": "intent",
        "id": answering,
        "intent": args.text("intent"),
        "ply": args.values.get("ply"),
        "args": dict(args.mapping("args")),
    }
    inner._receive(inner, message, [])
