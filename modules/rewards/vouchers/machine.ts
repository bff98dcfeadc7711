import type { AccountSlot } from '@assay/core/ledger/ledger';
import {
  accountId,
  FIRST_USER,
  isStaff,
  OWNER,
  trialOwner,
  WALLET,
} from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, formatSafe, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import type { RowOf } from '@assay/core/schema/record';
import type { RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { Assets, LedgerMachine } from '@assay/modules/ledger';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import { PAYS } from '../rules.ts';
import { GIVES, TASKS } from '../schema/tasks.ts';
import type {
  EndTask,
  EndVoucher,
  PayVouchers,
  PublishTask,
  TakeVoucher,
} from '../schema/voucher-commands.ts';
import { KeptVouchers } from './kept.ts';
import { dayOf, dayStart, escrowOf, fundOf, givenBack, trialOf, VOUCHER } from './rules.ts';
import { feeVoucher, rewardTask, voucherPayment } from './tables.ts';
import { TrialFunds } from './trial-funds.ts';

type VoucherRules = RulesFor<
  'publishTask' | 'endTask' | 'takeVoucher' | 'payVouchers' | 'endVoucher'
>;

export type Task = RowOf<typeof rewardTask>;
export type Voucher = RowOf<typeof feeVoucher>;

/** What trial funds for contracts need of these. */
interface Contracts {
  /** Whether an account has something open. */
  hasOpen(owner: number): boolean;
  /** Its contract wallet has gained something. */
  moved(owner: number): void;
}

export interface VouchersMachineOptions {
  readonly realm: Realm;
  readonly ledger: Pick<LedgerMachine, 'ledger'>;
  readonly assets: Assets;
  /** Who is taken for the same person; without this one. */
  peersOf(userId: number): Iterable<number>;
  readonly contracts: Contracts;
}

/**
 * Tasks and the vouchers that they bring (decisions 0095 and 0121). What a task can cost is moved
 * out of house:promotions into the contract wallet of the same, the escrow of vouchers, when it is
 * published; a voucher gives back out of that. Trial funds for contracts leave it when they are
 * taken, for an account of their own (decision 0152). There are none in the demo realm.
 */
export class VouchersMachine extends TableMachine {
  readonly name = 'vouchers';
  readonly rules: VoucherRules = {
    publishTask: (body, turn) => this.#publish(body, turn),
    endTask: (body, turn) => this.#endTask(body, turn),
    takeVoucher: (body, turn) => this.#take(body, turn),
    payVouchers: (body, turn) => this.#pay(body, turn),
    endVoucher: (body, turn) => this.#endVoucher(body, turn),
  };
  readonly #tasks = this.keep(rewardTask);
  readonly #vouchers = new KeptVouchers(this.keep(feeVoucher));
  readonly #payments = this.log(voucherPayment);
  readonly trialFunds: TrialFunds;
  readonly #options: VouchersMachineOptions;

  constructor(options: VouchersMachineOptions) {
    super();
    this.#options = options;
    this.trialFunds = new TrialFunds(this.#vouchers, options);
  }

  tasks(): readonly Task[] {
    return this.#tasks.rows();
  }

  /** Vouchers of a person, in the order in which they were taken. */
  vouchersOf(userId: number): readonly Voucher[] {
    return this.#vouchers.of(userId);
  }

  /** Every voucher that can still give something back. */
  openVouchers(): Voucher[] {
    return this.#vouchers.open();
  }

  /** What vouchers of a task have given back, or paid as trial funds, in units of 1e-8. */
  paidOf(taskId: number): bigint {
    return this.#vouchers.sumOf(taskId).paid;
  }

  /** What those of them that are open can still give. */
  openOf(taskId: number): bigint {
    return this.#vouchers.sumOf(taskId).open;
  }

  override async load(...from: Parameters<TableMachine['load']>): Promise<void> {
    await super.load(...from);
    this.#vouchers.loaded();
  }

  override audit(): void {
    super.audit();
    this.#vouchers.audit();
    const taken = new Map<number, number>();
    let due = 0n;
    for (const row of this.#vouchers.rows()) {
      const { taskId, voucherId, gives, amount, remaining, endedAt } = row;
      taken.set(taskId, (taken.get(taskId) ?? 0) + 1);
      assert(remaining <= amount, `voucher ${voucherId} has no more than it was given`);
      assert(endedAt !== null || remaining > 0, `voucher ${voucherId} is good for something`);
      if (endedAt === null && gives !== 'contracts') due += BigInt(remaining);
    }
    for (const task of this.#tasks.rows()) {
      const { taskId, people } = task;
      assert(task.taken === (taken.get(taskId) ?? 0), `task ${taskId} has its vouchers`);
      assert(task.taken <= people, `task ${taskId} is funded`);
      due += leftOf(task);
    }
    const { ledger } = this.#options.ledger;
    const asset = this.#options.assets.assetId(PAYS);
    const there = asset === undefined ? 0n : ledger.available(ledger.find(escrowOf(asset)));
    assert(there === due, 'the escrow of vouchers has what tasks and vouchers are good for');
  }

  #publish(body: PublishTask, turn: Turn): ReturnType<VoucherRules['publishTask']> {
    const { realm, assets } = this.#options;
    const { ledger } = this.#options.ledger;
    if (realm !== 'real') return { refusal: 'onlyReal' };
    if (!isStaff(turn.actor)) return { refusal: 'notAllowed' };
    const { kind, gives = 'fees', sharePpm, days, people } = body;
    const amount = readAmount(body.amount);
    const isShare = gives === 'fees' ? isIn(sharePpm, VOUCHER.mostSharePpm) : sharePpm === 0;
    const isWhole = GIVES.includes(gives) && isShare && isIn(days, VOUCHER.mostDays);
    if (amount === null || !TASKS.includes(kind) || !isWhole || !isIn(people, VOUCHER.mostPeople)) {
      return { refusal: 'invalidTask' };
    }
    const isOpen = this.#tasks.rows().some((one) => one.kind === kind && one.endedAt === null);
    if (isOpen) return { refusal: 'taskOpen' };
    const asset = assets.assetId(PAYS);
    if (asset === undefined) return { refusal: 'fundEmpty' };
    const budget = BigInt(amount) * BigInt(people);
    const fund = ledger.find(fundOf(asset));
    if (!ledger.covers(fund, budget)) return { refusal: 'fundEmpty' };
    // Past this line nothing may fail.
    ledger.begin(turn.seq);
    ledger.post(fund, ledger.open(escrowOf(asset)), budget, PURPOSE.voucherEscrow);
    const task = { taskId: turn.seq, kind, gives, amount, sharePpm, days, people };
    this.#tasks.insert({ ...task, taken: 0, publishedAt: turn.at, endedAt: null });
    return { taskId: turn.seq };
  }

  #endTask({ taskId }: EndTask, turn: Turn): ReturnType<VoucherRules['endTask']> {
    if (this.#options.realm !== 'real') return { refusal: 'onlyReal' };
    if (!isStaff(turn.actor)) return { refusal: 'notAllowed' };
    const task = this.#tasks.get(taskId);
    if (task === undefined) return { refusal: 'unknownTask' };
    if (task.endedAt !== null) return { refusal: 'taskEnded' };
    const left = leftOf(task);
    // Past this line nothing may fail.
    this.#giveBack(left, turn);
    this.#tasks.change(task, { endedAt: turn.at });
    return { taskId, returned: formatDecimal(left, SCALE) };
  }

  /** One voucher for each kind of task and person, whatever was published when. */
  #take({ taskId }: TakeVoucher, turn: Turn): ReturnType<VoucherRules['takeVoucher']> {
    const { seq, at, actor: userId } = turn;
    if (this.#options.realm !== 'real') return { refusal: 'onlyReal' };
    if (userId < FIRST_USER) return { refusal: 'notAllowed' };
    const task = this.#tasks.get(taskId);
    if (task === undefined) return { refusal: 'unknownTask' };
    if (task.endedAt !== null) return { refusal: 'taskEnded' };
    if (this.hasTaken(userId, task)) return { refusal: 'voucherTaken' };
    for (const peer of this.#options.peersOf(userId)) {
      if (this.hasTaken(peer, task)) return { refusal: 'clusterTook' };
    }
    if (task.taken === task.people) return { refusal: 'taskFull' };
    // Past this line nothing may fail.
    this.#tasks.change(task, { taken: task.taken + 1 });
    const { gives, amount, sharePpm, days } = task;
    const fromDay = dayOf(at);
    const lastDay = fromDay + days;
    const voucher = this.#vouchers.insert({
      ...{ voucherId: seq, taskId, userId, gives, amount, remaining: amount, sharePpm },
      ...{ fromDay, lastDay },
      ...{ paidDay: fromDay - 1, takenAt: at, endedAt: null },
    });
    if (gives === 'contracts') this.#lend(voucher, turn);
    return { voucherId: seq, amount: formatSafe(amount, SCALE), lastDay };
  }

  /** Whether somebody has had a voucher for a task of this kind. */
  hasTaken(userId: number, { kind }: Pick<Task, 'kind'>): boolean {
    return this.vouchersOf(userId).some(({ taskId }) => this.#tasks.get(taskId)!.kind === kind);
  }

  #pay(body: PayVouchers, turn: Turn): ReturnType<VoucherRules['payVouchers']> {
    const { userId, day } = body;
    const { seq, at } = turn;
    if (this.#options.realm !== 'real') return { refusal: 'onlyReal' };
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    if (!Number.isSafeInteger(day) || at < dayStart(day + 1)) return { refusal: 'dayNotOver' };
    const fees = parseDecimal(body.fees, SCALE);
    if (fees === null || fees === 0n || fees > MOST_FEES) return { refusal: 'invalidFees' };
    const ofFees = this.vouchersOf(userId).filter(({ gives }) => gives === 'fees');
    const good = ofFees.filter(
      (one) => one.endedAt === null && one.fromDay <= day && day <= one.lastDay,
    );
    if (good.length === 0) return { refusal: 'noVoucher' };
    if (good.some(({ paidDay }) => paidDay >= day)) return { refusal: 'alreadyPaid' };
    const given = givenBack(good, fees);
    const asset = this.#options.assets.assetId(PAYS)!;
    // Past this line nothing may fail.
    const { ledger } = this.#options.ledger;
    ledger.begin(seq);
    for (const voucher of good) this.#vouchers.change(voucher, { paidDay: day });
    let sum = 0n;
    for (const { voucher, fees: met, amount } of given) {
      const person: AccountSlot = ledger.open(accountId(userId, WALLET.currency, asset));
      ledger.post(ledger.open(escrowOf(asset)), person, amount, PURPOSE.feeVoucher);
      sum += amount;
      const { voucherId } = voucher;
      const payment = { fees: Number(met), amount: Number(amount) };
      this.#payments.add({ seq, voucherId, userId, day, ...payment, at });
      const remaining = voucher.remaining - Number(amount);
      this.#vouchers.change(voucher, { remaining, endedAt: remaining === 0 ? at : null });
    }
    const amount = formatDecimal(sum, SCALE);
    if (sum > 0n) this.publish({ type: 'feesGivenBack', userId, day, amount });
    return { userId, day, amount };
  }

  #endVoucher({ voucherId }: EndVoucher, turn: Turn): ReturnType<VoucherRules['endVoucher']> {
    if (this.#options.realm !== 'real') return { refusal: 'onlyReal' };
    const voucher = this.#vouchers.get(voucherId);
    const isOwn = voucher?.gives === 'contracts' && voucher.userId === turn.actor;
    if (turn.actor !== OWNER.setup && !isOwn) return { refusal: 'notAllowed' };
    if (voucher === undefined) return { refusal: 'unknownVoucher' };
    if (voucher.endedAt !== null) return { refusal: 'voucherEnded' };
    if (!isOwn && turn.at < dayStart(voucher.lastDay + 1)) return { refusal: 'dayNotOver' };
    if (voucher.gives === 'contracts') return this.#settle(voucher, turn);
    const left = BigInt(voucher.remaining);
    // Past this line nothing may fail.
    this.#giveBack(left, turn);
    this.#vouchers.change(voucher, { endedAt: turn.at });
    return { voucherId, returned: formatDecimal(left, SCALE) };
  }

  /** Trial funds go to their account, whose losses they bear. */
  #lend({ voucherId, amount }: Voucher, { seq }: Turn): void {
    const { ledger } = this.#options.ledger;
    const asset = this.#options.assets.assetId(PAYS)!;
    ledger.begin(seq);
    const to = ledger.open(trialOf(voucherId, asset));
    ledger.post(ledger.open(escrowOf(asset)), to, BigInt(amount), PURPOSE.trialFunds);
  }

  /** What their account has is the fund's up to what was given, and beyond it the person's. */
  #settle(voucher: Voucher, { seq, at }: Turn): ReturnType<VoucherRules['endVoucher']> {
    const { voucherId, userId } = voucher;
    if (this.#options.contracts.hasOpen(trialOwner(voucherId))) return { refusal: 'trialOpen' };
    const { ledger } = this.#options.ledger;
    const asset = this.#options.assets.assetId(PAYS)!;
    const from = ledger.open(trialOf(voucherId, asset));
    const there = ledger.available(from);
    const amount = BigInt(voucher.amount);
    const returned = there < amount ? there : amount;
    const gained = there - returned;
    // Past this line nothing may fail.
    ledger.begin(seq);
    if (returned > 0n) ledger.post(from, ledger.open(fundOf(asset)), returned, PURPOSE.trialReturn);
    const person = accountId(userId, WALLET.contract, asset);
    if (gained > 0n) {
      ledger.post(from, ledger.open(person), gained, PURPOSE.trialGain);
      this.#options.contracts.moved(userId);
    }
    this.#vouchers.change(voucher, { remaining: Number(returned), endedAt: at });
    const [back, gain] = [formatDecimal(returned, SCALE), formatDecimal(gained, SCALE)];
    return { voucherId, returned: back, gained: gain };
  }

  #giveBack(amount: bigint, { seq }: Turn): void {
    if (amount === 0n) return;
    const { ledger } = this.#options.ledger;
    const asset = this.#options.assets.assetId(PAYS)!;
    ledger.begin(seq);
    const [from, to] = [ledger.open(escrowOf(asset)), ledger.open(fundOf(asset))];
    ledger.post(from, to, amount, PURPOSE.voucherReturn);
  }
}

/** What is set aside for those who have not come yet, in units of 1e-8. */
export function leftOf({ amount, people, taken, endedAt }: Task): bigint {
  return endedAt === null ? BigInt(amount) * BigInt(people - taken) : 0n;
}

/** Fees of one person and day; far more than anybody pays, and a safe number. */
const MOST_FEES = 10n ** 15n;

const isIn = (value: number, most: number) =>
  Number.isSafeInteger(value) && value > 0 && value <= most;

function readAmount(text: string): number | null {
  const amount = parseDecimal(text, SCALE);
  if (amount === null || amount < VOUCHER.least || amount > VOUCHER.most) return null;
  return Number(amount);
}
