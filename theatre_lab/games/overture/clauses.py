"""Overture's rule book, clause by clause, in our own words."""

from __future__ import annotations

from theatre_lab.core.clauses import Clause, Clauses

__all__ = ["CLAUSES"]

CLAUSES = Clauses(
    Clause(*entry)
    for entry in (
        (
            "OV-S1",
            "Players and theatre",
            "Two to four players, and everybody furnishes the same one of the eight theatres: chosen, or drawn by lot.",
        ),
        (
            "OV-S2",
            "The deal",
            "Shuffle the 56 patrons. Everybody gets one; with three players one more leaves unseen, the ghost. The next three lie open in the lobby, slot 0 first.",
        ),
        (
            "OV-S3",
            "Rounds",
            "Twelve rounds, always in the same order of players. With three players a card leaves the deck unseen after each round, as long as there is one.",
        ),
        (
            "OV-T1",
            "Draw",
            "Your turn begins with drawing, one card at a time, from deck or lobby, until you hold two cards (three when two play). While there is anything to draw you must.",
        ),
        (
            "OV-T2",
            "One visit to the lobby",
            "When two play, at most one draw of a turn may come from the lobby while the deck has cards; with the deck empty the limit is gone.",
        ),
        ("OV-T3", "Seat", "Then seat one card of your hand on any empty seat of your own house. It stays there."),
        (
            "OV-T4",
            "Discard",
            "When two play and you still hold more than one card, put one away face down. It is out of the game.",
        ),
        (
            "OV-L1",
            "The frozen slot",
            "As long as a card is left in the deck, only slots 1 and 2 of the lobby may be taken from: slot 0 is frozen. Once the deck is empty, whatever lies in the lobby is free.",
        ),
        (
            "OV-L2",
            "The lobby moves up",
            "Take a lobby card and the ones left of it slide one slot to the right; the deck's top card enters slot 0. An empty deck refills nothing.",
        ),
        (
            "OV-L3",
            "What is hidden",
            "Hidden: the others' hands and discards, the order of the deck, the ghosts. Everybody sees the lobby and who took what from it, the houses, and how many cards lie where.",
        ),
        (
            "OV-G1",
            "Seat labels",
            "A seat can be front, back, aisle or several of them, or none. A Royal Box counts as front and aisle too.",
        ),
        (
            "OV-G2",
            "Neighbours",
            "Neighbours sit directly beside, before or behind, unless the stage, a gap between tables, a break between rows or the edge of a Royal Box parts them. In the staggered Amphitheater the offset seats touch as well. The front neighbours are those one row nearer the stage.",
        ),
        ("OV-G3", "Seat names", "A seat is named by its row, A nearest the stage, and its column from the left: B3."),
        ("OV-P1", "Patron", "A Patron is worth 3, anywhere."),
        (
            "OV-P2",
            "VIP",
            "A VIP is worth 3, and 2 more on a front seat. Every neighbouring Kid costs 2, every Noisy neighbour 2; a Noisy Kid costs both.",
        ),
        (
            "OV-P3",
            "Lovebirds",
            "Lovebirds are worth 1 alone. Two side by side in a row make a pair: 3 more each, and another 2 each on back seats. Pairs are counted from the left, and nobody loves twice: of three, the third stays alone.",
        ),
        (
            "OV-P4",
            "Kid",
            "A Kid is worth 1, or 4 when capped: an unbroken line of Kids, across or lengthwise, with a Teacher at both ends. Capped both ways is still 4. Offset seats make no line.",
        ),
        (
            "OV-P5",
            "Teacher",
            "A Teacher is worth 3, and 1 more for each Kid in a line this Teacher helps to cap. Each Kid counts once.",
        ),
        (
            "OV-P6",
            "Critic",
            "A Critic is worth 3, and 2 more on an aisle seat, unless a neighbour is Noisy. The noise itself costs as well.",
        ),
        ("OV-P7", "Friends", "Friends are worth 3, and 1 more for every neighbouring Friends card."),
        (
            "OV-P8",
            "Kids at tables",
            "In The Dinner Playhouse a table decides: a Kid is capped when any Teacher sits at its table, and a Teacher earns 1 for each Kid there, the one across the corner too.",
        ),
        (
            "OV-X1",
            "Tall",
            "Whoever sits right behind a Tall patron loses 2 for each Tall patron in front. Short patrons have their own rule. Being Tall costs the Tall patron nothing.",
        ),
        (
            "OV-X2",
            "Short",
            "A Short patron gains 2 when nobody sits in front of them. With a Tall patron in front they lose 3, once, instead of the usual 2. Anything else in front: 0.",
        ),
        ("OV-X3", "Bespectacled", "A Bespectacled patron gains 2 on every seat that is not a back seat."),
        (
            "OV-X4",
            "Noisy",
            "Each neighbour of a Noisy patron loses 1 for each Noisy neighbour. The Noisy one hears nothing of it.",
        ),
        (
            "OV-H1",
            "No house rule",
            "The Grand Empress, The Ziegfeld Runway and The Rotunda have their plan and no rule beyond it.",
        ),
        ("OV-H2", "The Blackbox", "A close crowd: 1 more for each patron with three or more neighbours present."),
        (
            "OV-H3",
            "The Opera House",
            "Royal favour: your single best patron earns 3 more. Of equals the one nearest the stage, then the leftmost.",
        ),
        ("OV-H4", "The Promenade", "With three or more Critics on aisle seats every Critic of the house earns 1 more."),
        ("OV-H5", "The Amphitheater", "Each row without an empty seat earns 2."),
        ("OV-H6", "The Dinner Playhouse", "Each table with all four seats taken earns 3."),
        ("OV-E1", "The end", "After everybody's twelfth turn the game is over. Only seated patrons count."),
        (
            "OV-E2",
            "The winner",
            "Most points win. Equal: more Noisy patrons seated; still equal, with three or four players: more different types seated; still equal: whoever comes later in the order of play. There is always one winner.",
        ),
    )
)
