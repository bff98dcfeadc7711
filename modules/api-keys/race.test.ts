import { runRace } from '@assay/platform/testing/race';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enterAsVisitor, found, type KeyBench, makeKey, startApiKeys } from './api-keys.suite.ts';

/** RACE_ROUNDS=1000 for the long form. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 12);

let bench: KeyBench;
beforeAll(async () => {
  bench = await startApiKeys();
});
afterAll(() => bench.stop());

const revoked = async (keyId: number): Promise<number> => {
  const { rows } = await bench.database.pool.query<{ n: number }>(
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

it('KEYS-040 a key that is looked for while it is revoked does not live on in memory', async () => {
  const by = await enterAsVisitor(bench);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { apiKeyId, name } = (await makeKey(bench, by)).data.apiKey;
    const looks = Array.from({ length: 24 }, () => found(bench, name));
    const [answer] = await Promise.all([
      bench.client.post('revokeApiKey', { apiKeyId }, by),
      ...looks,
      ...Array.from({ length: 24 }, async () => {
        await bench.client.get('getApiKeys', {}, by);
        return found(bench, name);
      }),
    ]);
    expect(answer.code).toBe(0);
    expect(await found(bench, name)).toBeUndefined();
  }
});

it('KEYS-040 a change between two looks is not undone by the one that began before it', async () => {
  const by = await enterAsVisitor(bench);
  for (let round = 0; round < ROUNDS; round += 1) {
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
