"""The bundles on a plain page, the real Python side behind them: what a reader sees and does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from browser.stage import Stage
from playwright.sync_api import expect
from widgets.test_messages import send

from theatre_lab.bots import LevelBot
from theatre_lab.core.compiled import list_backend
from theatre_lab.core.game import Part
from theatre_lab.games.overture.theatres import THEATRE_IDS
from theatre_lab.widgets import Predict, SeatingGrid, table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

    from theatre_lab.widgets._base import IntentWidget

Show = Callable[..., Stage]

BOARD = {"A1": "Teacher", "A2": "Kid", "B4": "VIP", "D4": "Noisy Patron"}
FOCUSABLE = ".theatre-lab :is(a[href], button, input, select, textarea, [tabindex])"
KEPT = """selector => [...document.querySelectorAll(selector)].map(e => ({
    html: e.outerHTML.slice(0, 120),
    own: e.dataset.lmSuppressShortcuts === 'true',
    name: (e.getAttribute('aria-label') || e.innerText || e.closest('label')?.innerText || '').trim(),
}))"""


@pytest.fixture
def show(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Show]:
    """Show a widget: `show(widget, "seating.js", width=900, dark=True, views=2)` gives a `Stage`."""
    contexts = []

    def on_stage(
        widget: IntentWidget, bundle: str, *, width: int = 1000, touch: bool = False, calm: bool = False, **how: Any
    ) -> Stage:
        context = chromium.new_context(
            viewport={"width": width, "height": 1300},
            has_touch=touch,
            reduced_motion="reduce" if calm else "no-preference",
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        request.node.browser_pages = [*getattr(request.node, "browser_pages", []), page]
        return Stage(page, widget, bundle, **how)

    yield on_stage
    for context in contexts:
        context.close()


def seat(stage: Stage, name: str) -> Locator:
    return stage.page.locator(f"[data-seat='{name}']").first


def settled(stage: Stage) -> None:
    """Wait until the page has drawn what Python set last."""
    stage.page.wait_for_function(
        "ply => document.querySelector('.theatre-lab').dataset.ply === ply", arg=str(stage.widget.model["ply"])
    )
    # The focus goes on to the next decision after the frame that shows it.
    stage.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


# ------------------------------------------------------------------ SeatingGrid


def test_a_click_on_a_patron_and_a_seat_seats_it(show: Show) -> None:
    grid = SeatingGrid(seats=BOARD)
    stage = show(grid, "seating.js")
    stage.page.get_by_role("button", name="Teacher", exact=True).click()
    expect(seat(stage, "A3")).to_contain_text("+8")
    expect(seat(stage, "A3")).to_contain_text("own +4")
    expect(seat(stage, "A3")).to_contain_text("best")
    seat(stage, "A3").click()
    expect(seat(stage, "A3")).to_have_attribute("aria-label", re.compile("A3, Teacher, front, 4 points"))
    assert grid.seats["A3"] == "Teacher"
    assert stage.errors == []


def test_traits_are_chosen_beside_the_type(show: Show) -> None:
    grid = SeatingGrid()
    stage = show(grid, "seating.js")
    stage.page.get_by_role("button", name="Kid", exact=True).click()
    stage.page.get_by_role("button", name="Noisy").click()
    expect(seat(stage, "B3")).to_have_attribute("aria-label", re.compile("Noisy Kid would score"))
    seat(stage, "B3").click()
    expect(seat(stage, "B3")).to_have_attribute("aria-label", re.compile("B3, Noisy Kid"))
    assert grid.seats == {"B3": "Noisy Kid"}


def test_arrows_and_enter_are_enough(show: Show) -> None:
    grid = SeatingGrid(seats=BOARD, select="Tall Kid")
    stage = show(grid, "seating.js")
    keys = stage.page.keyboard
    seat(stage, "A1").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        keys.press(key)
    expect(seat(stage, "B3")).to_be_focused()
    expect(seat(stage, "B3")).to_have_attribute(
        "aria-label", re.compile("^B3, empty, front, Tall Kid would score \\+1")
    )
    keys.press("Enter")
    expect(seat(stage, "B3")).to_have_attribute("aria-label", re.compile("B3, Tall Kid"))
    expect(seat(stage, "B3")).to_be_focused()
    keys.press("Delete")
    expect(seat(stage, "B3")).to_have_attribute("aria-label", re.compile("B3, empty"))
    keys.press("End")
    expect(seat(stage, "B5")).to_be_focused()
    assert "B3" not in grid.seats


def test_only_one_seat_is_a_tab_stop(show: Show) -> None:
    stage = show(SeatingGrid("rotunda"), "seating.js")
    assert stage.page.locator("[role=grid] [tabindex='0']").count() == 1
    assert stage.page.get_by_role("grid").get_by_role("row").count() == 5
    assert stage.page.get_by_role("gridcell").count() == 16


def drag(stage: Stage, start: Locator, end: Locator) -> None:
    a, b = start.bounding_box(), end.bounding_box()
    assert a
    assert b
    mouse = stage.page.mouse
    mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
    mouse.down()
    mouse.move(b["x"] + 8, b["y"] + 8, steps=6)
    mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=4)
    mouse.up()


def test_dragging_seats_moves_and_removes(show: Show) -> None:
    grid = SeatingGrid(seats=BOARD, cards=["VIP", "Kid"])
    stage = show(grid, "seating.js")
    drag(stage, stage.page.get_by_role("button", name="VIP", exact=True), seat(stage, "C3"))
    expect(seat(stage, "C3")).to_have_attribute("aria-label", re.compile("C3, VIP"))
    drag(stage, seat(stage, "C3"), seat(stage, "B1"))
    expect(seat(stage, "B1")).to_have_attribute("aria-label", re.compile("B1, VIP"))
    drag(stage, seat(stage, "B1"), stage.page.locator(".explain, .advice").first)
    expect(seat(stage, "B1")).to_have_attribute("aria-label", re.compile("B1, empty"))
    assert grid.seats == BOARD


def test_a_finger_works_too(show: Show) -> None:
    grid = SeatingGrid(seats=BOARD, cards=["Kid"])
    stage = show(grid, "seating.js", touch=True, width=420)
    stage.page.get_by_role("button", name="Kid", exact=True).tap()
    expect(seat(stage, "C3")).to_contain_text("+")
    seat(stage, "C3").tap()
    expect(seat(stage, "C3")).to_have_attribute("aria-label", re.compile("C3, Kid"))


def test_reasons_open_their_clause(show: Show) -> None:
    stage = show(SeatingGrid(seats=BOARD, select="Teacher"), "seating.js")
    seat(stage, "A3").focus()
    panel = stage.page.get_by_role("region", name="Why: Teacher on A3")
    expect(panel).to_contain_text("+8")
    panel.get_by_role("button", name=re.compile("OV-P4")).click()
    dialog = stage.page.get_by_role("dialog", name="Rule OV-P4")
    expect(dialog).to_contain_text(stage.widget.rules["OV-P4"]["text"])
    stage.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_an_impossible_seat_is_refused_on_the_spot(show: Show) -> None:
    grid = SeatingGrid(seats=BOARD)
    stage = show(grid, "seating.js")
    seat(stage, "C3").click()
    alert = stage.page.locator(".house [role=alert]")
    expect(alert).to_contain_text("Choose a patron first")
    expect(alert).to_contain_text("OV-T3")
    alert.get_by_role("button", name="Close").click()
    expect(alert).to_have_count(0)


def test_a_picture_cannot_be_changed(show: Show) -> None:
    grid = SeatingGrid(seats=BOARD, sandbox=False)
    stage = show(grid, "seating.js")
    seat(stage, "A2").click()
    expect(stage.page.locator(".explain")).to_contain_text("Kid on A2")
    stage.page.keyboard.press("Delete")
    seat(stage, "C3").click()
    assert stage.page.get_by_role("button", name="Empty the house").count() == 0
    assert grid.seats == BOARD


@pytest.mark.parametrize("theatre", THEATRE_IDS)
def test_every_theatre_fits_wide_and_narrow(show: Show, theatre: str) -> None:
    for width in (1000, 380):
        stage = show(SeatingGrid(theatre, select="VIP"), "seating.js", width=width)
        seats = stage.page.get_by_role("gridcell")
        boxes = [box for each in seats.all() if (box := each.bounding_box())]
        assert len(boxes) == len(stage.widget.model["theatre"]["labels"])
        assert min(box["width"] for box in boxes) >= 30
        for i, a in enumerate(boxes):
            for b in boxes[i + 1 :]:
                apart_x = abs(a["x"] - b["x"]) >= a["width"] - 1
                assert apart_x or abs(a["y"] - b["y"]) >= a["height"] - 1
        assert stage.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert stage.errors == []


# ------------------------------------------------------------------ what all widgets keep


def widgets_with_everything_open(show: Show) -> list[Stage]:
    game = table(theatre="blackbox", seed=3, pace=0, names=["You", "Bo"]).play("draw lobby 1").play("draw deck")
    game.select(0).hint()
    stages = [show(game, "table.js"), show(SeatingGrid(seats=BOARD, select="VIP"), "seating.js")]
    question = {
        "prompt": "Which?",
        "kind": "choice",
        "options": ["a", "b"],
        "answer": "a",
        "hint": "h",
        "clause": "OV-P1",
    }
    stages.append(show(Predict([question]), "predict.js"))
    stages[0].page.get_by_role("button", name="New").click()
    expect(stages[0].page.get_by_role("form", name="New game")).to_be_visible()
    stages[0].page.get_by_role("button", name=re.compile("Bo’s house")).click()
    expect(stages[0].page.get_by_role("grid", name=re.compile("Bo’s house"))).to_be_visible()
    stages[0].page.locator(".explain .cl").first.click()
    return stages


def test_every_focusable_element_keeps_its_keys_and_has_a_name(show: Show) -> None:
    for stage in widgets_with_everything_open(show):
        kept = stage.page.evaluate(KEPT, FOCUSABLE)
        assert len(kept) >= 3
        assert [each["html"] for each in kept if not each["own"]] == []
        assert [each["html"] for each in kept if not each["name"]] == []


def test_keys_do_not_leave_but_tab_and_escape_do(show: Show) -> None:
    stage = show(SeatingGrid(), "seating.js")
    stage.page.evaluate("window.left = []; document.addEventListener('keydown', e => window.left.push(e.key))")
    seat(stage, "A1").focus()
    for key in ("d", "d", "ArrowDown", "a", "Tab", "Escape", "Shift+Enter"):
        stage.page.keyboard.press(key)
    assert set(stage.page.evaluate("window.left")) <= {"Tab", "Escape", "Shift", "Enter"}
    assert "Tab" in stage.page.evaluate("window.left")


def test_a_silent_kernel_is_said(show: Show) -> None:
    stage = show(SeatingGrid(seats=BOARD), "seating.js")
    stage.page.evaluate("window.kernel.dead = true")
    stage.page.get_by_role("button", name="VIP", exact=True).click()
    expect(stage.page.get_by_role("alert")).to_contain_text("No answer from the kernel", timeout=6000)
    expect(stage.page.get_by_role("alert")).to_be_in_viewport()
    stage.page.evaluate("window.kernel.dead = false")
    stage.page.get_by_role("button", name="Kid", exact=True).press("Enter")
    expect(stage.page.get_by_role("alert")).to_have_count(0)


def test_words_on_the_kernel_and_on_rules_stand_where_the_reader_presses(show: Show) -> None:
    game = table("mythic-circus", seed=3, pace=0).wait()
    stage = show(game, "table.js")
    page = stage.page
    page.set_viewport_size({"width": 1100, "height": 500})
    link = page.locator(".explain .cl, .t.no .cl").first
    card = page.get_by_role("group", name="Your hand").get_by_role("button").first
    card.click()
    link.click()
    expect(page.get_by_role("dialog")).to_be_in_viewport()
    page.keyboard.press("Escape")
    page.evaluate("window.kernel.dead = true")
    page.locator(".here").first.click()
    expect(page.get_by_role("alert")).to_be_in_viewport(timeout=6000)
    page.get_by_role("alert").get_by_role("button", name="Close").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_double_click_marks_no_words(show: Show) -> None:
    page = show(table("mythic-circus", seed=3, pace=0).wait(), "table.js").page
    page.locator(".mcsupply .lbl").dblclick()
    page.get_by_role("group", name="Your hand").get_by_role("button").first.dblclick()
    assert page.evaluate("getSelection().toString()") == ""


def test_two_views_show_the_same(show: Show) -> None:
    stage = show(SeatingGrid(seats=BOARD), "seating.js", views=2)
    one, two = stage.page.locator("#one"), stage.page.locator("#two")
    one.get_by_role("button", name="Teacher", exact=True).click()
    expect(two.locator("[data-seat=A3]")).to_contain_text("+8")
    two.locator("[data-seat=A3]").click()
    expect(one.locator("[data-seat=A3]")).to_have_attribute("aria-label", re.compile("A3, Teacher"))
    stage.page.mouse.move(1, 1)
    stage.page.evaluate("document.activeElement.blur()")
    labels = "e => [...e.querySelectorAll('[data-seat]')].map(s => s.getAttribute('aria-label') + s.innerText)"
    assert one.evaluate(labels) == two.evaluate(labels)


def test_dark_theme_and_reduced_motion(show: Show) -> None:
    light, dark = (show(SeatingGrid(), "seating.js", dark=each, calm=True) for each in (False, True))
    colour = "getComputedStyle(document.querySelector('.tbl')).backgroundColor"
    assert light.page.evaluate(colour) != dark.page.evaluate(colour)
    assert dark.page.evaluate("getComputedStyle(document.querySelector('.seat')).transitionDuration") in ("0s", "")


# ------------------------------------------------------------------ the table


def test_draw_seat_and_discard_by_mouse(show: Show) -> None:
    game = table(theatre="grand-empress", seed=7, pace=0)
    stage = show(game, "table.js")
    page = stage.page
    page.get_by_role("button", name=re.compile("Lobby slot 1")).click()
    expect(page.locator(".prompt")).to_contain_text("this draw is blind")
    page.get_by_role("button", name=re.compile("^Deck")).click()
    expect(page.locator(".prompt")).to_contain_text("Seat one card")
    hand = page.get_by_role("group", name="Your hand").get_by_role("button")
    expect(hand).to_have_count(3)
    hand.first.click()
    expect(hand.first).to_have_attribute("aria-pressed", "true")
    seat(stage, "B2").click()
    expect(page.get_by_role("button", name="Seat on B2")).to_be_visible()
    page.get_by_role("button", name="Seat on B2").click()
    expect(page.locator(".prompt")).to_contain_text("Discard one card")
    hand.first.click()
    page.get_by_role("button", name=re.compile("^Discard")).click()
    expect(page.locator(".prompt")).to_contain_text("Draw a card", timeout=15_000)
    assert game.match.ply == 8
    assert [line["who"] for line in game.model["log"]] == ["You"] * 4 + ["Greedy"] * 4
    assert stage.errors == []


def test_a_frozen_card_is_refused_where_it_lies(show: Show) -> None:
    stage = show(table(theatre="grand-empress", seed=7, pace=0), "table.js")
    stage.page.get_by_role("button", name=re.compile("Lobby slot 0")).click()
    alert = stage.page.locator(".side [role=alert]")
    expect(alert).to_contain_text("frozen while the deck has cards")
    expect(alert).to_contain_text("OV-L1")
    assert stage.widget.match.ply == 0


def test_a_card_dropped_on_a_seat_is_seated_at_once(show: Show) -> None:
    game = table(theatre="rotunda", seed=7, pace=0).play("draw lobby 1").play("draw deck")
    stage = show(game, "table.js")
    drag(stage, stage.page.get_by_role("group", name="Your hand").get_by_role("button").first, seat(stage, "A3"))
    expect(stage.page.locator(".prompt")).to_contain_text("Discard")
    assert "A3" in game.model["body"]["houses"][0]["seats"]


def test_escape_puts_the_card_down_and_discards_nothing(show: Show) -> None:
    game = table(theatre="rotunda", seed=7, pace=0).play("draw lobby 1").play("draw deck")
    game.play(game.legal_actions()[0])
    stage = show(game, "table.js")
    hand = stage.page.get_by_role("group", name="Your hand").get_by_role("button")
    hand.first.click()
    expect(hand.first).to_have_attribute("aria-pressed", "true")
    stage.page.keyboard.press("Escape")
    expect(hand.first).to_have_attribute("aria-pressed", "false")
    assert game.match.ply == 3


def test_a_question_mark_opens_the_reason(show: Show) -> None:
    stage = show(SeatingGrid(seats=BOARD, select="VIP"), "seating.js")
    seat(stage, "A4").focus()
    stage.page.keyboard.press("?")
    expect(stage.page.get_by_role("dialog", name="Rule OV-P2")).to_be_visible()
    stage.page.keyboard.press("Escape")
    expect(seat(stage, "A4")).to_be_focused()


def test_a_double_click_seats_once(show: Show) -> None:
    game = table(theatre="rotunda", seed=7, pace=0).play("draw lobby 1").play("draw deck").select(0)
    stage = show(game, "table.js")
    seat(stage, "A3").dblclick()
    expect(stage.page.locator(".prompt")).to_contain_text("Discard")
    assert len(game.model["body"]["houses"][0]["seats"]) == 1
    assert game.match.ply == 3


def test_undo_stops_at_revealed_cards_unless_in_practice(show: Show) -> None:
    game = table(theatre="rotunda", seed=7, pace=0).play("draw deck")
    stage = show(game, "table.js")
    stage.page.get_by_role("button", name="Undo").click()
    expect(stage.page.get_by_role("alert")).to_contain_text("cannot be taken back")
    stage.page.get_by_role("switch", name="Practice mode: off Undo stops where cards were revealed").click()
    expect(stage.page.get_by_role("switch", name=re.compile("Practice mode: on"))).to_be_visible()
    stage.page.get_by_role("button", name="Undo").click()
    expect(stage.page.locator(".log")).to_contain_text("Nothing has happened yet")
    assert game.match.ply == 0


def test_a_hint_shows_its_move_and_its_reasons(show: Show) -> None:
    game = table(theatre="grand-empress", seed=7, pace=0).play("draw lobby 1").play("draw deck")
    stage = show(game, "table.js")
    stage.page.get_by_role("button", name="Hint").click()
    hint = stage.page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text("Seat ")
    expect(hint).to_contain_text("OV-")
    expect(stage.page.locator(".seat.is-hint")).to_have_count(1)
    assert game.match.ply == 2


class Ponderer(LevelBot):
    """The level `hard` with a budget that nobody could wait for."""

    def _analyse(self, view: Any, iterations: int) -> Any:
        return super()._analyse(view, 100_000)


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_move_now_ends_the_thinking_of_a_level(show: Show, by: str) -> None:
    game = table("cabaret", opponents=["hard"], seed=3, pace=0)
    game._bots[1] = Ponderer("hard", 1, backend=list_backend(game.match.game))
    while game.match.to_move == 0:
        send(game, "act", do="drop", card=game.legal_actions()[0].removeprefix("play "))
    stage = show(game, "table.js", calm=True)
    page = stage.page
    expect(page.locator(".think")).to_contain_text("Hard is thinking")
    button = page.get_by_role("button", name="Move now")
    page.get_by_role("button", name="New", exact=True).click()
    expect(page.get_by_role("form", name="New game")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(button).to_be_visible()
    before = game.match.ply
    if by == "mouse":
        button.click()
    else:
        page.locator(".bar .btn").last.focus()
        for _ in range(20):
            if button.evaluate("e => e === document.activeElement"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    expect(button).to_have_count(0, timeout=15_000)
    assert game.match.ply > before
    assert game.match.to_move == 0
    assert stage.errors == []


def test_a_hint_looks_ahead_while_the_page_stays_usable(show: Show) -> None:
    game = table("cabaret", opponents=["greedy"], seed=3, pace=0)
    stage = show(game, "table.js")
    page = stage.page
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text("Play ", timeout=15_000)
    expect(hint.locator(".note")).to_contain_text(re.compile("played ahead|best right now"))
    for cell in hint.locator(".outlook tbody td:nth-child(2)").all():
        expect(cell).to_have_text(re.compile(r"^\d+%$"))
    assert stage.errors == []


def test_the_curtain_covers_the_hand(show: Show) -> None:
    game = table(theatre="rotunda", you=[0, 1], opponents=[], names=["Ann", "Ben"], seed=7)
    stage = show(game, "table.js")
    expect(stage.page.get_by_role("heading", name="Pass the screen to Ann")).to_be_visible()
    assert stage.page.get_by_role("group", name="Your hand").count() == 0
    stage.page.get_by_role("button", name="I am Ann, raise the curtain").click()
    expect(stage.page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(1)


def test_save_downloads_and_load_restores(show: Show, tmp_path_factory: pytest.TempPathFactory) -> None:
    game = table(theatre="rotunda", seed=7, pace=0).play("draw lobby 1").play("draw deck")
    stage = show(game, "table.js")
    with stage.page.expect_download() as download:
        stage.page.get_by_role("button", name="Save").click()
    path = tmp_path_factory.mktemp("saves") / download.value.suggested_filename
    download.value.save_as(path)
    other = show(table(theatre="blackbox", seed=1, pace=0), "table.js")
    other.page.get_by_role("button", name="Load").click()
    other.page.get_by_label("File of a saved game").set_input_files(path)
    expect(other.page.locator(".when")).to_contain_text("The Rotunda")
    assert other.widget.match.ply == 2
    wrong = path.with_name("wrong.json")
    wrong.write_text('{"format": "something else"}')
    other.page.get_by_role("button", name="Load").click()
    other.page.get_by_label("File of a saved game").set_input_files(wrong)
    expect(other.page.get_by_role("alert")).to_contain_text("The record has no 'game'")
    assert other.widget.match.ply == 2


def test_a_new_game_from_the_form(show: Show) -> None:
    game = table(theatre="rotunda", seed=7, pace=0)
    stage = show(game, "table.js")
    stage.page.get_by_role("button", name="New").click()
    form = stage.page.get_by_role("form", name="New game")
    form.get_by_role("button", name="Add a player").click()
    form.get_by_label("Who plays as player 3").select_option("random")
    form.get_by_role("radio", name="The Amphitheater").check(force=True)
    form.get_by_label("Seed").fill("12")
    form.get_by_role("button", name="Raise the curtain").click()
    expect(stage.page.locator(".when")).to_contain_text("The Amphitheater")
    assert game.match.seats == ["human", "greedy", "random"]
    assert game.match.seed == 12
    assert form.count() == 0


def test_a_whole_game_by_keyboard_alone_ends_with_the_ledger(show: Show) -> None:
    game = table(theatre="ziegfeld-runway", seed=5, pace=0)
    stage = show(game, "table.js")
    page, keys = stage.page, stage.page.keyboard

    def tab_to(selector: str) -> None:
        for _ in range(30):
            if page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
                return
            keys.press("Tab")
        raise AssertionError(f"Tab never reached {selector}")

    while not game.match.is_over:
        before = game.model["ply"]
        decision = game.model["body"]["decision"]
        if decision == "draw":
            tab_to(".lobby button")
        elif decision == "seat":
            tab_to(".hand .card")
            keys.press("Enter")
            page.wait_for_selector(".hand .is-selected")
            tab_to(".seat")
            taken = set(game.model["body"]["houses"][0]["seats"])
            for key in ("Home", *["ArrowRight"] * 5, "ArrowDown", "Home", *["ArrowRight"] * 5, "ArrowDown") * 2:
                if page.evaluate("document.activeElement.dataset.seat") not in taken:
                    break
                keys.press(key)
            keys.press("Enter")
            page.wait_for_selector(".seat.sel")
        else:
            tab_to(".hand .card")
            keys.press("Enter")
            page.wait_for_selector(".hand .is-selected")
        keys.press("Enter")
        page.wait_for_function("before => window.stage.state.model.ply > before", arg=before)
        game.wait()
        settled(stage)
    expect(page.get_by_role("region", name="The end of the game")).to_contain_text("Total")
    assert stage.errors == []


# ------------------------------------------------------------------ predict, then check


def question() -> dict[str, object]:
    return {
        "prompt": "How many points does the Kid on A2 score?",
        "kind": "number",
        "answer": 4,
        "clause": "OV-P4",
        "board": {"theatre": "grand-empress", "seats": {"A1": "Teacher", "A2": "Kid", "A3": "Teacher"}, "mark": ["A2"]},
        "hint": "Look along the row.",
        "solution": "The Kid is capped.",
        "parts": [Part("A2", "OV-P4", 4, "capped: Teachers at both ends")],
        "values": {"A2": 4},
    }


def test_predict_then_check(show: Show) -> None:
    drill = Predict(lambda n: question(), rounds=2)
    stage = show(drill, "predict.js")
    page = stage.page
    assert "both ends" not in json.dumps(drill.model)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".tip")).to_contain_text("Look along the row.")
    page.get_by_label("Your answer").fill("1")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict")).to_contain_text("Not quite.")
    expect(page.locator(".parts")).to_contain_text("capped: Teachers at both ends")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".verdict")).to_have_count(0)  # the next question is there
    page.get_by_label("Your answer").fill("4")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Right.")
    assert (drill.right, drill.asked) == (1, 2)


def test_enter_answers_and_goes_on(show: Show) -> None:
    drill = Predict(lambda n: question(), rounds=3)
    stage = show(drill, "predict.js")
    keys = stage.page.keyboard
    stage.page.get_by_label("Your answer").focus()
    for right in (1, 2, 3):
        keys.type("4")
        keys.press("Enter")
        expect(stage.page.locator(".verdict")).to_contain_text("Right.")
        assert drill.right == right
        if right < 3:
            expect(stage.page.get_by_role("button", name="Next")).to_be_focused()
            keys.press("Enter")
            expect(stage.page.get_by_label("Your answer")).to_be_focused()


def test_a_seat_as_an_answer(show: Show) -> None:
    seat_question = question() | {"kind": "seat", "answer": ["A2"], "prompt": "Who is capped?"}
    drill = Predict([seat_question])
    stage = show(drill, "predict.js", width=400)
    seat(stage, "A2").click()
    stage.page.get_by_role("button", name="Check").click()
    expect(stage.page.locator(".verdict")).to_contain_text("Right.")
    expect(stage.page.locator(".seat.good")).to_have_count(1)
