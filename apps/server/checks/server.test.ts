import { createHash, createPublicKey, verify } from 'node:crypto';
import { headText, rootOfPath } from '@assay/core/receipt/head';
import { readConfig } from '@assay/platform/config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { verifyCommand } from './command.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
}, 240_000);
afterAll(() => server.stop());

/** Asks until the answer is the wanted one; the test's own time limit ends it. */
async function until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** An Ed25519 key from its 32 bytes. */
function keyOf(hex: string) {
  const x = Buffer.from(hex, 'hex').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

it('ENGN-240 ENGN-241 CONT-030 a customer’s receipt is proved to be in the log under a signed head', async () => {
  const account = await server.openAccount();
  const order = { market: 'BTCUSDT', side: 'buy', type: 'market', quoteAmount: '200' };
  const { data } = await account.post('placeOrder', order);
  const { seq, hash } = data.receipt;
  const proof = await until(
    () => server.client.get('getLogProof', { realm: 'demo', seq: String(seq) }),
    ({ code }) => code === 0,
  );
  const { head, path, publicKey } = proof.data;
  expect(proof.data.hash).toBe(hash);
  expect(await rootOfPath({ seq, hash }, head.seq, path, sha256)).toBe(head.root);
  const signature = Buffer.from(head.signature, 'hex');
  expect(verify(null, Buffer.from(headText(head)), keyOf(publicKey), signature)).toBe(true);
  const beyond = { realm: 'demo', seq: '999999999' };
  expect((await server.client.get('getLogProof', beyond)).data).toMatchObject({
    refusal: 'unknownCommand',
  });
}, 240_000);

it('ENGN-265 a server whose connections all break, again and again, goes on by itself', async () => {
  const account = await server.openAccount();
  const { data: book } = await server.client.get('getDepth', { market: 'BTCUSDT', limit: '5' });
  const limitPrice = String(Math.floor(Number(book.bids[0][0]) * 0.9));
  const order = { market: 'BTCUSDT', side: 'buy', type: 'limit', limitPrice, quantity: '0.001' };
  for (let i = 0; i < 8; i += 1) {
    await server.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    await until(
      () => server.ask('/health'),
      ({ status }) => status === 200,
    );
    const { code, data } = await until(
      () =>
        account.post('placeOrder', { ...order, cid: `00000000-0000-4000-8000-00000000000${i}` }),
      ({ code }) => code !== 5,
    );
    expect(code, JSON.stringify(data)).toBe(0);
  }
}, 240_000);

it('OPSX-102 OPSX-103 a running server is verified from outside; a changed row halts its realm', async () => {
  const { url, dataDir } = server;
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir });
  const said: string[] = [];
  const command = { config, build: undefined, args: [], print: (text: string) => said.push(text) };
  expect(await verifyCommand(command)).toBe(0);
  expect(said.join('\n')).toMatch(/ s {2}demo: its tables, piece 1\n[\s\S]*nothing is wrong/);
  await server.sql(`UPDATE demo.balance SET available = available + 1
    WHERE account = (SELECT max(account) FROM demo.balance)`);
  expect(await verifyCommand(command)).toBe(1);
  const health = await until(
    () => server.ask('/health'),
    ({ json }) => !json.parts.check.ok,
  );
  expect(health.json.parts['engine:demo']).toMatchObject({ ok: false });
  expect(health.json.parts['engine:real']).toMatchObject({ ok: true });
  expect(JSON.stringify(health.json)).not.toMatch(/balance|available/);
}, 240_000);
