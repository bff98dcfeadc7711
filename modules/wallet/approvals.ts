import { byTwo, defineApprovals } from '@assay/core/approval/policy';
import type { ApproveWithdrawal, RefuseWithdrawal } from './schema/commands.ts';

const twoPeople = byTwo('wallet');

/**
 * What takes two people: to credit or refuse by a proof, to end a recovery, to refuse, to give
 * back, to say by which transaction staff have paid, and to approve wherever it is not the tier's
 * limit or one person that may. Which amounts one person decides is asked by whoever sends the
 * command.
 */
export const approvals = defineApprovals<{
  approveWithdrawal: ApproveWithdrawal;
  refuseWithdrawal: RefuseWithdrawal;
  returnWithdrawal: RefuseWithdrawal;
  setDepositChain: object;
  setDepositToken: object;
  acceptContradiction: object;
  settleByHand: object;
  creditProof: object;
  refuseProof: object;
  creditRecovery: object;
  returnRecovery: object;
  refuseRecovery: object;
  declareCustody: object;
  acceptDifference: object;
}>({
  approveWithdrawal: {
    ...twoPeople,
    when: ({ ground }) => ground !== 'tier' && ground !== 'onePerson',
  },
  refuseWithdrawal: twoPeople,
  returnWithdrawal: twoPeople,
  setDepositChain: twoPeople,
  setDepositToken: twoPeople,
  acceptContradiction: twoPeople,
  settleByHand: twoPeople,
  creditProof: twoPeople,
  refuseProof: twoPeople,
  creditRecovery: twoPeople,
  returnRecovery: twoPeople,
  refuseRecovery: twoPeople,
  declareCustody: twoPeople,
  acceptDifference: twoPeople,
});
