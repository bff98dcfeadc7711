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

import { cleanAtExit } from '../leftovers.ts';
import { type Answer, measure, type OrderClient } from '../orders/rounds.ts';
import { setUpCommands } from '../scenes/choose.ts';

/**
 * The orders of the API bench submitted to an engine in process, by as many senders. Each waits for
 * its durable answer before it sends again. Arguments: senders, seconds.
 */
const [, , sendersText = '64', secondsText = '10'] = process.argv;
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
for (const command of setUpCommands()) void engine.submitAny(command);
const rests = { market, type: 'limit', quantity: '90000' };
for (const [side, limitPrice] of [
  ['sell', '10.01'],
  ['buy', '10'],
] as const) {
  const body = { ...rests, side, limitPrice };
  await engine.submitAny({ type: 'placeOrder', actor: MAKER, body });
}
const prices = [{ index: 'BENCH-USDT', price: '10', n: 1 }];
await engine.submitAny({ type: 'recordPrices', actor: OWNER.feeds, body: { prices } });

/** One sender, which gets the engine's own reply. */
function clientOf(actor: number): OrderClient {
  const send = async (type: string, id: string, body: object): Promise<Answer> => {
    const reply = await engine.submitAny({ type, actor, id, body });
    return { ok: reply.ok, orderId: reply.ok ? String(reply.value.id) : undefined };
  };
  const place = (name: string, order: object) =>
    send('placeOrder', `place-${name}`, { market, ...order });
  const limit = { side: 'buy', type: 'limit', quantity: '2', limitPrice: '9' };
  return {
    rest: (clientOrderId) => place(clientOrderId, { ...limit, clientOrderId }),
    cancel: (orderId, name) => send('cancelOrder', `cancel-${name}`, { orderId: Number(orderId) }),
    take: (side, name) => place(name, { side, type: 'market', quoteAmount: '20' }),
  };
}

const senders = Array.from({ length: Number(sendersText) }, (_, i) => clientOf(FIRST_SENDER + i));
const { loadCpuMicros, ...figures } = await measure(senders, Number(secondsText), () => 0);
await engine.stop();
await db.close();
fs.rmSync(folder, { recursive: true, force: true });
// Senders and engine share one process.
const all = { ...figures, cpuMicros: loadCpuMicros };
console.log(JSON.stringify({ bench: 'api-direct', senders: Number(sendersText), ...all }));
