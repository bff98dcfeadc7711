import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { silentLog } from '@assay/platform/log';
import type { Sent } from '@assay/platform/testing/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { logIn, PASSWORD, registerPerson, sessionOf } from '../identity/identity.suite.ts';
import {
  enterAsVisitor,
  found,
  type KeyBench,
  listed,
  makeKey,
  startApiKeys,
  wish,
} from './api-keys.suite.ts';
import { createApiKeys } from './index.ts';
import { UNBOUND_TRADE_MS } from './rules.ts';
import { calls } from './schema.ts';

let bench: KeyBench;
let anna: Sent;
beforeAll(async () => {
  bench = await startApiKeys();
  anna = await registerPerson(bench, 'anna@example.com');
});
afterAll(() => bench.stop());

let people = 0;
async function somebody() {
  people += 1;
  return registerPerson(bench, `person${people}@example.com`);
}

const hmacOf = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');

const change = (by: Sent, fields: object) => bench.client.post('changeApiKey', fields, by);
const revoke = (by: Sent, apiKeyId: number) => bench.client.post('revokeApiKey', { apiKeyId }, by);

describe('making a key', () => {
  it('KEYS-010 the secret is in the answer, works, and is never shown again', async () => {
    const owner = await somebody();
    const made = await makeKey(bench, owner, {
      label: '  Köder 1 ',
      ips: '203.0.113.7, 10.0.0.0/8',
    });
    expect(made).toMatchObject({ status: 200, code: 0 });
    expect(made.headers['cache-control']).toBe('no-store');
    const { apiKey, secret } = made.data;
    expect(secret).toMatch(/^[A-Za-z0-9]{64}$/);
    expect(apiKey).toEqual({
      apiKeyId: expect.any(Number),
      label: 'Köder 1',
      name: expect.stringMatching(/^[A-Za-z0-9]{64}$/),
      kind: 'hmac',
      permission: 'read',
      ips: ['203.0.113.7', '10.0.0.0/8'],
      createdAt: bench.clock.now(),
      expiresAt: null,
      lastUsedAt: null,
      lastUsedNetwork: '',
    });
    const key = await found(bench, apiKey.name);
    expect(key).toMatchObject({ name: apiKey.name, kind: 'hmac', realm: 'real', canTrade: false });
    expect(key?.verify('a=1', hmacOf(secret, 'a=1'))).toBe(true);
    expect([key?.allows('10.1.2.3'), key?.allows('192.0.2.1')]).toEqual([true, false]);
    const list = await bench.client.get('getApiKeys', {}, owner);
    expect(list.data).toEqual({ apiKeys: [apiKey] });
    expect(list.text).not.toContain(secret);
  });

  it('KEYS-011 the secret is in clear neither in the table nor in the key files', async () => {
    const { secret } = (await makeKey(bench, anna)).data;
    const { rows } = await bench.database.pool.query(
      `select api_key::text as line, encode(sealed_secret, 'escape') as sealed from api_key`,
    );
    const files = readdirSync(bench.dataDir);
    expect(files).toContain('api-keys.key');
    const kept = files.map((file) => readFileSync(`${bench.dataDir}/${file}`, 'latin1'));
    const all = [JSON.stringify(rows), ...kept].join('\n');
    for (const form of [secret, Buffer.from(secret).toString('hex')])
      expect(all).not.toContain(form);
  });

  it('KEYS-011 a secret that does not open leaves the key unknown, not broken', async () => {
    const [one, other] = [await makeKey(bench, anna), await makeKey(bench, anna)];
    await bench.database.pool.query(
      `update api_key set sealed_secret = (select sealed_secret from api_key where name = $1)
       where name = $2`,
      [one.data.apiKey.name, other.data.apiKey.name],
    );
    expect(await found(bench, other.data.apiKey.name)).toBeUndefined();
    expect(await found(bench, one.data.apiKey.name)).toBeDefined();
  });

  it('KEYS-012 an ed25519 key has its secret half with its owner alone', async () => {
    const pair = generateKeyPairSync('ed25519');
    const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' });
    const made = await makeKey(bench, anna, { kind: 'ed25519', publicKey });
    expect(made.data).toMatchObject({ secret: null, apiKey: { kind: 'ed25519' } });
    const key = await found(bench, made.data.apiKey.name);
    const signature = sign(null, Buffer.from('a=1'), pair.privateKey).toString('base64');
    expect([key?.verify('a=1', signature), key?.verify('a=2', signature)]).toEqual([true, false]);
    const secretHalf = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const wrong = await makeKey(bench, anna, { kind: 'ed25519', publicKey: secretHalf });
    expect(wrong).toMatchObject({
      code: 2,
      data: { fields: { publicKey: ['privateKey'] } },
    });
  });

  it('KEYS-013 no call lets a key withdraw', async () => {
    for (const permission of ['withdraw', 'transfer', 'trade,withdraw', 'TRADE', '']) {
      expect((await makeKey(bench, anna, { permission })).code).toBe(2);
    }
    const more = await makeKey(bench, anna, { enableWithdrawals: true });
    expect(more).toMatchObject({
      code: 2,
      data: { fields: { enableWithdrawals: ['unknown'] } },
    });
    for (const call of [calls.createApiKey, calls.changeApiKey]) {
      expect(call.input.shape.permission).toBeDefined();
      const printed = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
      expect(JSON.stringify(printed)).not.toMatch(/withdraw/i);
      expect(JSON.stringify(printed)).toContain('"enum":["read","trade"]');
    }
    const table = `insert into api_key (name, user_id, realm, label, kind, permission, ips,
      sealed_secret, created_at) select repeat('x', 64), user_id, 'real', 'x', 'hmac', 'withdraw',
      '{}', '', 0 from person limit 1`;
    await expect(bench.database.pool.query(table)).rejects.toThrow(/permission_check/);
  });

  it('KEYS-015 it takes the password again, whose failures count; a visitor needs none', async () => {
    const owner = await somebody();
    const without = await makeKey(bench, owner, { password: undefined });
    expect(without).toMatchObject({
      code: 2,
      data: { fields: { password: ['required'] } },
    });
    for (let i = 0; i < 5; i++) {
      const wrong = await makeKey(bench, owner, { password: 'not the password' });
      expect(wrong.data.refusal).toBe('passwordWrong');
    }
    expect((await makeKey(bench, owner)).code).toBe(3);
    expect(await listed(bench, owner)).toEqual([]);
    bench.clock.advance(61_000);
    expect((await makeKey(bench, owner)).code).toBe(0);
    const visitor = await enterAsVisitor(bench);
    expect((await makeKey(bench, visitor, { password: undefined })).code).toBe(0);
    expect((await bench.client.post('createApiKey', wish)).code).toBe(2000);
  });

  it('KEYS-016 an account has 30 keys, however many are made at once', async () => {
    const visitor = await enterAsVisitor(bench);
    const made = await Promise.all(Array.from({ length: 40 }, () => makeKey(bench, visitor)));
    expect(made.filter(({ code }) => code === 0)).toHaveLength(30);
    const refused = made.filter(({ data }) => data.refusal === 'tooManyApiKeys');
    expect(refused).toHaveLength(10);
    const keys = await listed(bench, visitor);
    expect(keys).toHaveLength(30);
    await revoke(visitor, keys[0].apiKeyId);
    expect((await makeKey(bench, visitor)).code).toBe(0);
    expect((await makeKey(bench, anna)).code).toBe(0);
  });

  it('KEYS-017 a key is of its account and realm, and unknown to everybody else', async () => {
    const owner = await somebody();
    const other = await somebody();
    const entered = await bench.client.post('tempLogin', {}, owner);
    const virtual = { ...owner, token: entered.data.token };
    const [real, demo] = [await makeKey(bench, owner), await makeKey(bench, virtual)];
    expect(await found(bench, demo.data.apiKey.name)).toMatchObject({ realm: 'demo' });
    expect(await listed(bench, owner)).toEqual([real.data.apiKey]);
    expect(await listed(bench, virtual)).toEqual([demo.data.apiKey]);
    const { apiKeyId } = real.data.apiKey;
    for (const stranger of [other, virtual]) {
      for (const id of [apiKeyId, 999_999_999]) {
        const changed = await change(stranger, { apiKeyId: id, label: 'mine' });
        expect([changed.code, changed.data]).toEqual([1, { refusal: 'apiKeyUnknown', detail: {} }]);
        const revoked = await revoke(stranger, id);
        expect([revoked.code, revoked.data]).toEqual([1, { refusal: 'apiKeyUnknown', detail: {} }]);
      }
    }
    expect(await listed(bench, owner)).toEqual([real.data.apiKey]);
  });
});

describe('wrong input and refusals', () => {
  it.each([
    ['label', { label: ' ' }, 'required'],
    ['label', { label: 'x'.repeat(51) }, 'tooLong'],
    ['label', { label: 'a\u0007b' }, 'controlCharacter'],
    ['kind', { kind: 'rsa' }, 'oneOf'],
    ['permission', { permission: undefined }, 'required'],
    ['ips', { ips: 'home' }, 'addressRange'],
    ['ips', { ips: ['192.0.2.1'] }, 'text'],
    ['ips', { ips: '10.0.0.1/8' }, 'addressRange'],
    ['ips', { ips: '0.0.0.0/0' }, 'addressRangeWide'],
    ['ips', { ips: 'x'.repeat(2001) }, 'tooLong'],
    ['publicKey', { kind: 'ed25519' }, 'required'],
    ['publicKey', { kind: 'ed25519', publicKey: 'AAAA' }, 'publicKey'],
    ['publicKey', { publicKey: `${'A'.repeat(43)}=` }, 'unknown'],
    ['password', { password: '' }, 'required'],
  ])('KEYS-014 createApiKey names %s when it is %j', async (field, fields, key) => {
    const wrong = await makeKey(bench, anna, fields);
    expect(wrong).toMatchObject({ status: 400, code: 2 });
    expect(wrong.data.fields).toEqual({ [field]: [key] });
    expect(wrong.message).toMatch(/^[A-Z].*\.$/);
  });

  it('KEYS-014 refusals come in the order of the table', async () => {
    const owner = await somebody();
    const old = (await makeKey(bench, owner, { permission: 'trade' })).data.apiKey.apiKeyId;
    const gone = (await makeKey(bench, owner)).data.apiKey.apiKeyId;
    await revoke(owner, gone);
    bench.clock.advance(UNBOUND_TRADE_MS);
    anna = sessionOf(await logIn(bench, 'anna@example.com'));
    const now = sessionOf(await logIn(bench, `person${people}@example.com`));
    const young = (await makeKey(bench, now)).data.apiKey.apiKeyId;
    const password = 'not the password';
    const rows: [string, object, string][] = [
      ['createApiKey', { ...wish, password }, 'passwordWrong'],
      ['changeApiKey', { apiKeyId: gone, permission: 'trade', password }, 'apiKeyUnknown'],
      ['changeApiKey', { apiKeyId: old, ips: '192.0.2.1', password }, 'apiKeyExpired'],
      ['changeApiKey', { apiKeyId: old, permission: 'read' }, 'apiKeyExpired'],
      ['changeApiKey', { apiKeyId: young, permission: 'trade', password }, 'passwordWrong'],
      ['revokeApiKey', { apiKeyId: gone }, 'apiKeyUnknown'],
    ];
    for (const [name, fields, refusal] of rows) {
      const refused = await bench.client.post(name, fields, now);
      expect([name, refused.code, refused.data.refusal]).toEqual([name, 1, refusal]);
      expect(refused.message).toMatch(/^[A-Z].*\.$/);
    }
    const order = Object.values(calls).map(({ refusals }) => refusals);
    expect(order).toEqual([
      [],
      ['passwordWrong', 'tooManyApiKeys'],
      ['apiKeyUnknown', 'apiKeyExpired', 'passwordWrong'],
      ['apiKeyUnknown'],
    ]);
  });
});

describe('the life of a key', () => {
  it('KEYS-021 trading from anywhere ends after 90 days, with those who listen told', async () => {
    const ended: string[] = [];
    const stop = bench.apiKeys.keys.onEnded((name) => ended.push(name));
    const made = (await makeKey(bench, anna, { permission: 'trade' })).data.apiKey;
    const told = () => ended.filter((name) => name === made.name || name === bound.name);
    const bound = (await makeKey(bench, anna, { permission: 'trade', ips: '192.0.2.1' })).data
      .apiKey;
    expect([made.expiresAt, bound.expiresAt]).toEqual([made.createdAt + UNBOUND_TRADE_MS, null]);
    expect(await found(bench, made.name)).toMatchObject({ canTrade: true });
    const { keys } = bench.apiKeys;
    expect(await keys.find(made.name, made.expiresAt - 1)).toBeDefined();
    expect(await keys.find(made.name, made.expiresAt)).toBeUndefined();
    await bench.apiKeys.endOld(made.expiresAt - 1);
    expect(told()).toEqual([]);
    await bench.apiKeys.endOld(made.expiresAt);
    expect(told()).toEqual([made.name]);
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
    const relabelled = await change(anna, { apiKeyId, label: 'Other' });
    expect(relabelled.data.apiKey).toEqual({ ...apiKey, label: 'Other' });
    expect(ended).toEqual([name]);
    const narrowed = await change(anna, { apiKeyId, ips: '192.0.2.1' });
    expect(narrowed.data.apiKey.ips).toEqual(['192.0.2.1']);
    const after = await found(bench, name);
    expect([before?.allows('192.0.2.2'), after?.allows('192.0.2.2')]).toEqual([true, false]);
    for (const grown of [{ permission: 'trade' }, { ips: '' }, { ips: '192.0.2.1 192.0.2.2' }]) {
      const had = await listed(bench, anna);
      const asked = await change(anna, { apiKeyId, ...grown });
      expect(asked).toMatchObject({
        code: 2,
        data: { fields: { password: ['required'] } },
      });
      const wrong = await change(anna, { apiKeyId, ...grown, password: 'not the password' });
      expect(wrong.data.refusal).toBe('passwordWrong');
      expect(await listed(bench, anna)).toEqual(had);
      const right = await change(anna, { apiKeyId, ...grown, password: PASSWORD });
      expect(right.code).toBe(0);
    }
    expect(await found(bench, name)).toMatchObject({ canTrade: true });
    const less = await change(anna, { apiKeyId, permission: 'read', ips: '192.0.2.1' });
    expect(less.data.apiKey).toMatchObject({ permission: 'read', ips: ['192.0.2.1'] });
    stop();
  });

  it('KEYS-023 a revoked key is dead before the answer, and its row stays without secret', async () => {
    const { apiKey } = (await makeKey(bench, anna)).data;
    expect(await found(bench, apiKey.name)).toBeDefined();
    const ended: string[] = [];
    const stop = bench.apiKeys.keys.onEnded((name) => ended.push(name));
    expect(await revoke(anna, apiKey.apiKeyId)).toMatchObject({ code: 0, data: {} });
    expect(ended).toEqual([apiKey.name]);
    expect(await found(bench, apiKey.name)).toBeUndefined();
    expect((await revoke(anna, apiKey.apiKeyId)).data.refusal).toBe('apiKeyUnknown');
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
    bench.apiKeys.keys.used(key!, '203.0.113.9', 5_000);
    bench.apiKeys.keys.used(key!, '2001:db8:1:2fff::9', 6_000);
    const use = { lastUsedAt: 6_000, lastUsedNetwork: '2001:db8:1:2f00::/56' };
    const shown = async () => (await listed(bench, anna)).at(-1);
    expect(await shown()).toMatchObject(use);
    await bench.apiKeys.writeUsed();
    expect(await shown()).toMatchObject(use);
    bench.apiKeys.keys.used(key!, '203.0.113.9', 7_000);
    await bench.apiKeys.writeUsed();
    const { rows } = await bench.database.pool.query(
      'select last_used_at as at, last_used_network as network from api_key where key_id = $1',
      [apiKey.apiKeyId],
    );
    expect(rows).toEqual([{ at: 7_000, network: '203.0.113.0/24' }]);
  });

  it('KEYS-018 keys are there after a restart', async () => {
    const { apiKey, secret } = (await makeKey(bench, anna, { permission: 'trade' })).data;
    const { database, dataDir, messages, identity, clock } = bench;
    const anew = createApiKeys({ database, dataDir, messages, identity, log: silentLog });
    const key = await anew.keys.find(apiKey.name, clock.now());
    expect(key).toMatchObject({ id: apiKey.apiKeyId, canTrade: true, realm: 'real' });
    expect(key?.verify('a=1', hmacOf(secret, 'a=1'))).toBe(true);
    // The second time from memory: an answer at once.
    expect(anew.keys.find(apiKey.name, clock.now())).toBe(key);
    expect(anew.keys.find('no name', clock.now())).toBeUndefined();
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
