"""The pages that are made from the package itself: rule books, lessons to read, and the API reference.

They are written into `docs/made/` before a build, and only where something changed.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from theatre_lab.core.game import Game
from theatre_lab.games import game_names, get_game
from theatre_lab.teach.example import Shown
from theatre_lab.teach.rule_book import Entry, rule_book

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"

API = {
    "The package": ["theatre_lab"],
    "Games and matches": [
        "theatre_lab.core.game",
        "theatre_lab.core.match",
        "theatre_lab.core.records",
        "theatre_lab.core.errors",
        "theatre_lab.games",
    ],
    "The four games": [
        "theatre_lab.games.overture",
        "theatre_lab.games.cabaret",
        "theatre_lab.games.the_theatre",
        "theatre_lab.games.mythic_circus",
    ],
    "Writing rules": [
        "theatre_lab.core.clauses",
        "theatre_lab.core.declaration",
        "theatre_lab.core.options",
        "theatre_lab.core.stream",
        "theatre_lab.core.compiled",
    ],
    "Bots": ["theatre_lab.bots", "theatre_lab.bots.search", "theatre_lab.bots.ratings", "theatre_lab.bots.plans"],
    "The laboratory": [
        "theatre_lab.lab.simulate",
        "theatre_lab.lab.results",
        "theatre_lab.lab.compare",
        "theatre_lab.lab.ratings",
        "theatre_lab.lab.review",
        "theatre_lab.lab.best_seating",
        "theatre_lab.lab.chances",
        "theatre_lab.lab.balance",
    ],
    "Plots": ["theatre_lab.plots"],
    "Teaching": [
        "theatre_lab.teach",
        "theatre_lab.teach.drills",
        "theatre_lab.teach.example",
        "theatre_lab.teach.rule_book",
        "theatre_lab.teach.progress",
    ],
    "Widgets": ["theatre_lab.widgets", "theatre_lab.widgets.presenters"],
}


class Picture(SphinxDirective):
    """A picture, or one by day and one by night: its name, and below it what is to be seen, for those who cannot."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        told = " ".join(self.content)
        shown: list[nodes.Node] = []
        name = self.arguments[0]
        is_one = (ROOT / "docs" / "images" / f"{name}.png").is_file()
        for end, classes in [("", [])] if is_one else [("-light", ["only-light"]), ("-dark", ["only-dark"])]:
            image = nodes.image(uri=directives.uri(f"/images/{name}{end}.png"), alt=told, classes=classes)
            self.set_source_info(image)
            shown.append(image)
        return shown


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_directive("picture", Picture)
    app.connect("config-inited", lambda app, config: write_pages(Path(app.srcdir) / "made"))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_pages(folder: Path) -> None:
    """Write every made page; remove those that are no longer made."""
    pages = {**rule_pages(), **lesson_pages(), **api_pages()}
    for name, text in pages.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in folder.rglob("*.*"):
        if path.is_file() and path.relative_to(folder).as_posix() not in pages:
            path.unlink()


# ------------------------------------------------------------------ rule books


def books() -> list[Game]:
    """The games with a book and a lesson of their own: a draft shares its game's, and games of others have none."""
    found: list[Game] = []
    for game in sorted(map(get_game, game_names()), key=lambda game: len(game.name)):
        if all(dict(game.clauses) != dict(other.clauses) for other in found):
            found.append(game)
    order = [path.stem[3:] for path in sorted(NOTEBOOKS.glob("*.ipynb"))]
    return sorted((game for game in found if game.name in order), key=lambda game: order.index(game.name))


def rule_pages() -> dict[str, str]:
    """A page a rule book, and the page that lists them."""
    pages = {f"rules/{game.name}.md": rule_page(game) for game in books()}
    rows = "\n".join(f"{game.title} <{game.name}>" for game in books())
    pages["rules/index.md"] = (
        "# The rule books\n\n"
        "Every rule has an id, such as `OV-P4`. The engines name it with every point and every refused move, and\n"
        '`tl.why("OV-P4")` explains it. These pages are made from the same source as `tl.rules`, which also shows a\n'
        "book under your house rules.\n\n"
        f"```{{toctree}}\n:maxdepth: 2\n\n{rows}\n```\n"
    )
    return pages


def rule_page(game: Game) -> str:
    """A game's rule book as a page: its rules in order, then the numbers that a house rule may change."""
    book = rule_book(game.name)
    lines = [f"# {plain(game.title)}: the rule book", ""]
    lines += [f"{len(book)} rules, for {game.min_players} to {game.max_players} players.", ""]
    for entry in book.values():
        lines += entry_lines(entry)
    lines += number_lines(game)
    return "\n".join(lines) + "\n"


def entry_lines(entry: Entry) -> list[str]:
    """A rule: its text with links, its example, and where it is taught and trained."""
    text = "".join(
        f"[{plain(piece.text)}](#{piece.rule.lower()})" if piece.rule else plain(piece.text) for piece in entry.pieces
    )
    lines = [f"({entry.id.lower()})=", f"## {plain(entry.title)}", "", f"[{entry.id}]{{.clause-id}}", "", text, ""]
    if entry.example:
        lines += example_lines(entry.example)
    below = []
    if entry.see_also:
        below.append("See also " + ", ".join(f"[{rule}](#{rule.lower()})" for rule in entry.see_also) + ".")
    if entry.place:
        lesson = Path(entry.place.notebook).stem
        below.append(f"Taught in [{lesson}](../lessons/{lesson}.ipynb), “{plain(entry.place.heading)}”.")
    if entry.drill:
        below.append(f'Train it: `tl.drill("{entry.game}", "{entry.drill}")`.')
    return [*lines, " ".join(below), ""]


def example_lines(example: Shown) -> list[str]:
    """A worked example: the position, the answers and the reasons."""
    lines = ["::::{container} example", f"**Example.** {plain(example.situation)}", ""]
    lines += [f"- {plain(line.question)}: **{plain(line.answer)}**" for line in example.lines]
    for part in example.parts:
        points = f"{part.points:+d}".replace("-", "−")
        lines.append(f"- {points} {plain(part.who)}: {plain(part.text)} ([{part.rule}](#{part.rule.lower()}))")
    return [*lines, "::::", ""]


def number_lines(game: Game) -> list[str]:
    """The numbers that `rules={...}` may change."""
    if not game.rule_numbers:
        return []
    first = game.rule_numbers[0]
    lines = ["## House rules", ""]
    lines += [f'Any of these numbers can be changed: `rules={{"{first.key}": {first.high}}}`.', ""]
    lines += ["| name | printed | may be | what it is | rule |", "|---|---|---|---|---|"]
    for number in game.rule_numbers:
        span = f"{number.low} to {number.high}".replace("-", "−")
        printed = str(number.default).replace("-", "−")
        lines.append(
            f"| `{number.key}` | {printed} | {span} | {plain(number.meaning)} "
            f"| [{number.clause}](#{number.clause.lower()}) |"
        )
    return lines


def plain(text: str) -> str:
    """Text that Markdown leaves as it is; code in backticks stays code."""
    pieces = re.split(r"(`[^`]+`)", text)
    return "".join(
        piece if piece.startswith("`") else re.sub(r"([\\*_\[\]<>|#{}$])", r"\\\1", piece) for piece in pieces
    )


# ------------------------------------------------------------------ lessons


def lesson_pages() -> dict[str, str]:
    """The notebooks as pages to read, with their stored outputs, and the page that lists them."""
    names = [path.stem for path in sorted(NOTEBOOKS.glob("*.ipynb"))]
    pages = {f"lessons/{name}.ipynb": lesson_page(NOTEBOOKS / f"{name}.ipynb") for name in names}
    pages["lessons/index.md"] = (
        "# The lessons, to read\n\n"
        "The notebooks are made for playing. Here you can leaf through them: the same words, with what each cell\n"
        "showed when it was last run. [Start them](../../start.md) to play.\n\n"
        "```{toctree}\n:maxdepth: 1\n\n" + "\n".join(names) + "\n```\n"
    )
    return pages


def lesson_page(path: Path) -> str:
    """A notebook for reading: a word on top, links between notebooks as links between pages, no plot data."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notice = (
        ":::{admonition} A copy to read\n:class: reading-copy\n"
        f"Open `{path.name}` in JupyterLab to play: [how to start](../../start.md).\n:::\n"
    )
    notebook["cells"].insert(1, {"cell_type": "markdown", "id": "to-read", "metadata": {}, "source": notice})
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            data.pop("application/vnd.plotly.v1+json", None)
            if "text/html" in data:
                data["text/html"] = re.sub(r'href="([\w-]+)\.ipynb"', r'href="\1.html"', "".join(data["text/html"]))
    return json.dumps(notebook, ensure_ascii=False, indent=1)


# ------------------------------------------------------------------ API reference


def api_pages() -> dict[str, str]:
    """A page a module, in groups; what a module lists in `__all__` is documented."""
    pages = {f"api/{name}.rst": api_page(name) for names in API.values() for name in names}
    lines = ["API reference", "=============", "", ".. made from the docstrings", ""]
    for title, names in API.items():
        lines += [title, "-" * len(title), "", ".. toctree::", "   :maxdepth: 1", "", *(f"   {n}" for n in names), ""]
    pages["api/index.rst"] = "\n".join(lines)
    return pages


def api_page(module: str) -> str:
    """The page of a module."""
    return "\n".join([module, "=" * len(module), "", f".. automodule:: {module}", "   :members:", ""])
