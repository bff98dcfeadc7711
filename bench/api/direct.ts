import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '@assay/platform/clock';
import { openDatabase } from '@assay/platform/db/database';
import { migrate } from '@assay/platform/db/migrate';
import { silentLog } from '@assay/platform/log';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine } from '../../apps/server/realm.ts';
import { openMarket, senderTo } from '../engine/senders.ts';
import { cleanAtExit } from '../leftovers.ts';
import { measure } from '../orders/rounds.ts';

/**
 * The orders of the API bench submitted to an engine in process, by as many senders. Each waits for
 * its durable answer before it sends again. Arguments: senders, seconds.
 */
const [, , sendersText = '64', secondsText = '10'] = process.argv;
const FIRST_SENDER = 1_000;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-'));
fs.chmodSync(folder, 0o755);
cleanAtExit({ folder, database: folder });
const db = await openDatabase({ folder });
await migrate(db, engineTables());
const engine = createEngine({ realm: 'demo', db, clock: systemClock, log: silentLog });
await engine.start();
await openMarket(engine);

const senders = Array.from({ length: Number(sendersText) }, (_, i) =>
  senderTo(engine, FIRST_SENDER + i),
);
const { loadCpuMicros, ...figures } = await measure(senders, Number(secondsText), () => 0);
await engine.stop();
await db.close();
fs.rmSync(folder, { recursive: true, force: true });
// Senders and engine share one process.
const all = { ...figures, cpuMicros: loadCpuMicros };
console.log(JSON.stringify({ bench: 'api-direct', senders: Number(sendersText), ...all }));
