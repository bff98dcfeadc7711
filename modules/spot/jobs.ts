import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { FEE_TIER_DAYS, type FeeTier, feeTierOf, leastCounted } from '@assay/core/order/fee-tier';
import { readLastBefore } from '@assay/modules/ledger';
import type { Reads } from '@assay/modules/orders';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { Job } from '@assay/platform/jobs/jobs';
import { QUOTE_MAX_AGE_MS } from './rules.ts';
import {
  type Counting,
  countedVolumes,
  readCutUsers,
  readOwnRates,
  type TierMarket,
} from './store/volumes.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** How long outdated quotes can outlive QUOTE_MAX_AGE_MS. */
const STALE_QUOTES_MS = 250;

export interface StaleQuotesJobOptions {
  readonly realm: Realm;
  /** Whether the house quotes somewhere around an index price that is older than the age. */
  readonly stale: (at: number, olderThanMs: number) => boolean;
  readonly submit: (command: Command<'withdrawStaleQuotes'>) => Promise<unknown>;
}

/**
 * Withdraws the house's quotes when the index is too old: whoever knows the current price would
 * profit from outdated quotes. The job has a timer of its own, because the feed itself may have
 * failed.
 */
export function staleQuotesJob({ realm, stale, submit }: StaleQuotesJobOptions): Job {
  return {
    name: `staleQuotes:${realm}`,
    everyMs: STALE_QUOTES_MS,
    run: async (at) => {
      if (!stale(at, QUOTE_MAX_AGE_MS)) return;
      const body = { olderThanMs: QUOTE_MAX_AGE_MS };
      await submit({ type: 'withdrawStaleQuotes', actor: OWNER.feeds, body });
    },
  };
}

export interface FeeTierJobOptions {
  readonly realm: Realm;
  readonly reads: Reads;
  /** The schedule as it is published at an instant. */
  readonly schedule: (at: number) => readonly FeeTier[];
  /** Every market that has a book. */
  readonly markets: () => readonly TierMarket[];
  /** Accounts that are taken for one person. */
  readonly persons: () => Counting['persons'];
  readonly submit: (command: Command<'setFeeTier'>) => Promise<Reply<'setFeeTier'>>;
}

/** What counts at the cut of a UTC day: the thirty whole days before it. */
export function countingOf(
  { schedule, markets, persons }: Pick<FeeTierJobOptions, 'schedule' | 'markets' | 'persons'>,
  from: number,
  before: number,
): Counting {
  const least = leastCounted(schedule(before));
  return { from, before, markets: markets(), least, persons: persons() };
}

/**
 * Sets every user's fee rates by what counted in the last thirty whole UTC days, by the schedule of
 * the moment at which the day began. The job looks every minute and makes the cut of each day once:
 * the command id names the day and the user, what a day has set stands in its rows, and the engine
 * refuses the cut of another day than its own. So a run after an interrupted one, a second server
 * or forty days of silence set nothing twice, and nothing late.
 */
export function feeTierJob(options: FeeTierJobOptions): Job {
  let done = -1;
  return {
    name: `feeTiers:${options.realm}`,
    everyMs: MINUTE_MS,
    atStart: true,
    run: async (at, signal) => {
      const day = Math.floor(at / DAY_MS);
      if (day > done && (await cutDay(options, day, signal))) done = day;
    },
  };
}

/**
 * False while trades of the day before may be on their way, and when the day itself ended
 * meanwhile: the next run makes the cut that is due then.
 */
async function cutDay(
  options: FeeTierJobOptions,
  day: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { realm, reads, submit } = options;
  const start = day * DAY_MS;
  if ((await readLastBefore(reads, realm, start)) === null) return false;
  const schedule = options.schedule(start);
  const counting = countingOf(options, start - FEE_TIER_DAYS * DAY_MS, start);
  const volumes = await countedVolumes(reads, realm, counting);
  const rates = new Map((await readOwnRates(reads, realm)).map((own) => [own.userId, own]));
  const cut = new Set(await readCutUsers(reads, realm, day));
  // A user with own rates who traded nothing returns to the first tier.
  for (const userId of new Set([...volumes.keys(), ...rates.keys()])) {
    signal.throwIfAborted();
    const volume = volumes.get(userId) ?? 0n;
    const { makerPpm, takerPpm, tier } = feeTierOf(schedule, volume);
    const own = rates.get(userId);
    if (cut.has(userId) || (own === undefined && tier === 0)) continue;
    if (own?.byCut && own.makerPpm === makerPpm && own.takerPpm === takerPpm) continue;
    const body = { userId, makerPpm, takerPpm, cut: { day, tier, volume: String(volume) } };
    const id = `feeTier ${day} ${userId}`;
    const reply = await submit({ type: 'setFeeTier', actor: OWNER.setup, id, body });
    if (reply.ok) continue;
    if (reply.refusal === 'dayPassed') return false;
    throw new Error(`the rates of ${userId} were not set: ${reply.refusal}`);
  }
  return true;
}
