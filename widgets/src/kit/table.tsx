/** The parts around any game: bar, players, prompt, log, curtain, panels for a new game and for the end. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { OWN_KEYS } from "./keys";
import type { Send } from "./link";
import type { Curtain, GameOver, Hint, LogLine, Player, Prompt, Setup, Step, TableModel } from "./model";
import { Bulbs, Button, ClauseLink, count, Icon, Medallion, PartRows, plain, signed } from "./parts";

/** The title line; `children` are the tools on its right. */
export function Heading({ title, when, children }: { title: string; when: string; children?: ComponentChildren }) {
  return (
    <div class="bar">
      <b>
        <Icon id="ui-best" />
        {title}
      </b>
      <span class="when">{when}</span>
      <div class="tools">{children}</div>
    </div>
  );
}

export function Bar({ state, send }: { state: TableModel<unknown>; send: Send }) {
  const { title, when, canUndo, panel, over, curtain, thinking } = state;
  const tool = (icon: string, text: string, intent: string, args: Record<string, unknown> = {}, on?: boolean, faint = false) => (
    <Button look={faint ? "sm faint" : "sm"} icon={icon} aria-label={text} aria-pressed={on} onClick={() => send(intent, args)}>
      <span class="tx">{text}</span>
    </Button>
  );
  return (
    <Heading title={title} when={when}>
      {!curtain && tool("ui-undo", "Undo", "undo", {}, undefined, !canUndo)}
      {!curtain && !over && !thinking && tool("ui-hint", "Hint", "hint")}
      {tool("ui-new", "New", "panel", { which: panel === "new" ? null : "new" }, panel === "new")}
      {tool("ui-save", "Save", "save")}
      {tool("ui-load", "Load", "panel", { which: panel === "load" ? null : "load" }, panel === "load")}
    </Heading>
  );
}

export function Players({ players, kindOf }: { players: Player[]; kindOf: (card: string) => string | null }) {
  return (
    <div class={`pl n${players.length}`}>
      {players.map((player) => (
        <div key={player.name} class={`plq ${player.now ? "now" : ""}`}>
          {player.kind && <Medallion kind={player.kind} />}
          <div>
            <b>{player.name}</b>
            {player.note}
            {player.now && <span class="sr">, to move</span>}
            {player.known.length > 0 && (
              <span class="known">
                holds{" "}
                {player.known.map((card, i) => {
                  const kind = kindOf(card);
                  return (
                    <span key={i}>
                      {kind && <Medallion kind={kind} />} {card}
                    </span>
                  );
                })}
              </span>
            )}
          </div>
          {player.facts && player.facts.length > 0 && (
            <span class="facts">
              {player.facts.map((fact) => (
                <span key={fact.label} role="img" aria-label={fact.label} title={fact.label}>
                  <Icon id={fact.icon} />
                  {fact.text}
                </span>
              ))}
            </span>
          )}
          {player.score !== null && (
            <span class="sc" aria-label={`${player.score} points`}>
              {plain(player.score)}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

/** Whose hand lies open: a position that is only looked at (no practice to switch) may be somebody else's. */
export function handTitle({ players, practice }: TableModel<unknown>): string {
  const name = (practice === null && players.find((player) => player.you)?.name) || "You";
  return name === "You" ? "Your hand" : `${name}’s hand`;
}

/** The line over a hand: whose it is, and how many cards. */
export function HandLabel({ state, hidden, cards, more = "" }: { state: TableModel<unknown>; hidden: boolean; cards: number; more?: string }) {
  return (
    <div class="lbl">
      <Icon id="place-hand" />
      {handTitle(state)}
      <span>{hidden ? "covered" : `${count(cards, "card")}${cards ? more : ""}`}</span>
    </div>
  );
}

/** What stands in a hand that shows no card. */
export const NoCards = ({ hidden }: { hidden: boolean }) => <p class="advice">{hidden ? "The hand is covered." : "No cards."}</p>;

export function PromptBar({ prompt, thinking, send, children }: { prompt: Prompt; thinking: TableModel<unknown>["thinking"]; send: Send; children?: ComponentChildren }) {
  return (
    <div class="prompt" data-home tabIndex={-1} {...OWN_KEYS}>
      <div class="txt">
        {prompt.text}
        <small>{prompt.note}</small>
        {thinking && <Bulbs seconds={thinking.seconds} text={thinking.text} note={thinking.note} />}
      </div>
      <div class="acts">
        {thinking?.stop && (
          <Button title="Play the best found so far" onClick={() => send("stop")}>
            Move now
          </Button>
        )}
        {prompt.actions.map((action) => (
          <Button key={action.label} look={action.primary ? "pri" : ""} onClick={() => send(action.intent, action.args)}>
            {action.label}
          </Button>
        ))}
      </div>
      {children}
    </div>
  );
}

export function Steps({ steps }: { steps: Step[] }) {
  return (
    <div>
      <div class="lbl">This turn</div>
      <ol class="steps">
        {steps.map((step) => (
          <li key={step.text} class={step.state} aria-current={step.state === "now" ? "step" : undefined}>
            {step.state === "done" && <Icon id="ui-check" />}
            {step.text}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A position that is only looked at has no practice to switch (null). */
export function Practice({ on, send }: { on: boolean | null; send: Send }) {
  if (on === null) return null;
  return (
    <button type="button" class="switch" role="switch" aria-checked={on} {...OWN_KEYS} onClick={() => send("practice", { on: !on })}>
      <i aria-hidden="true" />
      <span>
        Practice mode: {on ? "on" : "off"}
        <small>{on ? "Undo takes back any move" : "Undo stops where cards were revealed"}</small>
      </span>
    </button>
  );
}

const SHORT_LOG = 4;
const WORDS: Record<number, string> = { 4: "four", 9: "nine" };

export function Log({ log, kindOf, short = SHORT_LOG }: { log: LogLine[]; kindOf: (card: string) => string | null; short?: number }) {
  const [all, setAll] = useState(false);
  const lines = all ? log : log.slice(-short);
  return (
    <div>
      <div class="lbl">
        Log
        {log.length > short && (
          <button type="button" class="more" {...OWN_KEYS} aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `last ${WORDS[short] ?? short}` : "show more"}
          </button>
        )}
      </div>
      <ul class={`log ${all ? "all" : ""}`}>
        {lines.map((line, i) => {
          const kind = line.card ? kindOf(line.card) : null;
          return (
            <li key={log.length - lines.length + i}>
              <em>{line.who}</em>
              <span class="what">
                {line.text} {kind && <Medallion kind={kind} />} {line.card} {line.after}
              </span>
              {line.gain !== null && line.gain !== undefined && <b class={line.gain < 0 ? "neg" : ""}>{signed(line.gain)}</b>}
            </li>
          );
        })}
        {!log.length && <li>Nothing has happened yet.</li>}
      </ul>
    </div>
  );
}

/** A suggested move: its reasons, and what it and the next best moves promise. */
export function HintPanel({ hint, totalText = "for the whole house" }: { hint: Hint; totalText?: string }) {
  const { text, parts, total, outlook, busy } = hint;
  if (busy) {
    return (
      <section class="explain hint" aria-label="Hint">
        <Bulbs seconds={1} text={text} note={null} />
      </section>
    );
  }
  return (
    <section class="explain hint" aria-label="Hint">
      <header>
        <Icon id="ui-hint" />
        {text}
      </header>
      {parts.length > 0 && <PartRows parts={parts} total={total} totalText={totalText} />}
      {outlook && outlook.rows.length > 0 && (
        <table class="outlook">
          <thead>
            <tr>
              <th scope="col">Looking ahead</th>
              {outlook.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {outlook.rows.map((row, i) => (
              <tr key={row.text} class={i === 0 ? "best" : ""}>
                <th scope="row">{row.text}</th>
                <td>{row.win}</td>
                <td>{row.score}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {outlook && <p class="note">{outlook.note}</p>}
    </section>
  );
}

export function CurtainScene({ curtain, send }: { curtain: Curtain; send: Send }) {
  return (
    <div class="curt">
      <div>
        <h4>{curtain.title}</h4>
        <p>{curtain.text}</p>
        <Button data-home onClick={() => send("raise")}>
          {curtain.button}
        </Button>
      </div>
    </div>
  );
}

export function EndPanel({ over }: { over: GameOver }) {
  return (
    <section class="end" aria-label="The end of the game">
      <h4>
        <Icon id="ui-best" />
        {over.title}
      </h4>
      <p>
        {over.note} {over.rule && <ClauseLink id={over.rule} />}
      </p>
      {over.rows.length > 0 && (
        <div class="scroll">
          <table class="ledger">
            <thead>
              <tr>
                <th scope="col">{over.heading}</th>
                {over.players.map((name, i) => (
                  <th key={name} scope="col" class={over.winners.includes(i) ? "won" : ""}>
                    {name}
                  </th>
                ))}
                <th scope="col">Rule</th>
              </tr>
            </thead>
            <tbody>
              {over.rows.map((row) => (
                <tr key={`${row.rule} ${row.title}`}>
                  <th scope="row">{row.title}</th>
                  {row.values.map((value, i) => (
                    <td key={i} class={value < 0 ? "neg" : ""}>
                      {signed(value)}
                    </td>
                  ))}
                  <td>
                    {row.rule && <ClauseLink id={row.rule} />}
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                {over.totals.map((value, i) => (
                  <td key={i} class={over.winners.includes(i) ? "won" : ""}>
                    {plain(value)}
                  </td>
                ))}
                <td />
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </section>
  );
}

/** Who plays, and the game's own choices as `children` (fields of the same form). */
export function NewGame({ setup, send, children }: { setup: Setup; send: Send; children?: ComponentChildren }) {
  const [n, setN] = useState(setup.chairs.length);
  const chairs = Array.from({ length: n }, (_, i) => setup.chairs[i] ?? { name: `P${i + 1}`, kind: setup.kinds[1]?.id ?? "human" });
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const options: Record<string, string> = {};
    for (const [key, value] of form) if (key.startsWith("option.") && value) options[key.slice(7)] = String(value);
    send("new", {
      chairs: chairs.map((_, i) => ({ name: String(form.get(`name.${i}`) ?? ""), kind: String(form.get(`kind.${i}`) ?? "") })),
      options,
      seed: String(form.get("seed") ?? "").trim(),
      practice: form.get("practice") !== null,
    });
  };
  return (
    <form class="panel" aria-label="New game" onSubmit={start}>
      <div class="lbl">
        <Icon id="ui-new" />
        New game
      </div>
      <div class="chairs">
        {chairs.map((chair, i) => (
          <fieldset key={i}>
            <legend>Player {i + 1}</legend>
            <input name={`name.${i}`} value={chair.name} maxLength={24} aria-label={`Name of player ${i + 1}`} {...OWN_KEYS} />
            <select name={`kind.${i}`} aria-label={`Who plays as player ${i + 1}`} {...OWN_KEYS}>
              {setup.kinds.map(({ id, label }) => (
                <option key={id} value={id} selected={id === chair.kind}>
                  {label}
                </option>
              ))}
            </select>
          </fieldset>
        ))}
        <div class="acts">
          {n < setup.most && <Button onClick={() => setN(n + 1)}>Add a player</Button>}
          {n > setup.least && <Button onClick={() => setN(n - 1)}>One player less</Button>}
        </div>
      </div>
      {children}
      <div class="acts">
        <label>
          Seed <input name="seed" inputMode="numeric" size={8} placeholder="any" {...OWN_KEYS} />
        </label>
        <label>
          <input type="checkbox" name="practice" checked={setup.practice} {...OWN_KEYS} /> Practice mode: Undo takes back any move
        </label>
      </div>
      <div class="acts">
        <Button look="pri" type="submit">
          Raise the curtain
        </Button>
        <Button onClick={() => send("panel", { which: null })}>Cancel</Button>
      </div>
    </form>
  );
}

/** A saved game is read here and replayed by the kernel. */
export function LoadGame({ send }: { send: Send }) {
  const read = async (event: Event) => {
    const file = (event.currentTarget as HTMLInputElement).files?.[0];
    if (file) send("load", { text: await file.text() });
  };
  return (
    <div class="panel">
      <div class="lbl">
        <Icon id="ui-load" />
        Load a game
      </div>
      <p>Choose a file that was saved here. The game on the table is put away.</p>
      <div class="acts">
        <input type="file" accept=".json,.jsonl,.txt" aria-label="File of a saved game" onChange={read} {...OWN_KEYS} />
        <Button onClick={() => send("panel", { which: null })}>Cancel</Button>
      </div>
    </div>
  );
}
