/** The Theatre on the table: the act as a stage, its piles and reasons beside it, the hand below. */
import { useEffect, useState } from "preact/hooks";
import { HINT, SELECTED } from "../kit/card";
import { startDrag } from "../kit/drag";
import type { Scene } from "../kit/frame";
import { OWN_KEYS, walk } from "../kit/keys";
import type { TableModel } from "../kit/model";
import { Button, ClauseLink, ExplainPanel, Medallion, plain } from "../kit/parts";
import { Piles } from "../kit/piles";
import { HandLabel, handTitle, HintPanel, Log, NoCards, Practice } from "../kit/table";
import { BigCard, ChipCard, spokenCard } from "./cards";
import type { Card, HandCard, Option, PileRow, TheTheatreBody } from "./model";
import { Arches, StageCards, Tokens, useFinale } from "./stage";

type TheScene = Scene<TableModel<TheTheatreBody>>;

const SUITS = ["Charm", "Luck", "Agility", "Will", "Strength"];

export function kindOf(card: string): string | null {
  const suit = SUITS.find((name) => card.endsWith(`(${name})`));
  return suit ? `suit-${suit.toLowerCase()}` : null;
}

function Odds({ odds }: { odds: [number, number, number] }) {
  const words = ["win", "tie", "lose"];
  const all = odds.reduce((sum, n) => sum + n, 0);
  if (!all) return null;
  return (
    <span class="odds" role="img" aria-label={odds.map((n, i) => `${n} ${words[i]}`).join(", ")}>
      {odds.map((n, i) =>
        n ? (
          <i key={i} class={words[i]} style={{ flexGrow: n }}>
            {n} {words[i]}
          </i>
        ) : null,
      )}
    </span>
  );
}

/** The answers to a Sap or a Gamble. */
function Options({ scene }: { scene: TheScene }) {
  const { state, send, refusedAt } = scene;
  const { choices, hintChoice } = state.body;
  const spoken = (option: Option) => [option.title, ...option.lines, option.action === hintChoice ? "hint" : ""].filter(Boolean).join(". ");
  return (
    <>
      {refusedAt("stage")}
      {choices.length > 0 && (
        <div class="chs" role="group" aria-label="Your choices" onKeyDown={walk}>
          {choices.map((option) => (
            <div key={option.action} class={`ch ${option.tone} ${option.action === hintChoice ? "is-hint" : ""}`}>
              <button type="button" class="go" data-walk aria-label={spoken(option)} onClick={() => send("act", { do: "decide", action: option.action })} {...OWN_KEYS}>
                <Medallion kind={option.icon.startsWith("ability") ? option.icon : option.kind} />
                {option.title}
                {option.icon !== option.kind && option.icon.startsWith("ability") && <Medallion kind={option.kind} />}
              </button>
              {option.lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
              {option.odds && <Odds odds={option.odds} />}
              <ClauseLink id={option.rule} />
            </div>
          ))}
        </div>
      )}
    </>
  );
}

const PILES = [
  { which: "breakroom", icon: "place-breakroom", word: "breakroom" },
  { which: "dismissed", icon: "place-dismissed", word: "dismissed" },
  { which: "unseen", icon: "place-deck", word: (row: PileRow) => row.unseenText },
];

function heapCard({ card, copies }: { card: Card; copies: number }) {
  return <ChipCard key={card.name} card={card} copies={copies} label={`${copies > 1 ? `${copies} copies of ` : ""}${spokenCard(card)}`} />;
}

/** What stands below a card of the hand: its value now and what that means. */
function Projection({ entry }: { entry: HandCard }) {
  if (entry.value === null) return null;
  return (
    <span class="proj">
      <b class={entry.tone === "bad" ? "neg" : ""}>{plain(entry.value)}</b>
      {entry.words}
      {entry.extra && (
        <small>
          {entry.extra} {entry.rule && <ClauseLink id={entry.rule} />}
        </small>
      )}
    </span>
  );
}

const PLACE_OF = { card: ".hand", sap: ".chs", gamble: ".chs", wait: null };

/** For a player with a keyboard the focus goes on to where the next decision falls; elsewhere it is left alone. */
function useFocusOnDecision({ state, root, byKeys }: TheScene): void {
  const { decision } = state.body;
  useEffect(() => {
    const place = PLACE_OF[decision] && root.current?.querySelector(PLACE_OF[decision]);
    const active = document.activeElement;
    if (!byKeys.current || !place || place.contains(active) || !root.current?.contains(active)) return;
    if (active?.closest(".chs, .hand, .main, [data-home]")) place.querySelector<HTMLElement>("[data-walk]")?.focus();
  }, [decision, state.ply]);
}

export function Body({ scene }: { scene: TheScene }) {
  const { state, send, root, refusedAt } = scene;
  const { body } = state;
  useFocusOnDecision(scene);
  const { stage, last } = body;
  const [isFinale, endFinale] = useFinale(last);
  const [back, setBack] = useState(false);
  const [over, setOver] = useState(false);
  useEffect(() => setBack(false), [state.ply]);
  const looksBack = last !== null && (isFinale || back || !stage);
  const scenery = looksBack ? last : stage;

  const grab = (i: number) => (event: PointerEvent) => {
    if (body.decision !== "card") return;
    startDrag(event, {
      root: root.current!,
      onStart: () => body.selected !== i && send("act", { do: "select", index: i }),
      onOver: (drop) => setOver(drop === "stage"),
      onDrop: (drop) => drop === "stage" && send("act", { do: "drop", index: i }),
    });
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape" && body.selected !== null) send("act", { do: "select", index: null });
    walk(event);
  };
  const cardLabel = (entry: HandCard, i: number) => {
    const words = [spokenCard(entry.card)];
    if (entry.value !== null) words.push(`now ${plain(entry.value)}, ${entry.words}`);
    if (entry.extra) words.push(entry.extra);
    if (body.selected === i) words.push("selected");
    if (body.hintCard === i) words.push("hint");
    return words.join(". ");
  };

  return (
    <>
      <div class="body">
        <div class="main">
          <div class={`house ttstage ${over ? "over" : ""}`} data-drop="stage">
            <Arches line={body.line} />
            {stage && <Tokens rows={body.tokens} />}
            {scenery && (
              <>
                <div class="lbl scn">
                  {scenery.title}
                  <span>
                    {isFinale ? (
                      <Button look="sm" onClick={endFinale}>
                        Go on
                      </Button>
                    ) : last && stage ? (
                      <Button look="sm" aria-pressed={back} onClick={() => setBack(!back)}>
                        {back ? "This round" : "Last round"}
                      </Button>
                    ) : (
                      scenery.note
                    )}
                  </span>
                </div>
                <StageCards key={scenery.key} scenery={scenery} slow={isFinale} />
              </>
            )}
            {!isFinale && <Options scene={scene} />}
          </div>
        </div>
        <div class="side">
          {state.hint && <HintPanel hint={state.hint} totalText="its value now" />}
          {body.explain && <ExplainPanel explain={body.explain} />}
          <Piles scene={scene} rows={body.piles} kinds={PILES} open={body.pile} card={heapCard} />
          <Practice on={state.practice} send={send} />
          <Log log={state.log} kindOf={kindOf} />
        </div>
      </div>
      <div class="hand tth">
        <HandLabel state={state} hidden={body.handHidden} cards={body.hand.length} />
        {refusedAt("hand")}
        <div class="cards" role="group" aria-label={handTitle(state)} onKeyDown={keys}>
          {body.hand.map((entry, i) => {
            const on = body.selected === i;
            return (
              <div class="held" key={`${entry.card.name}${i}`}>
                <BigCard
                  card={entry.card}
                  label={cardLabel(entry, i)}
                  state={`${on ? "is-selected" : ""} ${body.hintCard === i ? "is-hint" : ""}`}
                  flag={on ? SELECTED : body.hintCard === i ? HINT : null}
                  pressed={on}
                  onPress={() => send("act", { do: "select", index: i })}
                  onGrab={grab(i)}
                />
                <Projection entry={entry} />
              </div>
            );
          })}
          {!body.hand.length && <NoCards hidden={body.handHidden} />}
        </div>
      </div>
    </>
  );
}

export { SetupFields } from "./setup";
