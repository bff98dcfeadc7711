import { defineCalls } from '@assay/core/schema/call';
import { id, marketSymbol, oneOf, positiveDecimal } from '@assay/core/schema/fields';
import { z } from 'zod';
import { ALERT_KINDS } from './rules.ts';

const alert = z.strictObject({
  alertId: z.int(),
  market: z.string(),
  kind: z.enum(ALERT_KINDS),
  /** A price, or of a change its size in percent; a decimal. */
  level: z.string(),
  madeAt: z.int(),
  madePrice: z.string(),
  /** When and at what price it fired; null while it waits. */
  firedAt: z.int().nullable(),
  firedPrice: z.string().nullable(),
});
export type AlertView = z.infer<typeof alert>;

export const calls = defineCalls({
  getAlerts: {
    method: 'GET',
    auth: 'user',
    summary: 'The price alerts of this person: those that wait, and the latest that have fired.',
    input: z.strictObject({}),
    output: z.strictObject({ alerts: z.array(alert) }),
    refusals: [],
  },
  addAlert: {
    method: 'POST',
    auth: 'user',
    summary: 'Sets an alert, which fires once; `reach` is above or below, as the price stands now.',
    input: z.strictObject({
      market: marketSymbol,
      kind: oneOf('reach', ...ALERT_KINDS),
      /** A price; of a change, percent within 24 hours. */
      level: positiveDecimal,
    }),
    output: alert,
    refusals: ['unknownMarket', 'noPrice', 'levelUnfit', 'alreadyReached', 'tooManyAlerts'],
  },
  removeAlert: {
    method: 'POST',
    auth: 'user',
    summary: 'Removes an alert, whether it has fired or not.',
    input: z.strictObject({ alertId: id }),
    output: z.strictObject({}),
    refusals: ['noAlert'],
  },
});
