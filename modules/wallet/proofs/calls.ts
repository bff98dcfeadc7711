import { claimOf } from '@assay/core/claim';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { type Refusal, refuse } from '@assay/core/schema/outcome';
import { DAY, MINUTE } from '@assay/core/time';
import { transaction } from '@assay/platform/db/transaction';
import { FileAnswer, type Handlers, type StaffContext } from '@assay/platform/http/context';
import { takePicture } from '@assay/platform/images/intake';
import { newId } from '@assay/platform/secrets';
import type { proofCalls, proofStaffCalls } from '../schema/proofs.ts';
import { type ProofParts, proofDigest, viewOf } from './parts.ts';
import {
  addProof,
  broughtTo,
  claim,
  decide,
  hasBrought,
  type Proof,
  proofById,
  proofsOf,
  unclaim,
  waitingProofs,
} from './store.ts';

/** As long as law keeps what belongs to a payment. */
const KEEP_MS = 5 * 365 * DAY;
/** Proofs of one person that wait at once. */
const WAITING_MAX = 5;
/** By when a proof is to be decided. */
const REVIEW_MS = DAY;
const CLAIM_MS = 30 * MINUTE;
const QUEUE_MAX = 200;
const FOUND_MAX = 5;

export function proofHandlers(parts: ProofParts): Handlers<typeof proofCalls> {
  const { pool } = parts.database;
  return {
    sendDepositProof: async (input, { actor, file, now }) => {
      const { userId, realm } = actor;
      if (realm !== 'real') return refuse('virtualAccount');
      const { chainId, asset, description, fileName } = input;
      const chain = parts.chains().find((one) => one.chainId === chainId && one.isOpen);
      if (chain === undefined) return refuse('unknownChain');
      if (!chain.tokens.some((one) => one.asset === asset))
        return refuse('unknownAsset', { asset });
      const use = { owner: userId, kind: 'depositProof', keepUntil: now + KEEP_MS };
      const taken = await takePicture(parts, { ...file, fileName }, use, now);
      if (!('objectId' in taken)) return taken;
      const amount = parseDecimal(input.amount, SCALE)!;
      const given = { userId, chainId, asset, amount, description, picture: taken.objectId };
      const salted = { ...given, salt: newId(), sentAt: now };
      const row = { ...salted, digest: proofDigest(salted) };
      const added = await transaction(pool, (client) => addProof(client, row, WAITING_MAX));
      if (added !== null) return { proof: viewOf(parts, added) };
      await parts.files.shred([taken.objectId], now);
      return refuse('tooManyProofs', { max: String(WAITING_MAX) });
    },
    getDepositProofs: async ({ limit }, { actor }) => {
      if (actor.realm !== 'real') return { proofs: [] };
      const proofs = await proofsOf(pool, actor.userId, limit);
      return { proofs: proofs.map((proof) => viewOf(parts, proof)) };
    },
  };
}

export function proofStaffHandlers(parts: ProofParts): Handlers<typeof proofStaffCalls> {
  const { database, record } = parts;
  const { pool } = database;
  return {
    getProofQueue: async (_input, { actor, now }) => {
      const me = actor.operator.operatorId;
      const waiting = await waitingProofs(pool, 'review', QUEUE_MAX);
      return { proofs: await Promise.all(waiting.map((proof) => queuedOf(parts, proof, me, now))) };
    },
    openDepositProof: async ({ proofId }, context) => {
      const proof = await proofById(pool, proofId);
      if (proof === null) return refuse('unknownProof');
      const read = proof.picture === null ? null : await parts.files.read(proof.picture);
      if (read === null) return refuse('fileGone');
      // Nobody sees a picture unrecorded.
      const subject = `user:${proof.userId}`;
      await record(context, { action: 'depositProof', subject, detail: { proofId } });
      const at = new Date(context.now).toISOString().replace('T', ' ').slice(0, 19);
      const about = `STAFF #${context.actor.operator.operatorId} PROOF #${proofId}`;
      const marked = await parts.marker.mark(read.bytes, [about, `${at} UTC`]);
      return marked === null ? refuse('fileGone') : new FileAnswer(marked, 'image/jpeg');
    },
    claimProof: async ({ proofId }, { actor, now }) => {
      const proof = await proofById(pool, proofId);
      if (proof === null) return refuse('unknownProof');
      if (proof.state !== 'review') return refuse('wrongState', { state: proof.state });
      const claimedUntil = now + CLAIM_MS;
      const { operatorId } = actor.operator;
      const isMine = await claim(pool, { proofId, operatorId, now, until: claimedUntil });
      return isMine ? { claimedUntil } : refuse('claimedByOther');
    },
    unclaimProof: async ({ proofId }, context) => {
      const proof = await claimed(parts, proofId, context);
      if (!('digest' in proof)) return proof;
      await unclaim(pool, proofId);
      return {};
    },
    linkProof: async ({ proofId, transaction: hash }, context) => {
      const proof = await claimed(parts, proofId, context);
      if (!('digest' in proof)) return proof;
      const { chainId, userId, state } = proof;
      if (state !== 'review') return refuse('wrongState', { state });
      if (!(await hasBrought(pool, { userId, chainId }, hash))) return refuse('noDeposit');
      const linked = { state: 'linked', transaction: hash } as const;
      const done = await transaction(pool, (tx) => decide(tx, proofId, linked, context.now));
      if (!done) return refuse('transactionUsed');
      const detail = { proofId, transaction: hash };
      await record(context, { action: 'proofLinked', subject: `user:${userId}`, detail });
      return {};
    },
  };
}

/** A proof that this member of staff works on, or why it is none. */
async function claimed(
  { database }: ProofParts,
  proofId: number,
  { actor, now }: StaffContext,
): Promise<Proof | Refusal<'unknownProof' | 'notClaimed'>> {
  const proof = await proofById(database.pool, proofId);
  if (proof === null) return refuse('unknownProof');
  return claimOf(proof, actor.operator.operatorId, now).claimedByMe ? proof : refuse('notClaimed');
}

async function queuedOf(parts: ProofParts, proof: Proof, me: number, now: number) {
  const { userId, digest } = proof;
  const found = await broughtTo(parts.database.pool, proof, FOUND_MAX);
  return {
    ...{ ...viewOf(parts, proof), userId, digest },
    dueAt: proof.sentAt + REVIEW_MS,
    ...claimOf(proof, me, now),
    found: found.map(({ transaction: hash, units, at }) => ({
      ...{ transaction: hash, amount: formatDecimal(BigInt(units), SCALE), at },
    })),
  };
}
