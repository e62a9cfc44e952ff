import type { Explain, Part, Refusal } from "../kit/model";

/** A patron's face. `kind` and `trait` are symbol ids (`patron-kid`, `trait-tall`). */
export interface Card {
  name: string;
  type: string;
  kind: string;
  trait: string | null;
  traitName: string | null;
  base: number;
  lines: string[];
}

export interface Theatre {
  id: string;
  name: string;
  labels: Record<string, string[]>;
  neighbours: Record<string, string[]>;
  tables: string[][];
  houseRule: { rule: string; text: string } | null;
}

export interface Seated {
  card: Card;
  /** null where the points are still a question. */
  points: number | null;
  parts: Part[];
}

/** What a card would do on one empty seat: its own points, the change of the whole house, and why. */
export interface Answer {
  own: number;
  delta: number;
  parts: Part[];
  changes: Record<string, number>;
}

export interface Preview {
  card: Card;
  seats: Record<string, Answer>;
  best: string[];
}

export interface House {
  owner: string;
  seats: Record<string, Seated>;
  total: number | null;
  houseParts: Part[];
}

export interface SeatingModel {
  ply: number;
  title: string;
  sandbox: boolean;
  theatre: Theatre;
  house: House;
  palette: Card[] | null;
  types: Card[];
  traits: { id: string; name: string }[];
  selected: Card | null;
  from: string | null;
  preview: Preview | null;
  target: string | null;
  refusal: Refusal | null;
  say: string;
}

export interface LobbySlot {
  card: Card | null;
  frozen: boolean;
  open: boolean;
  best: number | null;
}

export interface OvertureBody {
  theatre: Theatre;
  houses: House[];
  /** Whose house lies in the middle of the table. */
  mine: number;
  enlarged: number | null;
  hand: Card[];
  handHidden: boolean;
  selected: number | null;
  target: string | null;
  preview: Preview | null;
  decision: "draw" | "seat" | "discard" | "wait";
  lobby: LobbySlot[];
  deck: number;
  deckOpen: boolean;
  hintCard: number | null;
  hintSeat: string | null;
  hintDraw: string | null;
  setup: { theatres: Theatre[]; theatre: string | null } | null;
}

/** The house of a question; `values` are the points written on its seats after the answer. */
export interface QuestionHouse {
  theatre: Theatre;
  house: House;
  mark: string[];
  values: Record<string, number>;
}

export type { Explain };
