import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Budget } from './budget.ts';
import { type HttpBench, startHttp } from './http.suite.ts';
import { Reading } from './reading.ts';

let bench: HttpBench;
beforeAll(async () => {
  bench = await startHttp({ probes: { db: () => ({ ok: true }) } });
});
afterAll(() => bench.stop());
beforeEach(() => bench.clock.advance(10_000));

const form = (text: string | Buffer) => ({
  raw: { type: 'application/x-www-form-urlencoded', text },
});
const json = (text: string | Buffer) => ({ raw: { type: 'application/json', text } });
const echo = (sent: object) => bench.client.post('echo', {}, sent);

describe('reading a request', () => {
  it('HTTP-010 reads forms and JSON alike, with numbers and booleans also as text', async () => {
    const body = 'market=BTCUSDT&side=buy&quantity=0.10&count=20&postOnly=true&note=a+b%C3%A9';
    const read = { market: 'BTCUSDT', side: 'buy', quantity: '0.10', count: 20, postOnly: true };
    expect((await echo(form(body))).data).toEqual({ ...read, note: 'a bé' });
    const same = { ...read, note: 'a bé', token: '', lang: 'en', rtoken: 'abc123' };
    expect((await bench.client.post('echo', same)).data).toEqual({ ...read, note: 'a bé' });
    const charset = { raw: { type: 'application/json; charset=utf-8', text: '{"market":"BTC"}' } };
    expect((await echo(charset)).data).toEqual({ market: 'BTC' });
  });

  it('HTTP-011 refuses wrong input, names the fields and gives the reason', async () => {
    const cases: [string, string, string][] = [
      ['{}', 'market', 'required'],
      ['{"market":null}', 'market', 'required'],
      ['{"market":5}', 'market', 'marketSymbol'],
      ['{"market":["BTC"]}', 'market', 'marketSymbol'],
      ['{"market":"btc"}', 'market', 'marketSymbol'],
      ['{"market":"BTC","side":"up"}', 'side', 'oneOf'],
      ['{"market":"BTC","quantity":1}', 'quantity', 'decimal'],
      ['{"market":"BTC","quantity":{"a":1}}', 'quantity', 'decimal'],
      ['{"market":"BTC","count":0}', 'count', 'tooSmall'],
      ['{"market":"BTC","count":501}', 'count', 'tooLarge'],
      ['{"market":"BTC","count":1.5}', 'count', 'integer'],
      ['{"market":"BTC","count":"1e2"}', 'count', 'integer'],
      ['{"market":"BTC","count":9007199254740993}', 'count', 'integer'],
      ['{"market":"BTC","postOnly":"yes"}', 'postOnly', 'truth'],
      ['{"market":"BTC","note":""}', 'note', 'required'],
      ['{"market":"BTC","note":"a\\u0000b"}', 'note', 'controlCharacter'],
      ['{"market":"BTC","note":"xxxxxxxxxxxxxxxxxxxxxxx"}', 'note', 'tooLong'],
      ['{"market":"BTC","userId":7}', 'userId', 'unknown'],
      ['{"market":"BTC","market":"ETH"}', 'body', 'repeatedField'],
      ['{"market":"BTC","__proto__":{"admin":true}}', 'body', 'forbiddenField'],
      ['{"market":"BTC","note":{"constructor":1}}', 'body', 'forbiddenField'],
      ['{"market":"BTC"', 'body', 'malformedJson'],
      ['[]', 'body', 'jsonNotObject'],
      ['"BTC"', 'body', 'jsonNotObject'],
      ['{"a":[[[[[[[1]]]]]]]}', 'body', 'tooDeep'],
      [`{"a":[${'1,'.repeat(3000)}1]}`, 'body', 'tooManyFields'],
    ];
    for (const [text, field, key] of cases) {
      const reply = await echo(json(text));
      expect([text, reply.status, reply.code]).toEqual([text, 400, 2]);
      expect(reply.data.fields[field], text).toContain(key);
      expect(reply.message, text).toMatch(/^[A-Z].*[.-]$/);
    }
    const quoted = await echo(json('{"market":"BTC","note":"a:\\"b\\":c\\\\"}'));
    expect(quoted.data.note).toBe('a:"b":c\\');
  });

  it('HTTP-011 refuses forms that two parsers could read differently', async () => {
    const cases: [string | Buffer, string][] = [
      ['market=BTC&market=ETH', 'repeatedField'],
      ['market=BTC&%6Darket=ETH', 'repeatedField'],
      ['__proto__=1', 'forbiddenField'],
      ['constructor=1', 'forbiddenField'],
      ['market=%E0%A4%A', 'malformedEscape'],
      ['market=%ff', 'malformedEscape'],
      [Buffer.from([0x6d, 0x3d, 0xff, 0xfe]), 'notUtf8'],
      [Array.from({ length: 65 }, (_, i) => `f${i}=1`).join('&'), 'tooManyFields'],
    ];
    for (const [text, key] of cases) {
      expect((await echo(form(text))).data?.fields, String(text)).toEqual({ body: [key] });
    }
    const list = await echo(form('market[]=BTC'));
    expect(list.data.fields).toEqual({ market: ['required'], 'market[]': ['unknown'] });
    const query = await bench.client.send('GET', '/web/look?outcome=a&outcome=b', {
      token: 'anna',
    });
    expect(query.data.fields).toEqual({ query: ['repeatedField'] });
  });

  it('HTTP-012 reads an empty body of any announced type as no fields', async () => {
    for (const sent of [json(''), form(''), json('  '), {}]) {
      const reply = await bench.client.send('POST', '/web/spendOld', sent);
      expect([reply.status, reply.code]).toEqual([200, 0]);
    }
  });

  it('HTTP-013 refuses bodies that are too long or of another type', async () => {
    const long = await echo(json(`{"market":"${'A'.repeat(66_000)}"}`));
    expect([long.status, long.code, long.data.fields]).toEqual([
      413,
      2,
      { body: ['bodyTooLarge'] },
    ]);
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml', '']) {
      const other = await echo({ raw: { type, text: 'market=BTC' } });
      expect([type, other.status, other.code]).toEqual([type, 415, 2]);
    }
    const form = 'application/x-www-form-urlencoded';
    for (const type of [form, 'application/json']) {
      const text = type === form ? 'market=BTC' : '{"market":"BTC"}';
      const coded = (headers: object, charset = '') =>
        echo({ raw: { type: `${type}${charset}`, text }, headers });
      expect((await coded({}, '; charset=UTF-8')).code).toBe(0);
      expect((await coded({ 'content-encoding': 'identity' })).code).toBe(0);
      for (const coding of ['gzip', 'br', 'identity, gzip']) {
        expect((await coded({ 'content-encoding': coding })).status).toBe(415);
      }
      for (const charset of ['utf-16', '"iso-8859-1"']) {
        expect((await coded({}, `; charset=${charset}`)).status).toBe(415);
      }
    }
  });

  it('HTTP-014 reads the fields of a POST from its body only', async () => {
    const post = (query: string) =>
      bench.client.send('POST', `/web/echo?${query}`, json('{"market":"BTC"}'));
    expect((await post('lang=en&rtoken=abcdef')).code).toBe(0);
    expect((await post('side=buy')).data.fields).toEqual({ side: ['unknown'] });
    expect((await post('token=anna')).data.fields).toEqual({ token: ['queryToken'] });
  });
});

describe('answering', () => {
  it('HTTP-020 turns each outcome into its envelope and status', async () => {
    const look = (outcome: string) => bench.client.get('look', { outcome }, { token: 'anna' });
    const time = Math.floor(bench.clock.now() / 1000);
    const good = await look('ok');
    const envelope = { code: 0, message: '', data: { userId: 1000 }, title: '', time };
    expect([good.status, JSON.parse(good.text)]).toEqual([200, envelope]);
    const refusal = await look('refusal');
    expect([refusal.status, refusal.code, refusal.data]).toEqual([
      200,
      1,
      { refusal: 'insufficientBalance', detail: { asset: 'USDT' } },
    ]);
    expect(refusal.message).toBe('Insufficient USDT balance.');
    const invalid = await look('invalid');
    expect([invalid.status, invalid.code]).toEqual([400, 2]);
    const busy = await look('busy');
    expect([busy.status, busy.code, busy.headers['retry-after']]).toEqual([429, 3, '2']);
    expect(busy.message).toContain('2 s');
    const stale = await look('stale');
    expect([stale.status, stale.code, stale.data]).toEqual([200, 7, { old: true }]);
    const none = await bench.client.get('look');
    expect([none.status, none.code, JSON.parse(none.text).title]).toEqual([
      401,
      2000,
      'Login needed',
    ]);
    const gone = await bench.client.get('look', {}, { token: 'gone' });
    expect([gone.status, gone.code]).toEqual([401, 1000]);
  });

  it('HTTP-021 answers an internal error with an id to mention and nothing else', async () => {
    const reply = await bench.client.get('look', { outcome: 'fault' }, { token: 'anna' });
    expect([reply.status, reply.code]).toEqual([500, 5]);
    expect(reply.text).not.toMatch(/secret|hunter2|at |\.ts/);
    expect(reply.message).toContain(reply.data.errorId);
    const unlisted = await bench.client.get('look', { outcome: 'unlisted' }, { token: 'anna' });
    expect(unlisted.code).toBe(5);
  });

  it('HTTP-026 answers 503 while the engine or the database comes back', async () => {
    for (const outcome of ['restarting', 'offline']) {
      const reply = await bench.client.get('look', { outcome }, { token: 'anna' });
      expect([reply.status, reply.code, reply.headers['retry-after']]).toEqual([503, 5, '1']);
      expect(reply.text).not.toMatch(/secret|10\.0\.0\.9/);
    }
  });

  it('HTTP-106 answers 504 when it is not known whether a command was carried out', async () => {
    const change = (outcome: string) =>
      bench.client.post('spend', { amount: '1', outcome }, { token: 'anna' });
    for (const outcome of ['unknown', 'offline']) {
      const reply = await change(outcome);
      expect([reply.status, reply.code, reply.headers['retry-after']]).toEqual([504, 5, undefined]);
      expect(reply.message).toContain('It is not known');
      expect(reply.text).not.toMatch(/secret|10\.0\.0\.9/);
    }
    const reply = await change('restarting');
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1']);
  });

  it('HTTP-121 reads wait when their bytes are used up, commands do not', async () => {
    const strict = await startHttp({
      reading: new Reading({
        account: new Budget({ max: 1_000, perSecond: 100 }),
        network: new Budget({ max: 2_000, perSecond: 100 }),
      }),
    });
    const look = (token: string) => strict.client.get('look', {}, { token });
    const untilBusy = async (token: string) => {
      for (let n = 0; n < 100; n += 1) {
        const { status, data } = await look(token);
        if (status === 429) return data.retryAfterMs as number;
      }
      return 0;
    };
    const wait = await untilBusy('anna');
    expect(wait).toBeGreaterThan(0);
    expect((await look('bob')).status).toBe(200);
    expect((await strict.client.post('spend', { amount: '1' }, { token: 'anna' })).status).toBe(
      200,
    );
    strict.clock.advance(wait);
    expect((await look('anna')).status).toBe(200);
    expect(await untilBusy('bob')).toBeGreaterThan(0);
    await strict.stop();
  });

  it('HTTP-107 ends the connection of a client that goes on after fifty refusals', async () => {
    const spend = 'POST /web/spendOld HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';
    const few = spend.replace('spendOld', 'spend').replace('Host: a', 'Host: a\r\nX-Token: anna');
    const text = await rawRequest(spend, ...Array.from({ length: 80 }, () => few));
    const answers = text.split(/(?=HTTP\/1\.1 )/);
    const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 429'));
    expect(refused).toHaveLength(50);
    expect(refused.at(-1)).toMatch(/^connection: close/im);
    expect(refused.at(-2)).not.toMatch(/^connection: close/im);
  });

  it('HTTP-164 of many requests in one packet 32 are served, and the next one ends the connection', async () => {
    const get = 'GET /web/look HTTP/1.1\r\nHost: a\r\n\r\n';
    const answers = (await rawRequest(get.repeat(900))).split(/(?=HTTP\/1\.1 )/);
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual([
      ...Array.from({ length: 32 }, () => '401'),
      '429',
    ]);
    expect(answers.at(-1)).toMatch(/^connection: close/im);
    const last = get.replace('Host: a', 'Host: a\r\nConnection: close');
    const few = (await rawRequest(get.repeat(31) + last)).split(/(?=HTTP\/1\.1 )/);
    expect(few).toHaveLength(32);
  });

  it('HTTP-022 answers an address without a call in the same way', async () => {
    const unknown = await bench.client.get('nothingLikeIt');
    expect([unknown.status, unknown.code]).toEqual([404, 2]);
    const method = await bench.client.get('spend', {}, { token: 'anna' });
    expect([method.status, method.code, method.headers.allow]).toEqual([405, 2, 'POST']);
    const put = await bench.client.send('PUT', '/web/look', { token: 'anna' });
    expect([put.status, put.headers.allow]).toEqual([405, 'GET']);
    const odd = await bench.client.send('GET', '/web/%zz');
    expect([odd.status, odd.code]).toEqual([400, 2]);
  });

  const upgrade = 'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
  it.each([
    ['no HTTP', 400, 'NONSENSE\r\n\r\n'],
    ['no host', 400, 'GET /web/look HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['an address without an end', 431, `GET /web/look?${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`],
    ['an expectation', 417, 'GET /web/look HTTP/1.1\r\nHost: a\r\nExpect: nonsense\r\n\r\n'],
    ['an upgrade of nothing', 404, `GET /x HTTP/1.1\r\n${upgrade}\r\n`],
    ['a handshake of another version', 400, `GET /ws HTTP/1.1\r\n${upgrade}\r\n`],
  ])(
    'HTTP-022 HTTP-024 answers %s with %i, an envelope and its headers',
    async (_, status, sent) => {
      bench.http.onUpgrade('/ws', (_request, socket) => void socket.destroy());
      const raw = await rawRequest(sent);
      expect(raw).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(raw).toContain('"code":2');
      expect(raw.toLowerCase()).toContain('x-content-type-options: nosniff');
    },
  );

  it('HTTP-022 an old client that names no host is served', async () => {
    expect(await rawRequest('GET /web/look HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 401 /);
  });

  it('HTTP-023 answers in the language of the caller if there are texts in it', async () => {
    const english = await bench.client.get('look', { lang: 'en' });
    const other = await bench.client.get('look', { lang: 'xx' });
    expect(other.message).toBe(english.message);
    bench.http.messages.add({ de: { 'http.signIn': 'Bitte melden Sie sich an.' } });
    const german = await bench.client.get('look', { lang: 'de' });
    expect(german.message).toBe('Bitte melden Sie sich an.');
    expect(JSON.parse(german.text).title).toBe('Login needed');
  });

  it('HTTP-023 refuses a language that is no code, and a request token that is none', async () => {
    const wrong: [object, object][] = [
      [{ lang: 'english please' }, { lang: ['language'] }],
      [{ lang: ['en'] }, { lang: ['language'] }],
      [{ lang: '../en' }, { lang: ['language'] }],
      [{ rtoken: 'a b' }, { rtoken: ['requestToken'] }],
      [{ rtoken: 'x'.repeat(65) }, { rtoken: ['requestToken'] }],
      [{ rtoken: { toString: 1 } }, { rtoken: ['requestToken'] }],
    ];
    for (const [sent, fields] of wrong) {
      const reply = await bench.client.post('echo', { market: 'BTC', ...sent });
      expect([reply.status, reply.code, reply.data.fields]).toEqual([400, 2, fields]);
    }
    const inAddress = bench.client.send('POST', '/web/echo?lang=%3Cb%3E', json('{"market":"BTC"}'));
    expect((await inAddress).data.fields).toEqual({ lang: ['language'] });
    for (const sent of [{}, { lang: '', rtoken: '' }, { lang: 'zh-TW', rtoken: 'a-_9' }]) {
      expect((await bench.client.post('echo', { market: 'BTC', ...sent })).code).toBe(0);
    }
  });

  it('HTTP-024 sends the same security headers with every answer', async () => {
    const answers = [
      await bench.client.get('look', {}, { token: 'anna' }),
      await bench.client.get('look'),
      await bench.client.get('nothingLikeIt'),
      await bench.client.get('look', { outcome: 'fault' }, { token: 'anna' }),
      await bench.client.send('PUT', '/web/look'),
      await bench.client.send('GET', '/health'),
      await echo({ raw: { type: 'text/plain', text: 'x' } }),
      await echo({ headers: { origin: 'https://evil.example' } }),
    ];
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(headers.server).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });
});

/** Sends the texts, each once the one before is answered. */
function rawRequest(...texts: string[]): Promise<string> {
  const { hostname, port } = new URL(bench.origin);
  return new Promise((resolve, reject) => {
    let received = '';
    const next = () => {
      const text = texts.shift();
      if (text !== undefined) socket.write(text);
    };
    const socket = connect(Number(port), hostname, next);
    socket.on('data', (chunk) => {
      received += chunk;
      next();
    });
    socket.on('end', () => resolve(received));
    // A server that ends a connection with requests unread resets it: the answers have come.
    socket.on('error', (error) => (received === '' ? reject(error) : resolve(received)));
  });
}
