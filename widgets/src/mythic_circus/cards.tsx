/** Mythic Circus's cards: the large face of the hand, the chip of stages and piles, the pill of crowded stages. */
import symbols from "symbols:worker,ticket";
import type { ComponentChildren, ComponentProps } from "preact";
import { Arch, type CardProps as Shared, CardShell, type Flag } from "../kit/card";
import { OWN_KEYS } from "../kit/keys";
import { addSymbols, Icon, Medallion } from "../kit/parts";
import type { Face } from "./model";

addSymbols(symbols);

export type CardProps = Shared<Face>;

const WORKERS = "working-gnome,daring-gnome,mischievous-gnome,goblin,golem,mermaid,werewolf,faun,minotaur,fairy,phoenix,unicorn,sphinx".split(",");

/** The symbol of a worker by its name; null for any other text. */
export function kindOf(card: string): string | null {
  const id = card.replace("!", "").toLowerCase().replace(" ", "-");
  return WORKERS.includes(id) ? `worker-${id}` : null;
}

/** What a screen reader hears of a card. */
export function spokenCard(card: Face): string {
  const words = [card.wounded ? `wounded ${card.title}` : card.title];
  if (card.cost !== null) words.push(`cost ${card.cost}`);
  words.push(card.labor === null ? "not to labor" : `labor ${card.labor}`);
  words.push(card.performance === null ? "not on stage" : `performance ${card.performance === "n" ? "one for each other worker" : card.performance}`);
  if (card.short && !/only$/.test(card.short)) words.push(card.short);
  return words.join(", ");
}

const WOUNDED: Flag = { icon: "ui-wound", text: "Wounded", bad: true };

/** Labor and performance with their signs; a missing one means that the worker may not go there. */
export function Numbers({ card }: { card: Face }) {
  return (
    <>
      {card.labor !== null && (
        <span class="st">
          <Icon id="place-labor" />
          {card.labor}
        </span>
      )}
      {card.performance !== null && (
        <span class="st">
          <Icon id="place-stage" />
          {card.performance}
        </span>
      )}
    </>
  );
}

function Shell({ card, state = "", flag, ...props }: Omit<ComponentProps<typeof CardShell>, "card"> & { card: Face }) {
  return <CardShell {...props} card={card} state={`${state} ${card.wounded ? "wounded" : ""}`} flag={flag ?? (card.wounded ? WOUNDED : null)} />;
}

/** The card in the hand: cost, symbol, name, ability, labor and performance. */
export function BigCard(props: CardProps) {
  const { card } = props;
  return (
    <Shell look="mcc" {...props}>
      {card.cost !== null && <span class="corner">{card.cost}</span>}
      <Arch icon={card.kind} />
      <span class="name">{card.title}</span>
      <span class="rule">{card.short}</span>
      <span class="ribbon">
        <Numbers card={card} />
      </span>
    </Shell>
  );
}

/** The small card of stages, labor and piles. */
export function ChipCard({ copies, children, ...props }: CardProps & { copies?: number; children?: ComponentChildren }) {
  const { card } = props;
  return (
    <Shell look="chip mcchip" {...props}>
      <Medallion kind={card.kind} />
      <span class="nm">{card.title}</span>
      {children}
      <span class="foot">
        <Numbers card={card} />
      </span>
      {copies !== undefined && copies > 1 && <span class="copies">×{copies}</span>}
    </Shell>
  );
}

/** A worker in a word, for stages where many players look on. */
export function PillCard(props: CardProps) {
  const { card, label, state = "", pressed, onPress } = props;
  return (
    <button type="button" class={`pill ${state} ${card.wounded ? "wounded" : ""}`} data-walk aria-label={label} aria-pressed={pressed} onClick={onPress} {...OWN_KEYS}>
      <Medallion kind={card.kind} />
      {card.title}
      {card.wounded && <Icon id="ui-wound" />}
      <b>{card.performance}</b>
    </button>
  );
}
