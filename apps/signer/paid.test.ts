import { staffActor } from '@assay/core/ledger/owners';
import type { Hex } from 'ox/Hex';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PayoutReader } from '../../modules/payouts/index.ts';
import { createWithdrawals, type Withdrawals } from '../../modules/wallet/index.ts';
import { noBank } from '../../modules/wallet/testing/no-bank.ts';
import { payoutDigest } from '../../modules/wallet/withdrawals/digest.ts';
import { startPayouts } from '../server/payouts.ts';
import { walletRealm } from '../server/trading.ts';
import { HOT, type Place, type Row, startPlace } from './place.suite.ts';

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
      habits: async () => ({ newDeviceAt: null, hours: [] }),
    },
    book: { find: async () => null, isWhitelistOnly: async () => false },
    networks: () => [],
    bank: () => noBank,
    rules: () => [],
    verified: async () => 'senior',
    turnoverDone: async () => 0n,
    travel: async () => ({ recipientFrom: 1_000_00000000n, providerFrom: null }),
    customer: async () => ({ name: '', email: '', phone: '', country: '', createdAt: 1 }),
    record: async () => undefined,
    mask: (name) => name,
    payer: () => 'signer',
    paid: async () => 'paid',
    isRead: () => true,
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

it('SIGN-028 what the signer has signed is not given back, and what it has not is taken back first, for good', async () => {
  const { db, chain, rows } = place;
  const reader = new PayoutReader(db.app);
  const [first, second] = [await place.handOver('80.5'), await place.handOver('90')];
  const of = (row: { withdrawalId: number }) => reader.carries(row.withdrawalId);
  expect([await of(first), await of(second)]).toEqual(['withSigner', 'withSigner']);
  const signer = place.signer();
  await signer.step();
  expect(await of(first)).toBe('withSigner');
  expect(await withdrawals.takeBack(first, place.clock.now())).toBe(false);
  await rows(`insert into withheld_payout values (${first.withdrawalId}, 'late', true, 0)
    on conflict (withdrawal_id) do update set refused = true`);
  expect(await of(first)).toBe('withSigner');
  await chain.mine(3);
  await signer.step();
  expect([await of(first), await of(second)]).toEqual(['paidAlready', 'paidAlready']);
  await rows(`update outgoing_final set succeeded = false where nonce =
    (select nonce from outgoing where withdrawal_id = ${second.withdrawalId})`);
  expect(await of(second)).toBeNull();
  // What two people have said paid it is not given back while the chain is asked.
  await rows(`insert into payout_by_hand (withdrawal_id, chain_id, transaction_hash, entered_at)
    values (${second.withdrawalId}, 1, '0x${'ab'.repeat(32)}', 0)`);
  expect(await of(second)).toBe('paidAlready');
  await rows(`update payout_by_hand set decided_as = 'other', decided_at = 1`);
  expect(await of(second)).toBeNull();
});

it('SIGN-028 what the signer has refused may be signed after a change of its policy, unless it was taken back before', async () => {
  const { db, rows } = place;
  const reader = new PayoutReader(db.app);
  const [given, kept] = [await place.handOver('60'), await place.handOver('61')];
  const strict = place.signer(place.policy({}, { perPayout: '50' }));
  await strict.step();
  const refused =
    await rows(`select from withheld_payout where refused and reason = 'abovePayoutCap'
    and withdrawal_id in (${given.withdrawalId}, ${kept.withdrawalId})`);
  expect(refused).toHaveLength(2);
  // A refusal alone gives nothing back: the caps are raised at the same moment.
  expect(await reader.carries(given.withdrawalId)).toBe('withSigner');
  const other = { ...given, digest: 'ab'.repeat(32) };
  expect(await withdrawals.takeBack(other, place.clock.now())).toBe(false);
  expect(await withdrawals.takeBack(given, place.clock.now())).toBe(true);
  expect(await reader.carries(given.withdrawalId)).toBeNull();
  await place.signer().step();
  const signed = await rows<{ id: string }>(`select withdrawal_id as id from outgoing
    where withdrawal_id in (${given.withdrawalId}, ${kept.withdrawalId})`);
  expect(signed.map(({ id }) => Number(id))).toEqual([kept.withdrawalId]);
});

it('SIGN-029 what is handed over is not signed while custody lacks something, a chain is contradicted, or withdrawals or the account are stopped', async () => {
  const { chain, clock, rows } = place;
  const row = await place.handOver('70');
  const { userId } = place.realm.machines.wallet.withdrawals.get(row.withdrawalId)!;
  const hash = `0x${'0'.repeat(64)}`;
  await rows(`insert into chain_scan values (${chain.chainId}, 1, '${hash}', 1, null, null);
    alter table restriction disable trigger all`);
  const soon = clock.now() + 60_000;
  const difference = (id: number, amount: string) =>
    `insert into reserve_difference (chain_id, asset, amount, found_at)
     values (${id}, 'USDT', '${amount}', 1)`;
  const end = 'update reserve_difference set ended_at = 2';
  const restrict = (kind: string, until = 'null') =>
    `insert into restriction (user_id, kind, reason, created_at, expires_at)
     values (${userId}, '${kind}', 'x', 1, ${until})`;
  const lift = 'update restriction set lifted_at = 2 where lifted_at is null';
  const stops: [string, string, string][] = [
    ['difference', difference(chain.chainId, '-0.5'), end],
    ['difference', difference(0, '1'), end],
    [
      'contradiction',
      'update chain_scan set contradicted_at = 1',
      'update chain_scan set contradicted_at = null',
    ],
    [
      'closed',
      `insert into deposit_chain (chain_id, name, explorer, confirmations, withdrawal_confirmations,
         minutes, is_test, is_open, changed_at)
       values (${chain.chainId}, 'Closed', '', 1, 1, 1, false, false, 1)
       on conflict (chain_id) do update set is_open = false`,
      'update deposit_chain set is_open = true',
    ],
    [
      'closed',
      `insert into deposit_token (chain_id, contract, asset, decimals, minimum, is_open, changed_at)
       values (${chain.chainId}, '${chain.token}', 'USDT', 6, 1, false, 1)
       on conflict (chain_id, contract) do update set is_open = false`,
      'update deposit_token set is_open = true',
    ],
    [
      'emergency',
      `insert into emergency_stop (realm, subject, reason, started_at, until)
       values ('real', 'withdrawals', 'x', 1, ${soon})`,
      'update emergency_stop set ended_at = 2',
    ],
    ['notMe', restrict('notMe'), lift],
    ['selfFreeze', restrict('selfFreeze'), lift],
    ['staffFreeze', restrict('staffFreeze', String(soon)), lift],
  ];
  const signed = () => rows(`select from outgoing where withdrawal_id = ${row.withdrawalId}`);
  for (const [reason, begin, stop] of stops) {
    await rows(begin);
    await place.signer().step();
    const said = await rows<{ reason: string; refused: boolean }>(
      `select reason, refused from withheld_payout where withdrawal_id = ${row.withdrawalId}`,
    );
    expect([said, await signed()], begin).toEqual([[{ reason, refused: false }], []]);
    await rows(stop);
  }
  // What there is too much of, another chain, and another person stop nothing of this one.
  await rows(`${difference(chain.chainId, '1')}; ${difference(chain.chainId + 1, '-1')};
    ${restrict('notMe').replace(`(${userId},`, `(${userId + 1},`)};
    ${restrict('staffFreeze', String(soon))}`);
  await place.signer().step();
  expect(await signed()).toEqual([]);
  clock.advance(60_000);
  await place.signer().step();
  expect(await signed()).toHaveLength(1);
  await rows(`${end}; ${lift}`);
});

it('SIGN-029 what stops between the look at it and its signature stops it too', async () => {
  const { outgoing, rows } = place;
  const row = await place.handOver('71');
  const { userId } = place.realm.machines.wallet.withdrawals.get(row.withdrawalId)!;
  await rows(`insert into restriction (user_id, kind, reason, created_at)
    values (${userId}, 'notMe', 'x', 1)`);
  const { chainId, token } = place.chain;
  const common = { chainId, sender: HOT, nonce: 500, purpose: 'payout', token } as const;
  const one = { ...common, recipient: HOT, amount: 1n, takenAt: place.clock.now() };
  const bytes = { attempt: 1, gas: 1, maxFee: 1n, priorityFee: 1n, signedAt: 1 };
  const attempt = { ...bytes, transaction: `0x${'1'.repeat(64)}`, bytes: '0x01' } as const;
  const { withdrawalId } = row;
  expect(await outgoing.take({ ...one, withdrawalId }, attempt)).toBe(false);
  const written = await rows(`select from outgoing where nonce = 500
    union all select from payout_decision where withdrawal_id = ${withdrawalId}`);
  expect(written).toEqual([]);
  await rows('update restriction set lifted_at = 2 where lifted_at is null');
});

it('SIGN-032 of many signings and takings back at once each is signed or taken back, and never both', async () => {
  const { chain, realm, rows } = place;
  const before = await chain.balance(HOT);
  const given: Row[] = [];
  for (let count = 0; count < 24; count += 1) given.push(await place.handOver('12'));
  const ids = given.map(({ withdrawalId }) => withdrawalId);
  const mine = `withdrawal_id in (${ids.join()})`;
  const back = async (row: Row) => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => withdrawals.takeBack(row, place.clock.now())),
    );
    expect(new Set(answers).size).toBe(1);
    if (!answers[0]) return null;
    const { withdrawalId, digest } = row;
    await realm.must(staffActor(3), 'returnWithdrawal', {
      withdrawalId,
      digest,
      reason: 'notSent',
    });
    return withdrawalId;
  };
  // However the others end, the signer has the first, and the last is taken back before.
  const [ahead, ...others] = given.toReversed();
  const returned: (number | null)[] = [await back(ahead!)];
  const signing = (async () => {
    for (let times = 0; times < 4; times += 1) await place.signer().step();
  })();
  await vi.waitUntil(
    async () => (await rows(`select from outgoing where ${mine}`)).length > 0,
    60_000,
  );
  for (const row of others) returned.push(await back(row));
  await signing;
  for (let times = 0; times < 3; times += 1) {
    await place.signer().step();
    await chain.mine(3);
  }
  const signed = await rows<{ id: string }>(
    `select withdrawal_id as id from outgoing where ${mine}`,
  );
  const isBack = new Set(returned.filter((id) => id !== null));
  expect(isBack.size).toBeGreaterThan(0);
  expect(signed.length).toBeGreaterThan(0);
  expect(signed.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(
    ids.filter((id) => !isBack.has(id)),
  );
  for (const { address, withdrawalId } of given) {
    const due = isBack.has(withdrawalId) ? 0n : 11_000_000n;
    expect(await chain.balance(address as Hex)).toBe(due);
  }
  expect(before - (await chain.balance(HOT))).toBeGreaterThanOrEqual(
    BigInt(signed.length) * 11_000_000n,
  );
  realm.audit();
});
