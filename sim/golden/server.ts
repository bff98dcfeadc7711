import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import type { Clock } from '@assay/platform/clock';
import { readConfig } from '@assay/platform/config';
import { silentLog } from '@assay/platform/log';
import { Client, type Received, type Sent } from '@assay/platform/testing/client';
import { type TestDatabase, urlsOf } from '@assay/platform/testing/database';
import { startApp } from '../../apps/server/app.ts';
import type { EndState } from './fixture.ts';
import { storedState } from './tables.ts';

/** The parts of one person's browser and program that continue after the recording. */
export interface Person {
  /** Headers of the browser's session. */
  readonly session: Sent;
  readonly key: string;
  readonly secret: string;
}

/** The recording of a whole server besides its database. */
export interface ServerRecord {
  /** When it stopped, by its own clock. */
  readonly at: number;
  /** Files of DATA_DIR, without which sealed secrets cannot be read. */
  readonly files: Readonly<Record<string, string>>;
  readonly person: Person;
  readonly states: Readonly<Record<Realm, EndState>>;
  /** What it last answered to each of `QUESTIONS`. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** A running server of the product, on a database that is there. */
export interface Server {
  readonly client: Client;
  readonly clock: Clock;
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** Starts it at the hour `startAt`, with simulated prices; its clock runs. */
export async function startServer(
  db: Pick<TestDatabase, 'url' | 'app'>,
  startAt: number,
  files: ServerRecord['files'] = {},
): Promise<Server> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-golden-'));
  for (const [name, text] of Object.entries(files)) {
    fs.writeFileSync(path.join(dataDir, name), text);
  }
  const ahead = startAt - Date.now();
  const clock = { now: () => Date.now() + ahead };
  const settings = {
    PORT: '0',
    FEED: 'simulated',
    HISTORY_DAYS: '1',
    TRIAL_CHAIN: 'off',
    LIMITS_FACTOR: '10000',
  };
  const config = readConfig({ ...settings, DATA_DIR: dataDir, ...urlsOf(db) });
  const app = await startApp({ config, log: silentLog, clock, build: 'this build' });
  const client = new Client(app.address);
  return {
    client,
    clock,
    dataDir,
    stop: async () => {
      client.close();
      await app.stop();
      fs.rmSync(dataDir, { recursive: true });
    },
  };
}

/**
 * Requests that are made at the end of the recording, and again of every later build that starts on
 * it.
 */
export const QUESTIONS = [
  '/demo/api/v3/account',
  '/demo/api/v3/openOrders',
  '/demo/api/v3/allOrders?symbol=BTCUSDT',
  '/demo/api/v3/allOrders?symbol=ETHUSDT',
  '/demo/api/v3/myTrades?symbol=BTCUSDT',
  '/demo/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=20&endTime=1763639939999',
  '/web/getFavourites',
  '/web/getFills?market=ETHUSDT',
] as const;

/** The answers to `QUESTIONS`: the program signs, the browser has its session. */
export async function answersOf(server: Server, person: Person): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const question of QUESTIONS) {
    const received = question.startsWith('/web/')
      ? await server.client.send('GET', question, person.session)
      : await askSigned(server, person, question);
    answers[question] = answerOf(question, received);
  }
  return answers;
}

function answerOf(question: string, { status, text, code, data }: Received): unknown {
  if (status !== 200) throw new Error(`${question}: ${status} ${text}`);
  // When an account last changed is not stored.
  if (question.endsWith('/account')) return JSON.parse(text).balances;
  if (!question.startsWith('/web/')) return JSON.parse(text);
  if (code !== 0) throw new Error(`${question}: ${text}`);
  return data;
}

export function askSigned(
  { client, clock }: Server,
  { key, secret }: Person,
  address: string,
  method = 'GET',
): Promise<Received> {
  const [route, query = ''] = address.split('?');
  const asked = new URLSearchParams(query);
  asked.set('timestamp', String(clock.now()));
  // Candles are for everybody: their endpoint takes no signature.
  const isOpen = address.includes('/klines');
  const signature = createHmac('sha256', secret).update(asked.toString()).digest('hex');
  const signed = isOpen ? query : `${asked}&signature=${signature}`;
  return client.send(method, `${route}?${signed}`, { headers: { 'x-mbx-apikey': key } });
}

/** Both realms as the database has them. */
export async function statesOf(
  db: Pick<TestDatabase, 'connect'>,
): Promise<Readonly<Record<Realm, EndState>>> {
  const states = await Promise.all(
    REALMS.map(async (realm) => [realm, await storedState(db, realm)]),
  );
  return Object.fromEntries(states);
}
