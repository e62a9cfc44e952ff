"""The built pages: whole, without dead links, and without a word to any other host.

`make site-checks` builds them into `build/docs` first; run alone, these tests build them into a folder of their own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import theatre_lab as tl
from theatre_lab import widgets
from theatre_lab.widgets._base import IntentWidget

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
MOST_BYTES = 120_000
LOADS = dict.fromkeys(("script", "img", "iframe", "source", "video", "audio"), "src") | {"link": "href"}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if built := os.environ.get("THEATRE_LAB_SITE"):
        return (ROOT / built).resolve()
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-n", "-q", "-b", "html", str(DOCS), str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    return out


@dataclass
class Page(HTMLParser):
    """What a page loads, links to, and can be linked at."""

    loaded: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    pictures: list[dict[str, str | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.add(str(given["id"]))
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        is_only_a_name = tag == "link" and given.get("rel") in ("index", "search", "next", "prev", "canonical")
        if tag in LOADS and given.get(LOADS[tag]) and not is_only_a_name:
            self.loaded.append(str(given[LOADS[tag]]))
        if tag == "img":
            self.pictures.append(given)


@cache
def page(path: Path) -> Page:
    parsed = Page()
    parsed.feed(path.read_text(encoding="utf-8"))
    return parsed


def pages(site: Path) -> list[Path]:
    found = sorted(path for path in site.rglob("*.html") if "_static" not in path.parts)
    assert len(found) > 30
    return found


def is_elsewhere(address: str) -> bool:
    return bool(urlsplit(address).netloc) or address.startswith("//")


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    loaded = {(path.name, address) for path in pages(site) for address in page(path).loaded if is_elsewhere(address)}
    assert loaded == set()


def test_no_style_or_script_of_the_site_fetches_from_another_host(site: Path) -> None:
    fetching = re.compile(r"""(?:@import\s+|url\(\s*|\bimport\(\s*|\bfetch\(\s*)["']?(?:https?:)?//""")
    files = [*site.glob("_static/**/*.css"), *site.glob("_static/**/*.js")]
    assert files
    assert [path.name for path in files if fetching.search(path.read_text(encoding="utf-8"))] == []


def test_every_link_between_the_pages_leads_somewhere(site: Path) -> None:
    dead = []
    for path in pages(site):
        for link in [*page(path).links, *page(path).loaded]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            is_place = not parts.fragment or target.suffix != ".html"
            if not target.is_file() or not (is_place or unquote(parts.fragment) in page(target).ids):
                dead.append(f"{path.relative_to(site)}: {link}")
    assert dead == []


def test_every_picture_is_there_small_and_told_in_words(site: Path) -> None:
    for path in sorted((DOCS / "images").glob("*.png")):
        assert path.stat().st_size < MOST_BYTES, f"{path.name} is too large"
    untold = [(path.name, picture.get("src")) for path in pages(site) for picture in page(path).pictures
              if not picture.get("alt")]  # fmt: skip
    assert untold == []


def test_the_reference_has_every_public_name(site: Path) -> None:
    ids = set().union(*(page(path).ids for path in site.glob("made/api/*.html")))
    wanted = {f"theatre_lab.{name}" for name in tl.__all__ if name != "__version__"}
    wanted |= {f"theatre_lab.widgets.{name}" for name in widgets.__all__}
    assert sorted(wanted - ids) == []


def test_every_widget_has_a_section_with_its_picture_by_day_and_by_night(site: Path) -> None:
    shown = page(site / "widgets.html")
    names = [name for name in widgets.__all__ if isinstance(kind := getattr(widgets, name), type)
             and issubclass(kind, IntentWidget)]  # fmt: skip
    assert len(names) >= 8
    sections = {name: name.removesuffix("Panel").lower() for name in names}
    text = (DOCS / "widgets.md").read_text(encoding="utf-8")
    assert [name for name, section in sections.items() if section not in {i.replace("-", "") for i in shown.ids}] == []
    for part in text.split("\n## ")[1:]:
        assert "```{picture}" in part, f"no picture in the section {part.splitlines()[0]}"
    by_day, by_night = ([p for p in shown.pictures if f"only-{light}" in str(p.get("class"))]
                        for light in ("light", "dark"))  # fmt: skip
    assert len(by_day) == len(by_night) >= len(names)


@pytest.mark.parametrize("name", tl.game_names())
def test_every_rule_has_its_place_in_the_rule_book(site: Path, name: str) -> None:
    clauses = set(tl.get_game(name).clauses)
    books = {path.stem: page(path).ids for path in site.glob("made/rules/*.html")}
    assert [book for book, ids in books.items() if {clause.lower() for clause in clauses} <= ids]


def test_a_rule_says_the_same_in_the_book_and_in_the_library(site: Path) -> None:
    shown = (site / "made" / "rules" / "overture.html").read_text(encoding="utf-8")
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", shown))
    for clause in tl.get_game("overture").clauses.values():
        assert clause.title in words
        assert re.sub(r"[`\s]+", " ", clause.text)[:40].rstrip() in words.replace("’", "'"), clause.id


def test_every_notebook_can_be_read(site: Path) -> None:
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        assert (site / "made" / "lessons" / f"{path.stem}.html").is_file()
