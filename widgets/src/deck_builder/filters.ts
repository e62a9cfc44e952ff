/** Which cards of the set are shown. Empty fields ask for nothing. */
import type { DeckCard } from "./model";

export interface Filters {
  name: string;
  suit: string;
  print: string;
  rank: number;
  ability: string;
}

export const ALL: Filters = { name: "", suit: "", print: "", rank: 0, ability: "" };
export const NO_ABILITY = "none";

/** The cards with their places, by which a click names them. */
export type Placed = readonly [place: number, card: DeckCard];

export function filtered(cards: DeckCard[], wanted: Filters): Placed[] {
  const name = wanted.name.trim().toLowerCase();
  return cards
    .map((card, place) => [place, card] as const)
    .filter(
      ([, card]) =>
        (!name || card.title.toLowerCase().includes(name)) &&
        (!wanted.suit || card.suit === wanted.suit) &&
        (!wanted.print || card.print === wanted.print) &&
        (!wanted.rank || card.rank === wanted.rank) &&
        (!wanted.ability || (card.ability ?? NO_ABILITY) === wanted.ability),
    );
}

/** The different values of a field, in the order of the first card that has each. */
export function kinds(cards: DeckCard[], field: (card: DeckCard) => string): string[] {
  return [...new Set(cards.map(field))];
}
