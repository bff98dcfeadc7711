import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { Dice } from '@assay/core/testing/dice';
import { expect } from 'vitest';
import { readKept } from '../rules/close-out.ts';
import type { ContractListing } from '../rules/terms.ts';
import { listing } from '../testing/listings.ts';
import { PlainCfd } from '../testing/plain.ts';
import {
  dangerOf,
  inCash,
  marginOf,
  min,
  ONE,
  type Purse,
  sumOf,
} from '../testing/plain-values.ts';
import { recomputed } from '../testing/recompute.ts';
import { cfdCommand } from '../testing/workload.ts';
import { ALICE, BOB, CfdRealm } from './cfd.suite.ts';
import type { Leg } from './state.ts';

const CAROL = 1002;
const USERS = [ALICE, BOB, CAROL];
/** What is traded in a course, and how its prices move. */
export interface Market {
  readonly listings: readonly ContractListing[];
  /** Prices at the beginning, by index, which they come back to. */
  readonly starts: Readonly<Record<string, number>>;
  readonly digits: number;
  /** Which prices a tick has, and by how many percent one moves. */
  moved(dice: Dice, indices: readonly string[]): readonly string[];
  move(dice: Dice, index: string): number;
}

/** Wide and narrow, quoted in coins and ounces, two on one index. */
export const PLAIN: Market = {
  listings: [
    listing({ calmPpm: 20_000, carry: 3_000_000, carryDays: 7, maxNetLots: '5' }),
    listing({ symbol: 'ETHUSDT-CFD', index: 'ETH-USDT', contractSize: '10', spread: '0.33' }),
    listing({ symbol: 'BTCMINI-CFD', contractSize: '0.1', spread: '1.01', maxLeverage: 50 }),
  ],
  starts: { 'BTC-USDT': 100, 'ETH-USDT': 10 },
  digits: 4,
  moved: (dice, indices) => (dice.int(0, 5) === 0 ? indices : [dice.pick(indices)]),
  // Now and then a gap.
  move: (dice) => (dice.int(0, 12) === 0 ? dice.int(-25, 25) : dice.int(-300, 300) / 100),
};

/**
 * Priced in yen and pounds, each converted another way: one by itself, two by another contract,
 * of which one is listed and worked on before what it converts is, and one after it.
 */
export const CONVERTED: Market = {
  listings: [
    pair('GBP-USD', { contractSize: '61', tickSize: '0.0001', spread: '0.013' }),
    pair('USD-JPY', { contractSize: '173', conversionIndex: 'USD-JPY', conversionWay: 'over' }),
    pair('EUR-JPY', { contractSize: '161', conversionIndex: 'USD-JPY', conversionWay: 'over' }),
    pair('EUR-GBP', {
      ...{ contractSize: '237', tickSize: '0.0001', spread: '0.0087' },
      ...{ conversionIndex: 'GBP-USD', conversionWay: 'times', carry: -40_000, maxNetLots: '900' },
    }),
  ],
  starts: { 'GBP-USD': 1.31, 'USD-JPY': 156.25, 'EUR-JPY': 180, 'EUR-GBP': 0.88 },
  digits: 8,
  moved: (dice, indices) => {
    const some = indices.filter(() => dice.int(0, 2) === 0);
    return some.length > 0 ? some : [dice.pick(indices)];
  },
  // What converts moves so far that it alone brings accounts into danger and out of it.
  move: (dice, index) => {
    if (!/^USD|USD$/.test(index)) return PLAIN.move(dice, index);
    return dice.int(0, 3) === 0 ? dice.int(-45, 45) : dice.int(-300, 300) / 100;
  },
};

function pair(index: string, change: Partial<ContractListing>): ContractListing {
  return listing({
    ...{ symbol: `${index.replace('-', '')}-CFD`, index, underlying: 'majorFx', spread: '1.37' },
    ...{ calmPpm: 20_000, carry: 1_700_000, carryDays: 7, ...change },
  });
}

/** The machine and beside it the model, in a small world in which everything goes wrong. */
export class Pair {
  readonly realm: CfdRealm;
  readonly plain: PlainCfd;
  readonly #money = new Map<number | string, bigint>();
  readonly outcomes = new Map<string, number>();
  readonly #market: Market;
  readonly #prices: Record<string, number>;
  readonly #ids: number[] = [];
  /** The receipts of openings, by the position. */
  readonly #opened = new Map<unknown, Readonly<Record<string, unknown>>>();
  /** The accounts in receipts of close-outs. */
  #kept: string[] = [];

  constructor(slice: number, house: string, market = PLAIN) {
    const { listings, starts } = market;
    this.#market = market;
    this.#prices = { ...starts };
    this.realm = new CfdRealm({ slice, house, funds: '60', listings });
    this.realm.open(CAROL, '60');
    this.realm.fund(OWNER.insurance, '5');
    const money = this.#money;
    const purse: Purse = {
      get: (owner) => money.get(owner) ?? 0n,
      add: (owner, amount) => void money.set(owner, (money.get(owner) ?? 0n) + amount),
    };
    for (const user of USERS) purse.add(user, 60n * 10n ** 8n);
    purse.add('house', BigInt(house) * 10n ** 8n);
    purse.add('insurance', 5n * 10n ** 8n);
    this.plain = new PlainCfd(purse);
    for (const one of listings) this.plain.list({ ...one });
    const { receipts } = this.realm.cfd.state.tables;
    const add = receipts.add.bind(receipts);
    receipts.add = (row) => {
      if (row.account !== null) this.#kept.push(keptLine(row.account));
      add(row);
    };
    this.#tick(this.#prices, 1_000);
    this.#count();
    this.realm.must(CAROL, 'setCfdMode', { mode: 'netted' });
    this.plain.decide('setCfdMode', CAROL, { mode: 'netted' }, 0, 0);
  }

  step(dice: Dice): void {
    const way = dice.int(0, 19);
    if (way < 7) this.#move(dice);
    else if (way < 8) this.#transfer(dice);
    else this.#command(dice);
    this.#compare();
  }

  #move(dice: Dice): void {
    const { starts, digits } = this.#market;
    const moved = this.#market.moved(dice, Object.keys(starts));
    const news: Record<string, number> = {};
    for (const index of moved) {
      // Always back to where it began.
      const percent = this.#market.move(dice, index);
      const start = starts[index]!;
      const drift = (start - this.#prices[index]!) / 20;
      const price = Math.max(start / 10, this.#prices[index]! * (1 + percent / 100) + drift);
      this.#prices[index] = Math.round(price * 10 ** digits) / 10 ** digits;
      news[index] = this.#prices[index]!;
    }
    this.#tick(news, dice.int(0, 30) === 0 ? dice.int(1, 3 * 86_400_000) : dice.int(1, 4_000));
  }

  #tick(news: Readonly<Record<string, number>>, after: number): void {
    const before = this.realm.sequencer.seq;
    this.realm.tick(news, after);
    const units = Object.entries(news).map(([index, value]) => {
      return [index, BigInt(Math.round(value * 1e8))] as const;
    });
    // Slices come after the command whose tick it is.
    const at = this.realm.tickedAt;
    const endangered = this.#endangered();
    this.plain.tick(new Map(units), before + 1, at);
    this.#noteDanger(endangered, Object.keys(news));
  }

  #endangered(): ReadonlySet<number> {
    const { accounts } = this.plain;
    return new Set(USERS.filter((user) => (accounts.get(user)?.endangered ?? 0) > 0));
  }

  /** Who has got into danger, or out of it, though none of their contracts had a tick. */
  #noteDanger(before: ReadonlySet<number>, news: readonly string[]): void {
    const after = this.#endangered();
    for (const user of USERS) {
      const own = this.plain.positions.filter((one) => one.user === user);
      if (own.some(({ contract }) => news.includes(contract.terms.index))) continue;
      if (own.length === 0 || after.has(user) === before.has(user)) continue;
      this.#note(`${after.has(user) ? 'in' : 'out of'} danger by what converts alone`);
    }
  }

  #transfer(dice: Dice): void {
    const user = dice.pick(USERS);
    const out = this.#money.get(user)! > 40n * 10n ** 8n;
    const amount = BigInt(dice.int(1, 25)) * 10n ** 8n;
    const [from, to] = out ? ['contract', 'currency'] : ['currency', 'contract'];
    const held = this.plain.accounts.get(user)?.held ?? 0n;
    const total = this.#money.get(user)!;
    const free = this.plain.free(user);
    const most = free < total - held ? free : total - held;
    const body = { asset: 'USDT', from, to, amount: formatDecimal(amount, SCALE) };
    const { refusal } = this.realm.send(user, 'transferFunds', body);
    if (out) expect(refusal, `free ${free} of ${total}`).toBe(amount > most ? SHORT : undefined);
    this.#note(`transfer ${out} ${refusal}`);
    if (refusal !== undefined) return;
    this.#money.set(user, total + (out ? -amount : amount));
    this.plain.moved(user);
  }

  #command(dice: Dice): void {
    const positions = this.plain.positions.map(({ id, user, contract, side }) => {
      return { id, user, index: contract.terms.index, side: Number(side) };
    });
    const { orders } = this.plain;
    const { listings } = this.#market;
    // Twice as often what is converted by another: of these alone does a tick say nothing.
    const crosses = listings.filter(({ index, conversionIndex = index }) => {
      return conversionIndex !== index;
    });
    const contracts = [...listings, ...crosses];
    const scope = { users: USERS, contracts, positions, orders, prices: this.#prices };
    const { type, actor, body } = cfdCommand(dice, { ...scope, now: this.realm.now });
    const { refusal, id } = this.realm.send(actor, type, body);
    const { seq } = this.realm.sequencer;
    const wanted = this.plain.decide(type, actor, body as never, seq, this.realm.now);
    expect(refusal ?? null, `${type} ${JSON.stringify(body)}`).toBe(wanted);
    if (typeof id === 'number') this.#ids.push(id);
    this.#note(`${type} ${refusal}`);
  }

  /** Everything of the machine is as in the model. */
  #compare(): void {
    const { tables } = this.realm.cfd.state;
    const positions = tables.positions.rows().map((row) => {
      const { id, lots, entry, leverage, takeProfit, stopLoss, trail, guaranteed } = row;
      const numbers = [
        lots,
        entry,
        leverage,
        takeProfit,
        stopLoss,
        trail,
        row.premium,
        row.closing,
      ];
      return [id, guaranteed, ...numbers, row.financing].join(' ');
    });
    const plain = [...this.plain.positions].sort((a, b) => a.id - b.id);
    same(
      positions,
      plain.map((one) => {
        const { id, lots, entry, leverage, takeProfit, stopLoss, trail, guaranteed } = one;
        const numbers = [
          lots,
          entry,
          leverage,
          takeProfit,
          stopLoss,
          trail,
          one.premium,
          one.closing,
        ];
        return [id, guaranteed, ...numbers, one.financing].join(' ');
      }),
    );
    same(
      tables.orders.rows().map(({ id, held }) => `${id} ${held}`),
      this.plain.orders.map(({ id, held }) => `${id} ${held}`),
    );
    same(
      tables.accounts.rows().map((row) => {
        const { userId, deficit, owed, level, endangered, held, closeOutPercent } = row;
        return `${userId} ${deficit} ${owed} ${level} ${endangered} ${held} ${closeOutPercent}`;
      }),
      [...this.plain.accounts]
        .sort(([a], [b]) => a - b)
        .map(([user, { deficit, owed, level, endangered, held, closeOut }]) => {
          return `${user} ${deficit} ${owed} ${level} ${endangered} ${held} ${closeOut}`;
        }),
    );
    for (const user of USERS) this.#sameMoney(user, user, WALLET.contract);
    this.#sameMoney('house', OWNER.cfd, WALLET.currency);
    this.#sameMoney('escrow', OWNER.cfd, WALLET.contract);
    this.#sameMoney('insurance', OWNER.insurance, WALLET.currency);
    this.#count();
    for (const user of USERS) this.#isGuarded(user);
  }

  /** No prices before those at which an account is looked at could bring it below a threshold. */
  #isGuarded(user: number): void {
    const account = this.plain.accounts.get(user);
    const { legs } = this.realm.cfd.state.person(user);
    if (account === undefined || account.endangered > 0 || legs.length === 0) return;
    const own = this.plain.positions.filter((one) => one.user === user);
    const used = own.reduce((sum, one) => sum + marginOf(one), 0n);
    const wallet = this.#money.get(user)! - account.deficit;
    const levelWith = (gain: bigint) => dangerOf(wallet + gain, used, account.closeOut);
    // Who is due already is looked at with whatever comes.
    if (levelWith(sumOf(own)) === 3) return;
    const least = legs.reduce((sum, leg) => sum + this.#leastWithin(leg), 0n);
    expect(levelWith(least), `${user} within guards`).toBeLessThanOrEqual(account.level);
  }

  /** What a leg gains at the worst of the prices before its guards. */
  #leastWithin({ row, live, side, quantity, cost }: Leg): bigint {
    const contract = this.plain.contracts[live.row.id - 1]!;
    const { guard, conversionFloor, conversionCeiling } = row;
    const none = side > 0 ? 0 : 2 ** 52;
    const exit = BigInt((guard === 0 ? none : guard) + side);
    const moved = BigInt(side) * (exit * quantity - cost);
    const by = (price: number) => inCash(contract, [moved, ONE], BigInt(price));
    if (conversionFloor === null || conversionCeiling === null) return by(1);
    return min([by(conversionFloor + 1), by(conversionCeiling - 1)]);
  }

  /** What happened is the same, each once. */
  #count(): void {
    const receipts = this.realm.receipts();
    for (const one of receipts) this.#recompute({ ...one });
    const happened = receipts.map((one) => {
      if (one.kind === 'opened') {
        const numbers = [one.price, one.margin, one.reference].map(units).join(' ');
        return `opened ${one.id} ${numbers}`;
      }
      if (one.kind === 'ended') return `ended ${one.id} ${one.why}`;
      if (one.kind === 'financed') return `financed ${one.id} ${units(one.amount)}`;
      const numbers = [one.lots, one.price, one.amount, one.reference].map(units).join(' ');
      return `closed ${one.id} ${one.why} ${numbers}`;
    });
    for (const one of happened) this.#note(one.replace(/[-\d]+ ?/g, '').trim());
    same(happened, this.plain.log);
    this.plain.log = [];
    same(this.#kept, this.plain.kept);
    if (this.#kept.some((line) => line.includes('quote'))) this.#note('kept another market');
    this.#kept = [];
    this.plain.kept = [];
  }

  /** The amounts of a receipt follow from it, its terms and its opening. */
  #recompute(receipt: Readonly<Record<string, unknown>>): void {
    const { id, kind, contract } = receipt;
    if (kind === 'opened') this.#opened.set(id, receipt);
    const terms = this.#market.listings.find(({ symbol }) => symbol === contract)!;
    const faults = recomputed(receipt, { ...terms }, this.#opened.get(id));
    if (faults.length > 0) expect(faults, JSON.stringify(receipt)).toEqual([]);
  }

  #sameMoney(name: number | string, owner: number, wallet: 0 | 1): void {
    const { ledger } = this.realm.machines.ledger;
    const slot = ledger.find(accountId(owner, wallet, 1));
    const there = ledger.available(slot) + ledger.held(slot);
    same([`${name} ${there}`], [`${name} ${this.#money.get(name) ?? 0n}`]);
  }

  #note(what: string): void {
    this.outcomes.set(what, (this.outcomes.get(what) ?? 0) + 1);
  }
}

const SHORT = 'insufficientBalance';

/** The account in a receipt, without what the model does not count: ticks and versions. */
function keptLine(text: string): string {
  const { since, wallet, deficit, closeOutPercent, quotes, positions } = readKept(text);
  return [
    `${since} ${wallet} ${deficit} ${closeOutPercent}`,
    ...quotes.map(({ contract, tickAt, spread, recent }) => {
      return `quote ${contract} ${tickAt} ${spread} ${recent}`;
    }),
    ...positions.map(({ id, contract, side, lots, entry, leverage, conversionEntry }) => {
      const converted = conversionEntry === null ? '' : ` ${conversionEntry}`;
      return `${id} ${contract} ${side} ${lots} ${entry} ${leverage}${converted}`;
    }),
  ].join(', ');
}

function units(text: string): string {
  return String(Math.round(Number(text) * 1e8));
}

function same(got: readonly string[], wanted: readonly string[]): void {
  if (got.join('\n') !== wanted.join('\n')) expect(got).toEqual(wanted);
}
