import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import type { VoidWindow } from './schema/commands.ts';

/** A window that was wrong takes two people; so do terms, which are published first (0089). */
export const approvals = defineApprovals<{ voidWindow: VoidWindow; makeGoodWindow: VoidWindow }>({
  voidWindow: byTwo('house'),
  makeGoodWindow: byTwo('house'),
});
