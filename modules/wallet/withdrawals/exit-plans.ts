import { createHash } from 'node:crypto';
import { canonicalText } from '@assay/core/approval/canonical-text';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { CallInput } from '@assay/core/schema/call';
import { Busy, conflict, InvalidInput, Refusal, refuse } from '@assay/core/schema/outcome';
import { SECOND } from '@assay/core/time';
import { readAddress } from '@assay/platform/chain/addresses';
import { transaction } from '@assay/platform/db/transaction';
import { OutcomeUnknown } from '@assay/platform/engine/status';
import type { Handlers } from '@assay/platform/http/context';
import { newId } from '@assay/platform/secrets';
import { MAX_OPEN_WITHDRAWALS } from '../machine/wallet-machine.ts';
import { type ExitPart, type FullExit, fullExit } from '../rules/index.ts';
import type { exitPlanCalls } from '../schema/exit-plans.ts';
import { braked } from './brake.ts';
import type { Parts, UserContext } from './parts.ts';
import { costOf, detailOf, rowOf, submit, unprovedOf, wantedOf } from './requests.ts';
import { requestOf, situationOf, type Wanted } from './situation.ts';
import { addDestination, type Destination, ofPlan } from './store/destinations.ts';
import { addPlan, planByCommand, type StoredPlan } from './store/plans.ts';
import { withdrawalsOfPlan } from './store/withdrawals.ts';
import { viewOf } from './views.ts';

type Input = CallInput<(typeof exitPlanCalls)['acceptExitPlan']>;
type Asked = CallInput<(typeof exitPlanCalls)['planExit']>;

const BUSY_MS = 2 * SECOND;
const text = (units: bigint) => formatDecimal(units, SCALE);

/** The calls of people about plans by which an amount leaves whole (decision 0132). */
export function exitPlanHandlers(parts: Parts): Handlers<typeof exitPlanCalls> {
  return {
    planExit: async (input, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const planned = await plannedOf(parts, input, actor.userId, now);
      return planned instanceof InvalidInput ? planned : shown(planned);
    },
    acceptExitPlan: (input, context) => acceptExitPlan(parts, input, context),
    cancelExitPlan: (input, context) => cancelExitPlan(parts, input, context),
  };
}

interface Planned {
  readonly wanted: Wanted;
  readonly exit: FullExit;
  readonly digest: string;
}

/** The plan for an amount as it is now. */
async function plannedOf(parts: Parts, input: Asked, userId: number, now: number) {
  const wanted = wantedOf(parts, { ...input, kind: 'ordinary' }, userId);
  if (wanted instanceof InvalidInput) return wanted;
  const { situation, riskOf, ...known } = await situationOf(parts, wanted, now);
  const most = MAX_OPEN_WITHDRAWALS - parts.realm.openWithdrawals(userId);
  const exit = fullExit(requestOf(wanted, situation, known), situation, { most, riskOf });
  return { wanted, exit, digest: digestOf(wanted, input, exit) };
}

/** Of all that the person sees: where to, and each part with its amount, its fee and its day. */
function digestOf(wanted: Wanted, input: Asked, exit: FullExit): string {
  const { asset, address, memo, amount } = wanted;
  const { chainId, recipient, provider } = input;
  const parts = exit.parts.map((part) => ({
    ...{ kind: part.kind, amount: text(part.amount), notBefore: part.notBefore },
    fee: text(costOf(part.verdict, { ...wanted, amount: part.amount }).fee),
  }));
  const where = { asset, chainId, address, memo, recipient, provider, amount: text(amount) };
  return createHash('sha256')
    .update(canonicalText({ ...where, parts }))
    .digest('hex');
}

function shown({ wanted, exit, digest }: Planned) {
  const { asset } = wanted;
  const parts = exit.parts.map(({ kind, amount, verdict }) => {
    const { fee, arrives } = costOf(verdict, { ...wanted, amount });
    const { goesAt, ground } = verdict;
    const holds = verdict.holds.map(({ code, until }) => ({ reason: code, deadline: until }));
    return { kind, amount, fee, arrives, goesAt, ground, holds };
  });
  const sum = (name: 'amount' | 'fee' | 'arrives') =>
    text(parts.reduce((total, part) => total + part[name], 0n));
  return {
    refusals: exit.refusals.map((one) => ({ code: one.code, detail: detailOf(one, asset) })),
    parts: parts.map(({ amount, fee, arrives, ...part }) => ({
      ...{ ...part, amount: text(amount), fee: text(fee), arrives: text(arrives) },
    })),
    ...{ leaves: sum('amount'), fee: sum('fee'), arrives: sum('arrives') },
    remains: exit.remains.map(({ code, amount, refused }) => ({
      ...{ code, amount: text(amount), detail: refused === null ? {} : detailOf(refused, asset) },
    })),
    digest,
  };
}

/**
 * Takes a plan in as it was shown: all rows in one transaction, then the engine gets a command for
 * each. The same command id again sends the same commands again, and proves nothing again.
 */
function acceptExitPlan(parts: Parts, input: Input, context: UserContext) {
  const { actor, commandId = `plan ${newId()}`, now } = context;
  if (actor.realm !== 'real') return refuse('virtualAccount');
  const turn = parts.turns.take(actor.userId, async () => {
    const { pool } = parts.database;
    const known = await planByCommand(pool, commandId);
    if (known === null) return take(parts, input, commandId, context);
    const rows = await ofPlan(pool, known.planId);
    return isSame(known, rows, input) ? submitAll(parts, known.planId, rows, now) : conflict();
  });
  return turn ?? new Busy(BUSY_MS);
}

/** Whether a command id was used for the same plan. */
function isSame(known: StoredPlan, [first]: readonly Destination[], input: Input): boolean {
  const isPlan = known.digest === input.digest && known.asset === input.asset;
  if (first === undefined || !isPlan) return false;
  const names = ['chainId', 'memo', 'recipient', 'provider'] as const;
  return (
    known.amount === parseDecimal(input.amount, SCALE) &&
    first.address === readAddress(input.address) &&
    names.every((name) => first[name] === input[name])
  );
}

async function take(parts: Parts, input: Input, commandId: string, context: UserContext) {
  const { now, actor } = context;
  const planned = await plannedOf(parts, input, actor.userId, now);
  if (planned instanceof InvalidInput) return planned;
  const { wanted, exit, digest } = planned;
  const { asset, amount, userId } = wanted;
  const [refused] = exit.refusals;
  if (refused !== undefined) return new Refusal(refused.code, detailOf(refused, asset));
  const max = String(MAX_OPEN_WITHDRAWALS);
  if (exit.parts.length === 0) return refuse('tooManyWithdrawals', { max });
  if (digest !== input.digest) return refuse('planChanged');
  const unproved = await unprovedOf(parts, 'acceptExitPlan', input, context);
  if (unproved !== null) return unproved;
  const rows = exit.parts.map((part, n) => withPart(wanted, input, part, now, `${commandId} ${n}`));
  const planId = await transaction(parts.database.pool, async (client) => {
    const plan = await addPlan(client, { commandId, userId, asset, amount, digest }, now);
    if (plan === null) return null;
    for (const [n, { verdict }] of exit.parts.entries()) {
      const part = { ...rows[n]!, planId: plan };
      const { row, holds } = await braked(parts, client, part, verdict.holds, now);
      const added = await addDestination(client, row, verdict.parts, holds);
      if (!added) throw new Error(`part ${n} of plan ${plan} has the id of another withdrawal`);
    }
    return plan;
  });
  return planId === null ? conflict() : submitAll(parts, planId, rows, now);
}

function withPart(wanted: Wanted, input: Input, part: ExitPart, now: number, commandId: string) {
  const { kind, amount, notBefore, verdict, risk } = part;
  const row = rowOf({ ...wanted, kind, amount, notBefore }, input, verdict, now);
  return { ...row, commandId, risk: { score: risk.score, inputs: risk.inputs } };
}

type Sent = Parameters<typeof submit>[1];

/** One batch of commands, in the order of the plan; what is refused of them says why. */
async function submitAll(parts: Parts, planId: number, rows: readonly Sent[], now: number) {
  const outcomes = await Promise.allSettled(rows.map((row) => submit(parts, row, now)));
  const answers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = outcomes.find((one) => one.status === 'rejected');
  // Some stand and some do not: whoever asks again, by the same id, gets the rest of them.
  if (failed && answers.length > 0) throw new OutcomeUnknown('a part of a plan');
  if (failed) throw failed.reason;
  const taken = answers.flatMap((answer) => (answer instanceof Refusal ? [] : [answer]));
  const refused = answers.flatMap((answer, n) => {
    if (!(answer instanceof Refusal)) return [];
    return [{ amount: text(rows[n]!.amount), code: answer.code as 'tooManyWithdrawals' }];
  });
  const [first] = answers;
  if (taken.length === 0 && first instanceof Refusal) return first;
  return { planId, taken, refused };
}

/** Cancels what can be; parts that have left, or are being sent, stay as they are. */
async function cancelExitPlan(
  parts: Parts,
  { planId }: { planId: number },
  { actor, commandId, now }: UserContext,
) {
  if (actor.realm !== 'real') return refuse('virtualAccount');
  const { pool } = parts.database;
  const own = async () => withdrawalsOfPlan(pool, actor.userId, planId);
  const found = await own();
  if (found.length === 0) return refuse('unknownPlan');
  const replies = await Promise.all(
    found.map(({ withdrawalId }) => {
      const body = { withdrawalId };
      const command = { type: 'cancelWithdrawal', actor: actor.userId, body } as const;
      const named = commandId === undefined ? {} : { id: `${commandId} ${withdrawalId}` };
      return parts.realm.submit({ ...command, ...named });
    }),
  );
  const cancelled = replies.filter(({ ok }) => ok).length;
  if (cancelled === 0) return refuse('wrongState', { state: found[0]!.state });
  const networks = parts.networks();
  return { cancelled, withdrawals: (await own()).map((one) => viewOf(one, networks, now)) };
}
