/** The deck on the desk, rank by rank, and the arithmetic of swaps under it. */
import type { ComponentChildren } from "preact";
import { OWN_KEYS } from "../kit/keys";
import { ClauseLink, count, Icon, signed } from "../kit/parts";
import { ChipCard, spokenCard } from "../the_theatre/cards";
import type { Placed } from "./filters";
import type { DeckModel, RankRow } from "./model";
import { Rove } from "./rove";

interface DeskProps {
  state: DeckModel;
  onLook: (place: number) => void;
  onMore: (place: number) => void;
  onLess: (place: number) => void;
  /** Shows the cards of a rank on offer. */
  onRank: (rank: number) => void;
  children: ComponentChildren;
}

function RankHead({ row, onRank }: { row: RankRow; onRank: (rank: number) => void }) {
  return (
    <div class="rk">
      <b>
        <Icon id={`rank-${row.rank}`} />
        Rank {row.rank}
      </b>
      <span>
        {row.count} × {row.each} = {row.weight}
      </span>
      {row.mend > 0 && (
        <button type="button" class="mend" aria-label={`Rank ${row.rank}: put in ${count(row.mend, "card")}. Show them`} onClick={() => onRank(row.rank)} {...OWN_KEYS}>
          {signed(row.mend)}
        </button>
      )}
      {row.mend < 0 && (
        <span class="mend" role="img" aria-label={`Rank ${row.rank}: take out ${count(-row.mend, "card")}`}>
          {signed(row.mend)}
        </span>
      )}
    </div>
  );
}

/** The weighted sum against what is wanted. */
function Scales({ state }: { state: DeckModel }) {
  const { ranks, weight, target, legal, allowSmaller, mended, swaps } = state;
  const share = Math.min(100, (100 * weight) / Math.max(weight, target));
  const mark = Math.min(100, (100 * target) / Math.max(weight, target));
  const gap = weight - target;
  const said = gap === 0 ? "exactly right" : gap > 0 ? `${gap} too much` : allowSmaller ? `${-gap} less, which is allowed` : `${-gap} too little`;
  return (
    <div class="scales" role="group" aria-label="The arithmetic of swaps">
      <p class="sumline">
        {ranks.map((row) => `${row.count}×${row.each}`).join(" + ")} = <b>{weight}</b>
        <span>
          of {target} (15 × {state.base})
        </span>
      </p>
      <div class={`meter ${legal ? "right" : gap > 0 ? "over" : ""}`} aria-hidden="true">
        <i style={{ width: `${share}%` }} />
        <u style={{ left: `${mark}%` }} />
      </div>
      <p>
        <b>{said}</b> <ClauseLink id={allowSmaller ? "TT-D4" : "TT-D3"} />
        {mended && ` The nearest legal ranks are ${mended.join(", ")}.`} {swaps}
      </p>
    </div>
  );
}

export function Desk({ state, onLook, onMore, onLess, onRank, children }: DeskProps) {
  const held = state.cards.map((card, place): Placed => [place, card]).filter(([, card]) => card.copies > 0);
  return (
    <div class="house desk">
      <div class="lbl">
        Your deck
        <span>{count(state.count, "card")}</span>
      </div>
      {children}
      <Rove label="Your deck: Enter or Delete takes a card out, arrows walk" class="shelf" onLook={onLook} onMore={onMore} onLess={onLess}>
        {state.ranks.map((row) => (
          <div key={row.rank} class="row">
            <RankHead row={row} onRank={onRank} />
            <div class="cards">
              {held
                .filter(([, card]) => card.rank === row.rank)
                .map(([place, card]) => (
                  <div key={`${card.name}${place}`} data-place={place} class={`cell ${card.copies > state.most ? "toomany" : ""}`}>
                    <ChipCard card={card} copies={card.copies} label={`${spokenCard(card)}. ${count(card.copies, "copy").replace("copys", "copies")} in your deck. Take one out`} onPress={() => onLess(place)} />
                  </div>
                ))}
              {row.count === 0 && <span class="nil">none</span>}
            </div>
          </div>
        ))}
      </Rove>
      <Scales state={state} />
    </div>
  );
}
