import { type RowOf, record } from '@assay/core/schema/record';
import { PAYOUTS } from '../rules.ts';
import { CUSTODY_STATES, END_STATES, RENEWALS } from '../schema/commands.ts';

/** The terms of a product, the same for everybody. */
export const earnProduct = record({
  table: 'earn_product',
  key: ['product'],
  fields: {
    product: { type: 'text' },
    asset: { type: 'integer' },
    status: { type: 'text', values: ['open', 'closed'], changes: true },
    cycleDays: { type: 'integer', changes: true },
    dailyPpb: { type: 'integer', changes: true },
    payout: { type: 'text', values: PAYOUTS, changes: true },
    costPpm: { type: 'integer', changes: true },
    least: { type: 'bigint', changes: true },
    most: { type: 'bigint', changes: true },
    mostPerson: { type: 'bigint', changes: true },
    quota: { type: 'bigint', changes: true },
    /** The command that set them. */
    version: { type: 'bigint', changes: true },
  },
});

/** One in custody. What a term is paid by changes only where the next term begins. */
export const earnOrder = record({
  table: 'earn_order',
  key: ['id'],
  removable: true,
  fields: {
    /** The number of the command that accepted it. */
    id: { type: 'bigint' },
    userId: { type: 'bigint' },
    product: { type: 'text' },
    asset: { type: 'integer' },
    principal: { type: 'bigint' },
    acceptedAt: { type: 'bigint' },
    payout: { type: 'text', values: PAYOUTS },
    cycleDays: { type: 'integer' },
    /** Terms are counted from 1; the first day of this one, in days since the epoch. */
    term: { type: 'integer', changes: true },
    firstDay: { type: 'integer', changes: true },
    dailyPpb: { type: 'integer', changes: true },
    costPpm: { type: 'integer', changes: true },
    version: { type: 'bigint', changes: true },
    /** Days of the term that were booked. */
    days: { type: 'integer', changes: true },
    renews: { type: 'boolean', changes: true },
    state: { type: 'text', values: CUSTODY_STATES, changes: true },
    /** Why a redemption was rejected; "" otherwise. */
    code: { type: 'text', changes: true },
    askedAt: { type: 'bigint', optional: true, changes: true },
    dueAt: { type: 'bigint', optional: true, changes: true },
    cost: { type: 'bigint', changes: true },
  },
});

/** A term that has ended, also one that was renewed: only ever added. */
export const endedEarn = record({
  table: 'ended_earn',
  key: ['id', 'term'],
  fields: {
    id: { type: 'bigint' },
    term: { type: 'integer' },
    userId: { type: 'bigint' },
    product: { type: 'text' },
    asset: { type: 'integer' },
    principal: { type: 'bigint' },
    acceptedAt: { type: 'bigint' },
    payout: { type: 'text', values: PAYOUTS },
    cycleDays: { type: 'integer' },
    firstDay: { type: 'integer' },
    dailyPpb: { type: 'integer' },
    costPpm: { type: 'integer' },
    version: { type: 'bigint' },
    days: { type: 'integer' },
    renews: { type: 'boolean' },
    code: { type: 'text' },
    askedAt: { type: 'bigint', optional: true },
    dueAt: { type: 'bigint', optional: true },
    cost: { type: 'bigint' },
    state: { type: 'text', values: END_STATES },
    notRenewed: { type: 'text', values: RENEWALS },
    earned: { type: 'bigint' },
    lateYield: { type: 'bigint' },
    /** The command that ended it. */
    seq: { type: 'bigint' },
    endedAt: { type: 'bigint' },
  },
});

/** What a calendar day has brought an order, once: only ever added. */
export const earnAccrual = record({
  table: 'earn_accrual',
  key: ['orderId', 'day'],
  fields: {
    orderId: { type: 'bigint' },
    day: { type: 'integer' },
    amount: { type: 'bigint' },
    seq: { type: 'bigint' },
  },
});

/** What was booked for a product and day. */
export const earnDay = record({
  table: 'earn_day',
  key: ['product', 'day'],
  fields: {
    product: { type: 'text' },
    day: { type: 'integer' },
    paid: { type: 'bigint', as: 'bigint', changes: true },
    principal: { type: 'bigint', as: 'bigint', changes: true },
    orders: { type: 'integer', changes: true },
  },
});

export type ProductRow = RowOf<typeof earnProduct>;
export type OrderRow = RowOf<typeof earnOrder>;
export type EndedRow = RowOf<typeof endedEarn>;
export type DayRow = RowOf<typeof earnDay>;
