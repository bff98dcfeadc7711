import { assert } from '@assay/core/num/integer';
import { type Direction, LONG, SHORT } from '@assay/core/position/value';
import type { LiveContract } from './contract.ts';
import { MAX_POSITIONS } from './fill.ts';
import { MAX_ORDERS } from './orders.ts';
import type { CfdState } from './state.ts';

/**
 * What must hold beyond one row: margins follow from positions, accounts from both, sums from
 * rows, the escrow from premiums, and whoever could be in danger is looked at.
 */
export function auditCfd(state: CfdState): void {
  const sums = new Map<number, { used: bigint; reserved: bigint }>();
  const sumOf = (userId: number) => {
    const sum = sums.get(userId) ?? { used: 0n, reserved: 0n };
    sums.set(userId, sum);
    return sum;
  };
  let premiums = 0n;
  for (const row of state.tables.positions.rows()) {
    const margin = state.marginOf(row, row.lots);
    assert(row.margin === margin, `position ${row.id} has the margin of its lots`);
    assert(row.closing >= 0n && row.closing <= row.lots, `position ${row.id} closes its lots`);
    assert(row.guaranteed || row.premium === 0n, `position ${row.id} has paid for a guarantee`);
    assert(state.of(row.contract).positions.get(row.id) === row, `position ${row.id} is found`);
    premiums += row.premium;
    sumOf(row.userId).used += row.margin;
  }
  for (const row of state.tables.orders.rows()) sumOf(row.userId).reserved += row.held;
  for (const row of state.tables.accounts.rows()) {
    const { used, reserved } = sums.get(row.userId) ?? { used: 0n, reserved: 0n };
    assert(row.used === used, `account ${row.userId} needs what its positions need`);
    assert(row.reserved === reserved, `account ${row.userId} reserves what its orders hold`);
    assert(row.held <= used + reserved, `account ${row.userId} holds no more than it needs`);
    assert(row.endangered > 0 === state.endangered.has(row.userId), 'who is in danger is found');
    assert(row.owed > 0n === state.owed.has(row.userId), 'who is owed something is found');
    sums.delete(row.userId);
  }
  assert(sums.size === 0, 'whoever has a position has an account');
  if (state.contracts.length > 0) {
    const escrow = state.ledger.available(state.slots.escrow());
    assert(escrow === premiums, 'the escrow has what guaranteed stops have paid');
  }
  auditPeople(state);
  for (const live of state.contracts) auditTotals(state, live);
}

function auditPeople(state: CfdState): void {
  let legs = 0;
  for (const [userId, { positions, orders, legs: own }] of state.people()) {
    assert(positions.size <= MAX_POSITIONS, `${positions.size} positions of ${userId}`);
    assert(orders.size <= MAX_ORDERS, `${orders.size} orders of ${userId}`);
    for (const { row, live, side, quantity, cost } of own) {
      const rows = state
        .positionsOf(userId)
        .filter((one) => one.contract === live.row.id && one.side === side);
      const there = rows.reduce((sum, one) => sum + state.quantity(one, one.lots), 0n);
      assert(quantity === there, `${userId} has the lots of their positions`);
      const paid = rows.reduce(
        (sum, one) => sum + BigInt(one.entry) * state.quantity(one, one.lots),
        0n,
      );
      assert(cost === paid, `${userId} has the cost of their positions`);
      const { guard, conversionFloor, conversionCeiling } = live.triggers[side];
      const waits = [guard, conversionFloor, conversionCeiling].map((one) => one.priceOf(userId));
      const set = [row.guard, row.conversionFloor, row.conversionCeiling];
      const isWaited = waits.every((price, n) => (price ?? 0) === (set[n] ?? 0));
      assert(isWaited, `each guard of ${userId} is waited for`);
    }
    legs += own.length;
  }
  assert(legs === state.tables.legs.size, 'every leg has positions');
}

function auditTotals(state: CfdState, live: LiveContract): void {
  for (const side of [LONG, SHORT] as readonly Direction[]) {
    const rows = [...live.positions.values()].filter((row) => row.side === side);
    const quantity = rows.reduce((sum, row) => sum + state.quantity(row, row.lots), 0n);
    const cost = rows.reduce(
      (sum, row) => sum + BigInt(row.entry) * state.quantity(row, row.lots),
      0n,
    );
    const total = live.totals[side];
    assert(total.quantity === quantity && total.cost === cost, `${live.row.symbol} has its totals`);
    const { stop, take, trail } = live.triggers[side];
    const fresh = new Set(live.fresh.map(({ id }) => id));
    for (const row of rows) {
      if (fresh.has(row.id)) continue;
      assert((stop.priceOf(row.id) ?? 0) === row.stopLoss, `the stop of ${row.id} waits`);
      assert((take.priceOf(row.id) ?? 0) === row.takeProfit, `the profit of ${row.id} waits`);
      const isTrailed = (trail.peakOf(row.id) !== undefined) === row.trail > 0;
      assert(isTrailed, `the trailing stop of ${row.id} follows`);
    }
  }
}
