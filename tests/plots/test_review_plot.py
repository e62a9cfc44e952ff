"""The plot of a review shows what it says, the two kinds of grades apart."""

from __future__ import annotations

import json

import pytest

from theatre_lab.bots import get_bot
from theatre_lab.core.errors import BadInput
from theatre_lab.games import get_game
from theatre_lab.lab.review import Review, review
from theatre_lab.lab.simulate import play_game
from theatre_lab.plots import regrets


@pytest.fixture(scope="module")
def found() -> Review:
    bots = [get_bot("random", 3), get_bot("greedy"), get_bot("greedy", 1)]
    match = play_game(get_game("cabaret"), bots, seed=3, options={"rounds": 1})
    match.names[0] = "<b>Ann"
    return review(match, iterations=12, backend="lists")


def test_every_grade_is_a_bar_and_the_costliest_are_marked(found: Review) -> None:
    known, stars, hindsight, other_stars = regrets(found).data
    assert list(known.x) == [each.ply + 1 for each in found.graded()]
    assert list(known.y) == [each.known.regret for each in found.graded() if each.known]
    assert list(hindsight.y) == [each.hindsight.regret for each in found.graded(True) if each.hindsight]
    assert sorted(stars.x) == sorted(each.ply + 1 for each in found.costliest())
    assert sorted(other_stars.x) == sorted(each.ply + 1 for each in found.costliest(hindsight=True))
    assert (known.yaxis, hindsight.yaxis) == ("y", "y2")
    first = found.costliest()[0]
    assert first.known is not None
    assert f"better: {first.known.best.text}" in known.hovertext[list(known.x).index(first.ply + 1)]


def test_it_reads_as_text_escaped_and_the_same_every_time(found: Review) -> None:
    chart = regrets(found)
    assert found.summary() in repr(chart)
    assert found.summary(hindsight=True) in repr(chart)
    assert "&lt;b&gt;Ann" in chart.layout.title.subtitle.text
    assert json.dumps(chart._repr_mimebundle_()) == json.dumps(regrets(found)._repr_mimebundle_())


def test_a_stopped_review_is_drawn_as_far_as_it_goes(found: Review) -> None:
    empty = review(found.match, iterations=8, backend="lists", progress=interrupted)
    assert not empty.is_whole
    assert [len(trace.x) for trace in regrets(empty).data] == [1, len(empty.costliest()), 0, 0]


def interrupted(done: int, _: int) -> None:
    if done == 1:
        raise KeyboardInterrupt


def test_anything_else_is_refused(found: Review) -> None:
    with pytest.raises(BadInput, match="needs a review"):
        regrets(found.match)  # type: ignore[arg-type]
