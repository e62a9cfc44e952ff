"""Mermaid: stage only; on stage a discarded card goes on top of the deck (MC-A5)."""


def test_goes_on_stage_only(table):
    assert table(hand=["Mermaid"]).refused("labor Mermaid") == "MC-A5"


def test_puts_a_discarded_card_on_top(table):
    t = table(hand=["Mermaid"], deck=["Goblin"], discard=["Faun", "Sphinx"])
    t.play("stage Mermaid")
    assert t.legal() == ["no recall", "recall Faun", "recall Sphinx"]
    t.play("recall Sphinx")
    assert t.deck() == ["Sphinx", "Goblin"]
    assert t.discard() == ["Faun"]


def test_an_empty_discard_pile_leaves_one_answer(table):
    t = table(hand=["Mermaid"])
    t.play("stage Mermaid")
    assert t.legal() == ["no recall"]
    assert t.refused("recall Faun") == "MC-A5"


def test_everybody_knows_the_recalled_card(table):
    t = table(hand=["Mermaid", "Golem"], deck=["Goblin", "Fairy"], discard=["Faun", "Sphinx"])
    t.play("stage Mermaid", "recall Sphinx")
    assert t.view(1)["seats"][0]["deck_top"] == ["Sphinx"]
    t.play("labor Golem")
    assert t.view(1)["seats"][0]["deck_top"] == []
    assert t.view(1)["seats"][0]["known_in_hand"] == ["Sphinx"]
    t.play("stage Sphinx")
    assert t.view(1)["seats"][0]["known_in_hand"] == []


def test_two_recalls_lie_one_on_the_other(table):
    t = table(hand=["Mermaid", "Mermaid"], deck=["Goblin"], discard=["Faun", "Sphinx"])
    t.play("stage Mermaid", "recall Sphinx", "stage Mermaid", "recall Faun")
    assert t.deck() == ["Faun", "Sphinx", "Goblin"]
    assert t.view(1)["seats"][0]["deck_top"] == ["Faun", "Sphinx"]
