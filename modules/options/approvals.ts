import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import type { SetOptionMarket, VoidWindow } from './schema/commands.ts';

const twoPeople = byTwo('house');

/** The terms of a market, and a window that is void, take two people. */
export const approvals = defineApprovals<{
  setOptionMarket: SetOptionMarket;
  voidWindow: VoidWindow;
}>({ setOptionMarket: twoPeople, voidWindow: twoPeople });
