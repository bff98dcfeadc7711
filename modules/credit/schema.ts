import { defineCalls } from '@assay/core/schema/call';
import { text } from '@assay/core/schema/fields';
import { z } from 'zod';
import { CREDIT_PARTS, GRADES } from './rules.ts';

const grades = Object.keys(GRADES) as [keyof typeof GRADES, ...(keyof typeof GRADES)[]];

/** Support's message has 2,000 characters; the score and its parts are put after this. */
const APPEAL_MAX = 1_800;

export const calls = defineCalls({
  getCreditScore: {
    method: 'GET',
    auth: 'user',
    summary: 'The credit score of this person: its date, its inputs and the points of each.',
    input: z.strictObject({}),
    output: z.strictObject({
      score: z.int(),
      most: z.int(),
      grade: z.enum(grades),
      assessedAt: z.int(),
      inputs: z.strictObject({
        createdAt: z.int(),
        verified: z.enum(['none', 'junior', 'senior']),
        hasAddress: z.boolean(),
        hasTradePassword: z.boolean(),
        hasEmail: z.boolean(),
        volume: z.string(),
      }),
      parts: z.array(
        z.strictObject({ part: z.enum(CREDIT_PARTS), points: z.int(), most: z.int() }),
      ),
    }),
    refusals: ['virtualAccount'],
  },
  appealCreditScore: {
    method: 'POST',
    auth: 'user',
    limit: 'supportMessage',
    summary: 'Opens a conversation with support about the score as it is now.',
    input: z.strictObject({ text: text(1, APPEAL_MAX) }),
    output: z.strictObject({ ticketId: z.int() }),
    refusals: ['virtualAccount', 'tooManyOpen'],
  },
});
