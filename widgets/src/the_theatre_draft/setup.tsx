/** The draft's own choice for a new one: the base, which is how many circles of each rank everybody has. */
import { OWN_KEYS } from "../kit/keys";
import type { DraftBody } from "./model";

const BASES = [2, 3, 4, 5, 6];

export function SetupFields({ body }: { body: DraftBody }) {
  if (!body.setup) return null;
  return (
    <fieldset class="ttset">
      <legend>Length of the draft</legend>
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
