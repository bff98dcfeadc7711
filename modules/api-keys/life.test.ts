import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@assay/platform/log';
import type { Sent } from '@assay/platform/testing/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, registerPerson } from '../identity/identity.suite.ts';
import {
  changeKey,
  enterAsVisitor,
  found,
  hmacOf,
  type KeyBench,
  listed,
  makeKey,
  revokeKey,
  startApiKeys,
} from './api-keys.suite.ts';
import { createApiKeys } from './index.ts';
import { UNBOUND_TRADE_MS } from './rules/index.ts';

let bench: KeyBench;
let anna: Sent;
beforeAll(async () => {
  bench = await startApiKeys();
  anna = await registerPerson(bench, 'anna@example.com');
});
afterAll(() => bench.stop());

describe('the life of a key', () => {
  it('KEYS-021 trading from anywhere ends after 90 days, and listeners are notified', async () => {
    const ended: string[] = [];
    const stop = bench.apiKeys.keys.onEnded((name) => ended.push(name));
    const made = (await makeKey(bench, anna, { permission: 'trade' })).data.apiKey;
    const notified = () => ended.filter((name) => name === made.name || name === bound.name);
    const bound = (await makeKey(bench, anna, { permission: 'trade', ips: '192.0.2.1' })).data
      .apiKey;
    expect([made.expiresAt, bound.expiresAt]).toEqual([made.createdAt + UNBOUND_TRADE_MS, null]);
    expect(await found(bench, made.name)).toMatchObject({ canTrade: true });
    const { keys } = bench.apiKeys;
    expect(await keys.find(made.name, made.expiresAt - 1)).toBeDefined();
    expect(await keys.find(made.name, made.expiresAt)).toBeUndefined();
    await bench.apiKeys.endOld(made.expiresAt - 1);
    expect(notified()).toEqual([]);
    await bench.apiKeys.endOld(made.expiresAt);
    expect(notified()).toEqual([made.name]);
    expect(await keys.find(made.name, made.expiresAt)).toBeUndefined();
    expect(await keys.find(bound.name, made.expiresAt)).toBeDefined();
    stop();
  });

  it('KEYS-022 KEYS-023 a change counts at once; more rights take the password', async () => {
    const ended: string[] = [];
    const stop = bench.apiKeys.keys.onEnded((name) => ended.push(name));
    const { apiKey } = (await makeKey(bench, anna, { ips: '192.0.2.0/24' })).data;
    const { apiKeyId, name } = apiKey;
    const before = await found(bench, name);
    const relabelled = await changeKey(bench, anna, { apiKeyId, label: 'Other' });
    expect(relabelled.data.apiKey).toEqual({ ...apiKey, label: 'Other' });
    expect(ended).toEqual([name]);
    const narrowed = await changeKey(bench, anna, { apiKeyId, ips: '192.0.2.1' });
    expect(narrowed.data.apiKey.ips).toEqual(['192.0.2.1']);
    const after = await found(bench, name);
    expect([before?.allows('192.0.2.2'), after?.allows('192.0.2.2')]).toEqual([true, false]);
    for (const grown of [{ permission: 'trade' }, { ips: '' }, { ips: '192.0.2.1 192.0.2.2' }]) {
      const had = await listed(bench, anna);
      const asked = await changeKey(bench, anna, { apiKeyId, ...grown });
      expect(asked).toMatchObject({
        code: 2,
        data: { fields: { password: ['required'] } },
      });
      const wrong = await changeKey(bench, anna, {
        apiKeyId,
        ...grown,
        password: 'not the password',
      });
      expect(wrong.data.refusal).toBe('passwordWrong');
      expect(await listed(bench, anna)).toEqual(had);
      const right = await changeKey(bench, anna, { apiKeyId, ...grown, password: PASSWORD });
      expect(right.code).toBe(0);
    }
    expect(await found(bench, name)).toMatchObject({ canTrade: true });
    const less = await changeKey(bench, anna, { apiKeyId, permission: 'read', ips: '192.0.2.1' });
    expect(less.data.apiKey).toMatchObject({ permission: 'read', ips: ['192.0.2.1'] });
    stop();
  });

  it('KEYS-023 a revoked key is dead before the answer, and its row stays without secret', async () => {
    const { apiKey } = (await makeKey(bench, anna)).data;
    expect(await found(bench, apiKey.name)).toBeDefined();
    const ended: string[] = [];
    const stop = bench.apiKeys.keys.onEnded((name) => ended.push(name));
    expect(await revokeKey(bench, anna, apiKey.apiKeyId)).toMatchObject({ code: 0, data: {} });
    expect(ended).toEqual([apiKey.name]);
    expect(await found(bench, apiKey.name)).toBeUndefined();
    expect((await revokeKey(bench, anna, apiKey.apiKeyId)).data.refusal).toBe('apiKeyUnknown');
    const { rows } = await bench.database.pool.query(
      'select name, label, sealed_secret, revoked_at from api_key where key_id = $1',
      [apiKey.apiKeyId],
    );
    const revokedAt = bench.clock.now();
    expect(rows).toEqual([
      { name: apiKey.name, label: 'My bot', sealed_secret: null, revoked_at: revokedAt },
    ]);
    stop();
  });

  it('KEYS-024 the last use is shown at once and survives', async () => {
    const { apiKey } = (await makeKey(bench, anna)).data;
    const key = await found(bench, apiKey.name);
    bench.apiKeys.keys.used(key!, '203.0.113.9', 5_000, true);
    bench.apiKeys.keys.used(key!, '2001:db8:1:2fff::9', 6_000, false);
    const use = { lastUsedAt: 6_000, lastUsedNetwork: '2001:db8:1:2f00::/56' };
    const shown = async () => (await listed(bench, anna)).at(-1);
    expect(await shown()).toMatchObject(use);
    await bench.apiKeys.writeUsed();
    expect(await shown()).toMatchObject(use);
    bench.apiKeys.keys.used(key!, '203.0.113.9', 7_000, false);
    await bench.apiKeys.writeUsed();
    const { rows } = await bench.database.pool.query(
      'select last_used_at as at, last_used_network as network from api_key where key_id = $1',
      [apiKey.apiKeyId],
    );
    expect(rows).toEqual([{ at: 7_000, network: '203.0.113.0/24' }]);
  });

  it('KEYS-071 the owner is known where the key was made or signed, also after a restart', async () => {
    const { apiKey } = (await makeKey(bench, anna)).data;
    const { database, dataDir, messages, identity, clock } = bench;
    const day = 24 * 60 * 60 * 1000;
    const [home, server, elsewhere] = ['127.0.0.77', '203.0.113.9', '198.51.100.1'];
    const where = async ({ keys }: typeof bench.apiKeys, later = 0) => {
      const key = await keys.find(apiKey.name, clock.now());
      const at = [home, server, elsewhere];
      return at.map((ip) => keys.knows(key!, ip, clock.now() + later));
    };
    expect(await where(bench.apiKeys)).toEqual([true, false, false]);
    const key = await found(bench, apiKey.name);
    bench.apiKeys.keys.used(key!, elsewhere, clock.now(), false);
    bench.apiKeys.keys.used(key!, server, clock.now() + day, true);
    bench.apiKeys.keys.used(key!, elsewhere, clock.now() + day, false);
    expect(await where(bench.apiKeys)).toEqual([true, true, false]);
    expect(await where(bench.apiKeys, 30 * day)).toEqual([false, true, false]);
    await bench.apiKeys.writeUsed();
    const given = { database, dataDir, messages, identity, log: silentLog };
    const restarted = await createApiKeys(given);
    expect(await where(restarted)).toEqual([false, true, false]);
    const { apiKey: bound } = (await makeKey(bench, anna, { ips: server })).data;
    const known = bench.apiKeys.keys.knows((await found(bench, bound.name))!, server, clock.now());
    expect(known).toBe(true);
  });

  it('KEYS-018 OPSX-115 keys survive a restart, which is refused without the key of their secrets', async () => {
    const { apiKey, secret } = (await makeKey(bench, anna, { permission: 'trade' })).data;
    const { database, dataDir, messages, identity, clock } = bench;
    const given = { database, messages, identity, log: silentLog };
    const restarted = await createApiKeys({ ...given, dataDir });
    const key = await restarted.keys.find(apiKey.name, clock.now());
    expect(key).toMatchObject({ id: apiKey.apiKeyId, canTrade: true, realm: 'real' });
    expect(key?.verify('a=1', hmacOf(secret, 'a=1'))).toBe(true);
    // The second time the key comes from memory, without a promise.
    expect(restarted.keys.find(apiKey.name, clock.now())).toBe(key);
    expect(restarted.keys.find('no name', clock.now())).toBeUndefined();
    const lost = join(dataDir, 'lost');
    await expect(createApiKeys({ ...given, dataDir: lost })).rejects.toThrow(
      /api-keys\.key is missing, but the database has accounts that need it/,
    );
    expect(readdirSync(lost)).toEqual([]);
  });

  it('KEYS-025 keys of a visitor end when nobody can come back; those of people stay', async () => {
    const entered = await bench.client.post('tempLogin', {}, anna);
    const virtual = { ...anna, token: entered.data.token };
    const leaver = await enterAsVisitor(bench);
    const stayer = await enterAsVisitor(bench);
    const names: string[] = [];
    for (const by of [virtual, leaver, stayer]) {
      names.push((await makeKey(bench, by)).data.apiKey.name);
    }
    const alive = async () =>
      (await Promise.all(names.map((name) => found(bench, name)))).map((key) => key !== undefined);
    await bench.apiKeys.endOld(bench.clock.now());
    expect(await alive()).toEqual([true, true, true]);
    await bench.client.post('logout', {}, leaver);
    await bench.client.post('logout', {}, virtual);
    await bench.apiKeys.endOld(bench.clock.now());
    expect(await alive()).toEqual([true, false, true]);
    bench.clock.advance(8 * 24 * 60 * 60 * 1000);
    await bench.apiKeys.endOld(bench.clock.now());
    expect(await alive()).toEqual([true, false, false]);
  });
});
