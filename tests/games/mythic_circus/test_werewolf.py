"""Werewolf: on stage one attack; the victim chooses who is injured (MC-A7, MC-W3)."""


def test_victim_chooses_who_is_injured(table):
    t = table(hand=["Werewolf", "Golem"], stage={1: ["Unicorn", "Goblin"]})
    t.play("stage Werewolf", "attack P2")
    assert t.to_move() == 1
    assert t.legal() == ["injure Goblin", "injure Unicorn"]
    assert t.refused("injure Sphinx") == "MC-W3"
    t.play("injure Goblin")
    assert t.stage(1) == ["Unicorn"]
    assert t.discard(1) == ["Goblin"]
    assert t.to_move() == 0
    assert t.legal() == ["done", "labor Golem"]


def test_attacks_one_player_of_several(table):
    t = table(3, hand=["Werewolf"], stage={1: ["Faun"], 2: ["Fairy"]})
    t.play("stage Werewolf", "attack P3")
    assert (t.stage(1), t.stage(2)) == (["Faun"], [])


def test_at_labor_it_does_not_attack(table):
    t = table(hand=["Werewolf"], stage={1: ["Faun"]})
    t.play("labor Werewolf")
    assert t.state.points == 1
    assert t.legal() == ["done"]


def test_nothing_else_is_done_before_the_attack_is_settled(table):
    t = table(hand=["Werewolf", "Golem"], stage={1: ["Faun"]})
    t.play("stage Werewolf")
    assert t.refused("labor Golem") == "MC-W3"
    assert t.refused("done") == "MC-W3"
