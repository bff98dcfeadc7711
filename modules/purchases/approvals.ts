import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import type { Ground } from './schema/commands.ts';

const twoPeople = byTwo('wallet');

/**
 * What takes two people: whom people pay, to let an order go, to send a payment back, and to say
 * that a line pays an order, or paid a withdrawal, wherever it does not fit in everything; and that
 * one was a withdrawal that the bank sent back.
 */
export const approvals = defineApprovals<{
  setPayee: object;
  closePayee: object;
  assignLine: { readonly ground: Ground };
  returnLine: object;
  letPurchaseGo: object;
  payByBank: { readonly ground: Ground };
  returnByBank: object;
}>({
  setPayee: twoPeople,
  closePayee: twoPeople,
  assignLine: { ...twoPeople, when: ({ ground }) => ground !== 'exactMatch' },
  returnLine: twoPeople,
  letPurchaseGo: twoPeople,
  payByBank: { ...twoPeople, when: ({ ground }) => ground !== 'exactMatch' },
  returnByBank: twoPeople,
});
