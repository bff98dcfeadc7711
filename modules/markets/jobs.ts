import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { INDEX_MAX_AGE_MS } from '@assay/core/order/conditions';
import type { Command } from '@assay/platform/engine/command';
import type { Job } from '@assay/platform/jobs/jobs';
import type { MarketsMachine } from './machine.ts';

const LOOK_EVERY_MS = 5_000;
/** A market whose index has been silent for so long is halted. */
export const SILENT_INDEX_MS = 60_000;

export interface SilentMarketsJobOptions {
  readonly realm: Realm;
  readonly markets: () => ReturnType<MarketsMachine['markets']>;
  /** When the index had its last price; undefined before the first one. */
  readonly pricedAt: (index: string) => number | undefined;
  /** Whether prices of the index are due at an instant. */
  readonly isOpen: (index: string, at: number) => boolean;
  /** Whether staff have stopped it: then it stays halted, whatever its index. */
  readonly isStopped: (market: string) => boolean;
  readonly submit: (command: Command<'setMarketStatus'>) => Promise<unknown>;
}

/**
 * Halts the markets whose index has no live price, and opens them again with the next one. In a
 * halted market orders can be cancelled and nothing else. What staff
 * have stopped (modules/emergency) it leaves alone.
 */
export function silentMarketsJob(options: SilentMarketsJobOptions): Job {
  const { realm, markets, pricedAt, isOpen, isStopped, submit } = options;
  return {
    name: `silentMarkets:${realm}`,
    everyMs: LOOK_EVERY_MS,
    atStart: true,
    run: async (at, signal) => {
      for (const { rules, status } of [...markets()]) {
        signal.throwIfAborted();
        const age = at - (pricedAt(rules.index) ?? 0);
        const wanted = age > SILENT_INDEX_MS ? 'halted' : 'trading';
        // What has not been open for so long is not silent.
        const isDue = [at, at - SILENT_INDEX_MS].every((each) => isOpen(rules.index, each));
        if (isStopped(rules.symbol) || (wanted === 'halted' && !isDue)) continue;
        if (wanted === status || (wanted === 'trading' && age > INDEX_MAX_AGE_MS)) continue;
        const body = { market: rules.symbol, status: wanted } as const;
        await submit({ type: 'setMarketStatus', actor: OWNER.setup, body });
      }
    },
  };
}
