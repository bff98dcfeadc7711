import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { type Database, transaction } from '@assay/platform/db/database';
import { integerArray } from '@assay/platform/engine/tables/integer-array';
import { textArray } from '@assay/platform/engine/tables/text-array';
import { type Candle, foldCandles } from '../rules/candle.ts';
import { DAY, HOUR, type Interval, LEVELS, type Level } from '../rules/interval.ts';
import type { FeedMarket } from '../sources/source.ts';

/** A candle of an index or of a market's trades at a stored level. */
export interface LevelCandle {
  readonly name: string;
  readonly level: Level;
  readonly candle: Candle;
}

/** What the database folds: candles of a level into such of `minutes` by a clock ahead of UTC. */
interface Fold {
  readonly level: Level;
  readonly minutes: number;
  readonly offset: number;
}

/** Rows of one statement: large enough to be cheap, small enough to be over soon. */
const ROWS_PER_STATEMENT = 5_000;

const INDEX_ROWS = `SELECT * FROM unnest($1::text[], $2::smallint[], $3::int[], $4::bigint[],
  $5::bigint[], $6::bigint[], $7::bigint[], $8::numeric[])`;
const INDEX_COLUMNS = 'index_name, level, minute, open, high, low, close, volume';
const REPLACE_INDEX = `ON CONFLICT (index_name, level, minute) DO UPDATE SET open = excluded.open,
  high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume`;
const KEEP_INDEX = 'ON CONFLICT DO NOTHING';
const ADD_COVERAGE = `INSERT INTO feed_coverage (index_name, covered)
  SELECT * FROM unnest($1::text[], $2::int4multirange[])
  ON CONFLICT (index_name) DO UPDATE SET covered = feed_coverage.covered + excluded.covered`;
const TRADE_COLUMNS = `market, level, minute, open, high, low, close, volume, quote_volume, trades,
  first_trade, taker_buy_volume, taker_buy_quote_volume`;
const REPLACE_TRADE = `ON CONFLICT (market, level, minute) DO UPDATE SET open = excluded.open,
  high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume,
  quote_volume = excluded.quote_volume, trades = excluded.trades,
  first_trade = excluded.first_trade, taker_buy_volume = excluded.taker_buy_volume,
  taker_buy_quote_volume = excluded.taker_buy_quote_volume`;

/** A pool, or one connection inside a transaction. */
type Queries = Pick<Database['pool'], 'query'>;

const LEVEL_INTERVALS: Readonly<Record<Level, Interval>> = {
  1: '1m',
  15: '15m',
  [HOUR]: '1h',
  [DAY]: '1d',
};

interface CandleRow {
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume?: string;
  readonly quote_volume?: string;
  readonly trades?: number;
  readonly first_trade?: number;
  readonly taker_buy_volume?: string;
  readonly taker_buy_quote_volume?: string;
  readonly reference_volume?: string;
}

/** Rows of `feed_candle` and of each realm's `trade_candle`. */
export class CandleStore {
  readonly #pool: Database['pool'];

  constructor(db: Pick<Database, 'pool'>) {
    this.#pool = db.pool;
  }

  /** Index candles that open in [from, to), oldest first. */
  async readIndex(index: string, level: Level, from: number, to: number): Promise<Candle[]> {
    const { rows } = await this.#pool.query<CandleRow>({
      name: 'feedCandles',
      text: `SELECT minute, open, high, low, close, volume AS reference_volume FROM feed_candle
        WHERE index_name = $1 AND level = $2 AND minute >= $3 AND minute < $4 ORDER BY minute`,
      values: [index, level, from, to],
    });
    return rows.map(candleOf);
  }

  /** Trade candles of a realm's market that open in [from, to), oldest first. */
  async readTrades(
    realm: Realm,
    market: string,
    level: Level,
    from: number,
    to: number,
  ): Promise<Candle[]> {
    const { rows } = await this.#pool.query<CandleRow>({
      name: `tradeCandles ${realm}`,
      text: `SELECT minute, open, high, low, close, volume, quote_volume, trades, first_trade,
          taker_buy_volume, taker_buy_quote_volume
        FROM ${realm}.trade_candle
        WHERE market = $1 AND level = $2 AND minute >= $3 AND minute < $4 ORDER BY minute`,
      values: [market, level, from, to],
    });
    return rows.map(candleOf);
  }

  /**
   * Candles of `minutes`, a multiple of the level and at most a day, that open in [from, to):
   * what mergeCandles and foldCandles make of both series. A thousand of twelve hours are 24,000
   * rows, which took the process that decides orders a fifth of a second to read.
   */
  async readFolded(
    realm: Realm,
    { market, index }: FeedMarket,
    { level, minutes, offset }: Fold,
    from: number,
    to: number,
  ): Promise<Candle[]> {
    const { rows } = await this.#pool.query<CandleRow>({
      name: `foldedCandles ${realm}`,
      text: `SELECT (minute + $7::int) / $5::int * $5::int - $7::int AS minute,
          (array_agg(open ORDER BY minute))[1] AS open, max(high) AS high, min(low) AS low,
          (array_agg(close ORDER BY minute DESC))[1] AS close,
          sum(volume) AS volume, sum(reference_volume) AS reference_volume,
          sum(quote_volume) AS quote_volume, sum(trades)::int AS trades,
          coalesce(min(first_trade) FILTER (WHERE trades > 0), 0) AS first_trade,
          sum(taker_buy_volume) AS taker_buy_volume,
          sum(taker_buy_quote_volume) AS taker_buy_quote_volume
        FROM (
          SELECT minute, coalesce(t.open, f.open) AS open, coalesce(t.high, f.high) AS high,
            coalesce(t.low, f.low) AS low, coalesce(t.close, f.close) AS close,
            coalesce(t.volume, 0) AS volume, coalesce(f.volume, 0) AS reference_volume,
            coalesce(t.quote_volume, 0) AS quote_volume,
            coalesce(t.trades, 0) AS trades, coalesce(t.first_trade, 0) AS first_trade,
            coalesce(t.taker_buy_volume, 0) AS taker_buy_volume,
            coalesce(t.taker_buy_quote_volume, 0) AS taker_buy_quote_volume
          FROM (SELECT * FROM feed_candle
                WHERE index_name = $6 AND level = $2 AND minute >= $3 AND minute < $4) f
          FULL JOIN (SELECT * FROM ${realm}.trade_candle
                WHERE market = $1 AND level = $2 AND minute >= $3 AND minute < $4) t USING (minute)
        ) merged
        GROUP BY (minute + $7::int) / $5::int ORDER BY 1`,
      values: [market, level, from, to, minutes, index, offset],
    });
    return rows.map(candleOf);
  }

  /** The opening of the first candle from `from` on, of the index or of trades; null for none. */
  async firstMinute(
    realm: Realm,
    { market, index }: FeedMarket,
    level: Level,
    from: number,
  ): Promise<number | null> {
    const { rows } = await this.#pool.query<{ minute: number | null }>({
      name: `firstCandle ${realm}`,
      text: `SELECT least(
          (SELECT min(minute) FROM feed_candle
           WHERE index_name = $4 AND level = $2 AND minute >= $3),
          (SELECT min(minute) FROM ${realm}.trade_candle
           WHERE market = $1 AND level = $2 AND minute >= $3)) AS minute`,
      values: [market, level, from, index],
    });
    return rows[0]?.minute ?? null;
  }

  /** Markets of the realm that have traded minutes in [from, …). */
  async tradedMarkets(realm: Realm, from: number): Promise<string[]> {
    const { rows } = await this.#pool.query<{ market: string }>(
      `SELECT DISTINCT market FROM ${realm}.trade_candle WHERE level = 1 AND minute >= $1`,
      [from],
    );
    return rows.map((row) => row.market);
  }

  /** The first trade of the last traded minute of a market that is stored, 0 when there is none. */
  async lastTradedFrom(realm: Realm, market: string): Promise<number> {
    const { rows } = await this.#pool.query<{ first_trade: number }>(
      `SELECT first_trade FROM ${realm}.trade_candle WHERE market = $1 AND level = 1
       ORDER BY minute DESC LIMIT 1`,
      [market],
    );
    return rows[0]?.first_trade ?? 0;
  }

  /** Writes candles over existing ones. Each (name, level, minute) occurs at most once. */
  async writeIndex(candles: readonly LevelCandle[]): Promise<void> {
    await insertIndex(this.#pool, candles, REPLACE_INDEX);
  }

  /** Writes candles where there are none. */
  async fillIndex(candles: readonly LevelCandle[]): Promise<void> {
    await insertIndex(this.#pool, candles, KEEP_INDEX);
  }

  /**
   * Writes one piece of an index's history, bars of `level` in whole days [from, to), with the
   * coarser levels folded from all that is there then, and marks it as covered: all or nothing.
   * History can be asked for again, so nobody waits for the disk; what is written is in order.
   */
  async fillHistory(
    index: string,
    level: Level,
    candles: readonly Candle[],
    [from, to]: readonly [number, number],
  ): Promise<void> {
    await transaction(this.#pool, async (client) => {
      await client.query('SET LOCAL synchronous_commit = off');
      const { rowCount } = await client.query(
        `SELECT FROM feed_candle WHERE index_name = $1 AND minute >= $2 AND minute < $3 LIMIT 1`,
        [index, from, to],
      );
      const fresh = rowCount === 0;
      const folded = fresh
        ? LEVELS.filter((one) => one > level).flatMap((coarser) =>
            foldCandles(candles, LEVEL_INTERVALS[coarser]).map((candle) => ({
              name: index,
              level: coarser,
              candle,
            })),
          )
        : [];
      const rows = candles.map((candle) => ({ name: index, level, candle }));
      await insertIndex(client, [...rows, ...folded], KEEP_INDEX);
      if (!fresh) await foldLevels(client, index, level, from, to);
      await client.query(ADD_COVERAGE, [[index], [`{[${from},${to})}`]]);
    });
  }

  async writeTrades(realm: Realm, candles: readonly LevelCandle[]): Promise<void> {
    for (const some of pieces(candles)) {
      await this.#pool.query({
        name: `writeTradeCandles ${realm}`,
        text: `INSERT INTO ${realm}.trade_candle (${TRADE_COLUMNS})
          SELECT * FROM unnest($1::text[], $2::smallint[], $3::int[], $4::bigint[], $5::bigint[],
            $6::bigint[], $7::bigint[], $8::numeric[], $9::numeric[], $10::int[], $11::bigint[],
            $12::numeric[], $13::numeric[])
          ${REPLACE_TRADE}`,
        values: [
          ...columns(some, (candle) => candle.volume),
          integerArray(some, (row) => row.candle.quoteVolume),
          integerArray(some, (row) => row.candle.trades),
          integerArray(some, (row) => row.candle.firstTrade),
          integerArray(some, (row) => row.candle.takerBuyVolume),
          integerArray(some, (row) => row.candle.takerBuyQuoteVolume),
        ],
      });
    }
  }

  /** Folds the coarser levels of [from, to) again from the rows of level `finest`. */
  async foldIndex(index: string, finest: Level, from: number, to: number): Promise<void> {
    await foldLevels(this.#pool, index, finest, from, to);
  }

  /**
   * The same for the trades of a realm: minutes with trades, the index in the others, whose volume
   * was traded on other venues and is left out.
   */
  async foldTrades(
    realm: Realm,
    { market, index }: FeedMarket,
    from: number,
    to: number,
  ): Promise<void> {
    for (const level of LEVELS.filter((one) => one > 1)) {
      await this.#pool.query({
        name: `foldTradeCandles ${realm}`,
        text: `INSERT INTO ${realm}.trade_candle (${TRADE_COLUMNS})
          SELECT $1, $4::smallint, minute / $4::int * $4::int,
            (array_agg(coalesce(t.open, f.open) ORDER BY minute))[1],
            max(coalesce(t.high, f.high)), min(coalesce(t.low, f.low)),
            (array_agg(coalesce(t.close, f.close) ORDER BY minute DESC))[1],
            sum(t.volume), sum(coalesce(t.quote_volume, 0)),
            sum(coalesce(t.trades, 0)), min(t.first_trade),
            sum(coalesce(t.taker_buy_volume, 0)), sum(coalesce(t.taker_buy_quote_volume, 0))
          FROM (SELECT * FROM feed_candle
                WHERE index_name = $5 AND level = 1 AND minute >= $2 AND minute < $3) f
          FULL JOIN (SELECT * FROM ${realm}.trade_candle
                WHERE market = $1 AND level = 1 AND minute >= $2 AND minute < $3) t USING (minute)
          GROUP BY minute / $4::int
          HAVING sum(coalesce(t.trades, 0)) > 0
          ${REPLACE_TRADE}`,
        values: [market, from, to, level, index],
      });
    }
  }

  /** Forgets all index candles: another source begins, and a chart must not mix the two. */
  async forgetIndex(): Promise<void> {
    await this.#pool.query('TRUNCATE feed_candle, feed_coverage');
    for (const realm of REALMS) {
      await this.#pool.query(`DELETE FROM ${realm}.trade_candle WHERE level > 1`);
    }
  }

  /** Minutes covered for each index, as sorted ranges [from, to). */
  async readCoverage(): Promise<Map<string, [number, number][]>> {
    const { rows } = await this.#pool.query<{ index: string; from: number[]; to: number[] }>(
      `SELECT index_name AS index, array_agg(lower(span) ORDER BY span) AS from,
         array_agg(upper(span) ORDER BY span) AS to
       FROM feed_coverage, unnest(covered) AS span GROUP BY index_name`,
    );
    return new Map(
      rows.map(({ index, from, to }) => [index, from.map((one, i) => [one, to[i] as number])]),
    );
  }

  /** Adds a range of minutes to what is covered, for each index its own. */
  async addCoverage(ranges: ReadonlyMap<string, readonly [number, number]>): Promise<void> {
    const spans = [...ranges.values()].map(([from, to]) => `{[${from},${to})}`);
    await this.#pool.query({
      name: 'addFeedCoverage',
      text: ADD_COVERAGE,
      values: [[...ranges.keys()], spans],
    });
  }
}

async function insertIndex(
  client: Queries,
  candles: readonly LevelCandle[],
  conflict: string,
): Promise<void> {
  for (const some of pieces(candles)) {
    const text = `INSERT INTO feed_candle (${INDEX_COLUMNS}) ${INDEX_ROWS} ${conflict}`;
    await client.query(
      text,
      columns(some, (candle) => candle.referenceVolume),
    );
  }
}

async function foldLevels(
  client: Queries,
  index: string,
  finest: Level,
  from: number,
  to: number,
): Promise<void> {
  for (const level of LEVELS.filter((one) => one > finest)) {
    await client.query(
      `INSERT INTO feed_candle (${INDEX_COLUMNS})
       SELECT index_name, $5::smallint, minute / $5::int * $5::int,
         (array_agg(open ORDER BY minute))[1], max(high), min(low),
         (array_agg(close ORDER BY minute DESC))[1], sum(volume)
       FROM feed_candle
       WHERE index_name = $1 AND level = $2 AND minute >= $3 AND minute < $4
       GROUP BY index_name, minute / $5::int
       ${REPLACE_INDEX}`,
      [index, finest, from, to, level],
    );
  }
}

function pieces(candles: readonly LevelCandle[]): LevelCandle[][] {
  const cut: LevelCandle[][] = [];
  for (let i = 0; i < candles.length; i += ROWS_PER_STATEMENT) {
    cut.push(candles.slice(i, i + ROWS_PER_STATEMENT));
  }
  return cut;
}

/** As array literals made by hand: the driver takes ten times as long for a list of numbers. */
function columns(rows: readonly LevelCandle[], volumeOf: (candle: Candle) => bigint): string[] {
  return [
    textArray(rows.map((row) => row.name)),
    integerArray(rows, (row) => row.level),
    integerArray(rows, (row) => row.candle.minute),
    integerArray(rows, (row) => row.candle.open),
    integerArray(rows, (row) => row.candle.high),
    integerArray(rows, (row) => row.candle.low),
    integerArray(rows, (row) => row.candle.close),
    integerArray(rows, (row) => volumeOf(row.candle)),
  ];
}

function candleOf(row: CandleRow): Candle {
  const { minute, open, high, low, close } = row;
  const volume = BigInt(row.volume ?? 0);
  const quoteVolume = BigInt(row.quote_volume ?? 0);
  const takerBuyVolume = BigInt(row.taker_buy_volume ?? 0);
  const takerBuyQuoteVolume = BigInt(row.taker_buy_quote_volume ?? 0);
  const referenceVolume = BigInt(row.reference_volume ?? 0);
  const { trades = 0, first_trade: firstTrade = 0 } = row;
  const taker = { takerBuyVolume, takerBuyQuoteVolume };
  const volumes = { volume, quoteVolume, ...taker, referenceVolume };
  return { minute, open, high, low, close, ...volumes, trades, firstTrade };
}
