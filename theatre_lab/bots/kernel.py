"""The search and the simulation as functions over any game: one source for both backends.

`rules` stands for the functions of one game; a backend puts them in its place (see `core.compiled`).
`policy_action`, `greedy_action`, `candidates` and `look_ahead` are defaults: a game that has functions of these names
replaces them.

The search is information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012): every
iteration samples a world that fits what the player knows, walks down the tree along the actions
that are possible in this world, adds a node, plays the game out and adds the outcome to the nodes of the
path. A node's upper confidence bound counts how often it was available instead of its parent's visits.
Every action of the root has a tree of its own, and the n-th visit of each meets the same world (common random
numbers), so that actions are compared under the same luck.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from theatre_lab.core.game import WHOLE_WIN

rules: Any = None

EXPLORE, WIN, MARGIN, SCORE = 0, 1, 2, 3
"""Places in `weights`: exploration, then what the win, the margin and the own score count."""
WIDEN = 8
"""Below the root a node gets a further child for every so many visits: few visits follow the policy."""
LOW, HIGH = 0, 1
"""Places in `bounds`: the lowest and the highest score met."""
ROOT, ACTION = 0, 1
"""Numbers of nodes: the position searched from, and its child by the action that is looked at."""


# ------------------------------------------------------------------ playing


def policy_action(s: Any, out: Any, rng: Any) -> Any:
    """A random legal action: what playouts use unless the game has a policy of its own."""
    return out[rules.below(rng, rules.legal_actions(s, out))]


def greedy_action(s: Any, out: Any, rng: Any) -> Any:
    """What bots that do not search play: the policy, unless the game names something simpler."""
    return policy_action(s, out, rng)


def candidates(s: Any, out: Any, rng: Any) -> Any:
    """The actions that a search looks at: all, unless the game names the promising ones."""
    return rules.legal_actions(s, out)


def look_ahead(s: Any, cards: Any) -> None:
    """Play an open world on as far as its best course is known: not at all, unless the game can solve its endings.

    `cards` is an array of whole numbers that may be written on.
    """


def playout_action(s: Any, out: Any, rng: Any, is_plain: Any) -> Any:
    """What playouts play: the policy, or with `is_plain` what bots play that do not search."""
    if is_plain:
        return int(greedy_action(s, out, rng))
    return int(policy_action(s, out, rng))


def settle(s: Any, cards: Any, rng: Any) -> None:
    """Shuffle whatever is due until someone is to decide or the game is over."""
    n = rules.chance(s, cards)
    while n >= 0:
        rules.shuffle(cards, n, rng)
        rules.set_chance(s, cards, n)
        n = rules.chance(s, cards)


def play_out(s: Any, out: Any, cards: Any, rng: Any, is_plain: Any) -> Any:
    """Play to the end by `playout_action`; return the number of actions."""
    actions = 0
    while not rules.is_over(s):
        rules.apply(s, playout_action(s, out, rng, is_plain))
        settle(s, cards, rng)
        actions += 1
    return actions


def random_games(worlds: Any, games: Any, out: Any, cards: Any, totals: Any, rng: Any) -> Any:
    """Play so many games from `worlds[0]` at random; add payoffs and scores to `totals`; return the number of actions.

    `totals` holds the payoffs of all players in parts of `WHOLE_WIN`, then their scores.
    """
    actions = 0
    for _ in range(games):
        rules.put(worlds, 1, worlds[0])
        s = worlds[1]
        settle(s, cards, rng)
        while not rules.is_over(s):
            rules.apply(s, out[rules.below(rng, rules.legal_actions(s, out))])
            settle(s, cards, rng)
            actions += 1
        add_results(s, totals)
    return actions


def policy_games(worlds: Any, games: Any, out: Any, cards: Any, totals: Any, rng: Any, is_plain: Any) -> Any:
    """Like `random_games`, with `playout_action` for every player: with `is_plain` as level medium plays."""
    actions = 0
    for _ in range(games):
        rules.put(worlds, 1, worlds[0])
        settle(worlds[1], cards, rng)
        actions += play_out(worlds[1], out, cards, rng, is_plain)
        add_results(worlds[1], totals)
    return actions


def add_results(s: Any, totals: Any) -> None:
    """Add the payoffs and scores of a finished game to `totals`."""
    for player in range(s.players):
        totals[player] += rules.payoff(s, player)
        totals[s.players + player] += rules.score(s, player)


# ------------------------------------------------------------------ searching


def add_node(size: Any, node: Any, action: Any, mover: Any, links: Any) -> None:
    """Node number `size`: the child of `node` by this action of this player."""
    parent, first, sibling, actions, movers = links
    parent[size] = node
    sibling[size] = first[node]
    first[node] = size
    actions[size] = action
    movers[size] = mover


def value_of(node: Any, visits: Any, sums: Any, bounds: Any, weights: Any) -> Any:
    """The mean worth of a node for the player who moved into it."""
    won, scored, margins = sums
    v = visits[node]
    span = max(bounds[HIGH] - bounds[LOW], 1.0)
    points = weights[SCORE] * (scored[node] - bounds[LOW] * v) + weights[MARGIN] * margins[node]
    return (weights[WIN] * won[node] + points / span) / v


def descend(
    s: Any,
    node: Any,
    size: Any,
    visits: Any,
    available: Any,
    links: Any,
    sums: Any,
    bounds: Any,
    weights: Any,
    out: Any,
    mark: Any,
    cards: Any,
    is_plain: Any,
    rng: Any,
) -> Any:
    """Walk the world `s` down the tree from a node and add one; return the node reached (`size` if it is new).

    `mark` notes which actions are possible here: 0 not, 1 possible and untried, 2 tried.
    """
    _, first, sibling, actions, _ = links
    while not rules.is_over(s):
        n = candidates(s, out, rng)
        for k in range(n):
            mark[out[k]] = 1
        untried = n
        best = 0
        best_value = 0.0
        child = first[node]
        while child > 0:
            if mark[actions[child]] == 1:
                mark[actions[child]] = 2
                untried -= 1
                available[child] += 1
                value = value_of(child, visits, sums, bounds, weights)
                value += weights[EXPLORE] * sqrt(log(available[child]) / visits[child])
                if best == 0 or value > best_value:
                    best = child
                    best_value = value
            child = sibling[child]
        action = -1
        has_room = size < len(visits)
        if 0 < untried < n and has_room and (n - untried) * WIDEN <= visits[node]:
            action = untried_action(n, untried, out, mark, rng)
        for k in range(n):
            mark[out[k]] = 0
        if untried == n and has_room:
            action = playout_action(s, out, rng, is_plain)
        if action >= 0:
            add_node(size, node, action, rules.to_move(s), links)
            available[size] = 1
            rules.apply(s, action)
            settle(s, cards, rng)
            return size
        if best == 0:
            return node
        node = best
        rules.apply(s, actions[node])
        settle(s, cards, rng)
    return node


def untried_action(n: Any, untried: Any, out: Any, mark: Any, rng: Any) -> Any:
    """One of the untried actions among the n in `out`, at random."""
    skip = rules.below(rng, untried)
    k = 0
    while mark[out[k]] != 1 or skip > 0:
        if mark[out[k]] == 1:
            skip -= 1
        k += 1
    return out[k]


def add_outcome(s: Any, node: Any, visits: Any, links: Any, sums: Any, bounds: Any, outcome: Any) -> None:
    """Add the outcome of the finished game `s` to a node and all above it, for the player who moved into each."""
    parent, _, _, _, movers = links
    won, scored, margins = sums
    players = int(s.players)
    left = WHOLE_WIN
    for p in range(players):
        part = int(rules.payoff(s, p)) if left > 0 else 0
        left -= part
        outcome[p] = part / WHOLE_WIN
        outcome[players + p] = float(rules.score(s, p))
        bounds[LOW] = min(bounds[LOW], outcome[players + p])
        bounds[HIGH] = max(bounds[HIGH], outcome[players + p])
    for p in range(players):
        margin = outcome[players + p] - best_other(p, players, outcome)
        outcome[2 * players + p] = margin
    while node > 0:
        p = movers[node]
        visits[node] += 1
        won[node] += outcome[p]
        scored[node] += outcome[players + p]
        margins[node] += outcome[2 * players + p]
        node = parent[node]
    visits[0] += 1


def best_other(player: Any, players: Any, outcome: Any) -> Any:
    """The highest score among the other players; the own one when there is none."""
    best = outcome[players + player]
    found = False
    for other in range(players):
        if other != player and (not found or outcome[players + other] > best):
            best = outcome[players + other]
            found = True
    return best


def plant(root: Any, action: Any, visits: Any, links: Any) -> Any:
    """Begin a tree with the root's child by this action, not yet visited; return the number of nodes."""
    add_node(ACTION, ROOT, action, rules.to_move(root), links)
    visits[ACTION] = 0
    return ACTION + 1


def search(
    worlds: Any,
    place: Any,
    me: Any,
    action: Any,
    iterations: Any,
    size: Any,
    visits: Any,
    available: Any,
    links: Any,
    sums: Any,
    bounds: Any,
    weights: Any,
    out: Any,
    mark: Any,
    cards: Any,
    outcome: Any,
    is_open: Any,
    is_plain: Any,
    stop: Any,
    rng: Any,
    luck: Any,
) -> Any:
    """Find out for player `me` in the concealed state `worlds[0]` what the action is worth; return the number of nodes.

    Goes on in a tree of `size` nodes, for so many iterations or until `stop[0]` is no longer 0. With open cards
    `worlds[0]` is the true state, and every iteration plays on from it. `worlds[place]` is
    spent; playouts go by `playout_action`. `rng` gives every iteration its luck, whose stream is `luck`.
    """
    for _ in range(iterations):
        if stop[0] != 0:
            break
        luck[0] = 1 + rules.below(rng, 1 << 30) * (1 << 30) + rules.below(rng, 1 << 30)
        rules.put(worlds, place, worlds[0])
        s = worlds[place]
        if not is_open:
            rules.determinize(s, me, cards, luck)
        rules.apply(s, action)
        settle(s, cards, luck)
        node = descend(
            s, ACTION, size, visits, available, links, sums, bounds, weights, out, mark, cards, is_plain, luck
        )
        if node == size:
            size += 1
        look_ahead(s, cards)
        settle(s, cards, luck)
        play_out(s, out, cards, luck, is_plain)
        add_outcome(s, node, visits, links, sums, bounds, outcome)
    return size
