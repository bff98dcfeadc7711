import type { Dice } from '@assay/core/testing/dice';
import type { Database } from '@assay/platform/db/database';
import type { DescribedQuery, NamedQuery } from '@assay/platform/engine/tables/statement';
import type { Fate, Faults } from '../faults.ts';
import type { Loop } from '../loop.ts';
import { compile, type Result, result } from './statements.ts';
import { type Row, SqlError, Tables } from './tables.ts';

/** A connection as the engine uses it. */
type Client = Awaited<ReturnType<Database['connect']>>;

/** The process that a connection belongs to. */
export interface Life {
  /** Killed: nothing is delivered to it any more. */
  dead: boolean;
  /** Stopped or cut off until this moment: its messages arrive afterwards. */
  cutOffUntil: number;
}

interface Job {
  readonly sql: string;
  readonly params: readonly unknown[];
  readonly parts: readonly NamedQuery[];
  resolve(answer: Result): void;
  reject(error: Error): void;
}

/** A PostgreSQL of one machine: durable tables, sessions, locks, and faults on the way to it. */
export class Server {
  readonly #loop: Loop;
  readonly #dice: Dice;
  readonly #faults: Faults;
  readonly #realms = new Map<string, Tables>();
  readonly #sessions = new Set<Session>();
  /** Who holds the engine's lock, by realm. */
  readonly locks = new Map<string, Session>();
  #downUntil = 0;
  #backends = 0;

  constructor(loop: Loop, dice: Dice, faults: Faults) {
    this.#loop = loop;
    this.#dice = dice;
    this.#faults = faults;
  }

  get now(): number {
    return this.#loop.now;
  }

  tables(realm: string): Tables {
    let tables = this.#realms.get(realm);
    if (tables === undefined) {
      tables = new Tables();
      this.#realms.set(realm, tables);
    }
    return tables;
  }

  connect(life: Life): Promise<Client> {
    return new Promise((resolve, reject) => {
      this.#loop.after(this.#wait(life, this.#dice.int(0, 3)), () => {
        if (life.dead) return;
        if (this.now < this.#downUntil) {
          reject(new Error('connect ECONNREFUSED'));
          return;
        }
        this.#backends += 1;
        const session = new Session(this, life, this.#backends);
        this.#sessions.add(session);
        resolve(session as unknown as Client);
      });
    });
  }

  /** Every connection breaks; what was committed stays. */
  restart(downMs: number): void {
    this.#downUntil = this.now + downMs;
    for (const session of [...this.#sessions]) session.break(new Error('terminating connection'));
  }

  /** The process is gone: what it sent may still arrive or not, and its locks fall. */
  abandon(life: Life): void {
    life.dead = true;
    for (const session of [...this.#sessions]) {
      if (session.life !== life) continue;
      if (session.isBusy && this.#dice.int(0, 1) === 1) session.endAfterJob = true;
      else session.end();
    }
  }

  /** Connections that a process keeps open. */
  connectionsOf(life: Life): number {
    return [...this.#sessions].filter((one) => one.life === life && one.isOpen).length;
  }

  /** Whether a backend still runs, as pg_stat_activity shows. */
  hasBackend(backend: number): boolean {
    return [...this.#sessions].some((session) => session.backend === backend);
  }

  plan(session: Session, isBatch: boolean): Fate {
    const fate = this.#faults.fateOf(isBatch);
    return { ...fate, travelMs: this.#wait(session.life, fate.travelMs) };
  }

  after(delayMs: number, run: () => void): void {
    this.#loop.after(delayMs, run);
  }

  waitFor(life: Life, delayMs: number): number {
    return this.#wait(life, delayMs);
  }

  forget(session: Session): void {
    this.#sessions.delete(session);
    for (const [realm, holder] of this.locks) if (holder === session) this.locks.delete(realm);
  }

  #wait(life: Life, delayMs: number): number {
    return Math.max(delayMs, life.cutOffUntil - this.now);
  }
}

/** One connection, both ends of it: what the driver's client offers, and the server's session. */
class Session {
  readonly life: Life;
  endAfterJob = false;
  readonly #server: Server;
  readonly backend: number;
  #realm = 'public';
  #cursor: Record<string, unknown>[] = [];
  #jobs: Job[] = [];
  /** No answer reaches the client any more. */
  #broken: Error | null = null;
  #ended = false;
  readonly #breakListeners: ((error: Error) => void)[] = [];

  constructor(server: Server, life: Life, backend: number) {
    this.#server = server;
    this.life = life;
    this.backend = backend;
  }

  /** Its client still has it. */
  get isOpen(): boolean {
    return this.#broken === null;
  }

  get isBusy(): boolean {
    return this.#jobs.length > 0;
  }

  /** The driver reports a broken connection by an event; other events have no listener. */
  on(event: string, listener: (error: Error) => void): this {
    if (event === 'error') this.#breakListeners.push(listener);
    return this;
  }

  query(query: string | DescribedQuery, given: readonly unknown[] = []): Promise<Result> {
    const described: DescribedQuery = typeof query === 'string' ? { text: query } : query;
    const { text: sql, values: params = [...given], parts = [] } = described;
    return new Promise((resolve, reject) => {
      if (this.life.dead) return;
      if (this.#broken !== null) {
        reject(new Error('Client is not queryable'));
        return;
      }
      this.#jobs.push({ sql, params, parts, resolve, reject });
      if (this.#jobs.length === 1) this.#begin();
    });
  }

  /** As the driver does: with a statement under way the socket is closed on it. */
  end(): Promise<void> {
    this.#breakListeners.length = 0;
    if (this.#broken === null) this.#break(new Error('Connection terminated'));
    if (!this.isBusy) this.#close();
    else this.endAfterJob = true;
    return Promise.resolve();
  }

  /** The connection is cut: both sides know. */
  break(error: Error): void {
    this.#close();
    this.#break(error);
  }

  #begin(): void {
    const job = this.#jobs[0];
    if (job === undefined) return;
    const fate = this.#server.plan(this, job.sql.startsWith('WITH fence'));
    if (fate.kind === 'lingers') {
      this.endAfterJob = true;
      this.#server.after(0, () => this.#break(new Error('Connection terminated unexpectedly')));
    }
    this.#server.after(fate.travelMs, () => this.#arrive(job, fate));
  }

  #arrive(job: Job, fate: Fate): void {
    if (this.#ended) return;
    const lost = new Error('Connection terminated unexpectedly');
    if (fate.kind === 'lostBefore') {
      this.break(lost);
      return;
    }
    let answer: Result | Error;
    try {
      if (fate.kind === 'refused') throw new SqlError('53100', 'no space left on device');
      answer = this.#execute(job);
    } catch (error) {
      answer = error as Error;
    }
    if (fate.kind === 'lostAfter') {
      this.break(lost);
      return;
    }
    if (this.endAfterJob) {
      this.#jobs = [];
      this.#close();
      return;
    }
    const waitMs = this.#server.waitFor(this.life, fate.replyMs);
    this.#server.after(waitMs, () => this.#deliver(job, answer));
  }

  #deliver(job: Job, answer: Result | Error): void {
    if (this.life.dead || this.#broken !== null) return;
    this.#jobs.shift();
    if (answer instanceof Error) job.reject(answer);
    else job.resolve(answer);
    this.#begin();
  }

  #break(error: Error): void {
    if (this.#broken !== null) return;
    this.#broken = error;
    if (this.life.dead) return;
    for (const job of this.#jobs) job.reject(error);
    if (this.#ended) this.#jobs = [];
    for (const listener of this.#breakListeners) listener(error);
  }

  #close(): void {
    this.#ended = true;
    this.#server.forget(this);
  }

  #execute({ sql, params, parts }: Job): Result {
    const tables = this.#server.tables(this.#realm);
    const path = /^SET search_path TO (\w+)/.exec(sql);
    if (path) {
      this.#realm = path[1] as string;
      return result([]);
    }
    if (sql.startsWith('BEGIN')) return result([]);
    if (sql === 'ROLLBACK') {
      this.#cursor = [];
      return result([]);
    }
    if (sql.startsWith('DECLARE piece NO SCROLL CURSOR FOR ')) {
      this.#cursor = [...compile(sql, parts)(tables, params).rows];
      return result([]);
    }
    const fetch = /^FETCH (\d+) FROM piece/.exec(sql);
    if (fetch) return result(this.#cursor.splice(0, Number(fetch[1])));
    const [name] = parts.map((part) => part.name);
    if (name === 'engine.tryLock') return this.#tryLock(tables, Number(params[0]));
    if (name === 'engine.take') return this.#takeLease(tables, params);
    if (name === 'engine.renew') return this.#renewLease(tables, params);
    const answer = compile(sql, parts)(tables, params);
    if (sql.startsWith('WITH fence')) this.#change(tables, {});
    return answer;
  }

  #tryLock(tables: Tables, leaseMs: number): Result {
    const holder = this.#server.locks.get(this.#realm);
    if (holder === undefined) this.#server.locks.set(this.#realm, this);
    const row = tables.of('engine').rows.get('t') as Row;
    const expired = Number(row.renewed_at) < this.#server.now - leaseMs;
    const ours = holder === undefined || holder === this;
    const free = ours && !this.#server.hasBackend(Number(row.backend));
    return result([{ epoch: row.epoch, holder: row.holder ?? null, free, expired }]);
  }

  /** The lease is taken, with a new epoch. */
  #takeLease(tables: Tables, [holder, known]: readonly unknown[]): Result {
    const row = tables.of('engine').rows.get('t') as Row;
    if (row.epoch !== String(known)) return result([]);
    const epoch = String(Number(row.epoch) + 1);
    this.#change(tables, { epoch, holder: String(holder), backend: String(this.backend) });
    return result([{ epoch }]);
  }

  /** The lease is renewed if the epoch is still the sender's. */
  #renewLease(tables: Tables, [epoch]: readonly unknown[]): Result {
    const row = tables.of('engine').rows.get('t') as Row;
    if (row.epoch !== String(epoch)) return result([]);
    this.#change(tables, {});
    return result([row]);
  }

  #change(tables: Tables, change: Row): void {
    const { rows } = tables.of('engine');
    rows.set('t', { ...(rows.get('t') as Row), ...change, renewed_at: String(this.#server.now) });
  }
}
