/** The picture of a rule's worked example, drawn by the game's own part. */
import type { Entry, Question } from "./kit/model";
import { PICTURES } from "./pictures";

export function ExampleBoard({ entry }: { entry: Entry }) {
  const Picture = PICTURES[entry.game];
  const board = entry.example?.board;
  if (!Picture || !board) return null;
  const question = { prompt: "", clause: null, kind: "choice", options: [], min: null, max: null, board, card: null, cards: [] };
  return (
    <div class="shown">
      <Picture question={question as unknown as Question<never, never>} open={false} chosen={null} good={[]} bad={[]} onSeat={undefined} />
    </div>
  );
}
