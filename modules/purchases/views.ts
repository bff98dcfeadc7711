import { claimOf } from '@assay/core/claim';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import {
  debitDifferences,
  differencesOf,
  isFresh,
  type Owed,
  type Rate,
  type ToSend,
} from './rules.ts';
import type { PurchaseEvent, PurchaseStage, PurchaseView } from './schema/person.ts';
import type { DebitView, LineView, QueuedPurchase } from './schema/staff.ts';
import type { Debit } from './store/debits.ts';
import type { Line } from './store/lines.ts';
import type { Order } from './store/orders.ts';

const text = (units: bigint) => formatDecimal(units, SCALE);

export const rateText = ({ units, at, source, tick }: Rate) => ({
  ...{ rate: text(units), rateAt: at, rateSource: source, rateTick: tick },
});

/** A rate that can be ordered at. */
export const freshOf = (rate: Rate | null, now: number) =>
  rate !== null && isFresh(rate, now) ? rate : null;

function stageOf({ state, disputedAt, lineId, proofAt }: Order): PurchaseStage {
  if (state !== 'open' && state !== null) return state;
  if (disputedAt !== null) return 'disputed';
  if (lineId !== null) return 'matched';
  return proofAt === null ? 'waiting' : 'proved';
}

/** Nobody says that it was paid, so nobody loses anything when it ends. */
export const isUnpaid = ({ state, ending, lineId, proofAt, disputedAt }: Order) =>
  state === 'open' && ending === null && lineId === null && proofAt === null && disputedAt === null;

export function viewOf(order: Order): PurchaseView {
  const { asset, currency, marginPpm, reference, payer, orderedAt, deadline, reason } = order;
  const { holder, bankName, account, bic, bankAddress, ticketId, state } = order;
  const isOpen = state === 'open' && order.ending === null;
  const { rate: units, rateAt: at, rateSource: source, rateTick: tick } = order;
  return {
    purchaseId: order.purchaseId ?? 0,
    ...{ asset, amount: text(order.amount), currency, cost: text(order.cost) },
    ...{ ...rateText({ units, at, source, tick }), marginPpm, reference, payer, reason },
    payee: { holder, bankName, account, bic, bankAddress },
    ...{ stage: stageOf(order), orderedAt, deadline, ticketId },
    changedAt: order.endedAt ?? order.disputedAt ?? order.proofAt ?? orderedAt,
    hasProof: order.proof !== null,
    canCancel: isUnpaid(order),
    canProve: isOpen && order.lineId === null,
    canDispute: isOpen && ticketId === null,
  };
}

/** Everything that happened to it, the first first. */
export function timelineOf(order: Order): PurchaseEvent[] {
  const { orderedAt, proofAt, matchedAt, disputedAt, endedAt, state, reason } = order;
  const event = (what: PurchaseEvent['what'], at: number | null): PurchaseEvent[] =>
    at === null ? [] : [{ what, at, reason: '' }];
  const events = [
    ...event('ordered', orderedAt),
    ...event('proved', proofAt),
    ...event('disputed', disputedAt),
    ...event('matched', matchedAt),
  ].sort((a, b) => a.at - b.at);
  if (endedAt === null || state === null || state === 'open') return events;
  return [...events, { what: state, at: endedAt, reason }];
}

export function queuedOf(order: Order, me: number, now: number): QueuedPurchase {
  const { purchaseId, userId, asset, currency, reference, deadline } = order;
  return {
    ...{ purchaseId: purchaseId ?? 0, userId, asset, currency, reference, deadline },
    ...{ amount: text(order.amount), cost: text(order.cost), stage: stageOf(order) },
    late: deadline <= now,
    ...claimOf(order, me, now),
  };
}

/** `order`, `sentBack`: the open one, or the paid withdrawal, which its reference names. */
export function lineView(
  line: Line,
  order: (Owed & { purchaseId: number | null }) | null,
  sentBack: number | null = null,
): LineView {
  const { lineId, account, entry, currency, amount, payer, remittance } = line;
  return {
    ...{ lineId, account, entry, currency, amount: text(amount), payer, remittance },
    ...{ bookedOn: line.bookedOn, importedAt: line.importedAt },
    purchaseId: order?.purchaseId ?? null,
    differences: order === null ? [] : differencesOf(line, order),
    withdrawalId: line.withdrawalId ?? sentBack,
    outcome: outcomeOf(line),
  };
}

function outcomeOf({ orderDigest, returned, withdrawalId }: Line): LineView['outcome'] {
  if (orderDigest !== null) return 'paid';
  if (returned !== null) return 'back';
  return withdrawalId === null ? '' : 'sentBack';
}

/** `due`: the withdrawal that its reference names, or that staff look at. */
export function debitView(
  debit: Debit,
  due: (ToSend & { readonly withdrawalId: number }) | null,
): DebitView {
  const { lineId, account, entry, currency, amount, payee, remittance } = debit;
  return {
    ...{ lineId, account, entry, currency, amount: text(amount), payee, remittance },
    ...{ bookedOn: debit.bookedOn, importedAt: debit.importedAt },
    withdrawalId: debit.withdrawalId ?? due?.withdrawalId ?? null,
    differences: due === null ? [] : debitDifferences(debit, due),
    isDecided: debit.withdrawalId !== null,
  };
}
