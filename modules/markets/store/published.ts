import type { Client, Database } from '@assay/platform/db/database';
import type { z } from 'zod';
import type { publishListing } from '../schema.ts';

type Queryable = Pick<Client, 'query'>;

/** What two members of staff have listed, as they signed it. */
export interface PublishedListing {
  readonly listingId: number;
  readonly wanted: z.output<typeof publishListing>;
  readonly reason: string;
  /** The accounts of who prepared and who approved it. */
  readonly signers: readonly number[];
  readonly publishedAt: number;
}

/** An arbitrary number; the lock keeps two listings from not seeing one another. */
const LISTING_LOCK = 4_217_735_253;

/** Published listings, which nobody changes. */
export class PublishedStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  /** In the order in which they were published. */
  async all(client: Queryable = this.#database.pool): Promise<PublishedListing[]> {
    const { rows } = await client.query<PublishedListing>(
      `select listing_id as "listingId", body as wanted, reason, signers,
         published_at as "publishedAt"
       from published_listing order by listing_id`,
    );
    return rows;
  }

  /** As all(), and nobody else adds one until the transaction ends. */
  async locked(client: Queryable): Promise<PublishedListing[]> {
    await client.query('select pg_advisory_xact_lock($1)', [LISTING_LOCK]);
    return this.all(client);
  }

  async add(client: Queryable, listing: Omit<PublishedListing, 'listingId'>): Promise<number> {
    const { wanted, reason, signers, publishedAt } = listing;
    const { rows } = await client.query<{ listingId: number }>(
      `insert into published_listing (body, reason, signers, published_at)
       values ($1, $2, $3, $4) returning listing_id as "listingId"`,
      [JSON.stringify(wanted), reason, signers, publishedAt],
    );
    return rows[0]!.listingId;
  }
}
