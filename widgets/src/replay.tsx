import { useEffect, useRef, useState } from "preact/hooks";
import { ExampleBoard } from "./example";
import { Frame, type Scene } from "./kit/frame";
import { OWN_KEYS } from "./kit/keys";
import type { AnyModel } from "./kit/link";
import { widget } from "./kit/mount";
import type { GameOver, TableModel } from "./kit/model";
import { Button } from "./kit/parts";
import { Heading } from "./kit/table";
import { Hands, Ledger, type LookbackModel, OpenTable, PlayOn, Position } from "./lookback";

interface ReplayModel extends LookbackModel {
  at: number;
  last: number;
  where: string;
  deed: string;
  points: { at: number; label: string; on: boolean }[];
  viewer: number;
  names: string[];
  locked: string | null;
  open: boolean;
  knows: string;
  hands: { who: string; cards: string[] }[];
  ledger: GameOver | null;
  canPlay: boolean;
  position: TableModel<never>;
}

type ReplayScene = Scene<ReplayModel>;

/** Milliseconds between two positions that a moving slider asks for. */
const SLIDE = 90;

/** Steps, a slider that stays under the finger, and keys: arrows, Home and End on the slider. */
function Scrubber({ scene }: { scene: ReplayScene }) {
  const { state, send } = scene;
  const { at, last, where, deed } = state;
  const [held, setHeld] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const wanted = useRef(at);
  useEffect(() => {
    if (timer.current === null) setHeld(null);
  }, [at]);
  useEffect(() => () => void (timer.current && clearTimeout(timer.current)), []);
  const slide = (to: number) => {
    wanted.current = to;
    setHeld(to);
    timer.current ??= setTimeout(() => {
      timer.current = null;
      send("go", { at: wanted.current });
    }, SLIDE);
  };
  const now = held ?? at;
  const step = (label: string, mark: string, to: number) => (
    <Button aria-label={label} title={label} disabled={to === now} onClick={() => send("go", { at: to })}>
      {mark}
    </Button>
  );
  return (
    <div class="scrub">
      <div class="acts" role="group" aria-label="Steps">
        {step("To the beginning", "|◀", 0)}
        {step("One decision back", "◀", Math.max(now - 1, 0))}
        {step("One decision on", "▶", Math.min(now + 1, last))}
        {step("To the end", "▶|", last)}
      </div>
      <input
        type="range"
        min={0}
        max={last}
        step={1}
        value={now}
        aria-label="Position in the game"
        aria-valuetext={`${where}. ${deed}`}
        onInput={(event) => slide(Number(event.currentTarget.value))}
        {...OWN_KEYS}
      />
      <p data-home tabIndex={-1} {...OWN_KEYS}>
        <b>{where}</b> {deed}
      </p>
    </div>
  );
}

function Options({ scene }: { scene: ReplayScene }) {
  const { state, send } = scene;
  const { names, viewer, locked, open, knows, canPlay } = state;
  return (
    <div class="lookopts">
      <label>
        Seen by{" "}
        <select value={viewer} disabled={locked !== null} onChange={(event) => send("viewer", { player: Number(event.currentTarget.value) })} {...OWN_KEYS}>
          {names.map((name, i) => (
            <option key={name} value={i} selected={i === viewer}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="switch" role="switch" aria-checked={open} disabled={locked !== null} onClick={() => send("open", { on: !open })} {...OWN_KEYS}>
        <i aria-hidden="true" />
        <span>
          Open all hands
          <small>{locked ?? knows}</small>
        </span>
      </button>
      <PlayOn scene={scene as never} label="Play on from here" disabled={!canPlay} />
    </div>
  );
}

function TurningPoints({ scene }: { scene: ReplayScene }) {
  const { points } = scene.state;
  if (!points.length) return null;
  return (
    <div class="turning">
      <span class="lbl">Turning points</span>
      {points.map((point) => (
        <Button key={point.at} look="sm" aria-pressed={point.on} onClick={() => scene.send("go", { at: point.at })}>
          {point.at}: {point.label}
        </Button>
      ))}
    </div>
  );
}

function Replay({ scene }: { scene: ReplayScene }) {
  const { state } = scene;
  if (state.table) return <OpenTable scene={scene as never} back="Back to the replay" />;
  return (
    <>
      <Heading title={`Replay: ${state.title}`} when={state.position.when} />
      <Scrubber scene={scene} />
      <TurningPoints scene={scene} />
      <Options scene={scene} />
      {state.open && <Hands game={state.game} hands={state.hands} />}
      {state.ledger && <Ledger ledger={state.ledger} />}
      <Position scene={scene as never} position={state.position} />
    </>
  );
}

function View({ model }: { model: AnyModel }) {
  return (
    <Frame<ReplayModel> model={model} kind="replay" picture={ExampleBoard}>
      {(scene) => <Replay scene={scene} />}
    </Frame>
  );
}

export default widget(View);
