import { createDice } from '@assay/core/testing/dice';
import { readConfig } from '@assay/platform/config';
import { silentLog } from '@assay/platform/log';
import { Client } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { startApp } from '../../apps/server/app.ts';
import { actAsStaff } from '../../apps/server/testing/checked-realm.ts';

/** Runs a whole server for a while: visitors trade, staff enter, prices tick. Then it is stopped. */
export async function runTraded(dataDir: string, build: string): Promise<TestDatabase> {
  const db = await createTestDatabase();
  const places = { DATA_DIR: dataDir, DATABASE_URL: db.url };
  const config = readConfig({ PORT: '0', FEED: 'simulated', LIMITS_FACTOR: '10000', ...places });
  const app = await startApp({ config, log: silentLog, build });
  const client = new Client(app.address);
  try {
    for (let seed = 1; seed <= 3; seed += 1) await trade(client, seed);
    await actAsStaff(db);
  } finally {
    client.close();
    await app.stop();
  }
  return db;
}

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
