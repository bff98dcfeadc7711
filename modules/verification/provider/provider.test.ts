import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE, SECOND } from '@assay/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JUNIOR, startVerificationBench } from '../verification.suite.ts';
import type { ProviderMode } from './rules.ts';
import { signatureOf } from './signature.ts';

const SECRET = `whsec_${Buffer.from('a secret of both sides, 32 bytes or so').toString('base64')}`;
const HOOK = '/hooks/verification';

type Bench = Awaited<ReturnType<typeof startVerificationBench>>;

/** An outside provider: people come to its page, and it sends what it finds. */
async function startProvider() {
  const applicants: { reference: string | null; level: string | null }[] = [];
  const server = createServer(({ url = '' }, response) => {
    const { searchParams } = new URL(url, 'http://provider.test');
    applicants.push({ reference: searchParams.get('reference'), level: searchParams.get('level') });
    response.end('Please hold your document before the camera.');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    applicants,
    url: `http://127.0.0.1:${port}/start?level={level}&reference={reference}`,
    stop: () => new Promise((done) => server.close(done)),
  };
}

interface Sending {
  readonly id?: string;
  readonly at?: number;
  readonly secret?: string;
  /** What is sent in place of what was signed. */
  readonly tampered?: string;
}

let made = 0;

/** Sends an event as the provider signs it, or as somebody else does. */
function send({ client, clock }: Bench, event: object | string, sending: Sending = {}) {
  made += 1;
  const { id = `evt_${made}`, at = clock.now(), secret = SECRET, tampered } = sending;
  const text = typeof event === 'string' ? event : JSON.stringify(event);
  const seconds = String(Math.floor(at / SECOND));
  const signature = signatureOf(secret, id, seconds, text).toString('base64');
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} v1,${signature}`,
  };
  return client.send('POST', HOOK, {
    headers,
    raw: { type: 'application/json', text: tampered ?? text },
  });
}

const provider = await startProvider();
afterAll(provider.stop);

/** A person who has sent junior verification and opened the provider's page; the reference. */
async function visit(bench: Bench, token: string, number: string): Promise<string> {
  const sent = await bench.post(token, 'setNameAuth', { ...JUNIOR, number });
  expect(sent.code).toBe(0);
  const { outside } = (await bench.get(token, 'idcardinfo')).data.cases[0];
  expect(outside).toMatchObject({ host: new URL(provider.url).host, checked: false });
  await (await fetch(outside.url)).text();
  const last = provider.applicants.at(-1);
  expect(last?.level).toBe('junior');
  return last?.reference ?? '';
}

const start = (mode: ProviderMode) =>
  startVerificationBench({ provider: { url: provider.url, secret: SECRET, mode } });

const juniorOf = async (bench: Bench, token: string) =>
  (await bench.get(token, 'has_renzheng')).data.junior;

/** What staff see of the case. */
async function caseOf(bench: Bench, reference: string) {
  const caseId = Number(reference.split('-')[0]);
  await bench.post('s1', 'claimVerification', { caseId });
  const { data } = await bench.get('s1', 'getVerificationCase', { caseId: String(caseId) });
  await bench.post('s1', 'releaseVerification', { caseId });
  return data;
}

const rowsOf = async ({ database }: Bench) =>
  (await database.pool.query('select count(*)::int as n from verification_check')).rows[0].n;

const sameDocument = (number: string) => ({
  document: { country: JUNIOR.country, type: JUNIOR.type, number },
});

describe('a provider that advises', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await start('advise');
  });
  afterAll(() => bench.stop());

  it('VERI-073 what it finds is on the case, and staff decide', async () => {
    const reference = await visit(bench, 'p1', 'AA 111 111');
    const at = bench.clock.now();
    const event = { reference, result: 'passed', occurredAt: at, ...sameDocument('aa111-111') };
    const answer = await send(bench, event, { id: 'evt_first' });
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expect(await juniorOf(bench, 'p1')).toBe('review');
    const own = (await bench.get('p1', 'idcardinfo')).data.cases[0];
    expect(own.outside.checked).toBe(true);
    const seen = await caseOf(bench, reference);
    expect(seen.checks).toEqual([{ result: 'passed', reasons: [], agrees: true, occurredAt: at }]);
    const entry = seen.log.find(({ kind }: { kind: string }) => kind === 'checked');
    expect(entry.by).toBe(`provider:${new URL(provider.url).host}`);
    expect(entry.detail).toBe(`evt_first passed true ${at}`);
    const stored = await bench.database.pool.query('select c::text from verification_check c');
    // Digests are random hexadecimal: three equal digits are in one of them at times.
    expect(JSON.stringify(stored.rows)).not.toMatch(/111 ?-?111/);
    await bench.approve();
    expect((await bench.get('p1', 'idcardinfo')).data.cases[0].outside).toBeNull();
  });

  it('VERI-074 only what it signed, lately and as it came, is taken', async () => {
    const reference = await visit(bench, 'p2', 'AA 222 222');
    const before = await rowsOf(bench);
    const event = { reference, result: 'passed', occurredAt: bench.clock.now() };
    const status = async (sending: Sending, of: object | string = event) =>
      (await send(bench, of, sending)).status;
    expect(await status({ secret: 'somebody else, with 32 characters' })).toBe(401);
    expect(await status({ tampered: JSON.stringify({ ...event, occurredAt: 1 }) })).toBe(401);
    expect(await status({ at: bench.clock.now() - 6 * MINUTE })).toBe(401);
    expect(await status({ at: bench.clock.now() + 6 * MINUTE })).toBe(401);
    const unsigned = { type: 'application/json', text: JSON.stringify(event) };
    expect((await bench.client.send('POST', HOOK, { raw: unsigned })).status).toBe(401);
    expect((await bench.client.send('POST', `${HOOK}/x`, { raw: unsigned })).status).toBe(404);
    expect(await status({}, '{"reference":')).toBe(400);
    expect(await status({}, { ...event, name: 'Ana' })).toBe(400);
    expect(await status({}, { ...event, result: 'maybe' })).toBe(400);
    expect(await status({}, { ...event, reference: '1' })).toBe(404);
    expect(await status({}, { ...event, reference: reference.replace(/^\d+/, '999') })).toBe(404);
    const cut = { ...event, result: 'refused', reasons: [{ field: 'number', reason: 'cutOff' }] };
    expect(await status({}, cut)).toBe(400);
    expect(await status({}, { ...event, result: 'refused' })).toBe(400);
    expect(await status({}, `"${'x'.repeat(200_000)}"`)).toBe(413);
    expect(await rowsOf(bench)).toBe(before);
    expect(await status({})).toBe(200);
  });

  it('VERI-075 an event counts once: repeated, in parallel, and in whatever order they come', async () => {
    const reference = await visit(bench, 'p3', 'AA 333 333');
    const at = bench.clock.now();
    const reasons = [{ field: 'name', reason: 'differs' }];
    const refused = { reference, result: 'refused', occurredAt: at - 2000, reasons };
    const passed = { reference, result: 'passed', occurredAt: at - 1000 };
    const before = await rowsOf(bench);
    const ends = await Promise.all(
      Array.from({ length: 32 }, () => send(bench, passed, { id: 'evt_many' })),
    );
    expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 200));
    expect(await rowsOf(bench)).toBe(before + 1);
    // What was found before arrives after it.
    expect((await send(bench, refused)).status).toBe(200);
    const other = await send(bench, { ...passed, occurredAt: at }, { id: 'evt_many' });
    expect([other.status, other.text]).toEqual([409, '{"error":"eventDiffers"}']);
    const { checks, log } = await caseOf(bench, reference);
    expect(checks.map(({ result }: { result: string }) => result)).toEqual(['passed', 'refused']);
    expect(checks[1].reasons).toEqual(reasons);
    expect(log.filter(({ kind }: { kind: string }) => kind === 'checked')).toHaveLength(2);
  });

  it('VERI-051 what it found goes with what the person sent', async () => {
    const { read, erase } = bench.verification.personalRecords;
    const kept = (await read(3)) as { cases: { checks: object[] }[] };
    expect(kept.cases[0]?.checks).toHaveLength(2);
    const before = await rowsOf(bench);
    await erase?.(3, bench.clock.now());
    expect(await rowsOf(bench)).toBe(before - 2);
  });
});

describe('a provider that decides', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await start('decide');
  });
  afterAll(() => bench.stop());

  it('VERI-076 what passed with the same document is approved, all else is left to staff', async () => {
    const event = (reference: string, more: object) => ({
      ...{ reference, result: 'passed', occurredAt: bench.clock.now(), ...more },
    });
    const end = async (token: string, number: string, more: object, prepare?: object) => {
      const reference = await visit(bench, token, number);
      const caseId = Number(reference.split('-')[0]);
      if (prepare !== undefined) await bench.post('s1', 'claimVerification', { caseId });
      expect((await send(bench, event(reference, more))).status).toBe(200);
      return juniorOf(bench, token);
    };
    expect(await end('p1', 'BB 111 111', sameDocument('bb111111'))).toBe('approved');
    expect(bench.facts.at(-1)).toMatchObject({ fact: 'verificationDecided', approved: true });
    expect(await end('p2', 'BB 222 222', {})).toBe('review');
    expect(await end('p3', 'BB 333 333', sameDocument('BB999999'))).toBe('review');
    const reasons = [{ field: 'name', reason: 'differs' }];
    expect(await end('p4', 'BB 444 444', { result: 'refused', reasons })).toBe('review');
    expect(await end('p5', 'BB 555 555', sameDocument('BB555555'), {})).toBe('review');
    // The document of the first person, again.
    expect(await end('p6', 'BB 111 111', sameDocument('BB111111'))).toBe('review');
  });

  it('VERI-076 a result that was found before another one does not approve', async () => {
    const reference = await visit(bench, 'p7', 'BB 777 777');
    const at = bench.clock.now();
    const reasons = [{ field: 'name', reason: 'differs' }];
    await send(bench, { reference, result: 'refused', occurredAt: at, reasons });
    const earlier = {
      reference,
      result: 'passed',
      occurredAt: at - 1,
      ...sameDocument('BB777777'),
    };
    await send(bench, earlier);
    expect(await juniorOf(bench, 'p7')).toBe('review');
    await Promise.all(
      Array.from({ length: 32 }, () =>
        send(bench, { ...earlier, occurredAt: at + 1 }, { id: 'e' }),
      ),
    );
    expect(await juniorOf(bench, 'p7')).toBe('approved');
    const decided = bench.facts.filter(({ fact, userId }) => userId === 7 && fact.endsWith('ided'));
    expect(decided).toHaveLength(1);
  });
});

it('VERI-077 without a provider there is neither a link nor an address for events', async () => {
  const bench = await startVerificationBench();
  await bench.post('p1', 'setNameAuth', JUNIOR);
  expect((await bench.get('p1', 'idcardinfo')).data.cases[0].outside).toBeNull();
  expect((await send(bench, { reference: '1' })).status).toBe(404);
  await bench.stop();
});
