import { record } from '@assay/core/schema/record';

/** The last price of an index in a realm's engine. */
export const referencePrice = record({
  table: 'reference_price',
  key: ['index'],
  fields: {
    /** The name of the index: BTC-USDT. */
    index: { type: 'text', column: 'index_name' },
    /** Decimal text without trailing zeros. */
    price: { type: 'numeric', column: 'index_price', changes: true },
    /** Number of its tick in the tick log of the index. */
    n: { type: 'bigint', changes: true },
    /** When the engine took it. */
    at: { type: 'bigint', changes: true },
  },
});

/** Hours of a day of a calendar that a realm's engine has taken. */
export const calendarDay = record({
  table: 'calendar_day',
  key: ['calendar', 'date'],
  fields: {
    calendar: { type: 'text' },
    date: { type: 'text' },
    /** Empty: closed; null: as usual again. */
    hours: { type: 'text', optional: true, changes: true },
    seq: { type: 'bigint', changes: true },
  },
});
