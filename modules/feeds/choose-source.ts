import { randomBytes } from 'node:crypto';
import type { CalendarOf } from './rules/symbols.ts';
import { canReachVenues, LiveSource } from './sources/live.ts';
import { ReplaySource } from './sources/replay.ts';
import { SimulatedSource } from './sources/simulated.ts';
import type { FeedSource, SourceKind } from './sources/source.ts';
import type { ChosenSource, SourceStore } from './store/source.ts';
import { sha256 } from './tick-log.ts';

export interface FeedSettings {
  readonly feed: 'auto' | SourceKind;
  readonly replayDir: string;
  /** Bars played in the time of one; 1 when not given. */
  readonly replaySpeed?: number;
  /** The key for Pyth's price service. */
  readonly pythKey?: string | undefined;
  /** Days of minutes in the history that a first start brings in. */
  readonly historyDays?: number;
  /** Seed of simulated prices; drawn and kept when not given. */
  readonly seed?: string;
}

export interface Choice {
  readonly source: FeedSource;
  readonly chosen: ChosenSource;
  /** The source differs from the last run's: the old candles must be deleted. */
  readonly changed: boolean;
}

interface ChooseDeps {
  readonly settings: FeedSettings;
  readonly store: SourceStore;
  readonly now: () => number;
  readonly log: { info(data: object, text: string): void; warn(data: object, text: string): void };
  /** How live prices are fetched. */
  readonly send: typeof fetch;
  readonly calendarOf?: CalendarOf | undefined;
}

/**
 * Decides where prices come from, once a start. `auto` looks for live prices only where no price
 * was ever recorded; afterwards it stays with what it found. A market must not switch between
 * simulated and real prices under open orders and balances because a network cable was pulled: only
 * the operator switches, by naming the source. With live prices once recorded and no network, the
 * feed is stale and reports it, rather than made up.
 */
export async function chooseSource(deps: ChooseDeps): Promise<Choice> {
  const { settings, store, now, log } = deps;
  const last = await store.last();
  const kind = await kindOf(deps, last);
  const sameSeed = settings.seed === undefined || settings.seed === last?.seed;
  const goesOn = last?.kind === kind && (kind !== 'simulated' || sameSeed);
  let chosen = last;
  if (!goesOn || chosen === null) {
    const seed = kind === 'simulated' ? (settings.seed ?? randomBytes(16).toString('hex')) : '';
    const seedHash = seed === '' ? '' : sha256(seed);
    chosen = { kind, seed, seedHash, startedAt: now() };
    await store.add(chosen);
  }
  if (last !== null && !goesOn)
    log.warn({ was: last.kind, is: kind }, 'prices change their source');
  log.info({ source: kind, setting: settings.feed }, 'prices come from');
  return { source: makeSource(deps, chosen), chosen, changed: last !== null && !goesOn };
}

async function kindOf(deps: ChooseDeps, last: ChosenSource | null): Promise<SourceKind> {
  const { settings, send } = deps;
  if (settings.feed !== 'auto') return settings.feed;
  if (last !== null && last.kind !== 'replay') return last.kind;
  return (await canReachVenues(send)) ? 'live' : 'simulated';
}

function makeSource(deps: ChooseDeps, { kind, seed, startedAt }: ChosenSource): FeedSource {
  const { settings, now, log, send } = deps;
  if (kind === 'live') return new LiveSource({ now, log, send, pythKey: settings.pythKey });
  if (kind === 'simulated') return new SimulatedSource(seed, startedAt, deps.calendarOf);
  const { replayDir: folder, replaySpeed: speed = 1 } = settings;
  return new ReplaySource({ folder, speed, anchorAt: startedAt });
}
