import { HOUR } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JUNIOR, startVerificationBench } from './verification.suite.ts';

let bench: Awaited<ReturnType<typeof startVerificationBench>>;
beforeAll(async () => {
  bench = await startVerificationBench({ submitsAnHour: 1 });
});
afterAll(() => bench.stop());

it('VERI-015 only what was accepted counts against the number of submissions', async () => {
  const send = (name: string, fields: object) => bench.post('p1', name, fields);
  const address = { address: 'Rua Nova 1, Lisboa' };
  for (let tried = 0; tried < 3; tried += 1) {
    expect((await send('setNameAuth', { ...JUNIOR, number: '!' })).code).toBe(2);
    expect((await send('setAddressAuth', address)).data.refusal).toBe('juniorFirst');
    expect((await send('userIdCard', { expiresOn: '2001-01-01' })).code).toBe(2);
  }
  expect((await send('setNameAuth', JUNIOR)).code).toBe(0);
  expect((await send('setNameAuth', JUNIOR)).data.refusal).toBe('underReview');
  await bench.approve();
  // A picture is missing: that is said, though the hour's one submission was accepted.
  expect((await send('setAddressAuth', address)).data.fields).toEqual({ bill: ['billMissing'] });
  await bench.send('p1', 'bill', 7);
  const early = await send('setAddressAuth', address);
  expect([early.code, early.data.retryAfterMs]).toEqual([3, HOUR]);
  bench.clock.advance(HOUR);
  expect((await send('setAddressAuth', address)).code).toBe(0);
});
