import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import type { DeclareCapital } from './schema.ts';

/** Money of the house takes two people. */
export const approvals = defineApprovals<{ declareCapital: DeclareCapital }>({
  declareCapital: byTwo('house'),
});
