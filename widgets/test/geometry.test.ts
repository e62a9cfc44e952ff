import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { step } from "../src/kit/keys";
import { roomOf, spokenLabels } from "../src/overture/geometry";
import type { Theatre } from "../src/overture/model";

interface Entry {
  id: string;
  name: string;
  plan: string[];
  tables: string[][];
  neighbours: Record<string, string[]>;
}

const NAMES: Record<string, string> = { F: "front", B: "back", A: "aisle", X: "box" };
const data = JSON.parse(readFileSync(new URL("../../theatre_lab/games/overture/data/theatres.json", import.meta.url), "utf8")) as Entry[];
const theatres = new Map<string, Theatre>(
  data.map((entry) => {
    const labels: Record<string, string[]> = {};
    entry.plan.forEach((row, r) =>
      row.split(/\s+/).forEach((cell, c) => {
        if (cell !== ".") labels[`${String.fromCharCode(65 + r)}${c + 1}`] = [...cell].map((mark) => NAMES[mark]).filter((x) => x !== undefined);
      }),
    );
    return [entry.id, { ...entry, labels, houseRule: null }];
  }),
);
const room = (id: string) => roomOf(theatres.get(id)!);
const place = (id: string, seat: string) => room(id).places.find((p) => p.seat === seat)!;

test("no two seats of any theatre overlap, and all lie inside the room", () => {
  assert.equal(theatres.size, 8);
  for (const id of theatres.keys()) {
    const { places, cols, rows } = room(id);
    for (const a of places) {
      assert.ok(a.x >= 0 && a.x + 1 <= cols + 1e-9 && a.y >= 0 && a.y + 1 <= rows + 1e-9, `${id} ${a.seat}`);
      for (const b of places) {
        assert.ok(a === b || Math.abs(a.x - b.x) >= 0.999 || Math.abs(a.y - b.y) >= 0.999, `${id} ${a.seat} ${b.seat}`);
      }
    }
  }
});

test("bridges join exactly the neighbours, and all of them are short", () => {
  for (const [id, theatre] of theatres) {
    const pairs = Object.values(theatre.neighbours).flat().length / 2;
    const { bridges } = room(id);
    assert.equal(bridges.length, pairs, id);
    for (const [a, b] of bridges) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) < 1.35, `${id} ${a.seat}-${b.seat}`);
  }
});

test("the Amphitheater is staggered by half a seat", () => {
  assert.equal(place("amphitheater", "A3").x, 1.5);
  assert.equal(place("amphitheater", "B2").x, 1);
  assert.equal(place("amphitheater", "C2").x, 0.5);
  assert.equal(place("amphitheater", "D1").x, 0);
});

test("the Opera House sets its boxes apart and rails off row A", () => {
  const opera = room("opera-house");
  assert.deepEqual(opera.boxes.map((p) => p.seat), ["A1", "A5"]);
  assert.ok(place("opera-house", "A2").x > 1.1);
  assert.equal(opera.rails.length, 1);
});

test("the Dinner Playhouse has six tables with gaps between them", () => {
  assert.equal(room("dinner-playhouse").tables.length, 6);
  assert.ok(place("dinner-playhouse", "A4").x - place("dinner-playhouse", "A2").x > 1.3);
});

test("aisle edges face the aisle", () => {
  assert.deepEqual(place("grand-empress", "C1").edges, ["e-al"]);
  assert.deepEqual(place("grand-empress", "C5").edges, ["e-ar"]);
  assert.deepEqual(place("blackbox", "B2").edges, ["e-ar"]);
  assert.deepEqual(place("blackbox", "B3").edges, ["e-al"]);
});

test("arrows reach every seat of every theatre and stop at the walls", () => {
  for (const id of theatres.keys()) {
    const cells = room(id).places.map((p) => ({ id: p.seat, row: p.row, x: p.x }));
    const seen = new Set([cells[0]!.id]);
    const queue = [cells[0]!.id];
    while (queue.length) {
      const from = queue.pop()!;
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        const to = step(cells, from, key);
        if (!seen.has(to)) {
          seen.add(to);
          queue.push(to);
        }
      }
    }
    assert.equal(seen.size, cells.length, id);
  }
  const cells = room("grand-empress").places.map((p) => ({ id: p.seat, row: p.row, x: p.x }));
  assert.equal(step(cells, "A1", "ArrowLeft"), "A1");
  assert.equal(step(cells, "B2", "ArrowDown"), "C2");
  assert.equal(step(cells, "B2", "End"), "B5");
  assert.equal(step(cells, "B2", "Home", true), "A1");
});

test("labels are spoken in words", () => {
  assert.equal(spokenLabels(["front", "aisle"]), "front aisle");
  assert.equal(spokenLabels(["front", "aisle", "box"]), "Royal Box, front aisle");
  assert.equal(spokenLabels([]), "no label");
});
