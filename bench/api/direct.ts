import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { OWNER } from '@assay/core/ledger/owners';
import { systemClock } from '@assay/platform/clock';
import { openDatabase } from '@assay/platform/db/database';
import { migrate } from '@assay/platform/db/migrate';
import { silentLog } from '@assay/platform/log';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine } from '../../apps/server/realm.ts';
import { setupCommands } from '../engine/realm.ts';
import { quantile } from '../http/wire.ts';
import { cleanAtExit } from '../leftovers.ts';

/**
 * The orders of the API bench handed to an engine in process: as many senders, each waiting for its
 * durable answer before it sends again. Arguments: senders, seconds.
 */
const [, , sendersText = '64', secondsText = '10'] = process.argv;
const seconds = Number(secondsText);
const WARM_SHARE = 0.6;
const FIRST_SENDER = 1_000;
const MAKER = 5_000;
const market = 'BENCHUSDT';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-'));
fs.chmodSync(folder, 0o755);
cleanAtExit({ folder, database: folder });
const db = await openDatabase({ folder });
await migrate(db, engineTables());
const engine = createEngine({ realm: 'demo', db, clock: systemClock, log: silentLog });
await engine.start();
for (const command of setupCommands()) void engine.submit(command);
const rests = { market, type: 'limit', quantity: '90000' };
for (const [side, limitPrice] of [
  ['sell', '10.01'],
  ['buy', '10'],
] as const) {
  const body = { ...rests, side, limitPrice };
  await engine.submit({ type: 'placeOrder', actor: MAKER, body });
}
const prices = [{ symbol: market, index: '10', n: 1 }];
await engine.submit({ type: 'recordPrices', actor: OWNER.feeds, body: { prices } });

const samples: number[] = [];
let orders = 0;
let refused = 0;
let measuring = false;
let running = true;

async function send(type: string, actor: number, id: string, body: object): Promise<number> {
  const started = performance.now();
  const reply = await engine.submit({ type, actor, id, body });
  if (measuring) {
    samples.push(performance.now() - started);
    if (type === 'placeOrder') orders += 1;
  }
  if (!reply.ok) refused += 1;
  return reply.ok ? (reply.value.id as number) : 0;
}

async function trade(actor: number): Promise<void> {
  for (let round = 0; running; round += 1) {
    if (round % 10 === 9) {
      const side = round % 20 === 9 ? 'buy' : 'sell';
      const body = { market, side, type: 'market', quoteAmount: '20' };
      await send('placeOrder', actor, `place-${round}`, body);
      continue;
    }
    const limit = { market, side: 'buy', type: 'limit', quantity: '2', limitPrice: '9' };
    const body = { ...limit, clientOrderId: `order-${round}` };
    const orderId = await send('placeOrder', actor, `place-${round}`, body);
    await send('cancelOrder', actor, `cancel-${round}`, { orderId });
  }
}

const loops = Array.from({ length: Number(sendersText) }, (_, i) => trade(FIRST_SENDER + i));
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000 * WARM_SHARE));
const cpu = process.cpuUsage();
measuring = true;
const started = performance.now();
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
measuring = false;
const elapsed = (performance.now() - started) / 1_000;
const { user, system } = process.cpuUsage(cpu);
running = false;
await Promise.all(loops);
await engine.stop();
await db.close();
fs.rmSync(folder, { recursive: true, force: true });
const sorted = Float64Array.from(samples).sort();
console.log(
  JSON.stringify({
    bench: 'api-direct',
    senders: Number(sendersText),
    perSecond: Math.round(samples.length / elapsed),
    ordersPerSecond: Math.round(orders / elapsed),
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    cpuMicros: Math.round(((user + system) / samples.length) * 10) / 10,
    refused,
  }),
);
