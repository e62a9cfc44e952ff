/** What surrounds every widget: clause texts on demand, troubles, spoken words, keys kept inside. */
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { keepKeys } from "./keys";
import { type AnyModel, useWire, type Wire } from "./link";
import type { Entry, Refusal } from "./model";
import { ClauseCard, RuleBook, type Spot, Spoken, Toast, Trouble } from "./parts";

interface Shown {
  ply: number;
  say: string;
  refusal: Refusal | null;
}

export interface Scene<State> extends Wire<State> {
  root: { current: HTMLDivElement | null };
  /** Was the last thing the reader did a key press? */
  byKeys: { current: boolean };
  /** The refusal that belongs at this place, if there is one. */
  refusedAt: (where: string) => ComponentChildren;
}

/** Frame the cards and seats that the words name; the answer takes the frames away again. */
function light(root: HTMLElement | null, words: string): () => void {
  if (!root || !words) return () => {};
  const found = [...root.querySelectorAll<HTMLElement>("[data-who], [data-seat]")].filter((element) => {
    const name = element.dataset.who || element.dataset.seat || "";
    const at = words.indexOf(name);
    return name !== "" && at >= 0 && !/[\w-]/.test(words[at - 1] ?? " ") && !/\w/.test(words[at + name.length] ?? " ");
  });
  for (const element of found) element.dataset.lit = "yes";
  return () => found.forEach((element) => delete element.dataset.lit);
}

/** Room that a note needs below the place that was pressed, in pixels; with less it stands at the foot. */
const ROOM = 620;

/** Where in the widget the thing ends that was pressed, and whether it lies in the right half. */
function pressedAt(root: HTMLElement, event: Event): Spot {
  const frame = root.getBoundingClientRect();
  const { bottom, left } = (event.target as Element).getBoundingClientRect();
  const y = event instanceof PointerEvent ? Math.min(bottom, event.clientY + 20) : bottom;
  return { top: y - frame.top + 6, isRight: left - frame.left > frame.width / 2 };
}

export function Frame<State extends Shown>({
  model,
  kind,
  picture: Picture,
  children,
}: {
  model: AnyModel;
  kind: string;
  /** Draws the picture of a rule's worked example. */
  picture?: ComponentType<{ entry: Entry }>;
  children: (scene: Scene<State>) => ComponentChildren;
}) {
  const root = useRef<HTMLDivElement>(null);
  const byKeys = useRef(false);
  const spot = useRef<Spot>({ top: 0, isRight: false });
  const wire = useWire<State>(model, root);
  /** The rules opened one from another, the last one shown; `about` is what the first was asked about. */
  const [trail, setTrail] = useState<string[]>([]);
  const [about, setAbout] = useState("");
  const [clauseAt, setClauseAt] = useState(spot.current);
  const { state, rules, send, silent, hush, status, entries, lookUp } = wire;
  const clause = trail.at(-1);
  const book = useMemo(
    () => ({
      rules,
      open: (id: string, words = "") => {
        lookUp(id);
        setTrail([id]);
        setAbout(words);
        setClauseAt(spot.current);
      },
    }),
    [rules],
  );
  const inside = useMemo(
    () => ({
      rules,
      open: (id: string) => {
        lookUp(id);
        setTrail((before) => [...before, id]);
      },
    }),
    [rules],
  );
  const close = () => {
    setTrail([]);
    setAbout("");
  };
  useEffect(() => light(root.current, about), [about, clause, state]);
  const dismiss = () => send("dismiss");
  const refusedAt = (where: string) =>
    state.refusal?.where === where ? <Toast key={`${state.ply}${state.refusal.title}`} refusal={state.refusal} onClose={dismiss} /> : null;
  /** Notes stand where the reader looks: right below what was pressed, in a tall widget. */
  const near = (at: Spot) => (at.top > 0 && at.top + ROOM < (root.current?.clientHeight ?? 0) ? at : null);
  const notePlace = (event: Event) => {
    if (root.current && !(event.target as Element).closest(".clause, .trouble")) spot.current = pressedAt(root.current, event);
  };
  const pointed = (event: Event) => {
    byKeys.current = false;
    notePlace(event);
  };
  const pressed = (event: KeyboardEvent) => {
    byKeys.current = true;
    notePlace(event);
    keepKeys(event);
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key === "?" && !typing) root.current?.querySelector<HTMLElement>(".explain .cl, .parts .cl, .cl")?.click();
  };
  return (
    <RuleBook.Provider value={book}>
      <div class={`theatre-lab tl-${kind}`} ref={root} data-ply={state.ply} onPointerDown={pointed} onKeyDown={pressed} onKeyUp={keepKeys} onKeyPress={keepKeys}>
        <div class="tbl">
          {children({ ...wire, root, byKeys, refusedAt })}
          <Trouble silent={silent} status={status} at={near(spot.current)} onClose={silent ? hush : dismiss} />
          {clause && (
            <RuleBook.Provider value={inside}>
              <ClauseCard id={clause} at={near(clauseAt)} entry={entries[clause]} picture={Picture} onBack={trail.length > 1 ? () => setTrail((before) => before.slice(0, -1)) : null} onClose={close} />
            </RuleBook.Provider>
          )}
        </div>
        <Spoken text={state.say} />
      </div>
    </RuleBook.Provider>
  );
}
