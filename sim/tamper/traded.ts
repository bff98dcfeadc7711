import { createDice } from '@assay/core/testing/dice';
import { readConfig } from '@assay/platform/config';
import { silentLog } from '@assay/platform/log';
import { Client } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { startApp } from '../../apps/server/app.ts';
import { serverTables } from '../../apps/server/migrations.ts';
import { actAsStaff, firstUser, openChecked } from '../../apps/server/testing/checked-realm.ts';

/** Runs a whole server for a while, and stops it: visitors trade, staff enter, prices tick. */
export async function runTraded(
  dataDir: string,
  build: string,
  entries = 0,
): Promise<TestDatabase> {
  const db = await createTestDatabase(serverTables());
  const places = { DATA_DIR: dataDir, DATABASE_URL: db.url };
  const config = readConfig({
    PORT: '0',
    FEED: 'simulated',
    HISTORY_DAYS: '1',
    TRIAL_CHAIN: 'off',
    LIMITS_FACTOR: '10000',
    ...places,
  });
  const app = await startApp({ config, log: silentLog, build });
  const client = new Client(app.address);
  try {
    for (let seed = 1; seed <= 3; seed += 1) await trade(client, seed);
    await actAsStaff(db);
  } finally {
    client.close();
    await app.stop();
  }
  if (entries > 0) await addEntries(db, dataDir, build, entries);
  return db;
}

/** Orders that rest, meet others or are cancelled, as fast as the engine takes them. */
async function addEntries(
  db: TestDatabase,
  dataDir: string,
  build: string,
  entries: number,
): Promise<void> {
  const checked = await openChecked({ db, dataDir, build });
  const { realm } = checked;
  const users = Array.from({ length: 200 }, (_, i) => firstUser(1_000) + i);
  const grants = [
    { asset: 'USDT', amount: '1000000' },
    { asset: 'BTC', amount: '10' },
  ];
  const dice = createDice(5);
  for (const userId of users) await realm.must(userId, 'openVirtualAccount', { userId, grants });
  for (let made = 0; made < entries; made += AT_ONCE) {
    if (made % 100_000 === 0) await realm.quote({ BTCUSDT: String(90_000 + made / 100_000) });
    const commands = Array.from({ length: AT_ONCE }, (_, i) => {
      const userId = users[(made + i) % users.length]!;
      if (i % 3 === 2) return realm.send(userId, 'cancelAllOrders', {});
      const side = dice.pick(['buy', 'sell'] as const);
      const limitPrice = String(90_000 + dice.int(-200, 200));
      const order = {
        market: 'BTCUSDT',
        side,
        type: 'limit',
        quantity: '0.001',
        limitPrice,
      } as const;
      return realm.place(userId, order, i % 2 === 0 ? `entry-${made + i}` : undefined);
    });
    await Promise.all(commands);
    if (made % 20_000 === 0) await checked.service.round();
  }
  await checked.stop();
}

const AT_ONCE = 500;

async function trade(client: Client, seed: number): Promise<void> {
  const dice = createDice(seed);
  const entered = await client.post('tempLogin', {});
  const session = { token: entered.data.token };
  for (let i = 0; i < 12; i += 1) {
    const market = dice.pick(['BTCUSDT', 'ETHUSDT']);
    const side = dice.pick(['buy', 'sell']);
    const resting = {
      type: 'limit',
      quantity: '0.01',
      limitPrice: side === 'buy' ? '900' : '990000',
    };
    const taking = { type: 'market', quoteAmount: '200' };
    const order = dice.int(0, 2) === 0 ? resting : taking;
    await client.post('placeOrder', { market, side, ...order, cid: `c${seed}-${i}` }, session);
  }
}
