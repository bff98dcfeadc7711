import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { transaction } from '@assay/platform/db/transaction';
import { Files, filesMigrations } from '@assay/platform/files/files';
import { ObjectFolder } from '@assay/platform/files/folder';
import { scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { createHttp, type Http } from '@assay/platform/http/server';
import { Decoder } from '@assay/platform/images/decoder';
import { picture } from '@assay/platform/images/images.suite';
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
import supportTexts from '../../support/messages/en.json' with { type: 'json' };
import { walletMessages } from '../index.ts';
import { createProofs, type DepositProofs } from './index.ts';
import { isProved } from './store.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const OTHER = `0x${'cd'.repeat(32)}`;

let db: TestDatabase;
let realm: TestRealm;
let proofs: DepositProofs;
let client: Client;
let http: Http;
let folder: string;
let decoder: Decoder;
const records: string[] = [];

beforeAll(async () => {
  db = await createTestDatabase([...engineTables(), ...filesMigrations()]);
  realm = await startTestRealm({ realm: 'real', db, house: {} });
  await db.pool.query(
    `insert into deposit_chain (chain_id, name, explorer, confirmations, withdrawal_confirmations,
       minutes, is_test, is_open, changed_at)
     values (1, 'Ethereum', '', 64, 96, 15, false, true, 1),
       (2, 'Closed', '', 64, 96, 15, false, false, 1)`,
  );
  folder = mkdtempSync(path.join(tmpdir(), 'assay-proofs-'));
  const store = new ObjectFolder(path.join(folder, 'files'));
  const files = await Files.start({ database: db.app, dataDir: folder, store });
  decoder = new Decoder({ log: silentLog });
  proofs = createProofs({
    ...{ database: db.app, files, decoder, marker: decoder },
    bank: {
      has: () => true,
      canTake: () => true,
      credit: (id, body) =>
        realm.engine.submit({ type: 'creditDeposit', actor: OWNER.custody, id, body }),
      rules: () => 4,
    },
    chains: () => [
      { chainId: 1, name: 'Ethereum', isOpen: true, tokens: [{ asset: 'USDT' }] },
      { chainId: 2, name: 'Closed', isOpen: false, tokens: [{ asset: 'USDT' }] },
    ],
    record: async (_context, { action }) => void records.push(action),
  });
  http = createHttp({
    ...{ authenticator: trustingStaff, calls: proofs.calls, log: silentLog, clock: realm.clock },
    messages: new Messages().add(walletMessages).add({ en: supportTexts }),
    limits: new Limits(scaleLimits(limitTable, 10_000)),
    checkOutputs: true,
  });
  client = new Client(await http.listen(0, '127.0.0.1'));
});
afterAll(async () => {
  realm.audit();
  decoder.stop();
  client.close();
  await http.stop();
  await realm.stop();
  await db.drop();
  rmSync(folder, { recursive: true });
});

const fieldsOf = (change: object = {}) => ({
  ...{ chainId: '1', asset: 'USDT', amount: '120.5', description: 'from my wallet' },
  ...{ fileName: 'a.jpg', ...change },
});

async function send(token: string, change: object = {}) {
  const raw = { type: 'image/jpeg', text: await picture(1, { width: 300, height: 200 }) };
  const query = new URLSearchParams(fieldsOf(change));
  return client.send('POST', `/web/sendDepositProof?${query}`, { token, raw });
}

async function sent(user: number): Promise<{ proofId: number; digest: string }> {
  const { data, text } = await send(`real-${user}`);
  if (data?.proof === undefined) throw new Error(text);
  const { proofId } = data.proof;
  const { rows } = await db.pool.query('select digest from deposit_proof where proof_id = $1', [
    proofId,
  ]);
  return { proofId, digest: rows[0].digest };
}

const asStaff = async (id: number, name: string, fields: object) => {
  const { code, data } = await client.post(name, fields, { token: `staff-${id}` });
  return data?.refusal ?? code;
};

/** As the keeper of proposals does it: prepared by one, run with the last decision, then done. */
async function decide(type: 'creditProof' | 'refuseProof', wanted: object): Promise<string> {
  const command = proofs.decided[type];
  const body = command.read(wanted);
  if (body === null) return 'badCommand';
  const refused = await transaction(db.app.pool, async (tx) => {
    const against = await command.prepared(body, tx);
    if (against !== null) return against;
    const ran = await command.run(body, tx, realm.clock.now());
    return 'refusal' in ran ? String(ran.refusal) : '';
  });
  if (refused === '' && 'done' in command) await command.done(body);
  return refused;
}

const credit = (proof: { proofId: number; digest: string }, change: object = {}) => ({
  ...{ ...proof, amount: '120.5', asset: 'USDT', transaction: HASH, ...change },
});

function has(user: number): bigint {
  const { ledger } = realm.machines.ledger;
  const asset = realm.machines.markets.assetId('USDT')!;
  return ledger.available(ledger.find(accountId(user, WALLET.currency, asset))) / 1_000_000n;
}

const stateOf = async (user: number) => {
  const { data } = await client.get('getDepositProofs', {}, { token: `real-${user}` });
  return data.proofs[0];
};

async function brought(user: number, hash: string, chainId = 1): Promise<void> {
  await db.pool.query('insert into deposit_person (user_id) values ($1) on conflict do nothing', [
    user,
  ]);
  await db.pool.query(
    `insert into deposit (chain_id, transaction_hash, place, user_id, address, sender, token, asset,
       units, amount, block_number, state, seen_at, changed_at)
     values ($3, $2, 0, $1, '0x1', null, null, 'USDT', 12050000000, 120500000, 9, 'confirming', 5, 5)`,
    [user, hash, chainId],
  );
}

describe('proofs of deposits', () => {
  it('DEPO-070 take an amount and a picture on an open chain, few at once, and credit nothing', async () => {
    const user = await realm.newUser({});
    const wrong: [object, string | number][] = [
      [{ amount: '' }, 2],
      [{ amount: '0' }, 2],
      [{ amount: '-1' }, 2],
      [{ amount: '1e3' }, 2],
      [{ amount: '0.000000001' }, 2],
      [{ amount: '90071992.54740992' }, 2],
      [{ amount: '99999999999999999999' }, 2],
      [{ description: 'x'.repeat(501) }, 2],
      [{ chainId: 'x' }, 2],
      [{ chainId: '2' }, 'unknownChain'],
      [{ chainId: '99' }, 'unknownChain'],
      [{ asset: 'DOGE' }, 'unknownAsset'],
    ];
    const before = realm.stateHash();
    for (const [change, refused] of wrong) {
      const { code, data } = await send(`real-${user}`, change);
      expect([change, data?.refusal ?? code]).toEqual([change, refused]);
    }
    expect((await send(`demo-${user}`)).data.refusal).toBe('virtualAccount');
    expect(await stateOf(user)).toBeUndefined();
    const first = await send(`real-${user}`);
    expect(first.data.proof).toMatchObject({ amount: '120.5', state: 'review', chain: 'Ethereum' });
    const others = await Promise.all([1, 2, 3, 4, 5, 6].map(() => send(`real-${user}`)));
    const taken = others.filter(({ code }) => code === 0);
    expect(taken.length).toBeLessThanOrEqual(4);
    expect(realm.stateHash()).toBe(before);
    const { proofId } = first.data.proof;
    const seen = await client.post('openDepositProof', { proofId }, { token: 'staff-3' });
    expect(seen.headers['content-type']).toBe('image/jpeg');
    expect(records).toContain('depositProof');
  });

  it('DEPO-071 are linked to what the chain has brought, which a proof never credits', async () => {
    const [user, stranger] = [await realm.newUser({}), await realm.newUser({})];
    const hash = `0x${'11'.repeat(32)}`;
    const foreign = `0x${'22'.repeat(32)}`;
    await brought(user, hash);
    await brought(stranger, foreign);
    const proof = await sent(user);
    const { proofId } = proof;
    const link = { proofId, transaction: hash };
    const { data } = await client.get('getProofQueue', {}, { token: 'staff-3' });
    const queued = data.proofs.find((one: { proofId: number }) => one.proofId === proofId);
    expect(queued).toMatchObject({ dueAt: queued.sentAt + 24 * 3_600_000, claimedBy: null });
    expect(await asStaff(3, 'linkProof', link)).toBe('notClaimed');
    expect(await asStaff(3, 'claimProof', { proofId })).toBe(0);
    expect(await asStaff(4, 'claimProof', { proofId })).toBe('claimedByOther');
    expect(await asStaff(3, 'linkProof', { ...link, transaction: foreign })).toBe('noDeposit');
    expect(await decide('creditProof', credit(proof, { transaction: hash }))).toBe(
      'broughtByChain',
    );
    expect(await asStaff(3, 'linkProof', link)).toBe(0);
    expect(await stateOf(user)).toMatchObject({ state: 'linked', transaction: hash });
    expect(has(user)).toBe(0n);
    const second = await sent(user);
    await asStaff(3, 'claimProof', { proofId: second.proofId });
    expect(await asStaff(3, 'linkProof', { ...link, proofId: second.proofId })).toBe(
      'transactionUsed',
    );
  });

  it('DEPO-072 are credited or refused by two, once, and by nobody alone', async () => {
    const table = approvalTable('production');
    for (const type of ['creditProof', 'refuseProof']) {
      expect(table.policyOf(type, {})).toMatchObject({ needs: 2, samePersonAllowed: false });
    }
    const user = await realm.newUser({});
    const proof = await sent(user);
    expect(await decide('creditProof', credit(proof, { amount: '999' }))).toBe('otherAmount');
    expect(await decide('creditProof', credit(proof, { digest: 'a'.repeat(64) }))).toBe(
      'otherDigest',
    );
    expect(await decide('creditProof', credit(proof, { transaction: '0x1' }))).toBe('badCommand');
    expect(await decide('creditProof', credit(proof))).toBe('');
    expect(await decide('creditProof', credit(proof))).toBe('wrongState');
    expect([has(user), (await stateOf(user)).state]).toEqual([12_050n, 'credited']);
    expect(await isProved(db.app.pool, HASH)).toBe(true);
    expect(await isProved(db.app.pool, OTHER)).toBe(false);
    // The server died between the decision and the command.
    const other = await sent(user);
    await db.pool.query(
      `update deposit_proof set state = 'crediting', transaction_hash = $2, rules = 4
       where proof_id = $1`,
      [other.proofId, OTHER],
    );
    const { signal } = new AbortController();
    for (const _ of [1, 2]) await proofs.job.run(realm.clock.now(), signal);
    expect([has(user), (await stateOf(user)).state]).toEqual([24_100n, 'credited']);
    const third = await sent(user);
    const no = { ...third, reason: 'notFound' };
    expect(await decide('refuseProof', { ...no, reason: 'because' })).toBe('badCommand');
    expect(await decide('refuseProof', no)).toBe('');
    expect(await stateOf(user)).toMatchObject({ state: 'refused', reason: 'notFound' });
    expect(await decide('creditProof', credit(third))).toBe('wrongState');
    await expect(db.app.pool.query('update deposit_proof set amount = amount * 2')).rejects.toThrow(
      'does not change',
    );
  });

  it('DEPO-160 credit nothing by what another chain has brought, whatever chain their owner names', async () => {
    const [user, stranger] = [await realm.newUser({}), await realm.newUser({})];
    const hash = `0x${'33'.repeat(32)}`;
    await brought(stranger, hash, 2);
    const proof = await sent(user);
    const named = credit(proof, { transaction: hash });
    expect(await decide('creditProof', named)).toBe('broughtByChain');
    // It comes between what was prepared and what is decided.
    const ran = await transaction(db.app.pool, async (tx) => {
      await tx.query(`update deposit set state = 'orphaned' where transaction_hash = $1`, [hash]);
      const body = proofs.decided.creditProof.read(named)!;
      const against = await proofs.decided.creditProof.prepared(body, tx);
      await tx.query(`update deposit set state = 'confirming' where transaction_hash = $1`, [hash]);
      return [against, await proofs.decided.creditProof.run(body, tx, realm.clock.now())];
    });
    expect(ran).toEqual([null, { refusal: 'broughtByChain' }]);
    expect([has(user), (await stateOf(user)).state]).toEqual([0n, 'review']);
    const last = { transaction: `0x${'44'.repeat(32)}` };
    expect(await decide('creditProof', credit(proof, last))).toBe('');
    expect(await isProved(db.app.pool, last.transaction)).toBe(true);
  });

  it('DEPO-073 the race catches a handler that looks whether a transaction is free before it writes', async () => {
    expect(await lookThenWrite(db.pool, 32)).toBeGreaterThan(1);
  });

  it.each([32, 256])('DEPO-073 %i decisions at once credit a proof once', async (parallel) => {
    const user = await realm.newUser({});
    const [one, two] = [await sent(user), await sent(user)];
    const hash = `0x${String(parallel).padStart(64, '7')}`;
    const answers = await Promise.all(
      Array.from({ length: parallel }, (_, n) =>
        n % 3 === 0
          ? unlessBusy(decide('refuseProof', { ...one, reason: 'unreadable' }))
          : unlessBusy(
              decide('creditProof', credit(n % 3 === 1 ? one : two, { transaction: hash })),
            ),
      ),
    );
    const credited = answers.filter((answer, n) => answer === '' && n % 3 !== 0).length;
    expect(credited).toBe(1);
    expect(has(user)).toBe(12_050n);
  });
});
