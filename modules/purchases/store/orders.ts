import type { EndState, Ground, Reason } from '../schema/commands.ts';
import type { Queryable } from './payees.ts';

/** An order as it was made. Amounts in units of 1e-8; times in milliseconds. */
export interface NewOrder {
  readonly digest: string;
  readonly commandId: string;
  readonly userId: number;
  readonly asset: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly cost: bigint;
  /** What it might cost at most; null of one from before that was kept. */
  readonly agreed: bigint | null;
  readonly rate: bigint;
  readonly rateAt: number;
  readonly rateSource: 'index' | 'parameter';
  readonly rateTick: number;
  readonly marginPpm: number;
  readonly payeeId: number;
  readonly reference: string;
  readonly payer: string;
  readonly salt: string;
  readonly orderedAt: number;
  readonly deadline: number;
}

/** With what became of it: of the engine, of the person, of staff. */
export interface Order extends NewOrder {
  readonly purchaseId: number | null;
  readonly refused: string;
  /** Null: the engine has not accepted it. */
  readonly state: 'open' | EndState | null;
  readonly acceptedAt: number | null;
  readonly endedAt: number | null;
  readonly reason: Reason | '';
  /** How it is to end without being released, once that is decided. */
  readonly ending: 'cancelled' | 'expired' | 'refunded' | null;
  readonly ground: Ground | '';
  readonly proof: string | null;
  readonly proofAt: number | null;
  readonly ticketId: number | null;
  readonly disputedAt: number | null;
  /** The line of a statement that pays it. */
  readonly lineId: number | null;
  readonly matchedAt: number | null;
  readonly lineGround: Ground | null;
  readonly rules: number | null;
  readonly claimedBy: number | null;
  readonly claimedUntil: number | null;
  /** Of the payee's row. */
  readonly holder: string;
  readonly bankName: string;
  readonly account: string;
  readonly bic: string;
  readonly bankAddress: string;
}

const OWN = `o.digest, o.command_id as "commandId", o.user_id as "userId", o.asset, o.amount::text,
  o.currency, o.cost::text, o.agreed::text, o.rate::text, o.rate_at as "rateAt", o.rate_source as "rateSource",
  o.rate_tick as "rateTick", o.margin_ppm as "marginPpm", o.payee_id as "payeeId", o.reference,
  o.payer, o.salt, o.ordered_at as "orderedAt", o.deadline, o.purchase_id as "purchaseId",
  o.refused, o.ending, o.reason, o.proof, o.proof_at as "proofAt", o.ticket_id as "ticketId",
  o.disputed_at as "disputedAt"`;

const SELECT = `select ${OWN}, case when w.id is not null then 'open' else e.state end as state,
    coalesce(w.accepted_at, e.accepted_at) as "acceptedAt", e.ended_at as "endedAt",
    coalesce(e.ground, '') as ground, l.line_id as "lineId",
    l.decided_at as "matchedAt", l.ground as "lineGround", l.rules, c.operator_id as "claimedBy", c.until as "claimedUntil",
    p.holder, p.bank_name as "bankName", p.account, p.bic, p.bank_address as "bankAddress"
  from purchase_order o join purchase_payee p using (payee_id)
  left join real.purchase w on w.digest = o.digest
  left join real.ended_purchase e on e.digest = o.digest
  left join bank_line l on l.order_digest = o.digest
  left join purchase_claim c on c.purchase_id = o.purchase_id`;

type Row = Omit<Order, 'amount' | 'cost' | 'agreed' | 'rate'> &
  Record<'amount' | 'cost' | 'rate', string> & { readonly agreed: string | null };

const read = (rows: readonly Row[]): Order[] =>
  rows.map((row) => ({
    ...row,
    ...{ amount: BigInt(row.amount), cost: BigInt(row.cost), rate: BigInt(row.rate) },
    agreed: row.agreed === null ? null : BigInt(row.agreed),
  }));

async function first(db: Queryable, where: string, value: string | number): Promise<Order | null> {
  const { rows } = await db.query<Row>(`${SELECT} where ${where} = $1`, [value]);
  return read(rows)[0] ?? null;
}

export const orderById = (db: Queryable, purchaseId: number) =>
  first(db, 'o.purchase_id', purchaseId);
export const orderByDigest = (db: Queryable, digest: string) => first(db, 'o.digest', digest);
export const orderByCommand = (db: Queryable, commandId: string) =>
  first(db, 'o.command_id', commandId);
export const orderByReference = (db: Queryable, reference: string) =>
  first(db, 'o.reference', reference);

/** False when the command id was used meanwhile. */
export async function addOrder(db: Queryable, order: NewOrder): Promise<boolean> {
  const { digest, commandId, userId, asset, amount, currency, cost, rate, rateAt } = order;
  const { rateSource, rateTick, marginPpm, payeeId, reference, payer, salt, agreed } = order;
  const { rowCount } = await db.query(
    `insert into purchase_order (digest, command_id, user_id, asset, amount, currency, cost, rate,
       rate_at, rate_source, rate_tick, margin_ppm, payee_id, reference, payer, salt, ordered_at,
       deadline, agreed)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
     on conflict (command_id) do nothing`,
    [
      ...[digest, commandId, userId, asset, String(amount), currency, String(cost), String(rate)],
      ...[rateAt, rateSource, rateTick, marginPpm, payeeId, reference, payer, salt],
      ...[order.orderedAt, order.deadline, agreed === null ? null : String(agreed)],
    ],
  );
  return rowCount === 1;
}

/** What the engine has answered. */
export async function answered(
  db: Queryable,
  digest: string,
  { purchaseId = null, refused = '' }: { purchaseId?: number | null; refused?: string },
): Promise<void> {
  await db.query(
    `update purchase_order set purchase_id = coalesce(purchase_id, $2), refused = $3
     where digest = $1`,
    [digest, purchaseId, refused],
  );
}

/** Finds the numbers of orders whose answer was lost, asked for before `before`. */
export async function findLost(db: Queryable, before: number): Promise<void> {
  await db.query(
    `update purchase_order o set purchase_id = w.id
     from (select id, digest from real.purchase union all select id, digest from real.ended_purchase) w
     where o.purchase_id is null and o.refused = '' and o.ordered_at < $1 and w.digest = o.digest`,
    [before],
  );
}

/** Those of a person, the latest first. */
export async function ordersOf(
  db: Queryable,
  userId: number,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<Order[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} where o.user_id = $1 and o.purchase_id < coalesce($2::bigint, ${2 ** 53 - 1})
     order by o.purchase_id desc limit $3`,
    [userId, before, limit],
  );
  return read(rows);
}

/** The open ones: those to be paid first at the top. */
export async function openOrders(db: Queryable, limit: number): Promise<Order[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} where w.id is not null order by o.deadline, w.id limit $1`,
    [limit],
  );
  return read(rows);
}

/** Open ones of which nobody has said that they are paid, and whose time is over. */
export async function overdueOrders(db: Queryable, now: number, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ digest: string }>(
    `select w.digest from real.purchase w join purchase_order o using (digest)
     where w.deadline <= $1 and o.ending is null and o.proof_at is null
       and o.disputed_at is null order by w.id limit $2`,
    [now, limit],
  );
  return rows.map(({ digest }) => digest);
}

/** Open ones of which it is decided how they end: that a line pays them, or without it. */
export async function decidedOrders(db: Queryable, limit: number): Promise<Order[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} where w.id is not null and (l.line_id is not null or o.ending is not null)
     order by w.id limit $1`,
    [limit],
  );
  return read(rows);
}

/** Nobody else decides on it until the transaction ends; then what is in the row is so. */
export async function lockOrder(db: Queryable, digest: string): Promise<Order | null> {
  await db.query('select 1 from purchase_order where digest = $1 for update', [digest]);
  return orderByDigest(db, digest);
}

export async function setEnding(
  db: Queryable,
  digest: string,
  ending: NonNullable<Order['ending']>,
  reason: Reason | '',
): Promise<void> {
  await db.query('update purchase_order set ending = $2, reason = $3 where digest = $1', [
    ...[digest, ending, reason],
  ]);
}

/** The picture that was there before is returned; `undefined` when the order has ended. */
export async function setProof(
  db: Queryable,
  digest: string,
  proof: string,
  now: number,
): Promise<string | null | undefined> {
  const { rows } = await db.query<{ before: string | null }>(
    `update purchase_order o set proof = $2, proof_at = $3
     from (select proof as before from purchase_order where digest = $1 for update) old
     where o.digest = $1 and o.ending is null
       and exists (select from real.purchase w where w.digest = $1)
     returning old.before`,
    [digest, proof, now],
  );
  return rows[0]?.before;
}

export async function setDispute(
  db: Queryable,
  digest: string,
  ticketId: number,
  now: number,
): Promise<void> {
  await db.query(
    `update purchase_order set ticket_id = $2, disputed_at = $3
     where digest = $1 and ticket_id is null`,
    [digest, ticketId, now],
  );
}

/** Takes one to work on; false while somebody else does. */
export async function claim(
  db: Queryable,
  purchaseId: number,
  operatorId: number,
  now: number,
  until: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into purchase_claim values ($1, $2, $4)
     on conflict (purchase_id) do update set operator_id = $2, until = $4
     where purchase_claim.operator_id = $2 or purchase_claim.until <= $3`,
    [purchaseId, operatorId, now, until],
  );
  return rowCount === 1;
}

export async function releaseClaim(
  db: Queryable,
  purchaseId: number,
  operatorId: number,
): Promise<void> {
  await db.query('delete from purchase_claim where purchase_id = $1 and operator_id = $2', [
    purchaseId,
    operatorId,
  ]);
}

/** What a person has: their orders as rows. */
export async function recordsOf(db: Queryable, userId: number): Promise<Order[]> {
  const { rows } = await db.query<Row>(`${SELECT} where o.user_id = $1 order by o.ordered_at`, [
    userId,
  ]);
  return read(rows);
}

/** Erases who paid; what was ordered stays, because the ledger has it. */
export async function eraseOrders(db: Queryable, userId: number): Promise<string[]> {
  const { rows } = await db.query<{ proof: string | null }>(
    `update purchase_order o set payer = '', salt = '', proof = null
     from (select digest, proof from purchase_order where user_id = $1 for update) old
     where o.digest = old.digest returning old.proof`,
    [userId],
  );
  return rows.flatMap(({ proof }) => (proof === null ? [] : [proof]));
}
