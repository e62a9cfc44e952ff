/** Where the seats of a theatre stand, worked out from its plan: rows, gaps, stagger, boxes and tables. */
import type { Theatre } from "./model";

export interface Place {
  seat: string;
  row: number;
  x: number;
  y: number;
  labels: string[];
  edges: string[];
}

export interface Room {
  cols: number;
  rows: number;
  stage: "apron" | "arc" | "runway" | "cross";
  places: Place[];
  bridges: [Place, Place][];
  rails: number[];
  boxes: Place[];
  tables: { x: number; y: number }[];
  rowNames: { name: string; y: number }[];
}

const STAGES: Record<string, Room["stage"]> = {
  amphitheater: "arc",
  rotunda: "cross",
  "ziegfeld-runway": "runway",
};
const APRON = 0.72;
const TABLE_GAP = 0.38;
const BOX_GAP = 0.22;
const ROW_BREAK = { box: 0.28, table: 0.3 };

const rowOf = (seat: string): number => seat.charCodeAt(0) - 65;
const columnOf = (seat: string): number => Number(seat.slice(1)) - 1;

/** The x of every column when rows stand straight behind each other. */
function columnsOf(seats: string[], boxed: (seat: string) => boolean): number[] {
  const last = Math.max(...seats.map(columnOf));
  const xs: number[] = [];
  let x = 0;
  for (let column = 0; column <= last; column++) {
    const here = seats.filter((seat) => columnOf(seat) === column);
    if (here.some(boxed) && column === last) x += BOX_GAP;
    xs.push(x);
    x += here.length ? 1 : TABLE_GAP;
    if (here.some(boxed) && column === 0) x += BOX_GAP;
  }
  return xs;
}

/** The x of every seat of a staggered house: each stands midway between those behind it. */
function staggered(theatre: Theatre, seats: string[], last: number): Map<string, number> {
  const xs = new Map<string, number>();
  for (const seat of seats.filter((s) => rowOf(s) === last)) xs.set(seat, columnOf(seat));
  for (let row = last - 1; row >= 0; row--) {
    for (const seat of seats.filter((s) => rowOf(s) === row)) {
      const behind = (theatre.neighbours[seat] ?? []).filter((other) => rowOf(other) === row + 1);
      xs.set(seat, behind.reduce((sum, other) => sum + (xs.get(other) ?? 0), 0) / behind.length);
    }
  }
  return xs;
}

function edgesOf(labels: string[], x: number, cols: number): string[] {
  const edges: string[] = [];
  if (labels.includes("front")) edges.push("e-f");
  if (labels.includes("back")) edges.push("e-b");
  if (labels.includes("aisle")) {
    const middle = x + 0.5;
    const atWall = x < 0.01 || x + 1 > cols - 0.01;
    const leftHalf = middle < cols / 2 - 0.01;
    edges.push(leftHalf === atWall ? "e-al" : "e-ar");
  }
  return edges;
}

export function roomOf(theatre: Theatre): Room {
  const seats = Object.keys(theatre.labels);
  const last = Math.max(...seats.map(rowOf));
  const stage = STAGES[theatre.id] ?? "apron";
  const isBox = (seat: string) => (theatre.labels[seat] ?? []).includes("box");
  const joined = (row: number) =>
    seats.some((seat) => rowOf(seat) === row && (theatre.neighbours[seat] ?? []).some((other) => rowOf(other) === row + 1));
  const columns = columnsOf(seats, isBox);
  const offset = seats.some((seat) => (theatre.neighbours[seat] ?? []).some((o) => rowOf(o) !== rowOf(seat) && columnOf(o) !== columnOf(seat)));
  const xs = offset ? staggered(theatre, seats, last) : new Map(seats.map((seat) => [seat, columns[columnOf(seat)] ?? 0]));
  const cols = Math.max(...xs.values()) + 1;

  let y = stage === "cross" ? 0 : stage === "arc" ? 1 : APRON;
  const ys: number[] = [];
  const rails: number[] = [];
  for (let row = 0; row <= last; row++) {
    ys.push(y);
    y += 1;
    if (row === last || joined(row)) continue;
    const gap = theatre.tables.length ? ROW_BREAK.table : ROW_BREAK.box;
    if (!theatre.tables.length) rails.push(y + gap / 2);
    y += gap;
  }

  const places = seats.map((seat) => {
    const x = xs.get(seat) ?? 0;
    const labels = theatre.labels[seat] ?? [];
    return { seat, row: rowOf(seat), x, y: ys[rowOf(seat)] ?? 0, labels, edges: edgesOf(labels, x, cols) };
  });
  const at = new Map(places.map((place) => [place.seat, place]));
  const bridges: [Place, Place][] = [];
  for (const place of places) {
    for (const other of theatre.neighbours[place.seat] ?? []) {
      const there = at.get(other);
      if (there && place.seat < other) bridges.push([place, there]);
    }
  }
  const tables = theatre.tables.map((table) => {
    const around = table.map((seat) => at.get(seat)).filter((place) => place !== undefined);
    return { x: Math.min(...around.map((p) => p.x)) + 1, y: Math.min(...around.map((p) => p.y)) + 1 };
  });
  return {
    cols,
    rows: y,
    stage,
    places,
    bridges,
    rails,
    boxes: places.filter((place) => isBox(place.seat)),
    tables,
    rowNames: ys.map((top, row) => ({ name: String.fromCharCode(65 + row), y: top })),
  };
}

/** "front aisle", "Royal Box", "no label": a seat's labels as they are spoken. */
export function spokenLabels(labels: string[]): string {
  if (labels.includes("box")) return "Royal Box, front aisle";
  return labels.length ? labels.join(" ") : "no label";
}
