import type { Client, PoolClient } from '@assay/platform/db/database';

export type Queryable = Pick<Client | PoolClient, 'query'>;

/** An account of the house at a bank. */
export interface Payee {
  readonly payeeId: number;
  readonly currency: string;
  readonly holder: string;
  readonly bankName: string;
  readonly account: string;
  readonly bic: string;
  readonly bankAddress: string;
  readonly isOpen: boolean;
  readonly changedAt: number;
}
export type NewPayee = Omit<Payee, 'payeeId' | 'isOpen' | 'changedAt'>;

const COLUMNS = `payee_id as "payeeId", currency, holder, bank_name as "bankName", account, bic,
  bank_address as "bankAddress", is_open as "isOpen", changed_at as "changedAt"`;

/** All that there ever were; the open ones first. */
export async function payeesOf(db: Queryable): Promise<Payee[]> {
  const { rows } = await db.query<Payee>(
    `select ${COLUMNS} from purchase_payee order by is_open desc, currency, payee_id`,
  );
  return rows;
}

export async function payeeById(db: Queryable, payeeId: number): Promise<Payee | null> {
  const { rows } = await db.query<Payee>(
    `select ${COLUMNS} from purchase_payee where payee_id = $1`,
    [payeeId],
  );
  return rows[0] ?? null;
}

/** An arbitrary number. */
const PAYEES_LOCK = 421_991;

/** Nobody else sets accounts until this transaction ends. */
export async function lockPayees(db: Queryable): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1, 0)', [PAYEES_LOCK]);
}

/** Opens an account; the row of the same account that was open is closed. */
export async function openPayee(db: Queryable, payee: NewPayee, now: number): Promise<number> {
  const { currency, holder, bankName, account, bic, bankAddress } = payee;
  await db.query(
    `update purchase_payee set is_open = false, changed_at = $3
     where currency = $1 and account = $2 and is_open`,
    [currency, account, now],
  );
  const { rows } = await db.query<{ payeeId: number }>(
    `insert into purchase_payee
       (currency, holder, bank_name, account, bic, bank_address, is_open, changed_at)
     values ($1, $2, $3, $4, $5, $6, true, $7) returning payee_id as "payeeId"`,
    [currency, holder, bankName, account, bic, bankAddress, now],
  );
  return rows[0]!.payeeId;
}

/** False when it was not open. */
export async function closePayee(db: Queryable, payeeId: number, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'update purchase_payee set is_open = false, changed_at = $2 where payee_id = $1 and is_open',
    [payeeId, now],
  );
  return rowCount === 1;
}
