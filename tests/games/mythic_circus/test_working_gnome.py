"""Working Gnome: labor only (MC-A1)."""


def test_goes_to_labor_only(table):
    t = table(hand=["Working Gnome"])
    assert t.legal() == ["done", "labor Working Gnome"]
    assert t.refused("stage Working Gnome") == "MC-A1"


def test_each_earns_one_labor_point(table):
    t = table(hand=["Working Gnome"] * 3)
    t.play("labor Working Gnome", "labor Working Gnome", "done")
    assert t.state.points == 2
    assert t.legal() == ["end", "hire Goblin"]


def test_is_not_for_hire(table):
    t = table(labor=["Working Gnome"], phase="hire")
    assert t.refused("hire Working Gnome") == "MC-S2"
