import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { id, oneOf } from '@assay/core/schema/fields';
import type { PoolClient } from '@assay/platform/db/database';
import { z } from 'zod';
import { PROOF_REASONS } from '../schema/proofs.ts';
import { type ProofParts, referenceDigest } from './parts.ts';
import { decide, isKnown, type Proof, proofById, setCredited } from './store.ts';

const about = { proofId: id, digest: z.string().regex(/^[0-9a-f]{64}$/) };
const creditProof = z.strictObject({
  ...about,
  /** For those who read what they sign. */
  ...{ amount: z.string(), asset: z.string() },
  transaction: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^0x[0-9a-f]{64}$/),
});
const refuseProof = z.strictObject({ ...about, reason: oneOf(...PROOF_REASONS) });

/** Why it cannot be decided, in the order in which it is checked. */
export type ProofRefusal =
  | 'unknownProof'
  | 'otherDigest'
  | 'wrongState'
  | 'otherAmount'
  | 'broughtByChain'
  | 'noRoom'
  | 'transactionUsed';

/** What two people decide about a proof (see modules/operators): to credit it, or to refuse it. */
export function proofCommands(parts: ProofParts) {
  const customer = async (body: object, client: PoolClient) => {
    const proof = await proofById(client, (body as { proofId: number }).proofId);
    return proof?.userId ?? null;
  };
  return {
    creditProof: {
      read: (body: object) => creditProof.safeParse(body).data ?? null,
      customer,
      prepared: async (body: object, client: PoolClient) => {
        const found = await creditable(parts, client, creditProof.parse(body));
        return typeof found === 'string' ? found : null;
      },
      run: async (body: object, client: PoolClient, now: number) => {
        const given = creditProof.parse(body);
        const found = await creditable(parts, client, given);
        if (typeof found === 'string') return { refusal: found };
        const { proofId, transaction } = given;
        const decision = { state: 'crediting', transaction, rules: parts.bank.rules() } as const;
        const done = await decide(client, proofId, decision, now);
        return done ? { outcome: { proofId } } : { refusal: 'transactionUsed' as const };
      },
      done: async (body: object) => {
        const proof = await proofById(parts.database.pool, creditProof.parse(body).proofId);
        if (proof?.state === 'crediting') await creditOf(parts, proof);
      },
    },
    refuseProof: {
      read: (body: object) => refuseProof.safeParse(body).data ?? null,
      customer,
      prepared: async (body: object, client: PoolClient) => {
        const found = await waiting(client, refuseProof.parse(body));
        return typeof found === 'string' ? found : null;
      },
      run: async (body: object, client: PoolClient, now: number) => {
        const { reason, ...given } = refuseProof.parse(body);
        const found = await waiting(client, given);
        if (typeof found === 'string') return { refusal: found };
        await decide(client, given.proofId, { state: 'refused', reason }, now);
        return { outcome: { proofId: given.proofId } };
      },
    },
  };
}

/** Has the engine credit what two people have decided; its command id is permanent. */
export async function creditOf({ bank, database }: ProofParts, proof: Proof): Promise<void> {
  const { proofId, userId, asset, amount, rules } = proof;
  if (rules === null) throw new Error(`proof ${proofId} is not decided`);
  const body = {
    ...{ userId, asset, amount: formatDecimal(amount, SCALE), rules },
    digest: referenceDigest(proof),
  };
  const reply = await bank.credit(`depositProof ${proofId}`, body);
  if (reply.ok) await setCredited(database.pool, proofId);
}

async function waiting(
  client: PoolClient,
  { proofId, digest }: { readonly proofId: number; readonly digest: string },
): Promise<Proof | 'unknownProof' | 'otherDigest' | 'wrongState'> {
  const proof = await proofById(client, proofId, true);
  if (proof === null) return 'unknownProof';
  if (proof.digest !== digest) return 'otherDigest';
  return proof.state === 'review' ? proof : 'wrongState';
}

/**
 * What the chain has brought is credited by the chain, so that nothing comes twice: such a proof is
 * linked instead. See also the decider of deposits, which asks the other way round.
 */
async function creditable(
  { bank }: ProofParts,
  client: PoolClient,
  { transaction, amount, asset, ...about }: z.output<typeof creditProof>,
): Promise<Proof | ProofRefusal> {
  const proof = await waiting(client, about);
  if (typeof proof === 'string') return proof;
  if (formatDecimal(proof.amount, SCALE) !== amount || proof.asset !== asset) return 'otherAmount';
  if (await isKnown(client, transaction)) return 'broughtByChain';
  return bank.canTake(asset, proof.amount) ? proof : 'noRoom';
}
