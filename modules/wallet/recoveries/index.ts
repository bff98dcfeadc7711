import type { PersonalRecords } from '@assay/core/personal-records';
import { SECOND } from '@assay/core/time';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import { newId } from '@assay/platform/secrets';
import { recoveryCalls, recoveryStaffCalls } from '../schema/recoveries.ts';
import { recoveryHandlers, recoveryStaffHandlers } from './calls.ts';
import { creditOf, recoveryCommands } from './decided.ts';
import { type RecoveryParts, recoveryDigest, termsOf, viewOf } from './parts.ts';
import {
  creditingRecoveries,
  eraseRecoveries,
  notice,
  type Recovery,
  recoveriesOf,
  setNotified,
  toTell,
  unnoticed,
} from './store.ts';

/** What the message centre delivers. */
export interface RecoveryMessage {
  readonly userId: number;
  readonly kind: 'money';
  readonly key: string;
  readonly details: Readonly<Record<string, string>>;
  readonly link: string;
  readonly at: number;
}

export interface Recoveries {
  readonly calls: readonly CallSet[];
  /** What two people decide, for who keeps that. */
  readonly decided: ReturnType<typeof recoveryCommands>;
  readonly job: Job;
  readonly personalRecords: PersonalRecords;
  /** Notifies each person of what became of it; again, until that has worked. */
  connect(deliver: (message: RecoveryMessage) => Promise<void>): void;
}

const STEP_EVERY_MS = 2 * SECOND;
const TOGETHER = 100;
const ALL = 10_000;

/** What came to our addresses and cannot be credited by itself (decision 0088). */
export function createRecoveries(parts: RecoveryParts): Recoveries {
  const { pool } = parts.database;
  let deliver: (message: RecoveryMessage) => Promise<void> = () =>
    Promise.reject(new Error('nobody delivers messages yet'));
  let isConnected = false;
  return {
    calls: [
      callSet(recoveryCalls, recoveryHandlers(parts)),
      callSet(recoveryStaffCalls, recoveryStaffHandlers(parts)),
    ],
    decided: recoveryCommands(parts),
    job: {
      name: 'recoveries',
      everyMs: STEP_EVERY_MS,
      run: async (now) => {
        for (const { isUnknown, ...found } of await unnoticed(pool, TOGETHER)) {
          const salted = { ...found, salt: newId() };
          const about = { ...salted, digest: recoveryDigest(salted) };
          // Anybody can send a token that says anything: of those, its owner asks first.
          await notice(pool, about, now, isUnknown ? null : termsOf(parts, now));
        }
        for (const one of await creditingRecoveries(pool, TOGETHER)) await creditOf(parts, one);
        if (!isConnected) return;
        for (const one of await toTell(pool, TOGETHER)) {
          await deliver(messageOf(one, now));
          await setNotified(pool, one.recoveryId, now);
        }
      },
    },
    personalRecords: {
      read: async (userId) => (await recoveriesOf(pool, userId, ALL)).map(viewOf),
      erase: (userId) => eraseRecoveries(pool, userId),
    },
    connect: (by) => {
      deliver = by;
      isConnected = true;
    },
  };
}

function messageOf(recovery: Recovery, at: number): RecoveryMessage {
  const { userId, network, state, reason, law } = recovery;
  const { credited, fee, creditAsset: asset } = viewOf(recovery);
  const key = reason === '' ? `recovery.${state}` : `recovery.refused.${reason}`;
  const details = { network, law, asset, amount: credited, fee };
  return { userId, kind: 'money', key, details, link: '/cbjl', at };
}
