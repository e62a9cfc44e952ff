"""The Theatre: what happens when within a round, for any cards: tokens, Saps, gambles, Combo."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from theatre_lab.games.the_theatre import rules
from theatre_lab.games.the_theatre.cards import PRINTS, SUITS, Card
from theatre_lab.teach.the_theatre.scene import Scene, cards_with

NO_CHOICE = ("none", "Boost", "Combo +1", "Combo +2", "Finisher")
PATIENT = settings(max_examples=60, deadline=None)


def some(*abilities: str) -> st.SearchStrategy[Card]:
    return st.sampled_from(cards_with(ability=abilities))


def worth(card: Card, suit: str, laid: list[Card], turn: int, combo: int = 0) -> int:
    """The value by the rule book: `laid` are all cards of the round that left a token."""
    tokens = sum({"Boost": 1, "Sap": -1}.get(other.ability, 0) for other in laid if other.print == card.print)
    finisher = turn if card.ability == "Finisher" else 0
    return card.value + (3 if card.suit == suit else 0) + tokens + finisher + combo


@PATIENT
@given(st.lists(some(*NO_CHOICE, "Sap"), min_size=2, max_size=4), st.sampled_from(SUITS), st.integers(0, 3))
def test_tokens_of_a_round_touch_every_card_of_it_whatever_the_order(cards: list[Card], suit: str, turn: int) -> None:
    scene = Scene.new(len(cards), suit=suit, turn=turn)
    for player, card in enumerate(cards):
        scene.hold(player, card)
    for card in cards:
        scene.play(f"play {card.text}")
        if scene.state.phase == rules.CHOOSING_SAP:
            scene.play("sap")
    assert [scene.shown_value(p) for p in range(len(cards))] == [worth(card, suit, cards, turn) for card in cards]


@PATIENT
@given(st.lists(some("Boost"), max_size=2), some("Sap"), st.lists(some("Boost"), max_size=1), st.data())
def test_a_sap_may_take_what_lies_there_at_its_moment_and_nothing_else(
    before: list[Card], sap: Card, after: list[Card], data: st.DataObject
) -> None:
    cards = [*before, sap, *after]
    if len(cards) == 1:
        cards.append(data.draw(some("none")))
    scene = Scene.new(len(cards), suit="Luck")
    for player, card in enumerate(cards):
        scene.hold(player, card)
    scene.play(*(f"play {card.text}" for card in cards[: len(before) + 1]))
    lies = {card.print for card in before}
    if not lies:
        assert scene.state.phase != rules.CHOOSING_SAP
        assert scene.state.saps[PRINTS.index(sap.print)] == 1 or scene.state.shown_act
        return
    assert {text for text in scene.legal() if text != "sap"} == {f"remove {token}" for token in lies}
    choice = data.draw(st.sampled_from(scene.legal()))
    scene.play(choice, *(f"play {card.text}" for card in cards[len(before) + 1 :]))
    gone = choice.removeprefix("remove ")
    laid = [card for card in cards if card is not sap or choice == "sap"]
    for player, card in enumerate(cards):
        lost = 1 if choice != "sap" and card.print == gone else 0
        assert scene.shown_value(player) == worth(card, "Luck", laid, 0) - lost


@PATIENT
@given(
    st.lists(some("Gamble"), min_size=2, max_size=3),
    st.lists(some(*NO_CHOICE, "Gamble"), min_size=3, max_size=3),
    st.lists(st.booleans(), min_size=3, max_size=3),
    st.sampled_from(SUITS),
)
def test_gambles_are_chosen_in_order_revealed_together_and_both_cards_share_a_fate(
    gamblers: list[Card], drawn: list[Card], gambles: list[bool], suit: str
) -> None:
    players = len(gamblers)
    scene = Scene.new(players, suit=suit, turn=1)
    for player, card in enumerate(gamblers):
        scene.hold(player, card)
        scene.stack(player, drawn[player])
    s = scene.state
    scene.play(*(f"play {card.text}" for card in gamblers))
    for player in range(players):
        assert (s.phase, s.player) == (rules.CHOOSING_GAMBLE, player)
        assert not any(s.boosts), "nothing that was drawn has an effect before all have chosen"
        scene.play("gamble" if gambles[player] else "keep")
    stands = [drawn[p] if gambles[p] else gamblers[p] for p in range(players)]
    laid = [card for p, card in enumerate(stands) if gambles[p]]
    values = [worth(card, suit, laid, 1) for card in stands]
    assert [scene.shown_value(p) for p in range(players)] == values
    best = max(values)
    winner = values.index(best) if values.count(best) == 1 else None
    assert s.shown_winner == (0 if winner is None else winner + 1)
    for player in range(players):
        cards = 2 if gambles[player] else 1
        saved = (s.breakroom_count[player], s.dismissed_count[player])
        assert saved == ((cards, 0) if player == winner else (0, cards))
        assert s.deck_count[player] == (0 if gambles[player] else 1)


@PATIENT
@given(some("Gamble"), some("Sap"), some("Boost"), some("Gamble"), some("Boost"), st.booleans())
def test_a_gambled_sap_sees_the_boosts_revealed_before_it_but_not_those_after(
    gamble: Card, sap: Card, played: Card, other: Card, hidden: Card, sap_is_first: bool
) -> None:
    scene = Scene.new(3, suit="Will")
    scene.hold(0, played)
    order = (1, 2) if sap_is_first else (2, 1)
    for player, held, top in ((order[0], gamble, sap), (order[1], other, hidden)):
        scene.hold(player, held)
        scene.stack(player, top)
    texts = {order[0]: gamble.text, order[1]: other.text}
    scene.play(f"play {played.text}", f"play {texts[1]}", f"play {texts[2]}", "gamble", "gamble")
    assert (scene.state.phase, scene.state.player) == (rules.CHOOSING_SAP, order[0])
    lies = {played.print} | (set() if sap_is_first else {hidden.print})
    assert {text for text in scene.legal() if text != "sap"} == {f"remove {token}" for token in lies}


@PATIENT
@given(some("Combo +1", "Combo +2"), some("Gamble"), some(*NO_CHOICE, "Gamble"), some("none"), some("none"))
def test_a_combo_goes_into_the_card_that_a_gamble_brings(
    combo: Card, gamble: Card, drawn: Card, first: Card, second: Card
) -> None:
    scene = Scene.new(2, suit="Charm")
    scene.hold(0, combo, gamble)
    scene.hold(1, first, second)
    scene.stack(0, drawn)
    s = scene.state
    scene.play(f"play {combo.text}", f"play {first.text}")
    s.line[1] = 1 + SUITS.index("Luck")
    texts = [f"play {gamble.text}", f"play {second.text}"]
    scene.play(*(texts if s.leader == 0 else reversed(texts)), "gamble")
    bonus = int(combo.ability[-1])
    assert scene.shown_value(0) == worth(drawn, "Luck", [drawn], 1, bonus)
    passed_on = int(drawn.ability[-1]) if drawn.ability.startswith("Combo") else 0
    assert s.combo[0] == passed_on
