import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import type { SignedHead } from '@assay/core/receipt/head';
import { Peer } from '@assay/platform/check/peer';
import type { LogProof } from '@assay/platform/check/proof';
import type { CheckHost, CheckService, Confirmation } from '@assay/platform/check/service';
import { readOrMakeLogKey } from '@assay/platform/check/signer';
import type { LoadVerdict } from '@assay/platform/engine/loading';
import type { Health } from '@assay/platform/http/health';
import type { Log } from '@assay/platform/log';
import type { RealmEngine, RealmPart } from '../realm.ts';
import { type CheckSettings, createCheckService } from './service.ts';

export interface ChecksOptions extends CheckSettings {
  readonly now: () => number;
  readonly log: Log;
  readonly parts: readonly RealmPart[];
  /** Whether the check has a thread of its own: in the bundle, which has a file for it. */
  readonly inThread: boolean;
}

/** The heads of batches that are remembered until the check has followed them. */
const HEADS_KEPT = 5_000;
/** Heads are signed each second, and what was changed is to be found within a minute. */
const SILENT_MS = 60_000;

type Service = Pick<CheckService, 'begin' | 'prove' | 'stop'> & { run(): unknown };

/**
 * The check as the server uses it: engines are checked before they decide, whatever is found stops
 * them, and the heads that the check signs are at hand.
 */
export class Checks {
  /** The public key of this installation, in hex. */
  readonly publicKey: string;
  /** Whether this start has applied migrations; set before engines load. */
  isMigrated = false;
  readonly #log: Log;
  readonly #service: Service;
  readonly #engines = new Map<Realm, RealmEngine>();
  readonly #written = new Map<Realm, Map<number, string>>();
  readonly #heads = new Map<Realm, SignedHead>();
  #isWell = true;
  /** When a head was last signed, by performance.now(); null before the rounds begin. */
  #signedAt: number | null = null;

  constructor(options: ChecksOptions) {
    this.#log = options.log;
    this.publicKey = readOrMakeLogKey(options.dataDir).publicKey;
    const { databaseUrl, dataDir, build, now, parts } = options;
    const settings = { databaseUrl, dataDir, build };
    this.#service = options.inThread
      ? this.#inThread(settings)
      : createCheckService(settings, this.#host(), now, parts);
  }

  /** Called by an engine with what it has loaded; returns why it must not work. */
  async begin(
    realm: Realm,
    loaded: { readonly seq: number; readonly head: string; stateHash(): string },
  ): Promise<LoadVerdict> {
    this.#written.set(realm, new Map([[loaded.seq, loaded.head]]));
    const { seq, head } = loaded;
    const { isMigrated } = this;
    return this.#service.begin(realm, { seq, head, stateHash: loaded.stateHash(), isMigrated });
  }

  /** Follows an engine that has started. */
  follow(engine: RealmEngine): void {
    this.#engines.set(engine.realm, engine);
    engine.onCommit(({ realm, lastSeq, head }) => {
      const written = this.#written.get(realm) ?? new Map<number, string>();
      written.set(lastSeq, head);
      for (const seq of written.keys()) {
        if (written.size <= HEADS_KEPT) break;
        written.delete(seq);
      }
      this.#written.set(realm, written);
    });
  }

  run(): void {
    this.#signedAt = performance.now();
    void this.#service.run();
  }

  /** The last head that was signed; undefined during the first second. */
  head(realm: Realm): SignedHead | undefined {
    return this.#heads.get(realm);
  }

  prove(realm: Realm, seq: number): Promise<LogProof | null> {
    return this.#service.prove(realm, seq);
  }

  /** What was found is for staff: it may name accounts and amounts. */
  health(): Health {
    if (!this.#isWell) return { ok: false, detail: 'what is stored was changed' };
    const silentMs = this.#signedAt === null ? 0 : performance.now() - this.#signedAt;
    if (silentMs <= SILENT_MS) return { ok: true };
    const detail = `no head was signed for ${Math.round(silentMs / 1_000)} s`;
    return { ok: true, degraded: true, detail };
  }

  /** Called after the engines have stopped. */
  async stop(): Promise<void> {
    await this.#service.stop();
  }

  #host(): CheckHost {
    return {
      confirm: async (realm, seq, head) => this.#confirm(realm, seq, head),
      found: (realm, findings) => this.#found(realm, findings),
      signed: (head) => {
        this.#heads.set(head.realm, head);
        this.#signedAt = performance.now();
      },
      warn: (error, text) => this.#log.warn({ error: String(error) }, text),
    };
  }

  #confirm(realm: Realm, seq: number, head: string): Confirmation {
    const written = this.#written.get(realm)?.get(seq);
    const durableSeq = this.#engines.get(realm)?.status.durableSeq ?? 0;
    return { matches: written === undefined ? null : written === head, durableSeq };
  }

  /** Evidence that both realms share stops both. */
  #found(realm: Realm | null, findings: readonly string[]): void {
    const [first = 'something'] = findings;
    this.#isWell = false;
    this.#log.fatal({ realm, findings: findings.slice(0, 20) }, 'the database was changed');
    for (const each of realm === null ? REALMS : [realm]) {
      const engine = this.#engines.get(each);
      if (engine !== undefined && engine.status.state !== 'halted') engine.halt(first);
    }
  }

  #inThread(settings: CheckSettings): Service {
    const file = fileURLToPath(new URL('./checker.js', import.meta.url));
    const worker = new Worker(file, { workerData: settings, name: 'check' });
    const peer = new Peer(worker, { ...this.#host() });
    worker.on('error', (error) => {
      this.#found(null, [`the check ended: ${error.message}`]);
      peer.end(error);
    });
    return {
      begin: (...values) => peer.call('begin', ...values),
      prove: (...values) => peer.call('prove', ...values),
      run: () => peer.call('run'),
      stop: async () => {
        await peer.call('stop');
        await worker.terminate();
      },
    };
  }
}
