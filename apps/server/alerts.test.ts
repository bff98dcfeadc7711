import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { type Alerts, alertsMigrations, type Fired } from '@assay/modules/alerts';
import { CONTRACTS, contractMarket } from '@assay/modules/cfd';
import { scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { createHttp, type Http } from '@assay/platform/http/server';
import { silentLog } from '@assay/platform/log';
import { Client } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAlerts } from './alerts.ts';
import { limitTable } from './limits.ts';
import { startTestApi, type TestApi } from './testing/test-api.ts';
import { tokenOf, trusting } from './testing/test-server.ts';

const MARKET = 'BTCUSDT-CFD';
const USER = 1_000;

let api: TestApi;
let own: TestDatabase;
let http: Http;
let client: Client;
let alerts: Alerts;
const delivered: Fired[] = [];

beforeAll(async () => {
  api = await startTestApi({ house: {} });
  own = await createTestDatabase(alertsMigrations());
  const contract = CONTRACTS.find(({ symbol }) => symbol === MARKET)!;
  await api.real.must(OWNER.setup, 'listCfd', contract);
  await api.real.must(OWNER.setup, 'listMarket', contractMarket(contract));
  const messages = new Messages().add({ en: { 'refusal.unknownMarket': 'No {market}.' } });
  alerts = await startAlerts(
    { db: own.app, messages, log: silentLog, jobs: { add: () => {} } as never },
    {
      identity: { addPersonalRecords: () => undefined },
      inbox: { deliver: async (message: Fired) => void delivered.push(message) } as never,
      parameters: { ofHouse: () => 10 },
    },
    api.pricing,
  );
  http = createHttp({
    ...{ authenticator: trusting, calls: [alerts.calls], log: silentLog, messages },
    ...{ clock: api.clock, checkOutputs: true, limits: new Limits(scaleLimits(limitTable, 100)) },
  });
  client = new Client(await http.listen(0, '127.0.0.1'));
});
afterAll(async () => {
  client.close();
  await http.stop();
  await api.stop();
  await own.drop();
});

async function add(level: bigint): Promise<void> {
  const body = { market: MARKET, kind: 'reach', level: formatDecimal(level, SCALE) };
  const { code, text } = await client.post('addAlert', body, { token: tokenOf('real', USER) });
  expect(code, text).toBe(0);
}

it('ALRT-035 an alert on the market of a contract fires at the first tick of its index that reaches it, and never again', async () => {
  const { feed } = api.pricing;
  const price = () => parseDecimal(feed.indexOf(MARKET)?.tick?.price ?? '', SCALE) ?? 0n;
  const tick = async () => {
    api.clock.advance(60_000);
    await feed.step();
    await alerts.settled();
  };
  await tick();
  const first = price();
  expect(first > 0n).toBe(true);
  // Whichever way the price goes, it reaches one of them at its first move.
  for (const level of [first + 1n, first - 1n]) await add(level);
  for (let n = 0; n < 200 && price() === first; n += 1) await tick();
  expect(delivered).toMatchObject([{ userId: USER, details: { market: MARKET } }]);
  for (let n = 0; n < 20; n += 1) await tick();
  // The other one may have come back to its own level meanwhile; neither fires twice.
  const fired = delivered.map(({ key }) => key);
  expect(new Set(fired).size).toBe(fired.length);
});
