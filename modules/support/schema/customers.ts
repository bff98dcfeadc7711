import { defineCalls } from '@assay/core/schema/call';
import { id, oneOf, text } from '@assay/core/schema/fields';
import { z } from 'zod';
import { MASKED_FIELDS, UNMASK_REASONS } from '../rules/index.ts';
import { customerView } from './shapes.ts';

/** The calls of staff about customers. */
export const customerCalls = defineCalls({
  getCustomer: {
    method: 'GET',
    auth: 'operator',
    right: 'users.read',
    summary:
      'A customer by number, e-mail address or phone number, written in full; masked, recorded.',
    input: z.strictObject({ account: text(1, 254) }),
    output: customerView,
    refusals: ['customerUnknown'],
  },
  unmaskCustomer: {
    method: 'POST',
    auth: 'operator',
    right: 'users.unmask',
    summary: 'One field of a customer in full; recorded, and shown to the customer.',
    input: z.strictObject({
      userId: id,
      field: oneOf(...MASKED_FIELDS),
      reason: oneOf(...UNMASK_REASONS),
    }),
    output: z.strictObject({ value: z.string(), left: z.int() }),
    refusals: ['noOpenCase', 'unmaskLimit', 'fieldEmpty'],
  },
});
