import { type Approvals, defineApprovals } from '@assay/core/approval/policy';
import type { Realm } from '@assay/core/ledger/realm';
import type { CallOutput } from '@assay/core/schema/call';
import { refuse } from '@assay/core/schema/outcome';
import { HOUR } from '@assay/core/time';
import type { PoolClient } from '@assay/platform/db/database';
import type { Handlers, StaffContext } from '@assay/platform/http/context';
import type { Job } from '@assay/platform/jobs/jobs';
import { marketSubject, stoppedMarket, WITHDRAWALS } from './rules.ts';
import { type calls, extendStop } from './schema.ts';
import type { EmergencyStop, StopStore } from './store.ts';

/** One person stops something for so long; to go on takes two. */
const STOP_MS = 4 * HOUR;
/** After a stop by one person the next one takes two, so that hours are not strung together. */
const ALONE_AGAIN_MS = 24 * HOUR;
const LOOK_EVERY_MS = 2_000;
const RENEWAL_MS = 4 * HOUR;

export const approvals: Approvals<{ extendStop: object }> = defineApprovals({
  extendStop: {
    needs: 2,
    prepare: 'emergency.prepare',
    decide: 'emergency.approve',
    expiresMs: RENEWAL_MS,
  },
});

/** What a halt would meet. */
export type OpenIn = CallOutput<(typeof calls)['getStopEffect']>;

/** What is done to a market that is stopped. */
export interface StoppableMarkets {
  /** Undefined for a market that is not listed. */
  statusOf(realm: Realm, market: string): 'trading' | 'halted' | undefined;
  /** What customers have open there; undefined for a market that is not listed. */
  openIn(realm: Realm, market: string): OpenIn | undefined;
  setStatus(realm: Realm, market: string, status: 'trading' | 'halted'): Promise<void>;
}

export interface EmergencyOptions {
  readonly store: StopStore;
  readonly markets: StoppableMarkets;
  /** Writes down what a member of staff does. */
  readonly record: (
    context: StaffContext,
    entry: { action: string; subject: string; detail: Readonly<Record<string, unknown>> },
  ) => Promise<void>;
}

/**
 * What staff stop in an emergency. A stop is a row first and the market's status after it, so that
 * the job puts right what is interrupted. Withdrawals ask for the row. A stop ends by itself.
 */
export class EmergencyStops {
  readonly #options: EmergencyOptions;
  #active: readonly EmergencyStop[] = [];

  constructor(options: EmergencyOptions) {
    this.#options = options;
  }

  /** Whether staff have stopped a market, so that nobody else opens it. */
  isMarketStopped(realm: Realm, market: string): boolean {
    return this.#find(realm, marketSubject(market)) !== undefined;
  }

  /** Why nobody can withdraw now, and until when; null while withdrawals are open. */
  withdrawals(now: number): EmergencyStop | null {
    const stop = this.#find('real', WITHDRAWALS);
    return stop !== undefined && now < stop.until ? stop : null;
  }

  get job(): Job {
    return {
      name: 'emergencyStops',
      everyMs: LOOK_EVERY_MS,
      atStart: true,
      run: (at) => this.#look(at),
    };
  }

  /** How a renewal runs, or another stop soon after one, once two people have agreed to it. */
  readonly renewal = {
    read: (body: object) => extendStop.safeParse(body).data ?? null,
    run: async (body: object, client: PoolClient, now: number) => {
      const stop = extendStop.parse(body);
      const { store } = this.#options;
      const times = { since: now - ALONE_AGAIN_MS, now, until: now + STOP_MS };
      const isStopped =
        (await store.extend(client, stop, times.until, now)) ||
        (await store.startAgain(client, stop, times));
      return isStopped ? { outcome: { until: times.until } } : { refusal: 'notStopped' as const };
    },
    done: async (_body: object, now: number) => this.#look(now),
  };

  calls(): Handlers<typeof calls> {
    const { store, markets, record } = this.#options;
    return {
      // Whoever practises may withdraw tomorrow: everybody sees that withdrawals are stopped.
      getEmergencyStops: ({ realm }, { actor }) => {
        const wanted = realm ?? actor?.realm ?? 'real';
        const concerns = (stop: EmergencyStop) =>
          stop.realm === wanted || stop.subject === WITHDRAWALS;
        return { stops: this.#active.filter(concerns) };
      },
      getStopEffect: ({ realm, market }) =>
        markets.openIn(realm, market) ?? refuse('unknownMarket', { market }),
      startEmergencyStop: async ({ realm, subject, reason }, context) => {
        if (!this.#canBeStopped(realm, subject)) return refuse('unknownSubject');
        if (this.#find(realm, subject) !== undefined) return refuse('alreadyStopped');
        const { now } = context;
        if (await store.endedSince(realm, subject, now - ALONE_AGAIN_MS)) {
          return refuse('stoppedBefore', { takes: 'extendStop' });
        }
        const until = now + STOP_MS;
        const action = stoppedMarket(subject) === null ? 'stoppedWithdrawals' : 'stoppedMarket';
        await record(context, { action, subject, detail: { realm, reason, until } });
        const started = await store.start({ realm, subject, reason, startedAt: now, until });
        if (!started) return refuse('alreadyStopped');
        await this.#setMarket(realm, subject, 'halted');
        await this.load();
        return { until };
      },
      endEmergencyStop: async ({ realm, subject }, context) => {
        if (this.#find(realm, subject) === undefined) return refuse('notStopped');
        const action = stoppedMarket(subject) === null ? 'reopenedWithdrawals' : 'reopenedMarket';
        await record(context, { action, subject, detail: { realm } });
        await this.#end(realm, subject, context.now);
        return {};
      },
    };
  }

  /** Reads what is stopped: before anybody asks, and after every change. */
  async load(): Promise<void> {
    this.#active = await this.#options.store.active();
  }

  async #look(at: number): Promise<void> {
    const { markets } = this.#options;
    await this.load();
    for (const { realm, subject, until } of this.#active) {
      const market = stoppedMarket(subject);
      if (until <= at) await this.#end(realm, subject, at);
      else if (market !== null && markets.statusOf(realm, market) === 'trading') {
        await markets.setStatus(realm, market, 'halted');
      }
    }
  }

  /** The market trades again before the row says so: an interrupted end is done again. */
  async #end(realm: Realm, subject: string, now: number): Promise<void> {
    await this.#setMarket(realm, subject, 'trading');
    await this.#options.store.end(realm, subject, now);
    await this.load();
  }

  #find(realm: Realm, subject: string): EmergencyStop | undefined {
    return this.#active.find((stop) => stop.realm === realm && stop.subject === subject);
  }

  #canBeStopped(realm: Realm, subject: string): boolean {
    const market = stoppedMarket(subject);
    if (market === null) return realm === 'real';
    return this.#options.markets.statusOf(realm, market) !== undefined;
  }

  async #setMarket(realm: Realm, subject: string, status: 'trading' | 'halted'): Promise<void> {
    const market = stoppedMarket(subject);
    if (market !== null) await this.#options.markets.setStatus(realm, market, status);
  }
}
