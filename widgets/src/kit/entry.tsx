/** A rule as the rule book tells it: linked text, changed numbers, the worked example, and where to go from here. */
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { OWN_KEYS } from "./keys";
import type { Entry } from "./model";
import { ClauseLink, Icon, RuleBook, signed } from "./parts";

function Linked({ text, rule }: { text: string; rule: string }) {
  const { rules, open } = useContext(RuleBook);
  return (
    <button type="button" class="ln" {...OWN_KEYS} aria-label={`${text}: rule ${rule}${rules[rule] ? `, ${rules[rule].title}` : ""}`} onClick={() => open(rule)}>
      {text}
    </button>
  );
}

/** `children` stands where the example's picture belongs. */
export function EntryBody({ entry, children }: { entry: Entry; children?: ComponentChildren }) {
  const { example } = entry;
  return (
    <div class="entry">
      <p>{entry.pieces.map(({ text, rule }, i) => (rule ? <Linked key={i} text={text} rule={rule} /> : text))}</p>
      {entry.changes.length > 0 && (
        <ul class="changes" aria-label="Changed numbers">
          {entry.changes.map((change) => (
            <li key={change}>
              <Icon id="ui-why" />
              {change}
            </li>
          ))}
        </ul>
      )}
      {example && (
        <section class="example" aria-label="A worked example">
          <p>
            <b>Example.</b> {example.situation}
          </p>
          {children}
          <dl>
            {example.lines.map(({ question, answer, here }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>
                  {answer}
                  {here && <em> here {here}</em>}
                </dd>
              </div>
            ))}
          </dl>
          {example.parts.length > 0 && (
            <ul class="reasons" aria-label="The points in the example">
              {example.parts.map((part, i) => (
                <li key={i}>
                  <b class={part.points < 0 ? "neg" : ""}>{signed(part.points)}</b>
                  <span>
                    {part.who}: {part.text}
                  </span>
                  {part.rule === entry.id ? <code>{part.rule}</code> : <ClauseLink id={part.rule} />}
                </li>
              ))}
            </ul>
          )}
          {example.note && <p class="note">{example.note}</p>}
        </section>
      )}
      {entry.see.length > 0 && (
        <p class="see">
          See also{" "}
          {entry.see.map(({ id, title }) => (
            <span key={id}>
              <ClauseLink id={id} /> {title}
            </span>
          ))}
        </p>
      )}
      {(entry.taught || entry.drill) && (
        <p class="note">
          {entry.taught && <span>Taught in {entry.taught}. </span>}
          {entry.drill && (
            <span>
              Train it: <code>{entry.drill}</code>
            </span>
          )}
        </p>
      )}
    </div>
  );
}
