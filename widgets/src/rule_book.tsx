import { useEffect, useRef, useState } from "preact/hooks";
import { ExampleBoard } from "./example";
import { EntryBody } from "./kit/entry";
import { Frame, type Scene } from "./kit/frame";
import { OWN_KEYS, walk } from "./kit/keys";
import type { AnyModel } from "./kit/link";
import type { Entry, Refusal } from "./kit/model";
import { widget } from "./kit/mount";
import { count, Icon, RuleBook } from "./kit/parts";

interface BookModel {
  ply: number;
  title: string;
  words: string;
  found: { id: string; title: string; changed: boolean }[];
  entry: Entry;
  refusal: Refusal | null;
  say: string;
}

/** How long a reader stops typing before the search begins, in milliseconds. */
const PAUSE = 200;

function Book({ scene }: { scene: Scene<BookModel> }) {
  const { state, send, root, rules, byKeys, refusedAt } = scene;
  const { entry, found } = state;
  const [words, setWords] = useState(state.words);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const page = useRef<HTMLHeadingElement>(null);
  useEffect(() => () => clearTimeout(waiting.current), []);
  useEffect(() => {
    // Scrolling the notebook to a rule of a list would move the page; only the list itself may move.
    const row = list.current?.querySelector<HTMLElement>("[aria-current]")?.parentElement;
    if (row && list.current) list.current.scrollTop = row.offsetTop - list.current.clientHeight / 2;
  }, [entry.id, found.length]);
  const find = (next: string) => {
    setWords(next);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => send("find", { words: next }), PAUSE);
  };
  const turn = (id: string) => {
    send("open", { rule: id });
    if (byKeys.current) page.current?.focus({ preventScroll: true });
  };
  const down = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") root.current?.querySelector<HTMLElement>("[data-walk]")?.focus();
    if (event.key === "Escape" && words) find("");
    if (event.key === "Enter" && found[0]) turn(found[0].id);
  };
  const current = found.some((row) => row.id === entry.id) ? entry.id : found[0]?.id;

  return (
    <div class="book">
      <div class="index">
        <div class="lbl">{state.title}</div>
        <input
          type="search"
          value={words}
          placeholder="Search the rules"
          aria-label="Search the rules"
          onInput={(event) => find(event.currentTarget.value)}
          onKeyDown={down}
          data-home
          {...OWN_KEYS}
        />
        <p class="note" aria-hidden="true">
          {state.words ? (found.length ? count(found.length, "rule") : "No rule says that. Try one word of it.") : `${count(found.length, "rule")} in all`}
        </p>
        <ul ref={list} onKeyDown={walk} aria-label={state.words ? "Rules found" : "All rules"}>
          {found.map(({ id, title, changed }) => (
            <li key={id}>
              <button type="button" data-walk tabIndex={id === current ? 0 : -1} aria-current={id === entry.id ? "page" : undefined} onClick={() => turn(id)} {...OWN_KEYS}>
                <code>{id}</code>
                <span>{title}</span>
                {changed && <em>changed</em>}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <RuleBook.Provider value={{ rules, open: turn }}>
        <section class="page" aria-label={`Rule ${entry.id}`}>
          <h4 ref={page} tabIndex={-1} {...OWN_KEYS}>
            <Icon id="ui-why" />
            {entry.title} <code>{entry.id}</code>
          </h4>
          {refusedAt("book")}
          <EntryBody entry={entry}>
            <ExampleBoard key={entry.id} entry={entry} />
          </EntryBody>
        </section>
      </RuleBook.Provider>
    </div>
  );
}

function View({ model }: { model: AnyModel }) {
  return (
    <Frame<BookModel> model={model} kind="book">
      {(scene) => <Book scene={scene} />}
    </Frame>
  );
}

export default widget(View);
