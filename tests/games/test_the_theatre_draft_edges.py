"""The Theatre's draft where it is widest, longest or about to run out: pools, rows, limits, idle rounds, estimates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from theatre_lab.core.errors import OptionError
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.stream import below, new_stream
from theatre_lab.games.the_theatre import DRAFT
from theatre_lab.games.the_theatre import draft_rules as rules
from theatre_lab.games.the_theatre.cards import ABILITIES, PRINTS, SUITS, Card


def card(
    name: str, rank: int = 1, value: int = 0, suit: str = "Luck", token: str = "Paw", ability: str = "none"
) -> Any:
    return Card(name, suit, token, rank, value, ability, "Staff", "Sweeping").as_dict()


def draft(pool: Sequence[dict[str, Any]], players: int = 2, base: int = 1, leader: int = 0, **changed: int) -> Any:
    """A draft whose rank decks lie in the order of the pool, the first card on top."""
    options = DRAFT.check_options(players, {"pool": list(pool), "base": base, "leader": leader})
    s = DRAFT.new_state(players, options, DRAFT.check_rules(changed))
    for rank in range(1, 5):
        texts = [f"{entry['name']} ({entry['suit']})" for entry in pool if entry["rank"] == rank]
        rules.set_chance(s, DRAFT.parse_chance(s, texts), len(texts))
    return s


def named(names: str, rank: int = 1) -> list[dict[str, Any]]:
    return [card(name, rank) for name in names.split()]


def play(s: Any, *texts: str) -> Any:
    """Actions with cards by name alone."""
    for text in texts:
        verb, _, rest = text.partition(" ")
        if verb == "take":
            two = rest.endswith(" for two")
            names = rest.removesuffix(" for two").split(" + ")
            text = "take " + " + ".join(f"{name} (Luck)" for name in names) + (" for two" if two else "")
        action = DRAFT.parse_action(s, text)
        DRAFT.require_legal(s, action, text)
        rules.apply(s, action)
    return s


def legal(s: Any) -> list[str]:
    return sorted(DRAFT.action_text(s, action).replace(" (Luck)", "") for action in DRAFT.legal_actions(s))


def view(s: Any) -> dict[str, Any]:
    return DRAFT.view(s, 0).as_dict()


def rows(s: Any) -> list[list[str]]:
    return [[text.removesuffix(" (Luck)") for text in row] for row in view(s)["rows"]]


# ------------------------------------------------------------------ the largest


def test_the_largest_pool_is_dealt_whole_and_every_action_has_a_text_of_its_own() -> None:
    kinds = [card(f"N{n:03}", 4 if n >= 300 else 1 + n % 3, 99) for n in range(400)]
    pool = kinds + kinds + kinds[-200:]
    assert (len(kinds), len(pool)) == (400, 1000)
    s = draft(pool, players=4)
    assert DRAFT.action_space == 1 + 400 + 400 + 2 + 4 + 400 * 401 // 2
    actions = [*range(1, 830), *range(DRAFT.action_space - 20, DRAFT.action_space)]
    texts = [DRAFT.action_text(s, action) for action in actions]
    assert len(set(texts)) == len(texts)
    assert [DRAFT.parse_action(s, text) for text in texts] == actions
    assert [len(row) for row in rows(s)] == [6, 0, 0, 0]
    assert sum(s.stock_count) + 6 == 1000
    world = DRAFT.view(s, 0).determinize(new_stream(1))
    assert sorted(world.stock) == sorted(s.stock)
    assert world.stock != s.stock


def test_a_pool_of_more_kinds_than_there_are_numbers_for_is_refused() -> None:
    pool = named(" ".join(f"N{n:03}" for n in range(401)))
    DRAFT.check_options(2, {"pool": pool[:400], "base": 1})
    with pytest.raises(OptionError, match="at most 400 different cards, not 401"):
        DRAFT.check_options(2, {"pool": pool, "base": 1})


def test_each_card_each_pair_and_each_word_is_an_action() -> None:
    """The 0, each of 400 cards for one circle or two, skip and pass, four players, each two of 400 cards."""
    assert DRAFT.action_space == 1 + 400 + 400 + 2 + 4 + sum(range(401))


def test_the_last_of_four_hundred_kinds_is_taken_alone_for_two_and_in_a_pair() -> None:
    names = [f"N{n:03}" for n in range(400)]
    pool = [*named(" ".join([names[399], *names[:198]])), *named(" ".join(names[198:399]), 2)]
    assert seat(play(draft(pool), "take N399"), 0)["deck"] == ["N399 (Luck)"]
    assert seat(play(draft(pool), "take N000 + N399"), 0)["deck"] == ["N000 (Luck)", "N399 (Luck)"]
    pool = [*named(" ".join(names[:199])), *named(" ".join([names[399], *names[199:399]]), 2)]
    s = play(draft(pool, base=3), "take N000", "take N001", "take N399 for two")
    assert seat(s, 1)["deck"] == ["N001 (Luck)", "N399 (Luck)"]


def test_the_widest_rows_hold_eight_cards_each_and_keep_to_themselves() -> None:
    names = [[f"{letter}{n}" for n in range(9)] for letter in "ABCD"]
    pool = [entry for rank, row in enumerate(names, 1) for entry in named(" ".join(row), rank)]
    s = draft(pool, players=4, base=9, row_spare=4)
    for rank, row in enumerate(names):
        assert rows(s)[rank] == row[:8]
        singles = [text for text in legal(s) if text.startswith("take") and "+" not in text and "two" not in text]
        assert singles == [f"take {name}" for name in row[:8]]
        assert len([text for text in legal(s) if "+" in text]) == (28 if rank < 3 else 0)
        play(s, f"take {row[7]}")
        assert rows(s)[rank] == [*row[:7], row[8]]
        play(s, *[f"take {name}" for name in row[:3]])
    assert rows(s) == [[*row[3:7], row[8]] for row in names]
    assert view(s)["seats"][0]["deck"] == ["A7 (Luck)", "B2 (Luck)", "C1 (Luck)", "D0 (Luck)"]


def test_full_rows_of_eight_lie_beside_one_another() -> None:
    letters = "ABCD"
    s = draft(
        [card(f"{x}{n:02}", 1 + r) for r, x in enumerate(letters) for n in range(20)], players=4, base=9, row_spare=4
    )
    for letter in letters:
        play(s, *[f"take {letter}{n:02}" for n in range(4)])
    assert rows(s) == [[f"{letter}{n:02}" for n in range(4, 12)] for letter in letters]


def test_from_full_rows_of_eight_everybody_takes_one_card_or_the_last_two() -> None:
    letters = "ABCD"
    pool = [card(f"{x}{n:02}", 1 + r) for r, x in enumerate(letters) for n in range(20)]
    s = draft(pool, players=4, base=9, row_spare=4, skips=0)
    for letter in letters:
        for n in range(4):
            assert s.player == (letters.index(letter) + n) % 4
            play(s, f"take {letter}{n:02}")
    s = draft(pool, players=4, base=9, row_spare=4, skips=0)
    for letter in "ABC":
        play(s, f"take {letter}06 + {letter}07", *[f"take {letter}{n:02}" for n in range(3)])
    assert [row[:4] for row in rows(s)[:3]] == [[f"{letter}{n:02}" for n in (3, 4, 5, 8)] for letter in "ABC"]


def test_many_cards_can_be_taken_by_everybody() -> None:
    """Ten circles a rank, and four pairs a rank: each makes one card more of a circle."""
    pool = [
        entry
        for rank in (1, 2, 3, 4)
        for entry in named(" ".join(f"{'ABCD'[rank - 1]}{n:02}" for n in range(80)), rank)
    ]
    s = draft(pool, players=4, base=10, pairs_per_rank=4, doubles_per_rank=0)
    while not rules.is_over(s):
        texts = legal(s)
        pairs = [text for text in texts if "+" in text]
        play(s, (pairs or texts)[0])
    decks = [seat["deck"] for seat in view(s)["seats"]]
    assert [len(deck) for deck in decks] == [10 * 4 + 3 * 4] * 4
    taken = [text for deck in decks for text in deck]
    assert len(set(taken)) == len(taken)


# ------------------------------------------------------------------ what may be taken


def seat(s: Any, player: int) -> dict[str, Any]:
    return view(s)["seats"][player]


def test_the_last_circle_of_a_rank_pays_for_a_card_and_for_a_pair_and_one_is_too_few_for_two() -> None:
    s = draft(named("A B C D E F") + named("P Q R S T U", 2), base=1)
    assert "take A" in legal(s)
    assert "take A + B" in legal(s)
    play(s, "take A + B")
    assert (seat(s, 0)["circles"], seat(s, 0)["pairs"]) == ([1, 0, 1, 1], [1, 0, 0, 0])
    play(s, "take C")
    assert rules.round_rank(s) == 1
    assert legal(s) == sorted(
        [
            "skip",
            *(f"take {name}" for name in "PQRS"),
            *(f"take {a} + {b}" for a, b in ("PQ", "PR", "PS", "QR", "QS", "RS")),
        ]
    )
    assert legal(draft(named("A B C D") + named("P Q R S", 2), base=2)) == legal(draft(named("A B C D"), base=2))
    s = play(draft(named("A B C D E F") + named("P Q R S T U", 2), base=2), "take A", "take B")
    assert "take P for two" not in legal(s)
    s = play(draft(named("A B C D E F") + named("P Q R S T U", 2), base=3), "take A", "take B")
    play(s, "take P for two")
    assert (seat(s, 1)["circles"], seat(s, 1)["doubles"]) == ([0, 3, 3, 3], [0, 1, 0, 0])


def test_limits_of_pairs_and_doubles_are_rule_numbers_a_rank_and_a_player() -> None:
    pool = named("A B C D E F G H") + named("P Q R S T U V W", 2)
    assert not [text for text in legal(draft(pool, pairs_per_rank=0)) if "+" in text]
    s = draft(pool, base=9, pairs_per_rank=1, doubles_per_rank=1)
    play(s, "take A + B")
    assert "take C + D" in legal(s), "the other player has a limit of their own"
    play(s, "take C + D")
    assert "take P + Q" in legal(s), "another rank has a limit of its own"
    play(s, "take P for two", "take Q for two", "pass", "pass", "pass", "pass")
    assert not [text for text in legal(s) if "+" in text]
    assert not [
        t for t in legal(play(draft(pool, base=9, doubles_per_rank=0), "take A", "take B")) if t.endswith("two")
    ]


def test_rule_numbers_are_those_of_the_rule_book_and_can_be_changed_so_far() -> None:
    assert {number.key: (number.low, number.default, number.high) for number in DRAFT.rule_numbers} == {
        "row_spare": (0, 2, 4),
        "pairs_per_rank": (0, 2, 4),
        "doubles_per_rank": (0, 2, 4),
        "skips": (0, 1, 4),
        "idle_rounds": (4, 4, 40),
    }


def test_skips_are_a_rule_number() -> None:
    pool = named("A B C D E F G H")
    assert "skip" not in legal(draft(pool, skips=0))
    s = play(draft(pool, skips=2), "skip", "take A")
    assert "skip" in legal(s)
    play(s, "skip", "skip")
    assert [player["skips"] for player in view(s)["seats"]] == [2, 1]
    assert (s.player, "skip" in legal(s)) == (1, True)


def test_each_pair_of_a_row_with_copies_is_offered_once() -> None:
    s = draft(named("B A B A A C"), players=4, base=9)
    pairs = ["A + A", "A + B", "A + C", "B + B", "B + C"]
    assert legal(s) == sorted(["skip", "take A", "take B", "take C", *(f"take {pair}" for pair in pairs)])


def test_with_one_copy_taken_a_second_is_offered_with_others_but_no_two_at_once() -> None:
    s = draft(named("A A A A B C D"), base=9)
    play(s, "take A", "take B", "pass", "pass", "pass", "pass", "pass", "pass")
    assert s.player == 0
    assert rows(s)[0] == ["A", "A", "A", "C"]
    assert legal(s) == ["skip", "take A", "take A + C", "take C"]


def test_with_two_copies_taken_none_of_it_is_offered() -> None:
    s = draft(named("A A A B C D E"), base=9)
    play(s, "take A + A", "take B", *["pass"] * 6)
    assert (s.player, rows(s)[0]) == (0, ["A", "C", "D", "E"])
    assert legal(s) == ["skip", "take C", "take C + D", "take C + E", "take D", "take D + E", "take E"]


def test_with_two_copies_taken_it_joins_no_pair_behind_another_card_either() -> None:
    s = draft(named("C A A A B D E"), base=9)
    play(s, "take A + A", "take B", *["pass"] * 6)
    assert (s.player, rows(s)[0]) == (0, ["C", "A", "D", "E"])
    assert legal(s) == ["skip", "take C", "take C + D", "take C + E", "take D", "take D + E", "take E"]


@pytest.mark.parametrize(
    ("names", "player", "pairs"),
    [
        ("A B C D E", 0, ["C + D", "C + E", "D + E"]),
        ("A B C", None, []),
        ("A A A B", 1, ["A + A"]),
        ("A A C B", 0, ["A + C"]),
        ("A B C C", 0, ["C + C"]),
    ],
)
def test_who_can_pay_for_a_pair_alone_needs_two_cards_they_may_take(
    names: str, player: int | None, pairs: list[str]
) -> None:
    """The last circle of rank 1 is marked; a pair for the one of rank 2 is all that is left."""
    s = draft(named(names), base=1, skips=0)
    play(s, "take A", "take B")
    if player is None:
        assert s.phase == rules.GIVING_LEAD, "nobody is asked again"
    else:
        assert (view(s)["rank"], view(s)["round"], s.player) == (1, 5, player)
        assert legal(s) == [f"take {pair}" for pair in pairs]


def test_the_last_card_of_a_row_is_offered_to_who_can_pay_for_it() -> None:
    s = draft(named("A B C"), base=2, skips=0)
    play(s, "take A", "take B")
    assert (s.phase, view(s)["round"], s.player, legal(s)) == (rules.CHOOSING, 5, 0, ["take C"])


@pytest.mark.parametrize("seed", range(8))
def test_without_skips_who_is_asked_can_take_and_who_is_passed_over_cannot(seed: int) -> None:
    rng = new_stream(seed)
    names = [f"N{below(rng, 7)}" for _ in range(40)]
    rank_of = {f"N{n}": 1 + n % 4 for n in range(7)}
    s = draft([card(name, rank_of[name]) for name in names], players=2 + seed % 3, base=1 + seed % 4, skips=0)
    while s.phase == rules.CHOOSING:
        texts = legal(s)
        assert all(text.startswith("take ") for text in texts)
        before = s.copy()
        play(s, texts[below(rng, len(texts))])
        if s.phase == rules.CHOOSING and s.turn == before.turn:
            for steps in range(before.seated + 1, s.seated):
                passed_over = s.copy()
                passed_over.player = (s.leader + steps) % s.players
                assert legal(passed_over) == ["pass"]


def test_a_taken_card_leaves_its_place_and_the_others_move_up() -> None:
    s = draft(named("A B C D E F G"), base=9)
    play(s, "take B + D")
    assert rows(s)[0] == ["A", "C", "E", "F"]
    play(s, "take F")
    assert rows(s)[0] == ["A", "C", "E", "G"]
    assert view(s)["stock_counts"] == [0, 0, 0, 0]
    s = play(draft(named("A B C D"), base=9), "take D", "take A")
    assert rows(s)[0] == ["B", "C"]


def test_the_two_cards_of_a_pair_join_the_deck_in_sorted_order_wherever_they_lie() -> None:
    s = play(draft(named("D C B A E"), base=9), "take B + D")
    assert seat(s, 0)["deck"] == ["B (Luck)", "D (Luck)"]
    assert rows(s)[0] == ["C", "A", "E"]


def test_two_circles_of_the_next_lower_rank_pay_at_every_rank() -> None:
    pool = [
        entry
        for rank, letter in enumerate("ABCD", 1)
        for entry in named(f"{letter}1 {letter}2 {letter}3 {letter}4", rank)
    ]
    for spent in range(3):
        for rank in (1, 2, 3):
            s = draft(pool, base=3)
            s.turn = rank
            rules.fill_row(s, rank)
            s.circles[rank - 1] -= spent
            letter = "ABCD"[rank]
            assert (f"take {letter}1 for two" in legal(s)) == (spent < 2)
            if spent < 2:
                play(s, f"take {letter}1 for two")
                expected = [3] * 4
                expected[rank - 1] = 1 - spent
                assert seat(s, 0)["circles"] == expected


def test_the_circle_of_the_next_higher_rank_pays_for_a_pair_at_every_rank() -> None:
    pool = [
        entry
        for rank, letter in enumerate("ABCD", 1)
        for entry in named(f"{letter}1 {letter}2 {letter}3 {letter}4", rank)
    ]
    for spent in (0, 1):
        for rank in (0, 1, 2):
            s = draft(pool)
            s.turn = rank
            rules.fill_row(s, rank)
            s.circles[rank + 1] -= spent
            assert any("+" in text for text in legal(s)) == (not spent)


def test_two_copies_are_taken_where_the_next_card_in_sorted_order_lies_behind_them() -> None:
    pool = [*named("A B C D E F"), *named("P P", 2), *named("Q R S T", 2)]
    s = play(draft(pool, base=2), "take A", "take B", "take P + P")
    assert seat(s, 1)["deck"] == ["B (Luck)", "P (Luck)", "P (Luck)"]
    assert rows(s)[1] == ["Q", "R", "S", "T"]


# ------------------------------------------------------------------ hidden decks


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_decks_are_hidden_and_imagined_from_what_is_not_seen_yet(players: int) -> None:
    pool = [entry for rank in (1, 2, 3, 4) for name in "ABCDEFG" for entry in [card(f"{name}{rank}", rank)] * 2]
    pool += [card("Z4", 4)] * (players - 2)
    s = play(draft(pool, players=players, base=2), "take A1")
    concealed = s.copy()
    rules.conceal(concealed, 0)
    assert not any(concealed.stock)
    assert list(concealed.stock_count) == [14 - players - 3, 14, 14, 14 + players - 2]
    orders = set()
    for seed in range(6):
        world = concealed.copy()
        rules.determinize(world, 0, [0] * DRAFT.max_cards, new_stream(seed))
        for rank in range(4):
            places = slice(s.stock_first[rank], s.stock_first[rank] + s.stock_count[rank])
            assert sorted(world.stock[places]) == sorted(s.stock[places])
        orders.add(tuple(world.stock))
    assert len(orders) == 6


def test_nothing_can_be_done_before_the_decks_are_shuffled() -> None:
    options = DRAFT.check_options(2, {"pool": named("A B C D"), "base": 1, "leader": 0})
    s = DRAFT.new_state(2, options, DRAFT.check_rules({}))
    assert (s.phase, legal(s)) == (rules.SHUFFLING, [])


# ------------------------------------------------------------------ rounds


def test_the_lead_goes_round_the_table_and_the_last_of_two_skippers_takes_it() -> None:
    pool = [
        entry
        for rank, letter in enumerate("ABCD", 1)
        for entry in named(" ".join(f"{letter}{n}" for n in range(9)), rank)
    ]
    s = draft(pool, players=3, base=2, leader=2)
    play(s, "take A0", "take A1", "take A2")
    assert (s.leader, s.player) == (0, 0)
    play(s, "skip", "skip", "take B0")
    assert (s.leader, s.player, view(s)["next_leader"]) == (1, 1, None)
    play(s, "take C0", "skip", "take C1")
    assert (s.leader, s.player, view(s)["rank"]) == (2, 2, 4)


def test_a_card_taken_begins_the_count_of_idle_rounds_anew() -> None:
    s = draft(named("A B C"), base=2)
    play(s, "take A", "take B", *["pass"] * 6)
    assert (view(s)["idle"], view(s)["rank"], s.player) == (3, 1, 0)
    play(s, "take C", "pass")
    assert view(s)["idle"] == 0
    play(s, *["pass"] * 6)
    assert (view(s)["idle"], s.phase) == (3, rules.CHOOSING)
    play(s, "pass", "pass")
    assert (view(s)["idle"], s.phase) == (4, rules.GIVING_LEAD)


def test_skips_count_as_no_card_taken_and_the_number_of_idle_rounds_is_a_rule_number() -> None:
    s = draft(named("A B C D"), base=2, skips=4)
    for number in range(4):
        assert (s.phase, view(s)["idle"]) == (rules.CHOOSING, number)
        play(s, "skip", "skip")
    assert s.phase == rules.GIVING_LEAD
    s = draft(named("A B C D"), base=2, skips=4, idle_rounds=5)
    for _ in range(4):
        play(s, "skip", "skip")
    assert (s.phase, view(s)["idle"]) == (rules.CHOOSING, 4)


def test_the_last_circle_ends_the_draft_in_the_middle_of_a_round() -> None:
    pool = [
        entry
        for rank, letter in enumerate("ABCD", 1)
        for entry in named(" ".join(f"{letter}{n}" for n in range(9)), rank)
    ]
    s = draft(pool, players=3, base=1)
    for text in ("A0", "A1", "A2", "B0", "B1", "B2", "C0", "C1", "C2", "D0", "D1"):
        play(s, f"take {text}")
    assert (s.phase, view(s)["to_move"]) == (rules.CHOOSING, 2)
    play(s, "take D2")
    assert (s.phase, view(s)["to_move"], s.leader) == (rules.GIVING_LEAD, 0, 0)
    assert legal(s) == ["give lead P1", "give lead P2", "give lead P3"]
    play(s, "give lead P3")
    assert (view(s)["final_leader"], view(s)["to_move"], legal(s)) == (2, None, [])


# ------------------------------------------------------------------ the estimate


def estimated(*cards: dict[str, Any]) -> int:
    """The estimated worth of a deck of these cards, the same for whoever holds it and whatever the others took."""
    s = draft(cards, players=4)
    numbers = DRAFT.parse_chance(s, [f"{entry['name']} ({entry['suit']})" for entry in cards])
    worth = set()
    for player in range(4):
        s.picks[:] = [numbers[-1]] * len(s.picks)
        s.pick_count[:] = [1] * 4
        s.picks[64 * player : 64 * player + len(cards)] = numbers
        s.pick_count[player] = len(cards)
        worth.add(int(rules.score(s, player)))
    assert len(worth) == 1
    return worth.pop()


EVEN = [card(name, 1, 0, suit, token) for name, suit, token in zip("VWXYZ", SUITS, PRINTS, strict=False)]
"""Five cards, one a suit, each of another print: worth 18 each, and nothing together."""


@pytest.mark.parametrize(("rank", "worth"), [(1, 18), (2, 47), (3, 131), (4, 303)])
def test_what_a_rank_is_worth(rank: int, worth: int) -> None:
    assert estimated({**EVEN[0], "rank": rank}, *EVEN[1:]) == worth + 4 * 18
    assert estimated({**EVEN[0], "rank": rank, "value": -3}, *EVEN[1:]) == worth - 30 + 4 * 18


@pytest.mark.parametrize(("ability", "worth"), list(zip(ABILITIES, (0, 3, -8, 6, 30, 19, 3), strict=True)))
def test_what_an_ability_is_worth(ability: str, worth: int) -> None:
    assert estimated({**EVEN[0], "ability": ability}, *EVEN[1:]) == 5 * 18 + worth


def test_what_boosts_and_saps_are_worth_to_one_another() -> None:
    def deck(*abilities: str) -> int:
        """What five cards are worth more when they are of one print than when each is of another."""
        cards = [{**entry, "ability": ability} for entry, ability in zip(EVEN, abilities, strict=True)]
        return estimated(*({**entry, "print": "Fin"} for entry in cards)) - estimated(*cards)

    assert deck("Boost", "none", "none", "none", "none") == 4 * 2
    assert deck("none", "none", "Boost", "none", "none") == 4 * 2
    assert deck("none", "none", "none", "none", "Sap") == -4
    assert deck("Boost", "Boost", "none", "none", "none") == 8 + 8
    assert deck("Boost", "none", "none", "Sap", "none") == 8 - 4
    for cards in (EVEN, EVEN[::-1]):
        boosts = [{**entry, "ability": "Boost"} for entry in cards]
        alone = estimated(boosts[0], *cards[1:]) - estimated(*cards)
        assert alone == 3
        assert estimated(*boosts) == estimated(*cards) + 5 * alone, "no two of one print"
    for ability in ("Combo +1", "Combo +2", "Finisher", "Gamble"):
        assert deck("none", ability, "none", "none", "none") == 0


def test_what_uneven_suits_cost() -> None:
    def cost(*counts: int) -> int:
        cards = [card(f"N{i}{n}", 1, 0, SUITS[i], PRINTS[i]) for i, count in enumerate(counts) for n in range(count)]
        return estimated(*cards) - 18 * len(cards)

    assert cost(1, 1, 1, 1, 1) == 0
    assert cost(3, 3, 3, 3, 3) == 0
    assert cost(1) == -36, "46 x (5 x 1 - 1) / 5, rounded down"
    assert cost(5) == -184, "46 x (5 x 25 - 25) / 25"
    assert cost(0, 2, 1, 1, 1) == -18, "46 x (5 x 7 - 25) / 25, rounded down"
    assert cost(0, 1, 1, 1, 2) == -18
    assert cost(2, 1, 0, 1, 1) == -18


def test_before_the_first_card_every_estimate_is_nothing() -> None:
    s = draft(EVEN, players=3)
    assert view(s)["scores"] == [0, 0, 0]
    assert [DRAFT.breakdown(s, player) for player in range(3)] == [[], [], []]


def test_estimates_share_the_lead_or_keep_it() -> None:
    s = draft(EVEN, players=3)
    assert [rules.payoff(s, player) for player in range(3)] == [WHOLE_WIN // 3] * 3
    assert isinstance(rules.payoff(s, 0), int)
    s.picks[0], s.pick_count[0] = 1, 1
    worth = int(rules.score(s, 0))
    assert worth < 0
    assert [rules.payoff(s, player) for player in range(3)] == [0, WHOLE_WIN // 2, WHOLE_WIN // 2]
    s.value_of[1] = 50
    assert [rules.payoff(s, player) for player in range(3)] == [WHOLE_WIN, 0, 0]
