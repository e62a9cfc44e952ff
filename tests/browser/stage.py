"""A widget on a plain page: the real bundle and the real Python side, without a notebook between them.

The page holds a model like Jupyter's; what it sends is answered by the widget at once, and what the
widget sets later (a bot's move) is fetched by the page a few times a second.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

from theatre_lab.widgets._base import STATIC, IntentWidget

HOST = "http://theatre.test"

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>stage</title>
<style>body { margin: 0; padding: 12px; background: #fff }
body[data-jp-theme-light="false"] { background: #111 }</style>
<link rel="stylesheet" href="/theatre-lab.css"></head>
<body data-jp-theme-light="%(light)s"><div id="one"></div><div id="two"></div>
<script type="module">
import widget from "/%(bundle)s";
const listeners = {};
const state = %(state)s;
const fire = (name, ...args) => (listeners[name] ?? []).slice().forEach((f) => f(...args));
const take = (answer) => {
  if (!answer) return;
  for (const [key, value] of Object.entries(answer.state)) {
    if (JSON.stringify(state[key]) === JSON.stringify(value)) continue;
    state[key] = value;
    fire("change:" + key);
  }
  for (const message of answer.messages) fire("msg:custom", message, []);
};
window.kernel = { dead: false };
const model = {
  get: (key) => state[key],
  on: (name, f) => (listeners[name] ??= []).push(f),
  off: (name, f) => (listeners[name] = (listeners[name] ?? []).filter((g) => g !== f)),
  send: (content) => window.kernel.dead || window.toPython(JSON.stringify(content)).then(take),
};
window.stage = { model, state, fire, widget };
setInterval(() => window.kernel.dead || window.toPython("null").then(take), 150);
for (const id of %(views)s) widget.render({ model, el: document.getElementById(id) });
document.body.dataset.ready = "yes";
</script></body></html>"""


class Stage:
    """One widget shown on a page; `messages` holds what Python sent beside the traits."""

    def __init__(self, page: Page, widget: IntentWidget, bundle: str, *, dark: bool = False, views: int = 1) -> None:
        self.page = page
        self.widget = widget
        self.messages: list[Any] = []
        self.errors: list[str] = []
        self._outbox: list[Any] = []
        self._last: tuple[Any, str] = (None, "")
        widget.send = self._catch  # type: ignore[method-assign]
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.expose_function("toPython", self._answer)
        self._html = PAGE % {
            "light": "false" if dark else "true",
            "bundle": bundle,
            "state": json.dumps(self._state()),
            "views": json.dumps(["one", "two"][:views]),
        }
        page.route(f"{HOST}/**", self._serve)
        page.goto(f"{HOST}/")
        page.wait_for_selector("body[data-ready]")

    def _state(self) -> dict[str, Any]:
        return {"model": self.widget.model, "status": self.widget.status, "rules": self.widget.rules}

    def _catch(self, content: Any, buffers: Any = None) -> None:
        self._outbox.append(content)
        self.messages.append(content)

    def _answer(self, text: str) -> dict[str, Any] | None:
        content = json.loads(text)
        if content is not None:
            self.widget._receive(self.widget, content, [])
        now = (self.widget.model, self.widget.status)
        if content is None and not self._outbox and now[0] is self._last[0] and now[1] == self._last[1]:
            return None
        sent, self._outbox, self._last = self._outbox, [], now
        return {"state": self._state(), "messages": sent}

    def _serve(self, route: Route) -> None:
        name = route.request.url.removeprefix(f"{HOST}/")
        path = STATIC / name if name else None
        if path is None:
            route.fulfill(body=self._html, content_type="text/html")
        elif path.is_file():
            kind = "text/css" if name.endswith("css") else "text/javascript"
            route.fulfill(body=Path(path).read_bytes(), content_type=kind)
        else:
            route.fulfill(status=404, body="")
