import { REALMS, type Realm } from '@assay/core/ledger/realm';
import type { Mode } from '@assay/core/schema/mode';
import { createListings, type PublishedListings } from '@assay/modules/markets';
import type { Database } from '@assay/platform/db/database';
import type { Job } from '@assay/platform/jobs/jobs';
import { listedCapitalJob } from './house.ts';
import { listedProducts } from './listed-products.ts';
import type { RealmEngine } from './realm.ts';

/** What parameters and listings need of the server. */
export interface ListingsOptions {
  readonly mode: Mode;
  readonly db: Pick<Database, 'pool'>;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
  readonly jobs: { add(job: Job): void };
}

/** What staff list, and the jobs by which engines take it and the house can quote it. */
export async function startListings(options: ListingsOptions): Promise<PublishedListings> {
  const { mode, db, engines, jobs } = options;
  const listings = await createListings(
    db,
    () => engines.real.machines.markets,
    listedProducts(engines),
  );
  for (const realm of REALMS) {
    jobs.add(listings.job(engines[realm]));
    // The real realm of a production has the capital that its operator declares.
    if (mode === 'trial' || realm === 'demo') jobs.add(listedCapitalJob(engines[realm]));
  }
  return listings;
}
