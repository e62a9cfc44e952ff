import { useRef } from "preact/hooks";
import { Frame, type Scene } from "./kit/frame";
import { OWN_KEYS } from "./kit/keys";
import type { AnyModel } from "./kit/link";
import type { Refusal } from "./kit/model";
import { widget } from "./kit/mount";
import { Button, ClauseLink, Icon } from "./kit/parts";

type Stage = "new" | "learning" | "known" | "mastered";
const STAGES: Stage[] = ["mastered", "known", "learning", "new"];

interface Row {
  id: string;
  title: string;
  stage: Stage;
  level: number;
  asked: number;
  right: number;
  due: string;
  now: boolean;
}

interface ProgressModel {
  ply: number;
  title: string;
  note: string;
  games: { name: string; title: string; rules: Row[]; counts: Record<Stage, number> }[];
  refusal: Refusal | null;
  say: string;
}

function Level({ level }: { level: number }) {
  return (
    <span class="level" role="img" aria-label={`level ${level} of 3`}>
      {[1, 2, 3].map((n) => (
        <i key={n} class={n <= level ? "on" : ""} />
      ))}
    </span>
  );
}

function Game({ game }: { game: ProgressModel["games"][number] }) {
  const practised = game.rules.filter((row) => row.asked > 0);
  const told = STAGES.filter((stage) => game.counts[stage] > 0).map((stage) => `${game.counts[stage]} ${stage}`);
  return (
    <section class="progress" aria-label={`${game.title}: ${told.join(", ")}`}>
      <h4>
        {game.title} <small>{told.join(", ")}</small>
      </h4>
      <div class="bar2" aria-hidden="true">
        {STAGES.map((stage) => game.counts[stage] > 0 && <i key={stage} class={stage} style={{ flexGrow: game.counts[stage] }} />)}
      </div>
      {practised.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Known</th>
              <th scope="col">Level</th>
              <th scope="col">Right</th>
              <th scope="col">Next</th>
            </tr>
          </thead>
          <tbody>
            {practised.map((row) => (
              <tr key={row.id} class={row.now ? "now" : ""}>
                <th scope="row">
                  <ClauseLink id={row.id} /> {row.title}
                </th>
                <td>
                  <span class={`stage ${row.stage}`}>{row.stage}</span>
                </td>
                <td>
                  <Level level={row.level} />
                </td>
                <td>
                  {row.right} of {row.asked}
                </td>
                <td>{row.now ? <b>{row.due}</b> : row.due.replace("due ", "")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Panel({ scene }: { scene: Scene<ProgressModel> }) {
  const { state, send, refusedAt } = scene;
  const chooser = useRef<HTMLInputElement>(null);
  const read = async (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    if (file) send("load", { text: await file.text() });
    input.value = "";
  };
  return (
    <div class="pred">
      <div class="lbl">
        <Icon id="ui-best" />
        {state.title}
        <span data-home tabIndex={-1} {...OWN_KEYS}>
          {state.note}
        </span>
      </div>
      {state.games.map((game) => (
        <Game key={game.name} game={game} />
      ))}
      {refusedAt("file")}
      <div class="acts">
        <Button icon="ui-save" onClick={() => send("save")}>
          Download
        </Button>
        <Button icon="ui-load" onClick={() => chooser.current?.click()}>
          Upload
        </Button>
        <input ref={chooser} type="file" accept=".json,.txt" class="sr" tabIndex={-1} aria-label="File of saved progress" onChange={read} {...OWN_KEYS} />
      </div>
      <p class="note">Progress lives in this notebook's kernel until you download it. Nothing else is stored.</p>
    </div>
  );
}

function View({ model }: { model: AnyModel }) {
  return (
    <Frame<ProgressModel> model={model} kind="progress">
      {(scene) => <Panel scene={scene} />}
    </Frame>
  );
}

export default widget(View);
