import type { Realm } from '@assay/core/ledger/realm';
import type { Concerns } from '@assay/modules/operators';
import type { RealmEngine } from './realm.ts';

/** Which customers commands of engines concern: whoever has these accounts takes no part. */
export function concernsOf(
  engines: Readonly<Record<Realm, RealmEngine>>,
): Readonly<Record<string, Concerns>> {
  const ofWithdrawal: Concerns = (body, realm) => {
    const { withdrawals } = engines[realm].machines.wallet;
    const row = withdrawals.get(number(body, 'withdrawalId'));
    return row === undefined ? [] : [row.userId];
  };
  return {
    approveWithdrawal: ofWithdrawal,
    refuseWithdrawal: ofWithdrawal,
    returnWithdrawal: ofWithdrawal,
    writeOffLoan: (body, realm) => {
      const loan = engines[realm].machines.loans.get(number(body, 'loanId'));
      return loan === undefined ? [] : [loan.userId];
    },
    rejectRedemption: (body, realm) => {
      const order = engines[realm].machines.earn.open.get(number(body, 'orderId'));
      return order === undefined ? [] : [order.userId];
    },
    payOutLaunch: (body) => [number(body, 'userId')],
    joinCluster: (body) => [number(body, 'userId'), number(body, 'withUserId')],
    leaveCluster: (body) => [number(body, 'userId')],
  };
}

/**
 * What two people decide on that is about no customer and no member of staff in particular.
 * Every other command says whom it concerns, or the server does not start.
 */
export const ABOUT_NOBODY = [
  ...(['extendStop', 'publishLaw', 'withdrawLaw', 'publishListing'] as const),
  ...(['changeParameter', 'withdrawChange'] as const),
  ...(['setDepositChain', 'setDepositToken', 'acceptContradiction'] as const),
  ...(['declareCustody', 'acceptDifference', 'fundPromotions'] as const),
  // A payment that nobody has been found for; it goes back to where it came from.
  ...(['setPayee', 'closePayee', 'returnLine'] as const),
  ...(['changeTerms', 'withdrawTerms', 'changeCalendar'] as const),
  ...(['voidWindow', 'makeGoodWindow'] as const),
  ...(['setEarnProduct', 'setEarnStrategy', 'setLoanProduct', 'setCollateral'] as const),
  ...(['declareCapital', 'publishTask', 'endTask'] as const),
  ...(['publishLaunch', 'cancelLaunch'] as const),
];

/** What staff write is of any form; nobody and nothing has the number 0. */
function number(body: object, field: string): number {
  const value: unknown = (body as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'number' ? value : 0;
}
