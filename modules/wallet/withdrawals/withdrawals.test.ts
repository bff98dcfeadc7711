import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REFUSALS, SELF_HOSTED } from '../rules/index.ts';
import { destinationDigest } from './digest.ts';
import {
  ADDRESS,
  ask,
  asked,
  available,
  client,
  close,
  DAY_MS,
  db,
  decided,
  forget,
  get,
  HOUR_MS,
  handedToSigner,
  later,
  OTHER_ADDRESS,
  one,
  open,
  PIN,
  people,
  post,
  realm,
  requested,
  rowOf,
  stageOf,
  TOKEN,
  withdrawals,
} from './withdrawals.suite.ts';

beforeAll(open);
afterAll(close);
beforeEach(forget);

const newUser = () => realm.newUser({ USDT: '100000' });
const NONE: { rows: unknown[] } = { rows: [] };

describe('a request', () => {
  it('WDRL-060 holds the money, writes down where it goes, and the engine has its digest', async () => {
    const user = await newUser();
    const { code, data } = await ask(user, { amount: '150.5' });
    expect(code).toBe(0);
    expect(data.receipt).toEqual({
      ...{ seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(data.withdrawal).toMatchObject({
      ...{ asset: 'USDT', amount: '150.5', fee: '2', arrives: '148.5', state: 'requested' },
      ...{ address: ADDRESS, chain: 'Ethereum (ERC-20)', canCancel: true, transaction: '' },
    });
    expect(await available(user)).toEqual(['99849.5', '150.5']);
    const { rows } = await db.pool.query(
      `select d.*, w.digest as held from withdrawal_destination d
       join real.withdrawal w on w.id = d.withdrawal_id where d.user_id = $1`,
      [user],
    );
    const [row] = rows;
    const { chain_id: chainId, token, address, memo, salt } = row;
    const where = { chainId, token, address, memo, salt, sum: BigInt(row.sum) };
    expect(where.sum).toBe(148_500_000n);
    expect([row.digest, row.held]).toEqual([destinationDigest(where), destinationDigest(where)]);
    expect(destinationDigest({ ...where, address: OTHER_ADDRESS })).not.toBe(row.digest);
    const { rows: lots } = await db.pool.query(
      'select amount from withdrawal_lot where digest = $1',
      [row.digest],
    );
    expect(lots).toEqual([{ amount: 15_050_000_000 }]);
  });

  it('WDRL-061 is refused for each reason in the published order, in one preview, and changes nothing', async () => {
    const user = await newUser();
    people.hasTradePassword = false;
    people.verified = 'none';
    people.limits = [{ kind: 'selfFreeze', reason: '', createdAt: 1, expiresAt: null }];
    const wrong = { amount: '100001' };
    const { data } = await get(user, 'previewWithdrawal', {
      ...{ asset: 'USDT', amount: '100001', chainId: '2', address: ADDRESS },
    });
    const codes = data.refusals.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(REFUSALS.filter((code) => codes.includes(code)));
    expect(codes.slice(0, 4)).toEqual([
      ...['notOffered', 'tradePasswordNeeded', 'frozen', 'verificationNeeded'],
    ]);
    const refusal = async (change: object) => (await ask(user, change)).data.refusal;
    expect(await refusal({ ...wrong, chainId: '2' })).toBe('notOffered');
    expect(await refusal(wrong)).toBe('tradePasswordNeeded');
    people.hasTradePassword = true;
    expect(await refusal(wrong)).toBe('frozen');
    people.limits = [];
    expect(await refusal(wrong)).toBe('verificationNeeded');
    people.verified = 'senior';
    expect(await refusal(wrong)).toBe('insufficientBalance');
    expect(await refusal({ amount: '1000' })).toBe('travelDataNeeded');
    expect(await refusal({ amount: '99' })).toBe('belowLeast');
    people.verified = 'junior';
    expect(await refusal({ amount: '10001', recipient: 'Ana' })).toBe('seniorNeeded');
    expect(await refusal({ tradePassword: '000000' })).toBe('tradePasswordWrong');
    const { stepUp: _, ...unproved } = asked();
    expect((await post(user, 'requestWithdrawal', unproved)).data.refusal).toBe('stepUpNeeded');
    const other = { ...asked(), amount: '151' };
    expect((await post(user, 'requestWithdrawal', other)).data.refusal).toBe('stepUpWrong');
    const demo = await client.post('requestWithdrawal', asked(), { token: `demo-${user}` });
    expect(demo.data.refusal).toBe('virtualAccount');
    expect(await available(user)).toEqual(['100000', '0']);
    expect((await get(user, 'getWithdrawals')).data.withdrawals).toEqual([]);
  });

  it('WDRL-151 by the country of the person it wants to know who receives any amount, and where', async () => {
    const user = await newUser();
    const from = async () => {
      const { data } = await get(user, 'getWithdrawalTerms');
      return [data.travelAmount, data.providerAmount];
    };
    expect(await from()).toEqual(['1000', null]);
    people.travel = { recipientFrom: 0n, providerFrom: 0n };
    expect(await from()).toEqual(['0', '0']);
    const refusal = async (change: object) => (await ask(user, change)).data.refusal;
    expect(await refusal({})).toBe('travelDataNeeded');
    expect(await refusal({ recipient: 'Ana' })).toBe('travelProviderNeeded');
    expect(await available(user)).toEqual(['100000', '0']);
    const named = { recipient: 'Ana', provider: SELF_HOSTED };
    expect((await ask(user, named)).data.withdrawal).toMatchObject({ amount: '150' });
  });

  it('WDRL-062 is refused by its field for what is no amount and no address', async () => {
    const user = await newUser();
    const wrong = [
      ...[{ amount: '0' }, { amount: '-1' }, { amount: '1e3' }, { amount: '150.1234567' }],
      ...[{ address: '' }, { address: 'bc1q' }, { address: ADDRESS.replace('E7', 'e7') }],
      ...[{ tradePassword: '12345' }, { chainId: 'x' }, { kind: 'all' }, { more: 1 }],
      // What no signer signs is not taken in: it would be held for nothing.
      ...[{ address: `0x${'0'.repeat(40)}` }, { address: TOKEN }, { memo: 'for Ann' }],
    ];
    for (const change of wrong) {
      const { code, data } = await ask(user, change);
      expect([code, data?.refusal], JSON.stringify(change)).toEqual([2, undefined]);
    }
    expect(await available(user)).toEqual(['100000', '0']);
  });

  it('WDRL-063 WDRL-156 the same command id asks once, proves once, and is refused for another request', async () => {
    const user = await newUser();
    const cid = 'withdraw-once-0001';
    const sent = asked();
    const both = await Promise.all([1, 2, 3].map(() => ask(user, { cid })));
    const first = both.find(({ code }) => code === 0);
    const again = await post(user, 'requestWithdrawal', { ...sent, stepUp: undefined, cid });
    expect(again.data.receipt).toEqual(first?.data.receipt);
    for (const change of [{ amount: '200' }, { notBefore: String(realm.clock.now() + DAY_MS) }]) {
      const other = await ask(user, { cid, ...change });
      expect(other.data.refusal).toBe('idempotencyConflict');
    }
    expect(await available(user)).toEqual(['99850', '150']);
    expect((await get(user, 'getWithdrawals')).data.withdrawals).toHaveLength(1);
  });

  it('WDRL-064 two a day are accepted; one that is cancelled does not count', async () => {
    const user = await newUser();
    const first = await requested(user);
    await requested(user);
    const third = await ask(user);
    expect(third.data).toMatchObject({ refusal: 'dailyLimit' });
    await post(user, 'cancelWithdrawal', { withdrawalId: first });
    expect((await get(user, 'getWithdrawalTerms')).data).toMatchObject({ usedToday: 1, perDay: 2 });
    expect((await ask(user)).code).toBe(0);
  });

  it('WDRL-065 of a request whose answer was lost the row finds its number; one that never came is forgotten', async () => {
    const user = await newUser();
    const id = await requested(user);
    await db.pool.query(`alter table withdrawal_destination disable trigger all;
      update withdrawal_destination set withdrawal_id = null where withdrawal_id = ${id};
      insert into withdrawal_destination (digest, command_id, user_id, kind, asset, amount, fee,
        chain_id, token, address, memo, recipient, provider, sum, salt, requested_at, queued_until,
        ground, risk) select 'gone', 'gone', user_id, kind, asset, amount, fee, chain_id, token,
        address, memo, recipient, provider, sum, salt, requested_at, queued_until, ground, risk
        from withdrawal_destination where user_id = ${user};
      alter table withdrawal_destination enable trigger all`);
    await later(11_000);
    expect((await rowOf(id)).digest).toMatch(/^[0-9a-f]{64}$/);
    const gone = () => db.pool.query("select 1 from withdrawal_destination where digest = 'gone'");
    expect((await gone()).rows).toHaveLength(1);
    await later(DAY_MS);
    expect((await gone()).rows).toEqual(NONE.rows);
  });
});

describe('what goes on by itself', () => {
  it('WDRL-066 within the tier, outside the hours, to a new address: it waits for both, is approved and handed over', async () => {
    const user = await newUser();
    // 02:00 in Hong Kong.
    await later(6 * HOUR_MS);
    const id = await requested(user);
    const { withdrawal } = await one(user, id);
    const opens = withdrawal.queuedUntil as number;
    expect(Math.round((opens - realm.clock.now()) / HOUR_MS)).toBe(10);
    expect(await stageOf(user, id)).toBe('held');
    await later(opens - realm.clock.now());
    expect(await stageOf(user, id)).toBe('held');
    await later(15 * HOUR_MS);
    expect(await stageOf(user, id)).toBe('paying');
    const { timeline } = await one(user, id);
    expect(timeline.map(({ what }) => what)).toEqual([
      ...['requested', 'queued', 'held', 'released', 'approved', 'paying'],
    ]);
    expect(timeline.find(({ what }) => what === 'approved')?.by).toBe('tier');
    const refused = await post(user, 'cancelWithdrawal', { withdrawalId: id });
    expect(refused.data).toMatchObject({ refusal: 'wrongState' });
  });

  it('WDRL-066 what a server that died has left to somebody is handed over to them, whoever pays now', async () => {
    const user = await newUser();
    await known();
    const id = await requested(user);
    await handedToSigner(id);
    expect(await stageOf(user, id)).toBe('paying');
    const { rows } = await db.pool.query(
      'select payer from withdrawal_destination where withdrawal_id = $1',
      [id],
    );
    expect(rows).toEqual([{ payer: 'signer' }]);
  });

  it('WDRL-143 its owner takes back what the signer has not signed, also where the server dies in between, and nobody else', async () => {
    people.rules = people.rules.map((rules) => ({ ...rules, perDay: 4 }));
    const user = await newUser();
    await known();
    const byHand = await requested(user);
    await later(1000);
    const ids = [await requested(user), await requested(user), await requested(user)] as const;
    await handedToSigner(...ids);
    const [back, signed, died] = ids;
    const canCancel = async (id: number) => (await one(user, id)).withdrawal.canCancel;
    expect([await stageOf(user, back), await canCancel(back)]).toEqual(['paying', true]);
    expect([await stageOf(user, byHand), await canCancel(byHand)]).toEqual(['paying', false]);
    const decide = `insert into payout_decision values ($1, $2, 1)`;
    await db.pool.query(decide, [signed, 'signer']);
    expect(await canCancel(signed)).toBe(false);
    const cancel = (by: number, withdrawalId: number, cid: string) =>
      post(by, 'cancelWithdrawal', { withdrawalId, cid });
    const other = await cancel(await newUser(), back, 'not-theirs-at-all');
    expect(other.data.refusal).toBe('unknownWithdrawal');
    for (const id of [byHand, signed]) {
      const refused = await cancel(user, id, `too-late-for-${id}`);
      expect(refused.data).toMatchObject({ refusal: 'wrongState', detail: { state: 'paying' } });
    }
    const first = await cancel(user, back, 'take-it-back-1');
    const again = await cancel(user, back, 'take-it-back-1');
    expect(first.data.withdrawal).toMatchObject({ state: 'cancelled', canCancel: false });
    expect(again.data.receipt).toEqual(first.data.receipt);
    // Taken back, and then the server died: the job goes on with it.
    await db.pool.query(decide, [died, 'owner']);
    await later(1000);
    expect([await stageOf(user, died), await stageOf(user, signed)]).toEqual([
      ...['cancelled', 'paying'],
    ]);
    expect((await available(user))[1]).toBe('300');
  });

  it('WDRL-067 to a known address within the hours it goes at once; outside them it is queued until they begin', async () => {
    const user = await newUser();
    await known();
    const id = await requested(user);
    await later(0);
    expect(await stageOf(user, id)).toBe('paying');
    await later(DAY_MS - 2 * HOUR_MS + 8 * HOUR_MS);
    const night = await requested(user);
    expect(await stageOf(user, night)).toBe('queued');
    await later(HOUR_MS);
    expect(await stageOf(user, night)).toBe('queued');
    const opens = (await one(user, night)).withdrawal.queuedUntil as number;
    await later(opens - realm.clock.now());
    expect(await stageOf(user, night)).toBe('paying');
  });

  it('WDRL-068 a hold that staff have not ended is let go at its deadline within the tier, and above it they are reminded', async () => {
    const user = await newUser();
    await known();
    people.turnover = 0n;
    const small = await requested(user);
    const large = await requested(user, { amount: '5000', recipient: 'Ana Sousa' });
    await later(HOUR_MS);
    expect([await stageOf(user, small), await stageOf(user, large)]).toEqual(['review', 'review']);
    await later(DAY_MS);
    const { timeline } = await one(user, large);
    expect(await stageOf(user, large)).toBe('late');
    expect(timeline.filter(({ what }) => what === 'escalated').map(({ reason }) => reason)).toEqual(
      ['amount', 'turnover'],
    );
    expect((await one(user, small)).timeline.map(({ what }) => what)).toContain('released');
    expect(['queued', 'paying']).toContain(await stageOf(user, small));
  });

  it('WDRL-069 nothing is approved or handed over while its owner or everybody is stopped', async () => {
    const user = await newUser();
    await known();
    const id = await requested(user);
    const large = await requested(user, { amount: '5000', recipient: 'Ana Sousa' });
    expect((await decided('approveWithdrawal', large, { ground: 'twoPeople' })).ok).toBe(true);
    people.limits = [{ kind: 'everybody', reason: '', createdAt: 1, expiresAt: null }];
    await later(1000);
    expect([await stageOf(user, id), await stageOf(user, large)]).toEqual(['review', 'approved']);
    people.limits = [];
    people.contradicted = [1];
    await later(1000);
    expect([await stageOf(user, id), await stageOf(user, large)]).toEqual(['review', 'approved']);
    people.contradicted = [];
    await later(1000);
    expect([await stageOf(user, id), await stageOf(user, large)]).toEqual(['paying', 'paying']);
  });

  it('WDRL-070 one that is requested while withdrawals are stopped waits until they go on', async () => {
    const user = await newUser();
    await known();
    people.limits = [{ kind: 'everybody', reason: '', createdAt: 1, expiresAt: null }];
    const id = await requested(user);
    expect(await stageOf(user, id)).toBe('held');
    await later(HOUR_MS);
    expect(await stageOf(user, id)).toBe('held');
    people.limits = [];
    await later(1000);
    expect(await stageOf(user, id)).toBe('paying');
  });

  it('WDRL-071 after a change of security it waits until that hold is over by itself', async () => {
    const user = await newUser();
    await known();
    const at = realm.clock.now();
    const limit = { kind: 'withdrawalHold', reason: 'passwordChanged', createdAt: at };
    people.limits = [{ ...limit, expiresAt: at + DAY_MS }];
    const id = await requested(user);
    expect((await one(user, id)).withdrawal.holds).toMatchObject([
      { reason: 'securityChange', deadline: at + DAY_MS, follows: 'release' },
    ]);
    await later(DAY_MS - 1000);
    expect(await stageOf(user, id)).toBe('held');
    people.limits = [];
    await later(1000);
    expect(await stageOf(user, id)).toBe('paying');
  });

  it('WDRL-089 who came back without a factor waits the longer time, with what was asked for before too', async () => {
    const user = await newUser();
    await known();
    const at = realm.clock.now();
    const change = { kind: 'withdrawalHold', createdAt: at };
    people.limits = [{ ...change, reason: 'passwordChanged', expiresAt: at + DAY_MS }];
    const before = await requested(user);
    const expiresAt = at + 3 * DAY_MS;
    people.limits = [{ ...change, reason: 'factorsRemoved', expiresAt, isLong: true }];
    const id = await requested(user);
    expect((await one(user, id)).withdrawal.holds).toMatchObject([
      { reason: 'securityChange', deadline: expiresAt, follows: 'release' },
    ]);
    await later(DAY_MS + 1000);
    expect([await stageOf(user, before), await stageOf(user, id)]).not.toContain('paying');
    people.limits = [];
    await later(2 * DAY_MS);
    expect([await stageOf(user, before), await stageOf(user, id)]).toEqual(['paying', 'paying']);
  });
});

describe('in the tables', () => {
  it('WDRL-073 where a withdrawal goes, what it is and who pays it cannot be changed in the tables', async () => {
    const user = await newUser();
    await known();
    const id = await requested(user);
    await later(0);
    for (const change of [
      ...[`address = '${OTHER_ADDRESS}'`, 'sum = 1', "payer = 'signer'", 'withdrawal_id = 1'],
      ...["salt = 'x'", "ground = 'tier', amount = 1", 'user_id = 1'],
    ]) {
      const sql = `update withdrawal_destination set ${change} where withdrawal_id = ${id}`;
      await expect(db.app.pool.query(sql), change).rejects.toThrow('does not change');
    }
    await withdrawals.personalRecords.erase?.(user, 0);
    const { rows } = await db.pool.query(
      'select distinct address, salt from withdrawal_destination where user_id = $1',
      [user],
    );
    expect(rows).toEqual([{ address: '', salt: '' }]);
  });
});

describe('taken back', () => {
  it('WDRL-086 what is over already is refused by its state, under the same command id it is answered again, and nobody else learns of it', async () => {
    const user = await newUser();
    const id = await requested(user);
    const cancel = async (by: number, cid?: string) => {
      const { code, data } = await post(by, 'cancelWithdrawal', { withdrawalId: id, cid });
      return [code, data?.refusal ?? data.withdrawal.state];
    };
    expect(await cancel(user, 'cancel-once-0001')).toEqual([0, 'cancelled']);
    expect(await cancel(user, 'cancel-once-0001')).toEqual([0, 'cancelled']);
    const again = await post(user, 'cancelWithdrawal', { withdrawalId: id });
    expect(again).toMatchObject({ code: 1, data: { refusal: 'wrongState' } });
    expect(again.message).toContain('it is cancelled');
    expect(await cancel(await newUser())).toEqual([1, 'unknownWithdrawal']);
    expect(await available(user)).toEqual(['100000', '0']);
    const refused = await requested(user);
    expect((await decided('refuseWithdrawal', refused, { reason: 'accountAtRisk' })).ok).toBe(true);
    const late = await post(user, 'cancelWithdrawal', { withdrawalId: refused });
    expect(late.data.refusal).toBe('wrongState');
    const none = await post(user, 'cancelWithdrawal', { withdrawalId: 999_999 });
    expect(none.data.refusal).toBe('unknownWithdrawal');
  });
});

describe('lists', () => {
  it('WDRL-074 a person has their own in pages by state and time, and nobody else has them', async () => {
    const user = await newUser();
    await known();
    const ids = [await requested(user), await requested(user)];
    await post(user, 'cancelWithdrawal', { withdrawalId: ids[0]! });
    ids.push(await requested(user, { amount: '400' }));
    const list = async (fields: Record<string, string>) => {
      const { data } = await get(user, 'getWithdrawals', fields);
      return [
        data.withdrawals.map(({ withdrawalId }: { withdrawalId: number }) => withdrawalId),
        data.next,
      ];
    };
    expect(await list({ limit: '2' })).toEqual([[ids[2], ids[1]], ids[1]]);
    const [rest] = await list({ limit: '2', before: String(ids[1]) });
    expect(rest[0]).toBe(ids[0]);
    expect((await list({ state: 'cancelled', limit: '1' }))[0]).toEqual([ids[0]]);
    expect((await list({ state: 'requested' }))[0]).toEqual([ids[2], ids[1]]);
    expect((await list({ asset: 'BTC' }))[0]).toEqual([]);
    expect((await list({ from: String(realm.clock.now() + 1) }))[0]).toEqual([]);
    const stranger = await newUser();
    expect((await get(stranger, 'getWithdrawals')).data.withdrawals).toEqual([]);
    for (const name of ['getWithdrawal', 'cancelWithdrawal']) {
      const fields = { withdrawalId: String(ids[1]) };
      const call = name === 'getWithdrawal' ? get : post;
      const { data } = await call(stranger, name, fields);
      expect(data.refusal).toBe('unknownWithdrawal');
    }
    const kept = await withdrawals.personalRecords.read(user);
    expect(kept).toHaveLength(3);
    expect(JSON.stringify(kept)).toContain(ADDRESS);
    expect(JSON.stringify(kept)).not.toContain(PIN);
  });
});

/** The address stands in the book, and has cooled; the hours have begun. */
async function known(): Promise<void> {
  people.book.set(ADDRESS, { addedAt: realm.clock.now(), isStrict: false });
  await later(DAY_MS);
  // 20:00 in Hong Kong.
  const hour = new Date(realm.clock.now()).getUTCHours();
  await later((((12 - hour + 24) % 24) + 0) * HOUR_MS);
}
