/** What Python tells the front end about Cabaret. */
import type { Reasons } from "../kit/model";

export interface Face {
  name: string;
  kind: string;
  genre: string;
  rank: number;
  stars: number;
}

export interface Refused {
  clause: string;
  reason: string;
}

export interface HandCard extends Face {
  refused: Refused | null;
}

export interface Group {
  genre: string;
  kind: string;
  own: boolean;
  cards: HandCard[];
  /** Why none of these may be played now. */
  why: { text: string; rule: string } | null;
}

export interface Place {
  seat: number;
  who: string;
  kind: string;
  leads: boolean;
  card: Face | null;
  cancelled: boolean;
  ahead: boolean;
  now: boolean;
  note: string;
}

export interface LastCard {
  who: string;
  card: Face;
  cancelled: boolean;
  leads: boolean;
  wins: boolean;
}

export interface Pile {
  who: string;
  kind: string;
  cards: (Face & { counts: boolean })[];
  points: number;
  lacks: { genre: string; kind: string }[];
}

export interface CabaretBody {
  mine: number;
  deciding: boolean;
  show: Place[];
  note: string;
  stake: string | null;
  groups: Group[];
  count: number;
  handHidden: boolean;
  mime: (HandCard & { count: number }) | null;
  selected: string | null;
  hintCard: string | null;
  explain: Reasons | null;
  last: { cards: LastCard[]; nobody: boolean } | null;
  piles: Pile[];
  aside: { cards: Face[]; mimes: number } | null;
  setup: { rounds: number; allGenres: boolean } | null;
}

/** The picture of a question. `values`, by player or card, say after the answer what becomes of each. */
export interface QuestionShow {
  show: { who: string; card: Face }[];
  waiting: string[];
  hand: Face[];
  pick: "show" | "hand";
  nobody: boolean;
  caption: string;
  values: Record<string, string | number>;
}
