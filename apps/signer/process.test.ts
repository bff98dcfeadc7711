import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { excessOfSigner, lackOfSigner } from '@assay/modules/payouts';
import { connectDatabase } from '@assay/platform/db/database';
import { scriptOf } from '@assay/platform/testing/bundle';
import { createTestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeyFile } from './keys/key-file.ts';
import { type Place, seed, startPlace } from './place.suite.ts';

const PASSPHRASE = 'only for this test of processes';
let main: string;

let place: Place;
let folder: string;
beforeAll(async () => {
  [main, place] = await Promise.all([scriptOf('apps/signer/main.ts'), startPlace()]);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-signer-'));
  await makeKeyFile(path.join(folder, 'key.json'), seed.words, PASSPHRASE);
  fs.writeFileSync(path.join(folder, 'passphrase'), `${PASSPHRASE}\n`, { mode: 0o600 });
});
afterAll(async () => {
  await place.stop();
  fs.rmSync(folder, { recursive: true });
});

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** A process with these arguments: what it has said, and how it ended. */
function start(...parameters: string[]) {
  const child = spawn(process.execPath, [main, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      words += part.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended, words: () => words };
}

function policy(name: string, database: string): string {
  const file = path.join(folder, name);
  const { chainId, url, token } = place.chain;
  const caps = { perPayout: '1000', perHour: '1000', perDay: '1000' };
  const tokens = [{ asset: 'USDT', address: token, decimals: 6, ...caps }];
  const key = { file: 'key.json', passphraseFile: 'passphrase' };
  const chain = { chainId, nodes: [url], confirmations: 2, stuckAfter: 60, maxFeeGwei: '100' };
  const content = { database, key, every: 0.1, chains: [{ ...chain, tokens }] };
  fs.writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('the process', () => {
  it('SIGN-026 pays, ends at a signal, and a second one of the same key refuses to start', async () => {
    const row = await place.handOver('12');
    const file = policy('policy.json', place.db.signerUrl);
    const first = start('run', file);
    const isSigned = () =>
      place.rows(`select from outgoing where withdrawal_id = ${row.withdrawalId}`);
    await expect.poll(isSigned, { timeout: 60_000 }).toHaveLength(1);
    const second = start('run', file);
    expect(await second.ended).toBe(1);
    expect(second.words()).toContain('Another signer works with');
    await place.chain.mine(2);
    const isFinal = () => place.rows('select from outgoing_final where succeeded');
    await expect.poll(isFinal, { timeout: 60_000 }).toHaveLength(1);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(first.words()).not.toContain(PASSPHRASE);
  }, 180_000);

  it('SIGN-010 refuses a policy that it does not understand, and a passphrase that others can read', async () => {
    const file = policy('wrong.json', 'http://nowhere');
    const { ended, words } = start('run', file);
    expect(await ended).toBe(1);
    expect(words()).toMatch(/is wrong:\n {2}database: /);
    const open = path.join(folder, 'open');
    fs.writeFileSync(open, PASSPHRASE, { mode: 0o644 });
    const shown = start('words', path.join(folder, 'key.json'), '--passphrase-file', open);
    expect(await shown.ended).toBe(1);
    expect(shown.words()).toContain('can be read by others');
  }, 180_000);

  it('SIGN-001 makes a key, shows its address without the passphrase and its words with it', async () => {
    const file = path.join(folder, 'made.json');
    const secret = ['--passphrase-file', path.join(folder, 'passphrase')];
    const made = start('make-key', file, ...secret);
    expect(await made.ended).toBe(0);
    const shown = start('show', file);
    await shown.ended;
    expect(made.words()).toContain(shown.words());
    expect(shown.words()).toMatch(/^pays out from {3}0x[0-9a-f]{40}\ndeposits below {2}xpub\w+\n$/);
    const words = start('words', file, ...secret);
    expect(await words.ended).toBe(0);
    expect(words.words().trim().split(' ')).toHaveLength(24);
  }, 180_000);
});

describe('the role', () => {
  it('SIGN-014 reads what is to be paid and writes its own rows, and changes none of what it has signed', async () => {
    // One connection: a pool opens another one after each refusal.
    const client = await place.signerDb.connect();
    const ask = (sql: string) => client.query(sql);
    const row = await place.handOver('13');
    const { rows } = await ask('select id, asset, amount::text, digest from paying_withdrawal');
    expect(rows).toContainEqual({
      ...{ id: row.withdrawalId, asset: 'USDT', amount: '1300000000', digest: row.digest },
    });
    const tables = await place.rows<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables
       where schemaname in ('public', 'real', 'demo')`,
    );
    const own = ['outgoing', 'outgoing_bytes', 'outgoing_final', 'withheld_payout', 'signer_state'];
    for (const { name } of tables) {
      const isOwn = own.includes(name.replace('public.', ''));
      if (isOwn || name === 'public.payout_decision') continue;
      for (const sql of [`select from ${name}`, `delete from ${name}`, `truncate ${name}`]) {
        await expect(ask(sql), sql).rejects.toThrow(/permission denied/);
      }
    }
    for (const name of ['outgoing', 'outgoing_bytes', 'outgoing_final']) {
      for (const sql of [
        `delete from ${name}`,
        `update ${name} set nonce = 1`,
        `truncate ${name}`,
      ]) {
        await expect(ask(sql), sql).rejects.toThrow('permission denied');
      }
    }
    for (const sql of [
      ...['select from withdrawal_destination', 'create table mine (n int)'],
      ...['delete from payout_decision', "update payout_decision set taker = 'signer'"],
    ]) {
      await expect(ask(sql), sql).rejects.toThrow('permission denied');
    }
    for (const name of own) {
      await place.db.app.pool.query(`select from ${name}`);
      const write = place.db.app.pool.query(`delete from ${name}`);
      await expect(write, name).rejects.toThrow('permission denied');
    }
    await client.end();
    expect(await excessOfSigner(place.signerDb)).toEqual([]);
    expect(await lackOfSigner(place.signerDb)).toEqual([]);
    const empty = await createTestDatabase();
    const nothing = connectDatabase(empty.signerUrl);
    expect(await lackOfSigner(nothing)).toContain('outgoing_bytes');
    await nothing.close();
    await empty.drop();
  });

  it('SIGN-014 with a stronger role it refuses to start', async () => {
    const app = connectDatabase(place.db.app.url);
    expect(await excessOfSigner(app)).toContain('real.withdrawal');
    await app.close();
    const { ended, words } = start('run', policy('strong.json', place.db.app.url));
    expect(await ended).toBe(1);
    expect(words()).toContain('may do more than it needs');
  }, 180_000);
});
