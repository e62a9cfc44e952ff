"""Goblin: on stage discard a card, then draw one (MC-A3)."""


def test_swaps_a_card_for_the_top_of_the_deck(table):
    t = table(hand=["Goblin", "Golem"], deck=["Sphinx", "Faun"])
    t.play("stage Goblin")
    assert t.legal() == ["no swap", "swap Golem"]
    t.play("swap Golem")
    assert t.hand() == ["Sphinx"]
    assert t.discard() == ["Golem"]
    assert t.deck() == ["Faun"]


def test_may_keep_the_hand(table):
    t = table(hand=["Goblin", "Golem"], deck=["Sphinx"])
    t.play("stage Goblin", "no swap")
    assert t.hand() == ["Golem"]


def test_the_discarded_card_can_come_straight_back(table):
    t = table(hand=["Goblin", "Golem"])
    t.play("stage Goblin", "swap Golem")
    assert t.is_shuffle_due()
    t.shuffle("Golem")
    assert t.hand() == ["Golem"]
    assert t.legal() == ["done", "labor Golem"]


def test_an_empty_hand_leaves_one_answer(table):
    t = table(hand=["Goblin"], deck=["Sphinx"])
    t.play("stage Goblin")
    assert t.legal() == ["no swap"]
    assert t.refused("swap Faun") == "MC-A3"


def test_at_labor_it_earns_one_and_swaps_nothing(table):
    t = table(hand=["Goblin", "Golem"])
    t.play("labor Goblin")
    assert t.state.points == 1
    assert t.legal() == ["done", "labor Golem"]
    assert t.refused("swap Golem") == "MC-A3"
