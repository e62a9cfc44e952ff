"""The Theatre's rule book, clause by clause, in our own words. "Ruling" marks what this project settled itself."""

from __future__ import annotations

from theatre_lab.core.clauses import Clause, Clauses

__all__ = ["CLAUSES"]

CLAUSES = Clauses(
    Clause(*entry)
    for entry in (
        (
            "TT-C1",
            "A card",
            "A card shows a name, one of five suits, one of nine prints, a rank of one to four tickets, a value, and perhaps an ability. Role and job are there for the story. Name and suit together make a specific card, and it has one definition only. Ruling: a name holds no ' + ', no parenthesis, and does not end in ' for two'.",
        ),
        (
            "TT-C2",
            "Chaos",
            "Chaos belongs to a later set, and its rules have not been published. Cards with it are refused.",
        ),
        ("TT-C3", "Suit cards", "Five suit cards, one a suit: Charm, Luck, Agility, Will, Strength."),
        (
            "TT-S1",
            "Directors and decks",
            "Two to four directors, each with a legal deck of their own, shuffled. Who leads first is drawn by lot. Decks can be starter decks, your own, or drafted.",
        ),
        (
            "TT-A1",
            "An act begins",
            "Everybody draws five cards. Then the five suit cards are shuffled and laid in a line; each names the Desired Suit of one round. Ruling: they lie face down and are turned one a round, unless you play with open suits.",
        ),
        (
            "TT-A2",
            "Too few cards",
            "Drawing goes by seats. Whoever has fewer than five cards in the deck first shuffles the breakroom into it. Still fewer than five: out of the game. Ruling: the cards of who is out stay where they are and still count as not dismissed.",
        ),
        (
            "TT-A3",
            "An act ends",
            "After five rounds every token and every bonus is cleared away, and the next act begins.",
        ),
        (
            "TT-W1",
            "The last one standing",
            "When all have drawn: the only director still in wins. If all who were left drop out in the same draw, more cards in the deck win (the breakroom is in it by then). Ruling: with equally many the win is shared.",
        ),
        (
            "TT-R1",
            "Play a card",
            "The round's suit card is turned: the Desired Suit. The leader plays a card from hand, then the others clockwise, one each.",
        ),
        (
            "TT-R2",
            "Tokens at once",
            "A Boost or Sap token lies in the play area as soon as its card is played, before the next director plays.",
        ),
        (
            "TT-R3",
            "Values",
            "When all have played and all gambles are done, the values are worked out together: the printed value, then everything that is added or taken away, then anything that multiplies. A value may fall below zero; there is no limit either way.",
        ),
        (
            "TT-R4",
            "Who wins the round",
            "The highest value wins: the card goes to its owner's breakroom, with the Gamble card it replaced. All others are dismissed; cards that tie for the highest too. The winner leads the next round. Rulings: after a tie the leader stays; the lead carries over into the next act; if the leader is out, the next director clockwise leads.",
        ),
        (
            "TT-R5",
            "The suit card goes",
            "After the round its suit card is discarded. A round without a suit card has no suit bonus.",
        ),
        ("TT-B1", "Desired Suit", "Every card of the Desired Suit gets 3 more."),
        (
            "TT-B2",
            "Boost and Sap",
            "Each Boost token adds 1 to every card of its print, whoever plays it, and each Sap token takes 1 away: in the round it was placed (for cards played before it and for its own card too) and for the rest of the act. Tokens add up and do not remove one another.",
        ),
        (
            "TT-B3",
            "Sap as a broom",
            "Instead of placing its token, a Sap may remove one Boost token of any print that lies there at that moment. Without a Boost token there is nothing to choose.",
        ),
        (
            "TT-B4",
            "Combo",
            "A Combo card adds 1 (or 2) to the next card its owner plays in this act, never to itself. A gambled card is the card of its round, so it takes the bonus. At the end of the act the bonus is lost.",
        ),
        (
            "TT-B5",
            "Finisher",
            "A Finisher grows by 1 with every card you have played before it in the act: from 0 in the first round to 4 in the last. A gamble adds none.",
        ),
        (
            "TT-B6",
            "Gamble",
            "When all have played, owners of Gamble cards decide in the order of play. To gamble is to lay the deck's top card, unseen, in its place (an empty deck takes in the breakroom first; with nothing to draw there is no choice). Then all new cards are turned over together and played in that order, each in place of its Gamble card: abilities work, except another Gamble. Both cards share one fate: the breakroom if the new one wins, dismissed if not.",
        ),
        ("TT-D1", "Copies and size", "A deck has at least 5 cards, and at most 2 copies of a specific card."),
        (
            "TT-D2",
            "Base",
            "The base is 4 cards of each rank when two play (16 cards), 5 when three or four play (20 cards), or another number from 1 to 10 that all agree on.",
        ),
        (
            "TT-D3",
            "Swaps",
            "Two cards of a rank may become one of the next rank, or one card two of the rank below, as often as you like. So ranks weigh 1, 2, 4 and 8, and a deck must weigh exactly 15 times the base.",
        ),
        (
            "TT-D4",
            "Smaller decks",
            "Ruling: one answer of the designers speaks of a maximum only; with the option for smaller decks the weight may be lower.",
        ),
        (
            "TT-F1",
            "Draft: circles",
            "Each director has as many circles to mark for each rank as the base says. Each rank makes a deck of its own, and all four are shuffled.",
        ),
        (
            "TT-F2",
            "Draft: a turn",
            "Rounds go through ranks 1, 2, 3, 4 and again. A row of two cards more than there are directors lies open and is refilled after each choice while the rank's deck lasts. In turn from the leader: take one card and mark a circle of its rank; or take two and mark one circle of the next higher rank; or take one and mark two circles of the next lower rank (each of these at most twice a rank); or skip, once in the draft, to lead the next round.",
        ),
        (
            "TT-F3",
            "Draft: the lead",
            "After a round the lead moves one seat clockwise, unless somebody skipped: then the last who did leads. The order within a round never changes.",
        ),
        (
            "TT-F4",
            "Draft: the end",
            "The draft ends the moment every circle of every director is marked. The leader of that round keeps the lead for the game or gives it to anybody.",
        ),
        (
            "TT-F5",
            "Draft: passing",
            "Rulings. The limits of two count by the rank of the cards taken. A third copy of a specific card cannot be taken. Without circles you pass without being asked. With circles but nothing you may take you pass, or skip if you still can. After four rounds in a row in which nobody took a card the circles left are void and the draft ends.",
        ),
    )
)
