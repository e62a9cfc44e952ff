import type { Explain } from "../kit/model";
import type { House, Preview } from "./model";

/** Why a seat scores what it scores, or would score with the selected card. */
export function explainSeat(seat: string | null, house: House, preview: Preview | null): Explain | null {
  if (!seat) return null;
  const seated = house.seats[seat];
  if (seated && seated.points !== null) {
    return {
      title: `${seated.card.name} on ${seat}`,
      kind: seated.card.kind,
      parts: seated.parts,
      total: seated.points,
      totalText: "on this seat",
    };
  }
  if (seated) return null;
  const answer = preview?.seats[seat];
  if (!preview || !answer) return null;
  return {
    title: `${preview.card.name} on ${seat}`,
    kind: preview.card.kind,
    parts: answer.parts,
    total: answer.delta,
    totalText: "for the whole house",
  };
}

export function explainHouse(house: House): Explain | null {
  if (!house.houseParts.length) return null;
  const total = house.houseParts.reduce((sum, part) => sum + part.points, 0);
  return { title: "The house rule", kind: null, parts: house.houseParts, total, totalText: "for the house" };
}
