import { OWNER } from '@assay/core/ledger/owners';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { TERMS_MS } from '@assay/core/option/window';
import { startTestRealm, type TestRealm } from '../../../apps/server/testing/test-realm.ts';
import type { OptionQuote } from '../rules/quote.ts';
import type { OptionView, SetOptionMarket } from '../schema/commands.ts';

export const UNIT = 100_000_000;
export const MARKET = 'BTCUSDT-OPT';
export const INDEX = 'BTC-USDT';
export const SIGNATURE = '0'.repeat(128);

/** The terms that tests list: 80 % on every term. */
export const TERMS: SetOptionMarket = {
  ...{ market: MARKET, index: INDEX, asset: 'USDT', status: 'open', tickMs: 1_000 },
  ...{ leastStake: UNIT, mostStake: 1_000 * UNIT },
  ...{ capacityExpiry: 5_000 * UNIT, capacityOpen: 50_000 * UNIT },
  ...{ feePpm: 0, volatilityPpm: 600_000, saleFeePpm: 30_000 },
  rates: TERMS_MS.map((termMs) => ({ termMs, payoutPpm: 800_000 })),
};

/** What a test buys. */
export interface Wanted {
  readonly market?: string;
  readonly direction?: 'up' | 'down';
  readonly termMs?: number;
  /** In whole units of the asset. */
  readonly stake?: number;
  readonly slippagePpm?: number | null;
}

/** A realm with a market of options, a tick log as its test writes it, and people with money. */
export interface OptionDesk {
  readonly realm: TestRealm;
  /** Somebody with USDT in the contract wallet. */
  person(usdt?: number): Promise<number>;
  /** The last price of the engine, without a tick that is followed. */
  price(units: bigint, index?: string): Promise<void>;
  /** A tick at an instant, of the price and followed; the clock is set to it. "" is a gap. */
  tick(at: number, units: bigint | '', index?: string): Promise<void>;
  quote(wanted?: Wanted): OptionQuote;
  buy(user: number, wanted?: Wanted): Promise<OptionView>;
  /** All that ticks have left to do is done. */
  settled(): Promise<void>;
  /** What the contract wallet of somebody has, or the house's capital, escrow or fees. */
  has(owner: number | 'capital' | 'escrow' | 'fees'): bigint;
  ended(): Promise<Ended[]>;
}

export interface Ended {
  readonly id: number;
  readonly result: string;
  readonly reason: string;
  readonly paid: number;
  readonly exit_price: number | null;
}

export interface DeskOptions {
  readonly capital?: string;
  readonly slice?: number;
  readonly terms?: Partial<SetOptionMarket>;
  readonly db?: TestRealm['db'];
}

const ACCOUNTS = {
  capital: [OWNER.optionsEscrow, 0],
  escrow: [OWNER.optionsEscrow, 1],
  fees: [OWNER.fees, 0],
} as const;

export async function startDesk(options: DeskOptions = {}): Promise<OptionDesk> {
  const { slice, terms, capital = '1000000', db } = options;
  const bounds = slice === undefined ? {} : { bounds: { fills: 100, slice, openOrders: 100 } };
  const realm = await startTestRealm({ ...bounds, house: {}, ...(db === undefined ? {} : { db }) });
  const { must, clock } = realm;
  const logs = new Map<string, number>();
  await must(OWNER.setup, 'fundHouse', {
    ...{ owner: OWNER.optionsEscrow, asset: 'USDT', amount: capital },
  });
  await must(OWNER.setup, 'setOptionMarket', { ...TERMS, ...terms });
  const record = async (index: string, units: bigint, n: number) => {
    const whole = `${units / BigInt(UNIT)}.${`${units % BigInt(UNIT)}`.padStart(8, '0')}`;
    await must(OWNER.feeds, 'recordPrices', { prices: [{ index, price: whole, n }] });
  };
  const next = (index: string) => {
    const last = realm.machines.feeds.lastIndex(index)?.n ?? 0;
    const n = Math.max(logs.get(index) ?? 0, last) + 1;
    logs.set(index, n);
    return n;
  };
  const settled = async () => {
    while (realm.machines.options.followUp() !== null) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const desk: OptionDesk = {
    realm,
    settled,
    person: async (usdt = 10_000) => {
      const user = await realm.newUser({ USDT: `${usdt}` });
      const all = { asset: 'USDT', from: 'currency', to: 'contract', amount: `${usdt}` };
      await must(user, 'transferFunds', all);
      return user;
    },
    price: (units, index = INDEX) => record(index, units, next(index)),
    tick: async (at, units, index = INDEX) => {
      if (at > clock.now()) clock.advance(at - clock.now());
      const n = next(index);
      if (units !== '') await record(index, units, n);
      if (!realm.machines.options.open.isFollowed(index)) return;
      const ticks = [{ n, at, price: `${units}` }];
      const body = { index, ticks, head: 'ab'.repeat(32), silentUntil: 0 };
      await must(OWNER.feeds, 'followTicks', body);
      await settled();
    },
    quote: ({ market = MARKET, direction = 'up', termMs = 30_000, stake = 100 } = {}) => {
      const { options: machine } = realm.machines;
      const row = machine.markets.get(market)!;
      const spot = machine.spot(row.index, clock.now()) ?? { n: 1, units: 1 };
      return machine.markets.quote(row, {
        ...{ realm: 'demo', direction, termMs, stake: stake * UNIT },
        ...{ spotN: spot.n, spot: spot.units, issuedAt: clock.now() },
      });
    },
    buy: async (user, wanted = {}) => {
      const { slippagePpm = null } = wanted;
      const body = { quote: desk.quote(wanted), signature: SIGNATURE, slippagePpm };
      const option = await must(user, 'buyOption', { ...body, policy: 'practice' });
      return option as unknown as OptionView;
    },
    has: (owner) => {
      const [id, wallet] = typeof owner === 'number' ? [owner, 1] : ACCOUNTS[owner];
      const { ledger, markets } = realm.machines;
      const account = (id * 8 + wallet) * 2048 + markets.assetId('USDT')!;
      return ledger.ledger.available(ledger.ledger.find(account));
    },
    ended: async () => {
      const { rows } = await realm.db.pool.query<Ended>(
        'SELECT id, result, reason, paid, exit_price FROM demo.ended_option ORDER BY id',
      );
      return rows;
    },
  };
  return desk;
}

export const units = (text: string): bigint => parseDecimal(text, SCALE) ?? -1n;
