import { BrokenInvariant } from '@assay/core/num/integer';
import { auditTables } from '@assay/modules/ledger';
import { SPOT_HOLDS } from '@assay/modules/spot';
import type { Database } from '@assay/platform/db/database';
import type { Engine } from '@assay/platform/engine/engine';
import { rowReader } from '@assay/platform/engine/store';
import type { Job } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';

const AUDIT_EVERY_MS = 60_000;
/** Commands wait during an audit: with a million accounts for one second (bench/start). */
const REST_PER_AUDIT = 1_000;
/** This audit reads every posting: it costs the database seconds for some millions. */
const TABLES_EVERY_MS = 3_600_000;

/**
 * Audits the whole state of an engine between two commands: every asset sums to zero, nobody is
 * below zero, each hold belongs to an open order. A finding stops the engine, because no trading is
 * better than wrong balances; /health then reports it, and a person must find the cause.
 */
export function auditJob(engine: Engine, log: Log): Job {
  let restUntil = 0;
  return {
    name: `audit:${engine.realm}`,
    everyMs: AUDIT_EVERY_MS,
    run: async () => {
      const started = performance.now();
      if (engine.status.state !== 'ready' || started < restUntil) return;
      try {
        engine.audit();
      } catch (err) {
        const broken = err instanceof BrokenInvariant;
        const { realm, status } = engine;
        log.fatal({ err, realm, seq: status.seq, broken }, 'the audit failed: the engine stops');
        throw err;
      }
      const tookMs = performance.now() - started;
      restUntil = started + tookMs * REST_PER_AUDIT;
      log.debug({ realm: engine.realm, tookMs: Math.round(tookMs) }, 'audited');
    },
  };
}

/**
 * Audits the whole ledger in the database while the engine works: the engine would not notice a
 * change in the tables before its next start. A finding stops the engine.
 */
export function auditTablesJob(engine: Engine, db: Pick<Database, 'connect'>, log: Log): Job {
  const { realm } = engine;
  return {
    name: `auditTables:${realm}`,
    everyMs: TABLES_EVERY_MS,
    run: async () => {
      if (engine.status.state !== 'ready') return;
      const client = await db.connect();
      try {
        await client.query(`SET search_path TO ${realm}, public`);
        const [finding, ...others] = await auditTables(rowReader(client), [SPOT_HOLDS]);
        if (finding === undefined) return;
        const text = `${finding.kind} of ${finding.what}`;
        log.fatal({ realm, finding: text, others: others.length }, 'the tables do not add up');
        engine.halt(text);
        throw new BrokenInvariant(text);
      } finally {
        await client.end();
      }
    },
  };
}
