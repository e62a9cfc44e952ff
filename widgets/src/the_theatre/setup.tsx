/** The Theatre's own choices for a new game: decks and suits. */
import { useEffect, useRef } from "preact/hooks";
import { OWN_KEYS } from "../kit/keys";
import type { TheTheatreBody } from "./model";

const MOST = [0, 1, 2, 3];

export function SetupFields({ body }: { body: TheTheatreBody }) {
  const count = useRef<HTMLInputElement>(null);
  // How many sit down is known to the form alone: it is noted at the moment of sending.
  useEffect(() => {
    const form = count.current?.form;
    const note = () => {
      if (count.current) count.current.value = String(form?.querySelectorAll('select[name^="kind."]').length ?? "");
    };
    form?.addEventListener("submit", note, { capture: true });
    return () => form?.removeEventListener("submit", note, { capture: true });
  }, []);
  if (!body.setup) return null;
  const { starters, openSuits } = body.setup;
  return (
    <fieldset class="ttset">
      <legend>Decks and suits</legend>
      <input type="hidden" name="option.players" ref={count} />
      <div class="decks">
        {MOST.map((seat) => (
          <label key={seat}>
            Player {seat + 1}
            <select name={`option.deck${seat + 1}`} aria-label={`Deck of player ${seat + 1}`} {...OWN_KEYS}>
              <option value="">any starter deck</option>
              {starters.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <ul class="plans">
        {starters.map(({ name, plan }) => (
          <li key={name}>
            <b>{name}:</b> {plan}
          </li>
        ))}
      </ul>
      <label>
        Size of the decks
        <select name="option.base" {...OWN_KEYS}>
          <option value="">as usual</option>
          <option value="4">base 4, about 16 cards</option>
          <option value="5">base 5, about 20 cards</option>
        </select>
      </label>
      <label>
        <input type="checkbox" name="option.open_suits" checked={openSuits} {...OWN_KEYS} /> Open suits: the five suits of an act lie face up
      </label>
    </fieldset>
  );
}
