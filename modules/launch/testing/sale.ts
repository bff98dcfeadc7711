import { staffActor } from '@assay/core/ledger/owners';
import { DAY, HOUR } from '@assay/core/time';
import { PRACTICE_KEY, signRound } from '../machine/beacon.ts';
import { BEACONS, roundAfter } from '../rules/lottery.ts';
import type { LaunchTerms, Lottery } from '../schema/commands.ts';

export const START = 1_763_640_000_000;
export const STAFF = staffActor(7);

/** A project that tests publish: 1,000 coins of 2 USDT, 100 a person, open for an hour. */
export function termsAt(now: number, change: Partial<LaunchTerms> = {}): LaunchTerms {
  return {
    ...{ symbol: 'NEW', about: 'A coin.', website: 'https://example.com/', documents: [] },
    ...{ issued: '50000', supply: '1000', cap: '100', most: '500', lot: '0.5', price: '2' },
    ...{ opensAt: now + HOUR, closesAt: now + 2 * HOUR, listsAt: now + 3 * HOUR },
    releases: [
      { days: 0, sharePpm: 333_333 },
      { days: 1, sharePpm: 333_333 },
      { days: 3, sharePpm: 333_334 },
    ],
    withdrawable: true,
    eligibility: { tier: 'none', countries: [], review: false },
    ...change,
  };
}

export const AFTER_ALL = 3 * DAY + 2 * HOUR;

const PRACTICE = BEACONS.find(({ name }) => name === 'practice')!;
const TICKET = 10;

type Sized = Partial<LaunchTerms> & { readonly winners?: number; readonly mostTickets?: number };

/** A lottery that tests publish: so many tickets win, of 10 coins and 20 USDT each. */
export function lotteryAt(now: number, { winners = 6, mostTickets = 5, ...change }: Sized = {}) {
  const terms = termsAt(now, {
    ...{ supply: `${winners * TICKET}`, most: `${mostTickets * TICKET}` },
    cap: `${Math.min(mostTickets, winners) * TICKET}`,
    eligibility: { tier: 'junior', countries: [], review: false },
    ...change,
  });
  const { chain, publicKey } = PRACTICE;
  const round = roundAfter(PRACTICE, terms.closesAt);
  const lottery: Lottery = { chain, publicKey, round, ticketLots: TICKET * 2, mostTickets };
  return { ...terms, lottery, ...change };
}

const signed = new Map<number, string>();

/** The round of the practice beacon; each is signed once. */
export function practiceRound(round: number): string {
  const signature = signed.get(round) ?? signRound(PRACTICE_KEY, round);
  signed.set(round, signature);
  return signature;
}
