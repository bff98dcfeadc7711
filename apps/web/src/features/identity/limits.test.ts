import * as schema from '@assay/modules/identity/schema';
import { expect, it } from 'vitest';
import { CODE_DIGITS, PASSWORD_MIN } from './limits.ts';

it('UI-140 the limits that the forms name are those that the server checks', () => {
  expect(PASSWORD_MIN).toBe(schema.PASSWORD_MIN);
  expect(CODE_DIGITS).toBe(schema.CODE_DIGITS);
});
