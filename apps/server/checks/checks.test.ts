import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { rootOfPath } from '@assay/core/receipt/head';
import { readConfig } from '@assay/platform/config';
import { cuttableLink } from '@assay/platform/engine/testing/cuttable-link';
import { silentLog } from '@assay/platform/log';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  actAsStaff,
  type CheckedRealm,
  firstUser,
  newPlace,
  openChecked,
  tradeSome,
} from '../testing/checked-realm.ts';
import { verifyCommand } from './command.ts';
import { checkedTables } from './evidence.ts';
import { Checks } from './index.ts';
import { realmCheck } from './service.ts';

let open: CheckedRealm | null = null;
afterEach(async () => {
  await open?.stop();
  await open?.drop();
  open = null;
});

/** A realm in which some have traded. */
async function traded(): Promise<CheckedRealm> {
  open = await openChecked(await newPlace());
  await tradeSome(open, 7);
  return open;
}

/** Stops, does something to the database, and starts again. */
async function restarted(edit: string, build = 'one'): Promise<CheckedRealm> {
  await open!.stop();
  await open!.db.pool.query(edit);
  open = await openChecked({ ...open!, build });
  return open;
}

const mint = (who: number, asset: number) =>
  `UPDATE demo.balance SET available = available + 100000000
   WHERE account = ${accountId(who, WALLET.currency, asset)}`;

const MOVED_BY_TRADE = [
  ...['engine', 'engine_batch', 'balance', 'posting', 'open_order', 'ended_order', 'trade'],
  ...['spot_fee_tier', 'reference_price'],
];

describe('before the first command', () => {
  it('ENGN-220 a start continues from what the last one left, and finds nothing in it', async () => {
    const { realm } = await traded();
    const hash = realm.stateHash();
    for (let i = 0; i < 2; i += 1) {
      const again = await restarted('SELECT 1');
      expect(again.realm.engine.status.state).toBe('ready');
      await again.service.round(true);
      expect(again.found).toEqual([]);
    }
    expect(open?.realm.stateHash()).toBe(hash);
  });

  it('ENGN-221 a balance that was minted while the server was stopped halts the realm, also at the next start, until it is mended', async () => {
    const { realm } = await traded();
    const account = accountId(
      firstUser(7),
      WALLET.currency,
      realm.machines.markets.assetId('USDT')!,
    );
    const minted = await restarted(mint(firstUser(7), realm.machines.markets.assetId('USDT')!));
    expect(minted.realm.engine.status).toMatchObject({
      state: 'halted',
      finding: expect.stringContaining(`balance ${account}: available`),
    });
    await expect(minted.realm.send(1000, 'cancelAllOrders', {})).rejects.toThrow(/halted/);
    const still = await restarted('SELECT 1');
    expect(still.realm.engine.status.state).toBe('halted');
    const mended = await restarted(
      `UPDATE demo.balance SET available = available - 100000000 WHERE account = ${account}`,
    );
    expect(mended.realm.engine.status.state).toBe('ready');
    expect(fs.readdirSync(path.join(mended.dataDir, 'checks'))).not.toContain('demo.finding');
  });

  it('ENGN-222 a killed server leaves an older checkpoint: the commands since are decided again', async () => {
    const first = await traded();
    await first.stop();
    open = await openChecked(first);
    const folder = path.join(first.dataDir, 'checks');
    const checkpoint = fs.readFileSync(path.join(folder, 'demo.checkpoint'));
    await tradeSome(open, 8);
    await open.stop();
    fs.writeFileSync(path.join(folder, 'demo.checkpoint'), checkpoint);
    open = await openChecked(first);
    expect(open.realm.engine.status.state).toBe('ready');
    await open.service.round(true);
    expect(open.found).toEqual([]);
  });

  it('ENGN-223 a log that is shorter than what was signed halts the realm', async () => {
    const first = await traded();
    await first.service.round();
    const { seq } = first.heads.at(-1)!;
    const cut = await restarted(`
      DELETE FROM demo.engine_batch WHERE first_seq > ${seq - 3};
      UPDATE demo.engine SET last_seq = b.last_seq, head = b.head, last_at = b.at
      FROM (SELECT * FROM demo.engine_batch ORDER BY first_seq DESC LIMIT 1) b`);
    expect(cut.realm.engine.status.state).toBe('halted');
  });

  it('ENGN-227 a copy of two moments halts the realm, whichever table is the older one; one of one moment starts', async () => {
    const first = await traded();
    await first.service.round();
    const { pool } = first.db;
    const tables = checkedTables([realmCheck('demo', 'one')], { evidence: [] }).flatMap((name) => {
      return name.startsWith('demo.') ? [name.slice('demo.'.length)] : [];
    });
    const rowsOf = async (table: string) => {
      const { rows } = await pool.query(`SELECT to_jsonb(t)::text AS row FROM demo.${table} t`);
      return rows.map(({ row }) => row).toSorted();
    };
    const checks = path.join(first.dataDir, 'checks');
    const [earlier, olderChecks] = [new Map<string, string[]>(), `${first.dataDir}-older`];
    // The first moment: what was copied then, of the check's files too.
    fs.cpSync(checks, olderChecks, { recursive: true });
    await pool.query('CREATE SCHEMA first; CREATE SCHEMA second');
    for (const table of tables) {
      earlier.set(table, await rowsOf(table));
      await pool.query(`CREATE TABLE first.${table} AS TABLE demo.${table}`);
    }
    await tradeSome(first, 8);
    await first.stop();
    const copied = async (moment: 'first' | 'second', table: string) => {
      await pool.query(`BEGIN; SET LOCAL session_replication_role = replica;
        DELETE FROM demo.${table}; INSERT INTO demo.${table} TABLE ${moment}.${table}; COMMIT`);
    };
    const ends = new Map<string, string>();
    for (const table of tables) {
      if (isDeepStrictEqual(earlier.get(table), await rowsOf(table))) continue;
      await pool.query(`CREATE TABLE second.${table} AS TABLE demo.${table}`);
      await copied('first', table);
      fs.rmSync(checks, { recursive: true });
      fs.cpSync(olderChecks, checks, { recursive: true });
      const copy = await openChecked(first);
      const { state, finding } = copy.realm.engine.status;
      ends.set(table, `${state}: ${finding}`);
      await copy.stop();
      await copied('second', table);
    }
    fs.rmSync(olderChecks, { recursive: true });
    expect([...ends.keys()]).toEqual(expect.arrayContaining(MOVED_BY_TRADE));
    for (const [table, end] of ends) expect(end, table).toMatch(/^halted: \w/);
    open = await openChecked(first);
    expect(open.realm.engine.status.state).toBe('ready');
  });

  it('ENGN-224 a checkpoint or a head that this installation did not sign halts the realm', async () => {
    for (const file of ['demo.checkpoint', 'demo.head']) {
      const first = await traded();
      await first.service.round();
      await first.stop();
      const key = path.join(first.dataDir, 'log.key');
      const [place, head] = [path.join(first.dataDir, 'checks', file), fs.readFileSync(key)];
      const foreign = await openChecked(await newPlace());
      await tradeSome(foreign, 3);
      await foreign.service.round();
      await foreign.stop();
      fs.copyFileSync(path.join(foreign.dataDir, 'checks', file), place);
      expect(fs.readFileSync(key)).toEqual(head);
      await foreign.drop();
      open = await openChecked(first);
      expect(open.realm.engine.status).toMatchObject({
        state: 'halted',
        finding: expect.stringContaining('signed'),
      });
      await open.stop();
      await open.drop();
      open = null;
    }
  });

  it('ENGN-266 a kept head that is torn halts the realm, and the finding names the file', async () => {
    const first = await traded();
    await first.service.round();
    await first.stop();
    const file = path.join(first.dataDir, 'checks', 'demo.head');
    fs.truncateSync(file, 40);
    open = await openChecked(first);
    expect(open.realm.engine.status).toMatchObject({
      state: 'halted',
      finding: expect.stringContaining(`${file} is damaged`),
    });
  });

  it('ENGN-225 another build takes the state from its upgrade on, and knows the history before', async () => {
    await traded();
    const upgraded = await restarted('SELECT 1', 'two');
    await upgraded.service.round(true);
    await tradeSome(upgraded, 9);
    await upgraded.service.round(true);
    expect([upgraded.found, upgraded.realm.engine.status.state]).toEqual([[], 'ready']);
    await restarted(FORGED, 'two');
    await open!.service.round(true);
    expect(open!.found.join()).toContain('posting: rows');
  });

  it('ENGN-226 another build is halted by what was changed after the one before had stopped', async () => {
    await traded();
    const fee = 'UPDATE demo.spot_fee_tier SET taker_ppm = 0';
    const upgraded = await restarted(fee, 'two');
    expect(upgraded.realm.engine.status).toMatchObject({
      state: 'halted',
      finding: expect.stringContaining('the build before has left'),
    });
  });

  it('ENGN-233 whoever accepts what is there starts the realm again, and the log shows it', async () => {
    const { realm } = await traded();
    const minted = await restarted(mint(firstUser(7), realm.machines.markets.assetId('USDT')!));
    expect(minted.realm.engine.status.state).toBe('halted');
    await minted.stop();
    const config = readConfig({ DATABASE_URL: minted.db.url, DATA_DIR: minted.dataDir });
    const said: string[] = [];
    const command = { config, build: 'one', print: (text: string) => said.push(text) };
    expect(await verifyCommand({ ...command, args: [] })).toBe(1);
    expect(said.join('\n')).toContain('demo: balance');
    expect(await verifyCommand({ ...command, args: ['--lift', 'demo'] })).toBe(0);
    open = await openChecked(minted);
    expect(open.realm.engine.status.state).toBe('ready');
    await open.service.round(true);
    expect(open.found).toEqual([]);
    const { rows } = await open.db.pool.query(
      `SELECT count(*)::integer AS n FROM demo.engine_batch WHERE log LIKE '%"upgrade"%'`,
    );
    expect(rows).toEqual([{ n: 2 }]);
  });
});

/** A posting that moves nothing that anybody would miss, in the middle of the journal. */
const FORGED = `INSERT INTO demo.posting SELECT seq, to_account, from_account, amount, purpose
  FROM demo.posting ORDER BY seq OFFSET 3 LIMIT 1`;

describe('while it runs', () => {
  it('ENGN-267 an engine that loads again does not wait for a check whose connection was dropped without a word', async () => {
    const place = await newPlace();
    const link = await cuttableLink(place.db.url);
    open = await openChecked({ ...place, checkUrl: link.url });
    const { realm, service } = open;
    const { seq, head } = realm.engine.status;
    const loaded = { seq, head, stateHash: realm.stateHash(), isMigrated: false };
    await service.round();
    link.silence();
    const rounds = [service.round(), service.prove('demo', 1)].map((one) => one.catch(String));
    // Until the first of them waits for an answer.
    await setImmediate();
    link.open();
    const begun = await Promise.all([service.begin('demo', loaded), service.begin('demo', loaded)]);
    expect(begun.map(({ findings }) => findings)).toEqual([[], []]);
    expect(await rounds[0]).toMatch(/[Cc]onnection terminated/);
    await service.round(true);
    expect(open.found).toEqual([]);
    link.close();
  });

  it('ENGN-230 what is written is what the log makes, whatever is done', async () => {
    const { service, found } = await traded();
    await service.round(true);
    await tradeSome(open!, 9);
    await service.round(true);
    expect(found).toEqual([]);
  });

  it('ENGN-232 OPSX-067 a forged posting, a fee rate of 0 and a changed balance each halt the realm', async () => {
    for (const edit of [
      FORGED,
      'UPDATE demo.spot_fee_tier SET taker_ppm = 0',
      mint(OWNER.fees, 1),
    ]) {
      const { service, db, realm, found } = await traded();
      await service.round(true);
      expect(realm.engine.status.state).toBe('ready');
      await db.pool.query(edit);
      await service.round(true);
      expect(found, edit).toHaveLength(1);
      expect(realm.engine.status.state).toBe('halted');
      await open!.stop();
      await open!.drop();
      open = null;
    }
  });

  it('ENGN-232 an emptied record of staff is found at once, and halts both realms at the next start', async () => {
    const { db, service, found } = await traded();
    await actAsStaff(db);
    await service.round(true);
    expect(found).toEqual([]);
    const emptied = await restarted(`BEGIN; SET LOCAL session_replication_role = replica;
      DELETE FROM operator_action; COMMIT`);
    await emptied.service.round(true);
    expect(emptied.found).toEqual([expect.stringContaining('shared: operator_action')]);
    expect((await restarted('SELECT 1')).realm.engine.status.state).toBe('halted');
  });

  it('ENGN-240 ENGN-242 a head is signed when the engine confirms it; where the two differ the realm halts', async () => {
    const { service, heads, realm } = await traded();
    await service.round();
    const { seq, head } = realm.engine.status;
    expect(heads.at(-1)).toMatchObject({ realm: 'demo', seq, hash: head });
    const proof = await service.prove('demo', 5);
    const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
    const receipt = { seq: 5, hash: proof!.hash };
    expect(await rootOfPath(receipt, seq, proof!.path, sha256)).toBe(heads.at(-1)!.root);
    await open!.stop();
    const confirm = async (_realm: Realm, last: number) => ({ matches: false, durableSeq: last });
    open = await openChecked({ ...open!, confirm });
    await tradeSome(open, 8);
    await open.service.round();
    expect([open.heads, open.realm.engine.status.state]).toEqual([[], 'halted']);
  });

  it('OPSX-104 a check that signs nothing for more than a minute is reported', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-check-'));
    const checks = new Checks({
      ...{ databaseUrl: 'postgres://127.0.0.1:1/none', dataDir, build: 'one', parts: [] },
      ...{ now: () => 0, log: silentLog, inThread: false },
    });
    const from = Math.ceil(performance.now());
    const now = vi.spyOn(performance, 'now').mockReturnValue(from);
    const healthAfter = (ms: number) => {
      now.mockReturnValue(from + ms);
      return checks.health();
    };
    try {
      expect(healthAfter(61_000)).toEqual({ ok: true });
      checks.run();
      expect(healthAfter(121_000)).toEqual({ ok: true });
      const detail = 'no head was signed for 61 s';
      expect(healthAfter(122_000)).toEqual({ ok: true, degraded: true, detail });
    } finally {
      now.mockRestore();
      await checks.stop();
      fs.rmSync(dataDir, { recursive: true });
    }
  });
});
