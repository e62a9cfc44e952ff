/** The pictures that questions and worked examples are drawn with. */
import type { ComponentType } from "preact";
import type { Asked } from "./kit/model";
import * as cabaret from "./cabaret/question";
import * as mythicCircus from "./mythic_circus/question";
import * as overture from "./overture/question";
import * as theTheatre from "./the_theatre/question";

/** Who draws the cards and the picture of a question; a further game adds one line. */
export const PICTURES: Record<string, ComponentType<Asked<never, never>>> = {
  cabaret: cabaret.Picture as ComponentType<Asked<never, never>>,
  "mythic-circus": mythicCircus.Picture as ComponentType<Asked<never, never>>,
  overture: overture.Picture as ComponentType<Asked<never, never>>,
  "the-theatre": theTheatre.Picture as ComponentType<Asked<never, never>>,
  "the-theatre-draft": theTheatre.Picture as ComponentType<Asked<never, never>>,
};
