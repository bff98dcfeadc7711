import { lesser } from '@assay/core/num/integer';
import { type Direction, gainOver, PAR, type Rate } from '@assay/core/position/value';
import { levelOf, riskRatePpm } from './risk.ts';

/** What the browser needs of the rules, so that it shows what the engine decides. */
export { conversionOf, rateBy } from './conversion.ts';
export { type Draft, type Preview, type Problem, previewOrder, worthOf } from './preview.ts';
export { indexOf } from './quote.ts';
export { CLOSE_OUT_PERCENT } from './risk.ts';
export {
  CONTRACT_TERMS,
  type ContractListing,
  readTerms,
  type Terms,
  termsOfListing,
} from './terms.ts';

/** What a person has in one direction of a contract, with the price at which it would be closed. */
export interface Holding {
  readonly contract: string;
  readonly side: Direction;
  quantity: bigint;
  /** The sum of entry price x quantity, undivided. */
  cost: bigint;
}

/** The account, by the prices now. */
export interface AccountFigures {
  readonly unrealised: bigint;
  readonly equity: bigint;
  /** What new positions and orders may use. */
  readonly available: bigint;
  /** Null when nothing is left against the margin. */
  readonly riskRatePpm: bigint | null;
  /** 0: nothing to say; 1 and 2: warnings; 3: due to be closed out. */
  readonly level: number;
}

/** Positions together, as the engine counts them: each direction of a contract is rounded once. */
export function holdingsOf(
  positions: readonly {
    readonly contract: string;
    readonly side: Direction;
    readonly quantity: bigint;
    readonly entry: number;
  }[],
): Holding[] {
  const found = new Map<string, Holding>();
  for (const { contract, side, quantity, entry } of positions) {
    const key = `${contract} ${side}`;
    const one = found.get(key) ?? { contract, side, quantity: 0n, cost: 0n };
    one.quantity += quantity;
    one.cost += BigInt(entry) * quantity;
    found.set(key, one);
  }
  return [...found.values()];
}

/**
 * The account at prices, as the engine computes it.
 * @param wallet what the contract wallet has, held or not, less losses that it could not pay
 * @param exit the price at which a holding would be closed; 0: none yet, it counts as its cost
 * @param rate what a unit of the currency of that price is in USDT
 */
export function accountNow(
  {
    wallet,
    used,
    reserved,
    closeOutPercent,
  }: Readonly<Record<'wallet' | 'used' | 'reserved', bigint>> & {
    readonly closeOutPercent: number;
  },
  holdings: readonly Holding[],
  exit: (holding: Holding) => number,
  rate: (holding: Holding) => Rate = () => PAR,
): AccountFigures {
  let unrealised = 0n;
  for (const holding of holdings) {
    const price = exit(holding);
    if (price === 0) continue;
    const { side, cost, quantity } = holding;
    unrealised += gainOver(side, cost, price, quantity, rate(holding));
  }
  const equity = wallet + unrealised;
  return {
    ...{ unrealised, equity, riskRatePpm: riskRatePpm(equity, used, closeOutPercent) },
    available: wallet - used - reserved + lesser(0n, unrealised),
    level: levelOf(equity, used, closeOutPercent),
  };
}
