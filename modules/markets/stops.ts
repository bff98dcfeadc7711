import { type Approvals, defineApprovals } from '@assay/core/approval/policy';
import type { Realm } from '@assay/core/ledger/realm';
import { refuse } from '@assay/core/schema/outcome';
import { HOUR } from '@assay/core/time';
import type { PoolClient } from '@assay/platform/db/database';
import type { Handlers, StaffContext } from '@assay/platform/http/context';
import type { Job } from '@assay/platform/jobs/jobs';
import { extendStop, type MarketStatus, type stopCalls } from './schema.ts';
import type { MarketStop, StopStore } from './store/stops.ts';

/** One person halts a market for so long; to go on takes two. */
const STOP_MS = 4 * HOUR;
const LOOK_EVERY_MS = 2_000;
const RENEWAL_MS = 4 * HOUR;

export const stopApprovals: Approvals<{ extendStop: object }> = defineApprovals({
  extendStop: {
    needs: 2,
    prepare: 'markets.prepare',
    decide: 'markets.approve',
    expiresMs: RENEWAL_MS,
  },
});

export interface MarketStopsOptions {
  readonly store: StopStore;
  /** Undefined for a market that is not listed. */
  readonly statusOf: (realm: Realm, market: string) => MarketStatus | undefined;
  readonly setStatus: (realm: Realm, market: string, status: MarketStatus) => Promise<void>;
  /** Writes down what a member of staff does. */
  readonly record: (
    context: StaffContext,
    entry: { action: string; subject: string; detail: Readonly<Record<string, unknown>> },
  ) => Promise<void>;
}

/**
 * Halts that staff order in an emergency. What is halted is a row first and the market's status
 * after it: whatever is interrupted in between, the job puts right. A halt ends by itself.
 */
export class MarketStops {
  readonly #options: MarketStopsOptions;
  #active: readonly MarketStop[] = [];

  constructor(options: MarketStopsOptions) {
    this.#options = options;
  }

  /** Whether staff have halted it, so that nobody else opens it. */
  isStopped(realm: Realm, market: string): boolean {
    return this.#active.some((stop) => stop.realm === realm && stop.market === market);
  }

  get job(): Job {
    return {
      name: 'marketStops',
      everyMs: LOOK_EVERY_MS,
      atStart: true,
      run: (at) => this.#look(at),
    };
  }

  /** How a renewal runs once two people have agreed to it. */
  readonly renewal = {
    read: (body: object) => extendStop.safeParse(body).data ?? null,
    run: async (body: object, client: PoolClient, now: number) => {
      const stop = extendStop.parse(body);
      const extended = await this.#options.store.extend(client, stop, now + STOP_MS, now);
      return extended ? { outcome: { until: now + STOP_MS } } : { refusal: 'notStopped' };
    },
  };

  calls(): Handlers<typeof stopCalls> {
    const { store, statusOf, setStatus, record } = this.#options;
    return {
      getMarketStops: ({ realm }, { actor }) => {
        const wanted = realm ?? actor?.realm ?? 'real';
        return { stops: this.#active.filter((stop) => stop.realm === wanted) };
      },
      stopMarket: async ({ realm, market, reason }, context) => {
        if (statusOf(realm, market) === undefined) return refuse('unknownMarket', { market });
        if (this.isStopped(realm, market)) return refuse('alreadyStopped');
        const { now } = context;
        const until = now + STOP_MS;
        const detail = { realm, reason, until };
        await record(context, { action: 'stoppedMarket', subject: `market:${market}`, detail });
        const started = await store.start({ realm, market, reason, startedAt: now, until });
        if (!started) return refuse('alreadyStopped');
        await setStatus(realm, market, 'halted');
        this.#active = await store.active();
        return { until };
      },
      reopenMarket: async ({ realm, market }, context) => {
        if (!this.isStopped(realm, market)) return refuse('notStopped');
        const subject = `market:${market}`;
        await record(context, { action: 'reopenedMarket', subject, detail: { realm } });
        await this.#end(realm, market, context.now);
        return {};
      },
    };
  }

  async #look(at: number): Promise<void> {
    const { store, statusOf, setStatus } = this.#options;
    this.#active = await store.active();
    for (const { realm, market, until } of this.#active) {
      if (until <= at) await this.#end(realm, market, at);
      else if (statusOf(realm, market) === 'trading') await setStatus(realm, market, 'halted');
    }
  }

  /** The market trades again before the row says so: an interrupted end is done again. */
  async #end(realm: Realm, market: string, now: number): Promise<void> {
    const { store, setStatus } = this.#options;
    await setStatus(realm, market, 'trading');
    await store.end(realm, market, now);
    this.#active = await store.active();
  }
}
