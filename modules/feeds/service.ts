import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import type { Fact } from '@assay/platform/engine/machine';
import { TickArchive } from './archive/archive.ts';
import { TickReader } from './archive/tick-reader.ts';
import { CandleBook, type DayStatistics } from './candles/book.ts';
import { Coverage } from './candles/coverage.ts';
import { History } from './candles/history.ts';
import { CandleKeeper, type TradeRecord } from './candles/keeper.ts';
import { CandleReader } from './candles/reader.ts';
import { type Choice, chooseSource } from './choose-source.ts';
import type { FeedDeps, FeedStatus } from './deps.ts';
import type { Exclusions } from './exclusions.ts';
import { type IndexState, IndexStates } from './index-states.ts';
import { Loops } from './loops.ts';
import type { IndexResult, Tick } from './rules/index.ts';
import { MINUTE_MS, minuteOf } from './rules/interval.ts';
import { isIndexOpen } from './rules/symbols.ts';
import { canReachVenues } from './sources/live.ts';
import type { FeedIndex, FeedSource, SourceKind } from './sources/source.ts';
import { inTime } from './sources/wait.ts';
import { CandleStore } from './store/candles.ts';
import { SourceStore } from './store/source.ts';
import { TICK_MS, TickStore } from './store/ticks.ts';
import { TickLog } from './tick-log.ts';

const STEP_MS = 1_000;
const FLUSH_MS = 5_000;
/** The first start waits this long for the last two days of history before it shows prices. */
const FILL_WAIT_MS = 1_500;
const LIVE_PROBE_MS = 600_000;
const PRUNE_MS = 3_600_000;
const SEAL_MS = 10_000;

/**
 * The feed: once a second it collects quotes from the sources, makes the index, stores the ticks,
 * adds them to the candles and sends the prices to the engines by command, in that order, so that
 * no engine ever acts on a price that is not in the log.
 */
export class FeedService {
  readonly book = new CandleBook();
  readonly reader: CandleReader;
  /** Those that are rows. */
  readonly ticks: TickStore;
  /** Those of archived days too. */
  readonly allTicks: TickReader;
  readonly archive: TickArchive | null;
  readonly #deps: FeedDeps;
  readonly #candles: CandleStore;
  readonly #log: TickLog;
  readonly #states: IndexStates;
  readonly #known = new Map<string, FeedIndex>();
  readonly #listeners = new Set<(ticks: readonly Tick[]) => void>();
  readonly #candleListeners = new Set<(realm: Realm | null, market: string) => void>();
  readonly #loops: Loops;
  #choice: Choice | null = null;
  #keeper: CandleKeeper | null = null;
  #history: History | null = null;
  /** The indices that a market follows: only of these are there candles. */
  readonly #charted = new Set<string>();
  readonly #coverage: Coverage;
  #liveReachable = false;
  /** The minute of each index whose volume is whole. */
  readonly #ended = new Map<string, number>();
  readonly #submitting = new Set<Realm>();
  readonly #days = new Map<string, { readonly at: number; readonly value: DayStatistics | null }>();

  constructor(deps: FeedDeps) {
    this.#deps = deps;
    this.#loops = new Loops(deps.now, deps.log);
    this.#states = new IndexStates(deps.log);
    this.#candles = new CandleStore(deps.db);
    this.ticks = new TickStore(deps.db);
    const { db, archive } = deps;
    this.archive = archive ? new TickArchive({ db, ticks: this.ticks, ...archive }) : null;
    this.allTicks = new TickReader(this.ticks, this.archive);
    this.reader = new CandleReader(this.book, this.#candles, (market) => {
      return this.#history?.ask(this.book.indexOf(market) ?? '') ?? null;
    });
    this.#log = new TickLog(this.ticks, deps.epoch);
    this.#coverage = new Coverage(this.#candles);
  }

  /**
   * Chooses the source and loads the candles. After it, trades may be added and `run` may begin.
   * @throws BadBarFile when recorded bars were asked for and cannot be used
   */
  async load(): Promise<void> {
    const { db, settings, now, log, trades, calendarOf } = this.#deps;
    const store = new SourceStore(db);
    this.#choice = await chooseSource({
      ...{ settings, store, now, log, send: this.#send, calendarOf },
    });
    const { source, changed } = this.#choice;
    if (changed) await this.#candles.forgetIndex();
    const indices = this.#deps.indices();
    for (const index of indices) this.#known.set(index.name, index);
    for (const market of this.#deps.markets()) this.book.follow(market);
    await source.start(indices);
    this.#keeper = new CandleKeeper({
      book: this.book,
      store: this.#candles,
      ticks: this.ticks,
      coverage: this.#coverage,
      source,
      trades,
    });
    await this.#loadClosed(indices);
    const names = this.#newlyCharted();
    await this.#keeper.load(names, now());
    this.#history = new History({
      ...{ book: this.book, store: this.#candles, coverage: this.#coverage, source, log },
      ...{ keeper: this.#keeper, loops: this.#loops, now, filled: () => this.reader.forget() },
      days: this.#deps.settings.historyDays,
    });
    const filling = this.#history.fill(names);
    this.#loops.add(filling);
    await inTime(filling, FILL_WAIT_MS, this.#loops.signal).catch(() => undefined);
  }

  /** Begins the work that repeats; it goes on until `stop`. */
  run(): void {
    this.#loops.every(STEP_MS, () => this.step());
    this.#loops.every(FLUSH_MS, () => this.flush());
    this.#loops.every(PRUNE_MS, () => this.prune());
    this.#loops.every(SEAL_MS, () => this.seal());
    if (this.#deps.settings.feed === 'auto')
      this.#loops.every(LIVE_PROBE_MS, () => this.#probe(), true);
    if (this.#history !== null) this.#loops.add(this.#history.start([...this.#charted]));
  }

  /** Ends the loops, writes what is not written, lets the source go. */
  async stop(): Promise<void> {
    await this.#loops.stop();
    await this.#choice?.source.stop();
    await this.flush();
  }

  /**
   * Calls the listener with each second's ticks, after they are stored. Returns the function that
   * unsubscribes.
   */
  onTicks(listener: (ticks: readonly Tick[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Follows one committed batch: its trades go into the candles of its realm. */
  commit(batch: { readonly realm: Realm; readonly facts: readonly Fact[] }): void {
    for (const fact of batch.facts) {
      if (fact.type !== 'tradeMade') continue;
      const trade = fact.trade as TradeRecord;
      this.#keeper?.trade(batch.realm, trade);
      for (const listener of this.#candleListeners) listener(batch.realm, trade.market);
    }
  }

  /** After an engine had to load again: some durable trades may never have been published. */
  recover(realm: Realm): void {
    const recovered = this.#keeper?.recoverTrades(realm, this.#deps.now());
    if (recovered !== undefined) this.#loops.add(recovered);
  }

  /** Calls the listener when a candle may have changed: of one realm, or (null) of both. */
  onCandles(listener: (realm: Realm | null, market: string) => void): () => void {
    this.#candleListeners.add(listener);
    return () => this.#candleListeners.delete(listener);
  }

  /** Whether the feed has candles of the market. */
  has(market: string): boolean {
    return this.book.indexOf(market) !== undefined;
  }

  /** Whether the feed knows the index. */
  hasIndex(index: string): boolean {
    return this.#known.has(index);
  }

  get source(): FeedSource {
    return this.#required.source;
  }

  get sourceKind(): SourceKind {
    return this.source.kind;
  }

  /** Resolves when all work outside the loops has ended: for tests. */
  settled(): Promise<void> {
    return this.#loops.settled();
  }

  /** The last second of the index that a market follows. */
  indexOf(market: string): IndexState | undefined {
    return this.state(this.book.indexOf(market) ?? '');
  }

  /** The last second of an index, undefined before its first. */
  state(index: string): IndexState | undefined {
    return this.#states.get(index);
  }

  /** The states of the indices that markets follow. */
  followed(): IndexState[] {
    return this.#states.all().filter(({ index }) => this.#charted.has(index));
  }

  get exclusions(): Exclusions {
    return this.#states.exclusions;
  }

  status(): FeedStatus {
    const { chosen, source } = this.#required;
    return {
      source: source.kind,
      simulated: source.kind === 'simulated',
      setting: this.#deps.settings.feed,
      liveReachable: this.#liveReachable,
      seedHash: chosen.seedHash,
      startedAt: chosen.startedAt,
      historyReady: this.#history?.isReady ?? false,
      components: source.health(),
      indices: this.#states.all(),
    };
  }

  /**
   * Figures of the last 24 hours as a realm sees them, at most a second old; null without prices.
   */
  day(realm: Realm, market: string): DayStatistics | null {
    const now = this.#deps.now();
    const key = `${realm}|${market}`;
    const known = this.#days.get(key);
    if (known !== undefined && now - known.at < STEP_MS && now >= known.at) return known.value;
    const value = this.book.day(realm, market, now);
    this.#days.set(key, { at: now, value });
    return value;
  }

  /** One second of the feed. */
  async step(): Promise<void> {
    const { now, tickTime = now } = this.#deps;
    const at = tickTime();
    await this.#meetNew();
    const results = new Map<string, IndexResult>();
    for (const index of this.#known.keys()) {
      if (this.#charted.has(index)) this.#endMinute(index, at);
      if (!isIndexOpen(index, at, this.#deps.calendarOf)) {
        this.#states.close(index);
        continue;
      }
      results.set(index, this.#states.decide(index, this.source, at));
    }
    const ticks = await this.#log.append(results, at);
    this.#states.note(results, ticks, at);
    for (const tick of ticks) this.#addToCandles(tick);
    for (const listener of this.#listeners) listener(ticks);
    const moved = ticks.flatMap(({ index }) => this.book.followers(index));
    for (const market of moved) {
      for (const listener of this.#candleListeners) listener(null, market);
    }
    if (ticks.length > 0) this.#submit(ticks);
  }

  /** Writes the candles that changed. */
  async flush(): Promise<void> {
    if (this.#log.isOurs) await this.#keeper?.flush(this.#deps.now());
  }

  /** Removes ticks that are older than they are kept. */
  async prune(): Promise<void> {
    if (!this.#log.isOurs) return;
    const before = this.#deps.now() - TICK_MS;
    for (const index of this.#known.keys()) {
      await this.ticks.prune(index, before, await this.archive?.mayGo(index));
    }
  }

  /** Seals one day of an index that is over. */
  async seal(): Promise<void> {
    if (!this.#log.isOurs || this.archive === null) return;
    const head = await this.archive.sealNext(this.#known.keys(), this.#deps.now());
    if (head !== null) this.#deps.log.info({ head }, 'a day of ticks is sealed');
  }

  get #send(): typeof fetch {
    return this.#deps.send ?? fetch;
  }

  get #required(): Choice {
    if (this.#choice === null) throw new Error('the feed is not loaded');
    return this.#choice;
  }

  #addToCandles({ index, at }: Tick): void {
    const price = this.#states.get(index)?.price ?? null;
    if (price === null || !this.#charted.has(index)) return;
    const volume = this.source.volume(index, minuteOf(at) * MINUTE_MS, at);
    this.book.tick(index, at, Number(price), volume);
  }

  /** Sets the volume of a minute that has ended, and of the one before it: venues report late. */
  #endMinute(index: string, at: number): void {
    const ring = this.book.indexRing(index);
    const { newest } = ring;
    if (newest < 0 || newest >= minuteOf(at) || this.#ended.get(index) === newest) return;
    for (const minute of [newest - 1, newest]) {
      const volume = this.source.volume(index, minute * MINUTE_MS, (minute + 1) * MINUTE_MS);
      if (volume > 0n) ring.setReferenceVolume(minute, volume);
    }
    this.#ended.set(index, newest);
  }

  /** An engine that is slow gets the next second's prices instead of a queue of old ones. */
  #submit(ticks: readonly Tick[]): void {
    const prices = ticks.map(({ index, price, n, at }) => ({ index, price, n, at }));
    for (const engine of this.#deps.engines) {
      if (this.#submitting.has(engine.realm)) continue;
      this.#submitting.add(engine.realm);
      const command = { type: 'recordPrices', actor: OWNER.feeds, body: { prices } } as const;
      const submitted = engine
        .submit(command)
        .then((reply) => {
          if (!reply.ok) this.#deps.log.error({ reply }, 'an engine refused prices');
        })
        .catch((err: unknown) => {
          this.#deps.log.warn({ err, realm: engine.realm }, 'an engine did not take prices');
        })
        .finally(() => this.#submitting.delete(engine.realm));
      this.#loops.add(submitted);
    }
  }

  /** Markets listed since, and their indices: the source learns of these, their history follows. */
  async #meetNew(): Promise<void> {
    for (const market of this.#deps.markets()) this.book.follow(market);
    const wanted = this.#deps.indices();
    const news = wanted.filter((index) => !this.#known.has(index.name));
    if (news.length > 0) {
      await this.source.start(wanted);
      for (const index of news) this.#known.set(index.name, index);
      await this.#loadClosed(news);
    }
    const charted = this.#newlyCharted();
    if (charted.length === 0 || this.#history === null) return;
    this.#loops.add(this.#history.meet(charted));
  }

  /** The known indices that a market follows since this was asked last. */
  #newlyCharted(): string[] {
    const isNew = (index: string) =>
      !this.#charted.has(index) && this.book.followers(index).length > 0;
    const news = [...this.#known.keys()].filter(isNew);
    for (const index of news) this.#charted.add(index);
    return news;
  }

  /** The last ticks of what is closed: the next ones may be days away. */
  async #loadClosed(indices: readonly FeedIndex[]): Promise<void> {
    const at = this.#deps.now();
    for (const { name } of indices) {
      if (isIndexOpen(name, at, this.#deps.calendarOf)) continue;
      const [last] = await this.ticks.read(name, undefined, 1);
      this.#states.close(name, last === undefined || last.price === '' ? null : last);
    }
  }

  async #probe(): Promise<void> {
    if (this.source.kind !== 'simulated') return;
    const reachable = await canReachVenues(this.#send);
    if (reachable && !this.#liveReachable) {
      this.#deps.log.info({}, 'live prices can be had now; FEED=live at the next start uses them');
    }
    this.#liveReachable = reachable;
  }
}
