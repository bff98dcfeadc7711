import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { Refusal, refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import type { Handlers } from '@assay/platform/http/context';
import { takePicture } from '@assay/platform/images/intake';
import { orderPurchase, quote } from '../order.ts';
import type { Parts } from '../parts.ts';
import { BOUGHT, CURRENCIES } from '../rules.ts';
import type { purchaseCalls } from '../schema/person.ts';
import { endUnpaid, settle } from '../steps.ts';
import { type Order, orderById, ordersOf, setDispute, setProof } from '../store/orders.ts';
import { payeesOf } from '../store/payees.ts';
import { limitsText } from '../texts.ts';
import { freshOf, rateText, timelineOf, viewOf } from '../views.ts';

/** Of a payment that is looked at, and years later when the law asks. */
const KEEP_PROOF_MS = 5 * 365 * DAY;

const text = (units: bigint) => formatDecimal(units, SCALE);

/** The calls of people about quick purchases. */
export function personHandlers(parts: Parts): Handlers<typeof purchaseCalls> {
  const { database, realm } = parts;
  return {
    getPurchaseTerms: async (_input, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const payees = await payeesOf(database.pool);
      const currencies = CURRENCIES.flatMap((currency) => {
        const isPaid = payees.some((one) => one.isOpen && one.currency === currency);
        const rate = isPaid ? freshOf(parts.rate(currency, now), now) : null;
        return rate === null ? [] : [{ currency, ...rateText(rate) }];
      });
      return {
        ...limitsText(),
        ...{ asset: BOUGHT, marginPpm: parts.marginPpm(now), hours: parts.hours(now), currencies },
        verified: await parts.verified(actor.userId),
        hasReadRules: await parts.hasReadRules(actor.userId),
      };
    },
    previewPurchase: async (input, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const amount = parseDecimal(input.amount, SCALE)!;
      const quoted = await quote(parts, input.currency, amount, now);
      if (quoted instanceof Refusal) return quoted;
      if (realm.available() < amount) return refuse('soldOut');
      const { rate, marginPpm, cost } = quoted;
      return { ...rateText(rate), marginPpm, cost: text(cost) };
    },
    orderPurchase: (input, context) => orderPurchase(parts, input, context),
    getPurchases: async ({ before, limit }, { actor }) => {
      if (actor.realm !== 'real') return { purchases: [], next: null };
      const found = await ordersOf(database.pool, actor.userId, { before, limit: limit + 1 });
      const page = found.slice(0, limit);
      const next = found.length > limit ? (page.at(-1)?.purchaseId ?? null) : null;
      return { purchases: page.map(viewOf), next };
    },
    getPurchase: async ({ purchaseId }, { actor }) => {
      const order = await own(parts, purchaseId, actor);
      if (order instanceof Refusal) return order;
      return { purchase: viewOf(order), timeline: timelineOf(order) };
    },
    cancelPurchase: async ({ purchaseId }, { actor }) => {
      const order = await own(parts, purchaseId, actor);
      if (order instanceof Refusal) return order;
      const ended = await endUnpaid(parts, order.digest, 'cancelled');
      if (ended === null) return refuse('wrongState', { state: viewOf(order).stage });
      await settle(parts, ended);
      return again(parts, purchaseId);
    },
    uploadPurchaseProof: async ({ purchaseId, fileName }, { actor, file, now }) => {
      const order = await own(parts, purchaseId, actor);
      if (order instanceof Refusal) return order;
      if (!viewOf(order).canProve) return refuse('wrongState', { state: viewOf(order).stage });
      const use = { owner: actor.userId, kind: 'purchase', keepUntil: now + KEEP_PROOF_MS };
      const taken = await takePicture(parts, { ...file, fileName }, use, now);
      if (!('objectId' in taken)) return taken;
      const before = await setProof(database.pool, order.digest, taken.objectId, now);
      const unused = before === undefined ? taken.objectId : before;
      if (unused !== null) await parts.files.shred([unused], now);
      return before === undefined
        ? refuse('wrongState', { state: 'ended' })
        : again(parts, purchaseId);
    },
    disputePurchase: async ({ purchaseId, text: said }, context) => {
      const order = await own(parts, purchaseId, context.actor);
      if (order instanceof Refusal) return order;
      if (!viewOf(order).canDispute) return refuse('wrongState', { state: viewOf(order).stage });
      const opened = await parts.openTicket(`${order.reference}\n\n${said}`, context);
      if (opened instanceof Refusal) return opened;
      await setDispute(database.pool, order.digest, opened.ticketId, context.now);
      return { ticketId: opened.ticketId };
    },
  };
}

/** That of somebody else is as unknown as one that does not exist. */
async function own(
  { database }: Parts,
  purchaseId: number,
  { userId, realm }: { readonly userId: number; readonly realm: string },
): Promise<Order | Refusal<'unknownPurchase'>> {
  const order = await orderById(database.pool, purchaseId);
  return realm === 'real' && order?.userId === userId ? order : refuse('unknownPurchase');
}

async function again({ database }: Parts, purchaseId: number) {
  const order = await orderById(database.pool, purchaseId);
  return order === null ? refuse('unknownPurchase') : { purchase: viewOf(order) };
}
