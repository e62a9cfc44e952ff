/** Everybody's piles in counts, of which one may be opened to look inside. */
import type { ComponentChildren } from "preact";
import type { Scene } from "./frame";
import { OWN_KEYS } from "./keys";
import { count, Icon } from "./parts";

export interface PileRow {
  player: number;
  name: string;
  counts: Record<string, number>;
}

export interface OpenPile<Entry> {
  player: number;
  which: string;
  title: string;
  note: string;
  cards: Entry[];
}

interface Kind<Row> {
  which: string;
  icon: string;
  word: string | ((row: Row) => string);
}

interface PilesProps<Row, Entry> {
  scene: Pick<Scene<unknown>, "send" | "refusedAt">;
  rows: Row[];
  kinds: Kind<Row>[];
  open: OpenPile<Entry> | null;
  card: (entry: Entry) => ComponentChildren;
}

export function Piles<Row extends PileRow, Entry>({ scene, rows, kinds, open, card }: PilesProps<Row, Entry>) {
  const { send, refusedAt } = scene;
  if (!rows.length) return null;
  return (
    <div class="heaps">
      <div class="lbl">
        <Icon id="place-discard" />
        Piles
        <span>choose one to look inside</span>
      </div>
      {refusedAt("piles")}
      {rows.map((row) => (
        <div key={row.player} class="row" role="group" aria-label={`Piles of ${row.name}`}>
          <em>{row.name}</em>
          {kinds.map(({ which, icon, word }) => {
            const on = open?.player === row.player && open.which === which;
            const text = typeof word === "string" ? word : word(row);
            const cards = row.counts[which] ?? 0;
            return (
              <button
                key={which}
                type="button"
                class={`pb ${on ? "on" : ""}`}
                aria-expanded={on}
                aria-label={`${row.name}, ${text}: ${count(cards, "card")}`}
                onClick={() => send("act", { do: "pile", player: row.player, which })}
                {...OWN_KEYS}
              >
                <Icon id={icon} />
                {cards}
                <small>{text}</small>
              </button>
            );
          })}
        </div>
      ))}
      {open && (
        <section class="openpile" aria-label={open.title}>
          <header>
            {open.title}
            <button type="button" class="x" {...OWN_KEYS} aria-label="Close the pile" onClick={() => send("act", { do: "pile", player: null })}>
              <Icon id="ui-cross" />
            </button>
          </header>
          <p>{open.note}</p>
          <div class="cards">
            {open.cards.map(card)}
            {!open.cards.length && <span class="advice">No cards.</span>}
          </div>
        </section>
      )}
    </div>
  );
}
