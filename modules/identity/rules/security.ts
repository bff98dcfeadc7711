import { DAY, MINUTE } from '@assay/core/time';
import type { EventKind, RestrictionKind, Shortcoming } from '../schema/index.ts';
import type { LoginLockRule } from './index.ts';

/** Wrong second factors: after five a wait of five minutes, after ten of fifteen. */
export const factorLock: LoginLockRule = {
  shortAfter: 5,
  shortMs: 5 * MINUTE,
  longAfter: 10,
  longMs: 15 * MINUTE,
  codeAfter: Number.POSITIVE_INFINITY,
  windowMs: DAY,
};

const NONE = 0;
/** After a change that a thief would make first. */
export const HOLD_MS = DAY;
/** After two of staff have removed a person's factors, or lifted what that person had stopped. */
const LONG = 3 * DAY;
/** After factors were removed without anybody having compared who asked; a verification ends it. */
const UNTIL_VERIFIED = 90 * DAY;

/** By which level staff have compared a person: only the senior one has pictures. */
export type VerifiedBy = 'senior' | 'junior';
/** Or by codes to all addresses, where there is nothing to compare with. */
export type ProvedBy = VerifiedBy | 'addresses';

/** How long a person has to object to what was asked for in their name. */
export const objectWithin: Readonly<Record<ProvedBy, number>> = {
  senior: DAY,
  junior: 7 * DAY,
  addresses: 14 * DAY,
};

/** How long after the time to object it may be done; later it is announced again. */
export const doneWithin: Readonly<Record<ProvedBy, number>> = {
  senior: 2 * DAY,
  junior: 2 * DAY,
  addresses: 7 * DAY,
};

/** How long withdrawals wait after each thing that can happen to an account. */
export const holdAfter: Readonly<Record<EventKind, number>> = {
  // A way in is opened, or one of the owner's is closed.
  ...{
    passwordChanged: HOLD_MS,
    passwordReset: HOLD_MS,
    emailChanged: HOLD_MS,
    phoneChanged: HOLD_MS,
  },
  ...{ totpAdded: HOLD_MS, totpRemoved: HOLD_MS, passkeyAdded: HOLD_MS, passkeyRemoved: HOLD_MS },
  ...{
    recoveryCodesMade: HOLD_MS,
    guardsLowered: HOLD_MS,
    walletAdded: HOLD_MS,
    walletRemoved: HOLD_MS,
  },
  ...{ tradePasswordChanged: HOLD_MS, tradePasswordReset: HOLD_MS, receivingChanged: HOLD_MS },
  ...{ factorsRemoved: LONG, freezeLifted: LONG, factorsGivenUp: UNTIL_VERIFIED },
  lossVerified: LONG,
  // It is asked for beside all else: the first one opens nothing.
  tradePasswordSet: NONE,
  // These only tighten, and a freeze is lifted by what is older than it.
  ...{ guardsRaised: NONE, settingsLocked: NONE, frozen: NONE, unfrozen: NONE, notMe: NONE },
  ...{ staffFrozen: NONE, staffUnfrozen: NONE, staffEndedSessions: NONE },
  // Keys never withdraw, answers and words prove nothing, and a code was the owner's already.
  ...{ apiKeyMade: NONE, apiKeyChanged: NONE, apiKeyRevoked: NONE },
  ...{ phishingCodeSet: NONE, questionSet: NONE, nameChanged: NONE, recoveryCodeUsed: NONE },
  // Nothing that secures the account is changed.
  ...{ registered: NONE, login: NONE, loginFailed: NONE, newDevice: NONE, logout: NONE },
  ...{ sessionsEnded: NONE, unmasked: NONE, dataExported: NONE, factorRemovalAsked: NONE },
  ...{ freezeLiftAsked: NONE, factorLossClaimed: NONE },
  ...{ deletionRequested: NONE, deletionWithdrawn: NONE },
};

/** What an account cannot do while a restriction stands. */
export type Limited = 'withdrawals' | 'settings';

const limitedBy: Readonly<Record<RestrictionKind, Limited>> = {
  withdrawalHold: 'withdrawals',
  selfFreeze: 'withdrawals',
  notMe: 'withdrawals',
  staffFreeze: 'withdrawals',
  settingsLock: 'settings',
};

/** Those of the restrictions that limit this. */
export function limiting<R extends { readonly kind: RestrictionKind }>(
  restrictions: readonly R[],
  what: Limited,
): R[] {
  return restrictions.filter(({ kind }) => limitedBy[kind] === what);
}

/** The owner lifts these by a step-up. */
export const ownFreezes = ['selfFreeze', 'notMe'] as const;

export interface SecurityState {
  readonly factors: number;
  readonly recoveryCodes: number;
  readonly guards: { readonly login: boolean; readonly funds: boolean };
  readonly tradePassword: boolean;
  readonly phishingCode: boolean;
}

/**
 * The level of the specification. Dangerous: the password alone opens the account. Strong: a second
 * factor guards log-in and funds, it can be replaced when it is lost, and a trade password is set.
 */
export function securityLevelOf(state: SecurityState): {
  level: 'strong' | 'weak' | 'dangerous';
  missing: Shortcoming[];
} {
  const { factors, guards } = state;
  const lacks: readonly (readonly [Shortcoming, boolean])[] = [
    ['secondFactor', factors === 0],
    ['guards', !(guards.login && guards.funds)],
    ['recoveryCodes', state.recoveryCodes === 0],
    ['tradePassword', !state.tradePassword],
    ['phishingCode', !state.phishingCode],
  ];
  const missing = lacks.filter(([, isMissing]) => isMissing).map(([name]) => name);
  if (factors === 0 || !guards.login) return { level: 'dangerous', missing };
  const serious = missing.filter((name) => name !== 'phishingCode');
  return { level: serious.length === 0 ? 'strong' : 'weak', missing };
}
