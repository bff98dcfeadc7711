import { accountId, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { Dice } from '@assay/core/testing/dice';
import { WalletMachine } from '@assay/modules/wallet';
import type { AnyReply } from '@assay/platform/engine/command';
import { machineOf, type RealmMachines } from '../../apps/server/realm.ts';
import { type ClientCommand, expectThat } from '../history.ts';
import type { ContractWallets } from './contract-wallets.ts';
import type { PartBooks, PartWorkload, SimPart } from './part.ts';
import { PlainWallet } from './plain-wallet.ts';
import { realMoney } from './real-money.ts';

/** Money in and out. */
export const walletPart: SimPart = {
  name: 'wallet',
  realm: realMoney,
  markets: [],
  workload: () => new WalletWorkload(),
  twin(wallets) {
    const plain = new PlainWallet(wallets);
    return { plain, compare: (machines) => compare(plain, wallets, machines) };
  },
  books: () => new WalletBooks(),
};

const ASSETS = ['USDT', 'AAA'];
const DIGESTS = ['ab', 'cd'].map((byte) => byte.repeat(32));
/** One of them is no digest. */
const PAYOUTS = [...DIGESTS, ...DIGESTS, 'X'.repeat(64)];
const AMOUNTS = ['0.00000001', '0.5', '1', '2', '12.50', '100', '2500'];
const WRONG_AMOUNTS = ['', '0', '-1', '1e3', '0.000000001', '999999999999', 5];
const STAFF = staffActor(4);

/** The first step more often than all others. */
function often(first: string, ...others: readonly string[]): readonly string[] {
  return [...Array<string>(2 * others.length).fill(first), ...others];
}

/** The step that usually comes next. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  requested: often('approveWithdrawal', 'refuseWithdrawal', 'cancelWithdrawal'),
  approved: often('payWithdrawal', 'refuseWithdrawal', 'cancelWithdrawal'),
  paying: often('settleWithdrawal', 'returnWithdrawal'),
};
const STEPS = [...new Set(Object.values(USUAL).flat())];

interface Known {
  readonly id: number;
  readonly user: number;
  readonly digest: string;
  state: string;
}

class WalletWorkload implements PartWorkload {
  readonly weight = 4;
  readonly #known: Known[] = [];

  command(dice: Dice, users: readonly number[]): ClientCommand {
    const command = this.#sensible(dice, users);
    return dice.int(0, 5) === 0 ? spoiled(dice, command) : command;
  }

  learn({ type, actor, body }: ClientCommand, reply: AnyReply): void {
    if (!reply.ok) return;
    const { state } = reply.value as { state?: string };
    if (type === 'requestWithdrawal') {
      const { digest } = body as { digest: string };
      this.#known.push({ id: reply.seq, user: actor, digest, state: 'requested' });
      return;
    }
    const { withdrawalId } = body as { withdrawalId?: number };
    const known = this.#known.find(({ id }) => id === withdrawalId);
    if (known !== undefined && state !== undefined) known.state = state;
  }

  #sensible(dice: Dice, users: readonly number[]): ClientCommand {
    const actor = dice.pick(users);
    const [asset, amount] = [dice.pick(ASSETS), dice.pick(AMOUNTS)];
    const digest = dice.pick(DIGESTS);
    const way = dice.int(0, 9);
    if (way < 2) {
      const there = dice.int(0, 1) === 0;
      const [from, to] = there ? ['currency', 'contract'] : ['contract', 'currency'];
      return { actor, type: 'transferFunds', body: { asset, from, to, amount } };
    }
    if (way < 3) {
      const body = { userId: actor, asset, amount, digest, rules: dice.int(1, 3) };
      return { actor: OWNER.custody, type: 'creditDeposit', body };
    }
    const open = this.#known.filter(({ state }) => state in USUAL);
    if (way < 5 || this.#known.length === 0) {
      const fee = dice.pick(['0', '0.00000001', '0.1', '0.25']);
      return { actor, type: 'requestWithdrawal', body: { asset, amount, fee, digest } };
    }
    // Now and then one that has ended.
    const known = open.length === 0 || dice.int(0, 9) === 0 ? this.#known : open.slice(0, 2);
    return step(dice, dice.pick(known));
  }
}

function step(dice: Dice, { id: withdrawalId, user, digest, state }: Known): ClientCommand {
  const type = dice.int(0, 7) === 0 ? dice.pick(STEPS) : dice.pick(USUAL[state] ?? STEPS);
  if (type === 'cancelWithdrawal') return { actor: user, type, body: { withdrawalId } };
  const body = { withdrawalId, digest };
  if (type === 'approveWithdrawal') {
    const ground = dice.pick(['tier', 'onePerson', 'twoPeople']);
    return { actor: ground === 'tier' ? OWNER.custody : STAFF, type, body: { ...body, ground } };
  }
  if (type === 'payWithdrawal') return { actor: OWNER.custody, type, body };
  if (type === 'settleWithdrawal') {
    return { actor: OWNER.custody, type, body: { ...body, payout: dice.pick(PAYOUTS) } };
  }
  const reason = dice.pick(['notSent', 'turnoverOpen']);
  return { actor: STAFF, type, body: { ...body, reason } };
}

/** The same with one thing wrong. */
function spoiled(dice: Dice, { actor, type, body }: ClientCommand): ClientCommand {
  const wrong: Record<string, readonly unknown[]> = {
    asset: ['', 'NOPE', null],
    amount: WRONG_AMOUNTS,
    fee: ['-1', '999999', null],
    from: ['currency', 'savings'],
    to: ['currency', null],
    userId: [0, 999, '1000', OWNER.fees],
    digest: ['', 'ef'.repeat(32), 'x'.repeat(64), null],
    rules: [0, 1.5, '1'],
    withdrawalId: [0, -1, '5', 999_999],
    ground: ['tier', 'twoPeople', '', null],
    reason: ['', 'because', null],
    payout: ['', 'X'.repeat(64), null],
  };
  if (dice.int(0, 3) === 0) {
    return { actor: dice.pick([OWNER.custody, OWNER.setup, STAFF, 1000, 1001]), type, body };
  }
  const field = dice.pick(Object.keys(body));
  return { actor, type, body: { ...body, [field]: dice.pick(wrong[field]!) } };
}

function compare(plain: PlainWallet, wallets: ContractWallets, machines: RealmMachines): void {
  const machine = machineOf(machines, WalletMachine);
  const rows = machine.withdrawals.rows();
  expectThat(rows.length === plain.open.length, 'the model has as many open withdrawals');
  for (const one of plain.open) {
    const row = machine.withdrawals.get(one.id);
    expectThat(row !== undefined, `withdrawal ${one.id} is open in the model only`);
    const { state, amount, fee, digest, userId } = row;
    const same = state === one.state && amount === one.amount && fee === one.fee;
    expectThat(
      same && digest === one.digest && userId === one.user,
      `withdrawal ${one.id} is ${state}, of ${amount}; in the model ${one.state}`,
    );
  }
  const { ledger } = machines.ledger;
  for (const [user, asset, amount] of wallets.entries()) {
    const id = machines.markets.assetId(asset) as number;
    const slot = ledger.find(accountId(user, WALLET.contract, id));
    const is = ledger.available(slot) + ledger.held(slot);
    expectThat(is === amount, `the contract wallet of ${user} has ${is} ${asset}, not ${amount}`);
  }
}

interface Booked {
  readonly user: number;
  readonly asset: string;
  readonly amount: bigint;
}

/** What each wallet has and what withdrawals hold, from accepted commands alone. */
class WalletBooks implements PartBooks {
  readonly #open = new Map<number, Booked>();

  *holds(): Iterable<readonly [owner: number, asset: string, amount: bigint]> {
    for (const { user, asset, amount } of this.#open.values()) yield [user, asset, amount];
  }

  command: NonNullable<PartBooks['command']> = (entry, _marketOf, add, charge) => {
    const { type, actor, seq, body } = entry;
    const outcome = entry.outcome as unknown as Record<'asset' | 'amount' | 'fee', string>;
    if (type === 'resetVirtualAccount' || type === 'endVirtualAccount') {
      for (const [id, { user }] of this.#open) if (user === body.userId) this.#open.delete(id);
    } else if (type === 'transferFunds') {
      const change = units(outcome.amount) * (body.from === 'currency' ? -1n : 1n);
      add(actor, outcome.asset, change);
      add(actor, `${outcome.asset} contract`, -change);
    } else if (type === 'creditDeposit') {
      add(body.userId as number, outcome.asset, units(outcome.amount));
    } else if (type === 'requestWithdrawal') {
      const { asset, amount } = outcome;
      this.#open.set(seq, { user: actor, asset, amount: units(amount) });
    } else if (type in ENDS) {
      const id = body.withdrawalId as number;
      const { user, asset, amount } = this.#open.get(id) as Booked;
      this.#open.delete(id);
      if (type !== 'settleWithdrawal') return;
      const fee = units(outcome.fee);
      add(user, asset, fee - amount);
      charge(user, asset, fee);
    }
  };
}

const ENDS: Readonly<Record<string, true>> = {
  cancelWithdrawal: true,
  refuseWithdrawal: true,
  returnWithdrawal: true,
  recallWithdrawal: true,
  settleWithdrawal: true,
};

function units(amount: string): bigint {
  return parseDecimal(amount, SCALE) as bigint;
}
