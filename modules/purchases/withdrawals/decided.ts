import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { id } from '@assay/core/schema/fields';
import type { Withdrawal } from '@assay/modules/wallet';
import type { PoolClient } from '@assay/platform/db/database';
import { z } from 'zod';
import { isRefusedAsOwn } from '../own-import.ts';
import type { Parts } from '../parts.ts';
import { debitDifferences } from '../rules.ts';
import { assignDebit, debitById } from '../store/debits.ts';
import { assignReturn, lineById } from '../store/lines.ts';
import { RETURNED_WITHIN_MS } from './machine.ts';
import { settleReturns } from './steps.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const pay = z.strictObject({
  ...{ withdrawalId: id, digest, lineId: id },
  ground: z.literal('twoPeople'),
});
/** `amount` with its currency, as whoever decides reads it. */
const back = z.strictObject({ withdrawalId: id, digest, lineId: id, amount: z.string() });

/** Why a line cannot be one of a withdrawal, in the order in which it is checked. */
export type DebitRefusal =
  | 'unknownWithdrawal'
  | 'otherDigest'
  | 'wrongState'
  | 'unknownLine'
  | 'lineUsed'
  | 'lineDiffers';

/** A withdrawal to a bank as a debit is compared with it. */
export const dueOf = ({ bank, recipient: payeeName }: Withdrawal) => {
  const { currency, proceeds, reference } = bank!;
  return { currency, proceeds, reference, payeeName };
};

/** What two people decide about withdrawals to banks (see modules/operators). */
export function bankCommands(parts: Parts) {
  return { payByBank: payCommand(parts), returnByBank: returnCommand(parts) };
}

function payCommand(parts: Parts) {
  return {
    read: (body: object) => pay.safeParse(body).data ?? null,
    customer: customer(parts, (body) => pay.parse(body).withdrawalId),
    prepared: async (body: object, client: PoolClient) => {
      const found = await payable(parts, client, pay.parse(body));
      return typeof found === 'string' ? found : null;
    },
    run: async (body: object, client: PoolClient, now: number) => {
      const given = pay.parse(body);
      const why = await payBy(parts, client, { ...given, alone: null }, now);
      return why === null ? { outcome: { withdrawalId: given.withdrawalId } } : { refusal: why };
    },
    done: (body: object, now: number) => parts.ofBanks.settle(pay.parse(body).withdrawalId, now),
  };
}

function returnCommand(parts: Parts) {
  const against = async (body: object, client: PoolClient, now: number) => {
    const given = back.parse(body);
    const one = await parts.ofBanks.byId(client, given.withdrawalId);
    if (one === null) return 'unknownWithdrawal';
    if (one.digest !== given.digest) return 'otherDigest';
    const bank = one.bank!;
    if (one.state !== 'paid' || bank.back !== null) return 'wrongState';
    // The engine has forgotten it, or will before this is decided: it would refuse it for good.
    if (one.endedAt! + RETURNED_WITHIN_MS <= now) return 'tooLate';
    const line = await lineById(client, given.lineId);
    if (line === null) return 'unknownLine';
    const { orderDigest, returned, withdrawalId, currency, amount } = line;
    if (orderDigest !== null || returned !== null || withdrawalId !== null) return 'lineUsed';
    const its = `${formatDecimal(amount, SCALE)} ${currency}`;
    const fits = currency === bank.currency && amount <= bank.proceeds && its === given.amount;
    return fits ? null : 'lineDiffers';
  };
  return {
    read: (body: object) => back.safeParse(body).data ?? null,
    customer: customer(parts, (body) => back.parse(body).withdrawalId),
    prepared: (body: object, client: PoolClient, { now }: { readonly now: number }) =>
      against(body, client, now),
    run: async (body: object, client: PoolClient, now: number) => {
      const why = await against(body, client, now);
      if (why !== null) return { refusal: why } as const;
      const { withdrawalId, lineId } = back.parse(body);
      const done = await assignReturn(client, { lineId, withdrawalId }, now);
      return done ? { outcome: { withdrawalId } } : { refusal: 'lineUsed' as const };
    },
    done: (_body: object, now: number) => settleReturns(parts, now),
  };
}

/** Whose withdrawal it is, which nobody decides about who works on their own. */
const customer =
  ({ ofBanks }: Parts, idOf: (body: object) => number) =>
  async (body: object, client: PoolClient) =>
    (await ofBanks.byId(client, idOf(body)))?.userId ?? null;

export interface PayBy {
  readonly withdrawalId: number;
  /** What whoever decides has seen; null: they look at it now. */
  readonly digest: string | null;
  readonly lineId: number;
  /** One person, for whom the line has to fit in everything; null: two have decided. */
  readonly alone: number | null;
}

/** A withdrawal that staff pay, and a debit that may have paid it, with in what they differ. */
async function payable(
  { ofBanks }: Parts,
  client: PoolClient,
  { withdrawalId, digest: seen, lineId }: Omit<PayBy, 'alone'>,
) {
  const one = await ofBanks.byId(client, withdrawalId);
  if (one === null) return 'unknownWithdrawal';
  if (seen !== null && one.digest !== seen) return 'otherDigest';
  if (one.state !== 'paying' || one.transaction !== null) return 'wrongState';
  const debit = await debitById(client, lineId);
  if (debit === null) return 'unknownLine';
  if (debit.withdrawalId !== null) return 'lineUsed';
  const differences = debitDifferences(debit, dueOf(one));
  const never = differences.includes('currency') || differences.includes('amount');
  return never ? 'lineDiffers' : { one, debit, isExact: differences.length === 0 };
}

/** Writes down that a debit paid a withdrawal, once; the engine learns of it after that. */
export async function payBy(
  parts: Parts,
  client: PoolClient,
  given: PayBy,
  now: number,
): Promise<DebitRefusal | 'needsTwoPeople' | 'ownImport' | null> {
  await parts.ofBanks.lock(client, given.withdrawalId);
  const found = await payable(parts, client, given);
  if (typeof found === 'string') return found;
  const { one, debit, isExact } = found;
  const { withdrawalId } = one;
  const { alone } = given;
  const ground = alone === null ? 'twoPeople' : 'exactMatch';
  if (alone !== null) {
    if (!isExact || parts.needsTwo('payByBank', { ground })) return 'needsTwoPeople';
    if (await isRefusedAsOwn(parts, debit, alone)) return 'ownImport';
  }
  const { lineId, account, entry } = debit;
  if (!(await assignDebit(client, { lineId, withdrawalId, ground }, now))) return 'lineUsed';
  const noted = await parts.ofBanks.pay(client, one, `${account} ${entry}`, now);
  if (!noted) throw new Error(`withdrawal ${withdrawalId} has a payment already`);
  return null;
}
