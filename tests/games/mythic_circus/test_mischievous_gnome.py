"""Mischievous Gnome: stage only; on stage one attack (MC-A2)."""


def test_goes_on_stage_only(table):
    t = table(hand=["Mischievous Gnome"])
    assert t.refused("labor Mischievous Gnome") == "MC-A2"


def test_attack_is_optional(table):
    t = table(hand=["Mischievous Gnome"], stage={1: ["Goblin"]})
    t.play("stage Mischievous Gnome")
    assert t.legal() == ["attack P2", "no attack"]
    t.play("no attack")
    assert t.stage(1) == ["Goblin"]
    assert t.legal() == ["done"]


def test_without_a_target_nothing_is_asked(table):
    t = table(3, hand=["Mischievous Gnome"], stage=["Faun"])
    t.play("stage Mischievous Gnome")
    assert t.legal() == ["done"]


def test_only_players_with_someone_on_stage_can_be_attacked(table):
    t = table(4, hand=["Mischievous Gnome"], stage={0: ["Faun"], 1: ["Faun"], 3: ["Goblin"]})
    t.play("stage Mischievous Gnome")
    assert t.legal() == ["attack P2", "attack P4", "no attack"]
    assert t.refused("attack P3") == "MC-W3"
    assert t.refused("attack P1") == "MC-W3"
