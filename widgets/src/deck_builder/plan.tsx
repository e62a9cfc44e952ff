/** A deck's plan in pictures: how many cards have each value, suit, print and ability. */
import { OWN_KEYS } from "../kit/keys";
import { count, Medallion } from "../kit/parts";
import type { Send } from "../kit/link";
import type { Bars, BarRow, DeckModel } from "./model";

const spoken = (row: BarRow, name: string | undefined) => `${row.label}: ${count(row.count, "card")}${row.other === null ? "" : `, ${name} ${row.other}`}`;

function Columns({ bars, name }: { bars: Bars; name: string | undefined }) {
  const most = Math.max(1, ...bars.rows.map((row) => Math.max(row.count, row.other ?? 0)));
  return (
    <ul class="cols" aria-label={bars.title}>
      {bars.rows.map((row) => (
        <li key={row.label} aria-label={spoken(row, name)}>
          <b>{row.count || ""}</b>
          <span class="pair">
            <i style={{ height: `${(44 * row.count) / most}px` }} />
            {row.other !== null && <i class="other" style={{ height: `${(44 * row.other) / most}px` }} />}
          </span>
          <small>{row.label}</small>
        </li>
      ))}
    </ul>
  );
}

function Rows({ bars, name }: { bars: Bars; name: string | undefined }) {
  const most = Math.max(1, ...bars.rows.map((row) => Math.max(row.count, row.other ?? 0)));
  return (
    <ul class="bars" aria-label={bars.title}>
      {bars.rows.map((row) => (
        <li key={row.label} aria-label={spoken(row, name)} class={row.count || row.other ? "" : "nil"}>
          {row.kind ? <Medallion kind={row.kind} /> : <span class="med none" />}
          <span class="nm">{row.label}</span>
          <span class="pair">
            <i data-kind={row.kind ?? undefined} style={{ width: `${(100 * row.count) / most}%` }} />
            {row.other !== null && <i class="other" style={{ width: `${(100 * row.other) / most}%` }} />}
          </span>
          <b>{row.count}</b>
          {row.other !== null && <small>{row.other}</small>}
        </li>
      ))}
    </ul>
  );
}

export function Plan({ state, send }: { state: DeckModel; send: Send }) {
  const { bars, compared, starters } = state;
  return (
    <section class="plan" aria-label="The plan of the deck">
      <div class="lbl">The plan</div>
      <label class="cmp">
        Compare with
        <select value={compared?.name ?? ""} onChange={(event) => send("compare", { deck: event.currentTarget.value || null })} {...OWN_KEYS}>
          <option value="">no other deck</option>
          {starters.map((deck) => (
            <option key={deck.name} value={deck.name}>
              {deck.name}
            </option>
          ))}
        </select>
      </label>
      {compared && (
        <p class="key">
          <i class="mine" /> your deck <i class="other" /> {compared.name}
          <br />
          {compared.plan}
        </p>
      )}
      {bars.map((section, i) => (
        <div key={section.title} class="sec">
          <h5 aria-hidden="true">{section.title}</h5>
          {i === 0 ? <Columns bars={section} name={compared?.name} /> : <Rows bars={section} name={compared?.name} />}
        </div>
      ))}
    </section>
  );
}
