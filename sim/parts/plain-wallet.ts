import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { PlainBody, PlainModule } from '../../modules/orders/testing/reference/module.ts';
import { HOUSE, OUTSIDE, type World } from '../../modules/orders/testing/reference/state.ts';
import type { ContractWallets } from './contract-wallets.ts';

/** A withdrawal as the model has it; amounts in units of 1e-8. */
export interface PlainWithdrawal {
  readonly id: number;
  readonly user: number;
  readonly asset: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly digest: string;
  readonly requestedAt: number;
  state: string;
  changedAt: number;
  reason: string;
}

const CUSTODY = 93;
const OUTSIDE_DEPOSITS = 101;
const OUTSIDE_WITHDRAWALS = 102;
const FIRST_USER = 1000;
const MOST_OPEN = 20;
const MOST = 2n ** 63n - 1n;
const REASONS = [
  ...['addressAtRisk', 'sourceUnclear', 'turnoverOpen', 'accountAtRisk', 'identityOpen'],
  ...['requiredByLaw', 'notSent'],
];

/** Money in and out in plain objects and bigints, from specs/WDRL.md and WALL.md alone. */
export class PlainWallet implements PlainModule {
  readonly commands = [
    ...['transferFunds', 'creditDeposit', 'requestWithdrawal', 'cancelWithdrawal'],
    ...['approveWithdrawal', 'refuseWithdrawal', 'payWithdrawal', 'settleWithdrawal'],
    ...['returnWithdrawal', 'recallWithdrawal'],
  ];
  open: PlainWithdrawal[] = [];
  readonly #wallets: ContractWallets;

  constructor(wallets: ContractWallets) {
    this.#wallets = wallets;
  }

  decide(world: World, type: string, actor: number, body: PlainBody): object {
    if (type === 'transferFunds') return this.#transfer(world, actor, body);
    if (type === 'creditDeposit') return this.#credit(world, actor, body);
    if (type === 'requestWithdrawal') return this.#request(world, actor, body);
    return this.#step(world, type, actor, body);
  }

  /** The virtual account of a user is taken back: withdrawals end, and both wallets are empty. */
  endAll(world: World, user: number): void {
    for (const one of this.open.filter((row) => row.user === user)) this.#letGo(world, one);
    for (const asset of world.assets) {
      const left = this.#wallets.of(user, asset);
      world.balance(OUTSIDE.virtual, asset).available += left;
      this.#wallets.add(user, asset, -left);
    }
  }

  #transfer(world: World, actor: number, body: PlainBody): object {
    const { from, to } = body;
    if (actor < FIRST_USER) return { refusal: 'notAllowed' };
    const asset = body.asset as string;
    if (!world.assets.includes(asset)) return { refusal: 'unknownAsset' };
    const wallets = ['currency', 'contract'];
    if (![from, to].every((one) => wallets.includes(one as string))) {
      return { refusal: 'unknownWallet' };
    }
    if (from === to) return { refusal: 'sameWallet' };
    const amount = units(body.amount);
    if (amount === null || amount === 0n) return { refusal: 'invalidAmount' };
    const balance = world.balance(actor, asset);
    const there = from === 'currency' ? balance.available : this.#wallets.free(actor, asset);
    if (there < amount) return { refusal: 'insufficientBalance' };
    const change = from === 'currency' ? amount : -amount;
    balance.available -= change;
    this.#wallets.add(actor, asset, change);
    this.#wallets.moved(actor);
    return { asset, from, to, amount: text(amount) };
  }

  #credit(world: World, actor: number, body: PlainBody): object {
    if (actor !== CUSTODY) return { refusal: 'notAllowed' };
    const user = body.userId as number;
    if (!Number.isSafeInteger(user) || user < FIRST_USER) return { refusal: 'unknownUser' };
    const asset = body.asset as string;
    if (!world.assets.includes(asset)) return { refusal: 'unknownAsset' };
    const amount = units(body.amount);
    if (amount === null || amount === 0n) return { refusal: 'invalidAmount' };
    if (!isDigest(body.digest)) return { refusal: 'invalidDigest' };
    const rules = body.rules as number;
    if (!Number.isSafeInteger(rules) || rules < 1) return { refusal: 'invalidRules' };
    if (amount > MOST - issued(world, asset)) return { refusal: 'noRoom' };
    world.balance(OUTSIDE_DEPOSITS, asset).available -= amount;
    world.balance(user, asset).available += amount;
    return { id: world.seq, asset, amount: text(amount), at: world.at };
  }

  #request(world: World, actor: number, body: PlainBody): object {
    if (actor < FIRST_USER) return { refusal: 'notAllowed' };
    const asset = body.asset as string;
    if (!world.assets.includes(asset)) return { refusal: 'unknownAsset' };
    const [amount, fee] = [units(body.amount), units(body.fee)];
    if (amount === null || amount === 0n) return { refusal: 'invalidAmount' };
    if (fee === null || fee >= amount) return { refusal: 'invalidFee' };
    if (!isDigest(body.digest)) return { refusal: 'invalidDigest' };
    const own = this.open.filter(({ user }) => user === actor);
    if (own.length >= MOST_OPEN) return { refusal: 'tooManyWithdrawals' };
    const balance = world.balance(actor, asset);
    if (balance.available < amount) return { refusal: 'insufficientBalance' };
    balance.available -= amount;
    balance.held += amount;
    const { seq: id, at } = world;
    const row = {
      ...{ id, user: actor, asset, amount, fee, digest: body.digest as string },
      ...{ requestedAt: at, state: 'requested', changedAt: at, reason: '' },
    };
    this.open.push(row);
    return view(row);
  }

  #step(world: World, type: string, actor: number, body: PlainBody): object {
    const isOwners = type === 'cancelWithdrawal';
    if (!isAllowed(type, actor, body)) return { refusal: 'notAllowed' };
    const row = this.open.find(({ id }) => id === body.withdrawalId);
    if (row === undefined || (isOwners && row.user !== actor)) {
      return { refusal: 'unknownWithdrawal' };
    }
    if (!isOwners && row.digest !== body.digest) return { refusal: 'otherDigest' };
    const givesBack = type === 'refuseWithdrawal' || type === 'returnWithdrawal';
    if (givesBack && !REASONS.includes(body.reason as string)) return { refusal: 'unknownReason' };
    if (type === 'settleWithdrawal' && !isDigest(body.payout)) return { refusal: 'invalidPayout' };
    const next = NEXT[`${row.state} ${type}`];
    if (next === undefined) return { refusal: 'wrongState' };
    if (next === 'paid') this.#pay(world, row);
    else if (next !== 'approved' && next !== 'paying') this.#letGo(world, row);
    row.state = next;
    row.changedAt = world.at;
    if (givesBack) row.reason = body.reason as string;
    return view(row);
  }

  #pay(world: World, { id, user, asset, amount, fee }: PlainWithdrawal): void {
    world.balance(user, asset).held -= amount;
    world.balance(OUTSIDE_WITHDRAWALS, asset).available += amount - fee;
    world.balance(HOUSE.fees, asset).available += fee;
    this.open = this.open.filter((one) => one.id !== id);
  }

  #letGo(world: World, { id, user, asset, amount }: PlainWithdrawal): void {
    const balance = world.balance(user, asset);
    balance.held -= amount;
    balance.available += amount;
    this.open = this.open.filter((one) => one.id !== id);
  }
}

const NEXT: Readonly<Record<string, string>> = {
  'requested cancelWithdrawal': 'cancelled',
  'approved cancelWithdrawal': 'cancelled',
  'requested refuseWithdrawal': 'refused',
  'approved refuseWithdrawal': 'refused',
  'requested approveWithdrawal': 'approved',
  'approved payWithdrawal': 'paying',
  'paying settleWithdrawal': 'paid',
  'paying returnWithdrawal': 'returned',
  'paying recallWithdrawal': 'cancelled',
};

function isAllowed(type: string, actor: number, { ground }: PlainBody): boolean {
  if (type === 'cancelWithdrawal') return actor >= FIRST_USER;
  if (type === 'refuseWithdrawal' || type === 'returnWithdrawal') return actor < 0;
  if (type !== 'approveWithdrawal' || ground === 'tier') return actor === CUSTODY;
  return actor < 0 && (ground === 'onePerson' || ground === 'twoPeople');
}

/** What came in from outside and has not left again. */
function issued(world: World, asset: string): bigint {
  return [OUTSIDE_DEPOSITS, OUTSIDE_WITHDRAWALS, OUTSIDE.capital, OUTSIDE.virtual]
    .map((owner) => -world.balance(owner, asset).available)
    .reduce((sum, one) => sum + one, 0n);
}

function units(value: unknown): bigint | null {
  if (typeof value !== 'string' || !/^(0|[1-9][0-9]*)([.][0-9]{1,8})?$/.test(value)) return null;
  const [whole = '', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

function isDigest(value: unknown): boolean {
  return typeof value === 'string' && value.length === 64 && /^[0-9a-f]*$/.test(value);
}

function text(amount: bigint): string {
  return formatDecimal(amount, SCALE);
}

function view({ id, asset, amount, fee, state, ...row }: PlainWithdrawal): object {
  const { requestedAt, changedAt, reason } = row;
  return {
    ...{ id, asset, amount: text(amount), fee: text(fee), state },
    ...{ requestedAt, changedAt, reason },
  };
}
