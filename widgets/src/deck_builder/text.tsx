/** The deck as text: to copy, to save, to change by hand, to replace. What the reader has typed stays until it is taken. */
import { useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { OWN_KEYS } from "../kit/keys";
import type { Send } from "../kit/link";
import { Button } from "../kit/parts";
import type { DeckModel } from "./model";

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
  const anchor = Object.assign(document.createElement("a"), { href: url, download: "deck.txt" });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function TextPanel({ state, send, children }: { state: DeckModel; send: Send; children: ComponentChildren }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const area = useRef<HTMLTextAreaElement>(null);
  const text = typed ?? state.text;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied.");
    } catch {
      area.current?.select();
      setSaid(document.execCommand("copy") ? "Copied." : "Selected: press Ctrl+C to copy.");
    }
  };
  const read = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    void file?.text().then((content) => {
      setTyped(content);
      setSaid(`${file.name} is read. Use it as your deck, or as the card set.`);
      input.value = "";
    });
  };
  return (
    <section class="panel decktext" aria-label="The deck as text">
      <p>
        One card a line, the copies before it: <code>2 {state.cards[0]?.name}</code>. Change it, paste another deck, or read a file. A card of your own is a JSON object
        with all its fields.
      </p>
      <textarea
        ref={area}
        rows={9}
        spellcheck={false}
        aria-label="Deck as text"
        value={text}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key !== "Tab" && event.key !== "Escape" && event.stopPropagation()}
        {...OWN_KEYS}
      />
      {children}
      <div class="acts">
        <Button look="pri" onClick={() => send("load", { text })}>
          Use as deck
        </Button>
        <Button onClick={() => send("use_cards", { text })}>Use as card set</Button>
        {state.ownSet && <Button onClick={() => send("use_cards", { text: null })}>Back to Set 1</Button>}
        <Button onClick={copy}>Copy</Button>
        <Button icon="ui-save" onClick={() => save(text)}>
          Save a file
        </Button>
        {typed !== null && <Button onClick={() => setTyped(null)}>Show the deck again</Button>}
      </div>
      <label>
        Read a file
        <input type="file" accept=".txt,.json" aria-label="File of a deck or a card set" onChange={read} {...OWN_KEYS} />
      </label>
      <p role="status">{said}</p>
    </section>
  );
}
