"""Unicorn: on stage it injures all Unicorns of another player (MC-A12)."""


def test_with_two_players_it_simply_happens(table):
    t = table(hand=["Unicorn"], stage={1: ["Unicorn", "Unicorn", "Faun"]})
    t.play("stage Unicorn")
    assert t.stage() == ["Unicorn"]
    assert t.stage(1) == ["Faun"]
    assert t.discard(1) == ["Unicorn", "Unicorn"]
    assert t.legal() == ["done"]


def test_with_more_a_player_must_be_chosen_also_one_without_unicorns(table):
    t = table(3, hand=["Unicorn"], stage={2: ["Unicorn"]})
    t.play("stage Unicorn")
    assert t.legal() == ["charge P2", "charge P3"]
    assert t.refused("charge P1") == "MC-A12"
    assert t.refused("done") == "MC-A12"
    t.play("charge P2")
    assert t.stage(2) == ["Unicorn"]


def test_the_own_unicorns_stay(table):
    t = table(4, hand=["Unicorn"], stage={0: ["Unicorn"], 3: ["Unicorn"]})
    t.play("stage Unicorn", "charge P4")
    assert t.stage() == ["Unicorn", "Unicorn"]
    assert t.stage(3) == []


def test_at_labor_it_earns_one_and_charges_nobody(table):
    t = table(hand=["Unicorn"], stage={1: ["Unicorn"]})
    t.play("labor Unicorn")
    assert t.state.points == 1
    assert t.stage(1) == ["Unicorn"]
