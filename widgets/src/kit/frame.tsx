/** What surrounds every widget: clause texts on demand, troubles, spoken words, keys kept inside. */
import type { ComponentChildren } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { keepKeys } from "./keys";
import { type AnyModel, useWire, type Wire } from "./link";
import type { Refusal } from "./model";
import { ClauseCard, RuleBook, Spoken, Toast, Trouble } from "./parts";

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

export function Frame<State extends Shown>({
  model,
  kind,
  children,
}: {
  model: AnyModel;
  kind: string;
  children: (scene: Scene<State>) => ComponentChildren;
}) {
  const root = useRef<HTMLDivElement>(null);
  const byKeys = useRef(false);
  const wire = useWire<State>(model, root);
  const [clause, setClause] = useState<string | null>(null);
  const { state, rules, send, silent, status } = wire;
  const book = useMemo(() => ({ rules, open: (id: string) => setClause(id) }), [rules]);
  const dismiss = () => send("dismiss");
  const refusedAt = (where: string) =>
    state.refusal?.where === where ? <Toast key={`${state.ply}${state.refusal.title}`} refusal={state.refusal} onClose={dismiss} /> : null;
  const pressed = (event: KeyboardEvent) => {
    byKeys.current = true;
    keepKeys(event);
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key === "?" && !typing) root.current?.querySelector<HTMLElement>(".explain .cl, .parts .cl, .cl")?.click();
  };
  return (
    <RuleBook.Provider value={book}>
      <div class={`theatre-lab tl-${kind}`} ref={root} data-ply={state.ply} onPointerDown={() => (byKeys.current = false)} onKeyDown={pressed} onKeyUp={keepKeys} onKeyPress={keepKeys}>
        <div class="tbl">
          {children({ ...wire, root, byKeys, refusedAt })}
          <Trouble silent={silent} status={status} onClose={dismiss} />
          {clause && <ClauseCard key={clause} id={clause} onClose={() => setClause(null)} />}
        </div>
        <Spoken text={state.say} />
      </div>
    </RuleBook.Provider>
  );
}
