import type { MarketListing } from '@assay/core/order/market';
import type { RealmPart } from '../../apps/server/realm.ts';
import { type Shape, TIGHT } from '../match/flow.ts';
import { type BenchCommand, OrderFlow } from './order-flow.ts';

/** What a module hands in to be measured in the engine. */
export interface Scene {
  readonly name: string;
  /** What the module adds to a realm; nothing if every realm has it. */
  readonly parts: readonly RealmPart[];
  /** What it needs once the assets and the users are there. */
  readonly setUp: readonly Omit<BenchCommand, 'actor'>[];
  /** Its commands in the order of a flow of the match bench. */
  workload(shape: Shape, timed: number): OrderFlow;
}

/** Listed assets that scenes may use; every user has plenty of each. */
export const ASSETS = { USDT: '5000000', BENCH: '100000' } as const;

/** What the markets of all scenes have in common, so that one flow fits each. */
const LISTING = {
  base: 'BENCH',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.001',
  minQuantity: '0.001',
  minNotional: '0.01',
  maxNotional: '9000000',
  makerFeePpm: 1000,
  takerFeePpm: 1000,
} as const;

type OwnTerms = Omit<MarketListing, keyof typeof LISTING>;

/** The scene of a product on a book: orders on a market of its own. */
export function bookScene(name: string, parts: readonly RealmPart[], own: OwnTerms): Scene {
  const listing: MarketListing = { ...LISTING, ...own };
  return {
    name,
    parts,
    setUp: [{ type: 'listMarket', body: listing }],
    workload: (shape, timed) => new OrderFlow(listing.symbol, shape, timed),
  };
}

const COMPANY: Shape = { ...TIGHT, name: 'company', seed: 3, live: 1_000 };
const COMPANY_COMMANDS = 2_000;

/** Some 1,000 resting orders, and what has traded before: a scene beside the measured one. */
export function companyOf(scene: Scene): OrderFlow {
  return scene.workload(COMPANY, COMPANY_COMMANDS);
}
