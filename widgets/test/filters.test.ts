import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, filtered, kinds, NO_ABILITY } from "../src/deck_builder/filters";
import type { DeckCard } from "../src/deck_builder/model";

const card = (title: string, suit: string, rank: number, ability: string | null): DeckCard => ({
  name: `${title} (${suit})`,
  title,
  suit,
  kind: `suit-${suit.toLowerCase()}`,
  print: rank > 2 ? "Fin" : "Paw",
  printKind: "print-paw",
  rank,
  value: rank,
  ability,
  abilityKind: null,
  does: "",
  job: "",
  copies: 0,
  offered: true,
});

const CARDS = [card("Button", "Charm", 1, "Boost"), card("Button", "Luck", 1, null), card("Old Fathom", "Luck", 4, "Combo +1")];
const places = (changed: object) => filtered(CARDS, { ...ALL, ...changed }).map(([place]) => place);

test("no filter shows every card with its place", () => assert.deepEqual(places({}), [0, 1, 2]));

test("each filter leaves what fits, and all together what fits all", () => {
  assert.deepEqual(places({ suit: "Luck" }), [1, 2]);
  assert.deepEqual(places({ rank: 4 }), [2]);
  assert.deepEqual(places({ print: "Paw" }), [0, 1]);
  assert.deepEqual(places({ ability: "Combo +1" }), [2]);
  assert.deepEqual(places({ ability: NO_ABILITY }), [1]);
  assert.deepEqual(places({ name: " fath" }), [2]);
  assert.deepEqual(places({ suit: "Luck", print: "Paw", name: "BUTTON" }), [1]);
  assert.deepEqual(places({ suit: "Will" }), []);
});

test("kinds are told once each", () => assert.deepEqual(kinds(CARDS, (each) => each.suit), ["Charm", "Luck"]));
