import { accountId, WALLET } from '@assay/core/ledger/owners';
import type { RealmMachines } from './realm.ts';

/** Whether somebody has something open in a machine that ends, or pays, later. */
type OpenThings = {
  readonly [N in keyof RealmMachines]: ((of: RealmMachines[N], userId: number) => boolean) | null;
};

/**
 * What of a person each machine of a realm has that no balance of theirs shows: it is in escrow, at
 * the house, or owed. `null`: nothing, because what is open there is held of a balance, or there is
 * nothing of people. A machine without a line here does not compile.
 */
export const OPEN_THINGS: OpenThings = {
  markets: null,
  feeds: null,
  // Balances are all there is in it, and are looked at for every asset and wallet.
  ledger: null,
  // Orders and withdrawals hold a balance.
  orders: null,
  spot: null,
  wallet: ({ withdrawals }, userId) => withdrawals.countOf(userId) > 0,
  cfd: ({ state }, userId) => {
    const { positions, orders } = state.person(userId);
    const owed = state.tables.accounts.get(userId)?.owed ?? 0n;
    return positions.size > 0 || orders.size > 0 || owed > 0n;
  },
  options: ({ open }, userId) => open.countOf(userId) > 0,
  purchases: (machine, userId) => machine.rows().some((row) => row.userId === userId),
  // One that was paid stays known for as long as its bank may return it; that keeps no account.
  bankWithdrawals: (machine, userId) =>
    machine.rows().some((row) => row.userId === userId && row.paidSeq === null),
  launch: ({ launches }, userId) => launches.allOf(userId).length > 0,
  conversions: null,
  earn: ({ open }, userId) => open.of(userId).length > 0,
  strategies: ({ holdings }, userId) => holdings.of(userId).length > 0,
  loans: (machine, userId) => machine.countOf(userId) > 0,
  // The collateral is held of a balance, and of nobody whose balances are empty.
  collateral: null,
  // Commissions and rewards are balances once they are paid; before, nothing is promised.
  promotion: null,
  rewards: null,
  // What is set aside for somebody is the fund's until it gives something back; what trial funds
  // for contracts gain is the person's when they end.
  vouchers: (machine, userId) =>
    machine
      .vouchersOf(userId)
      .some(({ gives, endedAt }) => gives === 'contracts' && endedAt === null),
};

/** The machines of a realm in which somebody has something open. */
export function openThingsOf(machines: RealmMachines, userId: number): (keyof RealmMachines)[] {
  const names = Object.keys(OPEN_THINGS) as (keyof RealmMachines)[];
  return names.filter((name) => isIn(machines, name, userId));
}

function isIn<N extends keyof RealmMachines>(machines: RealmMachines, name: N, userId: number) {
  const has: OpenThings[N] = OPEN_THINGS[name];
  return has?.(machines[name], userId) ?? false;
}

/** Whether a person has no balance of any asset, available or held. */
export function hasNoBalance({ ledger, markets }: RealmMachines, userId: number): boolean {
  const wallets = Object.values(WALLET);
  return markets.assets().every(({ id }) =>
    wallets.every((wallet) => {
      const slot = ledger.ledger.find(accountId(userId, wallet, id));
      return ledger.ledger.available(slot) + ledger.ledger.held(slot) === 0n;
    }),
  );
}
