/** Overture on the table: the house in the middle, the lobby beside it, the hand below. */
import { useEffect, useState } from "preact/hooks";
import { HINT, SELECTED } from "../kit/card";
import { startDrag } from "../kit/drag";
import type { Scene } from "../kit/frame";
import { OWN_KEYS, walk } from "../kit/keys";
import type { TableModel } from "../kit/model";
import { count, ExplainPanel, Icon, signed } from "../kit/parts";
import { HandLabel, handTitle, HintPanel, Log, NoCards, Practice, Steps } from "../kit/table";
import { Board, HouseBoard, MiniMap, Thumbnail } from "./board";
import { BigCard, ChipCard } from "./cards";
import type { Card, LobbySlot, OvertureBody } from "./model";
import { explainHouse, explainSeat } from "./why";

export type OvertureScene = Scene<TableModel<OvertureBody>>;

const TYPES = ["Patron", "VIP", "Lovebirds", "Kid", "Teacher", "Critic", "Friends"];

export function kindOf(card: string): string | null {
  const type = TYPES.find((name) => card.endsWith(name));
  return type ? `patron-${type.toLowerCase()}` : null;
}

function Lobby({ scene }: { scene: OvertureScene }) {
  const { state, send, refusedAt } = scene;
  const { body } = state;
  const drawing = body.decision === "draw";
  const slotLabel = (slot: LobbySlot, i: number): string => {
    const words = [`Lobby slot ${i}`, slot.card?.name ?? "empty"];
    if (slot.frozen) words.push("frozen");
    else if (drawing && slot.open) words.push("draw it");
    if (slot.best !== null) words.push(`would add up to ${signed(slot.best)}`);
    if (body.hintDraw === `draw lobby ${i}`) words.push("hint");
    return words.join(", ");
  };
  const deckHint = body.hintDraw === "draw deck";
  return (
    <div>
      <div class="lbl">
        <Icon id="place-lobby" />
        Lobby
        {body.lobby.some((slot) => slot.frozen) && <span>slot 0 is frozen</span>}
      </div>
      <div class="lobby" role="group" aria-label="Deck and lobby" onKeyDown={walk}>
        <div class="dk">
          <button
            type="button"
            class={`card chip back ${deckHint ? "is-hint" : ""} ${drawing && body.deckOpen ? "can" : ""}`}
            data-walk
            aria-label={`Deck, ${count(body.deck, "card")}${drawing && body.deckOpen ? ", draw the top card" : ""}${deckHint ? ", hint" : ""}`}
            onClick={() => send("act", { do: "draw", action: "draw deck" })}
            {...OWN_KEYS}
          >
            <span class="mid">
              <Icon id="ui-curtain" />
            </span>
          </button>
          deck
          <br />
          {body.deck}
        </div>
        {body.lobby.map((slot, i) => (
          <div key={i}>
            {slot.card ? (
              <ChipCard
                card={slot.card}
                label={slotLabel(slot, i)}
                state={`${slot.frozen ? "frz" : ""} ${drawing && slot.open ? "can" : ""} ${body.hintDraw === `draw lobby ${i}` ? "is-hint" : ""}`}
                flag={body.hintDraw === `draw lobby ${i}` ? HINT : null}
                onPress={() => send("act", { do: "draw", action: `draw lobby ${i}` })}
              />
            ) : (
              <div class="card chip ovp gone" role="img" aria-label={`Lobby slot ${i}, empty`} />
            )}
            <span class="under">
              {slot.frozen ? (
                <>
                  <Icon id="place-frozen" />
                  frozen
                </>
              ) : (
                `slot ${i}`
              )}
              {slot.best !== null && <b title="the most it could add now">{signed(slot.best)}</b>}
            </span>
          </div>
        ))}
      </div>
      {refusedAt("lobby")}
    </div>
  );
}

function Houses({ scene }: { scene: OvertureScene }) {
  const { state, send } = scene;
  const { theatre, houses, mine, enlarged } = state.body;
  const [looked, setLooked] = useState<string | null>(null);
  const big = enlarged !== null ? houses[enlarged] : undefined;
  const why = big ? (explainSeat(looked, big, null) ?? explainHouse(big)) : null;
  return (
    <div class="others">
      {houses.map((house, player) =>
        player === mine ? null : (
          <div key={player}>
            <button
              type="button"
              class="thumbhouse"
              aria-expanded={enlarged === player}
              aria-label={`${house.owner}: house, ${count(house.total ?? 0, "point")}, ${count(Object.keys(house.seats).length, "patron")}. ${enlarged === player ? "Make it small" : "Enlarge"}`}
              onClick={() => send("act", { do: "enlarge", player: enlarged === player ? null : player })}
              {...OWN_KEYS}
            >
              <span class="lbl">
                {house.owner}
                <span>{count(house.total ?? 0, "point")}</span>
              </span>
              <MiniMap theatre={theatre} house={house} />
            </button>
          </div>
        ),
      )}
      {big && (
        <div class="wide">
          <div class="house">
            <div class="lbl">
              {big.owner}
              <span>{count(big.total ?? 0, "point")}</span>
            </div>
            <Board theatre={theatre} house={big} label={`${big.owner}: the seats`} onLook={(seat) => seat && setLooked(seat)} />
          </div>
          {why && <ExplainPanel explain={why} />}
        </div>
      )}
    </div>
  );
}

const SEAT_STOP = ".main [role=grid] [tabindex='0']";
const PLACE_OF = { draw: ".lobby", seat: ".hand", discard: ".hand", wait: null };

/** For a player with a keyboard the focus goes on to where the next decision falls; elsewhere it is left alone. */
function useFocusOnDecision({ state, root, byKeys }: OvertureScene): void {
  const { decision } = state.body;
  useEffect(() => {
    const place = PLACE_OF[decision] && root.current?.querySelector(PLACE_OF[decision]);
    const active = document.activeElement;
    if (!byKeys.current || !place || place.contains(active) || !root.current?.contains(active)) return;
    if (active?.closest(".lobby, .hand, .main, [data-home]")) place.querySelector<HTMLElement>("[data-walk]")?.focus();
  }, [decision]);
}

export function Body({ scene }: { scene: OvertureScene }) {
  const { state, send, root, byKeys, refusedAt } = scene;
  const { body, hint } = state;
  useFocusOnDecision(scene);
  const { theatre, preview, target } = body;
  const house = body.houses[body.mine]!;
  const [looked, setLooked] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const explain = explainSeat(over ?? looked ?? target, house, preview) ?? explainSeat(target, house, preview) ?? explainHouse(house);

  const grab = (i: number) => (event: PointerEvent) => {
    if (body.decision !== "seat") return;
    startDrag(event, {
      root: root.current!,
      onStart: () => body.selected !== i && send("act", { do: "select", index: i }),
      onOver: setOver,
      onDrop: (seat) => seat && send("act", { do: "drop", index: i, seat }),
    });
  };
  const cardLabel = (card: Card, i: number) => {
    const words = [card.name, ...card.lines];
    if (body.selected === i) words.push("selected");
    if (body.hintCard === i) words.push("hint");
    return words.join(", ");
  };

  const putDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && body.selected !== null) send("act", { do: "select", index: null });
  };

  return (
    <div class="scene" onKeyDown={putDown}>
      <div class="body">
        <div class="main">
          <HouseBoard
            name={house.owner}
            theatre={theatre}
            house={house}
            label={`${house.owner}: the seats`}
            preview={preview}
            target={target}
            hint={body.hintSeat}
            over={over}
            onLook={(seat) => seat && setLooked(seat)}
            onSeat={(seat) => send("act", { do: "press", seat })}
          >
            {refusedAt("house")}
          </HouseBoard>
        </div>
        <div class="side">
          <Lobby scene={scene} />
          {hint && <HintPanel hint={hint} />}
          {explain && <ExplainPanel explain={explain} />}
          {state.steps.length > 0 && <Steps steps={state.steps} />}
          <Practice on={state.practice} send={send} />
        </div>
        <div class="foot2">
          <Houses scene={scene} />
          <Log log={state.log} kindOf={kindOf} />
        </div>
      </div>
      <div class="hand">
        <HandLabel state={state} hidden={body.handHidden} cards={body.hand.length} />
        {refusedAt("hand")}
        <div class="cards" role="group" aria-label={handTitle(state)} onKeyDown={walk}>
          {body.hand.map((card, i) => {
            const on = body.selected === i;
            return (
              <BigCard
                key={`${card.name}${i}`}
                card={card}
                label={cardLabel(card, i)}
                state={`${on ? "is-selected" : ""} ${body.hintCard === i ? "is-hint" : ""}`}
                flag={on ? SELECTED : body.hintCard === i ? HINT : null}
                pressed={on}
                onPress={() => {
                  send("act", { do: "select", index: i });
                  if (byKeys.current && body.decision === "seat" && !on) root.current?.querySelector<HTMLElement>(SEAT_STOP)?.focus();
                }}
                onGrab={grab(i)}
              />
            );
          })}
          {!body.hand.length && <NoCards hidden={body.handHidden} />}
        </div>
      </div>
    </div>
  );
}

export function SetupFields({ body }: { body: OvertureBody }) {
  if (!body.setup) return null;
  const { theatres, theatre } = body.setup;
  return (
    <fieldset class="thumbs" role="radiogroup" aria-label="Theatre">
      <legend>Theatre</legend>
      <label class="thumb">
        <input type="radio" name="option.theatre" value="" checked={theatre === null} {...OWN_KEYS} />
        <span class="any">?</span>
        Any theatre
      </label>
      {theatres.map((each) => (
        <label key={each.id} class="thumb">
          <input type="radio" name="option.theatre" value={each.id} checked={theatre === each.id} {...OWN_KEYS} />
          <Thumbnail theatre={each} />
          {each.name}
        </label>
      ))}
    </fieldset>
  );
}
