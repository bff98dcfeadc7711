import { accountId, FIRST_USER, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import { type BookRules, indexName } from '@assay/core/order/market';
import type { RulesFor } from '@assay/core/schema/registry';
import { DAY } from '@assay/core/time';
import type { FeedsMachine } from '@assay/modules/feeds';
import type { Assets, LedgerMachine } from '@assay/modules/ledger';
import type { MarketsMachine } from '@assay/modules/markets';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import type { ConvertedBalance } from '../schema/conversions.ts';
import { MAX_CONVERTED, PRICE_AGE_MS, type SmallValue, smallValue } from './rules.ts';
import { conversion, lastConversion } from './tables.ts';

type ConversionRules = RulesFor<'convertSmallBalances'>;
type Turn = Parameters<ConversionRules['convertSmallBalances']>[1];

export interface ConversionOptions {
  readonly ledger: LedgerMachine;
  readonly assets: Pick<Assets, 'assetId'>;
  readonly markets: Pick<MarketsMachine, 'market' | 'assets'>;
  readonly prices: Pick<FeedsMachine, 'lastIndex'>;
}

/** A balance that no order can sell, and what it is converted to. Units of 1e-8. */
export interface Small extends SmallValue {
  readonly asset: number;
  readonly symbol: string;
  readonly amount: bigint;
  readonly price: bigint;
}

const CASH = 'USDT';
const dayOf = (at: number) => Math.floor(at / DAY);

/**
 * Balances of the currency wallet below what an order takes are converted to USDT at the index, at
 * most once a day: house:marketMaker takes them and pays (decision 0062).
 */
export class ConversionMachine extends TableMachine {
  readonly name = 'conversions';
  readonly rules: ConversionRules = {
    convertSmallBalances: (body, turn) => this.#convert(body, turn),
  };
  readonly #last = this.keep(lastConversion);
  readonly #history = this.log(conversion);
  readonly #options: ConversionOptions;

  constructor(options: ConversionOptions) {
    super();
    this.#options = options;
  }

  /** What a person could convert now. */
  smallBalances(userId: number, at: number): Small[] {
    return [...this.#options.markets.assets()].flatMap(({ symbol }) => {
      const small = this.#small(userId, symbol, at);
      return typeof small === 'string' ? [] : [small];
    });
  }

  /** From when on a person may convert again; 0: now. */
  nextAt(userId: number, at: number): number {
    const last = this.#last.get(userId);
    if (last === undefined || dayOf(last.at) < dayOf(at)) return 0;
    return (dayOf(last.at) + 1) * DAY;
  }

  #small(
    userId: number,
    symbol: string,
    at: number,
  ): Small | 'unknownAsset' | 'noIndexPrice' | 'notSmall' {
    const { assets, markets, prices } = this.#options;
    const asset = assets.assetId(symbol);
    if (asset === undefined) return 'unknownAsset';
    const rules = markets.market(`${symbol}${CASH}`)?.rules;
    if (symbol === CASH || rules === undefined) return 'notSmall';
    const price = prices.lastIndex(indexName(symbol, CASH));
    if (price === undefined || at - price.at > PRICE_AGE_MS) return 'noIndexPrice';
    const amount = this.#available(userId, asset);
    const terms = { amount, price: BigInt(price.units), ...leastOrder(rules) };
    const value = smallValue(terms);
    return value === null ? 'notSmall' : { ...value, asset, symbol, amount, price: terms.price };
  }

  #convert(
    { assets: symbols, least }: Parameters<ConversionRules['convertSmallBalances']>[0],
    turn: Turn,
  ): ReturnType<ConversionRules['convertSmallBalances']> {
    const { actor: userId, at, seq } = turn;
    if (userId < FIRST_USER) return { refusal: 'notAllowed' };
    if (!isList(symbols)) return { refusal: 'invalidList' };
    const asked = parseDecimal(least, SCALE);
    if (asked === null) return { refusal: 'invalidAmount' };
    const next = this.nextAt(userId, at);
    if (next > 0) return { refusal: 'oncePerDay', detail: { at: String(next) } };
    const smalls: Small[] = [];
    for (const symbol of symbols) {
      const small = this.#small(userId, symbol, at);
      if (typeof small === 'string') return { refusal: small, detail: { asset: symbol } };
      smalls.push(small);
    }
    const cash = this.#options.assets.assetId(CASH);
    if (cash === undefined) return { refusal: 'unknownAsset', detail: { asset: CASH } };
    const paid = smalls.reduce((sum, small) => sum + small.paid, 0n);
    if (paid < asked) return { refusal: 'priceMoved', detail: { amount: text(paid) } };
    const value = smalls.reduce((sum, small) => sum + small.value, 0n);
    if (this.#available(OWNER.marketMaker, cash) < value) return { refusal: 'houseCannotPay' };
    // Past this line nothing may fail.
    const last = this.#last.get(userId);
    if (last === undefined) this.#last.insert({ userId, at });
    else this.#last.change(last, { at });
    this.#options.ledger.ledger.begin(seq);
    return { balances: smalls.map((small) => this.#post(small, cash, turn)), received: text(paid) };
  }

  #post(small: Small, cash: number, { actor: userId, at, seq }: Turn): ConvertedBalance {
    const { ledger } = this.#options.ledger;
    const account = (owner: number, asset: number) =>
      ledger.open(accountId(owner, WALLET.currency, asset));
    const { asset, symbol, amount, price, value, fee, paid } = small;
    const [house, mine] = [OWNER.marketMaker, userId];
    ledger.post(account(mine, asset), account(house, asset), amount, PURPOSE.smallSold);
    ledger.post(account(house, cash), account(mine, cash), value, PURPOSE.smallPaid);
    if (fee > 0n)
      ledger.post(account(mine, cash), account(OWNER.fees, cash), fee, PURPOSE.smallFee);
    this.#history.add({ seq, asset, userId, amount, price, value, fee, at });
    const fact = {
      type: 'walletChanged',
      userId,
      wallet: 'currency',
      why: 'conversion',
      at,
    } as const;
    this.publish({ ...fact, asset: symbol, amount: `-${text(amount)}` });
    this.publish({ ...fact, asset: CASH, amount: text(paid) });
    return { asset: symbol, ...textsOf(small) };
  }

  #available(owner: number, asset: number): bigint {
    const { ledger } = this.#options.ledger;
    const slot = ledger.find(accountId(owner, WALLET.currency, asset));
    return slot < 0 ? 0n : ledger.available(slot);
  }

  override audit(): void {
    super.audit();
    for (const { userId, at } of this.#last.rows()) {
      assert(userId >= FIRST_USER && at > 0, `the last conversion of ${userId} is of nobody`);
    }
  }
}

const text = (units: bigint) => formatDecimal(units, SCALE);

/** A small balance as the wire has it. */
export function textsOf({ amount, price, value, fee, paid }: Omit<Small, 'asset' | 'symbol'>) {
  return {
    ...{ amount: text(amount), price: text(price), value: text(value) },
    ...{ fee: text(fee), received: text(paid) },
  };
}

function leastOrder({ minLots, basePerLot, minNotional }: BookRules) {
  return { minQuantity: BigInt(minLots) * BigInt(basePerLot), minNotional: BigInt(minNotional) };
}

function isList(symbols: unknown): symbols is readonly string[] {
  if (!Array.isArray(symbols) || symbols.length === 0 || symbols.length > MAX_CONVERTED)
    return false;
  return (
    symbols.every((one) => typeof one === 'string') && new Set(symbols).size === symbols.length
  );
}
