import { MINUTE } from '@assay/core/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  asStaff,
  available,
  close,
  DAY_MS,
  decided,
  forget,
  later,
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

const [KIM, LEE] = [3, 4];
const newUser = () => realm.newUser({ USDT: '100000' });
const large = { amount: '5000', recipient: 'Ana Sousa' };
const largest = { amount: '25000', recipient: 'Ana Sousa' };
const refusalOf = async (member: number, name: string, withdrawalId: number) =>
  (await asStaff(member, name, { withdrawalId })).data.refusal;

interface Queued {
  withdrawalId: number;
  stage: string;
  dueAt: number | null;
  claimedBy: string | null;
  claimedByMe: boolean;
}

const queue = async (member = KIM): Promise<Queued[]> =>
  (await asStaff(member, 'getWithdrawalQueue')).data.withdrawals;

describe('the queue of staff', () => {
  it('WDRL-080 has what is late first, then what is due, and who works on it for half an hour', async () => {
    const [first, second] = [await newUser(), await newUser()];
    const late = await requested(first, large);
    await later(DAY_MS);
    const fresh = await requested(second, large);
    const quiet = await requested(second);
    const mine = (rows: Queued[]) =>
      rows.filter(({ withdrawalId }) => [late, fresh, quiet].includes(withdrawalId));
    const rows = mine(await queue());
    expect(rows.map(({ withdrawalId, stage }) => [withdrawalId, stage])).toEqual([
      ...[
        [late, 'late'],
        [fresh, 'review'],
        [quiet, 'held'],
      ],
    ]);
    expect(rows[1]?.dueAt).toBe(realm.clock.now() + DAY_MS);
    expect(rows[2]?.dueAt).toBeNull();

    expect((await asStaff(KIM, 'claimWithdrawal', { withdrawalId: late })).data.claimedUntil).toBe(
      realm.clock.now() + 30 * MINUTE,
    );
    expect(await refusalOf(LEE, 'claimWithdrawal', late)).toBe('claimedByOther');
    expect(await refusalOf(LEE, 'releaseWithdrawal', late)).toBe('notClaimed');
    expect((await queue())[0]).toMatchObject({ claimedBy: `staff:${KIM}`, claimedByMe: true });
    expect((await queue(LEE))[0]).toMatchObject({ claimedBy: `staff:${KIM}`, claimedByMe: false });
    realm.clock.advance(30 * MINUTE);
    expect((await asStaff(LEE, 'claimWithdrawal', { withdrawalId: late })).code).toBe(0);
    expect((await asStaff(LEE, 'releaseWithdrawal', { withdrawalId: late })).code).toBe(0);
    expect((await queue())[0]?.claimedBy).toBeNull();
    expect(await refusalOf(KIM, 'claimWithdrawal', 999_999)).toBe('unknownWithdrawal');
  });

  it('WDRL-081 shows the story of the money, the customer masked, and what the customer sees', async () => {
    const user = await newUser();
    people.turnover = 1_000_00000000n;
    const now = realm.clock.now();
    // By a browser that is new, at an hour from which each visit of before is half a day away.
    const hour = (new Date(now).getUTCHours() + 12) % 24;
    people.habits = { newDeviceAt: now, hours: Array.from({ length: 10 }, () => hour) };
    const id = await requested(user, large);
    people.habits = { newDeviceAt: null, hours: [] };
    const { data } = await asStaff(KIM, 'getWithdrawalCase', { withdrawalId: id });
    const seen = await one(user, id);
    expect([data.withdrawal, data.timeline]).toEqual([seen.withdrawal, seen.timeline]);
    expect(data).toMatchObject({
      ...{ userId: user, recipient: 'A•••', ground: 'twoPeople', verified: 'senior' },
      customer: { name: 'A•••', email: '', phone: '' },
      lots: [{ deposit: expect.any(Number), taken: '5000', amount: '100000' }],
      story: {
        ...{ deposited: '100000', withdrawn: '0', turnedOver: '1000' },
        ...{ requiredTurnover: '90000', available: '95000', held: '5000' },
      },
    });
    expect(data.risk.score).toBeGreaterThan(0);
    const codes = data.risk.inputs.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(['newAddress', 'newDevice', 'unusualHour']));
  });
});

it('WDRL-160 what came in today counts at its worth, and what was paid before by its own asset', async () => {
  await realm.quote({ DOGEUSDT: '0.1', BTCUSDT: '100000' });
  const seen = async (grants: Record<string, string>) => {
    const withdrawalId = await requested(await realm.newUser(grants));
    const { data } = await asStaff(KIM, 'getWithdrawalCase', { withdrawalId });
    const { inputs } = data.risk as { inputs: { code: string }[] };
    return inputs.some(({ code }) => code === 'straightThrough');
  };
  // 150 of 249.9, 350 and 300 USDT, whatever the number of units; the last has no price.
  expect(await seen({ USDT: '200', DOGE: '499' })).toBe(true);
  expect(await seen({ USDT: '200', DOGE: '1500' })).toBe(false);
  expect(await seen({ USDT: '200', BTC: '0.001' })).toBe(false);
  expect(await seen({ USDT: '200', ETH: '1000' })).toBe(true);
});

describe('one person or two', () => {
  it('WDRL-082 one who has claimed it approves up to the limit of one person, and no more', async () => {
    const user = await newUser();
    const id = await requested(user, large);
    expect(await refusalOf(KIM, 'approveWithdrawalAlone', id)).toBe('notClaimed');
    await asStaff(KIM, 'claimWithdrawal', { withdrawalId: id });
    expect(await refusalOf(LEE, 'approveWithdrawalAlone', id)).toBe('notClaimed');
    expect((await asStaff(KIM, 'approveWithdrawalAlone', { withdrawalId: id })).code).toBe(0);
    expect(await stageOf(user, id)).toBe('approved');
    const { timeline } = await one(user, id);
    expect(timeline.at(-1)).toMatchObject({ what: 'approved', by: 'people' });
    await asStaff(KIM, 'claimWithdrawal', { withdrawalId: id });
    expect(await refusalOf(KIM, 'approveWithdrawalAlone', id)).toBe('wrongState');

    const other = await newUser();
    const two = await requested(other, largest);
    await asStaff(KIM, 'claimWithdrawal', { withdrawalId: two });
    expect(await refusalOf(KIM, 'approveWithdrawalAlone', two)).toBe('needsTwoPeople');
    expect((await decided('approveWithdrawal', two, { ground: 'twoPeople' })).ok).toBe(true);
    expect(await stageOf(other, two)).toBe('approved');
  });

  it('WDRL-087 an approval by one or by two shortens no hold of a new address or a change of security', async () => {
    const user = await newUser();
    const change = { kind: 'withdrawalHold', reason: 'password', createdAt: realm.clock.now() };
    people.limits = [{ ...change, expiresAt: realm.clock.now() + DAY_MS }];
    const id = await requested(user, large);
    people.limits = [];
    const other = await newUser();
    const two = await requested(other, largest);
    await asStaff(KIM, 'claimWithdrawal', { withdrawalId: id });
    expect((await asStaff(KIM, 'approveWithdrawalAlone', { withdrawalId: id })).code).toBe(0);
    expect((await decided('approveWithdrawal', two, { ground: 'twoPeople' })).ok).toBe(true);
    await later(DAY_MS - 1);
    expect([await stageOf(user, id), await stageOf(other, two)]).toEqual(['approved', 'approved']);
    await later(1);
    expect([await stageOf(user, id), await stageOf(other, two)]).toEqual(['paying', 'paying']);
    const { timeline } = await one(user, id);
    expect(
      timeline
        .filter(({ what }) => what === 'released')
        .map(({ reason }) => reason)
        .sort(),
    ).toEqual(['newAddress', 'securityChange']);
  });

  it('WDRL-083 what two refuse is free again, with a reason that its owner reads', async () => {
    const user = await newUser();
    const id = await requested(user, large);
    expect((await decided('refuseWithdrawal', id, { reason: 'sourceUnclear' })).ok).toBe(true);
    expect(await available(user)).toEqual(['100000', '0']);
    const { withdrawal, timeline } = await one(user, id);
    expect(withdrawal).toMatchObject({ stage: 'refused', reason: 'sourceUnclear' });
    expect(timeline.at(-1)).toMatchObject({ what: 'refused', reason: 'sourceUnclear' });
    expect(await refusalOf(KIM, 'claimWithdrawal', id)).toBe('wrongState');
    const cancelled = await post(user, 'cancelWithdrawal', { withdrawalId: id });
    expect(cancelled.data.refusal).toBe('wrongState');
  });
});
