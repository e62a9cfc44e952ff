import type { ComponentType } from "preact";
import { ExampleBoard } from "./example";
import { Frame, type Scene } from "./kit/frame";
import type { AnyModel } from "./kit/link";
import { widget } from "./kit/mount";
import type { TableModel } from "./kit/model";
import { Bar, CurtainScene, EndPanel, LoadGame, NewGame, Players, PromptBar } from "./kit/table";
import * as cabaret from "./cabaret/body";
import type { CabaretBody } from "./cabaret/model";
import * as mythicCircus from "./mythic_circus/body";
import type { MythicCircusBody } from "./mythic_circus/model";
import * as overture from "./overture/body";
import type { OvertureBody } from "./overture/model";
import * as theTheatre from "./the_theatre/body";
import type { TheTheatreBody } from "./the_theatre/model";
import * as theTheatreDraft from "./the_theatre_draft/body";
import type { DraftBody } from "./the_theatre_draft/model";
import { OpenReview } from "./review";

/** What a game's folder brings to the table. A further game adds one line to GAMES.
 * Clicks in its body go as `send("act", { do: "verb", ... })` to the presenter's `act`. */
interface GameParts<Body> {
  Body: ComponentType<{ scene: Scene<TableModel<Body>> }>;
  SetupFields: ComponentType<{ body: Body }>;
  kindOf: (card: string) => string | null;
}

export const GAMES: Record<string, GameParts<never>> = {
  cabaret: cabaret satisfies GameParts<CabaretBody> as GameParts<never>,
  "mythic-circus": mythicCircus satisfies GameParts<MythicCircusBody> as GameParts<never>,
  overture: overture satisfies GameParts<OvertureBody> as GameParts<never>,
  "the-theatre": theTheatre satisfies GameParts<TheTheatreBody> as GameParts<never>,
  "the-theatre-draft": theTheatreDraft satisfies GameParts<DraftBody> as GameParts<never>,
};

export function Table({ scene }: { scene: Scene<TableModel<never>> }) {
  const { state, send, refusedAt } = scene;
  const game = GAMES[state.game];
  if (!game) return <p class="prompt">This bundle does not know the game “{state.game}”.</p>;
  const { Body, SetupFields, kindOf } = game;
  if (state.review) return <OpenReview scene={scene} />;
  return (
    <>
      <Bar state={state} send={send} />
      <Players players={state.players} kindOf={kindOf} />
      {state.panel === "new" && state.setup && (
        <NewGame setup={state.setup} send={send}>
          <SetupFields body={state.body} />
        </NewGame>
      )}
      {state.panel === "load" && <LoadGame send={send} />}
      {refusedAt("bar")}
      {state.curtain ? (
        <CurtainScene curtain={state.curtain} send={send} />
      ) : (
        <>
          {state.over && <EndPanel over={state.over} />}
          <PromptBar prompt={state.prompt} thinking={state.thinking} send={send}>
            {refusedAt("prompt")}
          </PromptBar>
          <Body scene={scene} />
        </>
      )}
    </>
  );
}

function View({ model }: { model: AnyModel }) {
  return (
    <Frame<TableModel<never>> model={model} kind="table" picture={ExampleBoard}>
      {(scene) => <Table scene={scene} />}
    </Frame>
  );
}

export default widget(View);
