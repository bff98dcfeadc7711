import type { OrdersMachine } from '@assay/modules/orders';
import { PrepaidMachine } from './machine.ts';
import { PREPAID } from './rules.ts';
import { prepaidMigrations } from './store.ts';

/** The prepaid contract as a part of a realm (`RealmPart`). */
export const prepaid = {
  products: [PREPAID],
  machines: ({ orders }: { readonly orders: OrdersMachine }) => ({
    prepaid: new PrepaidMachine(orders),
  }),
  migrations: prepaidMigrations,
};
