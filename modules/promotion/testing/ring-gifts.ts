import {
  accountId,
  OWNER,
  staffActor,
  trialOwner,
  WALLET,
  type Wallet,
} from '@assay/core/ledger/owners';
import { SCALE } from '@assay/core/num/decimal';
import { TERMS_MS } from '@assay/core/option/window';
import { MINUTE } from '@assay/core/time';
import type { createRealmMachines } from '../../../apps/server/realm.ts';

/**
 * What a cluster can have of tasks, and what it can do with it: vouchers for fees, and trial funds
 * with which one account bets, and another one against it, by trial funds or with own money.
 */

type Machines = ReturnType<typeof createRealmMachines>;
type Act = (actor: number, type: string, body: object) => Readonly<Record<string, unknown>>;

const STAFF = staffActor(1);
const UNIT = 10 ** SCALE;
const OPTIONS = 'BTCUSDT-OPT';
const CONTRACT = 'BTCUSDT-CFD';
const INDEX = 'BTC-USDT';
const PRICE = 1_000;
/** A coin a lot, a spread of 2, 20:1. */
const LISTING = {
  ...{ symbol: CONTRACT, index: INDEX, underlying: 'crypto', contractSize: '1' },
  ...{ tickSize: '0.01', lotStep: '0.01', minLots: '0.01', maxLots: '100', maxLeverage: 20 },
  ...{ spread: '2', thinMs: 0, thinPercent: 100, calmPpm: 1_000_000 },
  ...{ premiumPpm: 1_000, guaranteedPpm: 10_000, carry: 0, carryDays: 1, adminPpm: 36_500 },
  ...{ nights: 'daily', holidays: '', maxNetLots: '1000', stressPpm: 10_000, status: 'trading' },
};
const [TERM = 0] = TERMS_MS;
const SECONDS = TERM / 1_000 + 10;
/** A kind of task is published once for what it gives. */
const TASKS = [
  { kind: 'verify', gives: 'fees', sharePpm: 500_000, amount: '1000', days: 365, people: 2 },
  { kind: 'secondFactor', gives: 'options', sharePpm: 0, amount: '40', days: 365, people: 3 },
  { kind: 'firstTrade', gives: 'contracts', sharePpm: 0, amount: '60', days: 365, people: 3 },
] as const;

/** What is set aside for them, in whole USDT. */
export const TASKS_COST = TASKS.reduce(
  (sum, { amount, people }) => sum + Number(amount) * people,
  0,
);

export class RingGifts {
  readonly #machines: Machines;
  readonly #send: Act;
  readonly #must: Act;
  readonly #clock: { now: number };
  #n = 0;
  #price = PRICE;
  /** Bets that were made. */
  bets = 0;

  constructor(
    machines: Machines,
    clock: { now: number },
    acts: { readonly send: Act; readonly must: Act },
  ) {
    this.#machines = machines;
    this.#clock = clock;
    this.#send = acts.send;
    this.#must = acts.must;
  }

  /** Products, their capital, and a task of each kind. */
  open(all: readonly number[]): void {
    this.#must(OWNER.setup, 'listCfd', LISTING);
    for (const owner of [OWNER.cfd, OWNER.optionsEscrow]) {
      this.#must(OWNER.setup, 'fundHouse', { owner, asset: 'USDT', amount: '1000000' });
    }
    this.#must(OWNER.setup, 'setOptionMarket', {
      ...{ market: OPTIONS, index: INDEX, asset: 'USDT', status: 'open', tickMs: 1_000 },
      ...{ leastStake: UNIT, mostStake: 1_000 * UNIT },
      ...{ capacityExpiry: 5_000 * UNIT, capacityOpen: 50_000 * UNIT },
      ...{ feePpm: 0, volatilityPpm: 600_000, saleFeePpm: 30_000 },
      rates: TERMS_MS.map((termMs) => ({ termMs, payoutPpm: 950_000 })),
    });
    for (const task of TASKS) this.#must(STAFF, 'publishTask', task);
    for (const user of all) {
      const moved = { asset: 'USDT', from: 'currency', to: 'contract', amount: '5000' };
      this.#must(user, 'transferFunds', moved);
    }
    this.#record();
  }

  /** Asks for a voucher of the task; whoever has had one is refused. */
  take(user: number, which: number): void {
    const { taskId } = this.#machines.vouchers.tasks()[which % TASKS.length]!;
    this.#send(user, 'takeVoucher', { taskId });
  }

  /** One bets on a rise and the other on a fall, as much; the price moves by so many ppm. */
  bet(what: 'option' | 'contract', one: number, other: number, amount: number, ppm: number): void {
    if (one === other) return;
    // Whoever has lost a few times in a row waits.
    this.#clock.now += 16 * MINUTE;
    this.#record();
    if (what === 'option') this.#option(one, other, amount, ppm);
    else this.#contract(one, other, amount, ppm);
  }

  /** Everything that trial funds have gained comes out. */
  end(all: readonly number[]): void {
    for (const user of all) {
      for (const { voucherId } of this.#open(user, 'contracts')) {
        this.#send(user, 'endVoucher', { voucherId });
      }
    }
  }

  /** What all accounts of somebody have of an asset; trial funds are the promotion's. */
  of(user: number, asset: number): bigint {
    return this.#has(user, WALLET.currency, asset) + this.#has(user, WALLET.contract, asset);
  }

  /** What the promotion has: to give, set aside, and in trial funds. */
  budget(all: readonly number[]): bigint {
    const usdt = this.#machines.markets.assetId('USDT')!;
    const trials = all.flatMap((user) => this.#open(user, 'contracts'));
    return trials.reduce(
      (sum, { voucherId }) => sum + this.#has(trialOwner(voucherId), WALLET.contract, usdt),
      this.of(OWNER.promotions, usdt),
    );
  }

  #option(one: number, other: number, stake: number, ppm: number): void {
    const { options } = this.#machines;
    const row = options.markets.get(OPTIONS)!;
    const { n: spotN, units: spot } = options.spot(INDEX, this.#clock.now)!;
    const quote = (direction: 'up' | 'down') =>
      options.markets.quote(row, {
        ...{ realm: 'real', direction, termMs: TERM, stake: stake * UNIT },
        ...{ spotN, spot, issuedAt: this.#clock.now },
      });
    const buy = (user: number, direction: 'up' | 'down') => {
      const trial = this.#open(user, 'options').find(({ remaining }) => remaining >= stake * UNIT);
      const by = trial === undefined ? {} : { voucherId: trial.voucherId };
      const body = {
        quote: quote(direction),
        signature: '0'.repeat(128),
        slippagePpm: null,
        ...by,
      };
      this.#must(user, 'buyOption', { ...body, policy: 'licensed' });
    };
    buy(one, 'up');
    buy(other, 'down');
    const ticks = [];
    for (let second = 1; second <= SECONDS; second += 1) {
      this.#clock.now += 1_000;
      const price = Math.round(this.#price * UNIT * (1 + (ppm * second) / SECONDS / 1e6));
      ticks.push({ n: this.#n + second, at: this.#clock.now, price: `${price}` });
    }
    this.#n += SECONDS;
    this.#price = Math.round(this.#price * (1 + ppm / 1e6));
    this.#must(OWNER.feeds, 'followTicks', { index: INDEX, ticks, head: '', silentUntil: 0 });
    this.#settle();
    this.bets += 1;
  }

  #contract(one: number, other: number, lots: number, ppm: number): void {
    const owners = [one, other].map((user) => {
      const [trial] = this.#open(user, 'contracts');
      return trial === undefined ? user : trialOwner(trial.voucherId);
    });
    const order = { contract: CONTRACT, kind: 'market', lots: (lots / 100).toFixed(2) };
    const sides = ['buy', 'sell'];
    const placed = owners.map((owner, at) => {
      const body = { ...order, side: sides[at], leverage: 20, policyLeverage: 100 };
      return this.#send(owner, 'placeCfdOrder', body).refusal === undefined;
    });
    this.#record();
    // A bet without its opposite is left before anything moves.
    if (!placed.includes(false)) {
      this.#price = Math.round(this.#price * (1 + ppm / 1e6));
      this.bets += 1;
    }
    this.#record();
    for (const owner of owners) this.#send(owner, 'closeCfdPositions', {});
    this.#record();
  }

  #record(): void {
    this.#clock.now += 1_000;
    this.#n += 1;
    const prices = [{ index: INDEX, price: this.#price.toFixed(2), n: this.#n }];
    this.#must(OWNER.feeds, 'recordPrices', { prices });
    this.#settle();
  }

  #settle(): void {
    const { cfd, options } = this.#machines;
    for (let next = cfd.followUp(); next !== null; next = cfd.followUp()) {
      this.#must(next.actor, next.type, next.body);
    }
    while (options.followUp() !== null) this.#must(OWNER.engine, 'settleOptions', {});
  }

  #open(user: number, gives: 'options' | 'contracts') {
    const own = this.#machines.vouchers.vouchersOf(user);
    return own.filter((one) => one.gives === gives && one.endedAt === null);
  }

  #has(owner: number, wallet: Wallet, asset: number): bigint {
    const { ledger } = this.#machines.ledger;
    const slot = ledger.find(accountId(owner, wallet, asset));
    return ledger.available(slot) + ledger.held(slot);
  }
}
