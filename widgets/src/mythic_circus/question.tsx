/** The board of a question about Mythic Circus. */
import { OWN_KEYS, walk } from "../kit/keys";
import type { Asked } from "../kit/model";
import { count, Icon, plain } from "../kit/parts";
import { BigCard, ChipCard, spokenCard } from "./cards";
import type { Board, BoardCard, Face } from "./model";

type Props = Asked<Board, Face>;

const ICONS: Record<string, string> = { hand: "place-hand", labor: "place-labor", discard: "place-discard", deck: "place-deck", supply: "ticket" };

function mark(props: Props, place: string): string {
  const { question, chosen, good, bad } = props;
  return [question.board?.mark.includes(place) ? "marked" : "", chosen === place ? "pick" : "", good.includes(place) ? "good" : "", bad.includes(place) ? "bad" : ""].join(" ");
}

function Cards({ props, cards, title, big }: { props: Props; cards: BoardCard[]; title: string; big: boolean }) {
  const { question, open, chosen, onSeat } = props;
  const board = question.board!;
  const Look = big ? BigCard : ChipCard;
  return (
    <div class="cards" role="group" aria-label={title} onKeyDown={walk}>
      {cards.map((card, i) => {
        const value = open ? undefined : board.values[card.place];
        const stock = card.left === undefined ? "" : card.left ? `, ${card.left} left` : ", sold out";
        const asks = onSeat && board.places.includes(card.place);
        return (
          <div key={i} class={`held ${mark(props, card.place)}`}>
            <Look
              card={card}
              label={`${spokenCard(card)}${stock}`}
              state={card.left === 0 ? "is-illegal" : ""}
              pressed={asks ? chosen === card.place : undefined}
              onPress={asks ? () => onSeat(card.place) : undefined}
            >
              {card.left !== undefined && <span class="stock">{card.left ? `×${card.left}` : "sold out"}</span>}
            </Look>
            {card.left !== undefined && card.cost !== null && <span class="coin">{card.cost}</span>}
            {value !== undefined && <b class="val">{plain(value)}</b>}
          </div>
        );
      })}
      {!cards.length && <p class="none">Nobody.</p>}
    </div>
  );
}

export function Picture(props: Props) {
  const { question, open, chosen, onSeat } = props;
  const { board, card, cards } = question;
  const loose = [...(card ? [card] : []), ...cards];
  const byPlayer = board?.stages.some((stage) => board.places.includes(stage.zone));
  return (
    <div class="mc mcasked">
      <div class="stages">
      {board?.stages.map((stage) => {
        const place = stage.name ?? "";
        const value = open || !place ? undefined : board.values[place];
        return (
          <section key={stage.zone} class={`house ${place ? mark(props, place) : ""}`} aria-label={stage.title}>
            <div class="lbl">
              <Icon id="place-stage" />
              {stage.title}
              <span>{stage.tp}</span>
            </div>
            <Cards props={props} cards={stage.cards} title={stage.title} big={false} />
            {value !== undefined && <b class="val">{plain(value)}</b>}
            {onSeat && board.places.includes(place) && (
              <button type="button" class="btn aim" aria-pressed={chosen === place} onClick={() => onSeat(place)} {...OWN_KEYS}>
                Choose {place}
              </button>
            )}
          </section>
        );
      })}
      </div>
      {board?.zones.map((zone) => (
        <section key={zone.zone} class={`zone ${zone.zone}`} aria-label={zone.title}>
          <div class="lbl">
            <Icon id={ICONS[zone.zone] ?? "place-deck"} />
            {zone.title}
            {zone.zone === "labor" && board.points !== null && <span>{count(board.points, "point")} to spend</span>}
          </div>
          <Cards props={props} cards={zone.cards} title={zone.title} big={zone.zone === "hand"} />
        </section>
      ))}
      {board && board.points !== null && !board.zones.some((zone) => zone.zone === "labor") && (
        <p class="fact">
          <Icon id="place-labor" />
          {count(board.points, "labor point")} to spend
        </p>
      )}
      {board && board.deckCount !== null && (
        <p class="fact">
          <Icon id="place-deck" />
          Your deck: {count(board.deckCount, "card")}
        </p>
      )}
      {loose.length > 0 && (
        <div class="cards asked">
          {loose.map((each, i) => (
            <BigCard key={i} card={each} label={spokenCard(each)} />
          ))}
        </div>
      )}
      {onSeat && <p class="advice">{chosen ? `Your answer: ${chosen}.` : byPlayer ? "Choose a player." : "Choose a card."}</p>}
    </div>
  );
}
