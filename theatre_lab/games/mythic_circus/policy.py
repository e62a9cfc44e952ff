"""A sensible player: a thin, strong troupe, the stage filled turn by turn, a show when it pays.

Compilable like the rules. What it values is a row of weights, so that other plans are other rows: `policy_action` is
what playouts use, `greedy_action` what bots that do not search play.
"""

from __future__ import annotations

from typing import Any

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
    NO_RECALL,
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
    DRAW_AT_LABOR,
    FAUN,
    KINDS,
    MINOTAUR,
    NO_ABILITY,
    PHOENIX,
    RECALL,
    SUMMON,
    UNICORN,
)
from theatre_lab.games.mythic_circus.rules import legal_actions
from theatre_lab.games.mythic_circus.scoring import (
    grade_of,
    grade_vp,
    total_performance,
    worker_performance,
    workers_on_stage,
)
from theatre_lab.games.mythic_circus.state import (
    ATTACK_PHASE,
    CHARGE_PHASE,
    DISCARD_PHASE,
    DRAW_PHASE,
    HIRE_PHASE,
    INJURE_PHASE,
    PERFORM_PHASE,
    R_FAUN_PER_OTHER,
    R_LABOR,
    R_MINOTAUR_WOUNDS,
    R_PERFORMANCE,
    R_WINNING_VP,
    RECALL_PHASE,
    RISE_PHASE,
    SEND_PHASE,
    SUMMON_PHASE,
    SWAP_PHASE,
)
from theatre_lab.games.mythic_circus.weights import GREEDY, WEIGHTS

# ------------------------------------------------------------- weights: places in a row

W_HIRE = 0
"""What hiring a card of a kind is worth with two players; one place a kind, as in all that follows."""
W_CROWD = W_HIRE + KINDS
"""What each player beyond two adds to that."""
W_AGAIN = W_CROWD + KINDS
"""What each card of the kind that is owned already takes off."""
W_KEEP = W_AGAIN + KINDS
"""What a card in hand is worth: the least is discarded, the most recalled."""
W_ORDER = W_KEEP + KINDS
"""Which card is sent first: the highest."""
(
    W_SWAP,
    W_RISE,
    W_RECALL,
    W_LEAST_VP,
    W_PATIENCE,
    W_TARGET_VP,
) = range(W_ORDER + KINDS, W_ORDER + KINDS + 6)
"""A Goblin swaps what is worth less; how much less than a Phoenix a card must be worth to be given for it; a Mermaid
recalls what is worth more; the least tenths of a VP to perform for, and how many hundredths each own VP adds to them;
how many tenths of a TP on stage a VP of the player to attack counts."""

NONE = -10000


def keep_value(s: Any, card: Any, weights: Any) -> Any:
    """What a card is worth in the active player's hand."""
    value = int(weights[W_KEEP + card])
    if card == FAUN:
        value += 10 * s.rule[R_FAUN_PER_OTHER] * workers_on_stage(s, s.active)
    return value


def least_kept(s: Any, weights: Any) -> Any:
    """The card in the active player's hand that is worth the least; -1 for an empty hand."""
    least = -1
    value = 0
    for card in range(KINDS):
        if s.hand[s.active][card] > 0:
            worth = keep_value(s, card, weights)
            if least < 0 or worth < value:
                least = card
                value = worth
    return least


def best_pile_card(s: Any, first: Any, n: Any, out: Any, weights: Any) -> Any:
    """Of the n actions in `out` the one from `first` on whose card is worth the most; -1 when there is none."""
    best = -1
    value = NONE
    for k in range(n):
        if first <= out[k] < first + KINDS:
            worth = keep_value(s, out[k] - first, weights)
            if worth > value:
                best = out[k]
                value = worth
    return best


# ------------------------------------------------------------- one choice each


def choose_rise(s: Any, weights: Any) -> Any:
    """Give the least card for a Phoenix, when that is clearly less."""
    card = least_kept(s, weights)
    if card >= 0 and keep_value(s, card, weights) + weights[W_RISE] < weights[W_KEEP + PHOENIX]:
        return RISE_CARD + card
    return SKIP_RISE


def choose_performing(s: Any, weights: Any) -> Any:
    """Perform as soon as it is worth enough, or wins: what stands on stage can be injured."""
    vp = grade_vp(s, grade_of(s, total_performance(s, s.active)))
    own = int(s.vp[s.active])
    is_enough = 10 * vp >= weights[W_LEAST_VP] + weights[W_PATIENCE] * own // 10
    if vp > 0 and (is_enough or own + vp >= s.rule[R_WINNING_VP]):
        return PERFORM
    return PASS


def is_sendable(s: Any, card: Any) -> Any:
    """Has the active player this card in hand, and somewhere to send it?"""
    return s.hand[s.active][card] > 0 and (s.rule[R_LABOR + card] >= 0 or s.rule[R_PERFORMANCE + card] >= 0)


def choose_sending(s: Any, weights: Any) -> Any:
    """Send everything, in the order of the weights: on stage whatever may go there, the rest to labor."""
    best = -1
    for card in range(KINDS):
        if is_sendable(s, card) and (best < 0 or weights[W_ORDER + card] > weights[W_ORDER + best]):
            best = card
    if best < 0:
        return DONE
    if s.rule[R_PERFORMANCE + best] < 0:
        return LABOR_CARD + best
    return STAGE_CARD + best


def choose_target(s: Any, n: Any, out: Any, weights: Any) -> Any:
    """Attack whoever is nearest to winning."""
    best = out[0]
    value = NONE
    for k in range(n):
        player = out[k] - ATTACK_PLAYER
        if 0 <= player < s.players:
            worth = weights[W_TARGET_VP] * s.vp[player] + 10 * total_performance(s, player)
            if worth > value:
                best = out[k]
                value = worth
    return best


def choose_charge(s: Any, n: Any, out: Any) -> Any:
    """Charge at the most Unicorns; of equals at the player with more victory points."""
    best = out[0]
    value = NONE
    for k in range(n):
        player = out[k] - CHARGE_PLAYER
        worth = 100 * s.stage[player][UNICORN] + s.vp[player]
        if worth > value:
            best = out[k]
            value = worth
    return best


def injury_loss(s: Any, card: Any) -> Any:
    """The TP that the victim loses with a worker, in tenths."""
    victim = s.victim
    fauns = int(s.stage[victim][FAUN])
    if card == FAUN:
        fauns -= 1
    own = worker_performance(s, card, workers_on_stage(s, victim) - 1)
    return 10 * (own + fauns * s.rule[R_FAUN_PER_OTHER])


def choose_injury(s: Any, n: Any, out: Any, weights: Any) -> Any:
    """Let a fresh Minotaur take it, otherwise whoever is missed least."""
    best = out[0]
    value = -NONE
    for k in range(n):
        loss = 0
        if out[k] == INJURE_WOUNDED:
            loss = injury_loss(s, MINOTAUR)
        elif out[k] != INJURE_CARD + MINOTAUR or s.rule[R_MINOTAUR_WOUNDS] == 0:
            card = out[k] - INJURE_CARD
            loss = injury_loss(s, card)
        if loss < value:
            best = out[k]
            value = loss
    return best


def choose_swap(s: Any, weights: Any) -> Any:
    """Swap the least card, when a blind one is likely to be better."""
    card = least_kept(s, weights)
    if card >= 0 and keep_value(s, card, weights) < weights[W_SWAP]:
        return SWAP_CARD + card
    return NO_SWAP


def choose_recall(s: Any, n: Any, out: Any, weights: Any) -> Any:
    """Recall the best card, when it is likely to be better than what lies on top."""
    best = best_pile_card(s, RECALL_CARD, n, out, weights)
    if best >= 0 and keep_value(s, best - RECALL_CARD, weights) > weights[W_RECALL]:
        return best
    return NO_RECALL


def hire_value(s: Any, card: Any, weights: Any) -> Any:
    """What hiring a card is worth now."""
    value = int(weights[W_HIRE + card]) + (s.players - 2) * weights[W_CROWD + card]
    return value - s.owned[s.active][card] * weights[W_AGAIN + card]


def choose_hire(s: Any, n: Any, out: Any, weights: Any) -> Any:
    """Hire what is worth the most, as long as it is worth anything."""
    best = END
    value = 0
    for k in range(n):
        if out[k] != END:
            worth = hire_value(s, out[k] - HIRE_CARD, weights)
            if worth > value:
                best = out[k]
                value = worth
    return best


# ------------------------------------------------------------- all choices


def weighted_action(s: Any, weights: Any, out: Any, rng: Any) -> Any:
    """A good legal action by these weights; `out` is scratch room, and no luck is drawn from `rng`."""
    n = legal_actions(s, out)
    phase = s.phase
    if n == 1:
        return out[0]
    if phase == SEND_PHASE:
        return choose_sending(s, weights)
    if phase == HIRE_PHASE:
        return choose_hire(s, n, out, weights)
    if phase == PERFORM_PHASE:
        return choose_performing(s, weights)
    if phase == RISE_PHASE:
        return choose_rise(s, weights)
    if phase == ATTACK_PHASE:
        return choose_target(s, n, out, weights)
    if phase == INJURE_PHASE:
        return choose_injury(s, n, out, weights)
    if phase == SWAP_PHASE:
        return choose_swap(s, weights)
    if phase == RECALL_PHASE:
        return choose_recall(s, n, out, weights)
    if phase == SUMMON_PHASE:
        return best_pile_card(s, SUMMON_CARD, n, out, weights)
    if phase == DRAW_PHASE:
        return DRAW_TWO
    if phase == DISCARD_PHASE:
        return DISCARD_CARD + least_kept(s, weights)
    if phase == CHARGE_PHASE:
        return choose_charge(s, n, out)
    return out[0]


def policy_action(s: Any, out: Any, rng: Any) -> Any:
    """A good legal action for the player to move, from what that player knows: what playouts use.

    `out` is scratch room.

    >>> from theatre_lab.core.stream import new_stream
    >>> from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state
    >>> s = circus_state(hand=["Working Gnome", "Golem"], deck=["Faun"])
    >>> MYTHIC_CIRCUS.action_text(s, policy_action(s, [0] * 27, new_stream(1)))
    'labor Golem'
    """
    return weighted_action(s, WEIGHTS, out, rng)


def greedy_action(s: Any, out: Any, rng: Any) -> Any:
    """The action by the row before it, which wins four games of ten: what the bots greedy, easy and medium play.

    >>> from theatre_lab.core.stream import new_stream
    >>> from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state
    >>> s = circus_state(vp=[6, 0], stage=["Unicorn", "Phoenix", "Daring Gnome"], phase="begin")
    >>> [MYTHIC_CIRCUS.action_text(s, play(s, [0] * 27, new_stream(1))) for play in (greedy_action, policy_action)]
    ['perform', 'pass']
    """
    return weighted_action(s, GREEDY, out, rng)


# ------------------------------------------------------------- what a search looks at


def can_wait(s: Any, card: Any) -> Any:
    """Is this a labor-only card without an ability, which can as well be sent last?"""
    return s.rule[R_PERFORMANCE + card] < 0 and s.rule[R_LABOR + card] >= 0 and ABILITY[card] == NO_ABILITY


def can_only_draw(s: Any, card: Any) -> Any:
    """Is this a labor-only card that draws, and so is best sent before all others?"""
    return s.rule[R_PERFORMANCE + card] < 0 and s.rule[R_LABOR + card] >= 0 and ABILITY[card] == DRAW_AT_LABOR


def arranges_deck(card: Any) -> Any:
    """May this card put another on top of the deck, so that a draw is better made after it?"""
    return ABILITY[card] == RECALL or ABILITY[card] == SUMMON


def keep_sendings(s: Any, n: Any, out: Any) -> Any:
    """Of the n ways to send in `out` keep those that matter; return how many.

    What draws goes first, save for a Mermaid's or Fairy's sake; what only labors goes last; nobody who
    could labor is left in the hand, since the hand is discarded anyway.
    """
    draws_first = 0
    others = 0
    laborers = 0
    for card in range(KINDS):
        if s.hand[s.active][card] > 0:
            if can_only_draw(s, card):
                draws_first += 1
            if is_sendable(s, card) and not can_wait(s, card):
                others += 1
            if s.rule[R_LABOR + card] >= 0:
                laborers += 1
    kept = 0
    for k in range(n):
        action = out[k]
        keep = True
        if action == DONE:
            keep = laborers == 0
        else:
            card = (action - STAGE_CARD) % KINDS
            if draws_first > 0:
                keep = can_only_draw(s, card) or (arranges_deck(card) and action < LABOR_CARD)
            elif can_wait(s, card):
                keep = others == 0
        if keep:
            out[kept] = action
            kept += 1
    return kept


def keep_hires(s: Any, n: Any, out: Any) -> Any:
    """Of the n hires in `out` keep those in the order of the cards, so that no set is looked at twice."""
    last = -1
    for card in range(KINDS):
        if s.hired[card] > 0:
            last = card
    kept = 0
    for k in range(n):
        if out[k] == END or out[k] - HIRE_CARD >= last:
            out[kept] = out[k]
            kept += 1
    return kept


def candidates(s: Any, out: Any, rng: Any) -> Any:
    """The actions that a search looks at: those that are not idle, a detour or plainly worse than another."""
    n = legal_actions(s, out)
    if n == 1:
        return 1
    if s.phase == SEND_PHASE:
        return keep_sendings(s, n, out)
    if s.phase == HIRE_PHASE:
        return keep_hires(s, n, out)
    if s.phase == ATTACK_PHASE:
        return n - 1
    if s.phase == DRAW_PHASE:
        return 1
    return n
