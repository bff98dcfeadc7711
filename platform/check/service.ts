import { setTimeout as sleep } from 'node:timers/promises';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { BrokenInvariant } from '@assay/core/num/integer';
import type { SignedHead } from '@assay/core/receipt/head';
import type { Client } from 'pg';
import { disconnect } from '../db/database.ts';
import { withDeadline } from '../db/deadline.ts';
import type { LoadVerdict } from '../engine/loading.ts';
import { Cycles } from './cycles.ts';
import { CheckFiles } from './files.ts';
import { type LogProof, proveCommand } from './proof.ts';
import { allSteps, type Checked, type RealmCheck } from './realm-check.ts';
import type { SharedCheck } from './shared-check.ts';
import type { LogSigner } from './signer.ts';

/** What an engine has loaded, before it decides its first command. */
export interface Loaded {
  readonly seq: number;
  readonly head: string;
  readonly stateHash: string;
  /** Whether this start has applied migrations, which may have rewritten rows. */
  readonly isMigrated: boolean;
}

/** What the server answers about a command: whether it wrote it with this hash, if it knows. */
export interface Confirmation {
  readonly matches: boolean | null;
  /** The last command that was durable when it was asked. */
  readonly durableSeq: number;
}

/** What the check asks and tells the server. */
export interface CheckHost {
  confirm(realm: Realm, seq: number, head: string): Promise<Confirmation>;
  /** `realm` null: in what the realms share. */
  found(realm: Realm | null, findings: readonly string[]): void;
  signed(head: SignedHead): void;
  warn(error: unknown, text: string): void;
}

export interface CheckOptions {
  /** A connection of its own; without a realm its search path is that of the shared tables. */
  readonly connect: (realm: Realm | null) => Promise<Client>;
  readonly realms: Readonly<Record<Realm, RealmCheck>>;
  readonly shared: SharedCheck;
  readonly signer: LogSigner;
  /** Sums that must hold in a realm whatever build wrote it; inside a snapshot. */
  readonly sums: (client: Client) => Promise<string[]>;
  /** Where checkpoints, heads and findings are kept. */
  readonly folder: string;
  readonly host: CheckHost;
  readonly now: () => number;
}

const LONGEST_REST_MS = 200;
/** The newest commands are followed, and a head is signed, this often. */
const ROUND_MS = 1_000;
/** Commands that a start may have to decide again. */
const CHECKPOINT_COMMANDS = 50_000;
const SAVE_SHARED_MS = 10_000;
/** A stop of the server is aborted after 20 s. */
const LAST_ROUNDS_MS = 15_000;

interface Part {
  readonly realm: Realm | null;
  readonly checked: Checked;
  readonly cycles: Cycles;
  client: Client | null;
  /** Whether the checkpoint was read. */
  open: boolean;
  /** False until the realm's engine has loaded, and after a finding. */
  active: boolean;
  savedSeq: number;
}

/**
 * Checks a whole server's database while it works: each realm, and what they share, in rounds of a
 * second for what is new and in a cycle of small pieces for everything else.
 */
export class CheckService {
  readonly #options: CheckOptions;
  readonly #files: CheckFiles;
  readonly #parts: readonly Part[];
  readonly #durable = new Map<Realm, number>();
  readonly #heads = new Map<Realm, SignedHead>();
  readonly #stopping = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();
  #begins = 0;
  #running: Promise<void> | null = null;

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#files = new CheckFiles(options.folder, options.signer);
    const part = (realm: Realm | null, checked: Checked): Part => {
      const closed = { client: null, open: false, active: false, savedSeq: 0 };
      return { realm, checked, cycles: new Cycles(checked), ...closed };
    };
    const realms = REALMS.map((realm) => part(realm, options.realms[realm]));
    this.#parts = [...realms, part(null, options.shared)];
  }

  /**
   * Checks what the engine of a realm has loaded, before it decides a command: the newest commands,
   * the state that the log makes, the last signed head. Returns what is not right.
   */
  async begin(realm: Realm, loaded: Loaded): Promise<LoadVerdict> {
    // What is under way can be done again, and may hang: engines load again when the way to the
    // database was lost. A realm that begins meanwhile has a new connection already.
    if (this.#begins === 0) this.#cut();
    this.#begins += 1;
    return this.#exclusively(async () => {
      const part = this.#parts.find((one) => one.realm === realm)!;
      part.active = false;
      let findings: string[];
      try {
        findings = await this.#begin(part, this.#options.realms[realm], loaded);
      } catch (error) {
        findings = [findingOf(error)];
      }
      if (findings.length > 0) this.#report(part, findings);
      else part.active = true;
      return { findings, isNewBase: this.#options.realms[realm].awaitsBase };
    }).finally(() => {
      this.#begins -= 1;
    });
  }

  /** Starts the rounds, when everything that a start writes is written. */
  run(): void {
    this.#options.shared.admit();
    this.#running = this.#rounds();
  }

  /** A path from the command to the last signed head; null when there is none. */
  prove(realm: Realm, seq: number): Promise<LogProof | null> {
    return this.#exclusively(async () => {
      const part = this.#parts.find((one) => one.realm === realm)!;
      const head = this.#heads.get(realm);
      if (part.client === null || head === undefined || seq > head.seq) return null;
      const { merkle } = this.#options.realms[realm];
      return this.#inSnapshot(part, (client) => proveCommand(client, merkle, head, seq));
    });
  }

  /** One round over everything that is new, and whatever `all` asks of the rest. For tests. */
  round(all = false): Promise<void> {
    return this.#exclusively(async () => {
      for (const part of this.#parts) await this.#round(part, all);
    });
  }

  /** Looks once more at what is new, and keeps a checkpoint for the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await withDeadline(this.#lastRounds(), LAST_ROUNDS_MS).catch(() => undefined);
    this.#cut();
  }

  async #lastRounds(): Promise<void> {
    await this.#running;
    await this.#exclusively(async () => {
      for (const part of this.#parts) {
        await this.#round(part, false, true).catch(() => undefined);
        part.active = false;
      }
    });
  }

  /** Ends all connections, and so whatever waits for an answer on one. */
  #cut(): void {
    for (const part of this.#parts) {
      const { client } = part;
      part.client = null;
      if (client !== null) void disconnect(client);
    }
  }

  async #begin(part: Part, check: RealmCheck, loaded: Loaded): Promise<string[]> {
    const kept = part.open ? [] : await this.#files.restore(check);
    part.open = true;
    if (kept.length > 0) return kept;
    part.savedSeq = check.position.lastSeq;
    const shared = await this.#beginShared();
    if (shared.length > 0) return shared;
    const wasFound = this.#files.readFinding(check.realm) !== null;
    return this.#inSnapshot(part, async (client) => {
      const findings = await check.follow(client);
      const { lastSeq, head } = check.position;
      findings.push(...check.unmet());
      if (lastSeq !== loaded.seq || head !== loaded.head) {
        findings.push(`the log ends at ${lastSeq}, the engine loaded ${loaded.seq}`);
      }
      if (!check.isDeciding) findings.push(...(await this.#beginBase(check, loaded, client)));
      const isOther = check.isDeciding && check.stateHash() !== loaded.stateHash;
      if (isOther || wasFound) findings.push(...(await compareAll(check, client)));
      if (isOther) findings.push('the loaded state is not the one that the log makes');
      for (const step of check.newest()) findings.push(...(await step(client)));
      if (wasFound && findings.length === 0) this.#files.forgetFinding(check.realm);
      return findings;
    });
  }

  /** What can be said of a state from which this build begins. */
  async #beginBase(check: RealmCheck, loaded: Loaded, client: Client): Promise<string[]> {
    const findings = check.awaitsBase ? [] : await this.#options.sums(client);
    if (!loaded.isMigrated && check.contradictsFormer(loaded)) {
      findings.push('the loaded state is not the one that the build before has left');
    }
    return findings;
  }

  /**
   * What the realms share is checked before the first of them works, from where the last checkpoint
   * left it. What was found there halts both until it is mended.
   */
  async #beginShared(): Promise<string[]> {
    const part = this.#parts.at(-1)!;
    const { shared } = this.#options;
    const wasFound = this.#files.readFinding(null) !== null;
    if ((part.open && !wasFound) || !this.#files.hasShared()) return [];
    const findings = this.#openShared(part);
    if (findings.length === 0) {
      const found = await this.#inSnapshot(part, async (client) => {
        const followed = await shared.follow(client);
        return wasFound ? [...followed, ...(await compareAll(shared, client))] : followed;
      });
      findings.push(...found);
    }
    if (findings.length > 0) this.#report(part, findings);
    else this.#files.forgetFinding(null);
    return findings;
  }

  #openShared(part: Part): string[] {
    if (part.open) return [];
    part.open = true;
    part.active = true;
    return this.#files.restoreShared(this.#options.shared);
  }

  async #rounds(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const started = performance.now();
      for (const part of this.#parts) {
        const began = performance.now();
        await this.#exclusively(() => this.#round(part, false)).catch((error) => {
          if (isFinding(error)) this.#report(part, [findingOf(error)]);
          else if (!signal.aborted) {
            this.#options.host.warn(error, 'a round of the check failed; it is repeated');
          }
        });
        const tookMs = performance.now() - began;
        const restMs = Math.min(LONGEST_REST_MS, Math.max(5, tookMs * part.cycles.rest));
        await sleep(restMs, undefined, { signal }).catch(() => undefined);
      }
      const isIdle = this.#parts.every(({ cycles }) => cycles.areIdle);
      const left = ROUND_MS - (performance.now() - started);
      if (isIdle && left > 0) await sleep(left, undefined, { signal }).catch(() => undefined);
    }
  }

  async #round(part: Part, all: boolean, last = false): Promise<void> {
    if (part.realm === null) {
      const findings = this.#openShared(part);
      if (findings.length > 0) this.#report(part, findings);
    }
    if (!part.active) return;
    const started = performance.now();
    const findings = await this.#inSnapshot(part, async (client) => {
      const found = await part.checked.follow(client);
      found.push(...this.#shortened(part));
      if (all) found.push(...(await compareAll(part.checked, client)));
      else if (!last) found.push(...(await part.cycles.compareSome(client, started)));
      if (found.length === 0) await this.#keep(part, client, last);
      return found;
    });
    if (findings.length > 0) this.#report(part, findings);
    else if (part.realm !== null) await this.#sign(this.#options.realms[part.realm]);
  }

  /** A log that ends before a command that the server knows to be durable was cut. */
  #shortened({ realm }: Part): string[] {
    if (realm === null) return [];
    const { lastSeq } = this.#options.realms[realm].position;
    const durable = this.#durable.get(realm) ?? 0;
    return lastSeq < durable ? [`the log ends at ${lastSeq}, ${durable} was written`] : [];
  }

  async #keep(part: Part, client: Client, last: boolean): Promise<void> {
    if (part.realm === null) {
      const due = performance.now() - part.savedSeq >= SAVE_SHARED_MS;
      if (!due && !last) return;
      this.#files.saveShared(this.#options.shared);
      part.savedSeq = performance.now();
      return;
    }
    const check = this.#options.realms[part.realm];
    const { lastSeq } = check.position;
    const isDue = lastSeq - part.savedSeq >= CHECKPOINT_COMMANDS || part.savedSeq === 0;
    if (!isDue && !(last && lastSeq > part.savedSeq)) return;
    if (await this.#files.save(check, client)) part.savedSeq = lastSeq;
  }

  async #sign(check: RealmCheck): Promise<void> {
    const { realm, position, merkle } = check;
    const { lastSeq, head } = position;
    if (lastSeq === 0) return;
    const root = merkle.root();
    const { matches, durableSeq } = await this.#options.host.confirm(realm, lastSeq, head);
    this.#durable.set(realm, durableSeq);
    const part = this.#parts.find((one) => one.realm === realm)!;
    if (matches === false) this.#report(part, [`command ${lastSeq} is not as it was written`]);
    if (matches !== true) return;
    const at = this.#options.now();
    const signed = this.#options.signer.signHead({ realm, seq: lastSeq, hash: head, root, at });
    this.#heads.set(realm, signed);
    this.#files.saveHead(signed);
    this.#options.host.signed(signed);
  }

  #report(part: Part, findings: readonly string[]): void {
    part.active = false;
    part.cycles.drop();
    this.#files.saveFinding(part.realm, findings, this.#options.now());
    this.#options.host.found(part.realm, findings);
  }

  /** A connection on which anything failed may be dead: whoever comes next gets a new one. */
  async #inSnapshot<T>(part: Part, work: (client: Client) => Promise<T>): Promise<T> {
    part.client ??= await this.#options.connect(part.realm);
    const { client } = part;
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const done = await work(client);
      await client.query('ROLLBACK');
      return done;
    } catch (error) {
      part.client = null;
      client.end().catch(() => undefined);
      throw error;
    }
  }

  /** One piece of work at a time: a realm's state is followed by one at a time. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

/** PostgreSQL's class of errors of statements that name what is not there. */
const NOT_THERE = '42';

/** Whether the error is about what the database has, and not about reaching it. */
function isFinding(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  const kinds = [BrokenInvariant, TypeError, SyntaxError, RangeError];
  if (kinds.some((kind) => error instanceof kind)) return true;
  return typeof code === 'string' && code.startsWith(NOT_THERE);
}

/** @throws the error when it is none about what the database has */
export function findingOf(error: unknown): string {
  if (!isFinding(error)) throw error;
  return (error as Error).message;
}

/** Compares everything on one snapshot. */
export async function compareAll(checked: Checked, client: Client): Promise<string[]> {
  const findings: string[] = [];
  for (const step of allSteps(checked)) findings.push(...(await step(client)));
  return findings;
}
