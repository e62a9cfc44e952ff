import symbols from "symbols:patron,trait,seat";
import { Arch, type CardProps as Shared, CardShell } from "../kit/card";
import { addSymbols, Icon, Medallion } from "../kit/parts";
import type { Card } from "./model";

addSymbols(symbols);

export type CardProps = Shared<Card>;

/** The card in the hand: base points, type, the rule in few words, the trait. */
export function BigCard(props: CardProps) {
  const { card } = props;
  return (
    <CardShell {...props}>
      <span class="corner">{card.base}</span>
      <Arch icon={card.kind} />
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
    </CardShell>
  );
}

/** The small card: lobby and palette. */
export function ChipCard(props: CardProps) {
  const { card } = props;
  return (
    <CardShell look="chip ovp" {...props}>
      <Medallion kind={card.kind} />
      <span class="nm">{card.type}</span>
      {card.trait && (
        <span class="foot tf" data-kind={card.trait}>
          <Icon id={card.trait} />
          {card.traitName}
        </span>
      )}
    </CardShell>
  );
}
