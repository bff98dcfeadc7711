import type { KeyRing } from '@assay/modules/api-keys';
import {
  type ApiLimits,
  accountPayer,
  failurePayer,
  namedPayer,
  networkPayer,
  type Payer,
} from './limits.ts';
import type { Proof } from './request.ts';

/** What a request costs, and whether it counts against the allowance of cancels. */
export interface Cost {
  readonly weight: number;
  readonly cancels: boolean;
}

/** Whom an authenticated request counts against. */
export function payerOf(
  proof: Proof | null,
  keys: Pick<KeyRing, 'knows'>,
  ip: string,
  now: number,
): Payer {
  if (proof === null) return networkPayer(ip);
  const { key, isSigned } = proof;
  if (isSigned) return accountPayer(key, ip);
  return keys.knows(key, ip, now) ? namedPayer(key, ip) : failurePayer(ip);
}

/** Charges a request. @throws ApiError above a limit */
export function charge(limits: ApiLimits, payer: Payer, cost: Cost, now: number): void {
  // Only an account has something to cancel.
  if (cost.cancels && payer.isAccount) limits.takeCancels(payer, cost.weight, now);
  else limits.takeWeight(payer, cost.weight, now);
}
