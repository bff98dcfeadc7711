import { createHash } from 'node:crypto';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';
import type { Database } from '@assay/platform/db/database';
import type { StaffContext } from '@assay/platform/http/context';
import type { DepositBank } from '../deposits/deposits.ts';
import type { RecoveryView } from '../schema/recoveries.ts';
import type { About, Recovery } from './store.ts';

/** What holds for what is asked for from now on. */
export interface RecoveryTerms {
  /** Worth in USDT, in units of 1e-8. */
  readonly least: bigint;
  readonly feePpm: number;
}

/** What recoveries need of the server. */
export interface RecoveryParts {
  readonly database: Pick<Database, 'pool'>;
  readonly bank: DepositBank;
  terms(now: number): RecoveryTerms;
  /** Whether somebody has an account, into which value may come. */
  hasAccount(userId: number): Promise<boolean>;
  /** Adds to the record of what staff do. */
  record(
    context: StaffContext,
    entry: { action: string; subject?: string; detail?: Readonly<Record<string, unknown>> },
  ): Promise<void>;
}

/** Within these days it is decided. */
export const DECIDE_DAYS = 14;

/** The terms of what is asked for now, and by when it is decided. */
export const termsOf = ({ terms }: Pick<RecoveryParts, 'terms'>, now: number) => ({
  ...terms(now),
  dueAt: now + DECIDE_DAYS * DAY,
});

const hashOf = (lines: readonly (string | number | null)[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex');

export function recoveryDigest(about: Omit<About, 'digest'>): string {
  const { userId, network, transaction, place, salt } = about;
  return hashOf([userId, network, transaction, place, salt]);
}

/** What the command that credits one carries: the transfer with what was decided on it. */
export function creditDigest({ digest, creditAsset, creditAmount, creditFee }: Recovery): string {
  return hashOf([digest, creditAsset, String(creditAmount), String(creditFee)]);
}

const said = (units: bigint | null) => (units === null ? '' : formatDecimal(units, SCALE));

export function viewOf(recovery: Recovery): RecoveryView {
  const { recoveryId, depositId, network, transaction, asset, description, returnTo } = recovery;
  const { state, reason, law, dueAt, feePpm, creditAmount, creditFee } = recovery;
  const isCredited = creditAmount !== null && creditFee !== null;
  return {
    ...{ recoveryId, depositId, network, transaction, asset, description, returnTo },
    ...{ state, reason, law, dueAt, feePpm },
    ...{ amount: said(recovery.amount), least: said(recovery.least) },
    creditAsset: recovery.creditAsset ?? '',
    credited: isCredited ? said(creditAmount - creditFee) : '',
    fee: said(creditFee),
    returnTransaction: recovery.returnHash ?? '',
    events: eventsOf(recovery),
  };
}

function eventsOf(recovery: Recovery): RecoveryView['events'] {
  const { depositId, openedAt, askedAt, decidedAt, state } = recovery;
  const events: RecoveryView['events'] = [];
  if (depositId !== null) events.push({ what: 'noticed', at: openedAt });
  if (askedAt !== null) events.push({ what: 'asked', at: askedAt });
  if (state === 'credited' || state === 'returned' || state === 'refused') {
    events.push({ what: state, at: decidedAt ?? openedAt });
  }
  return events;
}
