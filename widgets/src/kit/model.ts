/** What Python tells the front end about any game. Nothing hidden from the viewer is ever in it. */

/** One reason of a score: whom the points belong to, the clause, the amount and a few words. */
export interface Part {
  who: string;
  rule: string;
  points: number;
  text: string;
}

export interface Clause {
  title: string;
  text: string;
}

export type Rules = Record<string, Clause>;

/** A piece of a rule's text; `rule` is what it links to, empty for plain text. */
export interface Piece {
  text: string;
  rule: string;
}

/** A worked example: `here` is the answer under changed numbers, empty where it is the printed one. */
export interface Example {
  situation: string;
  lines: { question: string; answer: string; here: string }[];
  parts: Part[];
  note: string;
  board: unknown;
}

/** A rule as the rule book tells it. `game` is the one whose cards the example shows. */
export interface Entry {
  id: string;
  game: string;
  title: string;
  pieces: Piece[];
  changes: string[];
  example: Example | null;
  see: { id: string; title: string }[];
  taught: string;
  drill: string;
}

/** A move that was refused: shown at `where`, with its reason and clause. */
export interface Refusal {
  where: string;
  title: string;
  text: string;
  rule: string | null;
}

export interface Explain {
  title: string;
  kind: string | null;
  parts: Part[];
  total: number;
  totalText: string;
  note?: string | null;
}

/** What a chosen card is and does: a mark (a number, → or ✕), words and a rule a row. */
export interface Reasons {
  title: string;
  kind: string;
  rows: { mark: string; text: string; rule: string }[];
  note: string | null;
}

export interface Action {
  label: string;
  intent: string;
  args?: Record<string, unknown>;
  primary?: boolean;
}

export interface Prompt {
  text: string;
  note: string;
  actions: Action[];
}

export interface Player {
  name: string;
  note: string;
  score: number | null;
  now: boolean;
  you: boolean;
  /** Cards that everybody knows to be in this hand. */
  known: string[];
  /** A symbol that stands for this player (an agent, a deck). */
  kind?: string | null;
  /** Counts that everybody may see: mimes, piles, tokens. */
  facts?: Fact[];
}

/** `icon` is a symbol id, `text` the count, `label` what a screen reader says. */
export interface Fact {
  icon: string;
  text: string;
  label: string;
}

export interface LogLine {
  who: string;
  text: string;
  card: string | null;
  after?: string | null;
  gain?: number | null;
}

export interface Curtain {
  title: string;
  text: string;
  button: string;
}

export interface Thinking {
  name: string;
  text: string;
  /** How far the rules are compiled, while that goes on. */
  note: string | null;
  seconds: number;
  /** May it be told to move now? */
  stop: boolean;
}

/** A suggested move with its reasons; `outlook` compares the best moves, `busy` means that it is still looked for. */
export interface Hint {
  text: string;
  parts: Part[];
  total: number;
  outlook: { rows: { text: string; win: string; score: string }[]; heads: string[]; note: string } | null;
  busy: boolean;
}

export interface GameOver {
  title: string;
  /** The heading of the account. */
  heading: string;
  note: string;
  rule: string | null;
  players: string[];
  winners: number[];
  /** Without a rule: points that were there before the first decision. */
  rows: { rule: string | null; title: string; values: number[] }[];
  totals: number[];
}

export interface Chair {
  name: string;
  kind: string;
}

export interface Setup {
  kinds: { id: string; label: string }[];
  chairs: Chair[];
  least: number;
  most: number;
  practice: boolean;
}

export interface Step {
  text: string;
  state: "done" | "now" | "later";
}

/** A live game at the table. `body` belongs to the game. */
export interface TableModel<Body> {
  game: string;
  title: string;
  when: string;
  ply: number;
  players: Player[];
  prompt: Prompt;
  steps: Step[];
  log: LogLine[];
  refusal: Refusal | null;
  curtain: Curtain | null;
  thinking: Thinking | null;
  over: GameOver | null;
  panel: "new" | "load" | null;
  setup: Setup | null;
  practice: boolean | null;
  canUndo: boolean;
  hint: Hint | null;
  say: string;
  /** The review of the finished game, while it is open. */
  review?: unknown;
  body: Body;
}

/** A question; `board`, `card` and `cards` are drawn by the game's own part. */
export interface Question<Picture = unknown, Card = unknown> {
  prompt: string;
  clause: string | null;
  kind: "choice" | "number" | "seat";
  options: { value: string | number; label: string }[];
  min: number | null;
  max: number | null;
  board: Picture | null;
  cards: Card[];
  card: Card | null;
}

export interface PredictModel {
  ply: number;
  game: string;
  title: string;
  number: number;
  question: Question;
  stage: "ask" | "shown" | "checked";
  given: string | number | null;
  right: boolean | null;
  answers: (string | number)[];
  hints: string[];
  moreHints: boolean;
  solution: string | null;
  parts: Part[];
  total: number | null;
  tally: { right: number; asked: number; streak: number };
  last: boolean;
  refusal: Refusal | null;
  say: string;
}

/** What the picture of a question is drawn from. `onSeat` is there while a place may be chosen as the answer. */
export interface Asked<Picture, Card> {
  question: Question<Picture, Card>;
  open: boolean;
  chosen: string | null;
  good: string[];
  bad: string[];
  onSeat: ((seat: string) => void) | undefined;
}
