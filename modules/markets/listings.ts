import { OWNER } from '@assay/core/ledger/owners';
import type { MarketListing } from '@assay/core/order/market';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { MarketsMachine } from './machine.ts';

/** What an asset is called; a proper name, the same in every language. */
export interface AssetListing {
  readonly symbol: string;
  readonly name: string;
}

/** Everything is priced and settled in it. */
const QUOTE: AssetListing = { symbol: 'USDT', name: 'Tether' };

interface Coin extends AssetListing {
  readonly tickSize: string;
  readonly stepSize: string;
  readonly maxPrice: string;
  readonly maxQuantity: string;
}

/**
 * The coins of a new installation. Steps and bounds are those that large exchanges set for the same
 * pairs; the largest order is bounded by its notional, which keeps every sum within safe integers.
 */
const COINS: readonly Coin[] = [
  coin('BTC', 'Bitcoin', '0.01', '0.00001', '1000000', '9000'),
  coin('ETH', 'Ethereum', '0.01', '0.0001', '1000000', '9000'),
  coin('BNB', 'BNB', '0.01', '0.001', '100000', '90000'),
  coin('SOL', 'Solana', '0.01', '0.001', '100000', '90000'),
  coin('XRP', 'XRP', '0.0001', '0.1', '10000', '9000000'),
  coin('ADA', 'Cardano', '0.0001', '0.1', '1000', '9000000'),
  coin('DOGE', 'Dogecoin', '0.00001', '1', '1000', '9000000'),
  coin('TRX', 'TRON', '0.0001', '0.1', '1000', '9000000'),
  coin('LTC', 'Litecoin', '0.01', '0.001', '100000', '90000'),
  coin('DOT', 'Polkadot', '0.001', '0.01', '10000', '900000'),
  coin('LINK', 'Chainlink', '0.01', '0.01', '10000', '90000'),
  coin('AVAX', 'Avalanche', '0.01', '0.01', '10000', '90000'),
];

const MIN_NOTIONAL = '5';
const MAX_NOTIONAL = '9000000';
/** 0.10 % for both sides, the usual first tier. */
const FEE_PPM = 1_000;

export const ASSETS: readonly AssetListing[] = [
  QUOTE,
  ...COINS.map(({ symbol, name }) => ({ symbol, name })),
];

export const MARKETS: readonly MarketListing[] = COINS.map((listed) => ({
  symbol: `${listed.symbol}${QUOTE.symbol}`,
  base: listed.symbol,
  quote: QUOTE.symbol,
  tickSize: listed.tickSize,
  stepSize: listed.stepSize,
  maxPrice: listed.maxPrice,
  minQuantity: listed.stepSize,
  maxQuantity: listed.maxQuantity,
  minNotional: MIN_NOTIONAL,
  maxNotional: MAX_NOTIONAL,
  makerFeePpm: FEE_PPM,
  takerFeePpm: FEE_PPM,
}));

/** The part of an engine that the set-up needs. */
export interface SetupEngine {
  submit<T extends 'listAsset' | 'listMarket'>(command: Command<T>): Promise<Reply<T>>;
}

/**
 * Lists the shipped assets and markets that a realm does not have yet. The commands carry permanent
 * ids, so a start that was cut off goes on where it was. What an operator has listed or changed
 * meanwhile stays as it is.
 * @throws Error when the engine refuses a listing that ships with the product
 */
export async function seedMarkets(
  engine: SetupEngine,
  known: Pick<MarketsMachine, 'asset' | 'market'>,
  markets: readonly MarketListing[] = MARKETS,
): Promise<void> {
  const actor = OWNER.setup;
  // One after the other, so that assets and markets get the same ids in every installation.
  for (const body of ASSETS) {
    if (known.asset(body.symbol) !== undefined) continue;
    const id = `setup-asset-${body.symbol}`;
    must(body.symbol, await engine.submit({ type: 'listAsset', actor, id, body }));
  }
  for (const body of markets) {
    if (known.market(body.symbol) !== undefined) continue;
    const id = `setup-market-${body.symbol}`;
    must(body.symbol, await engine.submit({ type: 'listMarket', actor, id, body }));
  }
}

function must(symbol: string, reply: { readonly ok: boolean; readonly refusal?: string }): void {
  if (!reply.ok) throw new Error(`${symbol} could not be listed: ${reply.refusal}`);
}

function coin(
  symbol: string,
  name: string,
  tickSize: string,
  stepSize: string,
  maxPrice: string,
  maxQuantity: string,
): Coin {
  return { symbol, name, tickSize, stepSize, maxPrice, maxQuantity };
}
