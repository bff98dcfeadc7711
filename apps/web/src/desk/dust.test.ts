import { expect, it } from 'vitest';
import { dustOf, staysOf } from './dust.ts';

it.each([
  ['0.12345678', ['0.00001'], '0.00000678'],
  ['0.12345', ['0.00001'], ''],
  ['0', ['0.00001'], ''],
  // The finest of its markets counts.
  ['1.2345', ['0.01', '0.001'], '0.0005'],
  ['100.5', [], ''],
])('UI-931 of %s in steps of %j so much is below a lot: %s', (available, steps, dust) => {
  expect(dustOf(available, steps)).toBe(dust);
});

it.each([
  ['0.01998765', '0.01998', '0.00000765'],
  ['0.01998', '0.01998', ''],
  ['0.01998765', '0.01997', ''],
  ['0.01998765', '', ''],
  ['0.00000765', '', '0.00000765'],
])('UI-931 a sale out of %s of %s leaves %s', (available, quantity, stays) => {
  expect(staysOf(available, quantity, '0.00001')).toBe(stays);
});
