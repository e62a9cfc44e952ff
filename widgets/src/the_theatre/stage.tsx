/** The stage: the rounds of the act as arches, the tokens on prints, the cards and how their values build up. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon, Medallion, plain, signed } from "../kit/parts";
import { BackCard, BigCard, spokenCard } from "./cards";
import type { Arch, Line, Scenery, Slot, TokenRow } from "./model";

export function Arches({ line }: { line: Arch[] }) {
  if (!line.length) return null;
  return (
    <ol class="acts5" aria-label="The rounds of this act" style={{ "--n": line.length }}>
      {line.map((arch, i) => (
        <li key={`${i}${arch.word}`} class={`arc ${arch.state}`} aria-current={arch.state === "now" ? "step" : undefined} aria-label={`Round ${i + 1}: ${arch.word}, ${arch.note}`}>
          {arch.kind ? <Medallion kind={arch.kind} /> : <span class="hid">{arch.word === "Hidden" ? "?" : "–"}</span>}
          <b>{arch.word}</b>
          <span class="w">{arch.note}</span>
        </li>
      ))}
    </ol>
  );
}

/** All nine prints; narrow, only those with tokens. */
export function Tokens({ rows, children }: { rows: TokenRow[]; children?: ComponentChildren }) {
  const bare = rows.filter((row) => !row.boosts && !row.saps).length;
  return (
    <>
      <div class="lbl">
        Tokens on prints
        <span>{children ?? "until the act ends"}</span>
      </div>
      <ul class="tok">
        {rows.map((row) => {
          const laid = row.boosts + row.saps > 0;
          const words = [row.print];
          if (row.boosts) words.push(`${row.boosts} Boost`);
          if (row.saps) words.push(`${row.saps} Sap`);
          if (laid) words.push(`together ${signed(row.points)}`);
          return (
            <li key={row.print} class={laid ? "on" : "off"} aria-label={laid ? words.join(", ") : `${row.print}, no token`}>
              <Medallion kind={row.kind} />
              {row.print}
              {laid && <b class={row.points < 0 ? "neg" : ""}>{signed(row.points)}</b>}
              {laid && (
                <span class="coins" key={`${row.boosts}/${row.saps}`}>
                  {Array.from({ length: row.boosts }, (_, i) => (
                    <Medallion key={`b${i}`} kind="ability-boost" />
                  ))}
                  {Array.from({ length: row.saps }, (_, i) => (
                    <Medallion key={`s${i}`} kind="ability-sap" />
                  ))}
                </span>
              )}
            </li>
          );
        })}
        {bare > 0 && <li class="bare">{bare === rows.length ? "no token yet" : `${bare} prints without a token`}</li>}
      </ul>
    </>
  );
}

/** A value line by line; with `slow` each line comes a little later than the one before. */
export function BuildUp({ lines, total, totalText, slow, fate }: { lines: Line[]; total: number; totalText: string; slow: boolean; fate: string | null }) {
  const wait = (i: number) => (slow ? { "--wait": i } : {});
  return (
    <ul class={`build ${slow ? "slow" : ""}`}>
      {lines.map((line, i) => (
        <li key={i} style={wait(i)} title={`${line.text} (${line.rule})`}>
          <b class={line.points < 0 ? "neg" : ""}>{i ? signed(line.points) : plain(line.points)}</b>
          {line.label}
          {line.kind && <Medallion kind={line.kind} />}
        </li>
      ))}
      <li class={`tot ${fate ?? ""}`} style={wait(Math.max(lines.length, 4))}>
        <b>{plain(total)}</b>
        {fate === "wins" && <Icon id="ui-best" />}
        {totalText}
      </li>
    </ul>
  );
}

function spokenSlot(slot: Slot): string {
  if (!slot.card) return `${slot.name}: ${slot.empty}`;
  const sum = slot.lines.map((line, i) => `${i ? signed(line.points) : plain(line.points)} ${line.text}`);
  const words = [`${slot.name}${slot.leads ? ", leads" : ""}: ${spokenCard(slot.card)}`];
  if (slot.replaced) words.push(`instead of ${slot.replaced}`);
  words.push(slot.total === null ? slot.totalText : `${sum.join(", ")}. Together ${plain(slot.total)}, ${slot.totalText}`);
  return words.join(". ");
}

export function StageCards({ scenery, slow = false }: { scenery: Scenery; slow?: boolean }) {
  return (
    <ul class={`ttshow n${scenery.slots.length} ${scenery.done ? "done" : ""}`} aria-label={scenery.title}>
      {scenery.slots.map((slot) => (
        <li key={slot.player} class={`p ${slot.fate ?? ""}`} aria-label={spokenSlot(slot)}>
          {!slot.card ? (
            <div class="empty">{slot.empty}</div>
          ) : slot.down ? (
            <div class="under">
              <BigCard card={slot.card} label="" />
              <BackCard label="A gambled card, face down" />
            </div>
          ) : (
            <BigCard card={slot.card} label={spokenCard(slot.card)} state={slot.fate && slot.fate !== "wins" ? "fallen" : ""} />
          )}
          <span class="who">
            {slot.leads && <Icon id="ui-leader" />}
            {slot.name}
          </span>
          {slot.replaced && <span class="repl">instead of {slot.replaced}</span>}
          {slot.card && slot.total !== null && <BuildUp key={scenery.key + slot.card.name} lines={slot.lines} total={slot.total} totalText={slot.totalText} slow={slow} fate={slot.fate} />}
          {slot.down && <span class="repl">{slot.totalText}</span>}
        </li>
      ))}
    </ul>
  );
}

/** How long a line of a value takes to come, and how long the result then stays, in milliseconds. */
export const LINE_MS = 260;
const STAY_MS = 1700;

/** The key of the finished round that is just being shown, until it has built up; null before and after.
 * The round that was already over when the widget appeared is not played again. */
export function useFinale(last: Scenery | null): [boolean, () => void] {
  const known = useRef<string | null | undefined>(undefined);
  const [showing, setShowing] = useState<string | null>(null);
  useEffect(() => {
    const key = last?.key ?? null;
    const isNew = known.current !== undefined && known.current !== key && last !== null;
    known.current = key;
    if (!isNew || !last) return;
    setShowing(key);
    const lines = Math.max(4, ...last.slots.map((slot) => slot.lines.length)) + 1;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setTimeout(() => setShowing(null), (still ? 0 : lines * LINE_MS) + STAY_MS);
    return () => clearTimeout(timer);
  }, [last?.key]);
  return [showing !== null && showing === last?.key, () => setShowing(null)];
}
