import type { RealmPart } from '../../../../apps/server/realm.ts';
import { PrepaidMachine } from './machine.ts';
import { PREPAID } from './rules.ts';
import { prepaidMigrations } from './store.ts';

/** The prepaid contract as a part of a realm. */
export const prepaid: RealmPart = {
  products: [PREPAID],
  machines: ({ orders }) => ({ prepaid: new PrepaidMachine(orders) }),
  migrations: prepaidMigrations,
};
