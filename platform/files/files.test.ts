import { hash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY, HOUR } from '@assay/core/time';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { FILES_KEY_FILE, Files, filesMigrations, type NewFile } from './files.ts';
import { ObjectFolder, type ObjectStore } from './folder.ts';
import { S3Bucket } from './s3.ts';

const START = 1_767_225_600_000;
const SECRET = 'nobody but its owner and staff with a reason may read this';

let database: TestDatabase;
let folder: string;
let store: ObjectFolder;
let files: Files;
let owner = 1_000;

const start = (more: object = {}) =>
  Files.start({ database: database.app, dataDir: folder, store, ...more });

beforeAll(async () => {
  database = await createTestDatabase(filesMigrations());
  folder = mkdtempSync(path.join(tmpdir(), 'assay-files-'));
  store = new ObjectFolder(path.join(folder, 'files'));
  files = await start();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const content = (text = SECRET): NewFile => ({
  owner,
  kind: 'test',
  mediaType: 'text/plain',
  bytes: Buffer.from(text),
  uploadedBy: owner,
});

async function added(file = content(), now = START): Promise<string> {
  const row = await files.add(file, now);
  if (typeof row === 'string') throw new Error(row);
  return row.objectId;
}

const pathOf = (id: string) => path.join(folder, 'files', id.slice(0, 2), id);
const sql = (text: string, values: unknown[]) => database.pool.query(text, values);

describe('objects', () => {
  it('FILE-001 are encrypted where they lie, under random names, each by a key of its own', async () => {
    const [id, twin] = [await added(), await added()];
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    const read = await files.read(id);
    expect(read?.bytes.toString()).toBe(SECRET);
    expect(read?.row).toMatchObject({ owner, kind: 'test', size: SECRET.length });
    const stored = readFileSync(pathOf(id));
    expect(stored.includes('nobody')).toBe(false);
    expect(stored.equals(readFileSync(pathOf(twin)))).toBe(false);
    const { rows } = await sql('select * from stored_object where object_id = any($1)', [
      [id, twin],
    ]);
    expect(JSON.stringify(rows)).not.toContain('nobody');
    expect(rows[0].wrapped_key.equals(rows[1].wrapped_key)).toBe(false);
    const digest = hash('sha256', SECRET, 'hex');
    expect(rows[0].sha256.toString('hex')).toBe(digest);
  });

  it('FILE-002 that were changed or exchanged are refused', async () => {
    const [id, other] = [await added(), await added(content('another'))];
    const bytes = readFileSync(pathOf(id));
    for (const at of [0, 20, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(pathOf(id), changed);
      await expect(files.read(id), `byte ${at}`).rejects.toThrow('not what was sealed');
    }
    writeFileSync(pathOf(id), readFileSync(pathOf(other)));
    await expect(files.read(id)).rejects.toThrow('not what was sealed');
    writeFileSync(pathOf(id), bytes.subarray(0, 5));
    await expect(files.read(id)).rejects.toThrow('too short');
    writeFileSync(pathOf(id), bytes);
    for (const [column, value] of [
      ['owner_id', 7],
      ['kind', 'other'],
      ['version', 2],
    ]) {
      const before = await sql(`select ${column} as v from stored_object where object_id = $1`, [
        id,
      ]);
      await sql(`update stored_object set ${column} = $2 where object_id = $1`, [id, value]);
      await expect(files.read(id), String(column)).rejects.toThrow('not what was sealed');
      const { v } = before.rows[0];
      await sql(`update stored_object set ${column} = $2 where object_id = $1`, [id, v]);
    }
    await sql(
      `update stored_object set wrapped_key = (select wrapped_key from stored_object
         where object_id = $2) where object_id = $1`,
      [id, other],
    );
    await expect(files.read(id)).rejects.toThrow('not what was sealed');
  });

  it('FILE-003 are gone with their keys, when asked for and when their time is up', async () => {
    const now = START + DAY;
    const [asked, timed, kept] = [await added(), await added(), await added()];
    await files.shred([asked], now);
    expect(await files.read(asked)).toBeNull();
    expect(existsSync(pathOf(asked))).toBe(false);
    const { rows } = await sql('select * from stored_object where object_id = $1', [asked]);
    expect(rows[0]).toMatchObject({ wrapped_key: null, key_id: null, sha256: null });
    await files.keepUntil([timed, kept], now + 5);
    await files.keepUntil([kept], null);
    // One whose bytes never arrived.
    await sql('update stored_object set stored_at = null where object_id = $1', [kept]);
    await files.forgetOld(now + 4);
    expect((await files.read(timed))?.bytes.length).toBe(SECRET.length);
    await files.forgetOld(now + 5);
    expect(await files.read(timed)).toBeNull();
    expect(await files.read(kept)).toBeNull();
    expect(existsSync(pathOf(timed)) || existsSync(pathOf(kept))).toBe(false);
    // Bytes that could not be removed are removed later.
    const stubborn = await added();
    const fails: ObjectStore = {
      put: (name, bytes) => store.put(name, bytes),
      get: (name) => store.get(name),
      remove: () => Promise.reject(new Error('busy')),
    };
    const other = await start({ store: fails });
    await expect(other.shred([stubborn], now)).rejects.toThrow('busy');
    expect(await files.read(stubborn)).toBeNull();
    await files.forgetOld(now + HOUR);
    expect(existsSync(pathOf(stubborn))).toBe(false);
    await files.forgetOld(now + 40 * DAY);
    const left = await sql('select from stored_object where object_id = $1', [asked]);
    expect(left.rowCount).toBe(0);
  });

  it('FILE-006 have a quota, which simultaneous requests do not pass', async () => {
    owner = 2_000;
    const quota = { objectsOfKind: 4, bytesOfOwnerADay: 1_000, bytesOfAllADay: 5_000 };
    const now = START + 100 * DAY;
    const small = await start({ quota });
    const ends = await Promise.all(Array.from({ length: 9 }, () => small.add(content(), now)));
    expect(ends.filter((end) => end === 'objects')).toHaveLength(5);
    // Another kind has places of its own, and who knows better how many says so.
    const extra = [
      await small.add({ ...content(), kind: 'other' }, now),
      await small.add({ ...content(), most: 5 }, now),
    ];
    expect(extra).toMatchObject([{ owner }, { owner }]);
    expect(await small.add({ ...content(), most: 5 }, now)).toBe('objects');
    await small.shred(
      [...ends, ...extra].flatMap((end) => (typeof end === 'string' ? [] : [end.objectId])),
      now,
    );
    // What was destroyed makes room for objects, not for bytes of the day.
    const rest = 1_000 - 6 * SECRET.length;
    expect(await small.add(content('x'.repeat(rest + 1)), now)).toBe('bytes');
    expect(await small.add(content('x'.repeat(rest)), now)).toMatchObject({ size: rest });
    owner = 3_000;
    const brake = await start({ quota: { ...quota, bytesOfAllADay: 1_010 } });
    expect(await brake.add(content(), now)).toBe('everybody');
    expect(await brake.add(content(), now + DAY + 1)).toMatchObject({ owner });
  });
});

describe('keys of objects', () => {
  it('FILE-004 a missing or damaged file of keys, or a lost key, stops the start', async () => {
    const file = path.join(folder, FILES_KEY_FILE);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^k1 [0-9a-f]{64}\n$/);
    const id = await added();
    rmSync(file);
    await expect(start()).rejects.toThrow(/is missing.*Restore it/);
    expect(existsSync(file)).toBe(false);
    for (const wrong of ['', 'k1 abc\n', `${text}${text}`]) {
      writeFileSync(file, wrong);
      await expect(start(), wrong).rejects.toThrow(/Restore it from a backup/);
    }
    writeFileSync(file, `k2 ${randomBytes(32).toString('hex')}\n`);
    await expect(start()).rejects.toThrow('lacks the keys k1');
    writeFileSync(file, text);
    const others = async () => ['k9'];
    await expect(start({ keyIdsOfOthers: others })).rejects.toThrow('lacks the keys k9');
    expect((await (await start()).read(id))?.bytes.toString()).toBe(SECRET);
  });

  it('FILE-005 are rotated by a new line, after which the old one can go', async () => {
    const file = path.join(folder, FILES_KEY_FILE);
    const [id, shredded] = [await added(), await added()];
    await files.shred([shredded], START);
    const line = `k2 ${randomBytes(32).toString('hex')}\n`;
    writeFileSync(file, `${readFileSync(file, 'utf8')}${line}`);
    const bytes = readFileSync(pathOf(id));
    files = await start();
    // The one whose key was exchanged above holds up no other.
    await expect(files.rewrapAll()).rejects.toThrow(/^the keys of [0-9a-f]{32} are unreadable$/);
    await sql('delete from stored_object where key_id = $1', ['k1']);
    writeFileSync(file, line);
    files = await start();
    expect((await files.read(id))?.bytes.toString()).toBe(SECRET);
    expect(readFileSync(pathOf(id)).equals(bytes)).toBe(true);
    const sealed = files.sealText('case|1', 'a name');
    expect(sealed.keyId).toBe('k2');
    expect(files.openText('case|1', sealed)).toBe('a name');
    expect(() => files.openText('case|2', sealed)).toThrow('not what was sealed');
  });
});

it('FILE-007 a bucket takes the place of the folder', async () => {
  const directory = path.join(folder, 's3');
  const configureBuckets = [{ name: 'documents', configs: [] }];
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets },
  });
  const { port } = await server.run();
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    ...{ bucket: 'documents', region: 'us-east-1' },
    ...{ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  };
  try {
    owner = 4_000;
    const inBucket = await start({ store: new S3Bucket(settings) });
    const row = await inBucket.add(content(), START + 200 * DAY);
    if (typeof row === 'string') throw new Error(row);
    expect((await inBucket.read(row.objectId))?.bytes.toString()).toBe(SECRET);
    expect(existsSync(pathOf(row.objectId))).toBe(false);
    const kept = readdirSync(directory, { recursive: true, withFileTypes: true });
    expect(kept.filter((one) => one.name.includes(row.objectId)).length).toBeGreaterThan(0);
    await inBucket.shred([row.objectId], START);
    expect(await new S3Bucket(settings).get(row.objectId)).toBeNull();
    const stranger = new S3Bucket({ ...settings, accessKeyId: 'UNKNOWN' });
    await expect(stranger.put('0'.repeat(32), Buffer.from('x'))).rejects.toThrow('403');
  } finally {
    await server.close();
  }
});
