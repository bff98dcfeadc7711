import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assetSymbol, decimal, id, oneOf, positiveDecimal, text } from '@assay/core/schema/fields';
import type { PoolClient } from '@assay/platform/db/database';
import { z } from 'zod';
import { REFUSED_RECOVERIES } from '../schema/recoveries.ts';
import { creditDigest, type RecoveryParts } from './parts.ts';
import { feeOf } from './rules.ts';
import { isSettledOtherwise } from './settled.ts';
import {
  carries,
  type Decision,
  decide,
  type Recovery,
  recoveryById,
  setCredited,
} from './store.ts';

const isUnits = (written: string) => parseDecimal(written, SCALE) !== null;
const about = { recoveryId: id, digest: z.string().regex(/^[0-9a-f]{64}$/) };

const creditRecovery = z.strictObject({
  ...about,
  /** In whose custody it is now: reserves look for it there. */
  chainId: id,
  /** What was recovered, and what of it is kept for the work: never more than was stated. */
  ...{ asset: assetSymbol, amount: positiveDecimal.refine(isUnits), fee: decimal.refine(isUnits) },
});
const returnRecovery = z.strictObject({
  ...about,
  /** Where it went, and by which transaction, as one entered and another has seen it. */
  to: text(1, 120),
  transaction: z.string().regex(/^[0-9A-Za-z]{32,100}$/),
});
const refuseRecovery = z
  .strictObject({ ...about, reason: oneOf(...REFUSED_RECOVERIES), law: text(0, 120).default('') })
  // A refusal that the law demands names it, and no other does.
  .refine(({ reason, law }) => (reason === 'requiredByLaw') === (law.trim() !== ''));

/** Why it cannot be decided, in the order in which it is checked. */
export type RecoveryRefusal =
  | 'unknownRecovery'
  | 'otherDigest'
  | 'wrongState'
  | 'noAccount'
  | 'unknownAsset'
  | 'unknownChain'
  | 'feeTooHigh'
  | 'noRoom'
  | 'otherAddress'
  | 'alreadyCredited'
  | 'transactionUsed';

type Given = { readonly recoveryId: number; readonly digest: string };

/** What two people decide about a recovery (see modules/operators). */
export function recoveryCommands(parts: RecoveryParts) {
  /** The same three steps for each: read it, judge it, write down what was decided. */
  const command = <T extends Given>(
    schema: z.ZodType<T>,
    judge: (given: T, recovery: Recovery) => Promise<RecoveryRefusal | Decision>,
  ) => {
    const decided = async (body: object, client: PoolClient) => {
      const given = schema.parse(body);
      const recovery = await waiting(client, given);
      if (typeof recovery === 'string') return recovery;
      const decision = await judge(given, recovery);
      if (typeof decision === 'string') return decision;
      const isOver = decision.state !== 'refused' && (await isSettledOtherwise(client, recovery));
      return isOver ? 'alreadyCredited' : { recovery, decision };
    };
    return {
      read: (body: object) => schema.safeParse(body).data ?? null,
      customer: async (body: object, client: PoolClient) =>
        (await recoveryById(client, schema.parse(body).recoveryId))?.userId ?? null,
      prepared: async (body: object, client: PoolClient) => {
        const found = await decided(body, client);
        return typeof found === 'string' ? found : null;
      },
      run: async (body: object, client: PoolClient, now: number) => {
        const found = await decided(body, client);
        if (typeof found === 'string') return { refusal: found };
        const { recovery, decision } = found;
        const done = await decide(client, recovery, decision, now);
        const { recoveryId } = recovery;
        return done ? { outcome: { recoveryId } } : { refusal: 'transactionUsed' as const };
      },
    };
  };
  return {
    creditRecovery: {
      ...command(creditRecovery, (given, recovery) => creditable(parts, given, recovery)),
      done: async (body: object) => {
        const { recoveryId } = creditRecovery.parse(body);
        const recovery = await recoveryById(parts.database.pool, recoveryId);
        if (recovery?.state === 'crediting') await creditOf(parts, recovery);
      },
    },
    returnRecovery: command(returnRecovery, async ({ to, transaction }, recovery) => {
      const { returnTo, sender } = recovery;
      // To where its owner has said, else to where it came from; nowhere else.
      const wanted = returnTo === '' ? (sender ?? '') : returnTo;
      if (wanted === '' || wanted.toLowerCase() !== to.toLowerCase()) return 'otherAddress';
      return { state: 'returned', hash: transaction };
    }),
    refuseRecovery: command(refuseRecovery, async ({ reason, law }) => ({
      state: 'refused',
      reason,
      law: law.trim(),
    })),
  };
}

async function waiting(
  client: PoolClient,
  { recoveryId, digest }: Given,
): Promise<Recovery | 'unknownRecovery' | 'otherDigest' | 'wrongState'> {
  const recovery = await recoveryById(client, recoveryId, true);
  if (recovery === null) return 'unknownRecovery';
  if (recovery.digest !== digest) return 'otherDigest';
  return recovery.state === 'review' ? recovery : 'wrongState';
}

async function creditable(
  { bank, hasAccount, database }: RecoveryParts,
  { asset, chainId, ...given }: z.output<typeof creditRecovery>,
  { userId, feePpm }: Recovery,
): Promise<RecoveryRefusal | Decision> {
  const [amount, fee] = [parseDecimal(given.amount, SCALE)!, parseDecimal(given.fee, SCALE)!];
  if (!(await hasAccount(userId))) return 'noAccount';
  if (!bank.has(asset)) return 'unknownAsset';
  if (!(await carries(database.pool, chainId, asset))) return 'unknownChain';
  if (fee > feeOf(amount, feePpm ?? 0)) return 'feeTooHigh';
  if (!bank.canTake(asset, amount - fee)) return 'noRoom';
  return { state: 'crediting', asset, amount, fee, rules: bank.rules(), chainId };
}

/** Has the engine credit what two people have decided; its command id is permanent. */
export async function creditOf({ bank, database }: RecoveryParts, recovery: Recovery) {
  const { recoveryId, userId, creditAsset, creditAmount, creditFee, rules } = recovery;
  if (rules === null || creditAsset === null || creditAmount === null || creditFee === null) {
    throw new Error(`recovery ${recoveryId} is not decided`);
  }
  const body = {
    ...{ userId, asset: creditAsset, rules, digest: creditDigest(recovery) },
    amount: formatDecimal(creditAmount - creditFee, SCALE),
  };
  const reply = await bank.credit(`depositRecovery ${recoveryId}`, body);
  if (reply.ok) await setCredited(database.pool, recoveryId);
}
