/** The cards on offer: filters, the card that is looked at, and all that fit. */
import { type ComponentChildren, Fragment } from "preact";
import { OWN_KEYS } from "../kit/keys";
import { Button, ClauseLink, count, Icon, Medallion, plain } from "../kit/parts";
import { ChipCard, spokenCard } from "../the_theatre/cards";
import { ALL, type Filters, filtered, kinds, NO_ABILITY } from "./filters";
import type { DeckCard, DeckModel } from "./model";
import { Rove } from "./rove";

const CLAUSES: Record<string, string> = { Boost: "TT-B2", Sap: "TT-B2", Combo: "TT-B4", Finisher: "TT-B5", Gamble: "TT-B6" };

interface PoolProps {
  state: DeckModel;
  filters: Filters;
  setFilters: (filters: Filters) => void;
  looked: number | null;
  onLook: (place: number) => void;
  onMore: (place: number) => void;
  onLess: (place: number) => void;
  children: ComponentChildren;
}

function FilterBar({ state, filters, setFilters }: Pick<PoolProps, "state" | "filters" | "setFilters">) {
  const { cards } = state;
  const suits = kinds(cards, (card) => card.suit).sort();
  const prints = kinds(cards, (card) => card.print).sort();
  const abilities = kinds(cards, (card) => card.ability ?? NO_ABILITY).sort();
  const set = (changed: Partial<Filters>) => setFilters({ ...filters, ...changed });
  return (
    <div class="filters" role="search" aria-label="Which cards are shown">
      <div class="pal" role="group" aria-label="Rank">
        {[1, 2, 3, 4].map((rank) => (
          <button key={rank} type="button" class={`pick ${filters.rank === rank ? "on" : ""}`} aria-pressed={filters.rank === rank} aria-label={`Rank ${rank}`} onClick={() => set({ rank: filters.rank === rank ? 0 : rank })} {...OWN_KEYS}>
            <Icon id={`rank-${rank}`} />
            {rank}
          </button>
        ))}
      </div>
      <div class="pal" role="group" aria-label="Suit">
        {suits.map((suit) => (
          <button key={suit} type="button" class={`pick ${filters.suit === suit ? "on" : ""}`} aria-pressed={filters.suit === suit} onClick={() => set({ suit: filters.suit === suit ? "" : suit })} {...OWN_KEYS}>
            <Medallion kind={`suit-${suit.toLowerCase()}`} />
            {suit}
          </button>
        ))}
      </div>
      <div class="asks">
        <label>
          Print
          <select value={filters.print} onChange={(event) => set({ print: event.currentTarget.value })} {...OWN_KEYS}>
            <option value="">any</option>
            {prints.map((print) => (
              <option key={print}>{print}</option>
            ))}
          </select>
        </label>
        <label>
          Ability
          <select value={filters.ability} onChange={(event) => set({ ability: event.currentTarget.value })} {...OWN_KEYS}>
            <option value="">any</option>
            {abilities.map((ability) => (
              <option key={ability} value={ability}>
                {ability === NO_ABILITY ? "no ability" : ability}
              </option>
            ))}
          </select>
        </label>
        <label>
          Name
          <input type="search" value={filters.name} onInput={(event) => set({ name: event.currentTarget.value })} {...OWN_KEYS} />
        </label>
        {JSON.stringify(filters) !== JSON.stringify(ALL) && <Button look="sm" onClick={() => setFilters(ALL)}>Show all</Button>}
      </div>
    </div>
  );
}

/** The card under the pointer or the keyboard: everything it says, and buttons for a copy more or less. */
function Look({ card, place, most, onMore, onLess }: { card: DeckCard | undefined; place: number | null; most: number; onMore: (place: number) => void; onLess: (place: number) => void }) {
  if (!card || place === null) {
    return (
      <div class="look bare">
        <p>Click a card to put it into the deck. Point at one to read it.</p>
      </div>
    );
  }
  const rule = card.ability ? CLAUSES[card.ability.split(" ")[0] ?? ""] : null;
  return (
    <div class="look">
      <Medallion kind={card.kind} />
      <div>
        <b>{card.name}</b> value {plain(card.value)}, {card.print}, rank {card.rank}
        <br />
        {card.ability ? (
          <>
            {card.ability}: {card.does}. {rule && <ClauseLink id={rule} />}
          </>
        ) : (
          "No ability."
        )}
      </div>
      <div class="stepper">
        <Button look="sm" aria-label={`Take out one ${card.name}`} disabled={card.copies === 0} onClick={() => onLess(place)}>
          −
        </Button>
        <span aria-label={`${card.copies} of ${most} in the deck`} role="img">
          {card.copies}/{most}
        </span>
        <Button look="sm" aria-label={`Put in one ${card.name}`} onClick={() => onMore(place)}>
          +
        </Button>
      </div>
    </div>
  );
}

export function Pool({ state, filters, setFilters, looked, onLook, onMore, onLess, children }: PoolProps) {
  const shown = filtered(state.cards, filters);
  const offered = `${shown.length} of ${count(state.cards.length, "card")}`;
  return (
    <section class="pool" aria-label="Cards to choose from">
      <div class="lbl">
        <Icon id="place-deck" />
        {state.ownSet ? "Cards of your own set" : "Cards of Set 1"}
        <span role="status">{offered}</span>
      </div>
      <FilterBar state={state} filters={filters} setFilters={setFilters} />
      <Look card={looked === null ? undefined : state.cards[looked]} place={looked} most={state.most} onMore={onMore} onLess={onLess} />
      {children}
      <Rove label="Cards to choose from: Enter puts one in, Delete takes one out, arrows walk" class="offer" onLook={onLook} onMore={onMore} onLess={onLess}>
        {shown.map(([place, card], i) => (
          <Fragment key={`${card.name}${place}`}>
            {card.rank !== shown[i - 1]?.[1].rank && (
              <h5>
                <Icon id={`rank-${card.rank}`} />
                Rank {card.rank}
              </h5>
            )}
            <div data-place={place} class={`cell ${card.copies >= state.most ? "full" : ""}`}>
              <ChipCard
                card={card}
                label={`${spokenCard(card)}. ${card.copies} of ${state.most} in your deck`}
                flag={card.copies ? { icon: "ui-check", text: `${card.copies}` } : null}
                onPress={() => onMore(place)}
              />
            </div>
          </Fragment>
        ))}
        {shown.length === 0 && <p class="advice">No card fits all of this.</p>}
      </Rove>
    </section>
  );
}
