import { defineApprovals } from '@assay/core/approval/policy';
import { DAY } from '@assay/core/time';
import type { SetEarnProduct } from './schema/commands.ts';

const twoPeople = {
  needs: 2,
  prepare: 'house.prepare',
  decide: 'house.approve',
  expiresMs: DAY,
} as const;

/** The terms of a product, and what keeps a redemption from being paid, take two people. */
export const approvals = defineApprovals<{
  setEarnProduct: SetEarnProduct;
  rejectRedemption: object;
}>({ setEarnProduct: twoPeople, rejectRedemption: twoPeople });
