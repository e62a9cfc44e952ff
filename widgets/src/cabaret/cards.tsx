/** Cabaret's cards: rank, genre, stars; big in the show, small in the hand, tiny in a pile. */
import symbols from "symbols:genre,mime,star";
import { Arch, type CardProps, CardShell } from "../kit/card";
import { addSymbols, Icon, Medallion } from "../kit/parts";
import type { Face } from "./model";

addSymbols(symbols);

const GENRES: Record<string, string> = { S: "singers", A: "actors", M: "musicians", G: "magicians", D: "dancers", J: "jugglers" };

export function kindOf(card: string): string | null {
  if (card === "*") return "mime";
  const genre = GENRES[card[0] ?? ""];
  return genre ? `genre-${genre}` : null;
}

const MANY = 5;

export const starWords = (stars: number): string => {
  const n = Math.abs(stars);
  return n === 0 ? "no star" : `${n} ${stars < 0 ? "black" : "gold"} star${n === 1 ? "" : "s"}`;
};

/** A card in words, as a screen reader says it. */
export const cardWords = (card: Face): string =>
  `${card.rank === 0 ? "Mime" : `${card.genre} ${card.rank}`}, ${starWords(card.stars)}`;

export function Stars({ stars }: { stars: number }) {
  const id = stars < 0 ? "star-black" : "star-gold";
  const n = Math.abs(stars);
  return (
    <span class={`stars ${stars < 0 ? "bk" : ""}`}>
      {n > MANY ? (
        <>
          {n} <Icon id={id} />
        </>
      ) : (
        Array.from({ length: n }, (_, i) => <Icon key={i} id={id} />)
      )}
    </span>
  );
}

/** The card on the stage. */
export function StageCard(props: CardProps<Face>) {
  const { card } = props;
  return (
    <CardShell {...props}>
      <span class="corner">{card.rank}</span>
      <Arch icon={card.kind} />
      <span class="name">{card.genre}</span>
      <span class="ribbon">
        <Stars stars={card.stars} />
      </span>
    </CardShell>
  );
}

/** The card in the hand. */
export function HandChip({ count, ...props }: CardProps<Face> & { count?: number | undefined }) {
  const { card } = props;
  return (
    <CardShell look="chip" {...props}>
      <span class="n">{card.rank}</span>
      <Medallion kind={card.kind} />
      <span class="foot">
        <Stars stars={card.stars} />
      </span>
      {count !== undefined && <span class="many">×{count}</span>}
    </CardShell>
  );
}

/** The card in a pile: rank and symbol, faint when it scores for nobody there. */
export function Tiny({ card, faint = false, struck = false }: { card: Face; faint?: boolean; struck?: boolean }) {
  return (
    <span class={`tiny ${faint ? "faint" : ""} ${struck ? "cut" : ""}`} data-kind={card.kind} data-who={card.name} role="img" aria-label={`${cardWords(card)}${struck ? ", cancelled" : ""}`}>
      <Icon id={card.kind} />
      {card.rank}
    </span>
  );
}
