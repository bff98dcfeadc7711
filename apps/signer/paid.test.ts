import { afterAll, beforeAll, expect, it } from 'vitest';
import { PayoutReader } from '../../modules/payouts/index.ts';
import { createWithdrawals, type Withdrawals } from '../../modules/wallet/index.ts';
import { noBank } from '../../modules/wallet/testing/no-bank.ts';
import { payoutDigest } from '../../modules/wallet/withdrawals/digest.ts';
import { startPayouts } from '../server/payouts.ts';
import { walletRealm } from '../server/trading.ts';
import { type Place, startPlace } from './place.suite.ts';

let place: Place;
let withdrawals: Withdrawals;
beforeAll(async () => {
  place = await startPlace();
  withdrawals = createWithdrawals(place.db.app, walletRealm(place.realm.engine), {
    identity: {
      hasTradePassword: async () => true,
      checkTradePassword: async () => null,
      stepUp: async () => null,
      withdrawalLimits: async () => [],
    },
    book: { find: async () => null, isWhitelistOnly: async () => false },
    networks: () => [],
    bank: () => noBank,
    rules: () => [],
    verified: async () => 'senior',
    turnoverDone: async () => 0n,
    customer: async () => ({ name: '', email: '', phone: '', country: '', createdAt: 1 }),
    record: async () => undefined,
    mask: (name) => name,
    payer: () => 'signer',
    contradicted: () => [],
  });
});
afterAll(() => place.stop());

it('SIGN-027 what the signer has paid is settled by the engine with its transaction, once, and only that', async () => {
  const { realm, chain, db } = place;
  const record = (paid: Parameters<Withdrawals['recordPayout']>[0], at: number) =>
    withdrawals.recordPayout(paid, at);
  const payouts = await startPayouts({ db: db.app, engine: realm.engine, record });
  expect(payouts.payer(chain.chainId)).toBe('hand');
  const signer = place.signer();
  const { signal } = new AbortController();
  const steps = async () => {
    await payouts.job.run(realm.clock.now(), signal);
    await withdrawals.job.run(realm.clock.now(), signal);
  };
  const [one, other] = [await place.handOver('80.5'), await place.handOver('90')];
  // Staff pay the other one by hand: the signer does not see it.
  await place.rows(`alter table withdrawal_destination disable trigger all;
    update withdrawal_destination set payer = 'hand' where withdrawal_id = ${other.withdrawalId}`);
  await signer.step();
  await steps();
  expect(payouts.payer(chain.chainId)).toBe('signer');
  const state = (id: number) => realm.machines.wallet.withdrawals.get(id)?.state;
  expect(state(one.withdrawalId)).toBe('paying');
  await chain.mine(3);
  await signer.step();
  for (let times = 0; times < 3; times += 1) await steps();
  expect([state(one.withdrawalId), state(other.withdrawalId)]).toEqual([undefined, 'paying']);
  const ended = await place.rows<{ state: string; payout: string }>(
    `select state, payout from real.ended_withdrawal where id = ${one.withdrawalId}`,
  );
  const [sent] = await place.rows<{ hash: string }>(
    'select transaction_hash as hash from outgoing_final',
  );
  const payout = payoutDigest(chain.chainId, sent!.hash, one.salt);
  expect(ended).toEqual([{ state: 'paid', payout }]);
  expect(await place.rows('select from outgoing')).toHaveLength(1);
  realm.audit();
});

it('SIGN-028 what the signer has signed, or may still sign, is not given back', async () => {
  const { db, chain, rows, write } = place;
  const reader = new PayoutReader(db.app);
  const [first, second] = [await place.handOver('80.5'), await place.handOver('90')];
  const of = (row: { withdrawalId: number }) => reader.carries(row.withdrawalId);
  expect([await of(first), await of(second)]).toEqual(['withSigner', 'withSigner']);
  const signer = place.signer();
  await signer.step();
  expect(await of(first)).toBe('withSigner');
  await rows(`insert into withheld_payout values (${first.withdrawalId}, 'late', true, 0)
    on conflict (withdrawal_id) do update set refused = true`);
  expect(await of(first)).toBe('withSigner');
  await chain.mine(3);
  await signer.step();
  expect([await of(first), await of(second)]).toEqual(['paidAlready', 'paidAlready']);
  await rows(`update outgoing_final set succeeded = false where nonce =
    (select nonce from outgoing where withdrawal_id = ${second.withdrawalId})`);
  expect(await of(second)).toBeNull();
  // Refused for good: nobody signs it.
  const refused = { ...first, withdrawalId: 9_999, digest: 'ab'.repeat(32) };
  await write(refused);
  await rows(`insert into withheld_payout values (9999, 'unknownToken', true, 0)`);
  expect(await of(refused)).toBeNull();
});
