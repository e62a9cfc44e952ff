/** The cards and the house of a question about Overture. */
import type { Asked } from "../kit/model";
import { Board, Legend } from "./board";
import { BigCard, ChipCard } from "./cards";
import type { Card, QuestionHouse } from "./model";

export function Picture({ question, open, chosen, good, bad, onSeat }: Asked<QuestionHouse, Card>) {
  const { board, card, cards } = question;
  return (
    <>
      {(cards.length > 0 || card) && (
        <div class="cards">
          {card && <BigCard card={card} label={[card.name, ...card.lines].join(", ")} />}
          {cards.map((each, i) => (
            <ChipCard key={i} card={each} label={each.name} />
          ))}
        </div>
      )}
      {board && (
        <div class="house">
          <div class="lbl">{board.theatre.name}</div>
          <Board
            theatre={board.theatre}
            house={board.house}
            label={`${board.theatre.name}: the seats`}
            marks={board.mark}
            target={chosen}
            values={open ? {} : board.values}
            good={good}
            bad={bad}
            onSeat={onSeat}
          />
          <Legend theatre={board.theatre} plainly />
        </div>
      )}
      {onSeat && <p class="advice">{chosen ? `Your answer: ${chosen}.` : "Choose a seat of the house."}</p>}
    </>
  );
}
