"""Faun: performs 1 for each other worker on stage (MC-A6)."""

import pytest


@pytest.mark.parametrize(
    ("stage", "tp"),
    [
        (["Faun"], 0),
        (["Faun", "Faun"], 2),
        (["Faun", "Goblin", "Goblin", "Goblin", "Goblin"], 8),
        (["Faun", "Mermaid", "Daring Gnome", "Daring Gnome", "Goblin"], 10),
        (["Faun", "Faun", "Mermaid", "Daring Gnome", "Goblin"], 13),
    ],
)
def test_counts_its_company(table, stage, tp):
    assert table(stage=stage).tp() == tp


def test_one_short_of_memorable_earns_one_and_a_second_faun_two(table):
    first = table(stage=["Faun", "Mermaid", "Daring Gnome", "Daring Gnome", "Goblin"], phase="begin")
    second = table(stage=["Faun", "Faun", "Mermaid", "Daring Gnome", "Goblin"], phase="begin")
    first.play("perform")
    second.play("perform")
    assert (first.state.vp[0], second.state.vp[0]) == (1, 2)


def test_workers_of_others_do_not_count(table):
    assert table(stage={0: ["Faun"], 1: ["Faun", "Goblin"]}).tp() == 0


def test_at_labor_it_earns_one(table):
    t = table(hand=["Faun"])
    t.play("labor Faun")
    assert t.state.points == 1


def test_parts_name_the_company(table):
    t = table(stage=["Faun", "Mermaid"])
    parts = t.view()["seats"][0]["show"]["parts"]
    assert [(part["who"], part["rule"], part["points"]) for part in parts] == [
        ("Mermaid", "MC-F1", 3),
        ("Faun", "MC-A6", 1),
    ]
