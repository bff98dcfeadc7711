import { BOUNDS, type Bounds } from '@assay/core/order/life/bounds';
import type { RealmPart } from '../../apps/server/realm.ts';
import { cfdPart } from './cfd.ts';
import { optionsPart } from './options.ts';
import type { SimPart } from './part.ts';
import { prepaidPart } from './prepaid.ts';
import { purchasesPart } from './purchases.ts';
import { savingsPart } from './savings.ts';
import { spotPart } from './spot.ts';
import { walletPart } from './wallet.ts';

export type { SimPart };

/** What stands on books and ledger; the wallet ends a virtual account last. */
const ON_BOOKS: readonly SimPart[] = [spotPart, prepaidPart, savingsPart, walletPart];
/** What is sold against the house, and bank money. */
const HOUSE: readonly SimPart[] = [spotPart, cfdPart, optionsPart, purchasesPart, walletPart];

/** Everything that can be simulated: a new module adds itself here. */
export const PARTS: readonly SimPart[] = [...new Set([...HOUSE.slice(0, -1), ...ON_BOOKS])];

/** In turn: modules beside each other, what every realm has, and spot alone. */
const TURNS: readonly (readonly SimPart[])[] = [ON_BOOKS, [spotPart, walletPart], [spotPart]];
/** Of so many seeds one is of the house's products instead. */
const HOUSE_EVERY = 6;

/** Whether the schedule of a seed has what is sold against the house. */
export function isOfHouse(seed: number): boolean {
  return seed % HOUSE_EVERY === HOUSE_EVERY - 1;
}

/** What the schedule of a seed simulates unless parts are named. */
export function partsOf(seed: number): readonly SimPart[] {
  return isOfHouse(seed) ? HOUSE : TURNS[seed % TURNS.length]!;
}

/** Bounds that many commands meet: in the product few ever do. */
const TIGHT: Bounds = { fills: 3, slice: 1, openOrders: 40 };

/**
 * How much a command does in the schedule of a seed: in every second one it is little. The model
 * does all that a tick decides at once, so that parts which follow ticks do as well.
 */
export function boundsOf(seed: number, parts: readonly SimPart[]): Bounds {
  const follows = parts.some((part) => part.follows);
  return seed % 2 === 0 && !follows ? TIGHT : BOUNDS;
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
  return [...new Set(parts.flatMap(({ realm }) => realm ?? []))];
}
