import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import type { SetEarnProduct } from './schema/commands.ts';
import type { SetEarnStrategy } from './schema/strategy-commands.ts';

const twoPeople = byTwo('house');

/** The terms of a product, and what keeps a redemption from being paid, take two people. */
export const approvals = defineApprovals<{
  setEarnProduct: SetEarnProduct;
  setEarnStrategy: SetEarnStrategy;
  rejectRedemption: object;
}>({
  setEarnProduct: twoPeople,
  setEarnStrategy: twoPeople,
  rejectRedemption: twoPeople,
});
