import { silentLog } from '@assay/platform/log';
import { runRace } from '@assay/platform/testing/race';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOrMakeKey } from '../identity/index.ts';
import { enterAsVisitor, found, type KeyBench, makeKey, startApiKeys } from './api-keys.suite.ts';
import { Ring } from './ring.ts';
import { KEYS_MAX } from './rules/index.ts';
import { KeyStore } from './store.ts';

/** RACE_ROUNDS=1000 for the long form. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 12);

let bench: KeyBench;
beforeAll(async () => {
  bench = await startApiKeys();
});
afterAll(() => bench.stop());

/** Resolves when this many statements wait for a lock that another transaction holds. */
const waitingStatements = async (count: number): Promise<void> => {
  let waiting = 0;
  while (waiting < count) {
    const { rows } = await bench.owner.pool.query<{ n: number }>(
      `select count(*) as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    waiting = rows[0]!.n;
  }
};

const revoked = async (keyId: number): Promise<number> => {
  const { rows } = await bench.owner.pool.query<{ n: number }>(
    'select count(*) as n from api_key where key_id = $1 and revoked_at is not null',
    [keyId],
  );
  return rows[0]!.n;
};

it('KEYS-040 of many revocations at once one has an effect', async () => {
  const by = await enterAsVisitor(bench);
  const report = await runRace({
    rounds: ROUNDS,
    parallel: 24,
    prepare: async () => (await makeKey(bench, by)).data.apiKey.apiKeyId as number,
    act: async (apiKeyId) => (await bench.client.post('revokeApiKey', { apiKeyId }, by)).code === 0,
    effects: revoked,
  });
  expect(report).toEqual({ rounds: ROUNDS, doubled: 0, without: 0, misreported: 0 });
});

it('KEYS-040 a row that was read before the end of its key does not live after it', async () => {
  const by = await enterAsVisitor(bench);
  const { apiKeyId, name } = (await makeKey(bench, by)).data.apiKey;
  // A database whose answer can be delayed.
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let read: () => void = () => undefined;
  const wasRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  const { pool } = bench.database;
  const query = async (text: string, values: unknown[]) => {
    const answer = await pool.query(text, values);
    read();
    await arrived;
    return answer;
  };
  const store = new KeyStore({ pool: Object.create(pool, { query: { value: query } }) });
  const master = await readOrMakeKey(bench.dataDir, 'api-keys.key', async () => true);
  const ring = new Ring(store, master, silentLog);
  const looked = ring.find(name, bench.clock.now());
  await wasRead;
  await bench.client.post('revokeApiKey', { apiKeyId }, by);
  ring.end(name);
  arrive();
  expect(await looked).toBeUndefined();
  expect(await ring.find(name, bench.clock.now())).toBeUndefined();
});

it('KEYS-016 keys that are made at once are counted one after the other', async () => {
  const { pool } = bench.owner;
  const by = await enterAsVisitor(bench);
  for (let i = 1; i < KEYS_MAX; i += 1) await makeKey(bench, by);
  const client = await pool.connect();
  await client.query(`create function hold() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(1); return null; end'`);
  await client.query(
    'create trigger hold after insert on api_key for each row execute function hold()',
  );
  await client.query('select pg_advisory_lock(1)');
  // Each has counted, or waits to count, before any of them is committed.
  const making = [makeKey(bench, by), makeKey(bench, by), makeKey(bench, by)];
  await waitingStatements(making.length);
  await client.query('select pg_advisory_unlock(1)');
  const refusals = (await Promise.all(making)).map(({ data }) => data.refusal ?? '');
  expect(refusals.sort()).toEqual(['', 'tooManyApiKeys', 'tooManyApiKeys']);
  await client.query('drop trigger hold on api_key');
  client.release();
});

it('KEYS-040 a change is not undone by another one that started before it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const by = await enterAsVisitor(bench);
    const { apiKeyId, name } = (await makeKey(bench, by)).data.apiKey;
    const post = (fields: object) => bench.client.post('changeApiKey', { apiKeyId, ...fields }, by);
    const answers = await Promise.all([
      post({ permission: 'trade' }),
      post({ ips: '192.0.2.1' }),
      post({ label: 'Other' }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    const key = await found(bench, name);
    expect([key?.canTrade, key?.allows('192.0.2.2')]).toEqual([true, false]);
  }
});
