"""No widget breaks a rule of axe, the checker of accessible pages: light and dark, as a reader meets it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser.stage import Stage

import theatre_lab as tl
from theatre_lab.teach import demonstration
from theatre_lab.widgets import DeckBuilder, Predict, ProgressPanel, Replay, Review, RuleBook, SeatingGrid, table
from theatre_lab.widgets._base import STATIC

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from theatre_lab.widgets._base import IntentWidget

AXE = Path(__file__).parents[2] / "widgets" / "node_modules" / "axe-core" / "axe.min.js"
BOARD = {"A1": "Teacher", "A2": "Kid", "A3": "Teacher", "B4": "VIP", "D4": "Noisy Patron"}
# A widget is a part of somebody else's page: that page's landmarks and headings are not its own.
OF_THE_PAGE = ["region", "landmark-one-main", "page-has-heading-one", "heading-order"]
# A card, a seat or a pile is a picture of several numbers, in lines; its spoken name says them in a sentence, and must
# hold the name that is written on it (a mime bears a number only). On all else the rule stands as it is.
RUN = """async skipped => {
    const rules = Object.fromEntries(skipped.map(id => [id, {enabled: false}]));
    const {violations} = await axe.run('.theatre-lab', {rules, resultTypes: ['violations']});
    const at = node => document.querySelector(node.target[0]);
    const drawn = face => {
        const lines = face.innerText.trim().split(/\\s*\\n\\s*/);
        const name = face.querySelector('.nm, .name')?.innerText ?? lines[0];
        const isPicture = lines.length > 1 || face.querySelector('svg') !== null;
        const isNumber = !/\\p{L}/u.test(name);
        return isPicture && (isNumber || face.ariaLabel.toLowerCase().includes(name.trim().toLowerCase()));
    };
    return violations.flatMap(({id, help, nodes}) => nodes
        .filter(node => id !== 'label-content-name-mismatch' || !drawn(at(node)))
        .map(node => `${id}: ${help}: ${node.html.slice(0, 200)}: ${at(node)?.innerText}`));
}"""


def progress() -> tl.Progress:
    kept = tl.Progress(clock=lambda: datetime(2026, 3, 1, tzinfo=UTC))
    for clause in ("OV-P4", "OV-P4", "OV-X2", "CB-T5"):
        kept.answer(clause, True)
    return kept


def played(game: str, **options: Any) -> Any:
    return demonstration(tl.new_match(game, 2, seed=3, **options))


def drill(game: str, name: str, n: int = 0) -> Predict:
    return (
        Predict(tl.drill(game, name, level=2), title="Practice").hint()
        if n == 0
        else Predict(tl.drill(game, name)).show()
    )


PAGES: dict[str, tuple[str, Callable[[], IntentWidget]]] = {
    "grid": ("seating.js", lambda: SeatingGrid(seats=BOARD).explain("A2")),
    "grid-with-a-card": ("seating.js", lambda: SeatingGrid(seats=BOARD, select="Tall Kid")),
    "overture": ("table.js", lambda: table("overture", theatre="opera-house", seed=3, pace=0)),
    "cabaret": ("table.js", lambda: table("cabaret", opponents=["greedy", "greedy"], seed=3, pace=0)),
    "the-theatre": ("table.js", lambda: table("the-theatre", seed=3, pace=0)),
    "the-theatre-draft": ("table.js", lambda: table("the-theatre-draft", seed=3, pace=0)),
    "mythic-circus": ("table.js", lambda: table("mythic-circus", seed=3, pace=0)),
    "deck-builder": ("deck_builder.js", DeckBuilder),
    "replay": ("replay.js", lambda: Replay(played("overture", theatre="rotunda"))),
    "review": ("review.js", lambda: Review(played("overture", theatre="rotunda"))),
    "question": ("predict.js", lambda: drill("overture", "kid")),
    "answer": ("predict.js", lambda: drill("cabaret", "winner", 1)),
    "question-on-a-stage": ("predict.js", lambda: drill("the-theatre", "tokens", 1)),
    "book": ("rule_book.js", lambda: RuleBook("overture", {"kid_capped": 5}).turn_to("OV-P4")),
    "book-of-cards": ("rule_book.js", lambda: RuleBook("cabaret").find("mime").turn_to("CB-T6")),
    "progress": ("progress.js", lambda: ProgressPanel(progress())),
}


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(chromium: Browser, name: str) -> None:
    bundle, make = PAGES[name]
    context = chromium.new_context(viewport={"width": 1000, "height": 1200}, reduced_motion="reduce")
    try:
        stage = Stage(context.new_page(), make(), bundle)
        found = in_both_themes(stage.page)
        if (chip := stage.page.locator(".cl")).count():
            chip.first.click()
            stage.page.locator(".clause .entry, .book .page").first.wait_for()
            found += in_both_themes(stage.page)
        assert found == []
        assert stage.errors == []
    finally:
        context.close()


def in_both_themes(page: Page) -> list[str]:
    found = []
    for light in ("true", "false"):
        page.evaluate("light => { document.body.dataset.jpThemeLight = light; }", light)
        found += [f"{'light' if light == 'true' else 'dark'}: {line}" for line in violations(page)]
    return found


def violations(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    found: list[str] = page.evaluate(RUN, OF_THE_PAGE)
    return found


def test_axe_would_notice(chromium: Browser) -> None:
    page = chromium.new_page()
    try:
        page.set_content('<div class="theatre-lab"><button></button><img src="data:,"></div>')
        found = violations(page)
    finally:
        page.close()
    assert {line.split(":")[0] for line in found} >= {"button-name", "image-alt"}


def test_every_bundle_is_looked_at() -> None:
    assert {bundle for bundle, _ in PAGES.values()} == {path.name for path in STATIC.glob("*.js")}
