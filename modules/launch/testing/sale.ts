import { staffActor } from '@assay/core/ledger/owners';
import { DAY, HOUR } from '@assay/core/time';
import type { LaunchTerms } from '../schema/commands.ts';

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
