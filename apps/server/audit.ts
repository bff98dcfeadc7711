import { BrokenInvariant } from '@assay/core/num/integer';
import type { Engine } from '@assay/platform/engine/engine';
import type { Job } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';

const AUDIT_EVERY_MS = 60_000;

/**
 * Goes over the whole state of an engine between two commands: every asset sums to zero, nobody is
 * below zero, each hold has the order that names it. What does not hold stops the engine, because
 * to halt is better than to go on wrong; /health then says so, and a person must look.
 */
export function auditJob(engine: Engine, log: Log): Job {
  return {
    name: `audit:${engine.realm}`,
    everyMs: AUDIT_EVERY_MS,
    run: async () => {
      if (engine.status.state !== 'ready') return;
      const started = performance.now();
      try {
        engine.audit();
      } catch (err) {
        const broken = err instanceof BrokenInvariant;
        const { realm, status } = engine;
        log.fatal({ err, realm, seq: status.seq, broken }, 'the audit failed: the engine stops');
        throw err;
      }
      const tookMs = Math.round(performance.now() - started);
      log.debug({ realm: engine.realm, tookMs }, 'audited');
    },
  };
}
