import { expect, it } from 'vitest';
import { provableKinds } from './kinds.ts';

it('UI-132 offers a phone only where the server says that it reaches one', () => {
  expect(provableKinds(true)).toEqual(['email', 'phone']);
  expect(provableKinds(false)).toEqual(['email']);
  expect(provableKinds(undefined)).toEqual(['email']);
});
