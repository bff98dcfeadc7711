import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import type { Dice } from '@assay/core/testing/dice';
import { INDEX_HOURS } from '../../apps/server/hours.ts';
import type { RealmMachines } from '../../apps/server/realm.ts';
import type { ContractListing } from '../../modules/cfd/rules/terms.ts';
import { listing } from '../../modules/cfd/testing/listings.ts';
import { PlainCfd } from '../../modules/cfd/testing/plain.ts';
import type { Purse } from '../../modules/cfd/testing/plain-values.ts';
import { cfdCommand } from '../../modules/cfd/testing/workload.ts';
import {
  DONE,
  type PlainBody,
  type PlainModule,
} from '../../modules/orders/testing/reference/module.ts';
import type { World } from '../../modules/orders/testing/reference/state.ts';
import type { Row, Tables } from '../database/tables.ts';
import type { Feed } from '../feed/feed.ts';
import { type ClientCommand, expectThat } from '../history.ts';
import { proveContracts } from './cfd-proof.ts';
import type { ContractWallets } from './contract-wallets.ts';
import type { Moment, PartWorkload, SimPart } from './part.ts';

const CASH = 'USDT';
/** One that never closes, in two sizes; gold with its sessions, thin openings and triple nights. */
export const CONTRACTS: readonly ContractListing[] = [
  listing({ calmPpm: 20_000, carry: 3_000_000, carryDays: 7, maxNetLots: '40', spread: '0.5' }),
  listing({
    ...{ symbol: 'BTCMINI-CFD', contractSize: '0.1', spread: '1.01', maxLeverage: 50 },
    ...{ maxNetLots: '200', calmPpm: 5_000 },
  }),
  listing({
    ...{ symbol: 'XAUUSD-CFD', index: 'XAU-USD', underlying: 'gold', spread: '0.31' },
    ...{ nights: 'spot', thinMs: 600_000, thinPercent: 333, carry: -2_000_000, calmPpm: 4_000 },
  }),
];

/** Contracts against the house, beside spot. */
export const cfdPart: SimPart = {
  name: 'cfd',
  realm: null,
  markets: [],
  follows: true,
  workload: (feed) => new CfdWorkload(feed),
  twin: (wallets) => new CfdTwin(wallets),
  proof: proveContracts,
  books: () => ({ leaves: ['contract', OWNER.cfd, OWNER.insurance] }),
};

class CfdWorkload implements PartWorkload {
  readonly weight = 6;
  readonly #feed: Feed;

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  setUp(dice: Dice, users: readonly number[]): ClientCommand[] {
    const own = (type: string, body: object) => ({ actor: OWNER.setup, type, body });
    const fund = (owner: number, amount: string) =>
      own('fundHouse', { owner, asset: CASH, amount });
    return [
      ...CONTRACTS.map((one) => own('listCfd', one)),
      fund(OWNER.cfd, dice.pick(['20', '2000', '50000'])),
      ...(dice.int(0, 1) === 0 ? [fund(OWNER.insurance, '5')] : []),
      ...users.map((actor) => {
        const amount = dice.pick(['8', '60', '400']);
        const body = { asset: CASH, from: 'currency', to: 'contract', amount };
        return { actor, type: 'transferFunds', body };
      }),
      this.#feed.prices(dice),
    ];
  }

  command(dice: Dice, users: readonly number[], { at, machines }: Moment): ClientCommand {
    const way = dice.int(0, 99);
    if (way < 25) return this.#feed.prices(dice);
    if (way < 38) return this.#changeTerms(dice, users);
    const { positions, orders, contracts } = machines?.cfd.state.tables ?? NOTHING;
    return cfdCommand(dice, {
      ...{ users, contracts: CONTRACTS, prices: this.#feed.present(), now: at },
      orders: orders.rows().map(({ id, userId: user }) => ({ id, user })),
      positions: positions.rows().map(({ id, userId: user, contract, side }) => {
        return { id, user, side, index: contracts.get(contract)!.index };
      }),
    });
  }

  #changeTerms(dice: Dice, users: readonly number[]): ClientCommand {
    const one = dice.pick(CONTRACTS);
    const change = dice.pick([
      { spread: '2' },
      { status: 'closeOnly' as const },
      { maxLeverage: 5 },
      { maxNetLots: '3' },
      { carry: 0, adminPpm: 200_000 },
      {},
      {},
      {},
    ]);
    const actor = dice.int(0, 9) === 0 ? dice.pick(users) : OWNER.setup;
    return { actor, type: 'setCfdTerms', body: { ...one, ...change } };
  }
}

const NONE = { rows: () => [], get: () => undefined };
const NOTHING: Pick<RealmMachines['cfd']['state']['tables'], 'positions' | 'orders' | 'contracts'> =
  { positions: NONE, orders: NONE, contracts: NONE } as never;

/** The plain model of contracts on the wallets and the house of the plain world. */
class CfdTwin implements PlainModule {
  readonly plain = this;
  readonly commands = [
    ...['listCfd', 'setCfdTerms', 'placeCfdOrder', 'cancelCfdOrder', 'closeCfdPositions'],
    ...['protectCfdPosition', 'setCfdMode', 'workCfdTicks'],
  ];
  readonly #wallets: ContractWallets;
  readonly #model: PlainCfd;
  #escrow = 0n;
  /** Receipts that were compared. */
  #compared = 0;

  constructor(wallets: ContractWallets) {
    this.#wallets = wallets;
    this.#model = new PlainCfd(this.#purse(), INDEX_HOURS.sessionAt);
    const model = this.#model;
    wallets.addClaim({
      asset: CASH,
      free: (user) => model.free(user),
      held: (user) => model.accounts.get(user)?.held ?? 0n,
      moved: (user) => model.moved(user),
    });
  }

  decide({ seq, at }: World, type: string, actor: number, body: PlainBody): object {
    const model = this.#model;
    // What is left of a tick was done with it; what new terms have left over ends now.
    if (type === 'workCfdTicks') {
      model.endIdle();
      return DONE;
    }
    if (type !== 'listCfd' && type !== 'setCfdTerms') {
      const refusal = model.decide(type, actor, body, seq, at);
      return refusal === null ? DONE : { refusal };
    }
    if (actor !== OWNER.setup) return { refusal: 'notAllowed' };
    const known = model.contracts.find(({ terms }) => terms.symbol === body.symbol);
    if (type === 'listCfd') {
      if (known !== undefined) return { refusal: 'alreadyListed' };
      model.list(body as never);
    } else if (known === undefined) return { refusal: 'unknownContract' };
    else {
      known.terms = body as never;
      known.version += 1;
    }
    return DONE;
  }

  prices({ seq, at }: World, news: ReadonlyMap<string, bigint>): void {
    this.#model.tick(news, seq, at);
    // Whatever the prices are of, what waits for nothing ends with them.
    this.#model.endIdle();
  }

  endAll({ at }: World, user: number): void {
    this.#model.endAll(user, at);
  }

  compare(machines: RealmMachines, tables: Tables): void {
    const { cfd } = machines;
    const model = this.#model;
    const { positions, orders, accounts } = cfd.state.tables;
    same(
      'positions',
      positions.rows().map((row) => numbersOf(row)),
      [...model.positions].sort((a, b) => a.id - b.id).map((one) => numbersOf(one)),
    );
    same(
      'orders',
      orders.rows().map(({ id, held }) => `${id} ${held}`),
      model.orders.map(({ id, held }) => `${id} ${held}`),
    );
    const account = (id: number, one: object) =>
      `${id} ${ACCOUNT.map((name) => Reflect.get(one, name))}`;
    same(
      'accounts',
      accounts.rows().map((row) => account(row.userId, row)),
      [...model.accounts].sort(([a], [b]) => a - b).map(([id, row]) => account(id, row)),
    );
    const { ledger } = machines.ledger;
    const asset = machines.markets.assetId(CASH) as number;
    const escrow = ledger.available(ledger.find(accountId(OWNER.cfd, WALLET.contract, asset)));
    expectThat(escrow === this.#escrow, `escrow has ${escrow}, the model ${this.#escrow}`);
    for (const { userId, held } of accounts.rows()) {
      const is = ledger.held(ledger.find(accountId(userId, WALLET.contract, asset)));
      expectThat(is === held, `${is} of ${userId} is held, the account says ${held}`);
    }
    this.#compareReceipts(tables);
  }

  /** What happened is what the model did, in its order, each once. */
  #compareReceipts(tables: Tables): void {
    const receipts = tables.rows('cfd_receipt');
    const happened = receipts.slice(this.#compared).map(happenedOf);
    this.#compared = receipts.length;
    same('receipts', happened, this.#model.log.splice(0));
  }

  #purse(): Purse {
    const house = (name: 'house' | 'insurance') => {
      const owner = name === 'house' ? OWNER.cfd : OWNER.insurance;
      return this.#wallets.world.balance(owner, CASH);
    };
    return {
      get: (owner) => {
        if (typeof owner === 'number') return this.#wallets.of(owner, CASH);
        return owner === 'escrow' ? this.#escrow : house(owner).available;
      },
      add: (owner, amount) => {
        if (typeof owner === 'number') this.#wallets.add(owner, CASH, amount);
        else if (owner === 'escrow') this.#escrow += amount;
        else house(owner).available += amount;
      },
    };
  }
}

const ACCOUNT = ['netted', 'deficit', 'owed', 'level', 'endangered', 'held'];
const POSITION = [
  ...['id', 'lots', 'entry', 'leverage', 'takeProfit', 'stopLoss', 'trail', 'guaranteed'],
  ...['premium', 'closing', 'financing'],
];

function numbersOf(position: object): string {
  return POSITION.map((name) => Reflect.get(position, name)).join(' ');
}

function happenedOf(row: Row): string {
  const { kind, id, why, price, margin, lots, amount, reference } = row;
  if (kind === 'opened') return `opened ${id} ${price} ${margin} ${reference}`;
  if (kind === 'ended') return `ended ${id} ${why}`;
  if (kind === 'financed') return `financed ${id} ${amount}`;
  return `closed ${id} ${why} ${lots} ${price} ${amount} ${reference}`;
}

function same(what: string, machine: readonly string[], model: readonly string[]): void {
  if (machine.join() === model.join()) return;
  const at = machine.findIndex((one, n) => one !== model[n]);
  const n = at < 0 ? machine.length : at;
  expectThat(false, `${what} of contracts: ${machine[n]} (${n}), in the model ${model[n]}`);
}
