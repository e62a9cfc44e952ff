/** The Theatre's cards: the large face, the chip, the back. */
import symbols from "symbols:suit,print,ability,rank,ticket";
import { Arch, type CardProps as Shared, CardShell } from "../kit/card";
import { addSymbols, Icon, Medallion, plain } from "../kit/parts";
import type { Card } from "./model";

addSymbols(symbols);

export type CardProps = Shared<Card>;

/** What a screen reader hears of a card. */
export function spokenCard(card: Card): string {
  const words = [card.title, card.suit, card.print, `rank ${card.rank}`, `value ${plain(card.value)}`];
  if (card.ability) words.push(`${card.ability}: ${card.does}`);
  return words.join(", ");
}

/** The card in the hand and on the stage: value, suit, print, tickets, ability. */
export function BigCard(props: CardProps) {
  const { card } = props;
  return (
    <CardShell look="tt" {...props}>
      <span class="corner">{plain(card.value)}</span>
      <Arch icon={card.kind} />
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
    </CardShell>
  );
}

/** The small card of piles and questions. */
export function ChipCard({ copies, ...props }: CardProps & { copies?: number }) {
  const { card } = props;
  return (
    <CardShell look="chip ttc" {...props}>
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
    </CardShell>
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
