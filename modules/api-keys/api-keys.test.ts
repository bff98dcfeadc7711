import { generateKeyPairSync, sign } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Limits } from '@assay/platform/http/limits';
import { createHttp } from '@assay/platform/http/server';
import { createLog } from '@assay/platform/log';
import { Client, type Sent } from '@assay/platform/testing/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { logIn, PASSWORD, registerPerson, sessionOf } from '../identity/identity.suite.ts';
import { personWithTotp, prove } from '../identity/security.suite.ts';
import {
  changeKey,
  enterAsVisitor,
  found,
  hmacOf,
  type KeyBench,
  keyForm,
  listed,
  makeKey,
  revokeKey,
  startApiKeys,
  unlimited,
} from './api-keys.suite.ts';
import { UNBOUND_TRADE_MS } from './rules/index.ts';
import { calls } from './schema.ts';

let bench: KeyBench;
let anna: Sent;
beforeAll(async () => {
  bench = await startApiKeys();
  anna = await registerPerson(bench, 'anna@example.com');
});
afterAll(() => bench.stop());

let people = 0;
async function registerOwner() {
  people += 1;
  return registerPerson(bench, `person${people}@example.com`);
}

describe('making a key', () => {
  it('KEYS-010 the secret is in the answer, works, and is never shown again', async () => {
    const owner = await registerOwner();
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
      revokedAt: null,
      revokedWhy: null,
    });
    const key = await found(bench, apiKey.name);
    expect(key).toMatchObject({ name: apiKey.name, kind: 'hmac', realm: 'real', canTrade: false });
    expect(key?.verify('a=1', hmacOf(secret, 'a=1'))).toBe(true);
    expect([key?.allows('10.1.2.3'), key?.allows('192.0.2.1')]).toEqual([true, false]);
    const list = await bench.client.get('getApiKeys', {}, owner);
    expect(list.data).toEqual({ apiKeys: [apiKey] });
    expect(list.text).not.toContain(secret);
  });

  it('KEYS-011 neither the table nor the key files contain the secret in clear', async () => {
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

  it('KEYS-011 no line of the log contains the secret or the password', async () => {
    const lines: string[] = [];
    const log = createLog('trace', { write: (line: string) => lines.push(line) });
    const { identity, apiKeys, messages, clock } = bench;
    const calls = [identity.calls, apiKeys.calls];
    const limits = new Limits(unlimited);
    const { authenticator } = identity;
    const http = createHttp({ authenticator, calls, log, messages, limits, clock });
    const client = new Client(await http.listen(0, '127.0.0.1'));
    const secrets: string[] = [PASSWORD];
    const broken = { ...keyForm, ips: 'home', publicKey: 'AAAA' };
    for (const fields of [keyForm, { ...keyForm, permission: 'trade' }, broken]) {
      const { data } = await client.post('createApiKey', fields, anna);
      if (data.secret !== undefined) secrets.push(data.secret);
    }
    log.info({ made: { secret: secrets.at(-1) } }, 'even when a caller tries');
    client.close();
    await http.stop();
    expect([secrets.length, lines.length > 0]).toEqual([3, true]);
    for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
  });

  it('KEYS-011 a key whose secret cannot be decrypted is unknown, not an error', async () => {
    const [one, other] = [await makeKey(bench, anna), await makeKey(bench, anna)];
    await bench.database.pool.query(
      `update api_key set sealed_secret = (select sealed_secret from api_key where name = $1)
       where name = $2`,
      [one.data.apiKey.name, other.data.apiKey.name],
    );
    expect(await found(bench, other.data.apiKey.name)).toBeUndefined();
    expect(await found(bench, one.data.apiKey.name)).toBeDefined();
  });

  it('KEYS-012 only the owner has the secret half of an ed25519 key', async () => {
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

  it('KEYS-015 needs the password again, counting failures; a visitor needs none', async () => {
    const owner = await registerOwner();
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
    expect((await bench.client.post('createApiKey', keyForm)).code).toBe(2000);
  });

  it('KEYS-019 an account with a second factor proves the exact key by it, not by its password', async () => {
    const owner = await personWithTotp(bench, 'totp@example.com');
    const wanted = { label: 'My bot', kind: 'hmac', permission: 'trade', ips: ['192.0.2.1'] };
    const sent = { ...wanted, ips: ' 192.0.2.1' };
    const refused = await makeKey(bench, owner, sent);
    expect(refused.data.refusal).toBe('stepUpNeeded');
    const proofOf = async (action: string, fields: object) => {
      const proved = await prove(bench, owner, action, fields, owner.byTotp());
      return { stepUp: proved.data.stepUp };
    };
    const proof = await proofOf('createApiKey', wanted);
    const post = (call: string, fields: object) => bench.client.post(call, fields, owner);
    const wider = await post('createApiKey', { ...sent, ips: '', ...proof });
    expect(wider.data.refusal).toBe('stepUpWrong');
    const made = await post('createApiKey', {
      ...sent,
      ...(await proofOf('createApiKey', wanted)),
    });
    expect(made.data.apiKey).toMatchObject({ permission: 'trade', ips: ['192.0.2.1'] });
    const { apiKeyId } = made.data.apiKey;
    const grown = { apiKeyId, ips: ['192.0.2.0/24'] };
    const asked = await post('changeApiKey', { ...grown, ips: '192.0.2.0/24', password: PASSWORD });
    expect(asked.data.refusal).toBe('stepUpNeeded');
    const more = await proofOf('changeApiKey', grown);
    expect((await post('changeApiKey', { ...grown, ips: '192.0.2.0/24', ...more })).code).toBe(0);
    expect((await post('changeApiKey', { apiKeyId, permission: 'read' })).code).toBe(0);
  });

  it('KEYS-016 an account has 30 keys, however many are made at once', async () => {
    const visitor = await enterAsVisitor(bench);
    const made = await Promise.all(Array.from({ length: 40 }, () => makeKey(bench, visitor)));
    expect(made.filter(({ code }) => code === 0)).toHaveLength(30);
    const refused = made.filter(({ data }) => data.refusal === 'tooManyApiKeys');
    expect(refused).toHaveLength(10);
    const keys = await listed(bench, visitor);
    expect(keys).toHaveLength(30);
    await revokeKey(bench, visitor, keys[0].apiKeyId);
    expect((await makeKey(bench, visitor)).code).toBe(0);
    expect((await makeKey(bench, anna)).code).toBe(0);
  });

  it('KEYS-017 a key belongs to its account and realm, and is unknown to all others', async () => {
    const owner = await registerOwner();
    const other = await registerOwner();
    const entered = await bench.client.post('tempLogin', {}, owner);
    const virtual = { ...owner, token: entered.data.token };
    const [real, demo] = [await makeKey(bench, owner), await makeKey(bench, virtual)];
    expect(await found(bench, demo.data.apiKey.name)).toMatchObject({ realm: 'demo' });
    expect(await listed(bench, owner)).toEqual([real.data.apiKey]);
    expect(await listed(bench, virtual)).toEqual([demo.data.apiKey]);
    const { apiKeyId } = real.data.apiKey;
    for (const stranger of [other, virtual]) {
      for (const id of [apiKeyId, 999_999_999]) {
        const changed = await changeKey(bench, stranger, { apiKeyId: id, label: 'mine' });
        expect([changed.code, changed.data]).toEqual([1, { refusal: 'apiKeyUnknown', detail: {} }]);
        const revoked = await revokeKey(bench, stranger, id);
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
    const owner = await registerOwner();
    const old = (await makeKey(bench, owner, { permission: 'trade' })).data.apiKey.apiKeyId;
    const gone = (await makeKey(bench, owner)).data.apiKey.apiKeyId;
    await revokeKey(bench, owner, gone);
    bench.clock.advance(UNBOUND_TRADE_MS);
    anna = sessionOf(await logIn(bench, 'anna@example.com'));
    const now = sessionOf(await logIn(bench, `person${people}@example.com`));
    const young = (await makeKey(bench, now)).data.apiKey.apiKeyId;
    const password = 'not the password';
    const rows: [string, object, string][] = [
      ['createApiKey', { ...keyForm, password }, 'passwordWrong'],
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
      [
        ...['settingsLocked', 'passwordWrong', 'stepUpNeeded', 'stepUpWrong'],
        ...['tooManyApiKeys', 'sessionEnded'],
      ],
      [
        ...['apiKeyUnknown', 'apiKeyExpired', 'settingsLocked'],
        ...['passwordWrong', 'stepUpNeeded', 'stepUpWrong', 'sessionEnded'],
      ],
      ['apiKeyUnknown'],
    ]);
  });
});
