import type { Realm } from '@assay/core/ledger/realm';
import type { Mode } from '@assay/core/schema/mode';
import type { OpenDatabase } from '@assay/platform/db/database';
import type { Health, Probe } from '@assay/platform/http/health';
import type { RealmEngine } from './realm.ts';

/** A commit that has waited this long is worth a look; at the engine's deadline it has failed. */
const SLOW_COMMIT_MS = 1_000;

/** Whether the database answers and the engines work. */
export function partProbes(
  mode: Mode,
  db: Pick<OpenDatabase, 'pool' | 'keptAt' | 'weaknesses'>,
  engines: Readonly<Record<Realm, RealmEngine>>,
): Readonly<Record<string, Probe>> {
  return {
    installation: () => ({ ok: true, mode }),
    db: () => probeDatabase(db),
    'engine:real': () => probeEngine(engines.real),
    'engine:demo': () => probeEngine(engines.demo),
  };
}

async function probeDatabase(
  db: Pick<OpenDatabase, 'pool' | 'keptAt' | 'weaknesses'>,
): Promise<Health> {
  await db.pool.query('select 1');
  const place = db.keptAt === null ? {} : { keptAt: db.keptAt };
  const weak = db.weaknesses;
  if (weak.length === 0) return { ok: true, ...place };
  return { ok: true, degraded: true, detail: weak.join('; '), ...place };
}

function probeEngine(engine: RealmEngine): Health {
  const { state, trouble, commitWaitsMs } = engine.status;
  if (commitWaitsMs >= SLOW_COMMIT_MS) {
    const detail = `a commit has waited ${(commitWaitsMs / 1000).toFixed(1)} s`;
    return { ok: state === 'ready', degraded: true, detail };
  }
  const ok = state === 'ready' && trouble === '';
  return { ok, detail: trouble === '' ? state : `${state}: ${trouble}` };
}
