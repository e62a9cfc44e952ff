"""The rule book: every rule with its links, its example, its numbers; and no rule id that leads nowhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.games import game_names, get_game
from theatre_lab.lab.notebooks import notebook_folder
from theatre_lab.teach.drills import drill, drill_names, drill_of
from theatre_lab.teach.example import family, terms_of
from theatre_lab.teach.rule_book import nearest_rules, rule_book

ROOT = Path(__file__).resolve().parents[2]
BOOKS = [name for name in game_names() if name != "the-theatre-draft"]
CLAUSE = re.compile(r"\b(?:OV|CB|TT|MC)-[A-Z]+\d+\b")
# Ids that stand in texts because they do not exist.
INVENTED = {"OV-P9", "OV-P99"}


@pytest.mark.parametrize("game", game_names())
def test_every_rule_stands_in_the_book_whole(game: str) -> None:
    book = rule_book(game)
    assert list(book) == list(get_game(game).clauses)
    for clause, entry in book.items():
        assert entry.clause == get_game(game).clauses[clause]
        assert "".join(piece.text for piece in entry.pieces) == entry.text, "links must not change the wording"
        assert entry.example is not None
        for shown in (repr(entry), book.as_text(), book._repr_html_()):
            assert clause in shown
    assert len(book) == len(repr(book).splitlines()) - 1


@pytest.mark.parametrize("game", BOOKS)
def test_links_lead_to_rules_and_back(game: str) -> None:
    book = rule_book(game)
    linked = 0
    for clause, entry in book.items():
        for piece in entry.pieces:
            if piece.rule:
                linked += 1
                assert piece.rule != clause
                assert piece.rule in entry.see_also
                assert clause in book[piece.rule].see_also
        assert len(set(entry.see_also)) == len(entry.see_also)
    assert linked > len(book) / 2


@pytest.mark.parametrize("game", BOOKS)
def test_words_with_a_rule_of_their_own_name_one_that_exists(game: str) -> None:
    assert set(terms_of(game).values()) <= set(get_game(game).clauses)


def test_search_finds_by_id_title_text_and_slip() -> None:
    book = rule_book("cabaret")
    assert [entry.id for entry in book.search("cb-t4")] == ["CB-T4"]
    assert book.search("never follow")[0].id == "CB-T2"
    assert book.search("shortages")[0].id == "CB-T4"
    assert book.search("mime SHORTAGE")[0].id == "CB-T4"
    assert book.search("shortige")[0].id == "CB-T4"
    assert book.search("qwertyuiop") == []
    assert book.search("  ") == []
    with pytest.raises(BadInput, match="search takes words, not 3"):
        book.search(3)  # type: ignore[arg-type]


def test_all_words_must_stand_in_a_rule() -> None:
    found = rule_book("overture").search("critic aisle")
    assert {entry.id for entry in found} == {"OV-P6", "OV-H4"}


def test_a_rule_that_is_not_there_is_told_with_the_nearest() -> None:
    book = rule_book("overture")
    assert "ov-p4" in book
    assert book["ov-p4"].id == "OV-P4"
    assert "CB-T2" not in book
    with pytest.raises(KeyError, match="no rule 'OV-P44' in the book of Overture; did you mean OV-P4"):
        book["OV-P44"]
    with pytest.raises(OptionError, match="there is no game 'chess'"):
        rule_book("chess")


def test_changed_numbers_are_marked_where_they_belong() -> None:
    book = rule_book("mythic-circus", {"golem_draws": 3, "hand_size": 5})
    assert [str(change) for change in book["MC-A4"].changes] == [
        "cards that a Golem draws at labor: here 3 instead of 1"
    ]
    assert book["MC-E1"].changes == (), "a number set to the printed one is no change"
    assert "here 3 instead of 1" in repr(book)
    assert rule_book("the-theatre", {"row_spare": 3})["TT-F2"].changes[0].here == 3
    with pytest.raises(OptionError, match="there is no rule number 'golem'"):
        rule_book("mythic-circus", {"golem": 3})


def test_the_nearest_rules_over_all_games_name_each_once() -> None:
    found = nearest_rules("gamble", most=20)
    ids = [clause.id for _, clause in found]
    assert ids[0] == "TT-B6"
    assert len(set(ids)) == len(ids)
    assert nearest_rules("the weather") == []


def sources() -> list[Path]:
    package = [path for path in (ROOT / "theatre_lab").rglob("*") if path.suffix in (".py", ".json", ".csv")]
    front = [path for path in (ROOT / "widgets" / "src").rglob("*") if path.suffix in (".ts", ".tsx")]
    texts = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *notebook_folder().glob("*.ipynb")]
    return [*package, *front, *texts]


def test_every_rule_id_used_anywhere_exists() -> None:
    known = {clause for game in game_names() for clause in get_game(game).clauses} | INVENTED
    used = {path.name: set(CLAUSE.findall(path.read_text(encoding="utf-8"))) for path in sources()}
    assert sum(map(len, used.values())) > 300
    assert {name: sorted(ids - known) for name, ids in used.items() if ids - known} == {}


def test_every_drill_trains_rules_of_its_game() -> None:
    for game in game_names():
        for name in drill_names(game):
            clauses = [clause for clause in get_game(game).clauses if drill_of(game, clause) == name]
            assert all(drill_of(game, clause) == name for clause in clauses)
            for spec in drill(game, name).specs:
                assert set(spec.clauses) <= set(get_game(game).clauses), name


def taught_by(game: str) -> set[str] | None:
    """The rules that the game's notebook names, or trains with a drill it uses; None without a notebook."""
    found = sorted(notebook_folder().glob(f"[0-9][0-9]-{game}.ipynb"))
    if not found:
        return None
    cells = json.loads(found[0].read_text(encoding="utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in cells]
    named = {clause for text in texts for clause in CLAUSE.findall(text)}
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    used = set(re.findall(r'"([\w-]+)"', code)) & {name for member in family(game) for name in drill_names(member.name)}
    for member in family(game):
        for clause in member.clauses:
            drill = drill_of(member.name, clause)
            named |= {clause} if drill in used else set()
    return named


@pytest.mark.parametrize("game", BOOKS)
def test_every_rule_is_taught_in_its_notebook(game: str) -> None:
    taught = taught_by(game)
    if taught is None:
        pytest.skip(
            f"no notebook teaches {get_game(game).title} yet: its {len(get_game(game).clauses)} rules have no lesson"
        )
    missing = [clause for clause in get_game(game).clauses if clause not in taught]
    assert missing == [], f"rules that the notebook of {get_game(game).title} does not teach: {', '.join(missing)}"
