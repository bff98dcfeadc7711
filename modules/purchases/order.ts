import { randomBytes } from 'node:crypto';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { CallInput } from '@assay/core/schema/call';
import { conflict, Refusal, refuse } from '@assay/core/schema/outcome';
import { HOUR, MINUTE } from '@assay/core/time';
import { newId } from '@assay/platform/secrets';
import { orderDigest } from './digest.ts';
import type { Parts, UserContext } from './parts.ts';
import { BOUGHT, type Currency, costOf, type Rate, referenceOf, refuseAmount } from './rules.ts';
import type { purchaseCalls } from './schema/person.ts';
import {
  addOrder,
  answered,
  type NewOrder,
  type Order,
  orderByCommand,
  orderByDigest,
} from './store/orders.ts';
import { payeesOf } from './store/payees.ts';
import { limitsText } from './texts.ts';
import { freshOf, viewOf } from './views.ts';

type Input = CallInput<(typeof purchaseCalls)['orderPurchase']>;

/** So long an order keeps its rate that has not come to the engine: time to try again. */
const RATE_KEPT_MS = MINUTE;

const text = (units: bigint) => formatDecimal(units, SCALE);

/** Whom a currency is paid to, at which rate, and what it costs; or why nobody can order it now. */
export async function quote(parts: Parts, currency: Currency, amount: bigint, now: number) {
  const payees = await payeesOf(parts.database.pool);
  const payee = payees.find((one) => one.isOpen && one.currency === currency);
  const rate = freshOf(parts.rate(currency, now), now);
  if (payee === undefined || rate === null) return refuse('currencyClosed', { currency });
  const wrong = refuseAmount(amount);
  const { asset, least, most } = limitsText();
  if (wrong !== null)
    return refuse(wrong, { asset, amount: wrong === 'belowLeast' ? least : most });
  const marginPpm = parts.marginPpm(now);
  return { payee, rate, marginPpm, cost: costOf(amount, rate, marginPpm) };
}

/**
 * Takes an order in. Its row is written before the engine gets the command, which holds what was
 * ordered. The same command id again gets the answer of the first.
 */
export async function orderPurchase(parts: Parts, input: Input, context: UserContext) {
  const { actor, now, commandId = `purchase ${newId()}` } = context;
  if (actor.realm !== 'real') return refuse('virtualAccount');
  const { pool } = parts.database;
  const known = await orderByCommand(pool, commandId);
  if (known !== null) return again(parts, known, input, now);
  const { userId } = actor;
  if ((await parts.verified(userId)) === 'none') return refuse('verificationNeeded');
  if (!(await parts.hasReadRules(userId))) return refuse('rulesUnread');
  const { currency, payer } = input;
  const amount = parseDecimal(input.amount, SCALE)!;
  const quoted = await quote(parts, currency, amount, now);
  if (quoted instanceof Refusal) return quoted;
  const { payee, rate, marginPpm, cost } = quoted;
  const agreed = parseDecimal(input.cost, SCALE);
  if (agreed === null || cost > agreed) return refuse('rateMoved', { cost: text(cost), currency });
  const given = { ...{ currency, cost, ...rateOf(rate), marginPpm, payeeId: payee.payeeId } };
  const bound = { ...given, reference: referenceOf(randomBytes(16)), payer, salt: newId() };
  const order: NewOrder = {
    ...{ ...bound, digest: orderDigest(bound), commandId, userId, asset: BOUGHT, amount },
    ...{ agreed, orderedAt: now, deadline: now + parts.hours(now) * HOUR },
  };
  if (await addOrder(pool, order)) return submit(parts, order);
  // The same request came twice at once.
  const first = await orderByCommand(pool, commandId);
  return first === null ? conflict() : again(parts, first, input, now);
}

/**
 * A command id that is known. An order that never came to the engine, and is of long ago, has lost
 * its rate: who could choose when to send it would wait until the market is above it.
 */
async function again(parts: Parts, known: Order, input: Input, now: number) {
  if (!isSame(known, input)) return conflict();
  const { state, refused, orderedAt, amount } = known;
  const isKept = state !== null || refused !== '' || now - orderedAt <= RATE_KEPT_MS;
  if (isKept) return submit(parts, known);
  const { currency } = input;
  const quoted = await quote(parts, currency, amount, now);
  if (quoted instanceof Refusal) return quoted;
  return refuse('rateMoved', { cost: text(quoted.cost), currency });
}

const rateOf = ({ units, at, source, tick }: Rate) => ({
  ...{ rate: units, rateAt: at, rateSource: source, rateTick: tick },
});

/** Whether a command id was used for the same. */
function isSame(known: Order, { currency, amount, cost, payer }: Input): boolean {
  return (
    known.currency === currency &&
    known.amount === parseDecimal(amount, SCALE) &&
    (known.agreed === null || known.agreed === parseDecimal(cost, SCALE)) &&
    known.payer === payer
  );
}

/** Gives the engine its command, and the row the answer. */
async function submit({ database, realm }: Parts, order: NewOrder) {
  const { userId: actor, commandId: id, asset, currency: money, digest, deadline } = order;
  await realm.list(money as Currency);
  const sums = { amount: text(order.amount), cost: text(order.cost) };
  const body = { asset, money, digest, deadline, ...sums };
  const reply = await realm.submit({ type: 'acceptPurchase', actor, id, body });
  if (!reply.ok) {
    const { refusal, detail = {} } = reply;
    await answered(database.pool, digest, { refused: refusal });
    return new Refusal(refusal as 'soldOut', detail);
  }
  await answered(database.pool, digest, { purchaseId: reply.value.id });
  const stored = await orderByDigest(database.pool, digest);
  if (stored === null) throw new Error(`purchase ${reply.value.id} has no row`);
  return { purchase: viewOf(stored), receipt: { seq: reply.seq, hash: reply.hash } };
}
