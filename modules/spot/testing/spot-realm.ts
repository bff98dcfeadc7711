import { OWNER } from '@assay/core/ledger/owners';
import type { Bounds } from '@assay/core/order/life/bounds';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { createRealmMachines, type RealmMachines } from '../../../apps/server/realm.ts';
import {
  grantsOf,
  type Sent,
  type Subject,
  type SubjectMarket,
} from '../../orders/testing/subject.ts';
import { plainSpot } from './plain-spot.ts';

/** The machines of a realm and their sequencer: everything that decides, without a database. */
export type SpotRealm = RealmMachines & { readonly sequencer: Sequencer };

export function createSpotRealm(bounds?: Bounds): SpotRealm {
  const machines = createRealmMachines('demo', [], bounds);
  return { ...machines, sequencer: new Sequencer(machines) };
}

function listing(
  start: number,
  symbol: string,
  pair: readonly [string, string],
  sizes: readonly [tick: string, step: string],
  quantities: readonly [string, string],
  notionals: readonly [string, string],
): SubjectMarket {
  return {
    start,
    symbol,
    base: pair[0],
    quote: pair[1],
    tickSize: sizes[0],
    stepSize: sizes[1],
    maxPrice: '1000000',
    minQuantity: quantities[0],
    maxQuantity: quantities[1],
    minNotional: notionals[0],
    maxNotional: notionals[1],
    makerFeePpm: 800,
    takerFeePpm: 1000,
  };
}

/**
 * Four markets for different faults: many decimals, few, one that is quoted in another one's base,
 * and one whose single lot costs more than the smallest order. Two have filters of their own for
 * orders at market and for prices.
 */
export const MARKETS: readonly SubjectMarket[] = [
  {
    ...listing(
      60_000,
      'BTCUSDT',
      ['BTC', 'USDT'],
      ['0.01', '0.00001'],
      ['0.00001', '2'],
      ['5', '90000'],
    ),
    ...{ marketStepSize: '0.00002', marketMaxQuantity: '0.3' },
    ...{ bidMultiplierUpPpm: 1_512_345, askMultiplierDownPpm: 487_654 },
  },
  listing(0.16, 'DOGEUSDT', ['DOGE', 'USDT'], ['0.00001', '1'], ['5', '200000'], ['1', '9000']),
  {
    ...listing(
      0.05,
      'ETHBTC',
      ['ETH', 'BTC'],
      ['0.0001', '0.001'],
      ['0.001', '50'],
      ['0.0001', '3'],
    ),
    ...{ marketMinQuantity: '0.05', bidMultiplierDownPpm: 0, askMultiplierUpPpm: 100_000_000 },
  },
  listing(2_650, 'GOLDUSDT', ['GOLD', 'USDT'], ['5', '0.5'], ['0.5', '40'], ['0.4', '90000']),
];

export const ASSETS = ['USDT', 'BTC', 'DOGE', 'ETH', 'GOLD'] as const;

/** The first commands of a realm: assets, markets, and what the house and the users start with. */
export function setUp(
  users: readonly number[],
  now: number,
  funds: Readonly<Record<string, string>> = FUNDS,
  markets: readonly SubjectMarket[] = MARKETS,
): Sent[] {
  const setup = (type: string, body: Record<string, unknown>): Sent => ({
    type,
    actor: OWNER.setup,
    body,
    now,
  });
  return [
    ...ASSETS.map((symbol) => setup('listAsset', { symbol, name: symbol })),
    ...markets.map(({ start: _start, ...market }) => setup('listMarket', market)),
    ...Object.entries(HOUSE).map(([asset, amount]) =>
      setup('fundHouse', { owner: OWNER.marketMaker, asset, amount }),
    ),
    ...users.map((userId) => setup('openVirtualAccount', { userId, grants: grantsOf(funds) })),
  ];
}

const HOUSE = { USDT: '2000000', BTC: '40', DOGE: '400000' };
/** Tight enough that balances run out. */
const FUNDS = { USDT: '15000', BTC: '0.3', DOGE: '40000', ETH: '6', GOLD: '8' };

/** Bounds so small that random commands meet them. */
const TIGHT: Bounds = { fills: 2, slice: 1, openOrders: 7 };

/** Spot alone. */
export const SPOT_SUBJECT: Subject = {
  assets: ASSETS,
  markets: MARKETS,
  funds: FUNDS,
  setUp,
  start: () => ({ realm: createSpotRealm(), modules: [plainSpot()], compare: () => undefined }),
};

/** Spot alone, with bounds that many commands meet. */
export const TIGHT_SUBJECT: Subject = {
  ...SPOT_SUBJECT,
  bounds: TIGHT,
  start: () => ({ ...SPOT_SUBJECT.start(), realm: createSpotRealm(TIGHT) }),
};
