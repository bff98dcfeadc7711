import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { createDice } from '@assay/core/testing/dice';
import { DAY } from '@assay/core/time';
import { transaction } from '@assay/platform/db/transaction';
import { scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { createHttp, type Http } from '@assay/platform/http/server';
import { silentLog } from '@assay/platform/log';
import { Client } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { lookThenWrite, unlessBusy } from '@assay/platform/testing/race';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitTable } from '../../../apps/server/limits.ts';
import { engineTables } from '../../../apps/server/migrations.ts';
import { approvalTable } from '../../../apps/server/staff.ts';
import { startTestRealm, type TestRealm } from '../../../apps/server/testing/test-realm.ts';
import { trustingStaff } from '../../../apps/server/testing/test-server.ts';
import { isCredited } from '../../loans/store/repayments.ts';
import { walletMessages } from '../index.ts';
import { isProved } from '../proofs/store.ts';
import { createRecoveries, type Recoveries, type RecoveryMessage } from './index.ts';
import { feeOf } from './rules.ts';
import { recoveredCustody } from './store.ts';

const TERMS = { least: 2_000_000_000n, feePpm: 20_000 };
const SENDER = '0x52908400098527886e0f7030069857d2e4169ee7';

let db: TestDatabase;
let realm: TestRealm;
let recoveries: Recoveries;
let client: Client;
let http: Http;
const messages: RecoveryMessage[] = [];
const closed = new Set<number>();
let [canTake, delivers] = [true, true];

beforeAll(async () => {
  db = await createTestDatabase(engineTables());
  realm = await startTestRealm({ realm: 'real', db, house: {} });
  await db.pool.query(
    `insert into deposit_chain (chain_id, name, explorer, confirmations, withdrawal_confirmations,
       minutes, is_test, is_open, changed_at)
     values (1, 'Ethereum', '', 64, 96, 15, false, true, 1)`,
  );
  await db.pool.query(
    `insert into deposit_token (chain_id, contract, asset, decimals, minimum, is_open, changed_at)
     values (1, $1, 'USDT', 6, 1, true, 1)`,
    [`0x${'d'.repeat(40)}`],
  );
  recoveries = createRecoveries({
    database: db.app,
    bank: {
      has: (asset) => asset === 'USDT',
      canTake: () => canTake,
      credit: (id, body) =>
        realm.engine.submit({ type: 'creditDeposit', actor: OWNER.custody, id, body }),
      rules: () => 4,
    },
    terms: () => TERMS,
    hasAccount: async (userId) => !closed.has(userId),
    record: async () => undefined,
  });
  recoveries.connect(async (message) => {
    if (!delivers) throw new Error('no way');
    messages.push(message);
  });
  http = createHttp({
    ...{ authenticator: trustingStaff, calls: recoveries.calls, log: silentLog },
    clock: realm.clock,
    messages: new Messages().add(walletMessages),
    limits: new Limits(scaleLimits(limitTable, 10_000)),
    checkOutputs: true,
  });
  client = new Client(await http.listen(0, '127.0.0.1'));
});
afterAll(async () => {
  realm.audit();
  client.close();
  await http.stop();
  await realm.stop();
  await db.drop();
});

const { signal } = new AbortController();
const run = () => recoveries.job.run(realm.clock.now(), signal);

/** Somebody with an address here. */
async function person(): Promise<number> {
  const user = await realm.newUser({});
  await db.pool.query('insert into deposit_person (user_id) values ($1)', [user]);
  await db.pool.query(
    `insert into deposit_address (chain_id, address, user_id, tree, made_at)
     values (1, $2, $1, '0123456789abcdef', 1)`,
    [user, `0x${user.toString(16).padStart(40, 'a')}`],
  );
  return user;
}

let hashes = 0;
const newHash = () => `0x${String(++hashes).padStart(64, 'e')}`;

/** What the chain has brought to somebody and cannot credit. */
async function brought(user: number, reason: string, hash = newHash()): Promise<string> {
  await db.pool.query(
    `insert into deposit (chain_id, transaction_hash, place, user_id, address, sender, token,
       amount, block_number, state, reason, seen_at, changed_at)
     values (1, $2, 1, $1, '0x1', $4, '0x2', 5000000, 9, 'recovery', $3, 5, 5)`,
    [user, hash, reason, SENDER],
  );
  return hash;
}

/** A payment of a loan that was credited by this transaction; of no loan that matters here. */
const repaid = (user: number, hash: string) =>
  transaction(db.pool, async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into loan_repayment (digest, user_id, application_id, amount, picture, description,
         salt, sent_at, state, reference, rules)
       values ($2, $1, 1, 1, '', '', '', 1, 'credited', $2, 1)`,
      [user, hash],
    );
  });

const said = (change: object = {}) => ({
  ...{ network: 'TRON', transaction: newHash(), asset: 'USDT', amount: '120.5', ...change },
});
const post = async (token: string, name: string, fields: object) => {
  const { code, data } = await client.post(name, fields, { token });
  return { refusal: data?.refusal ?? code, data };
};
const report = async (user: number, change: object = {}, as = 'real') =>
  post(`${as}-${user}`, 'reportTransfer', said(change));
const mine = async (user: number) =>
  (await client.get('getRecoveries', {}, { token: `real-${user}` })).data.recoveries;

async function reported(user: number, change: object = {}) {
  const { data, refusal } = await report(user, change);
  if (data?.recovery === undefined) throw new Error(String(refusal));
  return about(data.recovery.recoveryId);
}

async function about(recoveryId: number): Promise<{ recoveryId: number; digest: string }> {
  const sql = 'select digest from deposit_recovery where recovery_id = $1';
  return { recoveryId, digest: (await db.pool.query(sql, [recoveryId])).rows[0].digest };
}

type Type = 'creditRecovery' | 'returnRecovery' | 'refuseRecovery';

/** As the keeper of proposals does it: prepared by one, run with the last decision, then done. */
async function decide(type: Type, wanted: object, isDone = true): Promise<string> {
  const command = recoveries.decided[type];
  const body = command.read(wanted);
  if (body === null) return 'badCommand';
  const refused = await transaction(db.app.pool, async (tx) => {
    const against = await command.prepared(body, tx);
    if (against !== null) return against;
    const ran = await command.run(body, tx, realm.clock.now());
    return 'refusal' in ran ? String(ran.refusal) : '';
  });
  if (refused === '' && isDone && 'done' in command) await command.done(body);
  return refused;
}

const credit = (of: object, change: object = {}) => ({
  ...{ ...of, chainId: 1, asset: 'USDT', amount: '100', fee: '2', ...change },
});

function has(user: number): bigint {
  const { ledger } = realm.machines.ledger;
  const asset = realm.machines.markets.assetId('USDT')!;
  return ledger.available(ledger.find(accountId(user, WALLET.currency, asset))) / 100_000_000n;
}

describe('recoveries', () => {
  it('DEPO-074 what a chain cannot credit becomes one by itself, once, and not what a proof has', async () => {
    const user = await person();
    const unknown = await brought(user, 'unknownToken');
    const known = await brought(user, 'refused');
    await brought(user, 'creditedByProof');
    for (const _ of [1, 2]) await run();
    const found = await mine(user);
    expect(found).toMatchObject([
      { transaction: known, state: 'review', least: '20', feePpm: 20_000 },
      { transaction: unknown, state: 'noticed', dueAt: null, least: '', feePpm: null },
    ]);
    expect(found[0].dueAt).toBe(realm.clock.now() + 14 * DAY);
    expect(found[1].events).toEqual([{ what: 'noticed', at: realm.clock.now() }]);
  });

  it('DEPO-075 is reported and asked for once, by its owner, and few at a time', async () => {
    const stranger = await realm.newUser({});
    expect((await report(stranger)).refusal).toBe('noDepositAddress');
    const user = await person();
    expect((await report(user, {}, 'demo')).refusal).toBe('virtualAccount');
    for (const wrong of [
      ...[{ network: 'Ethereum' }, { transaction: '0x1' }, { transaction: 'é'.repeat(40) }],
      ...[{ amount: '0' }, { amount: '1e3' }, { amount: '-1' }, { description: 'x'.repeat(501) }],
    ]) {
      expect([wrong, (await report(user, wrong)).refusal]).toEqual([wrong, 2]);
    }
    const transaction = newHash();
    const first = await report(user, { transaction: transaction.toUpperCase().replace('X', 'x') });
    expect(first.data.recovery).toMatchObject({
      ...{ transaction, network: 'TRON', state: 'review', amount: '120.5', asset: 'USDT' },
      ...{ dueAt: realm.clock.now() + 14 * DAY, least: '20', feePpm: 20_000 },
    });
    expect((await report(user, { transaction })).refusal).toBe('transactionReported');
    await brought(user, 'unknownToken');
    await run();
    const [{ recoveryId }] = await mine(user);
    const ask = { recoveryId, asset: 'ABC', amount: '5', returnTo: SENDER };
    const other = await person();
    expect((await post(`real-${other}`, 'askForDeposit', ask)).refusal).toBe('unknownRecovery');
    const sent = await Promise.all(Array.from({ length: 32 }, () => report(user)));
    expect(sent.filter(({ refusal }) => refusal === 0)).toHaveLength(4);
    expect(sent.filter(({ refusal }) => refusal === 'tooManyRecoveries')).toHaveLength(28);
    expect((await post(`real-${user}`, 'askForDeposit', ask)).refusal).toBe('tooManyRecoveries');
    const of = await about(first.data.recovery.recoveryId);
    expect(await decide('refuseRecovery', { ...of, reason: 'notFound' })).toBe('');
    const asked = await post(`real-${user}`, 'askForDeposit', ask);
    expect(asked.data.recovery).toMatchObject({ state: 'review', asset: 'ABC', returnTo: SENDER });
    expect((await post(`real-${user}`, 'askForDeposit', ask)).refusal).toBe('wrongState');
    expect(has(user)).toBe(0n);
  });

  it('DEPO-076 two people credit it with no more kept than stated, once, whoever dies in between', async () => {
    const table = approvalTable('production');
    for (const type of ['creditRecovery', 'returnRecovery', 'refuseRecovery']) {
      expect(table.policyOf(type, {})).toMatchObject({ needs: 2, samePersonAllowed: false });
    }
    const user = await person();
    const of = await reported(user);
    const against: [object, string][] = [
      [{ recoveryId: 999_999 }, 'unknownRecovery'],
      [{ digest: 'a'.repeat(64) }, 'otherDigest'],
      [{ asset: 'DOGE' }, 'unknownAsset'],
      // Where there is none of it, reserves would not look for it.
      [{ chainId: 9 }, 'unknownChain'],
      [{ chainId: undefined }, 'badCommand'],
      [{ fee: '2.00000001' }, 'feeTooHigh'],
      [{ amount: '0' }, 'badCommand'],
      [{ fee: '-1' }, 'badCommand'],
      [{ amount: '1e2' }, 'badCommand'],
    ];
    for (const [change, why] of against) {
      expect([change, await decide('creditRecovery', credit(of, change))]).toEqual([change, why]);
    }
    closed.add(user);
    // An account that is gone gets nothing, whatever else is wrong.
    expect(await decide('creditRecovery', credit(of, { asset: 'DOGE' }))).toBe('noAccount');
    closed.delete(user);
    canTake = false;
    expect(await decide('creditRecovery', credit(of))).toBe('noRoom');
    canTake = true;
    expect(has(user)).toBe(0n);
    // The server died between the decision and the command.
    expect(await decide('creditRecovery', credit(of), false)).toBe('');
    expect((await mine(user))[0].state).toBe('crediting');
    for (const _ of [1, 2]) await run();
    expect(await decide('creditRecovery', credit(of))).toBe('wrongState');
    expect((await mine(user))[0]).toMatchObject({ state: 'credited', credited: '98', fee: '2' });
    expect(has(user)).toBe(98n);
    const second = await reported(user);
    expect(await decide('creditRecovery', credit(second, { fee: '0' }))).toBe('');
    expect(has(user)).toBe(198n);
    await expect(
      db.app.pool.query("update deposit_recovery set state = 'review' where state = 'credited'"),
    ).rejects.toThrow('does not change');
  });

  it('DEPO-076 it goes back to its owner’s address or its sender, or is refused by a reason', async () => {
    const user = await person();
    const named = await reported(user, { returnTo: 'TXYZ1234' });
    const back = { to: 'TXYZ1234', transaction: newHash() };
    expect(await decide('returnRecovery', { ...named, ...back, to: SENDER })).toBe('otherAddress');
    expect(await decide('returnRecovery', { ...named, ...back, transaction: '0x1' })).toBe(
      'badCommand',
    );
    expect(await decide('returnRecovery', { ...named, ...back })).toBe('');
    await brought(user, 'refused');
    await run();
    const [{ recoveryId }] = await mine(user);
    const chain = await about(recoveryId);
    expect(await decide('returnRecovery', { ...chain, ...back })).toBe('otherAddress');
    expect(await decide('returnRecovery', { ...chain, ...back, to: SENDER })).toBe('');
    const third = await reported(user);
    for (const wrong of [
      ...[{ reason: 'because' }, { reason: 'requiredByLaw' }, { reason: 'notFound', law: 'x' }],
    ]) {
      expect(await decide('refuseRecovery', { ...third, ...wrong })).toBe('badCommand');
    }
    const law = 'AML/CFT Act, section 10';
    expect(await decide('refuseRecovery', { ...third, reason: 'requiredByLaw', law })).toBe('');
    expect(await mine(user)).toMatchObject([
      { state: 'refused', reason: 'requiredByLaw', law },
      { state: 'returned', returnTransaction: back.transaction },
      { state: 'returned' },
    ]);
    expect(has(user)).toBe(0n);
  });

  it('DEPO-077 the race catches a handler that looks whether a transfer is settled before it writes', async () => {
    expect(await lookThenWrite(db.pool, 32)).toBeGreaterThan(1);
  });

  it.each([32, 256])('DEPO-077 %i decisions at once settle a transfer once', async (parallel) => {
    const [user, other] = [await person(), await person()];
    const transaction = newHash();
    const [one, two] = [
      await reported(user, { transaction, returnTo: SENDER }),
      await reported(other, { transaction, returnTo: SENDER }),
    ];
    const custody = async () =>
      (await recoveredCustody(db.app.pool)).reduce((sum, { broughtIn }) => sum + broughtIn, 0n);
    const before = await custody();
    const answers = await Promise.all(
      Array.from({ length: parallel }, (_, n) => {
        const of = n % 2 === 0 ? one : two;
        const back = { ...of, to: SENDER, transaction: newHash() };
        return unlessBusy(
          n % 3 === 0 ? decide('returnRecovery', back) : decide('creditRecovery', credit(of)),
        );
      }),
    );
    expect(answers.filter((answer) => answer === '')).toHaveLength(1);
    const isCredited = answers.indexOf('') % 3 !== 0;
    expect(has(user) + has(other)).toBe(isCredited ? 98n : 0n);
    expect((await custody()) - before).toBe(isCredited ? 9_800_000_000n : 0n);
  });

  it('DEPO-080 what a transaction has brought and was settled in another way is neither credited nor sent back', async () => {
    const user = await person();
    const [byChain, byProof, byLoan] = [newHash(), newHash(), newHash()];
    await brought(user, 'refused', byChain);
    const proof = (hash: string) =>
      db.pool.query(
        `insert into deposit_proof (user_id, chain_id, asset, amount, description, digest, salt,
           sent_at, state, transaction_hash, rules)
         values ($1, 1, 'USDT', 1, '', $2, '', 1, 'credited', $2, 1)`,
        [user, hash],
      );
    await proof(byProof);
    await repaid(user, byLoan);
    // As chains write it, and in another network without what begins it and in capitals.
    for (const hash of [byChain, byProof, byLoan]) {
      for (const written of [hash, hash.slice(2).toUpperCase()]) {
        const of = await reported(await person(), { transaction: written, returnTo: SENDER });
        expect([hash, await decide('creditRecovery', credit(of))]).toEqual([
          hash,
          'alreadyCredited',
        ]);
        const back = { ...of, to: SENDER, transaction: newHash() };
        expect(await decide('returnRecovery', back)).toBe('alreadyCredited');
      }
    }
    // One recovery settles it for those that name another network, for proofs, loans and the chain.
    const hash = newHash();
    const other = await person();
    const [one, two] = [
      await reported(user, { transaction: hash }),
      await reported(other, { transaction: hash, network: 'other' }),
    ];
    expect(await decide('creditRecovery', credit(one))).toBe('');
    expect(await decide('creditRecovery', credit(two))).toBe('alreadyCredited');
    expect([has(user), has(other)]).toEqual([98n, 0n]);
    expect(await isProved(db.app.pool, hash)).toBe(true);
    expect(await isCredited(db.app.pool, hash)).toBe(true);
    // What a chain has brought by one transaction are transfers of their own.
    const both = await brought(user, 'refused');
    await db.pool.query(
      `insert into deposit (chain_id, transaction_hash, place, user_id, address, sender, token,
         amount, block_number, state, reason, seen_at, changed_at)
       values (1, $2, 2, $1, '0x1', $3, '0x2', 5000000, 9, 'recovery', 'refused', 5, 5)`,
      [user, both, SENDER],
    );
    await run();
    const noticed = (await mine(user)).filter(
      ({ transaction: of }: { transaction: string }) => of === both,
    );
    expect(noticed).toHaveLength(2);
    for (const { recoveryId } of noticed) {
      expect(await decide('creditRecovery', credit(await about(recoveryId)))).toBe('');
    }
    expect(has(user)).toBe(294n);
  });

  it('DEPO-078 its owner is notified until that works; staff see deadlines, and who works on what', async () => {
    await run();
    messages.length = 0;
    const user = await person();
    const [first, second] = [await reported(user), await reported(user)];
    expect(await decide('creditRecovery', credit(first))).toBe('');
    delivers = false;
    await expect(run()).rejects.toThrow('no way');
    delivers = true;
    for (const _ of [1, 2]) await run();
    expect(messages).toMatchObject([
      {
        ...{ userId: user, key: 'recovery.credited', link: '/cbjl' },
        details: { network: 'TRON', asset: 'USDT', amount: '98', fee: '2' },
      },
    ]);
    const queue = async (id: number) => {
      const { data } = await client.get('getRecoveryQueue', {}, { token: `staff-${id}` });
      return data.recoveries.filter((one: { userId: number }) => one.userId === user);
    };
    const { recoveryId } = second;
    expect((await post('staff-3', 'unclaimRecovery', { recoveryId })).refusal).toBe('notClaimed');
    expect((await post('staff-3', 'claimRecovery', { recoveryId })).refusal).toBe(0);
    expect((await post('staff-4', 'claimRecovery', { recoveryId })).refusal).toBe('claimedByOther');
    expect(await queue(4)).toMatchObject([
      { recoveryId, isLate: false, claimedBy: 'staff:3', claimedByMe: false },
    ]);
    realm.clock.advance(14 * DAY);
    expect(await queue(3)).toMatchObject([{ isLate: true, claimedBy: null }]);
    const over = { recoveryId: first.recoveryId };
    expect((await post('staff-3', 'claimRecovery', over)).refusal).toBe('wrongState');
    const [, credited] = await mine(user);
    expect(credited.events.map(({ what }: { what: string }) => what)).toEqual([
      ...['asked', 'credited'],
    ]);
    const records = (await recoveries.personalRecords.read(user)) as object[];
    expect(records).toHaveLength(2);
    await recoveries.personalRecords.erase?.(user, realm.clock.now());
    expect(await mine(user)).toMatchObject([{ description: '', returnTo: '' }, {}]);
  });
});

it('DEPO-076 what is kept is rounded down, and of two parts no more than of the whole', () => {
  expect(feeOf(10_000_000_000n, 20_000)).toBe(200_000_000n);
  expect(feeOf(49n, 20_000)).toBe(0n);
  const dice = createDice(88);
  for (let round = 0; round < 2_000; round += 1) {
    const ppm = dice.int(0, 100_000);
    const [a, b] = [BigInt(dice.int(1, 1e9)), BigInt(dice.int(1, 1e9))];
    expect(feeOf(a, ppm) + feeOf(b, ppm) <= feeOf(a + b, ppm)).toBe(true);
    expect(feeOf(a, ppm) * 1_000_000n <= a * BigInt(ppm)).toBe(true);
  }
});
