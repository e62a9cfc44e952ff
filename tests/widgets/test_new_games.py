"""A new game from the table's own form: what it takes over from the game before."""

from __future__ import annotations

from typing import Any

from widgets.test_messages import send

import theatre_lab as tl
from theatre_lab.games.the_theatre.cards import set_one
from theatre_lab.widgets import Table

POOL = [name for name in set_one() for _ in range(3)]


def new_draft(game: Table, **options: str) -> Any:
    """Send the form for a new draft of the same two players; the match that is then on the table."""
    send(game, "panel", which="new")
    chairs = game.model["setup"]["chairs"]
    send(game, "new", chairs=chairs, options=options, seed="4", practice=False)
    return game.wait().match


def test_a_new_draft_keeps_a_pool_of_ones_own_where_the_form_says_so() -> None:
    game = tl.table("the-theatre-draft", pool=POOL, leader=0, seed=3, pace=0)
    send(game, "panel", which="new")
    assert game.model["body"]["setup"] == {"base": 4, "ownPool": len(POOL)}
    before = game.match
    assert new_draft(game, pool="same").options["pool"] == before.options["pool"]
    assert game.match is not before
    assert len(new_draft(game).options["pool"]) == 2 * len(set_one())
    send(game, "panel", which="new")
    assert game.model["body"]["setup"]["ownPool"] is None


def test_a_pool_that_the_form_does_not_know_is_refused() -> None:
    game = tl.table("the-theatre-draft", pool=POOL, leader=0, seed=3, pace=0)
    before = game.match
    new_draft(game, pool="mine")
    assert game.match is before
    assert "ool must be one of same" in game.model["refusal"]["text"]
