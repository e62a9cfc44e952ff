/** One house: the room, its seats, and what a selected card would score on each of them. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { OWN_KEYS, step } from "../kit/keys";
import { ClauseLink, count, Icon, Medallion, plain, signed } from "../kit/parts";
import { type Place, type Room, roomOf, spokenLabels } from "./geometry";
import type { House, Preview, Theatre } from "./model";

export interface BoardProps {
  theatre: Theatre;
  house: House;
  label: string;
  preview?: Preview | null;
  target?: string | null;
  hint?: string | null;
  marks?: string[];
  over?: string | null;
  picked?: string | null;
  values?: Record<string, number>;
  good?: string[];
  bad?: string[];
  onSeat?: ((seat: string) => void) | undefined;
  onLook?: (seat: string | null) => void;
  onRemove?: ((seat: string) => void) | undefined;
  onGrab?: ((seat: string, event: PointerEvent) => void) | undefined;
}

/** What a screen reader hears at a seat: "B3, empty, front aisle, Tall Kid would score +3". */
export function spokenSeat(place: Place, props: Pick<BoardProps, "house" | "preview" | "target" | "hint" | "marks" | "picked">): string {
  const { house, preview, target, hint, marks, picked } = props;
  const seated = house.seats[place.seat];
  const words = [place.seat];
  if (seated) {
    words.push(seated.card.name, spokenLabels(place.labels));
    if (seated.points !== null) words.push(count(seated.points, "point"));
  } else {
    words.push("empty", spokenLabels(place.labels));
  }
  const answer = preview?.seats[place.seat];
  if (preview && answer && !seated) {
    words.push(`${preview.card.name} would score ${signed(answer.own)}`);
    if (answer.delta !== answer.own) words.push(`${signed(answer.delta)} for the whole house`);
    if (bestOf(preview).includes(place.seat)) words.push("best");
  }
  if (marks?.includes(place.seat)) words.push("marked");
  if (hint === place.seat) words.push("hint");
  if (target === place.seat) words.push("chosen");
  if (picked === place.seat) words.push("picked up");
  return words.join(", ");
}

const GOLD = "#E3C06A";
const IVORY = "#F5ECD6";

function Stage({ room }: { room: Room }) {
  const { cols, stage } = room;
  const label = (x: number, y: number) => (
    <text x={x} y={y} text-anchor="middle" font-size=".19" letter-spacing=".06" class="stage-word">
      STAGE
    </text>
  );
  if (stage === "arc") {
    const middle = cols / 2;
    return (
      <>
        <path d={`M${middle - 1.75} 0H${middle + 1.75}Q${middle + 1.35} .86 ${middle} .9Q${middle - 1.35} .86 ${middle - 1.75} 0Z`} fill={IVORY} stroke={GOLD} stroke-width=".05" />
        {label(middle, 0.5)}
      </>
    );
  }
  if (stage === "cross") {
    const cross = "M2.06 1.1H2.94V1.75Q2.98 2.02 3.25 2.06H3.9V2.94H3.25Q2.98 2.98 2.94 3.25V3.9H2.06V3.25Q2.02 2.98 1.75 2.94H1.1V2.06H1.75Q2.02 2.02 2.06 1.75Z";
    return (
      <>
        <path d={cross} fill={IVORY} stroke={GOLD} stroke-width=".05" />
        <path transform="translate(2.5 2.5) scale(.93) translate(-2.5 -2.5)" d={cross} fill="none" stroke="#B0872B" stroke-width=".018" />
        {label(2.5, 2.57)}
      </>
    );
  }
  const lights: number[] = [];
  const n = Math.round((cols - 1.4) / 0.3);
  for (let i = 0; i <= n; i++) lights.push(0.7 + ((cols - 1.4) * i) / n);
  const middle = cols / 2;
  const curve = (x: number) => 0.5 + 0.07 * (1 - ((x - middle) / middle) ** 2);
  const runway = stage === "runway";
  const outline = runway
    ? `M0 .02H${cols}L${cols - 0.35} .5Q${middle + 1} .62 ${middle + 0.44} .64V3.5Q${middle + 0.44} 3.66 ${middle} 3.66Q${middle - 0.44} 3.66 ${middle - 0.44} 3.5V.64Q${middle - 1} .62 .35 .5Z`
    : `M0 .02H${cols}L${cols - 0.35} .5Q${middle} .72 .35 .5Z`;
  return (
    <>
      <path d={outline} fill={IVORY} stroke={GOLD} stroke-width=".04" />
      <path d={`M.16 .1H${cols - 0.16}`} stroke="#B0872B" stroke-width=".015" />
      {lights
        .filter((x) => !runway || Math.abs(x - middle) > 0.5)
        .map((x) => (
          <circle key={x} cx={x} cy={curve(x)} r=".028" fill="#9B6D10" />
        ))}
      {runway &&
        [1.1, 1.6, 2.1, 2.6, 3.1].map((y) => (
          <g key={y} fill="#9B6D10">
            <circle cx={middle - 0.34} cy={y} r=".028" />
            <circle cx={middle + 0.34} cy={y} r=".028" />
          </g>
        ))}
      {label(middle, 0.36)}
    </>
  );
}

function Fittings({ room }: { room: Room }) {
  const { cols } = room;
  const rows = [...new Set(room.places.map((place) => place.y))];
  return (
    <>
      {room.tables.map(({ x, y }) => (
        <g key={`${x},${y}`}>
          <rect x={x - 1.015} y={y - 1.015} width="2.03" height="2.03" rx=".3" fill="#E3C06A14" stroke={GOLD} stroke-width=".018" />
        </g>
      ))}
      {room.boxes.map(({ seat, x, y }) => (
        <g key={seat}>
          <path d={`M${x - 0.03} ${y + 1.02}V${y + 0.3}Q${x - 0.03} ${y - 0.06} ${x + 0.5} ${y - 0.1}Q${x + 1.03} ${y - 0.06} ${x + 1.03} ${y + 0.3}V${y + 1.02}Z`} fill="#9B1B3059" stroke={GOLD} stroke-width=".03" />
          <path d={`M${x - 0.06} ${y + 1.17}h1.12`} stroke={GOLD} stroke-width=".035" />
          {[0.02, 0.14, 0.26, 0.38, 0.5, 0.62, 0.74, 0.86, 0.98].map((dx) => (
            <line key={dx} x1={x + dx} y1={y + 1.04} x2={x + dx} y2={y + 1.15} stroke={GOLD} stroke-width=".025" />
          ))}
        </g>
      ))}
      {room.rails.map((y) => (
        <path key={y} d={`M1.24 ${y - 0.02}H${cols - 1.24}M1.24 ${y + 0.03}H${cols - 1.24}`} stroke={GOLD} stroke-width=".018" />
      ))}
      {room.stage === "arc" &&
        rows.slice(1).map((y) => {
          const xs = room.places.filter((place) => place.y === y).map((place) => place.x);
          return <path key={y} d={`M${Math.min(...xs)} ${y}H${Math.max(...xs) + 1}`} stroke={GOLD} stroke-width=".012" opacity=".5" />;
        })}
    </>
  );
}

function Bridges({ room, lit }: { room: Room; lit: string | null }) {
  return (
    <>
      {room.bridges.map(([a, b]) => {
        const gold = lit === a.seat || lit === b.seat;
        return (
          <line
            key={a.seat + b.seat}
            x1={a.x + 0.5}
            y1={a.y + 0.5}
            x2={b.x + 0.5}
            y2={b.y + 0.5}
            stroke={gold ? GOLD : "var(--tl-seat-line)"}
            stroke-width={gold ? 0.09 : 0.045}
          />
        );
      })}
    </>
  );
}

/** A word on every second seat would say nothing: so many equals are left to their numbers. */
const MOST_BEST = 4;

/** The best seats, when they are few. */
export function bestOf(preview: Preview | null | undefined): string[] {
  const best = preview?.best ?? [];
  return best.length <= MOST_BEST ? best : [];
}

const LABEL_ICONS = ["box", "front", "back", "aisle"];

export function Board(props: BoardProps) {
  const { theatre, house, label, preview, target, hint, marks = [], over, picked, values, good = [], bad = [], onSeat, onLook, onRemove, onGrab } = props;
  const room = useMemo(() => roomOf(theatre), [theatre.id]);
  const [at, setAt] = useState<string | null>(null);
  const [looked, setLooked] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const first = room.places[0]?.seat ?? "";
  const home = at && theatre.labels[at] ? at : (target ?? first);
  const lit = over ?? looked ?? target ?? null;
  const best = bestOf(preview);
  const shown = lit ? preview?.seats[lit] : undefined;

  useEffect(() => setAt(null), [theatre.id]);

  const look = (seat: string | null) => {
    setLooked(seat);
    onLook?.(seat);
  };
  const focusSeat = (seat: string) => {
    setAt(seat);
    grid.current?.querySelector<HTMLElement>(`[data-seat="${seat}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const cells = room.places.map((place) => ({ id: place.seat, row: place.row, x: place.x }));
    if (["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) {
      event.preventDefault();
      focusSeat(step(cells, home, event.key, event.ctrlKey));
    } else if ((event.key === "Delete" || event.key === "Backspace") && onRemove) {
      event.preventDefault();
      onRemove(home);
    }
  };
  const heat = (delta: number) => {
    const all = Object.values(preview?.seats ?? {}).map((answer) => answer.delta);
    const low = Math.min(...all);
    const high = Math.max(...all);
    return high > low ? (delta - low) / (high - low) : 0;
  };

  const seatOf = (place: Place) => {
    const { seat, labels, edges } = place;
    const seated = house.seats[seat];
    const answer = seated ? undefined : preview?.seats[seat];
    const change = seated && shown ? shown.changes[seat] : undefined;
    const value = values?.[seat];
    const look_ = [
      "seat",
      seated ? "occ" : "",
      ...edges,
      !labels.length ? "nolab" : "",
      answer && best.includes(seat) ? "best" : "",
      target === seat ? "sel" : "",
      hint === seat ? "is-hint" : "",
      over === seat ? "over" : "",
      picked === seat ? "picked" : "",
      marks.includes(seat) ? "marked" : "",
      good.includes(seat) ? "good" : "",
      bad.includes(seat) ? "bad" : "",
    ];
    return (
      <button
        type="button"
        role="gridcell"
        key={seat}
        class={look_.filter(Boolean).join(" ")}
        style={{ "--x": place.x, "--y": place.y, "--heat": answer ? heat(answer.delta).toFixed(2) : 0 }}
        tabIndex={seat === home ? 0 : -1}
        aria-label={spokenSeat(place, props)}
        aria-selected={target === seat}
        data-seat={seat}
        data-drop={seat}
        onClick={() => {
          setAt(seat);
          onSeat?.(seat);
        }}
        onFocus={() => {
          setAt(seat);
          look(seat);
        }}
        onBlur={() => look(null)}
        onPointerEnter={(event) => event.pointerType === "mouse" && look(seat)}
        onPointerLeave={(event) => event.pointerType === "mouse" && look(null)}
        onPointerDown={seated && onGrab ? (event) => onGrab(seat, event) : undefined}
        {...OWN_KEYS}
      >
        {seated ? (
          <>
            <Medallion kind={seated.card.kind} />
            {seated.card.trait && <Medallion kind={seated.card.trait} class="tr" />}
            <span class="nm">{seated.card.type}</span>
            {seated.points !== null && <span class="v">{plain(seated.points)}</span>}
            {change !== undefined && change !== 0 && <span class={`dl ${change < 0 ? "neg" : ""}`}>{signed(change)}</span>}
          </>
        ) : (
          <>
            {answer && <span class={`pv ${answer.delta < 0 ? "neg" : ""}`}>{signed(answer.delta)}</span>}
            {answer && answer.own !== answer.delta && <span class="own">own {signed(answer.own)}</span>}
            {answer && best.includes(seat) && <span class="bst">best</span>}
            <span class="lb">
              {LABEL_ICONS.filter((name) => labels.includes(name)).map((name) => (
                <Icon key={name} id={`seat-${name}`} />
              ))}
            </span>
          </>
        )}
        {hint === seat && <span class="bst">Hint</span>}
        {value !== undefined && <span class="dl val">{signed(value)}</span>}
      </button>
    );
  };

  return (
    <div class="grid">
      <div
        class="room"
        role="grid"
        ref={grid}
        aria-label={label}
        style={{ "--cols": room.cols, "--rows": room.rows }}
        onKeyDown={onKey}
      >
        <svg viewBox={`0 0 ${room.cols} ${room.rows}`} aria-hidden="true">
          <Fittings room={room} />
          <Bridges room={room} lit={lit} />
          {room.tables.map(({ x, y }) => (
            <g key={`${x},${y}`}>
              <circle cx={x} cy={y} r=".19" fill={IVORY} stroke={GOLD} stroke-width=".03" />
              <circle cx={x} cy={y} r=".07" fill={GOLD} />
            </g>
          ))}
          <Stage room={room} />
        </svg>
        {room.rowNames.map(({ name, y }, row) => (
          <div key={name} role="row" aria-label={`Row ${name}`} class="line">
            <span class="rl" aria-hidden="true" style={{ "--y": y }}>
              {name}
            </span>
            {room.places.filter((place) => place.row === row).map(seatOf)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The room without its guests: for choosing a theatre. */
export function Thumbnail({ theatre }: { theatre: Theatre }) {
  const room = useMemo(() => roomOf(theatre), [theatre.id]);
  return (
    <svg viewBox={`-.1 0 ${room.cols + 0.2} ${room.rows}`} height="84" aria-hidden="true">
      <Bridges room={room} lit={null} />
      {room.places.map(({ seat, x, y, labels }) => (
        <rect key={seat} x={x + 0.1} y={y + 0.1} width=".8" height=".8" rx=".18" fill={labels.includes("box") ? "#9B1B30" : "var(--tl-seat)"} stroke={labels.length ? GOLD : "var(--tl-seat-line)"} stroke-width=".06" />
      ))}
      <Stage room={room} />
    </svg>
  );
}

/** A house as a small map: who sits where, in the shape of the room. */
export function MiniMap({ theatre, house }: { theatre: Theatre; house: House }) {
  const room = useMemo(() => roomOf(theatre), [theatre.id]);
  const top = Math.min(...room.places.map((place) => place.y));
  return (
    <span class="mini" aria-hidden="true" style={{ "--cols": room.cols, "--rows": room.rows - top }}>
      {room.places.map(({ seat, x, y }) => {
        const seated = house.seats[seat];
        return (
          <i key={seat} class={seated ? "o" : ""} data-kind={seated?.card.kind} style={{ "--x": x, "--y": y - top }}>
            {seated && <Icon id={seated.card.kind} />}
          </i>
        );
      })}
    </span>
  );
}

/** A house with its name, its points, its seats, the legend and its house rule; `children` stand over the seats. */
export function HouseBoard({ name, children, ...board }: BoardProps & { name: string; children?: ComponentChildren }) {
  const { theatre, house } = board;
  return (
    <div class="house">
      <div class="lbl">
        {name}
        <span>{count(house.total ?? 0, "point")}</span>
      </div>
      {children}
      <Board {...board} />
      <Legend theatre={theatre} />
      {theatre.houseRule && (
        <p class="houserule">
          {theatre.houseRule.text} <ClauseLink id={theatre.houseRule.rule} />
        </p>
      )}
    </div>
  );
}

export function Legend({ theatre, plainly }: { theatre: Theatre; plainly?: boolean }) {
  const labels = new Set(Object.values(theatre.labels).flat());
  return (
    <div class="legend">
      {["front", "back", "aisle", "box"]
        .filter((name) => labels.has(name))
        .map((name) => (
          <span key={name}>
            <Icon id={`seat-${name}`} />
            {name === "box" ? "Royal Box" : name}
          </span>
        ))}
      {!plainly && <span>— a bridge joins neighbours</span>}
    </div>
  );
}
