"""The Theatre's draft against TT-F: circles, rows, limits, skips, the lead, its records and its hidden decks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theatre_lab.core.errors import BadInput, IllegalAction, NotationError, RecordError
from theatre_lab.core.game import total
from theatre_lab.core.match import Match
from theatre_lab.core.stream import below, new_stream, shuffle
from theatre_lab.games.the_theatre import DRAFT, THE_THEATRE, draft_policy
from theatre_lab.games.the_theatre import draft_rules as rules
from theatre_lab.games.the_theatre.cards import ABILITIES, PRINTS, SUITS, Card
from theatre_lab.games.the_theatre.draft import drafted_decks
from theatre_lab.games.the_theatre.draft_records import draft_record, legal_draft, replay_draft

CASES = Path(__file__).parent.parent / "cases"


# ------------------------------------------------------------------ helpers


class Table:
    """A draft whose rank decks lie as given: names of each rank, the top first. All cards are of Luck."""

    def __init__(self, *ranks: str, players: int = 2, base: int = 1, leader: int = 0, **changed: int) -> None:
        decks = [rank.split() for rank in ranks] + [[]] * (4 - len(ranks))
        pool = [
            Card(name, "Luck", "Paw", rank, rank, "none", "Staff", "Sweeping").as_dict()
            for rank, deck in enumerate(decks, 1)
            for name in deck
        ]
        options = DRAFT.check_options(players, {"pool": pool, "base": base, "leader": leader})
        self.state = DRAFT.new_state(players, options, DRAFT.check_rules(changed))
        for deck in decks:
            cards = DRAFT.parse_chance(self.state, [f"{name} (Luck)" for name in deck])
            rules.set_chance(self.state, cards, len(cards))

    def play(self, *texts: str) -> Table:
        """Play actions; `take A + B` is spelled with (Luck)."""
        for text in texts:
            action = DRAFT.parse_action(self.state, spell(text))
            DRAFT.require_legal(self.state, action, text)
            rules.apply(self.state, action)
        return self

    def legal(self) -> list[str]:
        texts = [DRAFT.action_text(self.state, action) for action in DRAFT.legal_actions(self.state)]
        assert len(set(texts)) == len(texts)
        return sorted(text.replace(" (Luck)", "") for text in texts)

    def refused(self, text: str) -> tuple[str, str]:
        with pytest.raises(IllegalAction) as error:
            self.play(text)
        return error.value.clause, error.value.reason

    def view(self) -> dict[str, Any]:
        return DRAFT.view(self.state, 0).as_dict()

    def row(self) -> list[str]:
        return [text.removesuffix(" (Luck)") for text in self.view()["row"]]

    def decks(self) -> list[list[str]]:
        return [[card.name for card in deck] for deck in drafted_decks(self.state)]


def spell(text: str) -> str:
    if not text.startswith("take "):
        return text
    cards, tail = text.removeprefix("take ").removesuffix(" for two"), " for two" if text.endswith(" for two") else ""
    return "take " + " + ".join(f"{name} (Luck)" for name in cards.split(" + ")) + tail


def cases() -> list[dict[str, Any]]:
    lines = (CASES / "the_theatre_drafts.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def random_pool(seed: int) -> list[dict[str, Any]]:
    """A pool with many copies and small ranks, so that limits and empty decks are met."""
    rng, pool = new_stream(seed, 1), {}
    for _ in range(5 + below(rng, 30)):
        card = Card(
            f"N{below(rng, 12)}",
            SUITS[below(rng, 2)],
            PRINTS[below(rng, 9)],
            1 + below(rng, 4),
            below(rng, 9),
            ABILITIES[below(rng, len(ABILITIES))],
            "Staff",
            "Sweeping",
        )
        pool.setdefault(card.text, [card.as_dict()] * (1 + below(rng, 4)))
    return [entry for copies in pool.values() for entry in copies]


def play_at_random(match: Match, seed: int) -> None:
    rng = new_stream(seed)
    while not match.is_over:
        actions = match.legal_actions()
        assert len(set(actions)) == len(actions) > 0
        match.play(actions[below(rng, len(actions))])


# ------------------------------------------------------------------ a turn


def test_the_row_is_two_longer_than_the_table_and_refilled():
    t = Table("A B C D E F G H", players=3, base=2)
    assert t.row() == ["A", "B", "C", "D", "E"]
    t.play("take B")
    assert t.row() == ["A", "C", "D", "E", "F"]
    t.play("take A", "take C + D")
    assert (t.view()["rank"], t.view()["rows"][0]) == (2, ["E (Luck)", "F (Luck)", "G (Luck)", "H (Luck)"])


def test_each_way_to_take_marks_its_circles():
    t = Table("A B C D E F", "P Q R S T U", base=4)
    t.play("take A + B")
    assert t.view()["seats"][0] == {
        "circles": [4, 3, 4, 4],
        "pairs": [1, 0, 0, 0],
        "doubles": [0, 0, 0, 0],
        "skips": 0,
        "deck": ["A (Luck)", "B (Luck)"],
    }
    t.play("take C", "take P for two")
    assert t.view()["seats"][1]["circles"] == [1, 4, 4, 4]
    assert t.view()["seats"][1]["doubles"] == [0, 1, 0, 0]


def test_no_pairs_at_rank_4_and_no_doubles_at_rank_1():
    t = Table("A B C D")
    pairs = ["take A + B", "take A + C", "take A + D", "take B + C", "take B + D", "take C + D"]
    assert t.legal() == sorted(["skip", "take A", "take B", "take C", "take D", *pairs])
    assert t.refused("take A for two") == ("TT-F2", "There is no rank below 1 whose circles could pay for a card.")
    t = Table("A B", "C D", "E F", "G H I J", base=2)
    for text in ("take A", "take B", "take C", "take D", "take E", "take F"):
        t.play(text)
    assert t.view()["rank"] == 4
    assert t.refused("take G + H") == ("TT-F2", "There is no rank above 4 whose circle could pay for two cards.")
    assert "take G for two" not in t.legal()
    assert "you have not two left" in t.refused("take G for two")[1]


def pass_to_rank_1(t: Table) -> None:
    """Through rounds whose rows are empty."""
    while t.view()["rank"] != 1:
        t.play("pass")


def test_pairs_are_allowed_twice_a_rank():
    t = Table("A B C D E F G H I J K L", base=3)
    for pair, single in (("A + B", "C"), ("D + E", "F")):
        t.play(f"take {pair}", f"take {single}")
        pass_to_rank_1(t)
    assert t.view()["seats"][0]["pairs"][0] == 2
    assert not [text for text in t.legal() if "+" in text]
    assert t.refused("take G + H")[1] == "You have taken two cards of rank 1 as often as is allowed."
    t = Table("A B C D E F G H I J K L", base=3, pairs_per_rank=3).play("take A + B", "take C")
    pass_to_rank_1(t)
    t.play("take D + E", "take F")
    pass_to_rank_1(t)
    assert "take G + H" in t.legal()


def test_doubles_are_allowed_twice_a_rank():
    t = Table("A B C D E F", "P Q R S T U V W", base=9)
    for _ in range(2):
        t.play(next(text for text in t.legal() if text.startswith("take") and " " not in text[5:]))
        t.play(next(text for text in t.legal() if text.startswith("take") and " " not in text[5:]))
        for _ in range(2):
            t.play(next(text for text in t.legal() if text.endswith("for two")))
        pass_to_rank_1(t)
    t.play("take E", "take F")
    assert [seat["doubles"][1] for seat in t.view()["seats"]] == [2, 2]
    assert not [text for text in t.legal() if text.endswith("for two")]
    assert t.refused("take T for two")[1] == "You have paid two circles for a card of rank 2 as often as is allowed."


def test_two_copies_at_once_and_never_a_third():
    t = Table("A A A B C", base=9)
    assert "take A + A" in t.legal()
    t.play("take A + A")
    assert t.row() == ["A", "B", "C"]
    t.play("take B")
    while t.view()["rank"] != 1:
        t.play("pass")
    while t.state.player != 0:
        t.play("skip")
    assert "take A" not in t.legal()
    assert t.refused("take A") == ("TT-F5", "You would have a third copy of A (Luck).")
    assert t.refused("take B") == ("TT-F2", "B (Luck) does not lie in the row.")
    assert t.refused("take C + C") == ("TT-F2", "C (Luck) does not lie in the row twice.")


def test_taking_twice_alone_counts_too():
    t = Table("A A A A B", base=9).play("take A", "take A")
    while t.view()["rank"] != 1:
        t.play("pass")
    assert "take A + A" not in t.legal()
    assert t.refused("take A + A")[0] == "TT-F5"


def test_the_two_cards_are_written_in_sorted_order():
    t = Table("A B C D")
    with pytest.raises(NotationError, match=r"take A \(Luck\) \+ B \(Luck\)"):
        DRAFT.parse_action(t.state, "take B (Luck) + A (Luck)")


# ------------------------------------------------------------------ the lead


def test_the_lead_goes_round_and_a_skipper_takes_it():
    t = Table("A B C D E F", "P Q R S T U", "V W X Y", players=3, base=2)
    t.play("take A", "take B", "take C")
    assert (t.view()["leader"], t.state.player, t.view()["rank"]) == (1, 1, 2)
    t.play("skip")
    assert t.view()["next_leader"] == 1
    t.play("take P", "skip")
    assert (t.view()["leader"], t.state.player, t.view()["rank"]) == (0, 0, 3)
    assert "skip" not in t.legal()
    assert t.refused("skip") == ("TT-F2", "Your skip is used up.")


def test_the_draft_ends_at_the_last_circle_and_the_leader_gives_the_lead():
    t = Table("A B", "C D", "E F", "G H").play("take A", "take B", "take C", "take D", "take E", "take F")
    t.play("take G")
    assert t.state.player == 0
    t.play("take H")
    assert (t.state.player, t.legal()) == (1, ["give lead P1", "give lead P2"])
    assert t.refused("pass") == ("TT-F4", "All cards are chosen; now keep the lead or give it away.")
    t.play("give lead P1")
    assert rules.is_over(t.state)
    assert t.view()["final_leader"] == 0
    assert t.refused("skip") == ("TT-F4", "The draft is over.")
    assert t.decks() == [["A", "D", "E", "H"], ["B", "C", "F", "G"]]


def test_without_circles_a_player_passes_unasked():
    t = Table("A B C D E F", "P Q R S", "V W X Y", "Z1 Z2 Z3 Z4")
    t.play("take A + B", "take C", "take P", "take Q + R", "take V + W", "take X", "take Z1")
    assert [seat["circles"] for seat in t.view()["seats"]] == [[1, 0, 0, 0], [0, 0, 0, 0]]
    assert (t.state.player, t.legal()) == (0, ["pass", "skip"])
    t.play("pass")
    assert (t.view()["rank"], t.view()["leader"], t.state.player) == (1, 0, 0)
    t.play("take D")
    assert (t.state.phase, t.state.player) == (rules.GIVING_LEAD, 0)
    assert t.decks() == [["A", "B", "Q", "R", "V", "W", "D"], ["C", "P", "X", "Z1"]]


def test_with_nothing_to_take_pass_or_skip_and_then_no_decision():
    t = Table("A B").play("take A", "take B")
    assert (t.view()["rank"], t.state.player, t.legal()) == (2, 1, ["pass", "skip"])
    assert t.refused("take A")[0] == "TT-F2"
    t.play("skip", "skip")
    # Both skips are used and nothing can be taken: the other rounds pass by themselves, and the draft ends.
    assert t.state.phase == rules.GIVING_LEAD
    assert t.view()["idle"] == 4


def test_four_rounds_without_a_card_void_the_rest():
    t = Table("A B", leader=1).play("take A", "take B")
    for _ in range(3):
        t.play("pass", "pass")
    assert (t.view()["idle"], t.view()["rank"]) == (3, 1)
    t.play("pass", "pass")
    assert t.state.phase == rules.GIVING_LEAD
    assert (t.state.turn, t.state.leader, t.state.player) == (4, 1, 1)


def test_pass_is_refused_while_there_is_a_card_to_take():
    t = Table("A B C D")
    assert t.refused("pass") == ("TT-F5", "You pass only when there is nothing in the row that you may take.")
    assert t.refused("give lead P1") == ("TT-F4", "The lead is given away at the end of the draft only.")


# ------------------------------------------------------------------ notation and options


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "take ",
        "take A",
        "take Z (Luck)",
        "take A (Luck) +",
        "take A (Luck) for 2",
        "give lead P3",
        "give lead",
    ],
)
def test_nonsense_is_no_action(text):
    with pytest.raises(NotationError):
        DRAFT.parse_action(Table("A B C D").state, text)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pool": 3}, "pool must be a list"),
        ({"pool": [{"name": "A"}]}, "pool card 1: a card object needs suit"),
        ({"base": 11}, "base must be a whole number from 1 to 10"),
        ({"leader": -1}, "leader must be a whole number from 0 to 1"),
        ({"pools": []}, "there is no option 'pools'"),
        ({"pool": ["Button (Charm)"] * 1001}, "at most 1000 cards"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(BadInput) as error:
        DRAFT.check_options(2, options)
    assert message in str(error.value)


def test_two_definitions_in_a_pool_are_refused():
    card = Card("A", "Luck", "Paw", 1, 1, "none", "Staff", "Sweeping").as_dict()
    with pytest.raises(BadInput, match=r"A \(Luck\) is defined in two ways in the pool"):
        DRAFT.check_options(2, {"pool": [card, {**card, "value": 2}]})


def test_the_log_in_words():
    t = Table("A B C D")
    said = {text: DRAFT.describe_action(t.state, DRAFT.parse_action(t.state, spell(text))) for text in (
        "take A", "take A + B", "take A for two", "skip", "pass", "give lead P1", "give lead P2")}  # fmt: skip
    assert list(said.values()) == [
        "takes A (Luck)",
        "takes A (Luck) and B (Luck) for one circle",
        "takes A (Luck) for two circles",
        "skips, to lead the next round",
        "passes",
        "keeps the lead",
        "gives the lead to player 2",
    ]


# ------------------------------------------------------------------ records


def without_outcome(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in ("decks", "final_leader")}


def test_cases_replay():
    for data in cases():
        answer = replay_draft(data)
        assert answer == {"ok": True, "over": True, "decks": data["decks"], "final_leader": data["final_leader"]}
        assert replay_draft(without_outcome(data)) == answer
        assert legal_draft(data) == {"over": True}


def test_a_draft_that_stops_early():
    data = {**without_outcome(cases()[0]), "seed": 3}
    next_action, data["actions"] = data["actions"][10], data["actions"][:10]
    answer = replay_draft(data)
    assert set(answer) == {"ok", "over", "decks"}
    assert answer["over"] is False
    assert sum(len(deck) for deck in answer["decks"]) >= 10
    legal = legal_draft(data)
    assert next_action in legal["actions"]
    assert legal["actions"] == sorted(legal["actions"])


def broken(**changes: Any) -> dict[str, Any]:
    return {**cases()[0], **changes}


@pytest.mark.parametrize(
    ("data", "at", "message"),
    [
        ([], None, "a draft record is a JSON object"),
        (broken(format="theatre-lab/draft@2"), None, "this program reads"),
        (broken(game="the-theatre"), None, "the game of a draft record is 'the-theatre-draft'"),
        (broken(option=1), None, "'option'"),
        (broken(leader=3), None, "leader must be a whole number from 0 to 2"),
        (broken(base="5"), None, "base must be a whole number"),
        (broken(players=["P1"]), None, "2 to 4 players"),
        (broken(rank_decks=[[], [], []]), None, "a list of 4 decks"),
        (broken(rank_decks=[[], [], [], []]), None, "rank_decks, rank 1: these are not the 22 cards"),
        (broken(decks=3), None, "decks must be a list"),
        (broken(decks=[[1]]), None, "decks, player 1, card 1: write Name (Suit), not 1"),
        (broken(rank_decks=[[], 3, [], []]), None, "rank_decks, rank 2: must be a list of cards as texts, not 3"),
        (broken(rank_decks=[[], [], [None], []]), None, "rank_decks, rank 3, card 1: write Name (Suit), not None"),
        (broken(final_leader="P1"), None, "final_leader must be a player's index"),
        (broken(actions=["pass"]), 0, "You pass only when"),
        (broken(actions=[*cases()[0]["actions"], "pass"]), 58, "the game is over already"),
        (broken(actions=cases()[0]["actions"][:-1]), 57, "the draft is not over"),
        (broken(decks=[[], [], []]), 58, "the decks are not the cards that were taken"),
        (broken(final_leader=0), 58, "final_leader is 0, but the lead went to 1"),
        (broken(rules={"row_spar": 2}), None, "did you mean 'row_spare'?"),
    ],
)
def test_faults_of_draft_records(data, at, message):
    with pytest.raises(RecordError) as error:
        replay_draft(data)
    assert message in str(error.value)
    assert error.value.at == at


def test_a_missing_leader_is_refused_and_base_has_a_default():
    data = cases()[0]
    with pytest.raises(RecordError, match="has no 'leader'"):
        replay_draft({key: value for key, value in data.items() if key != "leader"})
    assert data["base"] == 5
    assert replay_draft({key: value for key, value in data.items() if key != "base"})["ok"]


def test_a_match_writes_a_draft_record_that_replays():
    match = Match(DRAFT, 3, seed=5)
    play_at_random(match, 5)
    data = json.loads(json.dumps(draft_record(match.record(), match.state)))
    assert replay_draft(data)["decks"] == data["decks"]
    assert (data["seed"], len(data["pool"])) == (5, 112)


# ------------------------------------------------------------------ whole drafts


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 4))
def test_random_drafts_end_with_legal_decks(seed, players):
    match = Match(DRAFT, players, seed=seed)
    play_at_random(match, seed)
    base = match.options["base"]
    smaller = any(sum(seat["circles"]) for seat in match.view(0).as_dict()["seats"])
    decks = [[card.as_dict() for card in deck] for deck in drafted_decks(match.state)]
    THE_THEATRE.check_options(players, {"decks": decks, "base": base, "allow_smaller": smaller})
    assert [total(match.breakdown(player)) for player in range(players)] == match.scores


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 4))
def test_worlds_fit_every_view(seed, players):
    match, rng = Match(DRAFT, players, seed=seed, pool=random_pool(seed), base=1 + seed % 6), new_stream(seed, 2)
    while True:
        concealed = match.view(seed % players).state
        world = match.view(seed % players).determinize(rng)
        assert 0 not in [world.stock[place] for place in _stock_places(world)]
        assert sorted(world.stock) == sorted(match.state.stock)
        for place in _stock_places(world):
            assert world.rank_of[world.stock[place]] == match.state.rank_of[match.state.stock[place]]
        rules.conceal(world, seed % players)
        assert world == concealed
        if match.is_over:
            break
        assert DRAFT.legal_actions(concealed) == DRAFT.legal_actions(match.state)
        actions = match.legal_actions()
        choice = actions[below(rng, len(actions))]
        reveals = DRAFT.reveals(match.state, match.parse(choice), 0)
        rows = match.view(0).as_dict()["rows"]
        match.play(choice)
        if not reveals:
            assert all(set(new) <= set(old) for new, old in zip(match.view(0).as_dict()["rows"], rows, strict=True))


def estimate(*cards: Card) -> tuple[int, dict[str, int]]:
    """The estimated worth of a deck of these cards, with its parts by what they belong to."""
    s = DRAFT.new_state(
        2, DRAFT.check_options(2, {"pool": list(map(Card.as_dict, cards)), "leader": 0}), DRAFT.check_rules(None)
    )
    numbers = {card.text: number for number, card in s.cards.items()}
    s.picks[: len(cards)] = [numbers[card.text] for card in cards]
    s.pick_count[0] = len(cards)
    parts = DRAFT.breakdown(s, 0)
    assert total(parts) == rules.score(s, 0)
    return rules.score(s, 0), {part.who: part.points for part in parts}


def test_the_estimate_likes_even_suits_and_boosts_on_prints_of_the_deck() -> None:
    def card(name: str, suit: str, print_: str, ability: str = "none") -> Card:
        return Card(name, suit, print_, 2, 4, ability, "", "")

    even = [card(name, suit, token) for name, suit, token in zip("ABCDE", SUITS, PRINTS, strict=False)]
    uneven = [card(name, "Luck", token) for name, token in zip("ABCDE", PRINTS, strict=False)]
    assert "suits" not in estimate(*even)[1]
    assert estimate(*uneven)[1]["suits"] < 0
    assert estimate(*even)[0] > estimate(*uneven)[0]
    boosts = [card("A", "Luck", "Paw", "Boost"), card("B", "Will", "Paw"), card("C", "Charm", "Paw")]
    saps = [card("A", "Luck", "Paw", "Sap"), *boosts[1:]]
    apart = [boosts[0], card("B", "Will", "Fin"), card("C", "Charm", "Fin")]
    assert estimate(*boosts)[1]["prints"] == 2 * rules.BOOST_FIT > 0
    assert estimate(*saps)[1]["prints"] == 2 * rules.SAP_FIT < 0
    assert "prints" not in estimate(*apart)[1]


def test_the_policy_drafts_a_deck_that_is_worth_more():
    ahead = 0
    for seed in range(12):
        match, rng, out = Match(DRAFT, 2, seed=seed), new_stream(seed, 4), [0] * DRAFT.max_actions
        while not match.is_over:
            actions = DRAFT.legal_actions(match.state)
            if match.to_move == seed % 2:
                action = draft_policy.policy_action(match.view(seed % 2).state, out, rng)
                assert action in actions
            else:
                action = actions[below(rng, len(actions))]
            match.play(action)
        ahead += match.scores[seed % 2] > match.scores[1 - seed % 2]
    assert ahead >= 9


def _stock_places(s: Any) -> list[int]:
    return [s.stock_first[rank] + i for rank in range(4) for i in range(s.stock_count[rank])]


def test_worlds_fit_before_the_decks_are_shuffled():
    options = DRAFT.draw_options(2, DRAFT.check_options(2, {}), new_stream(1))
    s = DRAFT.new_state(2, options, DRAFT.check_rules(None))
    pile, rng = [0] * DRAFT.max_cards, new_stream(2)
    for _ in range(4):
        n = rules.chance(s, pile)
        world = DRAFT.view(s, 0).determinize(rng)
        due = [0] * DRAFT.max_cards
        assert rules.chance(world, due) == n
        assert sorted(due[:n]) == sorted(pile[:n])
        shuffle(pile, n, rng)
        rules.set_chance(s, pile, n)
    assert s.phase == rules.CHOOSING
