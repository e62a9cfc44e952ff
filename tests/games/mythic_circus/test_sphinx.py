"""Sphinx: on stage draw two, then discard two (MC-A10)."""


def test_draws_two_then_discards_two_one_at_a_time(table):
    t = table(hand=["Sphinx", "Golem"], deck=["Faun", "Fairy", "Goblin"])
    t.play("stage Sphinx")
    assert t.legal() == ["draw two", "no draw"]
    t.play("draw two")
    assert t.legal() == ["discard Fairy", "discard Faun", "discard Golem"]
    assert t.refused("done") == "MC-A10"
    t.play("discard Golem")
    assert t.legal() == ["discard Fairy", "discard Faun"]
    t.play("discard Faun")
    assert t.hand() == ["Fairy"]
    assert t.discard() == ["Golem", "Faun"]
    assert t.legal() == ["done", "stage Fairy"]


def test_may_leave_it(table):
    t = table(hand=["Sphinx"], deck=["Faun", "Fairy"])
    t.play("stage Sphinx", "no draw")
    assert t.hand() == []


def test_discards_all_when_fewer_are_held(table):
    t = table(hand=["Sphinx"], deck=["Faun"])
    t.play("stage Sphinx", "draw two")
    assert t.legal() == ["discard Faun"]
    t.play("discard Faun")
    assert t.legal() == ["done"]


def test_with_nothing_to_draw_and_nothing_held_nothing_is_discarded(table):
    t = table(hand=["Sphinx"])
    t.play("stage Sphinx", "draw two")
    assert t.legal() == ["done"]


def test_the_shuffle_comes_between_the_two_draws(table):
    t = table(hand=["Sphinx"], deck=["Faun"], discard=["Goblin", "Golem"])
    t.play("stage Sphinx", "draw two")
    assert t.is_shuffle_due()
    assert t.hand() == ["Faun"]
    t.shuffle("Golem", "Goblin")
    assert t.legal() == ["discard Faun", "discard Golem"]
    assert t.deck() == ["Goblin"]


def test_at_labor_it_earns_one(table):
    t = table(hand=["Sphinx"], deck=["Faun"])
    t.play("labor Sphinx")
    assert t.state.points == 1
    assert t.hand() == []
