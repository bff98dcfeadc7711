import type { RealmPart } from '../../apps/server/realm.ts';
import type { SimPart } from './part.ts';
import { prepaidPart } from './prepaid.ts';
import { savingsPart } from './savings.ts';
import { spotPart } from './spot.ts';

export type { SimPart };

/** Everything that can be simulated: a new module adds itself here. */
export const PARTS: readonly SimPart[] = [spotPart, prepaidPart, savingsPart];

/** One schedule in so many runs all modules beside each other, the others spot alone. */
const ALL_EVERY = 3;

/** What the schedule of a seed simulates unless parts are named. */
export function partsOf(seed: number): readonly SimPart[] {
  return seed % ALL_EVERY === 0 ? PARTS : [spotPart];
}

/** The parts of these names. Throws on an unknown one. */
export function partsNamed(names: readonly string[]): readonly SimPart[] {
  return names.map((name) => {
    const part = PARTS.find((one) => one.name === name);
    if (part === undefined) throw new Error(`no part is called ${name}`);
    return part;
  });
}

/** What these parts add to a realm. */
export function realmParts(parts: readonly SimPart[]): RealmPart[] {
  return parts.flatMap(({ realm }) => realm ?? []);
}
