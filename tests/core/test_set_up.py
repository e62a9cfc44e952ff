"""Any position of any game can be set up in words, and is then a game like any other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import theatre_lab as tl
from theatre_lab.bots import get_bot
from theatre_lab.core.errors import BadInput, IllegalAction, NotationError, OptionError, TheatreLabError
from theatre_lab.core.match import Match
from theatre_lab.core.stream import new_stream
from theatre_lab.games.the_theatre.decks import starter_decks
from theatre_lab.games.the_theatre.rules import DECK_WIDTH

TROUPES = ["Singers", "Actors", "Dancers"]
DECKS = [list(deck.cards) for deck in starter_decks(4)[:2]]
FIRST, SECOND = ([card.text for card in deck] for deck in DECKS)

POSITIONS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "overture": [
        (2, {}),
        (
            2,
            {
                "theatre": "blackbox",
                "round": 4,
                "houses": [{"B2": "Patron", "C1": "Teacher", "C3": "Critic"}],
                "hands": [["Kid", "Tall Kid", "VIP"]],
                "lobby": ["VIP", None, "Lovebirds"],
                "discards": {1: ["Critic"]},
                "top": ["Teacher"],
            },
        ),
        (2, {"round": 12, "to_move": 1, "discarding": True, "hands": {1: ["Kid", "VIP"]}, "theatre": "rotunda"}),
        (3, {"round": 6, "to_move": 1, "houses": {0: {"A2": "Noisy Kid"}}, "theatre": "rotunda"}),
        (4, {"round": 12, "to_move": 3, "theatre": "opera-house"}),
    ],
    "cabaret": [
        (2, {}),
        (3, {"agents": TROUPES, "leader": 1, "hands": {1: ["S1", "S2"]}, "rounds": 2}),
        (
            3,
            {
                "agents": TROUPES,
                "leader": 2,
                "show_number": 5,
                "show": ["S3", "*"],
                "piles": [["S1", "A12", "D2"], ["S5", "A1", "D9"]],
            },
        ),
        (
            3,
            {
                "agents": TROUPES,
                "leader": 0,
                "show": ["S3"],
                "hands": [["A1"], ["S9"], ["D4", "S8"]],
                "mimes": [0, 2, 1],
            },
        ),
        (
            6,
            {
                "round": 3,
                "show_number": 12,
                "scored": [["S1"], ["S2"]],
                "agents": [*TROUPES, "Jugglers", "Magicians", "Musicians"],
            },
        ),
    ],
    "the-theatre": [
        (2, {}),
        (
            2,
            {
                "decks": DECKS,
                "leader": 1,
                "act": 2,
                "round": 3,
                "suits": ["Luck", None, "Will"],
                "hands": {0: FIRST[:3]},
                "stage": [SECOND[0]],
                "breakrooms": [FIRST[3:6]],
                "dismissed": {1: SECOND[1:3]},
                "tops": {1: SECOND[3:5]},
                "boosts": {"Paw": 2},
                "saps": {"Fin": 1},
                "combos": [1],
            },
        ),
        (4, {"eliminated": [0, 3], "leader": 2, "act": 3, "round": 5}),
    ],
    "mythic-circus": [
        (2, {}),
        (
            2,
            {
                "active": 1,
                "round": 7,
                "phase": "send",
                "vp": [3, 9],
                "hands": {1: ["Golem", "Faun", "Mischievous Gnome"]},
                "stages": {0: ["Minotaur!", "Unicorn"]},
                "tops": {1: ["Unicorn", "Fairy"]},
                "discards": {1: ["Phoenix"]},
            },
        ),
        (4, {"phase": "hire", "labor": ["Golem", "Working Gnome"], "supply": {"Sphinx": 0}, "finish": "round"}),
    ],
}
EVERY = [(game, players, position) for game, cases in POSITIONS.items() for players, position in cases]
IDS = [f"{game}-{number}" for game, cases in POSITIONS.items() for number in range(len(cases))]


def cards_of(match: Match, player: int) -> list[str]:
    told = match.view(player).as_dict()
    hand = told["hand"] if "hand" in told else told["seats"][player]["hand"]
    return [card["card"] if isinstance(card, dict) else card for card in hand]


# ------------------------------------------------------------- what is set up


@pytest.mark.parametrize(("game", "players", "position"), EVERY, ids=IDS)
def test_a_position_is_played_out_by_bots(game: str, players: int, position: dict[str, Any]) -> None:
    match = tl.set_up(game, players, seed=3, **position)
    assert match.ply == 0
    bots = [get_bot("random", seed) for seed in range(players)]
    while not match.is_over:
        assert match.to_move is not None
        view = match.view(match.to_move)
        if match.ply % 10 == 0:
            assert match.game.view(view.determinize(new_stream(match.ply)), view.player) == view
        match.play(bots[match.to_move](view))
        assert match.ply < 20_000
    assert match.winners


@pytest.mark.parametrize(("game", "players", "position"), EVERY, ids=IDS)
def test_views_and_sampled_worlds_agree(game: str, players: int, position: dict[str, Any]) -> None:
    match = tl.set_up(game, players, seed=3, **position)
    for player in range(players):
        view = match.view(player)
        for seed in range(5):
            world = view.determinize(new_stream(seed))
            assert match.game.view(world, player) == view
            assert match.game.scores(world) == match.scores


@pytest.mark.parametrize(("game", "players", "position"), EVERY, ids=IDS)
def test_scores_are_explained_and_the_seed_decides_what_is_hidden(
    game: str, players: int, position: dict[str, Any]
) -> None:
    match = tl.set_up(game, players, seed=3, **position)
    if match.game.gains_are_points or game == "mythic-circus":
        assert [sum(part.points for part in match.breakdown(p)) for p in range(players)] == match.scores
    assert tl.set_up(game, players, seed=3, **position).state == match.state
    others = [tl.set_up(game, players, seed=seed, **position).state for seed in range(4, 7)]
    is_all_told = len(position.get("hands", [])) == players and game == "cabaret"
    assert all(state == match.state for state in others) == is_all_told


@pytest.mark.parametrize(("game", "players", "position"), EVERY, ids=IDS)
def test_the_table_shows_it_takes_back_and_says_why_it_cannot_be_saved(
    game: str, players: int, position: dict[str, Any], tmp_path: Path
) -> None:
    mover = tl.set_up(game, players, seed=3, **position).to_move
    seats = ["human" if player == mover else "random" for player in range(players)]
    table = tl.table(tl.set_up(game, players, seats=seats, seed=3, **position), pace=0)
    state, shown = table.match.state, repr(table)
    table.play(table.legal_actions()[-1])
    assert repr(table) != shown
    table.undo()
    assert table.match.state == state
    assert repr(table) == shown
    with pytest.raises(BadInput, match="a position that was set up: there is no record"):
        table.save(tmp_path / "kept.json")
    assert not list(tmp_path.iterdir())
    other = tl.new_match(game, players, seed=1)
    other.save(tmp_path / "other.json")
    table.load(tmp_path / "other.json")
    assert table.match.record().chance == other.record().chance


def test_a_table_of_a_match_takes_nothing_else() -> None:
    match = tl.set_up("overture", seed=1)
    assert tl.table(match).match is match
    for more in ({"seed": 2}, {"opponents": ["easy"]}, {"theatre": "blackbox"}, {"practice": True}):
        with pytest.raises(BadInput, match="a match brings its players"):
            tl.table(match, **more)  # type: ignore[arg-type]


def test_overture_lies_as_it_was_told() -> None:
    match = tl.set_up("overture", *[POSITIONS["overture"][1][0]], seed=1, **POSITIONS["overture"][1][1])
    told = match.view(0).as_dict()
    assert (told["round"], told["phase"], told["theatre"]) == (4, "seating", "blackbox")
    assert told["houses"] == [{"B2": "Patron", "C1": "Teacher", "C3": "Critic"}, {}]
    assert sorted(told["hand"]) == ["Kid", "Tall Kid", "VIP"]
    assert (told["lobby"][0], told["lobby"][2]) == ("VIP", "Lovebirds")
    assert told["hand_counts"] == [3, 1]
    assert told["discard_counts"] == [3, 3]
    assert told["deck_count"] == 56 - 3 - 4 - 3 - 6
    match.play("seat Kid C2")
    match.play("discard VIP")
    match.play("draw deck")
    assert "Teacher" in match.view(1).as_dict()["hand"]


def test_cabaret_lies_as_it_was_told() -> None:
    players, position = POSITIONS["cabaret"][2]
    match = tl.set_up("cabaret", players, seed=1, **position)
    told = match.view(1).as_dict()
    assert [(card["seat"], card["card"]) for card in told["show"]] == [(2, "S3"), (0, "*")]
    assert told["show_number"] == 5
    assert told["piles"] == [["S1", "A12", "D2"], ["S5", "A1", "D9"], []]
    assert told["missing"][0] == ["Actors", "Dancers"]
    assert told["hand_counts"] == [8, 8, 7]
    assert told["mimes"] == [2, 3, 3]
    assert {card[0] for card in cards_of(match, 0)} == {"S"}


def test_cabarets_earlier_rounds_and_mimes_count() -> None:
    match = tl.set_up("cabaret", 2, agents=["Singers", "Actors"], leader=1, round=2, scored=[["S1", "S12"], ["A3"]],
                      mimes=[1, 4], mimes_paid=[2, 0], seed=1)  # fmt: skip
    assert match.scores == [5 - 2 + 2 * 1 + 2 * 2, 4 + 2 * 4]
    assert match.view(0).as_dict()["mimes_aside"] == 1
    for _ in range(24):
        match.play(match.legal_actions()[0])
    assert (match.view(0).as_dict()["round"], match.to_move) == (3, 0)


def test_the_theatre_lies_as_it_was_told() -> None:
    players, position = POSITIONS["the-theatre"][1]
    match = tl.set_up("the-theatre", players, seed=1, **position)
    told = match.view(0).as_dict()
    assert (told["act"], told["round"], told["leader"], told["to_move"]) == (2, 3, 1, 0)
    assert (told["suits"][0], told["desired_suit"]) == ("Luck", "Will")
    assert sorted(card["card"] for card in told["hand"]) == sorted(FIRST[:3])
    assert told["seats"][1]["stage"]["card"] == SECOND[0]
    assert sorted(told["seats"][0]["breakroom"]) == sorted(FIRST[3:6])
    assert sorted(told["seats"][1]["dismissed"]) == sorted(SECOND[1:3])
    assert (told["boosts"], told["saps"]) == ({"Paw": 2}, {"Fin": 1})
    assert [seat["hand_count"] for seat in told["seats"]] == [3, 2]
    assert match.scores == [len(FIRST), len(SECOND) - 2]


def test_a_gamble_waits_when_everybody_has_played() -> None:
    gambler = next(card for deck in starter_decks(4) for card in deck.cards if card.ability == "Gamble")
    deck = next(deck.cards for deck in starter_decks(4) if gambler in deck.cards)
    other = next(each.cards for each in starter_decks(4) if gambler not in each.cards)
    match = tl.set_up("the-theatre", decks=[deck, other], leader=0, stage=[gambler, other[0]], seed=1)
    assert match.legal_actions() == ["gamble", "keep"]
    with pytest.raises(BadInput, match="everybody has played"):
        tl.set_up("the-theatre", decks=[other, deck], leader=0, stage=[other[0], deck[0]], seed=1, rules={"gamble": 0})


def test_mythic_circus_lies_as_it_was_told() -> None:
    players, position = POSITIONS["mythic-circus"][1]
    match = tl.set_up("mythic-circus", players, seed=1, **position)
    told = match.view(1).as_dict()
    assert (told["round"], told["active"], told["scores"]) == (7, 1, [3, 9])
    assert sorted(told["seats"][1]["hand"]) == ["Faun", "Golem", "Mischievous Gnome"]
    assert told["seats"][0]["stage"] == ["Minotaur!", "Unicorn"]
    assert told["seats"][0]["hand_count"] == 5
    assert sum(told["seats"][1]["owned"].values()) == 10 + 5
    left = {pile["card"]: pile["left"] for pile in told["supply"]}
    assert (left["Unicorn"], left["Minotaur"], left["Goblin"]) == (3, 4, 5)
    match.play("labor Golem")
    assert "Unicorn" in cards_of(match, 1)


def test_labor_gives_its_points_to_hire_with() -> None:
    players, position = POSITIONS["mythic-circus"][2]
    match = tl.set_up("mythic-circus", players, seed=1, **position)
    assert match.view(0).as_dict()["points"] == 3
    assert "hire Golem" in match.legal_actions()
    assert match.view(0).as_dict()["supply"][-1]["left"] == 0


def test_rules_names_and_bots_are_those_of_a_match() -> None:
    match = tl.set_up("overture", ["You", "Ann"], seats=["human", "greedy"], theatre="blackbox", seed=1, practice=False,
                      round=2, houses=[{"A1": "VIP"}], rules={"vip": 7})  # fmt: skip
    assert (match.names, match.seats, match.practice, match.rules) == (
        ["You", "Ann"],
        ["human", "greedy"],
        False,
        {"vip": 7},
    )
    assert match.scores[0] >= 7


# ------------------------------------------------------------- what is refused

REFUSED: list[tuple[str, dict[str, Any], type[Exception], str]] = [
    ("overture", {"hnads": []}, OptionError, "no part of a position 'hnads'; did you mean 'hands'"),
    ("overture", {"round": 13}, OptionError, "round must be a whole number from 1 to 12, not 13"),
    ("overture", {"theatre": "globe"}, OptionError, "theatre must be one of"),
    ("overture", {"hands": [["Tall Dog"]]}, NotationError, "hand of P1: 'Tall Dog' is no patron"),
    ("overture", {"hands": ["Kid"]}, OptionError, "hand of P1 must be a list, not 'Kid'"),
    ("overture", {"hands": {7: ["Kid"]}}, OptionError, "a player of hands must be a whole number from 0 to 1, not 7"),
    ("overture", {"hands": [["Kid"]] * 3}, BadInput, "hands must have one entry a player, at most 2, not 3"),
    ("overture", {"hands": [["Kid"] * 4]}, BadInput, "hand of P1 must hold 1 to 3 cards at this moment, not 4"),
    ("overture", {"hands": {1: []}}, BadInput, "hand of P2 must hold 1 card at this moment, not 0"),
    ("overture", {"houses": [{"A1": "VIP"}]}, BadInput, "house of P1 has 1 patrons, and by now at most 0.*say round=2"),
    ("overture", {"round": 3, "houses": [{"Z9": "VIP"}], "theatre": "blackbox"}, BadInput, "Z9"),
    ("overture", {"round": 3, "houses": [{"A1": "Dog"}]}, NotationError, "house of P1, seat A1: 'Dog' is no patron"),
    ("overture", {"lobby": ["VIP"]}, OptionError, "lobby must have 3 entries, not 1"),
    ("overture", {"top": ["VIP"] * 4}, BadInput, "top: there is no VIP left; the deck has 3"),
    ("overture", {"discards": [["VIP"]]}, BadInput, "discards of P1 must be at most 0 cards"),
    ("overture", {"discarding": 1}, OptionError, "discarding must be true or false"),
    ("overture", {"players": 3, "discarding": True}, BadInput, "nobody discards when more than two play"),
    ("overture", {"top": ["Tall VIP"]}, BadInput, "top: there is no Tall VIP left; the deck has none"),
    (
        "cabaret",
        {"agents": ["Singers", "Actors"], "hands": [["D4"]]},
        NotationError,
        "hand of P1: D4 is not in this game",
    ),
    (
        "cabaret",
        {"agents": ["Singers", "Actors"], "hands": [["S4"], ["S4"]]},
        BadInput,
        "hand of P2: there is no S4 left",
    ),
    ("cabaret", {"agents": ["Singers", "Actors"], "show": ["S4", "A4"]}, BadInput, "at most 1, not 2"),
    ("cabaret", {"agents": ["Singers", "Actors"], "show": ["*"]}, BadInput, "CB-T1"),
    (
        "cabaret",
        {"players": 3, "agents": TROUPES, "leader": 0, "show": ["S4", "S5"], "hands": {1: ["A1"]}},
        IllegalAction,
        "CB-T2",
    ),
    (
        "cabaret",
        {"players": 3, "agents": TROUPES, "leader": 0, "show": ["S4", "*"], "hands": {1: ["A1"]}},
        IllegalAction,
        "CB-T3",
    ),
    ("cabaret", {"show_number": 2, "agents": ["Singers", "Actors"], "hands": [["S1"]]}, BadInput, "must hold 11 to 12"),
    ("cabaret", {"hands": [[]]}, BadInput, "the round is over"),
    ("cabaret", {"mimes": [4, 3]}, BadInput, "there are 6 in all"),
    (
        "cabaret",
        {"scored": [["S1"]], "agents": ["Singers", "Actors"]},
        BadInput,
        "scored 1 times, and 0 rounds are over",
    ),
    ("the-theatre", {"hands": [["Nobody"]]}, NotationError, "hands of P1: 'Nobody' is no card"),
    (
        "the-theatre",
        {"decks": DECKS, "hands": [FIRST[:4]]},
        BadInput,
        "must hold 5 cards at this moment of round 1, not 4",
    ),
    ("the-theatre", {"decks": DECKS, "tops": [FIRST[:1] * 3]}, BadInput, "the deck of P1 has [12], and this position"),
    ("the-theatre", {"decks": DECKS, "tops": [["Nobody (Luck)"]]}, NotationError, "the deck of P1 has no 'Nobody"),
    ("the-theatre", {"suits": ["Luck", "Luck"]}, BadInput, "suits: there is no Luck left"),
    ("the-theatre", {"boosts": {"Paws": 1}}, OptionError, "did you mean 'Paw'"),
    ("the-theatre", {"boosts": 3}, BadInput, "boosts must be an object"),
    ("the-theatre", {"eliminated": [0], "leader": 1}, BadInput, "at least two players"),
    ("the-theatre", {"players": 3, "eliminated": [0], "leader": 0}, BadInput, "P1 is eliminated"),
    ("mythic-circus", {"hands": [["Gollem"]]}, NotationError, "hands of P1: there is no card 'Gollem'; did you mean"),
    ("mythic-circus", {"hands": [["Working Gnome"] * 8]}, BadInput, "the troupe of P1 has 7"),
    ("mythic-circus", {"owned": [{"Working Gnome": 8}]}, BadInput, "a starting deck has 7"),
    ("mythic-circus", {"owned": [["Golem"]], "hands": [["Faun"]]}, BadInput, "no Faun left; the troupe of P1 has none"),
    ("mythic-circus", {"hands": [["Golem"] * 6]}, BadInput, "6 Golems in all; this game has 5"),
    ("mythic-circus", {"supply": {"Golem": 6}}, OptionError, "supply of Golem must be a whole number from 0 to 5"),
    ("mythic-circus", {"labor": ["Golem"]}, BadInput, "nobody is at labor when a turn begins"),
    ("mythic-circus", {"phase": "dance"}, OptionError, "phase must be one of begin, send, hire"),
    ("mythic-circus", {"stages": [["Golem"]]}, BadInput, "may not be on stage"),
    ("mythic-circus", {"hands": [["Minotaur!"]]}, NotationError, "Minotaur!"),
    ("mythic-circus", {"vp": [10]}, BadInput, "with 10 VP the game is over"),
    ("the-theatre-draft", {}, BadInput, "no position of it can be set up"),
]


@pytest.mark.parametrize(("game", "position", "error", "words"), REFUSED)
def test_what_does_not_fit_is_named(game: str, position: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        tl.set_up(game, seed=1, **position)
    assert "\n" not in str(caught.value)


JUNK = [
    None,
    5,
    -1,
    10**30,
    True,
    1.5,
    "x",
    b"x",
    [],
    [[]],
    [None],
    [5],
    [["x"]],
    [[None]],
    [[["x"]]],
    [{}],
    {},
    {0: 5},
    {"x": 1},
]
PARTS = [
    (game, part) for game in POSITIONS for part in (*tl.get_game(game).position_parts, *tl.get_game(game).option_names)
]


@pytest.mark.parametrize(("game", "part"), PARTS)
def test_whatever_is_told_is_laid_out_or_refused_in_a_line(game: str, part: str) -> None:
    for junk in JUNK:
        refused = ""
        try:
            match = tl.set_up(game, seed=1, **{part: junk})
        except TheatreLabError as error:
            refused = str(error)
        assert "\n" not in refused
        assert refused or match.legal_actions()


# ------------------------------------------------------------- any position that a game comes to


def deck_of(match: Match, player: int) -> list[str]:
    """A deck of The Theatre, its top card first."""
    first = DECK_WIDTH * player
    deck = match.state.deck[first : first + match.state.deck_count[player]]
    return [match.state.cards[card].text for card in reversed(deck)]


def told_of(match: Match) -> dict[str, Any]:
    """The position of a match in words, all hands open."""
    views = [match.view(player).as_dict() for player in range(len(match.names))]
    game, first = match.game.name, views[0]
    if game == "overture":
        told = {name: first[name] for name in ("theatre", "round", "to_move", "houses", "lobby")}
        return (
            told
            | {"hands": [view["hand"] for view in views], "discards": [view["discards"] for view in views]}
            | {"discarding": first["phase"] == "discarding"}
        )
    if game == "cabaret":
        told = {
            name: first[name] for name in ("agents", "leader", "round", "rounds", "show_number", "piles", "set_aside")
        }
        show, mimes = [card["card"] for card in first["show"]], first["mimes"]
        return told | {"show": show, "mimes": mimes, "hands": [view["hand"] for view in views]}
    seats = first["seats"]
    if game == "the-theatre":
        order = [(first["leader"] + i) % len(seats) for i in range(len(seats))]
        return {name: first[name] for name in ("act", "round", "leader", "boosts", "saps")} | {
            "decks": match.options["decks"],
            "suits": first["suits"],
            "stage": [seats[p]["stage"]["card"] for p in order if seats[p]["stage"]],
            "hands": [[card["card"] for card in view["hand"]] for view in views],
            "breakrooms": [seat["breakroom"] for seat in seats],
            "dismissed": [seat["dismissed"] for seat in seats],
            "combos": [seat["combo"] for seat in seats],
            "eliminated": [player for player, seat in enumerate(seats) if seat["is_out"]],
            "tops": [deck_of(match, player) if seat["is_out"] else [] for player, seat in enumerate(seats)],
        }
    return {name: first[name] for name in ("round", "active")} | {
        "phase": "begin",
        "vp": first["scores"],
        "hands": [view["seats"][player]["hand"] for player, view in enumerate(views)],
        "stages": [seat["stage"] for seat in seats],
        "discards": [seat["discard"] for seat in seats],
        "owned": [seat["owned"] for seat in seats],
    }


def can_be_told(match: Match) -> bool:
    """Is this a moment that the words of a position tell whole?"""
    phase = match.view(0).as_dict()["phase"]
    if match.game.name == "overture":
        return match.state.lobby_draws == 0 or phase != "drawing"
    return phase in ("playing", "choosing a card", "perform")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", POSITIONS)
def test_positions_that_games_come_to_can_be_told_and_lie_the_same(game: str, players: int) -> None:
    match = tl.new_match(game, players, seed=7)
    bots, told_apart = [get_bot("random", seed) for seed in range(players)], 0
    while not match.is_over and match.ply < 400:
        if match.ply % 3 == 0 and can_be_told(match) and None not in told_of(match).get("lobby", []):
            again = tl.set_up(game, players, seed=1, **told_of(match))
            assert told_of(again) == told_of(match)
            assert again.legal_actions() == match.legal_actions()
            assert again.to_move == match.to_move
            told_apart += 1
        assert match.to_move is not None
        match.play(bots[match.to_move](match.view(match.to_move)))
    assert told_apart > 10
