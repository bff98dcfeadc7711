import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { id, oneOf, text } from '@assay/core/schema/fields';
import type { PoolClient } from '@assay/platform/db/database';
import { z } from 'zod';
import { isRefusedAsOwn } from './own-import.ts';
import type { Parts } from './parts.ts';
import { CURRENCIES, type Currency, differencesOf, groundOf } from './rules.ts';
import { REASONS } from './schema/commands.ts';
import { plainAccount } from './statements/camt.ts';
import { settle } from './steps.ts';
import { assignLine, type Line, lineById, returnLine } from './store/lines.ts';
import { lockOrder, type Order, orderById, setEnding } from './store/orders.ts';
import { closePayee, lockPayees, openPayee, payeeById, payeesOf } from './store/payees.ts';
import { bankCommands } from './withdrawals/decided.ts';

const setPayee = z.strictObject({
  currency: oneOf(...CURRENCIES),
  holder: text(1, 70),
  bankName: text(1, 70),
  account: text(4, 42)
    .transform(plainAccount)
    .pipe(z.string().regex(/^[A-Z0-9]{4,34}$/)),
  bic: text(0, 11)
    .transform((bic) => bic.toUpperCase())
    .pipe(z.string().regex(/^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/)),
  bankAddress: text(0, 140),
});
const named = z.strictObject({ payeeId: id, account: z.string() });
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const assign = z.strictObject({
  purchaseId: id,
  digest,
  lineId: id,
  ground: z.literal('twoPeople'),
});
/** `amount` with its currency, as whoever decides reads it. */
const back = z.strictObject({ lineId: id, amount: z.string(), bankReference: text(1, 70) });
const letGo = z.strictObject({ purchaseId: id, digest, reason: oneOf(...REASONS) });

/** Why a line cannot pay an order, in the order in which it is checked. */
export type AssignRefusal =
  | 'unknownPurchase'
  | 'otherDigest'
  | 'wrongState'
  | 'unknownLine'
  | 'lineUsed'
  | 'lineDiffers';

/** What two people decide about purchases (see modules/operators). */
export function decidedCommands(parts: Parts) {
  return {
    setPayee: setPayeeCommand(parts),
    closePayee: closePayeeCommand(),
    assignLine: assignCommand(parts),
    returnLine: returnCommand(),
    letPurchaseGo: letGoCommand(parts),
    ...bankCommands(parts),
  };
}

function setPayeeCommand({ realm }: Parts) {
  const against = async (body: object, client: PoolClient) => {
    const { isOpen: _, ...given } = { isOpen: true, ...setPayee.parse(body) };
    const all = await payeesOf(client);
    const names = Object.keys(given) as (keyof typeof given)[];
    const same = all.some((one) => one.isOpen && names.every((name) => one[name] === given[name]));
    return same ? 'unchanged' : null;
  };
  return {
    read: (body: object) => setPayee.safeParse(body).data ?? null,
    prepared: against,
    run: async (body: object, client: PoolClient, now: number) => {
      // Two who decide at once follow one another, and the second sees what the first has set.
      await lockPayees(client);
      const why = await against(body, client);
      if (why !== null) return { refusal: why } as const;
      return { outcome: { payeeId: await openPayee(client, setPayee.parse(body), now) } };
    },
    done: async (body: object) => realm.list(setPayee.parse(body).currency as Currency),
  };
}

function closePayeeCommand() {
  const against = async (body: object, client: PoolClient) => {
    const { payeeId, account } = named.parse(body);
    const payee = await payeeById(client, payeeId);
    return payee?.isOpen && payee.account === account ? null : 'unknownAccount';
  };
  return {
    read: (body: object) => named.safeParse(body).data ?? null,
    prepared: against,
    run: async (body: object, client: PoolClient, now: number) => {
      const { payeeId } = named.parse(body);
      const closed = await closePayee(client, payeeId, now);
      return closed ? { outcome: { payeeId } } : { refusal: 'unknownAccount' as const };
    },
  };
}

function assignCommand(parts: Parts) {
  return {
    read: (body: object) => assign.safeParse(body).data ?? null,
    customer: async (body: object, client: PoolClient) => {
      const order = await orderById(client, assign.parse(body).purchaseId);
      return order?.userId ?? null;
    },
    prepared: async (body: object, client: PoolClient) => {
      const given = assign.parse(body);
      const found = await payable(parts, client, given.purchaseId, given.digest, given.lineId);
      return typeof found === 'string' ? found : null;
    },
    run: async (body: object, client: PoolClient, now: number) => {
      const given = assign.parse(body);
      const why = await assignTo(parts, client, { ...given, alone: null }, now);
      return why === null ? { outcome: { purchaseId: given.purchaseId } } : { refusal: why };
    },
    done: (body: object) => settleNow(parts, assign.parse(body).purchaseId),
  };
}

function letGoCommand(parts: Parts) {
  const against = async (body: object, client: PoolClient) => {
    const { purchaseId, digest: seen } = letGo.parse(body);
    const order = await open(client, purchaseId, seen);
    return typeof order === 'string' ? order : null;
  };
  return {
    read: (body: object) => letGo.safeParse(body).data ?? null,
    customer: async (body: object, client: PoolClient) => {
      const order = await orderById(client, letGo.parse(body).purchaseId);
      return order?.userId ?? null;
    },
    prepared: against,
    run: async (body: object, client: PoolClient) => {
      const { purchaseId, digest: seen, reason } = letGo.parse(body);
      const why = await against(body, client);
      if (why !== null) return { refusal: why } as const;
      await setEnding(client, seen, 'refunded', reason);
      return { outcome: { purchaseId } };
    },
    done: (body: object) => settleNow(parts, letGo.parse(body).purchaseId),
  };
}

function returnCommand() {
  const against = async (body: object, client: PoolClient) => {
    const { lineId, amount } = back.parse(body);
    const line = await lineById(client, lineId);
    if (line === null) return 'unknownLine';
    if (!isOpen(line)) return 'lineUsed';
    const its = `${formatDecimal(line.amount, SCALE)} ${line.currency}`;
    return amount === its ? null : 'lineDiffers';
  };
  return {
    read: (body: object) => back.safeParse(body).data ?? null,
    prepared: against,
    run: async (body: object, client: PoolClient, now: number) => {
      const { lineId, bankReference } = back.parse(body);
      const why = await against(body, client);
      if (why !== null) return { refusal: why } as const;
      const done = await returnLine(client, lineId, bankReference, now);
      return done ? { outcome: { lineId } } : { refusal: 'lineUsed' as const };
    },
  };
}

/** Nobody has said what it is. */
const isOpen = ({ orderDigest, returned, withdrawalId }: Line) =>
  orderDigest === null && returned === null && withdrawalId === null;

async function settleNow(parts: Parts, purchaseId: number): Promise<void> {
  const order = await orderById(parts.database.pool, purchaseId);
  if (order?.state === 'open') await settle(parts, order);
}

/** The open order, on which nobody else decides meanwhile; or why nothing can be decided. */
async function open(
  client: PoolClient,
  purchaseId: number,
  seen: string | null,
): Promise<Order | 'unknownPurchase' | 'otherDigest' | 'wrongState'> {
  const found = await orderById(client, purchaseId);
  if (found === null) return 'unknownPurchase';
  if (seen !== null && found.digest !== seen) return 'otherDigest';
  const order = await lockOrder(client, found.digest);
  const isUndecided = order?.state === 'open' && order.ending === null && order.lineId === null;
  return order !== null && isUndecided ? order : 'wrongState';
}

/** An open order and a line that may pay it, with what that takes. */
async function payable(
  parts: Parts,
  client: PoolClient,
  purchaseId: number,
  seen: string | null,
  lineId: number,
) {
  const order = await open(client, purchaseId, seen);
  if (typeof order === 'string') return order;
  const line = await lineById(client, lineId);
  if (line === null) return 'unknownLine';
  if (!isOpen(line)) return 'lineUsed';
  const ground = groundOf(differencesOf(line, await owedOf(parts, order)));
  return ground === null ? 'lineDiffers' : { order, line, ground };
}

/** An order as lines are compared with it: paid by whoever has proved their name, nobody else. */
export async function owedOf<O extends Order>({ nameOf }: Pick<Parts, 'nameOf'>, order: O) {
  const lastDay = new Date(order.deadline).toISOString().slice(0, 10);
  return { ...order, payer: (await nameOf(order.userId)) ?? '', lastDay };
}

export interface Assignment {
  readonly purchaseId: number;
  /** What whoever decides has seen; null: they look at it now. */
  readonly digest: string | null;
  readonly lineId: number;
  /** One person, whom the table of approvals has to allow; null: two have decided. */
  readonly alone: number | null;
}

/** Writes down that a line pays an order, once; the engine learns of it after that. */
export async function assignTo(
  parts: Parts,
  client: PoolClient,
  { purchaseId, digest: seen, lineId, alone }: Assignment,
  now: number,
): Promise<AssignRefusal | 'needsTwoPeople' | 'ownImport' | null> {
  const found = await payable(parts, client, purchaseId, seen, lineId);
  if (typeof found === 'string') return found;
  const { order, line, ground } = found;
  if (alone !== null) {
    if (parts.needsTwo('assignLine', { ground })) return 'needsTwoPeople';
    if (await isRefusedAsOwn(parts, line, alone)) return 'ownImport';
  }
  const decidedOn = alone !== null ? ground : 'twoPeople';
  const rules = parts.rulesVersion(now);
  const of = { lineId, digest: order.digest, ground: decidedOn, rules } as const;
  return (await assignLine(client, of, now)) ? null : 'lineUsed';
}
