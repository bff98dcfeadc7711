import { expect, it } from 'vitest';
import { provableKinds } from './kinds.ts';

it('UI-132 offers phones only when the server can send to phones', () => {
  expect(provableKinds(true)).toEqual(['email', 'phone']);
  expect(provableKinds(false)).toEqual(['email']);
  expect(provableKinds(undefined)).toEqual(['email']);
});
