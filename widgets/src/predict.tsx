import { useEffect, useState } from "preact/hooks";
import { ExampleBoard } from "./example";
import { Frame, type Scene } from "./kit/frame";
import { OWN_KEYS, walk } from "./kit/keys";
import type { AnyModel } from "./kit/link";
import { widget } from "./kit/mount";
import { Button, ClauseLink, Icon, PartRows } from "./kit/parts";
import type { PredictModel, Question } from "./kit/model";
import { PICTURES } from "./pictures";

type Value = string | number;

function Options({ state, chosen, choose }: { state: PredictModel; chosen: Value | null; choose: (value: Value) => void }) {
  const { question, stage, given, answers } = state;
  const open = stage === "ask";
  return (
    <div class="opts" role="radiogroup" aria-label="Answers" onKeyDown={walk}>
      {question.options.map(({ value, label }) => {
        const right = !open && answers.includes(value);
        const wrong = !open && given === value && !right;
        const note = right ? "right" : wrong ? "your answer" : null;
        return (
          <button
            key={value}
            type="button"
            role="radio"
            class={`opt ${open && chosen === value ? "pick" : ""} ${right ? "right" : ""} ${wrong ? "wrong" : ""}`}
            data-walk
            aria-checked={open ? chosen === value : given === value}
            disabled={!open}
            onClick={() => choose(value)}
            {...OWN_KEYS}
          >
            {label}
            {note && (
              <small>
                <Icon id={right ? "ui-check" : "ui-cross"} />
                {note}
              </small>
            )}
          </button>
        );
      })}
    </div>
  );
}

function NumberField({ state, chosen, choose, check }: { state: PredictModel; chosen: Value | null; choose: (value: Value | null) => void; check: () => void }) {
  const { question, stage, given, right, answers } = state;
  if (stage !== "ask") {
    return (
      <p class="opts">
        {given !== null && <span class={`opt ${right ? "right" : "wrong"}`}>{given}<small>your answer</small></span>}
        {!right && <span class="opt right">{answers[0]}<small>right</small></span>}
      </p>
    );
  }
  const least = question.min ?? undefined;
  const most = question.max ?? undefined;
  const by = (step: number) => {
    const next = Number(chosen ?? 0) + step;
    choose(Math.min(most ?? next, Math.max(least ?? next, next)));
  };
  return (
    <div class="opts number">
      <Button aria-label="One less" onClick={() => by(-1)}>−</Button>
      <input
        type="number"
        aria-label="Your answer"
        min={least}
        max={most}
        step={1}
        value={chosen ?? ""}
        onInput={(event) => choose(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))}
        onKeyDown={(event) => event.key === "Enter" && check()}
        {...OWN_KEYS}
      />
      <Button aria-label="One more" onClick={() => by(1)}>+</Button>
    </div>
  );
}

const ANSWER_AT = { number: ".number input", choice: ".opts [data-walk]", seat: "[role=grid] [tabindex='0']" };

function Predict({ scene }: { scene: Scene<PredictModel> }) {
  const { state, send, root, byKeys, refusedAt } = scene;
  const { question, stage, tally } = state;
  const Picture = PICTURES[state.game];
  const [chosen, setChosen] = useState<Value | null>(null);
  useEffect(() => setChosen(null), [state.number]);
  const open = stage === "ask";
  // With a keyboard, Enter answers, then goes on to the next question.
  useEffect(() => {
    const active = document.activeElement;
    if (!byKeys.current || !root.current?.contains(active) || active?.closest(".clause")) return;
    root.current.querySelector<HTMLElement>(open ? ANSWER_AT[question.kind] : ".acts .pri")?.focus();
  }, [state.number, open]);
  const check = () => chosen !== null && send("answer", { value: chosen });
  const seatQuestion = question.kind === "seat";
  const heading = stage === "checked" ? (state.right ? "Right." : "Not quite.") : stage === "shown" ? "The solution" : null;
  const score = tally.streak > 1 ? `${tally.streak} right in a row` : tally.asked ? `${tally.right} of ${tally.asked} right` : "";

  return (
    <div class="pred">
      <div class="lbl">
        <Icon id={open ? "ui-why" : "ui-check"} />
        {state.title}
        <span>
          {question.clause && <ClauseLink id={question.clause} />} {score}
        </span>
      </div>
      <h4 data-home tabIndex={-1} {...OWN_KEYS}>
        {question.prompt}
      </h4>
      {Picture && (
        <Picture
          question={question as Question<never, never>}
          open={open}
          chosen={seatQuestion && open ? String(chosen ?? "") || null : null}
          good={!open && seatQuestion ? state.answers.map(String) : []}
          bad={!open && seatQuestion && state.given !== null && !state.right ? [String(state.given)] : []}
          onSeat={seatQuestion && open ? setChosen : undefined}
        />
      )}
      {question.kind === "choice" && <Options state={state} chosen={chosen} choose={setChosen} />}
      {question.kind === "number" && <NumberField state={state} chosen={chosen} choose={setChosen} check={check} />}
      {refusedAt("answer")}
      {state.hints.map((hint, i) => (
        <p class="tip" key={i}>
          <Icon id="ui-hint" />
          {hint}
        </p>
      ))}
      {heading && (
        <div class={`verdict ${stage === "checked" ? (state.right ? "yes" : "no") : ""}`} role="status">
          <b>
            {stage === "checked" && <Icon id={state.right ? "ui-check" : "ui-cross"} />}
            {heading}
          </b>{" "}
          {state.solution}
        </div>
      )}
      {!open && state.parts.length > 0 && state.total !== null && <PartRows parts={state.parts} total={state.total} totalText="together" />}
      <div class="acts">
        {open && (
          <Button look={chosen === null ? "" : "pri"} disabled={chosen === null} onClick={check}>
            Check
          </Button>
        )}
        {open && state.moreHints && (
          <Button icon="ui-hint" onClick={() => send("hint")}>
            {state.hints.length ? "Another hint" : "Hint"}
          </Button>
        )}
        {open && (
          <Button icon="ui-why" onClick={() => send("show")}>
            Show me
          </Button>
        )}
        {!open && !state.last && (
          <Button look="pri" onClick={() => send("next")}>
            Next
          </Button>
        )}
        {!open && state.last && (
          <Button look="pri" onClick={() => send("restart")}>
            Start again
          </Button>
        )}
      </div>
    </div>
  );
}

function View({ model }: { model: AnyModel }) {
  return (
    <Frame<PredictModel> model={model} kind="predict" picture={ExampleBoard}>
      {(scene) => <Predict scene={scene} />}
    </Frame>
  );
}

export default widget(View);
