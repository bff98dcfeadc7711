import type { Client } from '@assay/platform/db/database';
import type { AlertKind } from './rules.ts';

/** An alert as stored; prices in units of 1e-8. */
export interface Alert {
  readonly alertId: number;
  readonly userId: number;
  readonly market: string;
  readonly kind: AlertKind;
  readonly level: bigint;
  readonly madeAt: number;
  readonly madePrice: bigint;
  readonly firedAt: number | null;
  readonly firedPrice: bigint | null;
}

export type NewAlert = Pick<Alert, 'userId' | 'market' | 'kind' | 'level' | 'madeAt' | 'madePrice'>;

/** What the driver hands out: numbers for int8. */
type Row = Omit<Alert, 'level' | 'madePrice' | 'firedPrice'> & {
  readonly level: number;
  readonly madePrice: number;
  readonly firedPrice: number | null;
};

const COLUMNS = `alert_id as "alertId", user_id as "userId", market, kind, level,
  made_at as "madeAt", made_price as "madePrice", fired_at as "firedAt",
  fired_price as "firedPrice"`;
const FIRED_SHOWN = 50;

/** All SQL of the module. */
export class AlertStore {
  readonly #client: Pick<Client, 'query'>;

  constructor(client: Pick<Client, 'query'>) {
    this.#client = client;
  }

  /** Null when as many wait as one person may have. */
  async add(
    { userId, market, kind, level, madeAt, madePrice }: NewAlert,
    most: number,
  ): Promise<Alert | null> {
    const { rows } = await this.#client.query<Row>(
      `insert into price_alert (user_id, market, kind, level, made_at, made_price)
       select $1, $2, $3, $4, $5, $6
       where (select count(*) from price_alert where user_id = $1 and fired_at is null) < $7
       returning ${COLUMNS}`,
      [userId, market, kind, String(level), madeAt, String(madePrice), most],
    );
    return rows.map(alertOf)[0] ?? null;
  }

  async remove(userId: number, alertId: number): Promise<boolean> {
    const { rowCount } = await this.#client.query(
      'delete from price_alert where user_id = $1 and alert_id = $2',
      [userId, alertId],
    );
    return rowCount === 1;
  }

  /** Removes every alert of a person; returns their ids. */
  async removeAll(userId: number): Promise<number[]> {
    const { rows } = await this.#client.query<{ alertId: number }>(
      'delete from price_alert where user_id = $1 returning alert_id as "alertId"',
      [userId],
    );
    return rows.map(({ alertId }) => alertId);
  }

  /** Those that wait, and the latest that have fired. */
  async list(userId: number): Promise<Alert[]> {
    const { rows } = await this.#client.query<Row>(
      `(select ${COLUMNS} from price_alert where user_id = $1 and fired_at is null
        order by alert_id desc)
       union all
       (select ${COLUMNS} from price_alert where user_id = $1 and fired_at is not null
        order by fired_at desc, alert_id desc limit $2)`,
      [userId, FIRED_SHOWN],
    );
    return rows.map(alertOf);
  }

  async waiting(): Promise<Alert[]> {
    const { rows } = await this.#client.query<Row>(
      `select ${COLUMNS} from price_alert where fired_at is null`,
    );
    return rows.map(alertOf);
  }

  /** Marks alerts as fired: each once, whoever asks, and none that was removed. */
  async fire(alertIds: readonly number[], price: bigint, at: number): Promise<number> {
    const { rowCount } = await this.#client.query(
      `update price_alert set fired_at = $2, fired_price = $3
       where alert_id = any($1) and fired_at is null`,
      [alertIds, at, String(price)],
    );
    return rowCount ?? 0;
  }

  async undelivered(limit: number): Promise<Alert[]> {
    const { rows } = await this.#client.query<Row>(
      `select ${COLUMNS} from price_alert where fired_at is not null and delivered_at is null
       order by alert_id limit $1`,
      [limit],
    );
    return rows.map(alertOf);
  }

  async delivered(alertId: number, at: number): Promise<void> {
    await this.#client.query('update price_alert set delivered_at = $2 where alert_id = $1', [
      alertId,
      at,
    ]);
  }
}

function alertOf({ level, madePrice, firedPrice, ...rest }: Row): Alert {
  const fired = firedPrice === null ? null : BigInt(firedPrice);
  return { ...rest, level: BigInt(level), madePrice: BigInt(madePrice), firedPrice: fired };
}
