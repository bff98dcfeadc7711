import { defineApprovals } from '@assay/core/approval/policy';
import { DAY } from '@assay/core/time';
import type { SetOptionMarket, VoidWindow } from './schema/commands.ts';

const twoPeople = {
  needs: 2,
  prepare: 'house.prepare',
  decide: 'house.approve',
  expiresMs: DAY,
} as const;

/** The terms of a market, and a window that is void, take two people. */
export const approvals = defineApprovals<{
  setOptionMarket: SetOptionMarket;
  voidWindow: VoidWindow;
}>({ setOptionMarket: twoPeople, voidWindow: twoPeople });
