import type { Explain, Reasons } from "../kit/model";
import type { PileRow as Heap, OpenPile } from "../kit/piles";

/** A worker's face. `kind` is a symbol id; a value that is null means: it may not be sent there. */
export interface Face {
  name: string;
  title: string;
  kind: string;
  cost: number | null;
  labor: string | null;
  performance: string | null;
  wounded: boolean;
  /** What it can do, in a few words. */
  short: string;
  ability: string;
  clause: string;
}

export interface Why {
  text: string;
  rule: string;
}

export type Zone = "hand" | "stage" | "labor" | "supply" | "discard";

/** A card that may be chosen; `why` says why nothing can be done with it now, `places` where it can be sent. */
export interface Card extends Face {
  can: boolean;
  why: Why | null;
  hint: boolean;
  places: string[];
}

export interface PileCard extends Face {
  copies: number;
}

export interface Meter {
  tp: number;
  words: string;
  next: string;
  marks: { tp: number; name: string; vp: number; got: boolean }[];
  most: number;
}

export interface Stage {
  player: number;
  name: string;
  title: string;
  turn: boolean;
  meter: Meter;
  cards: Card[];
  /** The attack or charge that this stage may be the target of. */
  target: { action: string; label: string; hint: boolean } | null;
  why: Why | null;
}

export interface SupplyPile extends Card {
  left: number;
  reach: boolean;
  /** What a hire leaves to spend. */
  after: string | null;
}

export interface PileRow extends Heap {
  restText: string;
}

export interface MythicCircusBody {
  mine: number;
  deciding: boolean;
  live: Zone | "players" | null;
  /** May cards be sent on stage or to labor now? */
  sending: boolean;
  turn: string;
  own: Stage;
  others: Stage[];
  choices: { title: string; cards: (Card & { copies: number })[] } | null;
  labor: { title: string; mine: boolean; points: number; note: string; cards: Face[] };
  hand: Card[];
  handWhy: Why | null;
  handHidden: boolean;
  supply: SupplyPile[];
  supplyNote: string;
  selected: { zone: Zone; index: number; player: number | null } | null;
  explain: Reasons | null;
  performance: Explain;
  hintTotal: string;
  piles: PileRow[];
  pile: OpenPile<PileCard> | null;
  setup: { finish: string; maxTurns: number; goal: number } | null;
}

/** The board of a question. A place is `"hand Golem"`, `"Ann Unicorn"` or `"Ann"`. */
export interface BoardCard extends Face {
  place: string;
  left?: number;
}

export interface Board {
  stages: { zone: string; title: string; name: string | null; tp: string | null; cards: BoardCard[] }[];
  zones: { zone: string; title: string; cards: BoardCard[] }[];
  deckCount: number | null;
  points: number | null;
  values: Record<string, number>;
  mark: string[];
  places: string[];
}
