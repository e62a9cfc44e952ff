"""The picture of a house rearranged says what the numbers say."""

from __future__ import annotations

from theatre_lab.core.game import Part
from theatre_lab.lab.best_seating import BestSeating
from theatre_lab.plots import seating_gains


def rearranged(bound: int) -> BestSeating:
    return BestSeating(
        theatre="grand-empress",
        rules={},
        played={"A1": "VIP", "C2": "Noisy Critic"},
        played_parts=(Part("A1", "OV-P2", 3, "VIP"), Part("C2", "OV-P6", 5, "Critic")),
        seats={"A1": "VIP", "C2": "Noisy Critic"},
        parts=(Part("A1", "OV-P2", 9, "VIP <at the front>"), Part("C2", "OV-P6", 3, "Critic")),
        bound=bound,
        seconds=0.1,
    )


def test_bars_show_gains_and_losses_in_the_order_of_the_rule_book() -> None:
    (bars,) = seating_gains(rearranged(12)).data
    assert list(bars.x) == [6, -2]
    assert list(bars.text) == ["+6", "−2"]
    assert bars.marker.color[0] != bars.marker.color[1]
    assert [label.split(" ")[0] for label in bars.y] == ["VIP", "Critic"]


def test_a_bar_tells_its_reasons_before_and_after() -> None:
    (bars,) = seating_gains(rearranged(12)).data
    before, after = bars.hovertext[0].split("<i>at best</i>")
    assert "+3  A1: VIP" in before
    assert "+9  A1: VIP &lt;at the front&gt;" in after


def test_what_is_not_proved_is_not_called_so() -> None:
    assert repr(seating_gains(rearranged(12))).startswith("Rearranged: 8 as played, 12 at best, proved")
    assert "12 at best, not proved: at most 15" in repr(seating_gains(rearranged(15)))
