/**
 * Makes a golden of a whole server: the database of one that ran for some seconds with simulated
 * prices, people, orders, favourites and keys. Run by hand, as `record.ts` is:
 *   npx tsx sim/golden/record-server.ts 0002
 */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@assay/platform/db/database';
import { Outbox } from '@assay/platform/mail/outbox';
import { cookiesOf, type Received, type Sent } from '@assay/platform/testing/client';
import { createTestDatabase } from '@assay/platform/testing/database';
import { TEST_START_AT } from '../../apps/server/testing/test-realm.ts';
import { dumpDatabase } from './database.ts';
import { fixtures, writeFixture } from './fixture.ts';
import { answersOf, type Person, type Server, startServer, statesOf } from './server.ts';

const RUN_MS = 16_000;
const MINUTE_MS = 60_000;
/** Of the history that the simulated source makes up; five years of it would be a large file. */
const CANDLE_MINUTES = 60;
const PASSWORD = 'correct horse battery';

async function record(number: string): Promise<void> {
  const db = await createTestDatabase();
  const server = await startServer(db, TEST_START_AT);
  try {
    await registerPerson(server, db, 'anna@example.com');
    const person = await openAccount(server);
    const other = await openAccount(server);
    await trade(server, person.session);
    await trade(server, other.session);
    await sleep(RUN_MS);
    await trade(server, person.session);
    const answers = await answersOf(server, person);
    const files = filesOf(server.dataDir);
    await server.stop();
    await forgetOldCandles(db);
    const record = { at: server.clock.now(), files, person, states: await statesOf(db), answers };
    writeFixture(fixtures.server(number), JSON.stringify(record));
    writeFixture(fixtures.database(number), await dumpDatabase(db));
  } finally {
    await db.drop();
  }
}

async function must(reply: Promise<Received>): Promise<Received['data']> {
  const { code, text, data } = await reply;
  if (code !== 0) throw new Error(text);
  return data;
}

/** A person with an account in both realms. */
async function registerPerson({ client }: Server, db: Database, account: string): Promise<void> {
  const target = { kind: 'email', account };
  const { codeId } = await must(client.post('getCode', { ...target, purpose: 'register' }));
  const [message] = await new Outbox(db).latest(1);
  const code = /\b[0-9]{8}\b/.exec(message?.content ?? '')?.[0];
  const form = { country: 'DE', password: PASSWORD, passwordAgain: PASSWORD, agreement: true };
  const fields = { ...target, codeId, code, ...form };
  const reply = await client.post('userRegister', fields, { browser: true });
  const real = sessionOf(reply);
  await must(client.post('addCollectCurrenct', { market: 'SOLUSDT', on: true }, real));
  await must(client.post('tempLogin', {}, real));
}

function sessionOf(reply: Received): Sent {
  return { token: String(reply.data.token), cookie: cookiesOf(reply), browser: true };
}

/** A visitor's virtual account with favourites, a key that lives and one that was revoked. */
async function openAccount({ client }: Server): Promise<Person> {
  const session = sessionOf(await client.post('tempLogin', {}, { browser: true }));
  for (const market of ['ETHUSDT', 'DOGEUSDT', 'BTCUSDT']) {
    await must(client.post('addCollectCurrenct', { market, on: true }, session));
  }
  const wish = { label: 'program', kind: 'hmac', permission: 'trade' };
  const spare = await must(client.post('createApiKey', wish, session));
  await must(client.post('revokeApiKey', { apiKeyId: spare.apiKey.apiKeyId }, session));
  const { apiKey, secret } = await must(client.post('createApiKey', wish, session));
  return { session, key: apiKey.name, secret };
}

/** Orders that trade with the house at once, and orders that stay. */
async function trade({ client }: Server, session: Sent): Promise<void> {
  const { data } = await client.get('getDepth', { market: 'BTCUSDT' });
  const best = Number(data.asks[0][0]);
  const price = (factor: number) => (best * factor).toFixed(2);
  const place = (order: object) => must(client.post('placeOrder', order, session));
  const btc = { market: 'BTCUSDT' };
  await place({ ...btc, side: 'buy', type: 'market', quantity: '0.05' });
  await place({ ...btc, side: 'sell', type: 'market', quantity: '0.01' });
  await place({ market: 'ETHUSDT', side: 'buy', type: 'market', quoteAmount: '1500' });
  await place({ ...btc, side: 'buy', type: 'limit', quantity: '0.01', limitPrice: price(0.7) });
  const stop = { ...btc, side: 'sell', type: 'stopMarket', quantity: '0.01' };
  await place({ ...stop, triggerPrice: price(0.6) });
  const pair = { ...btc, side: 'sell', quantity: '0.01', limitPrice: price(1.5) };
  await must(client.post('placeOco', { ...pair, triggerPrice: price(0.65) }, session));
  const { order } = await place({
    ...btc,
    side: 'buy',
    type: 'limit',
    quantity: '0.02',
    limitPrice: price(0.75),
  });
  await must(client.post('cancelOrder', { orderId: order.id }, session));
}

function filesOf(dataDir: string): Record<string, string> {
  const names = fs.readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map(({ name }) => [name, fs.readFileSync(path.join(dataDir, name), 'utf8')]),
  );
}

/** Keeps the last hour of candles, and adapts the table of what is covered. */
async function forgetOldCandles(db: Database): Promise<void> {
  const minute = Math.floor(TEST_START_AT / MINUTE_MS) - CANDLE_MINUTES;
  await db.pool.query('DELETE FROM feed_candle WHERE level > 1 OR minute < $1', [minute]);
  await db.pool.query(
    'UPDATE feed_coverage SET covered = covered * int4multirange(int4range($1, NULL))',
    [minute],
  );
}

const [number] = process.argv.slice(2);
if (number === undefined || !/^\d{4}$/.test(number)) {
  throw new Error('Usage: npx tsx sim/golden/record-server.ts NNNN');
}
await record(number);
