"""Golem: labor only, where it draws a card (MC-A4)."""


def test_goes_to_labor_only(table):
    assert table(hand=["Golem"]).refused("stage Golem") == "MC-A4"


def test_draws_a_card_and_earns_two(table):
    t = table(hand=["Golem"], deck=["Faun", "Fairy"])
    t.play("labor Golem")
    assert t.hand() == ["Faun"]
    assert t.state.points == 2


def test_shuffles_the_discard_pile_when_the_deck_is_empty(table):
    t = table(hand=["Golem"], discard=["Faun", "Fairy", "Goblin"])
    t.play("labor Golem")
    assert t.is_shuffle_due()
    t.shuffle("Fairy", "Faun", "Goblin")
    assert t.hand() == ["Fairy"]
    assert t.deck() == ["Faun", "Goblin"]
    assert t.discard() == []
    assert t.legal() == ["done", "stage Fairy"]


def test_golems_at_labor_are_not_shuffled_in(table):
    t = table(hand=["Golem"], labor=["Golem", "Golem"])
    t.play("labor Golem")
    assert not t.is_shuffle_due()
    assert t.hand() == []
    assert t.state.points == 6


def test_a_chain_of_golems(table):
    t = table(hand=["Golem"], deck=["Golem", "Golem", "Faun"])
    t.play("labor Golem", "labor Golem", "labor Golem")
    assert t.hand() == ["Faun"]
    assert t.state.points == 6
