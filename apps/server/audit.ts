import { BrokenInvariant } from '@assay/core/num/integer';
import type { Engine } from '@assay/platform/engine/engine';
import type { Job } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';

const AUDIT_EVERY_MS = 60_000;
/** Commands wait during an audit: with a million accounts for one second (bench/start). */
const REST_PER_AUDIT = 1_000;

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
