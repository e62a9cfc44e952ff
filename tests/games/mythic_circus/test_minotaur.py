"""Minotaur: takes two attacks (MC-A8)."""


def test_first_attack_wounds_second_injures(table):
    t = table(hand=["Werewolf", "Werewolf"], stage={1: ["Minotaur"]})
    t.play("stage Werewolf", "attack P2")
    assert t.stage(1) == ["Minotaur!"]
    t.play("stage Werewolf", "attack P2")
    assert t.stage(1) == []
    assert t.discard(1) == ["Minotaur"]


def test_the_wound_lasts_from_turn_to_turn(table):
    t = table(stage={1: ["Minotaur!"]}, deck=["Goblin"] * 5)
    t.play("done", "end")
    assert t.stage(1) == ["Minotaur!"]


def test_performing_heals(table):
    t = table(stage=["Minotaur!"], deck=["Goblin"] * 5, phase="begin")
    t.play("perform")
    assert t.discard() == ["Minotaur"]
    again = table(stage=["Minotaur!"], hand=["Minotaur"], phase="begin")
    again.play("perform", "stage Minotaur")
    assert again.stage() == ["Minotaur"]


def test_victim_chooses_a_fresh_or_a_wounded_one(table):
    t = table(hand=["Werewolf"], stage={1: ["Minotaur", "Minotaur!"]})
    t.play("stage Werewolf", "attack P2")
    assert t.legal() == ["injure Minotaur", "injure Minotaur!"]
    t.play("injure Minotaur")
    assert t.stage(1) == ["Minotaur!", "Minotaur!"]


def test_the_wounded_one_of_two_may_take_the_attack(table):
    t = table(hand=["Werewolf"], stage={1: ["Minotaur", "Minotaur!"]})
    t.play("stage Werewolf", "attack P2", "injure Minotaur!")
    assert t.stage(1) == ["Minotaur"]
    assert t.discard(1) == ["Minotaur"]


def test_a_state_that_is_not_there_is_refused(table):
    t = table(hand=["Werewolf"], stage={1: ["Minotaur!", "Faun"]})
    t.play("stage Werewolf", "attack P2")
    assert t.refused("injure Minotaur") == "MC-A8"
    t = table(hand=["Werewolf"], stage={1: ["Minotaur", "Faun"]})
    t.play("stage Werewolf", "attack P2")
    assert t.refused("injure Minotaur!") == "MC-A8"


def test_at_labor_it_earns_two(table):
    t = table(hand=["Minotaur"])
    t.play("labor Minotaur")
    assert t.state.points == 2
