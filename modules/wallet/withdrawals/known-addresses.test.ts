import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  ADDRESS,
  ask,
  available,
  close,
  DAY_MS,
  db,
  decided,
  depositedFrom,
  forget,
  get,
  HOUR_MS,
  later,
  OTHER_ADDRESS,
  one,
  open,
  people,
  post,
  realm,
  requested,
  stageOf,
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

it('WDRL-155 a request that was taken back or refused makes no address known, and neither does one from before it was removed', async () => {
  const user = await newUser();
  const id = await requested(user);
  await post(user, 'cancelWithdrawal', { withdrawalId: id });
  await later(DAY_MS);
  const again = await requested(user);
  expect(await holdsOf(user, again)).toContain('newAddress');
  expect((await decided('refuseWithdrawal', again, { reason: 'accountAtRisk' })).ok).toBe(true);
  await later(DAY_MS);
  expect(await holdsOf(user, await requested(user))).toContain('newAddress');
  await later(DAY_MS);
  expect(await holdsOf(user, await requested(user))).not.toContain('newAddress');
  const at = realm.clock.now();
  await db.pool.query(
    `insert into withdrawal_address (user_id, asset, chain_id, address, memo, remark, added_at,
       is_strict, removed_at) values ($1, 'USDT', 1, $2, '', '', $3, false, $3)`,
    [user, ADDRESS, at],
  );
  await later(DAY_MS);
  expect(await holdsOf(user, await requested(user))).toContain('newAddress');
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

it('WDRL-106 WDRL-147 what was not used goes back to where it came from, if that is still theirs, whoever one is and whatever the hour', async () => {
  const user = await newUser();
  await depositedFrom(user, OTHER_ADDRESS);
  people.turnover = 60_000_00000000n;
  people.verified = 'none';
  const back = { kind: 'return', address: OTHER_ADDRESS, amount: '40000', isMine: 'true' };
  const { data } = await get(user, 'getWithdrawalTerms');
  expect(data.sources).toEqual([{ chainId: 1, address: OTHER_ADDRESS, unused: '40000' }]);
  const elsewhere = await ask(user, { ...back, address: ADDRESS });
  expect(elsewhere.data).toMatchObject({ refusal: 'notSource' });
  const more = await ask(user, { ...back, amount: '40000.01' });
  expect(more.data).toMatchObject({ refusal: 'notUnused' });
  const ordinary = await ask(user, { ...back, kind: 'ordinary' });
  expect(ordinary.data).toMatchObject({ refusal: 'verificationNeeded' });
  // An exchange may have given it to somebody else since: only its owner knows.
  for (const isMine of [undefined, 'false']) {
    const unsaid = await ask(user, { ...back, isMine });
    expect(unsaid).toMatchObject({ code: 2, data: { fields: { isMine: [expect.any(String)] } } });
  }
  expect((await get(user, 'getWithdrawals')).data.withdrawals).toEqual([]);
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

it('WDRL-144 what is not deep enough in its chain is held until it is, whoever approves it, and what else is there leaves', async () => {
  const user = await newUser();
  people.book.set(ADDRESS, { addedAt: 0, isStrict: false });
  await depositedFrom(user, OTHER_ADDRESS);
  const { pool } = db;
  await pool.query(`insert into chain_scan values (1, '100', '0x${'0'.repeat(64)}', '50', null, null)
    on conflict (chain_id) do update set block_number = 100`);
  const at = (block: number) => pool.query('update chain_scan set block_number = $1', [block]);
  await pool.query('update deposit_chain set withdrawal_confirmations = 12');
  // Of all that is there, 40,000 have eleven confirmations of twelve.
  await pool.query('update deposit set block_number = 90 where user_id = $1', [user]);
  await pool.query('update deposit set units = 4000000000000 where user_id = $1', [user]);
  const has = BigInt((await available(user))[0]!.split('.')[0]!);
  const free = String(has - 40_000n);
  const other = await requested(user, { amount: free, recipient: 'Ana Sousa' });
  expect(await holdsOf(user, other)).not.toContain('confirmations');
  const id = await requested(user, { amount: '150' });
  expect(await holdsOf(user, id)).toContain('confirmations');
  expect((await decided('approveWithdrawal', id, { ground: 'twoPeople' })).ok).toBe(true);
  await later(1000);
  expect(await stageOf(user, id)).toBe('approved');
  await at(101);
  await later(1000);
  expect(await stageOf(user, id)).toBe('paying');
  await pool.query('delete from chain_scan');
});

it('WDRL-161 WDRL-162 what was asked for before waits when its address is none of the known ones since, or its chain was closed', async () => {
  const user = await newUser();
  const book = { addedAt: realm.clock.now() - DAY_MS, isStrict: false };
  people.book.set(ADDRESS, book);
  const id = await requested(user);
  const held = async () => {
    const { holds } = (await one(user, id)).withdrawal as {
      holds?: { reason: string; outcome: string }[];
    };
    return (holds ?? []).filter(({ outcome }) => outcome === '').map(({ reason }) => reason);
  };
  people.whitelistOnly = true;
  people.book.clear();
  await later(DAY_MS);
  expect([await held(), await stageOf(user, id)]).toEqual([['unknownAddress'], 'held']);
  // No approval of two shortens it.
  expect((await decided('approveWithdrawal', id, { ground: 'twoPeople' })).ok).toBe(true);
  await later(HOUR_MS);
  expect([await held(), await stageOf(user, id)]).toEqual([['unknownAddress'], 'approved']);
  people.isClosed = true;
  people.book.set(ADDRESS, book);
  await later(1_000);
  expect([await held(), await stageOf(user, id)]).toEqual([['chainClosed'], 'approved']);
  people.isClosed = false;
  people.book.clear();
  await later(1_000);
  expect([await held(), await stageOf(user, id)]).toEqual([['unknownAddress'], 'approved']);
  people.whitelistOnly = false;
  await later(1_000);
  expect([await held(), await stageOf(user, id)]).toEqual([[], 'paying']);
  // What is held so is taken back like any other.
  const second = await requested(user);
  people.isClosed = true;
  await later(DAY_MS);
  expect((await post(user, 'cancelWithdrawal', { withdrawalId: second })).code).toBe(0);
});
