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
  seconds: number;
  stop: boolean;
}

export interface GameOver {
  title: string;
  note: string;
  rule: string | null;
  players: string[];
  winners: number[];
  rows: { rule: string; title: string; values: number[] }[];
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
  practice: boolean;
  canUndo: boolean;
  hint: { text: string; parts: Part[]; total: number } | null;
  say: string;
  body: Body;
}
