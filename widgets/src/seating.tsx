import { useState } from "preact/hooks";
import { SELECTED } from "./kit/card";
import { startDrag } from "./kit/drag";
import { Frame, type Scene } from "./kit/frame";
import { OWN_KEYS, walk } from "./kit/keys";
import type { AnyModel } from "./kit/link";
import { widget } from "./kit/mount";
import { Button, count, ExplainPanel, Icon, Medallion, signed } from "./kit/parts";
import { bestOf, HouseBoard } from "./overture/board";
import { ChipCard } from "./overture/cards";
import type { Card, SeatingModel } from "./overture/model";
import { explainHouse, explainSeat } from "./overture/why";

/** Every type times every trait: choose one of each. */
function FullPalette({ state, send, grab }: { state: SeatingModel; send: Scene<SeatingModel>["send"]; grab: (card: Card) => (event: PointerEvent) => void }) {
  const { types, traits, selected, from } = state;
  const type = from ? null : (selected?.type ?? null);
  const trait = (!from && selected?.traitName) || "";
  const pick = (nextType: string | null, nextTrait: string) => {
    const base = nextType ?? types[0]?.type ?? "";
    const name = nextTrait ? `${nextTrait} ${base}` : base;
    send("select", { card: selected?.name === name && !from ? null : name });
  };
  return (
    <>
      <div class="pal" role="group" aria-label="Patrons" onKeyDown={walk}>
        {types.map((card) => (
          <button
            key={card.type}
            type="button"
            class={`pick ${type === card.type ? "on" : ""}`}
            data-walk
            aria-pressed={type === card.type}
            onClick={() => pick(card.type, trait)}
            onPointerDown={grab(card)}
            {...OWN_KEYS}
          >
            <Medallion kind={card.kind} />
            {card.type}
          </button>
        ))}
      </div>
      <div class="pal traits" role="group" aria-label="Traits" onKeyDown={walk}>
        {traits.map(({ id, name }) => (
          <button
            key={name}
            type="button"
            class={`pick ${type && trait === name ? "on" : ""}`}
            data-walk
            aria-pressed={Boolean(type && trait === name)}
            onClick={() => pick(type, name)}
            {...OWN_KEYS}
          >
            {id ? <Medallion kind={id} /> : <span class="med none" />}
            {name || "no trait"}
          </button>
        ))}
      </div>
    </>
  );
}

function Seating({ scene }: { scene: Scene<SeatingModel> }) {
  const { state, send, root, byKeys, refusedAt } = scene;
  const { theatre, house, palette, selected, from, preview, target, sandbox } = state;
  const [looked, setLooked] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const shown = over ?? looked ?? target;
  const explain = explainSeat(shown, house, preview) ?? explainSeat(target, house, preview) ?? explainHouse(house);

  const grab = (card: Card) => (event: PointerEvent) =>
    startDrag(event, {
      root: root.current!,
      onStart: () => send("select", { card: card.name }),
      onOver: setOver,
      onDrop: (seat) => seat && send("drop", { card: card.name, seat }),
    });
  const grabSeat = (seat: string, event: PointerEvent) =>
    startDrag(event, {
      root: root.current!,
      onStart: () => send("pick", { seat }),
      onOver: setOver,
      onDrop: (to) => (to ? to !== seat && send("move", { seat, to }) : send("remove", { seat })),
    });
  const advice = !sandbox
    ? "Point at a seat to see its reasons."
    : from
      ? `${house.seats[from]?.card.name ?? "The patron"} is picked up: choose an empty seat, or remove it.`
      : selected
        ? `${selected.name}: each empty seat shows what it would add. Choose one.`
        : "Choose a patron, then a seat. Click someone seated to move or remove them.";

  return (
    <div
      class="body"
      onKeyDown={(event) => {
        if (event.key === "Escape" && (selected || from)) send("select", { card: null });
      }}
    >
      <div class="main">
        <HouseBoard
          name={state.title}
          theatre={theatre}
          house={house}
          label={`${theatre.name}: the seats`}
          preview={preview}
          target={target}
          picked={from}
          over={over}
          onLook={(seat) => seat && setLooked(seat)}
          onSeat={(seat) => send("press", { seat })}
          onRemove={sandbox ? (seat) => house.seats[seat] && send("remove", { seat }) : undefined}
          onGrab={sandbox ? grabSeat : undefined}
        >
          {refusedAt("house")}
        </HouseBoard>
      </div>
      <div class="side">
        {sandbox && (
          <div data-home tabIndex={-1} {...OWN_KEYS}>
            <div class="lbl">
              <Icon id="place-hand" />
              Patrons
            </div>
            {palette ? (
              <div class="cards" role="group" aria-label="Patrons" onKeyDown={walk}>
                {palette.map((card) => {
                  const on = !from && selected?.name === card.name;
                  return (
                    <ChipCard
                      key={card.name}
                      card={card}
                      label={card.name}
                      state={on ? "is-selected" : ""}
                      flag={on ? SELECTED : null}
                      pressed={on}
                      onPress={() => {
                        send("select", { card: on ? null : card.name });
                        if (byKeys.current && !on) root.current?.querySelector<HTMLElement>("[role=grid] [tabindex='0']")?.focus();
                      }}
                      onGrab={grab(card)}
                    />
                  );
                })}
              </div>
            ) : (
              <FullPalette state={state} send={send} grab={grab} />
            )}
            {refusedAt("palette")}
            <div class="acts">
              {from && (
                <Button icon="ui-cross" onClick={() => send("remove", { seat: from })}>
                  Remove from {from}
                </Button>
              )}
              {(selected || from) && <Button onClick={() => send("select", { card: null })}>Put down</Button>}
              {Object.keys(house.seats).length > 0 && <Button onClick={() => send("clear")}>Empty the house</Button>}
            </div>
          </div>
        )}
        <p class="advice">{advice}</p>
        {explain && <ExplainPanel explain={explain} />}
        {preview && !shown && preview.best.length > 0 && (
          <p class="advice">
            Best now: {signed(preview.seats[preview.best[0]!]?.delta ?? 0)} on {bestOf(preview).join(", ") || count(preview.best.length, "seat")}.
          </p>
        )}
      </div>
    </div>
  );
}

function View({ model }: { model: AnyModel }) {
  return (
    <Frame<SeatingModel> model={model} kind="seating">
      {(scene) => <Seating scene={scene} />}
    </Frame>
  );
}

export default widget(View);
