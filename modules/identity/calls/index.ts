import { Busy } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import { HashingBusy } from '../passwords.ts';
import type { calls } from '../schema/index.ts';
import { factorCalls, guardCalls, passkeyCalls } from './factors.ts';
import { loginCalls } from './login.ts';
import { lostFactorCalls } from './lost-factors.ts';
import { overviewCalls } from './overview.ts';
import { passwordCalls } from './password.ts';
import { profileCalls } from './profile.ts';
import { registerCalls } from './register.ts';
import { restrictionCalls } from './restrictions.ts';
import { settingCalls } from './settings.ts';
import { stepUpCalls } from './step-up.ts';
import { tradePasswordCalls } from './trade-password.ts';
import { virtualAccountCalls } from './virtual-account.ts';
import { walletCalls } from './wallets.ts';

/** The wait when the queue for hashing is full; one hash takes about 10 ms. */
const HASHING_RETRY_MS = 1000;

/** One handler for each call of identity; too many hashes that wait are an answer for each. */
export function identityCalls(parts: Parts): Handlers<typeof calls> {
  return orBusyAll({
    ...registerCalls(parts),
    ...loginCalls(parts),
    ...lostFactorCalls(parts),
    ...passwordCalls(parts),
    ...profileCalls(parts),
    ...virtualAccountCalls(parts),
    ...stepUpCalls(parts),
    ...factorCalls(parts),
    ...guardCalls(parts),
    ...passkeyCalls(parts),
    ...walletCalls(parts),
    ...tradePasswordCalls(parts),
    ...restrictionCalls(parts),
    ...settingCalls(parts),
    ...overviewCalls(parts),
  });
}

function orBusyAll(handlers: Handlers<typeof calls>): Handlers<typeof calls> {
  const wrapped = Object.entries<(input: never, context: never) => unknown>(handlers).map(
    ([name, handle]) => [
      name,
      (input: never, context: never) => {
        const outcome = handle(input, context);
        return outcome instanceof Promise ? orBusy(outcome) : outcome;
      },
    ],
  );
  return Object.fromEntries(wrapped);
}

/** Turns HashingBusy into an answer that asks the client to try again later. */
export async function orBusy<T>(outcome: T | Promise<T>): Promise<T | Busy> {
  try {
    return await outcome;
  } catch (err) {
    if (err instanceof HashingBusy) return new Busy(HASHING_RETRY_MS);
    throw err;
  }
}
