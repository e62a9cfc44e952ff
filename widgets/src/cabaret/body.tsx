/** Cabaret on the table: the show in the middle, the reasons beside it, the hand by genre below. */
import { useEffect, useState } from "preact/hooks";
import { HINT, SELECTED } from "../kit/card";
import { startDrag } from "../kit/drag";
import type { Scene } from "../kit/frame";
import { OWN_KEYS, walk } from "../kit/keys";
import type { TableModel } from "../kit/model";
import { ClauseLink, count, Icon, Medallion, ReasonsPanel, signed } from "../kit/parts";
import { HandLabel, handTitle, HintPanel, Log, NoCards, Practice } from "../kit/table";
import { cardWords, HandChip, kindOf, StageCard, Tiny } from "./cards";
import type { CabaretBody, HandCard, Place } from "./model";

export { kindOf };

export type CabaretScene = Scene<TableModel<CabaretBody>>;

const CANCELLED = { text: "Cancelled", bad: true };
const AHEAD = { icon: "ui-best", text: "Highest" };

function OnStage({ place, alone }: { place: Place; alone: boolean }) {
  const { card, cancelled, ahead, who, leads, note, now, kind } = place;
  const flag = cancelled ? CANCELLED : ahead && !alone ? AHEAD : null;
  return (
    <div class={`p ${now ? "now" : ""}`} role="listitem">
      {card ? (
        <div class={cancelled ? "struck" : ""}>
          <StageCard card={card} label={`${who}: ${cardWords(card)}, ${note}${cancelled ? ", cancelled" : ""}`} flag={flag} />
        </div>
      ) : (
        <div class="empty" role="img" aria-label={`${who}: no card yet, ${note}`}>
          <Icon id={kind} />
          {now && <span>{who === "You" ? "your card" : "playing"}</span>}
        </div>
      )}
      <b>
        {leads && (
          <span class="lead" title="leads">
            <Icon id="ui-leader" />
          </span>
        )}
        {who}
      </b>
      {note}
    </div>
  );
}

function Show({ scene, over }: { scene: CabaretScene; over: boolean }) {
  const { show, note, stake } = scene.state.body;
  const played = show.filter((place) => place.card).length;
  return (
    <div class={`house stage ${over ? "over" : ""}`} data-drop="stage">
      <div class="lbl">
        <Icon id="place-stage" />
        The show
        <span>{note}</span>
      </div>
      <div class={`show n${show.length}`} role="list" aria-label="The show, in order of play">
        {show.map((place) => (
          <OnStage key={place.seat} place={place} alone={played < 2} />
        ))}
      </div>
      {stake && <p class="stake">{stake}</p>}
    </div>
  );
}

function LastShow({ body }: { body: CabaretBody }) {
  const { last } = body;
  if (!last) return null;
  return (
    <div class="last">
      <div class="lbl">
        <Icon id="ui-undo" />
        The show before
        {last.nobody && <span>nobody won it</span>}
      </div>
      <ul class="log">
        {last.cards.map(({ who, card, cancelled, leads, wins }) => (
          <li key={who} class={cancelled ? "cut" : ""}>
            <em>{who}</em>
            <span class="what">
              <Medallion kind={card.kind} /> <span class="cn">{card.rank === 0 ? "mime" : card.name}</span> {leads && <small>leads</small>}
            </span>
            <b class={cancelled ? "neg" : ""}>{wins ? "wins" : cancelled ? "cancelled" : ""}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Piles({ body }: { body: CabaretBody }) {
  const [open, setOpen] = useState(true);
  return (
    <div class="won">
      <div class="lbl">
        <Icon id="place-discard" />
        Won this round
        <button type="button" class="more" aria-expanded={open} onClick={() => setOpen(!open)} {...OWN_KEYS}>
          {open ? "hide" : "show"}
        </button>
      </div>
      {open && (
        <ul>
          {body.piles.map((pile) => (
            <li key={pile.who}>
              <Medallion kind={pile.kind} />
              <b>{pile.who}</b>
              <span class="sum" aria-label={`${count(pile.points, "point")} so far`}>
                {signed(pile.points)}
              </span>
              <span class="tinies">
                {pile.cards.map((card) => (
                  <Tiny key={card.name} card={card} faint={!card.counts} />
                ))}
                {!pile.cards.length && <small>no card yet</small>}
                {pile.lacks.length > 0 && (
                  <small class="lacks">
                    <Icon id="mime" /> holds no {pile.lacks.map((each) => each.genre).join(", ")}
                  </small>
                )}
              </span>
            </li>
          ))}
          {body.aside && (
            <li>
              <span class="med none" />
              <b>Nobody</b>
              <span class="sum" />
              <span class="tinies">
                {body.aside.cards.map((card) => (
                  <Tiny key={card.name} card={card} faint />
                ))}
                {body.aside.mimes > 0 && <small>{count(body.aside.mimes, "mime")} set aside</small>}
              </span>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

/** For a player with a keyboard the focus goes on to the hand when it is their turn. */
function useFocusOnDecision({ state, root, byKeys }: CabaretScene): void {
  const { deciding, show } = state.body;
  const played = show.filter((place) => place.card).length;
  useEffect(() => {
    const hand = deciding ? root.current?.querySelector(".hand") : null;
    const active = document.activeElement;
    if (!byKeys.current || !hand || hand.contains(active) || !root.current?.contains(active)) return;
    if (active?.closest("[data-home], .stage")) hand.querySelector<HTMLElement>("[data-walk]:not(.is-illegal)")?.focus();
  }, [deciding, played]);
}

function Hand({ scene, setOver }: { scene: CabaretScene; setOver: (over: boolean) => void }) {
  const { state, send, root, refusedAt } = scene;
  const { body } = state;
  const { groups, mime, selected, hintCard, deciding, handHidden } = body;
  const pick = (card: HandCard) => send("act", { do: "pick", card: card.name });
  const grab = (card: HandCard) => (event: PointerEvent) => {
    if (!deciding) return;
    startDrag(event, {
      root: root.current!,
      onStart: () => {},
      onOver: (drop) => setOver(drop === "stage"),
      onDrop: (drop) => {
        setOver(false);
        if (drop === "stage") send("act", { do: "drop", card: card.name });
      },
    });
  };
  const label = (card: HandCard) => {
    const words = [cardWords(card)];
    if (card.refused) words.push(`not now: ${card.refused.reason}`);
    if (selected === card.name) words.push("selected");
    if (hintCard === card.name) words.push("hint");
    return words.join(", ");
  };
  const chip = (card: HandCard, many?: number) => {
    const on = selected === card.name;
    const hinted = hintCard === card.name;
    return (
      <HandChip
        key={card.name}
        card={card}
        count={many}
        label={many === undefined ? label(card) : `${label(card)}, you own ${many}`}
        state={`${card.refused ? "is-illegal" : ""} ${on ? "is-selected" : ""} ${hinted ? "is-hint" : ""}`}
        flag={on ? SELECTED : hinted ? HINT : null}
        pressed={on}
        onPress={() => pick(card)}
        onGrab={grab(card)}
      />
    );
  };
  return (
    <div class="hand">
      <HandLabel state={state} hidden={handHidden} cards={body.count} more=", by genre" />
      {refusedAt("hand")}
      <div class="groups" role="group" aria-label={`${handTitle(state)}, by genre`} onKeyDown={walk}>
        {groups.map((group) => (
          <div class="gset" key={group.genre} role="group" aria-label={group.own ? `${group.genre}, your genre` : group.genre}>
            <div class="cs">{group.cards.map((card) => chip(card))}</div>
            {group.why ? (
              <div class="t no">
                <Icon id="ui-refused" />
                <span>
                  {group.why.text} <ClauseLink id={group.why.rule} />
                </span>
              </div>
            ) : (
              <div class="t">
                <Medallion kind={group.kind} />
                <span>{group.own ? `${group.genre}, your genre` : group.genre}</span>
              </div>
            )}
          </div>
        ))}
        {mime && (
          <div class="gset" role="group" aria-label="Your mimes">
            <div class="cs">{chip(mime, mime.count)}</div>
            {mime.refused ? (
              <div class="t no">
                <Icon id="ui-refused" />
                <span>
                  not while a performer fits <ClauseLink id={mime.refused.clause} />
                </span>
              </div>
            ) : (
              <div class="t">
                <Medallion kind="mime" />
                <span>{count(mime.count, "mime")}</span>
              </div>
            )}
          </div>
        )}
        {!groups.length && !mime && <NoCards hidden={handHidden} />}
      </div>
    </div>
  );
}

export function Body({ scene }: { scene: CabaretScene }) {
  const { state, send } = scene;
  const { body, hint } = state;
  const [over, setOver] = useState(false);
  useFocusOnDecision(scene);
  return (
    <div class="cabaret">
      <div class="body">
        <div class="main">
          <Show scene={scene} over={over} />
        </div>
        <div class="side">
          {hint && <HintPanel hint={hint} />}
          {body.explain && <ReasonsPanel reasons={body.explain} />}
          <LastShow body={body} />
          <Practice on={state.practice} send={send} />
        </div>
      </div>
      <Hand scene={scene} setOver={setOver} />
      <div class="body after">
        <Piles body={body} />
        <Log log={state.log} kindOf={kindOf} />
      </div>
    </div>
  );
}

export function SetupFields({ body }: { body: CabaretBody }) {
  if (!body.setup) return null;
  return (
    <fieldset class="acts">
      <legend>Cabaret</legend>
      <label>
        Rounds <input name="option.rounds" type="number" min={1} max={99} value={body.setup.rounds} {...OWN_KEYS} />
      </label>
      <label>
        <input type="checkbox" name="option.all_genres" checked={body.setup.allGenres} {...OWN_KEYS} /> All genres score, your own twice
      </label>
      <ClauseLink id="CB-E2" />
    </fieldset>
  );
}
