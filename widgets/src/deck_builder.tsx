import { useRef, useState } from "preact/hooks";
import { Desk } from "./deck_builder/desk";
import { ALL, type Filters } from "./deck_builder/filters";
import type { DeckModel } from "./deck_builder/model";
import { Plan } from "./deck_builder/plan";
import { Pool } from "./deck_builder/pool";
import { TextPanel } from "./deck_builder/text";
import { Frame, type Scene } from "./kit/frame";
import { OWN_KEYS } from "./kit/keys";
import type { AnyModel } from "./kit/link";
import { widget } from "./kit/mount";
import { Button, ClauseLink, Icon } from "./kit/parts";

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

type Parts = { state: DeckModel; send: Scene<DeckModel>["send"] };

function Bar({ state, send }: Parts) {
  const tool = (icon: string, text: string, onClick: () => void, on?: boolean, faint = false) => (
    <Button look={faint ? "sm faint" : "sm"} icon={icon} aria-label={text} aria-pressed={on} onClick={onClick}>
      <span class="tx">{text}</span>
    </Button>
  );
  return (
    <div class="bar">
      <b>
        <Icon id="place-deck" />
        {state.title}
      </b>
      <span class="when">{state.sum}</span>
      <div class="tools">
        {tool("ui-undo", "Undo", () => send("undo"), undefined, !state.canUndo)}
        {tool("ui-cross", "Clear", () => send("clear"), undefined, state.count === 0)}
        {tool("ui-load", "Text", () => send("panel", { open: !state.panel }), state.panel)}
      </div>
    </div>
  );
}

/** Is it legal, and where to begin. */
function Verdict({ state, send }: Parts) {
  const from = useRef<HTMLSelectElement>(null);
  const first = state.faults[0];
  // The scales tell what is wrong with the ranks; what is wrong with cards needs to be said.
  const told = first && (["TT-D3", "TT-D4"].includes(first.rule) ? sentence(first.remedy) : sentence(first.problem));
  const note = state.count === 0 ? "Choose cards below, or begin with a starter deck." : (told ?? "It can be played: give its deck to a table.");
  return (
    <div class="prompt" data-home tabIndex={-1} {...OWN_KEYS}>
      <div class="txt">
        {state.verdict}
        <small>{note}</small>
      </div>
      <div class="acts">
        <select ref={from} aria-label="Starter deck" {...OWN_KEYS}>
          {state.starters.map((deck) => (
            <option key={deck.name} value={deck.name}>
              {deck.name} ({deck.count})
            </option>
          ))}
        </select>
        <Button onClick={() => from.current && send("start", { deck: from.current.value })}>Start from it</Button>
      </div>
    </div>
  );
}

function Faults({ state }: { state: DeckModel }) {
  if (state.legal) return null;
  return (
    <section class="faults" aria-label="Faults">
      <div class="lbl">
        <Icon id="ui-refused" />
        What is wrong
      </div>
      <ul>
        {state.faults.map((fault) => (
          <li key={fault.problem}>
            {fault.problem}. <ClauseLink id={fault.rule} />
            <b>{sentence(fault.remedy)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SIZES: Record<number, string> = { 4: "4 (two play)", 5: "5 (three or four play)" };

/** What counts as legal. */
function Rules({ state, send }: Parts) {
  return (
    <section class="legal" aria-label="What is legal">
      <div class="lbl">What is legal</div>
      <label>
        Base
        <select value={String(state.base)} onChange={(event) => send("base", { base: Number(event.currentTarget.value), smaller: state.allowSmaller })} {...OWN_KEYS}>
          {Array.from({ length: 10 }, (_, i) => i + 1).map((base) => (
            <option key={base} value={String(base)}>
              {SIZES[base] ?? base}
            </option>
          ))}
        </select>
        <ClauseLink id="TT-D2" />
      </label>
      <button type="button" class="switch" role="switch" aria-checked={state.allowSmaller} onClick={() => send("base", { base: state.base, smaller: !state.allowSmaller })} {...OWN_KEYS}>
        <i />
        <span>
          Smaller decks<small>may weigh less than {state.target}</small>
        </span>
      </button>
    </section>
  );
}

function DeckBuilder({ scene }: { scene: Scene<DeckModel> }) {
  const { state, send, refusedAt } = scene;
  const [filters, setFilters] = useState<Filters>(ALL);
  const [looked, setLooked] = useState<number | null>(null);
  const more = (card: number) => {
    setLooked(card);
    send("add", { card });
  };
  const less = (card: number) => {
    setLooked(card);
    send("remove", { card });
  };
  const place = looked !== null && looked < state.cards.length ? looked : null;
  return (
    <>
      <Bar state={state} send={send} />
      <Verdict state={state} send={send} />
      {refusedAt("bar")}
      {state.panel && (
        <TextPanel state={state} send={send}>
          {refusedAt("text")}
        </TextPanel>
      )}
      <div class="body">
        <div class="main">
          <Desk state={state} onLook={setLooked} onMore={more} onLess={less} onRank={(rank) => setFilters({ ...ALL, rank })}>
            {refusedAt("deck")}
          </Desk>
          <Pool state={state} filters={filters} setFilters={setFilters} looked={place} onLook={setLooked} onMore={more} onLess={less}>
            {refusedAt("pool")}
          </Pool>
        </div>
        <div class="side">
          <Faults state={state} />
          <Plan state={state} send={send} />
          <Rules state={state} send={send} />
        </div>
      </div>
    </>
  );
}

function View({ model }: { model: AnyModel }) {
  return (
    <Frame<DeckModel> model={model} kind="deck">
      {(scene) => <DeckBuilder scene={scene} />}
    </Frame>
  );
}

export default widget(View);
