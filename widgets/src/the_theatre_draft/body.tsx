/** The draft on the table: the row of the round and what may be done with it, everybody's circles, the growing decks. */
import { useEffect, useState } from "preact/hooks";
import { HINT, SELECTED } from "../kit/card";
import { startDrag } from "../kit/drag";
import type { Scene } from "../kit/frame";
import { OWN_KEYS, walk } from "../kit/keys";
import type { TableModel } from "../kit/model";
import { Button, ClauseLink, count, Icon, Medallion } from "../kit/parts";
import { HintPanel, Log, Practice } from "../kit/table";
import { kindOf } from "../the_theatre/body";
import { BigCard, ChipCard, spokenCard } from "../the_theatre/cards";
import type { Counted, DraftBody, Marks, Rank, RowCard, Sheet, Way } from "./model";

type TheScene = Scene<TableModel<DraftBody>>;

/** The four ranks; the row of one that is not in play may be looked at. */
function Ranks({ ranks, looked, look }: { ranks: Rank[]; looked: number | null; look: (rank: number | null) => void }) {
  return (
    <div class="drranks" role="group" aria-label="The four ranks">
      {ranks.map((rank) => {
        const open = looked === rank.rank;
        const now = rank.state === "now";
        const words = [`Rank ${rank.rank}`, now ? "this round" : `row of ${count(rank.cards.length, "card")}`, `${count(rank.stock, "card")} in its deck`];
        return (
          <button
            key={rank.rank}
            type="button"
            class={`arc ${rank.state} ${open ? "on" : ""}`}
            aria-label={words.join(", ")}
            aria-expanded={now ? undefined : open}
            aria-current={now ? "step" : undefined}
            onClick={() => look(now || open ? null : rank.rank)}
            {...OWN_KEYS}
          >
            <Icon id={`rank-${rank.rank}`} />
            <b>Rank {rank.rank}</b>
            <span class="w">{now ? "this round" : rank.cards.length ? `row of ${rank.cards.length}` : "no row yet"}</span>
            <span class="w">deck {rank.stock}</span>
          </button>
        );
      })}
    </div>
  );
}

/** What may be done now: each way with the circles it marks, or with the reason why it is refused. */
function Ways({ scene }: { scene: TheScene }) {
  const { state, send, refusedAt } = scene;
  const { ways, ready, hint, decision } = state.body;
  const spoken = (way: Way) => {
    const words = [way.title, way.reason ? `not now. ${way.reason}` : way.line];
    if (!way.action && !way.reason) words.push("choose a card first");
    if (way.action && way.action === hint) words.push("hint");
    return words.join(": ");
  };
  return (
    <>
      {refusedAt("ways")}
      {ways.length > 0 && (
        <div class="drways" role="group" aria-label="What you may do" onKeyDown={walk}>
          {ways.map((way) => {
            const mood = way.reason ? "no" : way.action ? (way.key === ready ? "ready" : "may") : "wait";
            const act = way.action ?? way.refused;
            const title = (
              <>
                {mood === "no" && <Icon id="ui-refused" />}
                <span>{way.title}</span>
                {mood === "no" && <small>not now</small>}
              </>
            );
            return (
              <div key={way.key} class={`way ${mood} ${way.action && way.action === hint ? "is-hint" : ""}`}>
                {act ? (
                  <button type="button" class="go" data-walk aria-label={spoken(way)} onClick={() => send("act", { do: "do", action: act })} {...OWN_KEYS}>
                    {title}
                  </button>
                ) : (
                  <b class="go">{title}</b>
                )}
                <p>
                  {way.reason ?? way.line} <ClauseLink id={way.rule} />
                </p>
              </div>
            );
          })}
        </div>
      )}
      {decision === "wait" && !state.over && <div class="drways still" />}
    </>
  );
}

function Circles({ marked, open, next }: { marked: number; open: number; next: number }) {
  return (
    <span class="circ" aria-hidden="true">
      {Array.from({ length: marked + open }, (_, i) => (
        <i key={i} class={i < marked ? "full" : i < marked + next ? "next" : ""} />
      ))}
    </span>
  );
}

/** Everybody's circles by rank, in the order of the round; dashed are the own ones that the chosen cards would mark. */
function Sheets({ sheets, limits, marks }: { sheets: Sheet[]; limits: DraftBody["limits"]; marks: Marks | null }) {
  const next = (sheet: Sheet, rank: number) => (sheet.mine && marks?.rank === rank - 1 ? marks.count : 0);
  return (
    <section class="drsheets" aria-label="Circles of every player">
      <div class="lbl">
        <Icon id="ticket" />
        Circles
        <span>
          filled: marked <ClauseLink id="TT-F1" />
        </span>
      </div>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">In turn</th>
              {[1, 2, 3, 4].map((rank) => (
                <th key={rank} scope="col">
                  Rank {rank}
                </th>
              ))}
              <th scope="col">Skip</th>
            </tr>
          </thead>
          <tbody>
            {sheets.map((sheet) => (
              <tr key={sheet.player} class={sheet.now ? "now" : ""}>
                <th scope="row">
                  {sheet.leads && <Icon id="ui-leader" />}
                  {sheet.name}
                  {sheet.leads && <span class="sr">, leads</span>}
                  {sheet.now && <span class="sr">, to choose</span>}
                  <small class="sk" aria-hidden="true">
                    skip {sheet.skips > 0 ? "left" : "used"}
                  </small>
                </th>
                {sheet.ranks.map((each) => (
                  <td key={each.rank}>
                    <span class="sr">
                      {each.marked} marked, {each.open} open
                    </span>
                    <Circles marked={each.marked} open={each.open} next={next(sheet, each.rank)} />
                    <small>
                      {each.pairs !== null && (
                        <span title="two cards for one circle: how often so far">
                          pairs {each.pairs}/{limits.pairs}
                        </span>
                      )}
                      {each.doubles !== null && (
                        <span title="one card for two circles: how often so far">
                          doubles {each.doubles}/{limits.doubles}
                        </span>
                      )}
                    </small>
                  </td>
                ))}
                <td>{sheet.skips > 0 ? "left" : "used"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Counts({ title, rows }: { title: string; rows: Counted[] }) {
  if (!rows.length) return null;
  return (
    <div class="cnt" role="group" aria-label={title}>
      <em>{title}</em>
      <ul>
        {rows.map((row) => (
          <li key={row.name}>
            <Medallion kind={row.kind} />
            {row.name} <b>{row.count}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A deck as far as it is drafted: its cards, and what plan they make. */
function Decks({ scene, over }: { scene: TheScene; over: boolean }) {
  const { state, send, refusedAt } = scene;
  const { deck, owners, mine } = state.body;
  const { plan } = deck;
  const own = deck.player === mine;
  return (
    <div class={`hand drdeck ${over ? "over" : ""}`} data-drop="deck">
      <div class="lbl">
        <Icon id="place-deck" />
        {own ? "Your deck" : `Deck of ${deck.name}`}
        <span>{plan.mean === null ? "no card yet" : `${count(deck.count, "card")}, ranks ${plan.ranks.join(" · ")}, mean value ${plan.mean}`}</span>
      </div>
      {refusedAt("decks")}
      <div class="tabs" role="group" aria-label="Whose deck">
        {owners.map((owner) => (
          <button
            key={owner.player}
            type="button"
            class="tab"
            aria-pressed={owner.player === deck.player}
            aria-label={`${owner.name} ${owner.count}: ${owner.player === mine ? "your deck" : `deck of ${owner.name}`}`}
            onClick={() => send("act", { do: "deck", player: owner.player === mine ? null : owner.player })}
            {...OWN_KEYS}
          >
            {owner.name} <b>{owner.count}</b>
          </button>
        ))}
      </div>
      <div class="cards">
        {deck.cards.map(({ card, copies }) => (
          <ChipCard key={card.name} card={card} copies={copies} label={`${copies > 1 ? `${copies} copies of ` : ""}${spokenCard(card)}`} />
        ))}
        {!deck.cards.length && <p class="advice">{own ? "Cards that you take come here." : "No card yet."}</p>}
      </div>
      <Counts title="Suits" rows={plan.suits} />
      <Counts title="Prints" rows={plan.prints} />
      <Counts title="Abilities" rows={plan.abilities} />
    </div>
  );
}

const PLACE_OF = { card: ".drrow", lead: ".drways", wait: null };

/** For a player with a keyboard the focus goes on to where the next decision falls; elsewhere it is left alone. */
function useFocusOnDecision({ state, root, byKeys }: TheScene): void {
  const { decision } = state.body;
  useEffect(() => {
    const place = PLACE_OF[decision] && root.current?.querySelector(PLACE_OF[decision]);
    const active = document.activeElement;
    if (!byKeys.current || !place || !root.current?.contains(active)) return;
    if (place.contains(active) && active?.matches("[data-walk]")) return;
    if (active?.closest(".drrow, .drways, .prompt, [data-home]")) place.querySelector<HTMLElement>("[data-walk]")?.focus();
  }, [decision, state.ply]);
}

function cardLabel(entry: RowCard, on: boolean): string {
  const words = [spokenCard(entry.card)];
  if (entry.note) words.push(entry.note);
  if (entry.reason) words.push(`not for you now: ${entry.reason}`);
  if (on) words.push("selected");
  if (entry.hint) words.push("hint");
  return words.join(". ");
}

export function Body({ scene }: { scene: TheScene }) {
  const { state, send, root, refusedAt } = scene;
  const { body } = state;
  useFocusOnDecision(scene);
  const [looked, look] = useState<number | null>(null);
  const [over, setOver] = useState(false);
  useEffect(() => look(null), [state.ply]);
  const peeped = body.ranks.find((rank) => rank.rank === looked);

  const grab = (i: number) => (event: PointerEvent) => {
    if (body.decision !== "card") return;
    startDrag(event, {
      root: root.current!,
      onStart: () => !body.selected.includes(i) && send("act", { do: "only", index: i }),
      onOver: (drop) => setOver(drop === "deck"),
      onDrop: (drop) => {
        setOver(false);
        if (drop === "deck") send("act", { do: "drop", index: i });
      },
    });
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape" && body.selected.length) send("act", { do: "only", index: null });
    walk(event);
  };
  const only = body.selected.length === 2 ? body.selected : [];

  return (
    <>
      <div class="body">
        <div class="main">
          <div class="house drhouse">
            <Ranks ranks={body.ranks} looked={looked} look={look} />
            {peeped && (
              <section class="peep" aria-label={`The row of rank ${peeped.rank}`}>
                <div class="lbl">
                  The row of rank {peeped.rank}
                  <span>waits for its next round</span>
                </div>
                <div class="cards">
                  {peeped.cards.map((card, i) => (
                    <ChipCard key={`${card.name}${i}`} card={card} label={spokenCard(card)} />
                  ))}
                  {!peeped.cards.length && <span class="none">Laid out at its first round.</span>}
                </div>
              </section>
            )}
            {body.row.length > 0 && (
              <div class="lbl scn">
                The row of rank {body.rank}
                <span>
                  {only.map((place) => (
                    <Button key={place} look="sm" onClick={() => send("act", { do: "only", index: place })}>
                      Only {body.row[place]?.card.title}
                    </Button>
                  ))}
                  {!only.length && <ClauseLink id="TT-F2" />}
                </span>
              </div>
            )}
            {refusedAt("row")}
            {body.row.length > 0 && (
              <div class={`drrow n${body.row.length}`} role="group" aria-label={`The row of rank ${body.rank}`} onKeyDown={keys}>
                {body.row.map((entry, i) => {
                  const on = body.selected.includes(i);
                  return (
                    <div class="held" key={`${entry.card.name}${i}`}>
                      <BigCard
                        card={entry.card}
                        label={cardLabel(entry, on)}
                        state={`${on ? "is-selected" : ""} ${entry.hint ? "is-hint" : ""} ${entry.reason ? "is-illegal" : ""}`}
                        flag={on ? SELECTED : entry.hint ? HINT : null}
                        pressed={on}
                        onPress={() => send("act", { do: "pick", index: i })}
                        onGrab={grab(i)}
                      />
                      <small>
                        {entry.card.does && <span>{entry.card.does}</span>}
                        {entry.note && <b>{entry.note}</b>}
                        {entry.reason && (
                          <span class="why">
                            {entry.reason} {entry.rule && <ClauseLink id={entry.rule} />}
                          </span>
                        )}
                      </small>
                    </div>
                  );
                })}
              </div>
            )}
            <Ways scene={scene} />
          </div>
          <Sheets sheets={body.sheets} limits={body.limits} marks={body.marks} />
        </div>
        <div class="side">
          {state.hint && <HintPanel hint={state.hint} totalText="gain by estimate; 10 is a point of value" />}
          <Practice on={state.practice} send={send} />
          <Log log={state.log} kindOf={kindOf} />
        </div>
      </div>
      <Decks scene={scene} over={over} />
    </>
  );
}

export { kindOf } from "../the_theatre/body";
export { SetupFields } from "./setup";
