/** Jupyter acts on keys pressed inside an output: every focusable element says that it keeps its own. */
export const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" } as const;

/** Stops keys at the widget's edge; Tab, Escape and Shift+Enter go on to the notebook. */
export function keepKeys(event: KeyboardEvent): void {
  const leaves = event.key === "Tab" || event.key === "Escape" || (event.key === "Enter" && event.shiftKey);
  if (!leaves) event.stopPropagation();
}

export interface Cell {
  id: string;
  row: number;
  x: number;
}

/** The cell that an arrow, Home or End leads to from `current`; `current` itself at an edge. */
export function step(cells: Cell[], current: string, key: string, ctrl = false): string {
  const here = cells.find((cell) => cell.id === current);
  if (!here) return cells[0]?.id ?? current;
  const row = (n: number) => cells.filter((cell) => cell.row === n).sort((a, b) => a.x - b.x);
  const mine = row(here.row);
  const at = mine.findIndex((cell) => cell.id === current);
  const rows = [...new Set(cells.map((cell) => cell.row))].sort((a, b) => a - b);
  const vertical = (by: number): string => {
    const next = rows[rows.indexOf(here.row) + by];
    if (next === undefined) return current;
    return row(next).reduce((best, cell) => (Math.abs(cell.x - here.x) < Math.abs(best.x - here.x) ? cell : best)).id;
  };
  switch (key) {
    case "ArrowLeft":
      return mine[at - 1]?.id ?? current;
    case "ArrowRight":
      return mine[at + 1]?.id ?? current;
    case "ArrowUp":
      return vertical(-1);
    case "ArrowDown":
      return vertical(1);
    case "Home":
      return (ctrl ? row(rows[0] ?? 0) : mine)[0]?.id ?? current;
    case "End":
      return (ctrl ? row(rows.at(-1) ?? 0) : mine).at(-1)?.id ?? current;
    default:
      return current;
  }
}

/** Left and right walk between the `[data-walk]` elements of a group (a hand, a lobby, a palette). */
export function walk(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by) return;
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[data-walk]")];
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  all[(at + by + all.length) % all.length]?.focus();
}
