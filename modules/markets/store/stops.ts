import type { Realm } from '@assay/core/ledger/realm';
import type { Database, PoolClient } from '@assay/platform/db/database';

/** A halt that staff ordered and that has not ended. */
export interface MarketStop {
  readonly realm: Realm;
  readonly market: string;
  /** Why, as everybody reads it. */
  readonly reason: string;
  readonly startedAt: number;
  readonly until: number;
  readonly renewals: number;
}

const STOP = 'realm, market, reason, started_at as "startedAt", until, renewals';

/** Halts of markets by staff. */
export class StopStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  async active(): Promise<MarketStop[]> {
    const { rows } = await this.#database.pool.query<MarketStop>(
      `select ${STOP} from market_stop where ended_at is null order by started_at, stop_id`,
    );
    return rows;
  }

  /** False when the market is stopped already. */
  async start(stop: Omit<MarketStop, 'renewals'>): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `insert into market_stop (realm, market, reason, started_at, until)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [stop.realm, stop.market, stop.reason, stop.startedAt, stop.until],
    );
    return rowCount === 1;
  }

  /** False when the market is not stopped, or no longer. */
  async extend(
    client: PoolClient,
    { realm, market }: Pick<MarketStop, 'realm' | 'market'>,
    until: number,
    now: number,
  ): Promise<boolean> {
    const { rowCount } = await client.query(
      `update market_stop set until = $3, renewals = renewals + 1
       where realm = $1 and market = $2 and ended_at is null and until > $4`,
      [realm, market, until, now],
    );
    return rowCount === 1;
  }

  async end(realm: Realm, market: string, now: number): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `update market_stop set ended_at = $3
       where realm = $1 and market = $2 and ended_at is null`,
      [realm, market, now],
    );
    return rowCount === 1;
  }
}
