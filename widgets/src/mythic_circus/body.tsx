/** Mythic Circus on the table: all stages, labor, the supply, the hand, and the reasons beside them. */
import { useEffect, useState } from "preact/hooks";
import { type Flag, FlagTab, HINT, SELECTED } from "../kit/card";
import { startDrag } from "../kit/drag";
import type { Scene } from "../kit/frame";
import { OWN_KEYS, walk } from "../kit/keys";
import type { Step, TableModel } from "../kit/model";
import { Button, ClauseLink, count, ExplainPanel, Icon, Medallion, ReasonsPanel } from "../kit/parts";
import { Piles } from "../kit/piles";
import { HandLabel, handTitle, HintPanel, Log, NoCards, Practice } from "../kit/table";
import { BigCard, ChipCard, kindOf, Numbers, PillCard, spokenCard } from "./cards";
import type { Card, Meter, MythicCircusBody, PileCard, PileRow, Stage, Why, Zone } from "./model";

export { kindOf };

type CircusScene = Scene<TableModel<MythicCircusBody>>;

interface Press {
  state: string;
  flag: Flag | null;
  pressed: boolean;
  label: string;
  onPress: () => void;
}

/** What every card that can be chosen shows and does. */
function press(scene: CircusScene, zone: Zone, index: number, card: Card, player: number | null = null, more = ""): Press {
  const { selected } = scene.state.body;
  const on = selected?.zone === zone && selected.index === index && (zone !== "stage" || selected.player === player);
  const words = [spokenCard(card)];
  if (more) words.push(more);
  if (card.why) words.push(`not now: ${card.why.text}`);
  if (on) words.push("selected");
  if (card.hint) words.push("hint");
  return {
    state: `${card.why ? "is-illegal" : ""} ${card.can ? "can" : ""} ${on ? "is-selected" : ""} ${card.hint ? "is-hint" : ""}`,
    flag: on ? SELECTED : card.hint ? HINT : null,
    pressed: on,
    label: words.join(", "),
    onPress: () => scene.send("act", { do: zone, index, ...(player === null ? {} : { player }) }),
  };
}

function Reason({ why }: { why: Why }) {
  return (
    <p class="t no">
      <Icon id="ui-refused" />
      <span>
        {why.text} <ClauseLink id={why.rule} />
      </span>
    </p>
  );
}

/** What the stage is worth, beside the marks of the four levels. */
function Scale({ meter }: { meter: Meter }) {
  const { tp, words, next, marks, most } = meter;
  const at = (n: number) => `${Math.min(100, (100 * n) / most)}%`;
  return (
    <div class="meter" role="img" aria-label={`Total performance ${tp}: ${words}${next ? `; ${next}` : ""}`}>
      <div class="trk">
        <i style={{ width: at(tp) }} />
      </div>
      <span class="now" style={{ left: at(tp) }}>
        {tp}
      </span>
      {marks.map((mark) => (
        <span key={mark.name} class={`m ${mark.got ? "got" : ""}`} style={{ left: at(mark.tp) }}>
          {mark.tp} <span class="lv">{mark.name}</span>
          <br />
          {mark.vp} VP
        </span>
      ))}
    </div>
  );
}

function StageHead({ stage, own }: { stage: Stage; own: boolean }) {
  const { meter, title, turn } = stage;
  return (
    <div class="lbl">
      <Icon id="place-stage" />
      {title}
      {turn && !own && (
        <em class="turn" title="It is this player’s turn">
          <Icon id="ui-leader" />
        </em>
      )}
      <span>
        TP {meter.tp}
        {own || meter.tp ? `: ${meter.words}` : ""}
      </span>
    </div>
  );
}

function OtherStage({ scene, stage, crowded }: { scene: CircusScene; stage: Stage; crowded: boolean }) {
  const { target, why, cards } = stage;
  return (
    <section class={`house other ${target ? "live" : ""} ${why ? "out" : ""}`} aria-label={stage.title}>
      <StageHead stage={stage} own={false} />
      <div class={crowded ? "pills" : "cards"} role="group" aria-label={`Workers on ${stage.title}`} onKeyDown={walk}>
        {cards.map((card, i) => {
          const { state, flag, ...rest } = press(scene, "stage", i, card, stage.player);
          return crowded ? <PillCard key={i} card={card} state={state} {...rest} /> : <ChipCard key={i} card={card} state={state} flag={flag} {...rest} />;
        })}
        {!cards.length && <p class="none">Nobody on stage.</p>}
      </div>
      {target && (
        <Button look={`aim ${target.hint ? "is-hint" : ""}`} data-walk onClick={() => scene.send("act", { do: "play", action: target.action })}>
          {target.label}
        </Button>
      )}
      {why && <Reason why={why} />}
    </section>
  );
}

type Place = "stage" | "labor";

/** The card of the hand that is chosen while workers are sent. */
function chosenCard({ hand, selected, sending }: MythicCircusBody): Card | null {
  return (sending && selected?.zone === "hand" && hand[selected.index]) || null;
}

/** Sends the card that is chosen to a place; where it may not go, the kernel says why. Null when none is chosen. */
function sender({ state, send }: CircusScene, to: Place): (() => void) | null {
  const index = state.body.selected?.index ?? 0;
  return chosenCard(state.body) && (() => send("act", { do: "drop", index, to }));
}

/** A click anywhere in a place, if not on something of its own there. */
const besideButtons = (act: (() => void) | null) => (event: MouseEvent) => {
  if (!(event.target as Element).closest("button")) act?.();
};

const SEND: Record<Place, string> = { stage: "Send on stage", labor: "Send to labor" };
const NOT: Record<Place, string> = { stage: "not on stage", labor: "not to labor" };

/** Where the card that is chosen may be sent to, or that it may not go there. */
function SendHere({ scene, to }: { scene: CircusScene; to: Place }) {
  const card = chosenCard(scene.state.body);
  const send = sender(scene, to);
  if (!card || !send) return null;
  const may = card.places.includes(to);
  return (
    <button type="button" class={`here ${may ? "" : "no"}`} onClick={send} {...OWN_KEYS}>
      <Icon id={may ? `place-${to}` : "ui-refused"} />
      {may ? SEND[to] : `${card.title}: ${NOT[to]}`}
    </button>
  );
}

function OwnStage({ scene, over }: { scene: CircusScene; over: boolean }) {
  const { own, live, mine, sending } = scene.state.body;
  return (
    <section class={`house own ${over ? "over" : ""} ${live === "stage" ? "live" : ""}`} data-drop="stage" aria-label={own.title} onClick={besideButtons(sender(scene, "stage"))}>
      <StageHead stage={own} own />
      {scene.refusedAt("stage")}
      <div class="cards" role="group" aria-label="Workers on your stage" onKeyDown={walk}>
        {own.cards.map((card, i) => (
          <ChipCard key={i} card={card} {...press(scene, "stage", i, card, mine)} />
        ))}
        {!own.cards.length && <p class="none">{sending ? "Nobody yet. Workers that you send here stay until you perform." : "Nobody."}</p>}
        <SendHere scene={scene} to="stage" />
      </div>
      <Scale meter={own.meter} />
    </section>
  );
}

/** The own discard pile, while a card of it is to be chosen. */
function Choices({ scene }: { scene: CircusScene }) {
  const { choices } = scene.state.body;
  if (!choices) return null;
  return (
    <section class="mcchoices live" aria-label={choices.title}>
      <div class="lbl">
        <Icon id="place-discard" />
        {choices.title}
        <span>choose from it</span>
      </div>
      {scene.refusedAt("choices")}
      <div class="cards" role="group" aria-label={choices.title} onKeyDown={walk}>
        {choices.cards.map((card, i) => (
          <div key={card.name} class="held">
            <ChipCard card={card} copies={card.copies} {...press(scene, "discard", i, card, null, card.copies > 1 ? `${card.copies} of them` : "")} />
            {card.why && <Reason why={card.why} />}
          </div>
        ))}
      </div>
    </section>
  );
}

function Labor({ scene, over }: { scene: CircusScene; over: boolean }) {
  const { labor, sending } = scene.state.body;
  return (
    <section class={`mclabor ${over ? "over" : ""}`} data-drop={labor.mine ? "labor" : undefined} aria-label={labor.title} onClick={besideButtons(sender(scene, "labor"))}>
      <div class="lbl">
        <Icon id="place-labor" />
        {labor.title}
        <span>{labor.note}</span>
      </div>
      {scene.refusedAt("labor")}
      <div class="cards" role="group" aria-label={labor.title}>
        {labor.cards.map((card, i) => (
          <ChipCard key={i} card={card} label={spokenCard(card)} />
        ))}
        {!labor.cards.length && <p class="advice">{sending ? "Nobody yet. Workers sent here pay for hiring, this turn only." : "Nobody."}</p>}
        <SendHere scene={scene} to="labor" />
      </div>
    </section>
  );
}

function Turn({ title, steps }: { title: string; steps: Step[] }) {
  if (!steps.length) return null;
  return (
    <div class="mcturn">
      <b>{title}</b>
      <ol>
        {steps.map((step, i) => (
          <li key={step.text} class={step.state} aria-current={step.state === "now" ? "step" : undefined}>
            {step.state === "done" ? <Icon id="ui-check" /> : <i>{i + 1}</i>}
            {step.text}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Supply({ scene }: { scene: CircusScene }) {
  const { supply, supplyNote, live } = scene.state.body;
  return (
    <section class={`mcsupply ${live === "supply" ? "live" : ""}`} aria-label="Supply">
      <div class="lbl">
        <Icon id="ticket" />
        Supply
        <span>{supplyNote}</span>
      </div>
      {scene.refusedAt("supply")}
      <div class="piles10" role="group" aria-label="Supply" onKeyDown={walk}>
        {supply.map((pile, i) => {
          const left = pile.left ? `${pile.left} left` : "sold out";
          const { state, flag, label, pressed, onPress } = press(scene, "supply", i, pile, null, left);
          return (
            <div key={pile.name} class={`pile ${state} ${pile.reach ? "reach" : ""} ${pile.left ? "" : "gone"}`}>
              {flag && <FlagTab flag={flag} />}
              <button type="button" data-walk aria-label={label} aria-pressed={pressed} onClick={onPress} {...OWN_KEYS}>
                <Medallion kind={pile.kind} />
                <span>
                  <b>{pile.title}</b>
                  <span class="nums">
                    <Numbers card={pile} />
                    <span>{pile.left ? `×${pile.left}` : "sold out"}</span>
                  </span>
                  <small>{pile.short}</small>
                </span>
                <span class="coin">{pile.cost}</span>
              </button>
              {pile.why && <Reason why={pile.why} />}
              {pile.after && <p class="t">{pile.after}</p>}
            </div>
          );
        })}
      </div>
    </section>
  );
}

const PILES = [
  { which: "discard", icon: "place-discard", word: "discard" },
  { which: "rest", icon: "place-deck", word: (row: PileRow) => row.restText },
];

function heapCard(card: PileCard) {
  return <ChipCard key={card.name} card={card} copies={card.copies} label={`${card.copies > 1 ? `${card.copies} times ` : ""}${spokenCard(card)}`} />;
}

function Hand({ scene, setOver }: { scene: CircusScene; setOver: (over: string | null) => void }) {
  const { state, send, root, refusedAt } = scene;
  const { hand, handWhy, handHidden, live } = state.body;
  const grab = (i: number, card: Card) => (event: PointerEvent) => {
    if (!card.places.some((place) => place === "stage" || place === "labor")) return;
    startDrag(event, {
      root: root.current!,
      onStart: () => {},
      onOver: setOver,
      onDrop: (drop) => {
        setOver(null);
        if (drop === "stage" || drop === "labor") send("act", { do: "drop", index: i, to: drop });
      },
    });
  };
  return (
    <div class={`hand mchand ${live === "hand" ? "live" : ""}`}>
      <HandLabel state={state} hidden={handHidden} cards={hand.length} />
      {refusedAt("hand")}
      {handWhy && <Reason why={handWhy} />}
      <div class={`cards ${handWhy ? "wait" : ""}`} role="group" aria-label={handTitle(state)} onKeyDown={walk}>
        {hand.map((card, i) => (
          <BigCard key={i} card={card} onGrab={grab(i, card)} {...press(scene, "hand", i, card)} />
        ))}
        {!hand.length && <NoCards hidden={handHidden} />}
      </div>
    </div>
  );
}

const PLACE_OF: Record<string, string> = { hand: ".mchand", stage: ".own", supply: ".mcsupply", discard: ".mcchoices", players: ".other.live" };

/** For a player with a keyboard the focus goes on to where the next decision falls; elsewhere it is left alone. */
function useFocusOnDecision({ state, root, byKeys }: CircusScene): void {
  const { live, deciding } = state.body;
  useEffect(() => {
    const active = document.activeElement;
    if (!deciding || !byKeys.current || !root.current?.contains(active)) return;
    if (!active?.closest("[data-home], .mchand, .house, .mcsupply, .mcchoices, .mclabor")) return;
    const place = live && root.current.querySelector(PLACE_OF[live] ?? "none");
    if (place?.contains(active)) return;
    const first = place?.querySelector<HTMLElement>(".can[data-walk], .can [data-walk], .aim") ?? root.current.querySelector<HTMLElement>(".prompt .acts .btn");
    first?.focus();
  }, [live, deciding, state.ply]);
}

export function Body({ scene }: { scene: CircusScene }) {
  const { state, send } = scene;
  const { body, hint } = state;
  const [over, setOver] = useState<string | null>(null);
  useFocusOnDecision(scene);
  const putDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && body.selected) send("act", { do: "free" });
  };
  const crowded = body.others.length > 1;
  return (
    <div class="mc" onKeyDown={putDown}>
      <Hand scene={scene} setOver={setOver} />
      <div class="body">
        <div class="main">
          <Turn title={body.turn} steps={state.steps} />
          <div class={`others n${body.others.length}`}>
            {body.others.map((stage) => (
              <OtherStage key={stage.player} scene={scene} stage={stage} crowded={crowded} />
            ))}
          </div>
          <OwnStage scene={scene} over={over === "stage"} />
          <Choices scene={scene} />
          <Labor scene={scene} over={over === "labor"} />
          <Supply scene={scene} />
        </div>
        <div class="side">
          {hint && <HintPanel hint={hint} totalText={body.hintTotal} />}
          {body.explain ? <ReasonsPanel reasons={body.explain} /> : body.performance.parts.length > 0 && <ExplainPanel explain={body.performance} />}
          <Piles scene={scene} rows={body.piles} kinds={PILES} open={body.pile} card={heapCard} />
          <Practice on={state.practice} send={send} />
          <Log log={state.log} kindOf={kindOf} short={9} />
        </div>
      </div>
    </div>
  );
}

export function SetupFields({ body }: { body: MythicCircusBody }) {
  if (!body.setup) return null;
  return (
    <fieldset class="mcset">
      <legend>The end of the game</legend>
      <label>
        {count(body.setup.goal, "victory point")}
        <select name="option.finish" {...OWN_KEYS}>
          <option value="first" selected={body.setup.finish === "first"}>
            win at once
          </option>
          <option value="round" selected={body.setup.finish === "round"}>
            end the game with the round
          </option>
        </select>
        <ClauseLink id="MC-F3" />
      </label>
      <label>
        Last round <input name="option.max_turns" type="number" min={1} max={1000} value={body.setup.maxTurns} {...OWN_KEYS} />
        <ClauseLink id="MC-F4" />
      </label>
    </fieldset>
  );
}
