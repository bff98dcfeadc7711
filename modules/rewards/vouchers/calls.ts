import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import type { Handlers } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import { PAYS } from '../rules.ts';
import type {
  TaskState,
  VoucherState,
  voucherCalls,
  voucherStaffCalls,
} from '../schema/vouchers.ts';
import { leftOf, type Task, type Voucher } from './machine.ts';
import { paymentsOf } from './store.ts';

const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/** The calls of people about tasks and vouchers. */
export function voucherHandlers(parts: Parts): Handlers<typeof voucherCalls> {
  const { realm, database } = parts;
  return {
    getTasks: async (_input, { actor }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      return tasksView(parts, actor.userId);
    },
    takeVoucher: async ({ taskId }, { actor }) => {
      const { userId } = actor;
      if (actor.realm !== 'real') return refuse('virtualAccount');
      if (!(await parts.isOffered(userId))) return refuse('rewardsNotOffered');
      if ((await parts.verified(userId)) === 'none') return refuse('verificationNeeded');
      const task = realm
        .vouchers()
        .tasks()
        .find((one) => one.taskId === taskId);
      if (task === undefined) return refuse('unknownTask');
      const { gives } = task;
      if (gives === 'options' && !(await parts.areOptionsOffered(userId))) {
        return refuse('optionsNotOffered');
      }
      if (gives === 'contracts' && !(await parts.areContractsOffered(userId))) {
        return refuse('notOfferedHere');
      }
      if (!(await parts.isDone(task.kind, userId))) return refuse('taskNotDone');
      const reply = await realm.submit({ type: 'takeVoucher', actor: userId, body: { taskId } });
      if (!reply.ok) {
        const { refusal } = reply;
        if (refusal === 'taskEnded' || refusal === 'voucherTaken') return refuse(refusal);
        if (refusal === 'clusterTook' || refusal === 'taskFull') return refuse(refusal);
        throw new Error(`a voucher was refused: ${refusal}`);
      }
      const ownTasks = await tasksView(parts, userId);
      return { ownTasks, receipt: { seq: reply.seq, hash: reply.hash } };
    },
    endTrialFunds: async ({ voucherId }, { actor }) => {
      const { userId } = actor;
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const isOwn = ({ gives, voucherId: id }: Voucher) =>
        gives === 'contracts' && id === voucherId;
      if (!realm.vouchers().vouchersOf(userId).some(isOwn)) return refuse('unknownVoucher');
      const reply = await realm.submit({ type: 'endVoucher', actor: userId, body: { voucherId } });
      if (!reply.ok) {
        const { refusal } = reply;
        if (refusal === 'voucherEnded' || refusal === 'trialOpen') return refuse(refusal);
        throw new Error(`trial funds did not end: ${refusal}`);
      }
      const { returned, gained = '0' } = reply.value;
      const receipt = { seq: reply.seq, hash: reply.hash };
      return { asset: PAYS, returned, gained, receipt };
    },
    getVoucherPayments: async ({ before = Number.MAX_SAFE_INTEGER, limit }, { actor }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const asked = { before, limit: limit + 1 };
      const found = await paymentsOf(database.pool, actor.userId, asked);
      const page = found.slice(0, limit);
      return {
        payments: page.map(({ seq, day, fees, amount, ...payment }) => ({
          ...{ ...payment, paymentId: seq, day: dateOf(day), asset: PAYS },
          ...{ fees: formatSafe(fees, SCALE), amount: formatSafe(amount, SCALE) },
        })),
        next: found.length > limit ? (page.at(-1)?.seq ?? null) : null,
      };
    },
  };
}

/** What tasks and vouchers cost, for staff. */
export function voucherStaffHandlers({
  realm,
}: Pick<Parts, 'realm'>): Handlers<typeof voucherStaffCalls> {
  return {
    getTaskBudgets: async () => {
      const text = (units: bigint) => formatDecimal(units, SCALE);
      const vouchers = realm.vouchers();
      return {
        asset: PAYS,
        available: text(realm.fund()),
        escrow: text(realm.escrow()),
        tasks: [...vouchers.tasks()].reverse().map((task) => ({
          ...termsOf(task),
          ...{ people: task.people, taken: task.taken },
          setAside: text(leftOf(task)),
          inVouchers: text(vouchers.openOf(task.taskId)),
          paid: text(vouchers.paidOf(task.taskId)),
          ...{ publishedAt: task.publishedAt, endedAt: task.endedAt },
        })),
      };
    },
  };
}

/** The tasks that are open, with what is left of each. */
export function openTasks({ realm }: Pick<Parts, 'realm'>) {
  const open = realm
    .vouchers()
    .tasks()
    .filter(({ endedAt }) => endedAt === null);
  return open.map((task) => ({ ...termsOf(task), left: task.people - task.taken }));
}

async function tasksView(parts: Parts, userId: number) {
  const { realm } = parts;
  const machine = realm.vouchers();
  const offered = {
    fees: true,
    options: await parts.areOptionsOffered(userId),
    contracts: await parts.areContractsOffered(userId),
  };
  const mine = openTasks(parts).filter(({ gives }) => offered[gives]);
  const tasks = mine.map(async (task) => ({
    ...task,
    state: await stateOf(parts, task, userId),
  }));
  const kinds = new Map(machine.tasks().map(({ taskId, kind }) => [taskId, kind]));
  return {
    verified: await parts.verified(userId),
    isOffered: await parts.isOffered(userId),
    tasks: await Promise.all(tasks),
    vouchers: machine
      .vouchersOf(userId)
      .toReversed()
      .map((voucher) => voucherView(voucher, kinds)),
  };
}

async function stateOf(
  { realm, isDone }: Parts,
  { kind, left }: Pick<Task, 'kind'> & { readonly left: number },
  userId: number,
): Promise<TaskState> {
  if (realm.vouchers().hasTaken(userId, { kind })) return 'taken';
  if (left === 0) return 'full';
  return (await isDone(kind, userId)) ? 'ready' : 'toDo';
}

function termsOf({ taskId, kind, gives, amount, sharePpm, days }: Task) {
  return { taskId, kind, gives, asset: PAYS, amount: formatSafe(amount, SCALE), sharePpm, days };
}

function voucherStateOf({ endedAt, remaining }: Voucher): VoucherState {
  if (endedAt === null) return 'open';
  return remaining === 0 ? 'used' : 'over';
}

function voucherView(voucher: Voucher, kinds: ReadonlyMap<number, Task['kind']>) {
  const { voucherId, taskId, gives, amount, remaining, sharePpm, fromDay, lastDay } = voucher;
  const state = voucherStateOf(voucher);
  return {
    ...{ voucherId, kind: kinds.get(taskId)!, gives, asset: PAYS, sharePpm, state },
    ...{
      amount: formatSafe(amount, SCALE),
      remaining: formatSafe(state === 'open' ? remaining : 0, SCALE),
    },
    ...{ fromDay: dateOf(fromDay), lastDay: dateOf(lastDay) },
  } as const;
}

const MOST_RECORDS = 10_000;

/** A person's vouchers and what they have given back, as their data has them. */
export async function vouchersOf({ realm, database }: Parts, userId: number) {
  const kinds = new Map(
    realm
      .vouchers()
      .tasks()
      .map(({ taskId, kind }) => [taskId, kind]),
  );
  const all = { before: Number.MAX_SAFE_INTEGER, limit: MOST_RECORDS };
  const payments = await paymentsOf(database.pool, userId, all);
  return {
    vouchers: realm
      .vouchers()
      .vouchersOf(userId)
      .map((voucher) => voucherView(voucher, kinds)),
    feesGivenBack: payments.map(({ voucherId, day, fees, amount, at }) => ({
      ...{ voucherId, day: dateOf(day), asset: PAYS, at },
      ...{ fees: formatSafe(fees, SCALE), amount: formatSafe(amount, SCALE) },
    })),
  };
}
