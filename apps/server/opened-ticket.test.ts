import { InvalidInput, refuse } from '@assay/core/schema/outcome';
import { expect, it } from 'vitest';
import { openedTicket } from './opened-ticket.ts';

it('CRED-005 an objection says how many conversations may be open, and calls nothing else by that name', () => {
  expect(openedTicket({ ticketId: 7 })).toEqual({ ticketId: 7 });
  const full = refuse('tooManyOpen', { limit: '3' });
  expect(openedTicket(full)).toBe(full);
  for (const other of [refuse('fileUnknown'), new InvalidInput({ text: ['missing'] })]) {
    expect(() => openedTicket(other)).toThrow('support took no conversation in');
  }
});
