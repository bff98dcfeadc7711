import { OWNER } from '@assay/core/ledger/owners';
import { systemClock } from '@assay/platform/clock';
import { SHORT_BATCH } from '@assay/platform/engine/precedence';
import { EngineUnavailable } from '@assay/platform/engine/status';
import { silentLog } from '@assay/platform/log';
import { createTestDatabase } from '@assay/platform/testing/database';
import { expect, test } from 'vitest';
import { engineTables } from './migrations.ts';
import { createEngines, type RealmEngine } from './realm.ts';

/** Submits commands at once; any will do, and one that is refused is in the log as well. */
function flood(engine: RealmEngine, count: number) {
  const command = { type: 'practise', actor: OWNER.setup, body: {} };
  return Array.from({ length: count }, () => engine.submitAny(command));
}

test('ENGN-283 ENGN-285 of a server’s realms the virtual one works in short batches, also when it stops', async () => {
  const db = await createTestDatabase(engineTables());
  const engines = createEngines({ db, clock: systemClock, log: silentLog });
  const batches: Record<string, number[]> = { real: [], demo: [] };
  for (const engine of Object.values(engines)) {
    await engine.start();
    engine.onCommit(({ realm, firstSeq, lastSeq }) => batches[realm]?.push(lastSeq - firstSeq + 1));
  }
  const sent = [...flood(engines.demo, 150), ...flood(engines.real, 150)];
  expect(engines.demo.queued).toBeGreaterThanOrEqual(150 - SHORT_BATCH);
  expect(engines.real.queued).toBe(0);
  await Promise.all(sent);
  expect(batches.real).toEqual([150]);
  // How many are decided in the time that a batch has depends on the machine.
  expect(Math.max(...(batches.demo as number[]))).toBeLessThanOrEqual(SHORT_BATCH);

  const late = Promise.allSettled(flood(engines.demo, 150));
  await Promise.all([engines.demo.stop(), engines.real.stop()]);
  const results = await late;
  const decided = results.filter(({ status }) => status === 'fulfilled').length;
  expect(decided).toBeLessThanOrEqual(SHORT_BATCH);
  expect(engines.demo.status.durableSeq).toBe(150 + decided);
  const reason = expect.any(EngineUnavailable);
  expect(results.slice(decided)).toEqual(Array(150 - decided).fill({ status: 'rejected', reason }));
  await db.drop();
});
