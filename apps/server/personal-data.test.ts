import { createHash } from 'node:crypto';
import { actionText } from '@assay/modules/identity/rules';
import { readConfig } from '@assay/platform/config';
import { silentLog } from '@assay/platform/log';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startApp } from './app.ts';
import { forgetCodes, PASSWORD, type Party, readCode, register } from './testing/parties.ts';
import { personalTables } from './testing/personal-tables.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const YEARS_AGO = Date.now() - 6 * 365 * 86_400_000;

const WAIT = { timeout: 60_000, interval: 100 };

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

const rowsOf = async <T>(text: string) => ((await server.sql(text)) as { rows: T[] }).rows;

/** What it takes to download one's data. */
async function proofOf({ account, session }: Party) {
  const { client } = server;
  await forgetCodes(server);
  const digest = createHash('sha256').update(actionText('exportMyData', {})).digest('hex');
  const asked = await client.post('askStepUp', { action: 'exportMyData', digest }, session);
  const { challengeId, codeId } = asked.data;
  const code = await readCode(server, account);
  const proof = { method: 'code', password: PASSWORD, codeId, code };
  const proved = await client.post('proveStepUp', { challengeId, ...proof }, session);
  return { stepUp: String(proved.data.stepUp) };
}

async function seed({ userId }: Party, word: string) {
  for (const { seed: rowOf } of Object.values(personalTables)) {
    if (rowOf !== undefined) await server.sql(rowOf(userId, word));
  }
}

it('IDEN-145 every table with rows of people says where its owner finds them, and when they go', async () => {
  const found = await rowsOf<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'user_id' order by 1`,
  );
  expect(found.map(({ name }) => name)).toEqual(Object.keys(personalTables).sort());
});

it('IDEN-145 what is stored is in the download, and goes when its table says so', async () => {
  const anna = await register(server, 'anna@example.com');
  const bert = await register(server, 'bert@example.com');
  const carl = await register(server, 'carl@example.com');
  // A factor that is seeded would be asked for.
  const proof = await proofOf(anna);
  for (const [party, word] of [
    [anna, 'annasword'],
    [bert, 'bertsword'],
    [carl, 'carlsword'],
  ] as const) {
    await seed(party, word);
  }
  const leftOf = async ({ userId }: Party) => {
    const left: Record<string, number> = {};
    for (const table of Object.keys(personalTables)) {
      const rows = await rowsOf(`select from ${table} where user_id = ${userId}`);
      if (rows.length > 0) left[table] = rows.length;
    }
    return Object.keys(left);
  };
  const seeded = Object.keys(personalTables).filter((table) => personalTables[table]?.seed);
  for (const party of [anna, bert, carl]) {
    expect(await leftOf(party)).toEqual(expect.arrayContaining(seeded));
  }
  const { data } = (await server.client.post('exportMyData', proof, anna.session)).data;
  const text = JSON.stringify(data);
  for (const [table, { download: section, seed: rowOf }] of Object.entries(personalTables)) {
    if (section.includes(' ')) continue;
    expect(Object.keys(data), table).toContain(section);
    const words = rowOf?.(1, 'annasword').includes('annasword') === true;
    if (words) expect(JSON.stringify(data[section]), table).toContain('annasword');
  }
  expect(data.favourites).toMatchObject([{ market: 'BTCUSDT' }]);
  expect(data.withdrawalAddresses.whitelist).toMatchObject([{ changedAt: 4711 }]);
  expect(data.deposits.testMoney).toEqual([{ day: 4711, times: 1 }]);
  expect(text).not.toMatch(/"[^"]*hash"|bertsword/i);

  // Bert asked for it long ago, and what law kept of Carl has run out.
  const asked = Date.now() - 15 * 86_400_000;
  await server.sql(`update person set deletion_requested_at = ${asked}
    where user_id = ${bert.userId};
    update person set deletion_requested_at = ${YEARS_AGO}, closed_at = ${YEARS_AGO},
      cleared_at = ${YEARS_AGO}, email = null, password_hash = null
    where user_id = ${carl.userId}`);
  await server.app.stop();
  const { url, dataDir } = server;
  const settings = { PORT: '0', FEED: 'simulated', TRIAL_CHAIN: 'off', DATA_DIR: dataDir };
  const config = readConfig({ ...settings, DATABASE_URL: url, DATABASE_OWNER_URL: url });
  const again = await startApp({ config, log: silentLog });
  const erasedAt = () =>
    rowsOf(`select from person
    where erased_at is not null and user_id = ${carl.userId} or
      cleared_at is not null and user_id = ${bert.userId}`);
  await vi.waitFor(async () => expect(await erasedAt()).toHaveLength(2), WAIT);
  const goneBy = (...when: string[]) =>
    Object.keys(personalTables).filter((table) => when.includes(personalTables[table]?.gone ?? ''));
  const left = async (of: Party, when: string) =>
    (await leftOf(of)).filter((table) => goneBy(when).includes(table));
  await expect.poll(() => left(bert, 'closed'), WAIT).toEqual([]);
  expect(await leftOf(bert)).toContain('withdrawal_address');
  await expect.poll(() => left(carl, 'erased'), WAIT).toEqual([]);
  await again.stop();
});
