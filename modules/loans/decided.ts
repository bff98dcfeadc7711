import { id, oneOf, text } from '@assay/core/schema/fields';
import type { PoolClient } from '@assay/platform/db/database';
import { z } from 'zod';
import type { Parts } from './parts.ts';
import { REFUSE_REASONS, REPAYMENT_REASONS } from './rules/index.ts';
import { creditOn, offerTo } from './steps.ts';
import {
  type Application,
  applicationById,
  decideApplication,
  lockApplication,
} from './store/applications.ts';
import {
  confirmRepayment,
  isCredited,
  type Repayment,
  refuseRepayment,
  repaymentById,
} from './store/repayments.ts';
import { stageOf, text as textOf } from './views.ts';

const HASH = /^[0-9a-f]{64}$/;
const digest = z.string().regex(HASH);
/** `amount`: for those who read what they sign. */
const named = { applicationId: id, digest };
const approve = z.strictObject({ ...named, amount: z.string() });
const refuseOne = z.strictObject({ ...named, reason: oneOf(...REFUSE_REASONS) });
const paid = { repaymentId: id, digest };
/** `reference`: how the bank or the chain names the payment, in one way of writing. */
const reference = text(1, 100).transform(written).pipe(z.string().min(4));
const confirm = z.strictObject({ ...paid, amount: z.string(), reference });
const refusePaid = z.strictObject({ ...paid, reason: oneOf(...REPAYMENT_REASONS) });

/** What two people decide about loans (see modules/operators). */
export function decidedCommands(parts: Parts) {
  return {
    approveLoan: approveCommand(parts),
    refuseLoan: refuseCommand(),
    confirmRepayment: confirmCommand(parts),
    refuseRepayment: refusePaidCommand(),
  };
}

/** Without what nobody sees, in small letters; the hash of a transaction as chains write it. */
function written(given: string): string {
  const plain = given.replaceAll(/[\s\p{Cf}]/gu, '').toLowerCase();
  return HASH.test(plain) ? `0x${plain}` : plain;
}

async function userOf(body: object, client: PoolClient): Promise<number | null> {
  const one = await applicationById(client, (body as { applicationId: number }).applicationId);
  return one?.userId ?? null;
}

/** The pool has what is promised, else nobody approves it. */
function approveCommand(parts: Parts) {
  const against = async (body: object, client: PoolClient) => {
    const { amount, ...about } = approve.parse(body);
    const one = await underReview(client, about);
    if (typeof one === 'string') return one;
    if (textOf(one.amount) !== amount) return 'otherLoanAmount';
    if (!(await parts.isOffered(one.userId))) return 'loansNotOffered';
    return parts.realm.available() < one.amount ? 'lendingPoolShort' : null;
  };
  return {
    read: (body: object) => approve.safeParse(body).data ?? null,
    customer: userOf,
    prepared: against,
    run: async (body: object, client: PoolClient, now: number) => {
      const why = await against(body, client);
      if (why !== null) return { refusal: why } as const;
      const { applicationId } = approve.parse(body);
      await decideApplication(client, applicationId, 'approved', { now });
      return { outcome: { applicationId } };
    },
    done: async (body: object, now: number) => {
      const { applicationId } = approve.parse(body);
      const one = await applicationById(parts.database.pool, applicationId);
      if (one !== null && stageOf(one) === 'approved') await offerTo(parts, one, now);
    },
  };
}

function refuseCommand() {
  const against = async (body: object, client: PoolClient) => {
    const { reason: _, ...about } = refuseOne.parse(body);
    const one = await underReview(client, about);
    return typeof one === 'string' ? one : null;
  };
  return {
    read: (body: object) => refuseOne.safeParse(body).data ?? null,
    customer: userOf,
    prepared: against,
    run: async (body: object, client: PoolClient, now: number) => {
      const why = await against(body, client);
      if (why !== null) return { refusal: why } as const;
      const { applicationId, reason } = refuseOne.parse(body);
      await decideApplication(client, applicationId, 'refused', { now, reason });
      return { outcome: { applicationId } };
    },
  };
}

async function payerOf(body: object, client: PoolClient): Promise<number | null> {
  const one = await repaymentById(client, (body as { repaymentId: number }).repaymentId);
  return one?.userId ?? null;
}

function confirmCommand(parts: Parts) {
  const against = async (body: object, client: PoolClient) => {
    const { amount, repaymentId, digest: seen, reference: by } = confirm.parse(body);
    // First, so that all who wait do so in one order.
    const isUsed = await isCredited(client, by);
    const one = await waiting(client, repaymentId, seen);
    if (typeof one === 'string') return one;
    if (textOf(one.amount) !== amount) return 'otherLoanAmount';
    return isUsed ? 'repaymentReferenceUsed' : null;
  };
  return {
    read: (body: object) => confirm.safeParse(body).data ?? null,
    customer: payerOf,
    prepared: against,
    run: async (body: object, client: PoolClient, now: number) => {
      const why = await against(body, client);
      if (why !== null) return { refusal: why } as const;
      const { repaymentId, reference: by } = confirm.parse(body);
      const rules = parts.rulesVersion(now);
      const decision = { repaymentId, reference: by, rules };
      const done = await confirmRepayment(client, decision, now);
      return done ? { outcome: { repaymentId } } : { refusal: 'repaymentReferenceUsed' as const };
    },
    done: async (body: object) => {
      const one = await repaymentById(parts.database.pool, confirm.parse(body).repaymentId);
      if (one?.state === 'crediting') await creditOn(parts, one);
    },
  };
}

function refusePaidCommand() {
  const against = async (body: object, client: PoolClient) => {
    const { repaymentId, digest: seen } = refusePaid.parse(body);
    const one = await waiting(client, repaymentId, seen);
    return typeof one === 'string' ? one : null;
  };
  return {
    read: (body: object) => refusePaid.safeParse(body).data ?? null,
    customer: payerOf,
    prepared: against,
    run: async (body: object, client: PoolClient, now: number) => {
      const why = await against(body, client);
      if (why !== null) return { refusal: why } as const;
      const { repaymentId, reason } = refusePaid.parse(body);
      await refuseRepayment(client, repaymentId, reason, now);
      return { outcome: { repaymentId } };
    },
  };
}

type About = { readonly applicationId: number; readonly digest: string };

/** One under review, on which nobody else decides meanwhile; or why nothing can be decided. */
async function underReview(
  client: PoolClient,
  { applicationId, digest: seen }: About,
): Promise<Application | 'unknownLoan' | 'otherDigest' | 'wrongLoanState'> {
  const one = await lockApplication(client, applicationId);
  if (one === null) return 'unknownLoan';
  if (one.digest !== seen) return 'otherDigest';
  return stageOf(one) === 'unreviewed' ? one : 'wrongLoanState';
}

async function waiting(
  client: PoolClient,
  repaymentId: number,
  seen: string,
): Promise<Repayment | 'unknownRepayment' | 'otherDigest' | 'wrongLoanState'> {
  const one = await repaymentById(client, repaymentId, true);
  if (one === null) return 'unknownRepayment';
  if (one.digest !== seen) return 'otherDigest';
  return one.state === 'review' ? one : 'wrongLoanState';
}
