"""The deck builder in a browser: by keyboard alone, by mouse, by finger, spoken, narrow and dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser.stage import Stage
from browser.test_notebooks import cell_with
from playwright.sync_api import expect

from theatre_lab.games.the_theatre.decks import starter_decks
from theatre_lab.widgets import DeckBuilder

if TYPE_CHECKING:
    from browser.harness import Jupyter
    from playwright.sync_api import Browser, Page

BUNDLE = "deck_builder.js"
FOCUSABLE = ".theatre-lab :is(a[href], button, input, select, textarea, [tabindex])"
KEPT = """selector => [...document.querySelectorAll(selector)].map(e => ({
    html: e.outerHTML.slice(0, 120),
    own: e.dataset.lmSuppressShortcuts === 'true',
    name: (e.getAttribute('aria-label') || e.innerText || e.closest('label')?.innerText || '').trim(),
}))"""
REX = '{"name": "Rex", "suit": "Will", "print": "Paw", "rank": 4, "value": 9, "ability": "none", "role": "", "job": ""}'


def tab_to(page: Page, selector: str, *, back: bool = False) -> None:
    """Press Tab until what is focused fits the selector."""
    for _ in range(60):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def card(page: Page, name: str, where: str = "offer"):
    return page.locator(f".{where}").get_by_role("button", name=re.compile(f"^{name}, "))


# ------------------------------------------------------------------ keyboard


def test_a_whole_deck_by_keyboard_alone(page: Page) -> None:
    builder = DeckBuilder()
    stage = Stage(page, builder, BUNDLE)
    keys, verdict = page.keyboard, page.locator(".prompt .txt")
    for rank in (1, 2, 3, 4):
        tab_to(page, f".filters [aria-label='Rank {rank}']", back=rank > 1)
        keys.press("Enter")
        expect(page.locator(".pool .lbl [role=status]")).to_have_text(re.compile("^14 of 56"))
        tab_to(page, ".offer .card")
        for step in range(2):
            keys.press("Enter")
            keys.press("Enter")
            expect(page.locator(".offer .full")).to_have_count(step + 1)
            keys.press("ArrowRight")
    expect(verdict).to_contain_text("A legal deck.")
    assert builder.counts == (4, 4, 4, 4)
    # One too many, the fault is told; Delete mends it.
    keys.press("Enter")
    expect(verdict).to_contain_text("Not legal yet: 1 fault.")
    expect(page.get_by_role("region", name="Faults")).to_contain_text("68 in swaps")
    keys.press("Delete")
    expect(verdict).to_contain_text("A legal deck.")
    tab_to(page, ".shelf .card", back=True)
    keys.press("End")
    keys.press("Delete")
    expect(verdict).to_contain_text("1 fault")
    assert sum(builder.counts) == 15
    tab_to(page, ".bar [aria-label='Undo']", back=True)
    keys.press("Enter")
    expect(verdict).to_contain_text("A legal deck.")
    assert builder.faults == []
    assert stage.errors == []


def test_arrows_walk_by_sight_and_a_card_that_leaves_keeps_the_focus_in_the_deck(page: Page) -> None:
    builder = DeckBuilder("2 Button (Charm)\nTupp (Luck)\nBrine (Agility)")
    Stage(page, builder, BUNDLE)
    keys = page.keyboard
    shelf = page.locator(".shelf .card")
    shelf.first.focus()
    assert page.locator(".shelf [tabindex='0']").count() == 1
    keys.press("ArrowDown")
    expect(shelf.nth(2)).to_be_focused()
    keys.press("ArrowUp")
    keys.press("ArrowRight")
    expect(shelf.nth(1)).to_be_focused()
    keys.press("Delete")
    expect(shelf).to_have_count(2)
    expect(shelf.nth(1)).to_be_focused()
    keys.press("Delete")
    expect(shelf).to_have_count(1)
    keys.press("+")
    keys.press("Backspace")
    keys.press("Backspace")
    keys.press("Backspace")
    expect(shelf).to_have_count(0)
    assert page.evaluate("document.querySelector('.theatre-lab').contains(document.activeElement)")


# ------------------------------------------------------------------ mouse and finger


def test_filters_leave_what_fits(page: Page) -> None:
    builder = DeckBuilder()
    Stage(page, builder, BUNDLE)
    shown = page.locator(".offer .card")
    expect(shown).to_have_count(56)
    page.get_by_role("group", name="Suit").get_by_role("button", name="Luck").click()
    expect(shown).to_have_count(len(builder.find(suit="Luck")))
    page.get_by_role("combobox", name="Ability").select_option("Boost")
    expect(shown).to_have_count(len(builder.find(suit="Luck", ability="Boost")))
    page.get_by_role("combobox", name="Print").select_option("Paw")
    expect(shown).to_have_count(len(builder.find(suit="Luck", ability="Boost", print="Paw")))
    page.get_by_role("button", name="Show all").click()
    expect(shown).to_have_count(56)
    page.get_by_role("searchbox", name="Name").fill("butt")
    expect(shown).to_have_count(2)
    page.get_by_role("searchbox", name="Name").fill("nobody")
    expect(page.locator(".offer")).to_contain_text("No card fits")


def test_a_third_copy_is_refused_with_its_rule(page: Page) -> None:
    builder = DeckBuilder()
    Stage(page, builder, BUNDLE)
    card(page, "Button, Charm").dblclick()
    expect(page.locator(".shelf .copies")).to_have_text("×2")
    card(page, "Button, Charm").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("at most 2 copies")
    alert.get_by_role("button", name=re.compile("TT-D1")).click()
    expect(page.get_by_role("dialog", name="Rule TT-D1")).to_be_visible()
    card(page, "Button, Charm", "shelf").click()
    expect(page.locator(".shelf .copies")).to_have_count(0)
    assert builder.deck == ["Button (Charm)"]


def test_the_arithmetic_leads_to_the_cards_that_are_wanted(page: Page) -> None:
    builder = DeckBuilder("The Paw Parade")
    taken = next(each for each in builder.cards if each.rank == 3)
    Stage(page, builder.remove(taken), BUNDLE)
    scales = page.get_by_role("group", name="The arithmetic of swaps")
    expect(scales).to_contain_text("4×1 + 4×2 + 3×4 + 4×8 = 56")
    expect(scales).to_contain_text("4 too little")
    page.get_by_role("button", name="Rank 3: put in 1 card. Show them").click()
    expect(page.locator(".pool .lbl [role=status]")).to_have_text("14 of 56 cards")
    card(page, f"{taken.name}, {taken.suit}").click()
    expect(scales).to_contain_text("exactly right")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".prompt")).to_contain_text("An empty deck.")
    page.get_by_role("combobox", name="Starter deck").select_option("The House of Chance")
    page.get_by_role("button", name="Start from it").click()
    expect(page.locator(".prompt")).to_contain_text("A legal deck.")
    expect(scales).to_contain_text("2 cards of rank 1 for 1 of rank 2")
    page.get_by_role("combobox", name="Compare with").select_option("The Paw Parade")
    paws = sum(each.print == "Paw" for each in starter_decks(4)[0].cards)
    expect(page.get_by_role("list", name="Prints").get_by_role("listitem").first).to_have_accessible_name(
        re.compile(rf"Paw: \d+ cards?, The Paw Parade {paws}")
    )
    page.get_by_role("combobox", name="Base").select_option("5")
    expect(page.locator(".prompt")).to_contain_text("Not legal yet")
    page.get_by_role("switch", name=re.compile("Smaller decks")).click()
    expect(page.locator(".prompt")).to_contain_text("A legal deck.")


def test_text_goes_out_and_comes_in_and_a_bad_one_stays_to_be_mended(page: Page, tmp_path: Path) -> None:
    builder = DeckBuilder("The Paw Parade")
    stage = Stage(page, builder, BUNDLE)
    page.get_by_role("button", name="Text").click()
    area = page.get_by_role("textbox", name="Deck as text")
    expect(area).to_have_value(builder.text)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save a file").click()
    assert Path(saved.value.path()).read_text().strip() == builder.text
    area.fill("2 Button (Charm)\n2 Buton (Luck)")
    page.get_by_role("button", name="Use as deck").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 2: 'Buton (Luck)' is not in the card set; did you mean")
    expect(area).to_have_value("2 Button (Charm)\n2 Buton (Luck)")
    assert sum(builder.counts) == 16
    area.fill("2 Button (Charm)\n2 Button (Luck)")
    page.get_by_role("button", name="Use as deck").click()
    expect(area).to_have_count(0)
    assert builder.counts == (4, 0, 0, 0)
    path = tmp_path / "own.json"
    path.write_text(f"[{REX}]")
    page.get_by_role("button", name="Text").click()
    page.get_by_label("File of a deck or a card set").set_input_files(path)
    expect(area).to_have_value(f"[{REX}]")
    page.get_by_role("button", name="Use as card set").click()
    expect(page.locator(".pool .lbl")).to_contain_text("Cards of your own set")
    card(page, "Rex, Will").click()
    expect(page.locator(".shelf .card")).to_have_count(3)
    assert builder.counts == (4, 0, 0, 1)
    assert stage.errors == []


@pytest.fixture
def finger(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 380, "height": 800}, has_touch=True)
    context.set_default_timeout(20_000)
    page = context.new_page()
    request.node.browser_pages = [page]
    yield page
    context.close()


def test_a_finger_adds_and_takes_out(finger: Page) -> None:
    builder = DeckBuilder()
    Stage(finger, builder, BUNDLE)
    card(finger, "Button, Charm").tap()
    expect(finger.locator(".look")).to_contain_text("Boost: +1 to every Paw")
    finger.get_by_role("button", name="Put in one Button (Charm)").tap()
    expect(finger.locator(".shelf .copies")).to_have_text("×2")
    card(finger, "Button, Charm", "shelf").tap()
    expect(finger.locator(".shelf .copies")).to_have_count(0)
    finger.get_by_role("button", name="Take out one Button (Charm)").tap()
    expect(finger.locator(".shelf .card")).to_have_count(0)
    assert builder.deck == []


# ------------------------------------------------------------------ spoken, narrow, dark


def test_everything_has_a_name_and_keeps_its_keys(page: Page) -> None:
    builder = DeckBuilder("The Paw Parade").add("Tupp (Luck)").compare("The Cold Shoulder")
    Stage(page, builder, BUNDLE)
    page.get_by_role("button", name="Text").click()
    page.get_by_role("textbox", name="Deck as text").wait_for()
    kept = page.evaluate(KEPT, FOCUSABLE)
    assert len(kept) > 80
    assert [entry["html"] for entry in kept if not entry["own"]] == []
    assert [entry["html"] for entry in kept if not entry["name"]] == []
    card(page, "Noodle, Charm").click()
    expect(page.locator(".sr[role=status]")).to_contain_text(re.compile(r"Noodle \(Charm\) is in, .* weight \d+ of 60"))
    expect(card(page, "Noodle, Charm")).to_have_accessible_name(re.compile("rank 1, value .* 1 of 2 in your deck"))


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [320, 380, 760, 1100])
def test_nothing_sticks_out(page: Page, width: int, dark: bool) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    builder = DeckBuilder("The Cold Shoulder").add("Tupp (Luck)").compare("The Paw Parade")
    Stage(page, builder, BUNDLE, dark=dark)
    page.get_by_role("button", name="Text").click()
    page.get_by_role("textbox", name="Deck as text").wait_for()
    assert page.locator(".tbl").evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_two_views_show_the_same_deck(page: Page) -> None:
    Stage(page, DeckBuilder(), BUNDLE, views=2)
    card(page, "Button, Charm").first.click()
    expect(page.locator("#two .shelf .card")).to_have_count(1)


# ------------------------------------------------------------------ in a notebook


def test_a_deck_is_built_and_played_in_a_notebook(jupyter: Jupyter) -> None:
    cells = [
        "import theatre_lab as tl\nfrom theatre_lab.widgets import DeckBuilder\nbuilder = DeckBuilder()\nbuilder",
        "tl.table('the-theatre', decks=[builder.deck, builder.deck], seed=1, pace=0)",
    ]
    jupyter.open_cells(cells)
    before = list(jupyter.errors)  # Notebook 7 has one of its own while it opens
    jupyter.run_cell(0)
    root = jupyter.output(0).locator(".theatre-lab")
    root.get_by_role("button", name="Start from it").click()
    expect(root.locator(".prompt")).to_contain_text("A legal deck.")
    root.locator(".shelf .card").first.focus()
    jupyter.page.keyboard.press("d")
    jupyter.page.keyboard.press("d")
    assert jupyter.cell_count() == 2
    jupyter.run_cell(1)
    expect(jupyter.output(1).locator(".prompt .txt")).to_contain_text("Play a card")
    assert jupyter.errors == before


def test_the_lesson_plays_the_deck_that_was_built_in_it(lab: Jupyter) -> None:
    name = "03-the-theatre.ipynb"
    start, desk, game = (
        cell_with(name, text) for text in ("import theatre_lab", "builder = DeckBuilder", "decks=[builder.deck")
    )
    lab.open(name)
    lab.run_cell(start)
    lab.run_cell(desk)
    root = lab.output(desk).locator(".theatre-lab")
    root.locator(".shelf .row").last.locator(".card").first.click()
    expect(root.locator(".prompt")).to_contain_text("Put in 1 card of rank 4.")
    lab.run_cell(game)
    expect(lab.output(game)).to_contain_text("deck 1 is not legal")
    root.get_by_role("button", name="Undo").click()
    expect(root.locator(".prompt")).to_contain_text("A legal deck.")
    lab.run_cell(game)
    expect(lab.output(game).locator(".prompt .txt")).to_contain_text("Play a card")
