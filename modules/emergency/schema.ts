import { REALMS } from '@assay/core/ledger/realm';
import { defineCalls } from '@assay/core/schema/call';
import { marketSymbol, missingOr, oneOf, text } from '@assay/core/schema/fields';
import { z } from 'zod';

const realm = oneOf(...REALMS);

/** What is stopped: `withdrawals`, or a market such as `market:BTCUSDT`. */
const subject = z
  .string({ error: missingOr('stopSubject') })
  .regex(/^(?:withdrawals|market:[A-Z0-9]{2,24}(?:-[A-Z]{2,8})?)$/, 'stopSubject');

/** A renewal of a stop, or another one soon after its end, which two people decide on. */
export const extendStop = z.strictObject({
  realm,
  subject,
  /** As everybody reads it; that of the stop before unless it is given. */
  reason: text(1, 500).optional(),
});

/** Orders of a side, and what they are worth at their prices, in the quote asset. */
const sideTotals = z.strictObject({ orders: z.int(), value: z.string() });

/** What staff stop in an emergency: one person, for hours, with a reason for everybody. */
export const calls = defineCalls({
  getEmergencyStops: {
    method: 'GET',
    auth: 'visitor',
    summary: 'What staff have stopped for users of a realm, why, and until when.',
    input: z.strictObject({ realm: realm.optional() }),
    output: z.strictObject({
      stops: z.array(
        z.strictObject({
          realm: z.enum(REALMS),
          subject: z.string(),
          reason: z.string(),
          startedAt: z.int(),
          until: z.int(),
          renewals: z.int(),
        }),
      ),
    }),
    refusals: [],
  },
  getStopEffect: {
    method: 'GET',
    auth: 'operator',
    right: 'markets.read',
    summary: 'The open orders of customers that a halt of the market would meet, as they are now.',
    input: z.strictObject({ realm, market: marketSymbol }),
    output: z.strictObject({
      quote: z.string(),
      bids: sideTotals,
      asks: sideTotals,
      /** Stops that have not fired, and orders that wait until another is filled. */
      stops: z.int(),
      dormant: z.int(),
    }),
    refusals: ['unknownMarket'],
  },
  startEmergencyStop: {
    method: 'POST',
    auth: 'operator',
    right: 'emergency.stop',
    summary:
      'Stops a market or all withdrawals for four hours; everybody reads the reason. Within 24 ' +
      'hours of the last stop it takes two people, who decide on extendStop.',
    input: z.strictObject({ realm, subject, reason: text(1, 500) }),
    output: z.strictObject({ until: z.int() }),
    refusals: ['unknownSubject', 'alreadyStopped', 'stoppedBefore'],
  },
  endEmergencyStop: {
    method: 'POST',
    auth: 'operator',
    right: 'emergency.stop',
    summary: 'Ends a stop that staff ordered.',
    input: z.strictObject({ realm, subject }),
    output: z.strictObject({}),
    refusals: ['notStopped'],
  },
});
