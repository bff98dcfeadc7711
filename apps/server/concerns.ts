import type { Realm } from '@assay/core/ledger/realm';
import type { Concerns } from '@assay/modules/operators';
import type { RealmEngine } from './realm.ts';

/** Whom commands of engines concern that two people decide on: they take no part in it. */
export function concernsOf(
  engines: Readonly<Record<Realm, RealmEngine>>,
): Readonly<Record<string, Concerns>> {
  return {
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

/** What staff write is of any form; nobody and nothing has the number 0. */
function number(body: object, field: string): number {
  const value: unknown = (body as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'number' ? value : 0;
}
