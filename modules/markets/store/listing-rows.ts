import type { BookRules, SpotRules, WholeListing } from '@assay/core/order/market';
import { numberArray, type RowWriter, textArray } from '@assay/platform/engine/machine';
import type { Asset, LiveMarket } from '../live-market.ts';

const ASSET_SQL = `INSERT INTO asset (id, symbol, name)
  SELECT * FROM unnest($1::int[], $2::text[], $3::text[])`;

const MARKET_SQL = `INSERT INTO market (id, symbol, base_asset, quote_asset, tick_size, step_size,
    max_price, min_quantity, max_quantity, min_notional, max_notional, maker_fee_ppm,
    taker_fee_ppm, status, market_step_size, market_min_quantity, market_max_quantity,
    bid_multiplier_up_ppm, bid_multiplier_down_ppm, ask_multiplier_up_ppm,
    ask_multiplier_down_ppm, product, index_name, base)
  SELECT * FROM unnest($1::int[], $2::text[], $3::int[], $4::int[], $5::numeric[], $6::numeric[],
    $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[], $12::int[],
    $13::int[], $14::text[], $15::numeric[], $16::numeric[], $17::numeric[], $18::int[],
    $19::int[], $20::int[], $21::int[], $22::text[], $23::text[], $24::text[])
  ON CONFLICT (id) DO UPDATE SET status = excluded.status`;

/** Writes the assets listed since the last batch. */
export function assetWriter(pending: Asset[]): RowWriter {
  return {
    sql: ASSET_SQL,
    columns: 3,
    drain() {
      const rows = pending.splice(0);
      return [
        numberArray(rows.map((row) => row.id)),
        textArray(rows.map((row) => row.symbol)),
        textArray(rows.map((row) => row.name)),
      ];
    },
  };
}

/** Writes the markets listed or changed since the last batch, each once with its last status. */
export function marketWriter(pending: Set<LiveMarket>): RowWriter {
  return {
    sql: MARKET_SQL,
    columns: 24,
    drain() {
      const rows = [...pending];
      pending.clear();
      const listed = (field: keyof WholeListing) =>
        textArray(rows.map((row) => String(row.listing[field])));
      return [
        numberArray(rows.map((row) => row.rules.id)),
        listed('symbol'),
        textArray(rows.map((row) => baseAsset(row.rules))),
        numberArray(rows.map((row) => row.rules.quoteAsset)),
        listed('tickSize'),
        listed('stepSize'),
        listed('maxPrice'),
        listed('minQuantity'),
        listed('maxQuantity'),
        listed('minNotional'),
        listed('maxNotional'),
        listed('makerFeePpm'),
        listed('takerFeePpm'),
        textArray(rows.map((row) => row.status)),
        listed('marketStepSize'),
        listed('marketMinQuantity'),
        listed('marketMaxQuantity'),
        listed('bidMultiplierUpPpm'),
        listed('bidMultiplierDownPpm'),
        listed('askMultiplierUpPpm'),
        listed('askMultiplierDownPpm'),
        listed('product'),
        listed('index'),
        listed('base'),
      ];
    },
  };
}

/** The asset that the product's trades move, where they move one. */
function baseAsset(rules: BookRules | SpotRules): string | null {
  return 'baseAsset' in rules ? String(rules.baseAsset) : null;
}

export const LOAD_ASSETS = 'SELECT id, symbol, name FROM asset ORDER BY id';

export const LOAD_MARKETS = `SELECT m.id, m.symbol, m.product, m.index_name AS index, m.base,
    q.symbol AS quote,
    m.tick_size::text AS "tickSize", m.step_size::text AS "stepSize",
    m.max_price::text AS "maxPrice", m.min_quantity::text AS "minQuantity",
    m.max_quantity::text AS "maxQuantity", m.min_notional::text AS "minNotional",
    m.max_notional::text AS "maxNotional", m.maker_fee_ppm AS "makerFeePpm",
    m.taker_fee_ppm AS "takerFeePpm", m.status, m.market_step_size::text AS "marketStepSize",
    m.market_min_quantity::text AS "marketMinQuantity",
    m.market_max_quantity::text AS "marketMaxQuantity",
    m.bid_multiplier_up_ppm AS "bidMultiplierUpPpm",
    m.bid_multiplier_down_ppm AS "bidMultiplierDownPpm",
    m.ask_multiplier_up_ppm AS "askMultiplierUpPpm",
    m.ask_multiplier_down_ppm AS "askMultiplierDownPpm"
  FROM market m JOIN asset q ON q.id = m.quote_asset
  ORDER BY m.id`;
