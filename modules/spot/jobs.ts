import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { FEE_TIER_DAYS, feeTier } from '@assay/core/order/fee-tier';
import type { BookRules } from '@assay/core/order/market';
import type { Reads } from '@assay/modules/orders';
import type { Command } from '@assay/platform/engine/command';
import type { Job } from '@assay/platform/jobs/jobs';
import { QUOTE_MAX_AGE_MS } from './rules.ts';
import { readOwnRates, readVolumes } from './store/volumes.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

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
  readonly rulesById: (id: number) => BookRules | undefined;
  readonly submit: (command: Command<'setFeeTier'>) => Promise<unknown>;
}

/**
 * Sets every user's fee rates by the volume of the last thirty whole UTC days. The job runs each
 * hour and sets each user's rates once a day: the command id names the day and the user, so a run
 * after an interrupted one, or a second server, sets nothing twice.
 */
export function feeTierJob(options: FeeTierJobOptions): Job {
  return {
    name: `feeTiers:${options.realm}`,
    everyMs: HOUR_MS,
    atStart: true,
    run: (at, signal) => setFeeTiers(options, at, signal),
  };
}

async function setFeeTiers(
  options: FeeTierJobOptions,
  at: number,
  signal: AbortSignal,
): Promise<void> {
  const { realm, reads, submit } = options;
  const day = Math.floor(at / DAY_MS);
  const volumes = await volumesByUser(options, (day - FEE_TIER_DAYS) * DAY_MS, day * DAY_MS);
  const rates = new Map((await readOwnRates(reads, realm)).map((own) => [own.userId, own]));
  // A user with own rates who traded nothing returns to the first tier.
  for (const userId of new Set([...volumes.keys(), ...rates.keys()])) {
    signal.throwIfAborted();
    const { makerPpm, takerPpm, tier } = feeTier(volumes.get(userId) ?? 0n);
    const own = rates.get(userId);
    if (own === undefined && tier === 0) continue;
    if (own?.makerPpm === makerPpm && own.takerPpm === takerPpm) continue;
    const body = { userId, makerPpm, takerPpm };
    await submit({ type: 'setFeeTier', actor: OWNER.setup, id: `feeTier ${day} ${userId}`, body });
  }
}

/** Volume of each user in quote units, over all markets. */
async function volumesByUser(
  { reads, realm, rulesById }: FeeTierJobOptions,
  from: number,
  before: number,
): Promise<Map<number, bigint>> {
  const volumes = new Map<number, bigint>();
  for (const { userId, market, tickLots } of await readVolumes(reads, realm, from, before)) {
    const rules = rulesById(market);
    if (rules === undefined) continue;
    const value = tickLots * BigInt(rules.quotePerTickLot);
    volumes.set(userId, (volumes.get(userId) ?? 0n) + value);
  }
  return volumes;
}
