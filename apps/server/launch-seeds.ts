import { createHash } from 'node:crypto';
import { DAY, HOUR, MINUTE } from '@assay/core/time';
import { BEACONS, roundAfter } from '@assay/modules/launch/rules';
import type { LaunchTerms } from '@assay/modules/launch/schema';

/** Coins that exist in trials only. */
export const LAUNCH_COINS: Readonly<Record<string, string>> = {
  AURUM: 'Aurum (example)',
  TIDE: 'Tide (example)',
  QUARTZ: 'Quartz (example)',
  EMBER: 'Ember (example)',
};

/** Of each, enough for several projects. */
export const LAUNCH_FUNDS = '1000000000';

/** As short as a project can be open: soon there is one with a result. */
const SHORT_MS = 3 * MINUTE;
const PAPER = 'An example project of a trial. There is no such coin.';
const sha256 = createHash('sha256').update(PAPER).digest('hex');

const shared = {
  website: 'https://example.com/',
  documents: [{ title: 'Paper of the example', link: 'https://example.com/paper.txt', sha256 }],
  withdrawable: true,
  eligibility: { tier: 'none', countries: [], review: false },
} as const;

/** What a trial begins with, by the time of its first start. */
export function launchSeeds(now: number): readonly LaunchTerms[] {
  const hour = Math.floor(now / HOUR) * HOUR;
  return [
    {
      ...{ ...shared, symbol: 'QUARTZ', about: `${PAPER} Its subscription was short.` },
      ...{ issued: '50000000', supply: '1000000', cap: '50000', most: '100000', lot: '10' },
      ...{ price: '0.05', opensAt: now, closesAt: now + SHORT_MS, listsAt: now + 7 * DAY },
      releases: [{ days: 0, sharePpm: 1_000_000 }],
    },
    emberSeed(now),
    {
      ...{ ...shared, symbol: 'AURUM', about: `${PAPER} Its coins are released in four parts.` },
      ...{ issued: '100000000', supply: '10000000', cap: '200000', most: '1000000', lot: '1' },
      ...{ price: '0.1', opensAt: now, closesAt: hour + 14 * DAY, listsAt: hour + 15 * DAY },
      releases: [
        { days: 0, sharePpm: 250_000 },
        { days: 30, sharePpm: 250_000 },
        { days: 60, sharePpm: 250_000 },
        { days: 90, sharePpm: 250_000 },
      ],
    },
    {
      ...{ ...shared, symbol: 'TIDE', about: `${PAPER} Who takes part has proved who they are.` },
      ...{ issued: '20000000', supply: '500000', cap: '2500', most: '5000', lot: '0.5' },
      ...{ price: '2', opensAt: hour + 7 * DAY, closesAt: hour + 10 * DAY },
      listsAt: hour + 12 * DAY,
      releases: [{ days: 90, sharePpm: 1_000_000 }],
      withdrawable: false,
      eligibility: { tier: 'junior', countries: [], review: true },
    },
  ];
}

/** A lottery of two tickets, by the beacon that needs no network. */
function emberSeed(now: number): LaunchTerms {
  const closesAt = now + SHORT_MS;
  const practice = BEACONS.find(({ name }) => name === 'practice')!;
  const { chain, publicKey } = practice;
  const round = roundAfter(practice, closesAt);
  return {
    ...{ ...shared, symbol: 'EMBER', about: `${PAPER} It is drawn by lot.` },
    ...{ issued: '50000000', supply: '200', cap: '200', most: '500', lot: '10', price: '0.05' },
    ...{ opensAt: now, closesAt, listsAt: now + 7 * DAY },
    releases: [{ days: 0, sharePpm: 1_000_000 }],
    eligibility: { tier: 'junior', countries: [], review: false },
    lottery: { chain, publicKey, round, ticketLots: 10, mostTickets: 5 },
  };
}
