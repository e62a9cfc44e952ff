/** The wire to the kernel: state comes down in traits, intents go up with the ply they answer. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Entry, Rules } from "./model";

export interface AnyModel {
  get(name: string): unknown;
  on(event: string, callback: (...args: never[]) => void): void;
  off(event: string, callback: (...args: never[]) => void): void;
  send(content: unknown): void;
}

export type Send = (intent: string, args?: Record<string, unknown>) => void;

export interface Wire<State> {
  state: State;
  rules: Rules;
  status: string;
  silent: boolean;
  /** Take the word about a silent kernel away. */
  hush: () => void;
  send: Send;
  /** The rule book's entries that have been asked for. */
  entries: Record<string, Entry>;
  lookUp: (rule: string) => void;
}

interface Reply {
  kind?: string;
  id?: string;
  name?: string;
  text?: string;
  rule?: string;
  entry?: Entry;
}

/** How long a reader waits before being told that nobody answers, in milliseconds. */
const PATIENCE = 3000;

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function useWire<State extends { ply: number }>(model: AnyModel, root: { current: HTMLElement | null }): Wire<State> {
  const [, redraw] = useState(0);
  const [silent, setSilent] = useState(false);
  const held = useRef(false);
  const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const view = useMemo(() => Math.random().toString(36).slice(2), []);
  const count = useRef(0);
  const entries = useRef<Record<string, Entry>>({});

  useEffect(() => {
    const changed = () => {
      held.current = root.current?.contains(document.activeElement) ?? false;
      redraw((n) => n + 1);
    };
    const custom = (message: Reply) => {
      if (message.kind === "ack" && message.id) {
        const timer = waiting.current.get(message.id);
        if (timer === undefined) return;
        clearTimeout(timer);
        waiting.current.delete(message.id);
        setSilent(false);
      } else if (message.kind === "download" && message.id?.startsWith(`${view}.`)) {
        download(message.name ?? "game.jsonl", message.text ?? "");
      } else if (message.kind === "entry" && message.rule && message.entry) {
        entries.current = { ...entries.current, [message.rule]: message.entry };
        redraw((n) => n + 1);
      }
    };
    const names = ["change:model", "change:status", "change:rules"];
    for (const name of names) model.on(name, changed);
    model.on("msg:custom", custom as never);
    return () => {
      for (const name of names) model.off(name, changed);
      model.off("msg:custom", custom as never);
      for (const timer of waiting.current.values()) clearTimeout(timer);
    };
  }, [model]);

  // A keyboard must not fall out of the widget when the focused card leaves it.
  useLayoutEffect(() => {
    if (!held.current) return;
    held.current = false;
    if (document.activeElement === document.body || document.activeElement === null) {
      root.current?.querySelector<HTMLElement>("[data-home]")?.focus({ preventScroll: true });
    }
  });

  const state = model.get("model") as State;
  const send: Send = (intent, args = {}) => {
    const id = `${view}.${++count.current}`;
    waiting.current.set(id, setTimeout(() => setSilent(true), PATIENCE));
    try {
      model.send({ kind: "intent", id, intent, ply: (model.get("model") as State).ply, args });
    } catch {
      setSilent(true);
    }
  };
  // Numbers of the rules may have changed since, so that an entry is asked for each time it is opened.
  const lookUp = (rule: string) => {
    try {
      model.send({ kind: "lookup", rule });
    } catch {
      setSilent(true);
    }
  };
  return {
    state,
    entries: entries.current,
    lookUp,
    rules: (model.get("rules") as Rules | undefined) ?? {},
    status: (model.get("status") as string | undefined) ?? "",
    silent,
    hush: () => setSilent(false),
    send,
  };
}
