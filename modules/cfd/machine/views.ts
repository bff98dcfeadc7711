import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import type { RowOf } from '@assay/core/schema/record';
import { riskRatePpm } from '../rules/risk.ts';
import type {
  CfdAccountView,
  CfdOrderView,
  CfdPositionView,
  CfdReceiptView,
} from '../schema/commands.ts';
import type { receipt } from '../store/tables.ts';
import type { AccountRow, LiveContract, OrderRow, PositionRow } from './contract.ts';
import { sideName } from './state.ts';

type Named = { readonly row: Pick<LiveContract['row'], 'symbol'> };

export function orderView(
  { row }: Named,
  order: OrderRow,
  ended: CfdOrderView['ended'] = '',
): CfdOrderView {
  const { id, kind, leverage, expiresAt, acceptedAt } = order;
  return {
    ...{ id, contract: row.symbol, kind, side: sideName(order.side), lots: amount(order.lots) },
    ...{ leverage, price: price(order.price), worst: price(order.worst) },
    ...{ held: amount(order.held), ...protectionView(order), expiresAt, acceptedAt, ended },
  };
}

export function positionView({ row }: Named, position: PositionRow): CfdPositionView {
  const { id, leverage, openedAt, conversionEntry } = position;
  return {
    ...{ id, contract: row.symbol, side: sideName(position.side), lots: amount(position.lots) },
    ...{ leverage, entry: price(position.entry), margin: amount(position.margin) },
    ...{ premium: amount(position.premium), financing: amount(position.financing), openedAt },
    ...{ ...protectionView(position), closing: amount(position.closing) },
    ...(conversionEntry === null ? {} : { conversionEntry: price(conversionEntry) }),
  };
}

export function receiptView(
  { row }: Named,
  one: Omit<RowOf<typeof receipt>, 'account'>,
): CfdReceiptView {
  const { seq, n, kind, why, version, id, leverage, tick, tickAt, carryNights, adminNights } = one;
  return {
    ...{ seq, n, kind, why, contract: row.symbol, version, id, side: sideName(one.side) },
    ...{ lots: amount(one.lots), leverage, entry: price(one.entry), price: price(one.price) },
    ...{ tick, tickAt, indexPrice: price(one.indexPrice), spread: price(one.spread) },
    recent: one.recent === '' ? [] : one.recent.split(',').map((text) => price(Number(text))),
    ...{ amount: amount(one.amount), margin: amount(one.margin), premium: amount(one.premium) },
    ...{ carryNights, adminNights, worst: price(one.worst), startedAt: one.startedAt, at: one.at },
    ...{ reference: price(one.reference), askedAt: one.askedAt },
    ...conversionView(one),
  };
}

/** What converted the amounts of a receipt; nothing where nothing did. */
function conversionView({
  conversionTick,
  conversionTickAt,
  conversionPrice,
}: Omit<RowOf<typeof receipt>, 'account'>) {
  if (conversionTick === null || conversionTickAt === null || conversionPrice === null) return {};
  return { conversionTick, conversionTickAt, conversionPrice: price(conversionPrice) };
}

/** The account of a person by what was decided last. */
export function accountView(
  {
    netted,
    used,
    reserved,
    deficit,
    owed,
    level,
    closeOutPercent,
  }: Pick<
    AccountRow,
    'netted' | 'used' | 'reserved' | 'deficit' | 'owed' | 'level' | 'closeOutPercent'
  >,
  now: { readonly equity: bigint; readonly unrealised: bigint; readonly available: bigint },
): CfdAccountView {
  const rate = riskRatePpm(now.equity, used, closeOutPercent);
  return {
    ...{ netted, used: amount(used), reserved: amount(reserved), deficit: amount(deficit) },
    ...{ owed: amount(owed), equity: amount(now.equity), unrealised: amount(now.unrealised) },
    ...{ available: amount(now.available), level, closeOutPercent },
    riskRatePpm: rate === null ? null : Number(rate),
  };
}

function protectionView(of: OrderRow | PositionRow) {
  const { takeProfit, stopLoss, trail, guaranteed } = of;
  const prices = { takeProfit: price(takeProfit), stopLoss: price(stopLoss) };
  return { ...prices, trailing: price(trail), guaranteed };
}

function amount(units: bigint): string {
  return formatDecimal(units, SCALE);
}

/** "" for none. */
function price(units: number): string {
  return units === 0 ? '' : formatSafe(units, SCALE);
}
