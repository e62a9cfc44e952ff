/** The Theatre's cards: the large face, the chip, the back. */
import symbols from "symbols:suit,print,ability,rank,ticket";
import type { ComponentChildren } from "preact";
import { OWN_KEYS } from "../kit/keys";
import { addSymbols, Icon, Medallion, plain } from "../kit/parts";
import type { Card } from "./model";

addSymbols(symbols);

export interface CardProps {
  card: Card;
  label: string;
  state?: string;
  flag?: { icon: string; text: string } | null;
  pressed?: boolean | undefined;
  onPress?: (() => void) | undefined;
  onGrab?: (event: PointerEvent) => void;
}

/** What a screen reader hears of a card. */
export function spokenCard(card: Card): string {
  const words = [card.title, card.suit, card.print, `rank ${card.rank}`, `value ${plain(card.value)}`];
  if (card.ability) words.push(`${card.ability}: ${card.does}`);
  return words.join(", ");
}

function shell(look: string, props: CardProps, inside: ComponentChildren) {
  const { card, label, state = "", flag, pressed, onPress, onGrab } = props;
  const content = (
    <>
      {flag && (
        <span class="flag">
          <Icon id={flag.icon} />
          {flag.text}
        </span>
      )}
      {inside}
    </>
  );
  if (!onPress) {
    return (
      <div class={`card ${look} ${state}`} data-kind={card.kind} data-who={card.name} role="img" aria-label={label}>
        {content}
      </div>
    );
  }
  return (
    <button type="button" class={`card ${look} ${state}`} data-kind={card.kind} data-who={card.name} data-walk aria-label={label} aria-pressed={pressed} onClick={onPress} onPointerDown={onGrab} {...OWN_KEYS}>
      {content}
    </button>
  );
}

/** The card in the hand and on the stage: value, suit, print, tickets, ability. */
export function BigCard(props: CardProps) {
  const { card } = props;
  return shell(
    "tt",
    props,
    <>
      <span class="corner">{plain(card.value)}</span>
      <span class="arch">
        <span class="disc">
          <Icon id={card.kind} />
        </span>
      </span>
      <span class="name">{card.title}</span>
      <span class="suitline">{card.suit}</span>
      <span class="suitline thin" data-kind={card.printKind}>
        <Icon id={card.printKind} />
        {card.print}
        <span class="rank">
          <Icon id={`rank-${card.rank}`} />
          {card.rank}
        </span>
      </span>
      {card.abilityKind ? (
        <span class="ribbon" data-kind={card.abilityKind}>
          <Icon id={card.abilityKind} />
          {card.ability}
        </span>
      ) : (
        <span class="ribbon bare">no ability</span>
      )}
    </>,
  );
}

/** The small card of piles and questions. */
export function ChipCard({ copies, ...props }: CardProps & { copies?: number }) {
  const { card } = props;
  return shell(
    "chip ttc",
    props,
    <>
      <span class="n">{plain(card.value)}</span>
      <Medallion kind={card.kind} />
      <span class="nm">{card.title}</span>
      <span class="foot">
        <span data-kind={card.printKind}>
          <Icon id={card.printKind} />
        </span>
        {card.abilityKind && (
          <span data-kind={card.abilityKind}>
            <Icon id={card.abilityKind} />
          </span>
        )}
      </span>
      {copies !== undefined && copies > 1 && <span class="copies">×{copies}</span>}
    </>,
  );
}

/** A card that nobody has seen yet. */
export function BackCard({ label }: { label: string }) {
  return (
    <div class="card tt back" role="img" aria-label={label}>
      <span class="mid">
        <Icon id="ability-gamble" />
      </span>
    </div>
  );
}
