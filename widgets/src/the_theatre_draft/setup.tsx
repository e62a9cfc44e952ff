/** The draft's own choices for a new one: its pool, and the base, which is how many circles of each rank everybody has. */
import { OWN_KEYS } from "../kit/keys";
import type { DraftBody } from "./model";

const BASES = [2, 3, 4, 5, 6];

export function SetupFields({ body }: { body: DraftBody }) {
  if (!body.setup) return null;
  const { ownPool } = body.setup;
  return (
    <fieldset class="ttset">
      <legend>Pool and length of the draft</legend>
      {ownPool !== null && (
        <label>
          Cards to draft{" "}
          <select name="option.pool" {...OWN_KEYS}>
            <option value="same">the {ownPool} cards of this draft’s pool</option>
            <option value="">two copies of every card of Set 1</option>
          </select>
        </label>
      )}
      <label>
        Circles of each rank
        <select name="option.base" {...OWN_KEYS}>
          <option value="">as usual: 4 for two players, 5 for more</option>
          {BASES.map((base) => (
            <option key={base} value={base}>
              {base}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}
