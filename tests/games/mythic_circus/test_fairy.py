"""Fairy: stage only; summons a cheap worker from the discard pile (MC-A9)."""


def test_goes_on_stage_only(table):
    assert table(hand=["Fairy"]).refused("labor Fairy") == "MC-A9"


def test_summons_what_costs_less_than_four_and_may_be_on_stage(table):
    everyone = ["Working Gnome", "Daring Gnome", "Mischievous Gnome", "Goblin", "Golem", "Mermaid", "Werewolf"]
    everyone += ["Faun", "Minotaur", "Fairy", "Phoenix", "Unicorn", "Sphinx"]
    t = table(hand=["Fairy"], discard=everyone)
    t.play("stage Fairy")
    assert t.legal() == [
        "no summon",
        "summon Daring Gnome",
        "summon Faun",
        "summon Goblin",
        "summon Mermaid",
        "summon Mischievous Gnome",
        "summon Werewolf",
    ]
    for name in ("Working Gnome", "Golem", "Minotaur", "Fairy"):
        assert t.refused(f"summon {name}") == "MC-A9"


def test_the_summoned_werewolf_attacks(table):
    t = table(hand=["Fairy"], discard=["Werewolf"], stage={1: ["Sphinx"]})
    t.play("stage Fairy", "summon Werewolf")
    assert t.legal() == ["attack P2", "no attack"]
    t.play("attack P2")
    assert t.stage() == ["Werewolf", "Fairy"]
    assert t.stage(1) == []


def test_the_summoned_mermaid_recalls(table):
    t = table(hand=["Fairy"], discard=["Mermaid", "Sphinx"])
    t.play("stage Fairy", "summon Mermaid", "recall Sphinx")
    assert t.deck() == ["Sphinx"]


def test_the_summoned_goblin_swaps(table):
    t = table(hand=["Fairy", "Golem"], discard=["Goblin"], deck=["Sphinx"])
    t.play("stage Fairy", "summon Goblin", "swap Golem")
    assert t.hand() == ["Sphinx"]


def test_may_summon_nobody(table):
    t = table(hand=["Fairy"], discard=["Werewolf"])
    t.play("stage Fairy", "no summon")
    assert t.discard() == ["Werewolf"]


def test_an_empty_discard_pile_leaves_one_answer(table):
    t = table(hand=["Fairy"])
    t.play("stage Fairy")
    assert t.legal() == ["no summon"]
    assert t.refused("summon Goblin") == "MC-A9"
