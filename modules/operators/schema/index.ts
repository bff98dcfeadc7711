import { defineCalls } from '@assay/core/schema/call';
import { accessCalls } from './access.ts';
import { factorCalls } from './factors.ts';
import { proposalCalls } from './proposals.ts';
import { staffCalls } from './staff.ts';
import { systemCalls } from './system.ts';

export type { Proof } from './access.ts';
export type { FactorView } from './factors.ts';
export type { ProposalView } from './proposals.ts';
export {
  changeRoles,
  inviteStaff,
  type MemberView,
  reinviteStaff,
  setOwnAccounts,
} from './staff.ts';
export type { EngineView, LogEntry, OutboxMessage } from './system.ts';

export const calls = defineCalls({
  ...accessCalls,
  ...factorCalls,
  ...systemCalls,
  ...staffCalls,
  ...proposalCalls,
});
