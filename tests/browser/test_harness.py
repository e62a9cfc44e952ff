"""The harness itself, tried on a counter that owes nothing to the product."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.harness import Jupyter

COUNTER = '''
import anywidget, traitlets

class Counter(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
        const button = document.createElement("button");
        button.dataset.lmSuppressShortcuts = "true";
        const draw = () => { button.textContent = `count ${model.get("count")}`; };
        button.addEventListener("click", () => {
            model.set("count", model.get("count") + 1);
            model.save_changes();
        });
        model.on("change:count", draw);
        draw();
        el.append(button);
    } };
    """
    count = traitlets.Int(0).tag(sync=True)

counter = Counter()
'''
CELLS = [COUNTER, "counter"]


def test_click_reaches_the_kernel(jupyter: Jupyter) -> None:
    jupyter.open_cells(CELLS)
    jupyter.run_all()
    button = jupyter.output(1).get_by_role("button", name="count")
    for _ in range(3):
        button.click()
    expect(button).to_have_text("count 3")
    jupyter.wait_idle()
    assert jupyter.evaluate_in_kernel("counter.count") == "3"
    assert jupyter.cell_count() == len(CELLS)


def test_kernel_outlives_a_reload_and_forgets_at_a_restart(jupyter: Jupyter) -> None:
    jupyter.open_cells(CELLS)
    jupyter.run_all()
    jupyter.output(1).get_by_role("button").click()
    jupyter.wait_idle()
    jupyter.save()
    jupyter.reload()
    assert jupyter.evaluate_in_kernel("counter.count") == "1"
    jupyter.restart_kernel()
    with pytest.raises(AssertionError, match="NameError"):
        jupyter.evaluate_in_kernel("counter.count")
    jupyter.run_all()
    expect(jupyter.output(1).get_by_role("button")).to_have_text("count 0")


def test_failing_cell_is_reported(lab: Jupyter) -> None:
    lab.open_cells(["1 / 0"])
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        lab.run_all()


def test_cells_can_be_rewritten_and_run_alone(lab: Jupyter) -> None:
    lab.open_cells(["seats = 18", "seats"])
    lab.set_source(0, "seats = 24")
    lab.run_cell(0)
    lab.run_cell(1)
    expect(lab.output(1)).to_contain_text("24")


def test_theme_zoom_and_width(jupyter: Jupyter) -> None:
    jupyter.open_cells(CELLS)
    jupyter.run_all()
    button = jupyter.output(1).get_by_role("button")
    background = "() => getComputedStyle(document.querySelector('.jp-Notebook')).backgroundColor"
    light = jupyter.page.evaluate(background)
    jupyter.set_theme("dark")
    jupyter.page.wait_for_function(f"light => ({background})() !== light", arg=light)
    jupyter.set_theme("light")
    jupyter.page.wait_for_function(f"light => ({background})() === light", arg=light)
    for number, change in enumerate([lambda: jupyter.set_zoom(2), jupyter.set_narrow, jupyter.set_wide], 1):
        change()
        button.click()
        expect(button).to_have_text(f"count {number}")
        assert button.bounding_box()["x"] < jupyter.page.evaluate("window.innerWidth")


def test_two_views_of_one_widget(lab: Jupyter) -> None:
    lab.open_cells(CELLS)
    lab.run_all()
    lab.select_cell(1)
    lab.second_view()
    buttons = lab.page.get_by_role("button", name="count")
    expect(buttons).to_have_count(2)
    buttons.first.click()
    expect(buttons.nth(1)).to_have_text("count 1")


def test_widget_without_kernel(lab: Jupyter) -> None:
    lab.open_cells(CELLS)
    lab.run_all()
    lab.kill_kernel()
    with pytest.raises(Exception, match="kernel"):
        lab.evaluate_in_kernel("counter.count", timeout=3)


def test_missing_notebook_is_an_error(lab: Jupyter) -> None:
    with pytest.raises(Exception, match="404"):
        lab.visit("nowhere.ipynb")
