/** What a review and a replay share: a position to look at, a table to play on from it. */
import { useState } from "preact/hooks";
import type { Scene } from "./kit/frame";
import { OWN_KEYS } from "./kit/keys";
import type { GameOver, Refusal, TableModel } from "./kit/model";
import { Button, Icon, Toast } from "./kit/parts";
import { EndPanel, Players } from "./kit/table";
import { GAMES, Table } from "./table";

export interface LookbackModel {
  ply: number;
  game: string;
  title: string;
  refusal: Refusal | null;
  opponents: string[];
  table: TableModel<never> | null;
  say: string;
}

export type LookbackScene<State extends LookbackModel> = Scene<State>;

/** The table of a position, drawn by its game: cards may be chosen to read their reasons, nothing is played. */
export function Position({ scene, position }: { scene: Scene<LookbackModel>; position: TableModel<never> }) {
  const game = GAMES[position.game];
  if (!game) return <p class="prompt">This bundle does not know the game “{position.game}”.</p>;
  const { Body, kindOf } = game;
  return (
    <>
      <Players players={position.players} kindOf={kindOf} />
      {scene.refusedAt("bar")}
      {scene.refusedAt("prompt")}
      <Body scene={{ ...scene, state: position } as never} />
    </>
  );
}

/** The button that opens a table from here, with the choice of the other players' level. */
export function PlayOn({ scene, label, primary = false, disabled = false }: { scene: Scene<LookbackModel>; label: string; primary?: boolean; disabled?: boolean }) {
  const { state, send } = scene;
  const [opponent, setOpponent] = useState("medium");
  return (
    <span class="playon">
      <Button look={primary ? "pri" : ""} disabled={disabled} onClick={() => send("play_on", { opponent })}>
        {label}
      </Button>
      <label>
        against{" "}
        <select value={opponent} disabled={disabled} onChange={(event) => setOpponent(event.currentTarget.value)} {...OWN_KEYS}>
          {state.opponents.map((level) => (
            <option key={level} value={level}>
              {level}
            </option>
          ))}
        </select>
      </label>
    </span>
  );
}

/** The table that was opened: its clicks go through the widget around it. */
export function OpenTable({ scene, back }: { scene: Scene<LookbackModel>; back: string }) {
  const { state, send } = scene;
  const table = state.table;
  if (!table) return null;
  const toTable = (intent: string, args: Record<string, unknown> = {}) => send("table", { intent, args, ply: table.ply });
  const refusedAt = (where: string) =>
    table.refusal?.where === where ? <Toast key={`${table.ply}${table.refusal.title}`} refusal={table.refusal} onClose={() => toTable("dismiss")} /> : null;
  return (
    <>
      <div class="backbar">
        <Button icon="ui-undo" onClick={() => send("close_table")}>
          {back}
        </Button>
      </div>
      <Table scene={{ ...scene, state: table, send: toTable, refusedAt }} />
    </>
  );
}

export function Ledger({ ledger }: { ledger: GameOver }) {
  const [open, setOpen] = useState(false);
  return (
    <div class="account">
      <button type="button" class="more" aria-expanded={open} onClick={() => setOpen(!open)} {...OWN_KEYS}>
        {open ? "Hide where the points come from" : "Where the points come from"}
      </button>
      {open && <EndPanel over={ledger} />}
    </div>
  );
}

/** The cards of every hand, when they have been opened. */
export function Hands({ game, hands }: { game: string; hands: { who: string; cards: string[] }[] }) {
  const kindOf = GAMES[game]?.kindOf ?? (() => null);
  return (
    <ul class="hands" aria-label="All hands, open">
      {hands.map(({ who, cards }) => (
        <li key={who}>
          <b>{who}</b>
          <span>
            {cards.map((card, i) => {
              const kind = kindOf(card);
              return (
                <span class="held" key={i}>
                  {kind && (
                    <span class="med" data-kind={kind}>
                      <Icon id={kind} />
                    </span>
                  )}
                  {card}
                </span>
              );
            })}
            {!cards.length && <small>no cards</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}
