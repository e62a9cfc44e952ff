import type { Explain } from "../kit/model";
import type { PileRow as Heap, OpenPile } from "../kit/piles";

/** A card's face. `kind`, `printKind` and `abilityKind` are symbol ids. */
export interface Card {
  name: string;
  title: string;
  suit: string;
  kind: string;
  print: string;
  printKind: string;
  rank: number;
  value: number;
  ability: string | null;
  abilityKind: string | null;
  /** What the ability does, in a few words. */
  does: string;
  job: string;
}

/** A round of the act: its suit once it is known. */
export interface Arch {
  suit: string | null;
  kind: string | null;
  word: string;
  state: "past" | "now" | "later";
  note: string;
}

export interface TokenRow {
  print: string;
  kind: string;
  boosts: number;
  saps: number;
  points: number;
}

/** One line of a value's build-up. */
export interface Line {
  points: number;
  label: string;
  kind: string | null;
  rule: string;
  text: string;
}

export type Fate = "wins" | "ties" | "loses";

/** A player's place on the stage. Without a card, `empty` says why. */
export interface Slot {
  player: number;
  name: string;
  leads: boolean;
  card: Card | null;
  /** The Gamble card that the card replaced. */
  replaced: string | null;
  /** A gambled card lies face down on it. */
  down: boolean;
  lines: Line[];
  total: number | null;
  totalText: string;
  fate: Fate | null;
  empty: string;
}

export interface Scenery {
  key: string;
  title: string;
  note: string;
  done: boolean;
  slots: Slot[];
}

/** An answer to a Sap or a Gamble, with what comes of it. */
export interface Option {
  action: string;
  title: string;
  icon: string;
  kind: string;
  lines: string[];
  tone: string;
  rule: string;
  /** Of a gamble: how many cards would win, tie, lose. */
  odds?: [number, number, number];
}

export interface HandCard {
  card: Card;
  /** The value it would have now; null while it is not the viewer's turn to play a card. */
  value: number | null;
  words: string;
  tone: string;
  extra: string;
  rule: string | null;
}

export interface PileRow extends Heap {
  unseenText: string;
}

export interface TheTheatreBody {
  mine: number;
  line: Arch[];
  tokens: TokenRow[];
  /** The round that is played; null when the game is over. */
  stage: Scenery | null;
  /** The round that was finished last. */
  last: Scenery | null;
  decision: "card" | "sap" | "gamble" | "wait";
  choices: Option[];
  hand: HandCard[];
  handHidden: boolean;
  selected: number | null;
  explain: Explain | null;
  hintCard: number | null;
  hintChoice: string | null;
  piles: PileRow[];
  pile: OpenPile<{ card: Card; copies: number }> | null;
  setup: { openSuits: boolean; starters: { name: string; plan: string }[] } | null;
}

export interface QuestionPlace {
  name: string;
  card: Card | null;
  gambled: Card | null;
  down: boolean;
  note: string;
}

/** The stage of a question; `values` are written under the cards after the answer. */
export interface QuestionStage {
  suit: string | null;
  round: number;
  line: Arch[];
  tokens: TokenRow[];
  places: QuestionPlace[];
  hand: Card[];
  mark: string[];
  values: Record<string, number>;
}
