"""Phoenix: rises from the discard pile at the start of a turn (MC-A11, MC-P1)."""


def test_rises_for_a_discarded_card(table):
    t = table(hand=["Golem", "Goblin"], discard=["Phoenix"], phase="begin")
    assert t.legal() == ["rise Goblin", "rise Golem", "skip rise"]
    t.play("rise Golem")
    assert t.hand() == ["Goblin", "Phoenix"]
    assert t.discard() == ["Golem"]
    assert t.legal() == ["pass"]


def test_may_rest(table):
    t = table(hand=["Golem"], discard=["Phoenix"], phase="begin")
    t.play("skip rise")
    assert t.discard() == ["Phoenix"]
    assert t.legal() == ["pass"]


def test_two_phoenixes_rise_one_at_a_time(table):
    t = table(hand=["Golem", "Goblin"], discard=["Phoenix", "Phoenix"], phase="begin")
    t.play("rise Golem", "rise Goblin")
    assert t.hand() == ["Phoenix", "Phoenix"]


def test_a_discarded_phoenix_feeds_no_endless_exchange(table):
    t = table(hand=["Phoenix"], discard=["Phoenix"], phase="begin")
    t.play("rise Phoenix")
    assert t.hand() == ["Phoenix"]
    assert t.discard() == ["Phoenix"]
    assert t.legal() == ["pass"]
    assert t.refused("rise Phoenix") == "MC-P1"


def test_without_one_in_the_discard_pile_nothing_is_asked(table):
    t = table(hand=["Phoenix"], discard=["Golem"], phase="begin")
    assert t.legal() == ["pass"]


def test_an_empty_hand_leaves_one_answer(table):
    t = table(discard=["Phoenix"], phase="begin")
    assert t.legal() == ["skip rise"]


def test_only_at_the_start_of_a_turn(table):
    t = table(hand=["Golem"], discard=["Phoenix"])
    assert t.refused("rise Golem") == "MC-P1"


def test_first_rise_then_perform(table):
    t = table(hand=["Golem"], stage=["Faun"], discard=["Phoenix"], phase="begin")
    assert t.refused("perform") == "MC-P1"


def test_everybody_knows_the_risen_phoenix(table):
    t = table(hand=["Golem", "Goblin"], discard=["Phoenix"], phase="begin")
    t.play("rise Golem")
    assert t.view(1)["seats"][0]["known_in_hand"] == ["Phoenix"]
