/** The stage of a question about The Theatre. */
import { OWN_KEYS } from "../kit/keys";
import type { Asked } from "../kit/model";
import { plain } from "../kit/parts";
import { BackCard, BigCard, spokenCard } from "./cards";
import type { Card, QuestionPlace, QuestionStage } from "./model";
import { Arches, Tokens } from "./stage";

export function Picture({ question, open, chosen, good, bad, onSeat }: Asked<QuestionStage, Card>) {
  const { board, card, cards } = question;
  const tokens = board?.tokens.filter((row) => row.boosts + row.saps > 0) ?? [];
  const loose = [...(card ? [card] : []), ...cards];
  const mark = (place: QuestionPlace) =>
    [board?.mark.includes(place.name) ? "marked" : "", chosen === place.name ? "pick" : "", good.includes(place.name) ? "good" : "", bad.includes(place.name) ? "bad" : ""].join(" ");
  return (
    <>
      {board && (board.line.length > 0 || board.places.length > 0) && (
        <div class="house ttstage">
          <Arches line={board.line} />
          {tokens.length > 0 && <Tokens rows={tokens} />}
          {board.places.length > 0 && (
            <ul class={`ttshow n${board.places.length}`} aria-label="The stage">
              {board.places.map((place) => {
                const value = open ? undefined : board.values[place.name];
                const inside = (
                  <>
                    {!place.card ? (
                      <div class="empty">no card yet</div>
                    ) : place.down ? (
                      <div class="under">
                        <BigCard card={place.card} label={spokenCard(place.card)} />
                        <BackCard label="gambled: a card face down" />
                      </div>
                    ) : (
                      <BigCard card={place.gambled ?? place.card} label={spokenCard(place.gambled ?? place.card)} />
                    )}
                    <span class="who">{place.name}</span>
                    {place.gambled && place.card && <span class="repl">instead of {place.card.name}</span>}
                    {place.note && <span class="repl">{place.note}</span>}
                    {value !== undefined && <b class="val">{plain(value)}</b>}
                  </>
                );
                return (
                  <li key={place.name} class={`p ${mark(place)}`}>
                    {onSeat ? (
                      <button type="button" class="ask" aria-pressed={chosen === place.name} aria-label={`${place.name}: ${place.card ? spokenCard(place.card) : "no card yet"}`} onClick={() => onSeat(place.name)} {...OWN_KEYS}>
                        {inside}
                      </button>
                    ) : (
                      inside
                    )}
                  </li>
                );
              })}
            </ul>
          )}
        </div>
      )}
      {board && board.hand.length > 0 && (
        <div class="cards asked" role="group" aria-label="The hand">
          {board.hand.map((each, i) => (
            <BigCard key={i} card={each} label={spokenCard(each)} />
          ))}
        </div>
      )}
      {loose.length > 0 && (
        <div class="cards asked">
          {loose.map((each, i) => (
            <BigCard key={i} card={each} label={spokenCard(each)} />
          ))}
        </div>
      )}
      {onSeat && <p class="advice">{chosen ? `Your answer: ${chosen}.` : "Choose a card on the stage."}</p>}
    </>
  );
}
