/** A crowd of cards that is one stop for Tab: arrows walk among them by sight, and no removed card takes the focus along. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Cell, step } from "../kit/keys";

const LESS = ["Delete", "Backspace", "-"];
const MORE = ["+"];

interface RoveProps {
  label: string;
  class: string;
  /** The card under the keyboard or the pointer. */
  onLook: (place: number) => void;
  onMore?: (place: number) => void;
  onLess: (place: number) => void;
  children: ComponentChildren;
}

const placeOf = (target: EventTarget | null): number | null => {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-place]") : null;
  return cell ? Number(cell.dataset["place"]) : null;
};

export function Rove({ label, class: look, onLook, onMore, onLess, children }: RoveProps) {
  const root = useRef<HTMLDivElement>(null);
  const at = useRef(0);
  const last = useRef<HTMLElement | null>(null);
  const all = () => [...(root.current?.querySelectorAll<HTMLElement>("[data-walk]") ?? [])];

  const settle = () => {
    const cards = all();
    at.current = Math.max(0, Math.min(at.current, cards.length - 1));
    cards.forEach((card, i) => (card.tabIndex = i === at.current ? 0 : -1));
    return cards;
  };
  useLayoutEffect(() => {
    const cards = settle();
    const lost = last.current && !last.current.isConnected && (document.activeElement === document.body || !document.activeElement);
    if (lost) cards[at.current]?.focus({ preventScroll: true });
    if (lost && !cards.length) last.current = null;
  });

  const look_ = (event: Event) => {
    const place = placeOf(event.target);
    if (place !== null) onLook(place);
  };
  const focused = (event: FocusEvent) => {
    last.current = event.target as HTMLElement;
    at.current = Math.max(0, all().indexOf(last.current));
    settle();
    look_(event);
  };
  const left = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) last.current = null;
  };
  const pressed = (event: KeyboardEvent) => {
    const place = placeOf(event.target);
    if (place === null) return;
    if (LESS.includes(event.key)) onLess(place);
    else if (MORE.includes(event.key) && onMore) onMore(place);
    else {
      const cards = all();
      const cells: Cell[] = cards.map((card, i) => {
        const box = card.getBoundingClientRect();
        return { id: String(i), row: Math.round(box.top), x: box.left };
      });
      const here = String(cards.indexOf(event.target as HTMLElement));
      let next = step(cells, here, event.key, event.ctrlKey);
      if (next === here && event.key === "ArrowRight") next = String(Math.min(cards.length - 1, Number(here) + 1));
      if (next === here && event.key === "ArrowLeft") next = String(Math.max(0, Number(here) - 1));
      if (!event.key.startsWith("Arrow") && event.key !== "Home" && event.key !== "End") return;
      cards[Number(next)]?.focus();
    }
    event.preventDefault();
  };
  return (
    <div class={look} role="group" aria-label={label} ref={root} onKeyDown={pressed} onFocusIn={focused} onFocusOut={left} onPointerOver={look_}>
      {children}
    </div>
  );
}
