"""Cabaret's drills: right when the answer is worked out another way."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from teach.asking import questions_of

from theatre_lab.games.cabaret import CABARET
from theatre_lab.games.cabaret.cards import GENRES, LETTERS, printed_stars
from theatre_lab.teach.drills import LEVELS, drill_of


def questions(name: str, level: int, count: int = 120) -> list[dict[str, Any]]:
    """One question of each of so many seeds."""
    return questions_of("cabaret", name, level, count)


def rank(card: str) -> int:
    return 0 if card == "*" else int(card[1:])


def stars(card: str) -> int:
    return 2 if card == "*" else printed_stars()[rank(card) - 1]


def winner_of(board: dict[str, Any]) -> str:
    """Who wins, worked out without the engine."""
    counts = Counter(rank(card) for card in board["show"])
    alone = [
        (rank(card), who) for card, who in zip(board["show"], board["players"], strict=True) if counts[rank(card)] == 1
    ]
    return max(alone)[1] if alone else "Nobody"


# ------------------------------------------------------------------ every drill


@pytest.mark.parametrize("clause", list(CABARET.clauses))
def test_every_clause_has_a_drill(clause: str) -> None:
    assert drill_of("cabaret", clause) is not None


# ------------------------------------------------------------------ right answers, worked out another way


@pytest.mark.parametrize("level", LEVELS)
def test_who_wins_and_what_cancels(level: int) -> None:
    nobody = 0
    for question in questions("winner", level):
        board = question["board"]
        assert question["answer"] == winner_of(board)
        counts = Counter(rank(card) for card in board["show"])
        struck = {who for card, who in zip(board["show"], board["players"], strict=True) if counts[rank(card)] > 1}
        assert {who for who, fate in question["values"].items() if fate == "cancelled"} == struck
        nobody += question["answer"] == "Nobody"
    assert nobody > 0
    for question in questions("cancelling", level):
        counts = Counter(rank(card) for card in question["board"]["show"])
        assert question["answer"] == sum(count for count in counts.values() if count > 1)


@pytest.mark.parametrize("level", LEVELS)
def test_what_may_be_played(level: int) -> None:
    for question in questions("legal", level):
        staged = {card[0] for card in question["board"]["show"]}
        free = [card for card in question["board"]["hand"] if card[0] not in staged]
        assert question["answer"] == free
        assert 0 < len(free) < len(question["board"]["hand"])


@pytest.mark.parametrize("level", LEVELS)
def test_performer_or_mime(level: int) -> None:
    mimes = 0
    for question in questions("mime", level):
        staged = {card[0] for card in question["board"]["show"]}
        free = [card for card in question["board"]["hand"] if card[0] not in staged]
        mimes += not free
        assert all(card in question["answer"] for card in free)
        assert ("mime" in question["answer"]) == (not free)
    assert 20 < mimes < 100


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_show_brings(level: int) -> None:
    for question in questions("prize", level):
        genre = next(each for each in GENRES if each in question["prompt"])
        letter = LETTERS[GENRES.index(genre)]
        own = sum(stars(card) for card in question["board"]["show"] if card[0] in (letter, "*"))
        assert question["answer"] == own == sum(part.points for part in question["parts"])
        assert question["values"] == {winner_of(question["board"]): "wins"}


@pytest.mark.parametrize("level", LEVELS)
def test_who_leads_next(level: int) -> None:
    for question in questions("next-lead", level):
        winner = winner_of(question["board"])
        assert question["answer"] == (question["board"]["players"][-1] if winner == "Nobody" else winner)
        assert question["clause"] == ("CB-T7" if winner == "Nobody" else "CB-T6")


@pytest.mark.parametrize("level", LEVELS)
def test_piles(level: int) -> None:
    for name, twice in (("round", False), ("all-genres", True), ("stars", False)):
        for question in questions(name, level):
            genre = next(each for each in GENRES if f"the {each}" in question["prompt"])
            letter = LETTERS[GENRES.index(genre)]
            own = sum(stars(card) for card in question["cards"] if card[0] == letter)
            everything = sum(stars(card) for card in question["cards"])
            assert question["answer"] == (everything + own if twice else own)
            assert question["answer"] == sum(part.points for part in question["parts"])


@pytest.mark.parametrize("level", LEVELS)
def test_a_mime_gives_genres_away(level: int) -> None:
    for question in questions("hidden", level):
        *staged, _ = question["board"]["show"]
        genres = {GENRES[LETTERS.index(card[0])] for card in staged}
        assert (question["answer"] in genres) == ("may still" in question["prompt"])
        assert sum((option in genres) == (question["answer"] in genres) for option in question["options"]) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_shortages(level: int) -> None:
    for question in questions("shortage", level):
        owned = {
            name: 0 if count == "none" else int(count)
            for name, count in re.findall(r"(\w+) owns? (\w+)", question["prompt"].split(".")[0])
        }
        name = re.search(r"(?:are|is|do|does) (you|[A-Z]\w+)", question["prompt"])
        assert name is not None
        who = name.group(1).capitalize()
        paid = "paid" in question["prompt"].split(". ")[-1]
        assert question["answer"] == (2 * owned[who] if paid else 3 - (who == "You"))


@pytest.mark.parametrize("level", LEVELS)
def test_what_can_beat_a_lead(level: int) -> None:
    for question in questions("lead", level):
        lead = re.search(r"you lead (\w+)\.", question["prompt"])
        assert lead is not None
        card, hand = lead.group(1), question["board"]["hand"]
        others = 2 if "Three" in question["prompt"] else 3
        held = [each for each in hand if each[0] != card[0]]
        higher = others * (12 - rank(card)) - sum(rank(each) > rank(card) for each in held)
        equal = others - sum(rank(each) == rank(card) for each in held)
        assert question["answer"] == (higher if "beat" in question["prompt"] else equal)


@pytest.mark.parametrize("level", LEVELS)
def test_deals_and_starts(level: int) -> None:
    count = {"Two": 2, "Three": 3, "Four": 4, "Five": 5, "Six": 6}
    who = ["You", "Ann", "Ben", "Cleo", "Dan", "Eve"]
    for question in questions("deal", level):
        players = count[question["prompt"].split()[0]]
        card = re.search(r"dealt (\w+)\?", question["prompt"])
        assert card is not None
        assert question["answer"] == who[question["cards"].index(card.group(1)) % players]
    for question in questions("start", level):
        players = count[question["prompt"].split()[0]]
        first = re.search(r"started by (\w+);", question["prompt"])
        later = re.search(r"starts round (\d+)", question["prompt"])
        assert first is not None
        assert later is not None
        assert question["answer"] == who[(who.index(first.group(1)) + int(later.group(1)) - 1) % players]


@pytest.mark.parametrize("level", LEVELS)
def test_the_winner_of_the_game(level: int) -> None:
    shared = 0
    for question in questions("final", level):
        scores = {}
        for name, rest in re.findall(r"(\w+): (\d+ from rounds[^;.]*)", question["prompt"]):
            rounds, mimes = re.match(r"(\d+)", rest), re.search(r"(\d+) mimes", rest)
            paid = re.search(r"(\d+) paid", rest)
            assert rounds is not None
            assert mimes is not None
            scores[name] = int(rounds.group(1)) + 2 * int(mimes.group(1)) + (int(paid.group(1)) if paid else 0)
        best = [name for name in scores if scores[name] == max(scores.values())]
        assert all(name in question["answer"] for name in best)
        assert question["answer"].count(" and ") + question["answer"].count(",") + 1 == len(best)
        shared += len(best) > 1
    assert shared > 10


def test_which_rule_says_no() -> None:
    seen = Counter(question["answer"] for level in LEVELS for question in questions("refused", level))
    assert set(seen) == {"CB-T1", "CB-T2", "CB-T3"}
