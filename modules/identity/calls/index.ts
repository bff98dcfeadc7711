import { Busy } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import { HashingBusy } from '../passwords.ts';
import type { calls } from '../schema.ts';
import { loginCalls } from './login.ts';
import { passwordCalls } from './password.ts';
import { profileCalls } from './profile.ts';
import { registerCalls } from './register.ts';
import { virtualAccountCalls } from './virtual-account.ts';

/** The wait when the queue for hashing is full; one hash takes about 10 ms. */
const HASHING_RETRY_MS = 1000;

/** One handler for each call of identity. */
export function identityCalls(parts: Parts): Handlers<typeof calls> {
  const { userRegister, ...register } = registerCalls(parts);
  const { userLogin, ...login } = loginCalls(parts);
  const { updatePassword } = passwordCalls(parts);
  return {
    ...register,
    ...login,
    ...profileCalls(parts),
    ...virtualAccountCalls(parts),
    userRegister: (input, context) => orBusy(userRegister(input, context)),
    userLogin: (input, context) => orBusy(userLogin(input, context)),
    updatePassword: (input, context) => orBusy(updatePassword(input, context)),
  };
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
