/** What the cards of all games share: the frame with its flag, to be pressed or only looked at. */
import type { ComponentChildren } from "preact";
import { OWN_KEYS } from "./keys";
import { Icon } from "./parts";

/** A word on the card's edge; `bad` tells of something against it. */
export interface Flag {
  icon?: string;
  text: string;
  bad?: boolean;
}

export const HINT: Flag = { icon: "ui-hint", text: "Hint" };
export const SELECTED: Flag = { icon: "ui-check", text: "Selected" };

export const FlagTab = ({ flag }: { flag: Flag }) => (
  <span class={`flag ${flag.bad ? "no" : ""}`}>
    {flag.icon && <Icon id={flag.icon} />}
    {flag.text}
  </span>
);

/** The card's picture under its arch. */
export const Arch = ({ icon }: { icon: string }) => (
  <span class="arch">
    <span class="disc">
      <Icon id={icon} />
    </span>
  </span>
);

export interface CardProps<Card> {
  card: Card;
  label: string;
  state?: string;
  flag?: Flag | null;
  pressed?: boolean | undefined;
  onPress?: (() => void) | undefined;
  onGrab?: ((event: PointerEvent) => void) | undefined;
}

type ShellProps = CardProps<{ kind: string; name: string }> & { look?: string; children: ComponentChildren };

/** The frame of a card: a button when it can be pressed, otherwise a picture with a name. */
export function CardShell({ card, label, look = "", state = "", flag, pressed, onPress, onGrab, children }: ShellProps) {
  const content = (
    <>
      {flag && <FlagTab flag={flag} />}
      {children}
    </>
  );
  const common = { class: `card ${look} ${state}`, "data-kind": card.kind, "data-who": card.name, "aria-label": label };
  if (!onPress) {
    return (
      <div {...common} role="img">
        {content}
      </div>
    );
  }
  return (
    <button type="button" {...common} data-walk aria-pressed={pressed} onClick={onPress} onPointerDown={onGrab} {...OWN_KEYS}>
      {content}
    </button>
  );
}
