import type { Identity } from '@assay/modules/identity';
import type { Operators } from '@assay/modules/operators';
import type { Parameters } from '@assay/modules/parameters';
import { createRecoveries, type DepositBank, type Recoveries } from '@assay/modules/wallet';
import type { Database } from '@assay/platform/db/database';
import type { Jobs } from '@assay/platform/jobs/jobs';

/** What recoveries of deposits need of the server. */
interface RecoveryOptions {
  readonly db: Pick<Database, 'pool'>;
  readonly jobs: Jobs;
  readonly bank: DepositBank;
  readonly identity: Pick<Identity, 'customer' | 'addPersonalRecords'>;
}

interface Around {
  readonly parameters: Pick<Parameters, 'ofHouse'>;
  /** Staff come after recoveries, on which two of them decide. */
  readonly operators: () => Pick<Operators, 'record'>;
}

/** What came to our addresses and cannot be credited by itself, by the published terms. */
export function startRecoveries(
  { db, jobs, bank, identity }: RecoveryOptions,
  { parameters, operators }: Around,
): Recoveries {
  const recoveries = createRecoveries({
    ...{ database: db, bank },
    terms: (now) => ({
      least: BigInt(parameters.ofHouse('recoveryLeast', now)),
      feePpm: parameters.ofHouse('recoveryFee', now),
    }),
    hasAccount: async (userId) => (await identity.customer(userId)) !== null,
    record: (context, entry) => operators().record(context, entry),
  });
  jobs.add(recoveries.job);
  identity.addPersonalRecords('recoveries', recoveries.personalRecords);
  return recoveries;
}
