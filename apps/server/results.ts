import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { indexName, SPOT, type SpotRules } from '@assay/core/order/market';
import { BUY } from '@assay/core/order/side';
import { readMinuteClose } from '@assay/modules/feeds';
import type { Prices } from '@assay/modules/ledger';
import { OptionReads } from '@assay/modules/options';
import { type OwnFillRow, readFillsSince } from '@assay/modules/orders';
import type { ResultsRealm, SpotFill } from '@assay/modules/wallet';
import type { Database } from '@assay/platform/db/database';
import type { RealmEngine } from './realm.ts';

const CASH = 'USDT';

/** What results of trading are added up from: the products that made them. */
export function resultsRealm(
  engine: RealmEngine,
  { pool }: Pick<Database, 'pool'>,
  prices: Prices,
): ResultsRealm {
  const { realm } = engine;
  const assetSymbol = (id: number) => engine.machines.markets.assetSymbol(id);
  return {
    prices,
    assetSymbol,
    cash: () => engine.machines.markets.assetId(CASH) ?? -1,
    lastIndex: (index) => engine.machines.feeds.lastIndex(index),
    priceAt: (db, asset, at) => readMinuteClose(db, indexName(assetSymbol(asset), CASH), at),
    fills: async (db, userId, span) => {
      const rules = spotMarkets(engine);
      const rows = await readFillsSince(db, realm, userId, { ...span, markets: [...rules.keys()] });
      return rows.map((row) => spotFill(rules.get(row.market)!, row));
    },
    optionsResult: async (userId, upTo) => {
      const { options } = engine.machines;
      const rows = await new OptionReads(pool, realm).resultOf(userId, upTo);
      return rows.reduce((sum, { market, result }) => {
        const asset = options.markets.get(market)?.asset;
        return asset !== undefined && assetSymbol(asset) === CASH ? sum + result : sum;
      }, 0n);
    },
    openContracts: (userId) => {
      const account = engine.machines.cfd.accountOf(userId);
      if (account === null) return 0n;
      return units(account.unrealised) - units(account.deficit) + units(account.owed);
    },
  };
}

function spotMarkets({ machines }: RealmEngine): Map<number, SpotRules> {
  const spot = [...machines.markets.markets()].filter(({ rules }) => rules.product === SPOT.name);
  return new Map(spot.map(({ rules }) => [rules.id, rules as SpotRules]));
}

function spotFill(rules: SpotRules, row: OwnFillRow): SpotFill {
  const { seq, side, ticks, lots, fee, feeInBase, isOwn } = row;
  return {
    ...{ seq, feeInBase, isOwn, asset: rules.baseAsset, isBuy: side === BUY },
    base: BigInt(lots) * BigInt(rules.basePerLot),
    quote: BigInt(ticks) * BigInt(lots) * BigInt(rules.quotePerTickLot),
    fee: BigInt(fee),
  };
}

function units(text: string): bigint {
  const size = parseDecimal(text.replace('-', ''), SCALE) ?? 0n;
  return text.startsWith('-') ? -size : size;
}
