import { useEffect, useState } from "preact/hooks";
import { ExampleBoard } from "./example";
import { Frame, type Scene } from "./kit/frame";
import { OWN_KEYS, walk } from "./kit/keys";
import type { AnyModel } from "./kit/link";
import { widget } from "./kit/mount";
import type { Part, TableModel } from "./kit/model";
import { Button, Icon, PartRows, Toast } from "./kit/parts";
import { Heading } from "./kit/table";
import { type LookbackModel, OpenTable, PlayOn, Position } from "./lookback";

interface Answer {
  text: string;
  parts: Part[];
  total: number;
}

interface Verdict {
  played: Answer;
  best: Answer;
  cost: string;
  heads: string[];
  rows: { text: string; played: boolean; win: string; score: string }[];
  note: string;
}

interface ReviewModel extends LookbackModel {
  stage: "thinking" | "done" | "failed";
  heading: string;
  progress: { done: number; total: number; text: string; note: string } | null;
  trouble: string;
  stopped: boolean;
  kinds: { id: string; label: string; note: string; summary: string; on: boolean }[];
  moves: { when: string; played: string; better: string; cost: string; on: boolean }[];
  first: number;
  verdict: Verdict | null;
  position: TableModel<never> | null;
  deal: string;
}

type ReviewScene = Scene<ReviewModel>;

function Thinking({ scene }: { scene: ReviewScene }) {
  const { progress } = scene.state;
  if (!progress) return null;
  const { done, total, text, note } = progress;
  return (
    <div class="underway">
      <p>
        {text}
        <small>{note}</small>
      </p>
      <progress value={done} max={total} aria-label={`${done} of ${total} looks`} />
      <span class="count">
        {done} of {total}
      </span>
      <Button data-home onClick={() => scene.send("stop")}>
        Stop, and show what there is
      </Button>
    </div>
  );
}

/** The two kinds of grades: one is shown at a time, so that they are never mixed. */
function Kinds({ scene }: { scene: ReviewScene }) {
  const { kinds, stopped } = scene.state;
  const shown = kinds.find((kind) => kind.on);
  return (
    <div class="kinds">
      <div class="acts" role="group" aria-label="Graded by">
        {kinds.map((kind) => (
          <Button key={kind.id} look="sm" aria-pressed={kind.on} onClick={() => scene.send("kind", { kind: kind.id })}>
            {kind.label}
          </Button>
        ))}
      </div>
      {shown && (
        <p data-home tabIndex={-1} {...OWN_KEYS}>
          <b>{shown.summary}</b> {shown.note} {stopped && "The review was stopped before its end."}
        </p>
      )}
    </div>
  );
}

function Moves({ scene }: { scene: ReviewScene }) {
  const { moves, first, kinds } = scene.state;
  const kind = kinds.find((each) => each.on)?.id;
  const [all, setAll] = useState(false);
  useEffect(() => setAll(false), [kind]);
  const shown = all ? moves : moves.slice(0, first);
  return (
    <div class="costly">
      <ol aria-label="The costliest moves" onKeyDown={walk}>
        {shown.map((move, i) => (
          <li key={i}>
            <button type="button" class="move" data-walk aria-pressed={move.on} onClick={() => scene.send("look", { index: i })} {...OWN_KEYS}>
              <i>{i + 1}</i>
              <span>
                <b>{move.played}</b>
                <small>
                  {move.when && `${move.when}, `}better: {move.better}
                </small>
              </span>
              <em>−{move.cost}</em>
            </button>
          </li>
        ))}
      </ol>
      {moves.length > first && (
        <button type="button" class="more" aria-expanded={all} onClick={() => setAll(!all)} {...OWN_KEYS}>
          {all ? "only the costliest" : `all ${moves.length} costly moves`}
        </button>
      )}
    </div>
  );
}

function Side({ title, icon, answer }: { title: string; icon: string; answer: Answer }) {
  return (
    <section class="explain" aria-label={title}>
      <header>
        <Icon id={icon} />
        {title}
      </header>
      <p>{answer.text}</p>
      {answer.parts.length > 0 && <PartRows parts={answer.parts} total={answer.total} totalText="together" />}
    </section>
  );
}

function WhyBetter({ verdict }: { verdict: Verdict }) {
  const { played, best, cost, heads, rows, note } = verdict;
  return (
    <div class="whybetter">
      <p class="cost">{cost}</p>
      <div class="two">
        <Side title="Played" icon="ui-cross" answer={played} />
        <Side title="Better" icon="ui-best" answer={best} />
      </div>
      <table class="outlook">
        <thead>
          <tr>
            <th scope="col">Looking ahead</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.text} class={row.played ? "" : "best"}>
              <th scope="row">
                {row.text}
                {row.played && " (played)"}
              </th>
              <td>{row.win}</td>
              <td>{row.score}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">{note}</p>
    </div>
  );
}

function Review({ scene }: { scene: ReviewScene }) {
  const { state } = scene;
  if (state.table) return <OpenTable scene={scene as never} back="Back to the review" />;
  const { stage, heading, position, verdict, moves, deal, title } = state;
  return (
    <>
      <Heading title={heading} when={position ? position.when : title} />
      {stage === "thinking" && <Thinking scene={scene} />}
      {stage === "failed" && <p class="underway">{state.trouble}</p>}
      {stage === "done" && (
        <>
          <Kinds scene={scene} />
          {moves.length > 0 && <Moves scene={scene} />}
        </>
      )}
      {verdict && position && (
        <>
          <WhyBetter verdict={verdict} />
          <div class="again">
            <PlayOn scene={scene as never} label="Try it again" primary />
            <small>{deal}</small>
          </div>
          <Position scene={scene as never} position={position} />
        </>
      )}
    </>
  );
}

/** The review of the game on a table, inside the table: its clicks go through the table. */
export function OpenReview({ scene }: { scene: Scene<TableModel<never>> }) {
  const review = scene.state.review as ReviewModel;
  const toReview = (intent: string, args: Record<string, unknown> = {}) => scene.send("in_review", { intent, args, ply: review.ply });
  const refusedAt = (where: string) =>
    review.refusal?.where === where ? <Toast key={`${review.ply}${review.refusal.title}`} refusal={review.refusal} onClose={() => toReview("dismiss")} /> : null;
  return (
    <>
      <div class="backbar">
        <Button icon="ui-undo" onClick={() => scene.send("close_review")}>
          Back to the table
        </Button>
      </div>
      <Review scene={{ ...scene, state: review, send: toReview, refusedAt }} />
    </>
  );
}

function View({ model }: { model: AnyModel }) {
  return (
    <Frame<ReviewModel> model={model} kind="review" picture={ExampleBoard}>
      {(scene) => <Review scene={scene} />}
    </Frame>
  );
}

export default widget(View);
