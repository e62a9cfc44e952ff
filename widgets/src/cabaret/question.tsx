/** The show and the hand of a question about Cabaret. */
import { walk } from "../kit/keys";
import type { Asked } from "../kit/model";
import { Button, Icon, signed } from "../kit/parts";
import { cardWords, HandChip, StageCard } from "./cards";
import type { Face, QuestionShow } from "./model";

const NOBODY = "Nobody";

export function Picture({ question, open, chosen, good, bad, onSeat }: Asked<QuestionShow, Face>) {
  const { board, card, cards } = question;
  const mark = (place: string) => (good.includes(place) ? "good" : bad.includes(place) ? "bad" : chosen === place ? "is-selected" : "");
  const told = (place: string) => (open ? null : (board?.values[place] ?? null));
  const flagOf = (place: string) => {
    const value = told(place);
    if (value === null) return chosen === place ? { icon: "ui-check", text: "Your answer" } : null;
    if (typeof value === "number") return { text: signed(value), no: value < 0 };
    const struck = value === "cancelled" || value === "no";
    return { icon: struck ? "ui-refused" : "ui-best", text: value === "no" ? "not now" : value, no: struck };
  };
  const pickShow = board?.pick === "show" ? onSeat : undefined;
  const pickHand = board?.pick === "hand" ? onSeat : undefined;
  return (
    <div class="cabaret q">
      {(cards.length > 0 || card) && (
        <div class="cards">
          {card && <StageCard card={card} label={cardWords(card)} />}
          {cards.map((each, i) => (
            <HandChip key={i} card={each} label={cardWords(each)} />
          ))}
        </div>
      )}
      {board && board.show.length + board.waiting.length > 0 && (
        <div class="house stage">
          <div class="lbl">
            <Icon id="place-stage" />
            The show
            <span>{board.caption}</span>
          </div>
          <div class={`show n${board.show.length + board.waiting.length}`} role="group" aria-label="The show, in order of play" onKeyDown={walk}>
            {board.show.map(({ who, card: each }, i) => (
              <div class="p" key={who}>
                <div class={told(who) === "cancelled" ? "struck" : ""}>
                  <StageCard
                    card={each}
                    label={`${who}${i === 0 ? " leads" : ""}: ${cardWords(each)}${told(who) !== null ? `, ${told(who)}` : ""}${chosen === who ? ", your answer" : ""}`}
                    state={mark(who)}
                    flag={flagOf(who)}
                    onPress={pickShow && (() => pickShow(who))}
                  />
                </div>
                <b>
                  {i === 0 && (
                    <span class="lead">
                      <Icon id="ui-leader" />
                    </span>
                  )}
                  {who}
                </b>
                {i === 0 ? "leads" : ""}
              </div>
            ))}
            {board.waiting.map((who) => (
              <div class="p" key={who}>
                <div class="empty">
                  <span>?</span>
                </div>
                <b>{who}</b>
              </div>
            ))}
          </div>
        </div>
      )}
      {board && board.hand.length > 0 && (
        <div class="qhand">
          <div class="lbl">
            <Icon id="place-hand" />
            Your hand
          </div>
          <div class="cs" role="group" aria-label="Your hand" onKeyDown={walk}>
            {board.hand.map((each) => (
              <HandChip
                key={each.name}
                card={each}
                label={`${cardWords(each)}${chosen === each.name ? ", your answer" : ""}`}
                state={`${mark(each.name)} ${told(each.name) === "no" ? "is-illegal" : ""}`}
                flag={pickHand || !open ? flagOf(each.name) : null}
                onPress={pickHand && (() => pickHand(each.name))}
              />
            ))}
          </div>
        </div>
      )}
      {onSeat && board?.nobody && (
        <div class="acts">
          <Button aria-pressed={chosen === NOBODY} look={chosen === NOBODY ? "pri" : ""} onClick={() => onSeat(NOBODY)}>
            Nobody
          </Button>
        </div>
      )}
      {onSeat && <p class="advice">{chosen ? `Your answer: ${chosen}.` : board?.pick === "hand" ? "Choose a card of the hand." : "Choose a card of the show."}</p>}
    </div>
  );
}
