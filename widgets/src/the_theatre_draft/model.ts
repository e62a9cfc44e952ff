import type { Card } from "../the_theatre/model";

/** A card of the row. `reason` says why it cannot be taken by the viewer now. */
export interface RowCard {
  card: Card;
  note: string;
  reason: string | null;
  rule: string | null;
  hint: boolean;
}

/** A rank with its row as it lies and the number of cards in its deck. */
export interface Rank {
  rank: number;
  state: "now" | "";
  stock: number;
  cards: Card[];
}

/** Something that may be done with the cards that are picked. Without `action` it is refused, or waits for a card. */
export interface Way {
  key: string;
  title: string;
  line: string;
  action: string | null;
  /** The action that is refused. */
  refused: string | null;
  reason: string | null;
  rule: string;
  marks: Marks | null;
}

export interface Marks {
  rank: number;
  count: number;
}

/** A player's circles by rank; `pairs` and `doubles` are used so often, null where a rank has none. */
export interface Sheet {
  player: number;
  name: string;
  mine: boolean;
  leads: boolean;
  now: boolean;
  ranks: { rank: number; marked: number; open: number; pairs: number | null; doubles: number | null }[];
  skips: number;
}

export interface Counted {
  name: string;
  kind: string;
  count: number;
}

export interface Plan {
  ranks: number[];
  mean: string | null;
  suits: Counted[];
  prints: Counted[];
  abilities: Counted[];
}

export interface DraftBody {
  mine: number;
  rank: number;
  ranks: Rank[];
  row: RowCard[];
  selected: number[];
  decision: "card" | "lead" | "wait";
  ways: Way[];
  /** The way that a second click takes, and the circles it marks. */
  ready: string | null;
  marks: Marks | null;
  hint: string | null;
  sheets: Sheet[];
  limits: { pairs: number; doubles: number };
  owners: { player: number; name: string; count: number }[];
  deck: { player: number; name: string; count: number; cards: { card: Card; copies: number }[]; plan: Plan };
  /** `ownPool` counts the cards of a pool that is not the usual one. */
  setup: { base: number; ownPool: number | null } | null;
}
