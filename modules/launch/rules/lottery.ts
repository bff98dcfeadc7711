import { HOUR, SECOND } from '@assay/core/time';
import type { LaunchTerms, Lottery } from '../schema/commands.ts';
import type { SaleNumbers } from './terms.ts';

/** The published rule of a draw; a later one gets another name. */
export const LOTTERY_RULE = 'assay-lottery-1';

/** A public beacon: who signs the number of a round, and when. */
export interface Beacon {
  readonly name: 'quicknet' | 'practice';
  /** The hash of its chain, by which it is known; hexadecimal, as all that follows. */
  readonly chain: string;
  readonly publicKey: string;
  /** The time of its first round, and the time between two. */
  readonly genesisAt: number;
  readonly periodMs: number;
  /** How long after the close the round of a sale is at the least. */
  readonly leastGapMs: number;
}

/** Beacons that a draw may use. One that was used stays, for logs that are decided again. */
export const BEACONS: readonly Beacon[] = [
  {
    name: 'quicknet',
    chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
    publicKey:
      '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c' +
      '8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb' +
      '5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
    ...{ genesisAt: 1_692_803_367 * SECOND, periodMs: 3 * SECOND, leastGapMs: HOUR },
  },
  {
    // Its key is public, so that it can be shown without a network, and is worth nothing.
    name: 'practice',
    chain: '64aa0d337a6275c55b9b0c7a908b3f1528ddba3921773581bae264e854503c29',
    publicKey:
      '8396ebc6af09ef06b82be73ee939761a38ad60898c8ae3966c332a9503679031' +
      '721a6e31d398ecc2ff4a9e7b5877b61a12226e6c42d2b60a4d67ee26ab8671d8' +
      '79ec9e4da8c0a97c3e14c83da9a3a0eda4a8d99b31ef6789f91b294589000227',
    ...{ genesisAt: 1_692_803_367 * SECOND, periodMs: 3 * SECOND, leastGapMs: 15 * SECOND },
  },
];

/** How long after its time a round is waited for; then everybody gets their money back. */
export const MISSED_MS = 7 * 24 * HOUR;
/** Whoever looks at what they have waits for as many hashes. */
const MAX_PER_PERSON = 100;
/** A draw is the work of as many hashes, two times or three. */
export const MAX_TICKETS = 20_000_000;

/** What a signature looks like: a point in hexadecimal. */
export const SIGNATURE = /^[0-9a-f]{96}$/;

/** Where drand publishes a round. */
export const linkOf = ({ chain, round }: Pick<Lottery, 'chain' | 'round'>) =>
  `https://api.drand.sh/${chain}/public/${round}`;

export function beaconOf(chain: string): Beacon | undefined {
  return BEACONS.find((one) => one.chain === chain);
}

/** When a round has its value. */
export function roundAt({ genesisAt, periodMs }: Beacon, round: number): number {
  return genesisAt + (round - 1) * periodMs;
}

/** The first round so late after a close that who can still change the list cannot know it. */
export function roundAfter({ genesisAt, periodMs, leastGapMs }: Beacon, closesAt: number): number {
  return Math.max(1, Math.ceil((closesAt + leastGapMs - genesisAt) / periodMs) + 1);
}

/** How many tickets win; lots that fill no ticket are not sold. */
export function winnersOf(supplyLots: number, ticketLots: number): number {
  return Math.floor(supplyLots / ticketLots);
}

/** The first of the terms that does not fit a draw; null when they do, or when it is none. */
export function wrongLottery(
  terms: LaunchTerms,
  { supplyLots, capLots, mostLots }: SaleNumbers,
  isPractice: boolean,
): string | null {
  const { lottery, eligibility, closesAt, listsAt } = terms;
  if (lottery === undefined) return null;
  if (typeof lottery !== 'object' || lottery === null) return 'lottery';
  const beacon = beaconOf(lottery.chain);
  if (beacon === undefined || (beacon.name === 'practice' && !isPractice)) return 'chain';
  if (lottery.publicKey !== beacon.publicKey) return 'publicKey';
  const { ticketLots, mostTickets, round } = lottery;
  const isTicket = isCount(ticketLots, supplyLots);
  if (!isTicket) return 'ticketLots';
  if (!isCount(mostTickets, MAX_PER_PERSON)) return 'mostTickets';
  if (mostLots !== ticketLots * mostTickets) return 'most';
  // What one person gets at most follows from the tickets, and is said all the same.
  const won = Math.min(mostTickets, winnersOf(supplyLots, ticketLots)) * ticketLots;
  if (capLots !== won) return 'cap';
  // Whoever has many accounts would have many tickets.
  if (eligibility.tier === 'none') return 'eligibility';
  if (round !== roundAfter(beacon, closesAt)) return 'round';
  return listsAt < roundAt(beacon, round) ? 'listsAt' : null;
}

const isCount = (value: number, most: number) =>
  Number.isSafeInteger(value) && value >= 1 && value <= most;

/** When the round of a lottery has its value, and from when on it is missed. */
export function timesOf({ chain, round }: Lottery): {
  readonly at: number;
  readonly until: number;
} {
  const at = roundAt(beaconOf(chain)!, round);
  return { at, until: at + MISSED_MS };
}
