import { claimOf } from '@assay/core/claim';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { refuse } from '@assay/core/schema/outcome';
import { MINUTE } from '@assay/core/time';
import { readAddress } from '@assay/platform/chain/addresses';
import { transaction } from '@assay/platform/db/transaction';
import type { Handlers } from '@assay/platform/http/context';
import { newId } from '@assay/platform/secrets';
import type { recoveryCalls, recoveryStaffCalls } from '../schema/recoveries.ts';
import { DECIDE_DAYS, type RecoveryParts, recoveryDigest, termsOf, viewOf } from './parts.ts';
import {
  type Asked,
  addReported,
  ask,
  claim,
  hasAddress,
  isReported,
  lockWaiting,
  type Recovery,
  recoveriesOf,
  recoveryById,
  unclaim,
  waitingRecoveries,
} from './store.ts';

/** Recoveries of one person that wait at once. */
const WAITING_MAX = 5;
const CLAIM_MS = 30 * MINUTE;
const QUEUE_MAX = 200;

interface Said {
  readonly asset: string;
  readonly amount: string;
  readonly description: string;
  readonly returnTo: string;
}

export function recoveryHandlers(parts: RecoveryParts): Handlers<typeof recoveryCalls> {
  const { pool } = parts.database;
  const askedOf = (said: Said, now: number): Asked => {
    const { asset, description, returnTo } = said;
    const amount = parseDecimal(said.amount, SCALE)!;
    return { asset, amount, description, returnTo, askedAt: now, ...termsOf(parts, now) };
  };
  return {
    reportTransfer: (input, { actor, now }) => {
      const { userId, realm } = actor;
      if (realm !== 'real') return refuse('virtualAccount');
      const { network, transaction: written } = input;
      const hash = /^0x/i.test(written) ? written.toLowerCase() : written;
      const about = { userId, depositId: null, network, transaction: hash, place: 0 };
      const salted = { ...about, salt: newId() };
      const row = { ...salted, digest: recoveryDigest(salted) };
      return transaction(pool, async (client) => {
        if (!(await hasAddress(client, userId))) return refuse('noDepositAddress');
        const waiting = await lockWaiting(client, userId);
        if (await isReported(client, row)) return refuse('transactionReported');
        if (waiting >= WAITING_MAX)
          return refuse('tooManyRecoveries', { max: String(WAITING_MAX) });
        const added = await addReported(client, row, askedOf(input, now));
        return added === null ? refuse('transactionReported') : { recovery: viewOf(added) };
      });
    },
    askForDeposit: ({ recoveryId, ...said }, { actor, now }) => {
      const { userId, realm } = actor;
      if (realm !== 'real') return refuse('virtualAccount');
      return transaction(pool, async (client) => {
        const waiting = await lockWaiting(client, userId);
        const recovery = await recoveryById(client, recoveryId, true);
        if (recovery?.userId !== userId) return refuse('unknownRecovery');
        const { state } = recovery;
        if (state !== 'noticed') return refuse('wrongState', { state });
        if (waiting >= WAITING_MAX)
          return refuse('tooManyRecoveries', { max: String(WAITING_MAX) });
        await ask(client, recoveryId, askedOf(said, now));
        return { recovery: viewOf((await recoveryById(client, recoveryId))!) };
      });
    },
    getRecoveries: async ({ limit }, { actor, now }) => {
      const { least, feePpm } = parts.terms(now);
      const terms = { least: formatDecimal(least, SCALE), feePpm, days: DECIDE_DAYS };
      if (actor.realm !== 'real') return { recoveries: [], terms };
      const recoveries = await recoveriesOf(pool, actor.userId, limit);
      return { recoveries: recoveries.map(viewOf), terms };
    },
  };
}

export function recoveryStaffHandlers(parts: RecoveryParts): Handlers<typeof recoveryStaffCalls> {
  const { pool } = parts.database;
  return {
    getRecoveryQueue: async (_input, { actor, now }) => {
      const waiting = await waitingRecoveries(pool, QUEUE_MAX);
      const me = actor.operator.operatorId;
      return { recoveries: waiting.map((one) => queuedOf(one, me, now)) };
    },
    claimRecovery: async ({ recoveryId }, { actor, now }) => {
      const recovery = await recoveryById(pool, recoveryId);
      if (recovery === null) return refuse('unknownRecovery');
      const { state } = recovery;
      if (state !== 'review' && state !== 'noticed') return refuse('wrongState', { state });
      const claimedUntil = now + CLAIM_MS;
      const { operatorId } = actor.operator;
      const isMine = await claim(pool, { recoveryId, operatorId, now, until: claimedUntil });
      return isMine ? { claimedUntil } : refuse('claimedByOther');
    },
    unclaimRecovery: async ({ recoveryId }, { actor, now }) => {
      const recovery = await recoveryById(pool, recoveryId);
      if (recovery === null) return refuse('unknownRecovery');
      if (!claimOf(recovery, actor.operator.operatorId, now).claimedByMe) {
        return refuse('notClaimed');
      }
      await unclaim(pool, recoveryId);
      return {};
    },
  };
}

const addressText = (address: string | null) => (address === null ? '' : readAddress(address));

function queuedOf(recovery: Recovery, me: number, now: number) {
  const { userId, digest, dueAt } = recovery;
  return {
    ...{ ...viewOf(recovery), userId, digest },
    sender: addressText(recovery.sender),
    address: addressText(recovery.address),
    token: addressText(recovery.token),
    parts: recovery.parts ?? '',
    isLate: dueAt !== null && dueAt <= now,
    ...claimOf(recovery, me, now),
  };
}
