import { defineCalls } from '@assay/core/schema/call';
import { accountCalls } from './account.ts';
import { factorCalls } from './factors.ts';
import { securityCalls } from './security.ts';
import { stepUpCalls } from './step-up.ts';

export * from './account.ts';
export type { FactorKind } from './factors.ts';
export {
  CODE_DIGITS,
  PASSWORD_MAX,
  PASSWORD_MIN,
  type SecurityRefusal,
  stepUpField,
} from './fields.ts';
export { limits } from './limits.ts';
export * from './security.ts';
export { type Method, methods } from './step-up.ts';

export const calls = defineCalls({
  ...accountCalls,
  ...stepUpCalls,
  ...factorCalls,
  ...securityCalls,
});
