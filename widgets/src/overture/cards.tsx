import symbols from "symbols:patron,trait,seat";
import type { ComponentChildren } from "preact";
import { OWN_KEYS } from "../kit/keys";
import { addSymbols, Icon, Medallion } from "../kit/parts";
import type { Card } from "./model";

addSymbols(symbols);

export interface CardProps {
  card: Card;
  label: string;
  state?: string;
  flag?: { icon: string; text: string } | null;
  pressed?: boolean | undefined;
  onPress?: () => void;
  onGrab?: (event: PointerEvent) => void;
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
    <button
      type="button"
      class={`card ${look} ${state}`}
      data-kind={card.kind}
      data-who={card.name}
      data-walk
      aria-label={label}
      aria-pressed={pressed}
      onClick={onPress}
      onPointerDown={onGrab}
      {...OWN_KEYS}
    >
      {content}
    </button>
  );
}

/** The card in the hand: base points, type, the rule in few words, the trait. */
export function BigCard(props: CardProps) {
  const { card } = props;
  return shell(
    "",
    props,
    <>
      <span class="corner">{card.base}</span>
      <span class="arch">
        <span class="disc">
          <Icon id={card.kind} />
        </span>
      </span>
      <span class="name">{card.type}</span>
      <span class="rule">
        {card.lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>
      {card.trait && (
        <span class="ribbon" data-kind={card.trait}>
          <Icon id={card.trait} />
          {card.traitName}
        </span>
      )}
    </>,
  );
}

/** The small card: lobby and palette. */
export function ChipCard(props: CardProps) {
  const { card } = props;
  return shell(
    "chip ovp",
    props,
    <>
      <Medallion kind={card.kind} />
      <span class="nm">{card.type}</span>
      {card.trait && (
        <span class="foot tf" data-kind={card.trait}>
          <Icon id={card.trait} />
          {card.traitName}
        </span>
      )}
    </>,
  );
}
