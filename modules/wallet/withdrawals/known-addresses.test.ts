import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  ADDRESS,
  ask,
  close,
  DAY_MS,
  depositedFrom,
  forget,
  get,
  HOUR_MS,
  OTHER_ADDRESS,
  one,
  open,
  people,
  realm,
  requested,
} from './withdrawals.suite.ts';

beforeAll(open);
afterAll(close);
beforeEach(forget);

const newUser = () => realm.newUser({ USDT: '100000' });
const holdsOf = async (user: number, id: number) => {
  const { holds } = (await one(user, id)).withdrawal as { holds?: { reason: string }[] };
  return (holds ?? []).map(({ reason }) => reason);
};

it('WDRL-104 an address counts from when it was added; one that is entered, from its first request', async () => {
  const user = await newUser();
  people.book.set(ADDRESS, { addedAt: realm.clock.now() - DAY_MS, isStrict: false });
  expect(await holdsOf(user, await requested(user))).not.toContain('newAddress');
  const entered = await requested(user, { address: OTHER_ADDRESS });
  expect(await holdsOf(user, entered)).toContain('newAddress');
});

it('WDRL-105 where only known addresses may be used, others are refused, and new ones until they have cooled', async () => {
  const user = await newUser();
  const added = realm.clock.now();
  people.whitelistOnly = true;
  people.book.set(ADDRESS, { addedAt: added, isStrict: true });
  expect((await ask(user)).data).toMatchObject({ refusal: 'addressCooling' });
  const other = await ask(user, { address: OTHER_ADDRESS });
  expect(other.data).toMatchObject({ refusal: 'unknownAddress' });
  realm.clock.advance(2 * DAY_MS - HOUR_MS);
  expect((await ask(user)).data).toMatchObject({ refusal: 'addressCooling' });
  realm.clock.advance(HOUR_MS);
  expect((await ask(user)).code).toBe(0);
});

it('WDRL-106 what was not used goes back to where it came from, whoever one is and whatever the hour', async () => {
  const user = await newUser();
  await depositedFrom(user, OTHER_ADDRESS);
  people.turnover = 60_000_00000000n;
  people.verified = 'none';
  const back = { kind: 'return', address: OTHER_ADDRESS, amount: '40000' };
  const { data } = await get(user, 'getWithdrawalTerms');
  expect(data.sources).toEqual([{ chainId: 1, address: OTHER_ADDRESS, unused: '40000' }]);
  const elsewhere = await ask(user, { ...back, address: ADDRESS });
  expect(elsewhere.data).toMatchObject({ refusal: 'notSource' });
  const more = await ask(user, { ...back, amount: '40000.01' });
  expect(more.data).toMatchObject({ refusal: 'notUnused' });
  const ordinary = await ask(user, { ...back, kind: 'ordinary' });
  expect(ordinary.data).toMatchObject({ refusal: 'verificationNeeded' });
  const { code, data: done } = await ask(user, back);
  expect(code).toBe(0);
  expect(done.withdrawal).toMatchObject({ amount: '40000', address: OTHER_ADDRESS });
  expect((await get(user, 'getWithdrawalTerms')).data.sources).toEqual([]);
});

it('WDRL-106 what was made for somebody came from nobody, and has no source to go back to', async () => {
  const user = await newUser();
  await depositedFrom(user, `0x${'0'.repeat(40)}`);
  expect((await get(user, 'getWithdrawalTerms')).data.sources).toEqual([]);
});
