import { contractOf, endedView, eventView, openView } from './collateral-views.ts';
import type { Parts } from './parts.ts';
import { collateralEvents, endedCollateralOf } from './store/collateral-reads.ts';

const ALL = 10_000;

/** What is known of a person's loans against collateral, for who downloads it. */
export async function securedRecords({ database: { pool }, realm }: Parts, userId: number) {
  const machine = realm.secured();
  const ended = await endedCollateralOf(pool, userId, { limit: ALL });
  const open = machine.openOf(userId);
  const all = [
    ...open.map((row) => ({ row, loan: openView(realm, machine, row, row.openedAt) })),
    ...ended.map((row) => ({ row, loan: endedView(realm, machine, row) })),
  ];
  return Promise.all(
    all.map(async ({ row, loan }) => {
      const events = await collateralEvents(pool, row.id);
      const first = events.find(({ what }) => what === 'opened');
      const signed = { ...row, collateral: first?.collateral ?? row.collateral };
      const contract = contractOf(realm, signed, machine.termsOf(row));
      return { loan, events: events.map(eventView), contract };
    }),
  );
}
