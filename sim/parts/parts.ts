import { BOUNDS, type Bounds } from '@assay/core/order/life/bounds';
import type { RealmPart } from '../../apps/server/realm.ts';
import type { SimPart } from './part.ts';
import { prepaidPart } from './prepaid.ts';
import { savingsPart } from './savings.ts';
import { spotPart } from './spot.ts';
import { walletPart } from './wallet.ts';

export type { SimPart };

/** Everything that can be simulated: a new module adds itself here. */
export const PARTS: readonly SimPart[] = [spotPart, prepaidPart, savingsPart, walletPart];

/** In turn: all modules beside each other, what every realm has, and spot alone. */
const TURNS: readonly (readonly SimPart[])[] = [PARTS, [spotPart, walletPart], [spotPart]];

/** What the schedule of a seed simulates unless parts are named. */
export function partsOf(seed: number): readonly SimPart[] {
  return TURNS[seed % TURNS.length]!;
}

/** Bounds that many commands meet: in the product few ever do. */
const TIGHT: Bounds = { fills: 3, slice: 1, openOrders: 40 };

/** How much a command does in the schedule of a seed: in every second one it is little. */
export function boundsOf(seed: number): Bounds {
  return seed % 2 === 0 ? TIGHT : BOUNDS;
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
