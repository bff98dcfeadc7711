import { expect, it } from 'vitest';
import { closeTicket, draftOf } from './draft.ts';
import { EMPTY_FORM } from './form.ts';

it('UI-1045 a ticket is kept for the same person and market when its session ends, and only then', () => {
  const form = { ...EMPTY_FORM, quantity: '0.5' };
  const draft = { market: 'BTCUSDT', owner: 7, form };
  closeTicket(draft, true);
  expect(draftOf('BTCUSDT', 7)).toBe(form);
  expect([draftOf('ETHUSDT', 7), draftOf('BTCUSDT', 8)]).toEqual([undefined, undefined]);
  closeTicket(draft, false);
  expect(draftOf('BTCUSDT', 7)).toBeUndefined();
});
