import type { Realm } from '@assay/core/ledger/realm';
import type { Database } from '@assay/platform/db/database';
import type { Command } from '@assay/platform/engine/command';
import type { TickSigner } from './archive/sealed-days.ts';
import type { TradesFrom } from './candles/keeper.ts';
import type { FeedSettings } from './choose-source.ts';
import type { IndexState } from './index-states.ts';
import type { CalendarOf } from './rules/symbols.ts';
import type { ComponentHealth, FeedIndex, FeedMarket, SourceKind } from './sources/source.ts';

/** The part of an engine that the feed needs. */
export interface PriceEngine {
  readonly realm: Realm;
  submit(command: Command<'recordPrices'>): Promise<{ readonly ok: boolean }>;
}

export interface FeedDeps {
  readonly db: Pick<Database, 'pool'>;
  readonly settings: FeedSettings;
  readonly now: () => number;
  /** The time of a tick, which stays; throws while there is none. Otherwise `now`. */
  readonly tickTime?: () => number;
  readonly log: {
    info(data: object, text: string): void;
    warn(data: object, text: string): void;
    error(data: object, text: string): void;
  };
  /** The indices that prices are wanted for; asked every second, so it may grow. */
  readonly indices: () => readonly FeedIndex[];
  /** The markets whose candles are kept, and the index of each; asked every second. */
  readonly markets: () => Iterable<FeedMarket>;
  /** When prices are due; by default at the usual hours. */
  readonly calendarOf?: CalendarOf;
  readonly engines: readonly PriceEngine[];
  /** The epoch of the real realm's engine: when another server has taken it, nothing is written. */
  readonly epoch: () => number;
  readonly trades: TradesFrom;
  /** Where days of ticks are kept once they are over, and who signs them; without it none are. */
  readonly archive?: { readonly folder: string; readonly signer: TickSigner } | undefined;
  /** How live prices are fetched; the global `fetch` by default. */
  readonly send?: typeof fetch;
}

export interface FeedStatus {
  readonly source: SourceKind;
  readonly simulated: boolean;
  readonly setting: FeedSettings['feed'];
  /** Under `auto` with simulated prices: whether live ones could be had now. */
  readonly liveReachable: boolean;
  readonly seedHash: string;
  readonly startedAt: number;
  readonly historyReady: boolean;
  readonly components: readonly ComponentHealth[];
  readonly indices: readonly IndexState[];
}
