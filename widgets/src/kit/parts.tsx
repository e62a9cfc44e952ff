/** The small parts that every widget is made of. */
import common from "symbols:place,ui";
import type { ComponentChildren, ComponentProps, ComponentType } from "preact";
import { createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { OWN_KEYS } from "./keys";
import { EntryBody } from "./entry";
import type { Entry, Explain, Part, Reasons, Refusal, Rules } from "./model";

const symbols: Record<string, string> = { ...common };

/** A game brings its own symbols: `addSymbols(symbols)` with `import symbols from "symbols:genre,mime"`. */
export function addSymbols(more: Record<string, string>): void {
  Object.assign(symbols, more);
}

export function Icon({ id }: { id: string }) {
  return <svg class="i" viewBox="0 0 24 24" aria-hidden="true" dangerouslySetInnerHTML={{ __html: symbols[id] ?? "" }} />;
}

/** A symbol on its own fill: the sign of a type, a trait or a suit. */
export function Medallion({ kind, class: extra = "" }: { kind: string; class?: string }) {
  return (
    <span class={`med ${extra}`} data-kind={kind}>
      <Icon id={kind} />
    </span>
  );
}

type ButtonProps = ComponentProps<"button"> & { icon?: string; look?: string; children?: ComponentChildren };

export function Button({ icon, look = "", children, ...rest }: ButtonProps) {
  return (
    <button type="button" class={`btn ${look}`} {...OWN_KEYS} {...rest}>
      {icon && <Icon id={icon} />}
      {children}
    </button>
  );
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
export const plain = (n: number): string => (n < 0 ? `−${-n}` : `${n}`);
export const count = (n: number, word: string): string => `${plain(n)} ${word}${Math.abs(n) === 1 ? "" : "s"}`;

/** Clause texts, and which one the reader has opened; `about` names the seats or cards it was asked about. */
export const RuleBook = createContext<{ rules: Rules; open: (id: string, about?: string) => void }>({ rules: {}, open: () => {} });

export function ClauseLink({ id, about = "" }: { id: string; about?: string }) {
  const { rules, open } = useContext(RuleBook);
  return (
    <button type="button" class="cl" {...OWN_KEYS} aria-label={`Why? ${id}${rules[id] ? `, ${rules[id].title}` : ""}`} onClick={() => open(id, about)}>
      {id}
    </button>
  );
}

/** Scrolls no further than needed for a note to be read. */
function useInView(key: unknown) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.scrollIntoView({ block: "nearest" }), [key]);
  return note;
}

/** Where a note stands: so far down in the widget, and at its right or left edge. */
export interface Spot {
  top: number;
  isRight: boolean;
}

const near = (at: Spot | null) => (at === null ? "" : `near ${at.isRight ? "right" : ""}`);
const below = (at: Spot | null) => at && { top: `${at.top}px` };

interface ClauseCardProps {
  id: string;
  /** null: at the foot. */
  at: Spot | null;
  /** What the rule book says, once the kernel has answered. */
  entry: Entry | undefined;
  picture: ComponentType<{ entry: Entry }> | undefined;
  onBack: (() => void) | null;
  onClose: () => void;
}

/** A rule in place: its text at once, then its links, its example and where it is taught. */
export function ClauseCard({ id, at, entry, picture: Picture, onBack, onClose }: ClauseCardProps) {
  const { rules } = useContext(RuleBook);
  const closer = useRef<HTMLButtonElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    return () => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => closer.current?.focus({ preventScroll: true }), [id]);
  const note = useInView(entry ?? id);
  const clause = entry ?? rules[id];
  return (
    <div ref={note} class={`clause ${near(at)}`} style={below(at) ?? {}} role="dialog" aria-label={`Rule ${id}${clause ? `, ${clause.title}` : ""}`} onKeyDown={(event) => event.key === "Escape" && onClose()}>
      <header>
        {onBack && (
          <button type="button" class="x" {...OWN_KEYS} aria-label="Back to the rule before" onClick={onBack}>
            <Icon id="ui-undo" />
          </button>
        )}
        <Icon id="ui-why" />
        <b>{clause?.title ?? "Rule"}</b>
        <code>{id}</code>
        <button type="button" ref={closer} class="x" {...OWN_KEYS} aria-label="Close the rule" onClick={onClose}>
          <Icon id="ui-cross" />
        </button>
      </header>
      {entry ? <EntryBody entry={entry}>{Picture && <Picture entry={entry} />}</EntryBody> : <p>{rules[id]?.text ?? "The text of this clause is in the rule book of the game."}</p>}
    </div>
  );
}

export function PartRows({ parts, total, totalText }: { parts: Part[]; total: number; totalText: string }) {
  return (
    <table class="parts">
      <tbody>
        {parts.map((part, i) => (
          <tr key={i}>
            <td class={part.points < 0 ? "neg" : ""}>{signed(part.points)}</td>
            <td>{part.text}</td>
            <td>
              <ClauseLink id={part.rule} about={`${part.who} ${part.text}`} />
            </td>
          </tr>
        ))}
        <tr class="sum">
          <td class={total < 0 ? "neg" : ""}>{signed(total)}</td>
          <td>{totalText}</td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}

/** A card that was chosen: what it is and what it would do, each row with its rule. */
export function ReasonsPanel({ reasons }: { reasons: Reasons }) {
  const { title, kind, rows, note } = reasons;
  return (
    <section class="explain" aria-label={`Why: ${title}`}>
      <header>
        <Medallion kind={kind} />
        {title}
      </header>
      <table class="parts">
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              <td class={/^[−✕]/.test(row.mark) ? "neg" : ""}>{row.mark}</td>
              <td>{row.text}</td>
              <td>
                <ClauseLink id={row.rule} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {note && <p class="note">{note}</p>}
    </section>
  );
}

export function ExplainPanel({ explain }: { explain: Explain }) {
  return (
    <section class="explain" aria-label={`Why: ${explain.title}`}>
      <header>
        {explain.kind ? <Medallion kind={explain.kind} /> : <Icon id="ui-why" />}
        {explain.title}
      </header>
      <PartRows parts={explain.parts} total={explain.total} totalText={explain.totalText} />
      {explain.note && <p class="note">{explain.note}</p>}
    </section>
  );
}

export function Toast({ refusal, onClose }: { refusal: Refusal; onClose: () => void }) {
  return (
    <div class="toast" role="alert">
      <Icon id="ui-refused" />
      <div>
        <b>{refusal.title}</b>
        <br />
        {refusal.text} {refusal.rule && <ClauseLink id={refusal.rule} about={`${refusal.title} ${refusal.text}`} />}
      </div>
      <button type="button" class="x" {...OWN_KEYS} aria-label="Close" onClick={onClose}>
        <Icon id="ui-cross" />
      </button>
    </div>
  );
}

/** What went wrong on the way: a silent kernel, or a message that could not be used. */
export function Trouble({ silent, status, at, onClose }: { silent: boolean; status: string; at: Spot | null; onClose: () => void }) {
  const note = useInView(silent || status);
  if (!silent && !status) return null;
  return (
    <div ref={note} class={`trouble ${near(at)}`} style={below(at) ?? {}} role="alert">
      <Icon id="ui-refused" />
      <span>
        {silent
          ? "No answer from the kernel. It is busy, or it was stopped: if it was restarted, run this cell again."
          : status}
      </span>
      <button type="button" class="x" {...OWN_KEYS} aria-label="Close" onClick={onClose}>
        <Icon id="ui-cross" />
      </button>
    </div>
  );
}

/** Marquee bulbs that fill with the time used. */
export function Bulbs({ seconds, text, note }: { seconds: number; text: string; note: string | null }) {
  const [lit, setLit] = useState(1);
  useEffect(() => {
    const each = Math.max(80, (seconds * 1000) / 5);
    const timer = setInterval(() => setLit((n) => (n % 5) + 1), each);
    return () => clearInterval(timer);
  }, [seconds]);
  return (
    <div class="think">
      <span class="bulbs" aria-hidden="true">
        {[1, 2, 3, 4, 5].map((n) => (
          <i key={n} class={n <= lit ? "on" : ""} />
        ))}
      </span>
      <span>
        {text}
        {note && <small>{note}</small>}
      </span>
    </div>
  );
}

export function Spoken({ text }: { text: string }) {
  return (
    <div class="sr" role="status" aria-live="polite">
      {text}
    </div>
  );
}
