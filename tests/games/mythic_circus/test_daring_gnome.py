"""Daring Gnome: stage only, no ability (MC-A1)."""


def test_goes_on_stage_only(table):
    t = table(hand=["Daring Gnome"])
    assert t.legal() == ["done", "stage Daring Gnome"]
    assert t.refused("labor Daring Gnome") == "MC-A1"


def test_performs_one_and_asks_nothing(table):
    t = table(hand=["Daring Gnome", "Daring Gnome"], stage={1: ["Goblin"]})
    t.play("stage Daring Gnome", "stage Daring Gnome")
    assert t.tp() == 2
    assert t.legal() == ["done"]


def test_two_alike_leave_the_victim_no_choice(table):
    t = table(hand=["Werewolf"], stage={1: ["Daring Gnome", "Daring Gnome"]})
    t.play("stage Werewolf", "attack P2")
    assert t.stage(1) == ["Daring Gnome"]
    assert t.discard(1) == ["Daring Gnome"]
    assert t.to_move() == 0
