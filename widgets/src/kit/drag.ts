/** Dragging by pointer events: one way for mouse, pen and finger. */
export interface Drag {
  root: HTMLElement;
  onStart(): void;
  onOver(drop: string | null): void;
  onDrop(drop: string | null): void;
}

/** How far a pointer travels before a press becomes a drag, in pixels. */
const THRESHOLD = 7;

function dropAt(root: HTMLElement, x: number, y: number): string | null {
  const hit = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-drop]");
  return hit && root.contains(hit) ? (hit.dataset["drop"] ?? null) : null;
}

export function startDrag(event: PointerEvent, drag: Drag): void {
  if (event.button !== 0) return;
  const source = event.currentTarget as HTMLElement;
  const box = source.getBoundingClientRect();
  const from = { x: event.clientX, y: event.clientY };
  let ghost: HTMLElement | null = null;
  let over: string | null = null;

  const begin = () => {
    ghost = document.createElement("div");
    ghost.className = "theatre-lab tl-ghost";
    ghost.setAttribute("aria-hidden", "true");
    const copy = source.cloneNode(true) as HTMLElement;
    copy.style.setProperty("--u", `${box.width + 10}px`);
    copy.style.position = "static";
    copy.removeAttribute("tabindex");
    ghost.append(copy);
    document.body.append(ghost); // a notebook may move its cells by transforms, and "fixed" with them
    drag.onStart();
  };
  const move = (at: PointerEvent) => {
    if (at.pointerId !== event.pointerId) return;
    if (!ghost && Math.hypot(at.clientX - from.x, at.clientY - from.y) < THRESHOLD) return;
    if (!ghost) begin();
    at.preventDefault();
    ghost!.style.transform = `translate(${box.left + at.clientX - from.x}px, ${box.top + at.clientY - from.y}px)`;
    const now = dropAt(drag.root, at.clientX, at.clientY);
    if (now !== over) drag.onOver((over = now));
  };
  const end = (at: PointerEvent) => {
    if (at.pointerId !== event.pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    drag.onOver(null);
    swallowClick();
    if (at.type === "pointerup") drag.onDrop(dropAt(drag.root, at.clientX, at.clientY));
  };
  addEventListener("pointermove", move, { passive: false });
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** The click that a browser makes out of the end of a drag is not a second move. */
function swallowClick(): void {
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
}
