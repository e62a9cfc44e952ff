import type { Refusal } from "../kit/model";
import type { Card } from "../the_theatre/model";

/** A card that can be shown: how many of it are in the deck, and whether the card set offers it. */
export interface DeckCard extends Card {
  copies: number;
  offered: boolean;
}

/** A rank in the swap arithmetic; `mend` is how many cards more (or, below zero, fewer) would be right. */
export interface RankRow {
  rank: number;
  count: number;
  each: number;
  weight: number;
  mend: number;
}

export interface Fault {
  rule: string;
  problem: string;
  remedy: string;
}

export interface BarRow {
  label: string;
  kind: string | null;
  count: number;
  /** The same of the deck it is compared with. */
  other: number | null;
}

export interface Bars {
  title: string;
  rows: BarRow[];
}

export interface DeckModel {
  ply: number;
  title: string;
  base: number;
  allowSmaller: boolean;
  cards: DeckCard[];
  /** How many copies of a specific card are allowed. */
  most: number;
  count: number;
  ranks: RankRow[];
  weight: number;
  target: number;
  faults: Fault[];
  legal: boolean;
  verdict: string;
  sum: string;
  swaps: string;
  /** The nearest legal counts, when these are not. */
  mended: number[] | null;
  bars: Bars[];
  compared: { name: string; plan: string } | null;
  starters: { name: string; plan: string; count: number }[];
  text: string;
  panel: boolean;
  canUndo: boolean;
  /** Another card set than the built-in one is on offer. */
  ownSet: boolean;
  refusal: Refusal | null;
  say: string;
}
