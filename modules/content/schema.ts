import { defineCalls } from '@assay/core/schema/call';
import { z } from 'zod';

export const calls = defineCalls({
  getSetting: {
    method: 'GET',
    auth: 'visitor',
    summary: 'What this deployment says of itself: its name, languages, and where prices are from.',
    input: z.strictObject({}),
    output: z.strictObject({
      siteName: z.string(),
      /** By the product's own codes: jp, kr, tw … */
      languages: z.array(z.string()),
      defaultLanguage: z.string(),
      source: z.enum(['live', 'replay', 'simulated']),
      /** Simulated prices are labelled on every page that shows them. */
      simulated: z.boolean(),
      /** The site that phones are redirected to; "" for none. */
      mobileSite: z.string(),
      invitationRequired: z.boolean(),
    }),
    refusals: [],
  },
  new_data: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Public figures, counted from what is there.',
    input: z.strictObject({}),
    output: z.strictObject({
      /** Registered people, without visitors with only a virtual account. */
      users: z.int(),
      /** Countries that they are from. */
      countries: z.int(),
      /** Markets that trade. */
      markets: z.int(),
      /** USDT traded on the real books in the last 24 hours, as a decimal. */
      volume24h: z.string(),
      /** Indicators and drawing tools of the chart. */
      tools: z.int(),
    }),
    refusals: [],
  },
});
