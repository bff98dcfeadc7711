import { staffActor } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { createRewards } from '@assay/modules/rewards';
import { calls } from '@assay/modules/rewards/schema';
import { expect, it } from 'vitest';
import { rewardsRealm } from './rewards.ts';
import { startTestRealm } from './testing/test-realm.ts';

it('RWRD-034 RWRD-036 a voucher is refused for the first reason of those that its call lists', async () => {
  const realm = await startTestRealm({ realm: 'real', house: {} });
  const user = await realm.newUser({ USDT: '1' });
  await realm.must(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: '100' });
  const terms = { amount: '5', days: 5, people: 2 };
  const publish = (body: object) => realm.must(staffActor(1), 'publishTask', { ...terms, ...body });
  const trial = await publish({ kind: 'firstDeposit', gives: 'options', sharePpm: 0 });
  const ofFees = await publish({ kind: 'verify', gives: 'fees', sharePpm: 500_000 });
  const ofContracts = await publish({ kind: 'firstTrade', gives: 'contracts', sharePpm: 0 });
  const is = { offered: false, known: false, sold: false, cfd: false, done: false };
  const messages = { add: () => messages as never };
  const unused = () => Promise.reject(new Error('nobody asks'));
  const rewards = createRewards(realm.db, rewardsRealm(realm.engine, realm.db), {
    ...{ messages, amounts: () => [], invitation: () => ({ ratesPpm: [], waitDays: 1 }) },
    verified: async () => (is.known ? 'junior' : 'none'),
    isOffered: async () => is.offered,
    areOptionsOffered: async () => is.sold,
    areContractsOffered: async () => is.cfd,
    isDone: async () => is.done,
    feesByDay: unused,
    feeTiers: {
      ...{ days: 30, schedule: () => [], volumeOf: unused, cutsOf: unused },
      ratesOf: () => undefined,
    },
  });
  const set = rewards.calls.find(({ handlers }) => 'takeVoucher' in handlers)!;
  const asked = { taskId: 0, of: 'demo' as Realm };
  const take = async (): Promise<Record<string, unknown>> => {
    const context = { actor: { userId: user, realm: asked.of }, now: realm.clock.now() };
    const { taskId } = asked;
    const answer = await set.handlers.takeVoucher!({ taskId } as never, context as never);
    return answer as Record<string, unknown>;
  };
  const steps: readonly (readonly [reason: string, away: () => unknown])[] = [
    ['virtualAccount', () => Object.assign(asked, { of: 'real' })],
    ['rewardsNotOffered', () => Object.assign(is, { offered: true })],
    ['verificationNeeded', () => Object.assign(is, { known: true })],
    ['unknownTask', () => Object.assign(asked, { taskId: trial.taskId })],
    ['optionsNotOffered', () => Object.assign(is, { sold: true })],
    ['taskNotDone', () => Object.assign(is, { done: true })],
  ];
  for (const [reason, away] of steps) {
    expect(await take()).toMatchObject({ code: reason });
    away();
  }
  const reasons = steps.map(([reason]) => reason);
  const listed = calls.takeVoucher.refusals.filter((one) => reasons.includes(one));
  expect(reasons).toEqual(listed);
  expect(await take()).toHaveProperty('receipt');
  // Where no options are sold, what gives back fees is still given.
  Object.assign(is, { sold: false });
  Object.assign(asked, { taskId: ofFees.taskId });
  expect(await take()).toHaveProperty('receipt');
  expect(realm.machines.vouchers.vouchersOf(user)).toHaveLength(2);
  Object.assign(asked, { taskId: ofContracts.taskId });
  expect(await take()).toMatchObject({ code: 'notOfferedHere' });
  Object.assign(is, { cfd: true });
  expect(await take()).toHaveProperty('receipt');
  await realm.stop();
});
