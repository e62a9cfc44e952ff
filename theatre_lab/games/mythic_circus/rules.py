"""The rules of Mythic Circus: what may be done, and what follows from it.

>>> from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS
>>> from theatre_lab.games.mythic_circus.notation import action_text
>>> s = State()
>>> s.players, s.rule, s.max_turns = 2, MYTHIC_CIRCUS.check_rules(None), 100
>>> set_up(s)
>>> cards = [0] * MYTHIC_CIRCUS.max_cards
>>> while (n := chance(s, cards)) >= 0:
...     print("to shuffle:", n)
...     set_chance(s, cards, n)
to shuffle: 10
to shuffle: 10
>>> to_move(s), is_over(s), s.hand_size[:2]
(0, False, [5, 5])
>>> out = [0] * MYTHIC_CIRCUS.max_actions
>>> [action_text(action) for action in out[: legal_actions(s, out)]]
['pass']
>>> apply(s, out[0])
>>> [action_text(action) for action in out[: legal_actions(s, out)]]
['labor Working Gnome', 'done']
"""

from __future__ import annotations

from theatre_lab.games.mythic_circus.actions import (
    ATTACK_PLAYER,
    CHARGE_PLAYER,
    DISCARD_CARD,
    DONE,
    DRAW_TWO,
    END,
    HIRE_CARD,
    INJURE_CARD,
    INJURE_WOUNDED,
    LABOR_CARD,
    NO_ATTACK,
    NO_DRAW,
    NO_RECALL,
    NO_SUMMON,
    NO_SWAP,
    PASS,
    PERFORM,
    RECALL_CARD,
    RISE_CARD,
    SKIP_RISE,
    STAGE_CARD,
    SUMMON_CARD,
    SWAP_CARD,
)
from theatre_lab.games.mythic_circus.cards import (
    ABILITY,
    ATTACK,
    CHARGE,
    DRAW_AND_DISCARD,
    DRAW_AT_LABOR,
    HIREABLE,
    KINDS,
    MINOTAUR,
    MISCHIEVOUS_GNOME,
    PHOENIX,
    RECALL,
    SUMMON,
    SWAP,
    UNICORN,
)
from theatre_lab.games.mythic_circus.knowledge import conceal, determinize
from theatre_lab.games.mythic_circus.scoring import (
    grade_of,
    grade_vp,
    payoff,
    score,
    total_performance,
    workers_on_stage,
)
from theatre_lab.games.mythic_circus.state import (
    ATTACK_PHASE,
    CHARGE_PHASE,
    DISCARD_PHASE,
    DRAW_PHASE,
    HIRE_PHASE,
    INJURE_PHASE,
    JUDGED,
    OVER,
    PERFORM_PHASE,
    R_COST,
    R_GNOME_ATTACKS,
    R_GOBLIN_DRAWS,
    R_GOLEM_DRAWS,
    R_HAND_SIZE,
    R_LABOR,
    R_MINOTAUR_WOUNDS,
    R_ONE_OF_A_TYPE,
    R_PERFORMANCE,
    R_SPHINX_DISCARDS,
    R_SPHINX_DRAWS,
    R_STARTING,
    R_SUMMON_COST_BELOW,
    R_SUPPLY_LESS,
    R_SUPPLY_MOST,
    R_SUPPLY_PER_PLAYER,
    R_WEREWOLF_ATTACKS,
    R_WINNING_VP,
    REACHED_GOAL,
    RECALL_PHASE,
    RISE_PHASE,
    SEND_PHASE,
    SHUFFLE_DUE,
    SUMMON_PHASE,
    SWAP_PHASE,
    THEN_DISCARD,
    THEN_NEXT_TURN,
    THEN_OPEN,
    THEN_SEND,
    State,
)

__all__ = [
    "apply",
    "chance",
    "conceal",
    "determinize",
    "is_over",
    "legal_actions",
    "payoff",
    "score",
    "set_chance",
    "set_up",
    "to_move",
]

# ------------------------------------------------------------- questions


def is_over(s: State) -> bool:
    """Has the game ended?"""
    return s.phase == OVER


def to_move(s: State) -> int:
    """The player who is to decide: the active one, or the victim of an attack."""
    if s.phase == INJURE_PHASE:
        return int(s.victim)
    return int(s.active)


def unwounded(s: State, player: int) -> int:
    """How many unwounded Minotaurs the player has on stage (MC-A8)."""
    return s.stage[player][MINOTAUR] - s.wounded[player]


def can_be_attacked(s: State, player: int) -> bool:
    """Is this another player with a worker on stage (MC-W3)?"""
    return player != s.active and workers_on_stage(s, player) > 0


def is_target_left(s: State) -> bool:
    """Does any other player have a worker on stage (MC-W3)?"""
    for player in range(s.players):
        if can_be_attacked(s, player):
            return True
    return False


def can_be_summoned(s: State, card: int) -> bool:
    """May a Fairy send this kind onto the stage (MC-A9)?"""
    return (
        s.discard[s.active][card] > 0
        and s.rule[R_PERFORMANCE + card] >= 0
        and s.rule[R_COST + card] < s.rule[R_SUMMON_COST_BELOW]
    )


def can_be_hired(s: State, card: int) -> bool:
    """May the active player hire this kind now (MC-H1)?"""
    return (
        s.supply[card] > 0
        and s.rule[R_COST + card] <= s.points
        and (s.hired[card] == 0 or s.rule[R_ONE_OF_A_TYPE] == 0)
    )


# ------------------------------------------------------------- legal actions


def list_hand(s: State, out: list[int], n: int, first: int) -> int:
    """Add an action for every kind in the active player's hand."""
    for card in range(KINDS):
        if s.hand[s.active][card] > 0:
            out[n] = first + card
            n += 1
    return n


def list_sending(s: State, out: list[int]) -> int:
    """Every kind in hand to where it may go, or the end of sending (MC-W1)."""
    n = 0
    for card in range(KINDS):
        if s.hand[s.active][card] > 0:
            if s.rule[R_PERFORMANCE + card] >= 0:
                out[n] = STAGE_CARD + card
                n += 1
            if s.rule[R_LABOR + card] >= 0:
                out[n] = LABOR_CARD + card
                n += 1
    out[n] = DONE
    return n + 1


def list_injuries(s: State, out: list[int]) -> int:
    """The victim's workers on stage; wounded and unwounded Minotaurs are two choices (MC-W3, MC-A8)."""
    n = 0
    for card in range(KINDS):
        number = int(s.stage[s.victim][card])
        if card == MINOTAUR:
            number = unwounded(s, s.victim)
        if number > 0:
            out[n] = INJURE_CARD + card
            n += 1
    if s.wounded[s.victim] > 0:
        out[n] = INJURE_WOUNDED
        n += 1
    return n


def list_players(s: State, out: list[int], first: int, only_targets: bool) -> int:
    """Add an action for every other player, or for every one with a worker on stage."""
    n = 0
    for player in range(s.players):
        if player != s.active and (not only_targets or can_be_attacked(s, player)):
            out[n] = first + player
            n += 1
    return n


def list_recalls(s: State, out: list[int]) -> int:
    """A Mermaid's choices (MC-A5)."""
    out[0] = NO_RECALL
    n = 1
    for card in range(KINDS):
        if s.discard[s.active][card] > 0:
            out[n] = RECALL_CARD + card
            n += 1
    return n


def list_summons(s: State, out: list[int]) -> int:
    """A Fairy's choices (MC-A9)."""
    out[0] = NO_SUMMON
    n = 1
    for card in range(KINDS):
        if can_be_summoned(s, card):
            out[n] = SUMMON_CARD + card
            n += 1
    return n


def list_hires(s: State, out: list[int]) -> int:
    """What can be hired now, or the end of hiring (MC-H1)."""
    n = 0
    for card in range(KINDS):
        if can_be_hired(s, card):
            out[n] = HIRE_CARD + card
            n += 1
    out[n] = END
    return n + 1


def list_performing(s: State, out: list[int]) -> int:
    """Perform or pass; with an empty stage only pass (MC-F1)."""
    out[0] = PASS
    if workers_on_stage(s, s.active) == 0:
        return 1
    out[1] = PERFORM
    return 2


def legal_actions(s: State, out: list[int]) -> int:
    """Write the legal actions into `out`; return how many."""
    phase = s.phase
    if phase == SEND_PHASE:
        return list_sending(s, out)
    if phase == HIRE_PHASE:
        return list_hires(s, out)
    if phase == PERFORM_PHASE:
        return list_performing(s, out)
    if phase == RISE_PHASE:
        out[0] = SKIP_RISE
        return list_hand(s, out, 1, RISE_CARD)
    if phase == ATTACK_PHASE:
        n = list_players(s, out, ATTACK_PLAYER, True)
        out[n] = NO_ATTACK
        return n + 1
    if phase == INJURE_PHASE:
        return list_injuries(s, out)
    if phase == SWAP_PHASE:
        out[0] = NO_SWAP
        return list_hand(s, out, 1, SWAP_CARD)
    if phase == RECALL_PHASE:
        return list_recalls(s, out)
    if phase == SUMMON_PHASE:
        return list_summons(s, out)
    if phase == DRAW_PHASE:
        out[0] = DRAW_TWO
        out[1] = NO_DRAW
        return 2
    if phase == DISCARD_PHASE:
        return list_hand(s, out, 0, DISCARD_CARD)
    if phase == CHARGE_PHASE:
        return list_players(s, out, CHARGE_PLAYER, False)
    return 0


# ------------------------------------------------------------- cards on the move


def take_from_hand(s: State, card: int) -> None:
    """Take a card of this kind out of the active player's hand; all see it."""
    player = s.active
    s.hand[player][card] -= 1
    s.hand_size[player] -= 1
    if s.seen[player][card] > 0:
        s.seen[player][card] -= 1


def put_in_hand(s: State, player: int, card: int, is_seen: bool) -> None:
    """Put a card into a hand; `is_seen` when everybody knows which."""
    s.hand[player][card] += 1
    s.hand_size[player] += 1
    if is_seen:
        s.seen[player][card] += 1


def take_top_card(s: State, player: int) -> None:
    """Move the top card of a deck that is not empty into the hand."""
    top = s.deck_size[player] - 1
    card = int(s.deck[player][top])
    s.deck[player][top] = 0
    s.deck_size[player] = top
    is_seen = s.known_top[player] > 0
    if is_seen:
        s.known_top[player] -= 1
    put_in_hand(s, player, card, is_seen)


def injure(s: State, player: int, card: int) -> None:
    """Send a worker from the player's stage to the player's discard pile (MC-W3)."""
    s.stage[player][card] -= 1
    s.discard[player][card] += 1


# ------------------------------------------------------------- drawing, and what comes after


def is_discard_empty(s: State, player: int) -> bool:
    """Is there nothing to shuffle?"""
    for card in range(KINDS):
        if s.discard[player][card] > 0:
            return False
    return True


def draw_on(s: State) -> None:
    """Draw what is still due, one card at a time, until a shuffle is needed or all is drawn (MC-E2)."""
    player = s.drawer
    while s.to_draw > 0:
        if s.deck_size[player] == 0:
            if is_discard_empty(s, player):
                s.to_draw = 0
            else:
                s.phase = SHUFFLE_DUE
                return
        else:
            take_top_card(s, player)
            s.to_draw -= 1
    after_drawing(s)


def draw_cards(s: State, number: int, then: int) -> None:
    """The active player draws so many cards; `then` says what follows."""
    s.drawer = s.active
    s.to_draw = number
    s.then = then
    draw_on(s)


def after_drawing(s: State) -> None:
    """Go on with what the draw was for."""
    if s.then == THEN_SEND:
        s.phase = SEND_PHASE
    elif s.then == THEN_DISCARD:
        s.to_discard = min(int(s.rule[R_SPHINX_DISCARDS]), int(s.hand_size[s.active]))
        continue_discarding(s)
    elif s.then == THEN_NEXT_TURN:
        end_turn(s)
    elif s.drawer + 1 < s.players:
        s.drawer += 1
        s.to_draw = s.rule[R_HAND_SIZE]
        s.phase = SHUFFLE_DUE
    else:
        begin_turn(s)


def chance(s: State, cards: list[int]) -> int:
    """When a shuffle is due: write the discard pile into `cards`, return how many. Otherwise -1."""
    if s.phase != SHUFFLE_DUE:
        return -1
    n = 0
    for card in range(KINDS):
        for _ in range(s.discard[s.drawer][card]):
            cards[n] = card
            n += 1
    return n


def set_chance(s: State, cards: list[int], n: int) -> None:
    """Make the discard pile the new deck, its first card on top, and draw on (MC-E2).

    A deck that ran out told everybody what the hand holds.
    """
    player = s.drawer
    for card in range(KINDS):
        s.discard[player][card] = 0
        s.seen[player][card] = s.hand[player][card]
    for i in range(n):
        s.deck[player][n - 1 - i] = cards[i]
    s.deck_size[player] = n
    s.known_top[player] = 0
    draw_on(s)


# ------------------------------------------------------------- the turn


def fill_supply(s: State) -> None:
    """So many cards of each hireable type (MC-S2)."""
    number = s.rule[R_SUPPLY_PER_PLAYER] * s.players - s.rule[R_SUPPLY_LESS]
    number = max(0, min(int(number), int(s.rule[R_SUPPLY_MOST])))
    for card in range(KINDS):
        if HIREABLE[card]:
            s.supply[card] = number


def set_up(s: State) -> None:
    """Supply and starting decks, waiting to be shuffled (MC-S1). Players and rule numbers are set."""
    fill_supply(s)
    for player in range(s.players):
        for card in range(MISCHIEVOUS_GNOME + 1):
            s.owned[player][card] = s.rule[R_STARTING + card]
            s.discard[player][card] = s.rule[R_STARTING + card]
    s.to_draw = s.rule[R_HAND_SIZE]
    s.then = THEN_OPEN
    s.phase = SHUFFLE_DUE


def begin_turn(s: State) -> None:
    """The active player's turn begins, with Phoenixes in the discard pile or without (MC-P0, MC-P1)."""
    s.points = 0
    for card in range(KINDS):
        s.hired[card] = 0
    s.rises = s.discard[s.active][PHOENIX]
    ask_to_rise(s)


def ask_to_rise(s: State) -> None:
    """Ask whether another Phoenix shall rise, while one can (MC-P1)."""
    if s.rises > 0:
        s.phase = RISE_PHASE
    else:
        s.phase = PERFORM_PHASE


def rise(s: State, card: int) -> None:
    """Discard a card and take a Phoenix from the discard pile into hand (MC-P1)."""
    player = s.active
    take_from_hand(s, card)
    s.discard[player][card] += 1
    s.discard[player][PHOENIX] -= 1
    put_in_hand(s, player, PHOENIX, True)
    s.rises -= 1
    ask_to_rise(s)


def perform(s: State) -> None:
    """Earn the performance's victory points and clear the stage (MC-F1, MC-F2, MC-F3)."""
    player = s.active
    grade = grade_of(s, total_performance(s, player))
    s.vp[player] += grade_vp(s, grade)
    s.shows[player][grade] += 1
    for card in range(KINDS):
        s.discard[player][card] += s.stage[player][card]
        s.stage[player][card] = 0
    s.wounded[player] = 0
    if s.vp[player] >= s.rule[R_WINNING_VP] and not s.finishes_round:
        s.ended = REACHED_GOAL
        s.phase = OVER
    else:
        s.phase = SEND_PHASE


def clean_up(s: State) -> None:
    """Labor and the rest of the hand are discarded, a new hand is drawn (MC-E1)."""
    player = s.active
    for card in range(KINDS):
        s.discard[player][card] += s.labor[card] + s.hand[player][card]
        s.labor[card] = 0
        s.hand[player][card] = 0
        s.seen[player][card] = 0
    s.hand_size[player] = 0
    draw_cards(s, s.rule[R_HAND_SIZE], THEN_NEXT_TURN)


def is_goal_reached(s: State) -> bool:
    """Has anybody the victory points that end the game (MC-F3)?"""
    for player in range(s.players):
        if s.vp[player] >= s.rule[R_WINNING_VP]:
            return True
    return False


def end_turn(s: State) -> None:
    """The next player's turn, unless this was the last of the game (MC-F3, MC-F4)."""
    s.active += 1
    if s.active == s.players:
        s.active = 0
        s.rounds_done += 1
        if s.rounds_done >= s.max_turns or is_goal_reached(s):
            s.ended = JUDGED
            s.phase = OVER
            return
    begin_turn(s)


# ------------------------------------------------------------- sending


def enter_stage(s: State, card: int) -> None:
    """A worker comes on stage, and its ability resolves (MC-W1)."""
    s.stage[s.active][card] += 1
    ability = ABILITY[card]
    if ability == ATTACK:
        s.attacks = s.rule[R_GNOME_ATTACKS]
        if card != MISCHIEVOUS_GNOME:
            s.attacks = s.rule[R_WEREWOLF_ATTACKS]
        ask_to_attack(s)
    elif ability == SWAP:
        s.phase = SWAP_PHASE
    elif ability == RECALL:
        s.phase = RECALL_PHASE
    elif ability == SUMMON:
        s.phase = SUMMON_PHASE
    elif ability == DRAW_AND_DISCARD:
        s.phase = DRAW_PHASE
    elif ability == CHARGE:
        if s.players == 2:
            charge(s, 1 - s.active)
        else:
            s.phase = CHARGE_PHASE
    else:
        s.phase = SEND_PHASE


def enter_labor(s: State, card: int) -> None:
    """A worker goes to labor, and its ability resolves (MC-W1, MC-W2, MC-A4)."""
    s.labor[card] += 1
    s.points += s.rule[R_LABOR + card]
    if ABILITY[card] == DRAW_AT_LABOR:
        draw_cards(s, s.rule[R_GOLEM_DRAWS], THEN_SEND)


def ask_to_attack(s: State) -> None:
    """Ask for the next attack, if one is left and there is a target; else it is lost (MC-W3)."""
    if s.attacks > 0 and is_target_left(s):
        s.phase = ATTACK_PHASE
    else:
        s.attacks = 0
        s.phase = SEND_PHASE


def attack(s: State, victim: int) -> None:
    """An attack: the victim chooses, unless all of the stage is of one kind and state (MC-W3)."""
    s.attacks -= 1
    s.victim = victim
    if workers_on_stage(s, victim) == unwounded(s, victim):
        take_attack(s, MINOTAUR)
        return
    if workers_on_stage(s, victim) == s.wounded[victim]:
        take_attack_wounded(s)
        return
    for card in range(KINDS):
        if card != MINOTAUR and s.stage[victim][card] == workers_on_stage(s, victim):
            take_attack(s, card)
            return
    s.phase = INJURE_PHASE


def take_attack(s: State, card: int) -> None:
    """A worker takes the attack; an unwounded Minotaur is only wounded by it (MC-W3, MC-A8)."""
    if card == MINOTAUR and s.rule[R_MINOTAUR_WOUNDS] > 0:
        s.wounded[s.victim] += 1
    else:
        injure(s, s.victim, card)
    s.victim = 0
    ask_to_attack(s)


def take_attack_wounded(s: State) -> None:
    """A wounded Minotaur takes the attack and leaves the stage (MC-A8)."""
    s.wounded[s.victim] -= 1
    injure(s, s.victim, MINOTAUR)
    s.victim = 0
    ask_to_attack(s)


def charge(s: State, player: int) -> None:
    """All of that player's Unicorns on stage are injured (MC-A12)."""
    while s.stage[player][UNICORN] > 0:
        injure(s, player, UNICORN)
    s.phase = SEND_PHASE


def swap(s: State, card: int) -> None:
    """A Goblin's exchange: discard a card, then draw (MC-A3)."""
    take_from_hand(s, card)
    s.discard[s.active][card] += 1
    draw_cards(s, s.rule[R_GOBLIN_DRAWS], THEN_SEND)


def recall_card(s: State, card: int) -> None:
    """A Mermaid puts a card of the discard pile on top of the deck, for all to see (MC-A5)."""
    player = s.active
    s.discard[player][card] -= 1
    s.deck[player][s.deck_size[player]] = card
    s.deck_size[player] += 1
    s.known_top[player] += 1
    s.phase = SEND_PHASE


def continue_discarding(s: State) -> None:
    """Ask for the next card that a Sphinx makes its owner discard, if one is left (MC-A10)."""
    if s.to_discard > 0:
        s.phase = DISCARD_PHASE
    else:
        s.phase = SEND_PHASE


def discard_card(s: State, card: int) -> None:
    """One of a Sphinx's discards (MC-A10)."""
    take_from_hand(s, card)
    s.discard[s.active][card] += 1
    s.to_discard -= 1
    continue_discarding(s)


def hire(s: State, card: int) -> None:
    """A hired card goes to the discard pile (MC-H1)."""
    s.supply[card] -= 1
    s.points -= s.rule[R_COST + card]
    s.hired[card] += 1
    s.owned[s.active][card] += 1
    s.discard[s.active][card] += 1


# ------------------------------------------------------------- carrying out an action


def apply_word(s: State, action: int) -> None:
    """An action that names neither card nor player."""
    if action == SKIP_RISE:
        s.rises = 0
        s.phase = PERFORM_PHASE
    elif action == PERFORM:
        perform(s)
    elif action == PASS:
        s.phase = SEND_PHASE
    elif action == NO_ATTACK:
        ask_to_attack_again(s)
    elif action == DRAW_TWO:
        draw_cards(s, s.rule[R_SPHINX_DRAWS], THEN_DISCARD)
    elif action == DONE:
        s.phase = HIRE_PHASE
    elif action == END:
        clean_up(s)
    else:
        s.phase = SEND_PHASE


def ask_to_attack_again(s: State) -> None:
    """One attack is given up; ask for the next, if any (MC-W3)."""
    s.attacks -= 1
    ask_to_attack(s)


def apply_card(s: State, action: int) -> None:
    """An action that names a card."""
    if action < STAGE_CARD:
        rise(s, action - RISE_CARD)
    elif action < LABOR_CARD:
        take_from_hand(s, action - STAGE_CARD)
        enter_stage(s, action - STAGE_CARD)
    elif action < SWAP_CARD:
        take_from_hand(s, action - LABOR_CARD)
        enter_labor(s, action - LABOR_CARD)
    elif action < RECALL_CARD:
        swap(s, action - SWAP_CARD)
    elif action < SUMMON_CARD:
        recall_card(s, action - RECALL_CARD)
    elif action < DISCARD_CARD:
        s.discard[s.active][action - SUMMON_CARD] -= 1
        enter_stage(s, action - SUMMON_CARD)
    elif action < HIRE_CARD:
        discard_card(s, action - DISCARD_CARD)
    elif action < INJURE_CARD:
        hire(s, action - HIRE_CARD)
    elif action < INJURE_WOUNDED:
        take_attack(s, action - INJURE_CARD)
    else:
        take_attack_wounded(s)


def apply(s: State, action: int) -> None:
    """Carry out a legal action and all that follows, up to the next decision, shuffle or the end."""
    if action < ATTACK_PLAYER:
        apply_word(s, action)
    elif action < CHARGE_PLAYER:
        attack(s, action - ATTACK_PLAYER)
    elif action < RISE_CARD:
        charge(s, action - CHARGE_PLAYER)
    else:
        apply_card(s, action)
