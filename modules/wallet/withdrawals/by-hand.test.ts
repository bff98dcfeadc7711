import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payoutDigest } from './digest.ts';
import {
  ADDRESS,
  asStaff,
  available,
  close,
  DAY_MS,
  db,
  forget,
  later,
  one,
  open,
  people,
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

let made = 0;
function newHash(): string {
  made += 1;
  return `0x${String(made).padStart(64, 'a')}`;
}

/** One that is handed over to staff, as whoever pays it names it. */
async function handedOver() {
  const user = await realm.newUser({ USDT: '100000' });
  people.book.set(ADDRESS, { addedAt: 0, isStrict: false });
  const withdrawalId = await requested(user);
  await later(0);
  const { digest, salt } = await rowOf(withdrawalId);
  return { user, withdrawalId, salt, about: { withdrawalId, digest } };
}

/** By the second of two people; the reason against it, or ''. */
async function enter(body: object): Promise<string> {
  const client = await db.app.pool.connect();
  try {
    await client.query('begin');
    const prepared = await withdrawals.byHand.prepared(body, client);
    const ran = await withdrawals.byHand.run(body, client, realm.clock.now());
    await client.query('commit');
    const why = 'refusal' in ran ? ran.refusal : '';
    expect(prepared ?? '').toBe(why);
    return why;
  } finally {
    client.release();
  }
}

const entryOf = async (withdrawalId: number) => {
  const input = { withdrawalId: String(withdrawalId) };
  return (await asStaff(3, 'getWithdrawalCase', input)).data.byHand;
};

describe('paid by hand', () => {
  it('WDRL-072 WDRL-145 one enters the transaction, another confirms it, and it is settled with its digest once the chain has the amount at the address', async () => {
    const { user, withdrawalId, salt, about } = await handedOver();
    const transaction = newHash();
    people.paid = 'absent';
    expect(await enter({ ...about, transaction })).toBe('');
    await later(1000);
    expect([await stageOf(user, withdrawalId), await available(user)]).toEqual([
      'paying',
      ['99850', '150'],
    ]);
    people.paid = 'early';
    await later(1000);
    expect(await stageOf(user, withdrawalId)).toBe('paying');
    expect(people.payments.at(-1)).toEqual({
      ...{ transaction, token: TOKEN.toLowerCase(), recipient: ADDRESS.toLowerCase() },
      amount: 148_000_000n,
    });
    expect(await entryOf(withdrawalId)).toMatchObject({ transaction, outcome: '' });
    people.paid = 'paid';
    await later(1000);
    const { withdrawal, timeline } = await one(user, withdrawalId);
    expect(withdrawal).toMatchObject({
      ...{ stage: 'paid', transaction, transactionLink: `https://x.test/${transaction}` },
    });
    expect(timeline.at(-1)).toMatchObject({ what: 'paid' });
    const { rows } = await db.pool.query('select payout from real.ended_withdrawal where id = $1', [
      withdrawalId,
    ]);
    expect(rows).toEqual([{ payout: payoutDigest(1, transaction, salt) }]);
    expect((await available(user))[1]).toBe('0');
  });

  it('WDRL-145 a transaction that moved something else has paid nothing, and another one may be entered', async () => {
    const { user, withdrawalId, about } = await handedOver();
    const [wrong, right] = [newHash(), newHash()];
    people.paid = 'other';
    expect(await enter({ ...about, transaction: wrong })).toBe('');
    await later(1000);
    expect(await entryOf(withdrawalId)).toMatchObject({ transaction: wrong, outcome: 'other' });
    expect([await stageOf(user, withdrawalId), await available(user)]).toEqual([
      'paying',
      ['99850', '150'],
    ]);
    const due = async () => {
      const { data } = await asStaff(3, 'getWithdrawalQueue');
      return data.withdrawals.find((of: typeof about) => of.withdrawalId === withdrawalId).dueAt;
    };
    expect(await due()).not.toBe(null);
    people.paid = 'early';
    expect(await enter({ ...about, transaction: right })).toBe('');
    expect(await due()).toBe(null);
    people.paid = 'paid';
    await later(1000);
    expect((await one(user, withdrawalId)).withdrawal).toMatchObject({
      ...{ stage: 'paid', transaction: right },
    });
    await expect(
      db.app.pool.query(`update payout_by_hand set decided_as = 'paid' where decided_as = 'other'`),
    ).rejects.toThrow('does not change');
  });

  it('WDRL-146 one that the chain has not within a day is none, and another one may be entered', async () => {
    const { withdrawalId, about } = await handedOver();
    people.paid = 'absent';
    expect(await enter({ ...about, transaction: newHash() })).toBe('');
    await later(DAY_MS - 1000);
    expect(await entryOf(withdrawalId)).toMatchObject({ outcome: '' });
    people.paid = null;
    await later(2000);
    // While nobody reads the chain, nobody knows that it has it not.
    expect(await entryOf(withdrawalId)).toMatchObject({ outcome: '' });
    people.paid = 'absent';
    await later(0);
    expect(await entryOf(withdrawalId)).toMatchObject({ outcome: 'absent' });
    people.paid = 'paid';
    expect(await enter({ ...about, transaction: newHash() })).toBe('');
    await later(1000);
  });

  it('WDRL-072 the reasons against it are checked in one order', async () => {
    const first = await handedOver();
    const transaction = newHash();
    expect(await enter({ ...first.about, transaction })).toBe('');
    const entered = { ...first.about, transaction: newHash() };
    expect(await enter(entered)).toBe('transactionEntered');
    await later(1000);
    expect(await enter(entered)).toBe('wrongState');
    const { withdrawalId, about } = await handedOver();
    expect(await enter({ ...about, transaction })).toBe('transactionUsed');
    const fits = { ...about, transaction: newHash() };
    expect(await enter({ ...fits, withdrawalId: 999_999 })).toBe('unknownWithdrawal');
    expect(await enter({ ...fits, digest: 'ab'.repeat(32) })).toBe('otherDigest');
    people.paid = null;
    expect(await enter(fits)).toBe('chainNotRead');
    await db.pool.query(`alter table withdrawal_destination disable trigger all;
      update withdrawal_destination set payer = 'signer' where withdrawal_id = ${withdrawalId};
      alter table withdrawal_destination enable trigger all`);
    expect(await enter(fits)).toBe('paidBySigner');
    for (const wrong of [{}, { transaction: '0x12' }, { digest: 'x' }, { more: 1 }]) {
      const whole = Object.keys(wrong).length > 0 ? fits : {};
      expect(withdrawals.byHand.read({ ...whole, ...wrong })).toBe(null);
    }
  });
});
